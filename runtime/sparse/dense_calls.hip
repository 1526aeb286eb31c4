// dense_calls.hip: functions from dense matrices to sparse ones and back: the generic ones, and those by element type.
//
// Called by programs.
#include "dense.h"

namespace sparse {

static Status check(const char *function, hipsparseHandle_t handle, hipsparseConstSpMatDescr_t sparse, hipsparseConstDnMatDescr_t dense) {
    SPARSE_CHECK(!sparse || !dense);
    const SpMat &mat = sp_mat(sparse);
    if (mat.rows != dn_mat(dense).rows || mat.columns != dn_mat(dense).columns) return HIPSPARSE_STATUS_INVALID_VALUE;
    if (!mat.is_readable()) return missing(function, "this format of matrix");
    if (mat.type != dn_mat(dense).type) return missing(function, "mixed types of elements");
    return by_type(function, mat.type, [](auto) { return HIPSPARSE_STATUS_SUCCESS; });
}

// The lines that a sparse matrix' entries are made of: its columns if it is CSC, and otherwise its rows.
template <class T> static Dense<const T> lines_of(const SpMat &mat, const DnMat &matrix) {
    return dense<const T>(matrix, mat.format == HIPSPARSE_FORMAT_CSC ? HIPSPARSE_OPERATION_TRANSPOSE : HIPSPARSE_OPERATION_NON_TRANSPOSE);
}
static int64_t lines(const SpMat &mat) { return mat.format == HIPSPARSE_FORMAT_CSC ? mat.columns : mat.rows; }
static int64_t line_length(const SpMat &mat) { return mat.format == HIPSPARSE_FORMAT_CSC ? mat.rows : mat.columns; }
static bool has_offsets(const SpMat &mat) { return mat.format == HIPSPARSE_FORMAT_CSR || mat.format == HIPSPARSE_FORMAT_CSC; }

template <class T> static Status analyse(const Handle &handle, const DnMat &from, SpMat &to) {
    Memory memory(handle);
    int64_t *counts;
    SPARSE_TRY(memory.take(counts, lines(to)));
    SPARSE_TRY(count_nonzeros(handle, lines_of<T>(to, from), lines(to), line_length(to), indices_out(counts)));
    SPARSE_TRY(offsets_of_counts(handle, indices(counts), lines(to), has_offsets(to) ? to.major_out() : IndicesOut(), &to.count));
    const bool is_narrow = has_offsets(to) && to.major_type != HIPSPARSE_INDEX_64I;
    return is_narrow && to.count >= INT_MAX ? missing("hipsparseDenseToSparse_analysis", "as many entries with offsets of 32 bits") : HIPSPARSE_STATUS_SUCCESS;
}

template <class T> static Status convert(const Handle &handle, const DnMat &from, const SpMat &to) {
    const Dense<const T> elements = lines_of<T>(to, from);
    T *const values = static_cast<T *>(to.values);
    if (has_offsets(to)) return put_nonzeros(handle, elements, lines(to), line_length(to), to.stored().major, to.minor_out(), values);
    Memory memory(handle);
    int64_t *counts, *offsets;
    SPARSE_TRY(memory.take(counts, to.rows));
    SPARSE_TRY(memory.take(offsets, to.rows + 1));
    SPARSE_TRY(count_nonzeros(handle, elements, to.rows, to.columns, indices_out(counts)));
    SPARSE_TRY(offsets_of_counts(handle, indices(counts), to.rows, indices_out(offsets), nullptr));
    SPARSE_TRY(put_nonzeros(handle, elements, to.rows, to.columns, indices(offsets), to.minor_out(), values));
    return expand_offsets(handle, indices(offsets), to.rows, to.major_out(), to.count);
}

// A dense matrix of functions by element type: column-major; its columns are the lines of a CSC matrix.
template <class T> static Dense<T> columns_or_rows(T *values, int ld, bool columns) { return dense(values, ld, columns); }

}  // namespace sparse

using sparse::dn_mat;
using sparse::handle_of;
using sparse::sp_mat;

hipsparseStatus_t hipsparseSparseToDense_bufferSize(hipsparseHandle_t handle, hipsparseConstSpMatDescr_t a, hipsparseDnMatDescr_t b,
                                                    hipsparseSparseToDenseAlg_t, size_t *size) {
    SPARSE_CHECK(!size);
    SPARSE_TRY(sparse::check(__func__, handle, a, b));
    *size = sparse::buffer_bytes;
    return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseSparseToDense(hipsparseHandle_t handle, hipsparseConstSpMatDescr_t a, hipsparseDnMatDescr_t b, hipsparseSparseToDenseAlg_t,
                                         void *) {
    SPARSE_TRY(sparse::check(__func__, handle, a, b));
    return sparse::by_type(__func__, sp_mat(a).type, [&](auto t) -> sparse::Status {
        using T = decltype(t);
        sparse::Memory memory(*handle_of(handle));
        sparse::Rows rows;
        // A CSC matrix lies as the rows of its transposed one do.
        const auto op = sp_mat(a).format == HIPSPARSE_FORMAT_CSC ? HIPSPARSE_OPERATION_TRANSPOSE : HIPSPARSE_OPERATION_NON_TRANSPOSE;
        SPARSE_TRY(sparse::rows_of(*handle_of(handle), sp_mat(a).stored(), op, memory, rows));
        return sparse::to_dense(*handle_of(handle), rows, static_cast<const T *>(sp_mat(a).values), sparse::dense<T>(dn_mat(b), op));
    });
}

hipsparseStatus_t hipsparseDenseToSparse_bufferSize(hipsparseHandle_t handle, hipsparseConstDnMatDescr_t a, hipsparseSpMatDescr_t b,
                                                    hipsparseDenseToSparseAlg_t, size_t *size) {
    SPARSE_CHECK(!size);
    SPARSE_TRY(sparse::check(__func__, handle, b, a));
    *size = sparse::buffer_bytes;
    return HIPSPARSE_STATUS_SUCCESS;
}
// Writes offsets, where the matrix has them, and how many entries it is to have.
hipsparseStatus_t hipsparseDenseToSparse_analysis(hipsparseHandle_t handle, hipsparseConstDnMatDescr_t a, hipsparseSpMatDescr_t b,
                                                  hipsparseDenseToSparseAlg_t, void *) {
    SPARSE_TRY(sparse::check(__func__, handle, b, a));
    return sparse::by_type(__func__, sp_mat(b).type,
                           [&](auto t) { return sparse::analyse<decltype(t)>(*handle_of(handle), dn_mat(a), sp_mat(b)); });
}
hipsparseStatus_t hipsparseDenseToSparse_convert(hipsparseHandle_t handle, hipsparseConstDnMatDescr_t a, hipsparseSpMatDescr_t b,
                                                 hipsparseDenseToSparseAlg_t, void *) {
    SPARSE_TRY(sparse::check(__func__, handle, b, a));
    return sparse::by_type(__func__, sp_mat(b).type,
                           [&](auto t) { return sparse::convert<decltype(t)>(*handle_of(handle), dn_mat(a), sp_mat(b)); });
}

// What functions by element type check of a dense matrix A with m rows and n columns.
#define CHECK_DENSE(descr, more) \
    SPARSE_CHECK(m < 0 || n < 0 || !(descr) || ld < m || ld < 1 || (more) || (m > 0 && n > 0 && !A))
#define HANDLE *handle_of(handle)
#define BASE sparse::descr_of(descr).base

#define SPARSE_BODY_nnz(T, R)                                                                                                               \
    const int ld = lda;                                                                                                                      \
    CHECK_DENSE(descrA, !sparse::is_enum(dirA) || !nnzPerRowColumn || !nnzTotalDevHostPtr);                                                  \
    const bool by_columns = dirA == HIPSPARSE_DIRECTION_COLUMN;                                                                              \
    const int64_t lines = by_columns ? n : m, length = by_columns ? m : n;                                                                   \
    SPARSE_TRY(sparse::count_nonzeros(HANDLE, sparse::columns_or_rows(sparse::elements(A), lda, by_columns), lines, length,                  \
                                      sparse::indices_out(nnzPerRowColumn, 0)));                                                             \
    int64_t total;                                                                                                                           \
    SPARSE_TRY(sparse::offsets_of_counts(HANDLE, sparse::indices(nnzPerRowColumn, 0), lines, {}, &total));                                   \
    if (total > INT_MAX) return sparse::missing(__func__, "more than 2^31 - 1 entries");                                                     \
    return sparse::give_number(HANDLE, nnzTotalDevHostPtr, int(total));

// Lines are those whose entries lie together: rows, or columns of a CSC matrix. Without values, offsets are made alone.
#define FROM_DENSE(by_columns, lines, length, counts, offsets, minor, values)                                                               \
    CHECK_DENSE(descr, ((lines) > 0 && !(counts)) || !(offsets));                                                                            \
    SPARSE_TRY(sparse::offsets_of_counts(HANDLE, sparse::indices(counts, 0), lines, sparse::indices_out(offsets, BASE), nullptr));           \
    if (!(minor) || !(values)) return HIPSPARSE_STATUS_SUCCESS;                                                                              \
    return sparse::put_nonzeros(HANDLE, sparse::columns_or_rows(sparse::elements(A), ld, by_columns), lines, length,                         \
                                sparse::indices(offsets, BASE), sparse::indices_out(minor, BASE), sparse::elements(values));
#define SPARSE_BODY_dense2csr(T, R) FROM_DENSE(false, m, n, nnzPerRow, csrRowPtr, csrColInd, csrVal)
#define SPARSE_BODY_dense2csc(T, R) FROM_DENSE(true, n, m, nnzPerColumn, cscColPtr, cscRowInd, cscVal)

#define TO_DENSE(by_columns, lines, length, offsets, minor, values)                                                                         \
    CHECK_DENSE(descr, !(offsets));                                                                                                          \
    return sparse::to_dense(HANDLE, sparse::csr_rows(lines, length, 0, offsets, minor, BASE), sparse::elements(values),                      \
                            sparse::columns_or_rows(sparse::elements(A), ld, by_columns));
#define SPARSE_BODY_csr2dense(T, R) TO_DENSE(false, m, n, csrRowPtr, csrColInd, csrVal)
#define SPARSE_BODY_csc2dense(T, R) TO_DENSE(true, n, m, cscColPtr, cscRowInd, cscVal)

HIPSPARSE_SDCZ(SPARSE_DEFINE, nnz)
HIPSPARSE_SDCZ(SPARSE_DEFINE, dense2csr)
HIPSPARSE_SDCZ(SPARSE_DEFINE, dense2csc)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csr2dense)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csc2dense)
