// Pointers that may lie before a shared array are compared with pointers into it, as in the steps of Kokkos' reductions: they are
// smaller, also where the array is the first thing in shared memory. (C++ has no such pointers; AMD's hardware and Kokkos have.) And the
// lanes of a warp go through such steps together, though nothing but plain words is between them.
#include <hip/hip_runtime.h>

#include <cstdio>

static constexpr int threads = 256, steps = 5;

// For each thread and step, whether its partner's word is read, and the word.
__global__ void partners(const int *in, int *out) {
    extern __shared__ int base[];
    const int y = threadIdx.x;
    base[y] = in[y];
    __syncthreads();
    auto step = [&](int *word, int s, int *start) {
        int *const join = word - (1 << s);
        out[y * steps + s] = y > (1 << s) - 1 && join >= start ? *join : -1;
    };
    for (int s = 0; s < steps; ++s) step(base + y, s, base + (y >> 5 << 5));
}

// The steps themselves: behind them the last thread of each warp has its warp's sum, and each other one those of itself and the threads before.
__global__ void sums(const int *in, int *out) {
    extern __shared__ int base[];
    const int y = threadIdx.x;
    base[y] = in[y];
    auto step = [](int y, int *word, int s, int *start) {
        int *const join = word - (1 << s);
        if (y > (1 << s) - 1 && join >= start) *word += *join;
    };
    for (int s = 0; s < steps; ++s) step(y, base + y, s, base + (y >> 5 << 5));
    __syncthreads();
    out[y] = base[y];
}

int main() {
    int *in, *out;
    if (hipMallocManaged(&in, threads * sizeof(int)) != hipSuccess) return 1;
    if (hipMallocManaged(&out, threads * steps * sizeof(int)) != hipSuccess) return 1;
    for (int i = 0; i < threads; ++i) in[i] = 1000 + i;
    partners<<<1, threads, threads * sizeof(int)>>>(in, out);
    if (hipDeviceSynchronize() != hipSuccess) return 1;
    int wrong = 0;
    for (int y = 0; y < threads; ++y)
        for (int s = 0; s < steps; ++s) wrong += out[y * steps + s] != ((y & 31) >= 1 << s ? 1000 + y - (1 << s) : -1);
    std::printf("RESULT name=pointers_before_arrays ok=%d wrong=%d\n", wrong == 0, wrong);
    sums<<<1, threads, threads * sizeof(int)>>>(in, out);
    if (hipDeviceSynchronize() != hipSuccess) return 1;
    int different = 0;
    for (int y = 0; y < threads; ++y) {
        int sum = 0;
        for (int i = y & ~31; i <= y; ++i) sum += in[i];
        different += out[y] != sum;
    }
    std::printf("RESULT name=plain_steps ok=%d wrong=%d\n", different == 0, different);
    return wrong != 0 || different != 0;
}
