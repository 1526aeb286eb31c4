// getrf.hip: hipblas[SDCZ]getrf, which makes A = P L U of a square matrix, in its three forms.
//
// Called by programs.
#include "forms.h"
#include "lu.h"

namespace blas {

// hipBLAS: "the factorization can be done without pivoting if ipiv is passed as a nullptr".
template <class T>
static hipblasStatus_t getrf(hipblasHandle_t handle, int64_t n, View<T> a, int *pivots, int64_t pivots_stride, int *info, int64_t batches) {
    if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
    if (n < 0 || a.ld < n || batches < 0 || (n && a.is_null()) || (batches && !info)) return HIPBLAS_STATUS_INVALID_VALUE;
    if (batches == 0) return HIPBLAS_STATUS_SUCCESS;
    const Handle &context = *static_cast<const Handle *>(handle);
    BLAS_TRY(status_of(hipMemsetAsync(info, 0, batches * sizeof *info, context.stream)));
    return factor_lu(context, a, int(n), int(n), Pivots{pivots, pivots_stride}, info, batches);
}

}  // namespace blas

#define DEFINE(N, list, T, R) BLAS_DEFINE_INT(N, list, T, R, blas::getrf<blas::Element<T>>)
HIPBLAS_GETRF(DEFINE)
