// dense.h: references for levels 1 to 3: whole matrices of exact numbers, the same in each of BLAS' storages, and comparisons with rounding's bound.
#pragma once

#include "check.h"

// A number with the sum of the sizes of what it was made of, which its rounding errors are in proportion to.
struct Bounded {
    Exact value = 0;
    double sizes = 0;
    void add(Exact a, Exact b) { value += a * b, sizes += std::abs(a) * std::abs(b); }
};

struct Dense {
    int rows, columns;
    std::vector<Exact> elements;
    Dense(int rows, int columns) : rows(rows), columns(columns), elements(size_t(rows) * columns) {}
    Exact &at(int i, int j) { return elements[i + size_t(j) * rows]; }
    Exact at(int i, int j) const { return elements[i + size_t(j) * rows]; }
    Dense under(hipblasOperation_t op) const {
        if (op == HIPBLAS_OP_N) return *this;
        Dense result(columns, rows);
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++) result.at(j, i) = op == HIPBLAS_OP_C ? std::conj(at(i, j)) : at(i, j);
        return result;
    }
};

enum Kind { GENERAL, SYMMETRIC, HERMITIAN, TRIANGULAR };

// What is stored: everything, so many diagonals below and above, or (packed) a triangle without gaps.
struct Layout {
    Kind kind = GENERAL;
    hipblasFillMode_t fill = HIPBLAS_FILL_MODE_UPPER;
    hipblasDiagType_t diag = HIPBLAS_DIAG_NON_UNIT;
    bool is_band = false, packed = false;
    int below = 0, above = 0;
};

// A matrix as BLAS has it stored; what is not referenced is NaN.
template <class E> struct Matrix {
    int rows, columns, ld;
    Layout layout;
    Array<E> array;

    Matrix(int rows, int columns, Layout l = {})
        : rows(rows), columns(columns), ld(l.is_band ? l.below + l.above + 2 : rows + 3), layout(l),
          array(l.packed ? size_t(rows) * (rows + 1) / 2 : size_t(ld) * columns) {
        std::vector<bool> used(array.host.size());
        for (int j = 0; j < columns; j++)
            for (int i = 0; i < rows; i++)
                if (is_stored(i, j)) {
                    used[place(i, j)] = true;
                    E &element = array.host[place(i, j)];
                    // Triangular systems are solvable without growth.
                    if (layout.kind == TRIANGULAR) element = Of<E>::from(Of<E>::exact(element) * (i == j ? 0.5 : 0.1) + (i == j ? 2.0 : 0.0));
                }
        for (size_t i = 0; i < used.size(); i++)
            if (!used[i]) array.host[i] = Of<E>::from(NAN);
        array.upload();
    }
    bool is_upper() const { return layout.fill == HIPBLAS_FILL_MODE_UPPER; }
    bool in_triangle(int i, int j) const { return is_upper() ? i <= j : i >= j; }
    bool in_band(int i, int j) const { return !layout.is_band || (i - j <= layout.below && j - i <= layout.above); }
    bool is_stored(int i, int j) const {
        if (layout.kind == TRIANGULAR && layout.diag == HIPBLAS_DIAG_UNIT && i == j) return false;
        return (layout.kind == GENERAL || in_triangle(i, j)) && in_band(i, j);
    }
    size_t place(int i, int j) const {
        if (layout.is_band) return layout.above + i - j + size_t(j) * ld;
        if (!layout.packed) return i + size_t(j) * ld;
        size_t before = 0;  // elements of the columns to the left
        for (int column = 0; column < j; column++) before += is_upper() ? column + 1 : rows - column;
        return before + (is_upper() ? i : i - j);
    }
    Dense dense(const std::vector<E> &memory) const {
        Dense result(rows, columns);
        for (int j = 0; j < columns; j++)
            for (int i = 0; i < rows; i++) {
                if (is_stored(i, j)) result.at(i, j) = Of<E>::exact(memory[place(i, j)]);
                else if (layout.kind == TRIANGULAR) result.at(i, j) = i == j && in_triangle(i, j) ? 1 : 0;
                else if (layout.kind != GENERAL && is_stored(j, i)) {
                    const Exact other = Of<E>::exact(memory[place(j, i)]);
                    result.at(i, j) = layout.kind == HERMITIAN ? std::conj(other) : other;
                }
                if (layout.kind == HERMITIAN && i == j) result.at(i, j) = result.at(i, j).real();
            }
        return result;
    }
    Dense dense() const { return dense(array.host); }
    E *device() const { return array.device; }
    // The device's matrix where it is stored is `want`; all else is what it was.
    template <class Want> bool is(Want want, int roundings) const {
        const std::vector<E> got = array.download();
        std::vector<bool> used(got.size());
        for (int j = 0; j < columns; j++)
            for (int i = 0; i < rows; i++)
                if (is_stored(i, j)) {
                    used[place(i, j)] = true;
                    const Bounded wanted = want(i, j);
                    if (!within(Of<E>::exact(got[place(i, j)]), wanted.value, roundings * Of<E>::unit * wanted.sizes + 1e-300)) return false;
                }
        for (size_t i = 0; i < got.size(); i++)
            if (!used[i] && memcmp(&got[i], &array.host[i], sizeof(E))) return false;
        return true;
    }
};

// A vector with an increment.
template <class E> struct Vector {
    int n, inc;
    Array<E> array;
    Vector(int n, int inc) : n(n), inc(inc), array(size_t(n) * std::abs(inc)) { array.upload(); }
    size_t place(int i) const { return size_t(inc > 0 ? i : n - 1 - i) * std::abs(inc); }
    Exact at(int i) const { return Of<E>::exact(array.host[place(i)]); }
    E *device() const { return array.device; }
    template <class Want> bool is(Want want, int roundings) const {
        const std::vector<E> got = array.download();
        for (int i = 0; i < n; i++) {
            const Bounded wanted = want(i);
            if (!within(Of<E>::exact(got[place(i)]), wanted.value, roundings * Of<E>::unit * wanted.sizes + 1e-300)) return false;
        }
        for (size_t i = 0; i < got.size(); i++)
            if (i % std::abs(inc) && memcmp(&got[i], &array.host[i], sizeof(E))) return false;
        return true;
    }
};
