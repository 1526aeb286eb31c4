// reflectors.hip: products of matrices with several of Householder's reflectors at once.
//
// Called by geqrf.hip, qr.hip, least_squares.hip and rocSOLVER through reflectors.h. H(1) ... H(k) = 1 - V T V^H, where V's columns are the vectors, and the inverse of the upper
// triangular T is the upper half of V^H V with 1 / tau on the diagonal. So T is never made: what it would multiply is a triangular system's solution,
// and all the rest are products of whole matrices.
#include "reflectors.h"

#include "solve.h"

namespace blas {

// As many as a product of matrices is worth its launches for, and as a triangular system is solved in one (trsm.hip).
constexpr int at_once = 32;

// V, of as many rows as A has from `first` on. A reflector whose tau is zero is no reflection, and its vector counts as zero.
template <class T> __global__ void copy_vectors(Reflectors<T> p, int first, int count, View<T> v) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= p.rows - first || j >= count) return;
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        const bool none = i < j || p.tau.at(batch)[first + j] == T(0);
        v.at(batch)[i + j * v.ld] = none ? T(0) : i == j ? T(1) : p.a.at(batch)[first + i + (first + j) * p.a.ld];
    }
}

// V^H V becomes T's inverse.
template <class T> __global__ void set_inverse_tau(Reflectors<T> p, int first, int count, View<T> inverse) {
    const int i = threadIdx.x;
    if (i >= count) return;
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        const T tau = p.tau.at(batch)[first + i];
        inverse.at(batch)[i + i * inverse.ld] = tau == T(0) ? T(1) : T(1) / tau;
    }
}

// C = alpha op(A) B + beta C.
template <class T>
static hipblasStatus_t product(const Handle &handle, hipblasOperation_t op, int m, int n, int k, T alpha, View<T> a, View<T> b, T beta, View<T> c,
                               int64_t batches) {
    const Operand<T> left = operand(View<const T>(a), op), right = operand(View<const T>(b), HIPBLAS_OP_N).transposed();
    return multiply_matrices(handle, Gemm<T, T, T>{m, n, k, batches, left, right, c, Scalar<T>::known(alpha), Scalar<T>::known(beta)});
}

template <class T>
hipblasStatus_t apply_block(const Handle &handle, const Reflectors<T> &p, int first, int end, bool adjoint, View<T> whole, int columns) {
    const int64_t rows = p.rows - first, count = end - first;
    const View<T> c = whole.from(first);
    Temporary memory(handle);
    BLAS_TRY(memory.take(p.batches * count * (rows + count + columns) * sizeof(T)));
    T *const vectors = static_cast<T *>(memory.memory), *const squares = vectors + p.batches * count * rows, *const sums = squares + p.batches * count * count;
    const View<T> v = {vectors, nullptr, rows, count * rows}, inverse = {squares, nullptr, count, count * count}, w = {sums, nullptr, count, count * columns};
    const T one = T(1), zero = T(0);
    BLAS_TRY(launch(handle, copy_vectors<T>, grid_of(rows, count, p.batches), element_block, p, first, int(count), v));
    BLAS_TRY(product(handle, HIPBLAS_OP_C, count, count, rows, one, v, v, zero, inverse, p.batches));
    BLAS_TRY(launch(handle, set_inverse_tau<T>, dim3(1, 1, batch_blocks(p.batches)), dim3(at_once), p, first, int(count), inverse));
    // C -= V (T or T^H) (V^H C)
    BLAS_TRY(product(handle, HIPBLAS_OP_C, count, columns, rows, one, v, c, zero, w, p.batches));
    BLAS_TRY(solve_system(handle, System<T>{HIPBLAS_SIDE_LEFT, HIPBLAS_FILL_MODE_UPPER, adjoint ? HIPBLAS_OP_C : HIPBLAS_OP_N, HIPBLAS_DIAG_NON_UNIT, count,
                                            columns, Scalar<T>::known(one), View<const T>(inverse), w, p.batches}));
    return product(handle, HIPBLAS_OP_N, rows, columns, count, -one, v, w, one, c, p.batches);
}

template <class T> hipblasStatus_t apply_all(const Handle &handle, const Reflectors<T> &p, int count, bool adjoint, View<T> c, int columns) {
    const int blocks = divide_up(count, at_once);
    for (int step = 0; step < blocks; step++) {
        // The adjoint is the product of the adjoints in the other order.
        const int first = (adjoint ? step : blocks - 1 - step) * at_once;
        BLAS_TRY(apply_block(handle, p, first, std::min(first + at_once, count), adjoint, c, columns));
    }
    return HIPBLAS_STATUS_SUCCESS;
}

#define INSTANTIATE(T)                                                                                                    \
    template hipblasStatus_t apply_block<T>(const Handle &, const Reflectors<T> &, int, int, bool, View<T>, int);         \
    template hipblasStatus_t apply_all<T>(const Handle &, const Reflectors<T> &, int, bool, View<T>, int);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(Complex<float>)
INSTANTIATE(Complex<double>)

}  // namespace blas
