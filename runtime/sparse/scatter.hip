// scatter.hip: a sparse matrix whose entries do not lie by the rows of the product, times a dense one: a transposed CSR matrix, a CSC matrix or COO.
//
// Called by product.hip. Sorting the entries into rows takes a hundred times as long as the product; here each thread adds what its entries contribute
// wherever it belongs, atomically, so sums have no order.
#include "product.h"

namespace sparse {

using blas::add_to;

// What stands in c before anything is added.
template <class T> static __global__ void scale(Dense<T> c, int64_t rows, int64_t columns, Scalar<T> beta, bool rows_first) {
    const int64_t i = global_index();
    if (i >= rows * columns) return;
    const int64_t row = rows_first ? i % rows : i / columns, column = rows_first ? i / rows : i % columns;
    const T factor = beta.get();
    // BLAS: where beta is zero, c is not read (there may be NaNs in it).
    if (factor == T(0)) c.at(row, column) = T(0);
    else if (factor != T(1)) c.at(row, column) = factor * c.at(row, column);
}

// A thread takes `chunk` entries that lie side by side and one column. Entries of a line (COO: with the same major index) have one number of the
// product's row in common, or of b's; of those in one row only the sum is added.
template <class T>
static __global__ void scatter(Stored a, bool turned, bool conjugate, const T *values, Dense<const T> b, Dense<T> c, int64_t columns, Scalar<T> alpha,
                               int64_t chunk, bool columns_first) {
    const int64_t chunks = (a.count + chunk - 1) / chunk, i = global_index();
    const T factor = alpha.get();
    if (i >= chunks * columns || factor == T(0)) return;
    const int64_t column = columns_first ? i % columns : i / chunks, begin = (columns_first ? i / columns : i % chunks) * chunk;
    const int64_t end = begin + chunk < a.count ? begin + chunk : a.count;
    const bool listed = a.format == HIPSPARSE_FORMAT_COO || a.format == HIPSPARSE_FORMAT_COO_AOS;
    const bool row_is_major = (a.format != HIPSPARSE_FORMAT_CSC) != turned;
    const int64_t lines = a.format == HIPSPARSE_FORMAT_CSC ? a.columns : a.rows;
    int64_t line = listed ? 0 : row_of(a.major, lines, begin), line_end = listed ? 0 : a.major[line + 1], row = -1;
    T sum = T(0);
    for (int64_t k = begin; k < end; k++) {
        if (listed) line = a.major[k];
        else
            while (k >= line_end && line + 1 < lines) line_end = a.major[++line + 1];
        const int64_t minor = a.minor[k], to = row_is_major ? line : minor;
        if (to != row) {
            if (row >= 0) add_to(c.at(row, column), factor * sum);
            row = to;
            sum = T(0);
        }
        sum += conj_if(conjugate, values[k]) * b.get(row_is_major ? minor : line, column);
    }
    if (row >= 0) add_to(c.at(row, column), factor * sum);
}

template <class T>
Status multiply_scattered(const Handle &handle, const Stored &a, hipsparseOperation_t op, const T *values, const Dense<const T> &b, const Dense<T> &c,
                          int64_t columns, const Scalar<T> &alpha, const Scalar<T> &beta) {
    const bool turned = op != HIPSPARSE_OPERATION_NON_TRANSPOSE, rows_first = c.row_step <= c.column_step;
    const int64_t rows = turned ? a.columns : a.rows;
    if (rows == 0 || columns == 0) return HIPSPARSE_STATUS_SUCCESS;
    if (!beta.is(T(1))) SPARSE_TRY(launch_each(handle, scale<T>, rows * columns, c, rows, columns, beta, rows_first));
    if (a.count == 0 || alpha.is(T(0))) return HIPSPARSE_STATUS_SUCCESS;
    // A GPU's threads are many, and neighbours read what lies side by side in the cache; a CPU has a few.
    const int64_t chunk = handle.is_cpu ? 256 : 8;
    return launch_each(handle, scatter<T>, divide_up(a.count, chunk) * columns, a, turned, op == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE, values, b, c,
                       columns, alpha, chunk, !rows_first);
}

#define SCATTER(T)                                                                                                                              \
    template Status multiply_scattered(const Handle &, const Stored &, hipsparseOperation_t, const T *, const Dense<const T> &, const Dense<T> &, \
                                       int64_t, const Scalar<T> &, const Scalar<T> &);
SCATTER(float)
SCATTER(double)
SCATTER(Complex<float>)
SCATTER(Complex<double>)

}  // namespace sparse
