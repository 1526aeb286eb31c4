// gemm.h: C = alpha op(A) op(B) + beta C, as a kernel that keeps tiles of A and B in shared memory and a smaller tile of C in each thread's registers.
//
// One kernel for all element types, transpositions and forms; gemm.hip makes it for those that hipBLAS has. Floats have another one on a CPU (gemm_cpu.h), half floats where
// the device multiplies matrices (gemm_half.h), and level3.hip has a simple one for matrices of which only a triangle is there.
#pragma once

#include "gemm_cpu.h"
#include "gemm_half.h"
#include "product.h"
#include "split.h"

namespace blas {

// What a block calculates of C, and how much of k it takes at once; what a thread calculates of that: every so many `run` neighbours. A CPU, whose
// threads are the lanes of one vector, wants neighbours in neighbouring threads; a GPU moves 16 bytes a thread at once.
template <int M, int N, int K, int ThreadM, int ThreadN, int Run> struct Tile {
    static constexpr int m = M, n = N, k = K, thread_m = ThreadM, thread_n = ThreadN, run = Run;
    static constexpr int across = M / ThreadM, down = N / ThreadN, threads = across * down;
    // One tile is filled while another is multiplied, where there is room for two.
    static constexpr int buffers = Run > 1 ? 2 : 1;
    // Where a thread stands in the tile. A GPU's threads stand 8 by 4, and of four neighbours two read the same of A and two the same of B: NVIDIA's shared memory
    // serves such pairs at once. A thread of 8 by 8 elements has enough to do meanwhile, and wants its block's part of C written in longer rows.
    static constexpr bool in_pairs = Run > 1 && ThreadM * ThreadN < 64;
    __device__ static int x_of(int thread) { return in_pairs ? thread / 32 % (across / 8) * 8 + thread / 2 % 8 : thread % across; }
    __device__ static int y_of(int thread) { return in_pairs ? thread / 32 / (across / 8) * 4 + thread / 16 % 2 * 2 + thread % 2 : thread / across; }
    // The row and the column in the block's part of C of a thread's element (i, j).
    __device__ static int row(int x, int i) { return i / run * run * across + x * run + i % run; }
    __device__ static int column(int y, int j) { return j / run * run * down + y * run + j % run; }
};

// Elements of a tile of `rows` rows that one thread fetches: first into registers, while the tile before is multiplied, then to shared memory.
// `whole`: the tile lies within the matrix, and its runs at multiples of their size; nothing is asked in the loop.
template <bool whole, class T, class Acc, class Tile, int rows> class Fetch {
    static constexpr int count = rows * Tile::k / Tile::threads, run = count < Tile::run ? count : Tile::run, runs = count / run;
    static constexpr size_t run_bytes = run * sizeof(T) < 16 ? run * sizeof(T) : 16;
    static_assert(count * Tile::threads == rows * Tile::k && count % run == 0 && Tile::k % run == 0, "each thread fetches as many");
    const bool along_rows, conjugate;
    const int64_t step;        // from an element to the next one of its run
    const int64_t next_tile;   // and to that of the next tile
    const T *first[runs];      // the runs' first elements
    int row[runs], k[runs];    // their places in the tile
    T held[count];

  public:
    // Neighbouring threads fetch neighbouring runs, whichever way the matrix lies.
    __device__ Fetch(const Operand<T> &from, const T *matrix, int first_row, int first_k)
        : along_rows(from.row == 1), conjugate(from.conjugate), step(along_rows ? from.row : from.column), next_tile(Tile::k * from.column) {
#pragma unroll
        for (int i = 0; i < runs; i++) {
            const int e = threadIdx.x + i * Tile::threads;
            row[i] = along_rows ? e % (rows / run) * run : e / (Tile::k / run);
            k[i] = along_rows ? e / (rows / run) : e % (Tile::k / run) * run;
            first[i] = matrix + (first_row + row[i]) * from.row + (first_k + k[i]) * from.column;
        }
    }
    // The next tile, of which `row_count` rows and `k_count` of k are there.
    __device__ void load(int row_count, int k_count) {
#pragma unroll
        for (int i = 0; i < runs; i++) {
            const T *const together = static_cast<const T *>(__builtin_assume_aligned(first[i], whole ? run_bytes : alignof(T)));
#pragma unroll
            for (int e = 0; e < run; e++) {
                if constexpr (whole) held[i * run + e] = together[e];
                else {
                    const bool there = row[i] + (along_rows ? e : 0) < row_count && k[i] + (along_rows ? 0 : e) < k_count;
                    held[i * run + e] = there ? first[i][e * step] : T(0);
                }
            }
            first[i] += next_tile;
        }
    }
    __device__ void store(Acc (*tile)[rows + 4]) const {
        Acc *const flat = &tile[0][0];
        const int to_next = along_rows ? 1 : rows + 4;
#pragma unroll
        for (int i = 0; i < runs; i++)
#pragma unroll
            for (int e = 0; e < run; e++) flat[k[i] * (rows + 4) + row[i] + e * to_next] = conj_if(conjugate, Acc(held[i * run + e]));
    }
};

// The products of one tile, added to a thread's sums.
template <class Tile, class Acc>
__device__ void multiply(Acc (&sum)[Tile::thread_m][Tile::thread_n], int x, int y, const Acc (*tile_a)[Tile::m + 4], const Acc (*tile_b)[Tile::n + 4]) {
#pragma unroll
    for (int l = 0; l < Tile::k; l++) {
        Acc of_a[Tile::thread_m], of_b[Tile::thread_n];
#pragma unroll
        for (int i = 0; i < Tile::thread_m; i++) of_a[i] = tile_a[l][Tile::row(x, i)];
#pragma unroll
        for (int j = 0; j < Tile::thread_n; j++) of_b[j] = tile_b[l][Tile::column(y, j)];
#pragma unroll
        for (int i = 0; i < Tile::thread_m; i++)
#pragma unroll
            for (int j = 0; j < Tile::thread_n; j++) sum[i][j] += of_a[i] * of_b[j];
    }
}

template <class Tile, class Acc> struct Shared {
    Acc a[Tile::buffers][Tile::k][Tile::m + 4], b[Tile::buffers][Tile::k][Tile::n + 4];
};

// A thread's sums of the products from `k` to `end`; `now` is the tile that may be filled.
template <class Tile, bool whole, class TA, class TC, class Acc>
__device__ void sum_products(Acc (&sum)[Tile::thread_m][Tile::thread_n], const Gemm<TA, TC, Acc> &p, const TA *a, const TA *b, int k, int end,
                             Shared<Tile, Acc> &tiles, int &now) {
    if (k >= end) return;
    const int x = Tile::x_of(threadIdx.x), y = Tile::y_of(threadIdx.x);
    const int first_row = blockIdx.x * Tile::m, first_column = blockIdx.y * Tile::n;
    Fetch<whole, TA, Acc, Tile, Tile::m> next_a(p.a, a, first_row, k);
    Fetch<whole, TA, Acc, Tile, Tile::n> next_b(p.b, b, first_column, k);
    next_a.load(p.m - first_row, end - k);
    next_b.load(p.n - first_column, end - k);
    for (; k < end; k += Tile::k) {
        next_a.store(tiles.a[now]);
        next_b.store(tiles.b[now]);
        __syncthreads();
        if (k + Tile::k < end) {
            next_a.load(p.m - first_row, end - k - Tile::k);
            next_b.load(p.n - first_column, end - k - Tile::k);
        }
        multiply<Tile>(sum, x, y, tiles.a[now], tiles.b[now]);
        // Of two tiles the other one is written next, which all have left behind by the barrier before.
        if (Tile::buffers == 1) __syncthreads();
        else now ^= 1;
    }
}

// What of k, from `begin` on, rows of a factor from `first` to `last` have anything of: `from` and `to` come nearer.
template <class T> __device__ void narrow(const Operand<T> &factor, int first, int last, int begin, int &from, int &to) {
    if (factor.zeros == Zeros::behind) to = min(to, last + 1 - begin);
    if (factor.zeros == Zeros::before) from = max(from, first - begin);
}

template <class Tile, class TA, class TC, class Acc> __global__ __launch_bounds__(Tile::threads) void gemm_tiles(Gemm<TA, TC, Acc> p) {
    __shared__ Shared<Tile, Acc> tiles;
    const int x = Tile::x_of(threadIdx.x), y = Tile::y_of(threadIdx.x);
    const int first_row = blockIdx.x * Tile::m, first_column = blockIdx.y * Tile::n;
    const int last_row = first_row + Tile::m - 1, last_column = first_column + Tile::n - 1;
    if (p.part == Part::upper ? first_row > last_column : p.part == Part::lower && last_row < first_column) return;
    const Acc alpha = p.alpha.get(), beta = p.beta.get();
    // BLAS: where alpha is zero, A and B are not read.
    const bool has_product = alpha != Acc(0), whole = Tile::run > 1 && p.aligned && last_row < p.m && last_column < p.n;
    int now = 0;
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        const int depth = has_product ? p.depth_of(batch) : 0, begin = int(batch) * p.depth;
        int from = 0, to = depth;
        narrow(p.a, first_row, last_row, begin, from, to);
        narrow(p.b, first_column, last_column, begin, from, to);
        const int middle = whole && from < to ? from + (to - from) / Tile::k * Tile::k : from;
        const TA *const a = depth ? p.a.matrix.at(batch) : nullptr, *const b = depth ? p.b.matrix.at(batch) : nullptr;
        Acc sum[Tile::thread_m][Tile::thread_n];
#pragma unroll
        for (int i = 0; i < Tile::thread_m; i++)
#pragma unroll
            for (int j = 0; j < Tile::thread_n; j++) sum[i][j] = Acc(0);
        if constexpr (Tile::run > 1) sum_products<Tile, true>(sum, p, a, b, from, middle, tiles, now);
        sum_products<Tile, false>(sum, p, a, b, middle, to, tiles, now);
        TC *const c = p.c.at(batch);
#pragma unroll
        for (int j = 0; j < Tile::thread_n; j++)
#pragma unroll
            for (int i = 0; i < Tile::thread_m; i++) {
                const int row = first_row + Tile::row(x, i), column = first_column + Tile::column(y, j);
                if (!p.has(row, column)) continue;
                TC &at = c[row + column * p.c.ld];
                // BLAS: where beta is zero, C is not read (there may be NaNs in it).
                at = TC(p.result(row, column, beta == Acc(0) ? alpha * sum[i][j] : alpha * sum[i][j] + beta * Acc(at)));
            }
    }
}

template <class Tile, class TA, class TC, class Acc> hipblasStatus_t launch_whole_tiles(const Handle &handle, const Gemm<TA, TC, Acc> &p) {
    const dim3 grid(divide_up(p.m, Tile::m), divide_up(p.n, Tile::n), batch_blocks(p.batches));
    return launch(handle, gemm_tiles<Tile, TA, TC, Acc>, grid, dim3(Tile::threads), p);
}

// Blocks that keep a multiprocessor at work, as measured on an H200. A wide tile wants deeper parts, and two parts never pay for their addition.
template <class Tile> constexpr int at_once = Tile::run == 1 ? 8 : 4;
template <class Tile> constexpr int depth_of_part = 4 * std::min(Tile::m, Tile::n);
template <class Tile, class TA, class TC, class Acc> int parts_of(const Handle &handle, const Gemm<TA, TC, Acc> &p) {
    const int parts = parts_for(handle, p, tiles<Tile>(p), at_once<Tile>, depth_of_part<Tile>);
    return parts > 2 ? parts : 1;
}
template <class Tile, class TA, class TC, class Acc> hipblasStatus_t launch_tiles(const Handle &handle, const Gemm<TA, TC, Acc> &p) {
    return launch_in_parts(handle, p, parts_of<Tile>(handle, p), [&](const auto &q) { return launch_whole_tiles<Tile>(handle, q); });
}

// The tile that suits always.
template <int run> using Small = std::conditional_t<run == 1, Tile<32, 32, 16, 2, 2, 1>, Tile<32, 32, 16, 4, 4, run>>;

// Whether there are at least so many such tiles, and they do not lie beyond the matrix' edges for the most part.
template <class Tile, class Small, class TA, class TC, class Acc> bool suits(const Handle &handle, const Gemm<TA, TC, Acc> &p, int least) {
    const int64_t own = tiles<Tile>(p), small = tiles<Small>(p);
    return own * p.batches * parts_of<Tile>(handle, p) >= least && 2 * own * Tile::m * Tile::n <= 3 * small * Small::m * Small::n;
}

// Elements one by one, as a CPU does it. Larger tiles read less memory for each product: on lavapipe the largest would take two thirds of medium ones' time,
// and less than half of small ones', but Mesa's compiler 43 s for the kernel, and 7 for that of medium ones (25.0 and 26.1).
template <class TA, class TC, class Acc> hipblasStatus_t launch_one_by_one(const Handle &handle, const Gemm<TA, TC, Acc> &p) {
    using Medium = Tile<64, 64, 8, 4, 4, 1>;
    return suits<Medium, Small<1>>(handle, p, handle.multiprocessors) ? launch_tiles<Medium>(handle, p) : launch_tiles<Small<1>>(handle, p);
}

// A GPU's threads move 16 bytes at once. The largest tiles are a few hundredths faster than medium ones where every multiprocessor gets several of them with long sums,
// and slower by a third where some get one more than others, or where little is added up for each element.
template <class TA, class TC, class Acc> hipblasStatus_t launch_on_gpu(const Handle &handle, const Gemm<TA, TC, Acc> &p) {
    constexpr int run = 16 / sizeof(Acc);
    using Medium = Tile<64, 64, sizeof(Acc) == 8 ? 16 : 8, run == 1 ? 4 : 8, 4, run>;
    using Small = blas::Small<run>;
    if constexpr (std::is_same_v<TA, TC> && std::is_same_v<TC, Acc>) {
        // Batches of matrices that are smaller than any of these.
        const bool many = p.batches >= 4 * int64_t(handle.multiprocessors);
        if (many && p.m <= 8 && p.n <= 8) return launch_whole_tiles<Tile<8, 8, 8, 2, 1, 1>>(handle, p);
        if (many && p.m <= 16 && p.n <= 16) return launch_whole_tiles<Tile<16, 16, 8, 2, 2, 1>>(handle, p);
    }
    if constexpr (!is_complex<Acc>) {
        using Large = Tile<128, sizeof(Acc) == 4 ? 128 : 64, 8, 8, 8, run>;
        if (p.k >= 1024 && suits<Large, Small>(handle, p, 4 * handle.multiprocessors)) return launch_tiles<Large>(handle, p);
    }
    return suits<Medium, Small>(handle, p, (3 * handle.multiprocessors + 3) / 4) ? launch_tiles<Medium>(handle, p) : launch_tiles<Small>(handle, p);
}

template <class TA, class TC, class Acc> hipblasStatus_t launch_gemm(const Handle &handle, Gemm<TA, TC, Acc> p) {
    p.aligned = p.a.is_aligned() && p.b.is_aligned();
    if constexpr (std::is_floating_point_v<Acc>)
        if (suits_panels(handle, p.m, p.n, p.k, p.batches)) BLAS_RETURN_IF_MEMORY(launch_on_panels(handle, p));
    if constexpr (std::is_same_v<TA, Half> || std::is_same_v<TA, Bfloat16>)
        if (suits_matrices<TA>(handle)) return launch_on_matrices(handle, p);
    return handle.is_cpu ? launch_one_by_one(handle, p) : launch_on_gpu(handle, p);
}

// What every function that multiplies into a matrix asks of its scalars and pointers once sizes are right. `done` is set where there is nothing to
// do. rocBLAS: "invalid_pointer: alpha, beta, A, B or C is null" where it would be read.
template <class Acc>
hipblasStatus_t check_product(bool has_product, const void *alpha, const void *beta, Scalar<Acc> factor, Scalar<Acc> rest, bool reads_null,
                              bool writes_null, bool &done) {
    done = true;
    if (!beta || (has_product && !alpha)) return HIPBLAS_STATUS_INVALID_VALUE;
    has_product = has_product && !factor.is(Acc(0));
    if (!has_product && rest.is(Acc(1))) return HIPBLAS_STATUS_SUCCESS;
    if ((has_product && reads_null) || writes_null) return HIPBLAS_STATUS_INVALID_VALUE;
    done = false;
    return HIPBLAS_STATUS_SUCCESS;
}

// A whole matrix product: checks, then the kernel. `scalars`: what alpha and beta are in memory.
template <class TA, class TC, class Acc>
hipblasStatus_t gemm(hipblasHandle_t handle, hipblasOperation_t op_a, hipblasOperation_t op_b, int64_t m, int64_t n, int64_t k, const void *alpha,
                     View<const TA> a, View<const TA> b, const void *beta, View<TC> c, int64_t batches, Stored scalars) {
    // "HIPBLAS_STATUS_NOT_INITIALIZED: handle is a nullptr"
    if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
    if (!is_enum(op_a) || !is_enum(op_b)) return HIPBLAS_STATUS_INVALID_ENUM;
    // rocBLAS: "invalid_size: m, n, k or batch_count is negative", or a leading dimension smaller than a column.
    const int64_t rows_a = op_a == HIPBLAS_OP_N ? m : k, rows_b = op_b == HIPBLAS_OP_N ? k : n;
    if (m < 0 || n < 0 || k < 0 || batches < 0 || !is_leading(a.ld, rows_a) || !is_leading(b.ld, rows_b) || !is_leading(c.ld, m))
        return HIPBLAS_STATUS_INVALID_VALUE;
    if (m == 0 || n == 0 || batches == 0) return HIPBLAS_STATUS_SUCCESS;
    const Handle &context = *static_cast<const Handle *>(handle);
    // With k = 0 there is no product, and alpha may be null.
    const Scalar<Acc> factor = k ? scalar<Acc>(context, alpha, scalars) : Scalar<Acc>::known(0);
    const Scalar<Acc> rest = scalar<Acc>(context, beta, scalars);
    bool done;
    BLAS_TRY(check_product(k > 0, alpha, beta, factor, rest, a.is_null() || b.is_null(), c.is_null(), done));
    if (done) return HIPBLAS_STATUS_SUCCESS;
    if (!fits(m) || !fits(n) || !fits(k)) return missing("gemm", "sizes beyond 2^31 - 1");
    return launch_gemm(context, Gemm<TA, TC, Acc>{int(m), int(n), int(k), batches, operand(a, op_a), operand(b, op_b).transposed(), c, factor, rest});
}

}  // namespace blas
