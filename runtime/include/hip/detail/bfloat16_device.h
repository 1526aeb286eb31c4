// bfloat16_device.h: what only device code has for __hip_bfloat16: shuffles, atomics.
// Included by hip_bf16.h under `-x hip`.
#ifndef HIPVK_HIP_DETAIL_BFLOAT16_DEVICE_H
#define HIPVK_HIP_DETAIL_BFLOAT16_DEVICE_H

#include <hip/detail/bfloat16_functions.h>
#include <hip/detail/float16_device.h>

HIPVK_SHUFFLES(__hip_bfloat16)
HIPVK_SHUFFLES(__hip_bfloat162)
HIPVK_FLOAT16_ATOMIC_ADD(__hip_bfloat162, unsigned int)

#endif // HIPVK_HIP_DETAIL_BFLOAT16_DEVICE_H
