// singular.hip: rocsolver_[sdcz]gesvd, gesvdj and gesvdx.
//
// Called by programs. M = A, or A^H where that has more rows, is Q R. Columns of R^H, which are nearer to
// orthogonal than A's own, are rotated until they are: R^H W = Y S, and so M = (Q W) S Y^H (Drmac and Veselic). Y comes of another QR factorisation, as
// columns of length zero say nothing of their directions, and others are orthogonal already.
#include "../blas/matrix_parts.h"
#include "../blas/reflectors.h"
#include "copies.h"
#include "forms.h"
#include "jacobi.h"
#include "products.h"
#include "spectrum.h"

namespace solver {

// A = U S V^H.
template <class T> struct Singular {
    View<T> a;          // it stays, unless a target is A itself
    int64_t m, n;
    View<Real<T>> values;  // in descending order
    View<T> u, vh;      // or none; U's columns, and V^H's rows
    bool all_u, all_vh; // of a whole unitary matrix, not only those that singular values have
    int *info;
    int64_t batches;
    Wanted<Real<T>> wanted = {};
    int most_sweeps = 40;
    Real<T> tolerance = 0;
    int *sweeps = nullptr;
    Real<T> *residuals = nullptr;
    int *counts = nullptr;
};

// What is kept on the way, for M of `rows` rows and `order` columns.
template <class T> struct Workplace {
    Parts parts;
    int64_t rows, order, batches;
    View<T> m, tau, x, w, y;
    View<T> left;  // Q W, of `width` columns
    Real<T> *scales, *values;
    int *places, *sweeps;
    Chosen *chosen;

    explicit Workplace(const Handle &handle) : parts(handle) {}
    Status take(const Singular<T> &p, int64_t width) {
        rows = std::max(p.m, p.n), order = std::min(p.m, p.n), batches = p.batches;
        const int64_t square = batches * order * order, m_at = parts.add<T>(batches * rows * order), tau_at = parts.add<T>(batches * order),
                      x_at = parts.add<T>(square), w_at = parts.add<T>(square), y_at = parts.add<T>(square), left_at = parts.add<T>(batches * rows * width),
                      scales_at = parts.add<Real<T>>(batches), values_at = parts.add<Real<T>>(batches * order), places_at = parts.add<int>(batches * order),
                      sweeps_at = parts.add<int>(batches), chosen_at = parts.add<Chosen>(batches);
        SOLVER_TRY(parts.take());
        m = dense<T>(parts.at<T>(m_at), rows, order), x = dense<T>(parts.at<T>(x_at), order, order), w = dense<T>(parts.at<T>(w_at), order, order);
        y = dense<T>(parts.at<T>(y_at), order, order), left = dense<T>(parts.at<T>(left_at), rows, width);
        tau = {parts.at<T>(tau_at), nullptr, 1, order};
        scales = parts.at<Real<T>>(scales_at), values = parts.at<Real<T>>(values_at);
        places = parts.at<int>(places_at), sweeps = p.sweeps ? p.sweeps : parts.at<int>(sweeps_at), chosen = parts.at<Chosen>(chosen_at);
        return HIPBLAS_STATUS_SUCCESS;
    }
};

// M = Q R, scaled, and X = R^H.
template <class T> static Status prepare(const Handle &handle, const Singular<T> &p, const Workplace<T> &at) {
    SOLVER_TRY(find_scales(handle, View<const T>(p.a), p.m, p.n, at.scales, p.batches));
    SOLVER_TRY(copy(handle, Copy<T>{p.a, at.m, at.rows, at.order, p.batches, p.m < p.n}));
    SOLVER_TRY(copy_scaled(handle, Scaled<T>{at.m, at.m, at.rows, at.order, at.scales, Real<T>(0), p.batches}));
    SOLVER_TRY(factor_qr(handle, at.m, at.tau, int(at.rows), int(at.order), p.batches));
    SOLVER_TRY(set_diagonal(handle, at.x, at.order, at.order, T(0), p.batches));
    return copy(handle, Copy<T>{at.m, at.x, at.order, at.order, p.batches, true, false, Half::lower});
}

// What is left of products of different columns, over the length of the longer one: U^H A V beside its diagonal.
template <class T> static Status measure(const Handle &handle, const Singular<T> &p, const Workplace<T> &at) {
    const int64_t n = at.order;
    Parts parts(handle);
    const int64_t columns_at = parts.add<T>(p.batches * n * n), products_at = parts.add<T>(p.batches * n * n), lengths_at = parts.add<Real<T>>(p.batches * n);
    SOLVER_TRY(parts.take());
    const View<T> columns = dense<T>(parts.at<T>(columns_at), n, n), products = dense<T>(parts.at<T>(products_at), n, n);
    SOLVER_TRY(copy(handle, Copy<T>{at.x, columns, n, n, p.batches}));
    SOLVER_TRY(multiply_columns(handle, ColumnProducts<T>{columns, columns, n, n, parts.at<Real<T>>(lengths_at), true, true, p.batches}));
    SOLVER_TRY(multiply(handle, Product<T>{HIPBLAS_OP_C, HIPBLAS_OP_N, n, n, n, T(1), columns, at.x, T(0), products, p.batches}));
    return measure_off_diagonal(handle, View<const T>(products), n, at.scales, p.residuals, p.batches);
}

// M's right vectors Y to where A's right ones, or left ones where M is A^H, are wanted.
template <class T> static Status make_right(const Handle &handle, const Singular<T> &p, const Workplace<T> &at, View<T> to, bool adjoint) {
    const int64_t n = at.order;
    SOLVER_TRY(place_vectors(handle, Vectors<T>{at.x, at.y, n, n, at.places, nullptr, false, {}, p.batches}));
    Temporary memory(handle);
    SOLVER_TRY(memory.take(p.batches * n * sizeof(T)));
    const View<T> tau = {static_cast<T *>(memory.memory), nullptr, 1, n};
    SOLVER_TRY(factor_qr(handle, at.y, tau, int(n), int(n), p.batches));
    SOLVER_TRY(set_diagonal(handle, at.x, n, n, T(1), p.batches));
    SOLVER_TRY(apply_all(handle, Reflectors<T>{at.y, tau, int(n), p.batches}, int(n), false, at.x, int(n)));
    return place_vectors(handle, Vectors<T>{at.x, to, n, n, nullptr, at.chosen, adjoint, at.y, p.batches});
}
// And its left ones.
template <class T> static Status make_left(const Handle &handle, const Singular<T> &p, const Workplace<T> &at, int64_t width, View<T> to, bool adjoint) {
    SOLVER_TRY(set_diagonal(handle, at.left, at.rows, width, T(1), p.batches));
    SOLVER_TRY(place_vectors(handle, Vectors<T>{at.w, at.left, at.order, at.order, at.places, nullptr, false, {}, p.batches}));
    SOLVER_TRY(apply_all(handle, Reflectors<T>{at.m, at.tau, int(at.rows), p.batches}, int(at.order), false, at.left, int(width)));
    const Chosen *const chosen = width > at.order ? nullptr : at.chosen;
    return place_vectors(handle, Vectors<T>{at.left, to, at.rows, width, nullptr, chosen, adjoint, {}, p.batches});
}

template <class T> static Status find_singular_values(const Handle &handle, const Singular<T> &p) {
    const bool is_adjoint = p.m < p.n;
    const View<T> left = is_adjoint ? p.vh : p.u, right = is_adjoint ? p.u : p.vh;
    const bool has_left = !left.is_null(), has_right = !right.is_null();
    Workplace<T> at(handle);
    const int64_t width = !has_left ? 0 : (is_adjoint ? p.all_vh : p.all_u) ? std::max(p.m, p.n) : std::min(p.m, p.n);
    SOLVER_TRY(at.take(p, width));
    SOLVER_TRY(prepare(handle, p, at));
    if (has_left) SOLVER_TRY(set_diagonal(handle, at.w, at.order, at.order, T(1), p.batches));
    const double tolerance = p.tolerance > 0 ? p.tolerance / double(at.order) : 0;
    SOLVER_TRY(rotate_columns(handle, Rotations<T>{at.x, at.order, at.order, has_left ? at.w : View<T>{}, p.batches, p.most_sweeps, tolerance, at.scales,
                                                   at.sweeps}));
    SOLVER_TRY(multiply_columns(handle, ColumnProducts<T>{at.x, at.x, at.order, at.order, at.values, true, false, p.batches}));
    if (p.residuals) SOLVER_TRY(measure(handle, p, at));
    SOLVER_TRY(choose(handle, Choice<Real<T>>{at.values, at.scales, at.order, Order::descending, p.wanted, p.values, at.places, at.chosen, p.counts, p.batches}));
    if (has_left) SOLVER_TRY(make_left(handle, p, at, width, left, is_adjoint));
    if (has_right) SOLVER_TRY(make_right(handle, p, at, right, !is_adjoint));
    return tell_convergence(handle, at.sweeps, p.most_sweeps, p.residuals, p.tolerance, p.info, p.batches);
}

// The matrices that vectors go to, and what rocSOLVER checks of them.
static bool is_enum(rocblas_svect which) { return which >= rocblas_svect_all && which <= rocblas_svect_none; }
static bool has_target(rocblas_svect which) { return which == rocblas_svect_all || which == rocblas_svect_singular; }
static bool are_enums(rocblas_svect left, rocblas_svect right) {
    return is_enum(left) && is_enum(right) && !(left == rocblas_svect_overwrite && right == rocblas_svect_overwrite);
}
template <class T> static bool are_sizes(rocblas_svect left, rocblas_svect right, int64_t m, int64_t n, View<T> a, View<T> u, View<T> vh, int64_t batches) {
    return m >= 0 && n >= 0 && a.ld >= m && u.ld >= 1 && vh.ld >= 1 && batches >= 0 && (!has_target(left) || u.ld >= m) &&
           (right != rocblas_svect_all || vh.ld >= n) && (right != rocblas_svect_singular || vh.ld >= std::min(m, n));
}
template <class T>
static bool are_pointers(rocblas_svect left, rocblas_svect right, int64_t m, int64_t n, View<T> a, View<Real<T>> values, View<T> u, View<T> vh, const int *info) {
    return info && (!m || !n || (!a.is_null() && !values.is_null())) && (!has_target(left) || !m || !u.is_null()) && (!has_target(right) || !n || !vh.is_null());
}
template <class T>
static Singular<T> problem_of(rocblas_svect left, rocblas_svect right, int64_t m, int64_t n, View<T> a, View<Real<T>> values, View<T> u, View<T> vh, int *info,
                              int64_t batches) {
    const auto target = [&](rocblas_svect which, View<T> own) { return has_target(which) ? own : which == rocblas_svect_overwrite ? a : View<T>{}; };
    return {a, m, n, values, target(left, u), target(right, vh), left == rocblas_svect_all, right == rocblas_svect_all, info, batches};
}
// Where A has no elements a whole matrix of vectors is 1.
template <class T> static Status solve(const Handle &handle, const Singular<T> &p) {
    if (p.m && p.n) return find_singular_values(handle, p);
    for (int *const zeros : {p.info, p.sweeps, p.counts})
        if (zeros) SOLVER_TRY(clear(handle, zeros, p.batches * sizeof *zeros));
    if (p.residuals) SOLVER_TRY(clear(handle, p.residuals, p.batches * sizeof *p.residuals));
    if (p.m && p.all_u) SOLVER_TRY(set_diagonal(handle, p.u, p.m, p.m, T(1), p.batches));
    return p.n && p.all_vh ? set_diagonal(handle, p.vh, p.n, p.n, T(1), p.batches) : HIPBLAS_STATUS_SUCCESS;
}

template <class T>
static rocblas_status gesvd(rocblas_handle handle, rocblas_svect left, rocblas_svect right, int64_t m, int64_t n, View<T> a, View<Real<T>> values, View<T> u,
                            View<T> vh, View<Real<T>> e, rocblas_workmode, int *info, int64_t batches) {
    SOLVER_BEGIN(are_enums(left, right), are_sizes(left, right, m, n, a, u, vh, batches),
                 !batches || (are_pointers(left, right, m, n, a, values, u, vh, info) && (std::min(m, n) < 2 || !e.is_null())));
    if (batches == 0) return rocblas_status_success;
    return public_status(solve(context, problem_of(left, right, m, n, a, values, u, vh, info, batches)));
}
template <class T>
static rocblas_status gesvdj(rocblas_handle handle, rocblas_svect left, rocblas_svect right, int64_t m, int64_t n, View<T> a, Real<T> tolerance,
                             Real<T> *residuals, int64_t sweeps, int *sweeps_made, View<Real<T>> values, View<T> u, View<T> vh, int *info, int64_t batches) {
    SOLVER_BEGIN(are_enums(left, right), are_sizes(left, right, m, n, a, u, vh, batches) && sweeps > 0,
                 !batches || (are_pointers(left, right, m, n, a, values, u, vh, info) && residuals && sweeps_made));
    if (batches == 0) return rocblas_status_success;
    Singular<T> problem = problem_of(left, right, m, n, a, values, u, vh, info, batches);
    problem.most_sweeps = int(sweeps), problem.tolerance = tolerance, problem.sweeps = sweeps_made, problem.residuals = residuals;
    return public_status(solve(context, problem));
}
// rocSOLVER: the vectors of the values, or none; what failed is numbered in `failed`: nothing, as all converge together.
template <class T>
static rocblas_status gesvdx(rocblas_handle handle, rocblas_svect left, rocblas_svect right, rocblas_srange range, int64_t m, int64_t n, View<T> a, Real<T> low,
                             Real<T> high, int64_t first, int64_t last, int *counts, View<Real<T>> values, View<T> u, View<T> vh, View<int> failed, int *info,
                             int64_t batches) {
    const auto is_known = [](rocblas_svect which) { return which == rocblas_svect_singular || which == rocblas_svect_none; };
    const int64_t order = std::min(m, n), most = range == rocblas_srange_index ? last - first + 1 : order;
    const bool in_range = range == rocblas_srange_value ? low >= 0 && low < high
                                                        : range != rocblas_srange_index || (first >= 1 && last >= 0 && last <= order && (!order || first <= last));
    SOLVER_BEGIN(is_known(left) && is_known(right) && range >= rocblas_srange_all && range <= rocblas_srange_index,
                 m >= 0 && n >= 0 && a.ld >= m && u.ld >= 1 && vh.ld >= 1 && batches >= 0 && in_range && (!has_target(left) || u.ld >= m) &&
                     (!has_target(right) || vh.ld >= most),
                 !batches || (are_pointers(left, right, m, n, a, values, u, vh, info) && counts && (!order || !failed.is_null())));
    if (batches == 0) return rocblas_status_success;
    Singular<T> problem = problem_of(left, right, m, n, a, values, u, vh, info, batches);
    problem.counts = counts;
    if (range == rocblas_srange_value) problem.wanted = {Wanted<Real<T>>::in_interval, low, high, 0, 0};
    if (range == rocblas_srange_index) problem.wanted = {Wanted<Real<T>>::by_number, 0, 0, int(first), int(last)};
    const Status status = solve(context, problem);
    if (status != HIPBLAS_STATUS_SUCCESS || order == 0) return public_status(status);
    const int64_t stride = batches == 1 ? order : failed.stride;
    return public_status(status_of(hipMemset2DAsync(failed.first, stride * sizeof(int), 0, order * sizeof(int), batches, context.stream)));
}

}  // namespace solver

#define GESVD(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::gesvd<blas::Element<T>>)
ROCSOLVER_GESVD(GESVD)
#define GESVDJ(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::gesvdj<blas::Element<T>>)
ROCSOLVER_GESVDJ(GESVDJ)
#define GESVDX(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::gesvdx<blas::Element<T>>)
ROCSOLVER_GESVDX(GESVDX)
