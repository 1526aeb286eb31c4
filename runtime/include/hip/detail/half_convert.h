// half_convert.h: conversions of __half and __half2 from and to everything, with named roundings.
// Included by hip_fp16.h.
#ifndef HIPVK_HIP_DETAIL_HALF_CONVERT_H
#define HIPVK_HIP_DETAIL_HALF_CONVERT_H

#include <hip/detail/half_type.h>

namespace hipvk {
// The half next to h on the side of `up`: bit patterns of one sign are ordered like the values.
HIPVK_BOTH _Float16 next_half(_Float16 h, bool up) {
    unsigned short bits = __builtin_bit_cast(unsigned short, h);
    if ((bits & 0x7fff) == 0) bits = up ? 0x0001 : 0x8001;
    else bits += ((bits & 0x8000) == 0) == up ? 1 : -1;
    return __builtin_bit_cast(_Float16, bits);
}
// Rounds x (float or integer) down or up: to nearest, then a step back if that overshot.
// Infinity is compared as the largest finite half's neighbour, so 65505 rounds down to 65504. What is too large is told from x itself: clang
// (19) takes a half for exact that comes of an integer of up to 11 digits with zeros behind them, an infinity too.
template <class W, class T> HIPVK_BOTH _Float16 round_down(T x) {
    if ((W)x > 65504 && (W)x <= (W)__FLT_MAX__) return (_Float16)65504;
    _Float16 h = to_half(x);
    return (W)h > (W)x ? next_half(h, false) : h;
}
template <class W, class T> HIPVK_BOTH _Float16 round_up(T x) {
    if ((W)x < -65504 && (W)x >= -(W)__FLT_MAX__) return (_Float16)-65504;
    _Float16 h = to_half(x);
    return (W)h < (W)x ? next_half(h, true) : h;
}
template <class W, class T> HIPVK_BOTH _Float16 round_to_zero(T x) {
    return x < 0 ? round_up<W>(x) : round_down<W>(x);
}
} // namespace hipvk

// From T to half; W holds every T, or enough of it to tell on which side of a half it lies.
#define HIPVK_TO_HALF(name, T, W)                                                                  \
    HIPVK_BOTH __half name##_rn(T x) { return __half(hipvk::to_half(x)); }                         \
    HIPVK_BOTH __half name##_rz(T x) { return __half(hipvk::round_to_zero<W>(x)); }                \
    HIPVK_BOTH __half name##_rd(T x) { return __half(hipvk::round_down<W>(x)); }                   \
    HIPVK_BOTH __half name##_ru(T x) { return __half(hipvk::round_up<W>(x)); }
HIPVK_TO_HALF(__float2half, float, float)
HIPVK_TO_HALF(__short2half, short, float)
HIPVK_TO_HALF(__ushort2half, unsigned short, float)
HIPVK_TO_HALF(__int2half, int, double)
HIPVK_TO_HALF(__uint2half, unsigned int, double)
HIPVK_TO_HALF(__ll2half, long long, double)
HIPVK_TO_HALF(__ull2half, unsigned long long, double)
#undef HIPVK_TO_HALF
HIPVK_BOTH __half __float2half(float x) { return __half(hipvk::float_to_half(x)); }
HIPVK_BOTH float __half2float(__half x) { return hipvk::half_to_float(x.data); }

namespace hipvk {
// A whole number as T, saturated; NaN becomes zero. (C++ leaves both undefined.) 65504 is the largest
// number but infinity, so comparing as float is exact.
template <class T> HIPVK_BOTH T saturated(float whole) {
    constexpr bool is_signed = (T)-1 < (T)0;
    constexpr T highest = is_signed ? (T)~((unsigned long long)1 << (8 * sizeof(T) - 1)) : (T)-1;
    constexpr T lowest = is_signed ? (T)(-highest - 1) : (T)0;
    if (whole >= (float)highest) return highest;
    if (whole <= (float)lowest) return lowest;
    return whole == whole ? (T)whole : (T)0;
}
} // namespace hipvk

// From half to T: rounded as named, then saturated.
#define HIPVK_FROM_HALF(name, T)                                                                   \
    HIPVK_BOTH T name##_rn(__half x) { return hipvk::saturated<T>(__builtin_rintf(__half2float(x))); }   \
    HIPVK_BOTH T name##_rz(__half x) { return hipvk::saturated<T>(__builtin_truncf(__half2float(x))); }  \
    HIPVK_BOTH T name##_rd(__half x) { return hipvk::saturated<T>(__builtin_floorf(__half2float(x))); }  \
    HIPVK_BOTH T name##_ru(__half x) { return hipvk::saturated<T>(__builtin_ceilf(__half2float(x))); }
HIPVK_FROM_HALF(__half2short, short)
HIPVK_FROM_HALF(__half2ushort, unsigned short)
HIPVK_FROM_HALF(__half2int, int)
HIPVK_FROM_HALF(__half2uint, unsigned int)
HIPVK_FROM_HALF(__half2ll, long long)
HIPVK_FROM_HALF(__half2ull, unsigned long long)
#undef HIPVK_FROM_HALF

HIPVK_BOTH short __half_as_short(__half x) { return (short)x.__x; }
HIPVK_BOTH unsigned short __half_as_ushort(__half x) { return x.__x; }
HIPVK_BOTH __half __short_as_half(short x) { return __half(__builtin_bit_cast(_Float16, x)); }
HIPVK_BOTH __half __ushort_as_half(unsigned short x) {
    return __half(__builtin_bit_cast(_Float16, x));
}

#define HIPRT_ONE_FP16 __ushort_as_half((unsigned short)0x3c00)
#define HIPRT_ZERO_FP16 __ushort_as_half((unsigned short)0x0000)
#define HIPRT_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000)
#define HIPRT_INF_FP16 __ushort_as_half((unsigned short)0x7c00)
#define HIPRT_NAN_FP16 __ushort_as_half((unsigned short)0x7fff)
#define HIPRT_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7bff)
#define HIPRT_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001)

// Pairs.
HIPVK_BOTH __half2 make_half2(__half x, __half y) { return __half2(x, y); }
HIPVK_BOTH __half2 __halves2half2(__half x, __half y) { return __half2(x, y); }
HIPVK_BOTH __half2 __half2half2(__half x) { return __half2(x, x); }
HIPVK_BOTH __half2 __float2half2_rn(float x) { return __half2half2(__float2half(x)); }
HIPVK_BOTH __half2 __floats2half2_rn(float x, float y) {
    return __half2(__float2half(x), __float2half(y));
}
HIPVK_BOTH __half2 __float22half2_rn(float2 v) { return __floats2half2_rn(v.x, v.y); }
HIPVK_BOTH float2 __half22float2(__half2 v) {
    return make_float2(__half2float(v.x), __half2float(v.y));
}
HIPVK_BOTH float __low2float(__half2 v) { return __half2float(v.x); }
HIPVK_BOTH float __high2float(__half2 v) { return __half2float(v.y); }
HIPVK_BOTH __half __low2half(__half2 v) { return v.x; }
HIPVK_BOTH __half __high2half(__half2 v) { return v.y; }
HIPVK_BOTH __half2 __low2half2(__half2 v) { return __half2(v.x, v.x); }
HIPVK_BOTH __half2 __high2half2(__half2 v) { return __half2(v.y, v.y); }
HIPVK_BOTH __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
HIPVK_BOTH __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
HIPVK_BOTH __half2 __lowhigh2highlow(__half2 v) { return __half2(v.y, v.x); }

#endif // HIPVK_HIP_DETAIL_HALF_CONVERT_H
