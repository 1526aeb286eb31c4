// levels.hip: finds the levels of a triangle's rows.
//
// Called by triangle.hip and factors.hip.
#include "levels.h"

#include <algorithm>

namespace sparse {

static __global__ void write_pattern(Rows rows, int64_t *offsets, int64_t *column) {
    const int64_t i = global_index();
    if (i <= rows.rows) offsets[i] = rows.offsets[i];
    if (i < rows.count) column[i] = rows.column[rows.place(i)];
}

// A matrix' rows on the host.
struct HostRows {
    std::vector<int64_t> offsets, column;
};
static Status fetch_pattern(const Handle &handle, const Rows &rows, HostRows &pattern) {
    Memory memory(handle);
    int64_t *offsets, *column;
    SPARSE_TRY(memory.take(offsets, rows.rows + 1));
    SPARSE_TRY(memory.take(column, rows.count));
    SPARSE_TRY(launch_each(handle, write_pattern, std::max(rows.rows + 1, rows.count), rows, offsets, column));
    pattern.offsets.resize(rows.rows + 1);
    pattern.column.resize(rows.count);
    SPARSE_TRY(fetch(handle, pattern.offsets.data(), offsets, rows.rows + 1));
    if (rows.count > 0) SPARSE_TRY(fetch(handle, pattern.column.data(), column, rows.count));
    for (int64_t i = 0; i < rows.rows; i++)
        if (pattern.offsets[i] < 0 || pattern.offsets[i] > pattern.offsets[i + 1] || pattern.offsets[i + 1] > rows.count) return HIPSPARSE_STATUS_INVALID_VALUE;
    for (const int64_t column : pattern.column)
        if (column < 0 || column >= rows.columns) return HIPSPARSE_STATUS_INVALID_VALUE;
    return HIPSPARSE_STATUS_SUCCESS;
}

static bool is_sorted(const HostRows &pattern) {
    for (size_t i = 0; i + 1 < pattern.offsets.size(); i++)
        if (!std::is_sorted(pattern.column.begin() + pattern.offsets[i], pattern.column.begin() + pattern.offsets[i + 1])) return false;
    return true;
}
static bool has_twice(const HostRows &pattern) {
    for (size_t i = 0; i + 1 < pattern.offsets.size(); i++) {
        const auto end = pattern.column.begin() + pattern.offsets[i + 1];
        if (std::adjacent_find(pattern.column.begin() + pattern.offsets[i], end) != end) return true;
    }
    return false;
}
// Each row's level and diagonal entry.
static std::vector<int64_t> levels_of(const HostRows &pattern, bool upper, std::vector<int64_t> &diagonal) {
    const int64_t rows = int64_t(pattern.offsets.size()) - 1;
    std::vector<int64_t> level(rows, 0);
    diagonal.assign(rows, -1);
    for (int64_t i = 0; i < rows; i++) {
        const int64_t row = upper ? rows - 1 - i : i;
        for (int64_t k = pattern.offsets[row]; k < pattern.offsets[row + 1]; k++) {
            const int64_t column = pattern.column[k];
            if (column == row) diagonal[row] = k;
            else if ((column > row) == upper) level[row] = std::max(level[row], level[column] + 1);
        }
    }
    return level;
}

template <class T> static Status upload(const Handle &handle, Memory &memory, T *&to, const std::vector<T> &from) {
    SPARSE_TRY(memory.take(to, int64_t(from.size())));
    return status_of(hipMemcpyAsync(to, from.data(), from.size() * sizeof(T), hipMemcpyHostToDevice, handle.stream));
}

Status find_levels(const Handle &handle, const Stored &stored, hipsparseOperation_t op, bool upper, bool unit, bool sorted, int base, Levels &levels) {
    Memory memory(handle);
    Rows rows;
    SPARSE_TRY(rows_of(handle, stored, op, memory, rows));
    SPARSE_TRY(find_levels(handle, rows, memory, upper, unit, sorted, base, 1, levels));
    levels.as_it_lies = stored.format == HIPSPARSE_FORMAT_CSR && op == HIPSPARSE_OPERATION_NON_TRANSPOSE && !levels.rows.order;
    return HIPSPARSE_STATUS_SUCCESS;
}

Status find_levels(const Handle &handle, Rows rows, Memory &memory, bool upper, bool unit, bool sorted, int base, int block, Levels &levels) {
    HostRows pattern;
    levels.is_found = levels.as_it_lies = false;
    levels.base = base;
    levels.block = block;
    if (rows.rows >= INT_MAX) return missing("a triangular matrix", "more than 2^31 - 2 rows");
    SPARSE_TRY(fetch_pattern(handle, rows, pattern));
    if (sorted && !is_sorted(pattern)) {
        SPARSE_TRY(sort_columns(handle, memory, rows));
        SPARSE_TRY(fetch_pattern(handle, rows, pattern));
    }
    if (sorted && has_twice(pattern)) return missing("an incomplete factorisation", "several entries at one place");
    std::vector<int64_t> diagonal, level = levels_of(pattern, upper, diagonal);
    const int64_t count = level.empty() ? 0 : *std::max_element(level.begin(), level.end()) + 1;
    levels.starts.assign(count + 1, 0);
    for (const int64_t l : level) levels.starts[l + 1]++;
    for (int64_t l = 0; l < count; l++) levels.starts[l + 1] += levels.starts[l];
    std::vector<int64_t> next(levels.starts), in_levels(level.size());
    levels.no_diagonal = INT_MAX;
    for (int64_t row = 0; row < int64_t(level.size()); row++) {
        in_levels[next[level[row]]++] = row;
        if (!unit && diagonal[row] < 0 && levels.no_diagonal == INT_MAX) levels.no_diagonal = int(row) / block + base;
    }
    SPARSE_TRY(upload(handle, memory, levels.in_levels, in_levels));
    SPARSE_TRY(upload(handle, memory, levels.starts_there, levels.starts));
    SPARSE_TRY(upload(handle, memory, levels.diagonal, diagonal));
    SPARSE_TRY(memory.take(levels.pivot, 1));
    SPARSE_TRY(reset_pivot(handle, levels));
    SPARSE_TRY(status_of(hipStreamSynchronize(handle.stream)));
    levels.rows = rows;
    levels.kept.adopt(memory);
    levels.is_found = true;
    return HIPSPARSE_STATUS_SUCCESS;
}

Status current_rows(const Handle &handle, const Stored &stored, hipsparseOperation_t op, const Levels &levels, Memory &memory, Rows &rows) {
    if (levels.as_it_lies) return rows_of(handle, stored, op, memory, rows);
    rows = levels.rows;
    rows.conjugate = op == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
    return HIPSPARSE_STATUS_SUCCESS;
}

static __global__ void set_pivot(int *pivot, int value) { *pivot = value; }
Status reset_pivot(const Handle &handle, const Levels &levels) { return launch(handle, set_pivot, 1, 1, levels.pivot, levels.no_diagonal); }

Status tell_pivot(const Handle &handle, const Levels &levels, int *position) {
    int pivot = INT_MAX;
    if (levels.is_found) SPARSE_TRY(fetch(handle, &pivot, levels.pivot, 1));
    SPARSE_TRY(give_number(handle, position, pivot == INT_MAX ? -1 : pivot));
    return pivot == INT_MAX ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_ZERO_PIVOT;
}

}  // namespace sparse
