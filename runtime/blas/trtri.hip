// trtri.hip: hipblas[SDCZ]trtri, the inverse of a triangular matrix, in its three forms.
//
// Called by programs. The inverse is what solves A X = 1; it is made in memory of its own, so that it may take A's place in the end.
#include "forms.h"
#include "matrix_parts.h"
#include "solve.h"

namespace blas {

// hipBLAS: "the strictly lower (or upper) triangular part of invA is cleared".
template <class T> __global__ void write_triangle(View<const T> from, View<T> to, int n, bool upper, int64_t batches) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n) return;
    const bool inside = upper ? i <= j : i >= j;
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z)
        to.at(batch)[i + j * to.ld] = inside ? from.at(batch)[i + j * from.ld] : T(0);
}

template <class T>
static hipblasStatus_t trtri(hipblasHandle_t handle, hipblasFillMode_t fill, hipblasDiagType_t diag, int64_t n, View<const T> a, View<T> inverse,
                             int64_t batches) {
    BLAS_CHECK_SIZES(is_enum(fill) && is_enum(diag), n < 0 || batches < 0 || a.ld < n || inverse.ld < n, n);
    if (n == 0 || batches == 0) return HIPBLAS_STATUS_SUCCESS;
    if (a.is_null() || inverse.is_null()) return HIPBLAS_STATUS_INVALID_VALUE;
    const Handle &context = *static_cast<const Handle *>(handle);
    Temporary memory(context);
    BLAS_TRY(memory.take(batches * n * n * sizeof(T)));
    const View<T> x = {static_cast<T *>(memory.memory), nullptr, n, n * n};
    BLAS_TRY(set_diagonal(context, x, n, n, T(1), batches));
    BLAS_TRY(solve_system(context, System<T>{HIPBLAS_SIDE_LEFT, fill, HIPBLAS_OP_N, diag, n, n, Scalar<T>::known(T(1)), a, x, batches}));
    return launch(context, write_triangle<T>, grid_of(n, n, batches), element_block, View<const T>(x), inverse, int(n),
                  fill == HIPBLAS_FILL_MODE_UPPER, batches);
}

}  // namespace blas

#define DEFINE(N, list, T, R) BLAS_DEFINE_INT(N, list, T, R, blas::trtri<blas::Element<T>>)
HIPBLAS_TRTRI(DEFINE)
