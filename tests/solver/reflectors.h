// reflectors.h: the Q that LAPACK defines by the reflectors in a matrix, multiplied on the host.
//
// Used by orthogonal.cpp and diagonals.cpp.
#pragma once

#include "check.h"

// LAPACK's four ways: A = Q R, L Q, Q L and R Q.
enum Way { QR, LQ, QL, RQ };
inline bool in_rows(Way way) { return way == LQ || way == RQ; }
inline bool from_the_end(Way way) { return way == QL || way == RQ; }

// Vector i of k in A: where its one is, what follows (or, from the end, comes before) in a column, or conjugated in a row.
inline std::vector<Exact> vector_of(Way way, const Matrix &a, int k, int i) {
    const int order = in_rows(way) ? a.columns : a.rows, other = in_rows(way) ? a.rows : a.columns;
    std::vector<Exact> v(order);
    const int one = from_the_end(way) ? order - k + i : i, line = from_the_end(way) ? other - k + i : i;
    v[one] = 1;
    for (int j = from_the_end(way) ? 0 : one + 1; j < (from_the_end(way) ? one : order); j++)
        v[j] = in_rows(way) ? std::conj(a.at(line, j)) : a.at(j, line);
    return v;
}
// Q of k reflectors, all of it.
template <class T> Matrix q_of(Way way, const Matrix &a, const std::vector<T> &tau, int k) {
    const int order = in_rows(way) ? a.columns : a.rows;
    Matrix q = Matrix::one(order);
    // H(i) = 1 - tau v v^H from the left, the rightmost of the product first: QR's is H(1) ... H(k), QL's H(k) ... H(1), and in rows they are adjoints,
    // LQ's H(k)^H ... H(1)^H and RQ's H(1)^H ... H(k)^H.
    for (int step = 0; step < k; step++) {
        const int i = way == QR || way == RQ ? k - 1 - step : step;
        const std::vector<Exact> v = vector_of(way, a, k, i);
        const Exact t = in_rows(way) ? std::conj(Of<T>::exact(tau[i])) : Of<T>::exact(tau[i]);
        for (int j = 0; j < order; j++) {
            Exact sum = 0;
            for (int row = 0; row < order; row++) sum += std::conj(v[row]) * q.at(row, j);
            for (int row = 0; row < order; row++) q.at(row, j) -= t * v[row] * sum;
        }
    }
    return q;
}
// The part of Q that org* makes, with `count` columns or rows.
inline Matrix part_of(Way way, const Matrix &q, int count) {
    const int skipped = from_the_end(way) ? q.rows - count : 0;
    return in_rows(way) ? q.part(skipped, 0, count, q.columns) : q.part(0, skipped, q.rows, count);
}
