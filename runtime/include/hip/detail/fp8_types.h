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

#endif // HIPVK_HIP_DETAIL_FP8_TYPES_H
