// fp8_bits.h: 8-bit floats from and to float, on bit patterns.
// Included by hip_fp8.h. All four formats are one routine with four numbers: the mantissa's bits, the exponent's
// bias, the largest finite code, and whether codes above it are infinity and NaN (e5m2), NaN alone (e4m3), or only
// 0x80 is NaN and there is no negative zero (fnuz).
#ifndef HIPVK_HIP_DETAIL_FP8_BITS_H
#define HIPVK_HIP_DETAIL_FP8_BITS_H

#include <hip/hip_vector_types.h>

typedef unsigned char __hip_fp8_storage_t;
typedef unsigned short __hip_fp8x2_storage_t;
typedef unsigned int __hip_fp8x4_storage_t;

typedef enum __hip_fp8_interpretation_t {
    __HIP_E4M3 = 0,
    __HIP_E5M2 = 1,
    __HIP_E4M3_FNUZ = 2,
    __HIP_E5M2_FNUZ = 3
} __hip_fp8_interpretation_t;

typedef enum __hip_saturation_t { __HIP_NOSAT = 0, __HIP_SATFINITE = 1 } __hip_saturation_t;

namespace hipvk {
struct fp8_format {
    int mantissa;
    int bias;
    unsigned int largest;
    bool fnuz;
    bool infinity;
};
HIPVK_BOTH fp8_format format_of(__hip_fp8_interpretation_t kind) {
    switch (kind) {
    case __HIP_E4M3: return fp8_format{3, 7, 0x7e, false, false};
    case __HIP_E5M2: return fp8_format{2, 15, 0x7b, false, true};
    case __HIP_E4M3_FNUZ: return fp8_format{3, 8, 0x7f, true, false};
    default: return fp8_format{2, 16, 0x7f, true, false};
    }
}

// To nearest even. Past the largest finite value: that value if saturating, else infinity or NaN. Infinity itself never
// saturates, as in HIP: it stays infinity, or becomes NaN where there is none.
HIPVK_BOTH __hip_fp8_storage_t float_to_fp8(float v, __hip_saturation_t saturate,
                                            __hip_fp8_interpretation_t kind) {
    const fp8_format f = format_of(kind);
    const unsigned int bits = __builtin_bit_cast(unsigned int, v);
    const unsigned int sign = bits >> 24 & 0x80, magnitude = bits & 0x7fffffff;
    const unsigned int nan = f.fnuz ? 0x80 : sign | 0x7f;
    const unsigned int above = f.infinity ? sign | 0x7c : nan;
    const unsigned int overflow = saturate == __HIP_SATFINITE ? sign | f.largest : above;

    // Without branches: lanes of a warp hold all kinds of numbers. The significand is rounded where it stands, and the exponent, which a carry
    // may have raised, gets the other bias. A number so small that it is denormal is rounded by an addition to one whose last place is its own.
    const int low = 23 - f.mantissa;
    const unsigned int normal =
        ((magnitude + (magnitude >> low & 1) + (1u << (low - 1)) - 1) >> low) - ((unsigned int)(127 - f.bias) << f.mantissa);
    const unsigned int large = (unsigned int)(127 + 24 - f.mantissa - f.bias) << 23;
    const float sum = __builtin_bit_cast(float, magnitude) + __builtin_bit_cast(float, large);
    const unsigned int denormal = __builtin_bit_cast(unsigned int, sum) - large;
    const unsigned int code = magnitude < (unsigned int)(128 - f.bias) << 23 ? denormal : normal;
    unsigned int result = f.fnuz && code == 0 ? 0 : sign | code;
    result = code > f.largest ? overflow : result;
    result = magnitude >= 0x7f800000 ? above : result;
    return (__hip_fp8_storage_t)(magnitude > 0x7f800000 ? nan : result);
}

HIPVK_BOTH float fp8_to_float(__hip_fp8_storage_t x, __hip_fp8_interpretation_t kind) {
    const fp8_format f = format_of(kind);
    const unsigned int code = x & 0x7f, exponent = code >> f.mantissa;
    const int low = 23 - f.mantissa;
    const float one = __builtin_bit_cast(float, (unsigned int)(127 + 1 - f.bias - f.mantissa) << 23);
    const unsigned int normal = (code << low) + ((unsigned int)(127 - f.bias) << 23);
    const unsigned int magnitude = exponent ? normal : __builtin_bit_cast(unsigned int, (float)code * one);
    const bool beyond = code > f.largest;
    const bool nan = f.fnuz ? x == 0x80 : beyond && !(f.infinity && code == 0x7c);
    const unsigned int number = (unsigned int)(x & 0x80) << 24 | (beyond ? 0x7f800000 : magnitude);
    return __builtin_bit_cast(float, nan ? 0x7fc00000 : number);
}
} // namespace hipvk

HIPVK_BOTH __hip_fp8_storage_t __hip_cvt_float_to_fp8(float v, __hip_saturation_t saturate,
                                                      __hip_fp8_interpretation_t kind) {
    return hipvk::float_to_fp8(v, saturate, kind);
}
HIPVK_BOTH __hip_fp8_storage_t __hip_cvt_double_to_fp8(double v, __hip_saturation_t saturate,
                                                       __hip_fp8_interpretation_t kind) {
    return hipvk::float_to_fp8((float)v, saturate, kind);
}
HIPVK_BOTH __hip_fp8x2_storage_t __hip_cvt_float2_to_fp8x2(float2 v, __hip_saturation_t saturate,
                                                           __hip_fp8_interpretation_t kind) {
    return (__hip_fp8x2_storage_t)(hipvk::float_to_fp8(v.x, saturate, kind) |
                                   hipvk::float_to_fp8(v.y, saturate, kind) << 8);
}

#endif // HIPVK_HIP_DETAIL_FP8_BITS_H
