// Half of a program whose device code is linked (-fgpu-rdc): kernels that use functions and variables of callee.hip.
#include <hip/hip_runtime.h>

#include <cstdio>

extern __device__ int state;
extern __constant__ int table[4];
extern __device__ int (*const operation)(int);
__device__ int helper(int x);
static __device__ int own = 3;

template <typename T> __device__ __noinline__ T twice(T x) { return x + x; }

__global__ void first(int *out) {
    const int i = threadIdx.x;
    out[i] = helper(i) + state + own + table[i % 4] + operation(i) + twice(i);
}

void run_second(int *out);

static bool equal(const char *what, const int *out, int (*expected)(int)) {
    for (int i = 0; i < 64; i++) {
        if (out[i] != expected(i)) {
            printf("%s: %d is %d, not %d\n", what, i, out[i], expected(i));
            return false;
        }
    }
    return true;
}

int main() {
    int *out = nullptr;
    if (hipMallocManaged(&out, 64 * sizeof(int)) != hipSuccess) return 1;
    first<<<1, 64>>>(out);
    bool ok = hipDeviceSynchronize() == hipSuccess;
    ok &= equal("first", out, [](int i) { return (2 * i + 1) + 100 + 3 + (i % 4) * 7 + (i - 5) + 2 * i; });
    const int value = 500;
    ok &= hipMemcpyToSymbol(own, &value, sizeof value) == hipSuccess;
    first<<<1, 64>>>(out);
    ok &= hipDeviceSynchronize() == hipSuccess;
    ok &= equal("own", out, [](int i) { return (2 * i + 1) + 100 + 500 + (i % 4) * 7 + (i - 5) + 2 * i; });
    run_second(out);
    ok &= hipDeviceSynchronize() == hipSuccess;
    ok &= equal("second", out, [](int i) { return (2 * i + 1) + 9 + 777 + 2 * i; });
    // One variable in both files: the other file has written it.
    first<<<1, 64>>>(out);
    ok &= hipDeviceSynchronize() == hipSuccess;
    ok &= equal("state", out, [](int i) { return (2 * i + 1) + 777 + 500 + (i % 4) * 7 + (i - 5) + 2 * i; });
    printf("RESULT name=linking ok=%d\n", ok);
    return ok ? 0 : 1;
}
