// Run without a Vulkan device: every call says so, and none does harm.
#include "check.h"

int main() {
  int count = -1;
  void *p = nullptr;
  hipStream_t stream;
  hipDeviceProp_t properties;
  FAILS(hipGetDeviceCount(&count), hipErrorNoDevice);
  TRUE(count == 0);
  FAILS(hipInit(0), hipErrorNoDevice);
  FAILS(hipMalloc(&p, 16), hipErrorNoDevice);
  FAILS(hipFree(nullptr), hipErrorNoDevice);
  FAILS(hipStreamCreate(&stream), hipErrorNoDevice);
  FAILS(hipSetDevice(0), hipErrorNoDevice);
  FAILS(hipGetDeviceProperties(&properties, 0), hipErrorNoDevice);
  FAILS(hipDeviceSynchronize(), hipErrorNoDevice);
  FAILS(hipStreamSynchronize(nullptr), hipErrorNoDevice);
  TRUE(hipGetLastError() == hipErrorNoDevice);
  return report();
}
