// factors.h: incomplete factorisations in a matrix' own pattern.
//
// Defined in factors.hip, for each element type; used by csrilu.hip and bsr_factors.hip. Rows come by columns, and have each place once (find_levels, sorted).
#pragma once

#include <cstring>

#include "levels.h"

namespace sparse {

// A small diagonal becomes another number, if a program wants that.
template <class T> struct Boost {
    bool is_on;
    Scalar<double> tolerance;
    Scalar<T> value;
};

// How a program asks for that, of elements whose type is known when they are used.
struct BoostSetting {
    bool is_on = false;
    Scalar<double> tolerance = {0, nullptr};
    const void *value_there = nullptr;       // in device memory, or
    alignas(16) char value[16] = {};         // what it was at the call

    template <class T> Boost<T> of() const {
        T here;
        memcpy(&here, value, sizeof here);
        return {is_on, tolerance, {here, static_cast<const T *>(value_there)}};
    }
    // A function's numericBoost.
    Status set(hipsparseHandle_t handle, bool on, const double *tol, const void *boost, size_t bytes) {
        SPARSE_CHECK(on && (!tol || !boost));
        is_on = on;
        if (!on) return HIPSPARSE_STATUS_SUCCESS;
        const bool there = handle_of(handle)->pointers == HIPSPARSE_POINTER_MODE_DEVICE;
        tolerance = scalar<double>(*handle_of(handle), tol);
        value_there = there ? boost : nullptr;
        if (!there) memcpy(value, boost, bytes);
        return HIPSPARSE_STATUS_SUCCESS;
    }
};

template <class T> Status factor_lu(const Handle &handle, const Levels &levels, const Rows &rows, T *values, const Boost<T> &boost);
template <class T> Status factor_cholesky(const Handle &handle, const Levels &levels, const Rows &rows, T *values);

}  // namespace sparse
