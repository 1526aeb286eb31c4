// The other half: see caller.hip. `own` and `twice` have the names of that file's, `own` with another meaning.
#include <hip/hip_runtime.h>

__device__ int state = 100;
__constant__ int table[4] = {0, 7, 14, 21};
static __device__ int own = 9;

static __device__ int less(int x) { return x - 5; }
extern __device__ int (*const operation)(int);
__device__ int (*const operation)(int) = less;
__device__ int helper(int x) { return 2 * x + 1; }

template <typename T> __device__ __noinline__ T twice(T x) { return x + x; }

__global__ void second(int *out) { out[threadIdx.x] = helper(threadIdx.x) + own + state + twice(int(threadIdx.x)); }

void run_second(int *out) {
    const int value = 777;
    (void)hipMemcpyToSymbol(state, &value, sizeof value);
    second<<<1, 64>>>(out);
}
