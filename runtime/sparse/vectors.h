// vectors.h: what is done with a sparse and a dense vector.
//
// Defined in vectors.hip, for each element type; used by the generic functions and level 1's, in vector_calls.hip.
#pragma once

#include "indices.h"

namespace sparse {

template <class T> Status scale(const Handle &handle, const Scalar<T> &beta, T *y, int64_t size);
template <class T> Status axpy(const Handle &handle, int64_t n, const Scalar<T> &alpha, const T *x, const Indices &index, T *y);
// Also clears what it takes from y, if `clears`.
template <class T> Status gather(const Handle &handle, int64_t n, T *y, T *x, const Indices &index, bool clears);
template <class T> Status scatter(const Handle &handle, int64_t n, const T *x, const Indices &index, T *y);
template <class T> Status rotate(const Handle &handle, int64_t n, T *x, const Indices &index, T *y, const Scalar<T> &c, const Scalar<T> &s);
// *result = sum of x times y, x conjugated or not; result lies where the pointer mode says.
template <class T> Status dot(const Handle &handle, int64_t n, const T *x, const Indices &index, const T *y, T *result, bool conjugated);

}  // namespace sparse
