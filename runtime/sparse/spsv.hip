// spsv.hip: generic functions that solve with a triangle of a sparse matrix: SpSV with one right side, SpSM with several.
//
// Called by programs.
#include <new>

#include "triangle.h"

namespace sparse {

// An analysis, and of which triangle it is.
struct Analysed {
    Levels levels;
    bool turned = false, upper = false, unit = false;
};

}  // namespace sparse

struct hipsparseSpSVDescr : sparse::Analysed {};
struct hipsparseSpSMDescr : sparse::Analysed {};

namespace sparse {

static bool is_upper(const SpMat &a, hipsparseOperation_t op) {
    return (a.fill == HIPSPARSE_FILL_MODE_UPPER) == (op == HIPSPARSE_OPERATION_NON_TRANSPOSE);
}

static Status check(const char *function, hipsparseHandle_t handle, hipsparseOperation_t op, const void *alpha, hipsparseConstSpMatDescr_t a,
                    hipDataType right, hipDataType to, hipDataType type) {
    SPARSE_CHECK(!is_enum(op) || !alpha || !a);
    const SpMat &mat = sp_mat(a);
    if (mat.rows != mat.columns) return HIPSPARSE_STATUS_INVALID_VALUE;
    if (!mat.is_readable()) return missing(function, "this format of matrix");
    if (mat.batches > 1) return missing(function, "batches");
    if (mat.type != type || right != type || to != type) return missing(function, "mixed types of elements");
    return by_type(function, type, [](auto) { return HIPSPARSE_STATUS_SUCCESS; });
}
static Status check(const char *function, hipsparseHandle_t handle, hipsparseOperation_t op, const void *alpha, hipsparseConstSpMatDescr_t a,
                    hipsparseConstDnVecDescr_t x, hipsparseConstDnVecDescr_t y, hipDataType type, hipsparseSpSVAlg_t alg, const void *descr) {
    SPARSE_CHECK(!a || !x || !y || !descr || alg != HIPSPARSE_SPSV_ALG_DEFAULT || dn_vec(x).size != sp_mat(a).rows ||
                 dn_vec(y).size != sp_mat(a).rows);
    return check(function, handle, op, alpha, a, dn_vec(x).type, dn_vec(y).type, type);
}
static Status check(const char *function, hipsparseHandle_t handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b, const void *alpha,
                    hipsparseConstSpMatDescr_t a, hipsparseConstDnMatDescr_t b, hipsparseConstDnMatDescr_t c, hipDataType type,
                    hipsparseSpSMAlg_t alg, const void *descr) {
    SPARSE_CHECK(!is_enum(op_b) || !a || !b || !c || !descr || alg != HIPSPARSE_SPSM_ALG_DEFAULT);
    const DnMat &right = dn_mat(b), &to = dn_mat(c);
    const bool turned = op_b != HIPSPARSE_OPERATION_NON_TRANSPOSE;
    if (to.rows != sp_mat(a).rows || to.rows != (turned ? right.columns : right.rows) || to.columns != (turned ? right.rows : right.columns))
        return HIPSPARSE_STATUS_INVALID_VALUE;
    if (right.batches > 1 || to.batches > 1) return missing(function, "batches");
    return check(function, handle, op_a, alpha, a, right.type, to.type, type);
}

static Status analyse(const Handle &handle, hipsparseOperation_t op, const SpMat &a, Analysed &analysed) {
    if (a.rows == 0) return HIPSPARSE_STATUS_SUCCESS;
    analysed.turned = op != HIPSPARSE_OPERATION_NON_TRANSPOSE;
    analysed.upper = is_upper(a, op);
    analysed.unit = a.diag == HIPSPARSE_DIAG_TYPE_UNIT;
    return find_levels(handle, a.stored(), op, analysed.upper, analysed.unit, false, a.base, analysed.levels);
}

template <class T>
static Status solve(const Handle &handle, hipsparseOperation_t op, const void *alpha, const SpMat &a, const Analysed &analysed, const Dense<const T> &b,
                    const Dense<T> &x, int64_t columns) {
    if (a.rows == 0) return HIPSPARSE_STATUS_SUCCESS;
    const Levels &levels = analysed.levels;
    const bool is_its = analysed.turned == (op != HIPSPARSE_OPERATION_NON_TRANSPOSE) && analysed.upper == is_upper(a, op) &&
                        analysed.unit == (a.diag == HIPSPARSE_DIAG_TYPE_UNIT);
    if (!levels.is_found || levels.rows.rows != a.rows || !is_its) return HIPSPARSE_STATUS_INVALID_VALUE;  // no analysis
    Memory memory(handle);
    Rows rows;
    SPARSE_TRY(current_rows(handle, a.stored(), op, levels, memory, rows));
    return solve_triangle(handle, levels, rows, static_cast<const T *>(a.values), is_upper(a, op), a.diag == HIPSPARSE_DIAG_TYPE_UNIT,
                          scalar<T>(handle, alpha), b, x, columns);
}

}  // namespace sparse

using sparse::dn_mat;
using sparse::dn_vec;
using sparse::handle_of;
using sparse::sp_mat;

#define DESCR(Name)                                                                                 \
    hipsparseStatus_t hipsparse##Name##_createDescr(hipsparse##Name##Descr_t *descr) {               \
        if (!descr) return HIPSPARSE_STATUS_INVALID_VALUE;                                           \
        *descr = new (std::nothrow) hipsparse##Name##Descr;                                          \
        return *descr ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_ALLOC_FAILED;                    \
    }                                                                                                \
    hipsparseStatus_t hipsparse##Name##_destroyDescr(hipsparse##Name##Descr_t descr) {               \
        delete descr;                                                                                \
        return HIPSPARSE_STATUS_SUCCESS;                                                             \
    }
DESCR(SpSV)
DESCR(SpSM)

hipsparseStatus_t hipsparseSpSV_bufferSize(hipsparseHandle_t handle, hipsparseOperation_t op, const void *alpha, hipsparseConstSpMatDescr_t a,
                                           hipsparseConstDnVecDescr_t x, const hipsparseDnVecDescr_t y, hipDataType type, hipsparseSpSVAlg_t alg,
                                           hipsparseSpSVDescr_t descr, size_t *size) {
    SPARSE_CHECK(!size);
    SPARSE_TRY(sparse::check(__func__, handle, op, alpha, a, x, y, type, alg, descr));
    *size = sparse::buffer_bytes;
    return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseSpSV_analysis(hipsparseHandle_t handle, hipsparseOperation_t op, const void *alpha, hipsparseConstSpMatDescr_t a,
                                         hipsparseConstDnVecDescr_t x, const hipsparseDnVecDescr_t y, hipDataType type, hipsparseSpSVAlg_t alg,
                                         hipsparseSpSVDescr_t descr, void *) {
    SPARSE_TRY(sparse::check(__func__, handle, op, alpha, a, x, y, type, alg, descr));
    return sparse::analyse(*handle_of(handle), op, sp_mat(a), *descr);
}
hipsparseStatus_t hipsparseSpSV_solve(hipsparseHandle_t handle, hipsparseOperation_t op, const void *alpha, hipsparseConstSpMatDescr_t a,
                                      hipsparseConstDnVecDescr_t x, const hipsparseDnVecDescr_t y, hipDataType type, hipsparseSpSVAlg_t alg,
                                      hipsparseSpSVDescr_t descr) {
    SPARSE_TRY(sparse::check(__func__, handle, op, alpha, a, x, y, type, alg, descr));
    return sparse::by_type(__func__, type, [&](auto t) {
        using T = decltype(t);
        return sparse::solve<T>(*handle_of(handle), op, alpha, sp_mat(a), *descr, sparse::dense(static_cast<const T *>(dn_vec(x).values), 1, false),
                                sparse::dense(static_cast<T *>(dn_vec(y).values), 1, false), 1);
    });
}

hipsparseStatus_t hipsparseSpSM_bufferSize(hipsparseHandle_t handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b, const void *alpha,
                                           hipsparseConstSpMatDescr_t a, hipsparseConstDnMatDescr_t b, const hipsparseDnMatDescr_t c,
                                           hipDataType type, hipsparseSpSMAlg_t alg, hipsparseSpSMDescr_t descr, size_t *size) {
    SPARSE_CHECK(!size);
    SPARSE_TRY(sparse::check(__func__, handle, op_a, op_b, alpha, a, b, c, type, alg, descr));
    *size = sparse::buffer_bytes;
    return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseSpSM_analysis(hipsparseHandle_t handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b, const void *alpha,
                                         hipsparseConstSpMatDescr_t a, hipsparseConstDnMatDescr_t b, const hipsparseDnMatDescr_t c, hipDataType type,
                                         hipsparseSpSMAlg_t alg, hipsparseSpSMDescr_t descr, void *) {
    SPARSE_TRY(sparse::check(__func__, handle, op_a, op_b, alpha, a, b, c, type, alg, descr));
    return sparse::analyse(*handle_of(handle), op_a, sp_mat(a), *descr);
}
hipsparseStatus_t hipsparseSpSM_solve(hipsparseHandle_t handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b, const void *alpha,
                                      hipsparseConstSpMatDescr_t a, hipsparseConstDnMatDescr_t b, const hipsparseDnMatDescr_t c, hipDataType type,
                                      hipsparseSpSMAlg_t alg, hipsparseSpSMDescr_t descr, void *) {
    SPARSE_TRY(sparse::check(__func__, handle, op_a, op_b, alpha, a, b, c, type, alg, descr));
    return sparse::by_type(__func__, type, [&](auto t) {
        using T = decltype(t);
        return sparse::solve<T>(*handle_of(handle), op_a, alpha, sp_mat(a), *descr, sparse::dense<const T>(dn_mat(b), op_b),
                                sparse::dense<T>(dn_mat(c)), dn_mat(c).columns);
    });
}
