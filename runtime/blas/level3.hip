// level3.hip: products with matrices of which a triangle is stored or asked for: symm, hemm, syrk, herk, syrkx, herkx, syr2k, her2k, trmm, in all
// forms; and gemmt, which is rocBLAS'.
//
// Called by programs. Small ones have one kernel with small tiles, which sees its factors through shaped.h; large ones are made of products of whole
// matrices (whole_products.h).
#include "beyond.h"
#include "forms.h"
#include "matrix_parts.h"
#include "whole_products.h"

namespace blas {

constexpr int tile = 16;

template <class T, class SA, class SB> __global__ __launch_bounds__(tile *tile) void shaped_product(Product<T, SA, SB> p) {
    __shared__ T of_a[tile][tile + 1], of_b[tile][tile + 1];
    const int x = threadIdx.x % tile, y = threadIdx.x / tile;
    const int row = blockIdx.x * tile + x, column = blockIdx.y * tile + y, rows = p.a.height(), columns = p.b.width();
    const T alpha = conj_if(p.conjugate_alpha, T(p.alpha.get())), beta = T(p.beta.get());
    const int depth = alpha == T(0) ? 0 : p.a.width();
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        const T *const a = depth ? p.a.matrix.at(batch) : nullptr, *const b = depth ? p.b.matrix.at(batch) : nullptr;
        T sum = T(0);
        for (int k = 0; k < depth; k += tile) {
            of_a[y][x] = row < rows && k + y < depth ? p.a.at(a, row, k + y) : T(0);
            of_b[y][x] = column < columns && k + x < depth ? p.b.at(b, k + x, column) : T(0);
            __syncthreads();
            for (int l = 0; l < tile; l++) sum += of_a[l][x] * of_b[y][l];
            __syncthreads();
        }
        if (row >= rows || column >= columns || (p.part == Part::upper && row > column) || (p.part == Part::lower && row < column)) continue;
        T &to = p.c.at(batch)[row + column * p.c.ld];
        // BLAS: where beta is zero, C is not read.
        T result = beta == T(0) ? alpha * sum : alpha * sum + beta * to;
        if (p.real_diagonal && row == column) result = T(real(result));
        to = result;
    }
}

template <class T, class SA, class SB> static hipblasStatus_t launch_product(const Handle &handle, const Product<T, SA, SB> &p) {
    if (suits_whole_products(p)) BLAS_RETURN_IF_MEMORY(multiply_whole(handle, p));
    const dim3 grid(divide_up(p.a.height(), tile), divide_up(p.b.width(), tile), batch_blocks(p.batches));
    return launch(handle, shaped_product<T, SA, SB>, grid, dim3(tile * tile), p);
}

template <class T> static Shaped<T> whole(View<const T> a, int64_t rows, int64_t columns) { return {a, int(rows), int(columns)}; }

template <Shape shape, class T>
static hipblasStatus_t symm(hipblasHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t fill, int64_t m, int64_t n, const void *alpha,
                            View<const T> a, View<const T> b, const void *beta, View<T> c, int64_t batches) {
    const bool left = side == HIPBLAS_SIDE_LEFT;
    const int64_t size = left ? m : n;
    BLAS_CHECK_SIZES(is_enum(side) && is_enum(fill),
                     m < 0 || n < 0 || batches < 0 || !is_leading(a.ld, size) || !is_leading(b.ld, m) || !is_leading(c.ld, m), std::max(m, n));
    if (m == 0 || n == 0 || batches == 0) return HIPBLAS_STATUS_SUCCESS;
    if (!alpha || !beta) return HIPBLAS_STATUS_INVALID_VALUE;
    const Handle &context = *static_cast<const Handle *>(handle);
    const Scalar<T> factor = scalar<T>(context, alpha), rest = scalar<T>(context, beta);
    if (factor.is(T(0)) && rest.is(T(1))) return HIPBLAS_STATUS_SUCCESS;
    if (c.is_null() || (!factor.is(T(0)) && (a.is_null() || b.is_null()))) return HIPBLAS_STATUS_INVALID_VALUE;
    const Shaped<T> half = {a, int(size), int(size), Storage::full, shape, fill == HIPBLAS_FILL_MODE_UPPER}, other = whole(b, m, n);
    return launch_product(context, Product<T, T, T>{left ? half : other, left ? other : half, c, batches, Part::all, false, false, factor, rest});
}

// C = alpha op(A) op(B)' + beta C, of which a triangle is calculated, and with `twice` alpha op(B) op(A)' more (alpha conjugated where ' is).
template <bool hermitian, bool twice, class SA, class SB, class T>
static hipblasStatus_t rank_k(hipblasHandle_t handle, hipblasFillMode_t fill, hipblasOperation_t op, int64_t n, int64_t k, const void *alpha,
                              View<const T> a, View<const T> b, const void *beta, View<T> c, int64_t batches) {
    const bool normal = op == HIPBLAS_OP_N;
    // rocBLAS: "invalid_value" for the transposition of the other kind.
    const bool other_kind = is_complex<T> && op == (hermitian ? HIPBLAS_OP_T : HIPBLAS_OP_C);
    const int64_t rows = normal ? n : k, columns = normal ? k : n;
    BLAS_CHECK_SIZES(is_enum(fill) && is_enum(op),
                     other_kind || n < 0 || k < 0 || batches < 0 || !is_leading(a.ld, rows) || !is_leading(b.ld, rows) || !is_leading(c.ld, n),
                     std::max(n, k));
    if (n == 0 || batches == 0) return HIPBLAS_STATUS_SUCCESS;
    if (!beta || (k && !alpha)) return HIPBLAS_STATUS_INVALID_VALUE;
    const Handle &context = *static_cast<const Handle *>(handle);
    const Scalar<SA> factor = k ? scalar<SA>(context, alpha) : Scalar<SA>::known(SA(0));
    const Scalar<SB> rest = scalar<SB>(context, beta);
    if (factor.is(SA(0)) && rest.is(SB(1))) return HIPBLAS_STATUS_SUCCESS;
    if (c.is_null() || (!factor.is(SA(0)) && (a.is_null() || b.is_null()))) return HIPBLAS_STATUS_INVALID_VALUE;
    const hipblasOperation_t primed = hermitian ? HIPBLAS_OP_C : HIPBLAS_OP_T;
    const auto first = [&](View<const T> x) { return whole(x, rows, columns).with(normal ? HIPBLAS_OP_N : primed); };
    const auto second = [&](View<const T> x) { return whole(x, rows, columns).with(normal ? primed : HIPBLAS_OP_N); };
    const Part part = fill == HIPBLAS_FILL_MODE_UPPER ? Part::upper : Part::lower;
    BLAS_TRY(launch_product(context, Product<T, SA, SB>{first(a), second(b), c, batches, part, hermitian, false, factor, rest}));
    if (!twice) return HIPBLAS_STATUS_SUCCESS;
    return launch_product(context, Product<T, SA, SB>{first(b), second(a), c, batches, part, hermitian, hermitian, factor, Scalar<SB>::known(SB(1))});
}
template <bool hermitian, class S, class T>
static hipblasStatus_t syrk(hipblasHandle_t handle, hipblasFillMode_t fill, hipblasOperation_t op, int64_t n, int64_t k, const void *alpha,
                            View<const T> a, const void *beta, View<T> c, int64_t batches) {
    return rank_k<hermitian, false, S, S>(handle, fill, op, n, k, alpha, a, a, beta, c, batches);
}

// C = alpha op(A) op(B) + beta C, of which a triangle is calculated.
template <class T>
static hipblasStatus_t gemmt(hipblasHandle_t handle, hipblasFillMode_t fill, hipblasOperation_t op_a, hipblasOperation_t op_b, int64_t n, int64_t k,
                             const void *alpha, View<const T> a, View<const T> b, const void *beta, View<T> c, int64_t batches) {
    const bool a_is_n = op_a == HIPBLAS_OP_N, b_is_n = op_b == HIPBLAS_OP_N;
    BLAS_CHECK_SIZES(is_enum(fill) && is_enum(op_a) && is_enum(op_b),
                     n < 0 || k < 0 || batches < 0 || !is_leading(a.ld, a_is_n ? n : k) || !is_leading(b.ld, b_is_n ? k : n) || !is_leading(c.ld, n),
                     std::max(n, k));
    if (n == 0 || batches == 0) return HIPBLAS_STATUS_SUCCESS;
    if (!beta || (k && !alpha)) return HIPBLAS_STATUS_INVALID_VALUE;
    const Handle &context = *static_cast<const Handle *>(handle);
    const Scalar<T> factor = k ? scalar<T>(context, alpha) : Scalar<T>::known(T(0)), rest = scalar<T>(context, beta);
    if (factor.is(T(0)) && rest.is(T(1))) return HIPBLAS_STATUS_SUCCESS;
    if (c.is_null() || (!factor.is(T(0)) && (a.is_null() || b.is_null()))) return HIPBLAS_STATUS_INVALID_VALUE;
    const Shaped<T> first = whole(a, a_is_n ? n : k, a_is_n ? k : n).with(op_a), second = whole(b, b_is_n ? k : n, b_is_n ? n : k).with(op_b);
    const Part part = fill == HIPBLAS_FILL_MODE_UPPER ? Part::upper : Part::lower;
    return launch_product(context, Product<T, T, T>{first, second, c, batches, part, false, false, factor, rest});
}

template <class T>
static hipblasStatus_t trmm(hipblasHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t fill, hipblasOperation_t op, hipblasDiagType_t diag,
                            int64_t m, int64_t n, const void *alpha, View<const T> a, View<const T> b, View<T> c, int64_t batches) {
    const bool left = side == HIPBLAS_SIDE_LEFT;
    const int64_t size = left ? m : n;
    BLAS_CHECK_SIZES(is_enum(side) && is_enum(fill) && is_enum(op) && is_enum(diag),
                     m < 0 || n < 0 || batches < 0 || !is_leading(a.ld, size) || !is_leading(b.ld, m) || !is_leading(c.ld, m), std::max(m, n));
    if (m == 0 || n == 0 || batches == 0) return HIPBLAS_STATUS_SUCCESS;
    if (!alpha || c.is_null()) return HIPBLAS_STATUS_INVALID_VALUE;
    const Handle &context = *static_cast<const Handle *>(handle);
    const Scalar<T> factor = scalar<T>(context, alpha);
    if (!factor.is(T(0)) && (a.is_null() || b.is_null())) return HIPBLAS_STATUS_INVALID_VALUE;
    // "hipBLAS trmm is in place where B and C are the same": the product then is of a copy.
    Temporary temporary(context);
    if ((c.first && c.first == b.first) || (c.each && c.each == static_cast<const void *>(b.each))) {
        BLAS_TRY(temporary.take(batches * m * n * sizeof(T)));
        T *const copy = static_cast<T *>(temporary.memory);
        BLAS_TRY(copy_matrix(context, View<T>{copy, nullptr, m, m * n}, m, n, b, batches));
        b = {copy, nullptr, m, m * n};
    }
    const Shaped<T> half = triangle(a, size, Storage::full, fill, diag).with(op), other = whole(b, m, n);
    const Scalar<T> none = Scalar<T>::known(T(0));
    return launch_product(context, Product<T, T, T>{left ? half : other, left ? other : half, c, batches, Part::all, false, false, factor, none});
}

}  // namespace blas

#define SYMM(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::symm<blas::Shape::symmetric>)
HIPBLAS_SYMM(SYMM)
#define HEMM(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::symm<blas::Shape::hermitian>)
HIPBLAS_HEMM(HEMM)
#define SYRK(N, list, T, R) BLAS_DEFINE(N, list, T, R, (blas::syrk<false, blas::Element<T>>))
HIPBLAS_SYRK(SYRK)
#define HERK(N, list, T, R) BLAS_DEFINE(N, list, T, R, (blas::syrk<true, R>))
HIPBLAS_HERK(HERK)
#define SYRKX(N, list, T, R) BLAS_DEFINE(N, list, T, R, (blas::rank_k<false, false, blas::Element<T>, blas::Element<T>>))
HIPBLAS_SYRKX(SYRKX)
#define HERKX(N, list, T, R) BLAS_DEFINE(N, list, T, R, (blas::rank_k<true, false, blas::Element<T>, R>))
HIPBLAS_HERKX(HERKX)
#define SYR2K(N, list, T, R) BLAS_DEFINE(N, list, T, R, (blas::rank_k<false, true, blas::Element<T>, blas::Element<T>>))
HIPBLAS_SYR2K(SYR2K)
#define HER2K(N, list, T, R) BLAS_DEFINE(N, list, T, R, (blas::rank_k<true, true, blas::Element<T>, R>))
HIPBLAS_HER2K(HER2K)
#define GEMMT(N, list, T, R) BLAS_FORMS(N, , _64, BLAS_CALL, blas::gemmt<blas::Element<T>>, list, T, R, int64_t)
HIPBLAS_GEMMT(GEMMT)
#define TRMM(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::trmm<blas::Element<T>>)
HIPBLAS_TRMM(TRMM)
