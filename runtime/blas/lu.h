// lu.h: A = P L U, with Gauss' elimination and the largest element of each column as its pivot.
//
// Defined in lu.hip for float, double and their complex numbers; called by getrf.hip, getrs.hip and runtime/solver.
#pragma once

#include "matrix_parts.h"

namespace blas {

// L and U take the place of A, of m rows and n columns. The number, from 1, of the first pivot that is zero becomes info, which is zero before;
// without pivots no rows are interchanged.
template <class T> hipblasStatus_t factor_lu(const Handle &handle, View<T> a, int m, int n, Pivots pivots, int *info, int64_t batches);

// op(A) X = B with such factors of A; X, of n rows and `sides` columns, takes B's place.
template <class T>
hipblasStatus_t solve_lu(const Handle &handle, hipblasOperation_t op, int64_t n, int64_t sides, View<const T> a, Pivots pivots, View<T> b, int64_t batches);

}  // namespace blas
