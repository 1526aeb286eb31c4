// auxiliary.hip: LAPACK's small functions that rocSOLVER has too: rocsolver_[cz]lacgv, and [sdcz]laswp, larfg, larf, larft, larfb and lauum.
//
// Called by programs. Reflectors, however they lie, become columns with their ones and zeros: H = 1 - V T V^H.
#include "../blas/matrix_parts.h"
#include "copies.h"
#include "forms.h"
#include "products.h"

namespace solver {

__device__ static int64_t place() { return blockIdx.x * int64_t(blockDim.x) + threadIdx.x; }
static dim3 threads_for(int64_t n) { return dim3(unsigned(divide_up(n, 256))); }
static bool is_enum(rocblas_direct direct) { return direct == rocblas_forward_direction || direct == rocblas_backward_direction; }
static bool is_enum(rocblas_storev storev) { return storev == rocblas_column_wise || storev == rocblas_row_wise; }

template <class T> __global__ __launch_bounds__(256) void conjugate(int64_t n, T *x, int64_t inc) {
    if (const int64_t i = place(); i < n) x[i * inc] = conj_if(true, x[i * inc]);
}
template <class T> static rocblas_status lacgv(rocblas_handle handle, int64_t n, T *x, int64_t inc) {
    SOLVER_BEGIN(true, n >= 0 && inc != 0, !n || x);
    if (n == 0) return rocblas_status_success;
    return public_status(launch(context, conjugate<T>, threads_for(n), dim3(256), n, start(x, n, inc), inc));
}

// LAPACK: pivots are those of rows k1 to k2, from the last one on where the increment is negative.
template <class T>
__global__ __launch_bounds__(256) void swap_rows(int64_t n, T *a, int64_t lda, int64_t k1, int64_t k2, const int *pivots, int64_t inc) {
    const int64_t j = place();
    if (j >= n) return;
    T *const column = a + j * lda;
    const int64_t step = inc < 0 ? -inc : inc;
    for (int64_t k = 0; k <= k2 - k1; k++) {
        const int64_t row = inc < 0 ? k2 - k : k1 + k, other = pivots[k1 - 1 + (row - k1) * step] - 1;
        const T kept = column[row - 1];
        column[row - 1] = column[other];
        column[other] = kept;
    }
}
template <class T>
static rocblas_status laswp(rocblas_handle handle, int64_t n, T *a, int64_t lda, int64_t k1, int64_t k2, const int *pivots, int64_t inc) {
    SOLVER_BEGIN(true, n >= 0 && lda >= 1 && k1 >= 1 && k2 >= k1 && inc != 0, (!n || a) && pivots);
    if (n == 0) return rocblas_status_success;
    return public_status(launch(context, swap_rows<T>, threads_for(n), dim3(256), n, a, lda, k1, k2, pivots, inc));
}

// H (alpha, x) = (beta, 0), with a real beta; one block. Squares are of x over its largest part, so that none overflows.
template <class T> __global__ __launch_bounds__(256) void reflect(int64_t n, T *alpha, T *x, int64_t inc, T *tau) {
    using R = Real<T>;
    __shared__ R shared[256];
    const auto over_all = [&](R mine, bool largest) {
        shared[threadIdx.x] = mine;
        __syncthreads();
        for (int half = 128; half > 0; half /= 2) {
            if (threadIdx.x < half) {
                const R other = shared[threadIdx.x + half];
                shared[threadIdx.x] = largest ? fmax(shared[threadIdx.x], other) : shared[threadIdx.x] + other;
            }
            __syncthreads();
        }
        const R all = shared[0];
        __syncthreads();
        return all;
    };
    const T first = *alpha;
    const R first_re = real(first), first_im = is_complex<T> ? real(first * conj_if(true, first)) : R(0);
    R largest = 0;
    for (int64_t i = threadIdx.x; i < n - 1; i += 256) largest = fmax(largest, size(x[i * inc]));
    largest = over_all(largest, true);
    R sum = 0;
    for (int64_t i = threadIdx.x; largest > 0 && i < n - 1; i += 256) {
        const T scaled = x[i * inc] * T(1 / largest);
        sum += real(scaled * conj_if(true, scaled));
    }
    const R norm = largest * sqrt(over_all(sum, false));
    const bool is_real = !is_complex<T> || first_im == first_re * first_re;
    if (norm == 0 && is_real) {
        if (threadIdx.x == 0) *tau = T(0);
        return;
    }
    const R length = hypot(is_complex<T> ? R(sqrt(first_im)) : R(fabs(first_re)), norm), beta = first_re > 0 ? -length : length;
    const T scale = T(1) / (first - T(beta));
    for (int64_t i = threadIdx.x; i < n - 1; i += 256) x[i * inc] = x[i * inc] * scale;
    __syncthreads();
    if (threadIdx.x != 0) return;
    *tau = (T(beta) - first) * T(1 / beta);
    *alpha = T(beta);
}
template <class T> static rocblas_status larfg(rocblas_handle handle, int64_t n, T *alpha, T *x, int64_t inc, T *tau) {
    SOLVER_BEGIN(true, n >= 0 && inc >= 1, (n <= 1 || x) && (!n || (alpha && tau)));
    if (n == 0) return rocblas_status_success;
    return public_status(launch(context, reflect<T>, dim3(1), dim3(256), n, alpha, x, inc, tau));
}

// A column of A, or with side right a row, that loses tau times what it has of x.
template <class T>
__global__ __launch_bounds__(256) void apply_one(bool left, int64_t m, int64_t n, const T *x, int64_t inc, const T *tau, T *a, int64_t lda) {
    const int64_t line = place(), length = left ? m : n;
    if (line >= (left ? n : m)) return;
    T *const first = left ? a + line * lda : a + line;
    const int64_t step = left ? 1 : lda;
    T product = T(0);
    for (int64_t i = 0; i < length; i++) product += first[i * step] * conj_if(left, x[i * inc]);
    product = product * *tau;
    for (int64_t i = 0; i < length; i++) first[i * step] = first[i * step] - product * conj_if(!left, x[i * inc]);
}
template <class T>
static rocblas_status larf(rocblas_handle handle, rocblas_side side, int64_t m, int64_t n, T *x, int64_t inc, const T *tau, T *a, int64_t lda) {
    const bool left = side == rocblas_side_left;
    SOLVER_BEGIN(is_enum(side), m >= 0 && n >= 0 && lda >= m && inc != 0, (!m || !n || a) && (!(left ? m : n) || (tau && x)));
    if (m == 0 || n == 0) return rocblas_status_success;
    const int64_t length = left ? m : n;
    return public_status(launch(context, apply_one<T>, threads_for(left ? n : m), dim3(256), left, m, n, start(x, length, inc), inc, tau, a, lda));
}

// Reflectors as columns: v(i) has a one in row i, and zeros above; backwards the one is k - 1 - i rows from the end, and zeros are below it.
template <class T> __global__ __launch_bounds__(256) void expand(bool rows, bool backward, int n, int k, const T *v, int64_t ldv, T *to) {
    const int64_t at = place();
    if (at >= int64_t(n) * k) return;
    const int i = int(at % n), j = int(at / n), one = backward ? n - k + j : j;
    const bool is_inside = backward ? i < one : i > one;
    to[at] = i == one ? T(1) : is_inside ? conj_if(rows, rows ? v[j + i * ldv] : v[i + j * ldv]) : T(0);
}
// T by columns, of products V^H V; one block.
template <class T> __global__ __launch_bounds__(256) void join(bool backward, int k, const T *products, const T *tau, T *t, int64_t ldt) {
    for (int step = 0; step < k; step++) {
        const int j = backward ? k - 1 - step : step, first = backward ? j + 1 : 0, end = backward ? k : j;
        for (int i = first + threadIdx.x; i < end; i += 256) {
            T sum = T(0);
            for (int l = backward ? first : i; l < (backward ? i + 1 : end); l++) sum += t[i + l * ldt] * products[l + int64_t(j) * k];
            t[i + j * ldt] = -tau[j] * sum;
        }
        if (threadIdx.x == 0) t[j + j * ldt] = tau[j];
        __syncthreads();
    }
}
template <class T>
static Status expand_all(const Handle &handle, rocblas_direct direct, rocblas_storev storev, int64_t n, int64_t k, const T *v, int64_t ldv, T *to) {
    return launch(handle, expand<T>, threads_for(n * k), dim3(256), storev == rocblas_row_wise, direct == rocblas_backward_direction, int(n), int(k), v, ldv, to);
}
template <class T>
static Status join_all(const Handle &handle, rocblas_direct direct, rocblas_storev storev, int64_t n, int64_t k, const T *v, int64_t ldv, const T *tau, T *t,
                       int64_t ldt) {
    Parts parts(handle);
    const int64_t columns_at = parts.add<T>(n * k), products_at = parts.add<T>(k * k);
    SOLVER_TRY(parts.take());
    const View<T> columns = dense<T>(parts.at<T>(columns_at), n, k), products = dense<T>(parts.at<T>(products_at), k, k);
    SOLVER_TRY(expand_all(handle, direct, storev, n, k, v, ldv, columns.first));
    SOLVER_TRY(multiply(handle, Product<T>{HIPBLAS_OP_C, HIPBLAS_OP_N, k, k, n, T(1), columns, columns, T(0), products, 1}));
    return launch(handle, join<T>, dim3(1), dim3(256), direct == rocblas_backward_direction, int(k), products.first, tau, t, ldt);
}
template <class T>
static rocblas_status larft(rocblas_handle handle, rocblas_direct direct, rocblas_storev storev, int64_t n, int64_t k, T *v, int64_t ldv, T *tau, T *t,
                            int64_t ldt) {
    SOLVER_BEGIN(is_enum(direct) && is_enum(storev), n >= 0 && k >= 1 && ldt >= k && ldv >= (storev == rocblas_row_wise ? k : n), (!n || v) && tau && t);
    if (n == 0) return rocblas_status_success;
    return public_status(join_all(context, direct, storev, n, k, v, ldv, tau, t, ldt));
}

// A = A - V op(T) V^H A, or A - A V op(T) V^H. The other half of T's memory is not read.
template <class T> struct Block {
    bool left, backward;
    hipblasOperation_t op;
    int64_t m, n, k;
    View<T> a;
    const T *t;
    int64_t ldt;
};
template <class T> static Status apply_block(const Handle &handle, const Block<T> &p, View<T> v, View<T> t, View<T> first, View<T> second) {
    const auto none = HIPBLAS_OP_N, adjoint = HIPBLAS_OP_C;
    const auto half = p.backward ? Half::lower : Half::upper;
    SOLVER_TRY(set_diagonal(handle, t, p.k, p.k, T(0), 1));
    SOLVER_TRY(copy(handle, Copy<T>{View<const T>{p.t, nullptr, p.ldt, 0}, t, p.k, p.k, 1, false, false, half}));
    if (p.left) {
        SOLVER_TRY(multiply(handle, Product<T>{adjoint, none, p.k, p.n, p.m, T(1), v, p.a, T(0), first, 1}));
        SOLVER_TRY(multiply(handle, Product<T>{p.op, none, p.k, p.n, p.k, T(1), t, first, T(0), second, 1}));
        return multiply(handle, Product<T>{none, none, p.m, p.n, p.k, T(-1), v, second, T(1), p.a, 1});
    }
    SOLVER_TRY(multiply(handle, Product<T>{none, none, p.m, p.k, p.n, T(1), p.a, v, T(0), first, 1}));
    SOLVER_TRY(multiply(handle, Product<T>{none, p.op, p.m, p.k, p.k, T(1), first, t, T(0), second, 1}));
    return multiply(handle, Product<T>{none, adjoint, p.m, p.n, p.k, T(-1), second, v, T(1), p.a, 1});
}
template <class T>
static rocblas_status larfb(rocblas_handle handle, rocblas_side side, rocblas_operation trans, rocblas_direct direct, rocblas_storev storev, int64_t m, int64_t n,
                            int64_t k, T *v, int64_t ldv, T *t, int64_t ldt, T *a, int64_t lda) {
    const bool left = side == rocblas_side_left, rows = storev == rocblas_row_wise;
    const int64_t length = left ? m : n, others = left ? n : m;
    SOLVER_BEGIN(is_enum(side) && is_enum(trans) && !(is_complex<T> && trans == rocblas_operation_transpose) && is_enum(direct) && is_enum(storev),
                 m >= 0 && n >= 0 && k >= 1 && lda >= m && ldt >= k && ldv >= (rows ? k : length), (!length || v) && (!m || !n || a) && t);
    if (m == 0 || n == 0) return rocblas_status_success;
    Parts parts(context);
    const int64_t v_at = parts.add<T>(length * k), t_at = parts.add<T>(k * k), first_at = parts.add<T>(others * k), second_at = parts.add<T>(others * k);
    if (const Status status = parts.take(); status != HIPBLAS_STATUS_SUCCESS) return public_status(status);
    const auto part = [&](int64_t at, int64_t height, int64_t width) { return dense<T>(parts.at<T>(at), height, width); };
    const View<T> columns = part(v_at, length, k);
    const Status expanded = expand_all(context, direct, storev, length, k, v, ldv, columns.first);
    if (expanded != HIPBLAS_STATUS_SUCCESS) return public_status(expanded);
    const hipblasOperation_t op = trans == rocblas_operation_none ? HIPBLAS_OP_N : HIPBLAS_OP_C;
    const Block<T> block = {left, direct == rocblas_backward_direction, op, m, n, k, view(a, lda, 0), t, ldt};
    return public_status(apply_block(context, block, columns, part(t_at, k, k), left ? part(first_at, k, n) : part(first_at, m, k),
                                     left ? part(second_at, k, n) : part(second_at, m, k)));
}

// U U^H, or L^H L.
template <class T> static Status square(const Handle &handle, rocblas_fill fill, int64_t n, View<T> a) {
    Parts parts(handle);
    const int64_t triangle_at = parts.add<T>(n * n), square_at = parts.add<T>(n * n);
    SOLVER_TRY(parts.take());
    const View<T> triangle = dense<T>(parts.at<T>(triangle_at), n, n), result = dense<T>(parts.at<T>(square_at), n, n);
    SOLVER_TRY(set_diagonal(handle, triangle, n, n, T(0), 1));
    SOLVER_TRY(copy(handle, Copy<T>{a, triangle, n, n, 1, false, false, half_of(fill)}));
    const bool upper = is_upper(fill);
    SOLVER_TRY(multiply(handle, Product<T>{upper ? HIPBLAS_OP_N : HIPBLAS_OP_C, upper ? HIPBLAS_OP_C : HIPBLAS_OP_N, n, n, n, T(1), triangle, triangle, T(0),
                                           result, 1}));
    return copy(handle, Copy<T>{result, a, n, n, 1, false, false, half_of(fill)});
}
template <class T> static rocblas_status lauum(rocblas_handle handle, rocblas_fill fill, int64_t n, T *a, int64_t lda) {
    SOLVER_BEGIN(is_enum(fill), n >= 0 && lda >= n, !n || a);
    if (n == 0) return rocblas_status_success;
    return public_status(square(context, fill, n, view(a, lda, 0)));
}

}  // namespace solver

// Pointers to elements in the kernels' types.
#define AS(pointer) reinterpret_cast<blas::Element<T_> *>(pointer)
#define DEFINE(N, list, T, R, ...)                                                      \
    rocblas_status N(rocblas_handle handle ROCSOLVER_##list(ROCSOLVER_PLAIN_, T, R)) {  \
        using T_ = T;                                                                   \
        return solver::__VA_ARGS__;                                                     \
    }
#define LACGV(N, list, T, R) DEFINE(N, list, T, R, lacgv(handle, n, AS(x), incx))
ROCSOLVER_CZ(LACGV, lacgv, lacgv)
#define LASWP(N, list, T, R) DEFINE(N, list, T, R, laswp(handle, n, AS(A), lda, k1, k2, ipiv, incx))
ROCSOLVER_SDCZ(LASWP, laswp, laswp)
#define LARFG(N, list, T, R) DEFINE(N, list, T, R, larfg(handle, n, AS(alpha), AS(x), incx, AS(tau)))
ROCSOLVER_SDCZ(LARFG, larfg, larfg)
#define LARF(N, list, T, R) \
    DEFINE(N, list, T, R, larf<blas::Element<T_>>(handle, side, m, n, AS(x), incx, reinterpret_cast<const blas::Element<T_> *>(alpha), AS(A), lda))
ROCSOLVER_SDCZ(LARF, larf, larf)
#define LARFT(N, list, T, R) DEFINE(N, list, T, R, larft(handle, direct, storev, n, k, AS(V), ldv, AS(tau), AS(factor), ldt))
ROCSOLVER_SDCZ(LARFT, larft, larft)
#define LARFB(N, list, T, R) DEFINE(N, list, T, R, larfb(handle, side, trans, direct, storev, m, n, k, AS(V), ldv, AS(factor), ldt, AS(A), lda))
ROCSOLVER_SDCZ(LARFB, larfb, larfb)
#define LAUUM(N, list, T, R) DEFINE(N, list, T, R, lauum(handle, uplo, n, AS(A), lda))
ROCSOLVER_SDCZ(LAUUM, lauum, lauum)
