// What VkFFT is told of the device: as hipDeviceGetAttribute says, but for shared memory, of which it plans to use all. Where a part of it lies in device
// memory (NVIDIA: Vulkan's workgroup memory has 48 KiB), plans with all of it take two to four times as long. Used by transform.cpp.
#pragma once

#include <hip/hip_runtime.h>

namespace fft {

// hipvk's own device attribute: shared memory of a block that is as quick as shared memory is.
constexpr hipDeviceAttribute_t quick_shared_attribute = hipDeviceAttribute_t(20004);

inline hipError_t attribute_for_plans(int *value, hipDeviceAttribute_t which, int device) {
  return hipDeviceGetAttribute(value, which == hipDeviceAttributeMaxSharedMemoryPerBlock ? quick_shared_attribute : which, device);
}

// VkFFT's register boost: how many times what shared memory holds a block's registers hold, so that a length is transformed in one go; 0 lets VkFFT say.
// Its HIP back end takes every device for AMD's. On NVIDIA, whose shared memory is the one that is not quick as a whole here, its Vulkan back end
// takes 4: 2^14 then takes 0.85 of the time (H200).
inline uint64_t register_boost(int device) {
  int quick = 0, all = 0;
  const bool known = hipDeviceGetAttribute(&quick, quick_shared_attribute, device) == hipSuccess &&
                     hipDeviceGetAttribute(&all, hipDeviceAttributeMaxSharedMemoryPerBlock, device) == hipSuccess;
  return known && quick < all ? 4 : 0;
}

}  // namespace fft
