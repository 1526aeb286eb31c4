/* rocsparse-types.h: handles and enumerations of rocSPARSE, with ROCm's values.
 */
#ifndef HIPVK_ROCSPARSE_TYPES_H
#define HIPVK_ROCSPARSE_TYPES_H

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

typedef int32_t rocsparse_int;
typedef hipFloatComplex rocsparse_float_complex;
typedef hipDoubleComplex rocsparse_double_complex;

typedef struct _rocsparse_handle *rocsparse_handle;
typedef struct _rocsparse_mat_descr *rocsparse_mat_descr; /* what kind of matrix, base of its indices */
typedef struct _rocsparse_hyb_mat *rocsparse_hyb_mat;     /* a matrix in a form that the library chooses */
typedef struct _rocsparse_mat_info *rocsparse_mat_info;   /* what analyses leave for solves and factorisations, of all kinds at once */

/* Vectors and matrices of generic functions: memory, sizes and types. Const ones are of memory that is only read. */
typedef struct _rocsparse_spvec_descr *rocsparse_spvec_descr;
typedef struct _rocsparse_spvec_descr const *rocsparse_const_spvec_descr;
typedef struct _rocsparse_spmat_descr *rocsparse_spmat_descr;
typedef struct _rocsparse_spmat_descr const *rocsparse_const_spmat_descr;
typedef struct _rocsparse_dnvec_descr *rocsparse_dnvec_descr;
typedef struct _rocsparse_dnvec_descr const *rocsparse_const_dnvec_descr;
typedef struct _rocsparse_dnmat_descr *rocsparse_dnmat_descr;
typedef struct _rocsparse_dnmat_descr const *rocsparse_const_dnmat_descr;

typedef enum rocsparse_status_ {
  rocsparse_status_success = 0,
  rocsparse_status_invalid_handle = 1,
  rocsparse_status_not_implemented = 2, /* stderr says what */
  rocsparse_status_invalid_pointer = 3,
  rocsparse_status_invalid_size = 4,
  rocsparse_status_memory_error = 5,
  rocsparse_status_internal_error = 6,
  rocsparse_status_invalid_value = 7, /* an enumerator that is none */
  rocsparse_status_arch_mismatch = 8,
  rocsparse_status_zero_pivot = 9,
  rocsparse_status_not_initialized = 10,
  rocsparse_status_type_mismatch = 11,
  rocsparse_status_requires_sorted_storage = 12,
  rocsparse_status_thrown_exception = 13,
  rocsparse_status_continue = 14
} rocsparse_status;

typedef enum rocsparse_operation_ {
  rocsparse_operation_none = 111,
  rocsparse_operation_transpose = 112,
  rocsparse_operation_conjugate_transpose = 113
} rocsparse_operation;

typedef enum rocsparse_index_base_ { rocsparse_index_base_zero = 0, rocsparse_index_base_one = 1 } rocsparse_index_base;

typedef enum rocsparse_matrix_type_ {
  rocsparse_matrix_type_general = 0,
  rocsparse_matrix_type_symmetric = 1,
  rocsparse_matrix_type_hermitian = 2,
  rocsparse_matrix_type_triangular = 3
} rocsparse_matrix_type;

typedef enum rocsparse_diag_type_ { rocsparse_diag_type_non_unit = 0, rocsparse_diag_type_unit = 1 } rocsparse_diag_type;
typedef enum rocsparse_fill_mode_ { rocsparse_fill_mode_lower = 0, rocsparse_fill_mode_upper = 1 } rocsparse_fill_mode;
typedef enum rocsparse_storage_mode_ { rocsparse_storage_mode_sorted = 0, rocsparse_storage_mode_unsorted = 1 } rocsparse_storage_mode;
typedef enum rocsparse_action_ { rocsparse_action_symbolic = 0, rocsparse_action_numeric = 1 } rocsparse_action;
typedef enum rocsparse_direction_ { rocsparse_direction_row = 0, rocsparse_direction_column = 1 } rocsparse_direction; /* of a block's elements */
typedef enum rocsparse_analysis_policy_ { rocsparse_analysis_policy_reuse = 0, rocsparse_analysis_policy_force = 1 } rocsparse_analysis_policy;
typedef enum rocsparse_solve_policy_ { rocsparse_solve_policy_auto = 0 } rocsparse_solve_policy;

/* Where scalar arguments (alpha, beta, results) lie. */
typedef enum rocsparse_pointer_mode_ { rocsparse_pointer_mode_host = 0, rocsparse_pointer_mode_device = 1 } rocsparse_pointer_mode;

typedef enum rocsparse_indextype_ { rocsparse_indextype_u16 = 1, rocsparse_indextype_i32 = 2, rocsparse_indextype_i64 = 3 } rocsparse_indextype;

typedef enum rocsparse_datatype_ {
  rocsparse_datatype_f32_r = 151,
  rocsparse_datatype_f64_r = 152,
  rocsparse_datatype_f32_c = 154,
  rocsparse_datatype_f64_c = 155,
  rocsparse_datatype_i8_r = 160,
  rocsparse_datatype_u8_r = 161,
  rocsparse_datatype_i32_r = 162,
  rocsparse_datatype_u32_r = 163
} rocsparse_datatype;

/* Of these there are descriptors of coo, coo_aos, csr and csc. */
typedef enum rocsparse_format_ {
  rocsparse_format_coo = 0,
  rocsparse_format_coo_aos = 1,
  rocsparse_format_csr = 2,
  rocsparse_format_csc = 3,
  rocsparse_format_ell = 4,
  rocsparse_format_bell = 5,
  rocsparse_format_bsr = 6
} rocsparse_format;

typedef enum rocsparse_order_ { rocsparse_order_row = 0, rocsparse_order_column = 1 } rocsparse_order;

typedef enum rocsparse_spmat_attribute_ {
  rocsparse_spmat_fill_mode = 0,
  rocsparse_spmat_diag_type = 1,
  rocsparse_spmat_matrix_type = 2,
  rocsparse_spmat_storage_mode = 3
} rocsparse_spmat_attribute;

/* Stages of generic functions: a buffer's size, what may be found out before, and the result. */
typedef enum rocsparse_spmv_stage_ {
  rocsparse_spmv_stage_buffer_size = 1,
  rocsparse_spmv_stage_preprocess = 2,
  rocsparse_spmv_stage_compute = 3
} rocsparse_spmv_stage;
typedef enum rocsparse_spsv_stage_ {
  rocsparse_spsv_stage_buffer_size = 1,
  rocsparse_spsv_stage_preprocess = 2,
  rocsparse_spsv_stage_compute = 3
} rocsparse_spsv_stage;
typedef enum rocsparse_spsm_stage_ {
  rocsparse_spsm_stage_buffer_size = 1,
  rocsparse_spsm_stage_preprocess = 2,
  rocsparse_spsm_stage_compute = 3
} rocsparse_spsm_stage;
typedef enum rocsparse_spmm_stage_ {
  rocsparse_spmm_stage_buffer_size = 1,
  rocsparse_spmm_stage_preprocess = 2,
  rocsparse_spmm_stage_compute = 3
} rocsparse_spmm_stage;
typedef enum rocsparse_spgemm_stage_ {
  rocsparse_spgemm_stage_buffer_size = 1,
  rocsparse_spgemm_stage_nnz = 2,
  rocsparse_spgemm_stage_compute = 3,
  rocsparse_spgemm_stage_symbolic = 4, /* the columns alone */
  rocsparse_spgemm_stage_numeric = 5   /* the values, of columns that are there */
} rocsparse_spgemm_stage;

/* Algorithms, which are hints here: products with entries that do not lie by their rows add in any order with each of them. */
typedef enum rocsparse_spmv_alg_ {
  rocsparse_spmv_alg_default = 0,
  rocsparse_spmv_alg_coo = 1,
  rocsparse_spmv_alg_csr_adaptive = 2,
  rocsparse_spmv_alg_csr_stream = 3,
  rocsparse_spmv_alg_ell = 4,
  rocsparse_spmv_alg_coo_atomic = 5,
  rocsparse_spmv_alg_bsr = 6,
  rocsparse_spmv_alg_csr_lrb = 7
} rocsparse_spmv_alg;
typedef enum rocsparse_spmm_alg_ {
  rocsparse_spmm_alg_default = 0,
  rocsparse_spmm_alg_csr = 1,
  rocsparse_spmm_alg_coo_segmented = 2,
  rocsparse_spmm_alg_coo_atomic = 3,
  rocsparse_spmm_alg_csr_row_split = 4,
  rocsparse_spmm_alg_csr_merge = 5,
  rocsparse_spmm_alg_csr_nnz_split = 5,
  rocsparse_spmm_alg_coo_segmented_atomic = 6,
  rocsparse_spmm_alg_bell = 7,
  rocsparse_spmm_alg_bsr = 8,
  rocsparse_spmm_alg_csr_merge_path = 9
} rocsparse_spmm_alg;
typedef enum rocsparse_spsv_alg_ { rocsparse_spsv_alg_default = 0 } rocsparse_spsv_alg;
typedef enum rocsparse_spitsv_alg_ { rocsparse_spitsv_alg_default = 0 } rocsparse_spitsv_alg;
typedef enum rocsparse_spitsv_stage_ {
  rocsparse_spitsv_stage_buffer_size = 1,
  rocsparse_spitsv_stage_preprocess = 2,
  rocsparse_spitsv_stage_compute = 3
} rocsparse_spitsv_stage;
typedef enum rocsparse_spsm_alg_ { rocsparse_spsm_alg_default = 0 } rocsparse_spsm_alg;
typedef enum rocsparse_spgemm_alg_ { rocsparse_spgemm_alg_default = 0 } rocsparse_spgemm_alg;
typedef enum rocsparse_sddmm_alg_ { rocsparse_sddmm_alg_default = 0, rocsparse_sddmm_alg_dense = 1 } rocsparse_sddmm_alg;
typedef enum rocsparse_sparse_to_dense_alg_ { rocsparse_sparse_to_dense_alg_default = 0 } rocsparse_sparse_to_dense_alg;
typedef enum rocsparse_dense_to_sparse_alg_ { rocsparse_dense_to_sparse_alg_default = 0 } rocsparse_dense_to_sparse_alg;
typedef enum rocsparse_hyb_partition_ {
  rocsparse_hyb_partition_auto = 0,
  rocsparse_hyb_partition_user = 1,
  rocsparse_hyb_partition_max = 2
} rocsparse_hyb_partition;
typedef enum rocsparse_itilu0_alg_ {
  rocsparse_itilu0_alg_default = 0,
  rocsparse_itilu0_alg_async_inplace = 1,
  rocsparse_itilu0_alg_async_split = 2,
  rocsparse_itilu0_alg_sync_split = 3,
  rocsparse_itilu0_alg_sync_split_fusion = 4
} rocsparse_itilu0_alg;
typedef enum rocsparse_itilu0_option_ {
  rocsparse_itilu0_option_verbose = 1,
  rocsparse_itilu0_option_stopping_criteria = 2,
  rocsparse_itilu0_option_compute_nrm_correction = 4,
  rocsparse_itilu0_option_compute_nrm_residual = 8,
  rocsparse_itilu0_option_convergence_history = 16,
  rocsparse_itilu0_option_coo_format = 32
} rocsparse_itilu0_option;
typedef enum rocsparse_gtsv_interleaved_alg_ {
  rocsparse_gtsv_interleaved_alg_default = 0,
  rocsparse_gtsv_interleaved_alg_thomas = 1,
  rocsparse_gtsv_interleaved_alg_lu = 2,
  rocsparse_gtsv_interleaved_alg_qr = 3
} rocsparse_gtsv_interleaved_alg;
typedef enum rocsparse_gpsv_interleaved_alg_ {
  rocsparse_gpsv_interleaved_alg_default = 0,
  rocsparse_gpsv_interleaved_alg_qr = 1
} rocsparse_gpsv_interleaved_alg;

#endif
