// Runs the machines of labels.h in kernels of both files.
#include "labels.h"

#include <cstdio>

extern template __device__ int walk<5>(const unsigned char *code, int value);

__global__ void first(const unsigned char *code, int *out) {
    const int i = threadIdx.x;
    out[i] = machine(code, i) + 10000 * walk<5>(code + 8, i) + 1000000 * walk<9>(code + 8, i);
}
__global__ void second(const unsigned char *code, int *out);

static const int count = 32;

static int first_expected(int i) { return ((i + 7) * 2 - 3) * 2 + 7 + 10000 * (i + 10) + 1000000 * (i + 18); }
static int second_expected(int i) {
    const int own[] = {5, 11, 22};
    return own[i % 3] + 100 * (((i + 7) * 2 - 3) * 2 + 7) + 10000 * (i + 10);
}

static bool is_right(const char *name, const int *out, int (*expected)(int)) {
    int host[count], wrong = 0;
    if (hipMemcpy(host, out, sizeof host, hipMemcpyDeviceToHost) != hipSuccess) return false;
    for (int i = 0; i < count; i++) wrong += host[i] != expected(i);
    std::printf("RESULT name=labels kernel=%s ok=%d\n", name, wrong == 0);
    return wrong == 0;
}

int main() {
    const unsigned char code[] = {0, 1, 2, 1, 0, 3, 0, 0, 0, 1, 0, 0, 1, 0, 2};
    unsigned char *device = nullptr;
    int *out = nullptr;
    if (hipMalloc(&device, sizeof code) != hipSuccess || hipMalloc(&out, count * sizeof *out) != hipSuccess) return 1;
    if (hipMemcpy(device, code, sizeof code, hipMemcpyHostToDevice) != hipSuccess) return 1;
    first<<<1, count>>>(device, out);
    const bool right = is_right("first", out, first_expected);
    second<<<1, count>>>(device, out);
    return is_right("second", out, second_expected) && right ? 0 : 1;
}
