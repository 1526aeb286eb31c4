// fusion.h: operators one behind the other, for fusion.hip and solutions.hip.
#pragma once

#include "batchnorm.h"
#include "convolution.h"

namespace dnn {

// y = activation(alpha convolution(x) + alpha_z z + bias): sums are rounded once. What is not there is null.
struct BiasedConvolution {
    const Convolution *convolution;
    Located x, w, y, z, bias;
    double alpha, alpha_z;
    const Activation *activation;
    void *workspace;
    size_t workspace_size;
};
miopenStatus_t convolve_biased(Handle &handle, const BiasedConvolution &call);

}  // namespace dnn
