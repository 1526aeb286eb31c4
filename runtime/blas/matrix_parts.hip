// matrix_parts.hip: see matrix_parts.h.
#include "matrix_parts.h"

namespace blas {

template <class T> __global__ void identity(View<T> a, int n, int64_t batches) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n) return;
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z) a.at(batch)[i + j * a.ld] = T(i == j);
}
template <class T> hipblasStatus_t set_identity(const Handle &handle, View<T> a, int n, int64_t batches) {
    return launch(handle, identity<T>, grid_of(n, n, batches), element_block, a, n, batches);
}

#define INSTANTIATE(T) template hipblasStatus_t set_identity<T>(const Handle &, View<T>, int, int64_t);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(Complex<float>)
INSTANTIATE(Complex<double>)

}  // namespace blas
