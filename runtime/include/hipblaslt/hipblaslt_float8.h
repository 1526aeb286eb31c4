/* hipblaslt_float8.h: hipBLASLt's names of HIP's 8-bit floats.
 */
#ifndef HIPVK_HIPBLASLT_FLOAT8_H
#define HIPVK_HIPBLASLT_FLOAT8_H

#if defined(__cplusplus) && defined(__clang__)
#include <hip/hip_fp8.h>
typedef __hip_fp8_e4m3 hipblaslt_f8;
typedef __hip_fp8_e5m2 hipblaslt_bf8;
typedef __hip_fp8_e4m3_fnuz hipblaslt_f8_fnuz;
typedef __hip_fp8_e5m2_fnuz hipblaslt_bf8_fnuz;
#endif

#endif
