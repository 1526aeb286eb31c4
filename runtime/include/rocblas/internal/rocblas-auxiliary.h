/* rocblas-auxiliary.h: the context and its settings, memory that it works with, copies of vectors and matrices between host and device, and what the
 * library says of itself.
 */
#ifndef HIPVK_ROCBLAS_AUXILIARY_H
#define HIPVK_ROCBLAS_AUXILIARY_H

#include "rocblas-export.h"
#include "rocblas-types.h"

#ifdef __cplusplus
extern "C" {
#endif

ROCBLAS_EXPORT rocblas_status rocblas_create_handle(rocblas_handle *handle);
ROCBLAS_EXPORT rocblas_status rocblas_destroy_handle(rocblas_handle handle);
ROCBLAS_EXPORT rocblas_status rocblas_set_stream(rocblas_handle handle, hipStream_t stream);
ROCBLAS_EXPORT rocblas_status rocblas_get_stream(rocblas_handle handle, hipStream_t *stream);
ROCBLAS_EXPORT rocblas_status rocblas_set_pointer_mode(rocblas_handle handle, rocblas_pointer_mode mode);
ROCBLAS_EXPORT rocblas_status rocblas_get_pointer_mode(rocblas_handle handle, rocblas_pointer_mode *mode);
ROCBLAS_EXPORT rocblas_status rocblas_set_atomics_mode(rocblas_handle handle, rocblas_atomics_mode mode);
ROCBLAS_EXPORT rocblas_status rocblas_get_atomics_mode(rocblas_handle handle, rocblas_atomics_mode *mode);
ROCBLAS_EXPORT rocblas_status rocblas_set_math_mode(rocblas_handle handle, rocblas_math_mode mode);
ROCBLAS_EXPORT rocblas_status rocblas_get_math_mode(rocblas_handle handle, rocblas_math_mode *mode);
ROCBLAS_EXPORT rocblas_status rocblas_set_performance_metric(rocblas_handle handle, rocblas_performance_metric metric);
ROCBLAS_EXPORT rocblas_status rocblas_get_performance_metric(rocblas_handle handle, rocblas_performance_metric *metric);
ROCBLAS_EXPORT rocblas_status rocblas_set_start_stop_events(rocblas_handle handle, hipEvent_t start, hipEvent_t stop);
ROCBLAS_EXPORT rocblas_status rocblas_set_solution_fitness_query(rocblas_handle handle, double *fitness);

/* Where memory is: on the device or the host. */
ROCBLAS_EXPORT rocblas_pointer_mode rocblas_pointer_to_mode(void *pointer);

/* set copies from the host to the device, get back; async does not wait. Elements have elem_size bytes. */
#define ROCBLAS_DECLARE_COPIES(direction, suffix, I)                                                                                        \
  ROCBLAS_EXPORT rocblas_status rocblas_##direction##_vector##suffix(I n, I elem_size, const void *x, I incx, void *y, I incy);              \
  ROCBLAS_EXPORT rocblas_status rocblas_##direction##_vector_async##suffix(I n, I elem_size, const void *x, I incx, void *y, I incy,         \
                                                                           hipStream_t stream);                                             \
  ROCBLAS_EXPORT rocblas_status rocblas_##direction##_matrix##suffix(I rows, I cols, I elem_size, const void *a, I lda, void *b, I ldb);     \
  ROCBLAS_EXPORT rocblas_status rocblas_##direction##_matrix_async##suffix(I rows, I cols, I elem_size, const void *a, I lda, void *b,       \
                                                                           I ldb, hipStream_t stream);
ROCBLAS_DECLARE_COPIES(set, , rocblas_int)
ROCBLAS_DECLARE_COPIES(set, _64, int64_t)
ROCBLAS_DECLARE_COPIES(get, , rocblas_int)
ROCBLAS_DECLARE_COPIES(get, _64, int64_t)
#undef ROCBLAS_DECLARE_COPIES

ROCBLAS_EXPORT const char *rocblas_status_to_string(rocblas_status status);
ROCBLAS_EXPORT void rocblas_initialize(void);
ROCBLAS_EXPORT rocblas_status rocblas_get_version_string(char *buffer, size_t bytes);
ROCBLAS_EXPORT rocblas_status rocblas_get_version_string_size(size_t *bytes);
ROCBLAS_EXPORT void rocblas_abort(void) __attribute__((__noreturn__));

/* Between start and stop, functions say how much memory they would need: none here. */
ROCBLAS_EXPORT rocblas_status rocblas_start_device_memory_size_query(rocblas_handle handle);
ROCBLAS_EXPORT rocblas_status rocblas_stop_device_memory_size_query(rocblas_handle handle, size_t *size);
ROCBLAS_EXPORT bool rocblas_is_device_memory_size_query(rocblas_handle handle);
ROCBLAS_EXPORT rocblas_status rocblas_get_device_memory_size(rocblas_handle handle, size_t *size);
ROCBLAS_EXPORT rocblas_status rocblas_set_device_memory_size(rocblas_handle handle, size_t size);
ROCBLAS_EXPORT rocblas_status rocblas_set_workspace(rocblas_handle handle, void *address, size_t size);
ROCBLAS_EXPORT bool rocblas_is_managing_device_memory(rocblas_handle handle);
ROCBLAS_EXPORT bool rocblas_is_user_managing_device_memory(rocblas_handle handle);

/* For libraries that stand on rocBLAS: memory that lasts until it is freed, `count` pieces of so many bytes each. */
struct rocblas_device_malloc_base;
ROCBLAS_EXPORT rocblas_status rocblas_set_optimal_device_memory_size_impl(rocblas_handle handle, size_t count, ...);
ROCBLAS_EXPORT rocblas_status rocblas_device_malloc_alloc(rocblas_handle handle, struct rocblas_device_malloc_base **memory, size_t count, ...);
ROCBLAS_EXPORT bool rocblas_device_malloc_success(struct rocblas_device_malloc_base *memory);
ROCBLAS_EXPORT rocblas_status rocblas_device_malloc_ptr(struct rocblas_device_malloc_base *memory, void **pieces);
ROCBLAS_EXPORT rocblas_status rocblas_device_malloc_get(struct rocblas_device_malloc_base *memory, size_t index, void **piece);
ROCBLAS_EXPORT rocblas_status rocblas_device_malloc_free(struct rocblas_device_malloc_base *memory);
ROCBLAS_EXPORT void rocblas_device_malloc_set_default_memory_size(size_t size);

#ifdef __cplusplus
}
#endif

#endif
