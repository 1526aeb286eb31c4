// batchnorm.h: batch normalisation with tensors as they are, for fusion.hip and solutions.hip.
#pragma once

#include "activation.h"

namespace dnn {

// A tensor and where it is; null if there is none.
struct Located {
    miopenTensorDescriptor_t tensor;
    const void *data;
};

struct BatchNorm {
    miopenBatchNormMode_t mode;
    Located x, y;                            // y: or dy
    Located scale, bias, mean, variance;     // the variance is its root's inverse where gradients are asked for
    double epsilon;
    const Activation *activation;            // behind it, if there is one
    double alpha = 1, beta = 0;
};

miopenStatus_t normalise_training(Handle &handle, const BatchNorm &norm, double average, Located running_mean, Located running_variance);
miopenStatus_t normalise_inference(Handle &handle, const BatchNorm &norm);
// Gradients of scale and bias lie as they do.
miopenStatus_t normalise_backward(Handle &handle, const BatchNorm &norm, Located dx, Located dscale, Located dbias, double parameter_alpha, double parameter_beta);

}  // namespace dnn
