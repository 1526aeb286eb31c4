// gemm_matrix.h: a product of half floats or bfloat16 as a kernel for devices whose subgroups multiply matrices (matrices.h).
//
// A block's tiles of A and B go through shared memory as in gemm.h, 16 bytes a thread at once and as they lie in memory: a subgroup loads matrices
// from rows or from columns. Its part of C is matrices of sums, which go through shared memory once more to become elements of C.
// Used by gemm_matrix_tiles.h.
#pragma once

#include "gemm_half.h"
#include "matrices.h"

namespace blas {

using Quad = unsigned __attribute__((ext_vector_type(4)));  // 16 bytes
constexpr int quad_halves = 8;

// What a block calculates of C, how much of k it takes at once, and what a subgroup calculates of that. Blocks go along bands of `band` tiles' rows,
// column by column, so that those at work together read less memory.
template <class Of, int M, int N, int K, int GroupM, int GroupN, int Buffers, int Band> struct MatrixTile {
    using Matrix = Of;
    static constexpr int m = M, n = N, k = K, group_m = GroupM, group_n = GroupN, buffers = Buffers, band = Band;
    static constexpr int groups_m = M / GroupM, groups_n = N / GroupN, groups = groups_m * groups_n, threads = groups * Of::lanes;
    static constexpr int across = GroupM / Of::side, down = GroupN / Of::side;  // matrices of sums of a subgroup
    static_assert(GroupM % Of::side == 0 && GroupN % Of::side == 0 && K % Of::side == 0);
};

// The row and the column of tiles that is this block's.
template <class Tile> __device__ inline dim3 tile_of_block() {
    const unsigned number = blockIdx.x + blockIdx.y * gridDim.x, of_band = Tile::band * gridDim.y, first = number / of_band * Tile::band;
    const unsigned rows = min(unsigned(Tile::band), gridDim.x - first), place = number % of_band;
    return {first + place % rows, place / rows};
}

// A tile of a factor in shared memory: `rows` of them (C's rows or columns), K deep, with memory running along the rows or along k.
template <class Tile, int rows, bool along_rows> struct Staged {
    static constexpr int lines = along_rows ? Tile::k : rows, length = along_rows ? rows : Tile::k;  // a line is what lies side by side
    static constexpr int pitch = length / quad_halves + 1;                                           // in quads; rows of matrices in different banks
    static constexpr int quads = lines * pitch, quads_of_line = length / quad_halves;
    static constexpr int held = lines * quads_of_line / Tile::threads;
    static_assert(held * Tile::threads == lines * quads_of_line && length % quad_halves == 0, "each thread fetches as many");
    // Where the matrix that begins with row i, column k lies, and how.
    __device__ static const Quad *at(const Quad *tile, int i, int k) { return along_rows ? tile + k * pitch + i / quad_halves : tile + i * pitch + k / quad_halves; }
};

// What a thread fetches of a tile: into registers first, while the tile before is multiplied.
// `whole`: the tile lies within the matrix, and its lines at multiples of 16 bytes; nothing is asked in the loop.
template <class Tile, int rows, bool along_rows, bool whole, class T> class QuadFetch {
    using Place = Staged<Tile, rows, along_rows>;
    static constexpr int held = Place::held, lines_between = Tile::threads / Place::quads_of_line;
    static_assert(Tile::threads % Place::quads_of_line == 0, "a thread's quads lie below each other");
    const T *first;
    const int64_t ld;
    const int line, start;  // of the first quad: its line, and the element of it
    const bool aligned;
    Quad quads[held];

  public:
    // The factor from its row `first_row` and `first_k` on.
    __device__ QuadFetch(const T *matrix, int64_t ld, bool aligned, int first_row, int first_k)
        : ld(ld), line(threadIdx.x / Place::quads_of_line), start(threadIdx.x % Place::quads_of_line * quad_halves), aligned(aligned) {
        first = matrix + (along_rows ? first_row + first_k * ld : first_k + first_row * ld) + line * ld + start;
    }
    // The next tile, of which `row_count` rows and `k_count` of k are there.
    __device__ void load(int row_count, int k_count) {
#pragma unroll
        for (int i = 0; i < held; i++) {
            const T *const from = first + i * lines_between * ld;
            if constexpr (whole) quads[i] = *reinterpret_cast<const Quad *>(from);
            else {
                const int there = line + i * lines_between < (along_rows ? k_count : row_count) ? (along_rows ? row_count : k_count) - start : 0;
                quads[i] = 0;
                if (aligned && there >= quad_halves) quads[i] = *reinterpret_cast<const Quad *>(from);
                else
#pragma unroll
                    for (int e = 0; e < quad_halves; e++)
                        if (e < there) quads[i][e / 2] |= unsigned(reinterpret_cast<const uint16_t *>(from)[e]) << e % 2 * 16;
            }
        }
        first += along_rows ? Tile::k * ld : Tile::k;
    }
    __device__ void store(Quad *tile) const {
        Quad *const to = tile + line * Place::pitch + start / quad_halves;
#pragma unroll
        for (int i = 0; i < held; i++) to[i * lines_between * Place::pitch] = quads[i];
    }
};

// Shared memory of a block: tiles of A and B, later the sums.
template <class Tile, bool a_along_rows, bool b_along_rows> struct MatrixShared {
    using A = Staged<Tile, Tile::m, a_along_rows>;
    using B = Staged<Tile, Tile::n, b_along_rows>;
    static constexpr int tile_quads = A::quads + B::quads;
    // Columns of sums, of which a subgroup has as many matrices' at a time as there is room for.
    static constexpr int column_quads = Tile::group_m / 4 + 1, matrix_quads = column_quads * Tile::Matrix::side;
    static constexpr int at_once = std::min(Tile::down, std::max(1, Tile::buffers * tile_quads / (matrix_quads * Tile::groups)));
    static constexpr int quads = std::max(Tile::buffers * tile_quads, matrix_quads * Tile::groups * at_once);
};

// The products of one tile, added to the subgroup's sums.
template <class Tile, class Shared, bool a_along_rows, bool b_along_rows> __device__ void multiply_tiles(const Quad *tile_a, const Quad *tile_b) {
    using Matrix = typename Tile::Matrix;
    const int group = threadIdx.x / Matrix::lanes, row = group % Tile::groups_m * Tile::group_m, column = group / Tile::groups_m * Tile::group_n;
#pragma unroll
    for (int l = 0; l < Tile::k; l += Matrix::side) {
#pragma unroll
        for (int i = 0; i < Tile::across; i++)
            Matrix::load_a(i, Shared::A::at(tile_a, row + i * Matrix::side, l), Shared::A::pitch * 16, a_along_rows);
#pragma unroll
        for (int j = 0; j < Tile::down; j++) {
            Matrix::load_b(j, Shared::B::at(tile_b, column + j * Matrix::side, l), Shared::B::pitch * 16, !b_along_rows);
#pragma unroll
            for (int i = 0; i < Tile::across; i++) Matrix::multiply(i + j * Tile::across, i, j);
        }
    }
}

// The products from `k` to `end`, added to the subgroup's sums.
template <class Tile, bool a_along_rows, bool b_along_rows, bool whole, class TA, class TC>
__device__ void sum_matrix_products(const Gemm<TA, TC, float> &p, const TA *a, const TA *b, bool aligned, int first_row, int first_column, int k, int end,
                                    Quad *tiles) {
    using Shared = MatrixShared<Tile, a_along_rows, b_along_rows>;
    if (k >= end) return;
    QuadFetch<Tile, Tile::m, a_along_rows, whole, TA> next_a(a, p.a.matrix.ld, aligned, first_row, k);
    QuadFetch<Tile, Tile::n, b_along_rows, whole, TA> next_b(b, p.b.matrix.ld, aligned, first_column, k);
    next_a.load(p.m - first_row, end - k);
    next_b.load(p.n - first_column, end - k);
    // With two tiles one is filled while the other, which all have left behind by the barrier before, is multiplied. Which is which is known to the
    // compiler: with addresses chosen at run time NVIDIA's makes code that takes a fifth longer.
    __syncthreads();
    while (true) {
#pragma unroll
        for (int buffer = 0; buffer < Tile::buffers; buffer++) {
            Quad *const tile_a = tiles + buffer * Shared::tile_quads, *const tile_b = tile_a + Shared::A::quads;
            next_a.store(tile_a);
            next_b.store(tile_b);
            __syncthreads();
            const bool more = (k += Tile::k) < end;
            if (more) {
                next_a.load(p.m - first_row, end - k);
                next_b.load(p.n - first_column, end - k);
            }
            multiply_tiles<Tile, Shared, a_along_rows, b_along_rows>(tile_a, tile_b);
            if (!more) return;
            if (Tile::buffers == 1) __syncthreads();
        }
    }
}

// Whether every column of a matrix begins at a multiple of 16 bytes.
template <class T> __device__ bool is_aligned(const T *matrix, int64_t ld) {
    return reinterpret_cast<uintptr_t>(matrix) % 16 == 0 && ld * int64_t(sizeof(T)) % 16 == 0;
}

// Elements of C that lie side by side, 16 bytes of them.
template <class TC> struct alignas(16) Side {
    static constexpr int count = 16 / sizeof(TC);
    TC element[count];
};

template <class Tile, bool a_along_rows, bool b_along_rows, class TA, class TC>
__global__ __launch_bounds__(Tile::threads) void gemm_matrix_tiles(Gemm<TA, TC, float> p) {
    using Shared = MatrixShared<Tile, a_along_rows, b_along_rows>;
    using Matrix = typename Tile::Matrix;
    __shared__ Quad tiles[Shared::quads];
    const int group = threadIdx.x / Matrix::lanes, lane = threadIdx.x % Matrix::lanes;
    const dim3 tile = tile_of_block<Tile>();
    const int first_row = tile.x * Tile::m, first_column = tile.y * Tile::n;
    const int row = first_row + group % Tile::groups_m * Tile::group_m, column = first_column + group / Tile::groups_m * Tile::group_n;
    const float alpha = p.alpha.get(), beta = p.beta.get();
    // BLAS: where alpha is zero, A and B are not read.
    const bool has_product = alpha != 0, inside = first_row + Tile::m <= p.m && first_column + Tile::n <= p.n;
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        const int depth = has_product ? p.depth_of(batch) : 0;
        const TA *const a = depth ? p.a.matrix.at(batch) : nullptr, *const b = depth ? p.b.matrix.at(batch) : nullptr;
        TC *const c = p.c.at(batch);
        const bool aligned = is_aligned(a, p.a.matrix.ld) && is_aligned(b, p.b.matrix.ld), whole_c = inside && is_aligned(c, p.c.ld);
        const int whole_depth = p.padded ? (depth + Tile::k - 1) / Tile::k * Tile::k : inside && aligned ? depth / Tile::k * Tile::k : 0;
#pragma unroll
        for (int i = 0; i < Tile::across * Tile::down; i++) Matrix::zero(i);
        sum_matrix_products<Tile, a_along_rows, b_along_rows, true>(p, a, b, aligned, first_row, first_column, 0, whole_depth, tiles);
        sum_matrix_products<Tile, a_along_rows, b_along_rows, false>(p, a, b, aligned, first_row, first_column, whole_depth, depth, tiles);
        Quad *const sums = tiles + group * Shared::at_once * Shared::matrix_quads;
        constexpr int run = Side<TC>::count, runs = Tile::group_m / run;  // of a column
#pragma unroll
        for (int first = 0; first < Tile::down; first += Shared::at_once) {
            __syncthreads();
#pragma unroll
            for (int j = first; j < first + Shared::at_once && j < Tile::down; j++)
#pragma unroll
                for (int i = 0; i < Tile::across; i++)
                    Matrix::store(i + j * Tile::across, sums + (j - first) * Shared::matrix_quads + i * Matrix::side / 4, Shared::column_quads * 16, true);
            __syncthreads();
            const int columns = std::min(Shared::at_once, Tile::down - first) * Matrix::side;
            for (int e = lane; e < columns * runs; e += Matrix::lanes) {
                const int i = e % runs * run, j = e / runs;
                Quad words[run / 4];
#pragma unroll
                for (int w = 0; w < run / 4; w++) words[w] = sums[j * Shared::column_quads + i / 4 + w];
                const int64_t at_column = column + first * Matrix::side + j;
                TC *const to = c + row + i + at_column * p.c.ld;
                Side<TC> side;
                if (beta != 0 && whole_c) side = *reinterpret_cast<const Side<TC> *>(to);
#pragma unroll
                for (int r = 0; r < run; r++) {
                    const unsigned word = words[r / 4][r % 4];  // clang 14 to 19 take a bit_cast of an element for one of the first
                    const float sum = alpha * __builtin_bit_cast(float, word);
                    const bool there = whole_c || (row + i + r < p.m && at_column < p.n);
                    // BLAS: where beta is zero, C is not read (there may be NaNs in it).
                    if (!whole_c && beta != 0 && there) side.element[r] = to[r];
                    side.element[r] = beta == 0 ? TC(sum) : TC(sum + beta * float(side.element[r]));
                    if (!whole_c && there) to[r] = side.element[r];
                }
                if (whole_c) *reinterpret_cast<Side<TC> *>(to) = side;
            }
        }
        __syncthreads();
    }
}

}  // namespace blas
