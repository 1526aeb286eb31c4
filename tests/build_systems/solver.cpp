// A Hermitian matrix' eigenvalues by hipSOLVER and by rocSOLVER, in plain C++: the build system finds headers and libraries, or this does not compile.
//
// Built by tests/tests/build_systems.rs.
#include <hipsolver/hipsolver.h>
#include <rocblas/rocblas.h>
#include <rocsolver/rocsolver.h>

#include <cmath>
#include <cstdio>

static bool are_values(const double *values) {
    double host[2];
    return hipMemcpy(host, values, sizeof host, hipMemcpyDeviceToHost) == hipSuccess && std::fabs(host[0] - 1) < 1e-14 && std::fabs(host[1] - 3) < 1e-14;
}

int main() {
    const double matrix[4] = {2, 1, 1, 2};
    double *a, *values;
    int *info;
    hipsolverHandle_t handle;
    rocblas_handle roc;
    if (hipMalloc(&a, sizeof matrix) != hipSuccess || hipMalloc(&values, 4 * sizeof *values) != hipSuccess || hipMalloc(&info, sizeof *info) != hipSuccess) return 1;
    if (hipsolverCreate(&handle) != HIPSOLVER_STATUS_SUCCESS || rocblas_create_handle(&roc) != rocblas_status_success) return 1;
    if (hipMemcpy(a, matrix, sizeof matrix, hipMemcpyHostToDevice) != hipSuccess) return 1;
    if (hipsolverDsyevd(handle, HIPSOLVER_EIG_MODE_VECTOR, HIPSOLVER_FILL_MODE_LOWER, 2, a, 2, values, nullptr, 0, info) != HIPSOLVER_STATUS_SUCCESS) return 1;
    bool ok = are_values(values);
    if (hipMemcpy(a, matrix, sizeof matrix, hipMemcpyHostToDevice) != hipSuccess) return 1;
    if (rocsolver_dsyevd(roc, rocblas_evect_none, rocblas_fill_upper, 2, a, 2, values, values + 2, info) != rocblas_status_success) return 1;
    ok = ok && are_values(values);
    hipsolverDestroy(handle);
    rocblas_destroy_handle(roc);
    printf("RESULT name=solver ok=%d\n", ok);
    return !ok;
}
