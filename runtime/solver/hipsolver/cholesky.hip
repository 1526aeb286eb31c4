// cholesky.hip: hipsolverSp*, systems of sparse symmetric equations by Cholesky's method.
//
// Called by programs. The factor is found on the host, in double (elimination_order.h, row by row along the elimination tree): AMD's library finds its
// pattern there with CHOLMOD, or all of it.
#include <cmath>
#include <new>
#include <vector>

#include "fetch.h"

namespace solver {

// The lower triangle of the reordered matrix, by rows, and its factor's.
struct Factor {
    int n;
    std::vector<int> parent;              // of a row's diagonal in the elimination tree
    std::vector<std::vector<int>> rows;   // of each column below its diagonal, ascending
    std::vector<std::vector<double>> values;
    std::vector<double> diagonal;
};

// Row k of the factor, whose entries are solutions of the triangle above: x has the matrix' row, and `mark` the rows that were visited for k.
static bool add_row(Factor &f, int k, std::vector<double> &x, std::vector<int> &mark, const std::vector<int> &pattern, double tolerance) {
    std::vector<int> row;
    for (const int start : pattern) {
        for (int j = start; j != -1 && j < k && mark[j] != k; j = f.parent[j]) {
            if (f.parent[j] == -1) f.parent[j] = k;
            mark[j] = k;
            row.push_back(j);
        }
    }
    std::sort(row.begin(), row.end());
    double pivot = x[k];
    x[k] = 0;
    for (const int j : row) {
        const double value = x[j] / f.diagonal[j];
        x[j] = 0;
        for (size_t i = 0; i < f.rows[j].size(); i++) x[f.rows[j][i]] -= f.values[j][i] * value;
        pivot -= value * value;
        f.rows[j].push_back(k), f.values[j].push_back(value);
    }
    // Columns reach no further than row k - 1 yet, so that x is zero again.
    if (!(pivot > 0) || std::sqrt(pivot) <= tolerance) return false;
    f.diagonal[k] = std::sqrt(pivot);
    return true;
}

// The number of the first unknown, in the order given, that has no pivot; -1 if all have.
static int solve(const std::vector<int> &order, const Pattern &pattern, const std::vector<double> &values, double tolerance, std::vector<double> &b) {
    const int n = int(order.size());
    Factor f{n, std::vector<int>(n, -1), std::vector<std::vector<int>>(n), std::vector<std::vector<double>>(n), std::vector<double>(n)};
    std::vector<int> place(n), mark(n, -1);
    for (int i = 0; i < n; i++) place[order[i]] = i;
    // Row i of the reordered lower triangle: what of A's lower triangle comes to lie there.
    std::vector<std::vector<std::pair<int, double>>> lower(n);
    for (int i = 0; i < n; i++) {
        for (int k = pattern.rows[i]; k < pattern.rows[i + 1]; k++) {
            if (pattern.columns[k] > i) continue;
            const int row = place[i], column = place[pattern.columns[k]];
            lower[std::max(row, column)].emplace_back(std::min(row, column), values[k]);
        }
    }
    std::vector<double> x(n), side(n);
    for (int k = 0; k < n; k++) {
        std::vector<int> columns;
        for (const auto &[column, value] : lower[k]) x[column] += value, columns.push_back(column);
        if (!add_row(f, k, x, mark, columns, tolerance)) return k;
    }
    for (int i = 0; i < n; i++) side[i] = b[order[i]];
    for (int j = 0; j < n; j++) {
        side[j] /= f.diagonal[j];
        for (size_t i = 0; i < f.rows[j].size(); i++) side[f.rows[j][i]] -= f.values[j][i] * side[j];
    }
    for (int j = n - 1; j >= 0; j--) {
        for (size_t i = 0; i < f.rows[j].size(); i++) side[j] -= f.values[j][i] * side[f.rows[j][i]];
        side[j] /= f.diagonal[j];
    }
    for (int i = 0; i < n; i++) b[order[i]] = side[i];
    return -1;
}

template <class T>
static Status cholesky(hipsolverSpHandle_t handle, int n, int count, hipsparseMatDescr_t descriptor, const T *values, const int *rows, const int *columns,
                       const T *b, T tolerance, int reorder, T *x, int *singularity) {
    if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;
    if (n < 0 || count < 0 || !descriptor || !rows || !columns || !values || !b || !x || !singularity || reorder < 0 || reorder > 3) {
        return HIPSOLVER_STATUS_INVALID_VALUE;
    }
    if (hipsparseGetMatType(descriptor) != HIPSPARSE_MATRIX_TYPE_GENERAL) return HIPSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
    const hipStream_t stream = static_cast<SparseHandle *>(handle)->stream;
    Pattern pattern;
    std::vector<T> given, side;
    HIPSOLVER_TRY(fetch_system(pattern, given, side, n, count, descriptor, values, rows, columns, b, stream));
    const std::vector<double> wide(given.begin(), given.end());
    std::vector<double> result(side.begin(), side.end());
    *singularity = solve(elimination_order(pattern, n, reorder), pattern, wide, double(tolerance), result);
    if (*singularity != -1 || n == 0) return HIPSOLVER_STATUS_SUCCESS;
    side.assign(result.begin(), result.end());
    return give(x, side, stream);
}

}  // namespace solver

hipsolverStatus_t hipsolverSpCreate(hipsolverSpHandle_t *handle) {
    if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;
    *handle = new (std::nothrow) solver::SparseHandle;
    return *handle ? HIPSOLVER_STATUS_SUCCESS : HIPSOLVER_STATUS_ALLOC_FAILED;
}
hipsolverStatus_t hipsolverSpDestroy(hipsolverSpHandle_t handle) {
    if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;
    delete static_cast<solver::SparseHandle *>(handle);
    return HIPSOLVER_STATUS_SUCCESS;
}
hipsolverStatus_t hipsolverSpSetStream(hipsolverSpHandle_t handle, hipStream_t stream) {
    if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;
    static_cast<solver::SparseHandle *>(handle)->stream = stream;
    return HIPSOLVER_STATUS_SUCCESS;
}

#define DEFINE(N, T)                                                                                                                        \
    hipsolverStatus_t N(hipsolverSpHandle_t handle, int n, int nnzA, const hipsparseMatDescr_t descrA, const T *csrVal, const int *csrRowPtr, \
                        const int *csrColInd, const T *b, T tolerance, int reorder, T *x, int *singularity) {                               \
        return solver::cholesky(handle, n, nnzA, descrA, csrVal, csrRowPtr, csrColInd, b, tolerance, reorder, x, singularity);             \
    }
DEFINE(hipsolverSpScsrlsvchol, float)
DEFINE(hipsolverSpDcsrlsvchol, double)
DEFINE(hipsolverSpScsrlsvcholHost, float)
DEFINE(hipsolverSpDcsrlsvcholHost, double)
