// elimination.hip: rocsolver_[sdcz]getrf, getf2, their forms without pivots, getrs and gesv.
//
// Called by programs. The work is done in ../blas/lu.hip.
#include "../blas/lu.h"
#include "copies.h"
#include "forms.h"

namespace solver {

static Pivots pivots_of(View<int> pivots) { return {pivots.first, pivots.stride}; }

template <class T>
static rocblas_status factor(rocblas_handle handle, int64_t m, int64_t n, View<T> a, Pivots pivots, int *info, int64_t batches) {
    SOLVER_BEGIN(true, m >= 0 && n >= 0 && a.ld >= m && batches >= 0, (!m || !n || !batches || !a.is_null()) && (!batches || info));
    if (batches == 0) return rocblas_status_success;
    const Status status = clear(context, info, batches * sizeof *info);
    return public_status(status != HIPBLAS_STATUS_SUCCESS || !m || !n ? status : factor_lu(context, a, int(m), int(n), pivots, info, batches));
}
template <class T>
static rocblas_status getrf(rocblas_handle handle, int64_t m, int64_t n, View<T> a, View<int> pivots, int *info, int64_t batches) {
    const bool are_pivots_missing = m > 0 && n > 0 && a.ld >= m && batches > 0 && pivots.is_null();
    if (handle && are_pivots_missing) return rocblas_status_invalid_pointer;
    return factor(handle, m, n, a, pivots_of(pivots), info, batches);
}
template <class T> static rocblas_status getrf_npvt(rocblas_handle handle, int64_t m, int64_t n, View<T> a, int *info, int64_t batches) {
    return factor(handle, m, n, a, Pivots{nullptr, 0}, info, batches);
}

template <class T>
static rocblas_status getrs(rocblas_handle handle, rocblas_operation trans, int64_t n, int64_t sides, View<T> a, View<const int> pivots, View<T> b,
                            int64_t batches) {
    const bool is_empty = n == 0 || sides == 0 || batches == 0;
    SOLVER_BEGIN(is_enum(trans), n >= 0 && sides >= 0 && a.ld >= n && b.ld >= n && batches >= 0,
                 is_empty || (!a.is_null() && !pivots.is_null() && !b.is_null()));
    if (is_empty) return rocblas_status_success;
    return public_status(solve_lu(context, of(trans), n, sides, View<const T>(a), Pivots{const_cast<int *>(pivots.first), pivots.stride}, b, batches));
}

// LAPACK: with a singular factor "the solution could not be computed", and B stays as it is.
template <class T>
static Status solve(const Handle &handle, int64_t n, int64_t sides, View<T> a, Pivots pivots, View<T> b, int *info, int64_t batches) {
    SOLVER_TRY(clear(handle, info, batches * sizeof *info));
    if (n == 0) return HIPBLAS_STATUS_SUCCESS;
    SOLVER_TRY(factor_lu(handle, a, int(n), int(n), pivots, info, batches));
    if (sides == 0) return HIPBLAS_STATUS_SUCCESS;
    Temporary memory(handle);
    SOLVER_TRY(memory.take(batches * n * sides * sizeof(T)));
    const View<T> x = dense<T>(memory.memory, n, sides);
    SOLVER_TRY(copy(handle, Copy<T>{b, x, n, sides, batches}));
    SOLVER_TRY(solve_lu(handle, HIPBLAS_OP_N, n, sides, View<const T>(a), pivots, x, batches));
    Copy<T> back = {x, b, n, sides, batches};
    back.unless = info;
    return copy(handle, back);
}
template <class T>
static rocblas_status gesv(rocblas_handle handle, int64_t n, int64_t sides, View<T> a, View<int> pivots, View<T> b, int *info, int64_t batches) {
    SOLVER_BEGIN(true, n >= 0 && sides >= 0 && a.ld >= n && b.ld >= n && batches >= 0,
                 (!batches || info) && (!n || !batches || (!a.is_null() && !pivots.is_null() && (!sides || !b.is_null()))));
    if (batches == 0) return rocblas_status_success;
    return public_status(solve(context, n, sides, a, pivots_of(pivots), b, info, batches));
}

}  // namespace solver

#define GETRF(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::getrf<blas::Element<T>>)
ROCSOLVER_GETRF(GETRF)
#define GETRF_NPVT(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::getrf_npvt<blas::Element<T>>)
ROCSOLVER_GETRF_NPVT(GETRF_NPVT)
#define GETRS(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::getrs<blas::Element<T>>)
ROCSOLVER_GETRS(GETRS)
#define GESV(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::gesv<blas::Element<T>>)
ROCSOLVER_GESV(GESV)
