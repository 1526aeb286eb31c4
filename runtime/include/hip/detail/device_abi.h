// device_abi.h: the device functions that these headers call and do not define.
// Included by every device header. The compiler (spirv-gen) knows them by name;
// DEVICE_ABI.md beside hip_runtime.h says what each must do.
#ifndef HIPVK_HIP_DETAIL_DEVICE_ABI_H
#define HIPVK_HIP_DETAIL_DEVICE_ABI_H

#include <hip/host_defines.h>

typedef __SIZE_TYPE__ hipvk_size_t;

// Short names that HIP's headers define and programs use.
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned long long ullong;

#define HIPVK_PURE __device__ __attribute__((const, nothrow))
#define HIPVK_TOGETHER __device__ __attribute__((convergent, nothrow))

extern "C" {
// Coordinates: block size and grid size (in blocks) on axis 0, 1 or 2.
HIPVK_PURE hipvk_size_t __ockl_get_local_size(unsigned int);
HIPVK_PURE hipvk_size_t __ockl_get_num_groups(unsigned int);

// The warp at the device's own width.
HIPVK_PURE int __hip_vk_warp_size(void);
HIPVK_PURE int __hip_vk_lane_id(void);
HIPVK_TOGETHER int __hip_vk_shfl_i32(HIPVK_MAYBE_UNDEF int value, int srcLane);
HIPVK_TOGETHER int __hip_vk_shfl_xor_i32(HIPVK_MAYBE_UNDEF int value, int laneMask);
HIPVK_TOGETHER int __hip_vk_shfl_up_i32(HIPVK_MAYBE_UNDEF int value, unsigned int delta);
HIPVK_TOGETHER int __hip_vk_shfl_down_i32(HIPVK_MAYBE_UNDEF int value, unsigned int delta);
HIPVK_TOGETHER unsigned long long __hip_vk_ballot(HIPVK_MAYBE_UNDEF bool predicate);
HIPVK_TOGETHER unsigned long long __hip_vk_active_mask(void);
HIPVK_TOGETHER bool __hip_vk_any(HIPVK_MAYBE_UNDEF bool predicate);
HIPVK_TOGETHER bool __hip_vk_all(HIPVK_MAYBE_UNDEF bool predicate);

// Votes of a block; each is a barrier.
HIPVK_TOGETHER int __hip_vk_block_add_i32(HIPVK_MAYBE_UNDEF int);
HIPVK_TOGETHER int __hip_vk_block_and_i32(HIPVK_MAYBE_UNDEF int);
HIPVK_TOGETHER int __hip_vk_block_or_i32(HIPVK_MAYBE_UNDEF int);

// Time at a constant rate (hipDeviceAttributeWallClockRate), in ticks.
__device__ unsigned long long __ockl_steadyctr_u64(void);

// A failed assert: report, then end the kernel.
__device__ __attribute__((cold)) void __hip_vk_assert_fail(const char *assertion, const char *file,
                                                           unsigned int line,
                                                           const char *function);
}

#endif // HIPVK_HIP_DETAIL_DEVICE_ABI_H
