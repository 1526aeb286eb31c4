// fp8_types.h: __hip_fp8_e4m3 and the other three, and their groups of two and four.
// Included by hip_fp8.h.
#ifndef HIPVK_HIP_DETAIL_FP8_TYPES_H
#define HIPVK_HIP_DETAIL_FP8_TYPES_H

#include <hip/detail/bfloat16_functions.h>
#include <hip/detail/fp8_bits.h>
#include <hip/detail/half_convert.h>

HIPVK_BOTH __half_raw __hip_cvt_fp8_to_halfraw(__hip_fp8_storage_t x,
                                               __hip_fp8_interpretation_t kind) {
    return __float2half(hipvk::fp8_to_float(x, kind));
}
HIPVK_BOTH __hip_fp8_storage_t __hip_cvt_halfraw_to_fp8(__half_raw x, __hip_saturation_t saturate,
                                                        __hip_fp8_interpretation_t kind) {
    return hipvk::float_to_fp8((float)x.data, saturate, kind);
}
HIPVK_BOTH __hip_fp8_storage_t __hip_cvt_bfloat16raw_to_fp8(__hip_bfloat16_raw x,
                                                            __hip_saturation_t saturate,
                                                            __hip_fp8_interpretation_t kind) {
    return hipvk::float_to_fp8(hipvk::bfloat16_to_float(x.x), saturate, kind);
}

HIPVK_BOTH __hip_fp8x2_storage_t __hip_cvt_double2_to_fp8x2(double2 v, __hip_saturation_t saturate,
                                                            __hip_fp8_interpretation_t kind) {
    return __hip_cvt_float2_to_fp8x2(make_float2((float)v.x, (float)v.y), saturate, kind);
}
HIPVK_BOTH __hip_fp8x2_storage_t __hip_cvt_halfraw2_to_fp8x2(__half2_raw v, __hip_saturation_t saturate,
                                                             __hip_fp8_interpretation_t kind) {
    return __hip_cvt_float2_to_fp8x2(__half22float2(v), saturate, kind);
}
HIPVK_BOTH __hip_fp8x2_storage_t __hip_cvt_bfloat16raw2_to_fp8x2(__hip_bfloat162_raw v,
                                                                 __hip_saturation_t saturate,
                                                                 __hip_fp8_interpretation_t kind) {
    return __hip_cvt_float2_to_fp8x2(__bfloat1622float2(v), saturate, kind);
}
HIPVK_BOTH __half2_raw __hip_cvt_fp8x2_to_halfraw2(__hip_fp8x2_storage_t x,
                                                   __hip_fp8_interpretation_t kind) {
    return __floats2half2_rn(hipvk::fp8_to_float((__hip_fp8_storage_t)x, kind),
                             hipvk::fp8_to_float((__hip_fp8_storage_t)(x >> 8), kind));
}

namespace hipvk {
// To an integer as HIP has it: towards zero, clamped to the type's range, zero for NaN.
template <class T> HIPVK_BOTH T to_integer(float v) {
    // The ends as floats, rounded towards zero; e5m2 reaches 57344, so only narrow types need them.
    const bool is_signed = (T)-1 < (T)0;
    const T top = is_signed ? (T)(((unsigned long long)1 << (sizeof(T) * 8 - 1)) - 1) : (T)-1;
    const T bottom = is_signed ? (T)(-top - 1) : (T)0;
    if (v != v) return 0;
    if (v >= (float)top) return top;
    return v <= (float)bottom ? bottom : (T)v;
}
} // namespace hipvk

#define HIPVK_FP8_INTEGER(T)                                                                       \
    HIPVK_METHOD explicit operator T() const { return hipvk::to_integer<T>((float)*this); }
#define HIPVK_FP8(suffix, kind)                                                                    \
    struct __hip_fp8_##suffix {                                                                    \
        __hip_fp8_storage_t __x;                                                                   \
        static constexpr __hip_fp8_interpretation_t __default_interpret = kind;                    \
        static constexpr __hip_saturation_t __default_saturation = __HIP_SATFINITE;                \
                                                                                                   \
        __hip_fp8_##suffix() = default;                                                            \
        template <class T, typename hipvk::enable_if<hipvk::is_number<T>::value, int>::type = 0>   \
        HIPVK_METHOD __hip_fp8_##suffix(T v)                                                       \
            : __x(hipvk::float_to_fp8((float)v, __HIP_SATFINITE, kind)) {}                         \
        HIPVK_METHOD __hip_fp8_##suffix(__half v) : __hip_fp8_##suffix((float)v.data) {}           \
        HIPVK_METHOD __hip_fp8_##suffix(__hip_bfloat16 v) : __hip_fp8_##suffix(v.wide()) {}        \
        HIPVK_METHOD operator float() const { return hipvk::fp8_to_float(__x, kind); }             \
        HIPVK_METHOD operator __half() const { return __float2half((float)*this); }                \
        HIPVK_METHOD operator __hip_bfloat16() const { return __float2bfloat16((float)*this); }    \
        HIPVK_METHOD explicit operator double() const { return (float)*this; }                     \
        HIPVK_METHOD explicit operator bool() const { return (float)*this != 0; }                  \
        HIPVK_FP8_INTEGER(char)                                                                    \
        HIPVK_FP8_INTEGER(signed char)                                                             \
        HIPVK_FP8_INTEGER(unsigned char)                                                           \
        HIPVK_FP8_INTEGER(short)                                                                   \
        HIPVK_FP8_INTEGER(unsigned short)                                                          \
        HIPVK_FP8_INTEGER(int)                                                                     \
        HIPVK_FP8_INTEGER(unsigned int)                                                            \
        HIPVK_FP8_INTEGER(long)                                                                    \
        HIPVK_FP8_INTEGER(unsigned long)                                                           \
        HIPVK_FP8_INTEGER(long long)                                                               \
        HIPVK_FP8_INTEGER(unsigned long long)                                                      \
    };                                                                                             \
    struct __hip_fp8x2_##suffix {                                                                  \
        __hip_fp8x2_storage_t __x;                                                                 \
                                                                                                   \
        __hip_fp8x2_##suffix() = default;                                                          \
        HIPVK_METHOD __hip_fp8x2_##suffix(float2 v)                                                \
            : __x(__hip_cvt_float2_to_fp8x2(v, __HIP_SATFINITE, kind)) {}                          \
        HIPVK_METHOD __hip_fp8x2_##suffix(double2 v)                                               \
            : __hip_fp8x2_##suffix(make_float2((float)v.x, (float)v.y)) {}                         \
        HIPVK_METHOD __hip_fp8x2_##suffix(__half2 v)                                               \
            : __hip_fp8x2_##suffix(__half22float2(v)) {}                                           \
        HIPVK_METHOD __hip_fp8x2_##suffix(__hip_bfloat162 v)                                       \
            : __hip_fp8x2_##suffix(__bfloat1622float2(v)) {}                                       \
        HIPVK_METHOD operator float2() const {                                                     \
            return make_float2(hipvk::fp8_to_float((__hip_fp8_storage_t)__x, kind),                \
                               hipvk::fp8_to_float((__hip_fp8_storage_t)(__x >> 8), kind));        \
        }                                                                                          \
        HIPVK_METHOD operator __half2() const { return __hip_cvt_fp8x2_to_halfraw2(__x, kind); }   \
    };                                                                                             \
    struct __hip_fp8x4_##suffix {                                                                  \
        __hip_fp8x4_storage_t __x;                                                                 \
                                                                                                   \
        __hip_fp8x4_##suffix() = default;                                                          \
        HIPVK_METHOD __hip_fp8x4_##suffix(float2 low, float2 high)                                 \
            : __x(__hip_cvt_float2_to_fp8x2(low, __HIP_SATFINITE, kind) |                          \
                  (unsigned int)__hip_cvt_float2_to_fp8x2(high, __HIP_SATFINITE, kind) << 16) {}   \
        HIPVK_METHOD __hip_fp8x4_##suffix(float4 v)                                                \
            : __hip_fp8x4_##suffix(make_float2(v.x, v.y), make_float2(v.z, v.w)) {}                \
        HIPVK_METHOD __hip_fp8x4_##suffix(double4 v)                                               \
            : __hip_fp8x4_##suffix(make_float2((float)v.x, (float)v.y),                            \
                                   make_float2((float)v.z, (float)v.w)) {}                         \
        HIPVK_METHOD __hip_fp8x4_##suffix(__half2 low, __half2 high)                               \
            : __hip_fp8x4_##suffix(__half22float2(low), __half22float2(high)) {}                   \
        HIPVK_METHOD __hip_fp8x4_##suffix(__hip_bfloat162 low, __hip_bfloat162 high)               \
            : __hip_fp8x4_##suffix(__bfloat1622float2(low), __bfloat1622float2(high)) {}           \
        HIPVK_METHOD operator float4() const {                                                     \
            return make_float4(hipvk::fp8_to_float((__hip_fp8_storage_t)__x, kind),                \
                               hipvk::fp8_to_float((__hip_fp8_storage_t)(__x >> 8), kind),         \
                               hipvk::fp8_to_float((__hip_fp8_storage_t)(__x >> 16), kind),        \
                               hipvk::fp8_to_float((__hip_fp8_storage_t)(__x >> 24), kind));       \
        }                                                                                          \
    };
HIPVK_FP8(e4m3, __HIP_E4M3)
HIPVK_FP8(e5m2, __HIP_E5M2)
HIPVK_FP8(e4m3_fnuz, __HIP_E4M3_FNUZ)
HIPVK_FP8(e5m2_fnuz, __HIP_E5M2_FNUZ)
#undef HIPVK_FP8
#undef HIPVK_FP8_INTEGER

#endif // HIPVK_HIP_DETAIL_FP8_TYPES_H
