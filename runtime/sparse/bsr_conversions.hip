// bsr_conversions.hip: from and to matrices of blocks: bsr2csr, csr2bsr, and those of blocks that need not be square.
//
// Called by programs.
#include "blocks.h"

namespace sparse {

static bool is_wrong_csr(int m, int n, const hipsparseMatDescr_t descr, const int *offsets) { return m < 0 || n < 0 || !descr || !offsets; }

// How many entries a CSR matrix has, which these functions are not told. Waits for the device.
static Status csr_of(const Handle &handle, int m, int n, const hipsparseMatDescr_t descr, const int *offsets, const int *columns, Rows &rows) {
    int end = descr_of(descr).base;
    if (m > 0) SPARSE_TRY(fetch(handle, &end, offsets + m, 1));
    rows = csr_rows(m, n, end - descr_of(descr).base, offsets, columns, descr_of(descr).base);
    return rows.count < 0 ? HIPSPARSE_STATUS_INVALID_VALUE : HIPSPARSE_STATUS_SUCCESS;
}

static Status count_of(const char *function, hipsparseHandle_t handle, const Rows &from, int height, int width, const hipsparseMatDescr_t to_descr,
                       int *offsets, int *count) {
    SPARSE_CHECK(!to_descr || !offsets || !count);
    int64_t blocks;
    SPARSE_TRY(count_blocks(*handle_of(handle), from, height, width, indices_out(offsets, descr_of(to_descr).base), blocks));
    if (blocks > INT_MAX) return missing(function, "more than 2^31 - 1 blocks");
    return give_number(*handle_of(handle), count, int(blocks));
}

static Status count_of_csr(const char *function, hipsparseHandle_t handle, hipsparseDirection_t way, int m, int n, const hipsparseMatDescr_t descr,
                           const int *offsets, const int *columns, int height, int width, const hipsparseMatDescr_t to_descr, int *to_offsets,
                           int *count) {
    SPARSE_CHECK(!is_enum(way) || is_wrong_csr(m, n, descr, offsets) || height <= 0 || width <= 0);
    SPARSE_TRY(check_general(function, {descr, to_descr}));
    Rows rows;
    SPARSE_TRY(csr_of(*handle_of(handle), m, n, descr, offsets, columns, rows));
    return count_of(function, handle, rows, height, width, to_descr, to_offsets, count);
}

template <class T>
static Status fill_of_csr(const char *function, hipsparseHandle_t handle, hipsparseDirection_t way, int m, int n, const hipsparseMatDescr_t descr,
                          const T *values, const int *offsets, const int *columns, int height, int width, const hipsparseMatDescr_t to_descr,
                          T *to, int *to_offsets, int *to_columns) {
    SPARSE_CHECK(!is_enum(way) || is_wrong_csr(m, n, descr, offsets) || height <= 0 || width <= 0 || !to_descr || !to_offsets);
    SPARSE_TRY(check_general(function, {descr, to_descr}));
    Rows rows;
    SPARSE_TRY(csr_of(*handle_of(handle), m, n, descr, offsets, columns, rows));
    if (rows.count > 0 && (!columns || !values || !to || !to_columns)) return HIPSPARSE_STATUS_INVALID_VALUE;
    const int base = descr_of(to_descr).base;
    return fill_blocks(*handle_of(handle), rows, values, way == HIPSPARSE_DIRECTION_ROW, height, width, indices_out(to_offsets, base),
                       indices_out(to_columns, base), to);
}

// The number of blocks is the last offset where a function is not told.
static Status count_of_blocks(const Handle &handle, Blocks &blocks) {
    int end = blocks.base;
    if (blocks.rows > 0) SPARSE_TRY(fetch(handle, &end, blocks.offsets + blocks.rows, 1));
    blocks.count = end - blocks.base;
    return blocks.is_wrong() ? HIPSPARSE_STATUS_INVALID_VALUE : HIPSPARSE_STATUS_SUCCESS;
}
template <class T>
static Status to_csr(const char *function, hipsparseHandle_t handle, hipsparseDirection_t way, const hipsparseMatDescr_t descr, Blocks blocks,
                     const T *values, const hipsparseMatDescr_t to_descr, T *to, int *to_offsets, int *to_columns) {
    SPARSE_CHECK(!is_enum(way) || !descr || !to_descr || !to_offsets || blocks.rows < 0 || blocks.columns < 0 || blocks.height <= 0 ||
                 blocks.width <= 0 || (blocks.rows > 0 && !blocks.offsets));
    SPARSE_TRY(check_general(function, {descr, to_descr}));
    const Handle &context = *handle_of(handle);
    SPARSE_TRY(count_of_blocks(context, blocks));
    if (blocks.count > 0 && (!values || !to || !to_columns)) return HIPSPARSE_STATUS_INVALID_VALUE;
    Memory memory(context);
    Rows rows;
    SPARSE_TRY(block_rows(context, blocks, memory, rows));
    const int base = descr_of(to_descr).base;
    return write_rows(context, rows, values, indices_out(to_offsets, base), indices_out(to_columns, base), to);
}

template <class Size> static Status give_buffer_size(hipsparseHandle_t handle, bool wrong, Size *size) {
    SPARSE_CHECK(wrong || !size);
    *size = buffer_bytes;
    return HIPSPARSE_STATUS_SUCCESS;
}

// Blocks as they are, by columns of blocks.
template <class T> static __global__ void take_blocks(const uint32_t *order, int64_t count, int size, const T *from, T *to) {
    const int64_t i = global_index();
    if (i < count * size) to[i] = from[int64_t(order[i / size]) * size + i % size];
}
static __global__ void take_indices(Rows rows, IndicesOut offsets, IndicesOut column) {
    const int64_t k = global_index();
    if (k <= rows.rows) offsets.set(k, rows.offsets[k]);
    if (k < rows.count) column.set(k, rows.column[rows.place(k)]);
}
template <class T>
static Status transpose_blocks(const Handle &handle, int mb, int nb, int nnzb, const T *values, const int *offsets, const int *columns, int size, T *to,
                               int *to_rows, int *to_offsets, bool copies, int base) {
    Memory memory(handle);
    Rows rows;
    SPARSE_TRY(rows_of(handle, stored_csr(mb, nb, nnzb, offsets, columns, base), HIPSPARSE_OPERATION_TRANSPOSE, memory, rows));
    SPARSE_TRY(launch_each(handle, take_indices, rows.rows + 1 > rows.count ? rows.rows + 1 : rows.count, rows, indices_out(to_offsets, base),
                           indices_out(to_rows, base)));
    return copies ? launch_each(handle, take_blocks<T>, rows.count * size, rows.order, rows.count, size, values, to) : HIPSPARSE_STATUS_SUCCESS;
}

}  // namespace sparse

using sparse::elements;
#define HANDLE *sparse::handle_of(handle)

#define SPARSE_BODY_bsr2csr(T, R)                                                                                                           \
    return sparse::to_csr(__func__, handle, dirA, descrA, sparse::blocks(dirA, mb, nb, 0, descrA, bsrRowPtrA, bsrColIndA, blockDim, blockDim), \
                          elements(bsrValA), descrC, elements(csrValC), csrRowPtrC, csrColIndC);
#define SPARSE_BODY_gebsr2csr(T, R)                                                                                                         \
    return sparse::to_csr(__func__, handle, dirA, descrA,                                                                                    \
                          sparse::blocks(dirA, mb, nb, 0, descrA, bsrRowPtrA, bsrColIndA, rowBlockDim, colBlockDim), elements(bsrValA),      \
                          descrC, elements(csrValC), csrRowPtrC, csrColIndC);
HIPSPARSE_SDCZ(SPARSE_DEFINE, bsr2csr)
HIPSPARSE_SDCZ(SPARSE_DEFINE, gebsr2csr)

hipsparseStatus_t hipsparseXcsr2bsrNnz(hipsparseHandle_t handle, hipsparseDirection_t dirA, int m, int n, const hipsparseMatDescr_t descrA,
                                       const int *csrRowPtrA, const int *csrColIndA, int blockDim, const hipsparseMatDescr_t descrC, int *bsrRowPtrC,
                                       int *bsrNnzb) {
    return sparse::count_of_csr(__func__, handle, dirA, m, n, descrA, csrRowPtrA, csrColIndA, blockDim, blockDim, descrC, bsrRowPtrC, bsrNnzb);
}
hipsparseStatus_t hipsparseXcsr2gebsrNnz(hipsparseHandle_t handle, hipsparseDirection_t dir, int m, int n, const hipsparseMatDescr_t csr_descr,
                                         const int *csrRowPtr, const int *csrColInd, const hipsparseMatDescr_t bsr_descr, int *bsrRowPtr,
                                         int rowBlockDim, int colBlockDim, int *bsrNnzDevhost, void *) {
    return sparse::count_of_csr(__func__, handle, dir, m, n, csr_descr, csrRowPtr, csrColInd, rowBlockDim, colBlockDim, bsr_descr, bsrRowPtr,
                                bsrNnzDevhost);
}
#define SPARSE_BODY_csr2bsr(T, R)                                                                                                           \
    return sparse::fill_of_csr(__func__, handle, dirA, m, n, descrA, elements(csrValA), csrRowPtrA, csrColIndA, blockDim, blockDim, descrC,  \
                               elements(bsrValC), bsrRowPtrC, bsrColIndC);
#define SPARSE_BODY_csr2gebsr(T, R)                                                                                                         \
    return sparse::fill_of_csr(__func__, handle, dir, m, n, csr_descr, elements(csrVal), csrRowPtr, csrColInd, rowBlockDim, colBlockDim,     \
                               bsr_descr, elements(bsrVal), bsrRowPtr, bsrColInd);
#define SPARSE_BODY_csr2gebsr_bufferSize(T, R)                                                                                              \
    return sparse::give_buffer_size(handle, m < 0 || n < 0 || rowBlockDim <= 0 || colBlockDim <= 0 || !csr_descr, pBufferSizeInBytes);
HIPSPARSE_SDCZ(SPARSE_DEFINE, csr2bsr)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csr2gebsr)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csr2gebsr_bufferSize)

// Zeros within blocks are elements too: each block that any old one reaches is made.
#define GEBSR_WRONG (!sparse::is_enum(dirA) || !descrA || a.is_wrong() || rowBlockDimC <= 0 || colBlockDimC <= 0)
#define GEBSR                                                                                                                                \
    const sparse::Blocks a = sparse::blocks(dirA, mb, nb, nnzb, descrA, bsrRowPtrA, bsrColIndA, rowBlockDimA, colBlockDimA);                 \
    SPARSE_CHECK(GEBSR_WRONG || !descrC || !bsrRowPtrC);                                                                                     \
    SPARSE_TRY(sparse::check_general(__func__, {descrA, descrC}));                                                                           \
    sparse::Memory memory(HANDLE);                                                                                                           \
    sparse::Rows rows;                                                                                                                       \
    SPARSE_TRY(sparse::block_rows(HANDLE, a, memory, rows));
hipsparseStatus_t hipsparseXgebsr2gebsrNnz(hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb, int nnzb,
                                           const hipsparseMatDescr_t descrA, const int *bsrRowPtrA, const int *bsrColIndA, int rowBlockDimA,
                                           int colBlockDimA, const hipsparseMatDescr_t descrC, int *bsrRowPtrC, int rowBlockDimC, int colBlockDimC,
                                           int *nnzTotalDevHostPtr, void *) {
    GEBSR
    return sparse::count_of(__func__, handle, rows, rowBlockDimC, colBlockDimC, descrC, bsrRowPtrC, nnzTotalDevHostPtr);
}
#define SPARSE_BODY_gebsr2gebsr(T, R)                                                                                                       \
    GEBSR                                                                                                                                    \
    if (nnzb > 0 && (!bsrValA || !bsrValC || !bsrColIndC)) return HIPSPARSE_STATUS_INVALID_VALUE;                                            \
    const int base = sparse::descr_of(descrC).base;                                                                                          \
    return sparse::fill_blocks(HANDLE, rows, elements(bsrValA), dirA == HIPSPARSE_DIRECTION_ROW, rowBlockDimC, colBlockDimC,                 \
                               sparse::indices_out(bsrRowPtrC, base), sparse::indices_out(bsrColIndC, base), elements(bsrValC));
#define SPARSE_BODY_gebsr2gebsr_bufferSize(T, R)                                                                                            \
    const sparse::Blocks a = sparse::blocks(dirA, mb, nb, nnzb, descrA, bsrRowPtrA, bsrColIndA, rowBlockDimA, colBlockDimA);                 \
    return sparse::give_buffer_size(handle, GEBSR_WRONG, pBufferSizeInBytes);
HIPSPARSE_SDCZ(SPARSE_DEFINE, gebsr2gebsr)
HIPSPARSE_SDCZ(SPARSE_DEFINE, gebsr2gebsr_bufferSize)

#define GEBSC_WRONG (mb < 0 || nb < 0 || nnzb < 0 || rowBlockDim <= 0 || colBlockDim <= 0 || (mb > 0 && !bsrRowPtr) || (nnzb > 0 && !bsrColInd))
#define SPARSE_BODY_gebsr2gebsc(T, R)                                                                                                       \
    SPARSE_CHECK(GEBSC_WRONG || !sparse::is_enum(copyValues) || !sparse::is_enum(idxBase) || !bscColPtr || (nnzb > 0 && !bscRowInd) ||       \
                 (nnzb > 0 && copyValues == HIPSPARSE_ACTION_NUMERIC && (!bsrVal || !bscVal)));                                              \
    return sparse::transpose_blocks(HANDLE, mb, nb, nnzb, elements(bsrVal), bsrRowPtr, bsrColInd, rowBlockDim * colBlockDim,                 \
                                    elements(bscVal), bscRowInd, bscColPtr, copyValues == HIPSPARSE_ACTION_NUMERIC, idxBase);
#define SPARSE_BODY_gebsr2gebsc_bufferSize(T, R) return sparse::give_buffer_size(handle, GEBSC_WRONG, pBufferSizeInBytes);
HIPSPARSE_SDCZ(SPARSE_DEFINE, gebsr2gebsc)
HIPSPARSE_SDCZ(SPARSE_DEFINE, gebsr2gebsc_bufferSize)
