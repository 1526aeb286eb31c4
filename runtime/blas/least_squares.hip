// least_squares.hip: the X that makes |op(A) X - B| least, or where many make it zero the shortest.
//
// Called by gels.hip and rocSOLVER through least_squares.h; compiled into each of their libraries. A, or the adjoint of one with fewer rows than columns,
// is M = Q R. Then M X = B has the least X = R^-1 (Q^H B)', where ' are the first rows, and M^H X = B the shortest X = Q (R^-H B)', where the other
// rows are zero.
#include "least_squares.h"

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
hipblasStatus_t solve_least_squares(const Handle &handle, bool adjoint, int64_t m, int64_t n, int64_t sides, View<T> a, View<T> b, int *singular,
                                    int64_t batches) {
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

#define INSTANTIATE(T) \
    template hipblasStatus_t solve_least_squares<T>(const Handle &, bool, int64_t, int64_t, int64_t, View<T>, View<T>, int *, int64_t);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(Complex<float>)
INSTANTIATE(Complex<double>)

}  // namespace blas
