/* hipsolver-functions.h: the functions of hipSOLVER whose names begin with hipsolver and an element type.
 *
 * Parameters stand here once, for hipsolver-dense.h's too, in which some matrices are const (C). HIPSOLVER_getrf(C, T, R): what stands behind the
 * handle, with elements T and their real type R. HIPSOLVER_FUNCTIONS(X): X(name, parameters, T, R) for each function; here they become declarations,
 * and in the library (runtime/solver/hipsolver) definitions. What hipSOLVER has and is not here is missing.
 */
#ifndef HIPVK_HIPSOLVER_FUNCTIONS_H
#define HIPVK_HIPSOLVER_FUNCTIONS_H

#include "hipsolver-export.h"
#include "hipsolver-types.h"

#define HIPSOLVER_WORK_(T) T *work, int lwork, int *devInfo
#define HIPSOLVER_getrf_bufferSize(C, T, R) int m, int n, T *A, int lda, int *lwork
#define HIPSOLVER_getrf(C, T, R) int m, int n, T *A, int lda, T *work, int lwork, int *devIpiv, int *devInfo
#define HIPSOLVER_getrs_bufferSize(C, T, R) hipsolverOperation_t trans, int n, int nrhs, T *A, int lda, int *devIpiv, T *B, int ldb, int *lwork
#define HIPSOLVER_getrs(C, T, R) hipsolverOperation_t trans, int n, int nrhs, T *A, int lda, int *devIpiv, T *B, int ldb, HIPSOLVER_WORK_(T)
#define HIPSOLVER_gesv_bufferSize(C, T, R) int n, int nrhs, T *A, int lda, int *devIpiv, T *B, int ldb, T *X, int ldx, size_t *lwork
#define HIPSOLVER_gesv(C, T, R) \
  int n, int nrhs, T *A, int lda, int *devIpiv, T *B, int ldb, T *X, int ldx, void *work, size_t lwork, int *niters, int *devInfo

#define HIPSOLVER_potrf_bufferSize(C, T, R) hipsolverFillMode_t uplo, int n, T *A, int lda, int *lwork
#define HIPSOLVER_potrf(C, T, R) hipsolverFillMode_t uplo, int n, T *A, int lda, HIPSOLVER_WORK_(T)
#define HIPSOLVER_potri_bufferSize(C, T, R) HIPSOLVER_potrf_bufferSize(C, T, R)
#define HIPSOLVER_potri(C, T, R) HIPSOLVER_potrf(C, T, R)
#define HIPSOLVER_potrfBatched_bufferSize(C, T, R) hipsolverFillMode_t uplo, int n, T *A[], int lda, int *lwork, int batch_count
#define HIPSOLVER_potrfBatched(C, T, R) hipsolverFillMode_t uplo, int n, T *A[], int lda, HIPSOLVER_WORK_(T), int batch_count
#define HIPSOLVER_potrs_bufferSize(C, T, R) hipsolverFillMode_t uplo, int n, int nrhs, T *A, int lda, T *B, int ldb, int *lwork
#define HIPSOLVER_potrs(C, T, R) hipsolverFillMode_t uplo, int n, int nrhs, T *A, int lda, T *B, int ldb, HIPSOLVER_WORK_(T)
#define HIPSOLVER_potrsBatched_bufferSize(C, T, R) \
  hipsolverFillMode_t uplo, int n, int nrhs, T *A[], int lda, T *B[], int ldb, int *lwork, int batch_count
#define HIPSOLVER_potrsBatched(C, T, R) hipsolverFillMode_t uplo, int n, int nrhs, T *A[], int lda, T *B[], int ldb, HIPSOLVER_WORK_(T), int batch_count

#define HIPSOLVER_sytrf_bufferSize(C, T, R) int n, T *A, int lda, int *lwork
#define HIPSOLVER_sytrf(C, T, R) hipsolverFillMode_t uplo, int n, T *A, int lda, int *ipiv, HIPSOLVER_WORK_(T)

#define HIPSOLVER_geqrf_bufferSize(C, T, R) int m, int n, T *A, int lda, int *lwork
#define HIPSOLVER_geqrf(C, T, R) int m, int n, T *A, int lda, T *tau, HIPSOLVER_WORK_(T)
#define HIPSOLVER_gels_bufferSize(C, T, R) int m, int n, int nrhs, T *A, int lda, T *B, int ldb, T *X, int ldx, size_t *lwork
#define HIPSOLVER_gels(C, T, R) \
  int m, int n, int nrhs, T *A, int lda, T *B, int ldb, T *X, int ldx, void *work, size_t lwork, int *niters, int *devInfo
#define HIPSOLVER_orgbr_bufferSize(C, T, R) hipsolverSideMode_t side, int m, int n, int k, C T *A, int lda, C T *tau, int *lwork
#define HIPSOLVER_orgbr(C, T, R) hipsolverSideMode_t side, int m, int n, int k, T *A, int lda, C T *tau, HIPSOLVER_WORK_(T)
#define HIPSOLVER_orgqr_bufferSize(C, T, R) int m, int n, int k, C T *A, int lda, C T *tau, int *lwork
#define HIPSOLVER_orgqr(C, T, R) int m, int n, int k, T *A, int lda, C T *tau, HIPSOLVER_WORK_(T)
#define HIPSOLVER_orgtr_bufferSize(C, T, R) hipsolverFillMode_t uplo, int n, C T *A, int lda, C T *tau, int *lwork
#define HIPSOLVER_orgtr(C, T, R) hipsolverFillMode_t uplo, int n, T *A, int lda, C T *tau, HIPSOLVER_WORK_(T)
#define HIPSOLVER_ormqr_bufferSize(M, T, R) \
  hipsolverSideMode_t side, hipsolverOperation_t trans, int m, int n, int k, M T *A, int lda, M T *tau, M T *C, int ldc, int *lwork
#define HIPSOLVER_ormqr(M, T, R) \
  hipsolverSideMode_t side, hipsolverOperation_t trans, int m, int n, int k, M T *A, int lda, M T *tau, T *C, int ldc, HIPSOLVER_WORK_(T)
#define HIPSOLVER_ormtr_bufferSize(M, T, R) \
  hipsolverSideMode_t side, hipsolverFillMode_t uplo, hipsolverOperation_t trans, int m, int n, M T *A, int lda, M T *tau, M T *C, int ldc, int *lwork
#define HIPSOLVER_ormtr(M, T, R) \
  hipsolverSideMode_t side, hipsolverFillMode_t uplo, hipsolverOperation_t trans, int m, int n, T *A, int lda, T *tau, T *C, int ldc, HIPSOLVER_WORK_(T)

#define HIPSOLVER_gebrd_bufferSize(C, T, R) int m, int n, int *lwork
#define HIPSOLVER_gebrd(C, T, R) int m, int n, T *A, int lda, R *D, R *E, T *tauq, T *taup, HIPSOLVER_WORK_(T)
#define HIPSOLVER_sytrd_bufferSize(C, T, R) hipsolverFillMode_t uplo, int n, C T *A, int lda, C R *D, C R *E, C T *tau, int *lwork
#define HIPSOLVER_sytrd(C, T, R) hipsolverFillMode_t uplo, int n, T *A, int lda, R *D, R *E, T *tau, HIPSOLVER_WORK_(T)

#define HIPSOLVER_gesvd_bufferSize(C, T, R) signed char jobu, signed char jobv, int m, int n, int *lwork
#define HIPSOLVER_gesvd(C, T, R) \
  signed char jobu, signed char jobv, int m, int n, T *A, int lda, R *S, T *U, int ldu, T *V, int ldv, T *work, int lwork, R *rwork, int *devInfo
#define HIPSOLVER_gesvdj_bufferSize(C, T, R) \
  hipsolverEigMode_t jobz, int econ, int m, int n, const T *A, int lda, const R *S, const T *U, int ldu, const T *V, int ldv, int *lwork, \
      hipsolverGesvdjInfo_t params
#define HIPSOLVER_gesvdj(C, T, R) \
  hipsolverEigMode_t jobz, int econ, int m, int n, T *A, int lda, R *S, T *U, int ldu, T *V, int ldv, HIPSOLVER_WORK_(T), hipsolverGesvdjInfo_t params
#define HIPSOLVER_gesvdjBatched_bufferSize(C, T, R) \
  hipsolverEigMode_t jobz, int m, int n, const T *A, int lda, const R *S, const T *U, int ldu, const T *V, int ldv, int *lwork, \
      hipsolverGesvdjInfo_t params, int batch_count
#define HIPSOLVER_gesvdjBatched(C, T, R) \
  hipsolverEigMode_t jobz, int m, int n, T *A, int lda, R *S, T *U, int ldu, T *V, int ldv, HIPSOLVER_WORK_(T), hipsolverGesvdjInfo_t params, \
      int batch_count

#define HIPSOLVER_syevd_bufferSize(C, T, R) hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, C T *A, int lda, C R *D, int *lwork
#define HIPSOLVER_syevd(C, T, R) hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, T *A, int lda, R *D, HIPSOLVER_WORK_(T)
#define HIPSOLVER_syevdx_bufferSize(C, T, R) \
  hipsolverEigMode_t jobz, hipsolverEigRange_t range, hipblasFillMode_t uplo, int n, const T *A, int lda, R vl, R vu, int il, int iu, int *nev, \
      const R *W, int *lwork
#define HIPSOLVER_syevdx(C, T, R) \
  hipsolverEigMode_t jobz, hipsolverEigRange_t range, hipblasFillMode_t uplo, int n, T *A, int lda, R vl, R vu, int il, int iu, int *nev, R *W, \
      HIPSOLVER_WORK_(T)
#define HIPSOLVER_syevj_bufferSize(C, T, R) \
  hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, C T *A, int lda, C R *W, int *lwork, hipsolverSyevjInfo_t params
#define HIPSOLVER_syevj(C, T, R) \
  hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, T *A, int lda, R *W, HIPSOLVER_WORK_(T), hipsolverSyevjInfo_t params
#define HIPSOLVER_syevjBatched_bufferSize(C, T, R) HIPSOLVER_syevj_bufferSize(C, T, R), int batch_count
#define HIPSOLVER_syevjBatched(C, T, R) HIPSOLVER_syevj(C, T, R), int batch_count
#define HIPSOLVER_sygvd_bufferSize(C, T, R) \
  hipsolverEigType_t itype, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, C T *A, int lda, C T *B, int ldb, C R *W, int *lwork
#define HIPSOLVER_sygvd(C, T, R) \
  hipsolverEigType_t itype, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, T *A, int lda, T *B, int ldb, R *W, HIPSOLVER_WORK_(T)
#define HIPSOLVER_sygvdx_bufferSize(C, T, R) \
  hipsolverEigType_t itype, hipsolverEigMode_t jobz, hipsolverEigRange_t range, hipblasFillMode_t uplo, int n, const T *A, int lda, const T *B, \
      int ldb, R vl, R vu, int il, int iu, int *nev, const R *W, int *lwork
#define HIPSOLVER_sygvdx(C, T, R) \
  hipsolverEigType_t itype, hipsolverEigMode_t jobz, hipsolverEigRange_t range, hipblasFillMode_t uplo, int n, T *A, int lda, T *B, int ldb, R vl, \
      R vu, int il, int iu, int *nev, R *W, HIPSOLVER_WORK_(T)
#define HIPSOLVER_sygvj_bufferSize(C, T, R) HIPSOLVER_sygvd_bufferSize(C, T, R), hipsolverSyevjInfo_t params
#define HIPSOLVER_sygvj(C, T, R) HIPSOLVER_sygvd(C, T, R), hipsolverSyevjInfo_t params

/* X(name, parameters, T, R) for each element type, with the function that tells a buffer's size beside it. */
#define HIPSOLVER_SD(X, P, name, list) X(P##S##name, list, float, float) X(P##D##name, list, double, double)
#define HIPSOLVER_CZ(X, P, name, list) X(P##C##name, list, hipFloatComplex, float) X(P##Z##name, list, hipDoubleComplex, double)
#define HIPSOLVER_SDCZ(X, P, name, list) HIPSOLVER_SD(X, P, name, list) HIPSOLVER_CZ(X, P, name, list)
#define HIPSOLVER_BY_NAME(X, P, real, complex, list) HIPSOLVER_SD(X, P, real, list) HIPSOLVER_CZ(X, P, complex, list)
#define HIPSOLVER_WITH_SIZE(X, P, real, complex, list)                                                                                      \
  HIPSOLVER_BY_NAME(X, P, real##_bufferSize, complex##_bufferSize, list##_bufferSize) HIPSOLVER_BY_NAME(X, P, real, complex, list)
#define HIPSOLVER_TWICE(X, P, name)                                                                                                         \
  X(P##SS##name, name, float, float) X(P##DD##name, name, double, double) X(P##CC##name, name, hipFloatComplex, float)                      \
  X(P##ZZ##name, name, hipDoubleComplex, double)

/* Functions that both kinds have with the same parameters, or with more of them const. */
#define HIPSOLVER_SHARED(X, P)                                                                                                              \
  HIPSOLVER_SDCZ(X, P, getrf_bufferSize, getrf_bufferSize)                                                                                  \
  HIPSOLVER_WITH_SIZE(X, P, potrf, potrf, potrf) HIPSOLVER_WITH_SIZE(X, P, potri, potri, potri)                                             \
  HIPSOLVER_WITH_SIZE(X, P, sytrf, sytrf, sytrf)                                                                                            \
  HIPSOLVER_WITH_SIZE(X, P, geqrf, geqrf, geqrf) HIPSOLVER_WITH_SIZE(X, P, orgqr, ungqr, orgqr) HIPSOLVER_WITH_SIZE(X, P, ormqr, unmqr, ormqr) \
  HIPSOLVER_WITH_SIZE(X, P, gesvdj, gesvdj, gesvdj) HIPSOLVER_WITH_SIZE(X, P, gesvdjBatched, gesvdjBatched, gesvdjBatched)                   \
  HIPSOLVER_WITH_SIZE(X, P, syevd, heevd, syevd) HIPSOLVER_WITH_SIZE(X, P, syevdx, heevdx, syevdx)                                          \
  HIPSOLVER_WITH_SIZE(X, P, syevj, heevj, syevj) HIPSOLVER_WITH_SIZE(X, P, syevjBatched, heevjBatched, syevjBatched)                        \
  HIPSOLVER_WITH_SIZE(X, P, sygvd, hegvd, sygvd) HIPSOLVER_WITH_SIZE(X, P, sygvdx, hegvdx, sygvdx)                                          \
  HIPSOLVER_WITH_SIZE(X, P, sygvj, hegvj, sygvj)                                                                                            \
  HIPSOLVER_WITH_SIZE(X, P, orgbr, ungbr, orgbr) HIPSOLVER_WITH_SIZE(X, P, orgtr, ungtr, orgtr) HIPSOLVER_WITH_SIZE(X, P, ormtr, unmtr, ormtr) \
  HIPSOLVER_WITH_SIZE(X, P, gebrd, gebrd, gebrd) HIPSOLVER_WITH_SIZE(X, P, sytrd, hetrd, sytrd)                                             \
  HIPSOLVER_SDCZ(X, P, gesvd, gesvd) HIPSOLVER_TWICE(X, P, gels) HIPSOLVER_TWICE(X, P, gesv)
#define HIPSOLVER_FUNCTIONS(X)                                                                                                              \
  HIPSOLVER_SHARED(X, hipsolver) HIPSOLVER_SDCZ(X, hipsolver, getrf, getrf) HIPSOLVER_WITH_SIZE(X, hipsolver, getrs, getrs, getrs)           \
  HIPSOLVER_WITH_SIZE(X, hipsolver, potrfBatched, potrfBatched, potrfBatched) HIPSOLVER_WITH_SIZE(X, hipsolver, potrs, potrs, potrs)         \
  HIPSOLVER_WITH_SIZE(X, hipsolver, potrsBatched, potrsBatched, potrsBatched)                                                               \
  HIPSOLVER_SDCZ(X, hipsolver, gesvd_bufferSize, gesvd_bufferSize) HIPSOLVER_TWICE(X, hipsolver, gels_bufferSize)                           \
  HIPSOLVER_TWICE(X, hipsolver, gesv_bufferSize)

#define HIPSOLVER_DECLARE(name, list, T, R) HIPSOLVER_EXPORT hipsolverStatus_t name(hipsolverHandle_t handle, HIPSOLVER_##list(, T, R));

/* Handles and the settings of Jacobi's methods, of which both kinds have the same functions. */
#define HIPSOLVER_DECLARE_SETTINGS(P)                                                                                                       \
  HIPSOLVER_EXPORT hipsolverStatus_t P##Create(hipsolverHandle_t *handle);                                                                  \
  HIPSOLVER_EXPORT hipsolverStatus_t P##Destroy(hipsolverHandle_t handle);                                                                  \
  HIPSOLVER_EXPORT hipsolverStatus_t P##SetStream(hipsolverHandle_t handle, hipStream_t streamId);                                          \
  HIPSOLVER_EXPORT hipsolverStatus_t P##GetStream(hipsolverHandle_t handle, hipStream_t *streamId);                                         \
  HIPSOLVER_EXPORT hipsolverStatus_t P##SetDeterministicMode(hipsolverHandle_t handle, hipsolverDeterministicMode_t mode);                  \
  HIPSOLVER_EXPORT hipsolverStatus_t P##GetDeterministicMode(hipsolverHandle_t handle, hipsolverDeterministicMode_t *mode);                 \
  HIPSOLVER_DECLARE_INFO(P, gesvdj, Gesvdj) HIPSOLVER_DECLARE_INFO(P, syevj, Syevj)
#define HIPSOLVER_DECLARE_INFO(P, name, Name)                                                                                               \
  HIPSOLVER_EXPORT hipsolverStatus_t P##Create##Name##Info(hipsolver##Name##Info_t *info);                                                  \
  HIPSOLVER_EXPORT hipsolverStatus_t P##Destroy##Name##Info(hipsolver##Name##Info_t info);                                                  \
  HIPSOLVER_EXPORT hipsolverStatus_t P##X##name##SetMaxSweeps(hipsolver##Name##Info_t info, int max_sweeps);                                \
  HIPSOLVER_EXPORT hipsolverStatus_t P##X##name##SetSortEig(hipsolver##Name##Info_t info, int sort_eig);                                    \
  HIPSOLVER_EXPORT hipsolverStatus_t P##X##name##SetTolerance(hipsolver##Name##Info_t info, double tolerance);                              \
  HIPSOLVER_EXPORT hipsolverStatus_t P##X##name##GetResidual(hipsolverHandle_t handle, hipsolver##Name##Info_t info, double *residual);     \
  HIPSOLVER_EXPORT hipsolverStatus_t P##X##name##GetSweeps(hipsolverHandle_t handle, hipsolver##Name##Info_t info, int *executed_sweeps);

#ifdef __cplusplus
extern "C" {
#endif

HIPSOLVER_DECLARE_SETTINGS(hipsolver)
HIPSOLVER_FUNCTIONS(HIPSOLVER_DECLARE)

#ifdef __cplusplus
}
#endif

#endif
