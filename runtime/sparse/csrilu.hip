// csrilu.hip: incomplete factorisations of CSR matrices by functions of an element type: csrilu02 (LU) and csric02 (Cholesky's).
//
// Called by programs.
#include <new>

#include "factors.h"

namespace sparse {

static Status check(const char *function, hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descr, const void *values,
                    const int *offsets, const int *columns, const void *info) {
    SPARSE_CHECK(m < 0 || nnz < 0 || !descr || !info || (m > 0 && !offsets) || (nnz > 0 && (!values || !columns)));
    return check_general(function, {descr});
}
static Status analyse(const Handle &handle, int m, int nnz, const hipsparseMatDescr_t descr, const int *offsets, const int *columns, Levels &levels) {
    if (m == 0) return HIPSPARSE_STATUS_SUCCESS;
    const int base = descr_of(descr).base;
    return find_levels(handle, stored_csr(m, m, nnz, offsets, columns, base), HIPSPARSE_OPERATION_NON_TRANSPOSE, false, false, true, base, levels);
}

// The rows that were analysed, as they lie now.
static Status analysed_rows(const Handle &handle, int m, int nnz, const hipsparseMatDescr_t descr, const int *offsets, const int *columns,
                            const Levels &levels, Memory &memory, Rows &rows) {
    if (!levels.is_found || levels.rows.rows != m) return HIPSPARSE_STATUS_INVALID_VALUE;
    return current_rows(handle, stored_csr(m, m, nnz, offsets, columns, descr_of(descr).base), HIPSPARSE_OPERATION_NON_TRANSPOSE, levels, memory, rows);
}

template <class Size> static Status give_buffer_size(Status status, Size *size) {
    if (status != HIPSPARSE_STATUS_SUCCESS) return status;
    if (!size) return HIPSPARSE_STATUS_INVALID_VALUE;
    *size = buffer_bytes;
    return HIPSPARSE_STATUS_SUCCESS;
}

}  // namespace sparse

struct csrilu02Info {
    sparse::Levels levels;
    sparse::BoostSetting boost;
};
struct csric02Info {
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
INFO(Csrilu02, csrilu02)
INFO(Csric02, csric02)

using sparse::elements;
#define HANDLE *sparse::handle_of(handle)
#define CHECK(values) sparse::check(__func__, handle, m, nnz, descrA, values, csrSortedRowPtrA, csrSortedColIndA, info)
#define ANALYSE                                                            \
    SPARSE_TRY(CHECK(csrSortedValA));                                      \
    if (!sparse::is_enum(policy)) return HIPSPARSE_STATUS_INVALID_VALUE;   \
    return sparse::analyse(HANDLE, m, nnz, descrA, csrSortedRowPtrA, csrSortedColIndA, info->levels);

#define SPARSE_BODY_csrilu02_bufferSize(T, R) return sparse::give_buffer_size(CHECK(csrSortedValA), pBufferSizeInBytes);
#define SPARSE_BODY_csrilu02_bufferSizeExt(T, R) return sparse::give_buffer_size(CHECK(csrSortedValA), pBufferSizeInBytes);
#define SPARSE_BODY_csrilu02_analysis(T, R) ANALYSE
#define SPARSE_BODY_csric02_bufferSize(T, R) return sparse::give_buffer_size(CHECK(csrSortedValA), pBufferSizeInBytes);
#define SPARSE_BODY_csric02_bufferSizeExt(T, R) return sparse::give_buffer_size(CHECK(csrSortedValA), pBufferSizeInBytes);
#define SPARSE_BODY_csric02_analysis(T, R) ANALYSE
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrilu02_bufferSize)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrilu02_bufferSizeExt)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrilu02_analysis)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csric02_bufferSize)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csric02_bufferSizeExt)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csric02_analysis)

#define SPARSE_BODY_csrilu02_numericBoost(T, R) \
    SPARSE_CHECK(!info);                        \
    return info->boost.set(handle, enable_boost != 0, tol, boost_val, sizeof(T));
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrilu02_numericBoost)

#define FACTORISE(factor, ...)                                                                                                              \
    SPARSE_TRY(CHECK(csrSortedValA_valM));                                                                                                   \
    if (!sparse::is_enum(policy)) return HIPSPARSE_STATUS_INVALID_VALUE;                                                                     \
    if (m == 0) return HIPSPARSE_STATUS_SUCCESS;                                                                                             \
    sparse::Memory memory(HANDLE);                                                                                                           \
    sparse::Rows rows;                                                                                                                       \
    SPARSE_TRY(sparse::analysed_rows(HANDLE, m, nnz, descrA, csrSortedRowPtrA, csrSortedColIndA, info->levels, memory, rows));               \
    return factor(HANDLE, info->levels, rows, elements(csrSortedValA_valM) __VA_ARGS__);
#define SPARSE_BODY_csrilu02(T, R) FACTORISE(sparse::factor_lu, , info->boost.of<sparse::Element<T>>())
#define SPARSE_BODY_csric02(T, R) FACTORISE(sparse::factor_cholesky)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrilu02)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csric02)
