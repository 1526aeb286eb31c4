// getrf, getrs and getri in all types and forms: factors multiply to the matrix, pivots are the largest elements of their columns, systems are solved
// up to their roundings, and singular matrices are told.
//
// Built against an installation and run by tests/tests/blas.rs. qr.cpp has geqrf and gels.
#include "batch.h"

#include <algorithm>

static constexpr int SIZES[] = {0, 1, 17, 33, 65, 200};
static std::string title(const char *name, Form form, int n) { return std::string(name) + std::to_string(form) + "_" + std::to_string(n); }

// What getrf leaves behind.
template <class E> struct Factors {
    Batch<E> a;
    Form form;
    bool has_pivots;
    int stride;  // of pivots
    Integers pivots, info;

    Factors(int n, Form form, bool has_pivots, int count)
        : a(n, n, count), form(form), has_pivots(has_pivots), stride(form == STRIDED ? n + 2 : n), pivots(size_t(stride) * count), info(count) {
        // Without pivots there must be no need of them.
        if (!has_pivots)
            for (int batch = 0; batch < count; batch++)
                for (int i = 0; i < n; i++) a.set(batch, i, i, a.at(batch, i, i) + Exact(n + 1.0));
        a.upload();
    }
    int n() const { return a.rows; }
    int *ipiv() { return has_pivots ? pivots.device : nullptr; }
    hipblasStatus_t factor() {
        using F = Names<E>;
        if (form == PLAIN) return F::getrf(handle, n(), a.device(), a.ld, ipiv(), info.device);
        if (form == BATCHED) return F::getrf_batched(handle, n(), a.each.device, a.ld, ipiv(), info.device, a.count);
        return F::getrf_strided(handle, n(), a.device(), a.ld, a.stride, ipiv(), stride, info.device, a.count);
    }
    // A's rows in the order that the factors have.
    Dense interchanged(int batch) const {
        Dense result = a.was(batch);
        for (int i = 0; has_pivots && i < n(); i++) {
            const int row = pivots.host[batch * stride + i] - 1;
            if (row < 0 || row >= n()) return Dense(n(), n());  // which has no factors
            for (int j = 0; j < n(); j++) std::swap(result.at(i, j), result.at(row, j));
        }
        return result;
    }
    Dense lower(int batch) const {
        Dense l = a.dense(batch);
        for (int j = 0; j < n(); j++)
            for (int i = 0; i <= j; i++) l.at(i, j) = i == j;
        return l;
    }
    Dense upper(int batch) const {
        Dense u = a.dense(batch);
        for (int j = 0; j < n(); j++)
            for (int i = j + 1; i < n(); i++) u.at(i, j) = 0;
        return u;
    }
    // P A = L U, |L| at most 1 where there are pivots (as BLAS measures complex numbers), and pivots are rows below.
    bool is_right() {
        bool ok = a.download();
        pivots.download(), info.download();
        for (int batch = 0; batch < a.count; batch++) {
            const Dense l = lower(batch), u = upper(batch);
            ok = ok && info.host[batch] == 0;
            for (int i = 0; has_pivots && i < n(); i++) ok = ok && pivots.host[batch * stride + i] > i && pivots.host[batch * stride + i] <= n();
            for (Exact element : l.elements) ok = ok && (!has_pivots || std::abs(element) <= 1.4143);
            ok = ok && is_product<E>(l, u, interchanged(batch), n() + 4);
        }
        // Nothing is written behind the last, nor anywhere without pivots.
        ok = ok && info.host.back() == -77 && pivots.host.back() == -77;
        return ok && (has_pivots || std::all_of(pivots.host.begin(), pivots.host.end(), [](int pivot) { return pivot == -77; }));
    }
};

// op(A) X = B, up to the roundings of both substitutions (Higham, theorem 9.4).
template <class E> static void solves(Factors<E> &factors, hipblasOperation_t op, int sides) {
    using F = Names<E>;
    const Batch<E> &a = factors.a;
    const int n = factors.n();
    Batch<E> b(n, sides, a.count, 1);
    int info = -77;
    if (factors.form == PLAIN) BLAS(F::getrs(handle, op, n, sides, a.device(), a.ld, factors.ipiv(), b.device(), b.ld, &info));
    if (factors.form == BATCHED)
        BLAS(F::getrs_batched(handle, op, n, sides, a.each.device, a.ld, factors.ipiv(), b.each.device, b.ld, &info, a.count));
    if (factors.form == STRIDED)
        BLAS(F::getrs_strided(handle, op, n, sides, a.device(), a.ld, a.stride, factors.ipiv(), factors.stride, b.device(), b.ld, b.stride, &info, a.count));
    bool ok = b.download() && info == 0;
    for (int batch = 0; batch < a.count; batch++) {
        const Dense x = b.dense(batch), want = b.was(batch);
        Dense l = factors.lower(batch), u = factors.upper(batch);
        const std::vector<Bounded> got = product(a.was(batch).under(op), x);
        for (Dense *one : {&l, &u})
            for (Exact &element : one->elements) element = std::abs(element);
        Dense of_factors(n, n), sizes = x;
        const std::vector<Bounded> of_both = product(l, u);
        for (size_t i = 0; i < of_both.size(); i++) of_factors.elements[i] = of_both[i].sizes;
        // The factors' rows are A's in another order; the largest of a row bounds all.
        double most = 0;
        for (Exact &element : sizes.elements) most = std::max(most, std::abs(element));
        double widest = 0;
        const Dense under = of_factors.under(op);
        for (int i = 0; i < n; i++) {
            double row = 0;
            for (int j = 0; j < n; j++) row += std::abs(under.at(i, j));
            widest = std::max(widest, row);
        }
        for (size_t i = 0; i < got.size(); i++) ok = ok && within(got[i].value, want.elements[i], 3 * (n + 2) * Of<E>::unit * widest * most);
    }
    say<E>(title("getrs", factors.form, n).c_str(), ok);
}

// C A = 1 and A C = 1, up to the condition of A.
template <class E> static void inverts(Factors<E> &factors) {
    using F = Names<E>;
    const Batch<E> &a = factors.a;
    const int n = factors.n();
    Batch<E> c(n, n, a.count, 2);
    Integers info(a.count);
    BLAS(F::getri_batched(handle, n, a.each.device, a.ld, factors.ipiv(), c.each.device, c.ld, info.device, a.count));
    info.download();
    bool ok = c.download() && info.host.back() == -77;
    for (int batch = 0; batch < a.count; batch++) {
        const Dense x = c.dense(batch), old = a.was(batch);
        double of_a = 0, of_x = 0, of_l = 0, of_u = 0;
        const Dense l = factors.lower(batch), u = factors.upper(batch);
        for (size_t i = 0; i < x.elements.size(); i++) {
            of_a += std::norm(old.elements[i]), of_x += std::norm(x.elements[i]), of_l += std::norm(l.elements[i]), of_u += std::norm(u.elements[i]);
        }
        const std::vector<Bounded> got = product(old, x);
        for (int i = 0; i < n * n; i++)
            ok = ok && within(got[i].value, i % (n + 1) == 0, 3 * (n + 2) * Of<E>::unit * std::sqrt(of_l * of_u * of_x));
        ok = ok && info.host[batch] == 0 && of_a > 0;
    }
    say<E>(title("getri", BATCHED, n).c_str(), ok);
}

template <class E> static void systems() {
    for (auto form : FORMS)
        for (int n : SIZES)
            for (bool has_pivots : {true, false}) {
                next();
                const int count = form == PLAIN ? 1 : 3;
                Factors<E> factors(n, form, has_pivots, count);
                BLAS(factors.factor());
                say<E>(title("getrf", form, n).c_str(), factors.is_right());
                if (has_pivots && n)
                    for (auto op : OPS) solves(factors, op, op == HIPBLAS_OP_T ? 1 : 19);
                if (form == BATCHED && n) inverts(factors);
            }
}

// Matrices with columns of zeros: info is the first zero of U, and the rest is factored.
template <class E> static void singular() {
    next();
    for (int n : {5, 40, 90})
        for (int zero : {0, n / 2, n - 1}) {
            Factors<E> factors(n, BATCHED, true, 2);
            for (int i = 0; i < n; i++) factors.a.set(1, i, zero, 0), factors.a.set(1, i, n - 1, 0);
            factors.a.upload();
            BLAS(factors.factor());
            bool ok = factors.a.download();
            factors.info.download(), factors.pivots.download();
            ok = ok && factors.info.host[0] == 0 && factors.info.host[1] == zero + 1;
            for (int batch : {0, 1}) ok = ok && is_product<E>(factors.lower(batch), factors.upper(batch), factors.interchanged(batch), n + 4);
            Batch<E> c(n, n, 2);
            Integers info(2);
            BLAS(Names<E>::getri_batched(handle, n, factors.a.each.device, factors.a.ld, factors.pivots.device, c.each.device, c.ld, info.device, 2));
            info.download();
            say<E>(("singular_" + std::to_string(n)).c_str(), ok && info.host[0] == 0 && info.host[1] == zero + 1);
        }
    // Of equal sizes the first is the pivot.
    Factors<E> equal(3, PLAIN, true, 1);
    const double elements[] = {-1, 1, 1, 2, 2, 3, 5, -7, 1};
    for (int i = 0; i < 9; i++) equal.a.set(0, i % 3, i / 3, elements[i]);
    equal.a.upload();
    BLAS(equal.factor());
    say<E>("equal_pivots", equal.is_right() && equal.pivots.host[0] == 1);
    // Without pivots a zero at a diagonal's place is told too.
    Factors<E> none(3, PLAIN, false, 1);
    for (int i = 0; i < 9; i++) none.a.set(0, i % 3, i / 3, i == 4 ? 1.0 : i / 3 == i % 3 ? 1.0 : i < 4 && i % 3 == 1 && i / 3 == 0 ? 1.0 : i == 3 ? 1.0 : 0.0);
    none.a.upload();
    BLAS(none.factor());
    none.info.download();
    say<E>("zero_without_pivots", none.info.host[0] == 2);
}

template <class E> static void wrong_arguments() {
    using F = Names<E>;
    Array<E> memory(32);
    E *const x = memory.device;
    Integers pivots(4), there(2);
    int info;
    const auto N = HIPBLAS_OP_N;
    const auto is = [](const char *name, hipblasStatus_t got, hipblasStatus_t want) { say<E>(name, got == want); };
    constexpr auto ok = HIPBLAS_STATUS_SUCCESS, value = HIPBLAS_STATUS_INVALID_VALUE, handles = HIPBLAS_STATUS_NOT_INITIALIZED;
    is("getrf_handle", F::getrf(nullptr, 2, x, 2, pivots.device, there.device), handles);
    is("getrf_size", F::getrf(handle, -1, x, 2, pivots.device, there.device), value);
    is("getrf_lda", F::getrf(handle, 2, x, 1, pivots.device, there.device), value);
    is("getrf_null", F::getrf(handle, 2, nullptr, 2, pivots.device, there.device), value);
    is("getrf_info", F::getrf(handle, 2, x, 2, pivots.device, nullptr), value);
    is("getrf_batches", F::getrf_strided(handle, 2, x, 2, 4, pivots.device, 2, there.device, -1), value);
    is("getrf_no_batches", F::getrf_batched(handle, 2, nullptr, 2, nullptr, nullptr, 0), value);
    is("getri_handle", F::getri_batched(nullptr, 2, nullptr, 2, nullptr, nullptr, 2, nullptr, 1), handles);
    is("getri_null", F::getri_batched(handle, 2, nullptr, 2, nullptr, nullptr, 2, there.device, 1), value);
    is("getri_ldc", F::getri_batched(handle, 2, nullptr, 2, nullptr, nullptr, 1, there.device, 1), value);
    is("getri_nothing", F::getri_batched(handle, 0, nullptr, 0, nullptr, nullptr, 0, there.device, 1), ok);
    there.download();
    say<E>("getri_of_nothing", there.host[0] == 0 && there.host[1] == -77);
    // getrs: the position of the first wrong argument.
    const auto says = [&](const char *name, hipblasStatus_t got, hipblasStatus_t want, int position) { say<E>(name, got == want && info == -position); };
    is("getrs_info", F::getrs(handle, N, 2, 1, x, 2, pivots.device, x, 2, nullptr), value);
    says("getrs_handle", F::getrs(nullptr, N, 2, 1, x, 2, pivots.device, x, 2, &info), handles, 0);
    says("getrs_trans", F::getrs(handle, hipblasOperation_t(7), 2, 1, x, 2, pivots.device, x, 2, &info), HIPBLAS_STATUS_INVALID_ENUM, 1);
    says("getrs_n", F::getrs(handle, N, -2, 1, x, 2, pivots.device, x, 2, &info), value, 2);
    says("getrs_nrhs", F::getrs(handle, N, 2, -1, x, 2, pivots.device, x, 2, &info), value, 3);
    says("getrs_a", F::getrs(handle, N, 2, 1, nullptr, 2, pivots.device, x, 2, &info), value, 4);
    says("getrs_lda", F::getrs(handle, N, 2, 1, x, 1, pivots.device, x, 2, &info), value, 5);
    says("getrs_ipiv", F::getrs(handle, N, 2, 1, x, 2, nullptr, x, 2, &info), value, 6);
    says("getrs_b", F::getrs(handle, N, 2, 1, x, 2, pivots.device, nullptr, 2, &info), value, 7);
    says("getrs_ldb", F::getrs(handle, N, 2, 1, x, 2, pivots.device, x, 1, &info), value, 8);
    says("getrs_batches", F::getrs_batched(handle, N, 0, 1, nullptr, 1, nullptr, nullptr, 1, &info, -1), value, 10);
    says("getrs_strided_ipiv", F::getrs_strided(handle, N, 2, 1, x, 2, 4, nullptr, 2, x, 2, 2, &info, 1), value, 7);
    says("getrs_strided_b", F::getrs_strided(handle, N, 2, 1, x, 2, 4, pivots.device, 2, nullptr, 2, 2, &info, 1), value, 9);
    says("getrs_strided_ldb", F::getrs_strided(handle, N, 2, 1, x, 2, 4, pivots.device, 2, x, 1, 2, &info, 1), value, 10);
    says("getrs_strided_batches", F::getrs_strided(handle, N, 2, 1, x, 2, 4, pivots.device, 2, x, 2, 2, &info, -1), value, 13);
    says("getrs_nothing", F::getrs(handle, N, 0, 1, nullptr, 1, nullptr, nullptr, 1, &info), ok, 0);
}

FOR_ALL_TYPES(OF_TYPES(systems) OF_TYPES(singular) OF_TYPES(wrong_arguments))
