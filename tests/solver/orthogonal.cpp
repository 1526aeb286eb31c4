// geqrf, gelqf, geqlf, gerqf, org/ung, orm/unm and gels: factors multiply to the matrix, Q is that of LAPACK's reflectors, and X is the least.
//
// Built against an installation and run by tests/tests/solver.rs. diagonals.cpp has orgbr, orgtr, ormbr and ormtr.
#include "reflectors.h"

#include <algorithm>

#define NAMES(x, T, g, m)                                                                                                      \
    template <> struct Names<T> {                                                                                            \
        NAME(x, geqrf) NAME(x, gelqf) NAME(x, geqlf) NAME(x, gerqf) NAME(x, gels)                                            \
        static constexpr decltype(&rocsolver_##x##g##qr) org[] = {rocsolver_##x##g##qr, rocsolver_##x##g##lq, rocsolver_##x##g##ql}; \
        static constexpr decltype(&rocsolver_##x##m##qr) orm[] = {rocsolver_##x##m##qr, rocsolver_##x##m##lq, rocsolver_##x##m##ql}; \
        static constexpr auto adjoint = Of<T>::is_complex ? rocblas_operation_conjugate_transpose : rocblas_operation_transpose; \
    };
NAMES(s, float, org, orm)
NAMES(d, double, org, orm)
NAMES(c, rocblas_float_complex, ung, unm)
NAMES(z, rocblas_double_complex, ung, unm)

static constexpr const char *names[] = {"qr", "lq", "ql", "rq"};

template <class T> static void factor(Way way, Form form, int m, int n, Batch<T> &a, Vectors<T> &tau) {
    if (way == QR) CALL(T, geqrf, form, m, n, a, tau);
    if (way == LQ) CALL(T, gelqf, form, m, n, a, tau);
    if (way == QL) CALL(T, geqlf, form, m, n, a, tau);
    if (way == RQ) CALL(T, gerqf, form, m, n, a, tau);
}

// org makes `count` columns or rows of the Q of a factored matrix, whose last ones are what reflectors are in where they count from the end.
template <class T> static bool generates(Way way, const Matrix &factored, const Matrix &q, Vectors<T> &tau, int k) {
    const int order = q.rows, count = std::min(order, k + 2);
    Matrix with_more = in_rows(way) ? Matrix(count, order) : Matrix(order, count);
    const int skipped = from_the_end(way) ? count - k : 0, first = from_the_end(way) ? (in_rows(way) ? factored.rows : factored.columns) - k : 0;
    for (int i = 0; i < k; i++)
        for (int j = 0; j < order; j++)
            if (in_rows(way)) with_more.at(skipped + i, j) = factored.at(first + i, j);
            else with_more.at(j, skipped + i) = factored.at(j, first + i);
    Batch<T> a({with_more});
    SOLVER(Names<T>::org[way](handle, a.rows, a.columns, k, a.memory.device, a.ld, tau.memory.device));
    return a.is_clean() && is_small<T>(a.are()[0] - part_of(way, q, count), 1, order);
}

// orm multiplies with it from both sides.
template <class T> static bool applies(Way way, const Matrix &factored, const Matrix &q, Vectors<T> &tau, int k) {
    const int order = q.rows, first = from_the_end(way) ? (in_rows(way) ? factored.rows : factored.columns) - k : 0;
    Batch<T> a({in_rows(way) ? factored.part(first, 0, k, order) : factored.part(0, first, order, k)});
    bool ok = true;
    for (const rocblas_side side : {rocblas_side_left, rocblas_side_right})
        for (const rocblas_operation op : {rocblas_operation_none, Names<T>::adjoint}) {
            const bool left = side == rocblas_side_left;
            Batch<T> c(left ? order : 7, left ? 7 : order, 1);
            SOLVER(Names<T>::orm[way](handle, side, op, c.rows, c.columns, k, a.memory.device, a.ld, tau.memory.device, c.memory.device, c.ld));
            const Matrix want = left ? q.under(op) * c.was(0) : c.was(0) * q.under(op);
            ok = ok && c.is_clean() && is_small<T>(c.are()[0] - want, c.was(0).norm(), order);
        }
    return ok && a.is_clean() && is_small<T>(a.are()[0] - a.was(0), 1, 1);
}

template <class T> static void factors(Way way, Form form, int m, int n) {
    Batch<T> a(m, n, count_of(form));
    const int k = std::min(m, n);
    Vectors<T> tau(k, a.count);
    factor(way, form, m, n, a, tau);
    bool ok = a.is_clean() && tau.is_clean();
    for (int b = 0; b < a.count; b++) {
        const Matrix factored = a.are()[b], q = q_of(way, factored, tau.are()[b], k);
        const Matrix triangle = factored.where([&](int i, int j) { return in_rows(way) == from_the_end(way) ? i - (way == RQ ? m - n : 0) <= j
                                                                                                              : i >= j + (way == QL ? m - n : 0); });
        const int skipped = from_the_end(way) ? std::max(m, n) - k : 0;
        Matrix factor = triangle;
        if (!in_rows(way)) factor = m > n ? triangle.part(skipped, 0, k, n) : triangle;
        else factor = n > m ? triangle.part(0, skipped, m, k) : triangle;
        const Matrix part = part_of(way, q, k), product = in_rows(way) ? factor * part : part * factor;
        ok = ok && is_orthogonal<T>(q) && is_small<T>(product - a.was(b), a.was(b).norm(), std::max(m, n));
        if (form == PLAIN && way != RQ) ok = ok && generates<T>(way, factored, q, tau, k) && applies<T>(way, factored, q, tau, k);
    }
    result(title(names[way], letter<T>, form, m * 1000 + n), ok);
}

// An orthonormal base of A's columns, by Gram and Schmidt, twice.
static Matrix base_of(Matrix a) {
    for (int j = 0; j < a.columns; j++) {
        for (int round = 0; round < 2; round++)
            for (int k = 0; k < j; k++) {
                Exact sum = 0;
                for (int i = 0; i < a.rows; i++) sum += std::conj(a.at(i, k)) * a.at(i, j);
                for (int i = 0; i < a.rows; i++) a.at(i, j) -= a.at(i, k) * sum;
            }
        const long double length = a.part(0, j, a.rows, 1).norm();
        for (int i = 0; i < a.rows; i++) a.at(i, j) /= length;
    }
    return a;
}

template <class T> static void least_squares(Form form, int m, int n, rocblas_operation op) {
    const int sides = 3, longest = std::max(m, n);
    Batch<T> a(m, n, count_of(form)), b(longest, sides, a.count);
    Numbers<int> info(a.count);
    CALL(T, gels, form, op, m, n, sides, a, b, info);
    bool ok = info.all_are(0) && a.is_clean() && b.is_clean();
    for (int i = 0; i < a.count; i++) {
        const Matrix of = a.was(i).under(op), x = b.are()[i].part(0, 0, of.columns, sides), side = b.was(i).part(0, 0, of.rows, sides);
        const Matrix residual = of * x - side, base = base_of(of.rows < of.columns ? of.adjoint() : of);
        // Where there are many solutions, the shortest is a sum of A's rows.
        if (of.rows < of.columns) ok = ok && is_small<T>(residual, of.norm() * x.norm(), longest) && is_small<T>(x - base * (base.adjoint() * x), x.norm(), longest * 4);
        else ok = ok && is_small<T>(base.adjoint() * residual, of.norm() * x.norm() + side.norm(), longest);
    }
    result(title("gels", letter<T>, form, m * 1000 + n) + (op == rocblas_operation_none ? "n" : "t"), ok);
}

template <class T> static void all() {
    for (const Form form : FORMS) {
        const int n = form == PLAIN ? 70 : 20;
        for (const Way way : {QR, LQ, QL, RQ}) {
            factors<T>(way, form, n, n);
            factors<T>(way, form, n, n / 2 - 1);
            factors<T>(way, form, n / 2 - 1, n);
            factors<T>(way, form, 1, 1);
        }
        for (const rocblas_operation op : {rocblas_operation_none, Names<T>::adjoint}) {
            least_squares<T>(form, n, n / 2, op);
            least_squares<T>(form, n / 2, n, op);
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
