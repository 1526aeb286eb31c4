/* hipsolver-dense.h: the functions of hipSOLVER whose names and parameters are cuSOLVER's, but for the prefix hipsolverDn.
 *
 * Lists are as in hipsolver-functions.h, whose parameters most of them share.
 */
#ifndef HIPVK_HIPSOLVER_DENSE_H
#define HIPVK_HIPSOLVER_DENSE_H

#include "hipsolver-functions.h"

#define HIPSOLVER_dn_getrf(C, T, R) int m, int n, T *A, int lda, T *work, int *devIpiv, int *devInfo
#define HIPSOLVER_dn_getrs(C, T, R) hipblasOperation_t trans, int n, int nrhs, const T *A, int lda, const int *devIpiv, T *B, int ldb, int *devInfo
#define HIPSOLVER_dn_gesv_bufferSize(C, T, R) int n, int nrhs, T *A, int lda, int *devIpiv, T *B, int ldb, T *X, int ldx, void *work, size_t *lwork
#define HIPSOLVER_dn_gels_bufferSize(C, T, R) int m, int n, int nrhs, T *A, int lda, T *B, int ldb, T *X, int ldx, void *work, size_t *lwork
#define HIPSOLVER_dn_potrfBatched(C, T, R) hipblasFillMode_t uplo, int n, T *A[], int lda, int *devInfo, int batch_count
#define HIPSOLVER_dn_potrs(C, T, R) hipblasFillMode_t uplo, int n, int nrhs, const T *A, int lda, T *B, int ldb, int *devInfo
#define HIPSOLVER_dn_potrsBatched(C, T, R) hipblasFillMode_t uplo, int n, int nrhs, T *A[], int lda, T *B[], int ldb, int *devInfo, int batch_count
#define HIPSOLVER_dn_gesvd_bufferSize(C, T, R) int m, int n, int *lwork

#define HIPSOLVER_TWICE_OF(X, P, name, list)                                                                                                \
  X(P##SS##name, list, float, float) X(P##DD##name, list, double, double) X(P##CC##name, list, hipFloatComplex, float)                      \
  X(P##ZZ##name, list, hipDoubleComplex, double)
#define HIPSOLVER_DN_FUNCTIONS(X)                                                                                                           \
  HIPSOLVER_SHARED(X, hipsolverDn) HIPSOLVER_SDCZ(X, hipsolverDn, getrf, dn_getrf) HIPSOLVER_SDCZ(X, hipsolverDn, getrs, dn_getrs)           \
  HIPSOLVER_SDCZ(X, hipsolverDn, potrfBatched, dn_potrfBatched) HIPSOLVER_SDCZ(X, hipsolverDn, potrs, dn_potrs)                             \
  HIPSOLVER_SDCZ(X, hipsolverDn, potrsBatched, dn_potrsBatched) HIPSOLVER_SDCZ(X, hipsolverDn, gesvd_bufferSize, dn_gesvd_bufferSize)       \
  HIPSOLVER_TWICE_OF(X, hipsolverDn, gels_bufferSize, dn_gels_bufferSize) HIPSOLVER_TWICE_OF(X, hipsolverDn, gesv_bufferSize, dn_gesv_bufferSize)

#define HIPSOLVER_DN_DECLARE(name, list, T, R) HIPSOLVER_EXPORT hipsolverStatus_t name(hipsolverHandle_t handle, HIPSOLVER_##list(const, T, R));

#ifdef __cplusplus
extern "C" {
#endif

HIPSOLVER_DECLARE_SETTINGS(hipsolverDn)
HIPSOLVER_DN_FUNCTIONS(HIPSOLVER_DN_DECLARE)

#ifdef __cplusplus
}
#endif

#endif
