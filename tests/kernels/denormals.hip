// also with: LP_NUM_THREADS=0
// also with: LP_NUM_THREADS=5
// Denormal doubles are kept by every thread that may run a kernel: in large grids, in long runs of one block, in cooperative grids, and in kernels
// that wait for another stream (on lavapipe these go to devices of their own).
// One RESULT line per way.
#include <hip/hip_runtime.h>

#include <cfloat>
#include <cstdio>
#include <vector>

static int failed = 0;

#define CHECK(call)                                                              \
    do {                                                                         \
        const hipError_t error = (call);                                         \
        if (error != hipSuccess) std::printf("%s: %s\n", #call, hipGetErrorName(error)), failed = 1; \
    } while (false)

// The least normal number becomes a denormal one.
__device__ void halve(double *values, int i) { values[i] *= 0.5; }

__global__ void all(double *values) { halve(values, blockIdx.x * blockDim.x + threadIdx.x); }
__global__ void one_block(double *values, int from) { halve(values, from + threadIdx.x); }
__global__ void meeting(double *values, unsigned *arrived) {
    // Every block is under way at once, and so in a thread of its own where a thread runs a block.
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1u);
        while (__hip_atomic_load(arrived, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) < gridDim.x) {}
    }
    __syncthreads();
    halve(values, blockIdx.x * blockDim.x + threadIdx.x);
}
__global__ void waiting(double *values, volatile int *word) {
    while (*word == 0) {}
    halve(values, blockIdx.x * blockDim.x + threadIdx.x);
}
__global__ void release(volatile int *word) { *word = 1; }

static const int block = 64;

static void report(const char *name, const double *device, int count) {
    std::vector<double> values(count);
    CHECK(hipMemcpy(values.data(), device, count * sizeof(double), hipMemcpyDeviceToHost));
    int wrong = 0;
    for (const double value : values) wrong += value != DBL_MIN / 2;
    std::printf("RESULT name=denormals:%s ok=%d wrong=%d\n", name, wrong == 0 && failed == 0, wrong);
}

int main() {
    const int count = 1 << 16;
    double *values;
    CHECK(hipMalloc(&values, count * sizeof(double)));
    const auto reset = [&] {
        const std::vector<double> least(count, DBL_MIN);
        CHECK(hipMemcpy(values, least.data(), count * sizeof(double), hipMemcpyHostToDevice));
    };

    reset();
    all<<<count / block, block>>>(values);
    report("grid", values, count);

    // Long enough to move to another lane, where one is opened in the meantime.
    reset();
    for (int round = 0; round < 2; ++round) {
        for (int from = round * count / 2; from < (round + 1) * count / 2; from += block) one_block<<<1, block>>>(values, from);
        CHECK(hipDeviceSynchronize());
    }
    report("one_block", values, count);

    int blocks = 0, processors = 0;
    CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, meeting, block, 0));
    CHECK(hipDeviceGetAttribute(&processors, hipDeviceAttributeMultiprocessorCount, 0));
    // What may wait by `grid.sync()` is counted with all registers a thread can have; this kernel waits by itself.
    if (blocks > 4) blocks = 4;
    const int grid = blocks * processors < count / block ? blocks * processors : count / block;
    unsigned *arrived;
    CHECK(hipMalloc(&arrived, sizeof *arrived));
    CHECK(hipMemset(arrived, 0, sizeof *arrived));
    reset();
    void *arguments[] = {&values, &arrived};
    CHECK(hipLaunchCooperativeKernel((void *)meeting, dim3(grid), dim3(block), arguments, 0, nullptr));
    report("cooperative", values, grid * block);

    // At least one stream for each of the lanes.
    const int streams = 3;
    int *word;
    CHECK(hipMalloc(&word, sizeof *word));
    CHECK(hipMemset(word, 0, sizeof *word));
    reset();
    CHECK(hipDeviceSynchronize());
    hipStream_t waiters[streams], other;
    CHECK(hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
    for (int i = 0; i < streams; ++i) {
        CHECK(hipStreamCreateWithFlags(&waiters[i], hipStreamNonBlocking));
        waiting<<<4, block, 0, waiters[i]>>>(values + i * 4 * block, word);
    }
    release<<<1, 1, 0, other>>>(word);
    CHECK(hipDeviceSynchronize());
    report("waiting", values, streams * 4 * block);
    return failed;
}
