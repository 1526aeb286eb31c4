// Level 1 in all four types against exact references, with increments of both signs, in both pointer modes.
//
// Built against an installation and run by tests/tests/blas.rs.
#include "names.h"

template <class E> static void vectors() {
    using F = Names<E>;
    using R = typename F::R;
    constexpr int n = 1300;
    for (int inc : {1, -2}) {
        next();
        Number<E> alpha({0.75, -0.5}, on_device);
        const Exact a = alpha.value();
        Vector<E> x(n, inc), y(n, 3), z(n, -inc), u(n, 2), w(n, 1), v(n, 2);
        BLAS(F::axpy(handle, n, alpha, x.device(), inc, y.device(), 3));
        say<E>("axpy", y.is([&](int i) { return Bounded{a * x.at(i) + y.at(i), std::abs(a * x.at(i)) + std::abs(y.at(i))}; }, 4));
        BLAS(F::copy(handle, n, x.device(), inc, z.device(), -inc));
        say<E>("copy", z.is([&](int i) { return Bounded{x.at(i), 0}; }, 0));
        BLAS(F::swap(handle, n, x.device(), inc, u.device(), 2));
        say<E>("swap", u.is([&](int i) { return Bounded{x.at(i), 0}; }, 0) && x.is([&](int i) { return Bounded{u.at(i), 0}; }, 0));
        BLAS(F::scal(handle, n, alpha, v.device(), 2));
        say<E>("scal", v.is([&](int i) { return Bounded{a * v.at(i), std::abs(a * v.at(i))}; }, 4));
        Number<R> c(0.6, on_device);
        Number<E> s({0.8, 0.3}, on_device);
        x.array.upload(), w.array.upload();
        BLAS(F::rot(handle, n, x.device(), inc, w.device(), 1, c, s));
        const Exact cosine = c.value(), sine = s.value();
        const auto rotated = [&](Exact p, Exact a, Exact q, Exact b) { return Bounded{p * a + q * b, std::abs(p * a) + std::abs(q * b)}; };
        say<E>("rot", x.is([&](int i) { return rotated(cosine, x.at(i), sine, w.at(i)); }, 5) &&
                          w.is([&](int i) { return rotated(cosine, w.at(i), -std::conj(sine), x.at(i)); }, 5));
        if constexpr (is_complex<E>) {
            Number<R> real(1.25, on_device);
            v.array.upload();
            BLAS(F::rscal(handle, n, real, v.device(), 2));
            say<E>("rscal", v.is([&](int i) { return Bounded{1.25 * v.at(i), std::abs(v.at(i))}; }, 4));
        } else {
            const R h[5] = {R(-1), R(0.5), R(0.25), R(-0.75), R(1.5)};
            R *there;
            HIP(hipMalloc(reinterpret_cast<void **>(&there), sizeof h));
            HIP(hipMemcpy(there, h, sizeof h, hipMemcpyHostToDevice));
            x.array.upload(), w.array.upload();
            BLAS(F::rotm(handle, n, x.device(), inc, w.device(), 1, on_device ? there : h));
            say<E>("rotm", x.is([&](int i) { return rotated(h[1], x.at(i), h[3], w.at(i)); }, 5) &&
                               w.is([&](int i) { return rotated(h[2], x.at(i), h[4], w.at(i)); }, 5));
            HIP(hipFree(there));
        }
    }
    // Strided, in two batches that share x.
    next();
    Number<E> alpha(2.0, on_device);
    Vector<E> x(n, 1), y(2 * n, 1);
    BLAS(F::axpy_strided(handle, n, alpha, x.device(), 1, 0, y.device(), 1, n, 2));
    say<E>("axpy_strided", y.is([&](int i) { return Bounded{2.0 * x.at(i % n) + y.at(i), 3}; }, 4));
}

template <class E> static void sums() {
    using F = Names<E>;
    using R = typename F::R;
    for (int n : {1, 700, 5000, 2000003}) {
        next();
        Vector<E> x(n, 2), y(n, -1);
        Number<E> dot(0, on_device);
        Number<R> nrm2(0, on_device), asum(0, on_device);
        Bounded plain, conjugated, squares, sizes;
        int most = 0, least = 0;
        const auto size = [&](int i) { return R(std::abs(R(x.at(i).real())) + std::abs(R(x.at(i).imag()))); };
        for (int i = 0; i < n; i++) {
            plain.add(x.at(i), y.at(i)), conjugated.add(std::conj(x.at(i)), y.at(i)), squares.add(std::conj(x.at(i)), x.at(i)), sizes.add(size(i), 1);
            if (size(i) > size(most)) most = i;
            if (size(i) < size(least)) least = i;
        }
        BLAS(F::dot(handle, n, x.device(), 2, y.device(), -1, dot));
        say<E>("dot", within(dot.value(), plain.value, n * Of<E>::unit * 2 * plain.sizes));
        if constexpr (is_complex<E>) {
            BLAS(F::dotc(handle, n, x.device(), 2, y.device(), -1, dot));
            say<E>("dotc", within(dot.value(), conjugated.value, n * Of<E>::unit * 2 * plain.sizes));
        }
        BLAS(F::nrm2(handle, n, x.device(), 2, nrm2));
        const double norm = std::sqrt(squares.sizes);
        say<E>("nrm2", within(nrm2.value(), norm, (sizeof(R) == 4 ? 2 : n) * Of<R>::unit * 2 * norm));
        BLAS(F::asum(handle, n, x.device(), 2, asum));
        say<E>("asum", within(asum.value(), sizes.value, n * Of<R>::unit * 2 * sizes.sizes));
        int *there, found[2];
        HIP(hipMalloc(reinterpret_cast<void **>(&there), sizeof found));
        BLAS(F::iamax(handle, n, x.device(), 2, on_device ? there : found));
        BLAS(F::iamin(handle, n, x.device(), 2, on_device ? there + 1 : found + 1));
        if (on_device) HIP(hipMemcpy(found, there, sizeof found, hipMemcpyDeviceToHost));
        HIP(hipFree(there));
        say<E>("iamax", found[0] == most + 1 && found[1] == least + 1);
    }
    // Squares that overflow and underflow, and nothing.
    next();
    for (double scale : {double(std::numeric_limits<R>::max()) / 8, double(std::numeric_limits<R>::min())}) {
        Vector<E> x(3, 1);
        for (int i = 0; i < 3; i++) x.array.host[i] = Of<E>::from(scale * (i + 1.0));
        x.array.upload();
        Number<R> nrm2(0, on_device);
        BLAS(F::nrm2(handle, 3, x.device(), 1, nrm2));
        const double want = scale * std::sqrt(14.0);
        say<E>("nrm2_of_extremes", within(nrm2.value() / scale, want / scale, 8 * Of<R>::unit * 4));
    }
    Number<R> nothing(5.0, on_device);
    BLAS(F::asum(handle, 0, nullptr, 1, nothing));
    say<E>("asum_of_nothing", nothing.value() == 0.0);
}

FOR_ALL_TYPES(OF_TYPES(vectors) OF_TYPES(sums))
