// check.h: what the programs of this folder share: arrays on the device, matrices with everything that is allowed in them, host arithmetic, and one
// RESULT line a case.
#pragma once

#include <hip/hip_runtime.h>
#include <hipsparse/hipsparse.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "../judged.h"

#define SPARSE(call)                                                                     \
    do {                                                                                 \
        if (const hipsparseStatus_t status = (call); status != HIPSPARSE_STATUS_SUCCESS) \
            (printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, hipsparseGetErrorName(status)), exit(1)); \
    } while (false)

using c32 = std::complex<float>;
using c64 = std::complex<double>;

// An element type: hipSPARSE's names for it.
template <class T> struct Type;
template <> struct Type<float> {
    static constexpr hipDataType data = HIP_R_32F;
    static constexpr const char *name = "s";
    using Hip = float;
};
template <> struct Type<double> {
    static constexpr hipDataType data = HIP_R_64F;
    static constexpr const char *name = "d";
    using Hip = double;
};
template <> struct Type<c32> {
    static constexpr hipDataType data = HIP_C_32F;
    static constexpr const char *name = "c";
    using Hip = hipComplex;
};
template <> struct Type<c64> {
    static constexpr hipDataType data = HIP_C_64F;
    static constexpr const char *name = "z";
    using Hip = hipDoubleComplex;
};
template <class T> using Hip = typename Type<T>::Hip;

// Expands M(type, prefix of hipSPARSE's names) for each of them.
#define EACH_TYPE(M) M(float, S) M(double, D) M(c32, C) M(c64, Z)
// Calls f with a value of each.
template <class F> void each_type(F f) { f(float()), f(double()), f(c32()), f(c64()); }

inline std::mt19937 &random_bits() {
    static std::mt19937 bits(20261126);
    return bits;
}
inline int below(int n) { return int(random_bits()() % unsigned(n)); }
// Eighths between -2 and 2, whose sums and products are exact in doubles and mostly in floats.
template <class T> struct Random {
    static T number() { return T((below(33) - 16) / 8.0); }
};
template <class R> struct Random<std::complex<R>> {
    static std::complex<R> number() { return {Random<R>::number(), Random<R>::number()}; }
};
template <class T> std::vector<T> numbers(size_t n) {
    std::vector<T> made(n);
    for (T &number : made) number = Random<T>::number();
    return made;
}

template <class T> c64 wide(T value) { return c64(value); }
template <class R> c64 wide(std::complex<R> value) { return c64(value.real(), value.imag()); }

template <class T> double epsilon() { return sizeof(std::real(T())) == 4 ? 1e-5 : 1e-13; }
// As near as rounding in a sum of some hundred terms leaves them; the same length.
template <class T> bool near(const std::vector<T> &got, const std::vector<c64> &want, double factor = 100) {
    if (got.size() != want.size()) return false;
    for (size_t i = 0; i < got.size(); i++)
        if (!(std::abs(wide(got[i]) - want[i]) <= factor * epsilon<T>() * (1 + std::abs(want[i])))) return false;
    return true;
}

// Memory on the device that is gone with its scope.
template <class T> struct Device {
    T *memory = nullptr;
    size_t n;

    explicit Device(const std::vector<T> &from) : n(from.size()) {
        HIP(hipMalloc(reinterpret_cast<void **>(&memory), (n + 1) * sizeof(T)));
        if (n) HIP(hipMemcpy(memory, from.data(), n * sizeof(T), hipMemcpyHostToDevice));
    }
    explicit Device(size_t n) : n(n) {
        HIP(hipMalloc(reinterpret_cast<void **>(&memory), (n + 1) * sizeof(T)));
        HIP(hipMemset(memory, 0xee, (n + 1) * sizeof(T)));
    }
    Device(const Device &) = delete;
    ~Device() { HIP(hipFree(memory)); }
    operator T *() const { return memory; }
    std::vector<T> read() const {
        std::vector<T> host(n);
        if (n) HIP(hipMemcpy(host.data(), memory, n * sizeof(T), hipMemcpyDeviceToHost));
        return host;
    }
};
template <class T> Hip<T> *hip(const Device<T> &device) { return reinterpret_cast<Hip<T> *>(device.memory); }
template <class T> Hip<T> *hip(T *host) { return reinterpret_cast<Hip<T> *>(host); }
template <class T> const Hip<T> *hip(const T *host) { return reinterpret_cast<const Hip<T> *>(host); }

// A matrix as a list of entries. Its indices are from zero.
template <class T> struct Matrix {
    int rows, columns;
    std::vector<int> row, column;
    std::vector<T> value;

    int count() const { return int(row.size()); }
    void add(int i, int j, T x) {
        row.push_back(i);
        column.push_back(j);
        value.push_back(x);
    }
    // Entry k, for k from 0, is the old one order[k].
    void reorder(const std::vector<int> &order) {
        Matrix old = *this;
        for (size_t k = 0; k < order.size(); k++) row[k] = old.row[order[k]], column[k] = old.column[order[k]], value[k] = old.value[order[k]];
    }
    // By keys, entries of equal ones in the order that they had.
    void sort_by(const std::vector<int> &keys) {
        std::vector<std::pair<int, int>> order;
        for (int k = 0; k < count(); k++) order.push_back({keys[k], k});
        std::sort(order.begin(), order.end());
        std::vector<int> places;
        for (const auto &place : order) places.push_back(place.second);
        reorder(places);
    }
    void sort_rows() { sort_by(std::vector<int>(row)); }
    void sort_columns() { sort_by(std::vector<int>(column)); }
    void sort_all() {
        sort_columns();
        sort_rows();
    }
    // The element at i, j of op(matrix), all entries there added.
    std::vector<c64> dense(hipsparseOperation_t op = HIPSPARSE_OPERATION_NON_TRANSPOSE) const {
        const bool turned = op != HIPSPARSE_OPERATION_NON_TRANSPOSE;
        std::vector<c64> all(size_t(rows) * columns);
        for (int k = 0; k < count(); k++) {
            const c64 x = op == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? std::conj(wide(value[k])) : wide(value[k]);
            all[turned ? size_t(column[k]) * rows + row[k] : size_t(row[k]) * columns + column[k]] += x;
        }
        return all;
    }
};

// Offsets of sorted lines, from `base` on.
template <class I = int> std::vector<I> offsets(const std::vector<int> &line, int lines, int base) {
    std::vector<I> made(lines + 1, base);
    for (const int i : line) made[i + 1]++;
    for (int i = 0; i < lines; i++) made[i + 1] += made[i] - base;
    return made;
}
template <class I = int> std::vector<I> based(const std::vector<int> &index, int base) {
    std::vector<I> made(index.begin(), index.end());
    for (I &i : made) i += base;
    return made;
}

// Some entries in each row, in no order, some rows empty and one long; with `twice`, some entries stand twice.
template <class T> Matrix<T> some_matrix(int rows, int columns, int in_row, bool twice) {
    Matrix<T> made{rows, columns, {}, {}, {}};
    if (columns == 0) return made;
    for (int i = 0; i < rows; i++) {
        if (i % 5 == 3) continue;
        const int n = i == rows / 2 ? std::min(columns, 300) : std::min(columns, 1 + below(2 * in_row));
        std::vector<int> all(columns);
        for (int j = 0; j < columns; j++) all[j] = j;
        std::shuffle(all.begin(), all.end(), random_bits());
        for (int k = 0; k < n; k++) made.add(i, all[k], Random<T>::number());
        if (twice && n) made.add(i, all[0], Random<T>::number());
    }
    return made;
}

// A dense product: a (m, k) by b (k, n), all by rows.
inline std::vector<c64> product(const std::vector<c64> &a, const std::vector<c64> &b, int m, int k, int n) {
    std::vector<c64> c(size_t(m) * n);
    for (int i = 0; i < m; i++)
        for (int l = 0; l < k; l++)
            if (a[size_t(i) * k + l] != c64(0))
                for (int j = 0; j < n; j++) c[size_t(i) * n + j] += a[size_t(i) * k + l] * b[size_t(l) * n + j];
    return c;
}

struct Context {
    hipsparseHandle_t handle;
    Context() { SPARSE(hipsparseCreate(&handle)); }
    Context(const Context &) = delete;
    ~Context() { SPARSE(hipsparseDestroy(handle)); }
    operator hipsparseHandle_t() const { return handle; }
};
struct Descr {
    hipsparseMatDescr_t descr;
    explicit Descr(int base = 0) {
        SPARSE(hipsparseCreateMatDescr(&descr));
        SPARSE(hipsparseSetMatIndexBase(descr, hipsparseIndexBase_t(base)));
    }
    Descr(const Descr &) = delete;
    ~Descr() { SPARSE(hipsparseDestroyMatDescr(descr)); }
    operator hipsparseMatDescr_t() const { return descr; }
};

const hipsparseOperation_t operations[] = {HIPSPARSE_OPERATION_NON_TRANSPOSE, HIPSPARSE_OPERATION_TRANSPOSE, HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE};
