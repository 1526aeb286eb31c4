// itilu0.hip: rocSPARSE's incomplete LU factorisation by iterations. Their limit is the factorisation that csrilu0 computes, which is what is given here, as of
// one iteration; a history of them there is not.
//
// Called by programs.
#include "call.h"

namespace rocsparse {

static bool is_enum(rocsparse_itilu0_alg alg) { return alg >= rocsparse_itilu0_alg_default && alg <= rocsparse_itilu0_alg_sync_split_fusion; }

static Status check(rocsparse_handle handle, rocsparse_itilu0_alg alg, int iterations, int m, int nnz, const int *offsets, const int *columns,
                    rocsparse_index_base base) {
    if (!handle) return rocsparse_status_invalid_handle;
    if (!is_enum(alg) || !is_enum(base)) return rocsparse_status_invalid_value;
    if (iterations < 0 || m < 0 || nnz < 0) return rocsparse_status_invalid_size;
    return (m > 0 && !offsets) || (nnz > 0 && !columns) ? rocsparse_status_invalid_pointer : OK;
}

// What the factorisation needs for its time.
struct Kept {
    hipsparseMatDescr_t descr = nullptr;
    csrilu02Info_t info = nullptr;
    Kept() = default;
    Kept(const Kept &) = delete;
    ~Kept() {
        if (descr) (void)hipsparseDestroyMatDescr(descr);
        if (info) (void)hipsparseDestroyCsrilu02Info(info);
    }
};

#define TRY(call) \
    if (const hipsparseStatus_t status = (call); status != HIPSPARSE_STATUS_SUCCESS) return status

template <class T, class Analysis, class Factor>
static hipsparseStatus_t factorise(hipsparseHandle_t handle, Analysis analysis, Factor factor, int m, int nnz, const int *offsets, const int *columns,
                                   const T *values, T *ilu0, rocsparse_index_base base) {
    Kept kept;
    hipStream_t stream;
    TRY(hipsparseGetStream(handle, &stream));
    TRY(hipsparseCreateMatDescr(&kept.descr));
    TRY(hipsparseSetMatIndexBase(kept.descr, hipsparseIndexBase_t(base)));
    TRY(hipsparseCreateCsrilu02Info(&kept.info));
    if (hipMemcpyAsync(ilu0, values, size_t(nnz) * sizeof(T), hipMemcpyDeviceToDevice, stream) != hipSuccess) return HIPSPARSE_STATUS_EXECUTION_FAILED;
    const auto policy = HIPSPARSE_SOLVE_POLICY_USE_LEVEL;
    TRY(analysis(handle, m, nnz, kept.descr, ilu0, offsets, columns, kept.info, policy, nullptr));
    TRY(factor(handle, m, nnz, kept.descr, ilu0, offsets, columns, kept.info, policy, nullptr));
    // This is told with the result, and to the host.
    hipsparsePointerMode_t mode;
    int position;
    TRY(hipsparseGetPointerMode(handle, &mode));
    TRY(hipsparseSetPointerMode(handle, HIPSPARSE_POINTER_MODE_HOST));
    const hipsparseStatus_t found = hipsparseXcsrilu02_zeroPivot(handle, kept.info, &position);
    TRY(hipsparseSetPointerMode(handle, mode));
    return found;
}

template <class T, class Analysis, class Factor>
static Status compute(rocsparse_handle handle, Analysis analysis, Factor factor, rocsparse_itilu0_alg alg, int *iterations, int m, int nnz,
                      const int *offsets, const int *columns, const T *values, T *ilu0, rocsparse_index_base base) {
    if (handle && !iterations) return rocsparse_status_invalid_pointer;
    if (const Status status = check(handle, alg, iterations ? *iterations : 0, m, nnz, offsets, columns, base); status != OK) return status;
    if (nnz > 0 && (!values || !ilu0)) return rocsparse_status_invalid_pointer;
    if (m == 0 || nnz == 0) return *iterations = 0, OK;
    *iterations = 1;
    return converted(factorise(to(handle), analysis, factor, m, nnz, offsets, columns, values, ilu0, base));
}

}  // namespace rocsparse

using namespace rocsparse;

extern "C" {

rocsparse_status rocsparse_csritilu0_buffer_size ROCSPARSE_csritilu0_buffer_size(void, void) {
    (void)option;
    if (const Status status = check(handle, alg, nmaxiter, m, nnz, csr_row_ptr, csr_col_ind, idx_base); status != OK) return status;
    if (!rocsparse::is_enum(datatype)) return rocsparse_status_invalid_value;
    if (!buffer_size) return rocsparse_status_invalid_pointer;
    *buffer_size = 16;  // none is what programs pass on as a null pointer
    return OK;
}
rocsparse_status rocsparse_csritilu0_preprocess ROCSPARSE_csritilu0_preprocess(void, void) {
    (void)option, (void)buffer_size, (void)buffer;
    if (const Status status = check(handle, alg, nmaxiter, m, nnz, csr_row_ptr, csr_col_ind, idx_base); status != OK) return status;
    return rocsparse::is_enum(datatype) ? OK : rocsparse_status_invalid_value;
}

#define COMPUTE(S)                                                                                                                      \
    (void)option, (void)tol, (void)buffer_size, (void)buffer;                                                                           \
    return compute(handle, hipsparse##S##csrilu02_analysis, hipsparse##S##csrilu02, alg, nmaxiter, m, nnz, csr_row_ptr, csr_col_ind,    \
                   csr_val, ilu0, idx_base);
#define BODY_csritilu0_compute(S) COMPUTE(S)
#define BODY_csritilu0_compute_ex(S) (void)nfreeiter; COMPUTE(S)
#define BODY_csritilu0_history(S)                                                                    \
    (void)alg, (void)niter, (void)data, (void)buffer_size, (void)buffer;                             \
    return handle ? missing("the history of csritilu0") : rocsparse_status_invalid_handle;
#define DEFINE(name, list, T, R, S) rocsparse_status name ROCSPARSE_##list(T, R) { BODY_##list(S) }
ROCSPARSE_SDCZ(DEFINE, csritilu0_compute)
ROCSPARSE_SDCZ(DEFINE, csritilu0_compute_ex)
ROCSPARSE_SDCZ(DEFINE, csritilu0_history)

}  // extern "C"
