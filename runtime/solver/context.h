// context.h: what each function of rocSOLVER checks first, and the hipBLAS context that it works with.
//
// Used by every file of this folder. A rocblas_handle is the object that a hipblasHandle_t is; in here its scalars always lie on the host.
#pragma once

#define ROCM_MATHLIBS_API_USE_HIP_COMPLEX  // HIP's types for complex numbers, which lie in memory as rocBLAS' own
#include <rocsolver/rocsolver.h>

#include "../blas/handle.h"
#include "../blas/view.h"

namespace solver {

using namespace blas;  // rocSOLVER is more of the same: views, launches and memory are hipBLAS'
using Status = hipblasStatus_t;

inline rocblas_status public_status(Status status) {
    switch (status) {
        case HIPBLAS_STATUS_SUCCESS: return rocblas_status_success;
        case HIPBLAS_STATUS_ALLOC_FAILED: return rocblas_status_memory_error;
        case HIPBLAS_STATUS_INVALID_VALUE: return rocblas_status_invalid_value;
        case HIPBLAS_STATUS_NOT_SUPPORTED: return rocblas_status_not_implemented;
        default: return rocblas_status_internal_error;
    }
}

inline bool is_enum(rocblas_operation op) { return op >= rocblas_operation_none && op <= rocblas_operation_conjugate_transpose; }
inline bool is_enum(rocblas_fill fill) { return fill == rocblas_fill_upper || fill == rocblas_fill_lower; }
inline bool is_enum(rocblas_side side) { return side == rocblas_side_left || side == rocblas_side_right; }
inline bool is_enum(rocblas_diagonal diag) { return diag == rocblas_diagonal_non_unit || diag == rocblas_diagonal_unit; }

inline hipblasOperation_t of(rocblas_operation op) { return hipblasOperation_t(op); }
inline hipblasFillMode_t of(rocblas_fill fill) { return hipblasFillMode_t(fill); }
inline hipblasSideMode_t of(rocblas_side side) { return hipblasSideMode_t(side); }
inline hipblasDiagType_t of(rocblas_diagonal diag) { return hipblasDiagType_t(diag); }
inline bool is_upper(rocblas_fill fill) { return fill == rocblas_fill_upper; }

// LAPACK's rule: a leading dimension is at least the number of rows, and 1.
inline bool is_ld(int64_t ld, int64_t rows) { return is_leading(ld, rows); }

// A view of memory of one's own: dense matrices, one behind the other.
template <class T> View<T> dense(void *memory, int64_t rows, int64_t columns) { return {static_cast<T *>(memory), nullptr, std::max<int64_t>(rows, 1), rows * columns}; }

// Memory for several things, by their sizes in bytes, each of them aligned.
struct Parts {
    Temporary memory;
    int64_t bytes = 0;

    explicit Parts(const Handle &handle) : memory(handle) {}
    template <class T> int64_t add(int64_t count) {
        const int64_t at = bytes;
        bytes += divide_up(std::max<int64_t>(count, 1) * int64_t(sizeof(T)), 256) * 256;
        return at;
    }
    Status take() { return memory.take(bytes); }
    template <class T> T *at(int64_t offset) const { return reinterpret_cast<T *>(static_cast<char *>(memory.memory) + offset); }
};

inline Status clear(const Handle &handle, void *memory, size_t bytes) { return status_of(hipMemsetAsync(memory, 0, bytes, handle.stream)); }

}  // namespace solver

// The order in which rocSOLVER tells of wrong arguments: handle, values of enumerations, sizes, pointers. Between the two calls of rocBLAS' size query
// functions only say what memory they need of the handle, which is none. Makes `context`.
#define SOLVER_BEGIN(enums_ok, sizes_ok, memory_ok)                                                                                         \
    if (!handle) return rocblas_status_invalid_handle;                                                                                      \
    if (!(enums_ok)) return rocblas_status_invalid_value;                                                                                   \
    if (!(sizes_ok)) return rocblas_status_invalid_size;                                                                                    \
    if (reinterpret_cast<const ::blas::Handle *>(handle)->memory.is_asked) return rocblas_status_size_unchanged;                            \
    if (!(memory_ok)) return rocblas_status_invalid_pointer;                                                                                \
    ::blas::Handle context = *reinterpret_cast<const ::blas::Handle *>(handle);                                                             \
    context.pointers = HIPBLAS_POINTER_MODE_HOST

#define SOLVER_TRY(call) BLAS_TRY(call)
