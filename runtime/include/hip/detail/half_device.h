// half_device.h: what only device code has for __half and __half2: shuffles, atomics, cached loads.
// Included by hip_fp16.h under `-x hip`.
#ifndef HIPVK_HIP_DETAIL_HALF_DEVICE_H
#define HIPVK_HIP_DETAIL_HALF_DEVICE_H

#include <hip/detail/float16_device.h>
#include <hip/detail/half_functions.h>

HIPVK_SHUFFLES(__half)
HIPVK_SHUFFLES(__half2)
HIPVK_FLOAT16_ATOMIC_ADD(__half2, unsigned int)

#endif // HIPVK_HIP_DETAIL_HALF_DEVICE_H
