// inverses.hip: rocsolver_[sdcz]getri with its forms without pivots and in another place, and trtri.
//
// Called by programs. An inverse is what solves A X = 1, made in memory of its own; where A is singular, that of the program stays as it is.
#include "../blas/lu.h"
#include "copies.h"
#include "forms.h"
#include "products.h"

namespace solver {

// LAPACK's info: the number, from 1, of the first zero on the diagonal.
template <class T>
static Status invert_factored(const Handle &handle, int64_t n, View<T> a, Pivots pivots, View<T> inverse, int *info, int64_t batches) {
    SOLVER_TRY(find_zero(handle, View<const T>(a), n, info, batches));
    if (n == 0) return HIPBLAS_STATUS_SUCCESS;
    Temporary memory(handle);
    SOLVER_TRY(memory.take(batches * n * n * sizeof(T)));
    const View<T> x = dense<T>(memory.memory, n, n);
    SOLVER_TRY(set_diagonal(handle, x, n, n, T(1), batches));
    SOLVER_TRY(solve_lu(handle, HIPBLAS_OP_N, n, n, View<const T>(a), pivots, x, batches));
    Copy<T> back = {x, inverse, n, n, batches};
    back.unless = info;
    return copy(handle, back);
}

template <class T>
static rocblas_status invert(rocblas_handle handle, int64_t n, View<T> a, bool pivoted, View<int> pivots, View<T> inverse, int *info, int64_t batches) {
    const bool is_empty = n == 0 || batches == 0;
    SOLVER_BEGIN(true, n >= 0 && a.ld >= n && inverse.ld >= n && batches >= 0,
                 (!batches || info) && (is_empty || (!a.is_null() && !inverse.is_null() && (!pivoted || !pivots.is_null()))));
    if (batches == 0) return rocblas_status_success;
    return public_status(invert_factored(context, n, a, Pivots{pivots.first, pivots.stride}, inverse, info, batches));
}
constexpr View<int> no_pivots = {nullptr, nullptr, 1, 0};

template <class T> static rocblas_status getri(rocblas_handle handle, int64_t n, View<T> a, View<int> pivots, int *info, int64_t batches) {
    return invert(handle, n, a, true, pivots, a, info, batches);
}
template <class T> static rocblas_status getri_npvt(rocblas_handle handle, int64_t n, View<T> a, int *info, int64_t batches) {
    return invert(handle, n, a, false, no_pivots, a, info, batches);
}
template <class T> static rocblas_status getri_outofplace(rocblas_handle handle, int64_t n, View<T> a, View<int> pivots, View<T> c, int *info, int64_t batches) {
    return invert(handle, n, a, true, pivots, c, info, batches);
}
template <class T> static rocblas_status getri_npvt_outofplace(rocblas_handle handle, int64_t n, View<T> a, View<T> c, int *info, int64_t batches) {
    return invert(handle, n, a, false, no_pivots, c, info, batches);
}

template <class T>
static Status invert_half(const Handle &handle, rocblas_fill fill, rocblas_diagonal diag, int64_t n, View<T> a, int *info, int64_t batches) {
    const bool may_be_singular = diag == rocblas_diagonal_non_unit && n > 0;
    SOLVER_TRY(may_be_singular ? find_zero(handle, View<const T>(a), n, info, batches) : clear(handle, info, batches * sizeof *info));
    if (n == 0) return HIPBLAS_STATUS_SUCCESS;
    Temporary memory(handle);
    SOLVER_TRY(memory.take(batches * n * n * sizeof(T)));
    // A unit triangle's diagonal is not read, nor written: the copy has A's, and so has what comes back.
    const View<T> x = dense<T>(memory.memory, n, n);
    SOLVER_TRY(invert_triangle(handle, of(fill), of(diag), n, View<const T>(a), x, batches));
    Copy<T> back = {x, a, n, n, batches};
    back.half = half_of(fill), back.unless = info;
    if (diag == rocblas_diagonal_non_unit) return copy(handle, back);
    // All but the diagonal: an upper half begins with the second column, a lower one with the second row.
    const bool upper = is_upper(fill);
    back.from = View<const T>(x).from(upper ? x.ld : 1), back.to = a.from(upper ? a.ld : 1), back.rows = back.columns = n - 1;
    return copy(handle, back);
}
template <class T>
static rocblas_status trtri(rocblas_handle handle, rocblas_fill fill, rocblas_diagonal diag, int64_t n, View<T> a, int *info, int64_t batches) {
    SOLVER_BEGIN(is_enum(fill) && is_enum(diag), n >= 0 && a.ld >= n && batches >= 0, (!batches || info) && (!n || !batches || !a.is_null()));
    if (batches == 0) return rocblas_status_success;
    return public_status(invert_half(context, fill, diag, n, a, info, batches));
}

}  // namespace solver

#define GETRI(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::getri<blas::Element<T>>)
ROCSOLVER_GETRI(GETRI)
#define GETRI_NPVT(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::getri_npvt<blas::Element<T>>)
ROCSOLVER_GETRI_NPVT(GETRI_NPVT)
#define GETRI_OUTOFPLACE(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::getri_outofplace<blas::Element<T>>)
ROCSOLVER_GETRI_OUTOFPLACE(GETRI_OUTOFPLACE)
#define GETRI_NPVT_OUTOFPLACE(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::getri_npvt_outofplace<blas::Element<T>>)
ROCSOLVER_GETRI_NPVT_OUTOFPLACE(GETRI_NPVT_OUTOFPLACE)
#define TRTRI(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::trtri<blas::Element<T>>)
ROCSOLVER_TRTRI(TRTRI)
