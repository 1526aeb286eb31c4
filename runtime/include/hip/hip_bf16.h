/* hip_bf16.h: __hip_bfloat16 (a float's upper 16 bits) and __hip_bfloat162, on both sides.
   Included by programs. hip_bfloat16.h is the older type of the same format. g++ from 11 on, which has __builtin_bit_cast, knows it too. */
#ifndef HIPVK_HIP_HIP_BF16_H
#define HIPVK_HIP_HIP_BF16_H

#include <hip/hip_common.h>
#include <hip/host_defines.h>

#if defined(__cplusplus) && (defined(__clang__) || __GNUC__ >= 11)
#include <hip/detail/bfloat16_type.h>
#include <hip/detail/bfloat16_functions.h>
#ifdef __HIP_CLANG_ONLY__
#include <hip/detail/bfloat16_device.h>
#endif
#endif

#endif /* HIPVK_HIP_HIP_BF16_H */
