// sddmm.hip: the product of two dense matrices at the places where a sparse one has entries.
//
// Called by programs.
#include "descriptors.h"

namespace sparse {

static Status check(const char *function, hipsparseHandle_t handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b, const void *alpha,
                    hipsparseConstDnMatDescr_t a, hipsparseConstDnMatDescr_t b, const void *beta, hipsparseConstSpMatDescr_t c, hipDataType type,
                    hipsparseSDDMMAlg_t alg) {
    SPARSE_CHECK(!is_enum(op_a) || !is_enum(op_b) || !alpha || !a || !b || !beta || !c || alg != HIPSPARSE_SDDMM_ALG_DEFAULT);
    const DnMat &left = dn_mat(a), &right = dn_mat(b);
    const SpMat &to = sp_mat(c);
    const bool turned_a = op_a != HIPSPARSE_OPERATION_NON_TRANSPOSE, turned_b = op_b != HIPSPARSE_OPERATION_NON_TRANSPOSE;
    if ((turned_a ? left.columns : left.rows) != to.rows || (turned_b ? right.rows : right.columns) != to.columns ||
        (turned_a ? left.rows : left.columns) != (turned_b ? right.columns : right.rows))
        return HIPSPARSE_STATUS_INVALID_VALUE;
    if (!to.is_readable()) return missing(function, "this format of matrix");
    if (to.batches > 1 || left.batches > 1 || right.batches > 1) return missing(function, "batches");
    if (left.type != type || right.type != type || to.type != type) return missing(function, "mixed types of elements");
    return by_type(function, type, [](auto) { return HIPSPARSE_STATUS_SUCCESS; });
}

template <class T>
static __global__ void multiply_at_entries(Rows c, Dense<const T> a, Dense<const T> b, int64_t inner, Scalar<T> alpha, Scalar<T> beta, T *values) {
    const int64_t k = global_index();
    if (k >= c.count) return;
    const int64_t row = row_of(c.offsets, c.rows, k), place = c.place(k), column = c.column[place];
    const T factor = alpha.get(), old = beta.get();
    T sum = T(0);
    if (factor != T(0))
        for (int64_t l = 0; l < inner; l++) sum += a.get(row, l) * b.get(l, column);
    sum = factor * sum;
    values[place] = old == T(0) ? sum : sum + old * values[place];
}

template <class T>
static Status multiply_sampled(const Handle &handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b, const void *alpha, const DnMat &a,
                               const DnMat &b, const void *beta, const SpMat &c) {
    Memory memory(handle);
    Rows rows;
    // A CSC matrix lies by columns, which are the rows of the transposed product.
    const bool turned = c.format == HIPSPARSE_FORMAT_CSC;
    SPARSE_TRY(rows_of(handle, c.stored(), turned ? HIPSPARSE_OPERATION_TRANSPOSE : HIPSPARSE_OPERATION_NON_TRANSPOSE, memory, rows));
    Dense<const T> left = dense<const T>(a, op_a), right = dense<const T>(b, op_b);
    if (turned) {
        const Dense<const T> new_right = {left.values, left.column_step, left.row_step, left.conjugate};
        left = {right.values, right.column_step, right.row_step, right.conjugate};
        right = new_right;
    }
    const int64_t inner = op_a == HIPSPARSE_OPERATION_NON_TRANSPOSE ? a.columns : a.rows;
    return launch_each(handle, multiply_at_entries<T>, rows.count, rows, left, right, inner, scalar<T>(handle, alpha), scalar<T>(handle, beta),
                       static_cast<T *>(c.values));
}

}  // namespace sparse

hipsparseStatus_t hipsparseSDDMM_bufferSize(hipsparseHandle_t handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b, const void *alpha,
                                            hipsparseConstDnMatDescr_t a, hipsparseConstDnMatDescr_t b, const void *beta, hipsparseSpMatDescr_t c,
                                            hipDataType type, hipsparseSDDMMAlg_t alg, size_t *size) {
    SPARSE_CHECK(!size);
    SPARSE_TRY(sparse::check(__func__, handle, op_a, op_b, alpha, a, b, beta, c, type, alg));
    *size = sparse::buffer_bytes;
    return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseSDDMM_preprocess(hipsparseHandle_t handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b, const void *alpha,
                                            hipsparseConstDnMatDescr_t a, hipsparseConstDnMatDescr_t b, const void *beta, hipsparseSpMatDescr_t c,
                                            hipDataType type, hipsparseSDDMMAlg_t alg, void *) {
    return sparse::check(__func__, handle, op_a, op_b, alpha, a, b, beta, c, type, alg);
}
hipsparseStatus_t hipsparseSDDMM(hipsparseHandle_t handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b, const void *alpha,
                                 hipsparseConstDnMatDescr_t a, hipsparseConstDnMatDescr_t b, const void *beta, hipsparseSpMatDescr_t c,
                                 hipDataType type, hipsparseSDDMMAlg_t alg, void *) {
    SPARSE_TRY(sparse::check(__func__, handle, op_a, op_b, alpha, a, b, beta, c, type, alg));
    return sparse::by_type(__func__, type, [&](auto t) {
        return sparse::multiply_sampled<decltype(t)>(*sparse::handle_of(handle), op_a, op_b, alpha, sparse::dn_mat(a), sparse::dn_mat(b), beta,
                                                     sparse::sp_mat(c));
    });
}
