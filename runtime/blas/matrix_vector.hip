// matrix_vector.hip: y = alpha op(A) x + beta y for every kind of A (gemv, gbmv, symv, hemv, sbmv, hbmv, spmv, hpmv), and x = op(A) x for triangular
// ones (trmv, tbmv, tpmv), in all forms.
//
// Called by programs. One kernel, which sees A through shaped.h.
#include "forms.h"
#include "shaped.h"

namespace blas {

template <class T> struct MatrixVector {
    Shaped<T> a;
    int64_t batches;
    View<const T> x;
    View<T> y;
    Scalar<T> alpha, beta;
};

constexpr int lanes = 32, few_groups = 8, many_groups = 32;
// Elements that a thread fetches before it needs the first: memory is far.
constexpr int ahead = 8;

// The part of row `row` of op(A) times x of the thread that has every `shares`th column from the `share`th on.
template <class T> __device__ T part_of_row(const MatrixVector<T> &p, int64_t batch, int row, int share, int shares) {
    const T *const a = p.a.matrix.at(batch), *const x = start(p.x.at(batch), p.a.width(), p.x.ld);
    const int end = p.a.end(row);
    int column = p.a.first(row) + share;
    T sum = T(0);
    if (p.a.is_plain()) {
        const T *at = a + p.a.place_of_plain(row, column), *from = x + column * p.x.ld;
        const int64_t step = shares * (p.a.transposed ? 1 : p.a.matrix.ld), x_step = shares * p.x.ld;
        for (; column < end - (ahead - 1) * shares; column += ahead * shares) {
            T of_a[ahead], of_x[ahead];
#pragma unroll
            for (int i = 0; i < ahead; i++, at += step, from += x_step) of_a[i] = *at, of_x[i] = *from;
#pragma unroll
            for (int i = 0; i < ahead; i++) sum += conj_if(p.a.conjugate, of_a[i]) * of_x[i];
        }
    }
    for (; column < end; column += shares) sum += p.a.at(a, row, column) * x[column * p.x.ld];
    return sum;
}

// Where neighbouring rows are neighbours in memory, a block has 32 elements of y, whose sums `groups` groups of threads share; where neighbouring
// columns are, it has `groups` elements, whose sums 32 threads share.
template <class T, int groups> __global__ __launch_bounds__(lanes *groups) void matrix_vector(MatrixVector<T> p) {
    __shared__ T parts[lanes * groups];
    const int lane = threadIdx.x % lanes, group = threadIdx.x / lanes;
    const bool along_rows = p.a.runs_along_rows();
    const int height = p.a.height(), outputs = along_rows ? groups : lanes;
    const int row = blockIdx.x * outputs + (along_rows ? group : lane), share = along_rows ? lane : group, shares = along_rows ? lanes : groups;
    const T alpha = p.alpha.get(), beta = p.beta.get();
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        // BLAS: where alpha is zero, A and x are not read.
        T sum = row < height && alpha != T(0) ? part_of_row(p, batch, row, share, shares) : T(0);
        parts[threadIdx.x] = sum;
        __syncthreads();
        if (row < height && share == 0) {
            for (int other = 1; other < shares; other++) sum += parts[threadIdx.x + other * (along_rows ? 1 : lanes)];
            T &to = start(p.y.at(batch), height, p.y.ld)[row * p.y.ld];
            // ... and where beta is zero, y.
            to = beta == T(0) ? alpha * sum : alpha * sum + beta * to;
        }
        __syncthreads();
    }
}

// More groups share a row where small blocks would not fill the device.
template <class T> static hipblasStatus_t launch_product(const Handle &handle, const MatrixVector<T> &p) {
    const auto with = [&](void (*kernel)(MatrixVector<T>), int groups) {
        const dim3 grid(divide_up(p.a.height(), p.a.transposed ? groups : lanes), 1, batch_blocks(p.batches));
        return launch(handle, kernel, grid, dim3(lanes * groups), p);
    };
    const bool fills = divide_up(p.a.height(), lanes) * p.batches >= 8 * handle.multiprocessors;
    if (p.a.transposed || fills || p.a.width() < ahead * many_groups) return with(matrix_vector<T, few_groups>, few_groups);
    return with(matrix_vector<T, many_groups>, many_groups);
}

// rocBLAS' checks behind those of enumerators and sizes: "invalid_size if incx == 0 or incy == 0", nothing to do, null pointers.
template <class T>
static hipblasStatus_t product(hipblasHandle_t handle, const Shaped<T> &a, const void *alpha, View<const T> x, const void *beta, View<T> y,
                               int64_t batches) {
    if (x.ld == 0 || y.ld == 0 || batches < 0) return HIPBLAS_STATUS_INVALID_VALUE;
    if (a.rows == 0 || a.columns == 0 || batches == 0) return HIPBLAS_STATUS_SUCCESS;
    if (!alpha || !beta) return HIPBLAS_STATUS_INVALID_VALUE;
    const Handle &context = *static_cast<const Handle *>(handle);
    const Scalar<T> factor = scalar<T>(context, alpha), rest = scalar<T>(context, beta);
    if (factor.is(T(0)) && rest.is(T(1))) return HIPBLAS_STATUS_SUCCESS;
    if (y.is_null() || (!factor.is(T(0)) && (a.matrix.is_null() || x.is_null()))) return HIPBLAS_STATUS_INVALID_VALUE;
    return launch_product(context, MatrixVector<T>{a, batches, x, y, factor, rest});
}

template <class T>
static hipblasStatus_t gemv(hipblasHandle_t handle, hipblasOperation_t op, int64_t m, int64_t n, const void *alpha, View<const T> a, View<const T> x,
                            const void *beta, View<T> y, int64_t batches) {
    BLAS_CHECK_SIZES(is_enum(op), m < 0 || n < 0 || !is_leading(a.ld, m), std::max(m, n));
    return product(handle, Shaped<T>{a, int(m), int(n)}.with(op), alpha, x, beta, y, batches);
}
template <class T>
static hipblasStatus_t gbmv(hipblasHandle_t handle, hipblasOperation_t op, int64_t m, int64_t n, int64_t kl, int64_t ku, const void *alpha,
                            View<const T> a, View<const T> x, const void *beta, View<T> y, int64_t batches) {
    BLAS_CHECK_SIZES(is_enum(op), m < 0 || n < 0 || kl < 0 || ku < 0 || a.ld < kl + ku + 1, std::max({m, n, kl, ku}));
    Shaped<T> matrix = {a, int(m), int(n), Storage::band};
    matrix.below = int(kl), matrix.above = int(ku);
    return product(handle, matrix.with(op), alpha, x, beta, y, batches);
}
template <Shape shape, class T>
static hipblasStatus_t symv(hipblasHandle_t handle, hipblasFillMode_t fill, int64_t n, const void *alpha, View<const T> a, View<const T> x,
                            const void *beta, View<T> y, int64_t batches) {
    BLAS_CHECK_SIZES(is_enum(fill), n < 0 || !is_leading(a.ld, n), n);
    return product(handle, Shaped<T>{a, int(n), int(n), Storage::full, shape, fill == HIPBLAS_FILL_MODE_UPPER}, alpha, x, beta, y, batches);
}
template <Shape shape, class T>
static hipblasStatus_t sbmv(hipblasHandle_t handle, hipblasFillMode_t fill, int64_t n, int64_t k, const void *alpha, View<const T> a, View<const T> x,
                            const void *beta, View<T> y, int64_t batches) {
    BLAS_CHECK_SIZES(is_enum(fill), n < 0 || k < 0 || a.ld < k + 1, std::max(n, k));
    const Shaped<T> matrix = {a, int(n), int(n), Storage::full, shape, fill == HIPBLAS_FILL_MODE_UPPER};
    return product(handle, band(matrix, k), alpha, x, beta, y, batches);
}
template <Shape shape, class T>
static hipblasStatus_t spmv(hipblasHandle_t handle, hipblasFillMode_t fill, int64_t n, const void *alpha, View<const T> a, View<const T> x,
                            const void *beta, View<T> y, int64_t batches) {
    BLAS_CHECK_SIZES(is_enum(fill), n < 0, n);
    return product(handle, Shaped<T>{a, int(n), int(n), Storage::packed, shape, fill == HIPBLAS_FILL_MODE_UPPER}, alpha, x, beta, y, batches);
}

// Copies of vectors, densely behind each other.
template <class T> __global__ void gather(int64_t n, int64_t batches, View<const T> x, T *to) {
    const int64_t i = blockIdx.x * int64_t(blockDim.x) + threadIdx.x;
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z)
        if (i < n) to[batch * n + i] = start(x.at(batch), n, x.ld)[i * x.ld];
}

// x = op(A) x, by way of a copy of x.
template <class T> static hipblasStatus_t in_place(hipblasHandle_t handle, const Shaped<T> &a, View<T> x, int64_t batches) {
    if (x.ld == 0 || batches < 0) return HIPBLAS_STATUS_INVALID_VALUE;
    if (a.rows == 0 || batches == 0) return HIPBLAS_STATUS_SUCCESS;
    if (a.matrix.is_null() || x.is_null()) return HIPBLAS_STATUS_INVALID_VALUE;
    const Handle &context = *static_cast<const Handle *>(handle);
    const int64_t n = a.rows;
    Temporary temporary(context);
    BLAS_TRY(temporary.take(batches * n * sizeof(T)));
    T *const copy = static_cast<T *>(temporary.memory);
    BLAS_TRY(launch(context, gather<T>, dim3(divide_up(n, 256), 1, batch_blocks(batches)), dim3(256), n, batches, View<const T>(x), copy));
    return launch_product(context, MatrixVector<T>{a, batches, View<const T>{copy, nullptr, 1, n}, x, Scalar<T>::known(T(1)), Scalar<T>::known(T(0))});
}

template <class T>
static hipblasStatus_t trmv(hipblasHandle_t handle, hipblasFillMode_t fill, hipblasOperation_t op, hipblasDiagType_t diag, int64_t n, View<const T> a,
                            View<T> x, int64_t batches) {
    BLAS_CHECK_SIZES(is_enum(fill) && is_enum(op) && is_enum(diag), n < 0 || !is_leading(a.ld, n), n);
    return in_place(handle, triangle(a, n, Storage::full, fill, diag).with(op), x, batches);
}
template <class T>
static hipblasStatus_t tbmv(hipblasHandle_t handle, hipblasFillMode_t fill, hipblasOperation_t op, hipblasDiagType_t diag, int64_t n, int64_t k,
                            View<const T> a, View<T> x, int64_t batches) {
    BLAS_CHECK_SIZES(is_enum(fill) && is_enum(op) && is_enum(diag), n < 0 || k < 0 || a.ld < k + 1, std::max(n, k));
    return in_place(handle, band(triangle(a, n, Storage::full, fill, diag), k).with(op), x, batches);
}
template <class T>
static hipblasStatus_t tpmv(hipblasHandle_t handle, hipblasFillMode_t fill, hipblasOperation_t op, hipblasDiagType_t diag, int64_t n, View<const T> a,
                            View<T> x, int64_t batches) {
    BLAS_CHECK_SIZES(is_enum(fill) && is_enum(op) && is_enum(diag), n < 0, n);
    return in_place(handle, triangle(a, n, Storage::packed, fill, diag).with(op), x, batches);
}

}  // namespace blas

#define GEMV(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::gemv<blas::Element<T>>)
HIPBLAS_GEMV(GEMV)
#define GBMV(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::gbmv<blas::Element<T>>)
HIPBLAS_GBMV(GBMV)
#define SYMV(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::symv<blas::Shape::symmetric>)
HIPBLAS_SYMV(SYMV)
#define HEMV(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::symv<blas::Shape::hermitian>)
HIPBLAS_HEMV(HEMV)
#define SBMV(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::sbmv<blas::Shape::symmetric>)
HIPBLAS_SBMV(SBMV)
#define HBMV(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::sbmv<blas::Shape::hermitian>)
HIPBLAS_HBMV(HBMV)
#define SPMV(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::spmv<blas::Shape::symmetric>)
HIPBLAS_SPMV(SPMV)
#define HPMV(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::spmv<blas::Shape::hermitian>)
HIPBLAS_HPMV(HPMV)
#define TRMV(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::trmv<blas::Element<T>>)
HIPBLAS_TRMV(TRMV)
#define TBMV(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::tbmv<blas::Element<T>>)
HIPBLAS_TBMV(TBMV)
#define TPMV(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::tpmv<blas::Element<T>>)
HIPBLAS_TPMV(TPMV)
