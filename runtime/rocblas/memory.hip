// memory.hip: what rocBLAS' functions say of memory to work with, and memory for libraries that stand on it.
//
// Called by programs. Functions take what they need from their stream's memory pool, so they need none of the program's, and say so when asked.
#include "hipblas.h"

#include <cstdarg>
#include <new>
#include <vector>

struct rocblas_device_malloc_base {
    hipStream_t stream;
    void *all;
    std::vector<void *> pieces;
};

using namespace rocblas;

// rocBLAS' pieces are of so many bytes, or a multiple.
static size_t rounded(size_t bytes) { return (bytes + 63) / 64 * 64; }

static std::vector<size_t> sizes_of(size_t count, va_list list) {
    std::vector<size_t> sizes;
    for (size_t i = 0; i < count; i++) sizes.push_back(rounded(va_arg(list, size_t)));
    return sizes;
}

rocblas_status rocblas_start_device_memory_size_query(rocblas_handle handle) {
    if (!handle) return rocblas_status_invalid_handle;
    blas::Memory &memory = context(handle).memory;
    if (memory.is_asked) return rocblas_status_size_query_mismatch;
    memory.is_asked = true;
    memory.needed = 0;
    return rocblas_status_success;
}
rocblas_status rocblas_stop_device_memory_size_query(rocblas_handle handle, size_t *size) {
    if (!handle) return rocblas_status_invalid_handle;
    blas::Memory &memory = context(handle).memory;
    if (!memory.is_asked) return rocblas_status_size_query_mismatch;
    if (!size) return rocblas_status_invalid_pointer;
    memory.is_asked = false;
    *size = memory.needed;
    return rocblas_status_success;
}
bool rocblas_is_device_memory_size_query(rocblas_handle handle) { return handle && context(handle).memory.is_asked; }

rocblas_status rocblas_get_device_memory_size(rocblas_handle handle, size_t *size) {
    if (!handle) return rocblas_status_invalid_handle;
    if (!size) return rocblas_status_invalid_pointer;
    *size = context(handle).memory.size;
    return rocblas_status_success;
}
rocblas_status rocblas_set_device_memory_size(rocblas_handle handle, size_t size) {
    if (!handle) return rocblas_status_invalid_handle;
    blas::Memory &memory = context(handle).memory;
    memory.size = rounded(size);
    memory.owner = size ? blas::Memory::by_size : blas::Memory::ours;
    return rocblas_status_success;
}
rocblas_status rocblas_set_workspace(rocblas_handle handle, void *address, size_t size) {
    if (!handle) return rocblas_status_invalid_handle;
    blas::Memory &memory = context(handle).memory;
    memory.size = address ? size : 0;
    memory.owner = memory.size ? blas::Memory::users : blas::Memory::ours;
    return rocblas_status_success;
}
bool rocblas_is_managing_device_memory(rocblas_handle handle) { return handle && context(handle).memory.owner == blas::Memory::ours; }
bool rocblas_is_user_managing_device_memory(rocblas_handle handle) { return handle && context(handle).memory.owner == blas::Memory::by_size; }

rocblas_status rocblas_set_optimal_device_memory_size_impl(rocblas_handle handle, size_t count, ...) {
    if (!handle) return rocblas_status_invalid_handle;
    blas::Memory &memory = context(handle).memory;
    if (!memory.is_asked) return rocblas_status_size_query_mismatch;
    va_list list;
    va_start(list, count);
    size_t total = 0;
    for (const size_t size : sizes_of(count, list)) total += size;
    va_end(list);
    if (total <= memory.needed) return rocblas_status_size_unchanged;
    memory.needed = total;
    return rocblas_status_size_increased;
}

rocblas_status rocblas_device_malloc_alloc(rocblas_handle handle, rocblas_device_malloc_base **result, size_t count, ...) {
    if (!handle) return rocblas_status_invalid_handle;
    if (!result) return rocblas_status_invalid_pointer;
    if (!count) return rocblas_status_invalid_size;
    *result = nullptr;
    va_list list;
    va_start(list, count);
    const std::vector<size_t> sizes = sizes_of(count, list);
    va_end(list);
    size_t total = 0;
    for (const size_t size : sizes) total += size;
    auto *const memory = new (std::nothrow) rocblas_device_malloc_base{context(handle).stream, nullptr, {}};
    if (!memory) return rocblas_status_memory_error;
    if (total && hipMallocAsync(&memory->all, total, memory->stream) != hipSuccess) {
        delete memory;
        return rocblas_status_memory_error;
    }
    char *next = static_cast<char *>(memory->all);
    for (const size_t size : sizes) {
        memory->pieces.push_back(size ? next : nullptr);
        next += size;
    }
    *result = memory;
    return rocblas_status_success;
}
bool rocblas_device_malloc_success(rocblas_device_malloc_base *memory) { return memory; }
rocblas_status rocblas_device_malloc_ptr(rocblas_device_malloc_base *memory, void **pieces) {
    if (!memory || !pieces) return rocblas_status_invalid_pointer;
    *pieces = memory->pieces[0];
    return rocblas_status_success;
}
rocblas_status rocblas_device_malloc_get(rocblas_device_malloc_base *memory, size_t index, void **piece) {
    if (!memory || !piece) return rocblas_status_invalid_pointer;
    if (index >= memory->pieces.size()) return rocblas_status_invalid_size;
    *piece = memory->pieces[index];
    return rocblas_status_success;
}
rocblas_status rocblas_device_malloc_free(rocblas_device_malloc_base *memory) {
    if (!memory) return rocblas_status_success;
    const hipError_t error = memory->all ? hipFreeAsync(memory->all, memory->stream) : hipSuccess;
    delete memory;
    return status_of(error);
}
// How much a context has from the start: none is kept.
void rocblas_device_malloc_set_default_memory_size(size_t) {}
