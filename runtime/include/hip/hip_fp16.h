/* hip_fp16.h: __half (16-bit float) and __half2, on both sides.
   Included by programs. C has them to be stored, C++ of any compiler to be converted too; arithmetic needs clang's _Float16. */
#ifndef HIPVK_HIP_HIP_FP16_H
#define HIPVK_HIP_HIP_FP16_H

#include <hip/hip_common.h>
#include <hip/host_defines.h>

#if defined(__cplusplus) && defined(__clang__)
#include <hip/detail/half_type.h>
#include <hip/detail/half_convert.h>
#include <hip/detail/half_functions.h>
#ifdef __HIP_CLANG_ONLY__
#include <hip/detail/half_device.h>
#endif
#elif defined(__cplusplus)
#include <hip/detail/half_host.h>
#else
typedef struct __half_raw {
    unsigned short x;
} __half_raw;
typedef struct __half {
    unsigned short __x;
} __half;
typedef struct __attribute__((aligned(4))) __half2 {
    __half x, y;
} __half2;
typedef __half half;
typedef __half2 half2;
#endif

#endif /* HIPVK_HIP_HIP_FP16_H */
