// blocks.hip: matrices that are made of dense blocks.
//
// Called by the files bsr_*.hip.
#include "blocks.h"
#include "pattern.h"

namespace sparse {

static __global__ void find_elements(Blocks blocks, Indices offsets, Indices columns, uint32_t *order, int64_t *column) {
    const int64_t place = global_index(), size = int64_t(blocks.height) * blocks.width;
    if (place >= blocks.count * size) return;
    const int64_t block = place / size, within = place % size;
    const int64_t i = blocks.by_rows ? within / blocks.width : within % blocks.height, j = blocks.by_rows ? within % blocks.width : within / blocks.height;
    const int64_t block_row = row_of(offsets, blocks.rows, block), first = offsets[block_row], in_row = offsets[block_row + 1] - first;
    order[first * size + i * in_row * blocks.width + (block - first) * blocks.width + j] = uint32_t(place);
    column[place] = columns[block] * blocks.width + j;
}
static __global__ void find_element_offsets(Blocks blocks, Indices offsets, int64_t *element_offsets) {
    const int64_t row = global_index(), rows = blocks.rows * blocks.height;
    if (row > rows) return;
    const int64_t size = int64_t(blocks.height) * blocks.width;
    if (row == rows) {
        element_offsets[row] = rows ? offsets[blocks.rows] * size : 0;
        return;
    }
    const int64_t block_row = row / blocks.height, first = offsets[block_row];
    element_offsets[row] = first * size + (row % blocks.height) * (offsets[block_row + 1] - first) * blocks.width;
}

Status block_rows(const Handle &handle, const Blocks &blocks, Memory &memory, Rows &rows) {
    const int64_t count = blocks.count * blocks.height * blocks.width, height = blocks.rows * blocks.height;
    if (count > most_entries) return missing("a matrix of blocks", "more than 2^31 - 1 elements");
    uint32_t *order;
    int64_t *offsets, *column;
    SPARSE_TRY(memory.take(order, count));
    SPARSE_TRY(memory.take(offsets, height + 1));
    SPARSE_TRY(memory.take(column, count));
    const Indices block_offsets = indices(blocks.offsets, blocks.base), block_columns = indices(blocks.column, blocks.base);
    SPARSE_TRY(launch_each(handle, find_element_offsets, height + 1, blocks, block_offsets, offsets));
    if (height > 0) SPARSE_TRY(launch_each(handle, find_elements, count, blocks, block_offsets, block_columns, order, column));
    rows = {height, blocks.columns * blocks.width, count, indices(offsets), indices(column), order, false};
    return HIPSPARSE_STATUS_SUCCESS;
}
Status block_rows(const Handle &handle, const Blocks &blocks, hipsparseOperation_t op, Memory &memory, Rows &rows) {
    SPARSE_TRY(block_rows(handle, blocks, memory, rows));
    if (op == HIPSPARSE_OPERATION_NON_TRANSPOSE) return HIPSPARSE_STATUS_SUCCESS;
    const Rows upright = rows;
    SPARSE_TRY(transpose(handle, upright, memory, rows));
    rows.conjugate = op == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
    return HIPSPARSE_STATUS_SUCCESS;
}

static __global__ void divide_places(Terms terms, int height, int width) {
    const int64_t k = global_index();
    if (k >= terms.count) return;
    terms.row[k] /= height;
    terms.column[k] /= width;
}
// Blocks are the entries of a pattern, and elements its terms.
static Status block_pattern(const Handle &handle, const Rows &from, int height, int width, Memory &memory, Terms &terms, Pattern &pattern) {
    SPARSE_TRY(make_terms(from.count, memory, terms));
    if (from.rows > 0) SPARSE_TRY(place_entries(handle, from, terms, 0));
    SPARSE_TRY(launch_each(handle, divide_places, terms.count, terms, height, width));
    return make_pattern(handle, divide_up(from.rows, height), divide_up(from.columns, width), terms, memory, pattern);
}
Status count_blocks(const Handle &handle, const Rows &from, int height, int width, const IndicesOut &offsets, int64_t &count) {
    Memory memory(handle);
    Terms terms;
    Pattern pattern;
    SPARSE_TRY(block_pattern(handle, from, height, width, memory, terms, pattern));
    count = pattern.count;
    return write_offsets(handle, pattern, offsets);
}

// A thread has a block.
template <class T>
static __global__ void fill_each(Rows from, const T *values, Pattern pattern, bool by_rows, int height, int width, T *to) {
    const int64_t block = global_index();
    if (block >= pattern.count) return;
    T *const elements = to + block * height * width;
    for (int64_t i = 0; i < int64_t(height) * width; i++) elements[i] = T(0);
    for (int64_t k = pattern.starts[block]; k < pattern.starts[block + 1]; k++) {
        const int64_t entry = pattern.order[k], place = from.place(entry);
        const int64_t i = row_of(from.offsets, from.rows, entry) % height, j = from.column[place] % width;
        T &element = elements[by_rows ? i * width + j : j * height + i];
        const T value = from.value(values, place);
        element = element == T(0) ? value : element + value;  // a negative zero stays one
    }
}
template <class T>
Status fill_blocks(const Handle &handle, const Rows &from, const T *values, bool by_rows, int height, int width, const IndicesOut &offsets,
                   const IndicesOut &column, T *to) {
    Memory memory(handle);
    Terms terms;
    Pattern pattern;
    SPARSE_TRY(block_pattern(handle, from, height, width, memory, terms, pattern));
    if (offsets.memory) SPARSE_TRY(write_offsets(handle, pattern, offsets));
    SPARSE_TRY(write_columns(handle, pattern, column));
    return launch_each(handle, fill_each<T>, pattern.count, from, values, pattern, by_rows, height, width, to);
}

template <class T> static __global__ void write_each(Rows from, const T *values, IndicesOut offsets, IndicesOut column, T *to) {
    const int64_t k = global_index();
    if (k <= from.rows) offsets.set(k, from.offsets[k]);
    if (k >= from.count) return;
    const int64_t place = from.place(k);
    column.set(k, from.column[place]);
    to[k] = from.value(values, place);
}
template <class T>
Status write_rows(const Handle &handle, const Rows &from, const T *values, const IndicesOut &offsets, const IndicesOut &column, T *to) {
    return launch_each(handle, write_each<T>, from.rows + 1 > from.count ? from.rows + 1 : from.count, from, values, offsets, column, to);
}

#define BLOCKS(T)                                                                                                                          \
    template Status fill_blocks(const Handle &, const Rows &, const T *, bool, int, int, const IndicesOut &, const IndicesOut &, T *);      \
    template Status write_rows(const Handle &, const Rows &, const T *, const IndicesOut &, const IndicesOut &, T *);
BLOCKS(float)
BLOCKS(double)
BLOCKS(Complex<float>)
BLOCKS(Complex<double>)

}  // namespace sparse
