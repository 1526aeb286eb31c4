// product.hip: a sparse matrix times a dense one. A thread, or on a GPU several for a vector's product, sums up a row's entries in an order that is always
// the same.
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
// A row of a vector's product of which each thread would have more entries than this is a whole block's.
constexpr int64_t most_of_thread = 64;

template <class R> __device__ R from_lane_behind(R value, int distance, int lanes) { return __shfl_down(value, distance, lanes); }
template <class R> __device__ Complex<R> from_lane_behind(Complex<R> value, int distance, int lanes) {
    return {from_lane_behind(value.re, distance, lanes), from_lane_behind(value.im, distance, lanes)};
}
// The sum of what neighbouring `lanes` have, in the first one.
template <class T> __device__ T sum_of_lanes(T value, int lanes) {
    for (int distance = lanes / 2; distance > 0; distance /= 2) value += from_lane_behind(value, distance, lanes);
    return value;
}
// What one of `step` threads has of a row's sum.
template <class T> __device__ T sum_of_row(const Rows &a, const T *values, const Dense<const T> &b, int64_t row, int first, int step) {
    const int64_t end = a.end(row);
    T sum = T(0);
    for (int64_t k = a.begin(row) + first; k < end; k += step) {
        const int64_t place = a.place(k);
        sum += a.value(values, place) * b.get(a.column[place], 0);
    }
    return sum;
}

// A GPU's kernel for a vector: `lanes` neighbouring threads take a row; those that are far longer than others wait for the whole block.
template <class T>
static __global__ __launch_bounds__(threads) void multiply_vector(Rows a, const T *values, Dense<const T> b, Dense<T> c, Scalar<T> alpha, Scalar<T> beta,
                                                                  int lanes) {
    __shared__ int64_t long_rows[threads];
    __shared__ int long_count;
    __shared__ Real<T> parts[2 * threads / warp_lanes];
    if (threadIdx.x == 0) long_count = 0;
    __syncthreads();
    const int64_t row = global_index() / lanes;
    const int lane = threadIdx.x % lanes;
    const T factor = alpha.get();
    const bool is_there = row < a.rows, is_long = is_there && a.end(row) - a.begin(row) > most_of_thread * lanes;
    T sum = T(0);
    if (is_there && !is_long && factor != T(0)) sum = sum_of_row(a, values, b, row, lane, lanes);
    sum = sum_of_lanes(factor * sum, lanes);
    if (lane == 0 && is_long) long_rows[atomicAdd(&long_count, 1)] = row;
    else if (lane == 0 && is_there) c.at(row, 0) = joined(sum, beta, c, row, 0);
    __syncthreads();
    T *const part = reinterpret_cast<T *>(parts);
    for (int i = 0; i < long_count; i++) {
        T own = factor != T(0) ? sum_of_row(a, values, b, long_rows[i], threadIdx.x, threads) : T(0);
        own = sum_of_lanes(own, warp_lanes);
        if (threadIdx.x % warp_lanes == 0) part[threadIdx.x / warp_lanes] = own;
        __syncthreads();
        if (threadIdx.x == 0) {
            for (int w = 1; w < threads / warp_lanes; w++) own += part[w];
            c.at(long_rows[i], 0) = joined(factor * own, beta, c, long_rows[i], 0);
        }
        __syncthreads();
    }
}

// As many lanes for a row as have something to do in most, one where rows are short.
static int lanes_for(int64_t entries_of_row) {
    int lanes = entries_of_row < 8 ? 1 : 4;
    while (lanes > 1 && lanes < warp_lanes && entries_of_row > 3 * lanes) lanes *= 2;
    return lanes;
}

template <class T>
Status multiply(const Handle &handle, const Rows &a, const T *values, const Dense<const T> &b, const Dense<T> &c, int64_t columns,
                const Scalar<T> &alpha, const Scalar<T> &beta) {
    if (a.rows == 0 || columns == 0 || (alpha.is(T(0)) && beta.is(T(1)))) return HIPSPARSE_STATUS_SUCCESS;
    if (columns == 1 && !handle.is_cpu) {
        const int lanes = lanes_for(a.count / a.rows);
        return launch_each(handle, multiply_vector<T>, a.rows * lanes, a, values, b, c, alpha, beta, lanes);
    }
    const bool rows_first = c.row_step <= c.column_step || columns == 1;
    return launch_each(handle, multiply_rows<T>, a.rows * columns, a, values, b, c, columns, alpha, beta, rows_first);
}

template <class T>
Status multiply_stored(const Handle &handle, const Stored &a, hipsparseOperation_t op, Sums sums, const T *values, const Dense<const T> &b,
                       const Dense<T> &c, int64_t columns, const Scalar<T> &alpha, const Scalar<T> &beta) {
    const bool turned = op != HIPSPARSE_OPERATION_NON_TRANSPOSE, lies_by_rows = a.format == (turned ? HIPSPARSE_FORMAT_CSC : HIPSPARSE_FORMAT_CSR);
    if (sums == Sums::AnyOrder && !lies_by_rows) return multiply_scattered(handle, a, op, values, b, c, columns, alpha, beta);
    Memory memory(handle);
    Rows rows;
    SPARSE_TRY(rows_of(handle, a, op, memory, rows));
    return multiply(handle, rows, values, b, c, columns, alpha, beta);
}

#define PRODUCT(T)                                                                                                                          \
    template Status multiply(const Handle &, const Rows &, const T *, const Dense<const T> &, const Dense<T> &, int64_t, const Scalar<T> &, \
                             const Scalar<T> &);                                                                                            \
    template Status multiply_stored(const Handle &, const Stored &, hipsparseOperation_t, Sums, const T *, const Dense<const T> &,          \
                                    const Dense<T> &, int64_t, const Scalar<T> &, const Scalar<T> &);
PRODUCT(float)
PRODUCT(double)
PRODUCT(Complex<float>)
PRODUCT(Complex<double>)

}  // namespace sparse
