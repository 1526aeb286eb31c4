/* hipblaslt.h: matrix products with something done to each element behind them: D = f(alpha op(A) op(B) + beta C + bias).
 *
 * Names, types, values and signatures are those of ROCm 7.0's hipBLASLt (1.0), and some that later versions have (RELU_AUX, DRELU, CLAMP,
 * BIAS_BATCH_STRIDE). A call describes the product (hipblasLtMatmulDesc_t), the four matrices (hipblasLtMatrixLayout_t) and gives their memory.
 *
 * Sums are calculated in floats (HIPBLAS_COMPUTE_32F and what AMD derives of it, which give leave to be less exact; no use is made of that), doubles or
 * 32-bit integers, and so is all that follows; the result is rounded once.
 *
 * C++ programs find classes for the same in hipblaslt-ext.hpp.
 */
#ifndef HIPVK_HIPBLASLT_H
#define HIPVK_HIPBLASLT_H

#include "hipblaslt-export.h"
#include "hipblaslt-version.h"

#ifndef LEGACY_HIPBLAS_DIRECT
#include <hipblas-common/hipblas-common.h>
#else
#include <hipblas/hipblas.h>
#endif

#ifdef __cplusplus
/* AMD's includes <regex>, and programs have from it what they do not include themselves. */
#include <algorithm>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>
#endif

#include <hip/hip_bfloat16.h>
#include <hip/hip_complex.h>
#include <hip/hip_runtime.h>
#include <hip/hip_runtime_api.h>
#include <hip/hip_version.h>

#include "hipblaslt-types.h"

#ifdef __cplusplus
#define HIPBLASLT_DATATYPE_INVALID static_cast<hipDataType>(255)
#define HIPBLASLT_COMPUTE_TYPE_INVALID static_cast<hipblasComputeType_t>(0)
#define HIPBLASLT_OPERATION_INVALID static_cast<hipblasOperation_t>(0)
#else
#define HIPBLASLT_DATATYPE_INVALID ((hipDataType)255)
#define HIPBLASLT_COMPUTE_TYPE_INVALID ((hipblasComputeType_t)0)
#define HIPBLASLT_OPERATION_INVALID ((hipblasOperation_t)0)
#endif

/* What is done to each element behind the product. BIAS adds a vector as long as D has rows, to each column. AUX stores what the activation gets.
 * D...: the product is a gradient, and is multiplied by the activation's derivative at the element of AUX. BGRAD: the sum of each of D's rows (of those
 * of op(A), of op(B)'s columns) is stored in the bias. GELU is the one with tanh. */
typedef enum {
  HIPBLASLT_EPILOGUE_DEFAULT = 1,
  HIPBLASLT_EPILOGUE_RELU = 2,
  HIPBLASLT_EPILOGUE_BIAS = 4,
  HIPBLASLT_EPILOGUE_RELU_BIAS = 6,
  HIPBLASLT_EPILOGUE_GELU = 32,
  HIPBLASLT_EPILOGUE_GELU_BIAS = 36,
  HIPBLASLT_EPILOGUE_RELU_AUX = 130,
  HIPBLASLT_EPILOGUE_RELU_AUX_BIAS = 134,
  HIPBLASLT_EPILOGUE_DRELU = 136,
  HIPBLASLT_EPILOGUE_DRELU_BGRAD = 152,
  HIPBLASLT_EPILOGUE_GELU_AUX = 160,
  HIPBLASLT_EPILOGUE_GELU_AUX_BIAS = 164,
  HIPBLASLT_EPILOGUE_DGELU = 192,
  HIPBLASLT_EPILOGUE_DGELU_BGRAD = 208,
  HIPBLASLT_EPILOGUE_BGRADA = 256,
  HIPBLASLT_EPILOGUE_BGRADB = 512,
  HIPBLASLT_EPILOGUE_SWISH_EXT = 65536, /* x / (1 + exp(-x)) */
  HIPBLASLT_EPILOGUE_SWISH_BIAS_EXT = 65540,
  HIPBLASLT_EPILOGUE_CLAMP_EXT = 131072, /* max(ACT_ARG0, min(x, ACT_ARG1)) */
  HIPBLASLT_EPILOGUE_CLAMP_BIAS_EXT = 131076,
  HIPBLASLT_EPILOGUE_CLAMP_AUX_EXT = 131200,
  HIPBLASLT_EPILOGUE_CLAMP_AUX_BIAS_EXT = 131204,
} hipblasLtEpilogue_t;

/* A matrix. */
typedef enum {
  HIPBLASLT_MATRIX_LAYOUT_BATCH_COUNT = 0,          /* int32_t, 1 */
  HIPBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET = 1, /* int64_t, elements from one matrix to the next, 0 */
  HIPBLASLT_MATRIX_LAYOUT_TYPE = 2,                 /* uint32_t, a hipDataType */
  HIPBLASLT_MATRIX_LAYOUT_ORDER = 3,                /* int32_t, a hipblasLtOrder_t, HIPBLASLT_ORDER_COL */
  HIPBLASLT_MATRIX_LAYOUT_ROWS = 4,                 /* uint64_t */
  HIPBLASLT_MATRIX_LAYOUT_COLS = 5,                 /* uint64_t */
  HIPBLASLT_MATRIX_LAYOUT_LD = 6,                   /* int64_t */
} hipblasLtMatrixLayoutAttribute_t;

typedef enum {
  HIPBLASLT_POINTER_MODE_HOST = 0,
  HIPBLASLT_POINTER_MODE_DEVICE = 1,
  HIPBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST = 4, /* alpha: one for each of D's rows, in device memory */
} hipblasLtPointerMode_t;

/* What scales of A and B are. SCALAR_32F and OUTER_VEC_32F (one for each row of op(A), column of op(B)) are supported. */
typedef enum {
  HIPBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F = 0,
  HIPBLASLT_MATMUL_MATRIX_SCALE_VEC16_UE4M3 = 1,
  HIPBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0 = 2,
  HIPBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F = 3,
  HIPBLASLT_MATMUL_MATRIX_SCALE_VEC128_32F = 4,
  HIPBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F = 5,
  HIPBLASLT_MATMUL_MATRIX_SCALE_END
} hipblasLtMatmulMatrixScale_t;

/* A product. Pointers are to device memory; scales are floats. */
typedef enum {
  HIPBLASLT_MATMUL_DESC_TRANSA = 0,                     /* int32_t, a hipblasOperation_t, HIPBLAS_OP_N */
  HIPBLASLT_MATMUL_DESC_TRANSB = 1,                     /* the same */
  HIPBLASLT_MATMUL_DESC_EPILOGUE = 2,                   /* uint32_t, a hipblasLtEpilogue_t, HIPBLASLT_EPILOGUE_DEFAULT */
  HIPBLASLT_MATMUL_DESC_BIAS_POINTER = 3,
  HIPBLASLT_MATMUL_DESC_BIAS_DATA_TYPE = 4,             /* int32_t, a hipDataType, D's */
  HIPBLASLT_MATMUL_DESC_A_SCALE_POINTER = 5,            /* what A is multiplied by */
  HIPBLASLT_MATMUL_DESC_B_SCALE_POINTER = 6,
  HIPBLASLT_MATMUL_DESC_C_SCALE_POINTER = 7,
  HIPBLASLT_MATMUL_DESC_D_SCALE_POINTER = 8,
  HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER = 9, /* what AUX is multiplied by when it is stored */
  HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER = 10,
  HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD = 11,           /* int64_t, D's rows */
  HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE = 12, /* int64_t */
  HIPBLASLT_MATMUL_DESC_POINTER_MODE = 13,              /* int32_t, a hipblasLtPointerMode_t, HIPBLASLT_POINTER_MODE_HOST */
  HIPBLASLT_MATMUL_DESC_AMAX_D_POINTER = 14,            /* becomes the largest size of an element, before D's scale; a float */
  HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE = 22,    /* int32_t, a hipDataType, D's */
  HIPBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE = 23,         /* int32_t, 0: one bias for all of a batch */
  HIPBLASLT_MATMUL_DESC_A_SCALE_MODE = 31,              /* uint32_t, a hipblasLtMatmulMatrixScale_t */
  HIPBLASLT_MATMUL_DESC_B_SCALE_MODE = 32,
  HIPBLASLT_MATMUL_DESC_COMPUTE_INPUT_TYPE_A_EXT = 100, /* int32_t, a hipDataType: A's elements, scaled, are rounded to it before they are multiplied */
  HIPBLASLT_MATMUL_DESC_COMPUTE_INPUT_TYPE_B_EXT,
  HIPBLASLT_MATMUL_DESC_EPILOGUE_ACT_ARG0_EXT,          /* float */
  HIPBLASLT_MATMUL_DESC_EPILOGUE_ACT_ARG1_EXT,
  HIPBLASLT_MATMUL_DESC_MAX,
} hipblasLtMatmulDescAttributes_t;

/* What a program prefers of the ways to do a product. There is one, which needs no workspace. */
typedef enum {
  HIPBLASLT_MATMUL_PREF_SEARCH_MODE = 0,         /* uint32_t */
  HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1, /* uint64_t */
  HIPBLASLT_MATMUL_PREF_MAX = 2
} hipblasLtMatmulPreferenceAttributes_t;

/* Columns or rows one behind the other; the others, tiles for AMD's matrix units, are not supported. */
typedef enum {
  HIPBLASLT_ORDER_COL = 0,
  HIPBLASLT_ORDER_ROW = 1,
  HIPBLASLT_ORDER_COL16_4R16 = 100,
  HIPBLASLT_ORDER_COL16_4R8 = 101,
  HIPBLASLT_ORDER_COL16_4R4 = 102,
  HIPBLASLT_ORDER_COL16_4R2 = 103
} hipblasLtOrder_t;

/* C = alpha op(A) + beta op(B): all int32_t. */
typedef enum {
  HIPBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE,
  HIPBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE,
  HIPBLASLT_MATRIX_TRANSFORM_DESC_TRANSA,
  HIPBLASLT_MATRIX_TRANSFORM_DESC_TRANSB,
} hipblasLtMatrixTransformDescAttributes_t;

typedef struct {
  uint64_t data[4];
} hipblasLtMatmulDescOpaque_t;
typedef struct {
  uint64_t data[4];
} hipblasLtMatrixLayoutOpaque_t;
typedef struct {
  uint64_t data[5];
} hipblasLtMatmulPreferenceOpaque_t;
typedef struct {
  uint64_t data[8];
} hipblasLtMatrixTransformDescOpaque_t;

typedef void *hipblasLtHandle_t;
typedef hipblasLtMatmulDescOpaque_t *hipblasLtMatmulDesc_t;
typedef hipblasLtMatrixLayoutOpaque_t *hipblasLtMatrixLayout_t;
typedef hipblasLtMatmulPreferenceOpaque_t *hipblasLtMatmulPreference_t;
typedef hipblasLtMatrixTransformDescOpaque_t *hipblasLtMatrixTransformDesc_t;

#ifdef __cplusplus
#define HIPBLASLT_AT_FIRST(value) = value
#else
#define HIPBLASLT_AT_FIRST(value)
#endif
typedef struct _hipblasLtMatmulAlgo_t {
  uint8_t data[16] HIPBLASLT_AT_FIRST({0});
  size_t max_workspace_bytes HIPBLASLT_AT_FIRST(0);
} hipblasLtMatmulAlgo_t;

typedef struct _hipblasLtMatmulHeuristicResult_t {
  hipblasLtMatmulAlgo_t algo;
  size_t workspaceSize HIPBLASLT_AT_FIRST(0);
  hipblasStatus_t state HIPBLASLT_AT_FIRST(HIPBLAS_STATUS_SUCCESS);
  float wavesCount HIPBLASLT_AT_FIRST(1.0);
  int reserved[4];
} hipblasLtMatmulHeuristicResult_t;
#undef HIPBLASLT_AT_FIRST

#ifdef __cplusplus
extern "C" {
#endif

HIPBLASLT_EXPORT hipblasStatus_t hipblasLtGetVersion(hipblasLtHandle_t handle, int *version);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtGetGitRevision(hipblasLtHandle_t handle, char *rev);
/* The caller frees the name. */
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtGetArchName(char **archName);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtCreate(hipblasLtHandle_t *handle);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtDestroy(const hipblasLtHandle_t handle);

/* Attributes: `sizeInBytes` is at least the attribute's size. A query with none only says in *sizeWritten how many there are. */
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatrixLayoutCreate(hipblasLtMatrixLayout_t *matLayout, hipDataType type, uint64_t rows, uint64_t cols,
                                                             int64_t ld);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatrixLayoutDestroy(const hipblasLtMatrixLayout_t matLayout);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatrixLayoutSetAttribute(hipblasLtMatrixLayout_t matLayout, hipblasLtMatrixLayoutAttribute_t attr,
                                                                   const void *buf, size_t sizeInBytes);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatrixLayoutGetAttribute(hipblasLtMatrixLayout_t matLayout, hipblasLtMatrixLayoutAttribute_t attr, void *buf,
                                                                   size_t sizeInBytes, size_t *sizeWritten);

HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatmulDescCreate(hipblasLtMatmulDesc_t *matmulDesc, hipblasComputeType_t computeType,
                                                           hipDataType scaleType);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatmulDescDestroy(const hipblasLtMatmulDesc_t matmulDesc);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatmulDescSetAttribute(hipblasLtMatmulDesc_t matmulDesc, hipblasLtMatmulDescAttributes_t attr,
                                                                 const void *buf, size_t sizeInBytes);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatmulDescGetAttribute(hipblasLtMatmulDesc_t matmulDesc, hipblasLtMatmulDescAttributes_t attr, void *buf,
                                                                 size_t sizeInBytes, size_t *sizeWritten);

HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatmulPreferenceCreate(hipblasLtMatmulPreference_t *pref);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatmulPreferenceDestroy(const hipblasLtMatmulPreference_t pref);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatmulPreferenceSetAttribute(hipblasLtMatmulPreference_t pref, hipblasLtMatmulPreferenceAttributes_t attr,
                                                                       const void *buf, size_t sizeInBytes);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatmulPreferenceGetAttribute(hipblasLtMatmulPreference_t pref, hipblasLtMatmulPreferenceAttributes_t attr,
                                                                       void *buf, size_t sizeInBytes, size_t *sizeWritten);

/* The way to do a product that is supported; else HIPBLAS_STATUS_NOT_SUPPORTED, and *returnAlgoCount is 0. */
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatmulAlgoGetHeuristic(hipblasLtHandle_t handle, hipblasLtMatmulDesc_t matmulDesc,
                                                                 hipblasLtMatrixLayout_t Adesc, hipblasLtMatrixLayout_t Bdesc,
                                                                 hipblasLtMatrixLayout_t Cdesc, hipblasLtMatrixLayout_t Ddesc,
                                                                 hipblasLtMatmulPreference_t pref, int requestedAlgoCount,
                                                                 hipblasLtMatmulHeuristicResult_t heuristicResultsArray[], int *returnAlgoCount);
/* Without Cdesc, C lies as D does. `algo` and `workspace` may be null. */
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatmul(hipblasLtHandle_t handle, hipblasLtMatmulDesc_t matmulDesc, const void *alpha, const void *A,
                                                 hipblasLtMatrixLayout_t Adesc, const void *B, hipblasLtMatrixLayout_t Bdesc, const void *beta,
                                                 const void *C, hipblasLtMatrixLayout_t Cdesc, void *D, hipblasLtMatrixLayout_t Ddesc,
                                                 const hipblasLtMatmulAlgo_t *algo, void *workspace, size_t workspaceSizeInBytes, hipStream_t stream);

HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatrixTransformDescCreate(hipblasLtMatrixTransformDesc_t *transformDesc, hipDataType scaleType);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatrixTransformDescDestroy(hipblasLtMatrixTransformDesc_t transformDesc);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatrixTransformDescSetAttribute(hipblasLtMatrixTransformDesc_t transformDesc,
                                                                          hipblasLtMatrixTransformDescAttributes_t attr, const void *buf,
                                                                          size_t sizeInBytes);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatrixTransformDescGetAttribute(hipblasLtMatrixTransformDesc_t transformDesc,
                                                                          hipblasLtMatrixTransformDescAttributes_t attr, void *buf, size_t sizeInBytes,
                                                                          size_t *sizeWritten);
/* C = alpha op(A) + beta op(B). A matrix whose pointer is null is left out. */
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatrixTransform(hipblasLtHandle_t lightHandle, hipblasLtMatrixTransformDesc_t transformDesc, const void *alpha,
                                                          const void *A, hipblasLtMatrixLayout_t Adesc, const void *beta, const void *B,
                                                          hipblasLtMatrixLayout_t Bdesc, void *C, hipblasLtMatrixLayout_t Cdesc, hipStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
