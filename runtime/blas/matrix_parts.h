// matrix_parts.h: small things that are done to matrices in device memory on the way to something else.
//
// Defined in matrix_parts.hip for float, double and their complex numbers, but for copy_matrix; called by trtri.hip, lu.hip, getrs.hip, least_squares.hip,
// level3.hip, gemm.hip and runtime/solver.
#pragma once

#include "handle.h"
#include "view.h"

namespace blas {

// A = `value` on the diagonal and zero beside it.
template <class T> hipblasStatus_t set_diagonal(const Handle &handle, View<T> a, int64_t rows, int64_t columns, T value, int64_t batches);

// A = B, which has so many rows and columns. All elements of a size are copied as if they were of one type.
template <class T>
using Bits = std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, std::conditional_t<sizeof(T) == 8, uint64_t, Complex<double>>>>;
template <class B> hipblasStatus_t copy_bits(const Handle &handle, View<B> a, int64_t rows, int64_t columns, View<const B> b, int64_t batches);
template <class T> hipblasStatus_t copy_matrix(const Handle &handle, View<T> a, int64_t rows, int64_t columns, View<const T> b, int64_t batches) {
    return copy_bits(handle, cast<Bits<T>>(View<void>{a.first, reinterpret_cast<void *const *>(a.each), a.ld, a.stride}), rows, columns,
                     cast<const Bits<T>>(View<const void>{b.first, reinterpret_cast<const void *const *>(b.each), b.ld, b.stride}), batches);
}

// A = B^H; A has so many rows and columns.
template <class T> hipblasStatus_t copy_adjoint(const Handle &handle, View<T> a, int64_t rows, int64_t columns, View<const T> b, int64_t batches);

// Of each matrix, info = the number, from 1, of the first zero among its `n` diagonal elements, or 0.
template <class T> hipblasStatus_t find_zero(const Handle &handle, View<const T> a, int64_t n, int *info, int64_t batches);

// What getrf has done to rows: row i was interchanged with row pivot(i) (from 1), one i after the other. None where `first` is null.
struct Pivots {
    int *first;
    int64_t stride;
    __device__ int *at(int64_t batch) const { return first + batch * stride; }
};
// Does the interchanges of rows from `from` to `to` to the columns of A but for `skipped` ones behind column `skip`; backwards to undo them.
struct Interchange {
    Pivots pivots;
    int from, to;
    bool backwards;
    int skip, skipped;
};
template <class T> hipblasStatus_t interchange_rows(const Handle &handle, View<T> a, int64_t columns, const Interchange &what, int64_t batches);

}  // namespace blas
