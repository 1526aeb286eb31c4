// matrix_parts.hip: see matrix_parts.h.
#include "matrix_parts.h"

#include "block.h"

namespace blas {

template <class T> __global__ void diagonal_matrix(View<T> a, int rows, int columns, T value, int64_t batches) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= rows || j >= columns) return;
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z) a.at(batch)[i + j * a.ld] = i == j ? value : T(0);
}
template <class T> hipblasStatus_t set_diagonal(const Handle &handle, View<T> a, int64_t rows, int64_t columns, T value, int64_t batches) {
    return launch(handle, diagonal_matrix<T>, grid_of(rows, columns, batches), element_block, a, int(rows), int(columns), value, batches);
}

template <class B> __global__ void copied(View<B> a, int rows, int columns, View<const B> b, int64_t batches) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= rows || j >= columns) return;
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z) a.at(batch)[i + j * a.ld] = b.at(batch)[i + j * b.ld];
}
template <class B> hipblasStatus_t copy_bits(const Handle &handle, View<B> a, int64_t rows, int64_t columns, View<const B> b, int64_t batches) {
    return launch(handle, copied<B>, grid_of(rows, columns, batches), element_block, a, int(rows), int(columns), b, batches);
}
template hipblasStatus_t copy_bits<uint16_t>(const Handle &, View<uint16_t>, int64_t, int64_t, View<const uint16_t>, int64_t);
template hipblasStatus_t copy_bits<uint32_t>(const Handle &, View<uint32_t>, int64_t, int64_t, View<const uint32_t>, int64_t);
template hipblasStatus_t copy_bits<uint64_t>(const Handle &, View<uint64_t>, int64_t, int64_t, View<const uint64_t>, int64_t);
template hipblasStatus_t copy_bits<Complex<double>>(const Handle &, View<Complex<double>>, int64_t, int64_t, View<const Complex<double>>, int64_t);

template <class T> __global__ void adjoint(View<T> a, int rows, int columns, View<const T> b, int64_t batches) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= rows || j >= columns) return;
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z) a.at(batch)[i + j * a.ld] = conj_if(true, b.at(batch)[j + i * b.ld]);
}
template <class T> hipblasStatus_t copy_adjoint(const Handle &handle, View<T> a, int64_t rows, int64_t columns, View<const T> b, int64_t batches) {
    return launch(handle, adjoint<T>, grid_of(rows, columns, batches), element_block, a, int(rows), int(columns), b, batches);
}

// The least of numbers from 1; 0 is none.
struct First {
    using Part = int;
    __device__ static int add(int a, int b) { return a == 0 ? b : b == 0 ? a : min(a, b); }
};
constexpr int searching_threads = 64;
template <class T> __global__ __launch_bounds__(searching_threads) void first_zero(View<const T> matrix, int n, int *info, int64_t batches) {
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z) {
        const T *const a = matrix.at(batch);
        int found = 0;
        for (int i = threadIdx.x; i < n && !found; i += searching_threads)
            if (a[i + i * matrix.ld] == T(0)) found = i + 1;
        found = over_block<First, searching_threads>(found);
        if (threadIdx.x == 0) info[batch] = found;
    }
}
template <class T> hipblasStatus_t find_zero(const Handle &handle, View<const T> a, int64_t n, int *info, int64_t batches) {
    return launch(handle, first_zero<T>, dim3(1, 1, batch_blocks(batches)), dim3(searching_threads), a, int(n), info, batches);
}

// A thread has a column: its interchanges come one after the other.
template <class T> __global__ void interchange(View<T> a, int columns, Interchange what, int64_t batches) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= columns) return;
    if (column >= what.skip) column += what.skipped;
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z) {
        const int *const pivots = what.pivots.at(batch);
        T *const x = a.at(batch) + column * a.ld;
        for (int step = what.from; step < what.to; step++) {
            const int row = what.backwards ? what.to - 1 - (step - what.from) : step, other = pivots[row] - 1;
            const T old = x[row];
            x[row] = x[other];
            x[other] = old;
        }
    }
}
template <class T> hipblasStatus_t interchange_rows(const Handle &handle, View<T> a, int64_t columns, const Interchange &what, int64_t batches) {
    const int64_t changed = columns - what.skipped;
    if (!what.pivots.first || changed == 0) return HIPBLAS_STATUS_SUCCESS;
    return launch(handle, interchange<T>, dim3(divide_up(changed, 64), 1, batch_blocks(batches)), dim3(64), a, int(changed), what, batches);
}

#define INSTANTIATE(T)                                                                                                    \
    template hipblasStatus_t set_diagonal<T>(const Handle &, View<T>, int64_t, int64_t, T, int64_t);                      \
    template hipblasStatus_t copy_adjoint<T>(const Handle &, View<T>, int64_t, int64_t, View<const T>, int64_t);          \
    template hipblasStatus_t find_zero<T>(const Handle &, View<const T>, int64_t, int *, int64_t);                        \
    template hipblasStatus_t interchange_rows<T>(const Handle &, View<T>, int64_t, const Interchange &, int64_t);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(Complex<float>)
INSTANTIATE(Complex<double>)

}  // namespace blas
