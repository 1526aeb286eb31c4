// product.h: a sparse matrix times a dense one, of which a vector is one column.
//
// Defined in product.hip and scatter.hip, for each element type; used by generic functions and those by element type.
#pragma once

#include "descriptors.h"

namespace sparse {

// Whether a product's sums are to have one order, so that the same call gives the same bits each time.
enum class Sums { AnyOrder, OneOrder };

// c = alpha * op(a) * b + beta * c, where c has `columns` columns. Entries that do not lie by the product's rows are sorted for sums of one order.
template <class T>
Status multiply_stored(const Handle &handle, const Stored &a, hipsparseOperation_t op, Sums sums, const T *values, const Dense<const T> &b,
                       const Dense<T> &c, int64_t columns, const Scalar<T> &alpha, const Scalar<T> &beta);

// The same where entries lie by other rows than the product's (scatter.hip); sums have no order.
template <class T>
Status multiply_scattered(const Handle &handle, const Stored &a, hipsparseOperation_t op, const T *values, const Dense<const T> &b, const Dense<T> &c,
                          int64_t columns, const Scalar<T> &alpha, const Scalar<T> &beta);

// c = alpha * a * b + beta * c, where c has `columns` columns. A scalar that is zero keeps what it stands before from being read.
template <class T>
Status multiply(const Handle &handle, const Rows &a, const T *values, const Dense<const T> &b, const Dense<T> &c, int64_t columns,
                const Scalar<T> &alpha, const Scalar<T> &beta);

}  // namespace sparse
