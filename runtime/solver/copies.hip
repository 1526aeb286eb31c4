// copies.hip: see copies.h.
#include "copies.h"

namespace solver {

template <class T> __global__ void copy_elements(Copy<T> p) {
    const int64_t i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= p.rows || j >= p.columns || (p.half == Half::upper && i > j) || (p.half == Half::lower && i < j)) return;
    const int64_t row = p.turned ? p.rows - 1 - i : i, column = p.turned ? p.columns - 1 - j : j;
    const int64_t source = p.adjoint ? column + row * p.from.ld : row + column * p.from.ld;
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        if (p.unless && p.unless[batch]) continue;
        p.to.at(batch)[i + j * p.to.ld] = conj_if(p.adjoint, p.from.at(batch)[source]);
    }
}
template <class T> Status copy(const Handle &handle, const Copy<T> &p) {
    if (p.rows == 0 || p.columns == 0 || p.batches == 0) return HIPBLAS_STATUS_SUCCESS;
    return launch(handle, copy_elements<T>, grid_of(p.rows, p.columns, p.batches), element_block, p);
}

// LAPACK: imaginary parts of the diagonal "need not be set, they are assumed to be zero".
template <class T> __global__ void mirror_elements(bool upper, View<T> matrix, int n, int64_t batches) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j > i) return;
    const int64_t there = upper ? j + i * matrix.ld : i + j * matrix.ld, other = upper ? i + j * matrix.ld : j + i * matrix.ld;
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z) {
        T *const a = matrix.at(batch);
        a[other] = i == j ? T(real(a[there])) : conj_if(true, a[there]);
    }
}
template <class T> Status mirror(const Handle &handle, rocblas_fill fill, View<T> a, int64_t n, int64_t batches) {
    if (n == 0 || batches == 0) return HIPBLAS_STATUS_SUCCESS;
    return launch(handle, mirror_elements<T>, grid_of(n, n, batches), element_block, is_upper(fill), a, int(n), batches);
}

template <class T> __global__ void turn_elements(View<T> vector, int n, int64_t batches) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 2) return;
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z) {
        T *const x = vector.at(batch), old = x[i];
        x[i] = x[n - 1 - i];
        x[n - 1 - i] = old;
    }
}
template <class T> Status turn(const Handle &handle, View<T> x, int64_t n, int64_t batches) {
    if (n < 2 || batches == 0) return HIPBLAS_STATUS_SUCCESS;
    return launch(handle, turn_elements<T>, dim3(divide_up(n / 2, 64), 1, batch_blocks(batches)), dim3(64), x, int(n), batches);
}

#define INSTANTIATE(T)                                                                                                    \
    template Status copy<T>(const Handle &, const Copy<T> &);                                                             \
    template Status mirror<T>(const Handle &, rocblas_fill, View<T>, int64_t, int64_t);                                   \
    template Status turn<T>(const Handle &, View<T>, int64_t, int64_t);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(Complex<float>)
INSTANTIATE(Complex<double>)

}  // namespace solver
