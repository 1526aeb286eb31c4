// trsm.hip: hipblas[SDCZ]trsm and hipblasTrsmEx, which solve op(A) X = alpha B or X op(A) = alpha B with a triangular A, X taking B's place.
//
// Called by programs, and through solve.h by functions that are made of it. Blocks of A's diagonal are solved one after the other by a kernel here, a
// thread for each right hand side; what such a block contributes to the rest is a matrix product (gemm.h).
#include "forms.h"
#include "gemm.h"
#include "solve.h"

namespace blas {

constexpr int diagonal = 32;  // the size of those blocks

// Equations M X = scale B, of which X(i, r) and B(i, r) lie at i * equation + r * side.
template <class T> struct Solve {
    int size, sides;
    int64_t batches;
    Operand<T> m;
    View<T> b;
    int64_t equation, side;
    bool lower, unit;
    // alpha is the call's: where it is zero, so is X, and A is not read. scale is the same or 1, if B has been multiplied already.
    Scalar<T> alpha, scale;
};

template <class T> __global__ void solve_diagonal(Solve<T> p) {
    const int side = blockIdx.x * blockDim.x + threadIdx.x;
    if (side >= p.sides) return;
    const T alpha = p.alpha.get(), scale = p.scale.get();
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        T *const b = p.b.at(batch) + side * p.side;
        const T *const m = alpha == T(0) ? nullptr : p.m.matrix.at(batch);
        for (int step = 0; step < p.size; step++) {
            const int i = p.lower ? step : p.size - 1 - step;
            if (alpha == T(0)) {
                b[i * p.equation] = T(0);
                continue;
            }
            T x = scale * b[i * p.equation];
            for (int other = 0; other < step; other++) {
                const int j = p.lower ? other : p.size - 1 - other;
                x = x - conj_if(p.m.conjugate, m[i * p.m.row + j * p.m.column]) * b[j * p.equation];
            }
            if (!p.unit) x = x / conj_if(p.m.conjugate, m[i * (p.m.row + p.m.column)]);
            b[i * p.equation] = x;
        }
    }
}

// The product that takes block `from` (its first equation, `count` of them) out of equations `to` and those that follow: B = scale B - M X.
template <class T>
static hipblasStatus_t take_out(const Handle &handle, const Solve<T> &p, int64_t from, int64_t count, int64_t to, int64_t rest, bool left) {
    const Operand<T> m = p.m.from(to, from);
    const Operand<T> x = {View<const T>(p.b.from(from * p.equation)), p.side, p.equation, false};
    const View<T> c = p.b.from(to * p.equation);
    const Scalar<T> minus = Scalar<T>::known(T(-1));
    if (left) return launch_gemm(handle, Gemm<T, T, T>{int(rest), p.sides, int(count), p.batches, m, x, c, minus, p.scale});
    return launch_gemm(handle, Gemm<T, T, T>{p.sides, int(rest), int(count), p.batches, x, m, c, minus, p.scale});
}

template <class T> static hipblasStatus_t solve(const Handle &handle, Solve<T> all, bool left) {
    const int64_t blocks = divide_up(all.size, diagonal);
    for (int64_t step = 0; step < blocks; step++) {
        const int64_t first = (all.lower ? step : blocks - 1 - step) * diagonal, next = std::min<int64_t>(first + diagonal, all.size);
        Solve<T> block = all;
        block.size = next - first;
        block.m = all.m.from(first, first);
        block.b = all.b.from(first * all.equation);
        const dim3 grid(divide_up(all.sides, 64), 1, batch_blocks(all.batches));
        BLAS_TRY(launch(handle, solve_diagonal<T>, grid, dim3(64), block));
        const int64_t rest_from = all.lower ? next : 0, rest = all.lower ? all.size - next : first;
        if (rest) BLAS_TRY(take_out(handle, all, first, next - first, rest_from, rest, left));
        all.scale = Scalar<T>::known(T(1));
    }
    return HIPBLAS_STATUS_SUCCESS;
}

template <class T> hipblasStatus_t solve_system(const Handle &handle, const System<T> &s) {
    const bool left = s.side == HIPBLAS_SIDE_LEFT;
    // X op(A) = B is op(A)^T X^T = B^T.
    const Operand<T> matrix = left ? operand(s.a, s.op) : operand(s.a, s.op).transposed();
    const bool lower = (s.fill == HIPBLAS_FILL_MODE_LOWER) == (matrix.row == 1);
    return solve(handle, Solve<T>{int(left ? s.m : s.n), int(left ? s.n : s.m), s.batches, matrix, s.b, left ? 1 : s.b.ld, left ? s.b.ld : 1, lower,
                                  s.diag == HIPBLAS_DIAG_UNIT, s.alpha, s.alpha}, left);
}

template <class T> hipblasStatus_t multiply_matrices(const Handle &handle, const Gemm<T, T, T> &product) { return launch_gemm(handle, product); }

#define INSTANTIATE(T)                                                                    \
    template hipblasStatus_t solve_system<T>(const Handle &, const System<T> &);          \
    template hipblasStatus_t multiply_matrices<T>(const Handle &, const Gemm<T, T, T> &);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(Complex<float>)
INSTANTIATE(Complex<double>)

template <class T>
static hipblasStatus_t trsm(hipblasHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t fill, hipblasOperation_t op, hipblasDiagType_t diag,
                            int64_t m, int64_t n, const void *alpha, View<const T> a, View<T> b, int64_t batches) {
    if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
    if (!is_enum(side) || !is_enum(fill) || !is_enum(op) || !is_enum(diag)) return HIPBLAS_STATUS_INVALID_ENUM;
    const int64_t size = side == HIPBLAS_SIDE_LEFT ? m : n;
    if (m < 0 || n < 0 || batches < 0 || !is_leading(a.ld, size) || !is_leading(b.ld, m)) return HIPBLAS_STATUS_INVALID_VALUE;
    if (m == 0 || n == 0 || batches == 0) return HIPBLAS_STATUS_SUCCESS;
    if (!alpha || b.is_null()) return HIPBLAS_STATUS_INVALID_VALUE;
    const Handle &context = *static_cast<const Handle *>(handle);
    const Scalar<T> factor = scalar<T>(context, alpha);
    // rocBLAS: "when alpha is zero then A is not referenced".
    if (a.is_null() && !factor.is(T(0))) return HIPBLAS_STATUS_INVALID_VALUE;
    if (!fits(m) || !fits(n)) return missing("trsm", "sizes beyond 2^31 - 1");
    return solve_system(context, System<T>{side, fill, op, diag, m, n, factor, a, b, batches});
}

// invA, the inverses of blocks of A's diagonal that a program may have ready, only saves rocBLAS time: X is the same without.
static hipblasStatus_t trsm_ex(hipblasHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t fill, hipblasOperation_t op, hipblasDiagType_t diag,
                               int64_t m, int64_t n, const void *alpha, View<void> a, View<void> b, int64_t batches, const void *, int64_t, int64_t,
                               hipDataType type) {
    if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
    const auto run = [&](auto one) {
        using T = decltype(one);
        return trsm<T>(handle, side, fill, op, diag, m, n, alpha, cast<T>(a), cast<T>(b), batches);
    };
    switch (type) {
        case HIP_R_32F: return run(float());
        case HIP_R_64F: return run(double());
        case HIP_C_32F: return run(Complex<float>());
        case HIP_C_64F: return run(Complex<double>());
        default: return missing("hipblasTrsmEx", "this type");
    }
}

}  // namespace blas

#define DEFINE_EX(N, E, list) BLAS_DEFINE_MIXED_INT(N, E, list, blas::trsm_ex)
HIPBLAS_TRSM_EX(DEFINE_EX)
#define DEFINE(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::trsm<blas::Element<T>>)
HIPBLAS_TRSM(DEFINE)
