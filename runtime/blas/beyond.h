/* beyond.h: functions that ROCm's hipBLAS does not have and rocBLAS does: the library has them for librocblas.so (runtime/rocblas), with 64-bit sizes only,
 * and under names that ROCm will never use.
 *
 * Defined in gemm.hip, level3.hip and minima.hip. Lists as in hipblas-functions.h.
 */
#pragma once

#include <hipblas/hipblas.h>

#define HIPBLAS_gemmt(F, T, R, I) F##V(hipblasFillMode_t, uplo) F##V(hipblasOperation_t, transA) F##V(hipblasOperation_t, transB) F##V(I, n) \
  F##V(I, k) F##V(const T *, alpha) F##A(T, I, AP, lda, strideA) F##A(T, I, BP, ldb, strideB) F##V(const T *, beta) \
  F##W(T, I, CP, ldc, strideC) F##B(I)
/* Elements T with float factors, a result of elements R. */
#define HIPBLAS_gemv_short(F, T, R, I) F##V(hipblasOperation_t, trans) F##V(I, m) F##V(I, n) F##V(const float *, alpha) \
  F##A(T, I, AP, lda, strideA) F##A(T, I, x, incx, stridex) F##V(const float *, beta) F##W(R, I, y, incy, stridey) F##B(I)
/* D = alpha op(A) op(B) + beta C. What rocBLAS' algo, solution index and flags choose is the same here. */
#define HIPBLAS_GemmOutOfPlaceEx(F, I) F##V(hipblasOperation_t, transA) F##V(hipblasOperation_t, transB) F##V(I, m) F##V(I, n) F##V(I, k) \
  F##V(const void *, alpha) F##X(I, A, aType, lda, strideA) F##X(I, B, bType, ldb, strideB) F##V(const void *, beta) \
  F##X(I, C, cType, ldc, strideC) F##Y(I, D, dType, ldd, strideD) F##B(I) F##V(hipDataType, computeType) F##V(int, algo) \
  F##V(int32_t, solutionIndex) F##V(uint32_t, flags)

#define HIPBLAS_GEMMT(X)                                                                                                                    \
  X(hipvkSgemmt, gemmt, float, float) X(hipvkDgemmt, gemmt, double, double)                                                                 \
  X(hipvkCgemmt, gemmt, hipComplex, float) X(hipvkZgemmt, gemmt, hipDoubleComplex, double)
#define HIPBLAS_GEMV_SHORT(X)                                                                                                               \
  X(hipvkHshgemv, gemv_short, hipblasHalf, hipblasHalf) X(hipvkHssgemv, gemv_short, hipblasHalf, float)                                 \
  X(hipvkTstgemv, gemv_short, hipblasBfloat16, hipblasBfloat16) X(hipvkTssgemv, gemv_short, hipblasBfloat16, float)

#define HIPBLAS_STRIDE hipblasStride
#define HIPBLAS_DECLARE_64(N, list, T, R) HIPBLAS_DECLARE_FORMS(N, , _64, list, T, R, int64_t)
extern "C" {
HIPBLAS_GEMMT(HIPBLAS_DECLARE_64)
HIPBLAS_GEMV_SHORT(HIPBLAS_DECLARE_64)
HIPBLAS_DECLARE_FORMS(hipvkGemm, OutOfPlaceEx, _64, GemmOutOfPlaceEx, int64_t)
/* Sums and minima for products; sizes and enumerators have been checked. */
HIPBLAS_EXPORT hipblasStatus_t hipvkGeamEx(hipblasHandle_t handle, hipblasOperation_t transA, hipblasOperation_t transB, int64_t m, int64_t n, int64_t k,
                                           const void *alpha, const void *A, int64_t lda, const void *B, int64_t ldb, const void *beta, const void *C,
                                           int64_t ldc, void *D, int64_t ldd, hipDataType type, bool plusMin);
}
