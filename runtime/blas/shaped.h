// shaped.h: matrices of which less is stored than there is: bands, packed triangles, symmetric, Hermitian and triangular ones, each as a function
// of row and column.
//
// Used by the kernels of levels 2 and 3 that take such matrices (matrix_vector.hip, rank_update.hip, triangular_vector.hip, level3.hip).
#pragma once

#include "handle.h"
#include "view.h"

namespace blas {

enum class Storage { full, band, packed };
enum class Shape { general, symmetric, hermitian, triangular };

template <class T> struct Shaped {
    View<const T> matrix;
    int rows, columns;  // of the matrix, not of what op makes of it
    Storage storage = Storage::full;
    Shape shape = Shape::general;
    bool upper = false, unit = false;  // which triangle is stored; triangular: its diagonal counts as ones
    int below = 0, above = 0;          // a band's diagonals
    bool transposed = false, conjugate = false;

    // Of op(matrix).
    __host__ __device__ int height() const { return transposed ? columns : rows; }
    __host__ __device__ int width() const { return transposed ? rows : columns; }
    Shaped with(hipblasOperation_t op) const {
        Shaped result = *this;
        result.transposed = op != HIPBLAS_OP_N, result.conjugate = op == HIPBLAS_OP_C;
        return result;
    }
    // Whether memory runs along the rows of op(matrix).
    __device__ bool runs_along_rows() const { return transposed; }

    // Where element (i, j), which is stored, lies.
    __device__ int64_t place(int64_t i, int64_t j) const {
        if (storage == Storage::full) return i + j * matrix.ld;
        if (storage == Storage::band) return above + i - j + j * matrix.ld;
        return upper ? i + j * (j + 1) / 2 : i + j * (2 * int64_t(rows) - j - 1) / 2;
    }
    // Element (i, j) of op(matrix), of which `a` is the memory.
    __device__ T at(const T *a, int i, int j) const {
        bool conjugated = conjugate;
        if (transposed) {
            const int old = i;
            i = j, j = old;
        }
        if (shape != Shape::general && (upper ? i > j : i < j)) {
            if (shape == Shape::triangular) return T(0);
            const int old = i;
            i = j, j = old;
            conjugated = conjugated != (shape == Shape::hermitian);
        }
        if (shape == Shape::triangular && unit && i == j) return T(1);
        if (storage == Storage::band && (i - j > below || j - i > above)) return T(0);
        const T value = conj_if(conjugated, a[place(i, j)]);
        return shape == Shape::hermitian && i == j ? T(real(value)) : value;
    }
    // Whether every element is stored, op(matrix)'s (i, j) at place_of_plain().
    __device__ bool is_plain() const { return storage == Storage::full && shape == Shape::general; }
    __device__ int64_t place_of_plain(int i, int j) const { return transposed ? j + i * matrix.ld : i + j * matrix.ld; }
    // The columns of row i of op(matrix) that may be other than zero: first to end.
    __device__ int first(int i) const { return storage == Storage::band ? max(0, i - reach(!transposed)) : 0; }
    __device__ int end(int i) const { return storage == Storage::band ? min(width(), i + reach(transposed) + 1) : width(); }
    __device__ int reach(bool down) const {
        if (shape == Shape::symmetric || shape == Shape::hermitian) return max(below, above);
        return down ? below : above;
    }
};

// A band matrix with `k` diagonals beside its main one, all on the side that is stored.
template <class T> Shaped<T> band(Shaped<T> matrix, int64_t k) {
    matrix.storage = Storage::band;
    (matrix.upper ? matrix.above : matrix.below) = int(k);
    return matrix;
}

template <class T> Shaped<T> triangle(View<const T> a, int64_t n, Storage storage, hipblasFillMode_t fill, hipblasDiagType_t diag) {
    return {a, int(n), int(n), storage, Shape::triangular, fill == HIPBLAS_FILL_MODE_UPPER, diag == HIPBLAS_DIAG_UNIT};
}

}  // namespace blas
