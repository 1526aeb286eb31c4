/* rocblas.h: BLAS on the device. Names, types, values and signatures are those of ROCm 7's rocBLAS (5.0), whose calls programs of ROCm 6 make too.
 *
 * Functions come in six forms, which differ in their names and in how vectors and matrices are passed:
 *
 *   rocblas_sgemm                   float *C, rocblas_int ldc
 *   rocblas_sgemm_batched           float *const C[], rocblas_int ldc, ...                          rocblas_int batch_count
 *   rocblas_sgemm_strided_batched   float *C, rocblas_int ldc, rocblas_stride stride_c, ...         rocblas_int batch_count
 *
 * and the same with _64 behind the name and int64_t for rocblas_int.
 */
#ifndef HIPVK_ROCBLAS_H
#define HIPVK_ROCBLAS_H

#include "internal/rocblas-auxiliary.h"
#include "internal/rocblas-export.h"
#include "internal/rocblas-functions.h"
#include "internal/rocblas-types.h"
#include "internal/rocblas-version.h"

#ifdef ROCBLAS_BETA_FEATURES_API
#include "internal/rocblas-beta.h"
#endif

#endif
