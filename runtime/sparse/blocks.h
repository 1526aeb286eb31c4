// blocks.h: matrices that are made of dense blocks (BSR), and gebsr, whose blocks need not be square.
//
// Defined in blocks.hip; used by the files bsr_*.hip. As rows of single entries a matrix of blocks is one that every kernel reads.
#pragma once

#include "rows.h"

namespace sparse {

// A matrix of blocks as programs have it. Without `by_rows`, elements of a block lie by columns.
struct Blocks {
    bool by_rows;
    int64_t rows, columns, count;  // of blocks
    const int *offsets, *column;
    int base, height, width;

    bool is_wrong() const { return rows < 0 || columns < 0 || count < 0 || height <= 0 || width <= 0 || (rows > 0 && !offsets) || (count > 0 && !column); }
};
inline Blocks blocks(hipsparseDirection_t way, int rows, int columns, int count, const hipsparseMatDescr_t descr, const int *offsets, const int *column,
                     int height, int width) {
    return {way == HIPSPARSE_DIRECTION_ROW, rows, columns, count, offsets, column, descr ? int(descr_of(descr).base) : 0, height, width};
}

// Its elements as rows: places are those in the memory of the blocks' values.
Status block_rows(const Handle &handle, const Blocks &blocks, Memory &memory, Rows &rows);
// The same of op(matrix).
Status block_rows(const Handle &handle, const Blocks &blocks, hipsparseOperation_t op, Memory &memory, Rows &rows);

// The blocks that entries of `from` need: their offsets, and how many there are. Waits for the device.
Status count_blocks(const Handle &handle, const Rows &from, int height, int width, const IndicesOut &offsets, int64_t &count);

// Makes them: entries of one place are added, and other elements are zero.
template <class T>
Status fill_blocks(const Handle &handle, const Rows &from, const T *values, bool by_rows, int height, int width, const IndicesOut &offsets,
                   const IndicesOut &column, T *to);

// Writes rows down as a CSR matrix.
template <class T>
Status write_rows(const Handle &handle, const Rows &from, const T *values, const IndicesOut &offsets, const IndicesOut &column, T *to);

}  // namespace sparse
