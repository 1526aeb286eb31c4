// handle.hip: contexts and their settings, and copies of vectors and matrices between host and device.
//
// The first half is called by programs directly; status_of and missing by every other file of this folder.
#include "handle.h"
#include "matrices.h"
#include "say_once.h"

#include <cstdlib>
#include <cstring>
#include <new>

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

hipblasStatus_t missing(const char *function, const char *what) {
    say_missing("hipblas", function, what);
    return HIPBLAS_STATUS_NOT_SUPPORTED;
}

static hipblasStatus_t copy_matrix(int rows, int columns, int size, const void *from, int ld_from, void *to, int ld_to, hipMemcpyKind kind,
                                   hipStream_t stream, bool wait) {
    // rocBLAS: "rocblas_status_invalid_size if cols < 0, rows <= 0, lda <= 0, ldb <= 0, rows > lda, rows > ldb, or elem_size <= 0."
    if (rows < 0 || columns < 0 || size <= 0 || ld_from <= 0 || ld_to <= 0 || rows > ld_from || rows > ld_to) return HIPBLAS_STATUS_INVALID_VALUE;
    if (rows == 0 || columns == 0) return HIPBLAS_STATUS_SUCCESS;
    if (!from || !to) return HIPBLAS_STATUS_INVALID_VALUE;
    const size_t bytes = size;
    const hipError_t error = hipMemcpy2DAsync(to, ld_to * bytes, from, ld_from * bytes, rows * bytes, columns, kind, stream);
    return status_of(error == hipSuccess && wait ? hipStreamSynchronize(stream) : error);
}

// A vector is the first row of a matrix whose leading dimension is the increment.
static hipblasStatus_t copy_vector(int n, int size, const void *from, int inc_from, void *to, int inc_to, hipMemcpyKind kind, hipStream_t stream,
                                   bool wait) {
    return copy_matrix(1, n, size, from, inc_from, to, inc_to, kind, stream, wait);
}

}  // namespace blas

using blas::Handle;
static Handle *handle_of(hipblasHandle_t handle) { return static_cast<Handle *>(handle); }

hipblasStatus_t hipblasCreate(hipblasHandle_t *handle) {
    if (!handle) return HIPBLAS_STATUS_HANDLE_IS_NULLPTR;
    int device, multiprocessors;
    char name[256];
    if (hipGetDevice(&device) != hipSuccess || hipDeviceGetName(name, sizeof name, device) != hipSuccess ||
        hipDeviceGetAttribute(&multiprocessors, hipDeviceAttributeMultiprocessorCount, device) != hipSuccess)
        return HIPBLAS_STATUS_NOT_INITIALIZED;
    Handle *const made = new (std::nothrow) Handle;
    if (!made) return HIPBLAS_STATUS_ALLOC_FAILED;
    made->multiprocessors = multiprocessors;
    // Mesa's, the one Vulkan driver of CPUs; HIP has no attribute that says so. Tests ask for a GPU's kernels on it.
    made->is_cpu = !strncmp(name, "llvmpipe", 8) && !getenv("HIPVK_BLAS_GPU_KERNELS");
    // RADV spills what NVIDIA's driver keeps in registers.
    made->has_many_registers = !strncmp(name, "NVIDIA", 6);
    // HIP of others has none of our attributes.
    if (hipDeviceGetAttribute(&made->matrix_side, blas::matrix_side_attribute, device) != hipSuccess ||
        hipDeviceGetAttribute(&made->bfloat_side, blas::bfloat_side_attribute, device) != hipSuccess ||
        hipDeviceGetAttribute(&made->subgroup_lanes, blas::subgroup_lanes_attribute, device) != hipSuccess)
        made->matrix_side = made->bfloat_side = made->subgroup_lanes = 0;
    *handle = made;
    return HIPBLAS_STATUS_SUCCESS;
}

hipblasStatus_t hipblasDestroy(hipblasHandle_t handle) {
    if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
    delete handle_of(handle);
    return HIPBLAS_STATUS_SUCCESS;
}

// A setting of the context: hipblasSet##Name and hipblasGet##Name.
#define SETTING(Name, Type, field)                                                                                                          \
    hipblasStatus_t hipblasSet##Name(hipblasHandle_t handle, Type value) {                                                                   \
        if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;                                                                                  \
        if (!is_##field(value)) return HIPBLAS_STATUS_INVALID_ENUM;                                                                          \
        handle_of(handle)->field = value;                                                                                                    \
        return HIPBLAS_STATUS_SUCCESS;                                                                                                       \
    }                                                                                                                                        \
    hipblasStatus_t hipblasGet##Name(hipblasHandle_t handle, Type *value) {                                                                  \
        if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;                                                                                  \
        if (!value) return HIPBLAS_STATUS_INVALID_VALUE;                                                                                     \
        *value = handle_of(handle)->field;                                                                                                   \
        return HIPBLAS_STATUS_SUCCESS;                                                                                                       \
    }

static bool is_stream(hipStream_t) { return true; }
static bool is_pointers(hipblasPointerMode_t mode) { return mode == HIPBLAS_POINTER_MODE_HOST || mode == HIPBLAS_POINTER_MODE_DEVICE; }
static bool is_math(hipblasMath_t mode) { return mode >= HIPBLAS_DEFAULT_MATH && mode <= HIPBLAS_TENSOR_OP_MATH; }
static bool is_atomics(hipblasAtomicsMode_t mode) { return mode == HIPBLAS_ATOMICS_ALLOWED || mode == HIPBLAS_ATOMICS_NOT_ALLOWED; }
SETTING(Stream, hipStream_t, stream)
SETTING(PointerMode, hipblasPointerMode_t, pointers)
SETTING(MathMode, hipblasMath_t, math)        // a leave to calculate less exactly, of which no use is made
SETTING(AtomicsMode, hipblasAtomicsMode_t, atomics)  // nothing here uses them

// Memory for intermediate results is taken from the stream's pool; the caller's is not needed.
hipblasStatus_t hipblasSetWorkspace(hipblasHandle_t handle, void *, size_t) { return handle ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_NOT_INITIALIZED; }

const char *hipblasStatusToString(hipblasStatus_t status) {
#define NAME(name) case name: return #name;
    switch (status) {
        NAME(HIPBLAS_STATUS_SUCCESS) NAME(HIPBLAS_STATUS_NOT_INITIALIZED) NAME(HIPBLAS_STATUS_ALLOC_FAILED) NAME(HIPBLAS_STATUS_INVALID_VALUE)
        NAME(HIPBLAS_STATUS_MAPPING_ERROR) NAME(HIPBLAS_STATUS_EXECUTION_FAILED) NAME(HIPBLAS_STATUS_INTERNAL_ERROR)
        NAME(HIPBLAS_STATUS_NOT_SUPPORTED) NAME(HIPBLAS_STATUS_ARCH_MISMATCH) NAME(HIPBLAS_STATUS_HANDLE_IS_NULLPTR)
        NAME(HIPBLAS_STATUS_INVALID_ENUM) NAME(HIPBLAS_STATUS_UNKNOWN)
    }
    return "<undefined hipblasStatus_t value>";
}

// Set copies to the device, Get from it; Async does not wait.
#define COPIES(Name, kind)                                                                                                                  \
    hipblasStatus_t hipblas##Name##Vector(int n, int size, const void *x, int incx, void *y, int incy) {                                     \
        return blas::copy_vector(n, size, x, incx, y, incy, kind, nullptr, true);                                                            \
    }                                                                                                                                        \
    hipblasStatus_t hipblas##Name##VectorAsync(int n, int size, const void *x, int incx, void *y, int incy, hipStream_t stream) {            \
        return blas::copy_vector(n, size, x, incx, y, incy, kind, stream, false);                                                            \
    }                                                                                                                                        \
    hipblasStatus_t hipblas##Name##Matrix(int rows, int columns, int size, const void *a, int lda, void *b, int ldb) {                       \
        return blas::copy_matrix(rows, columns, size, a, lda, b, ldb, kind, nullptr, true);                                                  \
    }                                                                                                                                        \
    hipblasStatus_t hipblas##Name##MatrixAsync(int rows, int columns, int size, const void *a, int lda, void *b, int ldb, hipStream_t stream) { \
        return blas::copy_matrix(rows, columns, size, a, lda, b, ldb, kind, stream, false);                                                  \
    }
COPIES(Set, hipMemcpyHostToDevice)
COPIES(Get, hipMemcpyDeviceToHost)
