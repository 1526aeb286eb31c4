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

Status rows_of(const Handle &handle, const Stored &stored, hipsparseOperation_t op, Memory &memory, Rows &rows) {
    const bool transposed = op != HIPSPARSE_OPERATION_NON_TRANSPOSE;
    rows.rows = transposed ? stored.columns : stored.rows;
    rows.columns = transposed ? stored.rows : stored.columns;
    rows.count = stored.count;
    rows.conjugate = op == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
    switch (stored.format) {
        case HIPSPARSE_FORMAT_CSR:
        case HIPSPARSE_FORMAT_CSC: {
            if ((stored.format == HIPSPARSE_FORMAT_CSR) != transposed) {
                rows.offsets = stored.major;
                rows.column = stored.minor;
                return HIPSPARSE_STATUS_SUCCESS;
            }
            // The rows wanted are those of equal minor indices; what stands in a row is the entries' major index.
            int64_t *major;
            SPARSE_TRY(memory.take(major, stored.count));
            SPARSE_TRY(expand_offsets(handle, stored.major, rows.columns, indices_out(major), stored.count));
            rows.column = indices(major);
            return sort_into_rows(handle, stored.minor, memory, rows);
        }
        case HIPSPARSE_FORMAT_COO:
        case HIPSPARSE_FORMAT_COO_AOS:
            rows.column = transposed ? stored.major : stored.minor;
            return sort_into_rows(handle, transposed ? stored.minor : stored.major, memory, rows);
        default: return missing("a matrix", "this format");
    }
}

}  // namespace sparse
