// pattern.hip: sums of terms that each stand at a row and a column.
//
// Called by spgemm.hip, csrgemm.hip and csrgeam.hip.
#include "pattern.h"

namespace sparse {

static __global__ void count_products(Rows a, Rows b, int64_t *counts) {
    const int64_t k = global_index();
    if (k > a.count) return;
    if (k == a.count) {
        counts[k] = 0;
        return;
    }
    const int64_t row = a.column[a.place(k)];
    counts[k] = b.end(row) - b.begin(row);
}
Status find_products(const Handle &handle, const Rows &a, const Rows &b, Memory &memory, Products &products) {
    products.a = a;
    products.b = b;
    SPARSE_TRY(memory.take(products.first, a.count + 1));
    SPARSE_TRY(launch_each(handle, count_products, a.count + 1, a, b, products.first));
    SPARSE_TRY(exclusive_sums(handle, products.first, a.count + 1));
    return fetch(handle, &products.count, products.first + a.count, 1);
}

// Product p: of A's entry k, in A's row `row`, and the entry of B at `place`.
struct Product {
    int64_t k, place;
};
__device__ inline Product product_at(const Products &products, int64_t p) {
    const int64_t k = row_of({products.first, true, 0, 1}, products.a.count, p);
    const int64_t row = products.a.column[products.a.place(k)];
    return {k, products.b.place(products.b.begin(row) + p - products.first[k])};
}

static __global__ void place_each_product(Products products, int64_t *row, int64_t *column) {
    const int64_t p = global_index();
    if (p >= products.count) return;
    const Product product = product_at(products, p);
    row[p] = row_of(products.a.offsets, products.a.rows, product.k);
    column[p] = products.b.column[product.place];
}
Status place_products(const Handle &handle, const Products &products, const Terms &terms, int64_t at) {
    return launch_each(handle, place_each_product, products.count, products, terms.row + at, terms.column + at);
}
static __global__ void place_each_entry(Rows a, int64_t *row, int64_t *column) {
    const int64_t k = global_index();
    if (k >= a.count) return;
    row[k] = row_of(a.offsets, a.rows, k);
    column[k] = a.column[a.place(k)];
}
Status place_entries(const Handle &handle, const Rows &a, const Terms &terms, int64_t at) {
    return launch_each(handle, place_each_entry, a.count, a, terms.row + at, terms.column + at);
}

Status make_terms(int64_t count, Memory &memory, Terms &terms) {
    if (count > most_entries) return missing("a product or sum of sparse matrices", "more than 2^31 - 1 terms");
    terms.count = count;
    SPARSE_TRY(memory.take(terms.row, count));
    return memory.take(terms.column, count);
}

// heads[k] = whether term k of the order is the first one of an entry.
static __global__ void find_heads(Terms terms, const uint32_t *order, int64_t *heads) {
    const int64_t k = global_index();
    if (k > terms.count) return;
    bool head = k < terms.count;
    if (head && k > 0) head = terms.row[order[k]] != terms.row[order[k - 1]] || terms.column[order[k]] != terms.column[order[k - 1]];
    heads[k] = head;
}
static __global__ void place_heads(Terms terms, const int64_t *heads, Pattern pattern, int64_t *row) {
    const int64_t k = global_index();
    if (k >= terms.count) {
        if (k == terms.count) pattern.starts[pattern.count] = k;
        return;
    }
    const int64_t entry = heads[k];
    if (heads[k + 1] == entry) return;
    pattern.starts[entry] = k;
    pattern.column[entry] = terms.column[pattern.order[k]];
    row[entry] = terms.row[pattern.order[k]];
}

Status make_pattern(const Handle &handle, int64_t rows, int64_t columns, const Terms &terms, Memory &memory, Pattern &pattern) {
    Memory passing(handle);
    uint32_t *spare;
    int64_t *heads, *row;
    pattern.rows = rows;
    pattern.columns = columns;
    SPARSE_TRY(memory.take(pattern.order, terms.count));
    SPARSE_TRY(passing.take(spare, terms.count));
    SPARSE_TRY(passing.take(heads, terms.count + 1));
    SPARSE_TRY(identity(handle, pattern.order, terms.count));
    SPARSE_TRY(sort(handle, indices(terms.column), columns, pattern.order, spare, terms.count));
    SPARSE_TRY(sort(handle, indices(terms.row), rows, pattern.order, spare, terms.count));
    SPARSE_TRY(launch_each(handle, find_heads, terms.count + 1, terms, pattern.order, heads));
    SPARSE_TRY(exclusive_sums(handle, heads, terms.count + 1));
    SPARSE_TRY(fetch(handle, &pattern.count, heads + terms.count, 1));
    SPARSE_TRY(memory.take(pattern.starts, pattern.count + 1));
    SPARSE_TRY(memory.take(pattern.column, pattern.count));
    SPARSE_TRY(memory.take(pattern.offsets, rows + 1));
    SPARSE_TRY(passing.take(row, pattern.count));
    SPARSE_TRY(launch_each(handle, place_heads, terms.count + 1, terms, heads, pattern, row));
    return offsets_of(handle, indices(row), nullptr, pattern.count, indices_out(pattern.offsets), rows);
}

static __global__ void write_indices(const int64_t *from, int64_t n, IndicesOut to) {
    const int64_t i = global_index();
    if (i < n) to.set(i, from[i]);
}
Status write_offsets(const Handle &handle, const Pattern &pattern, const IndicesOut &offsets) {
    return launch_each(handle, write_indices, pattern.rows + 1, pattern.offsets, pattern.rows + 1, offsets);
}
Status write_columns(const Handle &handle, const Pattern &pattern, const IndicesOut &column) {
    return launch_each(handle, write_indices, pattern.count, pattern.column, pattern.count, column);
}

template <class T> static __global__ void multiply_each(Products products, Scalar<T> alpha, const T *a, const T *b, T *values) {
    const int64_t p = global_index();
    if (p >= products.count) return;
    const Product product = product_at(products, p);
    values[p] = alpha.get() * products.a.value(a, products.a.place(product.k)) * products.b.value(b, product.place);
}
template <class T>
Status product_values(const Handle &handle, const Products &products, const Scalar<T> &alpha, const T *a, const T *b, T *values) {
    return launch_each(handle, multiply_each<T>, products.count, products, alpha, a, b, values);
}
template <class T> static __global__ void scale_each(Rows a, Scalar<T> alpha, const T *from, T *values) {
    const int64_t k = global_index();
    if (k < a.count) values[k] = alpha.get() * a.value(from, a.place(k));
}
template <class T> Status entry_values(const Handle &handle, const Rows &a, const Scalar<T> &alpha, const T *from, T *values) {
    return launch_each(handle, scale_each<T>, a.count, a, alpha, from, values);
}

template <class T> static __global__ void sum_each(Pattern pattern, const T *values, Scalar<T> beta, T *to) {
    const int64_t entry = global_index();
    if (entry >= pattern.count) return;
    int64_t k = pattern.starts[entry];
    T sum = values[pattern.order[k]];
    while (++k < pattern.starts[entry + 1]) sum += values[pattern.order[k]];
    const T factor = beta.get();
    to[entry] = factor == T(0) ? sum : sum + factor * to[entry];
}
template <class T> Status sum_terms(const Handle &handle, const Pattern &pattern, const T *values, const Scalar<T> &beta, T *to) {
    return launch_each(handle, sum_each<T>, pattern.count, pattern, values, beta, to);
}

#define PATTERN(T)                                                                                                        \
    template Status product_values(const Handle &, const Products &, const Scalar<T> &, const T *, const T *, T *);        \
    template Status entry_values(const Handle &, const Rows &, const Scalar<T> &, const T *, T *);                         \
    template Status sum_terms(const Handle &, const Pattern &, const T *, const Scalar<T> &, T *);
PATTERN(float)
PATTERN(double)
PATTERN(Complex<float>)
PATTERN(Complex<double>)

}  // namespace sparse
