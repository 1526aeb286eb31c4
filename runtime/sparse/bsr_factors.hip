// bsr_factors.hip: incomplete factorisations of matrices of blocks: bsrilu02 (LU) and bsric02 (Cholesky's).
//
// Called by programs. They are those of the elements: a factor has the blocks that the matrix has.
#include <new>

#include "blocks.h"
#include "factors.h"

namespace sparse {

static Status check(const char *function, hipsparseHandle_t handle, hipsparseDirection_t way, const hipsparseMatDescr_t descr, const Blocks &a,
                    const void *values, const void *info) {
    SPARSE_CHECK(!is_enum(way) || !descr || !info || a.is_wrong() || (a.count > 0 && !values));
    return check_general(function, {descr});
}
static Status analyse(const Handle &handle, const Blocks &a, Levels &levels) {
    if (a.rows == 0) return HIPSPARSE_STATUS_SUCCESS;
    Memory memory(handle);
    Rows rows;
    SPARSE_TRY(block_rows(handle, a, memory, rows));
    return find_levels(handle, rows, memory, false, false, true, a.base, a.height, levels);
}
static bool is_analysed(const Blocks &a, const Levels &levels) { return levels.is_found && levels.rows.rows == a.rows * a.height; }

template <class Size> static Status give_buffer_size(Status status, Size *size) {
    if (status != HIPSPARSE_STATUS_SUCCESS) return status;
    if (!size) return HIPSPARSE_STATUS_INVALID_VALUE;
    *size = buffer_bytes;
    return HIPSPARSE_STATUS_SUCCESS;
}

}  // namespace sparse

struct bsrilu02Info {
    sparse::Levels levels;
    sparse::BoostSetting boost;
};
struct bsric02Info {
    sparse::Levels levels;
};

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
        SPARSE_CHECK(!info || !position);                                                             \
        return sparse::tell_pivot(*sparse::handle_of(handle), info->levels, position);                \
    }
INFO(Bsrilu02, bsrilu02)
INFO(Bsric02, bsric02)

using sparse::elements;
#define HANDLE *sparse::handle_of(handle)
#define MATRIX(offsets, columns) sparse::blocks(dirA, mb, mb, nnzb, descrA, offsets, columns, blockDim, blockDim)
#define CHECK(matrix, values) sparse::check(__func__, handle, dirA, descrA, matrix, values, info)
#define ANALYSE(matrix, values)                                            \
    SPARSE_TRY(CHECK(matrix, values));                                     \
    if (!sparse::is_enum(policy)) return HIPSPARSE_STATUS_INVALID_VALUE;   \
    return sparse::analyse(HANDLE, matrix, info->levels);
#define FACTORISE(factor, matrix, values, ...)                                                 \
    SPARSE_TRY(CHECK(matrix, values));                                                          \
    if (!sparse::is_enum(policy)) return HIPSPARSE_STATUS_INVALID_VALUE;                        \
    if (mb == 0) return HIPSPARSE_STATUS_SUCCESS;                                               \
    if (!sparse::is_analysed(matrix, info->levels)) return HIPSPARSE_STATUS_INVALID_VALUE;      \
    return factor(HANDLE, info->levels, info->levels.rows, elements(values) __VA_ARGS__);

#define LU MATRIX(bsrSortedRowPtrA, bsrSortedColIndA)
#define SPARSE_BODY_bsrilu02_bufferSize(T, R) return sparse::give_buffer_size(CHECK(LU, bsrSortedValA), pBufferSizeInBytes);
#define SPARSE_BODY_bsrilu02_analysis(T, R) ANALYSE(LU, bsrSortedValA)
#define SPARSE_BODY_bsrilu02(T, R) FACTORISE(sparse::factor_lu, LU, bsrSortedValA_valM, , info->boost.of<sparse::Element<T>>())
#define SPARSE_BODY_bsrilu02_numericBoost(T, R) \
    SPARSE_CHECK(!info);                        \
    return info->boost.set(handle, enable_boost != 0, tol, boost_val, sizeof(T));
HIPSPARSE_SDCZ(SPARSE_DEFINE, bsrilu02_bufferSize)
HIPSPARSE_SDCZ(SPARSE_DEFINE, bsrilu02_analysis)
HIPSPARSE_SDCZ(SPARSE_DEFINE, bsrilu02)
HIPSPARSE_SDCZ(SPARSE_DEFINE, bsrilu02_numericBoost)

#define CHOLESKY MATRIX(bsrRowPtrA, bsrColIndA)
#define SPARSE_BODY_bsric02_bufferSize(T, R) return sparse::give_buffer_size(CHECK(CHOLESKY, bsrValA), pBufferSizeInBytes);
#define SPARSE_BODY_bsric02_analysis(T, R) ANALYSE(CHOLESKY, bsrValA)
#define SPARSE_BODY_bsric02(T, R) FACTORISE(sparse::factor_cholesky, CHOLESKY, bsrValA)
HIPSPARSE_SDCZ(SPARSE_DEFINE, bsric02_bufferSize)
HIPSPARSE_SDCZ(SPARSE_DEFINE, bsric02_analysis)
HIPSPARSE_SDCZ(SPARSE_DEFINE, bsric02)
