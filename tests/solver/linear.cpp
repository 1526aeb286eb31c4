// getrf, getrs, gesv, getri, trtri, potrf, potrs, posv, potri and sytrf in all types and forms: factors multiply to the matrix, systems are solved, inverses
// are some, and singular matrices are told and left alone.
//
// Built against an installation and run by tests/tests/solver.rs.
#include "check.h"

#include <algorithm>

#define NAMES(x, T)                                                                                                      \
    template <> struct Names<T> {                                                                                        \
        NAME(x, getrf) NAME(x, getrf_npvt) NAME(x, getrs) NAME(x, gesv) NAME(x, getri) NAME(x, getri_outofplace)         \
        NAME(x, getri_npvt_outofplace) NAME(x, trtri) NAME(x, potrf) NAME(x, potrs) NAME(x, posv) NAME(x, potri)         \
        NAME(x, sytrf) NAME(x, sytf2)                                                                                    \
    };
NAMES(s, float)
NAMES(d, double)
NAMES(c, rocblas_float_complex)
NAMES(z, rocblas_double_complex)

template <class T> static std::vector<Matrix> random_matrices(int m, int n, int count) {
    std::vector<Matrix> all;
    for (int b = 0; b < count; b++) {
        Matrix a(m, n);
        for (Exact &element : a.elements) element = Of<T>::exact(Of<T>::from(next_number()));
        all.push_back(a);
    }
    return all;
}
// With a diagonal that needs no pivots, real so that it is Hermitian too if `symmetric`.
template <class T> static std::vector<Matrix> strong_matrices(int n, int count, bool symmetric) {
    std::vector<Matrix> all = random_matrices<T>(n, n, count);
    for (Matrix &a : all)
        for (int j = 0; j < n; j++) {
            for (int i = 0; symmetric && i < j; i++) a.at(i, j) = std::conj(a.at(j, i));
            a.at(j, j) = n + 1 + std::abs(a.at(j, j).real());
        }
    return all;
}

static Matrix lower_of(const Matrix &a) {
    const int k = std::min(a.rows, a.columns);
    Matrix l = a.part(0, 0, a.rows, k).where([](int i, int j) { return i > j; });
    for (int i = 0; i < k; i++) l.at(i, i) = 1;
    return l;
}
static Matrix upper_of(const Matrix &a) {
    return a.part(0, 0, std::min(a.rows, a.columns), a.columns).where([](int i, int j) { return i <= j; });
}
static Matrix interchanged(Matrix a, const std::vector<int> &pivots) {
    for (size_t i = 0; i < pivots.size(); i++) {
        if (pivots[i] <= int(i) || pivots[i] > a.rows) return Matrix(a.rows, a.columns);
        for (int j = 0; j < a.columns; j++) std::swap(a.at(int(i), j), a.at(pivots[i] - 1, j));
    }
    return a;
}

template <class T> static void factors(Form form, int m, int n) {
    Batch<T> a(random_matrices<T>(m, n, count_of(form)));
    Vectors<int> pivots(std::min(m, n), a.count);
    Numbers<int> info(a.count);
    CALL(T, getrf, form, m, n, a, pivots, info);
    bool ok = info.all_are(0) && a.is_clean() && pivots.is_clean();
    for (int b = 0; b < a.count; b++) {
        const Matrix lu = a.are()[b], l = lower_of(lu);
        for (Exact element : l.elements) ok = ok && std::abs(element) < 1.4143;
        ok = ok && is_small<T>(l * upper_of(lu) - interchanged(a.was(b), pivots.are()[b]), a.was(b).norm(), n);
    }
    result(title("getrf", letter<T>, form, m * 1000 + n), ok);

    if (m != n) return;
    for (const rocblas_operation op : {rocblas_operation_none, rocblas_operation_transpose, rocblas_operation_conjugate_transpose}) {
        Batch<T> b(n, 3, a.count);
        CALL(T, getrs, form, op, n, 3, a, pivots, b);
        ok = b.is_clean();
        for (int i = 0; i < a.count; i++) {
            const Matrix x = b.are()[i], of = a.was(i).under(op);
            ok = ok && is_small<T>(of * x - b.was(i), of.norm() * x.norm(), n);
        }
        result(title("getrs", letter<T>, form, n * 1000 + op), ok);
    }
    Batch<T> inverse(n, n, a.count);
    CALL(T, getri_outofplace, form, n, a, pivots, inverse, info);
    const auto inverts = [&](Batch<T> &of) {
        bool all = info.all_are(0) && of.is_clean();
        for (int i = 0; i < a.count; i++) {
            const Matrix x = of.are()[i];
            all = all && is_small<T>(a.was(i) * x - Matrix::one(n), a.was(i).norm() * x.norm(), n);
        }
        return all;
    };
    ok = inverts(inverse);
    CALL(T, getri, form, n, a, pivots, info);
    result(title("getri", letter<T>, form, n), ok && inverts(a));
}

template <class T> static void without_pivots(Form form, int n) {
    Batch<T> a(strong_matrices<T>(n, count_of(form), false)), inverse(n, n, a.count);
    Numbers<int> info(a.count);
    CALL(T, getrf_npvt, form, n, n, a, info);
    bool ok = info.all_are(0) && a.is_clean();
    for (int b = 0; b < a.count; b++) ok = ok && is_small<T>(lower_of(a.are()[b]) * upper_of(a.are()[b]) - a.was(b), a.was(b).norm(), n);
    CALL(T, getri_npvt_outofplace, form, n, a, inverse, info);
    for (int b = 0; b < a.count; b++) ok = ok && is_small<T>(a.was(b) * inverse.are()[b] - Matrix::one(n), a.was(b).norm() * inverse.are()[b].norm(), n);
    result(title("npvt", letter<T>, form, n), ok && info.all_are(0));
}

// One of several is singular: it is told, its right side and its factors stay, and the others are solved.
template <class T> static void singular(Form form, int n) {
    std::vector<Matrix> matrices = strong_matrices<T>(n, count_of(form), false);
    const int bad = n / 2;
    for (int i = 0; i < n; i++) matrices.back().at(i, bad) = 0;
    Batch<T> a(matrices), b(n, 2, a.count);
    Vectors<int> pivots(n, a.count);
    Numbers<int> info(a.count);
    CALL(T, gesv, form, n, 2, a, pivots, b, info);
    bool ok = a.is_clean() && b.is_clean();
    for (int i = 0; i < a.count; i++) {
        const bool is_singular = i == a.count - 1;
        const Matrix x = b.are()[i], residual = is_singular ? x - b.was(i) : a.was(i) * x - b.was(i);
        ok = ok && info.are()[i] == (is_singular ? bad + 1 : 0) && (is_singular ? residual.norm() == 0 : is_small<T>(residual, a.was(i).norm() * x.norm(), n));
    }
    const Matrix factored = a.are().back();
    CALL(T, getri, form, n, a, pivots, info);
    ok = ok && info.are().back() == bad + 1 && (a.are().back() - factored).norm() == 0;
    result(title("singular", letter<T>, form, n), ok);
}

template <class T> static void triangles(Form form, int n, rocblas_fill fill, rocblas_diagonal diag) {
    Batch<T> a(strong_matrices<T>(n, count_of(form), false));
    Numbers<int> info(a.count);
    const bool upper = fill == rocblas_fill_upper, is_unit = diag == rocblas_diagonal_unit;
    CALL(T, trtri, form, fill, diag, n, a, info);
    bool ok = info.all_are(0) && a.is_clean();
    const auto inside = [&](int i, int j) { return (upper ? i < j : i > j) || (i == j && !is_unit); };
    for (int b = 0; b < a.count; b++) {
        Matrix x = a.are()[b].where(inside), was = a.was(b).where(inside);
        const Matrix others = (a.are()[b] - a.was(b)).where([&](int i, int j) { return !inside(i, j); });
        // A unit triangle's elements are made small, so that its inverse is none of great norm.
        for (int i = 0; is_unit && i < n; i++) x.at(i, i) = was.at(i, i) = 1;
        ok = ok && others.norm() == 0 && is_small<T>(was * x - Matrix::one(n), was.norm() * x.norm(), n);
    }
    result(title("trtri", letter<T>, form, n * 10 + 2 * upper + is_unit), ok);
}

template <class T> static void cholesky(Form form, int n, rocblas_fill fill) {
    const bool upper = fill == rocblas_fill_upper;
    const auto inside = [&](int i, int j) { return upper ? i <= j : i >= j; };
    const auto outside = [&](int i, int j) { return !inside(i, j); };
    Batch<T> a(strong_matrices<T>(n, count_of(form), true)), b(n, 3, a.count);
    Numbers<int> info(a.count);
    CALL(T, potrf, form, fill, n, a, info);
    bool ok = info.all_are(0) && a.is_clean();
    for (int i = 0; i < a.count; i++) {
        const Matrix factor = a.are()[i].where(inside);
        ok = ok && is_small<T>((upper ? factor.adjoint() * factor : factor * factor.adjoint()) - a.was(i), a.was(i).norm(), n);
        ok = ok && (a.are()[i] - a.was(i)).where(outside).norm() == 0;
    }
    CALL(T, potrs, form, fill, n, 3, a, b);
    for (int i = 0; i < a.count; i++) ok = ok && is_small<T>(a.was(i) * b.are()[i] - b.was(i), a.was(i).norm() * b.are()[i].norm(), n);
    CALL(T, potri, form, fill, n, a, info);
    ok = ok && info.all_are(0) && a.is_clean() && b.is_clean();
    for (int i = 0; i < a.count; i++) {
        Matrix x = a.are()[i].where(inside);
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                if (outside(k, j)) x.at(k, j) = std::conj(x.at(j, k));
        ok = ok && is_small<T>(a.was(i) * x - Matrix::one(n), a.was(i).norm() * x.norm(), n);
        ok = ok && (a.are()[i] - a.was(i)).where(outside).norm() == 0;
    }
    result(title("potrf", letter<T>, form, n * 10 + upper), ok);
}

// A minor that is not positive is told, and that system's right side stays.
template <class T> static void indefinite(Form form, int n, rocblas_fill fill) {
    std::vector<Matrix> matrices = strong_matrices<T>(n, count_of(form), true);
    const int bad = n - 3;
    matrices.back().at(bad, bad) = -1;
    Batch<T> a(matrices), b(n, 2, a.count);
    Numbers<int> info(a.count);
    CALL(T, posv, form, fill, n, 2, a, b, info);
    bool ok = a.is_clean() && b.is_clean();
    for (int i = 0; i < a.count; i++) {
        const bool is_bad = i == a.count - 1;
        const Matrix x = b.are()[i];
        ok = ok && info.are()[i] == (is_bad ? bad + 1 : 0) &&
             (is_bad ? (x - b.was(i)).norm() == 0 : is_small<T>(a.was(i) * x - b.was(i), a.was(i).norm() * x.norm(), n));
    }
    result(title("posv", letter<T>, form, n), ok);
}

// Symmetric, complex ones too, with so small a diagonal that some of D's blocks have two columns.
template <class T> static std::vector<Matrix> symmetric_matrices(int n, int count) {
    std::vector<Matrix> all = random_matrices<T>(n, n, count);
    for (Matrix &a : all)
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < j; i++) a.at(i, j) = a.at(j, i);
            a.at(j, j) *= j % 3 == 0 ? 0 : 0.25L;
        }
    return all;
}
// What the factors in one half of `f` multiply to: LAPACK's P(1) L(1) ... D ... L(1)^T P(1)^T, where U's begin with the last column.
static Matrix product_of_symmetric(const Matrix &f, const std::vector<int> &pivots, bool upper, int &pairs) {
    const int n = f.rows;
    const auto place = [&](int i) { return upper ? n - 1 - i : i; };
    const auto at = [&](int i, int j) { return f.at(place(i), place(j)); };
    Matrix m(n, n);
    std::vector<std::pair<int, int>> blocks;  // first column and width
    for (int k = 0; k < n; k += blocks.back().second) {
        const bool two = pivots[place(k)] < 0;
        if (two && (k + 1 == n || pivots[place(k + 1)] != pivots[place(k)])) return m;
        blocks.emplace_back(k, 1 + two);
        pairs += two;
        for (int i = k; i <= k + two; i++)
            for (int j = k; j <= k + two; j++) m.at(i, j) = i >= j ? at(i, j) : at(j, i);
    }
    for (size_t b = blocks.size(); b-- > 0;) {
        const auto [first, width] = blocks[b];
        const int last = first + width - 1, from = place(std::abs(pivots[place(first)]) - 1);
        if (from < last || from >= n) return Matrix(n, n);
        for (const bool columns : {false, true}) {
            const auto element = [&](int i, int j) -> Exact & { return columns ? m.at(j, i) : m.at(i, j); };
            for (int k = first; k <= last; k++)
                for (int i = last + 1; i < n; i++)
                    for (int j = 0; j < n; j++) element(i, j) += at(i, k) * element(k, j);
            for (int j = 0; j < n; j++) std::swap(element(last, j), element(from, j));
        }
    }
    Matrix right(n, n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) right.at(place(i), place(j)) = m.at(i, j);
    return right;
}
template <class T> static void symmetric_factors(Form form, int n, rocblas_fill fill) {
    const bool upper = fill == rocblas_fill_upper;
    Batch<T> a(symmetric_matrices<T>(n, count_of(form)));
    Vectors<int> pivots(n, a.count);
    Numbers<int> info(a.count);
    if (n % 2) {
        CALL(T, sytf2, form, fill, n, a, pivots, info);
    } else {
        CALL(T, sytrf, form, fill, n, a, pivots, info);
    }
    bool ok = info.all_are(0) && a.is_clean() && pivots.is_clean();
    int pairs = 0;
    for (int i = 0; i < a.count; i++) {
        ok = ok && is_small<T>(product_of_symmetric(a.are()[i], pivots.are()[i], upper, pairs) - a.was(i), a.was(i).norm(), n);
        ok = ok && (a.are()[i] - a.was(i)).where([&](int i, int j) { return upper ? i > j : i < j; }).norm() == 0;
    }
    result(title("sytrf", letter<T>, form, n * 10 + upper), ok && pairs > 0);

    // Nothing to divide by, from some column on: the first is told, and there is nothing to interchange.
    std::vector<Matrix> matrices(a.count, Matrix(n, n));
    const int good = upper ? n - 1 : 0;
    for (Matrix &m : matrices) m.at(good, good) = 2;
    Batch<T> flat(matrices);
    CALL(T, sytrf, form, fill, n, flat, pivots, info);
    ok = info.all_are(upper ? n - 1 : 2) && flat.is_clean();
    for (int i = 0; i < a.count; i++) {
        ok = ok && (flat.are()[i] - flat.was(i)).norm() == 0;
        for (int j = 0; j < n; j++) ok = ok && pivots.are()[i][j] == j + 1;
    }
    result(title("sytrf_singular", letter<T>, form, n * 10 + upper), ok);
}

template <class T> static void all() {
    for (const Form form : FORMS) {
        const int n = form == PLAIN ? 100 : 40;
        for (const int size : {1, 17, n}) factors<T>(form, size, size);
        factors<T>(form, n, n / 3);
        factors<T>(form, n / 3, n);
        without_pivots<T>(form, n);
        singular<T>(form, n);
        for (const rocblas_fill fill : {rocblas_fill_upper, rocblas_fill_lower}) {
            for (const int size : {1, n}) cholesky<T>(form, size, fill);
            indefinite<T>(form, n, fill);
            for (const int size : {5, 40, 67}) symmetric_factors<T>(form, size, fill);
            triangles<T>(form, 30, fill, rocblas_diagonal_non_unit);
            triangles<T>(form, 5, fill, rocblas_diagonal_unit);
        }
    }
}

int main() {
    begin();
    all<float>();
    all<double>();
    all<rocblas_float_complex>();
    all<rocblas_double_complex>();
    return end();
}
