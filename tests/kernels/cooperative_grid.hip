// Cooperative launches: grid barriers over every block that can be resident, what the occupancy functions promise, and what is refused.
//
// A prefix sum over the grid and a rotation of data between blocks, many rounds each: a barrier that lets one block through too
// early gives a wrong number. One RESULT line per case.
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

static const int rounds = 20;

// Each round, every thread reads what the next block's thread wrote in the round before.
__global__ void rotate(unsigned *a, unsigned *b, int turns) {
    cg::grid_group grid = cg::this_grid();
    const unsigned n = grid.size(), i = grid.thread_rank(), from = (i + blockDim.x) % n;
    for (int t = 0; t < turns; t++) {
        unsigned *in = t % 2 ? b : a, *out = t % 2 ? a : b;
        out[i] = in[from] * 3 + t;
        grid.sync();
    }
}

// Block sums, one block adds them up, every block takes its share: three barriers, in a branch that all blocks take.
__global__ void prefix(const int *in, int *out, int *sums, bool *valid) {
    cg::grid_group grid = cg::this_grid();
    __shared__ int mine[64];
    const int i = grid.thread_rank();
    mine[threadIdx.x] = in[i];
    __syncthreads();
    int before = 0;
    for (unsigned t = 0; t < threadIdx.x; t++) before += mine[t];
    if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = before + mine[threadIdx.x];
    if (gridDim.x > 0) {
        grid.sync();
        if (i == 0)
            for (unsigned b = 1; b < gridDim.x; b++) sums[b] += sums[b - 1];
        grid.sync();
    }
    out[i] = before + (blockIdx.x == 0 ? 0 : sums[blockIdx.x - 1]);
    if (i == 0) *valid = grid.is_valid() && grid.size() == gridDim.x * blockDim.x;
}

__global__ void multi(unsigned *out) {
    cg::multi_grid_group all = cg::this_multi_grid();
    out[all.thread_rank()] = all.thread_rank() + all.num_grids() * 1000 + all.grid_rank() * 100000;
    all.sync();
    if (all.thread_rank() == 0) out[all.size()] = all.is_valid() ? out[all.size() - 1] : 0;
}

// A barrier of the program's own making: the launch alone makes blocks resident.
__global__ void handmade(unsigned *arrived, unsigned *out) {
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(arrived, 1u);
        while (__hip_atomic_load(arrived, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) < gridDim.x) {}
        out[blockIdx.x] = __hip_atomic_load(arrived, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    }
}

static bool report(const char *name, bool ok) {
    printf("RESULT name=cooperative_grid kernel=%s ok=%d\n", name, ok);
    return ok;
}

template <typename T> static T *memory(size_t count) {
    T *place = nullptr;
    if (hipMallocManaged(&place, count * sizeof(T)) != hipSuccess) return nullptr;
    for (size_t i = 0; i < count; i++) place[i] = T();
    return place;
}

static bool rotates(int blocks, int threads, hipStream_t stream) {
    const int n = blocks * threads;
    unsigned *a = memory<unsigned>(n), *b = memory<unsigned>(n);
    std::vector<unsigned> now(n), next(n);
    for (int i = 0; i < n; i++) a[i] = now[i] = i * 7 + 1;
    int turns = rounds;
    void *args[] = {&a, &b, &turns};
    bool ok = hipLaunchCooperativeKernel((const void *)rotate, dim3(blocks), dim3(threads), args, 0, stream) == hipSuccess;
    ok &= hipStreamSynchronize(stream) == hipSuccess;
    for (int t = 0; t < turns; t++) {
        for (int i = 0; i < n; i++) next[i] = now[(i + threads) % n] * 3 + t;
        now.swap(next);
    }
    const unsigned *result = turns % 2 ? b : a;
    for (int i = 0; i < n; i++) ok &= result[i] == now[i];
    (void)hipFree(a);
    (void)hipFree(b);
    return ok;
}

static bool prefixes(int blocks) {
    const int threads = 64, n = blocks * threads;
    int *in = memory<int>(n), *out = memory<int>(n), *sums = memory<int>(blocks);
    bool *valid = memory<bool>(1);
    for (int i = 0; i < n; i++) in[i] = i % 5 - 1;
    hipLaunchConfig_t config = {};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(threads);
    hipLaunchAttribute attribute = {};
    attribute.id = hipLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    config.attrs = &attribute;
    config.numAttrs = 1;
    void *args[] = {&in, &out, &sums, &valid};
    bool ok = hipLaunchKernelExC(&config, (const void *)prefix, args) == hipSuccess && hipDeviceSynchronize() == hipSuccess;
    int sum = 0;
    for (int i = 0; i < n; sum += in[i++]) ok &= out[i] == sum;
    ok &= *valid;
    (void)hipFree(in), (void)hipFree(out), (void)hipFree(sums), (void)hipFree(valid);
    return ok;
}

static bool multis(int blocks) {
    const unsigned n = blocks * 32;
    unsigned *out = memory<unsigned>(n + 1);
    hipStream_t stream = nullptr;
    if (hipStreamCreate(&stream) != hipSuccess) return false;
    void *args[] = {&out};
    hipLaunchParams launch = {};
    launch.func = (void *)multi;
    launch.gridDim = dim3(blocks);
    launch.blockDim = dim3(32);
    launch.args = args;
    launch.stream = stream;
    bool ok = hipLaunchCooperativeKernelMultiDevice(&launch, 1, 0) == hipSuccess && hipStreamSynchronize(stream) == hipSuccess;
    for (unsigned i = 0; i < n; i++) ok &= out[i] == i + 1000;
    ok &= out[n] == n - 1 + 1000;
    ok &= hipLaunchCooperativeKernelMultiDevice(&launch, 0, 0) == hipErrorInvalidValue;
    (void)hipStreamDestroy(stream);
    (void)hipFree(out);
    return ok;
}

static bool handmades(int blocks) {
    unsigned *arrived = memory<unsigned>(1), *out = memory<unsigned>(blocks);
    void *args[] = {&arrived, &out};
    bool ok = hipLaunchCooperativeKernel((const void *)handmade, dim3(blocks), dim3(32), args, 0, nullptr) == hipSuccess;
    ok &= hipDeviceSynchronize() == hipSuccess && *arrived == unsigned(blocks);
    for (int i = 0; i < blocks; i++) ok &= out[i] == unsigned(blocks);
    (void)hipFree(arrived), (void)hipFree(out);
    return ok;
}

// Blocks that the occupancy functions promise on one multiprocessor.
template <typename Kernel> static int promised(Kernel kernel, int threads) {
    int blocks = 0;
    return hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, 0) == hipSuccess ? blocks : 0;
}

int main() {
    hipDeviceProp_t properties;
    if (hipGetDeviceProperties(&properties, 0) != hipSuccess) return 1;
    int attribute = -1;
    (void)hipDeviceGetAttribute(&attribute, hipDeviceAttributeCooperativeLaunch, 0);
    const int per_processor = promised(rotate, 64);
    const int most = per_processor * properties.multiProcessorCount;
    printf("%d blocks of 64 threads on each of %d multiprocessors\n", per_processor, properties.multiProcessorCount);
    if (attribute != properties.cooperativeLaunch || (attribute == 1) != (most > 0)) return 1;
    if (!attribute) return !report("unsupported", hipLaunchCooperativeKernel((const void *)rotate, dim3(1), dim3(64), nullptr, 0,
                                                                           nullptr) == hipErrorNotSupported);
    bool ok = report("one_block", rotates(1, 64, nullptr));
    ok &= report("all_blocks", rotates(most, 64, nullptr));
    bool sizes = true;
    for (int threads = 32; threads <= properties.maxThreadsPerBlock; threads *= 2) {
        const int blocks = promised(rotate, threads);
        printf("%d blocks of %d\n", blocks, threads);
        sizes &= blocks > 0 && rotates(blocks * properties.multiProcessorCount, threads, nullptr);
    }
    ok &= report("all_sizes", sizes);
    ok &= report("prefix", prefixes(promised(prefix, 64) * properties.multiProcessorCount));
    ok &= report("multi", multis(most < 4 ? most : 4));
    ok &= report("handmade", handmades(most));
    hipStream_t streams[3];
    bool two = true;
    for (hipStream_t &stream : streams) two &= hipStreamCreate(&stream) == hipSuccess;
    for (int i = 0; i < 6; i++) two &= rotates(most, 64, streams[i % 3]);
    for (hipStream_t stream : streams) two &= hipStreamDestroy(stream) == hipSuccess;
    ok &= report("streams", two);
    unsigned *nothing = nullptr;
    int turns = 1;
    void *args[] = {&nothing, &nothing, &turns};
    const hipError_t refused = hipLaunchCooperativeKernel((const void *)rotate, dim3(most + 1), dim3(64), args, 0, nullptr);
    // Proves something only if the largest grid that is not refused has run.
    ok &= report("too_large", refused == hipErrorCooperativeLaunchTooLarge && rotates(most, 64, nullptr));
    return ok ? 0 : 1;
}
