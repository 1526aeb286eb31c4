// gemm_matrix_tiles.h: which of gemm_matrix.h's kernels a product of half floats or bfloat16 gets, and aligned copies for it.
//
// Used by gemm_half.hip and gemm_bfloat.hip.
#pragma once

#include "gemm_matrix.h"
#include "split.h"

namespace blas {

template <class T> struct MatrixTiles {
    // GPUs': 16 rows, 32 lanes.
    using Gpu = Matrices<16, 32, std::is_same_v<T, Bfloat16>>;
    // A thread of it has 128 sums, and lines of 128 bytes are worth the 64 registers that a thread fetches at once, whichever way memory runs (H200, 4096:
    // 293 to 298 TFLOP/s; with half as many 242 to 290, two buffers of these 252 to 302; blocks twice as large 237 to 294).
    using Large = MatrixTile<Gpu, 128, 128, 64, 64, 64, 1, 8>;
    using Medium = MatrixTile<Gpu, 64, 64, 32, 32, 32, 2, 8>;
    // lavapipe's.
    using Test = MatrixTile<Matrices<8, 8, std::is_same_v<T, Bfloat16>>, 32, 64, 16, 16, 32, 2, 2>;
};

// Tiles that a multiprocessor has room for: 64 sums a thread and its copies of A and B let four blocks in, 128 two.
template <class Tile> constexpr int tiles_at_once = Tile::group_m * Tile::group_n > 32 * 32 ? 2 : 4;

// Whether threads have registers for large tiles, there are enough of these for the whole device, and they do not lie beyond the matrix' edges for the most part.
template <class T, class TC> bool suits_large(const Handle &handle, const Gemm<T, TC, float> &p) {
    using Large = typename MatrixTiles<T>::Large;
    using Medium = typename MatrixTiles<T>::Medium;
    const int64_t large = tiles<Large>(p.m, p.n);
    return handle.has_many_registers && large * p.batches * parts_for(handle, p, large, tiles_at_once<Large>) >= handle.multiprocessors &&
           large * Large::m * Large::n <= 2 * tiles<Medium>(p.m, p.n) * Medium::m * Medium::n;
}

template <class Tile, bool a_along_rows, bool b_along_rows, class T, class TC> hipblasStatus_t launch_whole_tile(const Handle &handle, const Gemm<T, TC, float> &p) {
    const dim3 grid(divide_up(p.m, Tile::m), divide_up(p.n, Tile::n), batch_blocks(p.batches));
    return launch(handle, gemm_matrix_tiles<Tile, a_along_rows, b_along_rows, T, TC>, grid, dim3(Tile::threads), p);
}
template <class Tile, bool a_along_rows, bool b_along_rows, class T, class TC> hipblasStatus_t launch_tile(const Handle &handle, const Gemm<T, TC, float> &p) {
    return launch_in_parts(handle, p, parts_for(handle, p, tiles<Tile>(p.m, p.n), tiles_at_once<Tile>),
                           [&](const auto &q) { return launch_whole_tile<Tile, a_along_rows, b_along_rows>(handle, q); });
}

template <bool a_along_rows, bool b_along_rows, class T, class TC> hipblasStatus_t launch_on_tiles(const Handle &handle, const Gemm<T, TC, float> &p) {
    using Tiles = MatrixTiles<T>;
    if (matrix_side<T>(handle) == Tiles::Test::Matrix::side) return launch_tile<typename Tiles::Test, a_along_rows, b_along_rows>(handle, p);
    if (suits_large(handle, p)) return launch_tile<typename Tiles::Large, a_along_rows, b_along_rows>(handle, p);
    return launch_tile<typename Tiles::Medium, a_along_rows, b_along_rows>(handle, p);
}

// A factor's matrices copied as they lie into whole tiles, with zeros beyond their ends.
template <class T> struct Lines {
    Operand<T> from;
    int lines, length;  // a line is what lies side by side
    int64_t batches;
    T *to;
    int all_lines, pitch;
};
constexpr int copying_threads = 128, copied_lines = 4;
// Multiples of every tile's sides.
constexpr int padded_rows = 128, padded_depth = 64;

template <class T> __global__ __launch_bounds__(copying_threads) void copy_lines(Lines<T> p, Scalar<float> alpha) {
    const int first = 2 * (blockIdx.x * copying_threads + threadIdx.x);
    // BLAS: where alpha is zero, A and B are not read.
    if (first >= p.pitch || alpha.get() == 0) return;
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        const uint16_t *const from = reinterpret_cast<const uint16_t *>(p.from.matrix.at(batch)) + first;
        unsigned *const to = reinterpret_cast<unsigned *>(p.to) + (batch * p.all_lines * p.pitch + first) / 2;
        for (int64_t block = blockIdx.y * copied_lines; block < p.all_lines; block += gridDim.y * copied_lines) {
            unsigned both[copied_lines];
#pragma unroll
            for (int i = 0; i < copied_lines; i++) {
                const uint16_t *const at = from + (block + i) * p.from.matrix.ld;
                const bool there = block + i < p.lines;
                both[i] = there && first < p.length ? at[0] : 0;
                if (there && first + 1 < p.length) both[i] |= unsigned(at[1]) << 16;
            }
#pragma unroll
            for (int i = 0; i < copied_lines; i++) to[(block + i) * p.pitch / 2] = both[i];
        }
    }
}

// Whether no line of its matrices can be fetched 16 bytes at once. (Where addresses are known to the device alone, the kernel looks for itself.)
template <class T> bool is_misaligned(const Operand<T> &x) {
    const auto is_multiple = [](int64_t elements) { return elements % quad_halves == 0; };
    if (!is_multiple(x.matrix.ld)) return true;
    return !x.matrix.each && (reinterpret_cast<uintptr_t>(x.matrix.first + x.matrix.offset) % 16 != 0 || !is_multiple(x.matrix.stride));
}

// Takes memory for the copy of a factor, makes it, and lets the product have it.
template <class T> hipblasStatus_t pad(const Handle &handle, Temporary &memory, Operand<T> &x, int rows, int k, int64_t batches, Scalar<float> alpha) {
    const auto whole = [](int size, int of) { return int(divide_up(size, of)) * of; };
    const bool along_rows = x.row == 1;
    Lines<T> p = {x, rows, k, batches, nullptr, whole(rows, padded_rows), whole(k, padded_depth)};
    if (along_rows) std::swap(p.lines, p.length), std::swap(p.all_lines, p.pitch);
    const int64_t stride = int64_t(p.all_lines) * p.pitch;
    BLAS_TRY(memory.take(stride * batches * sizeof(T)));
    p.to = static_cast<T *>(memory.memory);
    const dim3 grid(divide_up(p.pitch, 2 * copying_threads), std::min<int64_t>(p.all_lines / copied_lines, largest_z), batch_blocks(batches));
    BLAS_TRY(launch(handle, copy_lines<T>, grid, dim3(copying_threads), p, alpha));
    x.matrix = {p.to, nullptr, p.pitch, stride};
    (along_rows ? x.column : x.row) = p.pitch;
    return HIPBLAS_STATUS_SUCCESS;
}

// Fetching elements one by one, or asking of each whether it is there, takes several times as long as the product itself; a copy takes a small part of
// it if each element is in enough products.
template <class T, class TC> hipblasStatus_t launch_matrix_product(const Handle &handle, Gemm<T, TC, float> p) {
    constexpr int64_t least = 256, most_elements = int64_t(1) << 29;
    const bool is_whole = p.m % padded_rows == 0 && p.n % padded_rows == 0 && p.k % padded_depth == 0;
    const bool pays = std::min({p.m, p.n, p.k}) >= least && (int64_t(p.m) + p.n) * p.k * p.batches <= most_elements;
    Temporary of_a(handle), of_b(handle);
    if (pays && (!is_whole || is_misaligned(p.a) || is_misaligned(p.b))) {
        Gemm<T, TC, float> padded = p;
        hipblasStatus_t status = pad(handle, of_a, padded.a, p.m, p.k, p.batches, p.alpha);
        if (status == HIPBLAS_STATUS_SUCCESS) status = pad(handle, of_b, padded.b, p.n, p.k, p.batches, p.alpha);
        // Without memory for the copies there is still the way that needs none.
        if (status == HIPBLAS_STATUS_SUCCESS) p = padded, p.padded = true;
        else if (status != HIPBLAS_STATUS_ALLOC_FAILED) return status;
    }
    if (p.a.row == 1) return p.b.row == 1 ? launch_on_tiles<true, true>(handle, p) : launch_on_tiles<true, false>(handle, p);
    return p.b.row == 1 ? launch_on_tiles<false, true>(handle, p) : launch_on_tiles<false, false>(handle, p);
}

}  // namespace blas
