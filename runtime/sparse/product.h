// product.h: a sparse matrix times a dense one, of which a vector is one column.
//
// Defined in product.hip, for each element type; used by generic functions and those by element type.
#pragma once

#include "descriptors.h"

namespace sparse {

// c = alpha * a * b + beta * c, where c has `columns` columns. A scalar that is zero keeps what it stands before from being read.
template <class T>
Status multiply(const Handle &handle, const Rows &a, const T *values, const Dense<const T> &b, const Dense<T> &c, int64_t columns,
                const Scalar<T> &alpha, const Scalar<T> &beta);

}  // namespace sparse
