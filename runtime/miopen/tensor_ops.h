// tensor_ops.h: what is done to each element of views, for the other files of this folder.
#pragma once

#include "elements.h"

namespace dnn {

inline uint32_t count_of(const View &v) {
    uint32_t count = 1;
    for (const uint32_t len : v.lens) count *= len;
    return count;
}

miopenStatus_t set(const Handle &handle, View y, double value);
// y = alpha x + beta y, whatever types and layouts they have.
miopenStatus_t transform(const Handle &handle, View x, View y, double alpha, double beta);
// c = op(alpha_a a, alpha_b b) + beta c.
miopenStatus_t put_together(const Handle &handle, miopenTensorOp_t op, View a, View b, View c, double alpha_a, double alpha_b, double beta);

}  // namespace dnn
