// gels.hip: hipblas[SDCZ]gels, which finds the X that makes |op(A) X - B| least, or where many make it zero the shortest, in its three forms.
//
// Called by programs. A, or the adjoint of one with fewer rows than columns, is M = Q R. Then M X = B has the least X = R^-1 (Q^H B)', where ' are the
// first rows, and M^H X = B the shortest X = Q (R^-H B)', where the other rows are zero.
#include "arguments.h"
#include "matrix_parts.h"
#include "reflectors.h"
#include "solve.h"

namespace blas {

template <class T> struct LeastSquares {
    View<T> m;  // of so many rows, and not more columns
    View<T> tau, b;
    int64_t rows, columns, sides, batches;
};

template <class T> static hipblasStatus_t solve_r(const Handle &handle, const LeastSquares<T> &p, hipblasOperation_t op) {
    return solve_system(handle, System<T>{HIPBLAS_SIDE_LEFT, HIPBLAS_FILL_MODE_UPPER, op, HIPBLAS_DIAG_NON_UNIT, p.columns, p.sides,
                                          Scalar<T>::known(T(1)), View<const T>(p.m), p.b, p.batches});
}
template <class T> static hipblasStatus_t solve(const Handle &handle, const LeastSquares<T> &p, bool adjoint, int *singular) {
    const Reflectors<T> q = {p.m, p.tau, int(p.rows), p.batches};
    BLAS_TRY(factor_qr(handle, p.m, p.tau, int(p.rows), int(p.columns), p.batches));
    BLAS_TRY(find_zero(handle, View<const T>(p.m), p.columns, singular, p.batches));
    if (!adjoint) {
        BLAS_TRY(apply_all(handle, q, int(p.columns), true, p.b, int(p.sides)));
        return solve_r(handle, p, HIPBLAS_OP_N);
    }
    BLAS_TRY(solve_r(handle, p, HIPBLAS_OP_C));
    if (p.rows > p.columns) BLAS_TRY(set_diagonal(handle, p.b.from(p.columns), p.rows - p.columns, p.sides, T(0), p.batches));
    return apply_all(handle, q, int(p.columns), false, p.b, int(p.sides));
}

// LAPACK: on exit A holds its QR factors, or with fewer rows than columns the LQ factors, which are the adjoints of the adjoint's QR factors.
template <class T>
static hipblasStatus_t run(const Handle &handle, bool adjoint, int64_t m, int64_t n, int64_t sides, View<T> a, View<T> b, int *singular, int64_t batches) {
    const bool wide = m < n;
    const int64_t rows = std::max(m, n), columns = std::min(m, n);
    Temporary memory(handle);
    BLAS_TRY(memory.take(batches * columns * (1 + (wide ? rows : 0)) * sizeof(T)));
    T *const tau = static_cast<T *>(memory.memory), *const copy = tau + batches * columns;
    LeastSquares<T> problem = {a, {tau, nullptr, 1, columns}, b, rows, columns, sides, batches};
    if (wide) {
        problem.m = {copy, nullptr, rows, rows * columns};
        BLAS_TRY(copy_adjoint(handle, problem.m, rows, columns, View<const T>(a), batches));
    }
    BLAS_TRY(solve(handle, problem, adjoint != wide, singular));
    return wide ? copy_adjoint(handle, a, m, n, View<const T>(problem.m), batches) : HIPBLAS_STATUS_SUCCESS;
}

template <class T>
static hipblasStatus_t gels(bool is_strided, hipblasHandle_t handle, hipblasOperation_t op, int64_t m, int64_t n, int64_t sides, View<T> a, View<T> b,
                            int *info, int *singular, int64_t batches) {
    // LAPACK: "transposed if real, or conjugate transposed if complex".
    const bool is_known = op == HIPBLAS_OP_N || op == (is_complex<T> ? HIPBLAS_OP_C : HIPBLAS_OP_T);
    const hipblasStatus_t status = check_arguments(handle, info, is_strided,
                                                   {{!is_known, 1, 1}, {m < 0, 2, 2}, {n < 0, 3, 3}, {sides < 0, 4, 4}, {m && n && a.is_null(), 5, 5},
                                                    {a.ld < m, 6, 6}, {(m || n) && sides && b.is_null(), 7, 8}, {b.ld < m || b.ld < n, 8, 9},
                                                    {batches && !singular, 10, 12}, {batches < 0, 11, 13}});
    if (status == HIPBLAS_STATUS_INVALID_VALUE && !is_enum(op)) return HIPBLAS_STATUS_INVALID_ENUM;
    if (status != HIPBLAS_STATUS_SUCCESS || batches == 0) return status;
    const Handle &context = *static_cast<const Handle *>(handle);
    if (m && n && sides) return run(context, op != HIPBLAS_OP_N, m, n, sides, a, b, singular, batches);
    // LAPACK: where there is no A, X is zero.
    BLAS_TRY(status_of(hipMemsetAsync(singular, 0, batches * sizeof *singular, context.stream)));
    return sides && (m || n) ? set_diagonal(context, b, std::max(m, n), sides, T(0), batches) : HIPBLAS_STATUS_SUCCESS;
}

}  // namespace blas

#define DEFINE(N, list, T, R) BLAS_DEFINE_WITH_FORM(N, list, T, R, blas::gels<blas::Element<T>>)
HIPBLAS_GELS(DEFINE)
