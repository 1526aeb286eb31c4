// Local arrays of 12 to 64 KiB a thread. Some drivers' compilers take less than 16 KiB (NVIDIA's): what is beyond lies in device memory, in a slot
// that a block takes and gives back (`spirv_gen::passes::memory::far_arrays`). There are more blocks than slots, some threads end early, and blocks
// meet in between: no thread may touch what another keeps.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <vector>

static const int threads = 64, blocks = 2100;

template <typename Word, int count> __global__ void keeps(unsigned *out, unsigned step, unsigned rounds) {
    Word own[count];
    unsigned thread = blockIdx.x * threads + threadIdx.x, at = thread % count;
    for (unsigned i = 0; i < rounds; ++i) own[(at + i * step) % count] = (Word)(thread + i);
    if (threadIdx.x == 7) {
        out[thread] = 7;
        return;
    }
    __syncthreads();
    unsigned sum = 0;
    for (unsigned i = 0; i < rounds; ++i) sum = sum * 31 + own[(at + i * step) % count];
    out[thread] = sum;
}

// One array that fits and one that does not, of different types.
__global__ void both(unsigned *out, unsigned step, unsigned rounds) {
    unsigned char small[64];
    unsigned long long large[4096];
    unsigned thread = blockIdx.x * threads + threadIdx.x;
    for (unsigned i = 0; i < rounds; ++i) {
        large[(thread + i * step) % 4096] = 0x100000000ull * i + thread;
        small[i % 64] = (unsigned char)(thread + i);
    }
    __syncthreads();
    unsigned sum = 0;
    for (unsigned i = 0; i < rounds; ++i) {
        unsigned long long word = large[(thread + i * step) % 4096];
        sum = sum * 31 + (unsigned)(word >> 32) + (unsigned)word + small[i % 64];
    }
    out[thread] = sum;
}

template <typename Word> static bool check(const char *what, const std::vector<unsigned> &out, unsigned rounds) {
    for (unsigned thread = 0; thread < out.size(); ++thread) {
        unsigned sum = 0;
        for (unsigned i = 0; i < rounds; ++i) sum = sum * 31 + (Word)(thread + i);
        if (thread % threads == 7) sum = 7;
        if (out[thread] != sum) {
            printf("%s: thread %u of block %u has %u, not %u\n", what, thread % threads, thread / threads, out[thread], sum);
            return false;
        }
    }
    return true;
}

static bool check_both(const std::vector<unsigned> &out, unsigned rounds) {
    for (unsigned thread = 0; thread < out.size(); ++thread) {
        unsigned sum = 0;
        for (unsigned i = 0; i < rounds; ++i) sum = sum * 31 + i + thread + (unsigned char)(thread + i);
        if (out[thread] != sum) {
            printf("both: thread %u has %u, not %u\n", thread, out[thread], sum);
            return false;
        }
    }
    return true;
}

int main() {
    std::vector<unsigned> out(threads * blocks);
    unsigned *device;
    bool right = hipMalloc(&device, out.size() * 4) == hipSuccess;
    auto back = [&] {
        right &= hipGetLastError() == hipSuccess;
        right &= hipMemcpy(out.data(), device, out.size() * 4, hipMemcpyDeviceToHost) == hipSuccess;
        right &= hipMemset(device, 0xff, out.size() * 4) == hipSuccess;
    };
    keeps<unsigned, 3072><<<blocks, threads>>>(device, 97, 60);
    back(), right &= check<unsigned>("12 KiB of words", out, 60);
    keeps<unsigned, 4096><<<blocks, threads>>>(device, 97, 60);
    back(), right &= check<unsigned>("16 KiB of words", out, 60);
    keeps<unsigned char, 32768><<<blocks, threads>>>(device, 1021, 60);
    back(), right &= check<unsigned char>("32 KiB of bytes", out, 60);
    keeps<unsigned short, 32768><<<blocks, threads>>>(device, 1021, 60);
    back(), right &= check<unsigned short>("64 KiB of halves", out, 60);
    both<<<blocks, threads>>>(device, 97, 60);
    back(), right &= check_both(out, 60);
    right &= hipFree(device) == hipSuccess;
    printf("RESULT name=far_arrays ok=%d\n", right);
    return !right;
}
