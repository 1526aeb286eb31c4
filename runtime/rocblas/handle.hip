// handle.hip: rocBLAS' contexts and their settings, copies of vectors and matrices between host and device, and what the library says of itself.
//
// Called by programs; `missing` by other files of this folder.
#include "hipblas.h"

#include "../blas/say_once.h"

#include <cstdlib>
#include <cstring>

namespace rocblas {

rocblas_status missing(const char *function, const char *what) {
    blas::say_missing("rocblas", function, what);
    return rocblas_status_not_implemented;
}

static rocblas_status copy_matrix(int64_t rows, int64_t columns, int64_t size, const void *from, int64_t ld_from, void *to, int64_t ld_to,
                                  hipMemcpyKind kind, hipStream_t stream, bool wait) {
    if (rows == 0 || columns == 0) return rocblas_status_success;
    if (rows < 0 || columns < 0 || size <= 0 || ld_from <= 0 || ld_to <= 0 || rows > ld_from || rows > ld_to) return rocblas_status_invalid_size;
    if (!from || !to) return rocblas_status_invalid_pointer;
    const size_t bytes = size;
    const hipError_t error = hipMemcpy2DAsync(to, ld_to * bytes, from, ld_from * bytes, rows * bytes, columns, kind, stream);
    return status_of(error == hipSuccess && wait ? hipStreamSynchronize(stream) : error);
}

// Numbers in the environment that rocBLAS heeds.
static unsigned long setting(const char *name) {
    const char *const value = getenv(name);
    return value ? strtoul(value, nullptr, 0) : 0;
}

}  // namespace rocblas

using namespace rocblas;

rocblas_status rocblas_create_handle(rocblas_handle *handle) {
    if (!handle) return rocblas_status_invalid_handle;
    hipblasHandle_t made = nullptr;
    if (const rocblas_status status = status_of(hipblasCreate(&made)); status != rocblas_status_success)
        return status == rocblas_status_invalid_handle ? rocblas_status_internal_error : status;
    *handle = static_cast<rocblas_handle>(made);
    blas::Handle &own = context(*handle);
    // rocBLAS 5.0: "Change default atomics mode from allowed to not allowed".
    own.atomics = setting("ROCBLAS_DEFAULT_ATOMICS_MODE") ? HIPBLAS_ATOMICS_ALLOWED : HIPBLAS_ATOMICS_NOT_ALLOWED;
    own.memory.size = setting("ROCBLAS_DEVICE_MEMORY_SIZE");
    if (own.memory.size) own.memory.owner = blas::Memory::by_size;
    if (setting("ROCBLAS_LAYER")) missing("ROCBLAS_LAYER", "logging");
    if (setting("ROCBLAS_CHECK_NUMERICS")) missing("ROCBLAS_CHECK_NUMERICS", "checking numbers");
    return rocblas_status_success;
}

rocblas_status rocblas_destroy_handle(rocblas_handle handle) { return status_of(hipblasDestroy(handle)); }

// A setting of the context: rocblas_set_##name and rocblas_get_##name, a field of another type for hipBLAS.
#define SETTING(name, Type, field, Field, valid)                                                  \
    rocblas_status rocblas_set_##name(rocblas_handle handle, Type value) {                        \
        if (!handle) return rocblas_status_invalid_handle;                                        \
        if (!(valid)) return rocblas_status_invalid_value;                                        \
        context(handle).field = Field(value);                                                     \
        return rocblas_status_success;                                                            \
    }                                                                                             \
    rocblas_status rocblas_get_##name(rocblas_handle handle, Type *value) {                       \
        if (!handle) return rocblas_status_invalid_handle;                                        \
        if (!value) return rocblas_status_invalid_pointer;                                        \
        *value = Type(context(handle).field);                                                     \
        return rocblas_status_success;                                                            \
    }
SETTING(stream, hipStream_t, stream, hipStream_t, true)
SETTING(pointer_mode, rocblas_pointer_mode, pointers, hipblasPointerMode_t, value == rocblas_pointer_mode_host || value == rocblas_pointer_mode_device)
SETTING(atomics_mode, rocblas_atomics_mode, atomics, hipblasAtomicsMode_t, value == rocblas_atomics_not_allowed || value == rocblas_atomics_allowed)
SETTING(math_mode, rocblas_math_mode, math, hipblasMath_t, value == rocblas_default_math || value == rocblas_xf32_xdl_math_op)
SETTING(performance_metric, rocblas_performance_metric, performance_metric, int,
        value >= rocblas_default_performance_metric && value <= rocblas_cu_efficiency_performance_metric)

// Both are for tests of rocBLAS' own.
rocblas_status rocblas_set_start_stop_events(rocblas_handle handle, hipEvent_t start, hipEvent_t stop) {
    if (!handle) return rocblas_status_invalid_handle;
    return start || stop ? missing("rocblas_set_start_stop_events", "an event") : rocblas_status_success;
}
rocblas_status rocblas_set_solution_fitness_query(rocblas_handle handle, double *fitness) {
    if (!handle) return rocblas_status_invalid_handle;
    return fitness ? missing("rocblas_set_solution_fitness_query", "a query") : rocblas_status_success;
}

rocblas_pointer_mode rocblas_pointer_to_mode(void *pointer) {
    hipPointerAttribute_t attributes = {};
    const bool known = hipPointerGetAttributes(&attributes, pointer) == hipSuccess;
    return known && pointer && pointer == attributes.devicePointer ? rocblas_pointer_mode_device : rocblas_pointer_mode_host;
}

// A vector is the first row of a matrix whose leading dimension is the increment.
#define COPIES(direction, kind, suffix, I)                                                                                                      \
    rocblas_status rocblas_##direction##_vector##suffix(I n, I size, const void *x, I incx, void *y, I incy) {                                   \
        return copy_matrix(1, n, size, x, incx, y, incy, kind, nullptr, true);                                                                   \
    }                                                                                                                                            \
    rocblas_status rocblas_##direction##_vector_async##suffix(I n, I size, const void *x, I incx, void *y, I incy, hipStream_t stream) {         \
        return copy_matrix(1, n, size, x, incx, y, incy, kind, stream, false);                                                                   \
    }                                                                                                                                            \
    rocblas_status rocblas_##direction##_matrix##suffix(I rows, I columns, I size, const void *a, I lda, void *b, I ldb) {                       \
        return copy_matrix(rows, columns, size, a, lda, b, ldb, kind, nullptr, true);                                                            \
    }                                                                                                                                            \
    rocblas_status rocblas_##direction##_matrix_async##suffix(I rows, I columns, I size, const void *a, I lda, void *b, I ldb, hipStream_t stream) { \
        return copy_matrix(rows, columns, size, a, lda, b, ldb, kind, stream, false);                                                            \
    }
COPIES(set, hipMemcpyHostToDevice, , rocblas_int)
COPIES(set, hipMemcpyHostToDevice, _64, int64_t)
COPIES(get, hipMemcpyDeviceToHost, , rocblas_int)
COPIES(get, hipMemcpyDeviceToHost, _64, int64_t)

const char *rocblas_status_to_string(rocblas_status status) {
#define NAME(name) case name: return #name;
    switch (status) {
        NAME(rocblas_status_success) NAME(rocblas_status_invalid_handle) NAME(rocblas_status_not_implemented) NAME(rocblas_status_invalid_pointer)
        NAME(rocblas_status_invalid_size) NAME(rocblas_status_memory_error) NAME(rocblas_status_internal_error) NAME(rocblas_status_perf_degraded)
        NAME(rocblas_status_size_query_mismatch) NAME(rocblas_status_size_increased) NAME(rocblas_status_size_unchanged)
        NAME(rocblas_status_invalid_value) NAME(rocblas_status_continue) NAME(rocblas_status_check_numerics_fail)
        NAME(rocblas_status_excluded_from_build) NAME(rocblas_status_arch_mismatch)
    }
    return "<undefined rocblas_status value>";
}

// Kernels are loaded when they are used.
void rocblas_initialize(void) {}
void rocblas_abort(void) { abort(); }

#define STRING_OF(...) #__VA_ARGS__
#define VERSION_OF(major, minor, patch, tweak) STRING_OF(major.minor.patch.tweak)
static constexpr char version[] = VERSION_OF(ROCBLAS_VERSION_MAJOR, ROCBLAS_VERSION_MINOR, ROCBLAS_VERSION_PATCH, ROCBLAS_VERSION_TWEAK);

rocblas_status rocblas_get_version_string(char *buffer, size_t bytes) {
    if (!buffer) return rocblas_status_invalid_pointer;
    if (bytes < sizeof version) return rocblas_status_invalid_size;
    memcpy(buffer, version, sizeof version);
    return rocblas_status_success;
}
rocblas_status rocblas_get_version_string_size(size_t *bytes) {
    if (!bytes) return rocblas_status_invalid_pointer;
    *bytes = sizeof version;
    return rocblas_status_success;
}
