// forms.hip: rocSPARSE's HYB matrices, pruned ones, blocks of any shape and boosted pivots, each a call of hipSPARSE's.
//
// BODY_name(S) is the body behind the list's parameters (rocsparse-forms.h); S is the letter of hipSPARSE's function. Called by programs.
#include "device.h"

namespace rocsparse {
namespace {

// A size that hipSPARSE tells as an int.
template <class F, class... A> Status sized(size_t *size, F function, rocsparse_handle handle, A... arguments) {
    int bytes = 0;
    const Status status = call(function, handle, arguments..., size ? &bytes : nullptr);
    if (status == OK) *size = size_t(bytes);
    return status;
}

// hipSPARSE's tolerances are doubles, and are read at the call if they lie on the host.
template <class F, class Info, class R, class T>
Status boost(F function, rocsparse_handle handle, Info info, int enable, const R *tolerance, const T *value) {
    if (!handle) return rocsparse_status_invalid_handle;
    if (!info || (enable && (!tolerance || !value))) return rocsparse_status_invalid_pointer;
    if constexpr (std::is_same_v<R, double>) return call(function, handle, info, enable, tolerance, value);
    if (!enable) return call(function, handle, info, enable, static_cast<const double *>(nullptr), value);
    if (Context(handle).on_device()) return missing("numeric_boost of floats by tolerances in device memory");
    const double wide = *tolerance;
    return call(function, handle, info, enable, &wide, value);
}

}  // namespace
}  // namespace rocsparse

using namespace rocsparse;

#define BODY_csr2hyb(S) return call(hipsparse##S##csr2hyb, handle, m, n, descr, csr_val, csr_row_ptr, csr_col_ind, hyb, user_ell_width, partition_type);
#define BODY_hyb2csr_buffer_size(S)                                                                  \
    if (!handle) return rocsparse_status_invalid_handle;                                             \
    if (!descr || !hyb || !csr_row_ptr || !buffer_size) return rocsparse_status_invalid_pointer;     \
    *buffer_size = 16;  /* none is what programs pass on as a null pointer */                        \
    return OK;
#define BODY_hyb2csr(S) (void)temp_buffer; return call(hipsparse##S##hyb2csr, handle, descr, hyb, csr_val, csr_row_ptr, csr_col_ind);
#define BODY_hybmv(S) return call(hipsparse##S##hybmv, handle, trans, alpha, descr, hyb, x, beta, y);

#define PRUNE_CSR(limit) handle, m, n, nnz_A, csr_descr_A, csr_val_A, csr_row_ptr_A, csr_col_ind_A, limit, csr_descr_C
#define BODY_prune_csr2csr_buffer_size(S) return call(hipsparse##S##pruneCsr2csr_bufferSizeExt, PRUNE_CSR(threshold), csr_val_C, csr_row_ptr_C, \
    csr_col_ind_C, buffer_size);
#define BODY_prune_csr2csr_nnz(S) return call(hipsparse##S##pruneCsr2csrNnz, PRUNE_CSR(threshold), csr_row_ptr_C, nnz_total_dev_host_ptr, temp_buffer);
#define BODY_prune_csr2csr(S) return call(hipsparse##S##pruneCsr2csr, PRUNE_CSR(threshold), csr_val_C, csr_row_ptr_C, csr_col_ind_C, temp_buffer);
#define BODY_prune_csr2csr_by_percentage_buffer_size(S) return call(hipsparse##S##pruneCsr2csrByPercentage_bufferSizeExt, PRUNE_CSR(percentage), \
    csr_val_C, csr_row_ptr_C, csr_col_ind_C, of<pruneInfo_t>(info), buffer_size);
#define BODY_prune_csr2csr_nnz_by_percentage(S) return call(hipsparse##S##pruneCsr2csrNnzByPercentage, PRUNE_CSR(percentage), csr_row_ptr_C, \
    nnz_total_dev_host_ptr, of<pruneInfo_t>(info), temp_buffer);
#define BODY_prune_csr2csr_by_percentage(S) return call(hipsparse##S##pruneCsr2csrByPercentage, PRUNE_CSR(percentage), csr_val_C, csr_row_ptr_C, \
    csr_col_ind_C, of<pruneInfo_t>(info), temp_buffer);
#define PRUNE_DENSE(limit) handle, m, n, A, lda, limit, descr
#define BODY_prune_dense2csr_buffer_size(S) return call(hipsparse##S##pruneDense2csr_bufferSizeExt, PRUNE_DENSE(threshold), csr_val, csr_row_ptr, \
    csr_col_ind, buffer_size);
#define BODY_prune_dense2csr_nnz(S) return call(hipsparse##S##pruneDense2csrNnz, PRUNE_DENSE(threshold), csr_row_ptr, nnz_total_dev_host_ptr, temp_buffer);
#define BODY_prune_dense2csr(S) return call(hipsparse##S##pruneDense2csr, PRUNE_DENSE(threshold), csr_val, csr_row_ptr, csr_col_ind, temp_buffer);
#define BODY_prune_dense2csr_by_percentage_buffer_size(S) return call(hipsparse##S##pruneDense2csrByPercentage_bufferSizeExt, PRUNE_DENSE(percentage), \
    csr_val, csr_row_ptr, csr_col_ind, of<pruneInfo_t>(info), buffer_size);
#define BODY_prune_dense2csr_nnz_by_percentage(S) return call(hipsparse##S##pruneDense2csrNnzByPercentage, PRUNE_DENSE(percentage), csr_row_ptr, \
    nnz_total_dev_host_ptr, of<pruneInfo_t>(info), temp_buffer);
#define BODY_prune_dense2csr_by_percentage(S) return call(hipsparse##S##pruneDense2csrByPercentage, PRUNE_DENSE(percentage), csr_val, csr_row_ptr, \
    csr_col_ind, of<pruneInfo_t>(info), temp_buffer);

#define BODY_gebsr2gebsc_buffer_size(S) return call(hipsparse##S##gebsr2gebsc_bufferSize, handle, mb, nb, nnzb, bsr_val, bsr_row_ptr, bsr_col_ind, \
    row_block_dim, col_block_dim, p_buffer_size);
#define BODY_gebsr2gebsc(S) return call(hipsparse##S##gebsr2gebsc, handle, mb, nb, nnzb, bsr_val, bsr_row_ptr, bsr_col_ind, row_block_dim, \
    col_block_dim, bsc_val, bsc_row_ind, bsc_col_ptr, copy_values, idx_base, temp_buffer);
#define BODY_gebsr2gebsr_buffer_size(S) return sized(buffer_size, hipsparse##S##gebsr2gebsr_bufferSize, handle, dir, mb, nb, nnzb, descr_A, bsr_val_A, \
    bsr_row_ptr_A, bsr_col_ind_A, row_block_dim_A, col_block_dim_A, row_block_dim_C, col_block_dim_C);
#define BODY_gebsr2gebsr_nnz(S) return call(hipsparseXgebsr2gebsrNnz, handle, dir, mb, nb, nnzb, descr_A, bsr_row_ptr_A, bsr_col_ind_A, \
    row_block_dim_A, col_block_dim_A, descr_C, bsr_row_ptr_C, row_block_dim_C, col_block_dim_C, nnz_total_dev_host_ptr, temp_buffer);
#define BODY_gebsr2gebsr(S) return call(hipsparse##S##gebsr2gebsr, handle, dir, mb, nb, nnzb, descr_A, bsr_val_A, bsr_row_ptr_A, bsr_col_ind_A, \
    row_block_dim_A, col_block_dim_A, descr_C, bsr_val_C, bsr_row_ptr_C, bsr_col_ind_C, row_block_dim_C, col_block_dim_C, temp_buffer);

#define BODY_csrilu0_numeric_boost(S) return boost(hipsparse##S##csrilu02_numericBoost, handle, of<csrilu02Info_t>(info), enable_boost, boost_tol, boost_val);
#define BODY_bsrilu0_numeric_boost(S) return boost(hipsparse##S##bsrilu02_numericBoost, handle, of<bsrilu02Info_t>(info), enable_boost, boost_tol, boost_val);

#define DEFINE(name, list, T, R, S) rocsparse_status name ROCSPARSE_##list(T, R) { BODY_##list(S) }
extern "C" {

rocsparse_status rocsparse_create_hyb_mat(rocsparse_hyb_mat *hyb) {
    if (!hyb) return rocsparse_status_invalid_pointer;
    hipsparseHybMat_t made;
    const Status status = converted(hipsparseCreateHybMat(&made));
    if (status == OK) *hyb = reinterpret_cast<rocsparse_hyb_mat>(made);
    return status;
}
rocsparse_status rocsparse_destroy_hyb_mat(rocsparse_hyb_mat hyb) {
    return hyb ? converted(hipsparseDestroyHybMat(to(hyb))) : rocsparse_status_invalid_pointer;
}

ROCSPARSE_HYB(DEFINE)
ROCSPARSE_PRUNE(DEFINE)
ROCSPARSE_SDCZ(DEFINE, gebsr2gebsc_buffer_size)
ROCSPARSE_SDCZ(DEFINE, gebsr2gebsc)
ROCSPARSE_SDCZ(DEFINE, gebsr2gebsr_buffer_size)
ROCSPARSE_ONE(DEFINE, gebsr2gebsr_nnz)
ROCSPARSE_SDCZ(DEFINE, gebsr2gebsr)
ROCSPARSE_BOOST(DEFINE)
}
