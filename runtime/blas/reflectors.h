// reflectors.h: Householder's reflectors H = 1 - tau v v^H as geqrf leaves them, and their products with matrices.
//
// Defined in qr.hip and reflectors.hip for float, double and their complex numbers; called by geqrf.hip, least_squares.hip and runtime/solver.
#pragma once

#include "handle.h"
#include "view.h"

namespace blas {

// Reflector i: v is zero above row i and one there; what follows lies in column i of A, below the diagonal.
template <class T> struct Reflectors {
    View<T> a, tau;
    int rows;           // of A
    int64_t batches;
};

// A = Q R, of m rows and n columns; R and the reflectors take A's place, Q = H(1) H(2) ... H(min(m, n)).
template <class T> hipblasStatus_t factor_qr(const Handle &handle, View<T> a, View<T> tau, int m, int n, int64_t batches);

// C = H(first) ... H(end - 1) C, or with `adjoint` its adjoint times C, which has as many rows as A. The reflectors' number is one launch's work.
template <class T>
hipblasStatus_t apply_block(const Handle &handle, const Reflectors<T> &reflectors, int first, int end, bool adjoint, View<T> c, int columns);

// C = Q C or Q^H C, of the first `count` reflectors.
template <class T> hipblasStatus_t apply_all(const Handle &handle, const Reflectors<T> &reflectors, int count, bool adjoint, View<T> c, int columns);

}  // namespace blas
