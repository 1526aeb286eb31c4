// syev, syevd, syevj, syevdj, syevdx and syevx, and their Hermitian forms: A V = V L with an orthogonal V, values in order and as many as are wanted.
//
// Built against an installation and run by tests/tests/solver.rs.
#include "check.h"

#include <algorithm>

#include "../captured.h"

#define NAMES(x, T, s)                                                                                                                             \
    template <> struct Names<T> {                                                                                                                  \
        NAME_OF(x, syev, s##ev) NAME_OF(x, syevd, s##evd) NAME_OF(x, syevj, s##evj) NAME_OF(x, syevdj, s##evdj) NAME_OF(x, syevdx, s##evdx)        \
        NAME_OF(x, syevx, s##evx)                                                                                                                  \
    };
NAMES(s, float, sy)
NAMES(d, double, sy)
NAMES(c, rocblas_float_complex, he)
NAMES(z, rocblas_double_complex, he)

// Random, but that some values come twice, some are of other sizes, and one matrix of a batch is diagonal already.
template <class T> static std::vector<Matrix> hermitian(int n, int count) {
    std::vector<Matrix> all;
    for (int b = 0; b < count; b++) {
        Matrix a(n, n);
        for (int j = 0; j < n; j++)
            for (int i = 0; i <= j; i++) {
                Exact element = b == 1 ? Exact(i == j ? 1 + i % 3 : 0) : Of<T>::exact(Of<T>::from(next_number()));
                if (i == j) element = element.real();
                a.at(i, j) = element, a.at(j, i) = std::conj(element);
            }
        all.push_back(a);
    }
    return all;
}
// The half that may be read; in the other one lies what must not matter.
template <class T> static Batch<T> *half_of(const std::vector<Matrix> &matrices, rocblas_fill fill) {
    std::vector<Matrix> halves = matrices;
    for (Matrix &a : halves)
        for (int j = 0; j < a.columns; j++)
            for (int i = 0; i < a.rows; i++)
                if (fill == rocblas_fill_upper ? i > j : i < j) a.at(i, j) = 1000;
    return new Batch<T>(halves);
}

// A V = V L for the values and vectors that are there.
template <class T> static bool are_pairs(const Matrix &a, const Matrix &v, const std::vector<Real<T>> &values, int count) {
    const Matrix some = v.part(0, 0, a.rows, count);
    Matrix scaled = some;
    for (int j = 0; j < count; j++)
        for (int i = 0; i < a.rows; i++) scaled.at(i, j) *= (long double)values[j];
    return is_small<T>(a * some - scaled, a.norm(), a.rows) && (count == 0 || is_orthogonal<T>(some));
}
template <class R> static bool is_ascending(const std::vector<R> &values, int count) { return std::is_sorted(values.begin(), values.begin() + count); }

// Which function: they differ in arguments alone.
enum Which { SYEV, SYEVD, SYEVJ, SYEVDJ };
template <class T>
static void solve(Which which, Form form, rocblas_evect evect, rocblas_fill fill, int n, Batch<T> &a, Vectors<Real<T>> &values, Numbers<int> &info) {
    using R = Real<T>;
    Vectors<R> e(n, a.count);
    Numbers<R> residuals(a.count);
    Numbers<int> sweeps(a.count);
    if (which == SYEV) CALL(T, syev, form, evect, fill, n, a, values, e, info);
    if (which == SYEVD) CALL(T, syevd, form, evect, fill, n, a, values, e, info);
    if (which == SYEVDJ) CALL(T, syevdj, form, evect, fill, n, a, values, info);
    if (which != SYEVJ) return;
    CALL(T, syevj, form, rocblas_esort_ascending, evect, fill, n, a, R(0), residuals, 100, sweeps, values, info);
    for (int i = 0; i < a.count; i++) {
        const R most_left = R(most * n * unit<T> * a.was(i).norm());
        if (!(residuals.are()[i] >= 0 && residuals.are()[i] < most_left && sweeps.are()[i] >= 0 && sweeps.are()[i] < 20)) result("sweeps", false);
    }
}
template <class T> static void all_pairs(Which which, Form form, rocblas_fill fill, int n) {
    static constexpr const char *names[] = {"syev", "syevd", "syevj", "syevdj"};
    const std::vector<Matrix> matrices = hermitian<T>(n, count_of(form));
    std::vector<std::vector<Real<T>>> found;
    bool ok = true;
    for (const rocblas_evect evect : {rocblas_evect_original, rocblas_evect_none}) {
        Batch<T> *const a = half_of<T>(matrices, fill);
        Vectors<Real<T>> values(n, a->count);
        Numbers<int> info(a->count);
        solve(which, form, evect, fill, n, *a, values, info);
        ok = ok && info.all_are(0) && a->is_clean() && values.is_clean();
        for (int b = 0; b < a->count; b++) {
            ok = ok && is_ascending(values.are()[b], n);
            if (evect == rocblas_evect_original) ok = ok && are_pairs<T>(matrices[b], a->are()[b], values.are()[b], n);
            else ok = ok && values.are()[b] == found[b];
        }
        found = values.are();
        delete a;
    }
    result(title(names[which], letter<T>, form, n) + (fill == rocblas_fill_upper ? "u" : "l"), ok);
}

// By number, and by interval: between two values that syevd has found.
template <class T> static void some_pairs(Form form, rocblas_erange range, int n, bool with_failures) {
    using R = Real<T>;
    const std::vector<Matrix> matrices = hermitian<T>(n, count_of(form));
    Batch<T> *const all = half_of<T>(matrices, rocblas_fill_lower), *const a = half_of<T>(matrices, rocblas_fill_lower);
    Vectors<R> values(n, a->count), some(n, a->count);
    Vectors<int> failed(n, a->count);
    Numbers<int> info(a->count), counts(a->count);
    solve(SYEVDJ, form, rocblas_evect_none, rocblas_fill_lower, n, *all, values, info);
    Batch<T> z(n, n, a->count);
    const int first = n / 3 + 1, last = n / 2 + 1;
    const R low = R(-0.3), high = R(1.7);
    const rocblas_evect vectors = rocblas_evect_original;
    if (with_failures)
        CALL(T, syevx, form, vectors, range, rocblas_fill_lower, n, *a, low, high, first, last, R(0), counts, some, z, failed, info);
    if (!with_failures)
        CALL(T, syevdx, form, vectors, range, rocblas_fill_lower, n, *a, low, high, first, last, counts, some, z, info);
    bool ok = info.all_are(0) && z.is_clean() && some.is_clean() && failed.is_clean();
    for (int b = 0; b < a->count; b++) {
        std::vector<R> want;
        for (int i = 0; i < n; i++) {
            const R value = values.are()[b][i];
            if (range == rocblas_erange_all || (range == rocblas_erange_index ? i + 1 >= first && i + 1 <= last : value > low && value <= high))
                want.push_back(value);
        }
        const int count = counts.are()[b];
        const std::vector<R> got = some.are()[b];
        ok = ok && count == int(want.size()) && std::equal(want.begin(), want.end(), got.begin()) && are_pairs<T>(matrices[b], z.are()[b], got, count);
        if (with_failures) ok = ok && failed.are()[b] == std::vector<int>(n);
    }
    delete all, delete a;
    result(title(with_failures ? "syevx" : "syevdx", letter<T>, form, n * 1000 + range), ok);
}

// Values of any size, close ones, and one sweep, which is too few. (Denormal elements of small ones count as zero on some GPUs, and are too small to count.)
template <class T> static void extremes() {
    using R = Real<T>;
    const int n = 20;
    for (const long double size : {(long double)std::numeric_limits<R>::max() / 100, (long double)std::numeric_limits<R>::min() * 0x1p26, 0.0L}) {
        std::vector<Matrix> matrices = hermitian<T>(n, 1);
        for (Exact &element : matrices[0].elements) element = Of<T>::exact(Of<T>::from(element * size));
        Batch<T> *const a = half_of<T>(matrices, rocblas_fill_upper);
        Vectors<R> values(n, 1);
        Numbers<int> info(1);
        solve(SYEVD, PLAIN, rocblas_evect_original, rocblas_fill_upper, n, *a, values, info);
        result(title("size", letter<T>, PLAIN, size > 1 ? 1 : size > 0 ? -1 : 0), info.all_are(0) && are_pairs<T>(matrices[0], a->are()[0], values.are()[0], n));
        delete a;
    }
    Batch<T> *const a = half_of<T>(hermitian<T>(n, 1), rocblas_fill_upper);
    Vectors<R> values(n, 1);
    Numbers<R> residual(1);
    Numbers<int> info(1), sweeps(1);
    CALL(T, syevj, PLAIN, rocblas_esort_none, rocblas_evect_original, rocblas_fill_upper, n, *a, R(0), residual, 1, sweeps, values, info);
    result(title("sweep", letter<T>, PLAIN, n), info.all_are(1) && sweeps.all_are(2) && residual.are()[0] > 0);
    delete a;
}

// In a graph the sweeps are as many as there may be, and nothing is asked in between.
static void captured() {
    const int n = 66;
    Batch<double> *const a = half_of<double>(hermitian<double>(n, 1), rocblas_fill_lower);
    const Matrix was = hermitian<double>(n, 1)[0];
    Batch<double> again({was});
    Vectors<double> values(n, 1), e(n, 1);
    Numbers<int> info(1);
    hipStream_t stream;
    HIP(hipStreamCreate(&stream));
    hipblasSetStream(reinterpret_cast<hipblasHandle_t>(handle), stream);
    const Captured graph(stream, [&] { CALL(double, syevd, PLAIN, rocblas_evect_original, rocblas_fill_lower, n, *a, values, e, info); });
    HIP(hipMemcpy(a->memory.device, again.memory.device, again.host.size() * sizeof(double), hipMemcpyDeviceToDevice));
    graph.launch();
    HIP(hipStreamSynchronize(stream));
    result("captured", info.all_are(0) && are_pairs<double>(was, a->are()[0], values.are()[0], n));
    hipblasSetStream(reinterpret_cast<hipblasHandle_t>(handle), nullptr);
    HIP(hipStreamDestroy(stream));
    delete a;
}

template <class T> static void all() {
    for (const Form form : FORMS)
        for (const int n : {1, 2, 5, 22})
            for (const Which which : {SYEV, SYEVD, SYEVJ, SYEVDJ}) all_pairs<T>(which, form, n % 2 ? rocblas_fill_upper : rocblas_fill_lower, n);
    // More columns than one block rotates.
    all_pairs<T>(SYEVJ, PLAIN, rocblas_fill_lower, 68);
    for (const Form form : FORMS)
        for (const rocblas_erange range : {rocblas_erange_all, rocblas_erange_value, rocblas_erange_index})
            for (const bool with_failures : {false, true}) some_pairs<T>(form, range, 12, with_failures);
    extremes<T>();
}

int main() {
    begin();
    all<float>();
    all<double>();
    all<rocblas_float_complex>();
    all<rocblas_double_complex>();
    captured();
    return end();
}
