// dense.h: from dense matrices to sparse ones and back, and sparse matrices with fewer entries.
//
// Defined in dense.hip, for each element type; used by dense_calls.hip and compress.hip.
#pragma once

#include "descriptors.h"

namespace sparse {

// counts[i] = how many elements of row i are not zero.
template <class T> Status count_nonzeros(const Handle &handle, const Dense<const T> &from, int64_t rows, int64_t columns, const IndicesOut &counts);

// Writes those elements, from each row's offset on.
template <class T>
Status put_nonzeros(const Handle &handle, const Dense<const T> &from, int64_t rows, int64_t columns, const Indices &offsets, const IndicesOut &column,
                    T *values);

// Elements without an entry become zero; entries of one place are added.
template <class T> Status to_dense(const Handle &handle, const Rows &from, const T *values, const Dense<T> &to);

// offsets[i] = sum of the counts before i, for i from 0 to n; *total becomes the sum of all, unless total is null.
Status offsets_of_counts(const Handle &handle, const Indices &counts, int64_t n, const IndicesOut &offsets, int64_t *total);

}  // namespace sparse
