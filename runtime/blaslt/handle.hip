// handle.hip: hipBLASLt's contexts, which are hipBLAS', and what the library says of itself.
//
// Called by programs; `missing` and `the_way` by other files of this folder.
#include "problem.h"

#include "../blas/say_once.h"

#include <cstdlib>
#include <cstring>

namespace blas {

hipblasStatus_t status_of(hipError_t error) {
    return error == hipSuccess ? HIPBLAS_STATUS_SUCCESS : error == hipErrorOutOfMemory ? HIPBLAS_STATUS_ALLOC_FAILED : HIPBLAS_STATUS_EXECUTION_FAILED;
}

}  // namespace blas

namespace blaslt {

hipblasStatus_t missing(const char *function, const char *what) {
    blas::say_missing("hipblaslt", function, what);
    return HIPBLAS_STATUS_NOT_SUPPORTED;
}

hipblasLtMatmulHeuristicResult_t the_way(size_t workspace) {
    hipblasLtMatmulHeuristicResult_t way = {};
    way.algo.max_workspace_bytes = workspace;
    return way;
}

}  // namespace blaslt

hipblasStatus_t hipblasLtCreate(hipblasLtHandle_t *handle) { return handle ? hipblasCreate(handle) : HIPBLAS_STATUS_INVALID_VALUE; }
hipblasStatus_t hipblasLtDestroy(const hipblasLtHandle_t handle) { return handle ? hipblasDestroy(handle) : HIPBLAS_STATUS_INVALID_VALUE; }

hipblasStatus_t hipblasLtGetVersion(hipblasLtHandle_t handle, int *version) {
    if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
    if (!version) return HIPBLAS_STATUS_INVALID_VALUE;
    *version = HIPBLASLT_VERSION_MAJOR * 100000 + HIPBLASLT_VERSION_MINOR * 100 + HIPBLASLT_VERSION_PATCH;
    return HIPBLAS_STATUS_SUCCESS;
}

hipblasStatus_t hipblasLtGetGitRevision(hipblasLtHandle_t handle, char *rev) {
    if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
    if (!rev) return HIPBLAS_STATUS_INVALID_VALUE;
#define TEXT_OF(word) #word
#define TEXT(word) TEXT_OF(word)
    strcpy(rev, TEXT(HIPBLASLT_VERSION_TWEAK));
    return HIPBLAS_STATUS_SUCCESS;
}

// Without what follows the colon in HIP's name of it.
hipblasStatus_t hipblasLtGetArchName(char **archName) {
    if (!archName) return HIPBLAS_STATUS_INVALID_VALUE;
    *archName = nullptr;
    int device;
    hipDeviceProp_t properties;
    if (hipGetDevice(&device) != hipSuccess || hipGetDeviceProperties(&properties, device) != hipSuccess) return HIPBLAS_STATUS_NOT_INITIALIZED;
    *archName = strndup(properties.gcnArchName, strcspn(properties.gcnArchName, ":"));
    return *archName ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_ALLOC_FAILED;
}
