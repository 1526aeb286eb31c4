/* hipblas-functions.h: the functions of hipBLAS and their parameters, each once. hipblas.h makes declarations of these lists, and says what F's
 * macros stand for (F##A a matrix or vector that is read, F##W one that is written, ...); runtime/blas/forms.h makes definitions of them.
 *
 * HIPBLAS_gemm(F, T, R, I): what stands behind the handle, with elements T, their real type R and sizes I.
 * HIPBLAS_LEVEL_n(X): X(name, parameters, T, R) for each function in its plain form.
 */
#ifndef HIPVK_HIPBLAS_FUNCTIONS_H
#define HIPVK_HIPBLAS_FUNCTIONS_H

/* Level 1. rscal and rrot have real factors for complex vectors. */
#define HIPBLAS_axpy(F, T, R, I) F##V(I, n) F##V(const T *, alpha) F##A(T, I, x, incx, stridex) F##W(T, I, y, incy, stridey) F##B(I)
#define HIPBLAS_copy(F, T, R, I) F##V(I, n) F##A(T, I, x, incx, stridex) F##W(T, I, y, incy, stridey) F##B(I)
#define HIPBLAS_swap(F, T, R, I) F##V(I, n) F##W(T, I, x, incx, stridex) F##W(T, I, y, incy, stridey) F##B(I)
#define HIPBLAS_scal(F, T, R, I) F##V(I, n) F##V(const T *, alpha) F##W(T, I, x, incx, stridex) F##B(I)
#define HIPBLAS_rscal(F, T, R, I) F##V(I, n) F##V(const R *, alpha) F##W(T, I, x, incx, stridex) F##B(I)
#define HIPBLAS_dot(F, T, R, I) F##V(I, n) F##A(T, I, x, incx, stridex) F##A(T, I, y, incy, stridey) F##B(I) F##V(T *, result)
#define HIPBLAS_nrm2(F, T, R, I) F##V(I, n) F##A(T, I, x, incx, stridex) F##B(I) F##V(R *, result)
#define HIPBLAS_asum(F, T, R, I) F##V(I, n) F##A(T, I, x, incx, stridex) F##B(I) F##V(R *, result)
#define HIPBLAS_iamax(F, T, R, I) F##V(I, n) F##A(T, I, x, incx, stridex) F##B(I) F##V(I *, result)
#define HIPBLAS_rot(F, T, R, I) F##V(I, n) F##W(T, I, x, incx, stridex) F##W(T, I, y, incy, stridey) F##V(const R *, c) F##V(const T *, s) F##B(I)
#define HIPBLAS_rrot(F, T, R, I) F##V(I, n) F##W(T, I, x, incx, stridex) F##W(T, I, y, incy, stridey) F##V(const R *, c) F##V(const R *, s) \
  F##B(I)
#define HIPBLAS_rotg(F, T, R, I) F##Q(T, a, stridea) F##Q(T, b, strideb) F##Q(R, c, stridec) F##Q(T, s, strides) F##B(I)
#define HIPBLAS_rotm(F, T, R, I) F##V(I, n) F##W(T, I, x, incx, stridex) F##W(T, I, y, incy, stridey) F##P(T, param, strideParam) F##B(I)
#define HIPBLAS_rotmg(F, T, R, I) F##Q(T, d1, strided1) F##Q(T, d2, strided2) F##Q(T, x1, stridex1) F##P(T, y1, stridey1) \
  F##Q(T, param, strideParam) F##B(I)

/* Level 2. symv and syr2 are hemv and her2 too, and so on; trmv is trsv too. */
#define HIPBLAS_gbmv(F, T, R, I) F##V(hipblasOperation_t, trans) F##V(I, m) F##V(I, n) F##V(I, kl) F##V(I, ku) F##V(const T *, alpha) \
  F##A(T, I, AP, lda, strideA) F##A(T, I, x, incx, stridex) F##V(const T *, beta) F##W(T, I, y, incy, stridey) F##B(I)
#define HIPBLAS_gemv(F, T, R, I) F##V(hipblasOperation_t, trans) F##V(I, m) F##V(I, n) F##V(const T *, alpha) F##A(T, I, AP, lda, strideA) \
  F##A(T, I, x, incx, stridex) F##V(const T *, beta) F##W(T, I, y, incy, stridey) F##B(I)
#define HIPBLAS_ger(F, T, R, I) F##V(I, m) F##V(I, n) F##V(const T *, alpha) F##A(T, I, x, incx, stridex) F##A(T, I, y, incy, stridey) \
  F##W(T, I, AP, lda, strideA) F##B(I)
#define HIPBLAS_sbmv(F, T, R, I) F##V(hipblasFillMode_t, uplo) F##V(I, n) F##V(I, k) F##V(const T *, alpha) F##A(T, I, AP, lda, strideA) \
  F##A(T, I, x, incx, stridex) F##V(const T *, beta) F##W(T, I, y, incy, stridey) F##B(I)
#define HIPBLAS_symv(F, T, R, I) F##V(hipblasFillMode_t, uplo) F##V(I, n) F##V(const T *, alpha) F##A(T, I, AP, lda, strideA) \
  F##A(T, I, x, incx, stridex) F##V(const T *, beta) F##W(T, I, y, incy, stridey) F##B(I)
#define HIPBLAS_spmv(F, T, R, I) F##V(hipblasFillMode_t, uplo) F##V(I, n) F##V(const T *, alpha) F##P(T, AP, strideA) F##A(T, I, x, incx, stridex) \
  F##V(const T *, beta) F##W(T, I, y, incy, stridey) F##B(I)
#define HIPBLAS_her(F, T, R, I) F##V(hipblasFillMode_t, uplo) F##V(I, n) F##V(const R *, alpha) F##A(T, I, x, incx, stridex) \
  F##W(T, I, AP, lda, strideA) F##B(I)
#define HIPBLAS_syr(F, T, R, I) F##V(hipblasFillMode_t, uplo) F##V(I, n) F##V(const T *, alpha) F##A(T, I, x, incx, stridex) \
  F##W(T, I, AP, lda, strideA) F##B(I)
#define HIPBLAS_syr2(F, T, R, I) F##V(hipblasFillMode_t, uplo) F##V(I, n) F##V(const T *, alpha) F##A(T, I, x, incx, stridex) \
  F##A(T, I, y, incy, stridey) F##W(T, I, AP, lda, strideA) F##B(I)
#define HIPBLAS_hpr(F, T, R, I) F##V(hipblasFillMode_t, uplo) F##V(I, n) F##V(const R *, alpha) F##A(T, I, x, incx, stridex) F##Q(T, AP, strideA) \
  F##B(I)
#define HIPBLAS_spr(F, T, R, I) F##V(hipblasFillMode_t, uplo) F##V(I, n) F##V(const T *, alpha) F##A(T, I, x, incx, stridex) F##Q(T, AP, strideA) \
  F##B(I)
#define HIPBLAS_spr2(F, T, R, I) F##V(hipblasFillMode_t, uplo) F##V(I, n) F##V(const T *, alpha) F##A(T, I, x, incx, stridex) \
  F##A(T, I, y, incy, stridey) F##Q(T, AP, strideA) F##B(I)
#define HIPBLAS_trmv(F, T, R, I) F##V(hipblasFillMode_t, uplo) F##V(hipblasOperation_t, transA) F##V(hipblasDiagType_t, diag) F##V(I, n) \
  F##A(T, I, AP, lda, strideA) F##W(T, I, x, incx, stridex) F##B(I)
#define HIPBLAS_tbmv(F, T, R, I) F##V(hipblasFillMode_t, uplo) F##V(hipblasOperation_t, transA) F##V(hipblasDiagType_t, diag) F##V(I, n) \
  F##V(I, k) F##A(T, I, AP, lda, strideA) F##W(T, I, x, incx, stridex) F##B(I)
#define HIPBLAS_tpmv(F, T, R, I) F##V(hipblasFillMode_t, uplo) F##V(hipblasOperation_t, transA) F##V(hipblasDiagType_t, diag) F##V(I, n) \
  F##P(T, AP, strideA) F##W(T, I, x, incx, stridex) F##B(I)

/* Level 3. */
#define HIPBLAS_gemm(F, T, R, I) F##V(hipblasOperation_t, transA) F##V(hipblasOperation_t, transB) F##V(I, m) F##V(I, n) F##V(I, k) \
  F##V(const T *, alpha) F##A(T, I, AP, lda, strideA) F##A(T, I, BP, ldb, strideB) F##V(const T *, beta) F##W(T, I, CP, ldc, strideC) F##B(I)
#define HIPBLAS_herk(F, T, R, I) F##V(hipblasFillMode_t, uplo) F##V(hipblasOperation_t, transA) F##V(I, n) F##V(I, k) F##V(const R *, alpha) \
  F##A(T, I, AP, lda, strideA) F##V(const R *, beta) F##W(T, I, CP, ldc, strideC) F##B(I)
#define HIPBLAS_syrk(F, T, R, I) F##V(hipblasFillMode_t, uplo) F##V(hipblasOperation_t, transA) F##V(I, n) F##V(I, k) F##V(const T *, alpha) \
  F##A(T, I, AP, lda, strideA) F##V(const T *, beta) F##W(T, I, CP, ldc, strideC) F##B(I)
#define HIPBLAS_her2k(F, T, R, I) F##V(hipblasFillMode_t, uplo) F##V(hipblasOperation_t, transA) F##V(I, n) F##V(I, k) F##V(const T *, alpha) \
  F##A(T, I, AP, lda, strideA) F##A(T, I, BP, ldb, strideB) F##V(const R *, beta) F##W(T, I, CP, ldc, strideC) F##B(I)
#define HIPBLAS_syr2k(F, T, R, I) F##V(hipblasFillMode_t, uplo) F##V(hipblasOperation_t, transA) F##V(I, n) F##V(I, k) F##V(const T *, alpha) \
  F##A(T, I, AP, lda, strideA) F##A(T, I, BP, ldb, strideB) F##V(const T *, beta) F##W(T, I, CP, ldc, strideC) F##B(I)
#define HIPBLAS_symm(F, T, R, I) F##V(hipblasSideMode_t, side) F##V(hipblasFillMode_t, uplo) F##V(I, m) F##V(I, n) F##V(const T *, alpha) \
  F##A(T, I, AP, lda, strideA) F##A(T, I, BP, ldb, strideB) F##V(const T *, beta) F##W(T, I, CP, ldc, strideC) F##B(I)
#define HIPBLAS_trmm(F, T, R, I) F##V(hipblasSideMode_t, side) F##V(hipblasFillMode_t, uplo) F##V(hipblasOperation_t, transA) \
  F##V(hipblasDiagType_t, diag) F##V(I, m) F##V(I, n) F##V(const T *, alpha) F##A(T, I, A, lda, strideA) F##A(T, I, B, ldb, strideB) \
  F##W(T, I, C, ldc, strideC) F##B(I)
#define HIPBLAS_trsm(F, T, R, I) F##V(hipblasSideMode_t, side) F##V(hipblasFillMode_t, uplo) F##V(hipblasOperation_t, transA) \
  F##V(hipblasDiagType_t, diag) F##V(I, m) F##V(I, n) F##V(const T *, alpha) F##A(T, I, AP, lda, strideA) F##W(T, I, BP, ldb, strideB) F##B(I)
#define HIPBLAS_trtri(F, T, R, I) F##V(hipblasFillMode_t, uplo) F##V(hipblasDiagType_t, diag) F##V(I, n) F##A(T, I, AP, lda, strideA) \
  F##W(T, I, invA, ldinvA, stride_invA) F##B(I)
#define HIPBLAS_geam(F, T, R, I) F##V(hipblasOperation_t, transA) F##V(hipblasOperation_t, transB) F##V(I, m) F##V(I, n) F##V(const T *, alpha) \
  F##A(T, I, AP, lda, strideA) F##V(const T *, beta) F##A(T, I, BP, ldb, strideB) F##W(T, I, CP, ldc, strideC) F##B(I)
#define HIPBLAS_dgmm(F, T, R, I) F##V(hipblasSideMode_t, side) F##V(I, m) F##V(I, n) F##A(T, I, AP, lda, strideA) F##A(T, I, x, incx, stridex) \
  F##W(T, I, CP, ldc, strideC) F##B(I)

/* LAPACK's. */
#define HIPBLAS_getrf(F, T, R, I) F##V(I, n) F##W(T, I, A, lda, strideA) F##V(int *, ipiv) F##S(strideP) F##V(int *, info) F##B(I)
#define HIPBLAS_getrs(F, T, R, I) F##V(hipblasOperation_t, trans) F##V(I, n) F##V(I, nrhs) F##W(T, I, A, lda, strideA) F##V(const int *, ipiv) \
  F##S(strideP) F##W(T, I, B, ldb, strideB) F##V(int *, info) F##B(I)
#define HIPBLAS_getri(F, T, R, I) F##V(I, n) F##W(T, I, A, lda, strideA) F##V(int *, ipiv) F##W(T, I, C, ldc, strideC) F##V(int *, info) F##B(I)
#define HIPBLAS_geqrf(F, T, R, I) F##V(I, m) F##V(I, n) F##W(T, I, A, lda, strideA) F##Q(T, ipiv, strideP) F##V(int *, info) F##B(I)
#define HIPBLAS_gels(F, T, R, I) F##V(hipblasOperation_t, trans) F##V(I, m) F##V(I, n) F##V(I, nrhs) F##W(T, I, A, lda, strideA) \
  F##W(T, I, B, ldb, strideB) F##V(int *, info) F##V(int *, deviceInfo) F##B(I)

/* Of types that are arguments. M and N are matrices, as arrays of pointers where batched; X and Y are vectors, whose pointers lie behind void *. */
#define HIPBLAS_GemmEx(F, I) F##V(hipblasOperation_t, transA) F##V(hipblasOperation_t, transB) F##V(I, m) F##V(I, n) F##V(I, k) \
  F##V(const void *, alpha) F##M(I, A, aType, lda, strideA) F##M(I, B, bType, ldb, strideB) F##V(const void *, beta) \
  F##N(I, C, cType, ldc, strideC) F##B(I) F##V(hipblasComputeType_t, computeType) F##V(hipblasGemmAlgo_t, algo)
#define HIPBLAS_GemmExWithFlags(F, I) F##V(hipblasOperation_t, transA) F##V(hipblasOperation_t, transB) F##V(I, m) F##V(I, n) F##V(I, k) \
  F##V(const void *, alpha) F##M(I, A, aType, lda, strideA) F##M(I, B, bType, ldb, strideB) F##V(const void *, beta) \
  F##N(I, C, cType, ldc, strideC) F##B(I) F##V(hipblasComputeType_t, computeType) F##V(hipblasGemmAlgo_t, algo) F##V(hipblasGemmFlags_t, flags)
#define HIPBLAS_AxpyEx(F, I) F##V(I, n) F##V(const void *, alpha) F##V(hipDataType, alphaType) F##X(I, x, xType, incx, stridex) \
  F##Y(I, y, yType, incy, stridey) F##B(I) F##V(hipDataType, executionType)
#define HIPBLAS_DotEx(F, I) F##V(I, n) F##X(I, x, xType, incx, stridex) F##X(I, y, yType, incy, stridey) F##B(I) F##V(void *, result) \
  F##V(hipDataType, resultType) F##V(hipDataType, executionType)
#define HIPBLAS_Nrm2Ex(F, I) F##V(I, n) F##X(I, x, xType, incx, stridex) F##B(I) F##V(void *, result) F##V(hipDataType, resultType) \
  F##V(hipDataType, executionType)
#define HIPBLAS_RotEx(F, I) F##V(I, n) F##Y(I, x, xType, incx, stridex) F##Y(I, y, yType, incy, stridey) F##V(const void *, c) \
  F##V(const void *, s) F##V(hipDataType, csType) F##B(I) F##V(hipDataType, executionType)
#define HIPBLAS_ScalEx(F, I) F##V(I, n) F##V(const void *, alpha) F##V(hipDataType, alphaType) F##Y(I, x, xType, incx, stridex) F##B(I) \
  F##V(hipDataType, executionType)
#define HIPBLAS_TrsmEx(F, I) F##V(hipblasSideMode_t, side) F##V(hipblasFillMode_t, uplo) F##V(hipblasOperation_t, transA) \
  F##V(hipblasDiagType_t, diag) F##V(I, m) F##V(I, n) F##V(const void *, alpha) F##T(I, A, lda, strideA) F##T(I, B, ldb, strideB) F##B(I) \
  F##V(const void *, invA) F##V(I, invAsize) F##S(strideInvA) F##V(hipDataType, computeType)

/* X(name, parameters, element, real) for real, complex, or all four element types. */
#define HIPBLAS_SD(X, name, list) X(hipblasS##name, list, float, float) X(hipblasD##name, list, double, double)
#define HIPBLAS_CZ(X, name, list) X(hipblasC##name, list, hipComplex, float) X(hipblasZ##name, list, hipDoubleComplex, double)
#define HIPBLAS_SDCZ(X, name, list) HIPBLAS_SD(X, name, list) HIPBLAS_CZ(X, name, list)

#define HIPBLAS_AXPY(X) HIPBLAS_SDCZ(X, axpy, axpy) X(hipblasHaxpy, axpy, hipblasHalf, hipblasHalf)
#define HIPBLAS_COPY(X) HIPBLAS_SDCZ(X, copy, copy)
#define HIPBLAS_SWAP(X) HIPBLAS_SDCZ(X, swap, swap)
#define HIPBLAS_SCAL(X) HIPBLAS_SDCZ(X, scal, scal)
#define HIPBLAS_CSSCAL(X) X(hipblasCsscal, rscal, hipComplex, float) X(hipblasZdscal, rscal, hipDoubleComplex, double)
#define HIPBLAS_DOT(X)                                                                                                                      \
  HIPBLAS_SD(X, dot, dot)                                                                                                                   \
  HIPBLAS_CZ(X, dotu, dot) X(hipblasHdot, dot, hipblasHalf, hipblasHalf) X(hipblasBfdot, dot, hipblasBfloat16, hipblasBfloat16)
#define HIPBLAS_DOTC(X) HIPBLAS_CZ(X, dotc, dot)
#define HIPBLAS_NRM2(X) HIPBLAS_SD(X, nrm2, nrm2) X(hipblasScnrm2, nrm2, hipComplex, float) X(hipblasDznrm2, nrm2, hipDoubleComplex, double)
#define HIPBLAS_ASUM(X) HIPBLAS_SD(X, asum, asum) X(hipblasScasum, asum, hipComplex, float) X(hipblasDzasum, asum, hipDoubleComplex, double)
#define HIPBLAS_IAMAX(X)                                                                                                                    \
  X(hipblasIsamax, iamax, float, float)                                                                                                     \
  X(hipblasIdamax, iamax, double, double)                                                                                                   \
  X(hipblasIcamax, iamax, hipComplex, float) X(hipblasIzamax, iamax, hipDoubleComplex, double)
#define HIPBLAS_IAMIN(X)                                                                                                                    \
  X(hipblasIsamin, iamax, float, float)                                                                                                     \
  X(hipblasIdamin, iamax, double, double)                                                                                                   \
  X(hipblasIcamin, iamax, hipComplex, float) X(hipblasIzamin, iamax, hipDoubleComplex, double)
#define HIPBLAS_ROT(X) HIPBLAS_SDCZ(X, rot, rot)
#define HIPBLAS_CSROT(X) X(hipblasCsrot, rrot, hipComplex, float) X(hipblasZdrot, rrot, hipDoubleComplex, double)
#define HIPBLAS_ROTG(X) HIPBLAS_SDCZ(X, rotg, rotg)
#define HIPBLAS_ROTM(X) HIPBLAS_SD(X, rotm, rotm)
#define HIPBLAS_ROTMG(X) HIPBLAS_SD(X, rotmg, rotmg)
#define HIPBLAS_LEVEL_1(X)                                                                                                                  \
  HIPBLAS_AXPY(X) HIPBLAS_COPY(X) HIPBLAS_SWAP(X) HIPBLAS_SCAL(X) HIPBLAS_CSSCAL(X) HIPBLAS_DOT(X) HIPBLAS_DOTC(X) HIPBLAS_NRM2(X)            \
  HIPBLAS_ASUM(X) HIPBLAS_IAMAX(X) HIPBLAS_IAMIN(X) HIPBLAS_ROT(X) HIPBLAS_CSROT(X) HIPBLAS_ROTG(X) HIPBLAS_ROTM(X) HIPBLAS_ROTMG(X)

#define HIPBLAS_GEMV(X) HIPBLAS_SDCZ(X, gemv, gemv)
#define HIPBLAS_GBMV(X) HIPBLAS_SDCZ(X, gbmv, gbmv)
#define HIPBLAS_SYMV(X) HIPBLAS_SDCZ(X, symv, symv)
#define HIPBLAS_HEMV(X) HIPBLAS_CZ(X, hemv, symv)
#define HIPBLAS_SBMV(X) HIPBLAS_SD(X, sbmv, sbmv)
#define HIPBLAS_HBMV(X) HIPBLAS_CZ(X, hbmv, sbmv)
#define HIPBLAS_SPMV(X) HIPBLAS_SD(X, spmv, spmv)
#define HIPBLAS_HPMV(X) HIPBLAS_CZ(X, hpmv, spmv)
#define HIPBLAS_TRMV(X) HIPBLAS_SDCZ(X, trmv, trmv)
#define HIPBLAS_TBMV(X) HIPBLAS_SDCZ(X, tbmv, tbmv)
#define HIPBLAS_TPMV(X) HIPBLAS_SDCZ(X, tpmv, tpmv)
#define HIPBLAS_TRSV(X) HIPBLAS_SDCZ(X, trsv, trmv)
#define HIPBLAS_TBSV(X) HIPBLAS_SDCZ(X, tbsv, tbmv)
#define HIPBLAS_TPSV(X) HIPBLAS_SDCZ(X, tpsv, tpmv)
#define HIPBLAS_GER(X) HIPBLAS_SD(X, ger, ger) HIPBLAS_CZ(X, geru, ger)
#define HIPBLAS_GERC(X) HIPBLAS_CZ(X, gerc, ger)
#define HIPBLAS_SYR(X) HIPBLAS_SDCZ(X, syr, syr)
#define HIPBLAS_HER(X) HIPBLAS_CZ(X, her, her)
#define HIPBLAS_SYR2(X) HIPBLAS_SDCZ(X, syr2, syr2)
#define HIPBLAS_HER2(X) HIPBLAS_CZ(X, her2, syr2)
#define HIPBLAS_SPR(X) HIPBLAS_SDCZ(X, spr, spr)
#define HIPBLAS_HPR(X) HIPBLAS_CZ(X, hpr, hpr)
#define HIPBLAS_SPR2(X) HIPBLAS_SD(X, spr2, spr2)
#define HIPBLAS_HPR2(X) HIPBLAS_CZ(X, hpr2, spr2)
#define HIPBLAS_LEVEL_2(X)                                                                                                                  \
  HIPBLAS_GEMV(X) HIPBLAS_GBMV(X) HIPBLAS_SYMV(X) HIPBLAS_HEMV(X) HIPBLAS_SBMV(X) HIPBLAS_HBMV(X) HIPBLAS_SPMV(X) HIPBLAS_HPMV(X)            \
  HIPBLAS_TRMV(X) HIPBLAS_TBMV(X) HIPBLAS_TPMV(X) HIPBLAS_TRSV(X) HIPBLAS_TBSV(X) HIPBLAS_TPSV(X) HIPBLAS_GER(X) HIPBLAS_GERC(X)             \
  HIPBLAS_SYR(X) HIPBLAS_HER(X) HIPBLAS_SYR2(X) HIPBLAS_HER2(X) HIPBLAS_SPR(X) HIPBLAS_HPR(X) HIPBLAS_SPR2(X) HIPBLAS_HPR2(X)

#define HIPBLAS_GEMM(X) HIPBLAS_SDCZ(X, gemm, gemm) X(hipblasHgemm, gemm, hipblasHalf, hipblasHalf)
#define HIPBLAS_SYMM(X) HIPBLAS_SDCZ(X, symm, symm)
#define HIPBLAS_HEMM(X) HIPBLAS_CZ(X, hemm, symm)
#define HIPBLAS_SYRK(X) HIPBLAS_SDCZ(X, syrk, syrk)
#define HIPBLAS_HERK(X) HIPBLAS_CZ(X, herk, herk)
#define HIPBLAS_SYRKX(X) HIPBLAS_SDCZ(X, syrkx, syr2k)
#define HIPBLAS_HERKX(X) HIPBLAS_CZ(X, herkx, her2k)
#define HIPBLAS_SYR2K(X) HIPBLAS_SDCZ(X, syr2k, syr2k)
#define HIPBLAS_HER2K(X) HIPBLAS_CZ(X, her2k, her2k)
#define HIPBLAS_TRMM(X) HIPBLAS_SDCZ(X, trmm, trmm)
#define HIPBLAS_TRSM(X) HIPBLAS_SDCZ(X, trsm, trsm)
#define HIPBLAS_GEAM(X) HIPBLAS_SDCZ(X, geam, geam)
#define HIPBLAS_DGMM(X) HIPBLAS_SDCZ(X, dgmm, dgmm)
/* gemm is a list of its own, as its strides are of another type. */
#define HIPBLAS_LEVEL_3(X)                                                                                                                  \
  HIPBLAS_SYMM(X) HIPBLAS_HEMM(X) HIPBLAS_SYRK(X) HIPBLAS_HERK(X) HIPBLAS_SYRKX(X) HIPBLAS_HERKX(X) HIPBLAS_SYR2K(X) HIPBLAS_HER2K(X)        \
  HIPBLAS_TRMM(X) HIPBLAS_TRSM(X) HIPBLAS_GEAM(X) HIPBLAS_DGMM(X)

/* These have no form for 64-bit sizes, and getri only the batched one. */
#define HIPBLAS_TRTRI(X) HIPBLAS_SDCZ(X, trtri, trtri)
#define HIPBLAS_GETRF(X) HIPBLAS_SDCZ(X, getrf, getrf)
#define HIPBLAS_GETRS(X) HIPBLAS_SDCZ(X, getrs, getrs)
#define HIPBLAS_GEQRF(X) HIPBLAS_SDCZ(X, geqrf, geqrf)
#define HIPBLAS_GELS(X) HIPBLAS_SDCZ(X, gels, gels)
#define HIPBLAS_SOLVER(X) HIPBLAS_GETRF(X) HIPBLAS_GETRS(X) HIPBLAS_GEQRF(X) HIPBLAS_GELS(X)
#define HIPBLAS_SOLVER_BATCHED(X) HIPBLAS_SDCZ(X, getri, getri)

/* X(name, what stands behind the form's name, parameters). */
#define HIPBLAS_GEMM_EX(X) X(hipblasGemm, Ex, GemmEx)
#define HIPBLAS_GEMM_EX_WITH_FLAGS(X) X(hipblasGemm, ExWithFlags, GemmExWithFlags)
#define HIPBLAS_AXPY_EX(X) X(hipblasAxpy, Ex, AxpyEx)
#define HIPBLAS_DOT_EX(X) X(hipblasDot, Ex, DotEx)
#define HIPBLAS_DOTC_EX(X) X(hipblasDotc, Ex, DotEx)
#define HIPBLAS_NRM2_EX(X) X(hipblasNrm2, Ex, Nrm2Ex)
#define HIPBLAS_ROT_EX(X) X(hipblasRot, Ex, RotEx)
#define HIPBLAS_SCAL_EX(X) X(hipblasScal, Ex, ScalEx)
#define HIPBLAS_MIXED(X)                                                                                                                    \
  HIPBLAS_GEMM_EX(X) HIPBLAS_GEMM_EX_WITH_FLAGS(X) HIPBLAS_AXPY_EX(X) HIPBLAS_DOT_EX(X) HIPBLAS_DOTC_EX(X) HIPBLAS_NRM2_EX(X)                \
  HIPBLAS_ROT_EX(X) HIPBLAS_SCAL_EX(X)
#define HIPBLAS_TRSM_EX(X) X(hipblasTrsm, Ex, TrsmEx)

#endif
