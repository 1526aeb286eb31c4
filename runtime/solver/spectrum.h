// spectrum.h: what is done to eigenvalues, singular values and their vectors before and behind the rotations: scales, lengths, order, and choice.
//
// Defined in spectrum.hip for float, double and their complex numbers; called by eigen.hip and singular.hip.
#pragma once

#include "context.h"

namespace solver {

// The power of two that makes a matrix' length (Frobenius' norm) at least 1/2 and less than 1; 1 for one that is zero or not finite.
template <class T> Status find_scales(const Handle &handle, View<const T> a, int64_t rows, int64_t columns, Real<T> *scales, int64_t batches);

// B = scale A + shift.
template <class T> struct Scaled {
    View<const T> from;
    View<T> to;
    int64_t rows, columns;
    const Real<T> *scales;
    Real<T> shift;
    int64_t batches;
};
template <class T> Status copy_scaled(const Handle &handle, const Scaled<T> &scaled);

// Of each of `columns` columns, the real part of x^H y, with `root` its root; with `divide` x becomes x over that. Products are dense.
template <class T> struct ColumnProducts {
    View<T> x;
    View<const T> y;
    int64_t rows, columns;
    Real<T> *products;
    bool root, divide;
    int64_t batches;
};
template <class T> Status multiply_columns(const Handle &handle, const ColumnProducts<T> &products);

// Which of n values are wanted: all, those in (low, high], or those from number `first` to number `last`, from 1, in the order that they are in.
template <class R> struct Wanted {
    enum Kind { all, in_interval, by_number } kind = all;
    R low = 0, high = 0;
    int first = 0, last = 0;
};
// Those of a matrix: so many, from that one on.
struct Chosen {
    int from, count;
};
// How the values come out: in ascending or descending order, or as they are.
enum class Order { ascending, descending, none };

// Values over their scales are brought in order, and the wanted ones chosen; values are dense, n of each matrix.
template <class R> struct Choice {
    const R *values;
    const R *scales;
    int64_t n;
    Order order;
    Wanted<R> wanted;
    View<R> to;            // the chosen ones
    int *places;           // where each value comes, chosen or not: dense
    Chosen *chosen;
    int *counts;           // or none: how many were chosen
    int64_t batches;
};
template <class R> Status choose(const Handle &handle, const Choice<R> &choice);

// The vectors of what was chosen: column j of `from` becomes the column, or in adjoint form the row, that its value has come to.
template <class T> struct Vectors {
    View<const T> from;
    View<T> to;
    int64_t rows, n;
    const int *places;     // or none, where they are in order
    const Chosen *chosen;  // or none, where all are wanted
    bool adjoint;
    View<const T> signs;   // or none: column j is that times the sign of element (j, j)
    int64_t batches;
};
template <class T> Status place_vectors(const Handle &handle, const Vectors<T> &vectors);

// The length of what is beside the diagonal of matrices that were multiplied with `scales`; of elements (i, j) and (j, i) the smaller one counts, twice.
template <class T>
Status measure_off_diagonal(const Handle &handle, View<const T> a, int64_t n, const Real<T> *scales, Real<T> *lengths, int64_t batches);

// rocSOLVER: "if info = 1, the algorithm did not converge", which it has where the residual, if there is one, is small enough for the program.
template <class R>
Status tell_convergence(const Handle &handle, const int *sweeps, int most, const R *residuals, R tolerance, int *info, int64_t batches);

}  // namespace solver
