// library.hip: rocSOLVER's version, and what hipBLAS' headers want defined.
//
// The version is asked by programs; blas::status_of by launches and memory of every file.
#include "context.h"

#include <cstring>

namespace blas {

hipblasStatus_t status_of(hipError_t error) {
    switch (error) {
        case hipSuccess: return HIPBLAS_STATUS_SUCCESS;
        case hipErrorOutOfMemory: return HIPBLAS_STATUS_ALLOC_FAILED;
        case hipErrorNotSupported: return HIPBLAS_STATUS_NOT_SUPPORTED;
        case hipErrorInvalidValue: return HIPBLAS_STATUS_INVALID_VALUE;
        default: return HIPBLAS_STATUS_EXECUTION_FAILED;
    }
}

}  // namespace blas

#define TEXT(number) TEXT_OF(number)
#define TEXT_OF(number) #number
static constexpr char version[] = TEXT(ROCSOLVER_VERSION_MAJOR) "." TEXT(ROCSOLVER_VERSION_MINOR) "." TEXT(ROCSOLVER_VERSION_PATCH) "." TEXT(ROCSOLVER_VERSION_TWEAK);

// rocSOLVER: "invalid_size: len is smaller than" what the text takes, "invalid_pointer: buf is null".
rocblas_status rocsolver_get_version_string(char *buf, size_t len) {
    if (!buf) return rocblas_status_invalid_pointer;
    if (len < sizeof version) return rocblas_status_invalid_size;
    memcpy(buf, version, sizeof version);
    return rocblas_status_success;
}
rocblas_status rocsolver_get_version_string_size(size_t *len) {
    if (!len) return rocblas_status_invalid_pointer;
    *len = sizeof version;
    return rocblas_status_success;
}
