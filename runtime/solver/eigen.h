// eigen.h: eigenvalues and eigenvectors of Hermitian matrices.
//
// Defined in eigen.hip for float, double and their complex numbers; called by generalized.hip.
#pragma once

#include "spectrum.h"

namespace solver {

constexpr int most_sweeps = 40;  // where the program says nothing: six to ten are what it takes

template <class T> struct Eigen {
    View<T> a;                      // with both halves; it stays
    int64_t n;
    Order order;
    Wanted<Real<T>> wanted;
    View<Real<T>> values;
    View<T> vectors;                // or none; may be A
    int *info;                      // 0, or 1 where the sweeps were not enough
    int64_t batches;
    int most_sweeps = solver::most_sweeps;
    Real<T> tolerance = 0;          // of what is beside the diagonal; 0 is the type's precision
    int *sweeps = nullptr;          // or none: how many it took
    Real<T> *residuals = nullptr;   // or none: the length of what is beside the diagonal of V^H A V
    int *counts = nullptr;          // or none: how many values there are
};
template <class T> Status find_eigenvalues(const Handle &handle, const Eigen<T> &problem);

// What the functions of this and generalized.hip check.
inline bool is_enum(rocblas_erange range) { return range >= rocblas_erange_all && range <= rocblas_erange_index; }
// rocSOLVER: eigenvectors of A, or none.
inline bool is_enum(rocblas_evect evect) { return evect == rocblas_evect_original || evect == rocblas_evect_none; }
template <class R> bool is_range(rocblas_erange range, R low, R high, int64_t first, int64_t last, int64_t n) {
    if (range == rocblas_erange_value) return low < high;
    return range != rocblas_erange_index || (first >= 1 && last >= 0 && last <= n && (n == 0 || first <= last));
}
template <class R> Wanted<R> wanted_of(rocblas_erange range, R low, R high, int64_t first, int64_t last) {
    Wanted<R> wanted;
    if (range == rocblas_erange_value) wanted = {Wanted<R>::in_interval, low, high, 0, 0};
    if (range == rocblas_erange_index) wanted = {Wanted<R>::by_number, 0, 0, int(first), int(last)};
    return wanted;
}

}  // namespace solver
