// whole_products.h: large products of level 3 by way of products of whole matrices, whose kernels are ten times as fast as level3.hip's own.
//
// A factor of which only a triangle is stored is written out. A GPU's kernel leaves out tiles of a triangle's zeros and of what of C is not calculated. On a
// CPU, of a C of which a triangle is calculated, columns are taken some at a time: what lies beyond the diagonal's block is a product into C, the block itself
// one into memory of its own, from which its triangle goes to C.
// Called by level3.hip.
#pragma once

#include "solve.h"
#include "triangle_product.h"

namespace blas {

// From so many products of elements on the copies are worth it.
constexpr int64_t least_products = 96 * 96 * 96;
constexpr int panels = 8, narrowest_panel = 64;

template <class T> __global__ void written_out(Shaped<T> a, View<T> to, int64_t batches) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= a.rows || j >= a.columns) return;
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z) to.at(batch)[i + j * to.ld] = a.at(a.matrix.at(batch), i, j);
}

// op(A) as a factor; where it is not plain, of a copy.
template <class T> hipblasStatus_t as_operand(const Handle &handle, Temporary &memory, const Shaped<T> &a, int64_t batches, Operand<T> &to) {
    View<const T> whole = a.matrix;
    if (a.shape != Shape::general) {
        BLAS_TRY(memory.take(batches * a.rows * a.columns * sizeof(T)));
        const View<T> copy = {static_cast<T *>(memory.memory), nullptr, a.rows, int64_t(a.rows) * a.columns};
        whole = copy;
        Shaped<T> stored = a;
        stored.transposed = stored.conjugate = false;
        BLAS_TRY(launch(handle, written_out<T>, grid_of(a.rows, a.columns, batches), element_block, stored, copy, batches));
    }
    Operand<T> plain = operand(whole, HIPBLAS_OP_N);
    if (a.shape == Shape::triangular) plain.zeros = a.upper ? Zeros::before : Zeros::behind;
    to = a.transposed ? plain.transposed() : plain;
    to.conjugate = a.transposed && a.conjugate;
    return HIPBLAS_STATUS_SUCCESS;
}

// The triangle of a block of C on its diagonal, of which `product` is alpha A B.
template <class T, class S> __global__ void triangle_of(View<const T> product, View<T> c, int size, Part part, bool real_diagonal, Scalar<S> beta, int64_t batches) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= size || j >= size || (part == Part::upper ? i > j : i < j)) return;
    const T factor = T(beta.get());
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z) {
        T &to = c.at(batch)[i + j * c.ld];
        const T sum = product.at(batch)[i + j * product.ld], result = factor == T(0) ? sum : sum + factor * to;
        to = real_diagonal && i == j ? T(real(result)) : result;
    }
}

// A scalar of another type, or one that is conjugated: only where its value is known.
template <class T, class S> Scalar<T> as(Scalar<S> x, bool conjugate) {
    if constexpr (std::is_same_v<T, S>)
        if (!conjugate) return x;
    return Scalar<T>::known(conj_if(conjugate, T(x.value)));
}

template <class T, class SA, class SB> bool suits_whole_products(const Product<T, SA, SB> &p) {
    const bool knows_alpha = !p.alpha.device || (std::is_same_v<T, SA> && !p.conjugate_alpha), knows_beta = !p.beta.device || std::is_same_v<T, SB>;
    return knows_alpha && knows_beta && int64_t(p.a.height()) * p.b.width() * p.a.width() >= least_products;
}

// A triangle of C, some columns at a time.
template <class T, class SA, class SB> hipblasStatus_t multiply_triangle(const Handle &handle, const Product<T, SA, SB> &p, const Operand<T> &a, const Operand<T> &b) {
    const int n = p.a.height(), k = p.a.width(), width = std::max(narrowest_panel, int(divide_up(n, panels * narrowest_panel)) * narrowest_panel);
    const Scalar<T> alpha = as<T>(p.alpha, p.conjugate_alpha), beta = as<T>(p.beta, false);
    Temporary memory(handle);
    BLAS_TRY(memory.take(p.batches * width * width * sizeof(T)));
    const View<T> block = {static_cast<T *>(memory.memory), nullptr, width, int64_t(width) * width};
    for (int first = 0; first < n; first += width) {
        const int columns = std::min(width, n - first), end = first + columns;
        const int from = p.part == Part::upper ? 0 : end, rows = p.part == Part::upper ? first : n - end;
        const Operand<T> right = b.from(first, 0);
        BLAS_TRY(multiply_matrices(handle, Gemm<T, T, T>{columns, columns, k, p.batches, a.from(first, 0), right, block, alpha, Scalar<T>::known(T(0))}));
        BLAS_TRY(launch(handle, triangle_of<T, SB>, grid_of(columns, columns, p.batches), element_block, View<const T>(block), p.c.from(first + first * p.c.ld), columns,
                        p.part, p.real_diagonal, p.beta, p.batches));
        if (rows == 0) continue;
        BLAS_TRY(multiply_matrices(handle, Gemm<T, T, T>{rows, columns, k, p.batches, a.from(from, 0), right, p.c.from(from + first * p.c.ld), alpha, beta}));
    }
    return HIPBLAS_STATUS_SUCCESS;
}

// HIPBLAS_STATUS_ALLOC_FAILED, with nothing done, where there is no memory for the copies.
template <class T, class SA, class SB> hipblasStatus_t multiply_whole(const Handle &handle, const Product<T, SA, SB> &p) {
    Temporary of_a(handle), of_b(handle);
    Operand<T> a, b;
    BLAS_TRY(as_operand(handle, of_a, p.a, p.batches, a));
    BLAS_TRY(as_operand(handle, of_b, p.b, p.batches, b));
    b = b.transposed();
    if (p.part != Part::all && handle.is_cpu) return multiply_triangle(handle, p, a, b);
    Gemm<T, T, T> product{p.a.height(), p.b.width(), p.a.width(), p.batches, a, b, p.c, as<T>(p.alpha, p.conjugate_alpha), as<T>(p.beta, false)};
    product.part = p.part;
    product.real_diagonal = p.real_diagonal;
    return multiply_matrices(handle, product);
}

}  // namespace blas
