// gemm_half.h: products of half floats on devices whose subgroups multiply matrices (gemm_half.hip).
//
// Called by gemm.h.
#pragma once

#include "product.h"

namespace blas {

bool suits_matrices(const Handle &handle);
hipblasStatus_t launch_on_matrices(const Handle &handle, const Gemm<Half, Half, float> &p);
hipblasStatus_t launch_on_matrices(const Handle &handle, const Gemm<Half, float, float> &p);

}  // namespace blas
