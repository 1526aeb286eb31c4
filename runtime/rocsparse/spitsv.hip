// spitsv.hip: rocSPARSE's triangles of any type solved by Jacobi's iterations: csritsv's by the types that descriptors name.
//
// Called by programs.
#include "descriptors.h"

namespace rocsparse {
namespace {

// csritsv by element type.
template <class T> struct Csritsv;
#define CSRITSV(name, list, T, R, S) \
    template <> struct Csritsv<T> { using Real = R; static constexpr auto size = name; };
ROCSPARSE_SDCZ(CSRITSV, csritsv_buffer_size)
template <class T> struct Solve;
#define SOLVE(name, list, T, R, S) \
    template <> struct Solve<T> { static constexpr auto solve = name; };
ROCSPARSE_SDCZ(SOLVE, csritsv_solve)
template <class T> struct Analysis;
#define ANALYSIS(name, list, T, R, S) \
    template <> struct Analysis<T> { static constexpr auto analysis = name; };
ROCSPARSE_SDCZ(ANALYSIS, csritsv_analysis)

// The matrix in csritsv's words, for the time of a call.
struct Kept {
    rocsparse_mat_descr descr = nullptr;
    rocsparse_mat_info info = nullptr;
    Kept() = default;
    Kept(const Kept &) = delete;
    ~Kept() {
        if (descr) (void)rocsparse_destroy_mat_descr(descr);
        if (info) (void)rocsparse_destroy_mat_info(info);
    }
    Status make(rocsparse_const_spmat_descr mat) {
        ROC_TRY(rocsparse_create_mat_descr(&descr));
        ROC_TRY(rocsparse_create_mat_info(&info));
        ROC_TRY(rocsparse_set_mat_index_base(descr, mat->base));
        ROC_TRY(rocsparse_set_mat_type(descr, mat->kind));
        ROC_TRY(rocsparse_set_mat_fill_mode(descr, mat->fill));
        ROC_TRY(rocsparse_set_mat_diag_type(descr, mat->diag));
        return rocsparse_set_mat_storage_mode(descr, mat->storage);
    }
};

struct Call {
    rocsparse_handle handle;
    int *rounds;
    const void *tolerance;
    void *history;
    rocsparse_operation trans;
    const void *alpha;
    rocsparse_const_spmat_descr mat;
    rocsparse_const_dnvec_descr x, y;
    rocsparse_spitsv_stage stage;
    size_t *size;
    void *buffer;

    template <class T> Status run() const {
        Kept kept;
        ROC_TRY(kept.make(mat));
        const int m = int(mat->rows), count = int(mat->count);
        const T *const values = static_cast<const T *>(mat->values);
        const int *const offsets = static_cast<const int *>(mat->major), *const columns = static_cast<const int *>(mat->minor);
        if (stage == rocsparse_spitsv_stage_buffer_size)
            return Csritsv<T>::size(handle, trans, m, count, kept.descr, values, offsets, columns, kept.info, size);
        ROC_TRY(Analysis<T>::analysis(handle, trans, m, count, kept.descr, values, offsets, columns, kept.info, rocsparse_analysis_policy_force,
                                  rocsparse_solve_policy_auto, buffer));
        if (stage == rocsparse_spitsv_stage_preprocess) return OK;
        using R = typename Csritsv<T>::Real;
        return Solve<T>::solve(handle, rounds, static_cast<const R *>(tolerance), static_cast<R *>(history), trans, m, count, static_cast<const T *>(alpha),
                               kept.descr, values, offsets, columns, kept.info, static_cast<const T *>(x->values), static_cast<T *>(y->values),
                               rocsparse_solve_policy_auto, buffer);
    }
};

Status check(const Call &call, rocsparse_datatype type) {
    const auto mat = call.mat;
    if (mat->format != rocsparse_format_csr || mat->major_type != rocsparse_indextype_i32 || mat->minor_type != rocsparse_indextype_i32 || mat->batches > 1)
        return missing("spitsv but of a CSR matrix with indices of 32 bits");
    if (type != mat->type || type != call.x->type || type != call.y->type) return missing("spitsv of mixed types");
    const bool fits = mat->rows == mat->columns && call.x->size == mat->rows && call.y->size == mat->rows;
    return fits ? OK : rocsparse_status_invalid_size;
}

}  // namespace
}  // namespace rocsparse

using namespace rocsparse;

extern "C" rocsparse_status rocsparse_spitsv(rocsparse_handle handle, rocsparse_int *host_nmaxiter, const void *host_tol, void *host_history,
                                             rocsparse_operation trans, const void *alpha, const rocsparse_spmat_descr mat, const rocsparse_dnvec_descr x,
                                             const rocsparse_dnvec_descr y, rocsparse_datatype compute_type, rocsparse_spitsv_alg alg,
                                             rocsparse_spitsv_stage stage, size_t *buffer_size, void *temp_buffer) {
    if (!handle) return rocsparse_status_invalid_handle;
    if (!mat || !x || !y || !alpha) return rocsparse_status_invalid_pointer;
    if (!rocsparse::is_enum(trans) || !rocsparse::is_enum(compute_type) || alg != rocsparse_spitsv_alg_default ||
        stage < rocsparse_spitsv_stage_buffer_size || stage > rocsparse_spitsv_stage_compute)
        return rocsparse_status_invalid_value;
    const Call call = {handle, host_nmaxiter, host_tol, host_history, trans, alpha, mat, x, y, stage, buffer_size, temp_buffer};
    ROC_TRY(check(call, compute_type));
    switch (compute_type) {
        case rocsparse_datatype_f32_r: return call.run<float>();
        case rocsparse_datatype_f64_r: return call.run<double>();
        case rocsparse_datatype_f32_c: return call.run<rocsparse_float_complex>();
        case rocsparse_datatype_f64_c: return call.run<rocsparse_double_complex>();
        default: return missing("spitsv of this type of elements");
    }
}
