// getrs.hip: hipblas[SDCZ]getrs, which solves op(A) X = B with getrf's factors of A, in its three forms, and getriBatched, which makes inverses of them.
//
// Called by programs.
#include "arguments.h"
#include "lu.h"

namespace blas {

template <class T>
static hipblasStatus_t getrs(bool is_strided, hipblasHandle_t handle, hipblasOperation_t op, int64_t n, int64_t sides, View<T> a, const int *pivots,
                             int64_t pivots_stride, View<T> b, int *info, int64_t batches) {
    const hipblasStatus_t status = check_arguments(handle, info, is_strided,
                                                   {{!is_enum(op), 1, 1}, {n < 0, 2, 2}, {sides < 0, 3, 3}, {n && a.is_null(), 4, 4}, {a.ld < n, 5, 5},
                                                    {n && !pivots, 6, 7}, {n && sides && b.is_null(), 7, 9}, {b.ld < n, 8, 10}, {batches < 0, 10, 13}});
    if (status == HIPBLAS_STATUS_INVALID_VALUE && !is_enum(op)) return HIPBLAS_STATUS_INVALID_ENUM;
    if (status != HIPBLAS_STATUS_SUCCESS || n == 0 || sides == 0 || batches == 0) return status;
    const Pivots all = {const_cast<int *>(pivots), pivots_stride};
    return solve_lu(*static_cast<const Handle *>(handle), op, n, sides, View<const T>(a), all, b, batches);
}

// hipBLAS: "computed by solving the linear system A_i C_i = I"; without pivots "if ipiv is a nullptr".
template <class T>
static hipblasStatus_t getri(hipblasHandle_t handle, int64_t n, View<T> a, int *pivots, View<T> c, int *info, int64_t batches) {
    if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
    if (n < 0 || a.ld < n || c.ld < n || batches < 0 || (n && (a.is_null() || c.is_null())) || (batches && !info)) return HIPBLAS_STATUS_INVALID_VALUE;
    if (batches == 0) return HIPBLAS_STATUS_SUCCESS;
    const Handle &context = *static_cast<const Handle *>(handle);
    BLAS_TRY(find_zero(context, View<const T>(a), n, info, batches));
    if (n == 0) return HIPBLAS_STATUS_SUCCESS;
    BLAS_TRY(set_diagonal(context, c, n, n, T(1), batches));
    return solve_lu(context, HIPBLAS_OP_N, n, n, View<const T>(a), Pivots{pivots, n}, c, batches);
}

}  // namespace blas

#define GETRS(N, list, T, R) BLAS_DEFINE_WITH_FORM(N, list, T, R, blas::getrs<blas::Element<T>>)
HIPBLAS_GETRS(GETRS)
#define GETRI(N, list, T, R)                                                                                \
    hipblasStatus_t N##Batched(hipblasHandle_t handle HIPBLAS_##list(HIPBLAS_BATCHED_, T, R, int))          \
        BLAS_CALL(BATCHED, blas::getri<blas::Element<T>>, list, T, R, int)
HIPBLAS_SOLVER_BATCHED(GETRI)
