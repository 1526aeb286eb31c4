/* hipblaslt_float8.h: hipBLASLt's names of HIP's 8-bit floats; for compilers other than clang, which do not calculate with them, their bits.
 */
#ifndef HIPVK_HIPBLASLT_FLOAT8_H
#define HIPVK_HIPBLASLT_FLOAT8_H

#if defined(__cplusplus) && defined(__clang__)
#include <hip/hip_fp8.h>
typedef __hip_fp8_e4m3 hipblaslt_f8;
typedef __hip_fp8_e5m2 hipblaslt_bf8;
typedef __hip_fp8_e4m3_fnuz hipblaslt_f8_fnuz;
typedef __hip_fp8_e5m2_fnuz hipblaslt_bf8_fnuz;
#else
#include <stdint.h>
typedef struct {
  uint8_t data;
} hipblaslt_f8;
typedef hipblaslt_f8 hipblaslt_bf8, hipblaslt_f8_fnuz, hipblaslt_bf8_fnuz;
#endif

#endif
