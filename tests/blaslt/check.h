// check.h: what the programs of this folder share: elements of any type on the host, matrices on both sides, and what hipBLASLt is to calculate, in double.
#pragma once

#include <hipblaslt/hipblaslt.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "../judged.h"
#include "../short_floats.h"

#define LT(call)                                                                 \
    if (const hipblasStatus_t status = (call); status != HIPBLAS_STATUS_SUCCESS) \
    (printf("%s:%d: %s: %d\n", __FILE__, __LINE__, #call, status), exit(1))

inline const ShortFloat &format_of(hipDataType type) {
    switch (type) {
        case HIP_R_16F: return HALF;
        case HIP_R_16BF: return BFLOAT16;
        case HIP_R_8F_E4M3: return E4M3;
        case HIP_R_8F_E5M2: return E5M2;
        case HIP_R_8F_E4M3_FNUZ: return E4M3_FNUZ;
        default: return E5M2_FNUZ;
    }
}
inline bool is_float8(hipDataType type) { return type == HIP_R_8F_E4M3 || type == HIP_R_8F_E5M2 || type == HIP_R_8F_E4M3_FNUZ || type == HIP_R_8F_E5M2_FNUZ; }
inline bool is_short(hipDataType type) { return type == HIP_R_16F || type == HIP_R_16BF || is_float8(type); }
inline size_t size_of(hipDataType type) {
    return type == HIP_R_64F ? 8 : type == HIP_R_32F || type == HIP_R_32I ? 4 : type == HIP_R_16F || type == HIP_R_16BF ? 2 : 1;
}

inline double decoded(hipDataType type, const void *from) {
    switch (type) {
        case HIP_R_64F: return element<double>(from);
        case HIP_R_32F: return element<float>(from);
        case HIP_R_32I: return element<int32_t>(from);
        case HIP_R_8I: return element<int8_t>(from);
        default: return decoded(format_of(type), from);
    }
}
inline void encode(hipDataType type, double value, void *to) {
    switch (type) {
        case HIP_R_64F: return put_element(value, to);
        case HIP_R_32F: return put_element(float(value), to);
        case HIP_R_32I: return put_element(int32_t(std::rint(value)), to);
        case HIP_R_8I: return put_element(int8_t(std::clamp(std::rint(value), -128.0, 127.0)), to);
        default: return encode(format_of(type), value, to);
    }
}
inline double rounded(hipDataType type, double value) {
    char room[8];
    encode(type, value, room);
    return decoded(type, room);
}

// Numbers, the same in every run: whole ones from -3 to 3, or anything from -1 to 1.
inline double next_number(bool whole) {
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return whole ? double(int(state >> 33) % 7 - 3) : double(state >> 40) / (1 << 23) - 1;
}

// Bytes on both sides.
struct Memory {
    std::vector<uint8_t> host;
    void *device = nullptr;
    explicit Memory(size_t bytes) : host(bytes) { HIP(hipMalloc(&device, std::max<size_t>(bytes, 1))); }
    Memory(const Memory &) = delete;
    ~Memory() { (void)hipFree(device); }
    void upload() const { HIP(hipMemcpy(device, host.data(), host.size(), hipMemcpyHostToDevice)); }
    std::vector<uint8_t> download() const {
        std::vector<uint8_t> copy(host.size());
        HIP(hipMemcpy(copy.data(), device, copy.size(), hipMemcpyDeviceToHost));
        return copy;
    }
};

// Matrices of a batch, with gaps between columns and matrices.
struct Matrix {
    hipDataType type;
    int rows, columns, batches;
    bool by_rows;
    int64_t ld, stride;
    Memory memory;
    hipblasLtMatrixLayout_t layout = nullptr;

    Matrix(hipDataType type, int rows, int columns, int batches = 1, bool by_rows = false, bool whole = true, int gap = 3)
        : type(type), rows(rows), columns(columns), batches(batches), by_rows(by_rows), ld((by_rows ? columns : rows) + gap),
          stride(ld * (by_rows ? rows : columns) + gap), memory((stride * batches + 1) * size_of(type)) {
        for (size_t i = 0; i < memory.host.size() / size_of(type); i++) encode(type, next_number(whole), &memory.host[i * size_of(type)]);
        memory.upload();
        LT(hipblasLtMatrixLayoutCreate(&layout, type, rows, columns, ld));
        const int32_t count = batches, order = by_rows ? HIPBLASLT_ORDER_ROW : HIPBLASLT_ORDER_COL;
        LT(hipblasLtMatrixLayoutSetAttribute(layout, HIPBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof count));
        LT(hipblasLtMatrixLayoutSetAttribute(layout, HIPBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride, sizeof stride));
        LT(hipblasLtMatrixLayoutSetAttribute(layout, HIPBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order));
    }
    ~Matrix() { LT(hipblasLtMatrixLayoutDestroy(layout)); }
    size_t place(int batch, int i, int j) const { return (batch * stride + (by_rows ? i * ld + j : i + j * ld)) * size_of(type); }
    double at(int batch, int i, int j) const { return decoded(type, &memory.host[place(batch, i, j)]); }

    // The device's elements are what `is(batch, i, j, element)` says, and the gaps are what they were.
    template <class Is> bool all(Is is) const {
        const std::vector<uint8_t> got = memory.download();
        std::vector<bool> used(got.size());
        for (int batch = 0; batch < batches; batch++)
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < columns; j++) {
                    const size_t at = place(batch, i, j);
                    std::fill_n(used.begin() + at, size_of(type), true);
                    if (is(batch, i, j, decoded(type, &got[at]))) continue;
                    printf("batch %d, element (%d, %d) is %g\n", batch, i, j, decoded(type, &got[at]));
                    return false;
                }
        for (size_t i = 0; i < got.size(); i++)
            if (!used[i] && got[i] != memory.host[i]) return printf("byte %zu, which is none of an element's, was %d, is %d\n", i, memory.host[i], got[i]), false;
        return true;
    }
};

// A vector, packed.
struct Vector : Matrix {
    Vector(hipDataType type, int length, bool whole = true) : Matrix(type, length, 1, 1, false, whole, 0) {}
    double operator[](int i) const { return at(0, i, 0); }
    void set(int i, double value) {
        encode(type, value, &memory.host[place(0, i, 0)]);
        memory.upload();
    }
};

inline double gelu(double x) { return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); }
inline double gelu_slope(double x) {
    const double h = 1e-5;
    return (gelu(x + h) - gelu(x - h)) / (2 * h);
}
