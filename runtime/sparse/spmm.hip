// spmm.hip: generic functions that multiply a sparse matrix by a vector (SpMV) or a dense matrix (SpMM).
//
// Called by programs. Algorithms say whether sums have one order; the buffers that programs bring stay unused.
#include "product.h"

namespace sparse {

static bool is_algorithm(hipsparseSpMVAlg_t alg) { return alg >= HIPSPARSE_SPMV_ALG_DEFAULT && alg <= HIPSPARSE_SPMV_COO_ALG2; }
static bool is_algorithm(hipsparseSpMMAlg_t alg) {
    return (alg >= HIPSPARSE_SPMM_ALG_DEFAULT && alg <= HIPSPARSE_SPMM_CSR_ALG2) || alg == HIPSPARSE_SPMM_CSR_ALG3 ||
           alg == HIPSPARSE_SPMM_BLOCKED_ELL_ALG1;
}

// cuSPARSE: the second algorithms "provide deterministic (bit-wise) results for each run"; a transposed matrix is none of that promise there, but here.
static Sums sums_of(hipsparseSpMVAlg_t alg) {
    return alg == HIPSPARSE_SPMV_COO_ALG2 || alg == HIPSPARSE_SPMV_CSR_ALG2 ? Sums::OneOrder : Sums::AnyOrder;
}
static Sums sums_of(hipsparseSpMMAlg_t alg) {
    return alg == HIPSPARSE_SPMM_COO_ALG2 || alg == HIPSPARSE_SPMM_CSR_ALG2 || alg == HIPSPARSE_SPMM_CSR_ALG3 ? Sums::OneOrder : Sums::AnyOrder;
}

// What SpMV, its preprocessing and its buffer's size check.
static Status check(const char *function, hipsparseHandle_t handle, hipsparseOperation_t op, const void *alpha, hipsparseConstSpMatDescr_t a,
                    hipsparseConstDnVecDescr_t x, const void *beta, hipsparseConstDnVecDescr_t y, hipDataType type, hipsparseSpMVAlg_t alg) {
    SPARSE_CHECK(!alpha || !a || !x || !beta || !y || !is_enum(op) || !is_algorithm(alg));
    const SpMat &mat = sp_mat(a);
    const bool turned = op != HIPSPARSE_OPERATION_NON_TRANSPOSE;
    if (dn_vec(x).size != (turned ? mat.rows : mat.columns) || dn_vec(y).size != (turned ? mat.columns : mat.rows)) return HIPSPARSE_STATUS_INVALID_VALUE;
    if (!mat.is_readable()) return missing(function, "this format of matrix");
    if (mat.type != type || dn_vec(x).type != type || dn_vec(y).type != type) return missing(function, "mixed types of elements");
    return by_type(function, type, [](auto) { return HIPSPARSE_STATUS_SUCCESS; });
}

template <class T>
static Status matrix_vector(const Handle &handle, hipsparseOperation_t op, Sums sums, const void *alpha, const SpMat &a, const DnVec &x, const void *beta,
                            const DnVec &y) {
    return multiply_stored<T>(handle, a.stored(), op, sums, static_cast<const T *>(a.values), dense(static_cast<const T *>(x.values), 1, false),
                              dense(static_cast<T *>(y.values), 1, false), 1, scalar<T>(handle, alpha), scalar<T>(handle, beta));
}

// What SpMM, its preprocessing and its buffer's size check.
static Status check(const char *function, hipsparseHandle_t handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b, const void *alpha,
                    hipsparseConstSpMatDescr_t a, hipsparseConstDnMatDescr_t b, const void *beta, hipsparseConstDnMatDescr_t c, hipDataType type,
                    hipsparseSpMMAlg_t alg) {
    SPARSE_CHECK(!alpha || !a || !b || !beta || !c || !is_enum(op_a) || !is_enum(op_b) || !is_algorithm(alg));
    const SpMat &mat = sp_mat(a);
    const DnMat &right = dn_mat(b), &to = dn_mat(c);
    const bool turned_a = op_a != HIPSPARSE_OPERATION_NON_TRANSPOSE, turned_b = op_b != HIPSPARSE_OPERATION_NON_TRANSPOSE;
    const int64_t inner = turned_a ? mat.rows : mat.columns;
    if (to.rows != (turned_a ? mat.columns : mat.rows) || to.columns != (turned_b ? right.rows : right.columns) ||
        inner != (turned_b ? right.columns : right.rows))
        return HIPSPARSE_STATUS_INVALID_VALUE;
    const auto fits = [&](int batches) { return batches == 1 || batches == to.batches; };
    if (!fits(mat.batches) || !fits(right.batches)) return HIPSPARSE_STATUS_INVALID_VALUE;
    if (!mat.is_readable()) return missing(function, "this format of matrix");
    if (mat.type != type || right.type != type || to.type != type) return missing(function, "mixed types of elements");
    return by_type(function, type, [](auto) { return HIPSPARSE_STATUS_SUCCESS; });
}

template <class T>
static Status matrix_matrix(const Handle &handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b, Sums sums, const void *alpha, const SpMat &a,
                            const DnMat &b, const void *beta, const DnMat &c) {
    for (int batch = 0; batch < c.batches; batch++) {
        const int64_t of_a = a.batches > 1 ? batch : 0, of_b = b.batches > 1 ? batch : 0;
        SPARSE_TRY(multiply_stored<T>(handle, a.stored(of_a), op_a, sums, static_cast<const T *>(a.values) + of_a * a.entries_stride,
                                      dense<const T>(b, op_b, of_b), dense<T>(c, HIPSPARSE_OPERATION_NON_TRANSPOSE, batch), c.columns,
                                      scalar<T>(handle, alpha), scalar<T>(handle, beta)));
    }
    return HIPSPARSE_STATUS_SUCCESS;
}

}  // namespace sparse

hipsparseStatus_t hipsparseSpMV_bufferSize(hipsparseHandle_t handle, hipsparseOperation_t op, const void *alpha, hipsparseConstSpMatDescr_t a,
                                           hipsparseConstDnVecDescr_t x, const void *beta, const hipsparseDnVecDescr_t y, hipDataType type,
                                           hipsparseSpMVAlg_t alg, size_t *size) {
    SPARSE_CHECK(!size);
    SPARSE_TRY(sparse::check(__func__, handle, op, alpha, a, x, beta, y, type, alg));
    *size = sparse::buffer_bytes;
    return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseSpMV_preprocess(hipsparseHandle_t handle, hipsparseOperation_t op, const void *alpha, hipsparseConstSpMatDescr_t a,
                                           hipsparseConstDnVecDescr_t x, const void *beta, const hipsparseDnVecDescr_t y, hipDataType type,
                                           hipsparseSpMVAlg_t alg, void *) {
    return sparse::check(__func__, handle, op, alpha, a, x, beta, y, type, alg);
}
hipsparseStatus_t hipsparseSpMV(hipsparseHandle_t handle, hipsparseOperation_t op, const void *alpha, hipsparseConstSpMatDescr_t a,
                                hipsparseConstDnVecDescr_t x, const void *beta, const hipsparseDnVecDescr_t y, hipDataType type,
                                hipsparseSpMVAlg_t alg, void *) {
    SPARSE_TRY(sparse::check(__func__, handle, op, alpha, a, x, beta, y, type, alg));
    return sparse::by_type(__func__, type, [&](auto t) {
        return sparse::matrix_vector<decltype(t)>(*sparse::handle_of(handle), op, sparse::sums_of(alg), alpha, sparse::sp_mat(a), sparse::dn_vec(x), beta, sparse::dn_vec(y));
    });
}

hipsparseStatus_t hipsparseSpMM_bufferSize(hipsparseHandle_t handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b, const void *alpha,
                                           hipsparseConstSpMatDescr_t a, hipsparseConstDnMatDescr_t b, const void *beta,
                                           const hipsparseDnMatDescr_t c, hipDataType type, hipsparseSpMMAlg_t alg, size_t *size) {
    SPARSE_CHECK(!size);
    SPARSE_TRY(sparse::check(__func__, handle, op_a, op_b, alpha, a, b, beta, c, type, alg));
    *size = sparse::buffer_bytes;
    return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseSpMM_preprocess(hipsparseHandle_t handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b, const void *alpha,
                                           hipsparseConstSpMatDescr_t a, hipsparseConstDnMatDescr_t b, const void *beta,
                                           const hipsparseDnMatDescr_t c, hipDataType type, hipsparseSpMMAlg_t alg, void *) {
    return sparse::check(__func__, handle, op_a, op_b, alpha, a, b, beta, c, type, alg);
}
hipsparseStatus_t hipsparseSpMM(hipsparseHandle_t handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b, const void *alpha,
                                hipsparseConstSpMatDescr_t a, hipsparseConstDnMatDescr_t b, const void *beta, const hipsparseDnMatDescr_t c,
                                hipDataType type, hipsparseSpMMAlg_t alg, void *) {
    SPARSE_TRY(sparse::check(__func__, handle, op_a, op_b, alpha, a, b, beta, c, type, alg));
    return sparse::by_type(__func__, type, [&](auto t) {
        return sparse::matrix_matrix<decltype(t)>(*sparse::handle_of(handle), op_a, op_b, sparse::sums_of(alg), alpha, sparse::sp_mat(a), sparse::dn_mat(b), beta,
                                                  sparse::dn_mat(c));
    });
}
