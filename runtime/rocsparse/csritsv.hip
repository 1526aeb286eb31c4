// csritsv.hip: a triangle of a CSR matrix, solved by Jacobi's iterations: y += inv(D) (alpha x - T y), where D is T's diagonal, from what y has on, until
// the largest element of alpha x - T y is no larger than the tolerance, or for as many rounds as the caller allows. hipSPARSE has no such function.
//
// Called by programs; the pivot that is found is told by `pivot` of an info (info.h).
#include <climits>
#include <cstring>

#include "device.h"

namespace rocsparse {
namespace {

// The triangle of a matrix that is solved.
struct Triangle {
    int m, base;
    const int *offsets, *columns;
    bool upper, unit, transposed, conjugate;

    __device__ int64_t begin(int64_t i) const { return offsets[i] - base; }
    __device__ int64_t end(int64_t i) const { return offsets[i + 1] - base; }
    // Whether an entry of row i is the triangle's; a unit diagonal is nobody's entry.
    __device__ bool has(int64_t i, int j) const { return j == i ? !unit : (j > i) == upper; }
};

// What iterations need besides: at the start of the caller's buffer, which m elements follow.
struct Found {
    unsigned long long norm;  // the bits of a real number that is not negative, which order as it does
    int pivot;
    int diagonals;  // entries on the diagonal
};
static_assert(sizeof(Found) == 16);

// The first row without an entry on the diagonal, or, with values, with a zero there.
template <class T> __global__ void find_pivot(Triangle a, const T *values, Found *found) {
    const int64_t i = global_index();
    if (i >= a.m) return;
    bool is_there = false;
    for (int64_t k = a.begin(i); k < a.end(i); k++) {
        if (a.columns[k] - a.base != i) continue;
        atomicAdd(&found->diagonals, 1);
        is_there = !values || values[k] != T(0);
    }
    if (!is_there) atomicMin(&found->pivot, int(i) + a.base);
}

template <class T> __global__ void begin_residual(int m, Scalar<T> alpha, const T *x, T *r) {
    const int64_t i = global_index();
    if (i < m) r[i] = alpha.get() * x[i];
}
template <class T> __global__ void take_product(Triangle a, const T *values, const T *y, T *r) {
    const int64_t i = global_index();
    if (i >= a.m) return;
    T sum = T(0);
    for (int64_t k = a.begin(i); k < a.end(i); k++) {
        const int j = a.columns[k] - a.base;
        if (!a.has(i, j)) continue;
        if (a.transposed) add_to(r[j], -(conj_if(a.conjugate, values[k]) * y[i]));
        else sum += values[k] * y[j];
    }
    if (!a.transposed) r[i] = r[i] - sum;
}

template <class T> __device__ Real<T> magnitude(T value) {
    if constexpr (blas::is_complex<T>) return hypot(value.re, value.im);
    else return fabs(value);
}
// With a unit diagonal `r` is what y becomes.
template <class T> __global__ void find_norm(Triangle a, const T *y, const T *r, Found *found) {
    const int64_t i = global_index();
    if (i >= a.m) return;
    const Real<T> norm = magnitude(a.unit ? r[i] - y[i] : r[i]);
    unsigned long long bits;
    if constexpr (sizeof norm == 8) bits = __double_as_longlong(norm);
    else bits = __float_as_uint(norm);
    atomicMax(&found->norm, bits);
}
template <class T> __global__ void advance(Triangle a, const T *values, const T *r, T *y) {
    const int64_t i = global_index();
    if (i >= a.m) return;
    if (a.unit) {
        y[i] = r[i];
        return;
    }
    for (int64_t k = a.begin(i); k < a.end(i); k++)
        if (a.columns[k] - a.base == i) y[i] = y[i] + T(1) / conj_if(a.conjugate, values[k]) * r[i];
}

Triangle triangle_of(rocsparse_operation trans, int m, rocsparse_mat_descr descr, const int *offsets, const int *columns) {
    return {m, base_of(descr), offsets, columns, hipsparseGetMatFillMode(descr->hip) == HIPSPARSE_FILL_MODE_UPPER,
            hipsparseGetMatDiagType(descr->hip) == HIPSPARSE_DIAG_TYPE_UNIT, trans != rocsparse_operation_none,
            trans == rocsparse_operation_conjugate_transpose};
}

constexpr int no_pivot = INT_MAX;
hipsparseStatus_t tell_pivot(const Infos &infos, hipsparseHandle_t handle, int *position) {
    const bool found = infos.jacobi_pivot != no_pivot;
    const int value = found ? infos.jacobi_pivot : -1;
    const Context context(reinterpret_cast<rocsparse_handle>(handle));
    if (context.on_device()) {
        if (hipMemcpyAsync(position, &value, sizeof value, hipMemcpyHostToDevice, context.stream) != hipSuccess) return HIPSPARSE_STATUS_EXECUTION_FAILED;
    } else {
        *position = value;
    }
    return found ? HIPSPARSE_STATUS_ZERO_PIVOT : HIPSPARSE_STATUS_SUCCESS;
}

// What all stages check.
Status check(rocsparse_handle handle, rocsparse_operation trans, int m, int nnz, rocsparse_mat_descr descr, const void *values, const int *offsets,
             const int *columns, rocsparse_mat_info info) {
    if (!handle) return rocsparse_status_invalid_handle;
    if (!descr || !info) return rocsparse_status_invalid_pointer;
    if (!is_enum(trans)) return rocsparse_status_invalid_value;
    ROC_TRY(check_descr(descr, "csritsv of matrices that are neither general nor triangular", true));
    if (m < 0 || nnz < 0) return rocsparse_status_invalid_size;
    return (m > 0 && !offsets) || (nnz > 0 && (!values || !columns)) ? rocsparse_status_invalid_pointer : OK;
}

template <class T> Status look_for_pivot(const Context &context, const Triangle &a, const T *values, Found *on_device, Found &found) {
    found = {0, no_pivot, 0};
    ROC_TRY(status_of(hipMemcpyAsync(on_device, &found, sizeof found, hipMemcpyHostToDevice, context.stream)));
    ROC_TRY(context.each(find_pivot<T>, a.m, a, values, on_device));
    return context.fetch(&found, on_device);
}

template <class T>
Status analyse(rocsparse_handle handle, rocsparse_operation trans, int m, int nnz, rocsparse_mat_descr descr, const T *values, const int *offsets,
               const int *columns, rocsparse_mat_info info, rocsparse_analysis_policy analysis, rocsparse_solve_policy solve, void *buffer) {
    ROC_TRY(check(handle, trans, m, nnz, descr, values, offsets, columns, info));
    if (!is_enum(analysis) || !is_enum(solve)) return rocsparse_status_invalid_value;
    if (m > 0 && nnz > 0 && !buffer) return rocsparse_status_invalid_pointer;
    if (m == 0 || (analysis == rocsparse_analysis_policy_reuse && info->of.has_jacobi)) return OK;
    info->pivot = tell_pivot;
    const Triangle a = triangle_of(trans, m, descr, offsets, columns);
    Found found = {0, nnz == 0 ? a.base : no_pivot, 0};
    if (nnz > 0) ROC_TRY(look_for_pivot<Element<T>>(Context(handle), a, nullptr, static_cast<Found *>(buffer), found));
    const bool triangular = hipsparseGetMatType(descr->hip) == HIPSPARSE_MATRIX_TYPE_TRIANGULAR;
    if (a.unit && triangular && found.diagonals > 0) return rocsparse_status_internal_error;  // rocSPARSE's answer to a unit diagonal with entries
    info->of.jacobi_pivot = a.unit ? no_pivot : found.pivot;
    info->of.has_jacobi = true;
    return OK;
}

template <class R> R norm_of(unsigned long long bits) {
    R norm;
    memcpy(&norm, &bits, sizeof norm);  // a float's are the lower half
    return norm;
}

template <class T, class R>
Status iterate(const Context &context, int *rounds, const R *tolerance, R *history, const Triangle &a, Scalar<T> alpha, const T *values, const T *x, T *y,
               void *buffer) {
    Found *const found = static_cast<Found *>(buffer);
    T *const r = reinterpret_cast<T *>(found + 1);
    for (int round = 0, all = *rounds; round < all; round++) {
        ROC_TRY(context.each(begin_residual<T>, a.m, a.m, alpha, x, r));
        ROC_TRY(context.each(take_product<T>, a.m, a, values, y, r));
        bool is_near = false;
        if (tolerance || history) {
            ROC_TRY(status_of(hipMemsetAsync(&found->norm, 0, sizeof found->norm, context.stream)));
            ROC_TRY(context.each(find_norm<T>, a.m, a, y, r, found));
            unsigned long long bits = 0;
            ROC_TRY(context.fetch(&bits, &found->norm));
            const R norm = norm_of<R>(bits);
            is_near = tolerance && norm <= *tolerance;
            if (history) history[round] = norm;
        }
        ROC_TRY(context.each(advance<T>, a.m, a, values, r, y));
        if (is_near) return *rounds = round + 1, OK;
    }
    return OK;
}

template <class T, class R>
Status solve(rocsparse_handle handle, int *rounds, const R *tolerance, R *history, rocsparse_operation trans, int m, int nnz, const T *alpha,
             rocsparse_mat_descr descr, const T *values, const int *offsets, const int *columns, rocsparse_mat_info info, const T *x, T *y,
             rocsparse_solve_policy policy, void *buffer) {
    using E = Element<T>;
    ROC_TRY(check(handle, trans, m, nnz, descr, values, offsets, columns, info));
    if (!is_enum(policy)) return rocsparse_status_invalid_value;
    if (!rounds || !alpha || (m > 0 && (!x || !y || !info->of.has_jacobi)) || (m > 0 && nnz > 0 && !buffer)) return rocsparse_status_invalid_pointer;
    if (m == 0) return OK;
    const Context context(handle);
    const Triangle a = triangle_of(trans, m, descr, offsets, columns);
    const Scalar<E> factor = context.scalar<E>(alpha);
    info->pivot = tell_pivot;
    if (a.unit) info->of.jacobi_pivot = no_pivot;
    if (nnz == 0 && a.unit) return context.each(begin_residual<E>, m, m, factor, elements(x), elements(y));
    if (nnz == 0) return info->of.jacobi_pivot = a.base, OK;
    if (!a.unit) {
        Found found;
        ROC_TRY(look_for_pivot(context, a, elements(values), static_cast<Found *>(buffer), found));
        info->of.jacobi_pivot = found.pivot;
        if (found.pivot != no_pivot) return OK;  // csritsv_zero_pivot says so
    }
    return iterate(context, rounds, tolerance, history, a, factor, elements(values), elements(x), elements(y), buffer);
}

}  // namespace
}  // namespace rocsparse

using namespace rocsparse;

// The size is that of `iterate`'s vector behind what was found.
#define BODY_csritsv_buffer_size(T)                                                                                    \
    ROC_TRY(check(handle, trans, m, nnz, descr, csr_val, csr_row_ptr, csr_col_ind, info));                             \
    if (!buffer_size) return rocsparse_status_invalid_pointer;                                                         \
    *buffer_size = sizeof(Found) + size_t(m) * sizeof(T);                                                              \
    return OK;
#define BODY_csritsv_analysis(T) \
    return analyse(handle, trans, m, nnz, descr, csr_val, csr_row_ptr, csr_col_ind, info, analysis, solve, temp_buffer);
#define BODY_csritsv_solve(T)                                                                                                                     \
    return rocsparse::solve(handle, host_nmaxiter, host_tol, host_history, trans, m, nnz, alpha, descr, csr_val, csr_row_ptr, csr_col_ind, info, \
                            x, y, policy, temp_buffer);
#define DEFINE(name, list, T, R, S) rocsparse_status name ROCSPARSE_##list(T, R) { BODY_##list(T) }

extern "C" {

ROCSPARSE_SDCZ(DEFINE, csritsv_buffer_size)
ROCSPARSE_SDCZ(DEFINE, csritsv_analysis)
ROCSPARSE_SDCZ(DEFINE, csritsv_solve)

rocsparse_status rocsparse_csritsv_clear ROCSPARSE_csritsv_clear(void, void) {
    if (!handle) return rocsparse_status_invalid_handle;
    if (!descr || !info) return rocsparse_status_invalid_pointer;
    info->of.has_jacobi = false;
    return OK;
}
rocsparse_status rocsparse_csritsv_zero_pivot ROCSPARSE_csritsv_zero_pivot(void, void) { return rocsparse_csrsv_zero_pivot(handle, descr, info, position); }

}  // extern "C"
