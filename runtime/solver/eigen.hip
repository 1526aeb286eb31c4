// eigen.hip: rocsolver_[sd]syev, syevd, syevj, syevdj, syevdx and syevx, and [cz]heev and so on.
//
// Called by programs, and eigen.h's function by generalized.hip. Scaled to a length below 1, A + 2 has eigenvalues between 1 and 3:
// its singular vectors are A's eigenvectors, and as all values are of a size, rotations of columns find them as exactly as the matrix is known. Values
// are then v^H A v, whose error is that of the vectors, squared.
#include "eigen.h"

#include "copies.h"
#include "forms.h"
#include "jacobi.h"
#include "products.h"

namespace solver {

template <class T> static Status measure(const Handle &handle, const Eigen<T> &p, View<const T> vectors, View<const T> products, View<T> to, const Real<T> *scales) {
    SOLVER_TRY(multiply(handle, Product<T>{HIPBLAS_OP_C, HIPBLAS_OP_N, p.n, p.n, p.n, T(1), vectors, products, T(0), to, p.batches}));
    return measure_off_diagonal(handle, View<const T>(to), p.n, scales, p.residuals, p.batches);
}

template <class T> Status find_eigenvalues(const Handle &handle, const Eigen<T> &p) {
    using R = Real<T>;
    const int64_t n = p.n, square = p.batches * n * n;
    Parts parts(handle);
    const int64_t columns_at = parts.add<T>(square), scaled_at = parts.add<T>(square), products_at = parts.add<T>(square), values_at = parts.add<R>(p.batches * n),
                  lengths_at = parts.add<R>(p.batches * n), scales_at = parts.add<R>(p.batches), places_at = parts.add<int>(p.batches * n),
                  chosen_at = parts.add<Chosen>(p.batches), sweeps_at = parts.add<int>(p.batches);
    SOLVER_TRY(parts.take());
    const View<T> columns = dense<T>(parts.at<T>(columns_at), n, n), scaled = dense<T>(parts.at<T>(scaled_at), n, n),
                  products = dense<T>(parts.at<T>(products_at), n, n);
    R *const scales = parts.at<R>(scales_at), *const values = parts.at<R>(values_at);
    int *const places = parts.at<int>(places_at), *const sweeps = p.sweeps ? p.sweeps : parts.at<int>(sweeps_at);
    Chosen *const chosen = parts.at<Chosen>(chosen_at);

    SOLVER_TRY(find_scales(handle, View<const T>(p.a), n, n, scales, p.batches));
    SOLVER_TRY(copy_scaled(handle, Scaled<T>{p.a, scaled, n, n, scales, R(0), p.batches}));
    SOLVER_TRY(copy_scaled(handle, Scaled<T>{p.a, columns, n, n, scales, R(2), p.batches}));
    // Of a matrix with such values a cosine between columns is at most twice what is beside the diagonal.
    const double tolerance = p.tolerance > 0 ? p.tolerance / (2.0 * n) : 0;
    SOLVER_TRY(rotate_columns(handle, Rotations<T>{columns, n, n, {}, p.batches, p.most_sweeps, tolerance, scales, sweeps}));
    SOLVER_TRY(multiply_columns(handle, ColumnProducts<T>{columns, columns, n, n, parts.at<R>(lengths_at), true, true, p.batches}));
    SOLVER_TRY(multiply(handle, Product<T>{HIPBLAS_OP_N, HIPBLAS_OP_N, n, n, n, T(1), scaled, columns, T(0), products, p.batches}));
    SOLVER_TRY(multiply_columns(handle, ColumnProducts<T>{columns, products, n, n, values, false, false, p.batches}));
    if (p.residuals) SOLVER_TRY(measure(handle, p, View<const T>(columns), View<const T>(products), scaled, scales));
    SOLVER_TRY(choose(handle, Choice<R>{values, scales, n, p.order, p.wanted, p.values, places, chosen, p.counts, p.batches}));
    if (!p.vectors.is_null()) SOLVER_TRY(place_vectors(handle, Vectors<T>{columns, p.vectors, n, n, places, chosen, false, {}, p.batches}));
    return tell_convergence<R>(handle, sweeps, p.most_sweeps, p.residuals, p.tolerance, p.info, p.batches);
}
template Status find_eigenvalues<float>(const Handle &, const Eigen<float> &);
template Status find_eigenvalues<double>(const Handle &, const Eigen<double> &);
template Status find_eigenvalues<Complex<float>>(const Handle &, const Eigen<Complex<float>> &);
template Status find_eigenvalues<Complex<double>>(const Handle &, const Eigen<Complex<double>> &);

// A's other half is made of the one that is there, which the functions may destroy.
template <class T> static Status solve(const Handle &handle, rocblas_fill fill, const Eigen<T> &p) {
    Temporary memory(handle);
    SOLVER_TRY(memory.take(p.batches * p.n * p.n * sizeof(T)));
    Eigen<T> problem = p;
    problem.a = dense<T>(memory.memory, p.n, p.n);
    SOLVER_TRY(copy(handle, Copy<T>{p.a, problem.a, p.n, p.n, p.batches, false, false, half_of(fill)}));
    SOLVER_TRY(mirror(handle, fill, problem.a, p.n, p.batches));
    return find_eigenvalues(handle, problem);
}
// Of matrices without elements.
static Status solve_none(const Handle &handle, int *info, int *counts, int *sweeps, int64_t batches) {
    for (int *const zeros : {info, counts, sweeps})
        if (zeros) SOLVER_TRY(clear(handle, zeros, batches * sizeof *zeros));
    return HIPBLAS_STATUS_SUCCESS;
}

template <class T>
static rocblas_status syevdj(rocblas_handle handle, rocblas_evect evect, rocblas_fill fill, int64_t n, View<T> a, View<Real<T>> values, int *info,
                             int64_t batches) {
    SOLVER_BEGIN(is_enum(evect) && is_enum(fill), n >= 0 && a.ld >= n && batches >= 0, !batches || (info && (!n || (!a.is_null() && !values.is_null()))));
    if (batches == 0) return rocblas_status_success;
    if (n == 0) return public_status(solve_none(context, info, nullptr, nullptr, batches));
    const View<T> vectors = evect == rocblas_evect_none ? View<T>{} : a;
    return public_status(solve(context, fill, Eigen<T>{a, n, Order::ascending, {}, values, vectors, info, batches}));
}
// E is there for a tridiagonal matrix, which is none here; rocSOLVER promises nothing of it but that it is of no use.
template <class T>
static rocblas_status syev(rocblas_handle handle, rocblas_evect evect, rocblas_fill fill, int64_t n, View<T> a, View<Real<T>> values, View<Real<T>> e,
                           int *info, int64_t batches) {
    if (handle && is_enum(evect) && is_enum(fill) && n > 0 && a.ld >= n && batches > 0 && e.is_null()) return rocblas_status_invalid_pointer;
    return syevdj(handle, evect, fill, n, a, values, info, batches);
}
template <class T>
static rocblas_status syevj(rocblas_handle handle, rocblas_esort sort, rocblas_evect evect, rocblas_fill fill, int64_t n, View<T> a, Real<T> tolerance,
                            Real<T> *residuals, int64_t sweeps, int *sweeps_made, View<Real<T>> values, int *info, int64_t batches) {
    SOLVER_BEGIN((sort == rocblas_esort_none || sort == rocblas_esort_ascending) && is_enum(evect) && is_enum(fill),
                 n >= 0 && a.ld >= n && sweeps > 0 && batches >= 0,
                 !batches || (info && residuals && sweeps_made && (!n || (!a.is_null() && !values.is_null()))));
    if (batches == 0) return rocblas_status_success;
    if (n == 0) {
        const Status status = clear(context, residuals, batches * sizeof *residuals);
        return public_status(status == HIPBLAS_STATUS_SUCCESS ? solve_none(context, info, nullptr, sweeps_made, batches) : status);
    }
    const View<T> vectors = evect == rocblas_evect_none ? View<T>{} : a;
    return public_status(solve(context, fill, Eigen<T>{a, n, sort == rocblas_esort_none ? Order::none : Order::ascending, {}, values, vectors, info, batches,
                                                       int(sweeps), tolerance, sweeps_made, residuals}));
}
template <class T>
static rocblas_status syevdx(rocblas_handle handle, rocblas_evect evect, rocblas_erange range, rocblas_fill fill, int64_t n, View<T> a, Real<T> low,
                             Real<T> high, int64_t first, int64_t last, int *counts, View<Real<T>> values, View<T> z, int *info, int64_t batches) {
    const bool has_vectors = evect == rocblas_evect_original;
    SOLVER_BEGIN(is_enum(evect) && is_enum(range) && is_enum(fill),
                 n >= 0 && a.ld >= n && (!has_vectors || z.ld >= n) && batches >= 0 && is_range(range, low, high, first, last, n),
                 !batches || (info && counts && (!n || (!a.is_null() && !values.is_null() && (!has_vectors || !z.is_null())))));
    if (batches == 0) return rocblas_status_success;
    if (n == 0) return public_status(solve_none(context, info, counts, nullptr, batches));
    Eigen<T> problem = {a, n, Order::ascending, wanted_of(range, low, high, first, last), values, has_vectors ? z : View<T>{}, info, batches};
    problem.counts = counts;
    return public_status(solve(context, fill, problem));
}
// Vectors that did not converge are numbered in `failed`: none, as all do together, or the matrix has not been solved.
template <class T>
static rocblas_status syevx(rocblas_handle handle, rocblas_evect evect, rocblas_erange range, rocblas_fill fill, int64_t n, View<T> a, Real<T> low,
                            Real<T> high, int64_t first, int64_t last, Real<T>, int *counts, View<Real<T>> values, View<T> z, View<int> failed, int *info,
                            int64_t batches) {
    const bool has_vectors = evect == rocblas_evect_original && n > 0 && batches > 0;
    if (handle && has_vectors && failed.is_null() && info) return rocblas_status_invalid_pointer;
    const rocblas_status status = syevdx(handle, evect, range, fill, n, a, low, high, first, last, counts, values, z, info, batches);
    if (status != rocblas_status_success || !has_vectors) return status;
    const Handle &context = *reinterpret_cast<const Handle *>(handle);
    const int64_t stride = batches == 1 ? n : failed.stride;
    return public_status(status_of(hipMemset2DAsync(failed.first, stride * sizeof(int), 0, n * sizeof(int), batches, context.stream)));
}

}  // namespace solver

#define SYEV(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::syev<blas::Element<T>>)
ROCSOLVER_SYEV(SYEV)
#define SYEVDJ(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::syevdj<blas::Element<T>>)
ROCSOLVER_SYEVDJ(SYEVDJ)
#define SYEVJ(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::syevj<blas::Element<T>>)
ROCSOLVER_SYEVJ(SYEVJ)
#define SYEVDX(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::syevdx<blas::Element<T>>)
ROCSOLVER_SYEVDX(SYEVDX)
#define SYEVX(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::syevx<blas::Element<T>>)
ROCSOLVER_SYEVX(SYEVX)
