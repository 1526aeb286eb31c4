// product.h: what a matrix product is asked to do, as kernels get it.
//
// Made by gemm.h from hipBLAS' arguments, and by trsm.hip.
#pragma once

#include "handle.h"
#include "view.h"

namespace blas {

enum class Part { all, upper, lower };

// Which of a factor's elements are zeros, whole tiles of which nobody multiplies: those of a row behind its diagonal element, or before it.
enum class Zeros { none, behind, before };

// A factor: element (i, j) of it lies at i * row + j * column.
template <class T> struct Operand {
    View<const T> matrix;
    int64_t row, column;
    bool conjugate;
    Zeros zeros = Zeros::none;

    Operand transposed() const {
        const Zeros other = zeros == Zeros::behind ? Zeros::before : zeros == Zeros::before ? Zeros::behind : Zeros::none;
        return {matrix, column, row, conjugate, other};
    }
    // Whether every fourth element of a row or column, from the first on, lies at a multiple of 16 bytes, or of its size times 4.
    bool is_aligned() const {
        constexpr int64_t bytes = std::min<int64_t>(16, 4 * sizeof(T));
        const auto is_multiple = [](int64_t elements) { return elements * int64_t(sizeof(T)) % bytes == 0; };
        return !matrix.each && reinterpret_cast<uintptr_t>(matrix.first) % bytes == 0 && is_multiple(matrix.offset) && is_multiple(matrix.stride) &&
               is_multiple(matrix.ld);
    }
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
    bool aligned = false;  // A and B, see Operand::is_aligned
    int depth = 0;         // of k that each batch has, one behind the other; 0 where each has all of it (split.h)
    bool padded = false;   // A and B are whole tiles, with zeros beyond m, n and k (gemm_matrix_tiles.h)
    Part part = Part::all;       // what of C is calculated
    bool real_diagonal = false;  // of a Hermitian C

    // Whether C(i, j) is calculated, and what of its sum is written.
    __device__ bool has(int i, int j) const { return i < m && j < n && (part == Part::all || (part == Part::upper ? i <= j : i >= j)); }
    __device__ Acc result(int i, int j, Acc sum) const { return real_diagonal && i == j ? Acc(real(sum)) : sum; }
    // How much of k a batch has.
    __device__ int depth_of(int64_t batch) const { return depth == 0 ? k : k - batch * depth < depth ? int(k - batch * depth) : depth; }
};

// How many tiles a matrix of m by n elements is, and how many of a product's there is something to calculate of.
template <class Tile> int64_t tiles(int m, int n) { return divide_up(m, Tile::m) * divide_up(n, Tile::n); }
template <class Tile, class TA, class TC, class Acc> int64_t tiles(const Gemm<TA, TC, Acc> &p) {
    return p.part == Part::all ? tiles<Tile>(p.m, p.n) : divide_up(tiles<Tile>(p.m, p.n), 2);
}

}  // namespace blas
