// generalized.hip: rocsolver_[sd]sygst, sygs2, sygv, sygvd, sygvj, sygvdj, sygvdx and sygvx, and [cz]hegst and so on.
//
// Called by programs. With Cholesky's B = L L^H, A x = l B x is (L^-1 A L^-H) (L^H x) = l (L^H x); A B x = l x and B A x = l x are made Hermitian alike.
#include "cholesky.h"
#include "copies.h"
#include "eigen.h"
#include "forms.h"
#include "products.h"

#include "../blas/matrix_parts.h"

namespace solver {

template <class T> struct Generalized {
    rocblas_eform form;
    rocblas_fill fill;
    View<T> b;
    Eigen<T> eigen;  // of A, and where vectors go to; they have `columns` columns there
    int64_t columns;
};

// LAPACK: info = n + i for a leading minor of B, of order i, that is not positive.
__global__ void join_info(const int *of_b, int n, int *info, int64_t batches) {
    const int64_t batch = blockIdx.x * int64_t(blockDim.x) + threadIdx.x;
    if (batch < batches && of_b[batch]) info[batch] = n + of_b[batch];
}

// C = L^-1 C L^-H, or L^H C L; with U = L^H.
template <class T> static Status reduce(const Handle &handle, const Generalized<T> &p, View<T> c) {
    const int64_t n = p.eigen.n, batches = p.eigen.batches;
    const bool is_quotient = p.form == rocblas_eform_ax, upper = is_upper(p.fill);
    for (const hipblasSideMode_t side : {HIPBLAS_SIDE_LEFT, HIPBLAS_SIDE_RIGHT}) {
        // L^-1 on the left is U^-H, L^H there is U, and the adjoints are on the right.
        const bool adjoint = (side == HIPBLAS_SIDE_LEFT) != (is_quotient != upper);
        const hipblasOperation_t op = adjoint ? HIPBLAS_OP_C : HIPBLAS_OP_N;
        const System<T> system = {side, of(p.fill), op, HIPBLAS_DIAG_NON_UNIT, n, n, Scalar<T>::known(T(1)), View<const T>(p.b), c, batches};
        const TriangleProduct<T> product = {side, of(p.fill), op, HIPBLAS_DIAG_NON_UNIT, n, n, View<const T>(p.b), c, batches};
        SOLVER_TRY(is_quotient ? solve_system(handle, system) : multiply_triangle(handle, product));
    }
    // Roundings have made its halves a little different.
    return mirror(handle, rocblas_fill_lower, c, n, batches);
}
// x = L^-H y, or in the third form L y.
template <class T> static Status transform_back(const Handle &handle, const Generalized<T> &p, View<T> vectors) {
    const bool upper = is_upper(p.fill), is_product = p.form == rocblas_eform_bax;
    const hipblasOperation_t op = is_product == upper ? HIPBLAS_OP_C : HIPBLAS_OP_N;
    const int64_t n = p.eigen.n, columns = p.columns, batches = p.eigen.batches;
    if (is_product)
        return multiply_triangle(handle, TriangleProduct<T>{HIPBLAS_SIDE_LEFT, of(p.fill), op, HIPBLAS_DIAG_NON_UNIT, n, columns, View<const T>(p.b), vectors, batches});
    const hipblasOperation_t other = upper ? HIPBLAS_OP_N : HIPBLAS_OP_C;
    return solve_system(handle, System<T>{HIPBLAS_SIDE_LEFT, of(p.fill), other, HIPBLAS_DIAG_NON_UNIT, n, columns, Scalar<T>::known(T(1)), View<const T>(p.b),
                                          vectors, batches});
}

template <class T> static Status solve(const Handle &handle, const Generalized<T> &p) {
    const int64_t n = p.eigen.n, batches = p.eigen.batches;
    Parts parts(handle);
    const int64_t c_at = parts.add<T>(batches * n * n), vectors_at = parts.add<T>(batches * n * n), info_at = parts.add<int>(batches);
    SOLVER_TRY(parts.take());
    const View<T> c = dense<T>(parts.at<T>(c_at), n, n), vectors = dense<T>(parts.at<T>(vectors_at), n, n);
    int *const of_b = parts.at<int>(info_at);
    SOLVER_TRY(factor_cholesky(handle, p.fill, n, p.b, of_b, batches));
    SOLVER_TRY(copy(handle, Copy<T>{p.eigen.a, c, n, n, batches, false, false, half_of(p.fill)}));
    SOLVER_TRY(mirror(handle, p.fill, c, n, batches));
    SOLVER_TRY(reduce(handle, p, c));
    Eigen<T> eigen = p.eigen;
    eigen.a = c;
    if (!p.eigen.vectors.is_null()) {
        SOLVER_TRY(set_diagonal(handle, vectors, n, n, T(0), batches));
        eigen.vectors = vectors;
    }
    SOLVER_TRY(find_eigenvalues(handle, eigen));
    SOLVER_TRY(launch(handle, join_info, dim3(divide_up(batches, 64)), dim3(64), of_b, int(n), eigen.info, batches));
    if (p.eigen.vectors.is_null()) return HIPBLAS_STATUS_SUCCESS;
    SOLVER_TRY(transform_back(handle, p, vectors));
    return copy(handle, Copy<T>{vectors, p.eigen.vectors, n, p.columns, batches});
}
template <class T> static Status solve_if_any(const Handle &handle, const Generalized<T> &p) {
    if (p.eigen.n > 0) return solve(handle, p);
    for (int *const zeros : {p.eigen.info, p.eigen.counts, p.eigen.sweeps})
        if (zeros) SOLVER_TRY(clear(handle, zeros, p.eigen.batches * sizeof *zeros));
    return p.eigen.residuals ? clear(handle, p.eigen.residuals, p.eigen.batches * sizeof *p.eigen.residuals) : HIPBLAS_STATUS_SUCCESS;
}

// The reduction alone: B is Cholesky's factor, and one half of A is read and written.
template <class T> static Status reduce_half(const Handle &handle, const Generalized<T> &p) {
    const int64_t n = p.eigen.n, batches = p.eigen.batches;
    Temporary memory(handle);
    SOLVER_TRY(memory.take(batches * n * n * sizeof(T)));
    const View<T> c = dense<T>(memory.memory, n, n);
    SOLVER_TRY(copy(handle, Copy<T>{p.eigen.a, c, n, n, batches, false, false, half_of(p.fill)}));
    SOLVER_TRY(mirror(handle, p.fill, c, n, batches));
    SOLVER_TRY(reduce(handle, p, c));
    return copy(handle, Copy<T>{c, p.eigen.a, n, n, batches, false, false, half_of(p.fill)});
}

static bool is_enum(rocblas_eform form) { return form >= rocblas_eform_ax && form <= rocblas_eform_bax; }

template <class T>
static rocblas_status sygst(rocblas_handle handle, rocblas_eform form, rocblas_fill fill, int64_t n, View<T> a, View<T> b, int64_t batches) {
    SOLVER_BEGIN(is_enum(form) && is_enum(fill), n >= 0 && a.ld >= n && b.ld >= n && batches >= 0, !n || !batches || (!a.is_null() && !b.is_null()));
    if (n == 0 || batches == 0) return rocblas_status_success;
    return public_status(reduce_half(context, Generalized<T>{form, fill, b, {a, n, Order::ascending, {}, {}, {}, nullptr, batches}, n}));
}
template <class T>
static rocblas_status sygvdj(rocblas_handle handle, rocblas_eform form, rocblas_evect evect, rocblas_fill fill, int64_t n, View<T> a, View<T> b,
                             View<Real<T>> values, int *info, int64_t batches) {
    SOLVER_BEGIN(is_enum(form) && is_enum(evect) && is_enum(fill), n >= 0 && a.ld >= n && b.ld >= n && batches >= 0,
                 !batches || (info && (!n || (!a.is_null() && !b.is_null() && !values.is_null()))));
    if (batches == 0) return rocblas_status_success;
    const View<T> vectors = evect == rocblas_evect_none ? View<T>{} : a;
    return public_status(solve_if_any(context, Generalized<T>{form, fill, b, {a, n, Order::ascending, {}, values, vectors, info, batches}, n}));
}
template <class T>
static rocblas_status sygv(rocblas_handle handle, rocblas_eform form, rocblas_evect evect, rocblas_fill fill, int64_t n, View<T> a, View<T> b,
                           View<Real<T>> values, View<Real<T>> e, int *info, int64_t batches) {
    const bool is_right = handle && is_enum(form) && is_enum(evect) && is_enum(fill) && a.ld >= n && b.ld >= n && batches > 0;
    if (is_right && n > 0 && e.is_null()) return rocblas_status_invalid_pointer;
    return sygvdj(handle, form, evect, fill, n, a, b, values, info, batches);
}
template <class T>
static rocblas_status sygvj(rocblas_handle handle, rocblas_eform form, rocblas_evect evect, rocblas_fill fill, int64_t n, View<T> a, View<T> b,
                            Real<T> tolerance, Real<T> *residuals, int64_t sweeps, int *sweeps_made, View<Real<T>> values, int *info, int64_t batches) {
    SOLVER_BEGIN(is_enum(form) && is_enum(evect) && is_enum(fill), n >= 0 && a.ld >= n && b.ld >= n && sweeps > 0 && batches >= 0,
                 !batches || (info && residuals && sweeps_made && (!n || (!a.is_null() && !b.is_null() && !values.is_null()))));
    if (batches == 0) return rocblas_status_success;
    const View<T> vectors = evect == rocblas_evect_none ? View<T>{} : a;
    return public_status(solve_if_any(context, Generalized<T>{form, fill, b, {a, n, Order::ascending, {}, values, vectors, info, batches, int(sweeps), tolerance,
                                                                              sweeps_made, residuals}, n}));
}
template <class T>
static rocblas_status sygvdx(rocblas_handle handle, rocblas_eform form, rocblas_evect evect, rocblas_erange range, rocblas_fill fill, int64_t n, View<T> a,
                             View<T> b, Real<T> low, Real<T> high, int64_t first, int64_t last, int *counts, View<Real<T>> values, View<T> z, int *info,
                             int64_t batches) {
    const bool has_vectors = evect == rocblas_evect_original;
    SOLVER_BEGIN(is_enum(form) && is_enum(evect) && is_enum(range) && is_enum(fill),
                 n >= 0 && a.ld >= n && b.ld >= n && (!has_vectors || z.ld >= n) && batches >= 0 && is_range(range, low, high, first, last, n),
                 !batches || (info && counts && (!n || (!a.is_null() && !b.is_null() && !values.is_null() && (!has_vectors || !z.is_null())))));
    if (batches == 0) return rocblas_status_success;
    Eigen<T> eigen = {a, n, Order::ascending, wanted_of(range, low, high, first, last), values, has_vectors ? z : View<T>{}, info, batches};
    eigen.counts = counts;
    return public_status(solve_if_any(context, Generalized<T>{form, fill, b, eigen, range == rocblas_erange_index ? last - first + 1 : n}));
}
template <class T>
static rocblas_status sygvx(rocblas_handle handle, rocblas_eform form, rocblas_evect evect, rocblas_erange range, rocblas_fill fill, int64_t n, View<T> a,
                            View<T> b, Real<T> low, Real<T> high, int64_t first, int64_t last, Real<T>, int *counts, View<Real<T>> values, View<T> z,
                            View<int> failed, int *info, int64_t batches) {
    const bool has_vectors = evect == rocblas_evect_original && n > 0 && batches > 0;
    if (handle && has_vectors && failed.is_null() && info) return rocblas_status_invalid_pointer;
    const rocblas_status status = sygvdx(handle, form, evect, range, fill, n, a, b, low, high, first, last, counts, values, z, info, batches);
    if (status != rocblas_status_success || !has_vectors) return status;
    const Handle &context = *reinterpret_cast<const Handle *>(handle);
    const int64_t stride = batches == 1 ? n : failed.stride;
    return public_status(status_of(hipMemset2DAsync(failed.first, stride * sizeof(int), 0, n * sizeof(int), batches, context.stream)));
}

}  // namespace solver

#define SYGV(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::sygv<blas::Element<T>>)
ROCSOLVER_SYGV(SYGV)
#define SYGST(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::sygst<blas::Element<T>>)
ROCSOLVER_SYGST(SYGST)
#define SYGVDJ(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::sygvdj<blas::Element<T>>)
ROCSOLVER_SYGVDJ(SYGVDJ)
#define SYGVJ(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::sygvj<blas::Element<T>>)
ROCSOLVER_SYGVJ(SYGVJ)
#define SYGVDX(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::sygvdx<blas::Element<T>>)
ROCSOLVER_SYGVDX(SYGVDX)
#define SYGVX(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::sygvx<blas::Element<T>>)
ROCSOLVER_SYGVX(SYGVX)
