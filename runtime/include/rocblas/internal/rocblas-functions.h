/* rocblas-functions.h: the functions of rocBLAS and their parameters, each once, and declarations made of these lists in all forms; runtime/rocblas/forms.h
 * makes definitions.
 *
 * ROCBLAS_gemm(F, T, R, I): what stands behind the handle, with elements T, their real type R and sizes I. F's macros: V a value, A and W a vector or matrix
 * that is read or written, P and Q the same without increment or leading dimension, B the number of matrices; of types that are arguments, X and Y are
 * read or written; of the compute type, M and N. S is a stride that only the strided form has.
 * ROCBLAS_LEVEL_n(X): X(s, gemm, gemm, float, float) for each function: letters and name, list, T, R.
 */
#ifndef HIPVK_ROCBLAS_FUNCTIONS_H
#define HIPVK_ROCBLAS_FUNCTIONS_H

#include "rocblas-export.h"
#include "rocblas-types.h"

/* Level 1. rscal and rrot have real factors for complex vectors. */
#define ROCBLAS_axpy(F, T, R, I) F##V(I, n) F##V(const T *, alpha) F##A(T, I, x, incx, stride_x) F##W(T, I, y, incy, stride_y) F##B(I)
#define ROCBLAS_copy(F, T, R, I) F##V(I, n) F##A(T, I, x, incx, stride_x) F##W(T, I, y, incy, stride_y) F##B(I)
#define ROCBLAS_swap(F, T, R, I) F##V(I, n) F##W(T, I, x, incx, stride_x) F##W(T, I, y, incy, stride_y) F##B(I)
#define ROCBLAS_scal(F, T, R, I) F##V(I, n) F##V(const T *, alpha) F##W(T, I, x, incx, stride_x) F##B(I)
#define ROCBLAS_rscal(F, T, R, I) F##V(I, n) F##V(const R *, alpha) F##W(T, I, x, incx, stride_x) F##B(I)
#define ROCBLAS_dot(F, T, R, I) F##V(I, n) F##A(T, I, x, incx, stride_x) F##A(T, I, y, incy, stride_y) F##B(I) F##V(T *, result)
#define ROCBLAS_nrm2(F, T, R, I) F##V(I, n) F##A(T, I, x, incx, stride_x) F##B(I) F##V(R *, result)
#define ROCBLAS_asum(F, T, R, I) F##V(I, n) F##A(T, I, x, incx, stride_x) F##B(I) F##V(R *, result)
#define ROCBLAS_iamax(F, T, R, I) F##V(I, n) F##A(T, I, x, incx, stride_x) F##B(I) F##V(I *, result)
#define ROCBLAS_rot(F, T, R, I) F##V(I, n) F##W(T, I, x, incx, stride_x) F##W(T, I, y, incy, stride_y) F##V(const R *, c) F##V(const T *, s) \
  F##B(I)
#define ROCBLAS_rrot(F, T, R, I) F##V(I, n) F##W(T, I, x, incx, stride_x) F##W(T, I, y, incy, stride_y) F##V(const R *, c) F##V(const R *, s) \
  F##B(I)
#define ROCBLAS_rotg(F, T, R, I) F##Q(T, a, stride_a) F##Q(T, b, stride_b) F##Q(R, c, stride_c) F##Q(T, s, stride_s) F##B(I)
#define ROCBLAS_rotm(F, T, R, I) F##V(I, n) F##W(T, I, x, incx, stride_x) F##W(T, I, y, incy, stride_y) F##P(T, param, stride_param) F##B(I)
#define ROCBLAS_rotmg(F, T, R, I) F##Q(T, d1, stride_d1) F##Q(T, d2, stride_d2) F##Q(T, x1, stride_x1) F##P(T, y1, stride_y1) \
  F##Q(T, param, stride_param) F##B(I)

/* Level 2. symv and syr2 are hemv and her2 too, and so on; trmv is trsv too. */
#define ROCBLAS_gbmv(F, T, R, I) F##V(rocblas_operation, trans) F##V(I, m) F##V(I, n) F##V(I, kl) F##V(I, ku) F##V(const T *, alpha) \
  F##A(T, I, A, lda, stride_A) F##A(T, I, x, incx, stride_x) F##V(const T *, beta) F##W(T, I, y, incy, stride_y) F##B(I)
#define ROCBLAS_gemv(F, T, R, I) F##V(rocblas_operation, trans) F##V(I, m) F##V(I, n) F##V(const T *, alpha) F##A(T, I, A, lda, stride_A) \
  F##A(T, I, x, incx, stride_x) F##V(const T *, beta) F##W(T, I, y, incy, stride_y) F##B(I)
#define ROCBLAS_ger(F, T, R, I) F##V(I, m) F##V(I, n) F##V(const T *, alpha) F##A(T, I, x, incx, stride_x) F##A(T, I, y, incy, stride_y) \
  F##W(T, I, A, lda, stride_A) F##B(I)
#define ROCBLAS_sbmv(F, T, R, I) F##V(rocblas_fill, uplo) F##V(I, n) F##V(I, k) F##V(const T *, alpha) F##A(T, I, A, lda, stride_A) \
  F##A(T, I, x, incx, stride_x) F##V(const T *, beta) F##W(T, I, y, incy, stride_y) F##B(I)
#define ROCBLAS_symv(F, T, R, I) F##V(rocblas_fill, uplo) F##V(I, n) F##V(const T *, alpha) F##A(T, I, A, lda, stride_A) \
  F##A(T, I, x, incx, stride_x) F##V(const T *, beta) F##W(T, I, y, incy, stride_y) F##B(I)
#define ROCBLAS_spmv(F, T, R, I) F##V(rocblas_fill, uplo) F##V(I, n) F##V(const T *, alpha) F##P(T, AP, stride_A) F##A(T, I, x, incx, stride_x) \
  F##V(const T *, beta) F##W(T, I, y, incy, stride_y) F##B(I)
#define ROCBLAS_her(F, T, R, I) F##V(rocblas_fill, uplo) F##V(I, n) F##V(const R *, alpha) F##A(T, I, x, incx, stride_x) \
  F##W(T, I, A, lda, stride_A) F##B(I)
#define ROCBLAS_syr(F, T, R, I) F##V(rocblas_fill, uplo) F##V(I, n) F##V(const T *, alpha) F##A(T, I, x, incx, stride_x) \
  F##W(T, I, A, lda, stride_A) F##B(I)
#define ROCBLAS_syr2(F, T, R, I) F##V(rocblas_fill, uplo) F##V(I, n) F##V(const T *, alpha) F##A(T, I, x, incx, stride_x) \
  F##A(T, I, y, incy, stride_y) F##W(T, I, A, lda, stride_A) F##B(I)
#define ROCBLAS_hpr(F, T, R, I) F##V(rocblas_fill, uplo) F##V(I, n) F##V(const R *, alpha) F##A(T, I, x, incx, stride_x) F##Q(T, AP, stride_A) \
  F##B(I)
#define ROCBLAS_spr(F, T, R, I) F##V(rocblas_fill, uplo) F##V(I, n) F##V(const T *, alpha) F##A(T, I, x, incx, stride_x) F##Q(T, AP, stride_A) \
  F##B(I)
#define ROCBLAS_spr2(F, T, R, I) F##V(rocblas_fill, uplo) F##V(I, n) F##V(const T *, alpha) F##A(T, I, x, incx, stride_x) \
  F##A(T, I, y, incy, stride_y) F##Q(T, AP, stride_A) F##B(I)
#define ROCBLAS_trmv(F, T, R, I) F##V(rocblas_fill, uplo) F##V(rocblas_operation, trans) F##V(rocblas_diagonal, diag) F##V(I, n) \
  F##A(T, I, A, lda, stride_A) F##W(T, I, x, incx, stride_x) F##B(I)
#define ROCBLAS_tbmv(F, T, R, I) F##V(rocblas_fill, uplo) F##V(rocblas_operation, trans) F##V(rocblas_diagonal, diag) F##V(I, n) F##V(I, k) \
  F##A(T, I, A, lda, stride_A) F##W(T, I, x, incx, stride_x) F##B(I)
#define ROCBLAS_tpmv(F, T, R, I) F##V(rocblas_fill, uplo) F##V(rocblas_operation, trans) F##V(rocblas_diagonal, diag) F##V(I, n) \
  F##P(T, AP, stride_A) F##W(T, I, x, incx, stride_x) F##B(I)

/* Level 3. */
#define ROCBLAS_gemm(F, T, R, I) F##V(rocblas_operation, transA) F##V(rocblas_operation, transB) F##V(I, m) F##V(I, n) F##V(I, k) \
  F##V(const T *, alpha) F##A(T, I, A, lda, stride_A) F##A(T, I, B, ldb, stride_B) F##V(const T *, beta) F##W(T, I, C, ldc, stride_C) F##B(I)
#define ROCBLAS_herk(F, T, R, I) F##V(rocblas_fill, uplo) F##V(rocblas_operation, trans) F##V(I, n) F##V(I, k) F##V(const R *, alpha) \
  F##A(T, I, A, lda, stride_A) F##V(const R *, beta) F##W(T, I, C, ldc, stride_C) F##B(I)
#define ROCBLAS_syrk(F, T, R, I) F##V(rocblas_fill, uplo) F##V(rocblas_operation, trans) F##V(I, n) F##V(I, k) F##V(const T *, alpha) \
  F##A(T, I, A, lda, stride_A) F##V(const T *, beta) F##W(T, I, C, ldc, stride_C) F##B(I)
#define ROCBLAS_her2k(F, T, R, I) F##V(rocblas_fill, uplo) F##V(rocblas_operation, trans) F##V(I, n) F##V(I, k) F##V(const T *, alpha) \
  F##A(T, I, A, lda, stride_A) F##A(T, I, B, ldb, stride_B) F##V(const R *, beta) F##W(T, I, C, ldc, stride_C) F##B(I)
#define ROCBLAS_syr2k(F, T, R, I) F##V(rocblas_fill, uplo) F##V(rocblas_operation, trans) F##V(I, n) F##V(I, k) F##V(const T *, alpha) \
  F##A(T, I, A, lda, stride_A) F##A(T, I, B, ldb, stride_B) F##V(const T *, beta) F##W(T, I, C, ldc, stride_C) F##B(I)
#define ROCBLAS_symm(F, T, R, I) F##V(rocblas_side, side) F##V(rocblas_fill, uplo) F##V(I, m) F##V(I, n) F##V(const T *, alpha) \
  F##A(T, I, A, lda, stride_A) F##A(T, I, B, ldb, stride_B) F##V(const T *, beta) F##W(T, I, C, ldc, stride_C) F##B(I)
#define ROCBLAS_trmm(F, T, R, I) F##V(rocblas_side, side) F##V(rocblas_fill, uplo) F##V(rocblas_operation, trans) F##V(rocblas_diagonal, diag) \
  F##V(I, m) F##V(I, n) F##V(const T *, alpha) F##A(T, I, A, lda, stride_A) F##A(T, I, B, ldb, stride_B) F##W(T, I, C, ldc, stride_C) F##B(I)
#define ROCBLAS_trsm(F, T, R, I) F##V(rocblas_side, side) F##V(rocblas_fill, uplo) F##V(rocblas_operation, trans) F##V(rocblas_diagonal, diag) \
  F##V(I, m) F##V(I, n) F##V(const T *, alpha) F##A(T, I, A, lda, stride_A) F##W(T, I, B, ldb, stride_B) F##B(I)
#define ROCBLAS_trtri(F, T, R, I) F##V(rocblas_fill, uplo) F##V(rocblas_diagonal, diag) F##V(I, n) F##A(T, I, A, lda, stride_A) \
  F##W(T, I, invA, ldinvA, stride_invA) F##B(I)
#define ROCBLAS_geam(F, T, R, I) F##V(rocblas_operation, transA) F##V(rocblas_operation, transB) F##V(I, m) F##V(I, n) F##V(const T *, alpha) \
  F##A(T, I, A, lda, stride_A) F##V(const T *, beta) F##A(T, I, B, ldb, stride_B) F##W(T, I, C, ldc, stride_C) F##B(I)
#define ROCBLAS_dgmm(F, T, R, I) F##V(rocblas_side, side) F##V(I, m) F##V(I, n) F##A(T, I, A, lda, stride_A) F##A(T, I, x, incx, stride_x) \
  F##W(T, I, C, ldc, stride_C) F##B(I)

#define ROCBLAS_gemmt(F, T, R, I) F##V(rocblas_fill, uplo) F##V(rocblas_operation, transA) F##V(rocblas_operation, transB) F##V(I, n) F##V(I, k) \
  F##V(const T *, alpha) F##A(T, I, A, lda, stride_A) F##A(T, I, B, ldb, stride_B) F##V(const T *, beta) F##W(T, I, C, ldc, stride_C) F##B(I)

/* gemv of 16-bit elements T with float factors and a result of elements R. */
#define ROCBLAS_gemv_short(F, T, R, I) F##V(rocblas_operation, trans) F##V(I, m) F##V(I, n) F##V(const float *, alpha) F##A(T, I, A, lda, stride_A) \
  F##A(T, I, x, incx, stride_x) F##V(const float *, beta) F##W(R, I, y, incy, stride_y) F##B(I)

/* Of types that are arguments. Where batched, a is an array of pointers behind void *. */
#define ROCBLAS_gemm_ex(F, I) F##V(rocblas_operation, transA) F##V(rocblas_operation, transB) F##V(I, m) F##V(I, n) F##V(I, k) \
  F##V(const void *, alpha) F##X(I, a, a_type, lda, stride_a) F##X(I, b, b_type, ldb, stride_b) F##V(const void *, beta) \
  F##X(I, c, c_type, ldc, stride_c) F##Y(I, d, d_type, ldd, stride_d) F##B(I) F##V(rocblas_datatype, compute_type) F##V(rocblas_gemm_algo, algo) \
  F##V(int32_t, solution_index) F##V(uint32_t, flags)
#define ROCBLAS_axpy_ex(F, I) F##V(I, n) F##V(const void *, alpha) F##V(rocblas_datatype, alpha_type) F##X(I, x, x_type, incx, stride_x) \
  F##Y(I, y, y_type, incy, stride_y) F##B(I) F##V(rocblas_datatype, execution_type)
#define ROCBLAS_dot_ex(F, I) F##V(I, n) F##X(I, x, x_type, incx, stride_x) F##X(I, y, y_type, incy, stride_y) F##B(I) F##V(void *, result) \
  F##V(rocblas_datatype, result_type) F##V(rocblas_datatype, execution_type)
#define ROCBLAS_nrm2_ex(F, I) F##V(I, n) F##X(I, x, x_type, incx, stride_x) F##B(I) F##V(void *, result) F##V(rocblas_datatype, result_type) \
  F##V(rocblas_datatype, execution_type)
#define ROCBLAS_rot_ex(F, I) F##V(I, n) F##Y(I, x, x_type, incx, stride_x) F##Y(I, y, y_type, incy, stride_y) F##V(const void *, c) \
  F##V(const void *, s) F##V(rocblas_datatype, cs_type) F##B(I) F##V(rocblas_datatype, execution_type)
#define ROCBLAS_scal_ex(F, I) F##V(I, n) F##V(const void *, alpha) F##V(rocblas_datatype, alpha_type) F##Y(I, x, x_type, incx, stride_x) F##B(I) \
  F##V(rocblas_datatype, execution_type)
#define ROCBLAS_trsm_ex(F, I) F##V(rocblas_side, side) F##V(rocblas_fill, uplo) F##V(rocblas_operation, trans) F##V(rocblas_diagonal, diag) \
  F##V(I, m) F##V(I, n) F##V(const void *, alpha) F##M(I, A, lda, stride_A) F##N(I, B, ldb, stride_B) F##B(I) F##V(const void *, invA) \
  F##V(I, invA_size) F##S(stride_invA) F##V(rocblas_datatype, compute_type)

#define ROCBLAS_SD(X, name, list) X(s, name, list, float, float) X(d, name, list, double, double)
#define ROCBLAS_CZ(X, name, list) X(c, name, list, rocblas_float_complex, float) X(z, name, list, rocblas_double_complex, double)
#define ROCBLAS_SDCZ(X, name, list) ROCBLAS_SD(X, name, list) ROCBLAS_CZ(X, name, list)
/* Complex vectors with something real: a factor (p, q: the two letters in front), or a result. */
#define ROCBLAS_REAL(X, p, q, name, list) X(p, name, list, rocblas_float_complex, float) X(q, name, list, rocblas_double_complex, double)

#define ROCBLAS_LEVEL_1(X)                                                                                                                  \
  ROCBLAS_SDCZ(X, axpy, axpy) X(h, axpy, axpy, rocblas_half, rocblas_half)                                                                  \
  ROCBLAS_SDCZ(X, copy, copy) ROCBLAS_SDCZ(X, swap, swap)                                                                                   \
  ROCBLAS_SDCZ(X, scal, scal) ROCBLAS_REAL(X, cs, zd, scal, rscal)                                                                          \
  ROCBLAS_SD(X, dot, dot) ROCBLAS_CZ(X, dotu, dot) ROCBLAS_CZ(X, dotc, dot)                                                                 \
  X(h, dot, dot, rocblas_half, rocblas_half) X(bf, dot, dot, rocblas_bfloat16, rocblas_bfloat16)                                            \
  ROCBLAS_SD(X, nrm2, nrm2) ROCBLAS_REAL(X, sc, dz, nrm2, nrm2) ROCBLAS_SD(X, asum, asum) ROCBLAS_REAL(X, sc, dz, asum, asum)               \
  ROCBLAS_SDCZ(X, rot, rot) ROCBLAS_REAL(X, cs, zd, rot, rrot) ROCBLAS_SDCZ(X, rotg, rotg) ROCBLAS_SD(X, rotm, rotm) ROCBLAS_SD(X, rotmg, rotmg)
#define ROCBLAS_INDEX(X, name)                                                                                                              \
  X(is, name, iamax, float, float) X(id, name, iamax, double, double) ROCBLAS_REAL(X, ic, iz, name, iamax)
#define ROCBLAS_INDICES(X) ROCBLAS_INDEX(X, amax) ROCBLAS_INDEX(X, amin)

#define ROCBLAS_LEVEL_2(X)                                                                                                                  \
  ROCBLAS_SDCZ(X, gemv, gemv) ROCBLAS_SDCZ(X, gbmv, gbmv) ROCBLAS_SDCZ(X, symv, symv) ROCBLAS_CZ(X, hemv, symv)                             \
  ROCBLAS_SD(X, sbmv, sbmv) ROCBLAS_CZ(X, hbmv, sbmv) ROCBLAS_SD(X, spmv, spmv) ROCBLAS_CZ(X, hpmv, spmv)                                   \
  ROCBLAS_SDCZ(X, trmv, trmv) ROCBLAS_SDCZ(X, tbmv, tbmv) ROCBLAS_SDCZ(X, tpmv, tpmv)                                                       \
  ROCBLAS_SDCZ(X, trsv, trmv) ROCBLAS_SDCZ(X, tbsv, tbmv) ROCBLAS_SDCZ(X, tpsv, tpmv)                                                       \
  ROCBLAS_SD(X, ger, ger) ROCBLAS_CZ(X, geru, ger) ROCBLAS_CZ(X, gerc, ger)                                                                 \
  ROCBLAS_SDCZ(X, syr, syr) ROCBLAS_CZ(X, her, her) ROCBLAS_SDCZ(X, syr2, syr2) ROCBLAS_CZ(X, her2, syr2)                                   \
  ROCBLAS_SDCZ(X, spr, spr) ROCBLAS_CZ(X, hpr, hpr) ROCBLAS_SD(X, spr2, spr2) ROCBLAS_CZ(X, hpr2, spr2)
/* Only batched. */
#define ROCBLAS_GEMV_SHORT(X)                                                                                                               \
  X(hsh, gemv, gemv_short, rocblas_half, rocblas_half) X(hss, gemv, gemv_short, rocblas_half, float)                                        \
  X(tst, gemv, gemv_short, rocblas_bfloat16, rocblas_bfloat16) X(tss, gemv, gemv_short, rocblas_bfloat16, float)

#define ROCBLAS_LEVEL_3(X)                                                                                                                  \
  ROCBLAS_SDCZ(X, gemm, gemm) X(h, gemm, gemm, rocblas_half, rocblas_half)                                                                  \
  ROCBLAS_SDCZ(X, symm, symm) ROCBLAS_CZ(X, hemm, symm) ROCBLAS_SDCZ(X, syrk, syrk) ROCBLAS_CZ(X, herk, herk)                               \
  ROCBLAS_SDCZ(X, syrkx, syr2k) ROCBLAS_CZ(X, herkx, her2k) ROCBLAS_SDCZ(X, syr2k, syr2k) ROCBLAS_CZ(X, her2k, her2k)                       \
  ROCBLAS_SDCZ(X, trmm, trmm) ROCBLAS_SDCZ(X, trsm, trsm) ROCBLAS_SDCZ(X, geam, geam) ROCBLAS_SDCZ(X, dgmm, dgmm)
/* hipBLAS has no such function. */
#define ROCBLAS_GEMMT(X) ROCBLAS_SDCZ(X, gemmt, gemmt)
/* Without 64-bit sizes. */
#define ROCBLAS_TRTRI(X) ROCBLAS_SDCZ(X, trtri, trtri)

/* X(name, Name): what rocBLAS and hipBLAS call them. */
#define ROCBLAS_MIXED(X) X(axpy, Axpy) X(dot, Dot) X(dotc, Dotc) X(nrm2, Nrm2) X(rot, Rot) X(scal, Scal)
#define ROCBLAS_dotc_ex ROCBLAS_dot_ex

/* Parameters of the three forms. */
#define ROCBLAS_PLAIN_V(type, name) , type name
#define ROCBLAS_PLAIN_A(T, I, name, ld, stride) , const T *name, I ld
#define ROCBLAS_PLAIN_W(T, I, name, ld, stride) , T *name, I ld
#define ROCBLAS_PLAIN_P(T, name, stride) , const T *name
#define ROCBLAS_PLAIN_Q(T, name, stride) , T *name
#define ROCBLAS_PLAIN_B(I)
#define ROCBLAS_PLAIN_X(I, name, type, ld, stride) , const void *name, rocblas_datatype type, I ld
#define ROCBLAS_PLAIN_Y(I, name, type, ld, stride) , void *name, rocblas_datatype type, I ld
#define ROCBLAS_PLAIN_M(I, name, ld, stride) , const void *name, I ld
#define ROCBLAS_PLAIN_N(I, name, ld, stride) , void *name, I ld
#define ROCBLAS_PLAIN_S(stride)

#define ROCBLAS_BATCHED_V(type, name) , type name
#define ROCBLAS_BATCHED_A(T, I, name, ld, stride) , const T *const name[], I ld
#define ROCBLAS_BATCHED_W(T, I, name, ld, stride) , T *const name[], I ld
#define ROCBLAS_BATCHED_P(T, name, stride) , const T *const name[]
#define ROCBLAS_BATCHED_Q(T, name, stride) , T *const name[]
#define ROCBLAS_BATCHED_B(I) , I batch_count
#define ROCBLAS_BATCHED_X(I, name, type, ld, stride) , const void *name, rocblas_datatype type, I ld
#define ROCBLAS_BATCHED_Y(I, name, type, ld, stride) , void *name, rocblas_datatype type, I ld
#define ROCBLAS_BATCHED_M(I, name, ld, stride) , const void *name, I ld
#define ROCBLAS_BATCHED_N(I, name, ld, stride) , void *name, I ld
#define ROCBLAS_BATCHED_S(stride)

#define ROCBLAS_STRIDED_V(type, name) , type name
#define ROCBLAS_STRIDED_A(T, I, name, ld, stride) , const T *name, I ld, rocblas_stride stride
#define ROCBLAS_STRIDED_W(T, I, name, ld, stride) , T *name, I ld, rocblas_stride stride
#define ROCBLAS_STRIDED_P(T, name, stride) , const T *name, rocblas_stride stride
#define ROCBLAS_STRIDED_Q(T, name, stride) , T *name, rocblas_stride stride
#define ROCBLAS_STRIDED_B(I) , I batch_count
#define ROCBLAS_STRIDED_X(I, name, type, ld, stride) , const void *name, rocblas_datatype type, I ld, rocblas_stride stride
#define ROCBLAS_STRIDED_Y(I, name, type, ld, stride) , void *name, rocblas_datatype type, I ld, rocblas_stride stride
#define ROCBLAS_STRIDED_M(I, name, ld, stride) , const void *name, I ld, rocblas_stride stride
#define ROCBLAS_STRIDED_N(I, name, ld, stride) , void *name, I ld, rocblas_stride stride
#define ROCBLAS_STRIDED_S(stride) , rocblas_stride stride

#ifdef __cplusplus
extern "C" {
#endif

/* E stands behind the form in a name. */
#define ROCBLAS_DECLARE_BATCHES(N, E, suffix, list, ...)                                                                                    \
  ROCBLAS_EXPORT rocblas_status N##_batched##E##suffix(rocblas_handle handle ROCBLAS_##list(ROCBLAS_BATCHED_, __VA_ARGS__));                 \
  ROCBLAS_EXPORT rocblas_status N##_strided_batched##E##suffix(rocblas_handle handle ROCBLAS_##list(ROCBLAS_STRIDED_, __VA_ARGS__));
#define ROCBLAS_DECLARE_FORMS(N, E, suffix, list, ...)                                                                                      \
  ROCBLAS_EXPORT rocblas_status N##E##suffix(rocblas_handle handle ROCBLAS_##list(ROCBLAS_PLAIN_, __VA_ARGS__));                             \
  ROCBLAS_DECLARE_BATCHES(N, E, suffix, list, __VA_ARGS__)
#define ROCBLAS_DECLARE_INT(p, name, list, T, R) ROCBLAS_DECLARE_FORMS(rocblas_##p##name, , , list, T, R, rocblas_int)
#define ROCBLAS_DECLARE(p, name, list, T, R)                                                                                                \
  ROCBLAS_DECLARE_INT(p, name, list, T, R) ROCBLAS_DECLARE_FORMS(rocblas_##p##name, , _64, list, T, R, int64_t)
#define ROCBLAS_DECLARE_BATCHED(p, name, list, T, R)                                                                                        \
  ROCBLAS_DECLARE_BATCHES(rocblas_##p##name, , , list, T, R, rocblas_int) ROCBLAS_DECLARE_BATCHES(rocblas_##p##name, , _64, list, T, R, int64_t)
#define ROCBLAS_DECLARE_MIXED(name, Name)                                                                                                   \
  ROCBLAS_DECLARE_FORMS(rocblas_##name, _ex, , name##_ex, rocblas_int) ROCBLAS_DECLARE_FORMS(rocblas_##name, _ex, _64, name##_ex, int64_t)

ROCBLAS_LEVEL_1(ROCBLAS_DECLARE)
ROCBLAS_INDICES(ROCBLAS_DECLARE)
ROCBLAS_LEVEL_2(ROCBLAS_DECLARE)
ROCBLAS_GEMV_SHORT(ROCBLAS_DECLARE_BATCHED)
ROCBLAS_LEVEL_3(ROCBLAS_DECLARE)
ROCBLAS_GEMMT(ROCBLAS_DECLARE)
ROCBLAS_TRTRI(ROCBLAS_DECLARE_INT)
ROCBLAS_MIXED(ROCBLAS_DECLARE_MIXED)
ROCBLAS_DECLARE_MIXED(gemm, Gemm)
ROCBLAS_DECLARE_FORMS(rocblas_trsm, _ex, , trsm_ex, rocblas_int)

ROCBLAS_EXPORT rocblas_status rocblas_geam_ex(rocblas_handle handle, rocblas_operation transA, rocblas_operation transB, rocblas_int m, rocblas_int n,
                                              rocblas_int k, const void *alpha, const void *A, rocblas_datatype a_type, rocblas_int lda,
                                              const void *B, rocblas_datatype b_type, rocblas_int ldb, const void *beta, const void *C,
                                              rocblas_datatype c_type, rocblas_int ldc, void *D, rocblas_datatype d_type, rocblas_int ldd,
                                              rocblas_datatype compute_type, rocblas_geam_ex_operation geam_ex_op);

#ifdef __cplusplus
}
#endif

#endif
