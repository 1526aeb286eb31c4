// csrsv.hip: triangular solves by functions of an element type, with one right side (csrsv2) or several (csrsm2).
//
// Called by programs.
#include <new>

#include "triangle.h"

namespace sparse {

// An analysis for each triangle of the matrix and of the transposed one.
struct TriangleInfo {
    Levels levels[2][2];
    const Levels *last = nullptr;  // what zeroPivot tells of

    Levels &of(hipsparseOperation_t op, bool upper) { return levels[op != HIPSPARSE_OPERATION_NON_TRANSPOSE][upper]; }
};

// Which triangle of op(A) it is: transposing turns it over.
static bool is_upper(const hipsparseMatDescr_t descr, hipsparseOperation_t op) {
    return (descr_of(descr).fill == HIPSPARSE_FILL_MODE_UPPER) == (op == HIPSPARSE_OPERATION_NON_TRANSPOSE);
}

static Status check(const char *function, hipsparseHandle_t handle, hipsparseOperation_t op, int m, int nnz, const hipsparseMatDescr_t descr,
                    const void *values, const int *offsets, const int *columns, const TriangleInfo *info) {
    SPARSE_CHECK(!is_enum(op) || m < 0 || nnz < 0 || !descr || !info || (m > 0 && !offsets) || (nnz > 0 && (!values || !columns)));
    const auto type = descr_of(descr).type;
    if (type != HIPSPARSE_MATRIX_TYPE_GENERAL && type != HIPSPARSE_MATRIX_TYPE_TRIANGULAR)
        return missing(function, "matrices that are neither general nor triangular");
    return HIPSPARSE_STATUS_SUCCESS;
}

static Status analyse(const Handle &handle, hipsparseOperation_t op, int m, int nnz, const hipsparseMatDescr_t descr, const int *offsets,
                      const int *columns, TriangleInfo &info) {
    const MatDescr &kind = descr_of(descr);
    Levels &levels = info.of(op, is_upper(descr, op));
    info.last = &levels;
    if (m == 0) return HIPSPARSE_STATUS_SUCCESS;
    return find_levels(handle, stored_csr(m, m, nnz, offsets, columns, kind.base), op, is_upper(descr, op), kind.diag == HIPSPARSE_DIAG_TYPE_UNIT, false,
                       kind.base, levels);
}

template <class T>
static Status solve(const Handle &handle, hipsparseOperation_t op, int m, int nnz, const T *alpha, const hipsparseMatDescr_t descr, const T *values,
                    const int *offsets, const int *columns, TriangleInfo &info, const Dense<const T> &b, const Dense<T> &x, int64_t sides) {
    if (m == 0 || sides == 0) return HIPSPARSE_STATUS_SUCCESS;
    const MatDescr &kind = descr_of(descr);
    const bool upper = is_upper(descr, op);
    const Levels &levels = info.of(op, upper);
    if (!levels.is_found || levels.rows.rows != m) return HIPSPARSE_STATUS_INVALID_VALUE;  // no analysis
    info.last = &levels;
    Memory memory(handle);
    Rows rows;
    SPARSE_TRY(current_rows(handle, stored_csr(m, m, nnz, offsets, columns, kind.base), op, levels, memory, rows));
    SPARSE_TRY(reset_pivot(handle, levels));
    return solve_triangle(handle, levels, rows, values, upper, kind.diag == HIPSPARSE_DIAG_TYPE_UNIT, scalar<T>(handle, alpha), b, x, sides);
}

static Status zero_pivot(hipsparseHandle_t handle, const TriangleInfo *info, int *position) {
    SPARSE_CHECK(!info || !position);
    static const Levels none;
    return tell_pivot(*handle_of(handle), info->last ? *info->last : none, position);
}
template <class Size> static Status give_buffer_size(Status status, Size *size) {
    if (status != HIPSPARSE_STATUS_SUCCESS) return status;
    if (!size) return HIPSPARSE_STATUS_INVALID_VALUE;
    *size = buffer_bytes;
    return HIPSPARSE_STATUS_SUCCESS;
}

}  // namespace sparse

struct csrsv2Info : sparse::TriangleInfo {};
struct csrsm2Info : sparse::TriangleInfo {};

#define INFO(Name, name)                                                                             \
    hipsparseStatus_t hipsparseCreate##Name##Info(name##Info_t *info) {                               \
        if (!info) return HIPSPARSE_STATUS_INVALID_VALUE;                                             \
        *info = new (std::nothrow) name##Info;                                                        \
        return *info ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_ALLOC_FAILED;                      \
    }                                                                                                 \
    hipsparseStatus_t hipsparseDestroy##Name##Info(name##Info_t info) {                               \
        delete info;                                                                                  \
        return HIPSPARSE_STATUS_SUCCESS;                                                              \
    }                                                                                                 \
    hipsparseStatus_t hipsparseX##name##_zeroPivot(hipsparseHandle_t handle, name##Info_t info, int *position) { \
        return sparse::zero_pivot(handle, info, position);                                            \
    }
INFO(Csrsv2, csrsv2)
INFO(Csrsm2, csrsm2)

using sparse::elements;
#define HANDLE *sparse::handle_of(handle)
#define CHECK sparse::check(__func__, handle, transA, m, nnz, descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, info)

#define SPARSE_BODY_csrsv2_bufferSize(T, R) return sparse::give_buffer_size(CHECK, pBufferSizeInBytes);
#define SPARSE_BODY_csrsv2_bufferSizeExt(T, R) return sparse::give_buffer_size(CHECK, pBufferSizeInBytes);
#define SPARSE_BODY_csrsv2_analysis(T, R)                                  \
    SPARSE_TRY(CHECK);                                                     \
    if (!sparse::is_enum(policy)) return HIPSPARSE_STATUS_INVALID_VALUE;   \
    return sparse::analyse(HANDLE, transA, m, nnz, descrA, csrSortedRowPtrA, csrSortedColIndA, *info);
#define SPARSE_BODY_csrsv2_solve(T, R)                                                                                                      \
    SPARSE_TRY(CHECK);                                                                                                                       \
    if (!alpha || !sparse::is_enum(policy) || (m > 0 && (!f || !x))) return HIPSPARSE_STATUS_INVALID_VALUE;                                  \
    return sparse::solve(HANDLE, transA, m, nnz, elements(alpha), descrA, elements(csrSortedValA), csrSortedRowPtrA, csrSortedColIndA, *info, \
                         sparse::dense(elements(f), 1, false), sparse::dense(elements(x), 1, false), 1);
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrsv2_bufferSize)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrsv2_bufferSizeExt)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrsv2_analysis)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrsv2_solve)

// B, which becomes X, is transposed where transB says so.
#define CSRSM_WRONG                                                                                                                         \
    (!sparse::is_enum(transB) || nrhs < 0 || !alpha || !sparse::is_enum(policy) || (algo != 0 && algo != 1) || (m > 0 && nrhs > 0 && !B) ||  \
     ldb < 1 || ldb < (transB == HIPSPARSE_OPERATION_NON_TRANSPOSE ? m : nrhs))
#define SPARSE_BODY_csrsm2_bufferSizeExt(T, R)              \
    SPARSE_TRY(CHECK);                                      \
    if (CSRSM_WRONG) return HIPSPARSE_STATUS_INVALID_VALUE; \
    return sparse::give_buffer_size(HIPSPARSE_STATUS_SUCCESS, pBufferSizeInBytes);
#define SPARSE_BODY_csrsm2_analysis(T, R)                   \
    SPARSE_TRY(CHECK);                                      \
    if (CSRSM_WRONG) return HIPSPARSE_STATUS_INVALID_VALUE; \
    return sparse::analyse(HANDLE, transA, m, nnz, descrA, csrSortedRowPtrA, csrSortedColIndA, *info);
#define SPARSE_BODY_csrsm2_solve(T, R)                                                                                                      \
    SPARSE_TRY(CHECK);                                                                                                                       \
    if (CSRSM_WRONG) return HIPSPARSE_STATUS_INVALID_VALUE;                                                                                  \
    const T *const from = B;                                                                                                                 \
    return sparse::solve(HANDLE, transA, m, nnz, elements(alpha), descrA, elements(csrSortedValA), csrSortedRowPtrA, csrSortedColIndA, *info, \
                         sparse::dense(elements(from), ldb, false, transB), sparse::dense(elements(B), ldb, false, transB), nrhs);
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrsm2_bufferSizeExt)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrsm2_analysis)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrsm2_solve)
