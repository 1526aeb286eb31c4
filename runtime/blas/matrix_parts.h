// matrix_parts.h: small things that are done to matrices in device memory on the way to something else.
//
// Defined in matrix_parts.hip for float, double and their complex numbers; called by trtri.hip, getrf.hip, getrs.hip and gels.hip.
#pragma once

#include "handle.h"
#include "view.h"

namespace blas {

// A = the unit matrix of n rows.
template <class T> hipblasStatus_t set_identity(const Handle &handle, View<T> a, int n, int64_t batches);

}  // namespace blas
