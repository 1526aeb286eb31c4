// spmat.hip: sparse matrices of generic functions: made, asked and changed.
//
// Called by programs; stored and minor_out by every generic function.
#include <cstring>
#include <new>

#include "descriptors.h"

namespace sparse {

bool is_type(hipDataType type);

Stored SpMat::stored(int64_t batch) const {
    Indices first = major_out().read(), second = minor_out().read();
    // Of a COO matrix both arrays go with the entries.
    first = first.from(batch * (format == HIPSPARSE_FORMAT_CSR || format == HIPSPARSE_FORMAT_CSC ? offsets_stride : entries_stride));
    return {format, rows, columns, count, first, second.from(batch * entries_stride)};
}
IndicesOut SpMat::minor_out() const {
    const bool wide = minor_type == HIPSPARSE_INDEX_64I;
    void *const memory = format == HIPSPARSE_FORMAT_COO_AOS ? static_cast<char *>(major) + (wide ? 8 : 4) : minor;
    return {memory, wide, int(base), step()};
}

template <class D> static Status create(D *descr, const SpMat &mat) {
    const auto is_index = [](hipsparseIndexType_t type) { return type >= HIPSPARSE_INDEX_16U && type <= HIPSPARSE_INDEX_64I; };
    if (!descr || mat.rows < 0 || mat.columns < 0 || mat.count < 0 || !is_index(mat.major_type) || !is_index(mat.minor_type) || !is_enum(mat.base) ||
        !is_type(mat.type))
        return HIPSPARSE_STATUS_INVALID_VALUE;
    if (static_cast<unsigned __int128>(mat.rows) * mat.columns < static_cast<unsigned __int128>(mat.count)) return HIPSPARSE_STATUS_INVALID_VALUE;
    const bool has_minor = mat.format != HIPSPARSE_FORMAT_COO_AOS && mat.format != HIPSPARSE_FORMAT_BLOCKED_ELL;
    if (mat.count > 0 && (!mat.major || (has_minor && !mat.minor) || !mat.values)) return HIPSPARSE_STATUS_INVALID_VALUE;
    SpMat *const kept = new (std::nothrow) SpMat(mat);
    if (!kept) return HIPSPARSE_STATUS_ALLOC_FAILED;
    *descr = reinterpret_cast<D>(kept);
    return HIPSPARSE_STATUS_SUCCESS;
}
// A matrix with offsets, which are there unless it has no rows (CSR) or columns (CSC).
template <class D>
static Status create_compressed(D *descr, hipsparseFormat_t format, int64_t rows, int64_t columns, int64_t count, const void *offsets,
                                const void *minor, const void *values, hipsparseIndexType_t offset_type, hipsparseIndexType_t minor_type,
                                hipsparseIndexBase_t base, hipDataType type) {
    return create(descr, SpMat{format, rows, columns, count, const_cast<void *>(offsets), const_cast<void *>(minor), const_cast<void *>(values),
                               offset_type, minor_type, base, type});
}

template <class To, class From> static bool tell(To *to, From from) {
    if (!to) return false;
    *to = static_cast<To>(from);
    return true;
}
static Status told(bool all) { return all ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_INVALID_VALUE; }

// What all formats tell; the memory and the types of its indices follow.
static bool tell_sizes(const SpMat &mat, int64_t *rows, int64_t *columns, int64_t *count, hipsparseIndexBase_t *base, hipDataType *type) {
    return tell(rows, mat.rows) && tell(columns, mat.columns) && tell(count, mat.count) && tell(base, mat.base) && tell(type, mat.type);
}
template <class Pointer>
static Status get(hipsparseFormat_t format, hipsparseConstSpMatDescr_t descr, int64_t *rows, int64_t *columns, int64_t *count, Pointer *major,
                  Pointer *minor, Pointer *values, hipsparseIndexType_t *major_type, hipsparseIndexType_t *minor_type, hipsparseIndexBase_t *base,
                  hipDataType *type) {
    if (!descr || sp_mat(descr).format != format) return HIPSPARSE_STATUS_INVALID_VALUE;
    const SpMat &mat = sp_mat(descr);
    return told(tell_sizes(mat, rows, columns, count, base, type) && tell(major, mat.major) && tell(minor, mat.minor) && tell(values, mat.values) &&
                tell(major_type, mat.major_type) && tell(minor_type, mat.minor_type));
}
template <class Pointer>
static Status get_ell(hipsparseConstSpMatDescr_t descr, int64_t *rows, int64_t *columns, int64_t *block, int64_t *ell_columns, Pointer *minor,
                      Pointer *values, hipsparseIndexType_t *index_type, hipsparseIndexBase_t *base, hipDataType *type) {
    if (!descr || sp_mat(descr).format != HIPSPARSE_FORMAT_BLOCKED_ELL) return HIPSPARSE_STATUS_INVALID_VALUE;
    const SpMat &mat = sp_mat(descr);
    int64_t count;
    return told(tell_sizes(mat, rows, columns, &count, base, type) && tell(block, mat.block) && tell(ell_columns, mat.ell_columns) &&
                tell(minor, mat.major) && tell(values, mat.values) && tell(index_type, mat.major_type));
}

static Status set_pointers(hipsparseFormat_t format, hipsparseSpMatDescr_t descr, void *major, void *minor, void *values) {
    if (!descr || sp_mat(descr).format != format || !major || !minor || !values) return HIPSPARSE_STATUS_INVALID_VALUE;
    SpMat &mat = sp_mat(descr);
    mat.major = major;
    mat.minor = minor;
    mat.values = values;
    return HIPSPARSE_STATUS_SUCCESS;
}

static Status set_batch(hipsparseSpMatDescr_t descr, int count, int64_t offsets, int64_t entries) {
    if (!descr || count <= 0 || offsets < 0 || entries < 0) return HIPSPARSE_STATUS_INVALID_VALUE;
    SpMat &mat = sp_mat(descr);
    mat.batches = count;
    mat.offsets_stride = offsets;
    mat.entries_stride = entries;
    return HIPSPARSE_STATUS_SUCCESS;
}

}  // namespace sparse

using sparse::sp_mat;
using sparse::SpMat;

// The Create and CreateConst of a format, and its Get and ConstGet: the same, but for const.
#define COMPRESSED(Name, format_)                                                                                                           \
    hipsparseStatus_t hipsparseCreate##Name(hipsparseSpMatDescr_t *descr, int64_t rows, int64_t cols, int64_t nnz, void *offsets, void *minor, \
                                            void *values, hipsparseIndexType_t offset_type, hipsparseIndexType_t minor_type,                 \
                                            hipsparseIndexBase_t base, hipDataType type) {                                                   \
        return sparse::create_compressed(descr, format_, rows, cols, nnz, offsets, minor, values, offset_type, minor_type, base, type);      \
    }                                                                                                                                        \
    hipsparseStatus_t hipsparseCreateConst##Name(hipsparseConstSpMatDescr_t *descr, int64_t rows, int64_t cols, int64_t nnz,                 \
                                                 const void *offsets, const void *minor, const void *values, hipsparseIndexType_t offset_type, \
                                                 hipsparseIndexType_t minor_type, hipsparseIndexBase_t base, hipDataType type) {             \
        return sparse::create_compressed(descr, format_, rows, cols, nnz, offsets, minor, values, offset_type, minor_type, base, type);      \
    }                                                                                                                                        \
    hipsparseStatus_t hipsparse##Name##Get(const hipsparseSpMatDescr_t descr, int64_t *rows, int64_t *cols, int64_t *nnz, void **offsets,     \
                                           void **minor, void **values, hipsparseIndexType_t *offset_type, hipsparseIndexType_t *minor_type, \
                                           hipsparseIndexBase_t *base, hipDataType *type) {                                                  \
        return sparse::get(format_, descr, rows, cols, nnz, offsets, minor, values, offset_type, minor_type, base, type);                    \
    }                                                                                                                                        \
    hipsparseStatus_t hipsparseConst##Name##Get(hipsparseConstSpMatDescr_t descr, int64_t *rows, int64_t *cols, int64_t *nnz,                \
                                                const void **offsets, const void **minor, const void **values,                               \
                                                hipsparseIndexType_t *offset_type, hipsparseIndexType_t *minor_type,                         \
                                                hipsparseIndexBase_t *base, hipDataType *type) {                                             \
        return sparse::get(format_, descr, rows, cols, nnz, offsets, minor, values, offset_type, minor_type, base, type);                    \
    }
COMPRESSED(Csr, HIPSPARSE_FORMAT_CSR)
COMPRESSED(Csc, HIPSPARSE_FORMAT_CSC)

hipsparseStatus_t hipsparseCreateCoo(hipsparseSpMatDescr_t *descr, int64_t rows, int64_t cols, int64_t nnz, void *row, void *column, void *values,
                                     hipsparseIndexType_t type, hipsparseIndexBase_t base, hipDataType value_type) {
    return sparse::create(descr, SpMat{HIPSPARSE_FORMAT_COO, rows, cols, nnz, row, column, values, type, type, base, value_type});
}
hipsparseStatus_t hipsparseCreateConstCoo(hipsparseConstSpMatDescr_t *descr, int64_t rows, int64_t cols, int64_t nnz, const void *row,
                                          const void *column, const void *values, hipsparseIndexType_t type, hipsparseIndexBase_t base,
                                          hipDataType value_type) {
    return sparse::create(descr, SpMat{HIPSPARSE_FORMAT_COO, rows, cols, nnz, const_cast<void *>(row), const_cast<void *>(column),
                                       const_cast<void *>(values), type, type, base, value_type});
}
hipsparseStatus_t hipsparseCreateCooAoS(hipsparseSpMatDescr_t *descr, int64_t rows, int64_t cols, int64_t nnz, void *indices, void *values,
                                        hipsparseIndexType_t type, hipsparseIndexBase_t base, hipDataType value_type) {
    return sparse::create(descr, SpMat{HIPSPARSE_FORMAT_COO_AOS, rows, cols, nnz, indices, nullptr, values, type, type, base, value_type});
}
hipsparseStatus_t hipsparseCreateBlockedEll(hipsparseSpMatDescr_t *descr, int64_t rows, int64_t cols, int64_t block, int64_t ell_cols,
                                            void *columns, void *values, hipsparseIndexType_t type, hipsparseIndexBase_t base,
                                            hipDataType value_type) {
    if (block <= 0 || ell_cols < 0) return HIPSPARSE_STATUS_INVALID_VALUE;
    SpMat mat{HIPSPARSE_FORMAT_BLOCKED_ELL, rows, cols, 0, columns, nullptr, values, type, type, base, value_type};
    mat.block = block;
    mat.ell_columns = ell_cols;
    return sparse::create(descr, mat);
}
hipsparseStatus_t hipsparseCreateConstBlockedEll(hipsparseConstSpMatDescr_t *descr, int64_t rows, int64_t cols, int64_t block, int64_t ell_cols,
                                                 const void *columns, const void *values, hipsparseIndexType_t type, hipsparseIndexBase_t base,
                                                 hipDataType value_type) {
    hipsparseSpMatDescr_t made;
    const auto status = hipsparseCreateBlockedEll(descr ? &made : nullptr, rows, cols, block, ell_cols, const_cast<void *>(columns),
                                                  const_cast<void *>(values), type, base, value_type);
    if (status == HIPSPARSE_STATUS_SUCCESS) *descr = made;
    return status;
}
hipsparseStatus_t hipsparseDestroySpMat(hipsparseConstSpMatDescr_t descr) {
    if (!descr) return HIPSPARSE_STATUS_INVALID_VALUE;
    delete &sp_mat(descr);
    return HIPSPARSE_STATUS_SUCCESS;
}

hipsparseStatus_t hipsparseCooGet(const hipsparseSpMatDescr_t descr, int64_t *rows, int64_t *cols, int64_t *nnz, void **row, void **column,
                                  void **values, hipsparseIndexType_t *type, hipsparseIndexBase_t *base, hipDataType *value_type) {
    return sparse::get(HIPSPARSE_FORMAT_COO, descr, rows, cols, nnz, row, column, values, type, type, base, value_type);
}
hipsparseStatus_t hipsparseConstCooGet(hipsparseConstSpMatDescr_t descr, int64_t *rows, int64_t *cols, int64_t *nnz, const void **row,
                                       const void **column, const void **values, hipsparseIndexType_t *type, hipsparseIndexBase_t *base,
                                       hipDataType *value_type) {
    return sparse::get(HIPSPARSE_FORMAT_COO, descr, rows, cols, nnz, row, column, values, type, type, base, value_type);
}
hipsparseStatus_t hipsparseCooAoSGet(const hipsparseSpMatDescr_t descr, int64_t *rows, int64_t *cols, int64_t *nnz, void **indices, void **values,
                                     hipsparseIndexType_t *type, hipsparseIndexBase_t *base, hipDataType *value_type) {
    void *none;
    return sparse::get(HIPSPARSE_FORMAT_COO_AOS, descr, rows, cols, nnz, indices, &none, values, type, type, base, value_type);
}
hipsparseStatus_t hipsparseBlockedEllGet(const hipsparseSpMatDescr_t descr, int64_t *rows, int64_t *cols, int64_t *block, int64_t *ell_cols,
                                         void **columns, void **values, hipsparseIndexType_t *type, hipsparseIndexBase_t *base,
                                         hipDataType *value_type) {
    return sparse::get_ell(descr, rows, cols, block, ell_cols, columns, values, type, base, value_type);
}
hipsparseStatus_t hipsparseConstBlockedEllGet(hipsparseConstSpMatDescr_t descr, int64_t *rows, int64_t *cols, int64_t *block, int64_t *ell_cols,
                                              const void **columns, const void **values, hipsparseIndexType_t *type, hipsparseIndexBase_t *base,
                                              hipDataType *value_type) {
    return sparse::get_ell(descr, rows, cols, block, ell_cols, columns, values, type, base, value_type);
}

hipsparseStatus_t hipsparseCsrSetPointers(hipsparseSpMatDescr_t descr, void *offsets, void *columns, void *values) {
    return sparse::set_pointers(HIPSPARSE_FORMAT_CSR, descr, offsets, columns, values);
}
hipsparseStatus_t hipsparseCscSetPointers(hipsparseSpMatDescr_t descr, void *offsets, void *rows, void *values) {
    return sparse::set_pointers(HIPSPARSE_FORMAT_CSC, descr, offsets, rows, values);
}
hipsparseStatus_t hipsparseCooSetPointers(hipsparseSpMatDescr_t descr, void *rows, void *columns, void *values) {
    return sparse::set_pointers(HIPSPARSE_FORMAT_COO, descr, rows, columns, values);
}

hipsparseStatus_t hipsparseSpMatGetSize(hipsparseConstSpMatDescr_t descr, int64_t *rows, int64_t *cols, int64_t *nnz) {
    if (!descr) return HIPSPARSE_STATUS_INVALID_VALUE;
    const SpMat &mat = sp_mat(descr);
    return sparse::told(sparse::tell(rows, mat.rows) && sparse::tell(cols, mat.columns) && sparse::tell(nnz, mat.count));
}
hipsparseStatus_t hipsparseSpMatGetFormat(hipsparseConstSpMatDescr_t descr, hipsparseFormat_t *format) {
    return sparse::told(descr && sparse::tell(format, sp_mat(descr).format));
}
hipsparseStatus_t hipsparseSpMatGetIndexBase(hipsparseConstSpMatDescr_t descr, hipsparseIndexBase_t *base) {
    return sparse::told(descr && sparse::tell(base, sp_mat(descr).base));
}
hipsparseStatus_t hipsparseSpMatGetValues(hipsparseSpMatDescr_t descr, void **values) {
    return sparse::told(descr && sparse::tell(values, sp_mat(descr).values));
}
hipsparseStatus_t hipsparseConstSpMatGetValues(hipsparseConstSpMatDescr_t descr, const void **values) {
    return sparse::told(descr && sparse::tell(values, sp_mat(descr).values));
}
hipsparseStatus_t hipsparseSpMatSetValues(hipsparseSpMatDescr_t descr, void *values) {
    if (!descr || !values) return HIPSPARSE_STATUS_INVALID_VALUE;
    sp_mat(descr).values = values;
    return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseSpMatGetStridedBatch(hipsparseConstSpMatDescr_t descr, int *count) {
    return sparse::told(descr && sparse::tell(count, sp_mat(descr).batches));
}
hipsparseStatus_t hipsparseSpMatSetStridedBatch(hipsparseSpMatDescr_t descr, int count) {
    if (!descr || count <= 0) return HIPSPARSE_STATUS_INVALID_VALUE;
    sp_mat(descr).batches = count;
    return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseCooSetStridedBatch(hipsparseSpMatDescr_t descr, int count, int64_t stride) {
    if (descr && sp_mat(descr).format != HIPSPARSE_FORMAT_COO) return HIPSPARSE_STATUS_INVALID_VALUE;
    return sparse::set_batch(descr, count, 0, stride);
}
hipsparseStatus_t hipsparseCsrSetStridedBatch(hipsparseSpMatDescr_t descr, int count, int64_t offsets, int64_t entries) {
    if (descr && sp_mat(descr).format != HIPSPARSE_FORMAT_CSR) return HIPSPARSE_STATUS_INVALID_VALUE;
    return sparse::set_batch(descr, count, offsets, entries);
}

hipsparseStatus_t hipsparseSpMatGetAttribute(hipsparseConstSpMatDescr_t descr, hipsparseSpMatAttribute_t attribute, void *data, size_t size) {
    if (!descr || !data || size != sizeof(hipsparseFillMode_t)) return HIPSPARSE_STATUS_INVALID_VALUE;
    switch (attribute) {
        case HIPSPARSE_SPMAT_FILL_MODE: memcpy(data, &sp_mat(descr).fill, size); return HIPSPARSE_STATUS_SUCCESS;
        case HIPSPARSE_SPMAT_DIAG_TYPE: memcpy(data, &sp_mat(descr).diag, size); return HIPSPARSE_STATUS_SUCCESS;
    }
    return HIPSPARSE_STATUS_INVALID_VALUE;
}
hipsparseStatus_t hipsparseSpMatSetAttribute(hipsparseSpMatDescr_t descr, hipsparseSpMatAttribute_t attribute, const void *data, size_t size) {
    if (!descr || !data || size != sizeof(hipsparseFillMode_t)) return HIPSPARSE_STATUS_INVALID_VALUE;
    int value;
    memcpy(&value, data, size);
    if (value != 0 && value != 1) return HIPSPARSE_STATUS_INVALID_VALUE;
    switch (attribute) {
        case HIPSPARSE_SPMAT_FILL_MODE: sp_mat(descr).fill = hipsparseFillMode_t(value); return HIPSPARSE_STATUS_SUCCESS;
        case HIPSPARSE_SPMAT_DIAG_TYPE: sp_mat(descr).diag = hipsparseDiagType_t(value); return HIPSPARSE_STATUS_SUCCESS;
    }
    return HIPSPARSE_STATUS_INVALID_VALUE;
}
