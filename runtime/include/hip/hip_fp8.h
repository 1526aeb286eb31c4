/* hip_fp8.h: the four 8-bit floats (e4m3, e5m2, and both without infinities: _fnuz), on both sides.
   Included by programs. They are storage: arithmetic happens after a conversion to float. */
#ifndef HIPVK_HIP_HIP_FP8_H
#define HIPVK_HIP_HIP_FP8_H

#include <hip/hip_common.h>
#include <hip/host_defines.h>

/* Both kinds are there, by the same code everywhere. */
#define HIP_FP8_TYPE_OCP 1
#define HIP_FP8_TYPE_FNUZ 1
#define HIP_FP8_CVT_FAST_PATH 0

#if defined(__cplusplus) && defined(__clang__)
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <hip/detail/fp8_bits.h>
#include <hip/detail/fp8_types.h>
#endif

#endif /* HIPVK_HIP_HIP_FP8_H */
