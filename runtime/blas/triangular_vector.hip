// triangular_vector.hip: op(A) x = b for triangular A, x taking b's place: trsv, tbsv, tpsv, in all forms.
//
// Called by programs. One block solves one system, column by column; where a system has many rows, some columns at a time are solved by every block, each of
// which then takes them from rows of its own.
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

// Rows that a block solves in shared memory: as many as there is room for.
template <class T> constexpr int panel = sizeof(T) > 8 ? 32 : 64;
// Fewer rows are one block's business.
constexpr int least_rows = 192;

// The panels' rows from `first` on of op(A) x = b, and what they contribute to the rows that follow, counted from the end where op(A) is upper. What is
// solved goes to `solved`: other blocks still read it in x.
template <class T> __global__ __launch_bounds__(panel<T>) void solve_panel(Shaped<T> m, View<T> vector, View<T> solved, int first, int64_t batches) {
    constexpr int width = panel<T>;
    __shared__ T tile[width][width + 1], known[width];
    const int n = m.rows, count = min(width, n - first), mine = threadIdx.x;
    const bool lower = m.upper == m.transposed;  // of op(A)
    const auto place = [&](int row) { return lower ? row : n - 1 - row; };
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z) {
        const T *const a = m.matrix.at(batch);
        T *const x = start(vector.at(batch), n, vector.ld);
        for (int other = 0; other < count; other++) {
            // Neighbouring threads have neighbours in memory.
            const int row = m.transposed ? other : mine, column = m.transposed ? mine : other;
            if (mine < count) tile[column][row] = m.at(a, place(first + row), place(first + column));
        }
        if (mine < count) known[mine] = x[place(first + mine) * vector.ld];
        __syncthreads();
        for (int column = 0; column < count; column++) {
            if (mine == column && !m.unit) known[column] = known[column] / tile[column][column];
            __syncthreads();
            if (mine > column && mine < count) known[mine] = known[mine] - tile[column][mine] * known[column];
        }
        __syncthreads();
        if (blockIdx.x == 0 && mine < count) solved.at(batch)[first + mine] = known[mine];
        const int row = first + width + blockIdx.x * width + mine;
        if (row < n) {
            T rest = x[place(row) * vector.ld];
#pragma unroll 8
            for (int column = 0; column < width; column++) rest = rest - m.at(a, place(row), place(first + column)) * known[column];
            x[place(row) * vector.ld] = rest;
        }
        __syncthreads();
    }
}

template <class T> __global__ void take_solved(View<T> vector, View<const T> solved, int n, bool backwards, int64_t batches) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z)
        start(vector.at(batch), n, vector.ld)[(backwards ? n - 1 - i : i) * vector.ld] = solved.at(batch)[i];
}

template <class T> static hipblasStatus_t solve_by_panels(const Handle &handle, const Shaped<T> &a, View<T> x, int64_t batches) {
    const int n = a.rows;
    Temporary temporary(handle);
    BLAS_TRY(temporary.take(batches * n * sizeof(T)));
    const View<T> solved = {static_cast<T *>(temporary.memory), nullptr, 1, n};
    for (int first = 0; first < n; first += panel<T>) {
        const int64_t blocks = std::max<int64_t>(1, divide_up(n - first - panel<T>, panel<T>));
        BLAS_TRY(launch(handle, solve_panel<T>, dim3(blocks, 1, batch_blocks(batches)), dim3(panel<T>), a, x, solved, first, batches));
    }
    const bool lower = a.upper == a.transposed;
    return launch(handle, take_solved<T>, dim3(divide_up(n, threads), 1, batch_blocks(batches)), dim3(threads), x, View<const T>(solved), n, !lower, batches);
}

template <class T> static hipblasStatus_t solve(hipblasHandle_t handle, const Shaped<T> &a, View<T> x, int64_t batches) {
    if (x.ld == 0 || batches < 0) return HIPBLAS_STATUS_INVALID_VALUE;
    if (a.rows == 0 || batches == 0) return HIPBLAS_STATUS_SUCCESS;
    if (a.matrix.is_null() || x.is_null()) return HIPBLAS_STATUS_INVALID_VALUE;
    const Handle &context = *static_cast<const Handle *>(handle);
    if (a.storage != Storage::band && a.rows >= least_rows) {
        const hipblasStatus_t status = solve_by_panels(context, a, x, batches);
        // Without memory for what is solved there is still the way that needs none.
        if (status != HIPBLAS_STATUS_ALLOC_FAILED) return status;
    }
    return launch(context, solve_vector<T>, dim3(1, 1, batch_blocks(batches)), dim3(threads), a, x, batches);
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
