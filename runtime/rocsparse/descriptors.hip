// descriptors.hip: vectors and matrices of generic functions: made, asked and changed.
//
// Called by programs; hip_of by generic.hip.
#include "descriptors.h"

#include <new>

namespace rocsparse {

static hipsparseStatus_t create(const _rocsparse_spmat_descr &mat, hipsparseSpMatDescr_t &hip) {
    const auto major_type = to(mat.major_type), minor_type = to(mat.minor_type);
    switch (mat.format) {
        case rocsparse_format_coo:
            return hipsparseCreateCoo(&hip, mat.rows, mat.columns, mat.count, mat.major, mat.minor, mat.values, major_type, to(mat.base), to(mat.type));
        case rocsparse_format_coo_aos:
            return hipsparseCreateCooAoS(&hip, mat.rows, mat.columns, mat.count, mat.major, mat.values, major_type, to(mat.base), to(mat.type));
        case rocsparse_format_csr:
            return hipsparseCreateCsr(&hip, mat.rows, mat.columns, mat.count, mat.major, mat.minor, mat.values, major_type, minor_type, to(mat.base),
                                      to(mat.type));
        case rocsparse_format_csc:
            return hipsparseCreateCsc(&hip, mat.rows, mat.columns, mat.count, mat.major, mat.minor, mat.values, major_type, minor_type, to(mat.base),
                                      to(mat.type));
        default: return HIPSPARSE_STATUS_NOT_SUPPORTED;
    }
}

static hipsparseStatus_t set_batches(const _rocsparse_spmat_descr &mat, hipsparseSpMatDescr_t hip) {
    if (mat.batches == 1 && !mat.offsets_stride && !mat.entries_stride) return HIPSPARSE_STATUS_SUCCESS;
    if (mat.format == rocsparse_format_csr) return hipsparseCsrSetStridedBatch(hip, mat.batches, mat.offsets_stride, mat.entries_stride);
    if (mat.format == rocsparse_format_coo) return hipsparseCooSetStridedBatch(hip, mat.batches, mat.entries_stride);
    return HIPSPARSE_STATUS_NOT_SUPPORTED;
}

Status hip_of(rocsparse_const_spmat_descr mat, hipsparseSpMatDescr_t &hip) {
    if (!mat->hip) {
        hipsparseStatus_t status = create(*mat, mat->hip);
        if (status == HIPSPARSE_STATUS_INVALID_VALUE) return rocsparse_status_invalid_pointer;  // all else was checked when it was made
        if (status != HIPSPARSE_STATUS_SUCCESS) return converted(status);
        const auto fill = hipsparseFillMode_t(mat->fill);
        const auto diag = hipsparseDiagType_t(mat->diag);
        (void)hipsparseSpMatSetAttribute(mat->hip, HIPSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill);
        (void)hipsparseSpMatSetAttribute(mat->hip, HIPSPARSE_SPMAT_DIAG_TYPE, &diag, sizeof diag);
        status = set_batches(*mat, mat->hip);
        if (status != HIPSPARSE_STATUS_SUCCESS) return status == HIPSPARSE_STATUS_NOT_SUPPORTED ? missing("batches of this format") : converted(status);
    }
    hip = mat->hip;
    return OK;
}

// Something of it has changed.
static void forget(_rocsparse_spmat_descr &mat) {
    if (mat.hip) (void)hipsparseDestroySpMat(mat.hip);
    mat.hip = nullptr;
}

static void forget_analyses(const _rocsparse_spmat_descr &mat) {
    for (auto &one : mat.spsv) {
        if (one) (void)hipsparseSpSV_destroyDescr(one);
        one = nullptr;
    }
    for (auto &one : mat.spsm) {
        if (one) (void)hipsparseSpSM_destroyDescr(one);
        one = nullptr;
    }
}

template <class D> static Status make(D *descr, const _rocsparse_spmat_descr &mat) {
    if (!descr) return rocsparse_status_invalid_pointer;
    if (mat.rows < 0 || mat.columns < 0 || mat.count < 0) return rocsparse_status_invalid_size;
    if (static_cast<unsigned __int128>(mat.rows) * mat.columns < static_cast<unsigned __int128>(mat.count)) return rocsparse_status_invalid_size;
    const bool has_offsets = mat.format == rocsparse_format_csr || mat.format == rocsparse_format_csc;
    if (has_offsets && (mat.format == rocsparse_format_csr ? mat.rows : mat.columns) > 0 && !mat.major) return rocsparse_status_invalid_pointer;
    if (mat.count > 0 && (!mat.major || (mat.format != rocsparse_format_coo_aos && !mat.minor) || !mat.values)) return rocsparse_status_invalid_pointer;
    if (!is_enum(mat.major_type) || !is_enum(mat.minor_type) || !is_enum(mat.base) || !is_enum(mat.type)) return rocsparse_status_invalid_value;
    *descr = new (std::nothrow) _rocsparse_spmat_descr(mat);
    return *descr ? OK : rocsparse_status_memory_error;
}

// Tells what somebody wants to know; every place for it must be there.
template <class To, class From> static bool tell(To *to, From from) {
    if (to) *to = static_cast<To>(from);
    return to;
}
static Status told(bool all) { return all ? OK : rocsparse_status_invalid_pointer; }

template <class Pointer>
static Status get(rocsparse_format format, rocsparse_const_spmat_descr mat, int64_t *rows, int64_t *columns, int64_t *count, Pointer *major, Pointer *minor,
                  Pointer *values, rocsparse_indextype *major_type, rocsparse_indextype *minor_type, rocsparse_index_base *base, rocsparse_datatype *type) {
    if (!mat) return rocsparse_status_invalid_pointer;
    if (mat->format != format) return rocsparse_status_invalid_value;
    return told(tell(rows, mat->rows) && tell(columns, mat->columns) && tell(count, mat->count) && tell(major, mat->major) && tell(minor, mat->minor) &&
                tell(values, mat->values) && tell(major_type, mat->major_type) && tell(minor_type, mat->minor_type) && tell(base, mat->base) &&
                tell(type, mat->type));
}
static Status set_pointers(rocsparse_format format, rocsparse_spmat_descr mat, void *major, void *minor, void *values) {
    if (!mat) return rocsparse_status_invalid_pointer;
    if (mat->format != format) return rocsparse_status_invalid_value;
    // rocSPARSE: entries may have no memory where there are none.
    if (!major || (mat->count > 0 && (!minor || !values))) return rocsparse_status_invalid_pointer;
    mat->major = major;
    mat->minor = minor;
    mat->values = values;
    forget(*mat);
    return OK;
}
static Status set_batch(rocsparse_spmat_descr mat, int count, int64_t offsets, int64_t entries) {
    if (!mat) return rocsparse_status_invalid_pointer;
    if (count <= 0 || offsets < 0 || entries < 0) return rocsparse_status_invalid_value;
    mat->batches = count;
    mat->offsets_stride = offsets;
    mat->entries_stride = entries;
    forget(*mat);
    return OK;
}

}  // namespace rocsparse

using namespace rocsparse;

#define POINTER(p) \
    if (!(p)) return rocsparse_status_invalid_pointer

extern "C" {

// The create and create_const of a format with offsets, and its get and const_get: the same, but for const.
#define COMPRESSED(name, format)                                                                                                            \
    rocsparse_status rocsparse_create_##name##_descr(rocsparse_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz, void *offsets,   \
                                                     void *minor, void *values, rocsparse_indextype offset_type, rocsparse_indextype minor_type, \
                                                     rocsparse_index_base base, rocsparse_datatype type) {                                   \
        return make(descr, {format, rows, cols, nnz, offsets, minor, values, offset_type, minor_type, base, type});                          \
    }                                                                                                                                        \
    rocsparse_status rocsparse_create_const_##name##_descr(rocsparse_const_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz,      \
                                                           const void *offsets, const void *minor, const void *values,                       \
                                                           rocsparse_indextype offset_type, rocsparse_indextype minor_type,                  \
                                                           rocsparse_index_base base, rocsparse_datatype type) {                             \
        return make(descr, {format, rows, cols, nnz, const_cast<void *>(offsets), const_cast<void *>(minor), const_cast<void *>(values),     \
                            offset_type, minor_type, base, type});                                                                           \
    }                                                                                                                                        \
    rocsparse_status rocsparse_##name##_get(const rocsparse_spmat_descr descr, int64_t *rows, int64_t *cols, int64_t *nnz, void **offsets,   \
                                            void **minor, void **values, rocsparse_indextype *offset_type, rocsparse_indextype *minor_type,  \
                                            rocsparse_index_base *base, rocsparse_datatype *type) {                                          \
        return get(format, descr, rows, cols, nnz, offsets, minor, values, offset_type, minor_type, base, type);                             \
    }                                                                                                                                        \
    rocsparse_status rocsparse_const_##name##_get(rocsparse_const_spmat_descr descr, int64_t *rows, int64_t *cols, int64_t *nnz,             \
                                                  const void **offsets, const void **minor, const void **values,                             \
                                                  rocsparse_indextype *offset_type, rocsparse_indextype *minor_type,                         \
                                                  rocsparse_index_base *base, rocsparse_datatype *type) {                                    \
        return get(format, descr, rows, cols, nnz, offsets, minor, values, offset_type, minor_type, base, type);                             \
    }                                                                                                                                        \
    rocsparse_status rocsparse_##name##_set_pointers(rocsparse_spmat_descr descr, void *offsets, void *minor, void *values) {                \
        return set_pointers(format, descr, offsets, minor, values);                                                                          \
    }                                                                                                                                        \
    rocsparse_status rocsparse_##name##_set_strided_batch(rocsparse_spmat_descr descr, rocsparse_int count, int64_t offsets, int64_t entries) { \
        return set_batch(descr, count, offsets, entries);                                                                                    \
    }
COMPRESSED(csr, rocsparse_format_csr)
COMPRESSED(csc, rocsparse_format_csc)

rocsparse_status rocsparse_create_coo_descr(rocsparse_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz, void *coo_row_ind, void *coo_col_ind,
                                            void *coo_val, rocsparse_indextype idx_type, rocsparse_index_base base, rocsparse_datatype type) {
    return make(descr, {rocsparse_format_coo, rows, cols, nnz, coo_row_ind, coo_col_ind, coo_val, idx_type, idx_type, base, type});
}
rocsparse_status rocsparse_create_const_coo_descr(rocsparse_const_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz, const void *coo_row_ind,
                                                  const void *coo_col_ind, const void *coo_val, rocsparse_indextype idx_type, rocsparse_index_base base,
                                                  rocsparse_datatype type) {
    return make(descr, {rocsparse_format_coo, rows, cols, nnz, const_cast<void *>(coo_row_ind), const_cast<void *>(coo_col_ind),
                        const_cast<void *>(coo_val), idx_type, idx_type, base, type});
}
rocsparse_status rocsparse_create_coo_aos_descr(rocsparse_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz, void *coo_ind, void *coo_val,
                                                rocsparse_indextype idx_type, rocsparse_index_base base, rocsparse_datatype type) {
    return make(descr, {rocsparse_format_coo_aos, rows, cols, nnz, coo_ind, nullptr, coo_val, idx_type, idx_type, base, type});
}
rocsparse_status rocsparse_destroy_spmat_descr(rocsparse_const_spmat_descr descr) {
    if (!descr) return OK;
    if (descr->hip) (void)hipsparseDestroySpMat(descr->hip);
    forget_analyses(*descr);
    if (descr->product) (void)hipsparseDestroyCsrgemm2Info(descr->product);
    delete descr;
    return OK;
}

#define COO_GET(name, Const, Descr)                                                                                                         \
    rocsparse_status rocsparse_##name##coo_get(Descr descr, int64_t *rows, int64_t *cols, int64_t *nnz, Const void **row_ind,                \
                                               Const void **col_ind, Const void **val, rocsparse_indextype *idx_type,                        \
                                               rocsparse_index_base *base, rocsparse_datatype *type) {                                       \
        rocsparse_indextype minor_type;                                                                                                      \
        return get(rocsparse_format_coo, descr, rows, cols, nnz, row_ind, col_ind, val, idx_type, &minor_type, base, type);                  \
    }                                                                                                                                        \
    rocsparse_status rocsparse_##name##coo_aos_get(Descr descr, int64_t *rows, int64_t *cols, int64_t *nnz, Const void **ind,                \
                                                   Const void **val, rocsparse_indextype *idx_type, rocsparse_index_base *base,              \
                                                   rocsparse_datatype *type) {                                                               \
        rocsparse_indextype minor_type;                                                                                                      \
        Const void *minor;                                                                                                                   \
        return get(rocsparse_format_coo_aos, descr, rows, cols, nnz, ind, &minor, val, idx_type, &minor_type, base, type);                   \
    }
COO_GET(, , const rocsparse_spmat_descr)
COO_GET(const_, const, rocsparse_const_spmat_descr)

rocsparse_status rocsparse_coo_set_pointers(rocsparse_spmat_descr descr, void *coo_row_ind, void *coo_col_ind, void *coo_val) {
    return set_pointers(rocsparse_format_coo, descr, coo_row_ind, coo_col_ind, coo_val);
}
rocsparse_status rocsparse_coo_aos_set_pointers(rocsparse_spmat_descr descr, void *coo_ind, void *coo_val) {
    return set_pointers(rocsparse_format_coo_aos, descr, coo_ind, coo_ind, coo_val);
}
rocsparse_status rocsparse_coo_set_strided_batch(rocsparse_spmat_descr descr, rocsparse_int count, int64_t stride) { return set_batch(descr, count, 0, stride); }
rocsparse_status rocsparse_spmat_set_strided_batch(rocsparse_spmat_descr descr, rocsparse_int count) { return set_batch(descr, count, 0, 0); }
rocsparse_status rocsparse_spmat_get_strided_batch(rocsparse_const_spmat_descr descr, rocsparse_int *count) {
    POINTER(descr);
    return told(tell(count, descr->batches));
}

rocsparse_status rocsparse_spmat_get_size(rocsparse_const_spmat_descr descr, int64_t *rows, int64_t *cols, int64_t *nnz) {
    POINTER(descr);
    return told(tell(rows, descr->rows) && tell(cols, descr->columns) && tell(nnz, descr->count));
}
rocsparse_status rocsparse_spmat_get_format(rocsparse_const_spmat_descr descr, rocsparse_format *format) {
    POINTER(descr);
    return told(tell(format, descr->format));
}
rocsparse_status rocsparse_spmat_get_index_base(rocsparse_const_spmat_descr descr, rocsparse_index_base *base) {
    POINTER(descr);
    return told(tell(base, descr->base));
}
rocsparse_status rocsparse_spmat_get_values(rocsparse_spmat_descr descr, void **values) {
    POINTER(descr);
    return told(tell(values, descr->values));
}
rocsparse_status rocsparse_const_spmat_get_values(rocsparse_const_spmat_descr descr, const void **values) {
    POINTER(descr);
    return told(tell(values, descr->values));
}
rocsparse_status rocsparse_spmat_set_values(rocsparse_spmat_descr descr, void *values) {
    POINTER(descr);
    POINTER(values);
    descr->values = values;
    forget(*descr);
    return OK;
}
rocsparse_status rocsparse_spmat_get_nnz(rocsparse_const_spmat_descr descr, int64_t *nnz) {
    POINTER(descr);
    return told(tell(nnz, descr->count));
}
rocsparse_status rocsparse_spmat_set_nnz(rocsparse_spmat_descr descr, int64_t nnz) {
    POINTER(descr);
    if (nnz < 0) return rocsparse_status_invalid_size;
    descr->count = nnz;
    forget(*descr);
    return OK;
}

// An attribute's place, and whether its size is right.
#define ATTRIBUTE(access)                                                                                            \
    POINTER(descr);                                                                                                  \
    POINTER(data);                                                                                                   \
    if (data_size != sizeof(rocsparse_fill_mode)) return rocsparse_status_invalid_size;                              \
    switch (attribute) {                                                                                             \
        case rocsparse_spmat_fill_mode: access(rocsparse_fill_mode, descr->fill, rocsparse_fill_mode_upper);         \
        case rocsparse_spmat_diag_type: access(rocsparse_diag_type, descr->diag, rocsparse_diag_type_unit);          \
        case rocsparse_spmat_matrix_type: access(rocsparse_matrix_type, descr->kind, rocsparse_matrix_type_triangular); \
        case rocsparse_spmat_storage_mode: access(rocsparse_storage_mode, descr->storage, rocsparse_storage_mode_unsorted); \
        default: return rocsparse_status_invalid_value;                                                              \
    }
#define GIVE(Type, field, last)               \
    *static_cast<Type *>(data) = field;       \
    return OK
#define TAKE(Type, field, last)                                                           \
    if (*static_cast<const Type *>(data) > last) return rocsparse_status_invalid_value;   \
    if (field == *static_cast<const Type *>(data)) return OK;                             \
    field = *static_cast<const Type *>(data);                                             \
    forget(*descr);                                                                       \
    forget_analyses(*descr); /* another triangle, or another diagonal */                  \
    return OK
rocsparse_status rocsparse_spmat_get_attribute(rocsparse_const_spmat_descr descr, rocsparse_spmat_attribute attribute, void *data, size_t data_size) {
    ATTRIBUTE(GIVE)
}
rocsparse_status rocsparse_spmat_set_attribute(rocsparse_spmat_descr descr, rocsparse_spmat_attribute attribute, const void *data, size_t data_size) {
    ATTRIBUTE(TAKE)
}

}  // extern "C"
