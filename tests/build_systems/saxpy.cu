// A CUDA program, which hipify-perl makes HIP's: a symbol, a warp's mask, a launch and an event.
#include <cuda_runtime.h>
#include <device_launch_parameters.h>

#include <cstdio>

__constant__ float factor;

#define CHECK(call)                                                              \
  if (cudaError_t error = (call); error != cudaSuccess) {                        \
    std::printf("%s: %s\n", #call, cudaGetErrorString(error));                   \
    return 1;                                                                    \
  }

__global__ void saxpy(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // The neighbour's element and back again.
  float mine = i < n ? x[i] : 0;
  float other = __shfl_xor_sync(0xffffffff, mine, 1);
  mine = __shfl_xor_sync(0xffffffff, other, 1);
  if (i < n) y[i] += factor * mine;
}

int main() {
  const int n = 1000;
  const float a = 2;
  float *x, *y;
  cudaEvent_t done;
  CHECK(cudaMallocManaged(&x, n * sizeof(float)));
  CHECK(cudaMallocManaged(&y, n * sizeof(float)));
  for (int i = 0; i < n; ++i) x[i] = float(i), y[i] = 1;
  CHECK(cudaMemcpyToSymbol(factor, &a, sizeof(a)));
  CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
  saxpy<<<(n + 255) / 256, 256>>>(x, y, n);
  CHECK(cudaEventRecord(done));
  CHECK(cudaEventSynchronize(done));
  bool ok = true;
  for (int i = 0; i < n; ++i) ok &= y[i] == 2 * float(i) + 1;
  std::printf("RESULT name=converted ok=%d\n", ok);
  return !ok;
}
