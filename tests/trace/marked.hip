// What tests/tests/trace.rs looks at of roctx and of switching the recording: marks, ranges that nest, a range that ends in another thread,
// kernels before, while and behind the recording stands still.
#include <hip/hip_runtime.h>
#include <rocprofiler-sdk-roctx/roctx.h>
#include <roctracer/roctracer_ext.h>
#include <roctracer/roctx.h>

#include <cstdio>
#include <thread>

__global__ void before() {}
__global__ void while_stopped() {}
__global__ void while_halted() {}
__global__ void behind() {}

int main() {
    before<<<1, 1>>>();
    printf("pushed %d %d\n", roctxRangePushA("outer \"one\""), roctxRangePush("inner"));
    roctxMark("here");
    hipError_t synchronized = hipDeviceSynchronize();
    int inner = roctxRangePop(), outer = roctxRangePop(), none = roctxRangePop();
    printf("popped %d %d %s\n", inner, outer, none < 0 ? "none" : "more");
    roctx_range_id_t across = roctxRangeStart("across threads");
    std::thread([across] { roctxRangeStop(across); }).join();
    printf("stop %s\n", hipGetErrorName(hipProfilerStop()));
    while_stopped<<<1, 1>>>();
    if (synchronized == hipSuccess)
        synchronized = hipDeviceSynchronize();
    printf("start %s\n", hipGetErrorName(hipProfilerStart()));
    roctracer_stop();
    while_halted<<<1, 1>>>();
    if (synchronized == hipSuccess)
        synchronized = hipDeviceSynchronize();
    roctracer_start();
    behind<<<1, 1>>>();
    if (synchronized == hipSuccess)
        synchronized = hipDeviceSynchronize();
    printf("RESULT %s\n", synchronized == hipSuccess ? "right" : hipGetErrorName(synchronized));
    return 0;
}
