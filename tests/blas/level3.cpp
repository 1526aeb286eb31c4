// Level 3 in all four types against exact references: every side, triangle, operation and diagonal, in both pointer modes. gemm.cpp has products of
// whole matrices, calls.cpp triangular solves.
//
// Built against an installation and run by tests/tests/blas.rs.
#include "names.h"

// Small products have a kernel of their own, large ones are made of products of whole matrices (of a triangle, of some columns at a time).
struct Sizes {
    int m, n, k;
};
static const Sizes SIZES[] = {{35, 33, 19}, {97, 150, 101}};

// C = alpha A B + beta C of whole matrices as the call sees them; a triangle of C, and its diagonal real, where that is asked for.
template <class E, class SA, class SB, class Call>
static void product(const char *name, const Dense &a, const Dense &b, Layout of_c, bool twice, bool has_beta, Call call) {
    next();
    const Matrix<E> c(a.rows, b.columns, of_c);
    Number<SA> alpha({1.5, 0.25}, on_device);
    Number<SB> beta(has_beta ? Exact(-0.5, 0.75) : 0.0, on_device);
    const Exact factor = alpha.value(), rest = beta.value();
    BLAS(call(alpha, beta, c));
    const Dense old = c.dense();
    const auto want = [&](int i, int j) {
        Bounded sum;
        for (int l = 0; l < a.columns; l++) sum.add(a.at(i, l), b.at(l, j));
        sum.value *= factor;
        if (twice) {  // the other product is this one's transpose, conjugated with its factor for Hermitian matrices
            Bounded other;
            for (int l = 0; l < a.columns; l++) other.add(a.at(j, l), b.at(l, i));
            sum.value += of_c.kind == HERMITIAN ? std::conj(factor * other.value) : factor * other.value;
            sum.sizes += other.sizes;
        }
        sum.sizes *= std::abs(factor);
        if (rest != 0.0) sum.add(rest, old.at(i, j));
        if (of_c.kind == HERMITIAN && i == j) sum.value = sum.value.real();
        return sum;
    };
    say<E>(name, c.is(want, a.columns + 8));
}

template <class E> static void symmetric_factors(Sizes sizes) {
    using F = Names<E>;
    const int m = sizes.m, n = sizes.n;
    for (auto side : SIDES)
        for (auto fill : FILLS) {
            const int size = side == HIPBLAS_SIDE_LEFT ? m : n;
            const Matrix<E> b(m, n);
            const auto test = [&](const char *name, Kind kind, auto function) {
                const Matrix<E> a(size, size, {kind, fill});
                const Dense da = a.dense(), db = b.dense();
                const auto call = [&](E *alpha, E *beta, const Matrix<E> &c) {
                    return function(handle, side, fill, m, n, alpha, a.device(), a.ld, b.device(), b.ld, beta, c.device(), c.ld);
                };
                if (side == HIPBLAS_SIDE_LEFT) product<E, E, E>(name, da, db, {}, false, true, call);
                else product<E, E, E>(name, db, da, {}, false, true, call);
            };
            test("symm", SYMMETRIC, F::symm);
            if constexpr (is_complex<E>) test("hemm", HERMITIAN, F::hemm);
        }
}

template <class E> static void rank_k(Sizes sizes) {
    using F = Names<E>;
    using R = typename F::R;
    const int n = sizes.n, k = sizes.k;
    for (auto fill : FILLS)
        for (bool normal : {true, false}) {
            const Matrix<E> a(normal ? n : k, normal ? k : n), b(normal ? n : k, normal ? k : n);
            const auto test = [&](auto scalars, Kind kind, const char *name, bool twice, bool one, auto function) {
                using SA = std::remove_pointer_t<decltype(scalars.first)>;
                using SB = std::remove_pointer_t<decltype(scalars.second)>;
                const hipblasOperation_t primed = kind == HERMITIAN ? HIPBLAS_OP_C : HIPBLAS_OP_T, op = normal ? HIPBLAS_OP_N : primed;
                const Dense left = a.dense().under(op), right = (one ? a : b).dense().under(normal ? primed : HIPBLAS_OP_N);
                product<E, SA, SB>(name, left, right, {kind, fill}, twice, true, [&](SA *alpha, SB *beta, const Matrix<E> &c) {
                    if constexpr (std::is_invocable_v<decltype(function), hipblasHandle_t, hipblasFillMode_t, hipblasOperation_t, int, int, SA *, E *, int, SB *, E *, int>)
                        return function(handle, fill, op, n, k, alpha, a.device(), a.ld, beta, c.device(), c.ld);
                    else return function(handle, fill, op, n, k, alpha, a.device(), a.ld, b.device(), b.ld, beta, c.device(), c.ld);
                });
            };
            const std::pair<E *, E *> whole;
            test(whole, SYMMETRIC, "syrk", false, true, F::syrk);
            test(whole, SYMMETRIC, "syrkx", false, false, F::syrkx);
            test(whole, SYMMETRIC, "syr2k", true, false, F::syr2k);
            if constexpr (is_complex<E>) {
                const std::pair<E *, R *> real_beta;
                test(std::pair<R *, R *>(), HERMITIAN, "herk", false, true, F::herk);
                test(real_beta, HERMITIAN, "herkx", false, false, F::herkx);
                test(real_beta, HERMITIAN, "her2k", true, false, F::her2k);
            }
        }
}

template <class E> static void triangular_factors(Sizes sizes) {
    using F = Names<E>;
    const int m = sizes.m, n = sizes.n;
    for (auto side : SIDES)
        for (auto fill : FILLS)
            for (auto op : OPS)
                for (auto diag : DIAGS) {
                    const int size = side == HIPBLAS_SIDE_LEFT ? m : n;
                    const Matrix<E> a(size, size, {TRIANGULAR, fill, diag}), b(m, n);
                    const bool in_place = number % 2;
                    const Dense da = a.dense().under(op), db = b.dense();
                    const auto call = [&](E *alpha, E *, const Matrix<E> &c) {
                        if (in_place) HIP(hipMemcpy2D(c.device(), c.ld * sizeof(E), b.device(), b.ld * sizeof(E), m * sizeof(E), n, hipMemcpyDeviceToDevice));
                        const Matrix<E> &from = in_place ? c : b;
                        return F::trmm(handle, side, fill, op, diag, m, n, alpha, a.device(), a.ld, from.device(), from.ld, c.device(), c.ld);
                    };
                    if (side == HIPBLAS_SIDE_LEFT) product<E, E, E>("trmm", da, db, {}, false, false, call);
                    else product<E, E, E>("trmm", db, da, {}, false, false, call);
                }
}

template <class E> static void sums() {
    using F = Names<E>;
    constexpr int m = 39, n = 26;
    for (auto op_a : OPS)
        for (auto op_b : OPS) {
            next();
            const Matrix<E> a(op_a == HIPBLAS_OP_N ? m : n, op_a == HIPBLAS_OP_N ? n : m), b(op_b == HIPBLAS_OP_N ? m : n, op_b == HIPBLAS_OP_N ? n : m), c(m, n);
            Number<E> alpha({1.5, 0.25}, on_device), beta({-0.5, 0.75}, on_device);
            BLAS(F::geam(handle, op_a, op_b, m, n, alpha, a.device(), a.ld, beta, b.device(), b.ld, c.device(), c.ld));
            const Dense da = a.dense().under(op_a), db = b.dense().under(op_b);
            const Exact of_a = alpha.value(), of_b = beta.value();
            say<E>("geam", c.is([&](int i, int j) {
                Bounded sum;
                sum.add(of_a, da.at(i, j)), sum.add(of_b, db.at(i, j));
                return sum;
            }, 6));
        }
    for (auto side : SIDES) {
        const bool left = side == HIPBLAS_SIDE_LEFT;
        const Matrix<E> a(m, n), c(m, n);
        const Vector<E> x(left ? m : n, -2);
        BLAS(F::dgmm(handle, side, m, n, a.device(), a.ld, x.device(), -2, c.device(), c.ld));
        const Dense da = a.dense();
        say<E>("dgmm", c.is([&](int i, int j) {
            Bounded sum;
            sum.add(da.at(i, j), x.at(left ? i : j));
            return sum;
        }, 4));
    }
}

template <class E> static void products() {
    for (const Sizes &sizes : SIZES) symmetric_factors<E>(sizes), rank_k<E>(sizes), triangular_factors<E>(sizes);
}

FOR_ALL_TYPES(OF_TYPES(products) OF_TYPES(sums))
