/* miopen-types.h: descriptors and enumerators.
 *
 * Included by miopen.h, which says what all of it needs.
 */
#ifndef HIPVK_MIOPEN_TYPES_H
#define HIPVK_MIOPEN_TYPES_H

MIOPEN_DECLARE_OBJECT(miopenFusionOpDescriptor);
MIOPEN_DECLARE_OBJECT(miopenTensorDescriptor);
MIOPEN_DECLARE_OBJECT(miopenSeqTensorDescriptor);
MIOPEN_DECLARE_OBJECT(miopenConvolutionDescriptor);
MIOPEN_DECLARE_OBJECT(miopenPoolingDescriptor);
MIOPEN_DECLARE_OBJECT(miopenLRNDescriptor);
MIOPEN_DECLARE_OBJECT(miopenActivationDescriptor);
MIOPEN_DECLARE_OBJECT(miopenRNNDescriptor);
MIOPEN_DECLARE_OBJECT(miopenCTCLossDescriptor);
MIOPEN_DECLARE_OBJECT(miopenDropoutDescriptor);
MIOPEN_DECLARE_OBJECT(miopenReduceTensorDescriptor);
MIOPEN_DECLARE_OBJECT(miopenMhaDescriptor);
MIOPEN_DECLARE_OBJECT(miopenSoftmaxDescriptor);
typedef enum {
    miopenHalf = 0, miopenFloat = 1, miopenInt32 = 2, miopenInt8 = 3, miopenBFloat16 = 5, miopenDouble = 6,
    miopenFloat8_fnuz = 7, miopenBFloat8_fnuz = 8,
    miopenInt64 = 9,
} miopenDataType_t;
typedef enum {
    miopenTensorNCHW = 0,
    miopenTensorNHWC = 1,
    miopenTensorCHWN = 2,
    miopenTensorNCHWc4 = 3,
    miopenTensorNCHWc8 = 4,
    miopenTensorCHWNc4 = 5,
    miopenTensorCHWNc8 = 6,
    miopenTensorNCDHW = 7,
    miopenTensorNDHWC = 8,
} miopenTensorLayout_t;
typedef enum {
    miopenIndexUint8 = 0, miopenIndexUint16 = 1, miopenIndexUint32 = 2, miopenIndexUint64 = 3,
} miopenIndexType_t;
typedef enum {
    miopenTensorOpAdd = 0, miopenTensorOpMul = 1, miopenTensorOpMin = 2, miopenTensorOpMax = 3,
} miopenTensorOp_t;
typedef enum {
    miopenConvolution = 0, miopenTranspose = 1, miopenGroupConv = 2, miopenDepthwise = 3,
} miopenConvolutionMode_t;
typedef enum {
    miopenPaddingDefault = 0, miopenPaddingSame = 1, miopenPaddingValid = 2,
} miopenPaddingMode_t;
typedef enum {
    miopenPoolingMax = 0, miopenPoolingAverage = 1, miopenPoolingAverageInclusive = 2,
} miopenPoolingMode_t;
typedef enum {
    miopenPoolingWorkspaceIndexMask = 0, miopenPoolingWorkspaceIndexImage = 1,
} miopenPoolingWorkspaceIndexMode_t;
typedef enum {
    miopenLRNWithinChannel = 0, miopenLRNCrossChannel = 1,
} miopenLRNMode_t;
#ifdef MIOPEN_BETA_API
typedef enum {
    MIOPEN_ELEMENTWISE_AFFINE = 0,
    MIOPEN_WEIGHT_BIAS = 1,
    MIOPEN_ELEMENTWISE_AFFINE_FUSED_ADD = 2,
    MIOPEN_WEIGHT_BIAS_FUSED_ADD = 3,
    MIOPEN_ELEMENTWISE_AFFINE_T5 = 4,
    MIOPEN_WEIGHT_BIAS_T5 = 5,
} miopenNormMode_t;
#endif
typedef enum {
    miopenBNPerActivation = 0, miopenBNSpatial = 1,
} miopenBatchNormMode_t;
typedef enum {
    miopenActivationPASTHRU = 0, miopenActivationLOGISTIC = 1, miopenActivationTANH = 2, miopenActivationRELU = 3, miopenActivationSOFTRELU = 4,
    miopenActivationABS = 5, miopenActivationPOWER = 6, miopenActivationCLIPPEDRELU = 7, miopenActivationLEAKYRELU = 8,
    miopenActivationELU = 9, miopenActivationCLAMP = 10,
} miopenActivationMode_t;
typedef enum {
    MIOPEN_SOFTMAX_FAST = 0, MIOPEN_SOFTMAX_ACCURATE = 1, MIOPEN_SOFTMAX_LOG = 2,
} miopenSoftmaxAlgorithm_t;
typedef enum {
    MIOPEN_SOFTMAX_MODE_INSTANCE = 0, MIOPEN_SOFTMAX_MODE_CHANNEL = 1,
} miopenSoftmaxMode_t;
#define MIOPEN_API_VERSION_REDUCE_TENSOR 1
typedef enum {
    MIOPEN_REDUCE_TENSOR_ADD = 0,
    MIOPEN_REDUCE_TENSOR_MUL = 1,
    MIOPEN_REDUCE_TENSOR_MIN = 2,
    MIOPEN_REDUCE_TENSOR_MAX = 3,
    MIOPEN_REDUCE_TENSOR_AMAX = 4,
    MIOPEN_REDUCE_TENSOR_AVG = 5,
    MIOPEN_REDUCE_TENSOR_NORM1 = 6,
    MIOPEN_REDUCE_TENSOR_NORM2 = 7,
} miopenReduceTensorOp_t;
typedef enum {
    MIOPEN_NOT_PROPAGATE_NAN = 0, MIOPEN_PROPAGATE_NAN = 1,
} miopenNanPropagation_t;
typedef enum {
    MIOPEN_REDUCE_TENSOR_NO_INDICES = 0, MIOPEN_REDUCE_TENSOR_FLATTENED_INDICES = 1,
} miopenReduceTensorIndices_t;
typedef enum {
    MIOPEN_32BIT_INDICES = 0, MIOPEN_64BIT_INDICES = 1, MIOPEN_16BIT_INDICES = 2, MIOPEN_8BIT_INDICES = 3,
} miopenIndicesType_t;
typedef enum {
    MIOPEN_CONVOLUTION_ATTRIB_FP16_ALT_IMPL = 0, MIOPEN_CONVOLUTION_ATTRIB_DETERMINISTIC = 1,
#ifdef MIOPEN_BETA_API
    MIOPEN_CONVOLUTION_ATTRIB_FP8_ROUNDING_MODE = 2,
#endif
    MIOPEN_CONVOLUTION_ATTRIB_MATH_TYPE = 3,
} miopenConvolutionAttrib_t;
typedef enum {
    miopenConvolutionFindModeNormal = 1, miopenConvolutionFindModeFast = 2, miopenConvolutionFindModeHybrid = 3, miopenConvolutionFindModeDynamicHybrid = 5,
    miopenConvolutionFindModeTrustVerify = 6, miopenConvolutionFindModeTrustVerifyFull = 7,
    miopenConvolutionFindModeDefault = miopenConvolutionFindModeDynamicHybrid,
} miopenConvolutionFindMode_t;

#endif
