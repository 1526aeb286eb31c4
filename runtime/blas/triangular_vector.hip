// triangular_vector.hip: op(A) x = b for triangular A, x taking b's place: trsv, tbsv, tpsv, in all forms.
//
// Called by programs. One block solves one system, column by column.
#include "forms.h"
#include "shaped.h"

namespace blas {

constexpr int threads = 256;

template <class T> __global__ __launch_bounds__(threads) void solve_vector(Shaped<T> m, View<T> vector, int64_t batches) {
    const int n = m.rows;
    const bool lower = m.upper == m.transposed;  // of op(A)
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z) {
        const T *const a = m.matrix.at(batch);
        T *const x = start(vector.at(batch), n, vector.ld);
        for (int step = 0; step < n; step++) {
            const int column = lower ? step : n - 1 - step;
            if (threadIdx.x == 0 && !m.unit) x[column * vector.ld] = x[column * vector.ld] / m.at(a, column, column);
            __syncthreads();
            const T known = x[column * vector.ld];
            // What is left of the equations that follow (in a band, those that it reaches).
            for (int row = threadIdx.x + 1; row < n - step; row += threads) {
                const int at = lower ? column + row : column - row;
                x[at * vector.ld] = x[at * vector.ld] - m.at(a, at, column) * known;
            }
            __syncthreads();
        }
    }
}

template <class T> static hipblasStatus_t solve(hipblasHandle_t handle, const Shaped<T> &a, View<T> x, int64_t batches) {
    if (x.ld == 0 || batches < 0) return HIPBLAS_STATUS_INVALID_VALUE;
    if (a.rows == 0 || batches == 0) return HIPBLAS_STATUS_SUCCESS;
    if (a.matrix.is_null() || x.is_null()) return HIPBLAS_STATUS_INVALID_VALUE;
    return launch(*static_cast<const Handle *>(handle), solve_vector<T>, dim3(1, 1, batch_blocks(batches)), dim3(threads), a, x, batches);
}

template <class T>
static hipblasStatus_t trsv(hipblasHandle_t handle, hipblasFillMode_t fill, hipblasOperation_t op, hipblasDiagType_t diag, int64_t n, View<const T> a,
                            View<T> x, int64_t batches) {
    BLAS_CHECK_SIZES(is_enum(fill) && is_enum(op) && is_enum(diag), n < 0 || !is_leading(a.ld, n), n);
    return solve(handle, triangle(a, n, Storage::full, fill, diag).with(op), x, batches);
}
template <class T>
static hipblasStatus_t tbsv(hipblasHandle_t handle, hipblasFillMode_t fill, hipblasOperation_t op, hipblasDiagType_t diag, int64_t n, int64_t k,
                            View<const T> a, View<T> x, int64_t batches) {
    BLAS_CHECK_SIZES(is_enum(fill) && is_enum(op) && is_enum(diag), n < 0 || k < 0 || a.ld < k + 1, std::max(n, k));
    return solve(handle, band(triangle(a, n, Storage::full, fill, diag), k).with(op), x, batches);
}
template <class T>
static hipblasStatus_t tpsv(hipblasHandle_t handle, hipblasFillMode_t fill, hipblasOperation_t op, hipblasDiagType_t diag, int64_t n, View<const T> a,
                            View<T> x, int64_t batches) {
    BLAS_CHECK_SIZES(is_enum(fill) && is_enum(op) && is_enum(diag), n < 0, n);
    return solve(handle, triangle(a, n, Storage::packed, fill, diag).with(op), x, batches);
}

}  // namespace blas

#define TRSV(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::trsv<blas::Element<T>>)
HIPBLAS_TRSV(TRSV)
#define TBSV(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::tbsv<blas::Element<T>>)
HIPBLAS_TBSV(TBSV)
#define TPSV(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::tpsv<blas::Element<T>>)
HIPBLAS_TPSV(TPSV)
