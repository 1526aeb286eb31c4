// trsm.hip: hipblas[SDCZ]trsm and hipblasTrsmEx, which solve op(A) X = alpha B or X op(A) = alpha B with a triangular A, X taking B's place.
//
// Called by programs, and through solve.h by functions that are made of it. Systems are halved until they are blocks on A's diagonal, which
// a kernel here solves, a thread for each right hand side; what a half contributes to the rest is a matrix product (gemm.h).
#include "forms.h"
#include "gemm.h"
#include "solve.h"

namespace blas {

// The size of those blocks, and for how many right hand sides a kernel's block solves one: a warp's, as there are seldom enough for a GPU.
template <class T> constexpr int diagonal = is_complex<T> ? 16 : 32;
constexpr int sides_of_block = 32;

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

// A thread solves for one right hand side, in registers; the block of A is shared, its equations in the order in which they are solved.
template <class T> __global__ __launch_bounds__(sides_of_block) void solve_diagonal(Solve<T> p) {
    constexpr int size = diagonal<T>;
    __shared__ T m[size][size + 1];
    const int side = blockIdx.x * sides_of_block + threadIdx.x;
    const T alpha = p.alpha.get(), scale = p.scale.get();
    const auto equation = [&](int step) { return p.lower ? step : p.size - 1 - step; };
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        if (alpha != T(0)) {
            const T *const from = p.m.matrix.at(batch);
            for (int e = threadIdx.x; e < size * size; e += sides_of_block) {
                const int i = e % size, j = e / size;
                const bool is_there = i < p.size && j < (p.unit ? i : i + 1);
                m[i][j] = is_there ? conj_if(p.m.conjugate, from[equation(i) * p.m.row + equation(j) * p.m.column]) : T(i == j);
            }
        }
        __syncthreads();
        if (side < p.sides) {
            T *const b = p.b.at(batch) + side * p.side;
            T x[size];
#pragma unroll
            for (int i = 0; i < size; i++) x[i] = alpha != T(0) && i < p.size ? scale * b[equation(i) * p.equation] : T(0);
            if (alpha != T(0)) {
#pragma unroll
                for (int i = 0; i < size; i++) {
                    if (!p.unit) x[i] = x[i] / m[i][i];
#pragma unroll
                    for (int j = i + 1; j < size; j++) x[j] = x[j] - m[j][i] * x[i];
                }
            }
#pragma unroll
            for (int i = 0; i < size; i++)
                if (i < p.size) b[equation(i) * p.equation] = x[i];
        }
        __syncthreads();
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

// Half of the equations, what they contribute to the rest, and the rest: most of it all is products of large matrices.
template <class T> static hipblasStatus_t solve(const Handle &handle, Solve<T> all, bool left) {
    if (all.size <= diagonal<T>) {
        const dim3 grid(divide_up(all.sides, sides_of_block), 1, batch_blocks(all.batches));
        return launch(handle, solve_diagonal<T>, grid, dim3(sides_of_block), all);
    }
    const int middle = divide_up(divide_up(all.size, diagonal<T>), 2) * diagonal<T>;
    const auto part = [&](int first, int size) {
        Solve<T> result = all;
        result.size = size;
        result.m = all.m.from(first, first);
        result.b = all.b.from(first * all.equation);
        return result;
    };
    const Solve<T> upper = part(0, middle), lower = part(middle, all.size - middle);
    BLAS_TRY(solve(handle, all.lower ? upper : lower, left));
    BLAS_TRY(all.lower ? take_out(handle, all, 0, middle, middle, lower.size, left) : take_out(handle, all, middle, lower.size, 0, middle, left));
    Solve<T> rest = all.lower ? lower : upper;
    rest.scale = Scalar<T>::known(T(1));
    return solve(handle, rest, left);
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
