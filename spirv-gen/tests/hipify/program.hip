#include "hip/hip_runtime.h"
/* Everything that hipify-perl does to a text, once. hipMalloc in comments too. */
#include <cstdio>
#include <hip/hip_runtime.h>
#include "hipblas/hipblas.h"
#include <hipcub/block/block_reduce.hpp>
#include <hip/hip_runtime.h>
#include "my/cuda.h"
using namespace hipcub;

__constant__ float weights[4];
__device__ int found;

#define cudaCheck(call) if ((call) != hipSuccess) puts(hipGetErrorString(call))

template <typename T, int N>
__global__ void scale(T *data, int n) {
    typedef hipcub::BlockReduce<T, 128> Reduce;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    T x = __shfl_down_sync(0xffffffffull, data[i], 1);
    if (i < n) data[i] = x * weights[i % N] - HIP_PI_F;
}

struct Own { hipStream_t cuStream; int cuda; };

int main() {
    const char *source = R"(#include <hip/hip_fp16.h> // cudaX)";
    float *data, host[4] = {1, 2, 3, 4};
    Own own = {0, 1};
    hipDeviceProp_t properties;
    cudaCheck(hipGetDeviceProperties(&properties, 0));
    cudaCheck(hipMalloc(&data, 1'024 * sizeof(float)));
    hipMemcpyToSymbol(HIP_SYMBOL(weights), host, sizeof(host));
    hipFuncSetAttribute(reinterpret_cast<const void*>(scale<float, 4>), hipFuncAttributeMaxDynamicSharedMemorySize, 1024);
    hipLaunchKernelGGL(HIP_KERNEL_NAME(scale<float, 4>), dim3(1, 2), (1024 + 127) / 128, 0, own.cuStream, data, 1024);
    hipLaunchKernelGGL(HIP_KERNEL_NAME(scale<double, (3 > 2)>), 1, 2, 0, 0, nullptr, 0);
    hipDevice_t device;
    if (hipDeviceGet(&device, 0) != hipSuccess) return hipErrorNotFound;
    hipblasHandle_t cublasHandle;
    hipblasCreate(&cublasHandle);
    hipblasSgemm(cublasHandle, HIPBLAS_OP_N, HIPBLAS_OP_T, 1, 1, 1, nullptr, data, 1, data, 1, nullptr, data, 1);
    cudaNotThere(hipStreamNonBlocking, source);
    return hipDeviceSynchronize() == hipErrorOutOfMemory ? own.cuda : 0;
}

struct _hipGraphicsResource *drawn;
hipGraphicsResource_t ofType;
void called(hipStream_t, hipError_t, void *);
__device__ unsigned least(int a, unsigned b) { return min((unsigned int)(a), (unsigned int)(max((unsigned int)(b), (unsigned int)(2)))); }
void graphs(hipArray_t *array, hipChannelFormatDesc format, hipGraphExec_t *exec, hipGraph_t graph) {
    hipMalloc3DArray(array, &format, make_hipExtent(1, 2, 3), 0);
    hipGraphInstantiateWithFlags(exec, graph, 0);
}
__global__ void once(const int value) {}
__device__ float lower(float a, float b) { return __fadd_rn(a, __fadd_rd(a, b)); }
__device__ void count(int *place) { atomicAdd(&found, atomicCAS(place, 1, 2)); }
