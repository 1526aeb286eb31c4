// gesvd, gesvdj and gesvdx: A = U S V^H with orthogonal U and V, values in order, and as many of them as are wanted.
//
// Built against an installation and run by tests/tests/solver.rs.
#include "check.h"

#include <algorithm>

#define NAMES(x, T) template <> struct Names<T> { NAME(x, gesvd) NAME(x, gesvdj) NAME(x, gesvdx) };
NAMES(s, float)
NAMES(d, double)
NAMES(c, rocblas_float_complex)
NAMES(z, rocblas_double_complex)

// Random; the second of a batch has a rank of one half.
template <class T> static std::vector<Matrix> matrices_of(int m, int n, int count) {
    std::vector<Matrix> all;
    for (int b = 0; b < count; b++) {
        Matrix a(m, n);
        for (Exact &element : a.elements) element = Of<T>::exact(Of<T>::from(next_number()));
        for (int j = n / 2; b == 1 && j < n; j++)
            for (int i = 0; i < m; i++) a.at(i, j) = j % 2 ? Exact(0) : a.at(i, 0);
        all.push_back(a);
    }
    return all;
}

// U S V^H with as many columns and rows as there are values, and nothing but orthogonal ones.
template <class T> static bool is_decomposition(const Matrix &a, const Matrix &u, const std::vector<Real<T>> &values, const Matrix &vh) {
    const int count = int(values.size());
    Matrix scaled = u.part(0, 0, u.rows, count);
    for (int j = 0; j < count; j++)
        for (int i = 0; i < u.rows; i++) scaled.at(i, j) *= (long double)values[j];
    return is_small<T>(scaled * vh.part(0, 0, count, vh.columns) - a, a.norm(), std::max(a.rows, a.columns)) && is_orthogonal<T>(u) && is_orthogonal<T>(vh);
}
template <class R> static bool is_descending(const std::vector<R> &values) {
    return std::is_sorted(values.rbegin(), values.rend()) && (values.empty() || values.back() >= 0);
}

template <class T> static void all_values(bool jacobi, Form form, rocblas_svect left, rocblas_svect right, int m, int n) {
    using R = Real<T>;
    const int order = std::min(m, n), count = count_of(form);
    Batch<T> a(matrices_of<T>(m, n, count)), u(m, left == rocblas_svect_all ? m : order, count), vh(right == rocblas_svect_all ? n : order, n, count);
    Vectors<R> values(order, count), e(order, count);
    Numbers<R> residuals(count);
    Numbers<int> info(count), sweeps(count);
    auto to_u = unlisted(u), to_vh = unlisted(vh);
    if (jacobi) {
        CALL(T, gesvdj, form, left, right, m, n, a, R(0), residuals, 100, sweeps, values, to_u, to_vh, info);
        for (int b = 0; b < count; b++)
            if (!(residuals.are()[b] >= 0 && residuals.are()[b] <= most * order * unit<T> * a.was(b).norm() && sweeps.are()[b] < 20))
                printf("%g of %Lg, %d sweeps\n", double(residuals.are()[b]), a.was(b).norm(), sweeps.are()[b]), result("sweeps", false);
    } else
        CALL(T, gesvd, form, left, right, m, n, a, values, to_u, to_vh, e, rocblas_outofplace, info);
    bool ok = info.all_are(0) && a.is_clean() && u.is_clean() && vh.is_clean() && values.is_clean();
    for (int b = 0; b < count; b++) {
        const Matrix got_u = left == rocblas_svect_overwrite ? a.are()[b].part(0, 0, m, order) : u.are()[b];
        const Matrix got_vh = right == rocblas_svect_overwrite ? a.are()[b].part(0, 0, order, n) : vh.are()[b];
        ok = ok && is_descending(values.are()[b]);
        if (left != rocblas_svect_none && right != rocblas_svect_none) ok = ok && is_decomposition<T>(a.was(b), got_u, values.are()[b], got_vh);
        // Without vectors, what is known of the values is their squares' sum.
        long double sum = 0;
        const std::vector<R> squared = values.are()[b];
        for (R value : squared) sum += (long double)value * value;
        ok = ok && std::abs(std::sqrt(sum) - a.was(b).norm()) <= most * unit<T> * a.was(b).norm();
    }
    result(title(jacobi ? "gesvdj" : "gesvd", letter<T>, form, m * 1000 + n) + "_" + std::to_string(left % 10) + std::to_string(right % 10), ok);
}

template <class T> static void some_values(Form form, rocblas_srange range, int m, int n) {
    using R = Real<T>;
    const int order = std::min(m, n), count = count_of(form), first = 2, last = order / 2;
    const R low = R(0.7), high = R(2.5);
    Batch<T> a(matrices_of<T>(m, n, count)), u(m, order, count), vh(order, n, count), some_u(m, order, count), some_vh(order, n, count);
    Vectors<R> values(order, count), e(order, count), some(order, count);
    Vectors<int> failed(order, count);
    Numbers<int> info(count), counts(count);
    auto to_u = unlisted(u), to_vh = unlisted(vh), to_some_u = unlisted(some_u), to_some_vh = unlisted(some_vh);
    const rocblas_svect which = rocblas_svect_singular;
    CALL(T, gesvdx, form, which, which, range, m, n, a, low, high, first, last, counts, some, to_some_u, to_some_vh, failed, info);
    CALL(T, gesvd, form, which, which, m, n, a, values, to_u, to_vh, e, rocblas_inplace, info);
    bool ok = info.all_are(0) && some_u.is_clean() && some_vh.is_clean() && failed.is_clean();
    for (int b = 0; b < count; b++) {
        int at = 0;
        for (int i = 0; i < order; i++) {
            const R value = values.are()[b][i];
            if (range == rocblas_srange_index ? i + 1 < first || i + 1 > last : range == rocblas_srange_value && !(value > low && value <= high)) continue;
            ok = ok && some.are()[b][at] == value && failed.are()[b][at] == 0;
            ok = ok && (some_u.are()[b].part(0, at, m, 1) - u.are()[b].part(0, i, m, 1)).norm() == 0;
            ok = ok && (some_vh.are()[b].part(at, 0, 1, n) - vh.are()[b].part(i, 0, 1, n)).norm() == 0;
            at++;
        }
        ok = ok && counts.are()[b] == at && at > 0;
    }
    result(title("gesvdx", letter<T>, form, m * 1000 + n) + "_" + std::to_string(range), ok);
}

// Columns of lengths from 1 to the smallest that there are: one-sided rotations find all values to the type's precision, small ones too.
template <class T> static void graded() {
    using R = Real<T>;
    const int n = 12;
    Matrix a(n, n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) a.at(i, j) = Of<T>::exact(Of<T>::from((i == j ? Exact(2) : next_number() * 0.1L) * std::pow(10.0L, -j)));
    Batch<T> on_device({a}), u(n, n, 1), vh(n, n, 1);
    Vectors<R> values(n, 1), e(n, 1);
    Numbers<int> info(1);
    auto to_u = unlisted(u), to_vh = unlisted(vh);
    CALL(T, gesvd, PLAIN, rocblas_svect_all, rocblas_svect_all, n, n, on_device, values, to_u, to_vh, e, rocblas_outofplace, info);
    bool ok = info.all_are(0) && is_decomposition<T>(a, u.are()[0], values.are()[0], vh.are()[0]);
    // The product of the values is that of R's diagonal: the determinant's size, by elimination on the host.
    long double product = 1;
    const std::vector<R> factors = values.are()[0];
    for (R value : factors) product *= value;
    for (int k = 0; k < n; k++) {
        product /= std::abs(a.at(k, k));
        for (int i = k + 1; i < n; i++)
            for (int j = n - 1; j >= k; j--) a.at(i, j) -= a.at(i, k) / a.at(k, k) * a.at(k, j);
    }
    result(title("graded", letter<T>, PLAIN, n), ok && std::abs(product - 1) < 20 * n * unit<T>);
}

template <class T> static void all() {
    const rocblas_svect every = rocblas_svect_all, singular = rocblas_svect_singular, overwrite = rocblas_svect_overwrite, none = rocblas_svect_none;
    for (const Form form : FORMS)
        for (const bool jacobi : {false, true}) {
            const int n = form == PLAIN ? 72 : 18;
            all_values<T>(jacobi, form, singular, singular, n, n);
            all_values<T>(jacobi, form, every, every, n, n / 3);
            all_values<T>(jacobi, form, every, every, n / 3, n);
            all_values<T>(jacobi, form, overwrite, every, 9, 5);
            all_values<T>(jacobi, form, singular, overwrite, 5, 9);
            all_values<T>(jacobi, form, none, none, 6, 7);
            all_values<T>(jacobi, form, none, singular, 7, 6);
            all_values<T>(jacobi, form, every, none, 7, 6);
            all_values<T>(jacobi, form, every, singular, 1, 1);
        }
    for (const Form form : FORMS)
        for (const rocblas_srange range : {rocblas_srange_all, rocblas_srange_value, rocblas_srange_index}) {
            some_values<T>(form, range, 12, 7);
            some_values<T>(form, range, 7, 12);
        }
    graded<T>();
}

int main() {
    begin();
    all<float>();
    all<double>();
    all<rocblas_float_complex>();
    all<rocblas_double_complex>();
    return end();
}
