// gels.hip: hipblas[SDCZ]gels, which finds the X that makes |op(A) X - B| least, or where many make it zero the shortest, in its three forms.
//
// Called by programs.
#include "arguments.h"
#include "least_squares.h"
#include "matrix_parts.h"

namespace blas {

template <class T>
static hipblasStatus_t gels(bool is_strided, hipblasHandle_t handle, hipblasOperation_t op, int64_t m, int64_t n, int64_t sides, View<T> a, View<T> b,
                            int *info, int *singular, int64_t batches) {
    // LAPACK: "transposed if real, or conjugate transposed if complex".
    const bool is_known = op == HIPBLAS_OP_N || op == (is_complex<T> ? HIPBLAS_OP_C : HIPBLAS_OP_T);
    const hipblasStatus_t status = check_arguments(handle, info, is_strided,
                                                   {{!is_known, 1, 1}, {m < 0, 2, 2}, {n < 0, 3, 3}, {sides < 0, 4, 4}, {m && n && a.is_null(), 5, 5},
                                                    {a.ld < m, 6, 6}, {(m || n) && sides && b.is_null(), 7, 8}, {b.ld < m || b.ld < n, 8, 9},
                                                    {batches && !singular, 10, 12}, {batches < 0, 11, 13}});
    if (status == HIPBLAS_STATUS_INVALID_VALUE && !is_enum(op)) return HIPBLAS_STATUS_INVALID_ENUM;
    if (status != HIPBLAS_STATUS_SUCCESS || batches == 0) return status;
    const Handle &context = *static_cast<const Handle *>(handle);
    if (m && n && sides) return solve_least_squares(context, op != HIPBLAS_OP_N, m, n, sides, a, b, singular, batches);
    // LAPACK: where there is no A, X is zero.
    BLAS_TRY(status_of(hipMemsetAsync(singular, 0, batches * sizeof *singular, context.stream)));
    return sides && (m || n) ? set_diagonal(context, b, std::max(m, n), sides, T(0), batches) : HIPBLAS_STATUS_SUCCESS;
}

}  // namespace blas

#define DEFINE(N, list, T, R) BLAS_DEFINE_WITH_FORM(N, list, T, R, blas::gels<blas::Element<T>>)
HIPBLAS_GELS(DEFINE)
