// minima.hip: products in which sums and minima take the places of multiplication and addition, which rocBLAS calls geam_ex.
//
// Called through beyond.h by runtime/rocblas. A thread has an element of D; factors go through shared memory in tiles.
#include "beyond.h"
#include "product.h"

namespace blas {

constexpr int tile = 16;

// D(i, j) = min over k of alpha (A(i, k) + B(k, j)), and beta C(i, j); or, of `plus_min`, the sum over k of min(alpha A(i, k), alpha B(k, j)), and beta C(i, j).
template <class T> struct Minima {
    int m, n, k;
    Operand<T> a, b;
    const T *c;
    int64_t ldc;
    T *d;
    int64_t ldd;
    bool plus_min;
    Scalar<Wide<T>> alpha, beta;
};

template <class T> __global__ __launch_bounds__(tile *tile) void minima(Minima<T> p) {
    using W = Wide<T>;
    __shared__ W of_a[tile][tile + 1], of_b[tile][tile + 1];
    const int x = threadIdx.x % tile, y = threadIdx.x / tile, row = blockIdx.x * tile + x, column = blockIdx.y * tile + y;
    const bool inside = row < p.m && column < p.n;
    const W alpha = p.alpha.get(), beta = p.beta.get();
    // rocBLAS: A and B may be null where alpha is zero, and C where beta is.
    W result = inside && beta != W(0) ? beta * W(p.c[row + column * p.ldc]) : W(0);
    for (int first = 0; first < p.k; first += tile) {
        const auto element = [&](const Operand<T> &from, int i, int j, bool there) {
            return there && alpha != W(0) ? W(from.matrix.first[i * from.row + j * from.column]) : W(0);
        };
        of_a[y][x] = element(p.a, row, first + y, row < p.m && first + y < p.k);
        of_b[y][x] = element(p.b, first + x, column, column < p.n && first + x < p.k);
        __syncthreads();
        for (int l = 0; l < tile && first + l < p.k; l++) {
            const W a = of_a[l][x], b = of_b[y][l];
            if (p.plus_min) result += fmin(alpha * a, alpha * b);
            else result = fmin(alpha * (a + b), result);
        }
        __syncthreads();
    }
    if (inside) p.d[row + column * p.ldd] = T(result);
}

template <class T>
static hipblasStatus_t run(const Handle &handle, hipblasOperation_t op_a, hipblasOperation_t op_b, int64_t m, int64_t n, int64_t k, const void *alpha,
                           const void *a, int64_t lda, const void *b, int64_t ldb, const void *beta, const void *c, int64_t ldc, void *d, int64_t ldd,
                           bool plus_min) {
    const auto factor = k ? scalar<Wide<T>>(handle, alpha, stored_as<T>) : Scalar<Wide<T>>::known(0);
    const auto rest = scalar<Wide<T>>(handle, beta, stored_as<T>);
    if ((!factor.is(0) && (!a || !b)) || (!rest.is(0) && !c)) return HIPBLAS_STATUS_INVALID_VALUE;
    const auto whole = [](const void *x, int64_t ld) { return View<const T>{static_cast<const T *>(x), nullptr, ld, 0}; };
    const Minima<T> p = {int(m), int(n), int(k), operand(whole(a, lda), op_a), operand(whole(b, ldb), op_b), static_cast<const T *>(c), ldc,
                         static_cast<T *>(d), ldd, plus_min, factor, rest};
    return launch(handle, minima<T>, dim3(divide_up(m, tile), divide_up(n, tile)), dim3(tile * tile), p);
}

}  // namespace blas

hipblasStatus_t hipvkGeamEx(hipblasHandle_t handle, hipblasOperation_t op_a, hipblasOperation_t op_b, int64_t m, int64_t n, int64_t k, const void *alpha,
                            const void *a, int64_t lda, const void *b, int64_t ldb, const void *beta, const void *c, int64_t ldc, void *d, int64_t ldd,
                            hipDataType type, bool plus_min) {
    const auto run = [&](auto one) {
        return blas::run<decltype(one)>(*static_cast<const blas::Handle *>(handle), op_a, op_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, d, ldd, plus_min);
    };
    switch (type) {
        case HIP_R_16F: return run(blas::Half());
        case HIP_R_32F: return run(float());
        case HIP_R_64F: return run(double());
        default: return blas::missing("rocblas_geam_ex", "this type");
    }
}
