// A host library made of HIP code, as `--emit-static-lib` packs it: the program that uses it is plain C++.
#include <hip/hip_runtime.h>

__managed__ int counter = 40;
static __device__ int step = 2;

__global__ void add() { atomicAdd(&counter, step); }

extern "C" int library_run(int threads) {
    const int value = 3;
    add<<<1, threads>>>();
    if (hipDeviceSynchronize() != hipSuccess || hipMemcpyToSymbol(step, &value, sizeof value) != hipSuccess) return -1;
    add<<<1, threads>>>();
    return hipDeviceSynchronize() == hipSuccess ? counter : -1;
}
