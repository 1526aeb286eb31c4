// mt19937_kernels.h: the Mersenne Twister on the device. Blocks make pieces of 2^k words, each from its own window; windows are made of each other
// by jumps, which double their number.
//
// Used by mt19937.hip.
#pragma once

#include "mt19937.h"
#include "put.h"

namespace rng {

// A step makes `width` words at once: fewer than the 227 that hang on none of them, and whole groups of draws. Words lie in a ring, so that none is
// overwritten that a slower thread still reads.
constexpr int width = 224, ring = 1024, block = 256;
constexpr int expanded = degree + window - 1;  // the words that a jump adds up
constexpr int parts = 16;                      // of a sum, each a thread's

__device__ inline void fill(uint32_t *words, const uint32_t *from) {
    for (int i = threadIdx.x; i < window; i += block) words[i] = from[i];
    __syncthreads();
}
// The words behind the window that begins at `i`.
__device__ inline void step(uint32_t *words, unsigned i) {
    const unsigned at = i + threadIdx.x;
    if (threadIdx.x < width)
        words[(at + window) % ring] = twisted(words[at % ring], words[(at + 1) % ring], words[(at + lag) % ring]);
}

// All words that the jump of window number blockIdx.x needs.
static __global__ __launch_bounds__(block) void expand(const uint32_t *windows, uint32_t *words) {
    __shared__ uint32_t here[ring];
    fill(here, windows + size_t(blockIdx.x) * window);
    uint32_t *const out = words + size_t(blockIdx.x) * expanded;
    for (unsigned i = 0; i < expanded; i += width) {
        step(here, i);
        if (threadIdx.x < width && i + threadIdx.x < expanded) out[i + threadIdx.x] = here[(i + threadIdx.x) % ring];
        __syncthreads();
    }
}

// Adds to words of new windows, which are 0, sums of a part of the exponents. blockIdx.y is the window.
static __global__ __launch_bounds__(block) void jump(uint32_t *windows, const uint32_t *words, const uint16_t *exponents, int count) {
    const int each = (count + parts - 1) / parts, index = blockIdx.x * block + threadIdx.x, part = index / 640, j = index % 640;
    if (part >= parts || j >= window) return;
    const int end = (part + 1) * each < count ? (part + 1) * each : count;
    const uint32_t *const from = words + size_t(blockIdx.y) * expanded + j;
    uint32_t sum = 0;
    for (int k = part * each; k < end; k++) sum ^= from[exponents[k]];
    atomicXor(windows + size_t(blockIdx.y) * window + j, sum);
}
constexpr int jump_blocks = (parts * 640 + block - 1) / block;

// Numbers of piece number blockIdx.x, which is `piece` words; the last one leaves the window behind its own.
template <class D>
__global__ __launch_bounds__(block) void make_piece(const uint32_t *windows, uint32_t *next, size_t piece, typename D::Out *out, size_t n, bool aligned,
                                                    D distribution) {
    __shared__ uint32_t here[ring];
    fill(here, windows + size_t(blockIdx.x) * window);
    const size_t first = blockIdx.x * piece, draws = (n + D::out - 1) / D::out * D::in;
    const unsigned count = unsigned(draws - first < piece ? draws - first : piece);
    for (unsigned i = 0; i < count; i += width) {
        step(here, i);
        const unsigned at = i + threadIdx.x * D::in;
        if (threadIdx.x < width / D::in && at < count) {
            uint32_t words[D::in];
            for (int k = 0; k < D::in; k++) words[k] = tempered(here[(at + k) % ring]);
            Pack<typename D::Out, D::out> pack;
            distribution(words, pack.numbers);
            put(out, (first + at) / D::in, n, aligned, pack);
        }
        __syncthreads();
    }
    if (blockIdx.x + 1 == gridDim.x)
        for (int i = threadIdx.x; i < window; i += block) next[i] = here[(count + i) % ring];
}

}  // namespace rng
