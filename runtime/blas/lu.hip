// lu.hip: A = P L U of matrices of any shape, and the solution of systems by it.
//
// Called by getrf.hip, getrs.hip and rocSOLVER through lu.h; compiled into each of their libraries. One block factors a panel of columns, a small matrix at once;
// what a panel does to the columns behind it are interchanges (matrix_parts.h), a triangular system and a product (solve.h).
#include "lu.h"

#include "block.h"
#include "solve.h"

namespace blas {

// A matrix of up to `small` columns is one panel; others are panels of `panel_width`, of which a block has one rank-1 update after the other to do.
constexpr int small = 64, panel_width = 32;

template <class T> struct Panel {
    View<T> a;
    int rows, first, end;  // of A; the panel's columns
    Pivots pivots;
    int *info;
    int64_t batches;
};

// Finds the largest element of a column from the diagonal on, and brings its row there, within the panel.
template <class T> __device__ void bring_pivot(const Panel<T> &p, T *a, int column, int *pivots) {
    using Largest = Best<Real<T>, false>;
    Place<Real<T>> best = Largest::none();
    for (int i = column + threadIdx.x; i < p.rows; i += blockDim.x) best = Largest::add(best, {size(a[i + column * p.a.ld]), i + 1});
    best = over_block<Largest, most_column_threads>(best);
    const int row = int(best.index) - 1;
    for (int j = p.first + threadIdx.x; j < p.end; j += blockDim.x) {
        const T old = a[column + j * p.a.ld];
        a[column + j * p.a.ld] = a[row + j * p.a.ld];
        a[row + j * p.a.ld] = old;
    }
    if (threadIdx.x == 0) pivots[column] = row + 1;
    __syncthreads();
}

template <class T> __global__ __launch_bounds__(most_column_threads) void factor_panel(Panel<T> p) {
    const int lane = threadIdx.x % column_lanes, group = threadIdx.x / column_lanes, groups = blockDim.x / column_lanes;
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        T *const a = p.a.at(batch);
        for (int column = p.first; column < p.end; column++) {
            if (p.pivots.first) bring_pivot(p, a, column, p.pivots.at(batch));
            T *const x = a + column * p.a.ld;
            const T pivot = x[column];
            // LAPACK: the first zero pivot is told, and the rest is factored all the same.
            if (pivot == T(0)) {
                if (threadIdx.x == 0 && p.info[batch] == 0) p.info[batch] = column + 1;
            } else
                for (int i = column + 1 + threadIdx.x; i < p.rows; i += blockDim.x) x[i] = x[i] / pivot;
            __syncthreads();
            for (int j = column + 1 + group; j < p.end; j += groups) {
                T *const y = a + j * p.a.ld;
                const T factor = y[column];
                for (int i = column + 1 + lane; i < p.rows; i += column_lanes) y[i] = y[i] - x[i] * factor;
            }
            __syncthreads();
        }
    }
}

// What the panel does to the rest: L A' = A' beside it and A'' -= L A' below that.
template <class T> static hipblasStatus_t update_rest(const Handle &handle, const Panel<T> &p, int columns) {
    const int64_t count = p.end - p.first, rest = columns - p.end, rows = p.rows - p.end;
    const View<T> beside = p.a.from(p.first + p.end * p.a.ld), below = p.a.from(p.end + p.first * p.a.ld);
    const Scalar<T> one = Scalar<T>::known(T(1));
    BLAS_TRY(solve_system(handle, System<T>{HIPBLAS_SIDE_LEFT, HIPBLAS_FILL_MODE_LOWER, HIPBLAS_OP_N, HIPBLAS_DIAG_UNIT, count, rest, one,
                                            p.a.from(p.first + p.first * p.a.ld), beside, p.batches}));
    if (rows == 0) return HIPBLAS_STATUS_SUCCESS;
    const Operand<T> l = operand(View<const T>(below), HIPBLAS_OP_N), u = operand(View<const T>(beside), HIPBLAS_OP_N).transposed();
    return multiply_matrices(handle, Gemm<T, T, T>{int(rows), int(rest), int(count), p.batches, l, u, p.a.from(p.end + p.end * p.a.ld),
                                                   Scalar<T>::known(T(-1)), one});
}

template <class T> hipblasStatus_t factor_lu(const Handle &handle, View<T> a, int m, int n, Pivots pivots, int *info, int64_t batches) {
    const int count = std::min(m, n), width = count <= small ? count : panel_width;
    for (int first = 0; first < count; first += width) {
        const Panel<T> panel = {a, m, first, std::min(first + width, count), pivots, info, batches};
        BLAS_TRY(launch(handle, factor_panel<T>, dim3(1, 1, batch_blocks(batches)), dim3(column_threads(m)), panel));
        BLAS_TRY(interchange_rows(handle, a, n, Interchange{pivots, first, panel.end, false, first, panel.end - first}, batches));
        if (panel.end < n) BLAS_TRY(update_rest(handle, panel, n));
    }
    return HIPBLAS_STATUS_SUCCESS;
}

template <class T>
hipblasStatus_t solve_lu(const Handle &handle, hipblasOperation_t op, int64_t n, int64_t sides, View<const T> a, Pivots pivots, View<T> b,
                         int64_t batches) {
    const auto interchange = [&](bool backwards) { return interchange_rows(handle, b, sides, Interchange{pivots, 0, int(n), backwards, 0, 0}, batches); };
    const auto solve = [&](hipblasFillMode_t fill, hipblasDiagType_t diag) {
        return solve_system(handle, System<T>{HIPBLAS_SIDE_LEFT, fill, op, diag, n, sides, Scalar<T>::known(T(1)), a, b, batches});
    };
    if (op == HIPBLAS_OP_N) {
        BLAS_TRY(interchange(false));
        BLAS_TRY(solve(HIPBLAS_FILL_MODE_LOWER, HIPBLAS_DIAG_UNIT));
        return solve(HIPBLAS_FILL_MODE_UPPER, HIPBLAS_DIAG_NON_UNIT);
    }
    BLAS_TRY(solve(HIPBLAS_FILL_MODE_UPPER, HIPBLAS_DIAG_NON_UNIT));
    BLAS_TRY(solve(HIPBLAS_FILL_MODE_LOWER, HIPBLAS_DIAG_UNIT));
    return interchange(true);
}

#define INSTANTIATE(T)                                                                                                    \
    template hipblasStatus_t factor_lu<T>(const Handle &, View<T>, int, int, Pivots, int *, int64_t);                     \
    template hipblasStatus_t solve_lu<T>(const Handle &, hipblasOperation_t, int64_t, int64_t, View<const T>, Pivots, View<T>, int64_t);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(Complex<float>)
INSTANTIATE(Complex<double>)

}  // namespace blas
