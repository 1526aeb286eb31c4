// convert.h: copies of matrices in elements of another type, and C = alpha op(A) + beta op(B).
//
// Defined in convert.hip; called by multiply.hip and transform.hip.
#pragma once

#include "elements.h"
#include "problem.h"

namespace blaslt {

// `to` becomes `from`, scaled by one number or by one for each row or column, and rounded to elements of type `between` first.
struct Conversion {
    Matrix from, to;
    int rows, columns;
    int64_t batches;
    hipDataType between;
    const float *scale;
    enum { by_number, by_row, by_column } scaled;
};
hipblasStatus_t convert(const Handle &handle, const Conversion &what);

// Element (i, j) of a term lies at i * row + j * column.
struct Term {
    Matrix matrix;  // null where the term is left out
    int64_t row, column;
    blas::Scalar<float> factor;
};
struct Transform {
    int m, n;
    int64_t batches;
    Term a, b, c;  // c without factor
};
hipblasStatus_t transform(const Handle &handle, const Transform &what);

}  // namespace blaslt
