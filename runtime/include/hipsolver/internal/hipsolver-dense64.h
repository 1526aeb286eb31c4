/* hipsolver-dense64.h: functions of cuSOLVER's that take types as arguments, and sizes of 64 bits. All types of a call are one: HIP_R_32F, HIP_R_64F,
 * HIP_C_32F or HIP_C_64F. A side of 2^31 and more is HIPSOLVER_STATUS_NOT_SUPPORTED. And approximate singular values of many matrices.
 */
#ifndef HIPVK_HIPSOLVER_DENSE64_H
#define HIPVK_HIPSOLVER_DENSE64_H

#include <stddef.h>
#include <stdint.h>

#include "hipsolver-export.h"
#include "hipsolver-types.h"

typedef void *hipsolverDnParams_t;
typedef enum { HIPSOLVER_ALG_0 = 231, HIPSOLVER_ALG_1 = 232 } hipsolverAlgMode_t;
typedef enum { HIPSOLVERDN_GETRF = 0 } hipsolverDnFunction_t;

/* The first parameters of all, a matrix, and memory to work with, of which none is needed. */
#define HIPSOLVER_DNX hipsolverDnHandle_t handle, hipsolverDnParams_t params
#define HIPSOLVER_DNX_MATRIX(C, A, ld) hipDataType dataType##A, C void *A, int64_t ld
#define HIPSOLVER_DNX_SIZES hipDataType computeType, size_t *lworkOnDevice, size_t *lworkOnHost
#define HIPSOLVER_DNX_WORK hipDataType computeType, void *workOnDevice, size_t lworkOnDevice, void *workOnHost, size_t lworkOnHost, int *devInfo

#ifdef __cplusplus
extern "C" {
#endif

HIPSOLVER_EXPORT hipsolverStatus_t hipsolverDnCreateParams(hipsolverDnParams_t *params);
HIPSOLVER_EXPORT hipsolverStatus_t hipsolverDnDestroyParams(hipsolverDnParams_t params);
/* As in ROCm: not supported. */
HIPSOLVER_EXPORT hipsolverStatus_t hipsolverDnSetAdvOptions(hipsolverDnParams_t params, hipsolverDnFunction_t func, hipsolverAlgMode_t alg);

HIPSOLVER_EXPORT hipsolverStatus_t hipsolverDnXgeqrf_bufferSize(HIPSOLVER_DNX, int64_t m, int64_t n, HIPSOLVER_DNX_MATRIX(const, A, lda),
                                                                hipDataType dataTypeTau, const void *tau, HIPSOLVER_DNX_SIZES);
HIPSOLVER_EXPORT hipsolverStatus_t hipsolverDnXgeqrf(HIPSOLVER_DNX, int64_t m, int64_t n, HIPSOLVER_DNX_MATRIX(, A, lda), hipDataType dataTypeTau,
                                                     void *tau, HIPSOLVER_DNX_WORK);
HIPSOLVER_EXPORT hipsolverStatus_t hipsolverDnXgetrf_bufferSize(HIPSOLVER_DNX, int64_t m, int64_t n, HIPSOLVER_DNX_MATRIX(const, A, lda),
                                                                HIPSOLVER_DNX_SIZES);
/* Without devIpiv: without pivots. */
HIPSOLVER_EXPORT hipsolverStatus_t hipsolverDnXgetrf(HIPSOLVER_DNX, int64_t m, int64_t n, HIPSOLVER_DNX_MATRIX(, A, lda), int64_t *devIpiv,
                                                     HIPSOLVER_DNX_WORK);
HIPSOLVER_EXPORT hipsolverStatus_t hipsolverDnXgetrs(HIPSOLVER_DNX, hipsolverOperation_t trans, int64_t n, int64_t nrhs,
                                                     HIPSOLVER_DNX_MATRIX(const, A, lda), const int64_t *devIpiv, HIPSOLVER_DNX_MATRIX(, B, ldb),
                                                     int *devInfo);
HIPSOLVER_EXPORT hipsolverStatus_t hipsolverDnXpotrf_bufferSize(HIPSOLVER_DNX, hipsolverFillMode_t uplo, int64_t n, HIPSOLVER_DNX_MATRIX(const, A, lda),
                                                                HIPSOLVER_DNX_SIZES);
HIPSOLVER_EXPORT hipsolverStatus_t hipsolverDnXpotrf(HIPSOLVER_DNX, hipsolverFillMode_t uplo, int64_t n, HIPSOLVER_DNX_MATRIX(, A, lda),
                                                     HIPSOLVER_DNX_WORK);
HIPSOLVER_EXPORT hipsolverStatus_t hipsolverDnXpotrs(HIPSOLVER_DNX, hipsolverFillMode_t uplo, int64_t n, int64_t nrhs,
                                                     HIPSOLVER_DNX_MATRIX(const, A, lda), HIPSOLVER_DNX_MATRIX(, B, ldb), int *devInfo);

/* The `rank` largest singular values, with U and V (not V^H). A stays. As in ROCm, hRnrmF is not written. */
#define HIPSOLVER_DECLARE_GESVDA(N, T, R)                                                                                                   \
  HIPSOLVER_EXPORT hipsolverStatus_t N##_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int rank, int m, int n, const T *A,  \
                                                    int lda, long long int strideA, const R *S, long long int strideS, const T *U, int ldu, \
                                                    long long int strideU, const T *V, int ldv, long long int strideV, int *lwork,          \
                                                    int batch_count);                                                                      \
  HIPSOLVER_EXPORT hipsolverStatus_t N(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int rank, int m, int n, const T *A, int lda,      \
                                       long long int strideA, R *S, long long int strideS, T *U, int ldu, long long int strideU, T *V,      \
                                       int ldv, long long int strideV, T *work, int lwork, int *devInfo, double *hRnrmF, int batch_count);
HIPSOLVER_DECLARE_GESVDA(hipsolverDnSgesvdaStridedBatched, float, float)
HIPSOLVER_DECLARE_GESVDA(hipsolverDnDgesvdaStridedBatched, double, double)
HIPSOLVER_DECLARE_GESVDA(hipsolverDnCgesvdaStridedBatched, hipFloatComplex, float)
HIPSOLVER_DECLARE_GESVDA(hipsolverDnZgesvdaStridedBatched, hipDoubleComplex, double)

#ifdef __cplusplus
}
#endif

#endif
