// products.h: hipBLAS' products and triangular systems for Views, which no library but hipBLAS has kernels of.
//
// Defined in products.hip for float, double and their complex numbers; called by the files of this folder, and as blas::solve_system and
// blas::multiply_matrices by those of runtime/blas that this library is made of too.
#pragma once

#include "../blas/solve.h"
#include "context.h"

namespace solver {

// C = alpha op(A) op(B) + beta C, of m rows and n columns.
template <class T> struct Product {
    hipblasOperation_t of_a, of_b;
    int64_t m, n, k;
    T alpha;
    View<const T> a, b;
    T beta;
    View<T> c;
    int64_t batches;
};
template <class T> Status multiply(const Handle &handle, const Product<T> &product);

// C = alpha op(A) op(A)^H + beta C, where only C's upper or lower half is there.
template <class T> struct Square {
    hipblasFillMode_t fill;
    bool adjoint;  // op(A) = A^H
    int64_t n, k;
    Real<T> alpha;
    View<const T> a;
    Real<T> beta;
    View<T> c;
    int64_t batches;
};
template <class T> Status add_square(const Handle &handle, const Square<T> &square);

// C = C op(A), or op(A) C with side left, where A is a triangle and C has m rows and n columns.
template <class T> struct TriangleProduct {
    hipblasSideMode_t side;
    hipblasFillMode_t fill;
    hipblasOperation_t op;
    hipblasDiagType_t diag;
    int64_t m, n;
    View<const T> a;
    View<T> c;
    int64_t batches;
};
template <class T> Status multiply_triangle(const Handle &handle, const TriangleProduct<T> &product);

// The inverse of a triangle; zeros in the other half.
template <class T>
Status invert_triangle(const Handle &handle, hipblasFillMode_t fill, hipblasDiagType_t diag, int64_t n, View<const T> a, View<T> inverse, int64_t batches);

}  // namespace solver
