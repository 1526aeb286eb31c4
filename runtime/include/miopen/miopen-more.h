/* miopen-more.h: reductions by dimension and normalisations, of MIOpen's beta interface.
 *
 * Included by miopen.h, which says what all of it needs.
 */
#ifndef HIPVK_MIOPEN_MORE_H
#define HIPVK_MIOPEN_MORE_H

#ifdef MIOPEN_BETA_API
typedef enum {
    MIOPEN_REDUCE_CALCULATION_NOT_PROPAGATE_NAN = 0, MIOPEN_REDUCE_CALCULATION_PROPAGATE_NAN = 1,
} miopenReduceCalculationNanPropagation_t;
typedef enum {
    MIOPEN_REDUCE_CALCULATION_PROD = 1, MIOPEN_REDUCE_CALCULATION_SUM = 2,
} miopenReduceCalculationOp_t;
MIOPEN_EXPORT miopenStatus_t miopenGetReduceCalculationWorkspaceSize(miopenHandle_t handle, const miopenTensorDescriptor_t xDesc, const int32_t dim,
    const miopenReduceCalculationOp_t reduceCalculationOp, const miopenTensorDescriptor_t reduceDesc, size_t *sizeInBytes);
MIOPEN_EXPORT miopenStatus_t miopenReduceCalculationForward(miopenHandle_t handle, miopenReduceCalculationNanPropagation_t nanPropagation, void *workspace,
    size_t workspaceSizeInBytes, const miopenTensorDescriptor_t xDesc, const void *x, const int32_t dim,
    const miopenReduceCalculationOp_t reduceCalculationOp, const miopenTensorDescriptor_t reduceDesc, void *y);
typedef enum {
    MIOPEN_REDUCE_EXTREME_ARGMIN = 1, MIOPEN_REDUCE_EXTREME_ARGMAX = 2, MIOPEN_REDUCE_EXTREME_MIN = 3, MIOPEN_REDUCE_EXTREME_MAX = 4,
} miopenReduceExtremeOp_t;
MIOPEN_EXPORT miopenStatus_t miopenReduceExtremeForward(miopenHandle_t handle, const miopenTensorDescriptor_t xDesc, const void *x, const int32_t dim,
    const miopenReduceExtremeOp_t reduceExtremeOp, const miopenTensorDescriptor_t yDesc, void *y, const miopenTensorDescriptor_t indiceDesc, void *indice);
MIOPEN_EXPORT miopenStatus_t miopenGroupNormForward(miopenHandle_t handle, miopenNormMode_t mode, const miopenTensorDescriptor_t xDesc, const void *x,
    const miopenTensorDescriptor_t weightDesc, const void *weight, const miopenTensorDescriptor_t biasDesc, const void *bias, const uint64_t num_groups,
    const float epsilon, const miopenTensorDescriptor_t yDesc, void *y, const miopenTensorDescriptor_t meanDesc, void *mean,
    const miopenTensorDescriptor_t rstdDesc, void *rstd);
MIOPEN_EXPORT miopenStatus_t miopenAddLayerNormForward(miopenHandle_t handle, miopenNormMode_t mode, const miopenTensorDescriptor_t xDesc, const void *x,
    const miopenTensorDescriptor_t x2Desc, const void *x2, const miopenTensorDescriptor_t weightDesc, const void *weight,
    const miopenTensorDescriptor_t biasDesc, const void *bias, const float epsilon, const int32_t normalized_dim, const miopenTensorDescriptor_t yDesc,
    void *y, const miopenTensorDescriptor_t meanDesc, void *mean, const miopenTensorDescriptor_t rstdDesc, void *rstd);
MIOPEN_EXPORT miopenStatus_t miopenT5LayerNormForward(miopenHandle_t handle, miopenNormMode_t mode, const miopenTensorDescriptor_t xDesc, const void *x,
    const miopenTensorDescriptor_t weightDesc, const void *weight, const float epsilon, const miopenTensorDescriptor_t yDesc, void *y,
    const miopenTensorDescriptor_t rstdDesc, void *rstd);
MIOPEN_EXPORT miopenStatus_t miopenGetT5LayerNormBackwardWorkspaceSize(miopenHandle_t handle, miopenNormMode_t mode, const miopenTensorDescriptor_t dyDesc,
    const miopenTensorDescriptor_t xDesc, const miopenTensorDescriptor_t weightDesc, const miopenTensorDescriptor_t rstdDesc,
    const miopenTensorDescriptor_t dxDesc, const miopenTensorDescriptor_t dwDesc, size_t *sizeInBytes);
MIOPEN_EXPORT miopenStatus_t miopenT5LayerNormBackward(miopenHandle_t handle, miopenNormMode_t mode, void *workspace, size_t workspaceSizeInBytes,
    const miopenTensorDescriptor_t dyDesc, const void *dy, const miopenTensorDescriptor_t xDesc, const void *x, const miopenTensorDescriptor_t weightDesc,
    const void *weight, const miopenTensorDescriptor_t rstdDesc, const void *rstd, const miopenTensorDescriptor_t dxDesc, void *dx,
    const miopenTensorDescriptor_t dwDesc, void *dw);
#endif

#endif
