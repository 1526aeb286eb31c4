// split.h: a product of few tiles and long sums as several products of a part of k each, at work side by side, whose results are added behind.
//
// A matrix of 4096 by 8 elements is 64 tiles, of which a GPU has room for many times as many. Parts lie where batches would, so their kernels are those
// of a batch, with sums for elements. Results are added in the order of the parts: sums are the same each time. Used by gemm.h and gemm_matrix_tiles.h.
#pragma once

#include "product.h"

namespace blas {

// There are no more parts, so that adding them costs a small part of the product.
constexpr int most_parts = 16;
// Parts begin at multiples of every tile's depth.
constexpr int part_granule = 64;

template <class Acc> struct Parts {
    const Acc *sums;  // of each part a whole matrix of m rows
    int m, parts;
    int64_t elements;  // of the matrix
};

constexpr int adding_threads = 256;

template <class TA, class TC, class Acc> __global__ __launch_bounds__(adding_threads) void add_parts(Parts<Acc> p, Gemm<TA, TC, Acc> whole) {
    const int64_t i = int64_t(blockIdx.x) * adding_threads + threadIdx.x;
    const int row = int(i % p.m), column = int(i / p.m);
    if (i >= p.elements || !whole.has(row, column)) return;
    Acc sum = p.sums[i];
    for (int part = 1; part < p.parts; part++) sum += p.sums[i + part * p.elements];
    const Acc alpha = whole.alpha.get(), beta = whole.beta.get();
    TC &at = whole.c.at(0)[row + column * whole.c.ld];
    // BLAS: where beta is zero, C is not read (there may be NaNs in it).
    at = TC(whole.result(row, column, beta == Acc(0) ? alpha * sum : alpha * sum + beta * Acc(at)));
}

// How many parts of k, each at least `least_depth` of it, fill a device whose multiprocessors have work enough with `per_multiprocessor` tiles each. One
// matrix only, and one that is known to be read.
template <class TA, class TC, class Acc> int parts_for(const Handle &handle, const Gemm<TA, TC, Acc> &p, int64_t tiles, int per_multiprocessor, int least_depth = 256) {
    if (handle.is_cpu || p.batches != 1 || p.a.matrix.each || p.b.matrix.each || p.alpha.device || p.alpha.is(Acc(0))) return 1;
    return int(std::max<int64_t>(1, std::min({int64_t(handle.multiprocessors) * per_multiprocessor / tiles, int64_t(p.k) / least_depth, int64_t(most_parts)})));
}

// `launch_parts` with a Gemm<TA, Acc, Acc>, and the addition of what that leaves.
template <class TA, class TC, class Acc, class Launch>
hipblasStatus_t launch_split(const Handle &handle, const Gemm<TA, TC, Acc> &p, int parts, Launch launch_parts) {
    const int depth = int(divide_up(divide_up(p.k, parts), part_granule) * part_granule);
    parts = int(divide_up(p.k, depth));
    const int64_t elements = int64_t(p.m) * p.n;
    Temporary memory(handle);
    BLAS_TRY(memory.take(size_t(elements) * parts * sizeof(Acc)));
    Acc *const sums = static_cast<Acc *>(memory.memory);
    Gemm<TA, Acc, Acc> of_part{p.m, p.n, p.k, parts, p.a, p.b, {sums, nullptr, p.m, elements}, Scalar<Acc>::known(Acc(1)), Scalar<Acc>::known(Acc(0))};
    of_part.depth = depth;
    of_part.aligned = p.aligned;
    of_part.padded = p.padded;
    of_part.part = p.part;
    of_part.a.matrix.stride = depth * p.a.column;
    of_part.b.matrix.stride = depth * p.b.column;
    BLAS_TRY(launch_parts(of_part));
    const Parts<Acc> all{sums, p.m, parts, elements};
    return launch(handle, add_parts<TA, TC, Acc>, dim3(unsigned(divide_up(elements, adding_threads))), dim3(adding_threads), all, p);
}

// A product whose kernel `launch_whole` launches, of so many parts.
template <class TA, class TC, class Acc, class Launch>
hipblasStatus_t launch_in_parts(const Handle &handle, const Gemm<TA, TC, Acc> &p, int parts, Launch launch_whole) {
    if (parts > 1) BLAS_RETURN_IF_MEMORY(launch_split(handle, p, parts, launch_whole));
    return launch_whole(p);
}

}  // namespace blas
