// indices.h: arrays of indices of either width and base, as kernels read and write them.
//
// Which width an array has is asked at each access, of a value that is the same for all threads: so there is one kernel where there would be four.
#pragma once

#include "handle.h"

namespace sparse {

// Indices that are read, from zero whatever their base in memory is.
struct Indices {
    const void *memory = nullptr;
    bool wide = false;
    int base = 0;
    int step = 1;  // between two of them; 2 where rows and columns lie side by side

    SPARSE_BOTH int64_t operator[](int64_t i) const {
        return (wide ? static_cast<const int64_t *>(memory)[i * step] : int64_t(static_cast<const int32_t *>(memory)[i * step])) - base;
    }
    Indices from(int64_t i) const {
        Indices moved = *this;
        moved.memory = static_cast<const char *>(memory) + i * step * (wide ? 8 : 4);
        return moved;
    }
};

// Indices that are written.
struct IndicesOut {
    void *memory = nullptr;
    bool wide = false;
    int base = 0;
    int step = 1;

    __device__ void set(int64_t i, int64_t index) const {
        if (wide) static_cast<int64_t *>(memory)[i * step] = index + base;
        else static_cast<int32_t *>(memory)[i * step] = int32_t(index + base);
    }
    Indices read() const { return {memory, wide, base, step}; }
};

inline Indices indices(const int *memory, int base) { return {memory, false, base, 1}; }
inline Indices indices(const int64_t *memory) { return {memory, true, 0, 1}; }
inline IndicesOut indices_out(int *memory, int base) { return {memory, false, base, 1}; }
inline IndicesOut indices_out(int64_t *memory) { return {memory, true, 0, 1}; }

// The number of the row that entry k belongs to: the last one whose offset is not behind k. There is such a row.
__device__ inline int64_t row_of(const Indices &offsets, int64_t rows, int64_t k) {
    int64_t low = 0, high = rows;
    while (high - low > 1) {
        const int64_t middle = low + (high - low) / 2;
        if (offsets[middle] <= k) low = middle;
        else high = middle;
    }
    return low;
}

}  // namespace sparse
