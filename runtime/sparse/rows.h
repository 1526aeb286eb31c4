// rows.h: a sparse matrix, however it is stored, as rows of entries: the one form in which kernels read matrices.
//
// Made by rows.hip, and by blocks.hip of matrices that are made of blocks. A CSR matrix is such rows as it lies; of others, or of a transposed one,
// entries have an order that is made of a stable sort, so that each row's entries come as they lie in memory and sums are the same each time.
#pragma once

#include "order.h"

namespace sparse {

struct Rows {
    int64_t rows = 0, columns = 0, count = 0;
    Indices offsets;                  // of the first entry of each row, and the end
    Indices column;                   // of the entry at a place in memory
    const uint32_t *order = nullptr;  // the place in memory of each entry; null: entries lie in order
    bool conjugate = false;

    __device__ int64_t begin(int64_t row) const { return offsets[row]; }
    __device__ int64_t end(int64_t row) const { return offsets[row + 1]; }
    __device__ int64_t place(int64_t k) const { return order ? int64_t(order[k]) : k; }
    template <class T> __device__ T value(const T *values, int64_t place) const { return conj_if(conjugate, values[place]); }
};

// How a matrix is stored. `major` are the offsets of rows (CSR) or columns (CSC), or each entry's row (COO); `minor` the other index of each entry.
struct Stored {
    hipsparseFormat_t format;
    int64_t rows, columns, count;
    Indices major, minor;
};

// A CSR matrix of functions by element type.
inline Stored stored_csr(int64_t rows, int64_t columns, int64_t count, const int *offsets, const int *column, int base) {
    return {HIPSPARSE_FORMAT_CSR, rows, columns, count, indices(offsets, base), indices(column, base)};
}

// The rows of op(matrix); what they need beside it is taken of `memory`.
Status rows_of(const Handle &handle, const Stored &stored, hipsparseOperation_t op, Memory &memory, Rows &rows);

// The rows of the transposed matrix.
Status transpose(const Handle &handle, const Rows &rows, Memory &memory, Rows &transposed);

// The order in which each row's entries come by columns; rows that lie in order get one.
Status sort_columns(const Handle &handle, Memory &memory, Rows &rows);

// Rows as they lie in a CSR matrix.
inline Rows csr_rows(int64_t rows, int64_t columns, int64_t count, const int *offsets, const int *column, int base) {
    return {rows, columns, count, indices(offsets, base), indices(column, base), nullptr, false};
}

}  // namespace sparse
