// cholesky.h: A = L L^H, or U^H U.
//
// Defined in cholesky.hip for float, double and their complex numbers; called by generalized.hip.
#pragma once

#include "context.h"

namespace solver {

// The factor takes the place of A's half. info becomes the order of the first leading minor that is not positive, or zero.
template <class T> Status factor_cholesky(const Handle &handle, rocblas_fill fill, int64_t n, View<T> a, int *info, int64_t batches);

}  // namespace solver
