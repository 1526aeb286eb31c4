// cholesky.hip: rocsolver_[sdcz]potrf, potf2, potrs, posv and potri.
//
// Called by programs, and cholesky.h's function by generalized.hip. A block factors the part of a matrix at the diagonal, a small matrix at once; the
// rest are triangular systems and products.
#include "cholesky.h"

#include "../blas/block.h"
#include "../blas/matrix_parts.h"
#include "copies.h"
#include "forms.h"
#include "products.h"

namespace solver {

// A matrix of up to `small` columns is factored by one block at once; of others so many columns are.
constexpr int small = 64, width = 32;

// The lower factor's element (i, j); where the upper one is kept, its adjoint.
template <class T> struct Lower {
    T *a;
    int64_t ld;
    bool upper;
    __device__ T get(int i, int j) const { return upper ? conj_if(true, a[j + i * ld]) : a[i + j * ld]; }
    __device__ void set(int i, int j, T value) const { a[upper ? j + i * ld : i + j * ld] = conj_if(upper, value); }
};

// Columns from `first` to `end`, of the rows in between.
template <class T>
__global__ __launch_bounds__(most_column_threads) void factor_diagonal(View<T> matrix, bool upper, int first, int end, int *info, int64_t batches) {
    const int lane = threadIdx.x % column_lanes, group = threadIdx.x / column_lanes, groups = blockDim.x / column_lanes;
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z) {
        const Lower<T> l = {matrix.at(batch), matrix.ld, upper};
        bool is_positive = info[batch] == 0;
        for (int column = first; column < end && is_positive; column++) {
            const Real<T> pivot = real(l.get(column, column));
            is_positive = pivot > 0;  // which a NaN is not
            __syncthreads();          // all have read it
            if (!is_positive) {
                if (threadIdx.x == 0) info[batch] = column + 1;
                break;
            }
            const Real<T> root = sqrt(pivot);
            if (threadIdx.x == 0) l.set(column, column, T(root));
            for (int i = column + 1 + threadIdx.x; i < end; i += blockDim.x) l.set(i, column, l.get(i, column) / T(root));
            __syncthreads();
            for (int j = column + 1 + group; j < end; j += groups) {
                const T factor = conj_if(true, l.get(j, column));
                for (int i = j + lane; i < end; i += column_lanes) l.set(i, j, l.get(i, j) - l.get(i, column) * factor);
            }
            __syncthreads();
        }
        __syncthreads();
    }
}

// What the columns before `end` do to the rest: the factor's rows below, and their square taken off what is beside them.
template <class T> static Status update_rest(const Handle &handle, rocblas_fill fill, View<T> a, int64_t n, int64_t first, int64_t end, int64_t batches) {
    const bool upper = is_upper(fill);
    const int64_t count = end - first, rest = n - end;
    const View<T> below = a.from(upper ? first + end * a.ld : end + first * a.ld);
    SOLVER_TRY(solve_system(handle, System<T>{upper ? HIPBLAS_SIDE_LEFT : HIPBLAS_SIDE_RIGHT, of(fill), HIPBLAS_OP_C, HIPBLAS_DIAG_NON_UNIT,
                                              upper ? count : rest, upper ? rest : count, Scalar<T>::known(T(1)), a.from(first + first * a.ld), below, batches}));
    return add_square(handle, Square<T>{of(fill), upper, rest, count, Real<T>(-1), below, Real<T>(1), a.from(end + end * a.ld), batches});
}

template <class T> Status factor_cholesky(const Handle &handle, rocblas_fill fill, int64_t n, View<T> a, int *info, int64_t batches) {
    SOLVER_TRY(clear(handle, info, batches * sizeof *info));
    const int step = n <= small ? small : width;
    for (int first = 0; first < n; first += step) {
        const int end = int(std::min<int64_t>(first + step, n));
        SOLVER_TRY(launch(handle, factor_diagonal<T>, dim3(1, 1, batch_blocks(batches)), dim3(column_threads(end - first)), a, is_upper(fill), first, end, info,
                          batches));
        if (end < n) SOLVER_TRY(update_rest(handle, fill, a, n, first, end, batches));
    }
    return HIPBLAS_STATUS_SUCCESS;
}
template Status factor_cholesky<float>(const Handle &, rocblas_fill, int64_t, View<float>, int *, int64_t);
template Status factor_cholesky<double>(const Handle &, rocblas_fill, int64_t, View<double>, int *, int64_t);
template Status factor_cholesky<Complex<float>>(const Handle &, rocblas_fill, int64_t, View<Complex<float>>, int *, int64_t);
template Status factor_cholesky<Complex<double>>(const Handle &, rocblas_fill, int64_t, View<Complex<double>>, int *, int64_t);

template <class T> static rocblas_status potrf(rocblas_handle handle, rocblas_fill fill, int64_t n, View<T> a, int *info, int64_t batches) {
    SOLVER_BEGIN(is_enum(fill), n >= 0 && a.ld >= n && batches >= 0, (!batches || info) && (!n || !batches || !a.is_null()));
    return batches == 0 ? rocblas_status_success : public_status(factor_cholesky(context, fill, n, a, info, batches));
}

template <class T>
static Status solve_cholesky(const Handle &handle, rocblas_fill fill, int64_t n, int64_t sides, View<T> a, View<T> b, int64_t batches) {
    for (const bool second : {false, true})
        SOLVER_TRY(solve_system(handle, System<T>{HIPBLAS_SIDE_LEFT, of(fill), second == is_upper(fill) ? HIPBLAS_OP_N : HIPBLAS_OP_C, HIPBLAS_DIAG_NON_UNIT, n,
                                                  sides, Scalar<T>::known(T(1)), View<const T>(a), b, batches}));
    return HIPBLAS_STATUS_SUCCESS;
}
template <class T>
static rocblas_status potrs(rocblas_handle handle, rocblas_fill fill, int64_t n, int64_t sides, View<T> a, View<T> b, int64_t batches) {
    const bool is_empty = n == 0 || sides == 0 || batches == 0;
    SOLVER_BEGIN(is_enum(fill), n >= 0 && sides >= 0 && a.ld >= n && b.ld >= n && batches >= 0, is_empty || (!a.is_null() && !b.is_null()));
    return is_empty ? rocblas_status_success : public_status(solve_cholesky(context, fill, n, sides, a, b, batches));
}

// LAPACK: where the factorisation was not completed "the solution has not been computed", and B stays as it is.
template <class T>
static Status solve(const Handle &handle, rocblas_fill fill, int64_t n, int64_t sides, View<T> a, View<T> b, int *info, int64_t batches) {
    SOLVER_TRY(factor_cholesky(handle, fill, n, a, info, batches));
    if (n == 0 || sides == 0) return HIPBLAS_STATUS_SUCCESS;
    Temporary memory(handle);
    SOLVER_TRY(memory.take(batches * n * sides * sizeof(T)));
    const View<T> x = dense<T>(memory.memory, n, sides);
    SOLVER_TRY(copy(handle, Copy<T>{b, x, n, sides, batches}));
    SOLVER_TRY(solve_cholesky(handle, fill, n, sides, a, x, batches));
    Copy<T> back = {x, b, n, sides, batches};
    back.unless = info;
    return copy(handle, back);
}
template <class T>
static rocblas_status posv(rocblas_handle handle, rocblas_fill fill, int64_t n, int64_t sides, View<T> a, View<T> b, int *info, int64_t batches) {
    SOLVER_BEGIN(is_enum(fill), n >= 0 && sides >= 0 && a.ld >= n && b.ld >= n && batches >= 0,
                 (!batches || info) && (!n || !batches || (!a.is_null() && (!sides || !b.is_null()))));
    return batches == 0 ? rocblas_status_success : public_status(solve(context, fill, n, sides, a, b, info, batches));
}

// The inverse of L L^H is L^-H L^-1.
template <class T> static Status invert(const Handle &handle, rocblas_fill fill, int64_t n, View<T> a, int *info, int64_t batches) {
    SOLVER_TRY(find_zero(handle, View<const T>(a), n, info, batches));
    if (n == 0) return HIPBLAS_STATUS_SUCCESS;
    Temporary memory(handle);
    SOLVER_TRY(memory.take(2 * batches * n * n * sizeof(T)));
    const View<T> factor = dense<T>(memory.memory, n, n), square = factor.from(batches * n * n);
    SOLVER_TRY(invert_triangle(handle, of(fill), HIPBLAS_DIAG_NON_UNIT, n, View<const T>(a), factor, batches));
    SOLVER_TRY(add_square(handle, Square<T>{of(fill), !is_upper(fill), n, n, Real<T>(1), factor, Real<T>(0), square, batches}));
    Copy<T> back = {square, a, n, n, batches};
    back.half = half_of(fill), back.unless = info;
    return copy(handle, back);
}
template <class T> static rocblas_status potri(rocblas_handle handle, rocblas_fill fill, int64_t n, View<T> a, int *info, int64_t batches) {
    SOLVER_BEGIN(is_enum(fill), n >= 0 && a.ld >= n && batches >= 0, (!batches || info) && (!n || !batches || !a.is_null()));
    return batches == 0 ? rocblas_status_success : public_status(invert(context, fill, n, a, info, batches));
}

}  // namespace solver

#define POTRF(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::potrf<blas::Element<T>>)
ROCSOLVER_POTRF(POTRF)
#define POTRS(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::potrs<blas::Element<T>>)
ROCSOLVER_POTRS(POTRS)
#define POSV(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::posv<blas::Element<T>>)
ROCSOLVER_POSV(POSV)
#define POTRI(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::potri<blas::Element<T>>)
ROCSOLVER_POTRI(POTRI)
