// tridiagonal.hip: rocsolver_[sd]sterf, [sdcz]steqr and stedc, and [sdcz]bdsqr: eigenvalues of matrices of three diagonals and singular values of those of
// two, with what other matrices become by their vectors.
//
// Called by programs. The diagonals become a matrix, which eigen.hip or gesvd takes.
#include "../blas/matrix_parts.h"
#include "copies.h"
#include "eigen.h"
#include "forms.h"
#include "products.h"

namespace solver {

// A has D on its diagonal and E above or below it, or on both sides.
template <class T> __global__ __launch_bounds__(256) void put_diagonals(int n, const Real<T> *d, const Real<T> *e, bool above, bool below, T *a) {
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n) return;
    a[i + int64_t(i) * n] = T(d[i]);
    if (i + 1 == n) return;
    if (above) a[i + int64_t(i + 1) * n] = T(e[i]);
    if (below) a[i + 1 + int64_t(i) * n] = T(e[i]);
}
template <class T> static Status fill(const Handle &handle, int64_t n, const Real<T> *d, const Real<T> *e, bool above, bool below, View<T> a) {
    SOLVER_TRY(set_diagonal(handle, a, n, n, T(0), 1));
    return launch(handle, put_diagonals<T>, dim3(unsigned(divide_up(n, 256))), dim3(256), int(n), d, e, above, below, a.first);
}

// Vectors are C's columns, or C times them; E is zero then, as all converge together.
template <class T> static Status solve_tridiagonal(const Handle &handle, rocblas_evect evect, int64_t n, Real<T> *d, Real<T> *e, View<T> c, int *info) {
    Parts parts(handle);
    const int64_t a_at = parts.add<T>(n * n), vectors_at = parts.add<T>(n * n), product_at = parts.add<T>(n * n);
    SOLVER_TRY(parts.take());
    const View<T> a = dense<T>(parts.at<T>(a_at), n, n), vectors = dense<T>(parts.at<T>(vectors_at), n, n), product = dense<T>(parts.at<T>(product_at), n, n);
    SOLVER_TRY(fill(handle, n, d, e, true, true, a));
    const bool has_vectors = evect != rocblas_evect_none;
    SOLVER_TRY(find_eigenvalues(handle, Eigen<T>{a, n, Order::ascending, {}, View<Real<T>>{d, nullptr, 1, n}, has_vectors ? vectors : View<T>{}, info, 1}));
    if (n > 1) SOLVER_TRY(clear(handle, e, (n - 1) * sizeof *e));
    if (evect == rocblas_evect_tridiagonal) return copy(handle, Copy<T>{vectors, c, n, n, 1});
    if (!has_vectors) return HIPBLAS_STATUS_SUCCESS;
    SOLVER_TRY(multiply(handle, Product<T>{HIPBLAS_OP_N, HIPBLAS_OP_N, n, n, n, T(1), c, vectors, T(0), product, 1}));
    return copy(handle, Copy<T>{product, c, n, n, 1});
}
template <class T>
static rocblas_status steqr(rocblas_handle handle, rocblas_evect evect, int64_t n, Real<T> *d, Real<T> *e, T *c, int64_t ldc, int *info) {
    const bool has_vectors = evect != rocblas_evect_none;
    SOLVER_BEGIN(is_enum(evect) || evect == rocblas_evect_tridiagonal, n >= 0 && (!has_vectors || ldc >= n),
                 (!n || d) && (n <= 1 || e) && (!has_vectors || !n || c) && info);
    if (n == 0) return public_status(clear(context, info, sizeof *info));
    return public_status(solve_tridiagonal(context, evect, n, d, e, View<T>{c, nullptr, ldc, 0}, info));
}

// gesvd by element type.
template <class T> struct Gesvd;
#define GESVD_OF(N, list, T, R) \
    template <> struct Gesvd<blas::Element<T>> { using Public = T; static constexpr auto gesvd = N; };
ROCSOLVER_GESVD(GESVD_OF)

// B = Q S P^H: V = P^H V, U = U Q and C = Q^H C, of so many columns and rows.
template <class T> struct Bidiagonal {
    rocblas_fill fill;
    int64_t n, nv, nu, nc;
    Real<T> *d, *e;
    View<T> v, u, c;
};
template <class T> static Status turn_all(const Handle &handle, const Bidiagonal<T> &p, View<T> q, View<T> ph, View<T> product) {
    const auto turn = [&](hipblasOperation_t op, View<T> by, View<T> what, int64_t columns) {
        if (columns == 0) return HIPBLAS_STATUS_SUCCESS;
        SOLVER_TRY(multiply(handle, Product<T>{op, HIPBLAS_OP_N, p.n, columns, p.n, T(1), by, what, T(0), product, 1}));
        return copy(handle, Copy<T>{product, what, p.n, columns, 1});
    };
    SOLVER_TRY(turn(HIPBLAS_OP_N, ph, p.v, p.nv));
    SOLVER_TRY(turn(HIPBLAS_OP_C, q, p.c, p.nc));
    if (p.nu == 0) return HIPBLAS_STATUS_SUCCESS;
    const View<T> rows = dense<T>(product.first, p.nu, p.n);
    SOLVER_TRY(multiply(handle, Product<T>{HIPBLAS_OP_N, HIPBLAS_OP_N, p.nu, p.n, p.n, T(1), p.u, q, T(0), rows, 1}));
    return copy(handle, Copy<T>{rows, p.u, p.nu, p.n, 1});
}
template <class T> static rocblas_status solve_bidiagonal(rocblas_handle handle, const Handle &context, const Bidiagonal<T> &p, int *info) {
    const int64_t n = p.n, widest = std::max({p.nv, p.nu, p.nc, int64_t(1)});
    Parts parts(context);
    const int64_t a_at = parts.add<T>(n * n), q_at = parts.add<T>(n * n), ph_at = parts.add<T>(n * n), product_at = parts.add<T>(n * widest),
                  e_at = parts.add<Real<T>>(n);
    if (const Status status = parts.take(); status != HIPBLAS_STATUS_SUCCESS) return public_status(status);
    const View<T> a = dense<T>(parts.at<T>(a_at), n, n), q = dense<T>(parts.at<T>(q_at), n, n), ph = dense<T>(parts.at<T>(ph_at), n, n),
                  product = dense<T>(parts.at<T>(product_at), n, widest);
    const bool upper = is_upper(p.fill);
    if (const Status status = fill(context, n, p.d, p.e, upper, !upper, a); status != HIPBLAS_STATUS_SUCCESS) return public_status(status);
    using Public = typename Gesvd<T>::Public;
    const auto as = [](View<T> matrix) { return reinterpret_cast<Public *>(matrix.first); };
    const rocblas_status found = Gesvd<T>::gesvd(handle, rocblas_svect_all, rocblas_svect_all, int(n), int(n), as(a), int(n), p.d, as(q), int(n), as(ph), int(n),
                                                 parts.at<Real<T>>(e_at), rocblas_outofplace, info);
    if (found != rocblas_status_success) return found;
    Status status = n > 1 ? clear(context, p.e, (n - 1) * sizeof *p.e) : HIPBLAS_STATUS_SUCCESS;
    if (status == HIPBLAS_STATUS_SUCCESS) status = turn_all(context, p, q, ph, product);
    return public_status(status);
}
template <class T>
static rocblas_status bdsqr(rocblas_handle handle, rocblas_fill fill, int64_t n, int64_t nv, int64_t nu, int64_t nc, Real<T> *d, Real<T> *e, T *v, int64_t ldv,
                            T *u, int64_t ldu, T *c, int64_t ldc, int *info) {
    SOLVER_BEGIN(is_enum(fill),
                 n >= 0 && nv >= 0 && nu >= 0 && nc >= 0 && ldu >= nu && ldv >= 1 && ldc >= 1 && (!nv || ldv >= n) && (!nc || ldc >= n),
                 (!n || d) && (n <= 1 || e) && (!n || ((!nv || v) && (!nu || u) && (!nc || c))) && info);
    if (n == 0) return public_status(clear(context, info, sizeof *info));
    const auto view_of = [](T *matrix, int64_t ld) { return View<T>{matrix, nullptr, ld, 0}; };
    return solve_bidiagonal(handle, context, Bidiagonal<T>{fill, n, nv, nu, nc, d, e, view_of(v, ldv), view_of(u, ldu), view_of(c, ldc)}, info);
}

}  // namespace solver

#define AS(T, pointer) reinterpret_cast<blas::Element<T> *>(pointer)
#define STERF(N, list, T, R)                                                                                                \
    rocblas_status N(rocblas_handle handle ROCSOLVER_##list(ROCSOLVER_PLAIN_, T, R)) {                                      \
        return solver::steqr<T>(handle, rocblas_evect_none, n, D, E, nullptr, 1, info);                                     \
    }
ROCSOLVER_SD(STERF, sterf, sterf)
#define STEQR(N, list, T, R)                                                                                                \
    rocblas_status N(rocblas_handle handle ROCSOLVER_##list(ROCSOLVER_PLAIN_, T, R)) {                                      \
        return solver::steqr<blas::Element<T>>(handle, evect, n, D, E, AS(T, C), ldc, info);                                \
    }
ROCSOLVER_SDCZ(STEQR, steqr, steqr)
ROCSOLVER_SDCZ(STEQR, stedc, steqr)
#define BDSQR(N, list, T, R)                                                                                                \
    rocblas_status N(rocblas_handle handle ROCSOLVER_##list(ROCSOLVER_PLAIN_, T, R)) {                                      \
        return solver::bdsqr<blas::Element<T>>(handle, uplo, n, nv, nu, nc, D, E, AS(T, V), ldv, AS(T, U), ldu, AS(T, C), ldc, info); \
    }
ROCSOLVER_SDCZ(BDSQR, bdsqr, bdsqr)
