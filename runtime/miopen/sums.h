// sums.h: sums of rows, for gradients of biases and the like.
#pragma once

#include "rows.h"

namespace dnn {

// to[i] = alpha times the sum of row i + beta to[i].
miopenStatus_t sum_rows(Handle &handle, Rows from, const View &to, double alpha, double beta);

}  // namespace dnn
