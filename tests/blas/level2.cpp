// Level 2 in all four types against exact references: every storage, triangle, operation and diagonal, in both pointer modes.
//
// Built against an installation and run by tests/tests/blas.rs.
#include "names.h"

// y = alpha op(A) x + beta y for one kind of matrix; `call` has what differs between the functions.
template <class E, class Call> static void product(const char *name, const Matrix<E> &a, hipblasOperation_t op, Call call) {
    next();
    const Dense m = a.dense().under(op);
    Number<E> alpha({1.5, 0.25}, on_device), beta(number % 3 ? Exact(-0.5, 0.75) : 0.0, on_device);
    Vector<E> x(m.columns, -2), y(m.rows, 3);
    if (beta.value() == 0.0)
        for (E &element : y.array.host) element = Of<E>::from(NAN);
    y.array.upload();
    BLAS(call(alpha, x.device(), -2, beta, y.device(), 3));
    const Exact factor = alpha.value(), rest = beta.value();
    say<E>(name, y.is([&](int i) {
        Bounded sum;
        for (int j = 0; j < m.columns; j++) sum.add(m.at(i, j), x.at(j));
        sum.value *= factor, sum.sizes *= std::abs(factor);
        if (rest != 0.0) sum.add(rest, y.at(i));
        return sum;
    }, m.columns + 4));
}

// x = op(A) x, and the solution of op(A) x = b, whose product with op(A) is b again.
template <class E, class Multiply, class Solve>
static void triangle(const char *name, const Matrix<E> &a, hipblasOperation_t op, Multiply multiply, Solve solve) {
    const Dense m = a.dense().under(op);
    Vector<E> x(m.rows, -2), b(m.rows, 3);
    BLAS(multiply(x.device(), -2));
    const int n = m.rows;
    bool ok = x.is([&](int i) {
        Bounded sum;
        for (int j = 0; j < n; j++) sum.add(m.at(i, j), x.at(j));
        return sum;
    }, n + 4);
    BLAS(solve(b.device(), 3));
    const std::vector<E> solution = b.array.download();
    for (int i = 0; i < n; i++) {
        Bounded sum;
        for (int j = 0; j < n; j++) sum.add(m.at(i, j), Of<E>::exact(solution[b.place(j)]));
        ok = ok && within(sum.value, b.at(i), 2 * (n + 4) * Of<E>::unit * (sum.sizes + std::abs(b.at(i))));
    }
    say<E>(name, ok);
}

template <class E> static void matrices_and_vectors() {
    using F = Names<E>;
    constexpr int m = 45, n = 38, k = 5;
    for (auto op : OPS) {
        const Matrix<E> a(m, n);
        product("gemv", a, op, [&](E *alpha, E *x, int incx, E *beta, E *y, int incy) {
            return F::gemv(handle, op, m, n, alpha, a.device(), a.ld, x, incx, beta, y, incy);
        });
        Layout l;
        l.is_band = true, l.below = 4, l.above = 7;
        const Matrix<E> banded(m, n, l);
        product("gbmv", banded, op, [&](E *alpha, E *x, int incx, E *beta, E *y, int incy) {
            return F::gbmv(handle, op, m, n, 4, 7, alpha, banded.device(), banded.ld, x, incx, beta, y, incy);
        });
        for (auto fill : FILLS)
            for (auto diag : DIAGS) {
                const Matrix<E> full(n, n, {TRIANGULAR, fill, diag}), packed(n, n, {TRIANGULAR, fill, diag, false, true});
                const bool upper = fill == HIPBLAS_FILL_MODE_UPPER;
                const Matrix<E> band(n, n, {TRIANGULAR, fill, diag, true, false, upper ? 0 : k, upper ? k : 0});
                triangle("trmv", full, op, [&](E *x, int inc) { return F::trmv(handle, fill, op, diag, n, full.device(), full.ld, x, inc); },
                         [&](E *x, int inc) { return F::trsv(handle, fill, op, diag, n, full.device(), full.ld, x, inc); });
                triangle("tpmv", packed, op, [&](E *x, int inc) { return F::tpmv(handle, fill, op, diag, n, packed.device(), x, inc); },
                         [&](E *x, int inc) { return F::tpsv(handle, fill, op, diag, n, packed.device(), x, inc); });
                triangle("tbmv", band, op, [&](E *x, int inc) { return F::tbmv(handle, fill, op, diag, n, k, band.device(), band.ld, x, inc); },
                         [&](E *x, int inc) { return F::tbsv(handle, fill, op, diag, n, k, band.device(), band.ld, x, inc); });
            }
    }
}

// Solved by blocks that wait for each other; on a CPU only the larger ones are, of a type with tiles of either size.
template <class E> static void large_triangles() {
    using F = Names<E>;
    constexpr int n = std::is_same_v<E, float> || sizeof(E) == 16 ? 1027 : 203;
    for (auto op : OPS)
        for (auto fill : FILLS)
            for (auto diag : DIAGS) {
                const Matrix<E> full(n, n, {TRIANGULAR, fill, diag}), packed(n, n, {TRIANGULAR, fill, diag, false, true});
                triangle("trmv", full, op, [&](E *x, int inc) { return F::trmv(handle, fill, op, diag, n, full.device(), full.ld, x, inc); },
                         [&](E *x, int inc) { return F::trsv(handle, fill, op, diag, n, full.device(), full.ld, x, inc); });
                triangle("tpmv", packed, op, [&](E *x, int inc) { return F::tpmv(handle, fill, op, diag, n, packed.device(), x, inc); },
                         [&](E *x, int inc) { return F::tpsv(handle, fill, op, diag, n, packed.device(), x, inc); });
            }
}

template <class E> static void symmetric() {
    using F = Names<E>;
    constexpr int n = 37, k = 6;
    const hipblasOperation_t op = HIPBLAS_OP_N;
    for (auto fill : FILLS)
        for (Kind kind : {SYMMETRIC, HERMITIAN}) {
            const bool upper = fill == HIPBLAS_FILL_MODE_UPPER;
            const Matrix<E> full(n, n, {kind, fill}), packed(n, n, {kind, fill, HIPBLAS_DIAG_NON_UNIT, false, true});
            const Matrix<E> band(n, n, {kind, fill, HIPBLAS_DIAG_NON_UNIT, true, false, upper ? 0 : k, upper ? k : 0});
            const auto whole = [&](const char *name, auto function) {
                product(name, full, op, [&](E *alpha, E *x, int incx, E *beta, E *y, int incy) {
                    return function(handle, fill, n, alpha, full.device(), full.ld, x, incx, beta, y, incy);
                });
            };
            const auto of_others = [&](const char *name, auto of_band, auto of_packed) {
                product(name, band, op, [&](E *alpha, E *x, int incx, E *beta, E *y, int incy) {
                    return of_band(handle, fill, n, k, alpha, band.device(), band.ld, x, incx, beta, y, incy);
                });
                product(name, packed, op, [&](E *alpha, E *x, int incx, E *beta, E *y, int incy) {
                    return of_packed(handle, fill, n, alpha, packed.device(), x, incx, beta, y, incy);
                });
            };
            if constexpr (is_complex<E>) {
                if (kind == SYMMETRIC) whole("symv", F::symv);
                else whole("hemv", F::hemv), of_others("hbmv_hpmv", F::hbmv, F::hpmv);
            } else if (kind == SYMMETRIC) {
                whole("symv", F::symv), of_others("sbmv_spmv", F::sbmv, F::spmv);
            }
        }
}

// A = alpha x y' + A, and with `twice` the same with x and y exchanged, alpha conjugated where ' is.
template <class E, class S, class Call> static void update(const char *name, int m, int n, Layout l, bool conjugated, bool twice, Call call) {
    next();
    const Matrix<E> a(m, n, l);
    const Vector<E> x(m, -2), y(n, 3);
    Number<S> alpha({1.25, 0.5}, on_device);
    BLAS(call(static_cast<S *>(alpha), x, y, a));
    const Dense old = a.dense();
    const Exact factor = alpha.value();
    const auto primed = [&](Exact value) { return conjugated ? std::conj(value) : value; };
    const bool same = l.kind != GENERAL && !twice;  // y is x
    say<E>(name, a.is([&](int i, int j) {
        Bounded sum;
        sum.add(old.at(i, j), 1);
        sum.add(factor * x.at(i), primed(same ? x.at(j) : y.at(j)));
        if (twice) sum.add(primed(factor) * y.at(i), primed(x.at(j)));
        if (l.kind == HERMITIAN && i == j) sum.value = sum.value.real();
        return sum;
    }, 8));
}

template <class E> static void updates() {
    using F = Names<E>;
    using R = typename F::R;
    constexpr int m = 41, n = 35;
    const auto ger = [&](auto function) {
        return [=](auto *alpha, auto &x, auto &y, auto &a) { return function(handle, m, n, alpha, x.device(), -2, y.device(), 3, a.device(), a.ld); };
    };
    update<E, E>("ger", m, n, {}, false, false, ger(F::ger));
    if constexpr (is_complex<E>) update<E, E>("gerc", m, n, {}, true, false, ger(F::gerc));
    for (auto fill : FILLS) {
        const auto one = [=](auto function) {
            return [=](auto *alpha, auto &x, auto &, auto &a) { return function(handle, fill, n, alpha, x.device(), -2, a.device(), a.ld); };
        };
        const auto one_packed = [=](auto function) {
            return [=](auto *alpha, auto &x, auto &, auto &a) { return function(handle, fill, n, alpha, x.device(), -2, a.device()); };
        };
        const auto two = [=](auto function) {
            return [=](auto *alpha, auto &x, auto &y, auto &a) { return function(handle, fill, n, alpha, x.device(), -2, y.device(), 3, a.device(), a.ld); };
        };
        const auto two_packed = [=](auto function) {
            return [=](auto *alpha, auto &x, auto &y, auto &a) { return function(handle, fill, n, alpha, x.device(), -2, y.device(), 3, a.device()); };
        };
        const Layout full = {SYMMETRIC, fill}, packed = {SYMMETRIC, fill, HIPBLAS_DIAG_NON_UNIT, false, true};
        update<E, E>("syr", n, n, full, false, false, one(F::syr));
        update<E, E>("spr", n, n, packed, false, false, one_packed(F::spr));
        update<E, E>("syr2", n, n, full, false, true, two(F::syr2));
        if constexpr (is_complex<E>) {
            const Layout hermitian = {HERMITIAN, fill}, hermitian_packed = {HERMITIAN, fill, HIPBLAS_DIAG_NON_UNIT, false, true};
            update<E, R>("her", n, n, hermitian, true, false, one(F::her));
            update<E, R>("hpr", n, n, hermitian_packed, true, false, one_packed(F::hpr));
            update<E, E>("her2", n, n, hermitian, true, true, two(F::her2));
            update<E, E>("hpr2", n, n, hermitian_packed, true, true, two_packed(F::hpr2));
        } else {
            update<E, E>("spr2", n, n, packed, false, true, two_packed(F::spr2));
        }
    }
}

FOR_ALL_TYPES(OF_TYPES(matrices_and_vectors) OF_TYPES(large_triangles) OF_TYPES(symmetric) OF_TYPES(updates))
