/* rocsparse-functions.h: rocSPARSE's functions by element type and their parameters, each once. Declarations are made of these lists here, definitions in
 * runtime/rocsparse/{typed,itilu0,ell,csritsv}.hip.
 *
 * ROCSPARSE_gthr(T, R): the parameters, of elements T, whose real type is R.
 * ROCSPARSE_LEVEL1(X): X(name, parameters, T, R, letter) for each function; the letter is that of hipSPARSE's.
 */
#ifndef HIPVK_ROCSPARSE_FUNCTIONS_H
#define HIPVK_ROCSPARSE_FUNCTIONS_H

#include "rocsparse-export.h"
#include "rocsparse-types.h"

#define ROCSPARSE_SD(X, f) X(rocsparse_s##f, f, float, float, S) X(rocsparse_d##f, f, double, double, D)
#define ROCSPARSE_CZ(X, f) X(rocsparse_c##f, f, rocsparse_float_complex, float, C) X(rocsparse_z##f, f, rocsparse_double_complex, double, Z)
#define ROCSPARSE_SDCZ(X, f) ROCSPARSE_SD(X, f) ROCSPARSE_CZ(X, f)
#define ROCSPARSE_ONE(X, f) X(rocsparse_##f, f, void, void, X)

/* Conversions and sorting. */
#define ROCSPARSE_coo2csr(T, R) (rocsparse_handle handle, const rocsparse_int *coo_row_ind, rocsparse_int nnz, rocsparse_int m, \
    rocsparse_int *csr_row_ptr, rocsparse_index_base idx_base)
#define ROCSPARSE_coosort_buffer_size(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz, \
    const rocsparse_int *coo_row_ind, const rocsparse_int *coo_col_ind, size_t *buffer_size)
#define ROCSPARSE_coosort_by_row(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz, rocsparse_int *coo_row_ind, \
    rocsparse_int *coo_col_ind, rocsparse_int *perm, void *temp_buffer)
#define ROCSPARSE_coosort_by_column(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz, rocsparse_int *coo_row_ind, \
    rocsparse_int *coo_col_ind, rocsparse_int *perm, void *temp_buffer)
#define ROCSPARSE_csc2dense(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const rocsparse_mat_descr descr, const T *csc_val, \
    const rocsparse_int *csc_col_ptr, const rocsparse_int *csc_row_ind, T *A, rocsparse_int ld)
#define ROCSPARSE_cscsort_buffer_size(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz, \
    const rocsparse_int *csc_col_ptr, const rocsparse_int *csc_row_ind, size_t *buffer_size)
#define ROCSPARSE_cscsort(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz, const rocsparse_mat_descr descr, \
    const rocsparse_int *csc_col_ptr, rocsparse_int *csc_row_ind, rocsparse_int *perm, void *temp_buffer)
#define ROCSPARSE_csr2bsr_nnz(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int n, \
    const rocsparse_mat_descr csr_descr, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, rocsparse_int block_dim, \
    const rocsparse_mat_descr bsr_descr, rocsparse_int *bsr_row_ptr, rocsparse_int *bsr_nnz)
#define ROCSPARSE_csr2bsr(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int n, \
    const rocsparse_mat_descr csr_descr, const T *csr_val, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, \
    rocsparse_int block_dim, const rocsparse_mat_descr bsr_descr, T *bsr_val, rocsparse_int *bsr_row_ptr, rocsparse_int *bsr_col_ind)
#define ROCSPARSE_bsr2csr(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb, rocsparse_int nb, \
    const rocsparse_mat_descr bsr_descr, const T *bsr_val, const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind, \
    rocsparse_int block_dim, const rocsparse_mat_descr csr_descr, T *csr_val, rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind)
#define ROCSPARSE_csr2coo(T, R) (rocsparse_handle handle, const rocsparse_int *csr_row_ptr, rocsparse_int nnz, rocsparse_int m, \
    rocsparse_int *coo_row_ind, rocsparse_index_base idx_base)
#define ROCSPARSE_csr2csc_buffer_size(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz, \
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, rocsparse_action copy_values, size_t *buffer_size)
#define ROCSPARSE_csr2csc(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz, const T *csr_val, \
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, T *csc_val, rocsparse_int *csc_row_ind, rocsparse_int *csc_col_ptr, \
    rocsparse_action copy_values, rocsparse_index_base idx_base, void *temp_buffer)
#define ROCSPARSE_csr2csr_compress(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const rocsparse_mat_descr descr_A, \
    const T *csr_val_A, const rocsparse_int *csr_row_ptr_A, const rocsparse_int *csr_col_ind_A, rocsparse_int nnz_A, \
    const rocsparse_int *nnz_per_row, T *csr_val_C, rocsparse_int *csr_row_ptr_C, rocsparse_int *csr_col_ind_C, T tol)
#define ROCSPARSE_csr2dense(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const rocsparse_mat_descr descr, const T *csr_val, \
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, T *A, rocsparse_int ld)
#define ROCSPARSE_csr2gebsr_buffer_size(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int n, \
    const rocsparse_mat_descr csr_descr, const T *csr_val, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, \
    rocsparse_int row_block_dim, rocsparse_int col_block_dim, size_t *buffer_size)
#define ROCSPARSE_csr2gebsr_nnz(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int n, \
    const rocsparse_mat_descr csr_descr, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, const rocsparse_mat_descr bsr_descr, \
    rocsparse_int *bsr_row_ptr, rocsparse_int row_block_dim, rocsparse_int col_block_dim, rocsparse_int *bsr_nnz_devhost, void *temp_buffer)
#define ROCSPARSE_csr2gebsr(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int n, \
    const rocsparse_mat_descr csr_descr, const T *csr_val, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, \
    const rocsparse_mat_descr bsr_descr, T *bsr_val, rocsparse_int *bsr_row_ptr, rocsparse_int *bsr_col_ind, rocsparse_int row_block_dim, \
    rocsparse_int col_block_dim, void *temp_buffer)
#define ROCSPARSE_csrsort_buffer_size(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz, \
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, size_t *buffer_size)
#define ROCSPARSE_csrsort(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz, const rocsparse_mat_descr descr, \
    const rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind, rocsparse_int *perm, void *temp_buffer)
#define ROCSPARSE_dense2csr(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const rocsparse_mat_descr descr, const T *A, \
    rocsparse_int ld, const rocsparse_int *nnz_per_rows, T *csr_val, rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind)
#define ROCSPARSE_dense2csc(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const rocsparse_mat_descr descr, const T *A, \
    rocsparse_int ld, const rocsparse_int *nnz_per_columns, T *csc_val, rocsparse_int *csc_col_ptr, rocsparse_int *csc_row_ind)
#define ROCSPARSE_gebsr2csr(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb, rocsparse_int nb, \
    const rocsparse_mat_descr bsr_descr, const T *bsr_val, const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind, \
    rocsparse_int row_block_dim, rocsparse_int col_block_dim, const rocsparse_mat_descr csr_descr, T *csr_val, rocsparse_int *csr_row_ptr, \
    rocsparse_int *csr_col_ind)
#define ROCSPARSE_create_identity_permutation(T, R) (rocsparse_handle handle, rocsparse_int n, rocsparse_int *p)
#define ROCSPARSE_nnz(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int n, const rocsparse_mat_descr descr, \
    const T *A, rocsparse_int ld, rocsparse_int *nnz_per_row_columns, rocsparse_int *nnz_total_dev_host_ptr)
#define ROCSPARSE_nnz_compress(T, R) (rocsparse_handle handle, rocsparse_int m, const rocsparse_mat_descr descr_A, const T *csr_val_A, \
    const rocsparse_int *csr_row_ptr_A, rocsparse_int *nnz_per_row, rocsparse_int *nnz_C, T tol)
#define ROCSPARSE_CONVERSION(X) ROCSPARSE_ONE(X, coo2csr) ROCSPARSE_ONE(X, coosort_buffer_size) ROCSPARSE_ONE(X, \
    coosort_by_row) ROCSPARSE_ONE(X, coosort_by_column) ROCSPARSE_SDCZ(X, csc2dense) ROCSPARSE_ONE(X, cscsort_buffer_size) ROCSPARSE_ONE(X, \
    cscsort) ROCSPARSE_ONE(X, csr2bsr_nnz) ROCSPARSE_SDCZ(X, csr2bsr) ROCSPARSE_SDCZ(X, bsr2csr) ROCSPARSE_ONE(X, \
    csr2coo) ROCSPARSE_ONE(X, csr2csc_buffer_size) ROCSPARSE_SDCZ(X, csr2csc) ROCSPARSE_SDCZ(X, csr2csr_compress) ROCSPARSE_SDCZ(X, \
    csr2dense) ROCSPARSE_SDCZ(X, csr2gebsr_buffer_size) ROCSPARSE_ONE(X, csr2gebsr_nnz) ROCSPARSE_SDCZ(X, csr2gebsr) ROCSPARSE_ONE(X, \
    csrsort_buffer_size) ROCSPARSE_ONE(X, csrsort) ROCSPARSE_SDCZ(X, dense2csr) ROCSPARSE_SDCZ(X, dense2csc) ROCSPARSE_SDCZ(X, \
    gebsr2csr) ROCSPARSE_ONE(X, create_identity_permutation) ROCSPARSE_SDCZ(X, nnz) ROCSPARSE_SDCZ(X, nnz_compress)

/* Sums and products of sparse matrices. */
#define ROCSPARSE_csrgeam_nnz(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const rocsparse_mat_descr descr_A, \
    rocsparse_int nnz_A, const rocsparse_int *csr_row_ptr_A, const rocsparse_int *csr_col_ind_A, const rocsparse_mat_descr descr_B, \
    rocsparse_int nnz_B, const rocsparse_int *csr_row_ptr_B, const rocsparse_int *csr_col_ind_B, const rocsparse_mat_descr descr_C, \
    rocsparse_int *csr_row_ptr_C, rocsparse_int *nnz_C)
#define ROCSPARSE_csrgeam(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *alpha, const rocsparse_mat_descr descr_A, \
    rocsparse_int nnz_A, const T *csr_val_A, const rocsparse_int *csr_row_ptr_A, const rocsparse_int *csr_col_ind_A, const T *beta, \
    const rocsparse_mat_descr descr_B, rocsparse_int nnz_B, const T *csr_val_B, const rocsparse_int *csr_row_ptr_B, \
    const rocsparse_int *csr_col_ind_B, const rocsparse_mat_descr descr_C, T *csr_val_C, const rocsparse_int *csr_row_ptr_C, \
    rocsparse_int *csr_col_ind_C)
#define ROCSPARSE_csrgemm_buffer_size(T, R) (rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B, rocsparse_int m, \
    rocsparse_int n, rocsparse_int k, const T *alpha, const rocsparse_mat_descr descr_A, rocsparse_int nnz_A, const rocsparse_int *csr_row_ptr_A, \
    const rocsparse_int *csr_col_ind_A, const rocsparse_mat_descr descr_B, rocsparse_int nnz_B, const rocsparse_int *csr_row_ptr_B, \
    const rocsparse_int *csr_col_ind_B, const T *beta, const rocsparse_mat_descr descr_D, rocsparse_int nnz_D, const rocsparse_int *csr_row_ptr_D, \
    const rocsparse_int *csr_col_ind_D, rocsparse_mat_info info_C, size_t *buffer_size)
#define ROCSPARSE_csrgemm_nnz(T, R) (rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B, rocsparse_int m, \
    rocsparse_int n, rocsparse_int k, const rocsparse_mat_descr descr_A, rocsparse_int nnz_A, const rocsparse_int *csr_row_ptr_A, \
    const rocsparse_int *csr_col_ind_A, const rocsparse_mat_descr descr_B, rocsparse_int nnz_B, const rocsparse_int *csr_row_ptr_B, \
    const rocsparse_int *csr_col_ind_B, const rocsparse_mat_descr descr_D, rocsparse_int nnz_D, const rocsparse_int *csr_row_ptr_D, \
    const rocsparse_int *csr_col_ind_D, const rocsparse_mat_descr descr_C, rocsparse_int *csr_row_ptr_C, rocsparse_int *nnz_C, \
    const rocsparse_mat_info info_C, void *temp_buffer)
#define ROCSPARSE_csrgemm(T, R) (rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B, rocsparse_int m, \
    rocsparse_int n, rocsparse_int k, const T *alpha, const rocsparse_mat_descr descr_A, rocsparse_int nnz_A, const T *csr_val_A, \
    const rocsparse_int *csr_row_ptr_A, const rocsparse_int *csr_col_ind_A, const rocsparse_mat_descr descr_B, rocsparse_int nnz_B, \
    const T *csr_val_B, const rocsparse_int *csr_row_ptr_B, const rocsparse_int *csr_col_ind_B, const T *beta, const rocsparse_mat_descr descr_D, \
    rocsparse_int nnz_D, const T *csr_val_D, const rocsparse_int *csr_row_ptr_D, const rocsparse_int *csr_col_ind_D, \
    const rocsparse_mat_descr descr_C, T *csr_val_C, const rocsparse_int *csr_row_ptr_C, rocsparse_int *csr_col_ind_C, \
    const rocsparse_mat_info info_C, void *temp_buffer)
#define ROCSPARSE_EXTRA(X) ROCSPARSE_ONE(X, csrgeam_nnz) ROCSPARSE_SDCZ(X, csrgeam) ROCSPARSE_SDCZ(X, csrgemm_buffer_size) ROCSPARSE_ONE(X, \
    csrgemm_nnz) ROCSPARSE_SDCZ(X, csrgemm)

/* A sparse and a dense vector. */
#define ROCSPARSE_axpyi(T, R) (rocsparse_handle handle, rocsparse_int nnz, const T *alpha, const T *x_val, const rocsparse_int *x_ind, T *y, \
    rocsparse_index_base idx_base)
#define ROCSPARSE_dotci(T, R) (rocsparse_handle handle, rocsparse_int nnz, const T *x_val, const rocsparse_int *x_ind, const T *y, T *result, \
    rocsparse_index_base idx_base)
#define ROCSPARSE_doti(T, R) (rocsparse_handle handle, rocsparse_int nnz, const T *x_val, const rocsparse_int *x_ind, const T *y, T *result, \
    rocsparse_index_base idx_base)
#define ROCSPARSE_gthr(T, R) (rocsparse_handle handle, rocsparse_int nnz, const T *y, T *x_val, const rocsparse_int *x_ind, \
    rocsparse_index_base idx_base)
#define ROCSPARSE_gthrz(T, R) (rocsparse_handle handle, rocsparse_int nnz, T *y, T *x_val, const rocsparse_int *x_ind, rocsparse_index_base idx_base)
#define ROCSPARSE_roti(T, R) (rocsparse_handle handle, rocsparse_int nnz, T *x_val, const rocsparse_int *x_ind, T *y, const T *c, const T *s, \
    rocsparse_index_base idx_base)
#define ROCSPARSE_sctr(T, R) (rocsparse_handle handle, rocsparse_int nnz, const T *x_val, const rocsparse_int *x_ind, T *y, \
    rocsparse_index_base idx_base)
#define ROCSPARSE_LEVEL1(X) ROCSPARSE_SDCZ(X, axpyi) ROCSPARSE_CZ(X, dotci) ROCSPARSE_SDCZ(X, doti) ROCSPARSE_SDCZ(X, \
    gthr) ROCSPARSE_SDCZ(X, gthrz) ROCSPARSE_SD(X, roti) ROCSPARSE_SDCZ(X, sctr)

/* A sparse matrix and a vector. */
#define ROCSPARSE_bsrmv_analysis(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans, rocsparse_int mb, \
    rocsparse_int nb, rocsparse_int nnzb, const rocsparse_mat_descr descr, const T *bsr_val, const rocsparse_int *bsr_row_ptr, \
    const rocsparse_int *bsr_col_ind, rocsparse_int block_dim, rocsparse_mat_info info)
#define ROCSPARSE_bsrmv(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans, rocsparse_int mb, rocsparse_int nb, \
    rocsparse_int nnzb, const T *alpha, const rocsparse_mat_descr descr, const T *bsr_val, const rocsparse_int *bsr_row_ptr, \
    const rocsparse_int *bsr_col_ind, rocsparse_int block_dim, rocsparse_mat_info info, const T *x, const T *beta, T *y)
#define ROCSPARSE_bsrmv_clear(T, R) (rocsparse_handle handle, rocsparse_mat_info info)
#define ROCSPARSE_bsrsv_zero_pivot(T, R) (rocsparse_handle handle, rocsparse_mat_info info, rocsparse_int *position)
#define ROCSPARSE_bsrsv_buffer_size(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans, rocsparse_int mb, \
    rocsparse_int nnzb, const rocsparse_mat_descr descr, const T *bsr_val, const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind, \
    rocsparse_int block_dim, rocsparse_mat_info info, size_t *buffer_size)
#define ROCSPARSE_bsrsv_analysis(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans, rocsparse_int mb, \
    rocsparse_int nnzb, const rocsparse_mat_descr descr, const T *bsr_val, const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind, \
    rocsparse_int block_dim, rocsparse_mat_info info, rocsparse_analysis_policy analysis, rocsparse_solve_policy solve, void *temp_buffer)
#define ROCSPARSE_bsrsv_clear(T, R) (rocsparse_handle handle, rocsparse_mat_info info)
#define ROCSPARSE_bsrsv_solve(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans, rocsparse_int mb, \
    rocsparse_int nnzb, const T *alpha, const rocsparse_mat_descr descr, const T *bsr_val, const rocsparse_int *bsr_row_ptr, \
    const rocsparse_int *bsr_col_ind, rocsparse_int block_dim, rocsparse_mat_info info, const T *x, T *y, rocsparse_solve_policy policy, \
    void *temp_buffer)
#define ROCSPARSE_bsrxmv(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans, rocsparse_int size_of_mask, \
    rocsparse_int mb, rocsparse_int nb, rocsparse_int nnzb, const T *alpha, const rocsparse_mat_descr descr, const T *bsr_val, \
    const rocsparse_int *bsr_mask_ptr, const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_end_ptr, const rocsparse_int *bsr_col_ind, \
    rocsparse_int block_dim, const T *x, const T *beta, T *y)
#define ROCSPARSE_coomv(T, R) (rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int n, rocsparse_int nnz, \
    const T *alpha, const rocsparse_mat_descr descr, const T *coo_val, const rocsparse_int *coo_row_ind, const rocsparse_int *coo_col_ind, \
    const T *x, const T *beta, T *y)
#define ROCSPARSE_csrmv_analysis(T, R) (rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int n, rocsparse_int nnz, \
    const rocsparse_mat_descr descr, const T *csr_val, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, rocsparse_mat_info info)
#define ROCSPARSE_csrmv_clear(T, R) (rocsparse_handle handle, rocsparse_mat_info info)
#define ROCSPARSE_csrmv(T, R) (rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int n, rocsparse_int nnz, \
    const T *alpha, const rocsparse_mat_descr descr, const T *csr_val, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, \
    rocsparse_mat_info info, const T *x, const T *beta, T *y)
#define ROCSPARSE_csrsv_zero_pivot(T, R) (rocsparse_handle handle, const rocsparse_mat_descr descr, rocsparse_mat_info info, rocsparse_int *position)
#define ROCSPARSE_csrsv_buffer_size(T, R) (rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int nnz, \
    const rocsparse_mat_descr descr, const T *csr_val, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, rocsparse_mat_info info, \
    size_t *buffer_size)
#define ROCSPARSE_csrsv_analysis(T, R) (rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int nnz, \
    const rocsparse_mat_descr descr, const T *csr_val, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, rocsparse_mat_info info, \
    rocsparse_analysis_policy analysis, rocsparse_solve_policy solve, void *temp_buffer)
#define ROCSPARSE_csrsv_clear(T, R) (rocsparse_handle handle, const rocsparse_mat_descr descr, rocsparse_mat_info info)
#define ROCSPARSE_csrsv_solve(T, R) (rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int nnz, const T *alpha, \
    const rocsparse_mat_descr descr, const T *csr_val, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, rocsparse_mat_info info, \
    const T *x, T *y, rocsparse_solve_policy policy, void *temp_buffer)
#define ROCSPARSE_gemvi_buffer_size(T, R) (rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int n, rocsparse_int nnz, \
    size_t *buffer_size)
#define ROCSPARSE_gemvi(T, R) (rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int n, const T *alpha, const T *A, \
    rocsparse_int lda, rocsparse_int nnz, const T *x_val, const rocsparse_int *x_ind, const T *beta, T *y, rocsparse_index_base idx_base, \
    void *temp_buffer)
#define ROCSPARSE_LEVEL2(X) ROCSPARSE_SDCZ(X, bsrmv_analysis) ROCSPARSE_SDCZ(X, bsrmv) ROCSPARSE_ONE(X, bsrmv_clear) ROCSPARSE_ONE(X, \
    bsrsv_zero_pivot) ROCSPARSE_SDCZ(X, bsrsv_buffer_size) ROCSPARSE_SDCZ(X, bsrsv_analysis) ROCSPARSE_ONE(X, bsrsv_clear) ROCSPARSE_SDCZ(X, \
    bsrsv_solve) ROCSPARSE_SDCZ(X, bsrxmv) ROCSPARSE_SDCZ(X, coomv) ROCSPARSE_SDCZ(X, csrmv_analysis) ROCSPARSE_ONE(X, \
    csrmv_clear) ROCSPARSE_SDCZ(X, csrmv) ROCSPARSE_ONE(X, csrsv_zero_pivot) ROCSPARSE_SDCZ(X, csrsv_buffer_size) ROCSPARSE_SDCZ(X, \
    csrsv_analysis) ROCSPARSE_ONE(X, csrsv_clear) ROCSPARSE_SDCZ(X, csrsv_solve) ROCSPARSE_SDCZ(X, gemvi_buffer_size) ROCSPARSE_SDCZ(X, \
    gemvi)

/* A sparse and a dense matrix. */
#define ROCSPARSE_bsrmm(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans_A, rocsparse_operation trans_B, \
    rocsparse_int mb, rocsparse_int n, rocsparse_int kb, rocsparse_int nnzb, const T *alpha, const rocsparse_mat_descr descr, const T *bsr_val, \
    const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind, rocsparse_int block_dim, const T *B, rocsparse_int ldb, const T *beta, T *C, \
    rocsparse_int ldc)
#define ROCSPARSE_bsrsm_zero_pivot(T, R) (rocsparse_handle handle, rocsparse_mat_info info, rocsparse_int *position)
#define ROCSPARSE_bsrsm_buffer_size(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans_A, \
    rocsparse_operation trans_X, rocsparse_int mb, rocsparse_int nrhs, rocsparse_int nnzb, const rocsparse_mat_descr descr, const T *bsr_val, \
    const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind, rocsparse_int block_dim, rocsparse_mat_info info, size_t *buffer_size)
#define ROCSPARSE_bsrsm_analysis(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans_A, rocsparse_operation trans_X, \
    rocsparse_int mb, rocsparse_int nrhs, rocsparse_int nnzb, const rocsparse_mat_descr descr, const T *bsr_val, const rocsparse_int *bsr_row_ptr, \
    const rocsparse_int *bsr_col_ind, rocsparse_int block_dim, rocsparse_mat_info info, rocsparse_analysis_policy analysis, \
    rocsparse_solve_policy solve, void *temp_buffer)
#define ROCSPARSE_bsrsm_clear(T, R) (rocsparse_handle handle, rocsparse_mat_info info)
#define ROCSPARSE_bsrsm_solve(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans_A, rocsparse_operation trans_X, \
    rocsparse_int mb, rocsparse_int nrhs, rocsparse_int nnzb, const T *alpha, const rocsparse_mat_descr descr, const T *bsr_val, \
    const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind, rocsparse_int block_dim, rocsparse_mat_info info, const T *B, \
    rocsparse_int ldb, T *X, rocsparse_int ldx, rocsparse_solve_policy policy, void *temp_buffer)
#define ROCSPARSE_csrmm(T, R) (rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B, rocsparse_int m, rocsparse_int n, \
    rocsparse_int k, rocsparse_int nnz, const T *alpha, const rocsparse_mat_descr descr, const T *csr_val, const rocsparse_int *csr_row_ptr, \
    const rocsparse_int *csr_col_ind, const T *B, rocsparse_int ldb, const T *beta, T *C, rocsparse_int ldc)
#define ROCSPARSE_csrsm_zero_pivot(T, R) (rocsparse_handle handle, rocsparse_mat_info info, rocsparse_int *position)
#define ROCSPARSE_csrsm_buffer_size(T, R) (rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B, rocsparse_int m, \
    rocsparse_int nrhs, rocsparse_int nnz, const T *alpha, const rocsparse_mat_descr descr, const T *csr_val, const rocsparse_int *csr_row_ptr, \
    const rocsparse_int *csr_col_ind, const T *B, rocsparse_int ldb, rocsparse_mat_info info, rocsparse_solve_policy policy, size_t *buffer_size)
#define ROCSPARSE_csrsm_analysis(T, R) (rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B, rocsparse_int m, \
    rocsparse_int nrhs, rocsparse_int nnz, const T *alpha, const rocsparse_mat_descr descr, const T *csr_val, const rocsparse_int *csr_row_ptr, \
    const rocsparse_int *csr_col_ind, const T *B, rocsparse_int ldb, rocsparse_mat_info info, rocsparse_analysis_policy analysis, \
    rocsparse_solve_policy solve, void *temp_buffer)
#define ROCSPARSE_csrsm_clear(T, R) (rocsparse_handle handle, rocsparse_mat_info info)
#define ROCSPARSE_csrsm_solve(T, R) (rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B, rocsparse_int m, \
    rocsparse_int nrhs, rocsparse_int nnz, const T *alpha, const rocsparse_mat_descr descr, const T *csr_val, const rocsparse_int *csr_row_ptr, \
    const rocsparse_int *csr_col_ind, T *B, rocsparse_int ldb, rocsparse_mat_info info, rocsparse_solve_policy policy, void *temp_buffer)
#define ROCSPARSE_gemmi(T, R) (rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B, rocsparse_int m, rocsparse_int n, \
    rocsparse_int k, rocsparse_int nnz, const T *alpha, const T *A, rocsparse_int lda, const rocsparse_mat_descr descr, const T *csr_val, \
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, const T *beta, T *C, rocsparse_int ldc)
#define ROCSPARSE_LEVEL3(X) ROCSPARSE_SDCZ(X, bsrmm) ROCSPARSE_ONE(X, bsrsm_zero_pivot) ROCSPARSE_SDCZ(X, \
    bsrsm_buffer_size) ROCSPARSE_SDCZ(X, bsrsm_analysis) ROCSPARSE_ONE(X, bsrsm_clear) ROCSPARSE_SDCZ(X, bsrsm_solve) ROCSPARSE_SDCZ(X, \
    csrmm) ROCSPARSE_ONE(X, csrsm_zero_pivot) ROCSPARSE_SDCZ(X, csrsm_buffer_size) ROCSPARSE_SDCZ(X, csrsm_analysis) ROCSPARSE_ONE(X, \
    csrsm_clear) ROCSPARSE_SDCZ(X, csrsm_solve) ROCSPARSE_SDCZ(X, gemmi)

/* Incomplete factorisations, banded systems, colours. */
#define ROCSPARSE_bsric0_zero_pivot(T, R) (rocsparse_handle handle, rocsparse_mat_info info, rocsparse_int *position)
#define ROCSPARSE_bsric0_buffer_size(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb, rocsparse_int nnzb, \
    const rocsparse_mat_descr descr, const T *bsr_val, const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind, rocsparse_int block_dim, \
    rocsparse_mat_info info, size_t *buffer_size)
#define ROCSPARSE_bsric0_analysis(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb, rocsparse_int nnzb, \
    const rocsparse_mat_descr descr, const T *bsr_val, const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind, rocsparse_int block_dim, \
    rocsparse_mat_info info, rocsparse_analysis_policy analysis, rocsparse_solve_policy solve, void *temp_buffer)
#define ROCSPARSE_bsric0_clear(T, R) (rocsparse_handle handle, rocsparse_mat_info info)
#define ROCSPARSE_bsric0(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb, rocsparse_int nnzb, \
    const rocsparse_mat_descr descr, T *bsr_val, const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind, rocsparse_int block_dim, \
    rocsparse_mat_info info, rocsparse_solve_policy policy, void *temp_buffer)
#define ROCSPARSE_bsrilu0_zero_pivot(T, R) (rocsparse_handle handle, rocsparse_mat_info info, rocsparse_int *position)
#define ROCSPARSE_bsrilu0_buffer_size(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb, rocsparse_int nnzb, \
    const rocsparse_mat_descr descr, const T *bsr_val, const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind, rocsparse_int block_dim, \
    rocsparse_mat_info info, size_t *buffer_size)
#define ROCSPARSE_bsrilu0_analysis(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb, rocsparse_int nnzb, \
    const rocsparse_mat_descr descr, const T *bsr_val, const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind, rocsparse_int block_dim, \
    rocsparse_mat_info info, rocsparse_analysis_policy analysis, rocsparse_solve_policy solve, void *temp_buffer)
#define ROCSPARSE_bsrilu0_clear(T, R) (rocsparse_handle handle, rocsparse_mat_info info)
#define ROCSPARSE_bsrilu0(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb, rocsparse_int nnzb, \
    const rocsparse_mat_descr descr, T *bsr_val, const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind, rocsparse_int block_dim, \
    rocsparse_mat_info info, rocsparse_solve_policy policy, void *temp_buffer)
#define ROCSPARSE_csric0_zero_pivot(T, R) (rocsparse_handle handle, rocsparse_mat_info info, rocsparse_int *position)
#define ROCSPARSE_csric0_buffer_size(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz, const rocsparse_mat_descr descr, \
    const T *csr_val, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, rocsparse_mat_info info, size_t *buffer_size)
#define ROCSPARSE_csric0_analysis(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz, const rocsparse_mat_descr descr, \
    const T *csr_val, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, rocsparse_mat_info info, \
    rocsparse_analysis_policy analysis, rocsparse_solve_policy solve, void *temp_buffer)
#define ROCSPARSE_csric0_clear(T, R) (rocsparse_handle handle, rocsparse_mat_info info)
#define ROCSPARSE_csric0(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz, const rocsparse_mat_descr descr, T *csr_val, \
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, rocsparse_mat_info info, rocsparse_solve_policy policy, void *temp_buffer)
#define ROCSPARSE_csrilu0_zero_pivot(T, R) (rocsparse_handle handle, rocsparse_mat_info info, rocsparse_int *position)
#define ROCSPARSE_csrilu0_buffer_size(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz, const rocsparse_mat_descr descr, \
    const T *csr_val, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, rocsparse_mat_info info, size_t *buffer_size)
#define ROCSPARSE_csrilu0_analysis(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz, const rocsparse_mat_descr descr, \
    const T *csr_val, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, rocsparse_mat_info info, \
    rocsparse_analysis_policy analysis, rocsparse_solve_policy solve, void *temp_buffer)
#define ROCSPARSE_csrilu0_clear(T, R) (rocsparse_handle handle, rocsparse_mat_info info)
#define ROCSPARSE_csrilu0(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz, const rocsparse_mat_descr descr, T *csr_val, \
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, rocsparse_mat_info info, rocsparse_solve_policy policy, void *temp_buffer)
#define ROCSPARSE_gtsv_buffer_size(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *dl, const T *d, const T *du, \
    const T *B, rocsparse_int ldb, size_t *buffer_size)
#define ROCSPARSE_gtsv(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *dl, const T *d, const T *du, T *B, \
    rocsparse_int ldb, void *temp_buffer)
#define ROCSPARSE_gtsv_no_pivot_buffer_size(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *dl, const T *d, const T *du, \
    const T *B, rocsparse_int ldb, size_t *buffer_size)
#define ROCSPARSE_gtsv_no_pivot(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *dl, const T *d, const T *du, T *B, \
    rocsparse_int ldb, void *temp_buffer)
#define ROCSPARSE_gtsv_no_pivot_strided_batch_buffer_size(T, R) (rocsparse_handle handle, rocsparse_int m, const T *dl, const T *d, const T *du, \
    const T *x, rocsparse_int batch_count, rocsparse_int batch_stride, size_t *buffer_size)
#define ROCSPARSE_gtsv_no_pivot_strided_batch(T, R) (rocsparse_handle handle, rocsparse_int m, const T *dl, const T *d, const T *du, T *x, \
    rocsparse_int batch_count, rocsparse_int batch_stride, void *temp_buffer)
#define ROCSPARSE_gtsv_interleaved_batch_buffer_size(T, R) (rocsparse_handle handle, rocsparse_gtsv_interleaved_alg alg, rocsparse_int m, \
    const T *dl, const T *d, const T *du, const T *x, rocsparse_int batch_count, rocsparse_int batch_stride, size_t *buffer_size)
#define ROCSPARSE_gtsv_interleaved_batch(T, R) (rocsparse_handle handle, rocsparse_gtsv_interleaved_alg alg, rocsparse_int m, T *dl, T *d, T *du, \
    T *x, rocsparse_int batch_count, rocsparse_int batch_stride, void *temp_buffer)
#define ROCSPARSE_gpsv_interleaved_batch_buffer_size(T, R) (rocsparse_handle handle, rocsparse_gpsv_interleaved_alg alg, rocsparse_int m, \
    const T *ds, const T *dl, const T *d, const T *du, const T *dw, const T *x, rocsparse_int batch_count, rocsparse_int batch_stride, \
    size_t *buffer_size)
#define ROCSPARSE_gpsv_interleaved_batch(T, R) (rocsparse_handle handle, rocsparse_gpsv_interleaved_alg alg, rocsparse_int m, T *ds, T *dl, T *d, \
    T *du, T *dw, T *x, rocsparse_int batch_count, rocsparse_int batch_stride, void *temp_buffer)
#define ROCSPARSE_csrcolor(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz, const rocsparse_mat_descr descr, const T *csr_val, \
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, const R *fraction_to_color, rocsparse_int *ncolors, rocsparse_int *coloring, \
    rocsparse_int *reordering, rocsparse_mat_info info)
#define ROCSPARSE_PRECOND(X) ROCSPARSE_ONE(X, bsric0_zero_pivot) ROCSPARSE_SDCZ(X, bsric0_buffer_size) ROCSPARSE_SDCZ(X, \
    bsric0_analysis) ROCSPARSE_ONE(X, bsric0_clear) ROCSPARSE_SDCZ(X, bsric0) ROCSPARSE_ONE(X, bsrilu0_zero_pivot) ROCSPARSE_SDCZ(X, \
    bsrilu0_buffer_size) ROCSPARSE_SDCZ(X, bsrilu0_analysis) ROCSPARSE_ONE(X, bsrilu0_clear) ROCSPARSE_SDCZ(X, bsrilu0) ROCSPARSE_ONE(X, \
    csric0_zero_pivot) ROCSPARSE_SDCZ(X, csric0_buffer_size) ROCSPARSE_SDCZ(X, csric0_analysis) ROCSPARSE_ONE(X, \
    csric0_clear) ROCSPARSE_SDCZ(X, csric0) ROCSPARSE_ONE(X, csrilu0_zero_pivot) ROCSPARSE_SDCZ(X, csrilu0_buffer_size) ROCSPARSE_SDCZ(X, \
    csrilu0_analysis) ROCSPARSE_ONE(X, csrilu0_clear) ROCSPARSE_SDCZ(X, csrilu0) ROCSPARSE_SDCZ(X, gtsv_buffer_size) ROCSPARSE_SDCZ(X, \
    gtsv) ROCSPARSE_SDCZ(X, gtsv_no_pivot_buffer_size) ROCSPARSE_SDCZ(X, gtsv_no_pivot) ROCSPARSE_SDCZ(X, \
    gtsv_no_pivot_strided_batch_buffer_size) ROCSPARSE_SDCZ(X, gtsv_no_pivot_strided_batch) ROCSPARSE_SDCZ(X, \
    gtsv_interleaved_batch_buffer_size) ROCSPARSE_SDCZ(X, gtsv_interleaved_batch) ROCSPARSE_SDCZ(X, \
    gpsv_interleaved_batch_buffer_size) ROCSPARSE_SDCZ(X, gpsv_interleaved_batch) ROCSPARSE_SDCZ(X, csrcolor)

/* An incomplete LU factorisation by iterations: the exact one, as of one iteration. */
#define ROCSPARSE_csritilu0_buffer_size(T, R) (rocsparse_handle handle, rocsparse_itilu0_alg alg, rocsparse_int option, rocsparse_int nmaxiter, \
    rocsparse_int m, rocsparse_int nnz, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, rocsparse_index_base idx_base, \
    rocsparse_datatype datatype, size_t *buffer_size)
#define ROCSPARSE_csritilu0_preprocess(T, R) (rocsparse_handle handle, rocsparse_itilu0_alg alg, rocsparse_int option, rocsparse_int nmaxiter, \
    rocsparse_int m, rocsparse_int nnz, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, rocsparse_index_base idx_base, \
    rocsparse_datatype datatype, size_t buffer_size, void *buffer)
#define ROCSPARSE_csritilu0_compute(T, R) (rocsparse_handle handle, rocsparse_itilu0_alg alg, rocsparse_int option, rocsparse_int *nmaxiter, R tol, \
    rocsparse_int m, rocsparse_int nnz, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, const T *csr_val, T *ilu0, \
    rocsparse_index_base idx_base, size_t buffer_size, void *buffer)
#define ROCSPARSE_csritilu0_compute_ex(T, R) (rocsparse_handle handle, rocsparse_itilu0_alg alg, rocsparse_int option, rocsparse_int *nmaxiter, \
    rocsparse_int nfreeiter, R tol, rocsparse_int m, rocsparse_int nnz, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, \
    const T *csr_val, T *ilu0, rocsparse_index_base idx_base, size_t buffer_size, void *buffer)
#define ROCSPARSE_csritilu0_history(T, R) (rocsparse_handle handle, rocsparse_itilu0_alg alg, rocsparse_int *niter, R *data, size_t buffer_size, \
    void *buffer)
#define ROCSPARSE_ITERATIVE(X) ROCSPARSE_ONE(X, csritilu0_buffer_size) ROCSPARSE_ONE(X, csritilu0_preprocess) \
    ROCSPARSE_SDCZ(X, csritilu0_compute) ROCSPARSE_SDCZ(X, csritilu0_compute_ex) ROCSPARSE_SDCZ(X, csritilu0_history)

/* Matrices with the same number of entries in each row (ELL): entry p of row i at i + p * m, columns below the base behind a row's last. */
#define ROCSPARSE_csr2ell_width(T, R) (rocsparse_handle handle, rocsparse_int m, const rocsparse_mat_descr csr_descr, \
    const rocsparse_int *csr_row_ptr, const rocsparse_mat_descr ell_descr, rocsparse_int *ell_width)
#define ROCSPARSE_csr2ell(T, R) (rocsparse_handle handle, rocsparse_int m, const rocsparse_mat_descr csr_descr, const T *csr_val, \
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, const rocsparse_mat_descr ell_descr, rocsparse_int ell_width, T *ell_val, \
    rocsparse_int *ell_col_ind)
#define ROCSPARSE_ell2csr_nnz(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const rocsparse_mat_descr ell_descr, \
    rocsparse_int ell_width, const rocsparse_int *ell_col_ind, const rocsparse_mat_descr csr_descr, rocsparse_int *csr_row_ptr, \
    rocsparse_int *csr_nnz)
#define ROCSPARSE_ell2csr(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const rocsparse_mat_descr ell_descr, \
    rocsparse_int ell_width, const T *ell_val, const rocsparse_int *ell_col_ind, const rocsparse_mat_descr csr_descr, T *csr_val, \
    const rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind)
#define ROCSPARSE_ellmv(T, R) (rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int n, const T *alpha, \
    const rocsparse_mat_descr descr, const T *ell_val, const rocsparse_int *ell_col_ind, rocsparse_int ell_width, const T *x, const T *beta, T *y)
#define ROCSPARSE_ELL(X) ROCSPARSE_ONE(X, csr2ell_width) ROCSPARSE_SDCZ(X, csr2ell) ROCSPARSE_ONE(X, ell2csr_nnz) ROCSPARSE_SDCZ(X, \
    ell2csr) ROCSPARSE_SDCZ(X, ellmv)

/* A triangle solved by Jacobi's iterations, from what y has on. */
#define ROCSPARSE_csritsv_zero_pivot ROCSPARSE_csrsv_zero_pivot
#define ROCSPARSE_csritsv_buffer_size ROCSPARSE_csrsv_buffer_size
#define ROCSPARSE_csritsv_analysis ROCSPARSE_csrsv_analysis
#define ROCSPARSE_csritsv_clear ROCSPARSE_csrsv_clear
#define ROCSPARSE_csritsv_solve(T, R) (rocsparse_handle handle, rocsparse_int *host_nmaxiter, const R *host_tol, R *host_history, \
    rocsparse_operation trans, rocsparse_int m, rocsparse_int nnz, const T *alpha, const rocsparse_mat_descr descr, const T *csr_val, \
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, rocsparse_mat_info info, const T *x, T *y, rocsparse_solve_policy policy, \
    void *temp_buffer)
#define ROCSPARSE_JACOBI(X) ROCSPARSE_ONE(X, csritsv_zero_pivot) ROCSPARSE_SDCZ(X, csritsv_buffer_size) ROCSPARSE_SDCZ(X, \
    csritsv_analysis) ROCSPARSE_ONE(X, csritsv_clear) ROCSPARSE_SDCZ(X, csritsv_solve)

#ifdef __cplusplus
extern "C" {
#endif

#define ROCSPARSE_DECLARE(name, list, T, R, letter) ROCSPARSE_EXPORT rocsparse_status name ROCSPARSE_##list(T, R);
ROCSPARSE_CONVERSION(ROCSPARSE_DECLARE)
ROCSPARSE_EXTRA(ROCSPARSE_DECLARE)
ROCSPARSE_LEVEL1(ROCSPARSE_DECLARE)
ROCSPARSE_LEVEL2(ROCSPARSE_DECLARE)
ROCSPARSE_LEVEL3(ROCSPARSE_DECLARE)
ROCSPARSE_PRECOND(ROCSPARSE_DECLARE)
ROCSPARSE_ITERATIVE(ROCSPARSE_DECLARE)
ROCSPARSE_ELL(ROCSPARSE_DECLARE)
ROCSPARSE_JACOBI(ROCSPARSE_DECLARE)
#undef ROCSPARSE_DECLARE

#ifdef __cplusplus
}
#endif

#endif
