// order.h: sums of arrays' beginnings, stable sorting, and rows' offsets: what everything that changes a matrix' order is made of.
//
// Used by rows.hip, conversions and products of sparse matrices. An order is a permutation of 32-bit numbers: order[k] is the place in memory of the
// k-th entry. Nothing here waits for the device.
#pragma once

#include "indices.h"

namespace sparse {

// More entries than this have no order.
constexpr int64_t most_entries = INT_MAX;

// data[i] becomes the sum of data[0], ... data[i - 1].
Status exclusive_sums(const Handle &handle, int64_t *data, int64_t n);

// order[k] = k.
Status identity(const Handle &handle, uint32_t *order, int64_t n);

// Sorts `order` by keys[order[k]], each below `bound`; equal ones stay as they are. `spare` has room for an order and gets overwritten.
Status sort(const Handle &handle, const Indices &keys, int64_t bound, uint32_t *order, uint32_t *spare, int64_t n);

// offsets[r] = the first k whose key is not below r, for r from 0 to `rows`: where keys are sorted (in that order, or as they lie if it is null).
Status offsets_of(const Handle &handle, const Indices &keys, const uint32_t *order, int64_t n, const IndicesOut &offsets, int64_t rows);

// rows[k] = the row of entry k.
Status expand_offsets(const Handle &handle, const Indices &offsets, int64_t rows, const IndicesOut &out, int64_t n);

}  // namespace sparse
