// descriptors.h: the vectors and matrices of generic functions.
//
// Made and asked by descriptors.hip and spmat.hip; used by every generic function.
#pragma once

#include "rows.h"

namespace sparse {

struct SpVec {
    int64_t size, count;
    void *indices, *values;
    hipsparseIndexType_t index_type;
    hipsparseIndexBase_t base;
    hipDataType type;

    Indices index() const { return {indices, index_type == HIPSPARSE_INDEX_64I, int(base), 1}; }
};

struct DnVec {
    int64_t size;
    void *values;
    hipDataType type;
};

struct DnMat {
    int64_t rows, columns, ld;
    void *values;
    hipDataType type;
    hipsparseOrder_t order;
    int batches = 1;
    int64_t stride = 0;
};

struct SpMat {
    hipsparseFormat_t format;
    int64_t rows, columns, count;
    void *major, *minor, *values;  // as Stored has them; of COO_AOS, both indices stand at major
    hipsparseIndexType_t major_type, minor_type;
    hipsparseIndexBase_t base;
    hipDataType type;
    int batches = 1;
    int64_t offsets_stride = 0, entries_stride = 0;
    hipsparseFillMode_t fill = HIPSPARSE_FILL_MODE_LOWER;
    hipsparseDiagType_t diag = HIPSPARSE_DIAG_TYPE_NON_UNIT;
    int64_t block = 0, ell_columns = 0;  // of BLOCKED_ELL, which functions refuse

    // As kernels read batch number `batch`.
    Stored stored(int64_t batch = 0) const;
    IndicesOut major_out() const { return {major, major_type == HIPSPARSE_INDEX_64I, int(base), step()}; }
    IndicesOut minor_out() const;
    int step() const { return format == HIPSPARSE_FORMAT_COO_AOS ? 2 : 1; }
    // There are kernels for its indices.
    bool is_readable() const { return format != HIPSPARSE_FORMAT_BLOCKED_ELL && major_type != HIPSPARSE_INDEX_16U && minor_type != HIPSPARSE_INDEX_16U; }
};

inline const SpVec &sp_vec(hipsparseConstSpVecDescr_t descr) { return *static_cast<const SpVec *>(descr); }
inline const DnVec &dn_vec(hipsparseConstDnVecDescr_t descr) { return *static_cast<const DnVec *>(descr); }
inline const DnMat &dn_mat(hipsparseConstDnMatDescr_t descr) { return *static_cast<const DnMat *>(descr); }
inline const SpMat &sp_mat(hipsparseConstSpMatDescr_t descr) { return *reinterpret_cast<const SpMat *>(descr); }
inline SpMat &sp_mat(hipsparseSpMatDescr_t descr) { return *reinterpret_cast<SpMat *>(descr); }

// A dense matrix as kernels see it.
template <class T> struct Dense {
    T *values;
    int64_t row_step, column_step;
    bool conjugate;

    __device__ T &at(int64_t row, int64_t column) const { return values[row * row_step + column * column_step]; }
    __device__ auto get(int64_t row, int64_t column) const { return conj_if(conjugate, std::remove_const_t<T>(at(row, column))); }
};
template <class T> Dense<T> dense(T *values, int64_t ld, bool by_rows, hipsparseOperation_t op = HIPSPARSE_OPERATION_NON_TRANSPOSE) {
    const bool turned = by_rows != (op != HIPSPARSE_OPERATION_NON_TRANSPOSE);
    return {values, turned ? ld : 1, turned ? 1 : ld, op == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE};
}
template <class T> Dense<T> dense(const DnMat &matrix, hipsparseOperation_t op = HIPSPARSE_OPERATION_NON_TRANSPOSE, int64_t batch = 0) {
    return dense(static_cast<T *>(matrix.values) + batch * matrix.stride, matrix.ld, matrix.order == HIPSPARSE_ORDER_ROW, op);
}

}  // namespace sparse
