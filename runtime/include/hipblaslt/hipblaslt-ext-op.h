/* hipblaslt-ext-op.h: operations on matrices of rows that stand beside products: softmax, layer normalisation, the largest size of an element.
 *
 * Names, types and signatures are those of ROCm 7.0's hipBLASLt (1.0). All pointers are to device memory.
 */
#ifndef HIPVK_HIPBLASLT_EXT_OP_H
#define HIPVK_HIPBLASLT_EXT_OP_H

#include "hipblaslt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Each of m rows of n floats, n up to 256: exp(x) over their sum. `dim` is 1. */
HIPBLASLT_EXPORT hipblasStatus_t hipblasltExtSoftmax(hipDataType datatype, uint32_t m, uint32_t n, uint32_t dim, void *output, void *input,
                                                     hipStream_t stream);
/* Each of m rows of n floats: (x - mean) * invvar * gamma + beta, invvar = 1 / sqrt(variance + eps). Gamma and beta, n floats each, may be null. */
HIPBLASLT_EXPORT hipblasStatus_t hipblasltExtLayerNorm(hipDataType datatype, void *output, void *mean, void *invvar, void *input, uint32_t m, uint32_t n,
                                                       float eps, void *gamma, void *beta, hipStream_t stream);
/* The largest size of m * n floats or half floats, as one of either. */
HIPBLASLT_EXPORT hipblasStatus_t hipblasltExtAMax(const hipDataType datatype, const hipDataType outDatatype, void *output, void *input, uint32_t m,
                                                  uint32_t n, hipStream_t stream);
/* And outputD, 8-bit floats (FNUZ): the floats times *inputScale. */
HIPBLASLT_EXPORT hipblasStatus_t hipblasltExtAMaxWithScale(const hipDataType datatype, const hipDataType outDatatype, const hipDataType scaleDatatype,
                                                           void *output, void *outputD, void *input, void *inputScale, uint32_t m, uint32_t n,
                                                           hipStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
