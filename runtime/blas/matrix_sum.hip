// matrix_sum.hip: C = alpha op(A) + beta op(B) (geam) and C = diag(x) A or A diag(x) (dgmm), in all forms.
//
// Called by programs. A thread for a few elements of C.
#include "forms.h"
#include "shaped.h"
#include "strips.h"

namespace blas {

template <class T> struct MatrixSum {
    Shaped<T> a, b;
    View<T> c;
    int64_t batches;
    Scalar<T> alpha, beta;
};

// A thread's elements of op(A), a plain matrix. Neighbouring threads read neighbours in memory, and what they read across C's rows goes through `tile`.
template <class T>
__device__ void fetch(const Shaped<T> &a, const T *from, T (&elements)[columns_of_thread], T (*tile)[edge + 1]) {
    const int x = threadIdx.x, y = threadIdx.y, rows = a.transposed ? a.width() : a.height(), columns = a.transposed ? a.height() : a.width();
    const int first_row = (a.transposed ? blockIdx.y : blockIdx.x) * edge, first_column = (a.transposed ? blockIdx.x : blockIdx.y) * edge;
#pragma unroll
    for (int c = 0; c < columns_of_thread; c++) {
        const int i = first_row + x, j = first_column + y + c * threads_down;
        elements[c] = i < rows && j < columns ? conj_if(a.conjugate, from[i + j * a.matrix.ld]) : T(0);
    }
    if (!a.transposed) return;
    __syncthreads();  // the tile may still be read
#pragma unroll
    for (int c = 0; c < columns_of_thread; c++) tile[y + c * threads_down][x] = elements[c];
    __syncthreads();
#pragma unroll
    for (int c = 0; c < columns_of_thread; c++) elements[c] = tile[x][y + c * threads_down];
}

// BLAS: what is multiplied by zero is not read.
template <class T> __global__ __launch_bounds__(edge *threads_down) void matrix_sum(MatrixSum<T> p) {
    __shared__ T tile[edge][edge + 1];
    const int i = blockIdx.x * edge + threadIdx.x, first = blockIdx.y * edge + threadIdx.y, rows = p.a.height(), columns = p.a.width();
    const T alpha = p.alpha.get(), beta = p.beta.get();
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        T of_a[columns_of_thread], of_b[columns_of_thread];
        if (alpha != T(0)) fetch(p.a, p.a.matrix.at(batch), of_a, tile);
        if (beta != T(0)) fetch(p.b, p.b.matrix.at(batch), of_b, tile);
        T *const c = p.c.at(batch);
#pragma unroll
        for (int e = 0; e < columns_of_thread; e++) {
            const int j = first + e * threads_down;
            T sum = T(0);
            if (alpha != T(0)) sum += alpha * of_a[e];
            if (beta != T(0)) sum += beta * of_b[e];
            if (i < rows && j < columns) c[i + j * p.c.ld] = sum;
        }
    }
}

template <class T> struct DiagonalProduct {
    int rows, columns;
    View<const T> a, x;
    View<T> c;
    int64_t batches;
    bool left;
};
template <class T> __global__ __launch_bounds__(edge *threads_down) void diagonal_product(DiagonalProduct<T> p) {
    const int i = blockIdx.x * edge + threadIdx.x, first = blockIdx.y * edge + threadIdx.y;
    if (i >= p.rows) return;
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        const T *const a = p.a.at(batch), *const x = start(p.x.at(batch), p.left ? p.rows : p.columns, p.x.ld);
        T *const c = p.c.at(batch);
        T elements[columns_of_thread];
#pragma unroll
        for (int e = 0; e < columns_of_thread; e++)
            if (const int j = first + e * threads_down; j < p.columns) elements[e] = a[i + j * p.a.ld];
#pragma unroll
        for (int e = 0; e < columns_of_thread; e++)
            if (const int j = first + e * threads_down; j < p.columns) c[i + j * p.c.ld] = elements[e] * x[(p.left ? i : j) * p.x.ld];
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
    return launch(context, matrix_sum<T>, strip_grid(m, n, batches), strip_block, MatrixSum<T>{first, second, c, batches, of_a, of_b});
}

template <class T>
static hipblasStatus_t dgmm(hipblasHandle_t handle, hipblasSideMode_t side, int64_t m, int64_t n, View<const T> a, View<const T> x, View<T> c,
                            int64_t batches) {
    BLAS_CHECK_SIZES(is_enum(side), m < 0 || n < 0 || batches < 0 || !is_leading(a.ld, m) || !is_leading(c.ld, m), std::max(m, n));
    if (m == 0 || n == 0 || batches == 0) return HIPBLAS_STATUS_SUCCESS;
    if (a.is_null() || x.is_null() || c.is_null()) return HIPBLAS_STATUS_INVALID_VALUE;
    const DiagonalProduct<T> product = {int(m), int(n), a, x, c, batches, side == HIPBLAS_SIDE_LEFT};
    return launch(*static_cast<const Handle *>(handle), diagonal_product<T>, strip_grid(m, n, batches), strip_block, product);
}

}  // namespace blas

#define GEAM(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::geam<blas::Element<T>>)
HIPBLAS_GEAM(GEAM)
#define DGMM(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::dgmm<blas::Element<T>>)
HIPBLAS_DGMM(DGMM)
