// bfloat16_type.h: __hip_bfloat16 and __hip_bfloat162, constructors and operators.
// Included by hip_bf16.h. Arithmetic is in float, rounded to nearest even after each operation.
#ifndef HIPVK_HIP_DETAIL_BFLOAT16_TYPE_H
#define HIPVK_HIP_DETAIL_BFLOAT16_TYPE_H

#include <hip/detail/bfloat16_bits.h>
#include <hip/detail/float16_operators.h>
#include <hip/detail/type_traits.h>
#include <hip/hip_vector_types.h>

typedef struct __attribute__((aligned(2))) __hip_bfloat16_raw {
    unsigned short x;
} __hip_bfloat16_raw;
typedef struct __attribute__((aligned(4))) __hip_bfloat162_raw {
    unsigned short x, y;
} __hip_bfloat162_raw;

struct __attribute__((aligned(2))) __hip_bfloat16 {
    unsigned short __x;

    typedef float wide_type;
    HIPVK_METHOD float wide() const { return hipvk::bfloat16_to_float(__x); }
    static HIPVK_METHOD __hip_bfloat16 from(float v) {
        return __hip_bfloat16(__hip_bfloat16_raw{hipvk::float_to_bfloat16(v)});
    }

    __hip_bfloat16() = default;
    HIPVK_METHOD constexpr __hip_bfloat16(const __hip_bfloat16_raw &raw) : __x(raw.x) {}
    template <typename T, typename hipvk::enable_if<hipvk::is_number<T>::value, int>::type = 0>
    HIPVK_METHOD __hip_bfloat16(T v) : __x(hipvk::float_to_bfloat16(static_cast<float>(v))) {}

    HIPVK_METHOD operator float() const { return wide(); }
    HIPVK_METHOD operator __hip_bfloat16_raw() const { return __hip_bfloat16_raw{__x}; }
    HIPVK_METHOD __hip_bfloat16 &operator=(const __hip_bfloat16_raw &raw) {
        __x = raw.x;
        return *this;
    }
    template <typename T, typename hipvk::enable_if<hipvk::is_number<T>::value, int>::type = 0>
    HIPVK_METHOD __hip_bfloat16 &operator=(T v) {
        return *this = __hip_bfloat16(v);
    }
    HIPVK_FLOAT16_FUNCTIONS(__hip_bfloat16)
};

struct __attribute__((aligned(4))) __hip_bfloat162 {
    __hip_bfloat16 x, y;
    typedef __hip_bfloat16 element_type;

    __hip_bfloat162() = default;
    HIPVK_METHOD __hip_bfloat162(const __hip_bfloat16 &x_, const __hip_bfloat16 &y_)
        : x(x_), y(y_) {}
    HIPVK_METHOD __hip_bfloat162(const __hip_bfloat162_raw &raw)
        : x(__hip_bfloat16_raw{raw.x}), y(__hip_bfloat16_raw{raw.y}) {}
    HIPVK_METHOD __hip_bfloat162(const float2 &v) : x(v.x), y(v.y) {}
    HIPVK_METHOD operator __hip_bfloat162_raw() const { return __hip_bfloat162_raw{x.__x, y.__x}; }
    HIPVK_METHOD operator float2() const { return make_float2(x.wide(), y.wide()); }
    HIPVK_FLOAT16_PAIR_MEMBERS(__hip_bfloat162)
};

#endif // HIPVK_HIP_DETAIL_BFLOAT16_TYPE_H
