// rotg and rotmg in all types and forms, in both pointer modes: what they find rotates the vector onto its first axis, keeps its length, and is what
// BLAS' formulas say.
//
// Built against an installation and run by tests/tests/blas.rs.
#include "batch.h"

// Numbers of a batch, `stride` elements behind each other, on the side that the pointer mode says: as one array and as an array of addresses.
template <class E> struct Numbers {
    int stride;
    Array<E> array;
    std::vector<E *> addresses;
    E **there;

    Numbers(int count, int stride) : stride(stride), array(size_t(count) * stride) {
        for (int i = 0; i < count; i++) addresses.push_back((on_device ? array.device : array.host.data()) + i * stride);
        HIP(hipMalloc(reinterpret_cast<void **>(&there), count * sizeof(E *)));
        HIP(hipMemcpy(there, addresses.data(), count * sizeof(E *), hipMemcpyHostToDevice));
    }
    ~Numbers() { (void)hipFree(there); }
    E *first() { return on_device ? array.device : array.host.data(); }
    E **each() { return on_device ? there : addresses.data(); }
    std::vector<E> now() const { return on_device ? array.download() : array.host; }
};

template <class E> static void rotg(Form form, double size_a, double size_b) {
    using F = Names<E>;
    using R = typename F::R;
    next();
    const int count = form == PLAIN ? 1 : 70;
    Numbers<E> a(count, 2), b(count, 3), s(count, 1);
    Numbers<R> c(count, 2);
    for (int i = 0; i < count; i++) {
        E &x = a.array.host[i * 2], &y = b.array.host[i * 3];
        x = Of<E>::from(i == 5 ? 0.0 : Of<E>::exact(x) * size_a), y = Of<E>::from(i == 5 || i == 6 ? 0.0 : Of<E>::exact(y) * size_b);
        if (i == 7) x = Of<E>::from(0.0);
    }
    a.array.upload(), b.array.upload(), c.array.upload(), s.array.upload();
    const std::vector<E> old_a = a.array.host, old_b = b.array.host;
    if (form == PLAIN) BLAS(F::rotg(handle, a.first(), b.first(), c.first(), s.first()));
    if (form == BATCHED) BLAS(F::rotg_batched(handle, a.each(), b.each(), c.each(), s.each(), count));
    if (form == STRIDED) BLAS(F::rotg_strided(handle, a.first(), 2, b.first(), 3, c.first(), 2, s.first(), 1, count));
    const std::vector<E> all_r = a.now(), all_z = b.now(), all_s = s.now();
    const std::vector<R> all_c = c.now();
    bool ok = true;
    for (int i = 0; i < count; i++) {
        const Exact x = Of<E>::exact(old_a[i * 2]), y = Of<E>::exact(old_b[i * 3]), r = Of<E>::exact(all_r[i * 2]), z = Of<E>::exact(all_z[i * 3]);
        const Exact sine = Of<E>::exact(all_s[i]), cosine = all_c[i * 2];
        const double scale = std::max({std::abs(x), std::abs(y), std::numeric_limits<double>::min()}), bound = 16 * Of<E>::unit;
        // (c s; -s' c) (a; b) = (r; 0)
        ok = ok && within((cosine * x + sine * y) / scale, r / scale, bound) && within((-std::conj(sine) * x + cosine * y) / scale, 0, bound);
        ok = ok && within(cosine * cosine + std::norm(sine), 1, bound);
        const Exact nothing = 0;
        if (x == nothing) ok = ok && (is_complex<E> ? cosine == nothing && sine == 1.0 && r == y : cosine == (y == nothing ? 1.0 : 0.0));
        if (is_complex<E>) ok = ok && z == y;
        else if (r == nothing) ok = ok && z == nothing;
        else {
            const bool larger = std::abs(x) > std::abs(y);
            ok = ok && std::signbit(r.real()) == std::signbit((larger ? x : y).real());
            ok = ok && within(z, larger ? sine : cosine == nothing ? 1.0 : 1.0 / cosine, larger ? 0 : 4 * Of<E>::unit * std::abs(z));
        }
        ok = ok && !memcmp(&all_r[i * 2 + 1], &old_a[i * 2 + 1], sizeof(E));
    }
    say<E>(("rotg" + std::to_string(form)).c_str(), ok);
}

template <class E> static void givens() {
    for (auto form : FORMS)
        for (int turn = 0; turn < 2; turn++) {  // in both pointer modes
            const double huge = std::numeric_limits<typename Names<E>::R>::max() / 4, tiny = std::numeric_limits<typename Names<E>::R>::min() * 1e4;
            rotg<E>(form, 1, 1), rotg<E>(form, 1, 1e-3), rotg<E>(form, huge, huge), rotg<E>(form, tiny, tiny), rotg<E>(form, 0, 1);
        }
}

// H (x1; y1) = (x1'; 0), and d1 x^2 + d2 y^2 of any vector stays what it is: H^T diag(d1', d2') H = diag(d1, d2).
template <class R> static bool is_modified_rotation(R d1, R d2, R x1, R y1, R new_d1, R new_d2, R new_x1, const R *p) {
    const double flag = p[0];
    if (flag == -2) return d2 * y1 == 0 && new_d1 == d1 && new_d2 == d2 && new_x1 == x1;
    const double h11 = flag == 0 ? 1 : p[1], h21 = flag == 1 ? -1 : p[2], h12 = flag == 1 ? 1 : p[3], h22 = flag == 0 ? 1 : p[4];
    // "-1 with everything zero": no such rotation is real.
    if (new_d1 == 0 && new_d2 == 0 && flag == -1 && (d1 < 0 || (double(d2) * y1 * y1 < 0)))
        return new_x1 == 0 && h11 == 0 && h21 == 0 && h12 == 0 && h22 == 0;
    const double unit = 32 * std::numeric_limits<R>::epsilon(), n1 = new_d1, n2 = new_d2;
    const auto near = [&](double got, double want, double sizes) { return std::abs(got - want) <= unit * sizes; };
    bool ok = near(h11 * x1 + h12 * y1, new_x1, std::abs(h11 * x1) + std::abs(h12 * y1)) && near(h21 * x1 + h22 * y1, 0, std::abs(h21 * x1) + std::abs(h22 * y1));
    ok = ok && near(h11 * h11 * n1 + h21 * h21 * n2, d1, std::abs(h11 * h11 * n1) + std::abs(h21 * h21 * n2));
    ok = ok && near(h12 * h12 * n1 + h22 * h22 * n2, d2, std::abs(h12 * h12 * n1) + std::abs(h22 * h22 * n2));
    ok = ok && near(h11 * h12 * n1 + h21 * h22 * n2, 0, std::abs(h11 * h12 * n1) + std::abs(h21 * h22 * n2));
    const double least = std::ldexp(1.0, -24), most = std::ldexp(1.0, 24);
    for (double d : {n1, n2}) ok = ok && (d == 0 || (std::abs(d) > least && std::abs(d) < most) || flag != -1);
    return ok;
}

template <class R> static void rotmg(Form form, double size_1, double size_2) {
    using F = Names<R>;
    next();
    const int count = form == PLAIN ? 1 : 90;
    Numbers<R> d1(count, 1), d2(count, 2), x1(count, 1), y1(count, 3), param(count, 6);
    for (int i = 0; i < count; i++) {
        R &first = d1.array.host[i], &second = d2.array.host[i * 2];
        first = std::abs(first) * size_1, second = std::abs(second) * size_2;
        if (i % 10 == 3) first = -first;
        if (i % 10 == 4) second = -second;
        if (i % 10 == 5) second = 0;
    }
    for (auto *numbers : {&d1, &d2, &x1, &y1, &param}) numbers->array.upload();
    const std::vector<R> a = d1.array.host, b = d2.array.host, x = x1.array.host, y = y1.array.host, old = param.array.host;
    if (form == PLAIN) BLAS(F::rotmg(handle, d1.first(), d2.first(), x1.first(), y1.first(), param.first()));
    if (form == BATCHED) BLAS(F::rotmg_batched(handle, d1.each(), d2.each(), x1.each(), y1.each(), param.each(), count));
    if (form == STRIDED) BLAS(F::rotmg_strided(handle, d1.first(), 1, d2.first(), 2, x1.first(), 1, y1.first(), 3, param.first(), 6, count));
    const std::vector<R> na = d1.now(), nb = d2.now(), nx = x1.now(), p = param.now();
    bool ok = true;
    for (int i = 0; i < count; i++) {
        ok = ok && is_modified_rotation(a[i], b[i * 2], x[i], y[i * 3], na[i], nb[i * 2], nx[i], &p[i * 6]) && p[i * 6 + 5] == old[i * 6 + 5];
        // Elements that the flag says are known are not written.
        if (p[i * 6] == 0) ok = ok && p[i * 6 + 1] == old[i * 6 + 1] && p[i * 6 + 4] == old[i * 6 + 4];
        if (p[i * 6] == 1) ok = ok && p[i * 6 + 2] == old[i * 6 + 2] && p[i * 6 + 3] == old[i * 6 + 3];
    }
    say<R>(("rotmg" + std::to_string(form)).c_str(), ok);
}

template <class R> static void modified() {
    for (auto form : FORMS)
        for (int turn = 0; turn < 2; turn++) rotmg<R>(form, 1, 1), rotmg<R>(form, 1e9, 1e-9), rotmg<R>(form, 1e-12, 1e14), rotmg<R>(form, 1e9, 1e12);
}

template <class E> static void wrong_arguments() {
    using F = Names<E>;
    Array<E> x(8);
    typename F::R c[2];
    const auto is = [](const char *name, hipblasStatus_t got, hipblasStatus_t want) { say<E>(name, got == want); };
    is("rotg_null_handle", F::rotg(nullptr, x.device, x.device, c, x.device), HIPBLAS_STATUS_NOT_INITIALIZED);
    is("rotg_null", F::rotg(handle, nullptr, x.device, c, x.device), HIPBLAS_STATUS_INVALID_VALUE);
    is("rotg_null_c", F::rotg(handle, x.device, x.device, nullptr, x.device), HIPBLAS_STATUS_INVALID_VALUE);
    is("rotg_nothing", F::rotg_strided(handle, nullptr, 0, nullptr, 0, nullptr, 0, nullptr, 0, 0), HIPBLAS_STATUS_SUCCESS);
    if constexpr (!is_complex<E>) {
        is("rotmg_null_handle", F::rotmg(nullptr, x.device, x.device, x.device, x.device, x.device), HIPBLAS_STATUS_NOT_INITIALIZED);
        is("rotmg_null", F::rotmg(handle, x.device, x.device, x.device, nullptr, x.device), HIPBLAS_STATUS_INVALID_VALUE);
        is("rotmg_nothing", F::rotmg_batched(handle, nullptr, nullptr, nullptr, nullptr, nullptr, -1), HIPBLAS_STATUS_SUCCESS);
    }
}

FOR_ALL_TYPES(OF_TYPES(givens) modified<float>(); modified<double>(); OF_TYPES(wrong_arguments))
