// geqrf and gels in all types and forms: Q R is the matrix and Q unitary, least squares leave a residual that is orthogonal to the matrix' columns,
// shortest solutions lie in its rows' space, and matrices without full rank are told.
//
// Built against an installation and run by tests/tests/blas.rs.
#include "batch.h"

static std::string title(const char *name, Form form, int m, int n) {
    return std::string(name) + std::to_string(form) + "_" + std::to_string(m) + "x" + std::to_string(n);
}
static double norm_of(const Exact *first, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += std::norm(first[i]);
    return std::sqrt(sum);
}
static double norm_of(const Dense &a) { return norm_of(a.elements.data(), a.elements.size()); }

// C = H C or H^H C with the reflector of column `column` of A.
static void reflect(const Dense &a, Exact tau, int column, bool adjoint, Dense &c) {
    const auto v = [&](int i) { return i == column ? 1.0 : a.at(i, column); };
    for (int j = 0; j < c.columns; j++) {
        Exact sum = 0;
        for (int i = column; i < a.rows; i++) sum += std::conj(v(i)) * c.at(i, j);
        sum *= adjoint ? std::conj(tau) : tau;
        for (int i = column; i < a.rows; i++) c.at(i, j) -= v(i) * sum;
    }
}

template <class E> static void factor(Form form, Batch<E> &a, Batch<E> &tau, int &info) {
    using F = Names<E>;
    if (form == PLAIN) BLAS(F::geqrf(handle, a.rows, a.columns, a.device(), a.ld, tau.device(), &info));
    if (form == BATCHED) BLAS(F::geqrf_batched(handle, a.rows, a.columns, a.each.device, a.ld, tau.each.device, &info, a.count));
    if (form == STRIDED) BLAS(F::geqrf_strided(handle, a.rows, a.columns, a.device(), a.ld, a.stride, tau.device(), tau.stride, &info, a.count));
}

// Whether `got` are QR factors of `old`, as LAPACK has them: each reflector is unitary and leaves a real number, which has the other sign.
template <class E> static bool are_factors(const Dense &old, const Dense &got, const Dense &taus) {
    const int m = old.rows, n = old.columns, count = std::min(m, n);
    const double unit = Of<E>::unit;
    bool ok = true;
    Dense qr(m, n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i <= std::min(j, m - 1); i++) qr.at(i, j) = got.at(i, j);
    for (int i = count; i-- > 0;) {
        const Exact tau = taus.at(i, 0);
        double squares = 1;
        for (int row = i + 1; row < m; row++) squares += std::norm(got.at(row, i));
        ok = ok && (tau == 0.0 || (tau.real() >= 1 - 4 * unit && tau.real() <= 2 + 4 * unit && std::abs(tau - 1.0) <= 1 + 4 * unit));
        ok = ok && std::abs(2 * tau.real() - std::norm(tau) * squares) <= (m + 8) * unit * 4 && std::abs(got.at(i, i).imag()) == 0;
        reflect(got, tau, i, false, qr);
    }
    for (int j = 0; j < n; j++) {
        const double size = norm_of(&old.elements[size_t(j) * m], m);
        for (int i = 0; i < m; i++) ok = ok && within(qr.at(i, j), old.at(i, j), 4 * (m + 8) * unit * size + 1e-300);
    }
    return ok;
}

template <class E> static void factors(Form form, int m, int n, double scale) {
    next();
    const int count = form == PLAIN ? 1 : 2;
    Batch<E> a(m, n, count), tau(std::min(m, n), 1, count, 0);
    for (int batch = 0; batch < count; batch++)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++) a.set(batch, i, j, i > j && j == 3 ? Exact(0) : a.at(batch, i, j) * scale);
    a.upload();
    int info = -77;
    factor(form, a, tau, info);
    bool ok = a.download() && tau.download() && info == 0;
    for (int batch = 0; batch < count; batch++) ok = ok && are_factors<E>(a.was(batch), a.dense(batch), tau.dense(batch));
    say<E>(title("geqrf", form, m, n).c_str(), ok);
}

static constexpr int SHAPES[][2] = {{0, 3}, {3, 0}, {1, 1}, {1, 4}, {17, 5}, {5, 17}, {33, 33}, {65, 40}, {40, 65}, {65, 65}, {200, 65}, {65, 200}, {130, 100}};

template <class E> static void all_factors() {
    for (auto form : FORMS)
        for (auto &shape : SHAPES) factors<E>(form, shape[0], shape[1], 1);
    using R = typename Names<E>::R;
    factors<E>(PLAIN, 20, 7, double(std::numeric_limits<R>::max()) / 256), factors<E>(PLAIN, 20, 7, double(std::numeric_limits<R>::min()) * 1e8);
}

// What gels leaves behind of one matrix' B: X and, below it, the residual.
template <class E> static bool is_solution(bool adjoint, const Dense &old_a, const Dense &old_b, const Dense &b) {
    // op(A), its least squares or its shortest solution.
    const Dense a = old_a.under(adjoint ? HIPBLAS_OP_C : HIPBLAS_OP_N);
    const double unit = Of<E>::unit;
    const int rows = a.rows, columns = a.columns;
    Dense x(columns, b.columns), want(rows, b.columns);
    for (int j = 0; j < b.columns; j++) {
        for (int i = 0; i < columns; i++) x.at(i, j) = b.at(i, j);
        for (int i = 0; i < rows; i++) want.at(i, j) = old_b.at(i, j);
    }
    const std::vector<Bounded> got = product(a, x);
    Dense residual = want;
    for (size_t i = 0; i < got.size(); i++) residual.elements[i] -= got[i].value;
    const double size = norm_of(a) * norm_of(x) + norm_of(want), bound = 4 * (rows + columns) * unit;
    bool ok = true;
    if (rows >= columns) {
        for (const Bounded &sum : product(a.under(HIPBLAS_OP_C), residual)) ok = ok && std::abs(sum.value) <= bound * norm_of(a) * size;
        // The rows below hold what is left, as a vector of the same length.
        for (int j = 0; j < b.columns; j++) {
            const double left = norm_of(b.elements.data() + size_t(j) * b.rows + columns, rows - columns);
            ok = ok && std::abs(left - norm_of(&residual.elements[size_t(j) * rows], rows)) <= bound * size;
        }
        return ok;
    }
    for (Exact element : residual.elements) ok = ok && std::abs(element) <= bound * size;
    // X = A^H Y: what is orthogonal to A's rows is so to X. Those directions come from a QR of A^H in double, by reflectors.
    Dense r = a.under(HIPBLAS_OP_C), rest = x;
    for (int i = 0; i < rows; i++) {
        const double length = norm_of(&r.elements[i + size_t(i) * columns], columns - i);
        const Exact first = r.at(i, i), result = first == 0.0 ? Exact(-length) : -first / std::abs(first) * length;
        Dense v(columns, i + 1);
        for (int row = i + 1; row < columns; row++) v.at(row, i) = r.at(row, i) / (first - result);
        double squares = 1;
        for (int row = i + 1; row < columns; row++) squares += std::norm(v.at(row, i));
        reflect(v, 2 / squares, i, false, r), reflect(v, 2 / squares, i, false, rest);
    }
    for (int j = 0; j < b.columns; j++)
        for (int i = rows; i < columns; i++) ok = ok && std::abs(rest.at(i, j)) <= 100 * (rows + columns) * unit * norm_of(x);
    return ok;
}

// The factors that geqrf makes of A, or of its adjoint where that is the one with more rows.
template <class E> static Batch<E> &factored(Batch<E> &copy, const Batch<E> &a) {
    const bool wide = a.rows < a.columns;
    for (int batch = 0; batch < a.count; batch++)
        for (int j = 0; j < copy.columns; j++)
            for (int i = 0; i < copy.rows; i++) copy.set(batch, i, j, wide ? std::conj(a.at(batch, j, i)) : a.at(batch, i, j));
    copy.upload();
    Batch<E> tau(copy.columns, 1, a.count);
    int info;
    factor(BATCHED, copy, tau, info);
    copy.download();
    return copy;
}

template <class E> static hipblasStatus_t gels(Form form, hipblasOperation_t op, Batch<E> &a, Batch<E> &b, int &info, int *singular) {
    using F = Names<E>;
    const int m = a.rows, n = a.columns, sides = b.columns;
    if (form == PLAIN) return F::gels(handle, op, m, n, sides, a.device(), a.ld, b.device(), b.ld, &info, singular);
    if (form == BATCHED) return F::gels_batched(handle, op, m, n, sides, a.each.device, a.ld, b.each.device, b.ld, &info, singular, a.count);
    return F::gels_strided(handle, op, m, n, sides, a.device(), a.ld, a.stride, b.device(), b.ld, b.stride, &info, singular, a.count);
}
template <class E> constexpr hipblasOperation_t OTHER = is_complex<E> ? HIPBLAS_OP_C : HIPBLAS_OP_T;

template <class E> static void least_squares(Form form, int m, int n, int sides, bool adjoint) {
    next();
    const int count = form == PLAIN ? 1 : 2;
    Batch<E> a(m, n, count), b(std::max(m, n), sides, count), copy(std::max(m, n), std::min(m, n), count);
    Integers singular(count);
    int info = -77;
    if (m && n) factored(copy, a);
    BLAS(gels(form, adjoint ? OTHER<E> : HIPBLAS_OP_N, a, b, info, singular.device));
    bool ok = a.download() && b.download() && info == 0;
    singular.download();
    for (int batch = 0; batch < count; batch++) {
        ok = ok && singular.host[batch] == 0;
        const Dense was = a.was(batch), x = b.dense(batch), got = a.dense(batch);
        if (!m || !n) {
            for (Exact element : x.elements) ok = ok && element == 0.0;
            continue;
        }
        ok = ok && is_solution<E>(adjoint, was, b.was(batch), x);
        for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++) ok = ok && got.at(i, j) == (m < n ? std::conj(copy.at(batch, j, i)) : copy.at(batch, i, j));
    }
    say<E>(title(adjoint ? "gels_of_adjoint" : "gels", form, m, n).c_str(), ok && singular.host[count] == -77);
}

template <class E> static void all_least_squares() {
    for (auto form : FORMS)
        for (auto &shape : SHAPES)
            for (bool adjoint : {false, true})
                if (shape[0] != shape[1] || shape[0] == 1) least_squares<E>(form, shape[0], shape[1], shape[0] == 17 ? 1 : 6, adjoint);
    // A column of zeros is a zero on R's diagonal.
    for (int m : {20, 90})
        for (int zero : {0, 7}) {
            Batch<E> a(m, m / 2, 2), b(m, 3, 2);
            for (int i = 0; i < m; i++) a.set(1, i, zero, 0);
            a.upload();
            Integers singular(2);
            int info = -77;
            BLAS(gels(BATCHED, HIPBLAS_OP_N, a, b, info, singular.device));
            singular.download();
            say<E>("gels_of_singular", info == 0 && singular.host[0] == 0 && singular.host[1] == zero + 1);
        }
}

template <class E> static void wrong_arguments() {
    using F = Names<E>;
    Array<E> memory(64);
    E *const x = memory.device;
    Integers there(2);
    int *const d = there.device;
    int info;
    constexpr auto ok = HIPBLAS_STATUS_SUCCESS, value = HIPBLAS_STATUS_INVALID_VALUE, handles = HIPBLAS_STATUS_NOT_INITIALIZED;
    const auto says = [&](const char *name, hipblasStatus_t got, hipblasStatus_t want, int position) { say<E>(name, got == want && info == -position); };
    say<E>("geqrf_info", F::geqrf(handle, 2, 2, x, 2, x, nullptr) == value);
    says("geqrf_handle", F::geqrf(nullptr, 2, 2, x, 2, x, &info), handles, 0);
    says("geqrf_m", F::geqrf(handle, -2, 2, x, 2, x, &info), value, 1);
    says("geqrf_n", F::geqrf(handle, 2, -2, x, 2, x, &info), value, 2);
    says("geqrf_a", F::geqrf(handle, 2, 2, nullptr, 2, x, &info), value, 3);
    says("geqrf_lda", F::geqrf(handle, 2, 2, x, 1, x, &info), value, 4);
    says("geqrf_tau", F::geqrf(handle, 2, 2, x, 2, nullptr, &info), value, 5);
    says("geqrf_strided_tau", F::geqrf_strided(handle, 2, 2, x, 2, 4, nullptr, 2, &info, 1), value, 6);
    says("geqrf_batches", F::geqrf_batched(handle, 0, 2, nullptr, 2, nullptr, &info, -1), value, 7);
    says("geqrf_strided_batches", F::geqrf_strided(handle, 2, 2, x, 2, 4, x, 2, &info, -1), value, 9);
    says("geqrf_nothing", F::geqrf(handle, 0, 2, nullptr, 1, nullptr, &info), ok, 0);
    const auto N = HIPBLAS_OP_N;
    say<E>("gels_info", F::gels(handle, N, 3, 2, 1, x, 3, x, 3, nullptr, d) == value);
    says("gels_handle", F::gels(nullptr, N, 3, 2, 1, x, 3, x, 3, &info, d), handles, 0);
    says("gels_trans", F::gels(handle, hipblasOperation_t(7), 3, 2, 1, x, 3, x, 3, &info, d), HIPBLAS_STATUS_INVALID_ENUM, 1);
    says("gels_other", F::gels(handle, is_complex<E> ? HIPBLAS_OP_T : HIPBLAS_OP_C, 3, 2, 1, x, 3, x, 3, &info, d), value, 1);
    says("gels_m", F::gels(handle, N, -3, 2, 1, x, 3, x, 3, &info, d), value, 2);
    says("gels_n", F::gels(handle, N, 3, -2, 1, x, 3, x, 3, &info, d), value, 3);
    says("gels_nrhs", F::gels(handle, N, 3, 2, -1, x, 3, x, 3, &info, d), value, 4);
    says("gels_a", F::gels(handle, N, 3, 2, 1, nullptr, 3, x, 3, &info, d), value, 5);
    says("gels_lda", F::gels(handle, N, 3, 2, 1, x, 2, x, 3, &info, d), value, 6);
    says("gels_b", F::gels(handle, N, 3, 2, 1, x, 3, nullptr, 3, &info, d), value, 7);
    says("gels_ldb", F::gels(handle, N, 2, 3, 1, x, 3, x, 2, &info, d), value, 8);
    says("gels_device_info", F::gels(handle, N, 3, 2, 1, x, 3, x, 3, &info, nullptr), value, 10);
    says("gels_batches", F::gels_batched(handle, N, 0, 0, 1, nullptr, 3, nullptr, 3, &info, nullptr, -1), value, 10);
    says("gels_strided_b", F::gels_strided(handle, N, 3, 2, 1, x, 3, 6, nullptr, 3, 3, &info, d, 1), value, 8);
    says("gels_strided_ldb", F::gels_strided(handle, N, 3, 2, 1, x, 3, 6, x, 2, 3, &info, d, 1), value, 9);
    says("gels_strided_device_info", F::gels_strided(handle, N, 3, 2, 1, x, 3, 6, x, 3, 3, &info, nullptr, 1), value, 12);
    says("gels_strided_batches", F::gels_strided(handle, N, 3, 2, 1, x, 3, 6, x, 3, 3, &info, d, -1), value, 13);
    says("gels_no_batches", F::gels_strided(handle, N, 3, 2, 1, x, 3, 6, x, 3, 3, &info, nullptr, 0), ok, 0);
}

FOR_ALL_TYPES(OF_TYPES(all_factors) OF_TYPES(all_least_squares) OF_TYPES(wrong_arguments))
