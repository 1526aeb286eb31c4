// typed.hip: rocSPARSE's functions by element type, each a call of hipSPARSE's.
//
// BODY_name(S) is the body behind the list's parameters (rocsparse-functions.h); S is the letter of hipSPARSE's function. Called by programs.
#include "call.h"
#include "packed.h"
#include "product.h"

namespace rocsparse {
namespace {

// The same for functions that find pivots.
template <class T> T used(rocsparse_mat_info info);
template <class T> Status clear(rocsparse_handle handle, rocsparse_mat_info info);

#define KIND(type, name)                                                                                       \
    template <> [[maybe_unused]] Status clear<type>(rocsparse_handle handle, rocsparse_mat_info info) {        \
        if (!handle) return rocsparse_status_invalid_handle;                                                   \
        if (!info) return rocsparse_status_invalid_pointer;                                                    \
        if (info->of.name) (void)hipsparseDestroy##name(info->of.name);                                        \
        info->of.name = nullptr;                                                                               \
        return OK;                                                                                             \
    }
ROCSPARSE_INFOS(KIND)
#define PIVOTS(type, name, function)                                                                           \
    template <> type used<type>(rocsparse_mat_info info) {                                                     \
        const auto pivot = [](const Infos &infos, hipsparseHandle_t handle, int *position) {                   \
            return infos.name ? hipsparseX##function##_zeroPivot(handle, infos.name, position) : HIPSPARSE_STATUS_NOT_INITIALIZED; \
        };                                                                                                     \
        if (info) info->pivot = pivot;                                                                         \
        return of<type>(info);                                                                                 \
    }
PIVOTS(csrsv2Info_t, Csrsv2Info, csrsv2)
PIVOTS(csrsm2Info_t, Csrsm2Info, csrsm2)
PIVOTS(csrilu02Info_t, Csrilu02Info, csrilu02)
PIVOTS(csric02Info_t, Csric02Info, csric02)
PIVOTS(bsrsv2Info_t, Bsrsv2Info, bsrsv2)
PIVOTS(bsrsm2Info_t, Bsrsm2Info, bsrsm2)
PIVOTS(bsrilu02Info_t, Bsrilu02Info, bsrilu02)
PIVOTS(bsric02Info_t, Bsric02Info, bsric02)

// rocSPARSE: without an analysis, and without a zero pivot, it is -1.
Status zero_pivot(rocsparse_handle handle, rocsparse_mat_info info, rocsparse_int *position) {
    if (!handle) return rocsparse_status_invalid_handle;
    if (!info || !position) return rocsparse_status_invalid_pointer;
    const hipsparseStatus_t status = info->pivot ? info->pivot(info->of, to(handle), position) : HIPSPARSE_STATUS_NOT_INITIALIZED;
    if (status != HIPSPARSE_STATUS_NOT_INITIALIZED) return converted(status);
    hipsparsePointerMode_t mode;
    hipStream_t stream;
    (void)hipsparseGetPointerMode(to(handle), &mode);
    (void)hipsparseGetStream(to(handle), &stream);
    if (mode == HIPSPARSE_POINTER_MODE_HOST) *position = -1;
    else if (hipMemsetAsync(position, 0xff, sizeof *position, stream) != hipSuccess) return rocsparse_status_internal_error;
    return OK;
}

// What hipSPARSE does without.
template <class... A> Status unneeded(rocsparse_handle handle, A... arguments) {
    return handle ? first_wrong(arguments...) : rocsparse_status_invalid_handle;
}
template <class... A> Status no_buffer(rocsparse_handle handle, size_t *size, A... arguments) {
    const Status status = unneeded(handle, arguments..., size);
    if (status == OK) *size = 16;  // none is what programs pass on as a null pointer
    return status;
}

// A size that hipSPARSE tells as an int.
template <class F, class... A> Status sized(size_t *size, F function, rocsparse_handle handle, A... arguments) {
    int bytes = 0;
    const Status status = call(function, handle, arguments..., size ? &bytes : nullptr);
    if (status == OK) *size = size_t(bytes);
    return status;
}

template <class F, class... A> Status not_transposed(rocsparse_operation a, rocsparse_operation b, F function, rocsparse_handle handle, A... arguments) {
    if (!handle) return rocsparse_status_invalid_handle;
    if (!is_enum(a) || !is_enum(b)) return rocsparse_status_invalid_value;
    if (a != rocsparse_operation_none || b != rocsparse_operation_none) return missing("csrgemm of transposed matrices");
    return call(function, handle, arguments...);
}

// gemmi: a dense matrix times a transposed sparse one, as rocSPARSE has it, too.
template <class F, class... A>
Status from_right(rocsparse_operation a, rocsparse_operation b, rocsparse_mat_descr descr, F function, rocsparse_handle handle, A... arguments) {
    if (!handle) return rocsparse_status_invalid_handle;
    if (!is_enum(a) || !is_enum(b)) return rocsparse_status_invalid_value;
    if (!descr) return rocsparse_status_invalid_pointer;
    if (a != rocsparse_operation_none || b != rocsparse_operation_transpose) return missing("gemmi but of A and a transposed B");
    if (hipsparseGetMatIndexBase(descr->hip) != HIPSPARSE_INDEX_BASE_ZERO) return missing("gemmi with indices from 1");
    return call(function, handle, arguments...);
}

}  // namespace
}  // namespace rocsparse

using namespace rocsparse;

#define BODY_coo2csr(S) return call(hipsparseXcoo2csr, handle, coo_row_ind, nnz, m, csr_row_ptr, idx_base);
#define BODY_coosort_buffer_size(S) return call(hipsparseXcoosort_bufferSizeExt, handle, m, n, nnz, coo_row_ind, coo_col_ind, buffer_size);
#define BODY_coosort_by_row(S) return call(hipsparseXcoosortByRow, handle, m, n, nnz, coo_row_ind, coo_col_ind, perm, temp_buffer);
#define BODY_coosort_by_column(S) return call(hipsparseXcoosortByColumn, handle, m, n, nnz, coo_row_ind, coo_col_ind, perm, temp_buffer);
#define BODY_csc2dense(S) return call(hipsparse##S##csc2dense, handle, m, n, descr, csc_val, csc_row_ind, csc_col_ptr, A, ld);
#define BODY_cscsort_buffer_size(S) return call(hipsparseXcscsort_bufferSizeExt, handle, m, n, nnz, csc_col_ptr, csc_row_ind, buffer_size);
#define BODY_cscsort(S) return call(hipsparseXcscsort, handle, m, n, nnz, descr, csc_col_ptr, csc_row_ind, perm, temp_buffer);
#define BODY_csr2bsr_nnz(S) return call(hipsparseXcsr2bsrNnz, handle, dir, m, n, csr_descr, csr_row_ptr, csr_col_ind, block_dim, bsr_descr, \
    bsr_row_ptr, bsr_nnz);
#define BODY_csr2bsr(S) return call(hipsparse##S##csr2bsr, handle, dir, m, n, csr_descr, csr_val, csr_row_ptr, csr_col_ind, block_dim, bsr_descr, \
    bsr_val, bsr_row_ptr, bsr_col_ind);
#define BODY_bsr2csr(S) return call(hipsparse##S##bsr2csr, handle, dir, mb, nb, bsr_descr, bsr_val, bsr_row_ptr, bsr_col_ind, block_dim, csr_descr, \
    csr_val, csr_row_ptr, csr_col_ind);
#define BODY_csr2coo(S) return call(hipsparseXcsr2coo, handle, csr_row_ptr, nnz, m, coo_row_ind, idx_base);
#define BODY_csr2csc_buffer_size(S) return no_buffer(handle, buffer_size, m, n, nnz, copy_values);
#define BODY_csr2csc(S) return call(hipsparse##S##csr2csc, handle, m, n, nnz, csr_val, csr_row_ptr, csr_col_ind, csc_val, csc_row_ind, csc_col_ptr, \
    copy_values, idx_base);
#define BODY_csr2csr_compress(S) return call(hipsparse##S##csr2csr_compress, handle, m, n, descr_A, csr_val_A, csr_col_ind_A, csr_row_ptr_A, nnz_A, \
    nnz_per_row, csr_val_C, csr_col_ind_C, csr_row_ptr_C, tol);
#define BODY_csr2dense(S) return call(hipsparse##S##csr2dense, handle, m, n, descr, csr_val, csr_row_ptr, csr_col_ind, A, ld);
#define BODY_csr2gebsr_buffer_size(S) return call(hipsparse##S##csr2gebsr_bufferSize, handle, dir, m, n, csr_descr, csr_val, csr_row_ptr, \
    csr_col_ind, row_block_dim, col_block_dim, buffer_size);
#define BODY_csr2gebsr_nnz(S) return call(hipsparseXcsr2gebsrNnz, handle, dir, m, n, csr_descr, csr_row_ptr, csr_col_ind, bsr_descr, bsr_row_ptr, \
    row_block_dim, col_block_dim, bsr_nnz_devhost, temp_buffer);
#define BODY_csr2gebsr(S) return call(hipsparse##S##csr2gebsr, handle, dir, m, n, csr_descr, csr_val, csr_row_ptr, csr_col_ind, bsr_descr, bsr_val, \
    bsr_row_ptr, bsr_col_ind, row_block_dim, col_block_dim, temp_buffer);
#define BODY_csrsort_buffer_size(S) return call(hipsparseXcsrsort_bufferSizeExt, handle, m, n, nnz, csr_row_ptr, csr_col_ind, buffer_size);
#define BODY_csrsort(S) return call(hipsparseXcsrsort, handle, m, n, nnz, descr, csr_row_ptr, csr_col_ind, perm, temp_buffer);
#define BODY_dense2csr(S) return call(hipsparse##S##dense2csr, handle, m, n, descr, A, ld, nnz_per_rows, csr_val, csr_row_ptr, csr_col_ind);
#define BODY_dense2csc(S) return call(hipsparse##S##dense2csc, handle, m, n, descr, A, ld, nnz_per_columns, csc_val, csc_row_ind, csc_col_ptr);
#define BODY_gebsr2csr(S) return call(hipsparse##S##gebsr2csr, handle, dir, mb, nb, bsr_descr, bsr_val, bsr_row_ptr, bsr_col_ind, row_block_dim, \
    col_block_dim, csr_descr, csr_val, csr_row_ptr, csr_col_ind);
#define BODY_create_identity_permutation(S) return call(hipsparseCreateIdentityPermutation, handle, n, p);
#define BODY_nnz(S) return call(hipsparse##S##nnz, handle, dir, m, n, descr, A, ld, nnz_per_row_columns, nnz_total_dev_host_ptr);
#define BODY_nnz_compress(S) return call(hipsparse##S##nnz_compress, handle, m, descr_A, csr_val_A, csr_row_ptr_A, nnz_per_row, nnz_C, tol);
#define BODY_csrgeam_nnz(S) return call(hipsparseXcsrgeam2Nnz, handle, m, n, descr_A, nnz_A, csr_row_ptr_A, csr_col_ind_A, descr_B, nnz_B, \
    csr_row_ptr_B, csr_col_ind_B, descr_C, csr_row_ptr_C, nnz_C, nullptr);
#define BODY_csrgeam(S) return call(hipsparse##S##csrgeam2, handle, m, n, alpha, descr_A, nnz_A, csr_val_A, csr_row_ptr_A, csr_col_ind_A, beta, \
    descr_B, nnz_B, csr_val_B, csr_row_ptr_B, csr_col_ind_B, descr_C, csr_val_C, csr_row_ptr_C, csr_col_ind_C, nullptr);
#define BODY_csrgemm_buffer_size(S) return not_transposed(trans_A, trans_B, hipsparse##S##csrgemm2_bufferSizeExt, handle, m, n, k, alpha, descr_A, \
    nnz_A, csr_row_ptr_A, csr_col_ind_A, descr_B, nnz_B, csr_row_ptr_B, csr_col_ind_B, beta, descr_D, nnz_D, csr_row_ptr_D, csr_col_ind_D, \
    of<csrgemm2Info_t>(info_C), buffer_size);
#define BODY_csrgemm_nnz(S) return not_transposed(trans_A, trans_B, hipsparseXcsrgemm2Nnz, handle, m, n, k, descr_A, nnz_A, csr_row_ptr_A, \
    csr_col_ind_A, descr_B, nnz_B, csr_row_ptr_B, csr_col_ind_B, descr_D, nnz_D, csr_row_ptr_D, csr_col_ind_D, descr_C, csr_row_ptr_C, nnz_C, \
    of<csrgemm2Info_t>(info_C), temp_buffer);
#define BODY_csrgemm(S) return not_transposed(trans_A, trans_B, hipsparse##S##csrgemm2, handle, m, n, k, alpha, descr_A, nnz_A, csr_val_A, \
    csr_row_ptr_A, csr_col_ind_A, descr_B, nnz_B, csr_val_B, csr_row_ptr_B, csr_col_ind_B, beta, descr_D, nnz_D, csr_val_D, csr_row_ptr_D, \
    csr_col_ind_D, descr_C, csr_val_C, csr_row_ptr_C, csr_col_ind_C, of<csrgemm2Info_t>(info_C), temp_buffer);
#define BODY_axpyi(S) return call(hipsparse##S##axpyi, handle, nnz, alpha, x_val, x_ind, y, idx_base);
#define BODY_dotci(S) return call(hipsparse##S##dotci, handle, nnz, x_val, x_ind, y, result, idx_base);
#define BODY_doti(S) return call(hipsparse##S##doti, handle, nnz, x_val, x_ind, y, result, idx_base);
#define BODY_gthr(S) return call(hipsparse##S##gthr, handle, nnz, y, x_val, x_ind, idx_base);
#define BODY_gthrz(S) return call(hipsparse##S##gthrz, handle, nnz, y, x_val, x_ind, idx_base);
#define BODY_roti(S) return call(hipsparse##S##roti, handle, nnz, x_val, x_ind, y, c, s, idx_base);
#define BODY_sctr(S) return call(hipsparse##S##sctr, handle, nnz, x_val, x_ind, y, idx_base);
#define BODY_bsrmv_analysis(S) return unneeded(handle, dir, trans, mb, nb, nnzb, descr, block_dim, info);
#define BODY_bsrmv(S) return call(hipsparse##S##bsrmv, handle, dir, trans, mb, nb, nnzb, alpha, descr, bsr_val, bsr_row_ptr, bsr_col_ind, block_dim, \
    x, beta, y);
#define BODY_bsrmv_clear(S) return unneeded(handle, info);
#define BODY_bsrsv_zero_pivot(S) return zero_pivot(handle, info, position);
#define BODY_bsrsv_buffer_size(S) return call(hipsparse##S##bsrsv2_bufferSizeExt, handle, dir, trans, mb, nnzb, descr, bsr_val, bsr_row_ptr, \
    bsr_col_ind, block_dim, of<bsrsv2Info_t>(info), buffer_size);
#define BODY_bsrsv_analysis(S) return call(hipsparse##S##bsrsv2_analysis, handle, dir, trans, mb, nnzb, descr, bsr_val, bsr_row_ptr, bsr_col_ind, \
    block_dim, used<bsrsv2Info_t>(info), solve, temp_buffer);
#define BODY_bsrsv_clear(S) return clear<bsrsv2Info_t>(handle, info);
#define BODY_bsrsv_solve(S) return call(hipsparse##S##bsrsv2_solve, handle, dir, trans, mb, nnzb, alpha, descr, bsr_val, bsr_row_ptr, bsr_col_ind, \
    block_dim, used<bsrsv2Info_t>(info), x, y, policy, temp_buffer);
#define BODY_bsrxmv(S) return call(hipsparse##S##bsrxmv, handle, dir, trans, size_of_mask, mb, nb, nnzb, alpha, descr, bsr_val, bsr_mask_ptr, \
    bsr_row_ptr, bsr_end_ptr, bsr_col_ind, block_dim, x, beta, y);
#define BODY_coomv(S) return coo_product(handle, trans, m, n, nnz, alpha, descr, coo_val, coo_row_ind, coo_col_ind, x, beta, y);
#define BODY_csrmv_analysis(S) return unneeded(handle, trans, m, n, nnz, descr, info);
#define BODY_csrmv_clear(S) return unneeded(handle, info);
#define BODY_csrmv(S) return call(hipsparse##S##csrmv, handle, trans, m, n, nnz, alpha, descr, csr_val, csr_row_ptr, csr_col_ind, x, beta, y);
#define BODY_csrsv_zero_pivot(S) return zero_pivot(handle, info, position);
#define BODY_csrsv_buffer_size(S) return call(hipsparse##S##csrsv2_bufferSizeExt, handle, trans, m, nnz, descr, csr_val, csr_row_ptr, csr_col_ind, \
    of<csrsv2Info_t>(info), buffer_size);
#define BODY_csrsv_analysis(S) return call(hipsparse##S##csrsv2_analysis, handle, trans, m, nnz, descr, csr_val, csr_row_ptr, csr_col_ind, \
    used<csrsv2Info_t>(info), solve, temp_buffer);
#define BODY_csrsv_clear(S) return clear<csrsv2Info_t>(handle, info);
#define BODY_csrsv_solve(S) return call(hipsparse##S##csrsv2_solve, handle, trans, m, nnz, alpha, descr, csr_val, csr_row_ptr, csr_col_ind, \
    used<csrsv2Info_t>(info), x, y, policy, temp_buffer);
#define BODY_gemvi_buffer_size(S) return sized(buffer_size, hipsparse##S##gemvi_bufferSize, handle, trans, m, n, nnz);
#define BODY_gemvi(S) return call(hipsparse##S##gemvi, handle, trans, m, n, alpha, A, lda, nnz, x_val, x_ind, beta, y, idx_base, temp_buffer);
#define BODY_bsrmm(S) return call(hipsparse##S##bsrmm, handle, dir, trans_A, trans_B, mb, n, kb, nnzb, alpha, descr, bsr_val, bsr_row_ptr, \
    bsr_col_ind, block_dim, B, ldb, beta, C, ldc);
#define BODY_bsrsm_zero_pivot(S) return zero_pivot(handle, info, position);
#define BODY_bsrsm_buffer_size(S) return sized(buffer_size, hipsparse##S##bsrsm2_bufferSize, handle, dir, trans_A, trans_X, mb, nrhs, nnzb, descr, \
    bsr_val, bsr_row_ptr, bsr_col_ind, block_dim, of<bsrsm2Info_t>(info));
#define BODY_bsrsm_analysis(S) return call(hipsparse##S##bsrsm2_analysis, handle, dir, trans_A, trans_X, mb, nrhs, nnzb, descr, bsr_val, \
    bsr_row_ptr, bsr_col_ind, block_dim, used<bsrsm2Info_t>(info), solve, temp_buffer);
#define BODY_bsrsm_clear(S) return clear<bsrsm2Info_t>(handle, info);
#define BODY_bsrsm_solve(S) return call(hipsparse##S##bsrsm2_solve, handle, dir, trans_A, trans_X, mb, nrhs, nnzb, alpha, descr, bsr_val, \
    bsr_row_ptr, bsr_col_ind, block_dim, used<bsrsm2Info_t>(info), B, ldb, X, ldx, policy, temp_buffer);
#define BODY_csrmm(S) return call(hipsparse##S##csrmm2, handle, trans_A, trans_B, m, n, k, nnz, alpha, descr, csr_val, csr_row_ptr, csr_col_ind, B, \
    ldb, beta, C, ldc);
#define BODY_csrsm_zero_pivot(S) return zero_pivot(handle, info, position);
#define BODY_csrsm_buffer_size(S) return call(hipsparse##S##csrsm2_bufferSizeExt, handle, 0, trans_A, trans_B, m, nrhs, nnz, alpha, descr, csr_val, \
    csr_row_ptr, csr_col_ind, B, ldb, of<csrsm2Info_t>(info), policy, buffer_size);
#define BODY_csrsm_analysis(S) return call(hipsparse##S##csrsm2_analysis, handle, 0, trans_A, trans_B, m, nrhs, nnz, alpha, descr, csr_val, \
    csr_row_ptr, csr_col_ind, B, ldb, used<csrsm2Info_t>(info), solve, temp_buffer);
#define BODY_csrsm_clear(S) return clear<csrsm2Info_t>(handle, info);
#define BODY_csrsm_solve(S) return call(hipsparse##S##csrsm2_solve, handle, 0, trans_A, trans_B, m, nrhs, nnz, alpha, descr, csr_val, csr_row_ptr, \
    csr_col_ind, B, ldb, used<csrsm2Info_t>(info), policy, temp_buffer);
#define BODY_gemmi(S) return from_right(trans_A, trans_B, descr, hipsparse##S##gemmi, handle, m, n, k, nnz, alpha, A, lda, csr_val, csr_row_ptr, \
    csr_col_ind, beta, C, ldc);
#define BODY_bsric0_zero_pivot(S) return zero_pivot(handle, info, position);
#define BODY_bsric0_buffer_size(S) return sized(buffer_size, hipsparse##S##bsric02_bufferSize, handle, dir, mb, nnzb, descr, bsr_val, bsr_row_ptr, \
    bsr_col_ind, block_dim, of<bsric02Info_t>(info));
#define BODY_bsric0_analysis(S) return call(hipsparse##S##bsric02_analysis, handle, dir, mb, nnzb, descr, bsr_val, bsr_row_ptr, bsr_col_ind, \
    block_dim, used<bsric02Info_t>(info), solve, temp_buffer);
#define BODY_bsric0_clear(S) return clear<bsric02Info_t>(handle, info);
#define BODY_bsric0(S) return call(hipsparse##S##bsric02, handle, dir, mb, nnzb, descr, bsr_val, bsr_row_ptr, bsr_col_ind, block_dim, \
    used<bsric02Info_t>(info), policy, temp_buffer);
#define BODY_bsrilu0_zero_pivot(S) return zero_pivot(handle, info, position);
#define BODY_bsrilu0_buffer_size(S) return sized(buffer_size, hipsparse##S##bsrilu02_bufferSize, handle, dir, mb, nnzb, descr, bsr_val, bsr_row_ptr, \
    bsr_col_ind, block_dim, of<bsrilu02Info_t>(info));
#define BODY_bsrilu0_analysis(S) return call(hipsparse##S##bsrilu02_analysis, handle, dir, mb, nnzb, descr, bsr_val, bsr_row_ptr, bsr_col_ind, \
    block_dim, used<bsrilu02Info_t>(info), solve, temp_buffer);
#define BODY_bsrilu0_clear(S) return clear<bsrilu02Info_t>(handle, info);
#define BODY_bsrilu0(S) return call(hipsparse##S##bsrilu02, handle, dir, mb, nnzb, descr, bsr_val, bsr_row_ptr, bsr_col_ind, block_dim, \
    used<bsrilu02Info_t>(info), policy, temp_buffer);
#define BODY_csric0_zero_pivot(S) return zero_pivot(handle, info, position);
#define BODY_csric0_buffer_size(S) return call(hipsparse##S##csric02_bufferSizeExt, handle, m, nnz, descr, csr_val, csr_row_ptr, csr_col_ind, \
    of<csric02Info_t>(info), buffer_size);
#define BODY_csric0_analysis(S) return call(hipsparse##S##csric02_analysis, handle, m, nnz, descr, csr_val, csr_row_ptr, csr_col_ind, \
    used<csric02Info_t>(info), solve, temp_buffer);
#define BODY_csric0_clear(S) return clear<csric02Info_t>(handle, info);
#define BODY_csric0(S) return call(hipsparse##S##csric02, handle, m, nnz, descr, csr_val, csr_row_ptr, csr_col_ind, used<csric02Info_t>(info), \
    policy, temp_buffer);
#define BODY_csrilu0_zero_pivot(S) return zero_pivot(handle, info, position);
#define BODY_csrilu0_buffer_size(S) return call(hipsparse##S##csrilu02_bufferSizeExt, handle, m, nnz, descr, csr_val, csr_row_ptr, csr_col_ind, \
    of<csrilu02Info_t>(info), buffer_size);
#define BODY_csrilu0_analysis(S) return call(hipsparse##S##csrilu02_analysis, handle, m, nnz, descr, csr_val, csr_row_ptr, csr_col_ind, \
    used<csrilu02Info_t>(info), solve, temp_buffer);
#define BODY_csrilu0_clear(S) return clear<csrilu02Info_t>(handle, info);
#define BODY_csrilu0(S) return call(hipsparse##S##csrilu02, handle, m, nnz, descr, csr_val, csr_row_ptr, csr_col_ind, used<csrilu02Info_t>(info), \
    policy, temp_buffer);
#define BODY_gtsv_buffer_size(S) return call(hipsparse##S##gtsv2_bufferSizeExt, handle, m, n, dl, d, du, B, ldb, buffer_size);
#define BODY_gtsv(S) return call(hipsparse##S##gtsv2, handle, m, n, dl, d, du, B, ldb, temp_buffer);
#define BODY_gtsv_no_pivot_buffer_size(S) return call(hipsparse##S##gtsv2_nopivot_bufferSizeExt, handle, m, n, dl, d, du, B, ldb, buffer_size);
#define BODY_gtsv_no_pivot(S) return call(hipsparse##S##gtsv2_nopivot, handle, m, n, dl, d, du, B, ldb, temp_buffer);
#define BODY_gtsv_no_pivot_strided_batch_buffer_size(S) return call(hipsparse##S##gtsv2StridedBatch_bufferSizeExt, handle, m, dl, d, du, x, \
    batch_count, batch_stride, buffer_size);
#define BODY_gtsv_no_pivot_strided_batch(S) return call(hipsparse##S##gtsv2StridedBatch, handle, m, dl, d, du, x, batch_count, batch_stride, \
    temp_buffer);
#define BODY_gtsv_interleaved_batch_buffer_size(S) return interleaved(batch_count, batch_stride, hipsparse##S##gtsvInterleavedBatch_bufferSizeExt, \
    handle, alg, m, dl, d, du, x, batch_count, buffer_size);
#define BODY_gtsv_interleaved_batch(S) return interleaved(batch_count, batch_stride, hipsparse##S##gtsvInterleavedBatch, handle, alg, m, dl, d, \
    du, x, batch_count, temp_buffer);
#define BODY_gpsv_interleaved_batch_buffer_size(S) return interleaved(batch_count, batch_stride, hipsparse##S##gpsvInterleavedBatch_bufferSizeExt, \
    handle, alg, m, ds, dl, d, du, dw, x, batch_count, buffer_size);
#define BODY_gpsv_interleaved_batch(S) return interleaved(batch_count, batch_stride, hipsparse##S##gpsvInterleavedBatch, handle, alg, m, ds, \
    dl, d, du, dw, x, batch_count, temp_buffer);
#define BODY_csrcolor(S) return call(hipsparse##S##csrcolor, handle, m, nnz, descr, csr_val, csr_row_ptr, csr_col_ind, fraction_to_color, ncolors, \
    coloring, reordering, static_cast<hipsparseColorInfo_t>(info));

#define DEFINE(name, list, T, R, S) rocsparse_status name ROCSPARSE_##list(T, R) { BODY_##list(S) }
extern "C" {
ROCSPARSE_CONVERSION(DEFINE)
ROCSPARSE_EXTRA(DEFINE)
ROCSPARSE_LEVEL1(DEFINE)
ROCSPARSE_LEVEL2(DEFINE)
ROCSPARSE_LEVEL3(DEFINE)
ROCSPARSE_PRECOND(DEFINE)
}
