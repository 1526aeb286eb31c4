// A program compiled for an architecture whose warps have 64 lanes finds 64 wherever it asks: in the device's properties, in its
// attributes, and in its kernels. (Every other program here is compiled for 32.)
// hipcc: --offload-arch=gfx90a
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstring>

// Each warp's sum of its lanes' numbers, by a tree of log2(warpSize) shuffles, and the width the kernel sees: by its name, and by counting lanes.
__global__ void warp_sums(int *sums, int *width) {
  int value = threadIdx.x;
  for (int step = warpSize / 2; step > 0; step /= 2) value += __shfl_down(value, step);
  if (threadIdx.x % warpSize == 0) sums[threadIdx.x / warpSize] = value;
  int lanes = __popcll(__ballot(1));
  if (threadIdx.x == 0) *width = warpSize + lanes * 1000;
}

int main() {
  constexpr int threads = 256, warps = threads / 64;
  hipDeviceProp_t properties;
  int attribute = 0, *results = nullptr, got[warps + 1] = {};
  bool right = hipGetDeviceProperties(&properties, 0) == hipSuccess && properties.warpSize == 64;
  right &= hipDeviceGetAttribute(&attribute, hipDeviceAttributeWarpSize, 0) == hipSuccess && attribute == 64;
  right &= strncmp(properties.gcnArchName, "gfx9", 4) == 0 && properties.major == 9;
  right &= hipMalloc(&results, sizeof(got)) == hipSuccess && hipMemset(results, 0, sizeof(got)) == hipSuccess;
  warp_sums<<<1, threads>>>(results, results + warps);
  right &= hipMemcpy(got, results, sizeof(got), hipMemcpyDeviceToHost) == hipSuccess;
  for (int warp = 0; warp < warps; warp++) right &= got[warp] == 64 * (64 * warp) + 63 * 64 / 2;
  right &= got[warps] == 64 + 64 * 1000;
  right &= hipFree(results) == hipSuccess;
  printf("RESULT name=wave64 ok=%d\n", right);
  return right ? 0 : 1;
}
