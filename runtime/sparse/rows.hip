// rows.hip: matrices of each format as rows.
//
// Called by other files of this folder.
#include "rows.h"

namespace sparse {

// The order that sorts entries by `keys`, and each row's offset in it.
static Status sort_into_rows(const Handle &handle, const Indices &keys, Memory &memory, Rows &rows) {
    if (rows.count > most_entries) return missing("a matrix that is not CSR", "more than 2^31 - 1 entries");
    uint32_t *order, *spare;
    int64_t *offsets;
    SPARSE_TRY(memory.take(order, rows.count));
    SPARSE_TRY(memory.take(spare, rows.count));
    SPARSE_TRY(memory.take(offsets, rows.rows + 1));
    SPARSE_TRY(identity(handle, order, rows.count));
    SPARSE_TRY(sort(handle, keys, rows.rows, order, spare, rows.count));
    SPARSE_TRY(offsets_of(handle, keys, order, rows.count, indices_out(offsets), rows.rows));
    rows.offsets = indices(offsets);
    rows.order = order;
    return HIPSPARSE_STATUS_SUCCESS;
}

static __global__ void find_row_of_places(Rows rows, int64_t *row) {
    const int64_t k = global_index();
    if (k < rows.count) row[rows.place(k)] = row_of(rows.offsets, rows.rows, k);
}
static __global__ void write_row_of_places(Rows rows, int64_t *row) {
    const int64_t mine = global_index();
    if (mine >= rows.rows) return;
    const int64_t end = rows.end(mine) < rows.count ? rows.end(mine) : rows.count;  // whatever a program says of its offsets
    for (int64_t k = rows.begin(mine) > 0 ? rows.begin(mine) : 0; k < end; k++) row[rows.place(k)] = mine;
}
// row[place] = the row of the entry there. A GPU's threads look for theirs, since rows may be long; a CPU has no more threads than rows.
static Status row_of_places(const Handle &handle, const Rows &rows, int64_t *row) {
    if (rows.rows == 0) return HIPSPARSE_STATUS_SUCCESS;
    return handle.is_cpu ? launch_each(handle, write_row_of_places, rows.rows, rows, row) : launch_each(handle, find_row_of_places, rows.count, rows, row);
}

Status transpose(const Handle &handle, const Rows &rows, Memory &memory, Rows &transposed) {
    int64_t *row;
    SPARSE_TRY(memory.take(row, rows.count));
    SPARSE_TRY(row_of_places(handle, rows, row));
    const Indices keys = rows.column;
    transposed = {rows.columns, rows.rows, rows.count, {}, indices(row), nullptr, rows.conjugate};
    return sort_into_rows(handle, keys, memory, transposed);
}

Status sort_columns(const Handle &handle, Memory &memory, Rows &rows) {
    if (rows.count > most_entries) return missing("sorting a matrix", "more than 2^31 - 1 entries");
    Memory passing(handle);
    uint32_t *order, *spare;
    int64_t *row;
    SPARSE_TRY(memory.take(order, rows.count));
    SPARSE_TRY(passing.take(spare, rows.count));
    SPARSE_TRY(passing.take(row, rows.count));
    SPARSE_TRY(row_of_places(handle, rows, row));
    SPARSE_TRY(identity(handle, order, rows.count));
    SPARSE_TRY(sort(handle, rows.column, rows.columns, order, spare, rows.count));
    SPARSE_TRY(sort(handle, indices(row), rows.rows, order, spare, rows.count));
    rows.order = order;
    return HIPSPARSE_STATUS_SUCCESS;
}

Status rows_of(const Handle &handle, const Stored &stored, hipsparseOperation_t op, Memory &memory, Rows &rows) {
    const bool transposed = op != HIPSPARSE_OPERATION_NON_TRANSPOSE;
    rows = {transposed ? stored.columns : stored.rows, transposed ? stored.rows : stored.columns, stored.count};
    rows.conjugate = op == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
    switch (stored.format) {
        case HIPSPARSE_FORMAT_CSR:
        case HIPSPARSE_FORMAT_CSC: {
            rows.offsets = stored.major;
            rows.column = stored.minor;
            if ((stored.format == HIPSPARSE_FORMAT_CSR) != transposed) return HIPSPARSE_STATUS_SUCCESS;
            const Rows lines = {rows.columns, rows.rows, rows.count, stored.major, stored.minor, nullptr, rows.conjugate};
            return transpose(handle, lines, memory, rows);
        }
        case HIPSPARSE_FORMAT_COO:
        case HIPSPARSE_FORMAT_COO_AOS:
            rows.column = transposed ? stored.major : stored.minor;
            return sort_into_rows(handle, transposed ? stored.minor : stored.major, memory, rows);
        default: return missing("a matrix", "this format");
    }
}

}  // namespace sparse
