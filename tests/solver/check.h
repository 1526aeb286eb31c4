// check.h: what the programs of this folder share: element types, matrices on the host in long double, batches on the device in the three forms of
// rocSOLVER's functions, and one RESULT line a case.
//
// A case is judged by LAPACK's own ratios: a residual's norm, over the norm of what it is of, the order, and the rounding unit of the type. LAPACK's
// tests want less than 30; these want less than `most`.
#pragma once

#include <hip/hip_runtime.h>
#include <hipblas/hipblas.h>
#include <rocsolver/rocsolver.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "../judged.h"

#define SOLVER(call)                                                                          \
    if (const rocblas_status status = (call); status != rocblas_status_success)               \
    (printf("%s:%d: %s: status %d\n", __FILE__, __LINE__, #call, int(status)), exit(1))

inline rocblas_handle handle;
constexpr long double most = 10;

using Exact = std::complex<long double>;

template <class T> struct Of {
    using Real = T;
    static constexpr bool is_complex = false;
    static Exact exact(T a) { return a; }
    static T from(Exact a) { return T(a.real()); }
};
template <class T, class R> struct OfComplex {
    using Real = R;
    static constexpr bool is_complex = true;
    static Exact exact(T a) { return {a.real(), a.imag()}; }
    static T from(Exact a) { return T(R(a.real()), R(a.imag())); }
};
template <> struct Of<rocblas_float_complex> : OfComplex<rocblas_float_complex, float> {};
template <> struct Of<rocblas_double_complex> : OfComplex<rocblas_double_complex, double> {};
template <class T> using Real = typename Of<T>::Real;
template <class T> constexpr long double unit = std::numeric_limits<Real<T>>::epsilon();
template <class T> constexpr const char *letter = Of<T>::is_complex ? (sizeof(T) == 8 ? "c" : "z") : sizeof(T) == 4 ? "s" : "d";

// Numbers from -1 to 1, the same in every run.
inline Exact next_number() {
    static uint64_t state = 1;
    const auto one = [] {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return (long double)(state >> 40) / (1 << 23) - 1;
    };
    const long double re = one();
    return {re, one()};
}

// A matrix on the host.
struct Matrix {
    int rows, columns;
    std::vector<Exact> elements;

    Matrix(int rows, int columns) : rows(rows), columns(columns), elements(size_t(rows) * columns) {}
    Exact &at(int i, int j) { return elements[i + size_t(j) * rows]; }
    Exact at(int i, int j) const { return elements[i + size_t(j) * rows]; }
    static Matrix one(int n) {
        Matrix a(n, n);
        for (int i = 0; i < n; i++) a.at(i, i) = 1;
        return a;
    }
    Matrix adjoint() const {
        Matrix a(columns, rows);
        for (int j = 0; j < columns; j++)
            for (int i = 0; i < rows; i++) a.at(j, i) = std::conj(at(i, j));
        return a;
    }
    Matrix transposed() const {
        Matrix a(columns, rows);
        for (int j = 0; j < columns; j++)
            for (int i = 0; i < rows; i++) a.at(j, i) = at(i, j);
        return a;
    }
    Matrix under(rocblas_operation op) const {
        return op == rocblas_operation_none ? *this : op == rocblas_operation_transpose ? transposed() : adjoint();
    }
    // Rows and columns from these on.
    Matrix part(int row, int column, int count, int width) const {
        Matrix a(count, width);
        for (int j = 0; j < width; j++)
            for (int i = 0; i < count; i++) a.at(i, j) = at(row + i, column + j);
        return a;
    }
    // Only where keep(i, j).
    template <class Keep> Matrix where(Keep keep) const {
        Matrix a = *this;
        for (int j = 0; j < columns; j++)
            for (int i = 0; i < rows; i++)
                if (!keep(i, j)) a.at(i, j) = 0;
        return a;
    }
    long double norm() const {
        long double sum = 0;
        for (Exact a : elements) sum += std::norm(a);
        return std::sqrt(sum);
    }
};
inline Matrix operator*(const Matrix &a, const Matrix &b) {
    Matrix c(a.rows, b.columns);
    for (int j = 0; j < c.columns; j++)
        for (int k = 0; k < a.columns; k++) {
            const long double re = b.at(k, j).real(), im = b.at(k, j).imag();
            if (re == 0 && im == 0) continue;
            for (int i = 0; i < c.rows; i++) {
                const Exact x = a.at(i, k);
                c.at(i, j) += Exact(x.real() * re - x.imag() * im, x.real() * im + x.imag() * re);
            }
        }
    return c;
}
inline Matrix operator-(Matrix a, const Matrix &b) {
    for (size_t i = 0; i < a.elements.size(); i++) a.elements[i] -= b.elements[i];
    return a;
}
// |residual| over the norm of what it is of, the order, and the unit; a NaN is not small.
template <class T> bool is_small(const Matrix &residual, long double norm, int order) {
    const long double ratio = residual.norm() / ((norm > 0 ? norm : 1) * std::max(order, 1) * unit<T>);
    if (getenv("RATIOS")) printf("    %.3Lf\n", ratio);
    return ratio < most;
}
template <class T> bool is_orthogonal(const Matrix &q) {
    return is_small<T>((q.rows >= q.columns ? q.adjoint() * q : q * q.adjoint()) - Matrix::one(std::min(q.rows, q.columns)), 1, std::max(q.rows, q.columns));
}

// Device memory.
template <class T> struct Memory {
    T *device = nullptr;
    size_t count;

    explicit Memory(size_t count) : count(count) { HIP(hipMalloc(reinterpret_cast<void **>(&device), (count ? count : 1) * sizeof(T))); }
    Memory(const Memory &) = delete;
    ~Memory() { (void)hipFree(device); }
    void upload(const std::vector<T> &host) { HIP(hipMemcpy(device, host.data(), count * sizeof(T), hipMemcpyHostToDevice)); }
    std::vector<T> download() const {
        std::vector<T> host(count);
        HIP(hipMemcpy(host.data(), device, count * sizeof(T), hipMemcpyDeviceToHost));
        return host;
    }
};

enum Form { PLAIN, BATCHED, STRIDED };
constexpr Form FORMS[] = {PLAIN, BATCHED, STRIDED};
constexpr int count_of(Form form) { return form == PLAIN ? 1 : 3; }

// Matrices on the device, in columns that are longer than they must be; nothing may be written in between.
template <class T> struct Batch {
    int rows, columns, ld, count;
    rocblas_stride stride;
    std::vector<T> host;
    Memory<T> memory;
    Memory<T *> each;

    Batch(int rows, int columns, int count)
        : rows(rows), columns(columns), ld(rows + 3), count(count), stride(rocblas_stride(ld) * columns + 5), host(stride * count), memory(host.size()), each(count) {
        for (T &element : host) element = Of<T>::from(next_number());
        std::vector<T *> all;
        for (int i = 0; i < count; i++) all.push_back(memory.device + i * stride);
        each.upload(all);
        memory.upload(host);
    }
    Batch(const std::vector<Matrix> &matrices) : Batch(matrices[0].rows, matrices[0].columns, int(matrices.size())) {
        for (int b = 0; b < count; b++)
            for (int j = 0; j < columns; j++)
                for (int i = 0; i < rows; i++) host[place(b, i, j)] = Of<T>::from(matrices[b].at(i, j));
        memory.upload(host);
    }
    size_t place(int batch, int i, int j) const { return batch * stride + i + size_t(j) * ld; }
    // What was uploaded.
    Matrix was(int batch) const { return matrix(host, batch); }
    std::vector<Matrix> are() const {
        std::vector<Matrix> all;
        const std::vector<T> now = memory.download();
        for (int b = 0; b < count; b++) all.push_back(matrix(now, b));
        return all;
    }
    bool is_clean() const {
        const std::vector<T> now = memory.download();
        std::vector<bool> inside(now.size());
        for (int b = 0; b < count; b++)
            for (int j = 0; j < columns; j++)
                for (int i = 0; i < rows; i++) inside[place(b, i, j)] = true;
        for (size_t i = 0; i < now.size(); i++)
            if (!inside[i] && Of<T>::exact(now[i]) != Of<T>::exact(host[i])) return false;
        return true;
    }

private:
    Matrix matrix(const std::vector<T> &all, int batch) const {
        Matrix a(rows, columns);
        for (int j = 0; j < columns; j++)
            for (int i = 0; i < rows; i++) a.at(i, j) = Of<T>::exact(all[place(batch, i, j)]);
        return a;
    }
};

// A vector for each matrix, with something behind that must stay.
template <class T> struct Vectors {
    int n, count;
    rocblas_stride stride;
    Memory<T> memory;

    Vectors(int n, int count) : n(n), count(count), stride(n + 2), memory(stride * count) { memory.upload(std::vector<T>(memory.count, T(-77))); }
    std::vector<std::vector<T>> are() const {
        std::vector<std::vector<T>> all;
        const std::vector<T> now = memory.download();
        for (int b = 0; b < count; b++) all.emplace_back(now.begin() + b * stride, now.begin() + b * stride + n);
        return all;
    }
    bool is_clean() const {
        const std::vector<T> now = memory.download();
        for (int b = 0; b < count; b++)
            for (int i = n; i < stride; i++)
                if (Of<T>::exact(now[b * stride + i]) != Exact(-77)) return false;
        return true;
    }
};

// Numbers of a batch: info, numbers of sweeps.
template <class T> struct Numbers {
    Memory<T> memory;
    explicit Numbers(int count) : memory(count + 1) { memory.upload(std::vector<T>(count + 1, T(-77))); }
    std::vector<T> are() const {
        std::vector<T> all = memory.download();
        if (all.back() != T(-77)) return {};
        all.pop_back();
        return all;
    }
    bool all_are(T value) const {
        const std::vector<T> all = are();
        for (T one : all)
            if (one != value) return false;
        return !all.empty();
    }
};

// U(batch): a matrix that has a stride in the batched form too.
template <class T> struct Unlisted { Batch<T> &batch; };
template <class T> Unlisted<T> unlisted(Batch<T> &batch) { return {batch}; }

// What an argument of call() is in a form.
template <Form form, class T> auto arguments(Batch<T> &a) {
    if constexpr (form == PLAIN) return std::make_tuple(a.memory.device, a.ld);
    else if constexpr (form == BATCHED) return std::make_tuple(a.each.device, a.ld);
    else return std::make_tuple(a.memory.device, a.ld, a.stride);
}
template <Form form, class T> auto arguments(Unlisted<T> &u) {
    if constexpr (form == PLAIN) return std::make_tuple(u.batch.memory.device, u.batch.ld);
    else return std::make_tuple(u.batch.memory.device, u.batch.ld, u.batch.stride);
}
template <Form form, class T> auto arguments(Vectors<T> &v) {
    if constexpr (form == PLAIN) return std::make_tuple(v.memory.device);
    else return std::make_tuple(v.memory.device, v.stride);
}
template <Form form, class T> auto arguments(Numbers<T> &n) { return std::make_tuple(n.memory.device); }
template <Form form, class T> auto arguments(const T &value) { return std::make_tuple(value); }

// A function in a form, by its arguments.
template <class Plain, class Batched, class Strided, class... Args>
rocblas_status call(Form form, Plain plain, Batched batched, Strided strided, Args &&...args) {
    const int count = count_of(form);
    if (form == PLAIN) return std::apply(plain, std::tuple_cat(std::make_tuple(handle), arguments<PLAIN>(args)...));
    if (form == BATCHED) return std::apply(batched, std::tuple_cat(std::make_tuple(handle), arguments<BATCHED>(args)..., std::make_tuple(count)));
    return std::apply(strided, std::tuple_cat(std::make_tuple(handle), arguments<STRIDED>(args)..., std::make_tuple(count)));
}
#define CALL(T, name, form, ...) SOLVER(call(form, Names<T>::name, Names<T>::name##_batched, Names<T>::name##_strided_batched, __VA_ARGS__))

// Names<T>::getrf, getrf_batched and getrf_strided_batched, made by each program of the functions that it calls.
template <class T> struct Names;
#define NAME_OF(x, name, real_name)                                                 \
    static constexpr auto name = rocsolver_##x##real_name;                          \
    static constexpr auto name##_batched = rocsolver_##x##real_name##_batched;      \
    static constexpr auto name##_strided_batched = rocsolver_##x##real_name##_strided_batched;
#define NAME(x, name) NAME_OF(x, name, name)

inline std::string title(const char *name, const char *type, Form form, int n) {
    return std::string(name) + "_" + type + "_" + (form == PLAIN ? "plain" : form == BATCHED ? "batched" : "strided") + "_" + std::to_string(n);
}

// Begins and ends with the handle, which a hipblasHandle_t is too.
inline void begin() {
    hipblasHandle_t made;
    if (hipblasCreate(&made) != HIPBLAS_STATUS_SUCCESS) exit(1);
    handle = reinterpret_cast<rocblas_handle>(made);
}
inline int end() {
    hipblasDestroy(reinterpret_cast<hipblasHandle_t>(handle));
    return failures != 0;
}
