/* rocsparse-auxiliary.h: contexts and descriptors of rocSPARSE. Included by rocsparse.h; defined in runtime/rocsparse/{auxiliary,descriptors,vectors}.hip.
 */
#ifndef HIPVK_ROCSPARSE_AUXILIARY_H
#define HIPVK_ROCSPARSE_AUXILIARY_H

#include "rocsparse-export.h"
#include "rocsparse-types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Contexts and what statuses are called. */
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_handle(rocsparse_handle *handle);
ROCSPARSE_EXPORT rocsparse_status rocsparse_destroy_handle(rocsparse_handle handle);
ROCSPARSE_EXPORT const char *rocsparse_get_status_name(rocsparse_status status);
ROCSPARSE_EXPORT const char *rocsparse_get_status_description(rocsparse_status status);
ROCSPARSE_EXPORT rocsparse_status rocsparse_set_stream(rocsparse_handle handle, hipStream_t stream);
ROCSPARSE_EXPORT rocsparse_status rocsparse_get_stream(rocsparse_handle handle, hipStream_t *stream);
ROCSPARSE_EXPORT rocsparse_status rocsparse_set_pointer_mode(rocsparse_handle handle, rocsparse_pointer_mode pointer_mode);
ROCSPARSE_EXPORT rocsparse_status rocsparse_get_pointer_mode(rocsparse_handle handle, rocsparse_pointer_mode *pointer_mode);
ROCSPARSE_EXPORT rocsparse_status rocsparse_get_version(rocsparse_handle handle, int *version);
ROCSPARSE_EXPORT rocsparse_status rocsparse_get_git_rev(rocsparse_handle handle, char *rev);

/* Matrices of functions by element type. */
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_mat_descr(rocsparse_mat_descr *descr);
ROCSPARSE_EXPORT rocsparse_status rocsparse_copy_mat_descr(rocsparse_mat_descr dest, const rocsparse_mat_descr src);
ROCSPARSE_EXPORT rocsparse_status rocsparse_destroy_mat_descr(rocsparse_mat_descr descr);
ROCSPARSE_EXPORT rocsparse_status rocsparse_set_mat_index_base(rocsparse_mat_descr descr, rocsparse_index_base base);
ROCSPARSE_EXPORT rocsparse_index_base rocsparse_get_mat_index_base(const rocsparse_mat_descr descr);
ROCSPARSE_EXPORT rocsparse_status rocsparse_set_mat_type(rocsparse_mat_descr descr, rocsparse_matrix_type type);
ROCSPARSE_EXPORT rocsparse_matrix_type rocsparse_get_mat_type(const rocsparse_mat_descr descr);
ROCSPARSE_EXPORT rocsparse_status rocsparse_set_mat_fill_mode(rocsparse_mat_descr descr, rocsparse_fill_mode fill_mode);
ROCSPARSE_EXPORT rocsparse_fill_mode rocsparse_get_mat_fill_mode(const rocsparse_mat_descr descr);
ROCSPARSE_EXPORT rocsparse_status rocsparse_set_mat_diag_type(rocsparse_mat_descr descr, rocsparse_diag_type diag_type);
ROCSPARSE_EXPORT rocsparse_diag_type rocsparse_get_mat_diag_type(const rocsparse_mat_descr descr);
ROCSPARSE_EXPORT rocsparse_status rocsparse_set_mat_storage_mode(rocsparse_mat_descr descr, rocsparse_storage_mode storage_mode);
ROCSPARSE_EXPORT rocsparse_storage_mode rocsparse_get_mat_storage_mode(const rocsparse_mat_descr descr);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_mat_info(rocsparse_mat_info *info);
ROCSPARSE_EXPORT rocsparse_status rocsparse_destroy_mat_info(rocsparse_mat_info info);

/* Vectors of generic functions. */
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_spvec_descr(rocsparse_spvec_descr *descr, int64_t size, int64_t nnz, void *indices, void *values,
    rocsparse_indextype idx_type, rocsparse_index_base idx_base, rocsparse_datatype data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_const_spvec_descr(rocsparse_const_spvec_descr *descr, int64_t size, int64_t nnz, const void
    *indices, const void *values, rocsparse_indextype idx_type, rocsparse_index_base idx_base, rocsparse_datatype data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_destroy_spvec_descr(rocsparse_const_spvec_descr descr);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spvec_get(const rocsparse_spvec_descr descr, int64_t *size, int64_t *nnz, void **indices, void **values,
    rocsparse_indextype *idx_type, rocsparse_index_base *idx_base, rocsparse_datatype *data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_const_spvec_get(rocsparse_const_spvec_descr descr, int64_t *size, int64_t *nnz, const void **indices,
    const void **values, rocsparse_indextype *idx_type, rocsparse_index_base *idx_base, rocsparse_datatype *data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spvec_get_index_base(rocsparse_const_spvec_descr descr, rocsparse_index_base *idx_base);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spvec_get_values(const rocsparse_spvec_descr descr, void **values);
ROCSPARSE_EXPORT rocsparse_status rocsparse_const_spvec_get_values(rocsparse_const_spvec_descr descr, const void **values);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spvec_set_values(rocsparse_spvec_descr descr, void *values);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_dnvec_descr(rocsparse_dnvec_descr *descr, int64_t size, void *values, rocsparse_datatype
    data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_const_dnvec_descr(rocsparse_const_dnvec_descr *descr, int64_t size, const void *values,
    rocsparse_datatype data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_destroy_dnvec_descr(rocsparse_const_dnvec_descr descr);
ROCSPARSE_EXPORT rocsparse_status rocsparse_dnvec_get(const rocsparse_dnvec_descr descr, int64_t *size, void **values, rocsparse_datatype
    *data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_const_dnvec_get(rocsparse_const_dnvec_descr descr, int64_t *size, const void **values,
    rocsparse_datatype *data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_dnvec_get_values(const rocsparse_dnvec_descr descr, void **values);
ROCSPARSE_EXPORT rocsparse_status rocsparse_const_dnvec_get_values(rocsparse_const_dnvec_descr descr, const void **values);
ROCSPARSE_EXPORT rocsparse_status rocsparse_dnvec_set_values(rocsparse_dnvec_descr descr, void *values);

/* Their matrices. */
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_coo_descr(rocsparse_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz, void
    *coo_row_ind, void *coo_col_ind, void *coo_val, rocsparse_indextype idx_type, rocsparse_index_base idx_base, rocsparse_datatype data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_const_coo_descr(rocsparse_const_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz,
    const void *coo_row_ind, const void *coo_col_ind, const void *coo_val, rocsparse_indextype idx_type, rocsparse_index_base idx_base,
    rocsparse_datatype data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_coo_aos_descr(rocsparse_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz, void
    *coo_ind, void *coo_val, rocsparse_indextype idx_type, rocsparse_index_base idx_base, rocsparse_datatype data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_csr_descr(rocsparse_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz, void
    *csr_row_ptr, void *csr_col_ind, void *csr_val, rocsparse_indextype row_ptr_type, rocsparse_indextype col_ind_type, rocsparse_index_base
    idx_base, rocsparse_datatype data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_const_csr_descr(rocsparse_const_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz,
    const void *csr_row_ptr, const void *csr_col_ind, const void *csr_val, rocsparse_indextype row_ptr_type, rocsparse_indextype col_ind_type,
    rocsparse_index_base idx_base, rocsparse_datatype data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_csc_descr(rocsparse_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz, void
    *csc_col_ptr, void *csc_row_ind, void *csc_val, rocsparse_indextype col_ptr_type, rocsparse_indextype row_ind_type, rocsparse_index_base
    idx_base, rocsparse_datatype data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_const_csc_descr(rocsparse_const_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz,
    const void *csc_col_ptr, const void *csc_row_ind, const void *csc_val, rocsparse_indextype col_ptr_type, rocsparse_indextype row_ind_type,
    rocsparse_index_base idx_base, rocsparse_datatype data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_destroy_spmat_descr(rocsparse_const_spmat_descr descr);
ROCSPARSE_EXPORT rocsparse_status rocsparse_coo_get(const rocsparse_spmat_descr descr, int64_t *rows, int64_t *cols, int64_t *nnz, void
    **coo_row_ind, void **coo_col_ind, void **coo_val, rocsparse_indextype *idx_type, rocsparse_index_base *idx_base, rocsparse_datatype
    *data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_const_coo_get(rocsparse_const_spmat_descr descr, int64_t *rows, int64_t *cols, int64_t *nnz, const void
    **coo_row_ind, const void **coo_col_ind, const void **coo_val, rocsparse_indextype *idx_type, rocsparse_index_base *idx_base, rocsparse_datatype
    *data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_coo_aos_get(const rocsparse_spmat_descr descr, int64_t *rows, int64_t *cols, int64_t *nnz, void
    **coo_ind, void **coo_val, rocsparse_indextype *idx_type, rocsparse_index_base *idx_base, rocsparse_datatype *data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_const_coo_aos_get(rocsparse_const_spmat_descr descr, int64_t *rows, int64_t *cols, int64_t *nnz, const
    void **coo_ind, const void **coo_val, rocsparse_indextype *idx_type, rocsparse_index_base *idx_base, rocsparse_datatype *data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csr_get(const rocsparse_spmat_descr descr, int64_t *rows, int64_t *cols, int64_t *nnz, void
    **csr_row_ptr, void **csr_col_ind, void **csr_val, rocsparse_indextype *row_ptr_type, rocsparse_indextype *col_ind_type, rocsparse_index_base
    *idx_base, rocsparse_datatype *data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_const_csr_get(rocsparse_const_spmat_descr descr, int64_t *rows, int64_t *cols, int64_t *nnz, const void
    **csr_row_ptr, const void **csr_col_ind, const void **csr_val, rocsparse_indextype *row_ptr_type, rocsparse_indextype *col_ind_type,
    rocsparse_index_base *idx_base, rocsparse_datatype *data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csc_get(const rocsparse_spmat_descr descr, int64_t *rows, int64_t *cols, int64_t *nnz, void
    **csc_col_ptr, void **csc_row_ind, void **csc_val, rocsparse_indextype *col_ptr_type, rocsparse_indextype *row_ind_type, rocsparse_index_base
    *idx_base, rocsparse_datatype *data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_const_csc_get(rocsparse_const_spmat_descr descr, int64_t *rows, int64_t *cols, int64_t *nnz, const void
    **csc_col_ptr, const void **csc_row_ind, const void **csc_val, rocsparse_indextype *col_ptr_type, rocsparse_indextype *row_ind_type,
    rocsparse_index_base *idx_base, rocsparse_datatype *data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_coo_set_pointers(rocsparse_spmat_descr descr, void *coo_row_ind, void *coo_col_ind, void *coo_val);
ROCSPARSE_EXPORT rocsparse_status rocsparse_coo_aos_set_pointers(rocsparse_spmat_descr descr, void *coo_ind, void *coo_val);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csr_set_pointers(rocsparse_spmat_descr descr, void *csr_row_ptr, void *csr_col_ind, void *csr_val);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csc_set_pointers(rocsparse_spmat_descr descr, void *csc_col_ptr, void *csc_row_ind, void *csc_val);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmat_get_size(rocsparse_const_spmat_descr descr, int64_t *rows, int64_t *cols, int64_t *nnz);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmat_get_format(rocsparse_const_spmat_descr descr, rocsparse_format *format);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmat_get_index_base(rocsparse_const_spmat_descr descr, rocsparse_index_base *idx_base);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmat_get_values(rocsparse_spmat_descr descr, void **values);
ROCSPARSE_EXPORT rocsparse_status rocsparse_const_spmat_get_values(rocsparse_const_spmat_descr descr, const void **values);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmat_set_values(rocsparse_spmat_descr descr, void *values);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmat_get_nnz(rocsparse_const_spmat_descr descr, int64_t *nnz);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmat_set_nnz(rocsparse_spmat_descr descr, int64_t nnz);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmat_get_strided_batch(rocsparse_const_spmat_descr descr, rocsparse_int *batch_count);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmat_set_strided_batch(rocsparse_spmat_descr descr, rocsparse_int batch_count);
ROCSPARSE_EXPORT rocsparse_status rocsparse_coo_set_strided_batch(rocsparse_spmat_descr descr, rocsparse_int batch_count, int64_t batch_stride);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csr_set_strided_batch(rocsparse_spmat_descr descr, rocsparse_int batch_count, int64_t
    offsets_batch_stride, int64_t columns_values_batch_stride);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csc_set_strided_batch(rocsparse_spmat_descr descr, rocsparse_int batch_count, int64_t
    offsets_batch_stride, int64_t rows_values_batch_stride);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmat_get_attribute(rocsparse_const_spmat_descr descr, rocsparse_spmat_attribute attribute, void *data,
    size_t data_size);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmat_set_attribute(rocsparse_spmat_descr descr, rocsparse_spmat_attribute attribute, const void *data,
    size_t data_size);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_dnmat_descr(rocsparse_dnmat_descr *descr, int64_t rows, int64_t cols, int64_t ld, void *values,
    rocsparse_datatype data_type, rocsparse_order order);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_const_dnmat_descr(rocsparse_const_dnmat_descr *descr, int64_t rows, int64_t cols, int64_t ld,
    const void *values, rocsparse_datatype data_type, rocsparse_order order);
ROCSPARSE_EXPORT rocsparse_status rocsparse_destroy_dnmat_descr(rocsparse_const_dnmat_descr descr);
ROCSPARSE_EXPORT rocsparse_status rocsparse_dnmat_get(const rocsparse_dnmat_descr descr, int64_t *rows, int64_t *cols, int64_t *ld, void **values,
    rocsparse_datatype *data_type, rocsparse_order *order);
ROCSPARSE_EXPORT rocsparse_status rocsparse_const_dnmat_get(rocsparse_const_dnmat_descr descr, int64_t *rows, int64_t *cols, int64_t *ld, const void
    **values, rocsparse_datatype *data_type, rocsparse_order *order);
ROCSPARSE_EXPORT rocsparse_status rocsparse_dnmat_get_values(const rocsparse_dnmat_descr descr, void **values);
ROCSPARSE_EXPORT rocsparse_status rocsparse_const_dnmat_get_values(rocsparse_const_dnmat_descr descr, const void **values);
ROCSPARSE_EXPORT rocsparse_status rocsparse_dnmat_set_values(rocsparse_dnmat_descr descr, void *values);
ROCSPARSE_EXPORT rocsparse_status rocsparse_dnmat_get_strided_batch(rocsparse_const_dnmat_descr descr, rocsparse_int *batch_count, int64_t
    *batch_stride);
ROCSPARSE_EXPORT rocsparse_status rocsparse_dnmat_set_strided_batch(rocsparse_dnmat_descr descr, rocsparse_int batch_count, int64_t batch_stride);

#ifdef __cplusplus
}
#endif

#endif
