// bsr_products.hip: products of matrices of blocks by functions of an element type (bsrmv, bsrxmv, bsrmm), and of a dense matrix with a sparse vector
// (gemvi).
//
// Called by programs.
#include "blocks.h"
#include "product.h"

namespace sparse {

template <class T>
static Status multiply_blocks(const char *function, const Handle &handle, const hipsparseMatDescr_t descr, const Blocks &a, hipsparseOperation_t op,
                              const T *values, const Dense<const T> &b, const Dense<T> &c, int64_t columns, const T *alpha, const T *beta) {
    SPARSE_TRY(check_general(function, {descr}));
    Memory memory(handle);
    Rows rows;
    SPARSE_TRY(block_rows(handle, a, op, memory, rows));
    return multiply<T>(handle, rows, values, b, c, columns, scalar<T>(handle, alpha), scalar<T>(handle, beta));
}

// bsrxmv: rows of blocks that a mask lists, each with an end of its own. A thread has a row of elements.
template <class T>
static __global__ void multiply_masked(int64_t listed, int side, bool by_rows, Indices mask, Indices begin, Indices end, Indices column,
                                       const T *values, const T *x, T *y, Scalar<T> alpha, Scalar<T> beta) {
    const int64_t i = global_index();
    if (i >= listed * side) return;
    const int64_t block_row = mask[i / side], within = i % side, row = block_row * side + within;
    const T old = beta.get();
    T sum = T(0);
    for (int64_t k = begin[block_row]; k < end[block_row]; k++)
        for (int64_t j = 0; j < side; j++)
            sum += values[k * side * side + (by_rows ? within * side + j : j * side + within)] * x[column[k] * side + j];
    sum = alpha.get() * sum;
    y[row] = old == T(0) ? sum : sum + old * y[row];
}

static __global__ void set_offsets(int64_t *offsets, int64_t count) {
    offsets[0] = 0;
    offsets[1] = count;
}

}  // namespace sparse

using sparse::elements;
#define HANDLE *sparse::handle_of(handle)

#define SPARSE_BODY_bsrmv(T, R)                                                                                                             \
    SPARSE_CHECK(!sparse::is_enum(dirA) || !sparse::is_enum(transA) || !descrA);                                                             \
    const sparse::Blocks a = sparse::blocks(dirA, mb, nb, nnzb, descrA, bsrSortedRowPtrA, bsrSortedColIndA, blockDim, blockDim);             \
    if (a.is_wrong() || !alpha || !beta || (nnzb > 0 && !bsrSortedValA) || (mb > 0 && nb > 0 && (!x || !y))) return HIPSPARSE_STATUS_INVALID_VALUE; \
    if (mb == 0 || nb == 0) return HIPSPARSE_STATUS_SUCCESS;                                                                                 \
    return sparse::multiply_blocks(__func__, HANDLE, descrA, a, transA, elements(bsrSortedValA), sparse::dense(elements(x), 1, false),       \
                                   sparse::dense(elements(y), 1, false), 1, elements(alpha), elements(beta));
HIPSPARSE_SDCZ(SPARSE_DEFINE, bsrmv)

#define SPARSE_BODY_bsrmm(T, R)                                                                                                             \
    SPARSE_CHECK(!sparse::is_enum(dirA) || !sparse::is_enum(transA) || !sparse::is_enum(transB) || !descrA);                                 \
    const sparse::Blocks a = sparse::blocks(dirA, mb, kb, nnzb, descrA, bsrRowPtrA, bsrColIndA, blockDim, blockDim);                         \
    if (a.is_wrong() || n < 0 || !alpha || !beta || (nnzb > 0 && !bsrValA)) return HIPSPARSE_STATUS_INVALID_VALUE;                           \
    const bool turned = transA != HIPSPARSE_OPERATION_NON_TRANSPOSE;                                                                         \
    const int64_t m = int64_t(turned ? kb : mb) * blockDim, k = int64_t(turned ? mb : kb) * blockDim;                                        \
    if (ldc < 1 || ldc < m || ldb < 1 || ldb < (transB == HIPSPARSE_OPERATION_NON_TRANSPOSE ? k : n) || (m > 0 && n > 0 && !C) ||            \
        (k > 0 && n > 0 && !B))                                                                                                              \
        return HIPSPARSE_STATUS_INVALID_VALUE;                                                                                               \
    if (m == 0 || n == 0) return HIPSPARSE_STATUS_SUCCESS;                                                                                   \
    return sparse::multiply_blocks(__func__, HANDLE, descrA, a, transA, elements(bsrValA), sparse::dense(elements(B), ldb, false, transB),   \
                                   sparse::dense(elements(C), ldc, false), n, elements(alpha), elements(beta));
HIPSPARSE_SDCZ(SPARSE_DEFINE, bsrmm)

#define SPARSE_BODY_bsrxmv(T, R)                                                                                                            \
    SPARSE_CHECK(!sparse::is_enum(dir) || !sparse::is_enum(trans) || sizeOfMask < 0 || sizeOfMask > mb || mb < 0 || nb < 0 || nnzb < 0 ||    \
                 blockDim <= 0 || !alpha || !beta || !descr);                                                                                \
    if (trans != HIPSPARSE_OPERATION_NON_TRANSPOSE) return sparse::missing(__func__, "transposed matrices");                                 \
    SPARSE_TRY(sparse::check_general(__func__, {descr}));                                                                                    \
    if (sizeOfMask == 0 || mb == 0 || nb == 0) return HIPSPARSE_STATUS_SUCCESS;                                                              \
    if (!bsrMaskPtr || !bsrRowPtr || !bsrEndPtr || (nnzb > 0 && (!bsrColInd || !bsrVal)) || !x || !y) return HIPSPARSE_STATUS_INVALID_VALUE; \
    const int base = sparse::descr_of(descr).base;                                                                                           \
    using E = sparse::Element<T>;                                                                                                            \
    return sparse::launch_each(HANDLE, sparse::multiply_masked<E>, int64_t(sizeOfMask) * blockDim, int64_t(sizeOfMask), blockDim,            \
                               dir == HIPSPARSE_DIRECTION_ROW, sparse::indices(bsrMaskPtr, base), sparse::indices(bsrRowPtr, base),          \
                               sparse::indices(bsrEndPtr, base), sparse::indices(bsrColInd, base), elements(bsrVal), elements(x),            \
                               elements(y), sparse::scalar<E>(HANDLE, alpha), sparse::scalar<E>(HANDLE, beta));
HIPSPARSE_SDCZ(SPARSE_DEFINE, bsrxmv)

// The vector is one row of a sparse matrix, times the transposed dense one.
#define GEMVI_WRONG (!sparse::is_enum(transA) || m < 0 || n < 0 || nnz < 0 || nnz > (transA == HIPSPARSE_OPERATION_NON_TRANSPOSE ? n : m))
#define SPARSE_BODY_gemvi_bufferSize(T, R)               \
    SPARSE_CHECK(GEMVI_WRONG || !pBufferSizeInBytes);    \
    *pBufferSizeInBytes = sparse::buffer_bytes;          \
    return HIPSPARSE_STATUS_SUCCESS;
#define SPARSE_BODY_gemvi(T, R)                                                                                                             \
    SPARSE_CHECK(GEMVI_WRONG || lda < m || lda < 1 || !alpha || !beta || !sparse::is_enum(idxBase) || (nnz > 0 && (!x || !xInd)) ||          \
                 (m > 0 && n > 0 && (!A || !y)));                                                                                            \
    if (m == 0 || n == 0) return HIPSPARSE_STATUS_SUCCESS;                                                                                   \
    sparse::Memory memory(HANDLE);                                                                                                           \
    int64_t *offsets;                                                                                                                        \
    SPARSE_TRY(memory.take(offsets, 2));                                                                                                     \
    SPARSE_TRY(sparse::launch(HANDLE, sparse::set_offsets, 1, 1, offsets, int64_t(nnz)));                                                    \
    const bool turned = transA != HIPSPARSE_OPERATION_NON_TRANSPOSE;                                                                         \
    const sparse::Rows row = {1, turned ? m : n, nnz, sparse::indices(offsets), sparse::indices(xInd, idxBase)};                             \
    auto a = sparse::dense(elements(A), lda, !turned);                                                                                       \
    a.conjugate = transA == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE;                                                                         \
    return sparse::multiply(HANDLE, row, elements(x), a, sparse::dense(elements(y), 1, true), turned ? n : m,                                \
                            sparse::scalar<sparse::Element<T>>(HANDLE, alpha), sparse::scalar<sparse::Element<T>>(HANDLE, beta));
HIPSPARSE_SDCZ(SPARSE_DEFINE, gemvi_bufferSize)
HIPSPARSE_SDCZ(SPARSE_DEFINE, gemvi)
