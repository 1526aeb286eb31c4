// solve.h: what functions that are made of triangular systems and products of whole matrices call: trsm and gemm behind their checks.
//
// Defined in trsm.hip for float, double and their complex numbers, so that the kernels are in the library once; for rocSOLVER in
// runtime/solver/products.hip, which calls hipBLAS. Called by trtri.hip and LAPACK's (lu.hip, reflectors.hip, least_squares.hip).
#pragma once

#include "product.h"

namespace blas {

// op(A) X = alpha B, or X op(A) = alpha B with side right; X, of m rows and n columns, takes B's place. Nothing is checked, and sizes are not zero.
template <class T> struct System {
    hipblasSideMode_t side;
    hipblasFillMode_t fill;
    hipblasOperation_t op;
    hipblasDiagType_t diag;
    int64_t m, n;
    Scalar<T> alpha;
    View<const T> a;
    View<T> b;
    int64_t batches;
};
template <class T> hipblasStatus_t solve_system(const Handle &handle, const System<T> &system);

// C = alpha A B + beta C (B as Gemm has it, transposed).
template <class T> hipblasStatus_t multiply_matrices(const Handle &handle, const Gemm<T, T, T> &product);

}  // namespace blas
