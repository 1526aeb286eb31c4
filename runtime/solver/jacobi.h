// jacobi.h: rotations of a matrix' columns until all of them are orthogonal (one-sided Jacobi, Hestenes' way).
//
// Defined in jacobi.hip for float, double and their complex numbers; called by eigen.hip and singular.hip. It needs nothing but columns, finds small
// singular values as exactly as large ones (down to the square of the type's precision), and its rotations are independent of each other, half as many at once as there are columns.
#pragma once

#include "context.h"

namespace solver {

// X V = Y with orthogonal columns, for X of a length (Frobenius' norm) about 1, in X's place, and with `v`, which has `columns` rows and columns, V too, multiplied to what is there.
template <class T> struct Rotations {
    View<T> x;
    int64_t rows, columns;
    View<T> v;            // or none
    int64_t batches;
    int most_sweeps;      // how often all pairs of columns are looked at, at most
    // Cosines of angles that are not rotated away are less than the type's precision, or, if that is more, than `tolerance` times a matrix' `scales`.
    double tolerance;
    const Real<T> *scales;
    int *sweeps;          // how many it took, for each matrix, or, where that was not enough, most_sweeps + 1
};
template <class T> Status rotate_columns(const Handle &handle, const Rotations<T> &rotations);

}  // namespace solver
