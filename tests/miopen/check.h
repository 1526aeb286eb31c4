// check.h: what the programs of this folder share: tensors on both sides, of any type and layout, and how results are compared with what double says.
//
// On the host a tensor is its elements as doubles, in the order of its dimensions.
#pragma once

#define MIOPEN_BETA_API 1
#include <miopen/miopen.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <vector>

#include "../judged.h"
#include "../short_floats.h"

#define DNN(call)                                                    \
    do {                                                             \
        if (const miopenStatus_t status = (call); status)            \
            (printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, miopenGetErrorString(status)), exit(1)); \
    } while (false)

using Doubles = std::vector<double>;
using Lens = std::vector<int>;

inline miopenHandle_t handle() {
    static miopenHandle_t made = [] {
        miopenHandle_t h;
        DNN(miopenCreate(&h));
        return h;
    }();
    return made;
}

inline size_t size_of(miopenDataType_t type) {
    return type == miopenDouble || type == miopenInt64 ? 8 : type == miopenFloat || type == miopenInt32 ? 4 : type == miopenInt8 ? 1 : 2;
}
inline const ShortFloat &format_of(miopenDataType_t type) { return type == miopenHalf ? HALF : BFLOAT16; }
inline void encode(miopenDataType_t type, void *to, double value) {
    switch (type) {
        case miopenDouble: return put_element(value, to);
        case miopenFloat: return put_element(float(value), to);
        case miopenInt64: return put_element(int64_t(value), to);
        case miopenInt32: return put_element(int32_t(value), to);
        case miopenInt8: return put_element(int8_t(value), to);
        default: return encode(format_of(type), value, to);
    }
}
inline double decode(miopenDataType_t type, const void *from) {
    switch (type) {
        case miopenDouble: return element<double>(from);
        case miopenFloat: return element<float>(from);
        case miopenInt64: return double(element<int64_t>(from));
        case miopenInt32: return element<int32_t>(from);
        case miopenInt8: return element<int8_t>(from);
        default: return decoded(format_of(type), from);
    }
}

struct Random {
    uint64_t state = 88172645463325252ull;
    double next() {  // -1 to 1
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        return double(state >> 11) * 0x1p-52 - 1;
    }
};
inline Random &random_numbers() {
    static Random numbers;
    return numbers;
}

struct Memory {
    void *at = nullptr;
    explicit Memory(size_t bytes) { HIP(hipMalloc(&at, std::max<size_t>(bytes, 16))); }
    Memory(const Memory &) = delete;
    ~Memory() { (void)hipFree(at); }
    operator void *() const { return at; }
};

struct Tensor {
    miopenDataType_t type;
    Lens lens, strides;
    Doubles values;
    miopenTensorDescriptor_t descriptor = nullptr;
    Memory memory;

    // Random elements of up to `scale`; `last`: channels vary fastest.
    Tensor(miopenDataType_t t, const Lens &l, bool last = false, double scale = 1) : type(t), lens(l), strides(l.size()), memory(count(l) * size_of(t)) {
        int stride = 1;
        const int dims = int(lens.size());
        if (last) strides[1] = 1, stride = lens[1];
        for (int d = dims - 1; d >= 0; d--)
            if (!last || d != 1) strides[d] = stride, stride *= lens[d];
        values.resize(count(lens));
        for (double &v : values) {
            v = scale * random_numbers().next();
            char bytes[8];
            encode(type, bytes, v);
            v = decode(type, bytes);
        }
        DNN(miopenCreateTensorDescriptor(&descriptor));
        DNN(miopenSetTensorDescriptor(descriptor, type, dims, lens.data(), strides.data()));
        upload();
    }
    Tensor(const Tensor &) = delete;
    ~Tensor() { (void)miopenDestroyTensorDescriptor(descriptor); }

    static size_t count(const Lens &lens) {
        size_t all = 1;
        for (const int len : lens) all *= size_t(len);
        return all;
    }
    size_t count() const { return values.size(); }
    size_t bytes() const { return count() * size_of(type); }
    size_t place(size_t i) const {
        size_t at = 0;
        for (int d = int(lens.size()) - 1; d >= 0; d--) at += i % size_t(lens[d]) * size_t(strides[d]), i /= size_t(lens[d]);
        return at;
    }
    void upload() {
        std::vector<char> raw(bytes());
        for (size_t i = 0; i < count(); i++) encode(type, &raw[place(i) * size_of(type)], values[i]);
        HIP(hipMemcpy(memory, raw.data(), raw.size(), hipMemcpyHostToDevice));
    }
    Doubles download() const {
        std::vector<char> raw(bytes());
        Doubles read(count());
        HIP(hipMemcpy(raw.data(), memory, raw.size(), hipMemcpyDeviceToHost));
        for (size_t i = 0; i < count(); i++) read[i] = decode(type, &raw[place(i) * size_of(type)]);
        return read;
    }
    void fill(double value) {
        std::fill(values.begin(), values.end(), value);
        upload();
    }
    operator void *() const { return memory; }
};

inline double epsilon(miopenDataType_t type) {
    return type == miopenDouble ? 1e-12 : type == miopenFloat ? 2e-5 : type == miopenHalf ? 2e-3 : type == miopenBFloat16 ? 1.6e-2 : 0;
}
// Differences count beside the largest element.
inline bool is_near(const Doubles &got, const Doubles &wanted, double tolerance) {
    double largest = 1e-30;
    for (const double v : wanted) largest = std::max(largest, std::fabs(v));
    for (size_t i = 0; i < wanted.size(); i++)
        if (!(std::fabs(got[i] - wanted[i]) <= tolerance * largest)) return false;
    return got.size() == wanted.size();
}
inline bool is_near(const Tensor &got, const Doubles &wanted, double times = 1) { return is_near(got.download(), wanted, times * epsilon(got.type)); }

inline const float one = 1, zero = 0;
inline std::string name_of(miopenDataType_t type) {
    return type == miopenDouble ? "double" : type == miopenFloat ? "float" : type == miopenHalf ? "half" : type == miopenBFloat16 ? "bfloat" : "integer";
}

// The gradient of a function of `at` by differences, in double.
template <class F> Doubles gradient(Doubles at, F &&f) {
    const double step = 1e-5;
    Doubles slopes(at.size());
    for (size_t i = 0; i < at.size(); i++) {
        const double value = at[i];
        at[i] = value + step;
        const double above = f(at);
        at[i] = value - step;
        slopes[i] = (above - f(at)) / (2 * step);
        at[i] = value;
    }
    return slopes;
}
inline double dot(const Doubles &a, const Doubles &b) {
    double sum = 0;
    for (size_t i = 0; i < a.size(); i++) sum += a[i] * b[i];
    return sum;
}
