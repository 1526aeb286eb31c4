// sparse_qr.hip: hipsolverSp*csrlsvqr, systems of sparse equations by orthogonal factors.
//
// Called by programs. Rows are rotated, one by one, into the triangle that those before them have left (George and Heath's way), on the host, in double;
// AMD's library makes a dense matrix of them. Nobody keeps the rotations: right sides take part in them.
#include <cmath>
#include <complex>
#include <vector>

#include "fetch.h"
#include "elimination_order.h"

namespace solver {

// What an element is calculated in.
template <class T> struct Wide { using Type = double; };
template <> struct Wide<hipFloatComplex> { using Type = std::complex<double>; };
template <> struct Wide<hipDoubleComplex> { using Type = std::complex<double>; };
static double wide(float a) { return a; }
static double wide(double a) { return a; }
static std::complex<double> wide(hipFloatComplex a) { return {a.x, a.y}; }
static std::complex<double> wide(hipDoubleComplex a) { return {a.x, a.y}; }
static void narrow(float &to, double a) { to = float(a); }
static void narrow(double &to, double a) { to = a; }
static void narrow(hipFloatComplex &to, std::complex<double> a) { to = {float(a.real()), float(a.imag())}; }
static void narrow(hipDoubleComplex &to, std::complex<double> a) { to = {a.real(), a.imag()}; }

static double conjugate(double a) { return a; }
static std::complex<double> conjugate(std::complex<double> a) { return std::conj(a); }

// An equation: columns ascending, their values, and the right side.
template <class W> struct Equation {
    std::vector<int> columns;
    std::vector<W> values;
    W side{};
};

// Turns both, so that `below` loses its first column, which is `above`'s too.
template <class W> static void rotate(Equation<W> &above, Equation<W> &below) {
    const W a = above.values[0], b = below.values[0];
    const double length = std::hypot(std::abs(a), std::abs(b));
    const W c = conjugate(a) / length, s = conjugate(b) / length;
    Equation<W> up, down;
    size_t i = 0, k = 0;
    while (i < above.columns.size() || k < below.columns.size()) {
        const bool has_above = i < above.columns.size() && (k == below.columns.size() || above.columns[i] <= below.columns[k]);
        const bool has_below = k < below.columns.size() && (i == above.columns.size() || below.columns[k] <= above.columns[i]);
        const int column = has_above ? above.columns[i] : below.columns[k];
        const W x = has_above ? above.values[i] : W(0), y = has_below ? below.values[k] : W(0);
        i += has_above, k += has_below;
        up.columns.push_back(column), up.values.push_back(c * x + s * y);
        if (up.columns.size() > 1) down.columns.push_back(column), down.values.push_back(conjugate(c) * y - conjugate(s) * x);
    }
    up.side = c * above.side + s * below.side;
    down.side = conjugate(c) * below.side - conjugate(s) * above.side;
    above = std::move(up), below = std::move(down);
}

// The first column, in the order given, whose diagonal element is not larger than the tolerance; -1 if there is none.
template <class W> static int solve(const std::vector<int> &order, const std::vector<std::pair<int, int>> &sequence, std::vector<Equation<W>> &equations, double tolerance, std::vector<W> &x) {
    const int n = int(order.size());
    std::vector<Equation<W>> triangle(n);
    for (const auto &[last, number] : sequence) {
        auto &equation = equations[number];
        while (!equation.columns.empty()) {
            auto &above = triangle[equation.columns[0]];
            if (equation.values[0] == W(0)) {
                equation.columns.erase(equation.columns.begin()), equation.values.erase(equation.values.begin());
            } else if (above.columns.empty()) {
                above = std::move(equation);
                break;
            } else {
                rotate(above, equation);
            }
        }
    }
    for (int j = 0; j < n; j++) if (triangle[j].columns.empty() || !(std::abs(triangle[j].values[0]) > tolerance)) return j;
    std::vector<W> ordered(n);
    for (int j = n - 1; j >= 0; j--) {
        W left = triangle[j].side;
        for (size_t k = 1; k < triangle[j].columns.size(); k++) left -= triangle[j].values[k] * ordered[triangle[j].columns[k]];
        ordered[j] = left / triangle[j].values[0];
    }
    for (int j = 0; j < n; j++) x[order[j]] = ordered[j];
    return -1;
}

// Columns that meet in an equation fill each other's rows: the order is that of A^H A.
static std::vector<int> column_order(const Pattern &pattern, int n, int reorder) {
    Pattern lower;
    lower.rows.push_back(0);
    std::vector<std::vector<int>> met(n);
    for (int i = 0; i < n; i++) {
        for (int k = pattern.rows[i]; k < pattern.rows[i + 1]; k++) {
            for (int l = pattern.rows[i]; l < pattern.rows[i + 1]; l++) {
                if (pattern.columns[l] < pattern.columns[k]) met[pattern.columns[k]].push_back(pattern.columns[l]);
            }
        }
    }
    for (auto &all : met) {
        lower.columns.insert(lower.columns.end(), all.begin(), all.end());
        lower.rows.push_back(int(lower.columns.size()));
    }
    return elimination_order(lower, n, reorder);
}

template <class T>
static Status qr(hipsolverSpHandle_t handle, int n, int count, hipsparseMatDescr_t descriptor, const T *values, const int *rows, const int *columns,
                 const T *b, double tolerance, int reorder, T *x, int *singularity) {
    if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;
    if (n < 0 || count < 0 || !descriptor || !rows || !columns || !values || !b || !x || !singularity) return HIPSOLVER_STATUS_INVALID_VALUE;
    if (hipsparseGetMatType(descriptor) != HIPSPARSE_MATRIX_TYPE_GENERAL) return HIPSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
    using W = typename Wide<T>::Type;
    const hipStream_t stream = static_cast<SparseHandle *>(handle)->stream;
    Pattern pattern;
    std::vector<T> given, side;
    HIPSOLVER_TRY(fetch_system(pattern, given, side, n, count, descriptor, values, rows, columns, b, stream));
    const std::vector<int> order = column_order(pattern, n, reorder);
    std::vector<int> place(n);
    for (int j = 0; j < n; j++) place[order[j]] = j;
    std::vector<Equation<W>> equations(n);
    for (int i = 0; i < n; i++) {
        std::vector<std::pair<int, int>> sorted;
        for (int k = pattern.rows[i]; k < pattern.rows[i + 1]; k++) sorted.emplace_back(place[pattern.columns[k]], k);
        std::sort(sorted.begin(), sorted.end());
        for (const auto &[column, k] : sorted) {
            const W value = wide(given[k]);
            if (!equations[i].columns.empty() && equations[i].columns.back() == column) equations[i].values.back() += value;
            else equations[i].columns.push_back(column), equations[i].values.push_back(value);
        }
        equations[i].side = wide(side[i]);
    }
    // Those whose last column comes first reach least into the triangle.
    std::vector<std::pair<int, int>> sequence;
    for (int i = 0; i < n; i++) sequence.emplace_back(equations[i].columns.empty() ? -1 : equations[i].columns.back(), i);
    std::sort(sequence.begin(), sequence.end());
    std::vector<W> result(n);
    *singularity = solve(order, sequence, equations, tolerance, result);
    if (*singularity != -1 || n == 0) return HIPSOLVER_STATUS_SUCCESS;
    for (int i = 0; i < n; i++) narrow(side[i], result[i]);
    return give(x, side, stream);
}

}  // namespace solver

#define DEFINE(N, T)                                                                                                                          \
    hipsolverStatus_t N(hipsolverSpHandle_t handle, int n, int nnz, const hipsparseMatDescr_t descrA, const T *csrVal, const int *csrRowPtr,   \
                        const int *csrColInd, const T *b, double tolerance, int reorder, T *x, int *singularity) {                            \
        return solver::qr(handle, n, nnz, descrA, csrVal, csrRowPtr, csrColInd, b, tolerance, reorder, x, singularity);                      \
    }
DEFINE(hipsolverSpScsrlsvqr, float)
DEFINE(hipsolverSpDcsrlsvqr, double)
DEFINE(hipsolverSpCcsrlsvqr, hipFloatComplex)
DEFINE(hipsolverSpZcsrlsvqr, hipDoubleComplex)
