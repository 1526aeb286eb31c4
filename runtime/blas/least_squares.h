// least_squares.h: overdetermined and underdetermined systems of full rank.
//
// Defined in least_squares.hip for float, double and their complex numbers; called by gels.hip and runtime/solver.
#pragma once

#include "handle.h"
#include "view.h"

namespace blas {

// A X = B, or with `adjoint` A^H X = B, for A of m rows and n columns, neither of them zero; X takes B's place, and A's factors A's. `singular` becomes
// the number, from 1, of the first zero on R's diagonal, or zero.
template <class T>
hipblasStatus_t solve_least_squares(const Handle &handle, bool adjoint, int64_t m, int64_t n, int64_t sides, View<T> a, View<T> b, int *singular,
                                    int64_t batches);

}  // namespace blas
