// check.h: what the programs of this folder share: element types, arrays on both sides, references in double, and one RESULT line a case.
#pragma once

#include <hip/hip_fp16.h>
#include <hipblas/hipblas.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "../judged.h"

#define BLAS(call)                                                                            \
    if (const hipblasStatus_t status = (call); status != HIPBLAS_STATUS_SUCCESS)              \
    (printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, hipblasStatusToString(status)), exit(1))

using Exact = std::complex<double>;

// An element type: how it becomes an Exact and back, and the rounding of one operation in what it is calculated in (`unit`) and of a result (`last`).
template <class T> struct Of {
    static constexpr double unit = std::numeric_limits<T>::epsilon() / 2, last = unit;
    static Exact exact(T a) { return double(a); }
    static T from(Exact a) { return T(a.real()); }
};
template <class T> struct Complexes {
    static constexpr double unit = std::numeric_limits<decltype(T::x)>::epsilon() * 2, last = unit;
    static Exact exact(T a) { return {a.x, a.y}; }
    static T from(Exact a) {
        T b;
        b.x = a.real(), b.y = a.imag();
        return b;
    }
};
template <> struct Of<hipComplex> : Complexes<hipComplex> {};
template <> struct Of<hipDoubleComplex> : Complexes<hipDoubleComplex> {};
template <> struct Of<hipblasHalf> {
    static constexpr double unit = 0x1p-24, last = 0x1p-11;
    static Exact exact(hipblasHalf a) {
        __half half;
        memcpy(&half, &a, sizeof half);
        return double(__half2float(half));
    }
    static hipblasHalf from(Exact a) {
        const __half half = __float2half(float(a.real()));
        hipblasHalf bits;
        memcpy(&bits, &half, sizeof bits);
        return bits;
    }
};
template <> struct Of<hipblasBfloat16> {
    static constexpr double unit = 0x1p-24, last = 0x1p-8;
    static Exact exact(hipblasBfloat16 a) {
        const uint32_t word = uint32_t(a.data) << 16;
        float value;
        memcpy(&value, &word, sizeof value);
        return double(value);
    }
    // By truncation: all that matters is that the value is one of the type's.
    static hipblasBfloat16 from(Exact a) {
        const float value = float(a.real());
        uint32_t word;
        memcpy(&word, &value, sizeof word);
        return {uint16_t(word >> 16)};
    }
};
template <> struct Of<int8_t> {
    static constexpr double unit = 0, last = 0;
    static Exact exact(int8_t a) { return double(a); }
    static int8_t from(Exact a) { return int8_t(a.real() * 100); }
};
template <> struct Of<int32_t> {
    static constexpr double unit = 0, last = 0;
    static Exact exact(int32_t a) { return double(a); }
    static int32_t from(Exact a) { return int32_t(a.real() * 2); }
};

// Numbers from -1 to 1, the same in every run.
inline Exact next_number() {
    static uint64_t state = 1;
    const auto one = [] {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return double(state >> 40) / (1 << 23) - 1;
    };
    const double re = one();
    return {re, one()};
}

// An array on both sides.
template <class T> struct Array {
    std::vector<T> host;
    T *device = nullptr;

    explicit Array(size_t count) : host(count) {
        HIP(hipMalloc(reinterpret_cast<void **>(&device), (count ? count : 1) * sizeof(T)));
        for (T &element : host) element = Of<T>::from(next_number());
    }
    Array(const Array &) = delete;
    ~Array() { (void)hipFree(device); }
    void upload() { HIP(hipMemcpy(device, host.data(), host.size() * sizeof(T), hipMemcpyHostToDevice)); }
    std::vector<T> download() const {
        std::vector<T> copy(host.size());
        HIP(hipMemcpy(copy.data(), device, copy.size() * sizeof(T), hipMemcpyDeviceToHost));
        return copy;
    }
};

// A number on either side, as the handle's pointer mode wants it.
template <class T> struct Number {
    T host;
    T *device;
    bool on_device;

    Number(Exact value, bool on_device) : host(Of<T>::from(value)), on_device(on_device) {
        HIP(hipMalloc(reinterpret_cast<void **>(&device), sizeof(T)));
        HIP(hipMemcpy(device, &host, sizeof host, hipMemcpyHostToDevice));
    }
    Number(const Number &) = delete;
    ~Number() { (void)hipFree(device); }
    operator T *() { return on_device ? device : &host; }
    Exact value() {
        if (on_device) HIP(hipMemcpy(&host, device, sizeof host, hipMemcpyDeviceToHost));
        return Of<T>::exact(host);
    }
};

// Pointers to the matrices of a batch, in device memory.
template <class T> struct Pointers {
    T **device = nullptr;

    Pointers(T *first, size_t stride, int count) {
        std::vector<T *> all;
        for (int i = 0; i < count; i++) all.push_back(first + i * stride);
        HIP(hipMalloc(reinterpret_cast<void **>(&device), count * sizeof(T *)));
        HIP(hipMemcpy(device, all.data(), count * sizeof(T *), hipMemcpyHostToDevice));
    }
    Pointers(const Pointers &) = delete;
    ~Pointers() { (void)hipFree(device); }
};

// |got - want| <= bound, and so for NaNs.
inline bool within(Exact got, Exact want, double bound) { return std::abs(got - want) <= bound; }
