// geqrf.hip: hipblas[SDCZ]geqrf, which makes A = Q R with Householder's reflectors, in its three forms.
//
// Called by programs.
#include "arguments.h"
#include "reflectors.h"

namespace blas {

template <class T>
static hipblasStatus_t geqrf(bool is_strided, hipblasHandle_t handle, int64_t m, int64_t n, View<T> a, View<T> tau, int *info, int64_t batches) {
    const bool has_elements = m && n;
    const hipblasStatus_t status = check_arguments(handle, info, is_strided,
                                                   {{m < 0, 1, 1}, {n < 0, 2, 2}, {has_elements && a.is_null(), 3, 3}, {a.ld < m, 4, 4},
                                                    {has_elements && tau.is_null(), 5, 6}, {batches < 0, 7, 9}});
    if (status != HIPBLAS_STATUS_SUCCESS || !has_elements || batches == 0) return status;
    return factor_qr(*static_cast<const Handle *>(handle), a, tau, int(m), int(n), batches);
}

}  // namespace blas

#define DEFINE(N, list, T, R) BLAS_DEFINE_WITH_FORM(N, list, T, R, blas::geqrf<blas::Element<T>>)
HIPBLAS_GEQRF(DEFINE)
