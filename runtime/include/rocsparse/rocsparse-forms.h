/* rocsparse-forms.h: rocSPARSE's functions about matrices in further forms, each with its parameters once, as in rocsparse-functions.h: HYB matrices, which
 * the library keeps for itself, dense and sparse ones without their small elements, blocks of any shape, and permutations. Definitions are made of these
 * lists in runtime/rocsparse/{forms,gebsr,permutations}.hip.
 */
#ifndef HIPVK_ROCSPARSE_FORMS_H
#define HIPVK_ROCSPARSE_FORMS_H

#include "rocsparse-functions.h"

/* HYB matrices, made of CSR ones. */
#define ROCSPARSE_csr2hyb(T, R) (rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const rocsparse_mat_descr descr, const T *csr_val, \
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, rocsparse_hyb_mat hyb, rocsparse_int user_ell_width, \
    rocsparse_hyb_partition partition_type)
#define ROCSPARSE_hyb2csr_buffer_size(T, R) (rocsparse_handle handle, const rocsparse_mat_descr descr, const rocsparse_hyb_mat hyb, \
    const rocsparse_int *csr_row_ptr, size_t *buffer_size)
#define ROCSPARSE_hyb2csr(T, R) (rocsparse_handle handle, const rocsparse_mat_descr descr, const rocsparse_hyb_mat hyb, T *csr_val, \
    rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind, void *temp_buffer)
#define ROCSPARSE_hybmv(T, R) (rocsparse_handle handle, rocsparse_operation trans, const T *alpha, const rocsparse_mat_descr descr, \
    const rocsparse_hyb_mat hyb, const T *x, const T *beta, T *y)
#define ROCSPARSE_HYB(X) ROCSPARSE_SDCZ(X, csr2hyb) ROCSPARSE_ONE(X, hyb2csr_buffer_size) ROCSPARSE_SDCZ(X, hyb2csr) ROCSPARSE_SDCZ(X, hybmv)

/* Without elements that are no larger than a threshold, which lies where the pointer mode says, or without a share of the smallest in percent. */
#define ROCSPARSE_PRUNE_CSR_(T, limit) rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz_A, \
    const rocsparse_mat_descr csr_descr_A, const T *csr_val_A, const rocsparse_int *csr_row_ptr_A, const rocsparse_int *csr_col_ind_A, limit, \
    const rocsparse_mat_descr csr_descr_C
#define ROCSPARSE_PRUNED_CSR_(T, row, rest) row T *csr_val_C, const rocsparse_int *csr_row_ptr_C, row rocsparse_int *csr_col_ind_C, rest
#define ROCSPARSE_prune_csr2csr_buffer_size(T, R) (ROCSPARSE_PRUNE_CSR_(T, const T *threshold), ROCSPARSE_PRUNED_CSR_(T, const, size_t *buffer_size))
#define ROCSPARSE_prune_csr2csr_nnz(T, R) (ROCSPARSE_PRUNE_CSR_(T, const T *threshold), rocsparse_int *csr_row_ptr_C, \
    rocsparse_int *nnz_total_dev_host_ptr, void *temp_buffer)
#define ROCSPARSE_prune_csr2csr(T, R) (ROCSPARSE_PRUNE_CSR_(T, const T *threshold), ROCSPARSE_PRUNED_CSR_(T, , void *temp_buffer))
#define ROCSPARSE_prune_csr2csr_by_percentage_buffer_size(T, R) (ROCSPARSE_PRUNE_CSR_(T, T percentage), \
    ROCSPARSE_PRUNED_CSR_(T, const, rocsparse_mat_info info), size_t *buffer_size)
#define ROCSPARSE_prune_csr2csr_nnz_by_percentage(T, R) (ROCSPARSE_PRUNE_CSR_(T, T percentage), rocsparse_int *csr_row_ptr_C, \
    rocsparse_int *nnz_total_dev_host_ptr, rocsparse_mat_info info, void *temp_buffer)
#define ROCSPARSE_prune_csr2csr_by_percentage(T, R) (ROCSPARSE_PRUNE_CSR_(T, T percentage), \
    ROCSPARSE_PRUNED_CSR_(T, , rocsparse_mat_info info), void *temp_buffer)
#define ROCSPARSE_PRUNE_DENSE_(T, limit) rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *A, rocsparse_int lda, limit, \
    const rocsparse_mat_descr descr
#define ROCSPARSE_PRUNED_(T, row, rest) row T *csr_val, const rocsparse_int *csr_row_ptr, row rocsparse_int *csr_col_ind, rest
#define ROCSPARSE_prune_dense2csr_buffer_size(T, R) (ROCSPARSE_PRUNE_DENSE_(T, const T *threshold), ROCSPARSE_PRUNED_(T, const, size_t *buffer_size))
#define ROCSPARSE_prune_dense2csr_nnz(T, R) (ROCSPARSE_PRUNE_DENSE_(T, const T *threshold), rocsparse_int *csr_row_ptr, \
    rocsparse_int *nnz_total_dev_host_ptr, void *temp_buffer)
#define ROCSPARSE_prune_dense2csr(T, R) (ROCSPARSE_PRUNE_DENSE_(T, const T *threshold), ROCSPARSE_PRUNED_(T, , void *temp_buffer))
#define ROCSPARSE_prune_dense2csr_by_percentage_buffer_size(T, R) (ROCSPARSE_PRUNE_DENSE_(T, T percentage), \
    ROCSPARSE_PRUNED_(T, const, rocsparse_mat_info info), size_t *buffer_size)
#define ROCSPARSE_prune_dense2csr_nnz_by_percentage(T, R) (ROCSPARSE_PRUNE_DENSE_(T, T percentage), rocsparse_int *csr_row_ptr, \
    rocsparse_int *nnz_total_dev_host_ptr, rocsparse_mat_info info, void *temp_buffer)
#define ROCSPARSE_prune_dense2csr_by_percentage(T, R) (ROCSPARSE_PRUNE_DENSE_(T, T percentage), \
    ROCSPARSE_PRUNED_(T, , rocsparse_mat_info info), void *temp_buffer)
#define ROCSPARSE_PRUNE(X) ROCSPARSE_SD(X, prune_csr2csr_buffer_size) ROCSPARSE_SD(X, prune_csr2csr_nnz) ROCSPARSE_SD(X, prune_csr2csr) \
    ROCSPARSE_SD(X, prune_csr2csr_by_percentage_buffer_size) ROCSPARSE_SD(X, prune_csr2csr_nnz_by_percentage) \
    ROCSPARSE_SD(X, prune_csr2csr_by_percentage) ROCSPARSE_SD(X, prune_dense2csr_buffer_size) ROCSPARSE_SD(X, prune_dense2csr_nnz) \
    ROCSPARSE_SD(X, prune_dense2csr) ROCSPARSE_SD(X, prune_dense2csr_by_percentage_buffer_size) \
    ROCSPARSE_SD(X, prune_dense2csr_nnz_by_percentage) ROCSPARSE_SD(X, prune_dense2csr_by_percentage)

/* Blocks of any shape: transposed, of another shape, and products. */
#define ROCSPARSE_GEBSR_(T) rocsparse_handle handle, rocsparse_int mb, rocsparse_int nb, rocsparse_int nnzb, const T *bsr_val, \
    const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind, rocsparse_int row_block_dim, rocsparse_int col_block_dim
#define ROCSPARSE_gebsr2gebsc_buffer_size(T, R) (ROCSPARSE_GEBSR_(T), size_t *p_buffer_size)
#define ROCSPARSE_gebsr2gebsc(T, R) (ROCSPARSE_GEBSR_(T), T *bsc_val, rocsparse_int *bsc_row_ind, rocsparse_int *bsc_col_ptr, \
    rocsparse_action copy_values, rocsparse_index_base idx_base, void *temp_buffer)
#define ROCSPARSE_gebsr2gebsr_buffer_size(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb, rocsparse_int nb, \
    rocsparse_int nnzb, const rocsparse_mat_descr descr_A, const T *bsr_val_A, const rocsparse_int *bsr_row_ptr_A, \
    const rocsparse_int *bsr_col_ind_A, rocsparse_int row_block_dim_A, rocsparse_int col_block_dim_A, rocsparse_int row_block_dim_C, \
    rocsparse_int col_block_dim_C, size_t *buffer_size)
#define ROCSPARSE_gebsr2gebsr_nnz(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb, rocsparse_int nb, rocsparse_int nnzb, \
    const rocsparse_mat_descr descr_A, const rocsparse_int *bsr_row_ptr_A, const rocsparse_int *bsr_col_ind_A, rocsparse_int row_block_dim_A, \
    rocsparse_int col_block_dim_A, const rocsparse_mat_descr descr_C, rocsparse_int *bsr_row_ptr_C, rocsparse_int row_block_dim_C, \
    rocsparse_int col_block_dim_C, rocsparse_int *nnz_total_dev_host_ptr, void *temp_buffer)
#define ROCSPARSE_gebsr2gebsr(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb, rocsparse_int nb, rocsparse_int nnzb, \
    const rocsparse_mat_descr descr_A, const T *bsr_val_A, const rocsparse_int *bsr_row_ptr_A, const rocsparse_int *bsr_col_ind_A, \
    rocsparse_int row_block_dim_A, rocsparse_int col_block_dim_A, const rocsparse_mat_descr descr_C, T *bsr_val_C, rocsparse_int *bsr_row_ptr_C, \
    rocsparse_int *bsr_col_ind_C, rocsparse_int row_block_dim_C, rocsparse_int col_block_dim_C, void *temp_buffer)
#define ROCSPARSE_GEBSR_FACTOR_(T) const T *alpha, const rocsparse_mat_descr descr, const T *bsr_val, const rocsparse_int *bsr_row_ptr, \
    const rocsparse_int *bsr_col_ind, rocsparse_int row_block_dim, rocsparse_int col_block_dim
#define ROCSPARSE_gebsrmv(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans, rocsparse_int mb, rocsparse_int nb, \
    rocsparse_int nnzb, ROCSPARSE_GEBSR_FACTOR_(T), const T *x, const T *beta, T *y)
#define ROCSPARSE_gebsrmm(T, R) (rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans_A, rocsparse_operation trans_B, \
    rocsparse_int mb, rocsparse_int n, rocsparse_int kb, rocsparse_int nnzb, ROCSPARSE_GEBSR_FACTOR_(T), const T *B, rocsparse_int ldb, \
    const T *beta, T *C, rocsparse_int ldc)
#define ROCSPARSE_GEBSR(X) ROCSPARSE_SDCZ(X, gebsr2gebsc_buffer_size) ROCSPARSE_SDCZ(X, gebsr2gebsc) ROCSPARSE_SDCZ(X, gebsr2gebsr_buffer_size) \
    ROCSPARSE_ONE(X, gebsr2gebsr_nnz) ROCSPARSE_SDCZ(X, gebsr2gebsr) ROCSPARSE_SDCZ(X, gebsrmv) ROCSPARSE_SDCZ(X, gebsrmm)

/* Small pivots of incomplete factorisations become another number, where the pointer mode says: tolerances of the elements' real type. */
#define ROCSPARSE_csrilu0_numeric_boost(T, R) (rocsparse_handle handle, rocsparse_mat_info info, int enable_boost, const R *boost_tol, \
    const T *boost_val)
#define ROCSPARSE_bsrilu0_numeric_boost ROCSPARSE_csrilu0_numeric_boost
#define ROCSPARSE_BOOST(X) ROCSPARSE_SDCZ(X, csrilu0_numeric_boost) ROCSPARSE_SDCZ(X, bsrilu0_numeric_boost)

/* The order that undoes another, and the one that changes nothing. */
#define ROCSPARSE_inverse_permutation(T, R) (rocsparse_handle handle, rocsparse_int n, const rocsparse_int *p, rocsparse_int *q, \
    rocsparse_index_base base)
#define ROCSPARSE_set_identity_permutation(T, R) (rocsparse_handle handle, int64_t n, void *p, rocsparse_indextype indextype)
#define ROCSPARSE_PERMUTATIONS(X) ROCSPARSE_ONE(X, inverse_permutation) ROCSPARSE_ONE(X, set_identity_permutation)

#ifdef __cplusplus
extern "C" {
#endif

ROCSPARSE_EXPORT rocsparse_status rocsparse_create_hyb_mat(rocsparse_hyb_mat *hyb);
ROCSPARSE_EXPORT rocsparse_status rocsparse_destroy_hyb_mat(rocsparse_hyb_mat hyb);

#define ROCSPARSE_DECLARE(name, list, T, R, letter) ROCSPARSE_EXPORT rocsparse_status name ROCSPARSE_##list(T, R);
ROCSPARSE_HYB(ROCSPARSE_DECLARE)
ROCSPARSE_PRUNE(ROCSPARSE_DECLARE)
ROCSPARSE_GEBSR(ROCSPARSE_DECLARE)
ROCSPARSE_BOOST(ROCSPARSE_DECLARE)
ROCSPARSE_PERMUTATIONS(ROCSPARSE_DECLARE)
#undef ROCSPARSE_DECLARE

#ifdef __cplusplus
}
#endif

#endif
