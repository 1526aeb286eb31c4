// gemm_half.hip: products of half floats on a device's matrix units.
//
// Called by gemm.h (gemm_half.h).
#include "gemm_matrix_tiles.h"

namespace blas {

hipblasStatus_t launch_on_matrices(const Handle &handle, const Gemm<Half, Half, float> &p) { return launch_matrix_product(handle, p); }
hipblasStatus_t launch_on_matrices(const Handle &handle, const Gemm<Half, float, float> &p) { return launch_matrix_product(handle, p); }

}  // namespace blas
