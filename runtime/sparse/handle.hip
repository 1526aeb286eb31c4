// handle.hip: contexts and matrix descriptors, their settings, and what statuses are called.
//
// The first half is called by other files of this folder, the second by programs.
#include "handle.h"

#include "../blas/say_once.h"

#include <cstring>
#include <new>
#include <string>

namespace sparse {

Status status_of(hipError_t error) {
    switch (error) {
        case hipSuccess: return HIPSPARSE_STATUS_SUCCESS;
        case hipErrorOutOfMemory: return HIPSPARSE_STATUS_ALLOC_FAILED;
        case hipErrorNotSupported: return HIPSPARSE_STATUS_NOT_SUPPORTED;
        case hipErrorInvalidValue: return HIPSPARSE_STATUS_INVALID_VALUE;
        default: return HIPSPARSE_STATUS_EXECUTION_FAILED;
    }
}

Status missing(const char *function, const char *what) {
    blas::say_once(std::string("hipsparse: not supported: ") + function + (what ? std::string(": ") + what : std::string()));
    return HIPSPARSE_STATUS_NOT_SUPPORTED;
}

static __global__ void set_number(int *to, int value) { *to = value; }
Status give_number(const Handle &handle, int *to, int value) {
    if (handle.pointers == HIPSPARSE_POINTER_MODE_DEVICE) return launch(handle, set_number, 1, 1, to, value);
    *to = value;
    return HIPSPARSE_STATUS_SUCCESS;
}

}  // namespace sparse

using sparse::Handle;
using sparse::MatDescr;

hipsparseStatus_t hipsparseCreate(hipsparseHandle_t *handle) {
    if (!handle) return HIPSPARSE_STATUS_INVALID_VALUE;
    int device;
    char name[256];
    if (hipGetDevice(&device) != hipSuccess || hipDeviceGetName(name, sizeof name, device) != hipSuccess) return HIPSPARSE_STATUS_NOT_INITIALIZED;
    Handle *const made = new (std::nothrow) Handle;
    if (!made) return HIPSPARSE_STATUS_ALLOC_FAILED;
    made->is_cpu = !strncmp(name, "llvmpipe", 8) && !getenv("HIPVK_BLAS_GPU_KERNELS");  // as hipBLAS has it
    *handle = made;
    return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseDestroy(hipsparseHandle_t handle) {
    if (!handle) return HIPSPARSE_STATUS_NOT_INITIALIZED;
    delete sparse::handle_of(handle);
    return HIPSPARSE_STATUS_SUCCESS;
}

hipsparseStatus_t hipsparseGetVersion(hipsparseHandle_t handle, int *version) {
    SPARSE_CHECK(!version);
    *version = hipsparseVersionMajor * 100000 + hipsparseVersionMinor * 100 + hipsparseVersionPatch;
    return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseGetGitRevision(hipsparseHandle_t handle, char *rev) {
    SPARSE_CHECK(!rev);
    strcpy(rev, "hipvk");
    return HIPSPARSE_STATUS_SUCCESS;
}

hipsparseStatus_t hipsparseSetStream(hipsparseHandle_t handle, hipStream_t stream) {
    SPARSE_CHECK(false);
    sparse::handle_of(handle)->stream = stream;
    return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseGetStream(hipsparseHandle_t handle, hipStream_t *stream) {
    SPARSE_CHECK(!stream);
    *stream = sparse::handle_of(handle)->stream;
    return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseSetPointerMode(hipsparseHandle_t handle, hipsparsePointerMode_t mode) {
    SPARSE_CHECK(mode != HIPSPARSE_POINTER_MODE_HOST && mode != HIPSPARSE_POINTER_MODE_DEVICE);
    sparse::handle_of(handle)->pointers = mode;
    return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseGetPointerMode(hipsparseHandle_t handle, hipsparsePointerMode_t *mode) {
    SPARSE_CHECK(!mode);
    *mode = sparse::handle_of(handle)->pointers;
    return HIPSPARSE_STATUS_SUCCESS;
}

hipsparseStatus_t hipsparseCreateMatDescr(hipsparseMatDescr_t *descr) {
    if (!descr) return HIPSPARSE_STATUS_INVALID_VALUE;
    *descr = new (std::nothrow) MatDescr;
    return *descr ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_ALLOC_FAILED;
}
hipsparseStatus_t hipsparseDestroyMatDescr(hipsparseMatDescr_t descr) {
    delete static_cast<MatDescr *>(descr);
    return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseCopyMatDescr(hipsparseMatDescr_t dest, const hipsparseMatDescr_t src) {
    if (!dest || !src) return HIPSPARSE_STATUS_INVALID_VALUE;
    *static_cast<MatDescr *>(dest) = sparse::descr_of(src);
    return HIPSPARSE_STATUS_SUCCESS;
}

// A setting of a matrix descriptor, whose values go from zero to `last`.
#define SETTING(Name, Type, field, last)                                                                                                    \
    hipsparseStatus_t hipsparseSet##Name(hipsparseMatDescr_t descr, Type value) {                                                            \
        if (!descr || value < 0 || value > last) return HIPSPARSE_STATUS_INVALID_VALUE;                                                      \
        static_cast<MatDescr *>(descr)->field = value;                                                                                       \
        return HIPSPARSE_STATUS_SUCCESS;                                                                                                     \
    }                                                                                                                                        \
    Type hipsparseGet##Name(const hipsparseMatDescr_t descr) { return descr ? sparse::descr_of(descr).field : MatDescr().field; }
SETTING(MatType, hipsparseMatrixType_t, type, HIPSPARSE_MATRIX_TYPE_TRIANGULAR)
SETTING(MatFillMode, hipsparseFillMode_t, fill, HIPSPARSE_FILL_MODE_UPPER)
SETTING(MatDiagType, hipsparseDiagType_t, diag, HIPSPARSE_DIAG_TYPE_UNIT)
SETTING(MatIndexBase, hipsparseIndexBase_t, base, HIPSPARSE_INDEX_BASE_ONE)

// (name, what it is)
#define STATUSES(X)                                                                                                                         \
    X(SUCCESS, "no error") X(NOT_INITIALIZED, "no library handle") X(ALLOC_FAILED, "no memory left") X(INVALID_VALUE, "an invalid argument")  \
    X(ARCH_MISMATCH, "the device lacks a feature") X(MAPPING_ERROR, "memory cannot be reached") X(EXECUTION_FAILED, "a kernel failed")        \
    X(INTERNAL_ERROR, "an internal error") X(MATRIX_TYPE_NOT_SUPPORTED, "not for this type of matrix") X(ZERO_PIVOT, "a zero on the diagonal") \
    X(NOT_SUPPORTED, "not supported") X(INSUFFICIENT_RESOURCES, "not enough resources")
const char *hipsparseGetErrorName(hipsparseStatus_t status) {
#define NAME(name, text) case HIPSPARSE_STATUS_##name: return "HIPSPARSE_STATUS_" #name;
    switch (status) { STATUSES(NAME) }
    return "Unrecognized status code";
}
const char *hipsparseGetErrorString(hipsparseStatus_t status) {
#define TEXT(name, text) case HIPSPARSE_STATUS_##name: return text;
    switch (status) { STATUSES(TEXT) }
    return "Unrecognized status code";
}
