// orthogonal.hip: rocsolver_[sdcz]geqrf, gelqf, geqlf, gerqf and their unblocked names, gels, and org/ung and orm/unm of qr, lq, ql, br and tr.
//
// Called by programs. The work is done in reflections.hip and ../blas/least_squares.hip.
#include "../blas/least_squares.h"
#include "../blas/matrix_parts.h"
#include "copies.h"
#include "forms.h"
#include "reflections.h"

namespace solver {

template <class T, bool in_rows, bool turned>
static rocblas_status factor(rocblas_handle handle, int64_t m, int64_t n, View<T> a, View<T> tau, int64_t batches) {
    const bool is_empty = m == 0 || n == 0 || batches == 0;
    SOLVER_BEGIN(true, m >= 0 && n >= 0 && a.ld >= m && batches >= 0, is_empty || (!a.is_null() && !tau.is_null()));
    return is_empty ? rocblas_status_success : public_status(factor_orthogonal(context, Layout{in_rows, turned}, m, n, a, tau, batches));
}

// rocSOLVER: real matrices are transposed, complex ones conjugated too, and the other is an invalid value.
template <class T> static bool is_adjoint_or_none(rocblas_operation op) {
    return op == rocblas_operation_none || op == (is_complex<T> ? rocblas_operation_conjugate_transpose : rocblas_operation_transpose);
}

template <class T>
static Status least_squares(const Handle &handle, bool adjoint, int64_t m, int64_t n, int64_t sides, View<T> a, View<T> b, int *info, int64_t batches) {
    if (m && n && sides) return solve_least_squares(handle, adjoint, m, n, sides, a, b, info, batches);
    // LAPACK: where there is no A, X is zero.
    SOLVER_TRY(clear(handle, info, batches * sizeof *info));
    return sides && (m || n) ? set_diagonal(handle, b, std::max(m, n), sides, T(0), batches) : HIPBLAS_STATUS_SUCCESS;
}
template <class T>
static rocblas_status gels(rocblas_handle handle, rocblas_operation trans, int64_t m, int64_t n, int64_t sides, View<T> a, View<T> b, int *info,
                           int64_t batches) {
    SOLVER_BEGIN(is_adjoint_or_none<T>(trans), m >= 0 && n >= 0 && sides >= 0 && a.ld >= m && b.ld >= m && b.ld >= n && batches >= 0,
                 !batches || (info && (!m || !n || !a.is_null()) && ((!m && !n) || !sides || !b.is_null())));
    if (batches == 0) return rocblas_status_success;
    return public_status(least_squares(context, trans != rocblas_operation_none, m, n, sides, a, b, info, batches));
}

template <class T, bool in_rows, bool turned>
static rocblas_status org(rocblas_handle handle, int64_t m, int64_t n, int64_t k, View<T> a, View<T> tau) {
    const bool fits_shape = in_rows ? n >= m && m >= k : m >= n && n >= k;
    SOLVER_BEGIN(true, m >= 0 && n >= 0 && k >= 0 && a.ld >= m && fits_shape, (!m || !n || !a.is_null()) && (!k || !tau.is_null()));
    return public_status(generate(context, Orthogonal<T>{Layout{in_rows, turned}, a, m, n, k, tau, 1}, a));
}

// A becomes 1 on the diagonal and zero elsewhere, but for the matrix of one row and column less that is made of `q` and lies at `to`.
template <class T> static Status generate_within(const Handle &handle, const Orthogonal<T> &q, View<T> a, int64_t order, int64_t to) {
    Temporary memory(handle);
    SOLVER_TRY(memory.take(std::max<int64_t>(q.m * q.n, 1) * sizeof(T)));
    const View<T> x = dense<T>(memory.memory, q.m, q.n);
    SOLVER_TRY(generate(handle, q, x));
    SOLVER_TRY(set_diagonal(handle, a, order, order, T(1), 1));
    return copy(handle, Copy<T>{View<const T>(x), a.from(to), q.m, q.n, 1});
}

// gebrd's Q or P^H.
template <class T>
static rocblas_status orgbr(rocblas_handle handle, rocblas_storev storev, int64_t m, int64_t n, int64_t k, View<T> a, View<T> tau) {
    const bool in_rows = storev == rocblas_row_wise;
    const bool fits_shape = in_rows ? m <= n && m >= std::min(n, k) : n <= m && n >= std::min(m, k);
    SOLVER_BEGIN(in_rows || storev == rocblas_column_wise, m >= 0 && n >= 0 && k >= 0 && a.ld >= m && fits_shape,
                 (!m || !n || !a.is_null()) && (std::min(in_rows ? n : m, k) <= 0 || !tau.is_null()));
    if (m == 0 || n == 0) return rocblas_status_success;
    if (in_rows ? k < n : m >= k) return public_status(generate(context, Orthogonal<T>{in_rows ? lq : qr, a, m, n, k, tau, 1}, a));
    const Orthogonal<T> inner = {in_rows ? lq : qr, a.from(in_rows ? a.ld : 1), m - 1, m - 1, m - 1, tau, 1};
    return public_status(generate_within(context, inner, a, m, 1 + a.ld));
}

// sytrd's Q.
template <class T> static rocblas_status orgtr(rocblas_handle handle, rocblas_fill fill, int64_t n, View<T> a, View<T> tau) {
    SOLVER_BEGIN(is_enum(fill), n >= 0 && a.ld >= n, !n || (!a.is_null() && (n == 1 || !tau.is_null())));
    if (n == 0) return rocblas_status_success;
    const bool upper = is_upper(fill);
    const Orthogonal<T> inner = {upper ? ql : qr, a.from(upper ? a.ld : 1), n - 1, n - 1, n - 1, tau, 1};
    return public_status(generate_within(context, inner, a, n, upper ? 0 : 1 + a.ld));
}

// Q of k reflectors of so many elements, of which A has the rows or columns.
template <class T> static Orthogonal<T> of_order(Layout layout, View<T> a, int64_t order, int64_t k, View<T> tau) {
    return {layout, a, layout.in_rows ? k : order, layout.in_rows ? order : k, k, tau, 1};
}
template <class T, bool in_rows, bool turned>
static rocblas_status orm(rocblas_handle handle, rocblas_side side, rocblas_operation trans, int64_t m, int64_t n, int64_t k, View<T> a, View<T> tau,
                          View<T> c) {
    const bool left = side == rocblas_side_left;
    const int64_t order = left ? m : n;
    SOLVER_BEGIN(is_enum(side) && is_adjoint_or_none<T>(trans), m >= 0 && n >= 0 && k >= 0 && k <= order && c.ld >= m && a.ld >= (in_rows ? k : order),
                 !m || !n || (!c.is_null() && (!k || (!a.is_null() && !tau.is_null()))));
    const Layout layout = {in_rows, turned};
    return public_status(apply(context, of_order(layout, a, order, k, tau), left, trans != rocblas_operation_none, c, m, n));
}

// Q of one row and column less, applied to all but the first, or with `last` the last, row or column of C.
template <class T>
static Status apply_within(const Handle &handle, Layout layout, View<T> a, View<T> tau, bool left, bool adjoint, View<T> c, int64_t m, int64_t n, bool last) {
    const int64_t order = (left ? m : n) - 1;
    if (order <= 0) return HIPBLAS_STATUS_SUCCESS;
    return apply(handle, of_order(layout, a, order, order, tau), left, adjoint, last ? c : c.from(left ? 1 : c.ld), left ? order : m, left ? n : order);
}
template <class T>
static rocblas_status ormbr(rocblas_handle handle, rocblas_storev storev, rocblas_side side, rocblas_operation trans, int64_t m, int64_t n, int64_t k,
                            View<T> a, View<T> tau, View<T> c) {
    const bool left = side == rocblas_side_left, in_rows = storev == rocblas_row_wise;
    const int64_t order = left ? m : n;
    SOLVER_BEGIN(is_enum(side) && is_adjoint_or_none<T>(trans) && (in_rows || storev == rocblas_column_wise),
                 m >= 0 && n >= 0 && k >= 0 && c.ld >= m && a.ld >= (in_rows ? std::min(order, k) : order),
                 !m || !n || (!c.is_null() && (!std::min(order, k) || (!a.is_null() && !tau.is_null()))));
    // LAPACK: P = G(1) G(2) ... is applied, which is the adjoint of what reflectors in rows are to gelqf.
    const bool adjoint = (trans != rocblas_operation_none) != in_rows;
    if (in_rows ? order > k : order >= k) return public_status(apply(context, of_order(in_rows ? lq : qr, a, order, k, tau), left, adjoint, c, m, n));
    return public_status(apply_within(context, in_rows ? lq : qr, a.from(in_rows ? a.ld : 1), tau, left, adjoint, c, m, n, false));
}
template <class T>
static rocblas_status ormtr(rocblas_handle handle, rocblas_side side, rocblas_fill fill, rocblas_operation trans, int64_t m, int64_t n, View<T> a,
                            View<T> tau, View<T> c) {
    const bool left = side == rocblas_side_left, upper = is_upper(fill);
    const int64_t order = left ? m : n;
    SOLVER_BEGIN(is_enum(side) && is_enum(fill) && is_adjoint_or_none<T>(trans), m >= 0 && n >= 0 && c.ld >= m && a.ld >= order,
                 !m || !n || (!c.is_null() && (order < 2 || (!a.is_null() && !tau.is_null()))));
    const Layout layout = upper ? ql : qr;
    return public_status(apply_within(context, layout, a.from(upper ? a.ld : 1), tau, left, trans != rocblas_operation_none, c, m, n, upper));
}

}  // namespace solver

#define GEQRF(N, list, T, R) SOLVER_DEFINE(N, list, T, R, (solver::factor<blas::Element<T>, false, false>))
ROCSOLVER_GEQRF(GEQRF)
#define GELQF(N, list, T, R) SOLVER_DEFINE(N, list, T, R, (solver::factor<blas::Element<T>, true, false>))
ROCSOLVER_GELQF(GELQF)
#define GEQLF(N, list, T, R) SOLVER_DEFINE(N, list, T, R, (solver::factor<blas::Element<T>, false, true>))
ROCSOLVER_GEQLF(GEQLF)
#define GERQF(N, list, T, R) SOLVER_DEFINE(N, list, T, R, (solver::factor<blas::Element<T>, true, true>))
ROCSOLVER_GERQF(GERQF)
#define GELS(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::gels<blas::Element<T>>)
ROCSOLVER_GELS(GELS)
#define ORGQR(N, list, T, R) SOLVER_DEFINE_PLAIN(N, list, T, R, (solver::org<blas::Element<T>, false, false>))
ROCSOLVER_ORGQR(ORGQR)
#define ORGLQ(N, list, T, R) SOLVER_DEFINE_PLAIN(N, list, T, R, (solver::org<blas::Element<T>, true, false>))
ROCSOLVER_ORGLQ(ORGLQ)
#define ORGQL(N, list, T, R) SOLVER_DEFINE_PLAIN(N, list, T, R, (solver::org<blas::Element<T>, false, true>))
ROCSOLVER_ORGQL(ORGQL)
#define ORGBR(N, list, T, R) SOLVER_DEFINE_PLAIN(N, list, T, R, solver::orgbr<blas::Element<T>>)
ROCSOLVER_ORGBR(ORGBR)
#define ORGTR(N, list, T, R) SOLVER_DEFINE_PLAIN(N, list, T, R, solver::orgtr<blas::Element<T>>)
ROCSOLVER_ORGTR(ORGTR)
#define ORMQR(N, list, T, R) SOLVER_DEFINE_PLAIN(N, list, T, R, (solver::orm<blas::Element<T>, false, false>))
ROCSOLVER_ORMQR(ORMQR)
#define ORMLQ(N, list, T, R) SOLVER_DEFINE_PLAIN(N, list, T, R, (solver::orm<blas::Element<T>, true, false>))
ROCSOLVER_ORMLQ(ORMLQ)
#define ORMQL(N, list, T, R) SOLVER_DEFINE_PLAIN(N, list, T, R, (solver::orm<blas::Element<T>, false, true>))
ROCSOLVER_ORMQL(ORMQL)
#define ORMBR(N, list, T, R) SOLVER_DEFINE_PLAIN(N, list, T, R, solver::ormbr<blas::Element<T>>)
ROCSOLVER_ORMBR(ORMBR)
#define ORMTR(N, list, T, R) SOLVER_DEFINE_PLAIN(N, list, T, R, solver::ormtr<blas::Element<T>>)
ROCSOLVER_ORMTR(ORMTR)
