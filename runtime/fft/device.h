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

}  // namespace fft
