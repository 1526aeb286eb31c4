/* rocsolver-functions.h: the functions of rocSOLVER and their parameters, each once. They come in three forms, which differ in their names and in how
 * vectors and matrices are passed:
 *
 *   rocsolver_sgetrf                   float *A, rocblas_int lda, rocblas_int *ipiv, ...
 *   rocsolver_sgetrf_batched           float *const A[], rocblas_int lda, rocblas_int *ipiv, rocblas_stride strideP, ...        rocblas_int batch_count
 *   rocsolver_sgetrf_strided_batched   float *A, rocblas_int lda, rocblas_stride strideA, rocblas_int *ipiv, rocblas_stride strideP, ...
 *
 * Below, the lists become declarations, and in the library (runtime/solver/forms.h) definitions. What rocSOLVER has and is not here is missing.
 *
 * ROCSOLVER_getrf(F, T, R): what stands behind the handle, with elements T and their real type R.
 * ROCSOLVER_LU(X): X(name, parameters, T, R) for each function of a group in its plain form.
 */
#ifndef HIPVK_ROCSOLVER_FUNCTIONS_H
#define HIPVK_ROCSOLVER_FUNCTIONS_H

#include <rocblas/rocblas.h>
#include <stddef.h>

#include "rocsolver-export.h"
#include "rocsolver-extra-types.h"

/* Gauss' elimination; systems by it, and inverses. */
#define ROCSOLVER_getrf(F, T, R) F##V(rocblas_int, m) F##V(rocblas_int, n) F##W(T, A, lda, strideA) F##P(rocblas_int, ipiv, strideP) \
  F##V(rocblas_int *, info) F##B
#define ROCSOLVER_getrf_npvt(F, T, R) F##V(rocblas_int, m) F##V(rocblas_int, n) F##W(T, A, lda, strideA) F##V(rocblas_int *, info) F##B
#define ROCSOLVER_getrs(F, T, R) F##V(rocblas_operation, trans) F##V(rocblas_int, n) F##V(rocblas_int, nrhs) F##W(T, A, lda, strideA) \
  F##P(const rocblas_int, ipiv, strideP) F##W(T, B, ldb, strideB) F##B
#define ROCSOLVER_gesv(F, T, R) F##V(rocblas_int, n) F##V(rocblas_int, nrhs) F##W(T, A, lda, strideA) F##P(rocblas_int, ipiv, strideP) \
  F##W(T, B, ldb, strideB) F##V(rocblas_int *, info) F##B
#define ROCSOLVER_getri(F, T, R) F##V(rocblas_int, n) F##W(T, A, lda, strideA) F##P(rocblas_int, ipiv, strideP) F##V(rocblas_int *, info) F##B
#define ROCSOLVER_getri_npvt(F, T, R) F##V(rocblas_int, n) F##W(T, A, lda, strideA) F##V(rocblas_int *, info) F##B
#define ROCSOLVER_getri_outofplace(F, T, R) F##V(rocblas_int, n) F##W(T, A, lda, strideA) F##P(rocblas_int, ipiv, strideP) \
  F##W(T, C, ldc, strideC) F##V(rocblas_int *, info) F##B
#define ROCSOLVER_getri_npvt_outofplace(F, T, R) F##V(rocblas_int, n) F##W(T, A, lda, strideA) F##W(T, C, ldc, strideC) F##V(rocblas_int *, info) F##B
#define ROCSOLVER_trtri(F, T, R) F##V(rocblas_fill, uplo) F##V(rocblas_diagonal, diag) F##V(rocblas_int, n) F##W(T, A, lda, strideA) \
  F##V(rocblas_int *, info) F##B

/* Cholesky's factors; potri is as potrf. */
#define ROCSOLVER_potrf(F, T, R) F##V(rocblas_fill, uplo) F##V(rocblas_int, n) F##W(T, A, lda, strideA) F##V(rocblas_int *, info) F##B
#define ROCSOLVER_potrs(F, T, R) F##V(rocblas_fill, uplo) F##V(rocblas_int, n) F##V(rocblas_int, nrhs) F##W(T, A, lda, strideA) \
  F##W(T, B, ldb, strideB) F##B
#define ROCSOLVER_posv(F, T, R) F##V(rocblas_fill, uplo) F##V(rocblas_int, n) F##V(rocblas_int, nrhs) F##W(T, A, lda, strideA) \
  F##W(T, B, ldb, strideB) F##V(rocblas_int *, info) F##B

/* Factors of symmetric matrices that may be indefinite (complex ones are not Hermitian). */
#define ROCSOLVER_sytrf(F, T, R) F##V(rocblas_fill, uplo) F##V(rocblas_int, n) F##W(T, A, lda, strideA) F##P(rocblas_int, ipiv, strideP) \
  F##V(rocblas_int *, info) F##B

/* Orthogonal factors: geqrf is gelqf, geqlf and gerqf too, orgqr is orglq and orgql, ormqr is ormlq and ormql. */
#define ROCSOLVER_geqrf(F, T, R) F##V(rocblas_int, m) F##V(rocblas_int, n) F##W(T, A, lda, strideA) F##P(T, ipiv, strideP) F##B
#define ROCSOLVER_gels(F, T, R) F##V(rocblas_operation, trans) F##V(rocblas_int, m) F##V(rocblas_int, n) F##V(rocblas_int, nrhs) \
  F##W(T, A, lda, strideA) F##W(T, B, ldb, strideB) F##V(rocblas_int *, info) F##B
#define ROCSOLVER_orgqr(F, T, R) F##V(rocblas_int, m) F##V(rocblas_int, n) F##V(rocblas_int, k) F##W(T, A, lda, strideA) F##Q(T, ipiv)
#define ROCSOLVER_orgbr(F, T, R) F##V(rocblas_storev, storev) ROCSOLVER_orgqr(F, T, R)
#define ROCSOLVER_orgtr(F, T, R) F##V(rocblas_fill, uplo) F##V(rocblas_int, n) F##W(T, A, lda, strideA) F##Q(T, ipiv)
#define ROCSOLVER_ormqr(F, T, R) F##V(rocblas_side, side) F##V(rocblas_operation, trans) F##V(rocblas_int, m) F##V(rocblas_int, n) \
  F##V(rocblas_int, k) F##W(T, A, lda, strideA) F##Q(T, ipiv) F##W(T, C, ldc, strideC)
#define ROCSOLVER_ormbr(F, T, R) F##V(rocblas_storev, storev) ROCSOLVER_ormqr(F, T, R)
#define ROCSOLVER_ormtr(F, T, R) F##V(rocblas_side, side) F##V(rocblas_fill, uplo) F##V(rocblas_operation, trans) F##V(rocblas_int, m) \
  F##V(rocblas_int, n) F##W(T, A, lda, strideA) F##Q(T, ipiv) F##W(T, C, ldc, strideC)

/* Matrices similar to others that have few diagonals. */
#define ROCSOLVER_sytrd(F, T, R) F##V(rocblas_fill, uplo) F##V(rocblas_int, n) F##W(T, A, lda, strideA) F##P(R, D, strideD) F##P(R, E, strideE) \
  F##P(T, tau, strideP) F##B
#define ROCSOLVER_gebrd(F, T, R) F##V(rocblas_int, m) F##V(rocblas_int, n) F##W(T, A, lda, strideA) F##P(R, D, strideD) F##P(R, E, strideE) \
  F##P(T, tauq, strideQ) F##P(T, taup, strideP) F##B

/* Eigenvalues and eigenvectors of symmetric matrices; syev is syevd too. */
#define ROCSOLVER_syev(F, T, R) F##V(rocblas_evect, evect) F##V(rocblas_fill, uplo) F##V(rocblas_int, n) F##W(T, A, lda, strideA) \
  F##P(R, D, strideD) F##P(R, E, strideE) F##V(rocblas_int *, info) F##B
#define ROCSOLVER_syevdj(F, T, R) F##V(rocblas_evect, evect) F##V(rocblas_fill, uplo) F##V(rocblas_int, n) F##W(T, A, lda, strideA) \
  F##P(R, D, strideD) F##V(rocblas_int *, info) F##B
#define ROCSOLVER_syevj(F, T, R) F##V(rocblas_esort, esort) F##V(rocblas_evect, evect) F##V(rocblas_fill, uplo) F##V(rocblas_int, n) \
  F##W(T, A, lda, strideA) F##V(R, abstol) F##V(R *, residual) F##V(rocblas_int, max_sweeps) F##V(rocblas_int *, n_sweeps) F##P(R, W, strideW) \
  F##V(rocblas_int *, info) F##B
#define ROCSOLVER_syevdx(F, T, R) F##V(rocblas_evect, evect) F##V(rocblas_erange, erange) F##V(rocblas_fill, uplo) F##V(rocblas_int, n) \
  F##W(T, A, lda, strideA) F##V(R, vl) F##V(R, vu) F##V(rocblas_int, il) F##V(rocblas_int, iu) F##V(rocblas_int *, nev) F##P(R, W, strideW) \
  F##W(T, Z, ldz, strideZ) F##V(rocblas_int *, info) F##B
#define ROCSOLVER_syevx(F, T, R) F##V(rocblas_evect, evect) F##V(rocblas_erange, erange) F##V(rocblas_fill, uplo) F##V(rocblas_int, n) \
  F##W(T, A, lda, strideA) F##V(R, vl) F##V(R, vu) F##V(rocblas_int, il) F##V(rocblas_int, iu) F##V(R, abstol) F##V(rocblas_int *, nev) \
  F##P(R, W, strideW) F##W(T, Z, ldz, strideZ) F##P(rocblas_int, ifail, strideF) F##V(rocblas_int *, info) F##B

/* The same of A x = l B x, A B x = l x and B A x = l x. */
#define ROCSOLVER_sygv(F, T, R) F##V(rocblas_eform, itype) F##V(rocblas_evect, evect) F##V(rocblas_fill, uplo) F##V(rocblas_int, n) \
  F##W(T, A, lda, strideA) F##W(T, B, ldb, strideB) F##P(R, D, strideD) F##P(R, E, strideE) F##V(rocblas_int *, info) F##B
#define ROCSOLVER_sygvdj(F, T, R) F##V(rocblas_eform, itype) F##V(rocblas_evect, evect) F##V(rocblas_fill, uplo) F##V(rocblas_int, n) \
  F##W(T, A, lda, strideA) F##W(T, B, ldb, strideB) F##P(R, D, strideD) F##V(rocblas_int *, info) F##B
#define ROCSOLVER_sygvj(F, T, R) F##V(rocblas_eform, itype) F##V(rocblas_evect, evect) F##V(rocblas_fill, uplo) F##V(rocblas_int, n) \
  F##W(T, A, lda, strideA) F##W(T, B, ldb, strideB) F##V(R, abstol) F##V(R *, residual) F##V(rocblas_int, max_sweeps) \
  F##V(rocblas_int *, n_sweeps) F##P(R, W, strideW) F##V(rocblas_int *, info) F##B
#define ROCSOLVER_sygvdx(F, T, R) F##V(rocblas_eform, itype) F##V(rocblas_evect, evect) F##V(rocblas_erange, erange) F##V(rocblas_fill, uplo) \
  F##V(rocblas_int, n) F##W(T, A, lda, strideA) F##W(T, B, ldb, strideB) F##V(R, vl) F##V(R, vu) F##V(rocblas_int, il) F##V(rocblas_int, iu) \
  F##V(rocblas_int *, nev) F##P(R, W, strideW) F##W(T, Z, ldz, strideZ) F##V(rocblas_int *, info) F##B
#define ROCSOLVER_sygvx(F, T, R) F##V(rocblas_eform, itype) F##V(rocblas_evect, evect) F##V(rocblas_erange, erange) F##V(rocblas_fill, uplo) \
  F##V(rocblas_int, n) F##W(T, A, lda, strideA) F##W(T, B, ldb, strideB) F##V(R, vl) F##V(R, vu) F##V(rocblas_int, il) F##V(rocblas_int, iu) \
  F##V(R, abstol) F##V(rocblas_int *, nev) F##P(R, W, strideW) F##W(T, Z, ldz, strideZ) F##P(rocblas_int, ifail, strideF) \
  F##V(rocblas_int *, info) F##B

/* Singular values and vectors, whose matrices have strides in the batched form too. */
#define ROCSOLVER_gesvd(F, T, R) F##V(rocblas_svect, left_svect) F##V(rocblas_svect, right_svect) F##V(rocblas_int, m) F##V(rocblas_int, n) \
  F##W(T, A, lda, strideA) F##P(R, S, strideS) F##U(T, U, ldu, strideU) F##U(T, V, ldv, strideV) F##P(R, E, strideE) \
  F##V(rocblas_workmode, fast_alg) F##V(rocblas_int *, info) F##B
#define ROCSOLVER_gesvdj(F, T, R) F##V(rocblas_svect, left_svect) F##V(rocblas_svect, right_svect) F##V(rocblas_int, m) F##V(rocblas_int, n) \
  F##W(T, A, lda, strideA) F##V(R, abstol) F##V(R *, residual) F##V(rocblas_int, max_sweeps) F##V(rocblas_int *, n_sweeps) F##P(R, S, strideS) \
  F##U(T, U, ldu, strideU) F##U(T, V, ldv, strideV) F##V(rocblas_int *, info) F##B
#define ROCSOLVER_gesvdx(F, T, R) F##V(rocblas_svect, left_svect) F##V(rocblas_svect, right_svect) F##V(rocblas_srange, srange) \
  F##V(rocblas_int, m) F##V(rocblas_int, n) F##W(T, A, lda, strideA) F##V(R, vl) F##V(R, vu) F##V(rocblas_int, il) F##V(rocblas_int, iu) \
  F##V(rocblas_int *, nsv) F##P(R, S, strideS) F##U(T, U, ldu, strideU) F##U(T, V, ldv, strideV) F##P(rocblas_int, ifail, strideF) \
  F##V(rocblas_int *, info) F##B

/* Eigenvalues of three diagonals, and singular values of two; stedc is as steqr. */
#define ROCSOLVER_sterf(F, T, R) F##V(const rocblas_int, n) F##V(R *, D) F##V(R *, E) F##V(rocblas_int *, info)
#define ROCSOLVER_steqr(F, T, R) F##V(const rocblas_evect, evect) F##V(const rocblas_int, n) F##V(R *, D) F##V(R *, E) F##V(T *, C) \
  F##V(const rocblas_int, ldc) F##V(rocblas_int *, info)
#define ROCSOLVER_bdsqr(F, T, R) F##V(const rocblas_fill, uplo) F##V(const rocblas_int, n) F##V(const rocblas_int, nv) F##V(const rocblas_int, nu) \
  F##V(const rocblas_int, nc) F##V(R *, D) F##V(R *, E) F##V(T *, V) F##V(const rocblas_int, ldv) F##V(T *, U) F##V(const rocblas_int, ldu) \
  F##V(T *, C) F##V(const rocblas_int, ldc) F##V(rocblas_int *, info)

/* A x = l B x and the like as equations of one Hermitian matrix, with B's factor by potrf; sygs2 is as sygst. */
#define ROCSOLVER_sygst(F, T, R) F##V(rocblas_eform, itype) F##V(rocblas_fill, uplo) F##V(rocblas_int, n) F##W(T, A, lda, strideA) \
  F##W(T, B, ldb, strideB) F##B

/* What LAPACK's functions are made of: conjugated vectors, interchanged rows, reflectors, alone and joined, squares of triangles. */
#define ROCSOLVER_lacgv(F, T, R) F##V(const rocblas_int, n) F##V(T *, x) F##V(const rocblas_int, incx)
#define ROCSOLVER_laswp(F, T, R) F##V(const rocblas_int, n) F##V(T *, A) F##V(const rocblas_int, lda) F##V(const rocblas_int, k1) \
  F##V(const rocblas_int, k2) F##V(const rocblas_int *, ipiv) F##V(const rocblas_int, incx)
#define ROCSOLVER_larfg(F, T, R) F##V(const rocblas_int, n) F##V(T *, alpha) F##V(T *, x) F##V(const rocblas_int, incx) F##V(T *, tau)
#define ROCSOLVER_larf(F, T, R) F##V(const rocblas_side, side) F##V(const rocblas_int, m) F##V(const rocblas_int, n) F##V(T *, x) \
  F##V(const rocblas_int, incx) F##V(const T *, alpha) F##V(T *, A) F##V(const rocblas_int, lda)
#define ROCSOLVER_larft(F, T, R) F##V(const rocblas_direct, direct) F##V(const rocblas_storev, storev) F##V(const rocblas_int, n) \
  F##V(const rocblas_int, k) F##V(T *, V) F##V(const rocblas_int, ldv) F##V(T *, tau) F##V(T *, factor) F##V(const rocblas_int, ldt)
#define ROCSOLVER_larfb(F, T, R) F##V(const rocblas_side, side) F##V(const rocblas_operation, trans) F##V(const rocblas_direct, direct) \
  F##V(const rocblas_storev, storev) F##V(const rocblas_int, m) F##V(const rocblas_int, n) F##V(const rocblas_int, k) F##V(T *, V) \
  F##V(const rocblas_int, ldv) F##V(T *, factor) F##V(const rocblas_int, ldt) F##V(T *, A) F##V(const rocblas_int, lda)
#define ROCSOLVER_lauum(F, T, R) F##V(const rocblas_fill, uplo) F##V(const rocblas_int, n) F##V(T *, A) F##V(const rocblas_int, lda)

/* Sparse matrices whose factors' pattern is known, in compressed rows from 0 on: T = (L - I) + U, or Cholesky's L. */
#define ROCSOLVER_CSR(F, T, M) F##V(rocblas_int *, ptr##M) F##V(rocblas_int *, ind##M) F##V(T *, val##M)
#define ROCSOLVER_CSR_OF_T(F, E) F##V(rocblas_int *, ptrT) F##V(rocblas_int *, indT) F##V(E *, valT)
#define ROCSOLVER_csrrf_sumlu(F, T, R) F##V(const rocblas_int, n) F##V(const rocblas_int, nnzL) ROCSOLVER_CSR(F, T, L) \
  F##V(const rocblas_int, nnzU) ROCSOLVER_CSR(F, T, U) ROCSOLVER_CSR_OF_T(F, T)
#define ROCSOLVER_csrrf_splitlu(F, T, R) F##V(const rocblas_int, n) F##V(const rocblas_int, nnzT) ROCSOLVER_CSR_OF_T(F, T) ROCSOLVER_CSR(F, T, L) \
  ROCSOLVER_CSR(F, T, U)
#define ROCSOLVER_csrrf_analysis(F, T, R) F##V(const rocblas_int, n) F##V(const rocblas_int, nrhs) F##V(const rocblas_int, nnzM) \
  ROCSOLVER_CSR(F, T, M) F##V(const rocblas_int, nnzT) ROCSOLVER_CSR_OF_T(F, T) F##V(rocblas_int *, pivP) F##V(rocblas_int *, pivQ) F##V(T *, B) \
  F##V(const rocblas_int, ldb) F##V(rocsolver_rfinfo, rfinfo)
#define ROCSOLVER_csrrf_refactlu(F, T, R) F##V(const rocblas_int, n) F##V(const rocblas_int, nnzA) ROCSOLVER_CSR(F, T, A) \
  F##V(const rocblas_int, nnzT) ROCSOLVER_CSR_OF_T(F, T) F##V(rocblas_int *, pivP) F##V(rocblas_int *, pivQ) F##V(rocsolver_rfinfo, rfinfo)
#define ROCSOLVER_csrrf_refactchol(F, T, R) F##V(const rocblas_int, n) F##V(const rocblas_int, nnzA) ROCSOLVER_CSR(F, T, A) \
  F##V(const rocblas_int, nnzT) ROCSOLVER_CSR_OF_T(F, T) F##V(rocblas_int *, pivQ) F##V(rocsolver_rfinfo, rfinfo)
#define ROCSOLVER_csrrf_solve(F, T, R) F##V(const rocblas_int, n) F##V(const rocblas_int, nrhs) F##V(const rocblas_int, nnzT) \
  ROCSOLVER_CSR_OF_T(F, T) F##V(rocblas_int *, pivP) F##V(rocblas_int *, pivQ) F##V(T *, B) F##V(const rocblas_int, ldb) F##V(rocsolver_rfinfo, rfinfo)

#define ROCSOLVER_SD(X, name, list) X(rocsolver_s##name, list, float, float) X(rocsolver_d##name, list, double, double)
#define ROCSOLVER_CZ(X, name, list) X(rocsolver_c##name, list, rocblas_float_complex, float) X(rocsolver_z##name, list, rocblas_double_complex, double)
#define ROCSOLVER_SDCZ(X, name, list) ROCSOLVER_SD(X, name, list) ROCSOLVER_CZ(X, name, list)
#define ROCSOLVER_BY_NAME(X, real, complex, list) ROCSOLVER_SD(X, real, list) ROCSOLVER_CZ(X, complex, list)

/* Functions in three forms; those of a line do the same. */
#define ROCSOLVER_GETRF(X) ROCSOLVER_SDCZ(X, getrf, getrf) ROCSOLVER_SDCZ(X, getf2, getrf)
#define ROCSOLVER_GETRF_NPVT(X) ROCSOLVER_SDCZ(X, getrf_npvt, getrf_npvt) ROCSOLVER_SDCZ(X, getf2_npvt, getrf_npvt)
#define ROCSOLVER_GETRS(X) ROCSOLVER_SDCZ(X, getrs, getrs)
#define ROCSOLVER_GESV(X) ROCSOLVER_SDCZ(X, gesv, gesv)
#define ROCSOLVER_GETRI(X) ROCSOLVER_SDCZ(X, getri, getri)
#define ROCSOLVER_GETRI_NPVT(X) ROCSOLVER_SDCZ(X, getri_npvt, getri_npvt)
#define ROCSOLVER_GETRI_OUTOFPLACE(X) ROCSOLVER_SDCZ(X, getri_outofplace, getri_outofplace)
#define ROCSOLVER_GETRI_NPVT_OUTOFPLACE(X) ROCSOLVER_SDCZ(X, getri_npvt_outofplace, getri_npvt_outofplace)
#define ROCSOLVER_TRTRI(X) ROCSOLVER_SDCZ(X, trtri, trtri)
#define ROCSOLVER_LU(X)                                                                                                                     \
  ROCSOLVER_GETRF(X) ROCSOLVER_GETRF_NPVT(X) ROCSOLVER_GETRS(X) ROCSOLVER_GESV(X) ROCSOLVER_GETRI(X) ROCSOLVER_GETRI_NPVT(X)                 \
  ROCSOLVER_GETRI_OUTOFPLACE(X) ROCSOLVER_GETRI_NPVT_OUTOFPLACE(X) ROCSOLVER_TRTRI(X)

#define ROCSOLVER_POTRF(X) ROCSOLVER_SDCZ(X, potrf, potrf) ROCSOLVER_SDCZ(X, potf2, potrf)
#define ROCSOLVER_POTRS(X) ROCSOLVER_SDCZ(X, potrs, potrs)
#define ROCSOLVER_POSV(X) ROCSOLVER_SDCZ(X, posv, posv)
#define ROCSOLVER_POTRI(X) ROCSOLVER_SDCZ(X, potri, potrf)
#define ROCSOLVER_CHOLESKY(X) ROCSOLVER_POTRF(X) ROCSOLVER_POTRS(X) ROCSOLVER_POSV(X) ROCSOLVER_POTRI(X)

#define ROCSOLVER_SYTRF(X) ROCSOLVER_SDCZ(X, sytrf, sytrf) ROCSOLVER_SDCZ(X, sytf2, sytrf)

#define ROCSOLVER_GEQRF(X) ROCSOLVER_SDCZ(X, geqrf, geqrf) ROCSOLVER_SDCZ(X, geqr2, geqrf)
#define ROCSOLVER_GELQF(X) ROCSOLVER_SDCZ(X, gelqf, geqrf) ROCSOLVER_SDCZ(X, gelq2, geqrf)
#define ROCSOLVER_GEQLF(X) ROCSOLVER_SDCZ(X, geqlf, geqrf) ROCSOLVER_SDCZ(X, geql2, geqrf)
#define ROCSOLVER_GERQF(X) ROCSOLVER_SDCZ(X, gerqf, geqrf) ROCSOLVER_SDCZ(X, gerq2, geqrf)
#define ROCSOLVER_GELS(X) ROCSOLVER_SDCZ(X, gels, gels)
#define ROCSOLVER_FACTORS(X) ROCSOLVER_GEQRF(X) ROCSOLVER_GELQF(X) ROCSOLVER_GEQLF(X) ROCSOLVER_GERQF(X) ROCSOLVER_GELS(X)

#define ROCSOLVER_SYTRD(X) ROCSOLVER_BY_NAME(X, sytrd, hetrd, sytrd) ROCSOLVER_BY_NAME(X, sytd2, hetd2, sytrd)
#define ROCSOLVER_GEBRD(X) ROCSOLVER_SDCZ(X, gebrd, gebrd) ROCSOLVER_SDCZ(X, gebd2, gebrd)
#define ROCSOLVER_DIAGONALS(X) ROCSOLVER_SYTRD(X) ROCSOLVER_GEBRD(X)

#define ROCSOLVER_SYEV(X) ROCSOLVER_BY_NAME(X, syev, heev, syev) ROCSOLVER_BY_NAME(X, syevd, heevd, syev)
#define ROCSOLVER_SYEVDJ(X) ROCSOLVER_BY_NAME(X, syevdj, heevdj, syevdj)
#define ROCSOLVER_SYEVJ(X) ROCSOLVER_BY_NAME(X, syevj, heevj, syevj)
#define ROCSOLVER_SYEVDX(X) ROCSOLVER_BY_NAME(X, syevdx, heevdx, syevdx)
#define ROCSOLVER_SYEVX(X) ROCSOLVER_BY_NAME(X, syevx, heevx, syevx)
#define ROCSOLVER_EIGEN(X) ROCSOLVER_SYEV(X) ROCSOLVER_SYEVDJ(X) ROCSOLVER_SYEVJ(X) ROCSOLVER_SYEVDX(X) ROCSOLVER_SYEVX(X)

#define ROCSOLVER_SYGV(X) ROCSOLVER_BY_NAME(X, sygv, hegv, sygv) ROCSOLVER_BY_NAME(X, sygvd, hegvd, sygv)
#define ROCSOLVER_SYGVDJ(X) ROCSOLVER_BY_NAME(X, sygvdj, hegvdj, sygvdj)
#define ROCSOLVER_SYGVJ(X) ROCSOLVER_BY_NAME(X, sygvj, hegvj, sygvj)
#define ROCSOLVER_SYGVDX(X) ROCSOLVER_BY_NAME(X, sygvdx, hegvdx, sygvdx)
#define ROCSOLVER_SYGVX(X) ROCSOLVER_BY_NAME(X, sygvx, hegvx, sygvx)
#define ROCSOLVER_GENERALIZED(X) ROCSOLVER_SYGV(X) ROCSOLVER_SYGVDJ(X) ROCSOLVER_SYGVJ(X) ROCSOLVER_SYGVDX(X) ROCSOLVER_SYGVX(X)

#define ROCSOLVER_GESVD(X) ROCSOLVER_SDCZ(X, gesvd, gesvd)
#define ROCSOLVER_GESVDJ(X) ROCSOLVER_SDCZ(X, gesvdj, gesvdj)
#define ROCSOLVER_GESVDX(X) ROCSOLVER_SDCZ(X, gesvdx, gesvdx)
#define ROCSOLVER_SINGULAR(X) ROCSOLVER_GESVD(X) ROCSOLVER_GESVDJ(X) ROCSOLVER_GESVDX(X)

/* Functions in one form. */
#define ROCSOLVER_ORGQR(X) ROCSOLVER_BY_NAME(X, orgqr, ungqr, orgqr) ROCSOLVER_BY_NAME(X, org2r, ung2r, orgqr)
#define ROCSOLVER_ORGLQ(X) ROCSOLVER_BY_NAME(X, orglq, unglq, orgqr) ROCSOLVER_BY_NAME(X, orgl2, ungl2, orgqr)
#define ROCSOLVER_ORGQL(X) ROCSOLVER_BY_NAME(X, orgql, ungql, orgqr) ROCSOLVER_BY_NAME(X, org2l, ung2l, orgqr)
#define ROCSOLVER_ORGBR(X) ROCSOLVER_BY_NAME(X, orgbr, ungbr, orgbr)
#define ROCSOLVER_ORGTR(X) ROCSOLVER_BY_NAME(X, orgtr, ungtr, orgtr)
#define ROCSOLVER_ORMQR(X) ROCSOLVER_BY_NAME(X, ormqr, unmqr, ormqr) ROCSOLVER_BY_NAME(X, orm2r, unm2r, ormqr)
#define ROCSOLVER_ORMLQ(X) ROCSOLVER_BY_NAME(X, ormlq, unmlq, ormqr) ROCSOLVER_BY_NAME(X, orml2, unml2, ormqr)
#define ROCSOLVER_ORMQL(X) ROCSOLVER_BY_NAME(X, ormql, unmql, ormqr) ROCSOLVER_BY_NAME(X, orm2l, unm2l, ormqr)
#define ROCSOLVER_ORMBR(X) ROCSOLVER_BY_NAME(X, ormbr, unmbr, ormbr)
#define ROCSOLVER_ORMTR(X) ROCSOLVER_BY_NAME(X, ormtr, unmtr, ormtr)
#define ROCSOLVER_ORTHOGONAL(X)                                                                                                             \
  ROCSOLVER_ORGQR(X) ROCSOLVER_ORGLQ(X) ROCSOLVER_ORGQL(X) ROCSOLVER_ORGBR(X) ROCSOLVER_ORGTR(X)                                             \
  ROCSOLVER_ORMQR(X) ROCSOLVER_ORMLQ(X) ROCSOLVER_ORMQL(X) ROCSOLVER_ORMBR(X) ROCSOLVER_ORMTR(X)

#define ROCSOLVER_SYGST(X) ROCSOLVER_BY_NAME(X, sygst, hegst, sygst) ROCSOLVER_BY_NAME(X, sygs2, hegs2, sygst)
#define ROCSOLVER_AUXILIARY(X)                                                                                                              \
  ROCSOLVER_SD(X, sterf, sterf) ROCSOLVER_SDCZ(X, steqr, steqr) ROCSOLVER_SDCZ(X, stedc, steqr) ROCSOLVER_SDCZ(X, bdsqr, bdsqr)             \
  ROCSOLVER_CZ(X, lacgv, lacgv) ROCSOLVER_SDCZ(X, laswp, laswp) ROCSOLVER_SDCZ(X, larfg, larfg) ROCSOLVER_SDCZ(X, larf, larf)               \
  ROCSOLVER_SDCZ(X, larft, larft) ROCSOLVER_SDCZ(X, larfb, larfb) ROCSOLVER_SDCZ(X, lauum, lauum)
#define ROCSOLVER_REFACTOR(X)                                                                                                               \
  ROCSOLVER_SD(X, csrrf_sumlu, csrrf_sumlu) ROCSOLVER_SD(X, csrrf_splitlu, csrrf_splitlu) ROCSOLVER_SD(X, csrrf_analysis, csrrf_analysis)   \
  ROCSOLVER_SD(X, csrrf_refactlu, csrrf_refactlu) ROCSOLVER_SD(X, csrrf_refactchol, csrrf_refactchol)                                       \
  ROCSOLVER_SD(X, csrrf_solve, csrrf_solve)

/* Parameters of the forms: V a value, W a matrix, P a vector, which has a stride in both other forms, Q one that has none as its functions have one form
 * only, U a matrix that is passed by its first element and a stride in both other forms, B the number of matrices. */
#define ROCSOLVER_PLAIN_V(type, name) , type name
#define ROCSOLVER_PLAIN_W(T, name, ld, stride) , T *name, rocblas_int ld
#define ROCSOLVER_PLAIN_U(T, name, ld, stride) , T *name, rocblas_int ld
#define ROCSOLVER_PLAIN_P(T, name, stride) , T *name
#define ROCSOLVER_PLAIN_Q(T, name) , T *name
#define ROCSOLVER_PLAIN_B

#define ROCSOLVER_BATCHED_V(type, name) , type name
#define ROCSOLVER_BATCHED_W(T, name, ld, stride) , T *const name[], rocblas_int ld
#define ROCSOLVER_BATCHED_U(T, name, ld, stride) , T *name, rocblas_int ld, rocblas_stride stride
#define ROCSOLVER_BATCHED_P(T, name, stride) , T *name, rocblas_stride stride
#define ROCSOLVER_BATCHED_B , rocblas_int batch_count

#define ROCSOLVER_STRIDED_V(type, name) , type name
#define ROCSOLVER_STRIDED_W(T, name, ld, stride) , T *name, rocblas_int ld, rocblas_stride stride
#define ROCSOLVER_STRIDED_U(T, name, ld, stride) , T *name, rocblas_int ld, rocblas_stride stride
#define ROCSOLVER_STRIDED_P(T, name, stride) , T *name, rocblas_stride stride
#define ROCSOLVER_STRIDED_B , rocblas_int batch_count

#define ROCSOLVER_DECLARE_PLAIN(N, list, T, R) ROCSOLVER_EXPORT rocblas_status N(rocblas_handle handle ROCSOLVER_##list(ROCSOLVER_PLAIN_, T, R));
#define ROCSOLVER_DECLARE(N, list, T, R)                                                                                                    \
  ROCSOLVER_DECLARE_PLAIN(N, list, T, R)                                                                                                    \
  ROCSOLVER_EXPORT rocblas_status N##_batched(rocblas_handle handle ROCSOLVER_##list(ROCSOLVER_BATCHED_, T, R));                            \
  ROCSOLVER_EXPORT rocblas_status N##_strided_batched(rocblas_handle handle ROCSOLVER_##list(ROCSOLVER_STRIDED_, T, R));

#ifdef __cplusplus
extern "C" {
#endif

ROCSOLVER_EXPORT rocblas_status rocsolver_get_version_string(char *buf, size_t len);
ROCSOLVER_EXPORT rocblas_status rocsolver_get_version_string_size(size_t *len);

ROCSOLVER_LU(ROCSOLVER_DECLARE)
ROCSOLVER_CHOLESKY(ROCSOLVER_DECLARE)
ROCSOLVER_SYTRF(ROCSOLVER_DECLARE)
ROCSOLVER_FACTORS(ROCSOLVER_DECLARE)
ROCSOLVER_DIAGONALS(ROCSOLVER_DECLARE)
ROCSOLVER_EIGEN(ROCSOLVER_DECLARE)
ROCSOLVER_GENERALIZED(ROCSOLVER_DECLARE)
ROCSOLVER_SINGULAR(ROCSOLVER_DECLARE)
ROCSOLVER_ORTHOGONAL(ROCSOLVER_DECLARE_PLAIN)
ROCSOLVER_SYGST(ROCSOLVER_DECLARE)
ROCSOLVER_AUXILIARY(ROCSOLVER_DECLARE_PLAIN)

ROCSOLVER_EXPORT rocblas_status rocsolver_create_rfinfo(rocsolver_rfinfo *rfinfo, rocblas_handle handle);
ROCSOLVER_EXPORT rocblas_status rocsolver_destroy_rfinfo(rocsolver_rfinfo rfinfo);
ROCSOLVER_EXPORT rocblas_status rocsolver_set_rfinfo_mode(rocsolver_rfinfo rfinfo, rocsolver_rfinfo_mode mode);
ROCSOLVER_EXPORT rocblas_status rocsolver_get_rfinfo_mode(rocsolver_rfinfo rfinfo, rocsolver_rfinfo_mode *mode);
ROCSOLVER_REFACTOR(ROCSOLVER_DECLARE_PLAIN)

#ifdef __cplusplus
}
#endif

#endif
