// reflections.hip: see reflections.h.
//
// With J the matrix that brings rows into the other order, A = Q R means A^H = R^H Q^H, an LQ factorisation, and J A J = (J Q J) (J R J) a QL one: the
// three other ways are the first of another matrix, and their reflectors are its reflectors, brought into the same order.
#include "reflections.h"

#include "../blas/matrix_parts.h"
#include "../blas/reflectors.h"
#include "copies.h"

namespace solver {

template <class T> Status factor_orthogonal(const Handle &handle, Layout layout, int64_t m, int64_t n, View<T> a, View<T> tau, int64_t batches) {
    if (m == 0 || n == 0 || batches == 0) return HIPBLAS_STATUS_SUCCESS;
    if (!layout.in_rows && !layout.turned) return factor_qr(handle, a, tau, int(m), int(n), batches);
    const int64_t rows = layout.in_rows ? n : m, columns = layout.in_rows ? m : n;
    Temporary memory(handle);
    SOLVER_TRY(memory.take(batches * m * n * sizeof(T)));
    const View<T> other = dense<T>(memory.memory, rows, columns);
    SOLVER_TRY(copy(handle, Copy<T>{a, other, rows, columns, batches, layout.in_rows, layout.turned}));
    SOLVER_TRY(factor_qr(handle, other, tau, int(rows), int(columns), batches));
    SOLVER_TRY(copy(handle, Copy<T>{other, a, m, n, batches, layout.in_rows, layout.turned}));
    return layout.turned ? turn(handle, tau, std::min(m, n), batches) : HIPBLAS_STATUS_SUCCESS;
}

// The reflectors as columns of a QR factorisation: where they lie, or in memory of their own.
template <class T> struct Columns {
    Parts parts;
    Reflectors<T> reflectors{};

    explicit Columns(const Handle &handle) : parts(handle) {}
    Status make(const Handle &handle, const Orthogonal<T> &q) {
        reflectors = {q.a, q.tau, int(q.order()), q.batches};
        if (!q.layout.in_rows && !q.layout.turned) return HIPBLAS_STATUS_SUCCESS;
        const int64_t rows = q.order(), at = parts.add<T>(q.batches * rows * q.k), tau_at = parts.add<T>(q.batches * q.k);
        SOLVER_TRY(parts.take());
        reflectors.a = dense<T>(parts.at<T>(at), rows, q.k);
        // The last k rows or columns, where turned, are those that come first.
        const int64_t skipped = !q.layout.turned ? 0 : q.layout.in_rows ? q.m - q.k : (q.n - q.k) * q.a.ld;
        SOLVER_TRY(copy(handle, Copy<T>{View<const T>(q.a.from(skipped)), reflectors.a, rows, q.k, q.batches, q.layout.in_rows, q.layout.turned}));
        if (!q.layout.turned) return HIPBLAS_STATUS_SUCCESS;
        reflectors.tau = {parts.at<T>(tau_at), nullptr, 1, q.k};
        return copy(handle, Copy<T>{View<const T>(q.tau), {reflectors.tau.first, nullptr, q.k, q.k}, q.k, 1, q.batches, false, true});
    }
};

template <class T> Status generate(const Handle &handle, const Orthogonal<T> &q, View<T> to) {
    if (q.m == 0 || q.n == 0 || q.batches == 0) return HIPBLAS_STATUS_SUCCESS;
    const int64_t rows = q.order(), columns = q.layout.in_rows ? q.m : q.n;
    Columns<T> all(handle);
    if (q.k > 0) SOLVER_TRY(all.make(handle, q));
    Temporary memory(handle);
    SOLVER_TRY(memory.take(q.batches * q.m * q.n * sizeof(T)));
    const View<T> x = dense<T>(memory.memory, rows, columns);
    SOLVER_TRY(set_diagonal(handle, x, rows, columns, T(1), q.batches));
    if (q.k > 0) SOLVER_TRY(apply_all(handle, all.reflectors, int(q.k), false, x, int(columns)));
    return copy(handle, Copy<T>{View<const T>(x), to, q.m, q.n, q.batches, q.layout.in_rows, q.layout.turned});
}

template <class T> Status apply(const Handle &handle, const Orthogonal<T> &q, bool left, bool adjoint, View<T> c, int64_t m, int64_t n) {
    if (m == 0 || n == 0 || q.k == 0 || q.batches == 0) return HIPBLAS_STATUS_SUCCESS;
    Columns<T> all(handle);
    SOLVER_TRY(all.make(handle, q));
    // Q of reflectors in rows is the adjoint; C Q is the adjoint of Q^H C^H.
    const bool inverse = adjoint != q.layout.in_rows;
    if (left && !q.layout.turned) return apply_all(handle, all.reflectors, int(q.k), inverse, c, int(n));
    const int64_t rows = left ? m : n, columns = left ? n : m;
    Temporary memory(handle);
    SOLVER_TRY(memory.take(q.batches * m * n * sizeof(T)));
    const View<T> x = dense<T>(memory.memory, rows, columns);
    SOLVER_TRY(copy(handle, Copy<T>{View<const T>(c), x, rows, columns, q.batches, !left, q.layout.turned}));
    SOLVER_TRY(apply_all(handle, all.reflectors, int(q.k), inverse == left, x, int(columns)));
    return copy(handle, Copy<T>{View<const T>(x), c, m, n, q.batches, !left, q.layout.turned});
}

#define INSTANTIATE(T)                                                                                                    \
    template Status factor_orthogonal<T>(const Handle &, Layout, int64_t, int64_t, View<T>, View<T>, int64_t);            \
    template Status generate<T>(const Handle &, const Orthogonal<T> &, View<T>);                                          \
    template Status apply<T>(const Handle &, const Orthogonal<T> &, bool, bool, View<T>, int64_t, int64_t);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(Complex<float>)
INSTANTIATE(Complex<double>)

}  // namespace solver
