// gemm_half.hip: which of gemm_matrix.h's kernels a product of half floats gets.
//
// Called by gemm.h (gemm_half.h).
#include "gemm_matrix.h"

namespace blas {

namespace {

// GPUs': 16 rows, 32 lanes.
using Gpu = Matrices<16, 32>;
// A thread of it has 128 sums and fetches 64 registers at once.
using Large = MatrixTile<Gpu, 128, 128, 64, 64, 64, 1>;
using Medium = MatrixTile<Gpu, 64, 64, 32, 32, 32, 2>;
// lavapipe's, for tests: a CPU is better off with gemm.h's kernel.
using Cpu = Matrices<8, 8>;
using Test = MatrixTile<Cpu, 32, 64, 16, 16, 32, 2>;

template <class Matrix> bool has(const Handle &handle) {
    return handle.matrix_side == Matrix::side && handle.subgroup_lanes == Matrix::lanes && !handle.is_cpu;
}

template <class Tile> int64_t tiles(int m, int n) { return divide_up(m, Tile::m) * divide_up(n, Tile::n); }

// Whether threads have registers for large tiles, there are enough of these for the whole device, and they do not lie beyond the matrix' edges for the most part.
bool suits_large(const Handle &handle, int m, int n, int64_t batches) {
    return handle.has_many_registers && tiles<Large>(m, n) * batches >= handle.multiprocessors &&
           tiles<Large>(m, n) * Large::m * Large::n <= 2 * tiles<Medium>(m, n) * Medium::m * Medium::n;
}

template <class Tile, class TC> hipblasStatus_t launch_tile(const Handle &handle, const Gemm<Half, TC, float> &p) {
    const dim3 grid(divide_up(p.m, Tile::m), divide_up(p.n, Tile::n), batch_blocks(p.batches)), block(Tile::threads);
    const bool a_along_rows = p.a.row == 1, b_along_rows = p.b.row == 1;
    if (a_along_rows)
        return b_along_rows ? launch(handle, gemm_matrix_tiles<Tile, true, true, Half, TC>, grid, block, p)
                            : launch(handle, gemm_matrix_tiles<Tile, true, false, Half, TC>, grid, block, p);
    return b_along_rows ? launch(handle, gemm_matrix_tiles<Tile, false, true, Half, TC>, grid, block, p)
                        : launch(handle, gemm_matrix_tiles<Tile, false, false, Half, TC>, grid, block, p);
}

template <class TC> hipblasStatus_t launch_product(const Handle &handle, const Gemm<Half, TC, float> &p) {
    if (has<Cpu>(handle)) return launch_tile<Test>(handle, p);
    return suits_large(handle, p.m, p.n, p.batches) ? launch_tile<Large>(handle, p) : launch_tile<Medium>(handle, p);
}

}  // namespace

bool suits_matrices(const Handle &handle) { return has<Gpu>(handle) || has<Cpu>(handle); }
hipblasStatus_t launch_on_matrices(const Handle &handle, const Gemm<Half, Half, float> &p) { return launch_product(handle, p); }
hipblasStatus_t launch_on_matrices(const Handle &handle, const Gemm<Half, float, float> &p) { return launch_product(handle, p); }

}  // namespace blas
