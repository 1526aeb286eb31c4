// sytrd/hetrd and gebrd: what they leave of a matrix is Q^H A Q with three diagonals and Q^H A P with two, by LAPACK's reflectors, of which org/ungtr, org/ungbr,
// orm/unmtr and orm/unmbr make Q and P.
//
// Built against an installation and run by tests/tests/solver.rs.
#include "reflectors.h"

#include <algorithm>

#define NAMES(x, T, s, g, m)                                                                                                 \
    template <> struct Names<T> {                                                                                            \
        NAME_OF(x, sytrd, s##trd) NAME(x, gebrd)                                                                             \
        static constexpr auto orgtr = rocsolver_##x##g##tr;                                                                  \
        static constexpr auto orgbr = rocsolver_##x##g##br;                                                                  \
        static constexpr auto ormtr = rocsolver_##x##m##tr;                                                                  \
        static constexpr auto ormbr = rocsolver_##x##m##br;                                                                  \
        static constexpr auto adjoint = Of<T>::is_complex ? rocblas_operation_conjugate_transpose : rocblas_operation_transpose; \
    };
NAMES(s, float, sy, org, orm)
NAMES(d, double, sy, org, orm)
NAMES(c, rocblas_float_complex, he, ung, unm)
NAMES(z, rocblas_double_complex, he, ung, unm)

template <class T> static Matrix random_matrix(int m, int n, bool hermitian) {
    Matrix a(m, n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            if (hermitian && i > j) continue;
            Exact element = Of<T>::exact(Of<T>::from(next_number()));
            if (hermitian && i == j) element = element.real();
            a.at(i, j) = element;
            if (hermitian) a.at(j, i) = std::conj(element);
        }
    return a;
}
// `inner` with a row and a column of the matrix 1 before it, or behind it.
static Matrix bordered(const Matrix &inner, bool behind) {
    Matrix a = Matrix::one(inner.rows + 1);
    for (int j = 0; j < inner.columns; j++)
        for (int i = 0; i < inner.rows; i++) a.at(i + !behind, j + !behind) = inner.at(i, j);
    return a;
}

// Products with Q from both sides; call(side, op, c) is orm*.
template <class T, class Call> static bool applies(const Matrix &q, Call call) {
    bool ok = true;
    for (const rocblas_side side : {rocblas_side_left, rocblas_side_right})
        for (const rocblas_operation op : {rocblas_operation_none, Names<T>::adjoint}) {
            const bool left = side == rocblas_side_left;
            Batch<T> c(left ? q.rows : 5, left ? 5 : q.rows, 1);
            SOLVER(call(side, op, c));
            const Matrix want = left ? q.under(op) * c.was(0) : c.was(0) * q.under(op);
            ok = ok && c.is_clean() && is_small<T>(c.are()[0] - want, c.was(0).norm(), q.rows);
        }
    return ok;
}

template <class T> static void tridiagonal(Form form, rocblas_fill fill, int n) {
    const int count = count_of(form);
    const bool upper = fill == rocblas_fill_upper;
    std::vector<Matrix> matrices;
    for (int b = 0; b < count; b++) matrices.push_back(random_matrix<T>(n, n, true));
    Batch<T> a(matrices);
    Vectors<Real<T>> d(n, count), e(n - 1, count);
    Vectors<T> tau(n - 1, count);
    CALL(T, sytrd, form, fill, n, a, d, e, tau);
    bool ok = a.is_clean() && d.is_clean() && e.is_clean() && tau.is_clean();
    for (int b = 0; b < count; b++) {
        const Matrix factored = a.are()[b];
        const Matrix q = bordered(q_of(upper ? QL : QR, upper ? factored.part(0, 1, n - 1, n - 1) : factored.part(1, 0, n - 1, n - 1), tau.are()[b], n - 1), upper);
        Matrix t(n, n);
        for (int i = 0; i < n; i++) {
            t.at(i, i) = d.are()[b][i];
            if (i + 1 < n) t.at(i, i + 1) = t.at(i + 1, i) = e.are()[b][i];
            ok = ok && factored.at(i, i) == t.at(i, i) && (i + 1 == n || factored.at(upper ? i : i + 1, upper ? i + 1 : i) == t.at(i, i + 1));
        }
        // The other half is as it was.
        ok = ok && (factored - a.was(b)).where([&](int i, int j) { return upper ? i > j : i < j; }).norm() == 0;
        ok = ok && is_orthogonal<T>(q) && is_small<T>(q * t * q.adjoint() - a.was(b), a.was(b).norm(), n);
        if (form != PLAIN) continue;
        ok = ok && applies<T>(q, [&](rocblas_side side, rocblas_operation op, Batch<T> &c) {
            return Names<T>::ormtr(handle, side, fill, op, c.rows, c.columns, a.memory.device, a.ld, tau.memory.device, c.memory.device, c.ld);
        });
        SOLVER(Names<T>::orgtr(handle, fill, n, a.memory.device, a.ld, tau.memory.device));
        ok = ok && is_small<T>(a.are()[0] - q, 1, n);
    }
    result(title("sytrd", letter<T>, form, n) + (upper ? "u" : "l"), ok);
}

template <class T> static void bidiagonal(Form form, int m, int n) {
    const int count = count_of(form), order = std::min(m, n);
    std::vector<Matrix> matrices;
    for (int b = 0; b < count; b++) matrices.push_back(random_matrix<T>(m, n, false));
    Batch<T> a(matrices);
    Vectors<Real<T>> d(order, count), e(order - 1, count);
    Vectors<T> tau_q(order, count), tau_p(order, count);
    CALL(T, gebrd, form, m, n, a, d, e, tau_q, tau_p);
    bool ok = a.is_clean() && d.is_clean() && e.is_clean() && tau_q.is_clean() && tau_p.is_clean();
    for (int b = 0; b < count; b++) {
        const Matrix factored = a.are()[b];
        const std::vector<T> of_q = tau_q.are()[b], of_p = tau_p.are()[b];
        // Reflectors of the second kind begin one row or column later.
        const Matrix q = m >= n ? q_of(QR, factored, of_q, order) : bordered(q_of(QR, factored.part(1, 0, m - 1, m - 1), of_q, m - 1), false);
        const Matrix ph = m >= n ? bordered(q_of(LQ, factored.part(0, 1, n - 1, n - 1), of_p, n - 1), false) : q_of(LQ, factored, of_p, order);
        Matrix middle(m, n);
        for (int i = 0; i < order; i++) {
            middle.at(i, i) = d.are()[b][i];
            if (i + 1 < order) middle.at(m >= n ? i : i + 1, m >= n ? i + 1 : i) = e.are()[b][i];
        }
        ok = ok && is_orthogonal<T>(q) && is_orthogonal<T>(ph) && is_small<T>(q * middle * ph - a.was(b), a.was(b).norm(), std::max(m, n));
        if (form != PLAIN) continue;
        ok = ok && applies<T>(q, [&](rocblas_side side, rocblas_operation op, Batch<T> &c) {
            return Names<T>::ormbr(handle, rocblas_column_wise, side, op, c.rows, c.columns, n, a.memory.device, a.ld, tau_q.memory.device, c.memory.device, c.ld);
        });
        ok = ok && applies<T>(ph.adjoint(), [&](rocblas_side side, rocblas_operation op, Batch<T> &c) {
            return Names<T>::ormbr(handle, rocblas_row_wise, side, op, c.rows, c.columns, m, a.memory.device, a.ld, tau_p.memory.device, c.memory.device, c.ld);
        });
        // Q's first columns, and P^H's first rows, as many as A has; a copy of A for each.
        Batch<T> rows({factored.part(0, 0, order, n)}), columns({factored.part(0, 0, m, order)});
        SOLVER(Names<T>::orgbr(handle, rocblas_column_wise, m, order, n, columns.memory.device, columns.ld, tau_q.memory.device));
        SOLVER(Names<T>::orgbr(handle, rocblas_row_wise, order, n, m, rows.memory.device, rows.ld, tau_p.memory.device));
        ok = ok && is_small<T>(columns.are()[0] - q.part(0, 0, m, order), 1, m) && is_small<T>(rows.are()[0] - ph.part(0, 0, order, n), 1, n);
    }
    result(title("gebrd", letter<T>, form, m * 1000 + n), ok);
}

template <class T> static void all() {
    for (const Form form : FORMS) {
        const int n = form == PLAIN ? 40 : 9;
        for (const rocblas_fill fill : {rocblas_fill_upper, rocblas_fill_lower}) {
            tridiagonal<T>(form, fill, n);
            tridiagonal<T>(form, fill, 2);
        }
        bidiagonal<T>(form, n, n);
        bidiagonal<T>(form, n, n / 2);
        bidiagonal<T>(form, n / 2, n);
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
