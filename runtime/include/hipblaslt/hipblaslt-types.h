/* hipblaslt-types.h: hipBLASLt's names of elements.
 */
#ifndef HIPVK_HIPBLASLT_TYPES_H
#define HIPVK_HIPBLASLT_TYPES_H

#include <float.h>
#include <hip/hip_bfloat16.h>
#include <stdint.h>

#include "hipblaslt_float8.h"

typedef float hipblasLtFloat;
#ifdef ROCM_USE_FLOAT16
typedef _Float16 hipblasLtHalf;
#else
typedef struct _hipblasLtHalf {
  uint16_t data;
} hipblasLtHalf;
#endif
#if defined(__cplusplus) && defined(__clang__)
typedef hip_bfloat16 hipblasLtBfloat16;
#endif
typedef int8_t hipblasLtInt8;
typedef int32_t hipblasLtInt32;

#ifdef __cplusplus
int const HIP_R_6F_E2M3_EXT = 31;
int const HIP_R_6F_E3M2_EXT = 32;
int const HIP_R_4F_E2M1_EXT = 33;
#endif

#endif
