// elements.h: elements whose type is an argument, as kernels read and write them: in float, or in int where a product's scalars are.
//
// A kernel is there once, not once for each of the types that four matrices and a bias may have: that would be thousands. Used by finish.hip and convert.hip.
#pragma once

#include <hip/hip_fp8.h>

#include "../blas/element.h"

namespace blaslt {

using blas::Bfloat16, blas::Half;

BLAS_BOTH bool is_float8(hipDataType type) {
    return type == HIP_R_8F_E4M3 || type == HIP_R_8F_E5M2 || type == HIP_R_8F_E4M3_FNUZ || type == HIP_R_8F_E5M2_FNUZ;
}
BLAS_BOTH bool is_float(hipDataType type) { return type == HIP_R_32F || type == HIP_R_16F || type == HIP_R_16BF || is_float8(type); }
BLAS_BOTH bool is_integer(hipDataType type) { return type == HIP_R_8I || type == HIP_R_32I; }
BLAS_BOTH int64_t size_of(hipDataType type) {
    return type == HIP_R_64F ? 8 : type == HIP_R_32F || type == HIP_R_32I ? 4 : type == HIP_R_16F || type == HIP_R_16BF ? 2 : 1;
}

BLAS_BOTH __hip_fp8_interpretation_t float8(hipDataType type) {
    return type == HIP_R_8F_E4M3 ? __HIP_E4M3 : type == HIP_R_8F_E5M2 ? __HIP_E5M2 : type == HIP_R_8F_E4M3_FNUZ ? __HIP_E4M3_FNUZ : __HIP_E5M2_FNUZ;
}

// A matrix, or a vector, in a kernel: elements lie `ld` apart in one direction and one behind the other in the other.
struct Matrix {
    void *first;
    hipDataType type;
    int64_t ld, stride;
    BLAS_BOTH int64_t place(int64_t batch, int64_t i, int64_t j) const { return batch * stride + i + j * ld; }
};

template <class W> __device__ W load(const Matrix &m, int64_t i);
template <> __device__ inline float load<float>(const Matrix &m, int64_t i) {
    switch (m.type) {
        case HIP_R_32F: return static_cast<const float *>(m.first)[i];
        case HIP_R_16F: return float(static_cast<const Half *>(m.first)[i]);
        case HIP_R_16BF: return float(static_cast<const Bfloat16 *>(m.first)[i]);
        case HIP_R_8I: return static_cast<const int8_t *>(m.first)[i];
        case HIP_R_32I: return static_cast<const int32_t *>(m.first)[i];
        default: return hipvk::fp8_to_float(static_cast<const uint8_t *>(m.first)[i], float8(m.type));
    }
}
template <> __device__ inline int32_t load<int32_t>(const Matrix &m, int64_t i) {
    return m.type == HIP_R_8I ? static_cast<const int8_t *>(m.first)[i] : static_cast<const int32_t *>(m.first)[i];
}

// To nearest, ties to even. Integers and 8-bit floats saturate; an infinity stays one where there is one.
__device__ inline void store(const Matrix &m, int64_t i, float value) {
    switch (m.type) {
        case HIP_R_32F: static_cast<float *>(m.first)[i] = value; return;
        case HIP_R_16F: static_cast<Half *>(m.first)[i] = Half(value); return;
        case HIP_R_16BF: static_cast<Bfloat16 *>(m.first)[i] = Bfloat16(value); return;
        case HIP_R_8I: static_cast<int8_t *>(m.first)[i] = int8_t(fminf(fmaxf(rintf(value), -128), 127)); return;
        case HIP_R_32I: static_cast<int32_t *>(m.first)[i] = value >= 0x1p31f ? INT32_MAX : int32_t(fmaxf(rintf(value), -0x1p31f)); return;
        default: static_cast<uint8_t *>(m.first)[i] = hipvk::float_to_fp8(value, __HIP_SATFINITE, float8(m.type)); return;
    }
}
__device__ inline void store(const Matrix &m, int64_t i, int32_t value) {
    if (m.type == HIP_R_8I) static_cast<int8_t *>(m.first)[i] = int8_t(value < -128 ? -128 : value > 127 ? 127 : value);
    else static_cast<int32_t *>(m.first)[i] = value;
}
// `value`, rounded to an element of `type`.
__device__ inline float rounded(hipDataType type, float value) {
    switch (type) {
        case HIP_R_16F: return float(Half(value));
        case HIP_R_16BF: return float(Bfloat16(value));
        case HIP_R_32F: return value;
        default: return hipvk::fp8_to_float(hipvk::float_to_fp8(value, __HIP_SATFINITE, float8(type)), float8(type));
    }
}

}  // namespace blaslt
