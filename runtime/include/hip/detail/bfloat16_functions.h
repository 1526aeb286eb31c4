// bfloat16_functions.h: conversions and the named functions of __hip_bfloat16 and __hip_bfloat162.
// Included by hip_bf16.h.
#ifndef HIPVK_HIP_DETAIL_BFLOAT16_FUNCTIONS_H
#define HIPVK_HIP_DETAIL_BFLOAT16_FUNCTIONS_H

#include <hip/detail/bfloat16_type.h>
#include <hip/detail/float16_functions.h>
#include <math.h>

HIPVK_FLOAT16_ARITHMETIC_FUNCTIONS(__hip_bfloat16)
HIPVK_FLOAT16_COMPARISON_FUNCTIONS(__hip_bfloat16)
HIPVK_FLOAT16_MATH_FUNCTIONS(__hip_bfloat16)
HIPVK_FLOAT16_PAIR_FUNCTIONS(__hip_bfloat16, __hip_bfloat162)
HIPVK_FLOAT16_PAIR_COMPARISON_FUNCTIONS(__hip_bfloat16, __hip_bfloat162)
// HIP tells the infinities apart here, and not in half's function.
HIPVK_BOTH int __hisinf(__hip_bfloat16 a) { return a.__x == 0x7f80 ? 1 : a.__x == 0xff80 ? -1 : 0; }
HIPVK_BOTH __hip_bfloat162 __h2div(__hip_bfloat162 a, __hip_bfloat162 b) { return __hdiv2(a, b); }

HIPVK_BOTH __hip_bfloat16 __float2bfloat16(float x) { return __hip_bfloat16::from(x); }
HIPVK_BOTH __hip_bfloat16 __float2bfloat16_rn(float x) { return __hip_bfloat16::from(x); }
HIPVK_BOTH __hip_bfloat16 __float2bfloat16_rz(float x) {
    return __hip_bfloat16_raw{hipvk::float_to_bfloat16_towards_zero(x)};
}
// Towards zero, then a step if that went the other way; a finite number may step to infinity.
HIPVK_BOTH __hip_bfloat16 __float2bfloat16_rd(float x) {
    unsigned short bits = hipvk::float_to_bfloat16_towards_zero(x);
    return __hip_bfloat16_raw{(unsigned short)(bits + (hipvk::bfloat16_to_float(bits) > x))};
}
HIPVK_BOTH __hip_bfloat16 __float2bfloat16_ru(float x) {
    unsigned short bits = hipvk::float_to_bfloat16_towards_zero(x);
    return __hip_bfloat16_raw{(unsigned short)(bits + (hipvk::bfloat16_to_float(bits) < x))};
}
HIPVK_BOTH __hip_bfloat16 __double2bfloat16(double x) { return __hip_bfloat16::from((float)x); }
HIPVK_BOTH float __bfloat162float(__hip_bfloat16 x) { return x.wide(); }
HIPVK_BOTH short __bfloat16_as_short(__hip_bfloat16 x) { return (short)x.__x; }
HIPVK_BOTH unsigned short __bfloat16_as_ushort(__hip_bfloat16 x) { return x.__x; }
HIPVK_BOTH __hip_bfloat16 __short_as_bfloat16(short x) {
    return __hip_bfloat16_raw{(unsigned short)x};
}
HIPVK_BOTH __hip_bfloat16 __ushort_as_bfloat16(unsigned short x) { return __hip_bfloat16_raw{x}; }

// From integers to nearest; to integers in each direction.
#define HIPVK_BFLOAT16_INTEGER(T, name)                                                            \
    HIPVK_BOTH __hip_bfloat16 __##name##2bfloat16_rn(T x) {                                        \
        return __hip_bfloat16::from((float)x);                                                     \
    }                                                                                              \
    HIPVK_BOTH T __bfloat162##name##_rz(__hip_bfloat16 x) { return (T)x.wide(); }                  \
    HIPVK_BOTH T __bfloat162##name##_rd(__hip_bfloat16 x) { return (T)__builtin_floorf(x.wide()); } \
    HIPVK_BOTH T __bfloat162##name##_ru(__hip_bfloat16 x) { return (T)__builtin_ceilf(x.wide()); } \
    HIPVK_BOTH T __bfloat162##name##_rn(__hip_bfloat16 x) { return (T)__builtin_rintf(x.wide()); }
HIPVK_BFLOAT16_INTEGER(short, short)
HIPVK_BFLOAT16_INTEGER(unsigned short, ushort)
HIPVK_BFLOAT16_INTEGER(int, int)
HIPVK_BFLOAT16_INTEGER(unsigned int, uint)
HIPVK_BFLOAT16_INTEGER(long long, ll)
HIPVK_BFLOAT16_INTEGER(unsigned long long, ull)
#undef HIPVK_BFLOAT16_INTEGER

HIPVK_BOTH signed char __bfloat162char_rz(__hip_bfloat16 x) { return (signed char)x.wide(); }
HIPVK_BOTH unsigned char __bfloat162uchar_rz(__hip_bfloat16 x) { return (unsigned char)x.wide(); }

#define HIPRT_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3f80)
#define HIPRT_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000)
#define HIPRT_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000)
#define HIPRT_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7f80)
#define HIPRT_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7fff)
#define HIPRT_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7f7f)
#define HIPRT_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001)

// Pairs. Not here, because HIP has them not and programs define them themselves: CUDA's make_bfloat162, __float2bfloat162_rn and
// __floats2bfloat162_rn.
HIPVK_BOTH __hip_bfloat162 __halves2bfloat162(__hip_bfloat16 x, __hip_bfloat16 y) {
    return __hip_bfloat162(x, y);
}
HIPVK_BOTH __hip_bfloat162 __bfloat162bfloat162(__hip_bfloat16 x) { return __hip_bfloat162(x, x); }
HIPVK_BOTH __hip_bfloat162 __float22bfloat162_rn(float2 v) {
    return __hip_bfloat162(__float2bfloat16(v.x), __float2bfloat16(v.y));
}
HIPVK_BOTH float2 __bfloat1622float2(__hip_bfloat162 v) {
    return make_float2(v.x.wide(), v.y.wide());
}
HIPVK_BOTH float __low2float(__hip_bfloat162 v) { return v.x.wide(); }
HIPVK_BOTH float __high2float(__hip_bfloat162 v) { return v.y.wide(); }
HIPVK_BOTH __hip_bfloat16 __low2bfloat16(__hip_bfloat162 v) { return v.x; }
HIPVK_BOTH __hip_bfloat16 __high2bfloat16(__hip_bfloat162 v) { return v.y; }
HIPVK_BOTH __hip_bfloat162 __low2bfloat162(__hip_bfloat162 v) { return __hip_bfloat162(v.x, v.x); }
HIPVK_BOTH __hip_bfloat162 __high2bfloat162(__hip_bfloat162 v) { return __hip_bfloat162(v.y, v.y); }
HIPVK_BOTH __hip_bfloat162 __lows2bfloat162(__hip_bfloat162 a, __hip_bfloat162 b) {
    return __hip_bfloat162(a.x, b.x);
}
HIPVK_BOTH __hip_bfloat162 __highs2bfloat162(__hip_bfloat162 a, __hip_bfloat162 b) {
    return __hip_bfloat162(a.y, b.y);
}
HIPVK_BOTH __hip_bfloat162 __lowhigh2highlow(__hip_bfloat162 v) {
    return __hip_bfloat162(v.y, v.x);
}

#endif // HIPVK_HIP_DETAIL_BFLOAT16_FUNCTIONS_H
