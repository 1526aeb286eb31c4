// pattern.h: sums of terms that each stand at a row and a column: products and sums of sparse matrices.
//
// Defined in pattern.hip; used by spgemm.hip, csrgemm.hip and csrgeam.hip. All terms are written down, sorted (stably, by column and then by row) and
// those of one place are added in the order that they came in, so that results are the same each time.
#pragma once

#include "rows.h"

namespace sparse {

// The places of terms.
struct Terms {
    int64_t count = 0;
    int64_t *row = nullptr, *column = nullptr;
};

// The entries that terms make.
struct Pattern {
    int64_t rows = 0, columns = 0, count = 0;
    uint32_t *order = nullptr;  // of the terms
    int64_t *starts = nullptr;  // of each entry's terms in that order, and the end
    int64_t *column = nullptr;  // of each entry
    int64_t *offsets = nullptr;
};

// The products of two matrices: those of A's entry k stand from first[k] on.
struct Products {
    Rows a, b;
    int64_t *first = nullptr;
    int64_t count = 0;
};
// Waits for the device, to know how many there are.
Status find_products(const Handle &handle, const Rows &a, const Rows &b, Memory &memory, Products &products);

// Writes places of terms, from terms.row[at] on.
Status place_products(const Handle &handle, const Products &products, const Terms &terms, int64_t at);
Status place_entries(const Handle &handle, const Rows &a, const Terms &terms, int64_t at);

Status make_terms(int64_t count, Memory &memory, Terms &terms);
// Waits for the device, to know how many entries there are; what the pattern keeps is taken of `memory`.
Status make_pattern(const Handle &handle, int64_t rows, int64_t columns, const Terms &terms, Memory &memory, Pattern &pattern);

Status write_offsets(const Handle &handle, const Pattern &pattern, const IndicesOut &offsets);
Status write_columns(const Handle &handle, const Pattern &pattern, const IndicesOut &column);

// Values of the terms, in the order of their places.
template <class T>
Status product_values(const Handle &handle, const Products &products, const Scalar<T> &alpha, const T *a, const T *b, T *values);
template <class T> Status entry_values(const Handle &handle, const Rows &a, const Scalar<T> &alpha, const T *from, T *values);

// Adds them up: to = sums + beta * to.
template <class T> Status sum_terms(const Handle &handle, const Pattern &pattern, const T *values, const Scalar<T> &beta, T *to);

}  // namespace sparse
