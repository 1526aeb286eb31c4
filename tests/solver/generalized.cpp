// sygv, sygvd, sygvj, sygvdj, sygvdx and sygvx, and their Hermitian forms: A x = l B x, A B x = l x and B A x = l x.
//
// Built against an installation and run by tests/tests/solver.rs.
#include "check.h"

#include <algorithm>

#define NAMES(x, T, s)                                                                                                                             \
    template <> struct Names<T> {                                                                                                                  \
        NAME_OF(x, sygv, s##gv) NAME_OF(x, sygvd, s##gvd) NAME_OF(x, sygvj, s##gvj) NAME_OF(x, sygvdj, s##gvdj) NAME_OF(x, sygvdx, s##gvdx)        \
        NAME_OF(x, sygvx, s##gvx)                                                                                                                  \
    };
NAMES(s, float, sy)
NAMES(d, double, sy)
NAMES(c, rocblas_float_complex, he)
NAMES(z, rocblas_double_complex, he)

template <class T> static std::vector<Matrix> hermitian(int n, int count, long double diagonal) {
    std::vector<Matrix> all;
    for (int b = 0; b < count; b++) {
        Matrix a(n, n);
        for (int j = 0; j < n; j++)
            for (int i = 0; i <= j; i++) {
                Exact element = Of<T>::exact(Of<T>::from(next_number()));
                if (i == j) element = element.real() + diagonal;
                element = Of<T>::exact(Of<T>::from(element));
                a.at(i, j) = element, a.at(j, i) = std::conj(element);
            }
        all.push_back(a);
    }
    return all;
}

// The vectors that are there solve the problem, and have the length that they must have.
template <class T>
static bool are_pairs(rocblas_eform form, const Matrix &a, const Matrix &b, const Matrix &v, const std::vector<Real<T>> &values, int count) {
    const Matrix x = v.part(0, 0, a.rows, count);
    Matrix scaled = form == rocblas_eform_ax ? b * x : x;
    for (int j = 0; j < count; j++)
        for (int i = 0; i < a.rows; i++) scaled.at(i, j) *= (long double)values[j];
    const Matrix product = form == rocblas_eform_ax ? a * x : form == rocblas_eform_abx ? a * (b * x) : b * (a * x);
    // x^H B x = 1, or x^H B^-1 x = 1: with B^-1 x = A x / l.
    Matrix lengths = x.adjoint() * (form == rocblas_eform_bax ? a * x : b * x);
    for (int j = 0; form == rocblas_eform_bax && j < count; j++)
        for (int i = 0; i < count; i++) lengths.at(i, j) /= (long double)values[j];
    const bool tells_lengths = form != rocblas_eform_bax || std::all_of(values.begin(), values.begin() + count, [](Real<T> value) { return std::abs(value) > 1; });
    return is_small<T>(product - scaled, a.norm() * b.norm() * x.norm(), a.rows) && std::is_sorted(values.begin(), values.begin() + count) &&
           (!tells_lengths || is_small<T>(lengths - Matrix::one(count), b.norm(), a.rows));
}

enum Which { SYGV, SYGVD, SYGVJ, SYGVDJ, SYGVDX, SYGVX };
template <class T> static void solve(Which which, Form form, rocblas_eform problem, rocblas_fill fill, int n) {
    static constexpr const char *names[] = {"sygv", "sygvd", "sygvj", "sygvdj", "sygvdx", "sygvx"};
    using R = Real<T>;
    const int count = count_of(form), first = 2, last = n - 1;
    Batch<T> a(hermitian<T>(n, count, 0)), b(hermitian<T>(n, count, n + 1)), z(n, n, count);
    Vectors<R> values(n, count), e(n, count);
    Vectors<int> failed(n, count);
    Numbers<R> residuals(count);
    Numbers<int> info(count), sweeps(count), counts(count);
    const rocblas_evect vectors = rocblas_evect_original;
    const rocblas_erange range = rocblas_erange_index;
    if (which == SYGV) CALL(T, sygv, form, problem, vectors, fill, n, a, b, values, e, info);
    if (which == SYGVD) CALL(T, sygvd, form, problem, vectors, fill, n, a, b, values, e, info);
    if (which == SYGVJ) CALL(T, sygvj, form, problem, vectors, fill, n, a, b, R(0), residuals, 100, sweeps, values, info);
    if (which == SYGVDJ) CALL(T, sygvdj, form, problem, vectors, fill, n, a, b, values, info);
    if (which == SYGVDX) CALL(T, sygvdx, form, problem, vectors, range, fill, n, a, b, R(0), R(0), first, last, counts, values, z, info);
    if (which == SYGVX) CALL(T, sygvx, form, problem, vectors, range, fill, n, a, b, R(0), R(0), first, last, R(0), counts, values, z, failed, info);
    const bool some = which >= SYGVDX;
    bool ok = info.all_are(0) && a.is_clean() && b.is_clean() && values.is_clean() && z.is_clean() && (!some || counts.all_are(last - first + 1));
    for (int i = 0; i < count; i++)
        ok = ok && are_pairs<T>(problem, a.was(i), b.was(i), some ? z.are()[i] : a.are()[i], values.are()[i], some ? last - first + 1 : n);
    result(title(names[which], letter<T>, form, n * 1000 + problem) + (fill == rocblas_fill_upper ? "u" : "l"), ok);
}

// B of one of several is not positive.
template <class T> static void indefinite(Form form, int n) {
    std::vector<Matrix> matrices = hermitian<T>(n, count_of(form), n + 1);
    matrices.back().at(3, 3) = 0;
    Batch<T> a(hermitian<T>(n, count_of(form), 0)), b(matrices);
    Vectors<Real<T>> values(n, a.count);
    Numbers<int> info(a.count);
    CALL(T, sygvdj, form, rocblas_eform_ax, rocblas_evect_none, rocblas_fill_lower, n, a, b, values, info);
    bool ok = true;
    for (int i = 0; i < a.count; i++) ok = ok && info.are()[i] == (i == a.count - 1 ? n + 4 : 0);
    result(title("indefinite", letter<T>, form, n), ok);
}

template <class T> static void all() {
    for (const Form form : FORMS) {
        for (const rocblas_eform problem : {rocblas_eform_ax, rocblas_eform_abx, rocblas_eform_bax})
            for (const rocblas_fill fill : {rocblas_fill_upper, rocblas_fill_lower})
                for (const Which which : {SYGV, SYGVD, SYGVJ, SYGVDJ, SYGVDX, SYGVX})
                    if (which == SYGVD || (problem == rocblas_eform_ax) == (fill == rocblas_fill_upper)) solve<T>(which, form, problem, fill, 11);
        indefinite<T>(form, 8);
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
