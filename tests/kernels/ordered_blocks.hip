// Blocks that wait for the block before them, as prefix sums do, and that need memory of their own beside what the driver gives: arrays too large for
// it. There are more of them than a GPU runs at a time. The block that all others wait for must not be the one for which no such memory is left.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <vector>

#define OK(call)                                                                                     \
    do {                                                                                             \
        hipError_t error_ = (call);                                                                  \
        if (error_ != hipSuccess) return std::printf("%s gave %s\n", #call, hipGetErrorName(error_)), false; \
    } while (0)

// 20,000 bytes: NVIDIA's driver takes less than 16 KiB, others take these, or what a kernel keeps where threads meet goes there as well.
const unsigned words = 5000, threads = 32, step = 157;

// What a thread of a block adds: eight of its array's words, which only a running program can know.
__host__ __device__ unsigned share(unsigned block, unsigned thread, unsigned at) { return (block * 31 + thread * 7 + at * at) % 1009; }

__global__ __launch_bounds__(32) void chain(unsigned *turn, unsigned long long *sums, unsigned stride) {
    unsigned own[words];
    const unsigned block = blockIdx.x + gridDim.x * blockIdx.y;
    for (unsigned i = 0; i < 8; i++) own[(threadIdx.x + i * stride) % words] = share(block, threadIdx.x, i);
    __shared__ unsigned sum;
    if (threadIdx.x == 0) {
        sum = 0;
        while (__hip_atomic_load(turn, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) != block) {
        }
    }
    __syncthreads();
    unsigned mine = 0;
    for (unsigned i = 0; i < 8; i++) mine += own[(threadIdx.x + i * stride) % words];
    atomicAdd(&sum, mine);
    __syncthreads();
    if (threadIdx.x == 0) {
        sums[block] = (block ? sums[block - 1] : 0) + sum;
        __hip_atomic_store(turn, block + 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
    }
}

bool check(const char *name, dim3 grid) {
    const unsigned blocks = grid.x * grid.y;
    unsigned *turn;
    unsigned long long *sums, expected = 0;
    OK(hipMalloc(&turn, sizeof *turn));
    OK(hipMalloc(&sums, blocks * sizeof *sums));
    OK(hipMemset(turn, 0, sizeof *turn));
    chain<<<grid, threads>>>(turn, sums, step);
    OK(hipGetLastError());
    std::vector<unsigned long long> found(blocks);
    OK(hipMemcpy(found.data(), sums, blocks * sizeof *sums, hipMemcpyDeviceToHost));
    unsigned right = 0;
    for (unsigned block = 0; block < blocks; block++) {
        for (unsigned thread = 0; thread < threads; thread++)
            for (unsigned i = 0; i < 8; i++) expected += share(block, thread, i);
        right += found[block] == expected;
    }
    std::printf("RESULT name=%s ok=%d right=%u of=%u\n", name, right == blocks, right, blocks);
    return hipFree(turn) == hipSuccess && hipFree(sums) == hipSuccess;
}

int main() { return check("row", dim3(12000)) && check("rows", dim3(100, 61)) ? 0 : 1; }
