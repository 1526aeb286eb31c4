// dense.hip: kernels from dense matrices to sparse ones and back. A thread has a row, so that what it finds or adds has an order.
//
// Called by dense_calls.hip and compress.hip.
#include "dense.h"

namespace sparse {

template <class T> static __global__ void count_each(Dense<const T> from, int64_t rows, int64_t columns, IndicesOut counts) {
    const int64_t row = global_index();
    if (row >= rows) return;
    int64_t count = 0;
    for (int64_t column = 0; column < columns; column++) count += from.at(row, column) != T(0);
    counts.set(row, count);
}
template <class T> Status count_nonzeros(const Handle &handle, const Dense<const T> &from, int64_t rows, int64_t columns, const IndicesOut &counts) {
    return launch_each(handle, count_each<T>, rows, from, rows, columns, counts);
}

template <class T>
static __global__ void put_each(Dense<const T> from, int64_t rows, int64_t columns, Indices offsets, IndicesOut out, T *values) {
    const int64_t row = global_index();
    if (row >= rows) return;
    int64_t k = offsets[row];
    for (int64_t column = 0; column < columns; column++) {
        const T value = from.at(row, column);
        if (value == T(0)) continue;
        out.set(k, column);
        values[k++] = value;
    }
}
template <class T>
Status put_nonzeros(const Handle &handle, const Dense<const T> &from, int64_t rows, int64_t columns, const Indices &offsets, const IndicesOut &column,
                    T *values) {
    return launch_each(handle, put_each<T>, rows, from, rows, columns, offsets, column, values);
}

template <class T> static __global__ void clear(Dense<T> to, int64_t rows, int64_t columns, bool rows_first) {
    const int64_t i = global_index();
    if (i < rows * columns) to.at(rows_first ? i % rows : i / columns, rows_first ? i / rows : i % columns) = T(0);
}
template <class T> static __global__ void add_entries(Rows from, const T *values, Dense<T> to) {
    const int64_t row = global_index();
    if (row >= from.rows) return;
    for (int64_t k = from.begin(row); k < from.end(row); k++) {
        const int64_t place = from.place(k);
        T &element = to.at(row, from.column[place]);
        const T value = from.value(values, place);
        element = element == T(0) ? value : element + value;  // a negative zero stays one
    }
}
template <class T> Status to_dense(const Handle &handle, const Rows &from, const T *values, const Dense<T> &to) {
    SPARSE_TRY(launch_each(handle, clear<T>, from.rows * from.columns, to, from.rows, from.columns, to.row_step <= to.column_step));
    return launch_each(handle, add_entries<T>, from.rows, from, values, to);
}

static __global__ void read_counts(Indices counts, int64_t n, int64_t *sums) {
    const int64_t i = global_index();
    if (i <= n) sums[i] = i < n ? counts[i] : 0;
}
static __global__ void write_offsets(const int64_t *sums, int64_t n, IndicesOut offsets) {
    const int64_t i = global_index();
    if (i <= n) offsets.set(i, sums[i]);
}
Status offsets_of_counts(const Handle &handle, const Indices &counts, int64_t n, const IndicesOut &offsets, int64_t *total) {
    Memory memory(handle);
    int64_t *sums;
    SPARSE_TRY(memory.take(sums, n + 1));
    SPARSE_TRY(launch_each(handle, read_counts, n + 1, counts, n, sums));
    SPARSE_TRY(exclusive_sums(handle, sums, n + 1));
    if (offsets.memory) SPARSE_TRY(launch_each(handle, write_offsets, n + 1, sums, n, offsets));
    return total ? fetch(handle, total, sums + n, 1) : HIPSPARSE_STATUS_SUCCESS;
}

#define DENSE(T)                                                                                                                         \
    template Status count_nonzeros(const Handle &, const Dense<const T> &, int64_t, int64_t, const IndicesOut &);                         \
    template Status put_nonzeros(const Handle &, const Dense<const T> &, int64_t, int64_t, const Indices &, const IndicesOut &, T *);     \
    template Status to_dense(const Handle &, const Rows &, const T *, const Dense<T> &);
DENSE(float)
DENSE(double)
DENSE(Complex<float>)
DENSE(Complex<double>)

}  // namespace sparse
