// strips.h: the shape of kernels that do little for each element of a matrix: a block has a square of it, a thread some elements of one row there, which it
// fetches before it needs the first: memory is far.
//
// Used by matrix_sum.hip and rank_update.hip.
#pragma once

#include "handle.h"

namespace blas {

constexpr int edge = 32, threads_down = 8, columns_of_thread = edge / threads_down;
constexpr dim3 strip_block(edge, threads_down);
inline dim3 strip_grid(int64_t m, int64_t n, int64_t batches) { return dim3(divide_up(m, edge), divide_up(n, edge), batch_blocks(batches)); }

}  // namespace blas
