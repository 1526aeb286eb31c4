// gemm_half.h: products of half floats and of bfloat16 on devices whose subgroups multiply matrices of them (gemm_half.hip, gemm_bfloat.hip).
//
// Called by gemm.h.
#pragma once

#include "product.h"

namespace blas {

// Rows of the matrices of such elements that the device multiplies, 0 if none.
template <class T> int matrix_side(const Handle &handle) {
    if constexpr (std::is_same_v<T, Half>) return handle.matrix_side;
    else if constexpr (std::is_same_v<T, Bfloat16>) return handle.bfloat_side;
    else return 0;
}
// gemm_matrix_tiles.h has kernels for 16 rows in subgroups of 32 lanes, as GPUs have them, and for lavapipe's, for tests: a CPU is better off with
// other kernels.
template <class T> bool suits_matrices(const Handle &handle) {
    const int side = matrix_side<T>(handle), lanes = handle.subgroup_lanes;
    return !handle.is_cpu && ((side == 16 && lanes == 32) || (side == 8 && lanes == 8));
}

hipblasStatus_t launch_on_matrices(const Handle &handle, const Gemm<Half, Half, float> &p);
hipblasStatus_t launch_on_matrices(const Handle &handle, const Gemm<Half, float, float> &p);
hipblasStatus_t launch_on_matrices(const Handle &handle, const Gemm<Bfloat16, Bfloat16, float> &p);
hipblasStatus_t launch_on_matrices(const Handle &handle, const Gemm<Bfloat16, float, float> &p);

}  // namespace blas
