// rows.h: tensors as rows: some dimensions say which row, the others where in it. Sums, largest elements, means and norms go along a row.
//
// A row has a thread, or if it is long a block; both by the same kernel. Used by softmax, normalisations and reductions.
#pragma once

#include "tensor_ops.h"

namespace dnn {

struct Rows {
    View outer, inner;

    __device__ int64_t row(const Index &i) const { return outer.place(i); }
    __device__ int64_t column(const Index &j) const { return inner.place(j); }
};

// Bit d of `along`: dimension d of `shape` is one of a row's.
inline Rows rows_of(const View &v, int dims, unsigned along) {
    Rows rows{v, v};
    const int before = most_dims - dims;
    for (int d = 0; d < most_dims; d++) {
        const bool is_inner = d >= before && (along >> (d - before) & 1);
        View &without = is_inner ? rows.outer : rows.inner;
        without.lens[d] = 1, without.strides[d] = 0;
    }
    return rows;
}
inline unsigned all_but(unsigned kept, int dims) { return ((1u << dims) - 1) & ~kept; }

template <class... Others> void flatten_rows(Rows &first, Others &...others) {
    flatten(first.outer, others.outer...);
    flatten(first.inner, others.inner...);
}

// Who does a row: a thread, a block, or several blocks, each a part. What all of a part have together is `all`.
struct Team {
    uint32_t rows, length;
    bool is_block;
    uint32_t parts = 1;

    __device__ uint32_t first() const { return is_block ? blockIdx.x / parts : blockIdx.x * threads + threadIdx.x; }
    __device__ uint32_t step() const { return is_block ? gridDim.x / parts : gridDim.x * threads; }
    __device__ uint32_t part() const { return blockIdx.x % parts; }
    __device__ uint32_t lane() const { return is_block ? part() * threads + threadIdx.x : 0; }
    __device__ uint32_t lanes() const { return is_block ? parts * threads : 1; }
    // One of a row's threads, or of a part's.
    __device__ bool leads() const { return !is_block || threadIdx.x == 0; }
    template <class T, class By> __device__ T all(T own, By by) const { return is_block ? over_block(own, by) : own; }
    template <class T> __device__ T sum(T own) const {
        return all(own, [](T a, T b) { return a + b; });
    }
    dim3 grid() const { return is_block ? dim3(parts > 1 ? rows * parts : std::clamp(rows, 1u, 65535u)) : blocks_for(rows); }
};
inline Team team_for(const Rows &rows) {
    const uint32_t length = count_of(rows.inner);
    return {count_of(rows.outer), length, length >= 64};
}

// A team with so many parts that the device has enough blocks, for rows that are few and long; not more than a block has threads, as a block puts them together.
inline Team in_parts(Team team) {
    int device = 0, processors = 1;
    (void)hipGetDevice(&device);
    (void)hipDeviceGetAttribute(&processors, hipDeviceAttributeMultiprocessorCount, device);
    const int64_t wanted = divide_up(8 * int64_t(processors), std::max(team.rows, 1u)), least = 8 * threads;
    team.parts = uint32_t(std::max<int64_t>(1, std::min({wanted, int64_t(team.length) / least, int64_t(threads)})));
    return team;
}

// Each row `i` is `row` of `rows`, each place `j` of it `column`.
#define DNN_ROWS(i, row, team, rows_of)                                                    \
    for (uint32_t i = (team).first(); i < (team).rows; i += (team).step())                 \
        if (const Index row((rows_of).outer, i); true)
#define DNN_ALONG(j, column_at, team, rows_of)                                             \
    for (uint32_t j = (team).lane(); j < (team).length; j += (team).lanes())               \
        if (const Index column_at((rows_of).inner, j); true)

}  // namespace dnn
