// product.h: products of matrices by hipBLAS, as this folder asks for them. Used by convolutions and recurrent networks.
#pragma once

#include "base.h"

namespace dnn {

inline hipDataType blas_type(miopenDataType_t type) {
    switch (type) {
        case miopenHalf: return HIP_R_16F;
        case miopenBFloat16: return HIP_R_16BF;
        case miopenDouble: return HIP_R_64F;
        case miopenInt8: return HIP_R_8I;
        case miopenInt32: return HIP_R_32I;
        default: return HIP_R_32F;
    }
}

// A factor or a result: matrices by columns, `ld` apart, one `stride` behind the other.
struct Matrix {
    const void *first;
    miopenDataType_t type;
    int64_t ld, stride;
    bool is_transposed = false;

    Matrix at(size_t element) const {
        Matrix moved = *this;
        moved.first = static_cast<const char *>(first) + element * size_of(type);
        return moved;
    }
};

// c = alpha a b + beta c, of m by n elements each, with k products in each.
miopenStatus_t multiply(const Handle &handle, int64_t m, int64_t n, int64_t k, const Matrix &a, const Matrix &b, const Matrix &c, int64_t count, double alpha,
                        double beta);

}  // namespace dnn
