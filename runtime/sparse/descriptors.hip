// descriptors.hip: vectors and dense matrices of generic functions: made, asked and changed.
//
// Called by programs. Sparse matrices are spmat.hip's.
#include "descriptors.h"

#include <new>

using sparse::DnMat;
using sparse::DnVec;
using sparse::SpVec;

namespace sparse {

bool is_type(hipDataType type) { return type >= HIP_R_32F && type <= HIP_C_16BF; }

template <class D, class Made> static Status keep(D *descr, const Made &made) {
    Made *const kept = new (std::nothrow) Made(made);
    if (!kept) return HIPSPARSE_STATUS_ALLOC_FAILED;
    *descr = kept;
    return HIPSPARSE_STATUS_SUCCESS;
}

template <class D>
static Status create_sp_vec(D *descr, int64_t size, int64_t count, const void *indices, const void *values, hipsparseIndexType_t index_type,
                            hipsparseIndexBase_t base, hipDataType type) {
    if (!descr || size < 0 || count < 0 || count > size || (count > 0 && (!indices || !values)) || index_type < HIPSPARSE_INDEX_16U ||
        index_type > HIPSPARSE_INDEX_64I || !is_enum(base) || !is_type(type))
        return HIPSPARSE_STATUS_INVALID_VALUE;
    if (index_type == HIPSPARSE_INDEX_16U) return missing("hipsparseCreateSpVec", "indices of 16 bits");
    return keep(descr, SpVec{size, count, const_cast<void *>(indices), const_cast<void *>(values), index_type, base, type});
}

template <class D> static Status create_dn_vec(D *descr, int64_t size, const void *values, hipDataType type) {
    if (!descr || size < 0 || (size > 0 && !values) || !is_type(type)) return HIPSPARSE_STATUS_INVALID_VALUE;
    return keep(descr, DnVec{size, const_cast<void *>(values), type});
}

template <class D>
static Status create_dn_mat(D *descr, int64_t rows, int64_t columns, int64_t ld, const void *values, hipDataType type, hipsparseOrder_t order) {
    if (!descr || rows < 0 || columns < 0 || !is_type(type) || (order != HIPSPARSE_ORDER_COL && order != HIPSPARSE_ORDER_ROW))
        return HIPSPARSE_STATUS_INVALID_VALUE;
    const int64_t least = order == HIPSPARSE_ORDER_ROW ? columns : rows;
    if (ld < least || ld < 1 || (rows > 0 && columns > 0 && !values)) return HIPSPARSE_STATUS_INVALID_VALUE;
    return keep(descr, DnMat{rows, columns, ld, const_cast<void *>(values), type, order});
}

// Copies what a descriptor has to where the caller wants it; false where that is nowhere.
template <class To, class From> static bool tell(To *to, From from) {
    if (!to) return false;
    *to = static_cast<To>(from);
    return true;
}
static Status told(bool all) { return all ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_INVALID_VALUE; }

template <class Pointer>
static Status sp_vec_get(const void *descr, int64_t *size, int64_t *nnz, Pointer *indices, Pointer *values, hipsparseIndexType_t *index_type,
                         hipsparseIndexBase_t *base, hipDataType *type) {
    if (!descr) return HIPSPARSE_STATUS_INVALID_VALUE;
    const SpVec &vec = sp_vec(descr);
    return told(tell(size, vec.size) && tell(nnz, vec.count) && tell(indices, vec.indices) && tell(values, vec.values) &&
                tell(index_type, vec.index_type) && tell(base, vec.base) && tell(type, vec.type));
}
template <class Pointer> static Status dn_vec_get(const void *descr, int64_t *size, Pointer *values, hipDataType *type) {
    if (!descr) return HIPSPARSE_STATUS_INVALID_VALUE;
    const DnVec &vec = dn_vec(descr);
    return told(tell(size, vec.size) && tell(values, vec.values) && tell(type, vec.type));
}
template <class Pointer>
static Status dn_mat_get(const void *descr, int64_t *rows, int64_t *columns, int64_t *ld, Pointer *values, hipDataType *type,
                         hipsparseOrder_t *order) {
    if (!descr) return HIPSPARSE_STATUS_INVALID_VALUE;
    const DnMat &mat = dn_mat(descr);
    return told(tell(rows, mat.rows) && tell(columns, mat.columns) && tell(ld, mat.ld) && tell(values, mat.values) && tell(type, mat.type) &&
                tell(order, mat.order));
}

}  // namespace sparse

hipsparseStatus_t hipsparseCreateSpVec(hipsparseSpVecDescr_t *descr, int64_t size, int64_t nnz, void *indices, void *values,
                                       hipsparseIndexType_t index_type, hipsparseIndexBase_t base, hipDataType type) {
    return sparse::create_sp_vec(descr, size, nnz, indices, values, index_type, base, type);
}
hipsparseStatus_t hipsparseCreateConstSpVec(hipsparseConstSpVecDescr_t *descr, int64_t size, int64_t nnz, const void *indices, const void *values,
                                            hipsparseIndexType_t index_type, hipsparseIndexBase_t base, hipDataType type) {
    return sparse::create_sp_vec(descr, size, nnz, indices, values, index_type, base, type);
}
hipsparseStatus_t hipsparseCreateDnVec(hipsparseDnVecDescr_t *descr, int64_t size, void *values, hipDataType type) {
    return sparse::create_dn_vec(descr, size, values, type);
}
hipsparseStatus_t hipsparseCreateConstDnVec(hipsparseConstDnVecDescr_t *descr, int64_t size, const void *values, hipDataType type) {
    return sparse::create_dn_vec(descr, size, values, type);
}
hipsparseStatus_t hipsparseCreateDnMat(hipsparseDnMatDescr_t *descr, int64_t rows, int64_t cols, int64_t ld, void *values, hipDataType type,
                                       hipsparseOrder_t order) {
    return sparse::create_dn_mat(descr, rows, cols, ld, values, type, order);
}
hipsparseStatus_t hipsparseCreateConstDnMat(hipsparseConstDnMatDescr_t *descr, int64_t rows, int64_t cols, int64_t ld, const void *values,
                                            hipDataType type, hipsparseOrder_t order) {
    return sparse::create_dn_mat(descr, rows, cols, ld, values, type, order);
}

#define DESTROY(Name, Kept)                                                        \
    hipsparseStatus_t hipsparseDestroy##Name(hipsparseConst##Name##Descr_t descr) { \
        if (!descr) return HIPSPARSE_STATUS_INVALID_VALUE;                          \
        delete static_cast<const Kept *>(descr);                                    \
        return HIPSPARSE_STATUS_SUCCESS;                                            \
    }
DESTROY(SpVec, SpVec)
DESTROY(DnVec, DnVec)
DESTROY(DnMat, DnMat)

hipsparseStatus_t hipsparseSpVecGet(const hipsparseSpVecDescr_t descr, int64_t *size, int64_t *nnz, void **indices, void **values,
                                    hipsparseIndexType_t *index_type, hipsparseIndexBase_t *base, hipDataType *type) {
    return sparse::sp_vec_get(descr, size, nnz, indices, values, index_type, base, type);
}
hipsparseStatus_t hipsparseConstSpVecGet(hipsparseConstSpVecDescr_t descr, int64_t *size, int64_t *nnz, const void **indices, const void **values,
                                         hipsparseIndexType_t *index_type, hipsparseIndexBase_t *base, hipDataType *type) {
    return sparse::sp_vec_get(descr, size, nnz, indices, values, index_type, base, type);
}
hipsparseStatus_t hipsparseSpVecGetIndexBase(const hipsparseConstSpVecDescr_t descr, hipsparseIndexBase_t *base) {
    if (!descr) return HIPSPARSE_STATUS_INVALID_VALUE;
    return sparse::told(sparse::tell(base, sparse::sp_vec(descr).base));
}
hipsparseStatus_t hipsparseDnVecGet(const hipsparseDnVecDescr_t descr, int64_t *size, void **values, hipDataType *type) {
    return sparse::dn_vec_get(descr, size, values, type);
}
hipsparseStatus_t hipsparseConstDnVecGet(hipsparseConstDnVecDescr_t descr, int64_t *size, const void **values, hipDataType *type) {
    return sparse::dn_vec_get(descr, size, values, type);
}
hipsparseStatus_t hipsparseDnMatGet(const hipsparseDnMatDescr_t descr, int64_t *rows, int64_t *cols, int64_t *ld, void **values, hipDataType *type,
                                    hipsparseOrder_t *order) {
    return sparse::dn_mat_get(descr, rows, cols, ld, values, type, order);
}
hipsparseStatus_t hipsparseConstDnMatGet(hipsparseConstDnMatDescr_t descr, int64_t *rows, int64_t *cols, int64_t *ld, const void **values,
                                         hipDataType *type, hipsparseOrder_t *order) {
    return sparse::dn_mat_get(descr, rows, cols, ld, values, type, order);
}

// The memory of values, read and replaced.
#define VALUES(Name, Kept)                                                                                \
    hipsparseStatus_t hipsparse##Name##GetValues(const hipsparse##Name##Descr_t descr, void **values) {    \
        if (!descr) return HIPSPARSE_STATUS_INVALID_VALUE;                                                 \
        return sparse::told(sparse::tell(values, static_cast<const Kept *>(descr)->values));               \
    }                                                                                                      \
    hipsparseStatus_t hipsparseConst##Name##GetValues(hipsparseConst##Name##Descr_t descr, const void **values) { \
        if (!descr) return HIPSPARSE_STATUS_INVALID_VALUE;                                                 \
        return sparse::told(sparse::tell(values, static_cast<const Kept *>(descr)->values));               \
    }                                                                                                      \
    hipsparseStatus_t hipsparse##Name##SetValues(hipsparse##Name##Descr_t descr, void *values) {           \
        if (!descr || !values) return HIPSPARSE_STATUS_INVALID_VALUE;                                      \
        static_cast<Kept *>(descr)->values = values;                                                       \
        return HIPSPARSE_STATUS_SUCCESS;                                                                   \
    }
VALUES(SpVec, SpVec)
VALUES(DnVec, DnVec)
VALUES(DnMat, DnMat)

hipsparseStatus_t hipsparseDnMatGetStridedBatch(hipsparseConstDnMatDescr_t descr, int *count, int64_t *stride) {
    if (!descr) return HIPSPARSE_STATUS_INVALID_VALUE;
    return sparse::told(sparse::tell(count, sparse::dn_mat(descr).batches) && sparse::tell(stride, sparse::dn_mat(descr).stride));
}
hipsparseStatus_t hipsparseDnMatSetStridedBatch(hipsparseDnMatDescr_t descr, int count, int64_t stride) {
    if (!descr || count <= 0 || stride < 0) return HIPSPARSE_STATUS_INVALID_VALUE;
    DnMat &mat = *static_cast<DnMat *>(descr);
    const int64_t lines = mat.order == HIPSPARSE_ORDER_ROW ? mat.rows : mat.columns;
    if (count > 1 && stride < mat.ld * lines) return HIPSPARSE_STATUS_INVALID_VALUE;
    mat.batches = count;
    mat.stride = stride;
    return HIPSPARSE_STATUS_SUCCESS;
}
