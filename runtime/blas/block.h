// block.h: what the threads of a block find out together: sums, and the place of the largest or smallest of their values.
//
// Used by reductions.hip, lu.hip, qr.hip, matrix_parts.hip and runtime/solver.
#pragma once

#include "element.h"

namespace blas {

// Adds the parts of a block's threads up, whose number is a power of two and not more than `most`; all of them have the sum. Reduction has the type
// Part, and add(), which joins two.
template <class Reduction, int most> __device__ typename Reduction::Part over_block(typename Reduction::Part mine) {
    __shared__ typename Reduction::Part parts[most];
    parts[threadIdx.x] = mine;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) parts[threadIdx.x] = Reduction::add(parts[threadIdx.x], parts[threadIdx.x + half]);
        __syncthreads();
    }
    const typename Reduction::Part sum = parts[0];
    __syncthreads();  // before the next one writes there
    return sum;
}

// Threads for work on `columns` columns of a matrix, 32 for one or several of them: a small matrix has no use for many.
constexpr int column_lanes = 32, most_column_threads = 256;
inline unsigned column_threads(int columns) { return columns <= 32 ? 64 : columns <= 64 ? 128 : most_column_threads; }

// A value and where it is.
template <class R> struct Place {
    R size;
    int64_t index;  // from 1; 0 where there is none yet
};
template <class R, bool smallest> struct Best {
    using Part = Place<R>;
    __device__ static Part none() { return {0, 0}; }
    // BLAS: the first of several.
    __device__ static Part add(Part a, Part b) {
        if (!a.index || !b.index) return a.index ? a : b;
        const bool better = smallest ? b.size < a.size : b.size > a.size;
        return better || (b.size == a.size && b.index < a.index) ? b : a;
    }
};

}  // namespace blas
