// gemm.h: C = alpha op(A) op(B) + beta C, as a kernel that keeps tiles of A and B in shared memory and a smaller tile of C in each thread's registers.
//
// One kernel for all element types, transpositions and forms; gemm.hip makes it for those that hipBLAS has. level3.hip has another, simple one, for
// matrices of which only a triangle is there.
#pragma once

#include "handle.h"
#include "view.h"

namespace blas {

// A factor: element (i, j) of it lies at i * row + j * column.
template <class T> struct Operand {
    View<const T> matrix;
    int64_t row, column;
    bool conjugate;

    Operand transposed() const { return {matrix, column, row, conjugate}; }
    // The part that begins with element (i, j).
    Operand from(int64_t i, int64_t j) const { return {matrix.from(i * row + j * column), row, column, conjugate}; }
};

// op(X) of a matrix X.
template <class T> Operand<T> operand(View<const T> x, hipblasOperation_t op) {
    return op == HIPBLAS_OP_N ? Operand<T>{x, 1, x.ld, false} : Operand<T>{x, x.ld, 1, op == HIPBLAS_OP_C};
}

template <class TA, class TC, class Acc> struct Gemm {
    int m, n, k;
    int64_t batches;
    Operand<TA> a, b;  // b transposed: its rows are C's columns
    View<TC> c;
    Scalar<Acc> alpha, beta;
};

// What a block calculates of C, and how much of k it takes at once; what a thread calculates of that.
template <int M, int N, int K, int ThreadM, int ThreadN> struct Tile {
    static constexpr int m = M, n = N, k = K, thread_m = ThreadM, thread_n = ThreadN, across = M / ThreadM, threads = across * (N / ThreadN);
};

// Elements of a tile of `rows` rows that one thread fetches: first into registers, while the tile before is multiplied, then to shared memory.
template <class T, class Acc, class Tile, int rows> struct Fetch {
    static constexpr int count = rows * Tile::k / Tile::threads;
    static_assert(count * Tile::threads == rows * Tile::k, "each thread fetches as many");
    T held[count];

    // Neighbouring threads fetch neighbouring words, whichever way the matrix lies.
    __device__ static void place(const Operand<T> &from, int i, int &row, int &k) {
        const int e = threadIdx.x + i * Tile::threads;
        const bool along_rows = from.row == 1;
        row = along_rows ? e % rows : e / Tile::k;
        k = along_rows ? e / rows : e % Tile::k;
    }
    __device__ void load(const Operand<T> &from, const T *matrix, int first_row, int row_count, int first_k, int k_count) {
#pragma unroll
        for (int i = 0; i < count; i++) {
            int row, k;
            place(from, i, row, k);
            row += first_row, k += first_k;
            held[i] = row < row_count && k < k_count ? matrix[row * from.row + k * from.column] : T(0);
        }
    }
    __device__ void store(const Operand<T> &from, Acc (*tile)[rows + 4]) const {
#pragma unroll
        for (int i = 0; i < count; i++) {
            int row, k;
            place(from, i, row, k);
            tile[k][row] = conj_if(from.conjugate, Acc(held[i]));
        }
    }
};

template <class Tile, class TA, class TC, class Acc> __global__ __launch_bounds__(Tile::threads) void gemm_tiles(Gemm<TA, TC, Acc> p) {
    __shared__ Acc tile_a[Tile::k][Tile::m + 4], tile_b[Tile::k][Tile::n + 4];
    const int x = threadIdx.x % Tile::across, y = threadIdx.x / Tile::across;
    const int first_row = blockIdx.x * Tile::m, first_column = blockIdx.y * Tile::n;
    const Acc alpha = p.alpha.get(), beta = p.beta.get();
    // BLAS: where alpha is zero, A and B are not read.
    const int depth = alpha == Acc(0) ? 0 : p.k;
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        const TA *const a = depth ? p.a.matrix.at(batch) : nullptr, *const b = depth ? p.b.matrix.at(batch) : nullptr;
        Fetch<TA, Acc, Tile, Tile::m> next_a;
        Fetch<TA, Acc, Tile, Tile::n> next_b;
        Acc sum[Tile::thread_m][Tile::thread_n];
#pragma unroll
        for (int i = 0; i < Tile::thread_m; i++)
#pragma unroll
            for (int j = 0; j < Tile::thread_n; j++) sum[i][j] = Acc(0);
        next_a.load(p.a, a, first_row, p.m, 0, depth);
        next_b.load(p.b, b, first_column, p.n, 0, depth);
        for (int k = 0; k < depth; k += Tile::k) {
            next_a.store(p.a, tile_a);
            next_b.store(p.b, tile_b);
            __syncthreads();
            if (k + Tile::k < depth) {
                next_a.load(p.a, a, first_row, p.m, k + Tile::k, depth);
                next_b.load(p.b, b, first_column, p.n, k + Tile::k, depth);
            }
#pragma unroll
            for (int l = 0; l < Tile::k; l++) {
                Acc of_a[Tile::thread_m], of_b[Tile::thread_n];
#pragma unroll
                for (int i = 0; i < Tile::thread_m; i++) of_a[i] = tile_a[l][x + i * Tile::across];
#pragma unroll
                for (int j = 0; j < Tile::thread_n; j++) of_b[j] = tile_b[l][y + j * (Tile::n / Tile::thread_n)];
#pragma unroll
                for (int i = 0; i < Tile::thread_m; i++)
#pragma unroll
                    for (int j = 0; j < Tile::thread_n; j++) sum[i][j] += of_a[i] * of_b[j];
            }
            __syncthreads();
        }
        TC *const c = p.c.at(batch);
#pragma unroll
        for (int j = 0; j < Tile::thread_n; j++)
#pragma unroll
            for (int i = 0; i < Tile::thread_m; i++) {
                const int row = first_row + x + i * Tile::across, column = first_column + y + j * (Tile::n / Tile::thread_n);
                if (row >= p.m || column >= p.n) continue;
                TC &at = c[row + column * p.c.ld];
                // BLAS: where beta is zero, C is not read (there may be NaNs in it).
                at = beta == Acc(0) ? TC(alpha * sum[i][j]) : TC(alpha * sum[i][j] + beta * Acc(at));
            }
    }
}

template <class Tile, class TA, class TC, class Acc> hipblasStatus_t launch_tiles(const Handle &handle, const Gemm<TA, TC, Acc> &p) {
    const dim3 grid(divide_up(p.m, Tile::m), divide_up(p.n, Tile::n), batch_blocks(p.batches));
    return launch(handle, gemm_tiles<Tile, TA, TC, Acc>, grid, dim3(Tile::threads), p);
}

// Large tiles read less memory for each product (on lavapipe they take less than half of small ones' time), as long as there are enough of them
// for the whole device and they do not lie beyond the matrix' edges for the most part.
template <class TA, class TC, class Acc> hipblasStatus_t launch_gemm(const Handle &handle, const Gemm<TA, TC, Acc> &p) {
    using Large = std::conditional_t<(sizeof(Acc) > 8), Tile<64, 64, 8, 4, 4>, Tile<128, 128, 8, 8, 8>>;
    using Small = Tile<32, 32, 16, 2, 2>;
    const int64_t large = divide_up(p.m, Large::m) * divide_up(p.n, Large::n), small = divide_up(p.m, Small::m) * divide_up(p.n, Small::n);
    const bool enough = large * p.batches >= handle.multiprocessors, filled = large * Large::m * Large::n <= 2 * small * Small::m * Small::n;
    return enough && filled ? launch_tiles<Large>(handle, p) : launch_tiles<Small>(handle, p);
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

// A whole matrix product: checks, then the kernel. `half_scalars`: alpha and beta are half floats.
template <class TA, class TC, class Acc>
hipblasStatus_t gemm(hipblasHandle_t handle, hipblasOperation_t op_a, hipblasOperation_t op_b, int64_t m, int64_t n, int64_t k, const void *alpha,
                     View<const TA> a, View<const TA> b, const void *beta, View<TC> c, int64_t batches, bool half_scalars) {
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
    const Scalar<Acc> factor = k ? scalar<Acc>(context, alpha, half_scalars) : Scalar<Acc>::known(0);
    const Scalar<Acc> rest = scalar<Acc>(context, beta, half_scalars);
    bool done;
    BLAS_TRY(check_product(k > 0, alpha, beta, factor, rest, a.is_null() || b.is_null(), c.is_null(), done));
    if (done) return HIPBLAS_STATUS_SUCCESS;
    if (!fits(m) || !fits(n) || !fits(k)) return missing("gemm", "sizes beyond 2^31 - 1");
    return launch_gemm(context, Gemm<TA, TC, Acc>{int(m), int(n), int(k), batches, operand(a, op_a), operand(b, op_b).transposed(), c, factor, rest});
}

}  // namespace blas
