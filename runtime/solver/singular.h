// singular.h: singular values and vectors, A = U S V^H.
//
// Defined in singular.hip for float, double and their complex numbers; called by diagonals.hip.
#pragma once

#include "spectrum.h"

namespace solver {

template <class T> struct Singular {
    View<T> a;          // it stays, unless a target is A itself
    int64_t m, n;
    View<Real<T>> values;  // in descending order
    View<T> u, vh;      // or none; U's columns, and V^H's rows
    bool all_u, all_vh; // of a whole unitary matrix, not only those that singular values have
    int *info;
    int64_t batches;
    Wanted<Real<T>> wanted = {};
    int most_sweeps = 40;
    Real<T> tolerance = 0;
    int *sweeps = nullptr;
    Real<T> *residuals = nullptr;
    int *counts = nullptr;
};
template <class T> Status find_singular_values(const Handle &handle, const Singular<T> &problem);

}  // namespace solver
