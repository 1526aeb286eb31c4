// triangle.h: solving with a triangle of a sparse matrix.
//
// Defined in triangle.hip, for each element type; used by csrsv.hip, bsrsv.hip and spsv.hip.
#pragma once

#include "descriptors.h"
#include "levels.h"

namespace sparse {

// Solves triangle * x = alpha * b, for each of `columns` columns. x may be b. A zero on the diagonal counts as one, and becomes the pivot.
template <class T>
Status solve_triangle(const Handle &handle, const Levels &levels, const Rows &a, const T *values, bool upper, bool unit,
                      const Scalar<T> &alpha, const Dense<const T> &b, const Dense<T> &x, int64_t columns);

}  // namespace sparse
