// batchnorm_rows.h: batch normalisation of rows: kernels' arguments.
//
// Used by batchnorm.hip, which makes rows of tensors, and batchnorm_rows.hip, which calculates.
#pragma once

#include "rows.h"

namespace dnn {

// What a row has one of, or a null pointer. All have the type of what is calculated, or float.
struct Parameters {
    View scale, bias, mean, variance;
    template <class W> __device__ static W of(const View &v, const Index &row, W otherwise) {
        return v.data ? v.get<W>(v.place(row)) : otherwise;
    }
};

// Whose variance a mean goes with: none yet, a batch's or an average, or its root's inverse, as training left it.
enum class Role { training, inference, again };

struct RowsForward {
    Rows x, y;
    Parameters p;
    View running_mean, running_variance;
    Role role;
    double average, epsilon, alpha, beta;
};
struct RowsBackward {
    Rows x, dy, dx;
    Parameters p;
    View dscale, dbias;
    double epsilon, alpha, beta, parameter_alpha, parameter_beta;
};

miopenStatus_t normalise_rows(Handle &handle, const RowsForward &call, bool is_wide);
miopenStatus_t normalise_rows_backward(Handle &handle, const RowsBackward &call, bool is_wide);

}  // namespace dnn
