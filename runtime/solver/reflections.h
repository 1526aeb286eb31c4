// reflections.h: matrices of Householder's reflectors, in the four ways that LAPACK keeps them, as the one that ../blas/reflectors.h works with.
//
// Defined in reflections.hip for float, double and their complex numbers; called by orthogonal.hip and singular.hip.
#pragma once

#include "context.h"

namespace solver {

// What geqrf, gelqf, geqlf and gerqf leave behind: Q = H(1) ... H(k), its adjoint's rows, and both with rows and columns in the other order.
struct Layout {
    bool in_rows, turned;
};
constexpr Layout qr = {false, false}, lq = {true, false}, ql = {false, true}, rq = {true, true};

// A, of m rows and n columns, becomes its factors.
template <class T> Status factor_orthogonal(const Handle &handle, Layout layout, int64_t m, int64_t n, View<T> a, View<T> tau, int64_t batches);

// Reflectors that such a factorisation, of which k are the first ones or (where turned) the last ones, has left in A of m rows and n columns. Q, as
// LAPACK's functions want it, is a matrix of `order` rows and columns.
template <class T> struct Orthogonal {
    Layout layout;
    View<T> a;
    int64_t m, n, k;
    View<T> tau;
    int64_t batches;

    int64_t order() const { return layout.in_rows ? n : m; }
};

// Q's first (where turned, last) columns, or its rows where reflectors are in rows, as many as A has, take A's place, or that of `to`.
template <class T> Status generate(const Handle &handle, const Orthogonal<T> &q, View<T> to);

// C = op(Q) C, or C op(Q) with side right; C has m rows and n columns.
template <class T> Status apply(const Handle &handle, const Orthogonal<T> &q, bool left, bool adjoint, View<T> c, int64_t m, int64_t n);

}  // namespace solver
