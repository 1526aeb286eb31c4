// Threads that wait in loops for other threads of their block, without barriers: what warps of one block may do on AMD's hardware.
//
// On a CPU one subgroup runs the block, and a warp that waits must let the others go on (`spirv_gen::passes::warp::fission`): where it does
// not, this test never ends.
// also with: HIPVK_BUDGET=unlimited
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstring>
#include <vector>

static const int threads = 256, warps = threads / 32, blocks = 64, rounds = 200;

// The first warp waits for the last thread, which comes to common code meanwhile.
__global__ void flag(volatile int *flags, int *out) {
    const int t = threadIdx.x, b = blockIdx.x;
    int *mine = out + b * (threads + 1);
    if (t < 32) {
        while (flags[b] == 0) {}
    }
    if (t == threads - 1) {
        mine[threads] = 41;
        __threadfence();
        flags[b] = 1;
    }
    mine[t] = t < 32 ? mine[threads] + 1 : t;
}

// Each warp waits for the next one, by its first lane only; the other lanes must not run ahead of it.
__global__ void chain(int *flags, int *out) {
    __shared__ int s[threads];
    const int t = threadIdx.x, w = t / 32;
    int *next = flags + blockIdx.x * (warps + 1) + w + 1;
    s[t] = t;
    __syncthreads();
    if (w + 1 < warps && t % 32 == 0) {
        while (__hip_atomic_load(next, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) == 0) {}
    }
    int sum = s[t ^ 1] + (w + 1 < warps ? *next : 0);
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor(sum, d, 32);
    if (t % 32 == 0) {
        __threadfence();
        atomicExch(next - 1, sum);
    }
    __syncthreads();
    out[blockIdx.x * threads + t] = next[-1] + s[threads - 1 - t];
}

// The same in code too long to be divided thread by thread (`fission/waits`): whole warps take turns there.
__global__ void long_chain(int *flags, volatile int *zeros, int *out) {
    const int t = threadIdx.x, w = t / 32;
    int *next = flags + blockIdx.x * (warps + 1) + w + 1;
    int sum = t;
#pragma unroll 512
    for (int i = 0; i < 512; ++i) sum += zeros[i % 64] * i;
    if (w + 1 < warps && t % 32 == 0) {
        while (__hip_atomic_load(next, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) == 0) {}
    }
    sum += w + 1 < warps ? *next : 0;
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor(sum, d, 32);
    if (t % 32 == 0) {
        __threadfence();
        atomicExch(next - 1, sum);
    }
    __syncthreads();
    out[blockIdx.x * threads + t] = next[-1];
}

// A lock of all blocks, taken by one lane of each warp, held over a plain update.
__global__ void spin_lock(int *lock, volatile int *count) {
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {}
        *count = *count + 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}

// The same by every thread. The compiler moves the work behind the loop, where a GPU's lanes wait for those still in it: for ever. HIP promises
// nothing else; on a CPU the lane that has the lock goes on.
__global__ void lane_lock(int *lock, volatile int *count) {
    for (bool done = false; !done;) {
        if (atomicCAS(lock, 0, 1) == 0) {
            *count = *count + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}

// One warp hands numbers to another through shared memory, and a third does something else with barriers behind it.
__global__ void pipe(int *out) {
    __shared__ volatile int full, slot;
    const int t = threadIdx.x, b = blockIdx.x;
    if (t == 0) full = 0;
    __syncthreads();
    if (t == 64) {
        for (int i = 0; i < rounds; ++i) {
            while (full) {}
            slot = i * i + b;
            __threadfence_block();
            full = 1;
        }
    } else if (t == 0) {
        int sum = 0;
        for (int i = 0; i < rounds; ++i) {
            while (!full) {}
            sum += slot;
            __threadfence_block();
            full = 0;
        }
        out[b * 2] = sum;
    }
    const int there = __syncthreads_count(t % 3 == 0);
    if (t == 0) out[b * 2 + 1] = there;
}

static void report(const char *name, int wrong, int &failed) {
    std::printf("RESULT name=%s ok=%d wrong=%d\n", name, wrong == 0, wrong);
    failed |= wrong != 0;
}

int main() {
    const size_t words = blocks * (threads + 1);
    int *flags, *out, failed = 0;
    if (hipMalloc(&flags, words * 4) != hipSuccess || hipMalloc(&out, words * 4) != hipSuccess) return 1;
    std::vector<int> got(words);
    const auto clear = [&] { return hipMemset(flags, 0, words * 4) == hipSuccess && hipMemset(out, 0, words * 4) == hipSuccess; };
    const auto fetch = [&] { return hipMemcpy(got.data(), out, words * 4, hipMemcpyDeviceToHost) == hipSuccess; };

    if (!clear()) return 1;
    flag<<<blocks, threads>>>(flags, out);
    if (!fetch()) return 1;
    int wrong = 0;
    for (int b = 0; b < blocks; ++b)
        for (int t = 0; t < threads; ++t) wrong += got[b * (threads + 1) + t] != (t < 32 ? 42 : t);
    report("flag", wrong, failed);

    if (!clear()) return 1;
    chain<<<blocks, threads>>>(flags, out);
    if (!fetch()) return 1;
    unsigned left[warps + 1] = {};
    for (int w = warps - 1; w >= 0; --w) {
        left[w] = 32 * left[w + 1];
        for (int t = w * 32; t < w * 32 + 32; ++t) left[w] += t;
    }
    wrong = 0;
    for (int i = 0; i < blocks * threads; ++i) wrong += got[i] != (int)(left[i % threads / 32] + threads - 1 - i % threads);
    report("chain", wrong, failed);

    int *zeros;
    if (!clear() || hipMalloc(&zeros, 64 * 4) != hipSuccess || hipMemset(zeros, 0, 64 * 4) != hipSuccess) return 1;
    long_chain<<<blocks, threads>>>(flags, zeros, out);
    if (!fetch()) return 1;
    wrong = 0;
    for (int i = 0; i < blocks * threads; ++i) wrong += got[i] != (int)left[i % threads / 32];
    report("long_chain", wrong, failed);

    if (!clear()) return 1;
    spin_lock<<<blocks, threads>>>(flags, out);
    if (!fetch()) return 1;
    report("spin_lock", got[0] != blocks * warps, failed);

    hipDeviceProp_t device;
    if (hipGetDeviceProperties(&device, 0) != hipSuccess) return 1;
    if (std::strstr(device.name, "llvmpipe") != nullptr) {
        lane_lock<<<blocks, threads>>>(flags, out + 1);
        if (!fetch()) return 1;
        report("lane_lock", got[1] != blocks * threads, failed);
    }

    pipe<<<blocks, threads>>>(out);
    if (!fetch()) return 1;
    wrong = 0;
    for (int b = 0; b < blocks; ++b) {
        int sum = 0;
        for (int i = 0; i < rounds; ++i) sum += i * i + b;
        wrong += got[b * 2] != sum || got[b * 2 + 1] != (threads + 2) / 3;
    }
    report("pipe", wrong, failed);
    return failed;
}
