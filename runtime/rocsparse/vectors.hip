// vectors.hip: sparse and dense vectors and dense matrices of generic functions: made, asked and changed.
//
// Called by programs.
#include <new>

#include "descriptors.h"

namespace rocsparse {

// What hipSPARSE refuses after `checked` found nothing wrong is a size.
template <class D, class Kept> static Status keep(D *descr, const Kept &kept, Status checked, hipsparseStatus_t made) {
    if (checked != OK) return checked;
    if (made != HIPSPARSE_STATUS_SUCCESS) return made == HIPSPARSE_STATUS_INVALID_VALUE ? rocsparse_status_invalid_size : converted(made);
    *descr = new (std::nothrow) Kept(kept);
    return *descr ? OK : rocsparse_status_memory_error;
}

template <class D>
static Status make_spvec(D *descr, int64_t size, int64_t count, const void *indices, const void *values, rocsparse_indextype index_type,
                         rocsparse_index_base base, rocsparse_datatype type) {
    _rocsparse_spvec_descr kept = {size, count, const_cast<void *>(indices), const_cast<void *>(values), index_type, base, type};
    Status checked = first_wrong(descr, size, count, index_type, base, type);
    if (checked == OK && count > size) checked = rocsparse_status_invalid_size;
    if (checked == OK && count > 0) checked = first_wrong(indices, values);
    const auto made = checked != OK ? HIPSPARSE_STATUS_SUCCESS
                                    : hipsparseCreateSpVec(&kept.hip, size, count, kept.indices, kept.values, to(index_type), to(base), to(type));
    return keep(descr, kept, checked, made);
}

template <class D> static Status make_dnvec(D *descr, int64_t size, const void *values, rocsparse_datatype type) {
    _rocsparse_dnvec_descr kept = {size, const_cast<void *>(values), type};
    Status checked = first_wrong(descr, size, type);
    if (checked == OK && size > 0) checked = wrong(values);
    const auto made = checked != OK ? HIPSPARSE_STATUS_SUCCESS : hipsparseCreateDnVec(&kept.hip, size, kept.values, to(type));
    return keep(descr, kept, checked, made);
}

template <class D>
static Status make_dnmat(D *descr, int64_t rows, int64_t columns, int64_t ld, const void *values, rocsparse_datatype type, rocsparse_order order) {
    _rocsparse_dnmat_descr kept = {rows, columns, ld, const_cast<void *>(values), type, order};
    Status checked = first_wrong(descr, rows, columns, ld, type, order);
    if (checked == OK && rows > 0 && columns > 0) checked = wrong(values);
    const auto made = checked != OK ? HIPSPARSE_STATUS_SUCCESS : hipsparseCreateDnMat(&kept.hip, rows, columns, ld, kept.values, to(type), to(order));
    return keep(descr, kept, checked, made);
}

template <class To, class From> static bool tell(To *to, From from) {
    if (to) *to = static_cast<To>(from);
    return to;
}
static Status told(bool all) { return all ? OK : rocsparse_status_invalid_pointer; }

}  // namespace rocsparse

using namespace rocsparse;

#define POINTER(p) \
    if (!(p)) return rocsparse_status_invalid_pointer

// Functions that are there twice: of memory that may be written, and with const_ in their names of memory that may not.
#define BOTH(X) X(, , const) X(const_, const, )

extern "C" {

#define SPVEC(name, Const, OwnConst)                                                                                                        \
    rocsparse_status rocsparse_create_##name##spvec_descr(rocsparse_##name##spvec_descr *descr, int64_t size, int64_t nnz, Const void *indices, \
                                                          Const void *values, rocsparse_indextype idx_type, rocsparse_index_base base,       \
                                                          rocsparse_datatype type) {                                                         \
        return make_spvec(descr, size, nnz, indices, values, idx_type, base, type);                                                          \
    }                                                                                                                                        \
    rocsparse_status rocsparse_##name##spvec_get(OwnConst rocsparse_##name##spvec_descr x, int64_t *size, int64_t *nnz, Const void **indices, \
                                                 Const void **values, rocsparse_indextype *idx_type, rocsparse_index_base *base,             \
                                                 rocsparse_datatype *type) {                                                                 \
        POINTER(x);                                                                                                                          \
        return told(tell(size, x->size) && tell(nnz, x->count) && tell(indices, x->indices) && tell(values, x->values) &&                    \
                    tell(idx_type, x->index_type) && tell(base, x->base) && tell(type, x->type));                                            \
    }                                                                                                                                        \
    rocsparse_status rocsparse_##name##spvec_get_values(OwnConst rocsparse_##name##spvec_descr x, Const void **values) {                     \
        POINTER(x);                                                                                                                          \
        return told(tell(values, x->values));                                                                                                \
    }
BOTH(SPVEC)

#define DNVEC(name, Const, OwnConst)                                                                                                        \
    rocsparse_status rocsparse_create_##name##dnvec_descr(rocsparse_##name##dnvec_descr *descr, int64_t size, Const void *values,            \
                                                          rocsparse_datatype type) {                                                         \
        return make_dnvec(descr, size, values, type);                                                                                        \
    }                                                                                                                                        \
    rocsparse_status rocsparse_##name##dnvec_get(OwnConst rocsparse_##name##dnvec_descr x, int64_t *size, Const void **values,               \
                                                 rocsparse_datatype *type) {                                                                 \
        POINTER(x);                                                                                                                          \
        return told(tell(size, x->size) && tell(values, x->values) && tell(type, x->type));                                                  \
    }                                                                                                                                        \
    rocsparse_status rocsparse_##name##dnvec_get_values(OwnConst rocsparse_##name##dnvec_descr x, Const void **values) {                     \
        POINTER(x);                                                                                                                          \
        return told(tell(values, x->values));                                                                                                \
    }
BOTH(DNVEC)

#define DNMAT(name, Const, OwnConst)                                                                                                        \
    rocsparse_status rocsparse_create_##name##dnmat_descr(rocsparse_##name##dnmat_descr *descr, int64_t rows, int64_t cols, int64_t ld,      \
                                                          Const void *values, rocsparse_datatype type, rocsparse_order order) {              \
        return make_dnmat(descr, rows, cols, ld, values, type, order);                                                                       \
    }                                                                                                                                        \
    rocsparse_status rocsparse_##name##dnmat_get(OwnConst rocsparse_##name##dnmat_descr x, int64_t *rows, int64_t *cols, int64_t *ld,        \
                                                 Const void **values, rocsparse_datatype *type, rocsparse_order *order) {                    \
        POINTER(x);                                                                                                                          \
        return told(tell(rows, x->rows) && tell(cols, x->columns) && tell(ld, x->ld) && tell(values, x->values) && tell(type, x->type) &&    \
                    tell(order, x->order));                                                                                                  \
    }                                                                                                                                        \
    rocsparse_status rocsparse_##name##dnmat_get_values(OwnConst rocsparse_##name##dnmat_descr x, Const void **values) {                     \
        POINTER(x);                                                                                                                          \
        return told(tell(values, x->values));                                                                                                \
    }
BOTH(DNMAT)

rocsparse_status rocsparse_spvec_get_index_base(rocsparse_const_spvec_descr x, rocsparse_index_base *base) {
    POINTER(x);
    return told(tell(base, x->base));
}

// Memory for the values, and the end, of each of the three.
#define VALUES_AND_END(name, Name)                                                                      \
    rocsparse_status rocsparse_##name##_set_values(rocsparse_##name##_descr x, void *values) {          \
        POINTER(x);                                                                                     \
        POINTER(values);                                                                                \
        x->values = values;                                                                             \
        return converted(hipsparse##Name##SetValues(x->hip, values));                                   \
    }                                                                                                   \
    rocsparse_status rocsparse_destroy_##name##_descr(rocsparse_const_##name##_descr x) {               \
        if (x) (void)hipsparseDestroy##Name(x->hip);                                                    \
        delete x;                                                                                       \
        return OK;                                                                                      \
    }
VALUES_AND_END(spvec, SpVec)
VALUES_AND_END(dnvec, DnVec)
VALUES_AND_END(dnmat, DnMat)

rocsparse_status rocsparse_dnmat_get_strided_batch(rocsparse_const_dnmat_descr x, rocsparse_int *count, int64_t *stride) {
    POINTER(x);
    return told(tell(count, x->batches) && tell(stride, x->stride));
}
rocsparse_status rocsparse_dnmat_set_strided_batch(rocsparse_dnmat_descr x, rocsparse_int count, int64_t stride) {
    POINTER(x);
    if (count <= 0 || stride < 0) return rocsparse_status_invalid_value;
    x->batches = count;
    x->stride = stride;
    const hipsparseStatus_t status = hipsparseDnMatSetStridedBatch(x->hip, count, stride);
    return status == HIPSPARSE_STATUS_INVALID_VALUE ? rocsparse_status_invalid_value : converted(status);
}

}  // extern "C"
