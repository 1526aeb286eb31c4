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
    if (magnitude > 0x7f800000) return (__hip_fp8_storage_t)nan;
    const unsigned int above = f.infinity ? sign | 0x7c : nan;
    const unsigned int overflow = saturate == __HIP_SATFINITE ? sign | f.largest : above;
    if (magnitude == 0x7f800000) return (__hip_fp8_storage_t)above;

    // The float's 24-bit significand, shifted right until it has the format's bits (fewer if denormal).
    const int exponent = (int)(magnitude >> 23) - 127;
    const unsigned int significand = (magnitude & 0x7fffff) | (magnitude >> 23 ? 0x800000 : 0);
    const int normal = exponent + f.bias;
    const int shift = 23 - f.mantissa + (normal < 1 ? 1 - normal : 0);
    unsigned int code = 0;
    if (shift < 26) {
        const unsigned int kept = significand >> shift, rest = significand & ((1u << shift) - 1);
        const unsigned int half = 1u << (shift - 1);
        code = kept + (rest > half || (rest == half && (kept & 1)));
        // The hidden bit of a normal number counts as one step of the exponent.
        if (normal >= 1) code += (unsigned int)(normal - 1) << f.mantissa;
    }
    if (code > f.largest) return (__hip_fp8_storage_t)overflow;
    return (__hip_fp8_storage_t)(f.fnuz && code == 0 ? 0 : sign | code);
}

HIPVK_BOTH float fp8_to_float(__hip_fp8_storage_t x, __hip_fp8_interpretation_t kind) {
    const fp8_format f = format_of(kind);
    const unsigned int code = x & 0x7f, exponent = code >> f.mantissa;
    const float sign = x & 0x80 ? -1.0f : 1.0f;
    if (f.fnuz && x == 0x80) return __builtin_nanf("");
    if (!f.fnuz && code > f.largest) return code == 0x7c && f.infinity ? sign * __builtin_inff() : __builtin_nanf("");
    const unsigned int fraction = code & ((1u << f.mantissa) - 1);
    const float scale = __builtin_bit_cast(
        float, (unsigned int)((int)(exponent ? exponent : 1) - f.bias - f.mantissa + 127) << 23);
    return sign * scale * (float)(exponent ? fraction | (1u << f.mantissa) : fraction);
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
