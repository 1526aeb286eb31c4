/* hipblas.h: BLAS on the device. Names, types, values and signatures are those of ROCm 7's hipBLAS (3.0).
 *
 * Functions come in six forms, which differ in their names and in how vectors and matrices are passed:
 *
 *   hipblasSgemm                 float *C, int ldc
 *   hipblasSgemmBatched          float *const C[], int ldc, ...                       int batchCount
 *   hipblasSgemmStridedBatched   float *C, int ldc, hipblasStride strideC, ...        int batchCount
 *
 * and the same with _64 behind the name and int64_t for int. hipblas-functions.h has each function's parameters once, for all forms and element
 * types; here they become declarations, and in the library (runtime/blas) definitions.
 */
#ifndef HIPVK_HIPBLAS_H
#define HIPVK_HIPBLAS_H

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>
#include <hip/library_types.h>
#include <hipblas-common/hipblas-common.h>
#include <stddef.h>
#include <stdint.h>

#include "hipblas-export.h"
#include "hipblas-version.h"

typedef void *hipblasHandle_t;
typedef int8_t hipblasInt8;
typedef int64_t hipblasStride;
typedef hipComplex hipblasComplex;             // ROCm 6's names, which 7 has dropped
typedef hipDoubleComplex hipblasDoubleComplex;

#if defined(__cplusplus) && defined(HIPBLAS_USE_HIP_HALF)
#include <hip/hip_fp16.h>
typedef __half hipblasHalf;
#else
typedef uint16_t hipblasHalf;
#endif

#if defined(__cplusplus) && defined(HIPBLAS_USE_HIP_BFLOAT16)
#include <hip/hip_bfloat16.h>
typedef hip_bfloat16 hipblasBfloat16;
#else
typedef struct hipblasBfloat16 {
  uint16_t data;
} hipblasBfloat16;
#endif

/* Where scalar arguments (alpha, beta, results) lie. */
typedef enum { HIPBLAS_POINTER_MODE_HOST, HIPBLAS_POINTER_MODE_DEVICE } hipblasPointerMode_t;

#ifndef HIPBLAS_FILL_MODE_DECLARED
#define HIPBLAS_FILL_MODE_DECLARED
typedef enum { HIPBLAS_FILL_MODE_UPPER = 121, HIPBLAS_FILL_MODE_LOWER = 122, HIPBLAS_FILL_MODE_FULL = 123 } hipblasFillMode_t;
#endif

#ifndef HIPBLAS_DIAG_TYPE_DECLARED
#define HIPBLAS_DIAG_TYPE_DECLARED
typedef enum { HIPBLAS_DIAG_NON_UNIT = 131, HIPBLAS_DIAG_UNIT = 132 } hipblasDiagType_t;
#endif

#ifndef HIPBLAS_SIDE_MODE_DECLARED
#define HIPBLAS_SIDE_MODE_DECLARED
typedef enum { HIPBLAS_SIDE_LEFT = 141, HIPBLAS_SIDE_RIGHT = 142, HIPBLAS_SIDE_BOTH = 143 } hipblasSideMode_t;
#endif

typedef enum {
  HIPBLAS_DEFAULT_MATH,
  HIPBLAS_XF32_XDL_MATH,
  HIPBLAS_PEDANTIC_MATH,
  HIPBLAS_TF32_TENSOR_OP_MATH,
  HIPBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION,
  HIPBLAS_TENSOR_OP_MATH,
} hipblasMath_t;

/* Element types by hipBLAS 2's names, which ggml and others still use. */
typedef hipDataType hipblasDatatype_t;
#define HIPBLAS_R_16F HIP_R_16F
#define HIPBLAS_R_32F HIP_R_32F
#define HIPBLAS_R_64F HIP_R_64F
#define HIPBLAS_C_16F HIP_C_16F
#define HIPBLAS_C_32F HIP_C_32F
#define HIPBLAS_C_64F HIP_C_64F
#define HIPBLAS_R_8I HIP_R_8I
#define HIPBLAS_R_8U HIP_R_8U
#define HIPBLAS_R_32I HIP_R_32I
#define HIPBLAS_R_32U HIP_R_32U
#define HIPBLAS_C_8I HIP_C_8I
#define HIPBLAS_C_8U HIP_C_8U
#define HIPBLAS_C_32I HIP_C_32I
#define HIPBLAS_C_32U HIP_C_32U
#define HIPBLAS_R_16B HIP_R_16BF
#define HIPBLAS_C_16B HIP_C_16BF

typedef enum { HIPBLAS_GEMM_DEFAULT = 160 } hipblasGemmAlgo_t;

typedef enum { HIPBLAS_ATOMICS_NOT_ALLOWED = 0, HIPBLAS_ATOMICS_ALLOWED = 1 } hipblasAtomicsMode_t;

typedef enum {
  HIPBLAS_GEMM_FLAGS_NONE = 0x0,
  HIPBLAS_GEMM_FLAGS_USE_CU_EFFICIENCY = 0x2,
  HIPBLAS_GEMM_FLAGS_FP16_ALT_IMPL = 0x4,
  HIPBLAS_GEMM_FLAGS_CHECK_SOLUTION_INDEX = 0x8,
  HIPBLAS_GEMM_FLAGS_FP16_ALT_IMPL_RNZ = 0x10,
} hipblasGemmFlags_t;

#ifdef __cplusplus
extern "C" {
#endif

HIPBLAS_EXPORT hipblasStatus_t hipblasCreate(hipblasHandle_t *handle);
HIPBLAS_EXPORT hipblasStatus_t hipblasDestroy(hipblasHandle_t handle);
HIPBLAS_EXPORT hipblasStatus_t hipblasSetStream(hipblasHandle_t handle, hipStream_t stream);
HIPBLAS_EXPORT hipblasStatus_t hipblasGetStream(hipblasHandle_t handle, hipStream_t *stream);
HIPBLAS_EXPORT hipblasStatus_t hipblasSetPointerMode(hipblasHandle_t handle, hipblasPointerMode_t mode);
HIPBLAS_EXPORT hipblasStatus_t hipblasGetPointerMode(hipblasHandle_t handle, hipblasPointerMode_t *mode);
HIPBLAS_EXPORT hipblasStatus_t hipblasSetMathMode(hipblasHandle_t handle, hipblasMath_t mode);
HIPBLAS_EXPORT hipblasStatus_t hipblasGetMathMode(hipblasHandle_t handle, hipblasMath_t *mode);
HIPBLAS_EXPORT hipblasStatus_t hipblasSetAtomicsMode(hipblasHandle_t handle, hipblasAtomicsMode_t mode);
HIPBLAS_EXPORT hipblasStatus_t hipblasGetAtomicsMode(hipblasHandle_t handle, hipblasAtomicsMode_t *mode);
HIPBLAS_EXPORT hipblasStatus_t hipblasSetWorkspace(hipblasHandle_t handle, void *workspace, size_t bytes);
HIPBLAS_EXPORT const char *hipblasStatusToString(hipblasStatus_t status);

HIPBLAS_EXPORT hipblasStatus_t hipblasSetVector(int n, int elemSize, const void *x, int incx, void *y, int incy);
HIPBLAS_EXPORT hipblasStatus_t hipblasGetVector(int n, int elemSize, const void *x, int incx, void *y, int incy);
HIPBLAS_EXPORT hipblasStatus_t hipblasSetMatrix(int rows, int cols, int elemSize, const void *AP, int lda, void *BP, int ldb);
HIPBLAS_EXPORT hipblasStatus_t hipblasGetMatrix(int rows, int cols, int elemSize, const void *AP, int lda, void *BP, int ldb);
HIPBLAS_EXPORT hipblasStatus_t hipblasSetVectorAsync(int n, int elemSize, const void *x, int incx, void *y, int incy, hipStream_t stream);
HIPBLAS_EXPORT hipblasStatus_t hipblasGetVectorAsync(int n, int elemSize, const void *x, int incx, void *y, int incy, hipStream_t stream);
HIPBLAS_EXPORT hipblasStatus_t hipblasSetMatrixAsync(int rows, int cols, int elemSize, const void *AP, int lda, void *BP, int ldb, hipStream_t stream);
HIPBLAS_EXPORT hipblasStatus_t hipblasGetMatrixAsync(int rows, int cols, int elemSize, const void *AP, int lda, void *BP, int ldb, hipStream_t stream);

#include "hipblas-functions.h"

/* Parameters of the three forms: V a value, A and W a vector or matrix that is read or written, P and Q the same without increment or leading
 * dimension, S a stride that only the strided form has, B the number of matrices; M, N, X, Y and T those of functions of mixed types. */
#define HIPBLAS_PLAIN_V(type, name) , type name
#define HIPBLAS_PLAIN_A(T, I, name, ld, stride) , const T *name, I ld
#define HIPBLAS_PLAIN_W(T, I, name, ld, stride) , T *name, I ld
#define HIPBLAS_PLAIN_P(T, name, stride) , const T *name
#define HIPBLAS_PLAIN_Q(T, name, stride) , T *name
#define HIPBLAS_PLAIN_S(stride)
#define HIPBLAS_PLAIN_B(I)
#define HIPBLAS_PLAIN_M(I, name, type, ld, stride) , const void *name, hipDataType type, I ld
#define HIPBLAS_PLAIN_N(I, name, type, ld, stride) , void *name, hipDataType type, I ld
#define HIPBLAS_PLAIN_X(I, name, type, inc, stride) , const void *name, hipDataType type, I inc
#define HIPBLAS_PLAIN_Y(I, name, type, inc, stride) , void *name, hipDataType type, I inc
#define HIPBLAS_PLAIN_T(I, name, ld, stride) , void *name, I ld

#define HIPBLAS_BATCHED_V(type, name) , type name
#define HIPBLAS_BATCHED_A(T, I, name, ld, stride) , const T *const name[], I ld
#define HIPBLAS_BATCHED_W(T, I, name, ld, stride) , T *const name[], I ld
#define HIPBLAS_BATCHED_P(T, name, stride) , const T *const name[]
#define HIPBLAS_BATCHED_Q(T, name, stride) , T *const name[]
#define HIPBLAS_BATCHED_S(stride)
#define HIPBLAS_BATCHED_B(I) , I batchCount
#define HIPBLAS_BATCHED_M(I, name, type, ld, stride) , const void *name[], hipDataType type, I ld
#define HIPBLAS_BATCHED_N(I, name, type, ld, stride) , void *name[], hipDataType type, I ld
#define HIPBLAS_BATCHED_X(I, name, type, inc, stride) , const void *name, hipDataType type, I inc
#define HIPBLAS_BATCHED_Y(I, name, type, inc, stride) , void *name, hipDataType type, I inc
#define HIPBLAS_BATCHED_T(I, name, ld, stride) , void *name, I ld

#define HIPBLAS_STRIDED_V(type, name) , type name
#define HIPBLAS_STRIDED_A(T, I, name, ld, stride) , const T *name, I ld, HIPBLAS_STRIDE stride
#define HIPBLAS_STRIDED_W(T, I, name, ld, stride) , T *name, I ld, HIPBLAS_STRIDE stride
#define HIPBLAS_STRIDED_P(T, name, stride) , const T *name, HIPBLAS_STRIDE stride
#define HIPBLAS_STRIDED_Q(T, name, stride) , T *name, HIPBLAS_STRIDE stride
#define HIPBLAS_STRIDED_S(stride) , HIPBLAS_STRIDE stride
#define HIPBLAS_STRIDED_B(I) , I batchCount
#define HIPBLAS_STRIDED_M(I, name, type, ld, stride) , const void *name, hipDataType type, I ld, HIPBLAS_STRIDE stride
#define HIPBLAS_STRIDED_N(I, name, type, ld, stride) , void *name, hipDataType type, I ld, HIPBLAS_STRIDE stride
#define HIPBLAS_STRIDED_X(I, name, type, inc, stride) , const void *name, hipDataType type, I inc, HIPBLAS_STRIDE stride
#define HIPBLAS_STRIDED_Y(I, name, type, inc, stride) , void *name, hipDataType type, I inc, HIPBLAS_STRIDE stride
#define HIPBLAS_STRIDED_T(I, name, ld, stride) , void *name, I ld, HIPBLAS_STRIDE stride

/* E stands behind the form in a name, `list` is a list of parameters and what follows its arguments. */
#define HIPBLAS_DECLARE_FORMS(N, E, suffix, list, ...)                                                                                      \
  HIPBLAS_EXPORT hipblasStatus_t N##E##suffix(hipblasHandle_t handle HIPBLAS_##list(HIPBLAS_PLAIN_, __VA_ARGS__));                           \
  HIPBLAS_EXPORT hipblasStatus_t N##Batched##E##suffix(hipblasHandle_t handle HIPBLAS_##list(HIPBLAS_BATCHED_, __VA_ARGS__));                \
  HIPBLAS_EXPORT hipblasStatus_t N##StridedBatched##E##suffix(hipblasHandle_t handle HIPBLAS_##list(HIPBLAS_STRIDED_, __VA_ARGS__));
#define HIPBLAS_DECLARE_INT(N, list, T, R) HIPBLAS_DECLARE_FORMS(N, , , list, T, R, int)
#define HIPBLAS_DECLARE(N, list, T, R) HIPBLAS_DECLARE_INT(N, list, T, R) HIPBLAS_DECLARE_FORMS(N, , _64, list, T, R, int64_t)
#define HIPBLAS_DECLARE_BATCHED(N, list, T, R)                                                                                              \
  HIPBLAS_EXPORT hipblasStatus_t N##Batched(hipblasHandle_t handle HIPBLAS_##list(HIPBLAS_BATCHED_, T, R, int));
#define HIPBLAS_DECLARE_MIXED_INT(N, E, list) HIPBLAS_DECLARE_FORMS(N, E, , list, int)
#define HIPBLAS_DECLARE_MIXED(N, E, list) HIPBLAS_DECLARE_MIXED_INT(N, E, list) HIPBLAS_DECLARE_FORMS(N, E, _64, list, int64_t)

#define HIPBLAS_STRIDE long long
HIPBLAS_GEMM(HIPBLAS_DECLARE)
#undef HIPBLAS_STRIDE
#define HIPBLAS_STRIDE hipblasStride
HIPBLAS_LEVEL_1(HIPBLAS_DECLARE)
HIPBLAS_LEVEL_2(HIPBLAS_DECLARE)
HIPBLAS_LEVEL_3(HIPBLAS_DECLARE)
HIPBLAS_TRTRI(HIPBLAS_DECLARE_INT)
HIPBLAS_SOLVER(HIPBLAS_DECLARE_INT)
HIPBLAS_SOLVER_BATCHED(HIPBLAS_DECLARE_BATCHED)
HIPBLAS_MIXED(HIPBLAS_DECLARE_MIXED)
HIPBLAS_TRSM_EX(HIPBLAS_DECLARE_MIXED_INT)
#undef HIPBLAS_STRIDE

#ifdef __cplusplus
}
#endif

#endif
