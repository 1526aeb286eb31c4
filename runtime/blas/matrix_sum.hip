// matrix_sum.hip: C = alpha op(A) + beta op(B) (geam) and C = diag(x) A or A diag(x) (dgmm), in all forms.
//
// Called by programs. A thread for each element of C.
#include "forms.h"
#include "shaped.h"

namespace blas {

template <class T> struct MatrixSum {
    Shaped<T> a, b;
    View<T> c;
    int64_t batches;
    Scalar<T> alpha, beta;
};

// BLAS: what is multiplied by zero is not read.
template <class T> __global__ void matrix_sum(MatrixSum<T> p) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= p.a.height() || j >= p.a.width()) return;
    const T alpha = p.alpha.get(), beta = p.beta.get();
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        T sum = T(0);
        if (alpha != T(0)) sum += alpha * p.a.at(p.a.matrix.at(batch), i, j);
        if (beta != T(0)) sum += beta * p.b.at(p.b.matrix.at(batch), i, j);
        p.c.at(batch)[i + j * p.c.ld] = sum;
    }
}

template <class T> struct DiagonalProduct {
    int rows, columns;
    View<const T> a, x;
    View<T> c;
    int64_t batches;
    bool left;
};
template <class T> __global__ void diagonal_product(DiagonalProduct<T> p) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= p.rows || j >= p.columns) return;
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        const T *const x = start(p.x.at(batch), p.left ? p.rows : p.columns, p.x.ld);
        p.c.at(batch)[i + j * p.c.ld] = p.a.at(batch)[i + j * p.a.ld] * x[(p.left ? i : j) * p.x.ld];
    }
}

template <class T>
static hipblasStatus_t geam(hipblasHandle_t handle, hipblasOperation_t op_a, hipblasOperation_t op_b, int64_t m, int64_t n, const void *alpha,
                            View<const T> a, const void *beta, View<const T> b, View<T> c, int64_t batches) {
    const bool a_is_n = op_a == HIPBLAS_OP_N, b_is_n = op_b == HIPBLAS_OP_N;
    BLAS_CHECK_SIZES(is_enum(op_a) && is_enum(op_b),
                     m < 0 || n < 0 || batches < 0 || !is_leading(a.ld, a_is_n ? m : n) || !is_leading(b.ld, b_is_n ? m : n) || !is_leading(c.ld, m),
                     std::max(m, n));
    if (m == 0 || n == 0 || batches == 0) return HIPBLAS_STATUS_SUCCESS;
    if (!alpha || !beta || c.is_null()) return HIPBLAS_STATUS_INVALID_VALUE;
    const Handle &context = *static_cast<const Handle *>(handle);
    const Scalar<T> of_a = scalar<T>(context, alpha), of_b = scalar<T>(context, beta);
    if ((a.is_null() && !of_a.is(T(0))) || (b.is_null() && !of_b.is(T(0)))) return HIPBLAS_STATUS_INVALID_VALUE;
    // rocBLAS: C may be A, or B, where that is not transposed and lies the same way.
    if ((c.first && ((c.first == a.first && !(a_is_n && a.ld == c.ld)) || (c.first == b.first && !(b_is_n && b.ld == c.ld)))))
        return HIPBLAS_STATUS_INVALID_VALUE;
    const Shaped<T> first = Shaped<T>{a, int(a_is_n ? m : n), int(a_is_n ? n : m)}.with(op_a);
    const Shaped<T> second = Shaped<T>{b, int(b_is_n ? m : n), int(b_is_n ? n : m)}.with(op_b);
    return launch(context, matrix_sum<T>, grid_of(m, n, batches), element_block, MatrixSum<T>{first, second, c, batches, of_a, of_b});
}

template <class T>
static hipblasStatus_t dgmm(hipblasHandle_t handle, hipblasSideMode_t side, int64_t m, int64_t n, View<const T> a, View<const T> x, View<T> c,
                            int64_t batches) {
    BLAS_CHECK_SIZES(is_enum(side), m < 0 || n < 0 || batches < 0 || !is_leading(a.ld, m) || !is_leading(c.ld, m), std::max(m, n));
    if (m == 0 || n == 0 || batches == 0) return HIPBLAS_STATUS_SUCCESS;
    if (a.is_null() || x.is_null() || c.is_null()) return HIPBLAS_STATUS_INVALID_VALUE;
    const DiagonalProduct<T> product = {int(m), int(n), a, x, c, batches, side == HIPBLAS_SIDE_LEFT};
    return launch(*static_cast<const Handle *>(handle), diagonal_product<T>, grid_of(m, n, batches), element_block, product);
}

}  // namespace blas

#define GEAM(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::geam<blas::Element<T>>)
HIPBLAS_GEAM(GEAM)
#define DGMM(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::dgmm<blas::Element<T>>)
HIPBLAS_DGMM(DGMM)
