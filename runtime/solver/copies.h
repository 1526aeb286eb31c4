// copies.h: copies of matrices, as they are, transposed, turned around, or of one half only.
//
// Defined in copies.hip for float, double and their complex numbers; called by the files of this folder.
#pragma once

#include "context.h"

namespace solver {

enum class Half { both, upper, lower };  // with the diagonal
inline Half half_of(rocblas_fill fill) { return is_upper(fill) ? Half::upper : Half::lower; }

// to(i, j) = from(i, j), for i < rows and j < columns. With `turned` rows and columns of `from` are counted from the last one; with `adjoint` it is
// from^H, whose rows those are. What is outside of `half` stays as it is, and so does a matrix whose number in `unless` is not zero.
template <class T> struct Copy {
    View<const T> from;
    View<T> to;
    int64_t rows, columns;
    int64_t batches;
    bool adjoint = false, turned = false;
    Half half = Half::both;
    const int *unless = nullptr;
};
template <class T> Status copy(const Handle &handle, const Copy<T> &copy);

// The other half of a Hermitian matrix, of which `fill` is there.
template <class T> Status mirror(const Handle &handle, rocblas_fill fill, View<T> a, int64_t n, int64_t batches);

// A vector in the other order.
template <class T> Status turn(const Handle &handle, View<T> x, int64_t n, int64_t batches);

}  // namespace solver
