// itilu0.hip: rocSPARSE's incomplete LU factorisation by iterations. Their limit is the factorisation that csrilu0 computes, which is what is given here, as of
// one iteration, behind which nothing would change; its history is that, and what is left of A - L U where A has elements.
//
// Called by programs.
#include <cstring>

#include "device.h"

namespace rocsparse {

// At the beginning of the program's buffer: what is told of the last factorisation. Norms are of the largest element, and the residual's is over A's.
struct History {
    int option, iterations;
    float correction, residual;
};
// Bits of floats that are not negative are in their order.
struct Norms {
    unsigned matrix, residual;
};
__device__ inline void raise(unsigned *most, double value) { atomicMax(most, __float_as_uint(float(value))); }

__device__ static int find(const int *columns, int first, int last, int column) {
    while (first < last) {
        const int middle = first + (last - first) / 2;
        if (columns[middle] < column) first = middle + 1;
        else last = middle;
    }
    return first;
}
namespace {

template <class T> __device__ double modulus(T a) {
    if constexpr (blas::is_complex<T>) return hypot(double(a.re), double(a.im));
    else return fabs(double(a));
}
// What A has in row i and L U has not.
template <class T> __global__ void measure(int m, const int *offsets, const int *columns, int base, const T *values, const T *ilu0, Norms *norms) {
    const int64_t i = global_index();
    if (i >= m) return;
    const int begin = offsets[i] - base, end = offsets[i + 1] - base;
    for (int p = begin; p < end; p++) {
        const int j = columns[p] - base;
        T left = values[p];
        raise(&norms->matrix, modulus(left));
        for (int q = begin; q < end && columns[q] - base < min(int(i), j); q++) {
            const int k = columns[q] - base, last = offsets[k + 1] - base, at = find(columns, offsets[k] - base, last, j + base);
            if (at < last && columns[at] == j + base) left = left - ilu0[q] * ilu0[at];
        }
        T factor = T(1);
        if (j < i) {
            const int last = offsets[j + 1] - base, at = find(columns, offsets[j] - base, last, j + base);
            factor = at < last && columns[at] == j + base ? ilu0[at] : T(0);
        }
        raise(&norms->residual, modulus(left - ilu0[p] * factor));
    }
}

}  // namespace

template <class T>
static Status tell(rocsparse_handle handle, int option, int m, const int *offsets, const int *columns, const T *values, const T *ilu0, rocsparse_index_base base,
                   size_t size, void *buffer) {
    if (!buffer || size < sizeof(History)) return OK;
    History history = {option, 1, 0, 0};
    const Context context(handle);
    if ((option & rocsparse_itilu0_option_convergence_history) && (option & rocsparse_itilu0_option_compute_nrm_residual)) {
        Norms found = {}, *norms = nullptr;
        ROC_TRY(status_of(hipMallocAsync(reinterpret_cast<void **>(&norms), sizeof *norms, context.stream)));
        Status measured = status_of(hipMemsetAsync(norms, 0, sizeof *norms, context.stream));
        if (measured == OK) measured = context.each(measure<Element<T>>, m, m, offsets, columns, int(base), elements(values), elements(ilu0), norms);
        if (measured == OK) measured = context.fetch(&found, norms);
        (void)hipFreeAsync(norms, context.stream);
        ROC_TRY(measured);
        float matrix, residual;
        memcpy(&matrix, &found.matrix, sizeof matrix);
        memcpy(&residual, &found.residual, sizeof residual);
        history.residual = matrix > 0 ? residual / matrix : residual;
    }
    ROC_TRY(status_of(hipMemcpyAsync(buffer, &history, sizeof history, hipMemcpyHostToDevice, context.stream)));
    return status_of(hipStreamSynchronize(context.stream));
}
// The corrections of all iterations, and behind them the residuals, of what was asked for.
template <class R> static Status history(rocsparse_handle handle, int *iterations, R *data, size_t size, const void *buffer) {
    if (!handle) return rocsparse_status_invalid_handle;
    if (!iterations || !data || !buffer) return rocsparse_status_invalid_pointer;
    if (size < sizeof(History)) return rocsparse_status_invalid_size;
    History last;
    ROC_TRY(Context(handle).fetch(&last, static_cast<const History *>(buffer)));
    if (!(last.option & rocsparse_itilu0_option_convergence_history)) return rocsparse_status_internal_error;
    *iterations = last.iterations;
    if (last.option & rocsparse_itilu0_option_compute_nrm_correction) data[0] = last.correction;
    if (last.option & rocsparse_itilu0_option_compute_nrm_residual) data[last.iterations] = last.residual;
    return OK;
}

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
                      const int *offsets, const int *columns, const T *values, T *ilu0, rocsparse_index_base base, int option, size_t size, void *buffer) {
    if (handle && !iterations) return rocsparse_status_invalid_pointer;
    if (const Status status = check(handle, alg, iterations ? *iterations : 0, m, nnz, offsets, columns, base); status != OK) return status;
    if (nnz > 0 && (!values || !ilu0)) return rocsparse_status_invalid_pointer;
    if (m == 0 || nnz == 0) return *iterations = 0, OK;
    *iterations = 1;
    const Status status = converted(factorise(to(handle), analysis, factor, m, nnz, offsets, columns, values, ilu0, base));
    return status == OK ? tell(handle, option, m, offsets, columns, values, ilu0, base, size, buffer) : status;
}

}  // namespace rocsparse

using namespace rocsparse;

extern "C" {

rocsparse_status rocsparse_csritilu0_buffer_size ROCSPARSE_csritilu0_buffer_size(void, void) {
    (void)option;
    if (const Status status = check(handle, alg, nmaxiter, m, nnz, csr_row_ptr, csr_col_ind, idx_base); status != OK) return status;
    if (!rocsparse::is_enum(datatype)) return rocsparse_status_invalid_value;
    if (!buffer_size) return rocsparse_status_invalid_pointer;
    *buffer_size = sizeof(History);
    return OK;
}
rocsparse_status rocsparse_csritilu0_preprocess ROCSPARSE_csritilu0_preprocess(void, void) {
    (void)option, (void)buffer_size, (void)buffer;
    if (const Status status = check(handle, alg, nmaxiter, m, nnz, csr_row_ptr, csr_col_ind, idx_base); status != OK) return status;
    return rocsparse::is_enum(datatype) ? OK : rocsparse_status_invalid_value;
}

#define COMPUTE(S)                                                                                                                      \
    (void)tol;                                                                                                                          \
    return compute(handle, hipsparse##S##csrilu02_analysis, hipsparse##S##csrilu02, alg, nmaxiter, m, nnz, csr_row_ptr, csr_col_ind,    \
                   csr_val, ilu0, idx_base, option, buffer_size, buffer);
#define BODY_csritilu0_compute(S) COMPUTE(S)
#define BODY_csritilu0_compute_ex(S) (void)nfreeiter; COMPUTE(S)
#define BODY_csritilu0_history(S) (void)alg; return history(handle, niter, data, buffer_size, buffer);
#define DEFINE(name, list, T, R, S) rocsparse_status name ROCSPARSE_##list(T, R) { BODY_##list(S) }
ROCSPARSE_SDCZ(DEFINE, csritilu0_compute)
ROCSPARSE_SDCZ(DEFINE, csritilu0_compute_ex)
ROCSPARSE_SDCZ(DEFINE, csritilu0_history)

}  // extern "C"
