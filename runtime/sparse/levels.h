// levels.h: the rows of a triangle in levels: those of one level need nothing but rows of levels before.
//
// Made by levels.hip, on the host; used by triangle.hip (solves) and factors.hip (incomplete factorisations). A wide level is a launch; narrow ones
// that follow each other are one launch of one block, which waits between them.
#pragma once

#include "rows.h"

namespace sparse {

struct Levels {
    Kept kept;
    Rows rows;
    bool as_it_lies = false;       // `rows` are the CSR matrix itself, which may lie elsewhere when it is used
    std::vector<int64_t> starts;   // of each level in `in_levels`, and the end
    int64_t *in_levels = nullptr, *starts_there = nullptr, *diagonal = nullptr;  // on the device; the last is each row's diagonal entry, or -1
    int *pivot = nullptr;          // the first row with a zero on its diagonal, as programs number rows; or INT_MAX
    int no_diagonal = INT_MAX;     // the first row without a diagonal entry, likewise
    int base = 0, block = 1;       // how programs number rows: rows of blocks, maybe
    bool is_found = false;
};

// Finds the levels of op(matrix)'s upper or lower triangle. `sorted`: entries of a row are to come by columns, each once. Waits for the device.
Status find_levels(const Handle &handle, const Stored &stored, hipsparseOperation_t op, bool upper, bool unit, bool sorted, int base, Levels &levels);
// The same of rows that there are already, of blocks of `block` rows; `memory` has what they are made of, and keeps nothing.
Status find_levels(const Handle &handle, Rows rows, Memory &memory, bool upper, bool unit, bool sorted, int base, int block, Levels &levels);

// The rows as the matrix lies now.
Status current_rows(const Handle &handle, const Stored &stored, hipsparseOperation_t op, const Levels &levels, Memory &memory, Rows &rows);

// The pivot is what the analysis found.
Status reset_pivot(const Handle &handle, const Levels &levels);
// What a function zeroPivot returns and writes.
Status tell_pivot(const Handle &handle, const Levels &levels, int *position);

// Where zeros on the diagonal are told.
struct Pivot {
    int *first;
    int base, block;

    __device__ void found_zero(int64_t row) const { atomicMin(first, int(row) / block + base); }
};
inline Pivot pivot_of(const Levels &levels) { return {levels.pivot, levels.base, levels.block}; }

template <class Work>
static __global__ void run_levels(const int64_t *in_levels, const int64_t *starts, int64_t first, int64_t last, int64_t width, Work work) {
    for (int64_t level = first; level < last; level++) {
        const int64_t begin = starts[level], items = (starts[level + 1] - begin) * width;
        for (int64_t item = global_index(); item < items; item += int64_t(gridDim.x) * blockDim.x) work(in_levels[begin + item / width], item % width);
        if (level + 1 < last) __syncthreads();
    }
}

// work(row, 0), ... work(row, width - 1) for each row, level by level.
template <class Work> Status each_level(const Handle &handle, const Levels &levels, int64_t width, const Work &work) {
    constexpr int64_t narrow = 4 * threads;
    const auto items = [&](int64_t level) { return (levels.starts[level + 1] - levels.starts[level]) * width; };
    const int64_t count = int64_t(levels.starts.size()) - 1;
    for (int64_t first = 0, last; first < count; first = last) {
        last = first + 1;
        int64_t blocks = divide_up(items(first), threads);
        if (items(first) <= narrow) {
            while (last < count && items(last) <= narrow) last++;
            if (last - first > 1) blocks = 1;
        }
        SPARSE_TRY(launch(handle, run_levels<Work>, blocks, threads, levels.in_levels, levels.starts_there, first, last, width, work));
    }
    return HIPSPARSE_STATUS_SUCCESS;
}

}  // namespace sparse
