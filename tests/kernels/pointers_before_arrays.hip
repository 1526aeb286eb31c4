// Pointers that may lie before a shared array are compared with pointers into it, as in the steps of Kokkos' reductions: they are
// smaller, also where the array is the first thing in shared memory. (C++ has no such pointers; AMD's hardware and Kokkos have.)
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
    return wrong != 0;
}
