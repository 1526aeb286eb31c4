// product.hip: a sparse matrix times a dense one. A thread, or a warp for long rows of a vector's product, sums up a row's entries in their order.
//
// Called by spmm.hip and matrix_by_type.hip.
#include "product.h"

namespace sparse {

template <class T> __device__ T joined(T product, const Scalar<T> &beta, const Dense<T> &c, int64_t row, int64_t column) {
    const T factor = beta.get();
    return factor == T(0) ? product : product + factor * c.at(row, column);
}

// Neighbouring threads take neighbouring rows or neighbouring columns, whichever lie side by side in c.
template <class T>
static __global__ void multiply_rows(Rows a, const T *values, Dense<const T> b, Dense<T> c, int64_t columns, Scalar<T> alpha, Scalar<T> beta,
                                     bool rows_first) {
    const int64_t i = global_index();
    if (i >= a.rows * columns) return;
    const int64_t row = rows_first ? i % a.rows : i / columns, column = rows_first ? i / a.rows : i % columns;
    const T factor = alpha.get();
    T sum = T(0);
    if (factor != T(0)) {
        const int64_t end = a.end(row);
        for (int64_t k = a.begin(row); k < end; k++) {
            const int64_t place = a.place(k);
            sum += a.value(values, place) * b.get(a.column[place], column);
        }
        sum = factor * sum;
    }
    c.at(row, column) = joined(sum, beta, c, row, column);
}

constexpr int warp_lanes = 32;

template <class R> __device__ R from_lane_behind(R value, int distance) { return __shfl_down(value, distance, warp_lanes); }
template <class R> __device__ Complex<R> from_lane_behind(Complex<R> value, int distance) {
    return {from_lane_behind(value.re, distance), from_lane_behind(value.im, distance)};
}

template <class T>
static __global__ void multiply_long_rows(Rows a, const T *values, Dense<const T> b, Dense<T> c, Scalar<T> alpha, Scalar<T> beta) {
    const int64_t row = global_index() / warp_lanes;
    if (row >= a.rows) return;
    const int lane = threadIdx.x % warp_lanes;
    const T factor = alpha.get();
    T sum = T(0);
    if (factor != T(0)) {
        const int64_t end = a.end(row);
        for (int64_t k = a.begin(row) + lane; k < end; k += warp_lanes) {
            const int64_t place = a.place(k);
            sum += a.value(values, place) * b.get(a.column[place], 0);
        }
        sum = factor * sum;
    }
    for (int distance = warp_lanes / 2; distance > 0; distance /= 2) sum += from_lane_behind(sum, distance);
    if (lane == 0) c.at(row, 0) = joined(sum, beta, c, row, 0);
}

template <class T>
Status multiply(const Handle &handle, const Rows &a, const T *values, const Dense<const T> &b, const Dense<T> &c, int64_t columns,
                const Scalar<T> &alpha, const Scalar<T> &beta) {
    if (a.rows == 0 || columns == 0 || (alpha.is(T(0)) && beta.is(T(1)))) return HIPSPARSE_STATUS_SUCCESS;
    constexpr int64_t long_row = 12;
    if (columns == 1 && !handle.is_cpu && a.count / a.rows >= long_row)
        return launch_each(handle, multiply_long_rows<T>, a.rows * warp_lanes, a, values, b, c, alpha, beta);
    const bool rows_first = c.row_step <= c.column_step || columns == 1;
    return launch_each(handle, multiply_rows<T>, a.rows * columns, a, values, b, c, columns, alpha, beta, rows_first);
}

#define PRODUCT(T)                                                                                                                          \
    template Status multiply(const Handle &, const Rows &, const T *, const Dense<const T> &, const Dense<T> &, int64_t, const Scalar<T> &, \
                             const Scalar<T> &);
PRODUCT(float)
PRODUCT(double)
PRODUCT(Complex<float>)
PRODUCT(Complex<double>)

}  // namespace sparse
