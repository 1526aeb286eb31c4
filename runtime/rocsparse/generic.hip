// generic.hip: rocSPARSE's functions of vectors and matrices of any type, each a call of hipSPARSE's for its stage.
//
// Called by programs.
#include "descriptors.h"

namespace rocsparse {

static bool is_stage(int stage, int last) { return stage >= 1 && stage <= last; }
constexpr int BUFFER_SIZE = 1, PREPROCESS = 2, COMPUTE = 3;  // as all enumerations of stages have it

// What products ask of a sparse matrix; its descriptor in hipSPARSE's words.
static Status general(rocsparse_handle handle, rocsparse_const_spmat_descr mat, hipsparseSpMatDescr_t &hip) {
    if (!handle) return rocsparse_status_invalid_handle;
    if (!mat) return rocsparse_status_invalid_pointer;
    if (mat->kind != rocsparse_matrix_type_general) return missing("products of matrices that are not general");
    return hip_of(mat, hip);
}
static Status triangle(rocsparse_handle handle, rocsparse_const_spmat_descr mat, hipsparseSpMatDescr_t &hip) {
    if (!handle) return rocsparse_status_invalid_handle;
    if (!mat) return rocsparse_status_invalid_pointer;
    if (mat->kind != rocsparse_matrix_type_general && mat->kind != rocsparse_matrix_type_triangular)
        return missing("solves of matrices that are neither general nor triangular");
    return hip_of(mat, hip);
}

// A product of two CSR matrices and a third one added, by element type: hipSPARSE's generic product adds nothing but its result.
struct Product {
    rocsparse_handle handle;
    const void *alpha, *beta;
    rocsparse_const_spmat_descr a, b, d;
    rocsparse_spmat_descr c;
    hipsparseMatDescr_t descrs[4] = {};  // of a, b, d, c

    Product(rocsparse_handle handle, const void *alpha, rocsparse_const_spmat_descr a, rocsparse_const_spmat_descr b, const void *beta,
            rocsparse_const_spmat_descr d, rocsparse_spmat_descr c)
        : handle(handle), alpha(alpha), beta(alpha && d && d->count == 0 ? nullptr : beta), a(a), b(b), d(d), c(c) {}  // an empty D has any size
    Product(const Product &) = delete;
    ~Product() {
        for (auto descr : descrs) if (descr) (void)hipsparseDestroyMatDescr(descr);
    }

    Status check() {
        if (!c->product) ROC_TRY(converted(hipsparseCreateCsrgemm2Info(&c->product)));
        const rocsparse_const_spmat_descr all[4] = {a, b, d, c};
        for (int i = 0; i < 4; i++) {
            if (!all[i]) return rocsparse_status_invalid_pointer;
            if (all[i]->format != rocsparse_format_csr) return missing("spgemm but of CSR matrices");
            if (all[i]->major_type != rocsparse_indextype_i32 || all[i]->minor_type != rocsparse_indextype_i32)
                return missing("spgemm with indices that have not 32 bits");
            if (all[i]->type != c->type) return missing("spgemm of mixed types");
            if (all[i]->batches > 1) return missing("spgemm of batches");
            ROC_TRY(converted(hipsparseCreateMatDescr(&descrs[i])));
            ROC_TRY(converted(hipsparseSetMatIndexBase(descrs[i], hipsparseIndexBase_t(all[i]->base))));
        }
        if (!alpha && !beta) return rocsparse_status_invalid_pointer;
        const bool fits = (!alpha || (a->rows == c->rows && a->columns == b->rows && b->columns == c->columns)) &&
                          (!beta || (d->rows == c->rows && d->columns == c->columns));
        return fits ? OK : rocsparse_status_invalid_size;
    }

    static const int *ints(const void *memory) { return static_cast<const int *>(memory); }
    int m() const { return int(c->rows); }
    int n() const { return int(c->columns); }
    int k() const { return alpha ? int(a->columns) : 0; }

    template <class T, class F> Status buffer_size(F function, size_t *size) const {
        return call(function, handle, m(), n(), k(), static_cast<const T *>(alpha), descrs[0], int(a->count), ints(a->major), ints(a->minor), descrs[1],
                    int(b->count), ints(b->major), ints(b->minor), static_cast<const T *>(beta), descrs[2], int(d->count), ints(d->major), ints(d->minor),
                    c->product, size);
    }
    // Writes the offsets and the number of entries, which goes to the host.
    Status count() const {
        hipsparsePointerMode_t mode;
        ROC_TRY(converted(hipsparseGetPointerMode(to(handle), &mode)));
        (void)hipsparseSetPointerMode(to(handle), HIPSPARSE_POINTER_MODE_HOST);
        int count = 0;
        const Status status = call(hipsparseXcsrgemm2Nnz, handle, m(), n(), k(), descrs[0], int(a->count), ints(a->major), ints(a->minor), descrs[1],
                                   int(b->count), ints(b->major), ints(b->minor), descrs[2], int(d->count), ints(d->major), ints(d->minor), descrs[3],
                                   static_cast<int *>(c->major), &count, c->product, nullptr);
        (void)hipsparseSetPointerMode(to(handle), mode);
        return status == OK ? rocsparse_spmat_set_nnz(c, count) : status;
    }
    template <class T, class F> Status compute(F function) const {
        const auto values = [](const void *memory) { return static_cast<const T *>(memory); };
        return call(function, handle, m(), n(), k(), values(alpha), descrs[0], int(a->count), values(a->values), ints(a->major), ints(a->minor), descrs[1],
                    int(b->count), values(b->values), ints(b->major), ints(b->minor), values(beta), descrs[2], int(d->count), values(d->values),
                    ints(d->major), ints(d->minor), descrs[3], static_cast<T *>(c->values), ints(c->major), static_cast<int *>(c->minor), c->product,
                    nullptr);
    }
    template <class T, class Size, class Compute> Status stage(int stage, size_t *size, Size size_function, Compute compute_function) const {
        if (stage == BUFFER_SIZE) return buffer_size<T>(size_function, size);
        // rocSPARSE: a buffer's size is asked for first, which tells of alpha and beta.
        if (stage == 2) return count();
        return compute<T>(compute_function);
    }
};

}  // namespace rocsparse

using namespace rocsparse;

extern "C" {

rocsparse_status rocsparse_axpby(rocsparse_handle handle, const void *alpha, rocsparse_const_spvec_descr x, const void *beta, rocsparse_dnvec_descr y) {
    return call(hipsparseAxpby, handle, alpha, x, beta, rocsparse_const_dnvec_descr(y));
}
rocsparse_status rocsparse_gather(rocsparse_handle handle, rocsparse_const_dnvec_descr y, rocsparse_spvec_descr x) {
    return call(hipsparseGather, handle, y, rocsparse_const_spvec_descr(x));
}
rocsparse_status rocsparse_scatter(rocsparse_handle handle, rocsparse_const_spvec_descr x, rocsparse_dnvec_descr y) {
    return call(hipsparseScatter, handle, x, rocsparse_const_dnvec_descr(y));
}
rocsparse_status rocsparse_rot(rocsparse_handle handle, const void *c, const void *s, rocsparse_spvec_descr x, rocsparse_dnvec_descr y) {
    return call(hipsparseRot, handle, c, s, rocsparse_const_spvec_descr(x), rocsparse_const_dnvec_descr(y));
}
rocsparse_status rocsparse_spvv(rocsparse_handle handle, rocsparse_operation trans, rocsparse_const_spvec_descr x, rocsparse_const_dnvec_descr y,
                                void *result, rocsparse_datatype compute_type, size_t *buffer_size, void *temp_buffer) {
    if (!temp_buffer) return call(hipsparseSpVV_bufferSize, handle, trans, x, y, result, compute_type, buffer_size);
    return call(hipsparseSpVV, handle, trans, x, y, result, compute_type, temp_buffer);
}

rocsparse_status rocsparse_spmv(rocsparse_handle handle, rocsparse_operation trans, const void *alpha, rocsparse_const_spmat_descr mat,
                                rocsparse_const_dnvec_descr x, const void *beta, const rocsparse_dnvec_descr y, rocsparse_datatype compute_type,
                                rocsparse_spmv_alg alg, rocsparse_spmv_stage stage, size_t *buffer_size, void *temp_buffer) {
    hipsparseSpMatDescr_t a;
    ROC_TRY(general(handle, mat, a));
    if (!is_stage(stage, COMPUTE) || alg < rocsparse_spmv_alg_default || alg > rocsparse_spmv_alg_csr_lrb) return rocsparse_status_invalid_value;
    const rocsparse_const_dnvec_descr out = y;
    const auto any = HIPSPARSE_SPMV_ALG_DEFAULT;
    if (stage == BUFFER_SIZE) return call(hipsparseSpMV_bufferSize, handle, trans, alpha, a, x, beta, out, compute_type, any, buffer_size);
    if (stage == PREPROCESS) return call(hipsparseSpMV_preprocess, handle, trans, alpha, a, x, beta, out, compute_type, any, temp_buffer);
    return call(hipsparseSpMV, handle, trans, alpha, a, x, beta, out, compute_type, any, temp_buffer);
}

rocsparse_status rocsparse_spmm(rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B, const void *alpha,
                                rocsparse_const_spmat_descr mat_A, rocsparse_const_dnmat_descr mat_B, const void *beta,
                                const rocsparse_dnmat_descr mat_C, rocsparse_datatype compute_type, rocsparse_spmm_alg alg, rocsparse_spmm_stage stage,
                                size_t *buffer_size, void *temp_buffer) {
    hipsparseSpMatDescr_t a;
    ROC_TRY(general(handle, mat_A, a));
    if (!is_stage(stage, COMPUTE) || alg < rocsparse_spmm_alg_default || alg > rocsparse_spmm_alg_csr_merge_path) return rocsparse_status_invalid_value;
    const rocsparse_const_dnmat_descr out = mat_C;
    const auto any = HIPSPARSE_SPMM_ALG_DEFAULT;
    if (stage == BUFFER_SIZE) return call(hipsparseSpMM_bufferSize, handle, trans_A, trans_B, alpha, a, mat_B, beta, out, compute_type, any, buffer_size);
    if (stage == PREPROCESS) return call(hipsparseSpMM_preprocess, handle, trans_A, trans_B, alpha, a, mat_B, beta, out, compute_type, any, temp_buffer);
    return call(hipsparseSpMM, handle, trans_A, trans_B, alpha, a, mat_B, beta, out, compute_type, any, temp_buffer);
}

rocsparse_status rocsparse_spsv(rocsparse_handle handle, rocsparse_operation trans, const void *alpha, rocsparse_const_spmat_descr mat,
                                rocsparse_const_dnvec_descr x, const rocsparse_dnvec_descr y, rocsparse_datatype compute_type, rocsparse_spsv_alg alg,
                                rocsparse_spsv_stage stage, size_t *buffer_size, void *temp_buffer) {
    hipsparseSpMatDescr_t a;
    ROC_TRY(triangle(handle, mat, a));
    if (!is_enum(trans) || !is_stage(stage, COMPUTE) || alg != rocsparse_spsv_alg_default) return rocsparse_status_invalid_value;
    auto &kept = mat->spsv[trans - rocsparse_operation_none];
    if (!kept) ROC_TRY(converted(hipsparseSpSV_createDescr(&kept)));
    const rocsparse_const_dnvec_descr out = y;
    const auto any = HIPSPARSE_SPSV_ALG_DEFAULT;
    if (stage == BUFFER_SIZE) return call(hipsparseSpSV_bufferSize, handle, trans, alpha, a, x, out, compute_type, any, kept, buffer_size);
    if (stage == PREPROCESS) return call(hipsparseSpSV_analysis, handle, trans, alpha, a, x, out, compute_type, any, kept, temp_buffer);
    return call(hipsparseSpSV_solve, handle, trans, alpha, a, x, out, compute_type, any, kept);
}

rocsparse_status rocsparse_spsm(rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B, const void *alpha,
                                rocsparse_const_spmat_descr matA, rocsparse_const_dnmat_descr matB, const rocsparse_dnmat_descr matC,
                                rocsparse_datatype compute_type, rocsparse_spsm_alg alg, rocsparse_spsm_stage stage, size_t *buffer_size,
                                void *temp_buffer) {
    hipsparseSpMatDescr_t a;
    ROC_TRY(triangle(handle, matA, a));
    if (!is_enum(trans_A) || !is_stage(stage, COMPUTE) || alg != rocsparse_spsm_alg_default) return rocsparse_status_invalid_value;
    auto &kept = matA->spsm[trans_A - rocsparse_operation_none];
    if (!kept) ROC_TRY(converted(hipsparseSpSM_createDescr(&kept)));
    const rocsparse_const_dnmat_descr out = matC;
    const auto any = HIPSPARSE_SPSM_ALG_DEFAULT;
    if (stage == BUFFER_SIZE) return call(hipsparseSpSM_bufferSize, handle, trans_A, trans_B, alpha, a, matB, out, compute_type, any, kept, buffer_size);
    if (stage == PREPROCESS) return call(hipsparseSpSM_analysis, handle, trans_A, trans_B, alpha, a, matB, out, compute_type, any, kept, temp_buffer);
    return call(hipsparseSpSM_solve, handle, trans_A, trans_B, alpha, a, matB, out, compute_type, any, kept, temp_buffer);
}

// Symbolic and numeric stages are one: columns and values are written together.
rocsparse_status rocsparse_spgemm(rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B, const void *alpha,
                                  rocsparse_const_spmat_descr A, rocsparse_const_spmat_descr B, const void *beta, rocsparse_const_spmat_descr D,
                                  rocsparse_spmat_descr C, rocsparse_datatype compute_type, rocsparse_spgemm_alg alg, rocsparse_spgemm_stage stage,
                                  size_t *buffer_size, void *) {
    if (!handle) return rocsparse_status_invalid_handle;
    if (!C) return rocsparse_status_invalid_pointer;
    if (!is_enum(trans_A) || !is_enum(trans_B) || !is_enum(compute_type) || alg != rocsparse_spgemm_alg_default ||
        !is_stage(stage, rocsparse_spgemm_stage_numeric))
        return rocsparse_status_invalid_value;
    if (trans_A != rocsparse_operation_none || trans_B != rocsparse_operation_none) return missing("spgemm of transposed matrices");
    if (compute_type != C->type) return missing("spgemm of mixed types");
    if (stage == rocsparse_spgemm_stage_symbolic) return missing("spgemm's symbolic stage");
    Product product(handle, alpha, A, B, beta, D, C);
    ROC_TRY(product.check());
    switch (compute_type) {
        case rocsparse_datatype_f32_r: return product.stage<float>(stage, buffer_size, hipsparseScsrgemm2_bufferSizeExt, hipsparseScsrgemm2);
        case rocsparse_datatype_f64_r: return product.stage<double>(stage, buffer_size, hipsparseDcsrgemm2_bufferSizeExt, hipsparseDcsrgemm2);
        case rocsparse_datatype_f32_c: return product.stage<hipComplex>(stage, buffer_size, hipsparseCcsrgemm2_bufferSizeExt, hipsparseCcsrgemm2);
        case rocsparse_datatype_f64_c: return product.stage<hipDoubleComplex>(stage, buffer_size, hipsparseZcsrgemm2_bufferSizeExt, hipsparseZcsrgemm2);
        default: return missing("spgemm of this type of elements");
    }
}

// The three functions of sampled products, which differ in their last parameter.
#define SDDMM(name, HipName, Last, last)                                                                                                    \
    rocsparse_status rocsparse_##name(rocsparse_handle handle, rocsparse_operation opA, rocsparse_operation opB, const void *alpha,          \
                                      rocsparse_const_dnmat_descr A, rocsparse_const_dnmat_descr B, const void *beta, rocsparse_spmat_descr C, \
                                      rocsparse_datatype compute_type, rocsparse_sddmm_alg alg, Last last) {                                 \
        hipsparseSpMatDescr_t c;                                                                                                             \
        ROC_TRY(general(handle, C, c));                                                                                                          \
        if (!is_enum(alg)) return rocsparse_status_invalid_value;                                                                            \
        return call(HipName, handle, opA, opB, alpha, A, B, beta, c, compute_type, HIPSPARSE_SDDMM_ALG_DEFAULT, last);                       \
    }
SDDMM(sddmm_buffer_size, hipsparseSDDMM_bufferSize, size_t *, buffer_size)
SDDMM(sddmm_preprocess, hipsparseSDDMM_preprocess, void *, temp_buffer)
SDDMM(sddmm, hipsparseSDDMM, void *, temp_buffer)

rocsparse_status rocsparse_sparse_to_dense(rocsparse_handle handle, rocsparse_const_spmat_descr mat_A, rocsparse_dnmat_descr mat_B,
                                           rocsparse_sparse_to_dense_alg alg, size_t *buffer_size, void *temp_buffer) {
    hipsparseSpMatDescr_t a;
    ROC_TRY(general(handle, mat_A, a));
    if (alg != rocsparse_sparse_to_dense_alg_default) return rocsparse_status_invalid_value;
    const rocsparse_const_dnmat_descr b = mat_B;
    if (!temp_buffer) return call(hipsparseSparseToDense_bufferSize, handle, a, b, HIPSPARSE_SPARSETODENSE_ALG_DEFAULT, buffer_size);
    return call(hipsparseSparseToDense, handle, a, b, HIPSPARSE_SPARSETODENSE_ALG_DEFAULT, temp_buffer);
}

rocsparse_status rocsparse_dense_to_sparse(rocsparse_handle handle, rocsparse_const_dnmat_descr mat_A, rocsparse_spmat_descr mat_B,
                                           rocsparse_dense_to_sparse_alg alg, size_t *buffer_size, void *temp_buffer) {
    hipsparseSpMatDescr_t b;
    ROC_TRY(general(handle, mat_B, b));
    if (alg != rocsparse_dense_to_sparse_alg_default) return rocsparse_status_invalid_value;
    const auto any = HIPSPARSE_DENSETOSPARSE_ALG_DEFAULT;
    if (!temp_buffer) return call(hipsparseDenseToSparse_bufferSize, handle, mat_A, b, any, buffer_size);
    if (buffer_size) return call(hipsparseDenseToSparse_convert, handle, mat_A, b, any, temp_buffer);
    ROC_TRY(call(hipsparseDenseToSparse_analysis, handle, mat_A, b, any, temp_buffer));
    int64_t rows, columns, count;
    ROC_TRY(converted(hipsparseSpMatGetSize(b, &rows, &columns, &count)));
    return rocsparse_spmat_set_nnz(mat_B, count);
}

}  // extern "C"
