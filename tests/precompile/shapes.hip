// Kernels in the shapes that hipvk-precompile has to know or be told: launch bounds, dynamic shared memory, two dimensions.
// Compiled and run by tests/tests/precompile.rs.
#include <hip/hip_runtime.h>

#include <cstdio>

__global__ void twice(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }

__global__ void __launch_bounds__(128) sum(const float *x, float *result) {
    extern __shared__ float all[];
    all[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half != 0; half /= 2) {
        if (threadIdx.x < half) all[threadIdx.x] += all[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) *result = all[0];
}

__global__ void flat(float *x) { x[threadIdx.y * blockDim.x + threadIdx.x] += 1; }

int main() {
    float *x = nullptr;
    if (hipMallocManaged(&x, 1025 * sizeof(float)) != hipSuccess) return 1;
    for (int i = 0; i < 1024; i++) x[i] = 1;
    twice<<<4, 256>>>(x);
    flat<<<1, dim3(16, 8)>>>(x);
    sum<<<1, 128, 128 * sizeof(float)>>>(x, x + 1024);
    if (hipDeviceSynchronize() != hipSuccess) return 1;
    std::printf("%g\n", x[1024]);
    return x[1024] == 384 ? 0 : 1;
}
