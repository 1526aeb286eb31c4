/* rocFFT: fast Fourier transforms of one to three dimensions, as ROCm declares them. The first length is the fastest index's. Nothing is scaled unless a
   description says so. Any transform may overwrite its input. Implemented in runtime/fft over VkFFT; for C and C++. */
#ifndef ROCFFT_H
#define ROCFFT_H

#include "rocfft-export.h"

#ifdef __cplusplus
#include <cstddef>
extern "C" {
#else
#include <stddef.h>
#endif

typedef struct rocfft_plan_t* rocfft_plan;
typedef struct rocfft_plan_description_t* rocfft_plan_description;
typedef struct rocfft_execution_info_t* rocfft_execution_info;
typedef struct rocfft_field_t* rocfft_field;
typedef struct rocfft_brick_t* rocfft_brick;

typedef enum rocfft_status_e {
  rocfft_status_success,
  rocfft_status_failure,
  rocfft_status_invalid_arg_value,
  rocfft_status_invalid_dimensions,
  rocfft_status_invalid_array_type,
  rocfft_status_invalid_strides,
  rocfft_status_invalid_distance,
  rocfft_status_invalid_offset,
  rocfft_status_invalid_work_buffer
} rocfft_status;

typedef enum rocfft_transform_type_e {
  rocfft_transform_type_complex_forward,
  rocfft_transform_type_complex_inverse,
  rocfft_transform_type_real_forward,
  rocfft_transform_type_real_inverse
} rocfft_transform_type;

typedef enum rocfft_precision_e { rocfft_precision_single, rocfft_precision_double, rocfft_precision_half } rocfft_precision;

typedef enum rocfft_result_placement_e { rocfft_placement_inplace, rocfft_placement_notinplace } rocfft_result_placement;

/* Planar numbers have their imaginary parts in a second array. Hermitian ones are the half of a real transform's result that says all. */
typedef enum rocfft_array_type_e {
  rocfft_array_type_complex_interleaved,
  rocfft_array_type_complex_planar,
  rocfft_array_type_real,
  rocfft_array_type_hermitian_interleaved,
  rocfft_array_type_hermitian_planar,
  rocfft_array_type_unset /* the transform's, interleaved */
} rocfft_array_type;

typedef enum rocfft_comm_type_e { rocfft_comm_none, rocfft_comm_mpi } rocfft_comm_type;

/* The library needs neither. */
ROCFFT_EXPORT rocfft_status rocfft_setup(void);
ROCFFT_EXPORT rocfft_status rocfft_cleanup(void);

/* Without a description data are dense and interleaved; rows of reals in place are as long as the complex numbers that they become. Kernels are
   compiled here. */
ROCFFT_EXPORT rocfft_status rocfft_plan_create(rocfft_plan* plan, rocfft_result_placement placement, rocfft_transform_type transform_type,
                                               rocfft_precision precision, size_t dimensions, const size_t* lengths,
                                               size_t number_of_transforms, const rocfft_plan_description description);
ROCFFT_EXPORT rocfft_status rocfft_plan_destroy(rocfft_plan plan);

/* One pointer a side, or two if it is planar; `out_buffer` is not looked at in place, and `info` may be null. */
ROCFFT_EXPORT rocfft_status rocfft_execute(const rocfft_plan plan, void* in_buffer[], void* out_buffer[], rocfft_execution_info info);

/* Always 0: plans have their own memory. */
ROCFFT_EXPORT rocfft_status rocfft_plan_get_work_buffer_size(const rocfft_plan plan, size_t* size_in_bytes);
ROCFFT_EXPORT rocfft_status rocfft_plan_get_print(const rocfft_plan plan);

ROCFFT_EXPORT rocfft_status rocfft_plan_description_create(rocfft_plan_description* description);
ROCFFT_EXPORT rocfft_status rocfft_plan_description_destroy(rocfft_plan_description description);
ROCFFT_EXPORT rocfft_status rocfft_plan_description_set_scale_factor(rocfft_plan_description description, const double scale_factor);

/* Offsets, strides and distances are in elements of their side. Null and 0 stand for what is dense. */
ROCFFT_EXPORT rocfft_status rocfft_plan_description_set_data_layout(rocfft_plan_description description, const rocfft_array_type in_array_type,
                                                                    const rocfft_array_type out_array_type, const size_t* in_offsets,
                                                                    const size_t* out_offsets, const size_t in_strides_size,
                                                                    const size_t* in_strides, const size_t in_distance,
                                                                    const size_t out_strides_size, const size_t* out_strides,
                                                                    const size_t out_distance);

ROCFFT_EXPORT rocfft_status rocfft_execution_info_create(rocfft_execution_info* info);
ROCFFT_EXPORT rocfft_status rocfft_execution_info_destroy(rocfft_execution_info info);
ROCFFT_EXPORT rocfft_status rocfft_execution_info_set_work_buffer(rocfft_execution_info info, void* work_buffer, const size_t size_in_bytes);
ROCFFT_EXPORT rocfft_status rocfft_execution_info_set_stream(rocfft_execution_info info, void* stream);

/* `len` should be 30 at least. */
ROCFFT_EXPORT rocfft_status rocfft_get_version_string(char* buf, size_t len);

/* Compiled kernels are kept in HIPVK_CACHE_DIR: what is serialized holds none, and only that can be deserialized. */
ROCFFT_EXPORT rocfft_status rocfft_cache_serialize(void** buffer, size_t* buffer_len_bytes);
ROCFFT_EXPORT rocfft_status rocfft_cache_buffer_free(void* buffer);
ROCFFT_EXPORT rocfft_status rocfft_cache_deserialize(const void* buffer, size_t buffer_len_bytes);

/* Device functions that load each element of the input, or store each of the output, and what each is given; arrays of one element. Null: none. Not for
   planar data; there is no shared memory. */
ROCFFT_EXPORT rocfft_status rocfft_execution_info_set_load_callback(rocfft_execution_info info, void** cb_functions, void** cb_data,
                                                                    size_t shared_mem_bytes);
ROCFFT_EXPORT rocfft_status rocfft_execution_info_set_store_callback(rocfft_execution_info info, void** cb_functions, void** cb_data,
                                                                     size_t shared_mem_bytes);

/* Not implemented: these fail, and say so on stderr. The communicator may be set to none. */
ROCFFT_EXPORT rocfft_status rocfft_plan_description_set_comm(rocfft_plan_description description, rocfft_comm_type comm_type, void* comm_handle);
ROCFFT_EXPORT rocfft_status rocfft_field_create(rocfft_field* field);
ROCFFT_EXPORT rocfft_status rocfft_field_destroy(rocfft_field field);
ROCFFT_EXPORT rocfft_status rocfft_field_add_brick(rocfft_field field, rocfft_brick brick);
ROCFFT_EXPORT rocfft_status rocfft_brick_create(rocfft_brick* brick, const size_t* field_lower, const size_t* field_upper,
                                                const size_t* brick_stride, size_t dim, int deviceID);
ROCFFT_EXPORT rocfft_status rocfft_brick_destroy(rocfft_brick brick);
ROCFFT_EXPORT rocfft_status rocfft_plan_description_add_infield(rocfft_plan_description description, rocfft_field field);
ROCFFT_EXPORT rocfft_status rocfft_plan_description_add_outfield(rocfft_plan_description description, rocfft_field field);

#ifdef __cplusplus
}
#endif

#endif
