// Blocks of 40 to 64 KiB of shared memory, as AMD's devices have. Vulkan's may have less (NVIDIA's 48 KiB, others' 32): what is beyond lies in
// device memory, in a slot that a block takes and gives back (`spirv_gen::passes::memory::far_arrays`). There are more blocks than slots; threads
// write words that others read, add to them by atomics of each width, and warps exchange them in lockstep. More than 64 KiB is an error.
// also with: HIPVK_WORKGROUP_BYTES=32768
// also with: HIPVK_WORKGROUP_BYTES=1024
#include <hip/hip_runtime.h>

#include <cstdio>
#include <vector>

static const unsigned threads = 64, blocks = 1300, words = 10240;

// What thread `t` of block `b` reads of the words that all have written.
__host__ __device__ static unsigned value(unsigned b, unsigned at) { return b * 977 + at * 7; }
__host__ __device__ static unsigned place(unsigned t, unsigned i, unsigned count) { return (t * 163 + i * 1021 + 5) % count; }

template <typename Word> __device__ void exchange(Word *tile, unsigned count, unsigned *out) {
    unsigned t = threadIdx.x, b = blockIdx.x;
    for (unsigned at = t; at < count; at += threads) tile[at] = (Word)value(b, at);
    __syncthreads();
    unsigned sum = 0;
    for (unsigned i = 0; i < 20; ++i) sum = sum * 31 + (unsigned)tile[place(t, i, count)];
    __syncthreads();
    // Once more, so that a barrier must also keep reads from later writes.
    for (unsigned at = t; at < count; at += threads) tile[at] = (Word)value(b + 1, at);
    __syncthreads();
    for (unsigned i = 0; i < 20; ++i) sum = sum * 31 + (unsigned)tile[place(t, i, count)];
    out[b * threads + t] = sum;
}

template <typename Word> static unsigned exchanged(unsigned b, unsigned t, unsigned count) {
    unsigned sum = 0;
    for (unsigned round = 0; round < 2; ++round)
        for (unsigned i = 0; i < 20; ++i) sum = sum * 31 + (unsigned)(Word)value(b + round, place(t, i, count));
    return sum;
}

__global__ void fixed_words(unsigned *out) {
    __shared__ unsigned tile[words];
    exchange(tile, words, out);
}

template <typename Word> __global__ void dynamic(unsigned *out, unsigned count) {
    extern __shared__ __align__(16) unsigned char memory[];
    exchange((Word *)memory, count, out);
}

// A large array, and a small one that stays where it is; three atomics.
__global__ void counts(unsigned *out) {
    __shared__ unsigned sums[8192];
    __shared__ unsigned long long wide[2048];
    __shared__ float floats[1024];
    unsigned t = threadIdx.x;
    for (unsigned at = t; at < 8192; at += threads) sums[at] = at;
    for (unsigned at = t; at < 2048; at += threads) wide[at] = at;
    for (unsigned at = t; at < 1024; at += threads) floats[at] = 0.5f;
    __syncthreads();
    unsigned olds = 0;
    for (unsigned i = 0; i < 128; ++i) {
        olds += atomicAdd(&sums[i * 61], t + 1) < i * 61;
        atomicMax(&sums[i * 61 + 1], t * 1000 + i);
        atomicAdd(&wide[i * 13], 0x100000001ull);
        atomicAdd(&floats[i * 3], 1.0f);
    }
    __syncthreads();
    unsigned bad = olds;
    for (unsigned i = t; i < 128; i += threads) {
        unsigned most = 63000 + i > i * 61 + 1 ? 63000 + i : i * 61 + 1;
        bad += sums[i * 61] != i * 61 + 64 * 65 / 2;
        bad += sums[i * 61 + 1] != most;
        bad += wide[i * 13] != i * 13 + 64 * 0x100000001ull;
        bad += floats[i * 3] != 64.5f;
    }
    out[blockIdx.x * threads + t] = bad;
}

// A reduction whose last steps have no barrier: the warp's lockstep does.
__global__ void reduces(unsigned *out, unsigned stride) {
    __shared__ volatile unsigned tile[words];
    unsigned t = threadIdx.x, lane = t % 32, warp = t / 32;
    volatile unsigned *own = tile + warp * 4096 + lane * stride;
    *own = value(blockIdx.x, t);
    if (lane < 16) *own = *own + own[16 * stride];
    if (lane < 8) *own = *own + own[8 * stride];
    if (lane < 4) *own = *own + own[4 * stride];
    if (lane < 2) *own = *own + own[2 * stride];
    if (lane < 1) *own = *own + own[stride];
    __syncthreads();
    out[blockIdx.x * threads + t] = tile[warp * 4096];
}

static unsigned reduced(unsigned b, unsigned t) {
    unsigned sum = 0;
    for (unsigned lane = 0; lane < 32; ++lane) sum += value(b, t / 32 * 32 + lane);
    return sum;
}

template <typename Expected> static bool check(const char *what, const std::vector<unsigned> &out, Expected expected) {
    for (unsigned n = 0; n < out.size(); ++n) {
        unsigned should = expected(n / threads, n % threads);
        if (out[n] != should) {
            printf("%s: thread %u of block %u has %u, not %u\n", what, n % threads, n / threads, out[n], should);
            return false;
        }
    }
    return true;
}

int main() {
    hipDeviceProp_t properties;
    bool right = hipGetDeviceProperties(&properties, 0) == hipSuccess && properties.sharedMemPerBlockOptin == 65536;
    if (!right) printf("a block has %zu bytes of shared memory, not 65536\n", properties.sharedMemPerBlockOptin);
    std::vector<unsigned> out(threads * blocks);
    unsigned *device;
    right &= hipMalloc(&device, out.size() * 4) == hipSuccess;
    auto back = [&] {
        right &= hipGetLastError() == hipSuccess;
        right &= hipMemcpy(out.data(), device, out.size() * 4, hipMemcpyDeviceToHost) == hipSuccess;
        right &= hipMemset(device, 0xff, out.size() * 4) == hipSuccess;
    };
    fixed_words<<<blocks, threads>>>(device);
    back(), right &= check("40 KiB", out, [](unsigned b, unsigned t) { return exchanged<unsigned>(b, t, words); });
    dynamic<unsigned><<<blocks, threads, 65536>>>(device, 16384);
    back(), right &= check("64 KiB", out, [](unsigned b, unsigned t) { return exchanged<unsigned>(b, t, 16384); });
    dynamic<unsigned char><<<blocks, threads, 60000>>>(device, 60000);
    back(), right &= check("bytes", out, [](unsigned b, unsigned t) { return exchanged<unsigned char>(b, t, 60000); });
    dynamic<unsigned short><<<blocks, threads, 50000>>>(device, 25000);
    back(), right &= check("halves", out, [](unsigned b, unsigned t) { return exchanged<unsigned short>(b, t, 25000); });
    counts<<<blocks, threads>>>(device);
    back(), right &= check("atomics", out, [](unsigned, unsigned) { return 0u; });
    reduces<<<blocks, threads>>>(device, 3);
    back(), right &= check("lockstep", out, reduced);
    dynamic<unsigned><<<blocks, threads, 65540>>>(device, 16385);
    hipError_t error = hipGetLastError();
    if (error != hipErrorInvalidValue) printf("more than 64 KiB: %s\n", hipGetErrorName(error));
    right &= error == hipErrorInvalidValue;
    right &= hipFree(device) == hipSuccess;
    printf("RESULT name=far_shared ok=%d\n", right);
    return !right;
}
