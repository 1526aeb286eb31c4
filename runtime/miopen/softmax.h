// softmax.h: softmax over views, for solutions.hip.
#pragma once

#include "base.h"

namespace dnn {

struct Softmax : miopenSoftmaxDescriptor {
    float alpha = 1, beta = 0;
    miopenSoftmaxAlgorithm_t algorithm = MIOPEN_SOFTMAX_ACCURATE;
    miopenSoftmaxMode_t mode = MIOPEN_SOFTMAX_MODE_CHANNEL;
};

miopenStatus_t softmax(const Handle &handle, const Softmax &how, const Tensor &x_tensor, const void *x, const Tensor &y_tensor, void *y);
miopenStatus_t softmax_backward(const Handle &handle, const Softmax &how, const Tensor &y_tensor, const void *y, const Tensor &dy_tensor, const void *dy,
                                const Tensor &dx_tensor, void *dx);

}  // namespace dnn
