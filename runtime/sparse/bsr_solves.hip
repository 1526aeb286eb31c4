// bsr_solves.hip: triangular solves with matrices of blocks: bsrsv2 with one right side, bsrsm2 with several.
//
// Called by programs. Blocks on the diagonal are triangles too, of which the other half is not read.
#include <new>

#include "blocks.h"
#include "triangle.h"

namespace sparse {

// An analysis for each triangle of the matrix and of the transposed one.
struct BlockTriangleInfo {
    Levels levels[2][2];
    const Levels *last = nullptr;  // what zeroPivot tells of

    Levels &of(hipsparseOperation_t op, bool upper) { return levels[op != HIPSPARSE_OPERATION_NON_TRANSPOSE][upper]; }
};

static bool is_upper(const hipsparseMatDescr_t descr, hipsparseOperation_t op) {
    return (descr_of(descr).fill == HIPSPARSE_FILL_MODE_UPPER) == (op == HIPSPARSE_OPERATION_NON_TRANSPOSE);
}
static bool is_unit(const hipsparseMatDescr_t descr) { return descr_of(descr).diag == HIPSPARSE_DIAG_TYPE_UNIT; }

static Status check(const char *function, hipsparseHandle_t handle, hipsparseDirection_t way, hipsparseOperation_t op, const hipsparseMatDescr_t descr,
                    const Blocks &a, const void *values, const void *info) {
    SPARSE_CHECK(!is_enum(way) || !is_enum(op) || !descr || !info || a.is_wrong() || (a.count > 0 && !values));
    const auto type = descr_of(descr).type;
    if (type != HIPSPARSE_MATRIX_TYPE_GENERAL && type != HIPSPARSE_MATRIX_TYPE_TRIANGULAR)
        return missing(function, "matrices that are neither general nor triangular");
    return HIPSPARSE_STATUS_SUCCESS;
}

static Status analyse(const Handle &handle, hipsparseOperation_t op, const hipsparseMatDescr_t descr, const Blocks &a, BlockTriangleInfo &info) {
    Levels &levels = info.of(op, is_upper(descr, op));
    info.last = &levels;
    if (a.rows == 0) return HIPSPARSE_STATUS_SUCCESS;
    Memory memory(handle);
    Rows rows;
    SPARSE_TRY(block_rows(handle, a, op, memory, rows));
    return find_levels(handle, rows, memory, is_upper(descr, op), is_unit(descr), false, a.base, a.height, levels);
}

template <class T>
static Status solve(const Handle &handle, hipsparseOperation_t op, const T *alpha, const hipsparseMatDescr_t descr, const Blocks &a, const T *values,
                    BlockTriangleInfo &info, const Dense<const T> &b, const Dense<T> &x, int64_t sides) {
    if (a.rows == 0 || sides == 0) return HIPSPARSE_STATUS_SUCCESS;
    const bool upper = is_upper(descr, op);
    const Levels &levels = info.of(op, upper);
    if (!levels.is_found || levels.rows.rows != a.rows * a.height) return HIPSPARSE_STATUS_INVALID_VALUE;  // no analysis
    info.last = &levels;
    Rows rows = levels.rows;
    rows.conjugate = op == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
    SPARSE_TRY(reset_pivot(handle, levels));
    return solve_triangle(handle, levels, rows, values, upper, is_unit(descr), scalar<T>(handle, alpha), b, x, sides);
}

static Status zero_pivot(hipsparseHandle_t handle, const BlockTriangleInfo *info, int *position) {
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

struct bsrsv2Info : sparse::BlockTriangleInfo {};
struct bsrsm2Info : sparse::BlockTriangleInfo {};

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
INFO(Bsrsv2, bsrsv2)
INFO(Bsrsm2, bsrsm2)

using sparse::elements;
#define HANDLE *sparse::handle_of(handle)
#define MATRIX sparse::blocks(dirA, mb, mb, nnzb, descrA, bsrSortedRowPtrA, bsrSortedColIndA, blockDim, blockDim)
#define CHECK sparse::check(__func__, handle, dirA, transA, descrA, MATRIX, bsrSortedValA, info)

#define SPARSE_BODY_bsrsv2_bufferSize(T, R) return sparse::give_buffer_size(CHECK, pBufferSizeInBytes);
#define SPARSE_BODY_bsrsv2_bufferSizeExt(T, R) return sparse::give_buffer_size(CHECK, pBufferSizeInBytes);
#define SPARSE_BODY_bsrsv2_analysis(T, R)                                  \
    SPARSE_TRY(CHECK);                                                     \
    if (!sparse::is_enum(policy)) return HIPSPARSE_STATUS_INVALID_VALUE;   \
    return sparse::analyse(HANDLE, transA, descrA, MATRIX, *info);
#define SPARSE_BODY_bsrsv2_solve(T, R)                                                                                 \
    SPARSE_TRY(CHECK);                                                                                                  \
    if (!alpha || !sparse::is_enum(policy) || (mb > 0 && (!f || !x))) return HIPSPARSE_STATUS_INVALID_VALUE;            \
    return sparse::solve(HANDLE, transA, elements(alpha), descrA, MATRIX, elements(bsrSortedValA), *info,               \
                         sparse::dense(elements(f), 1, false), sparse::dense(elements(x), 1, false), 1);
HIPSPARSE_SDCZ(SPARSE_DEFINE, bsrsv2_bufferSize)
HIPSPARSE_SDCZ(SPARSE_DEFINE, bsrsv2_bufferSizeExt)
HIPSPARSE_SDCZ(SPARSE_DEFINE, bsrsv2_analysis)
HIPSPARSE_SDCZ(SPARSE_DEFINE, bsrsv2_solve)

// op(A) op(X) = alpha op(B): right sides are columns, or rows where transX says so.
#define SPARSE_BODY_bsrsm2_bufferSize(T, R)                                                    \
    SPARSE_TRY(CHECK);                                                                          \
    if (!sparse::is_enum(transX) || nrhs < 0) return HIPSPARSE_STATUS_INVALID_VALUE;            \
    return sparse::give_buffer_size(HIPSPARSE_STATUS_SUCCESS, pBufferSizeInBytes);
#define SPARSE_BODY_bsrsm2_analysis(T, R)                                                                                      \
    SPARSE_TRY(CHECK);                                                                                                          \
    if (!sparse::is_enum(transX) || nrhs < 0 || !sparse::is_enum(policy)) return HIPSPARSE_STATUS_INVALID_VALUE;                \
    return sparse::analyse(HANDLE, transA, descrA, MATRIX, *info);
#define SPARSE_BODY_bsrsm2_solve(T, R)                                                                                         \
    SPARSE_TRY(CHECK);                                                                                                          \
    const int64_t least = transX == HIPSPARSE_OPERATION_NON_TRANSPOSE ? int64_t(mb) * blockDim : nrhs;                          \
    if (!sparse::is_enum(transX) || nrhs < 0 || !sparse::is_enum(policy) || !alpha || ldb < 1 || ldx < 1 || ldb < least ||      \
        ldx < least || (mb > 0 && nrhs > 0 && (!B || !X)))                                                                      \
        return HIPSPARSE_STATUS_INVALID_VALUE;                                                                                  \
    return sparse::solve(HANDLE, transA, elements(alpha), descrA, MATRIX, elements(bsrSortedValA), *info,                       \
                         sparse::dense(elements(B), ldb, false, transX), sparse::dense(elements(X), ldx, false, transX), nrhs);
HIPSPARSE_SDCZ(SPARSE_DEFINE, bsrsm2_bufferSize)
HIPSPARSE_SDCZ(SPARSE_DEFINE, bsrsm2_analysis)
HIPSPARSE_SDCZ(SPARSE_DEFINE, bsrsm2_solve)
