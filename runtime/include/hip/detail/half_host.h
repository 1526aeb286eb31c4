// half_host.h: __half and __half2 for C++ compilers other than clang, which compile the host's part of a program (g++ beside hipcc).
// Included by hip_fp16.h. As in AMD's headers halves are there to be stored and converted; arithmetic with them is float's. Sizes and
// alignments are those of half_type.h, as both kinds of objects make one program.
#ifndef HIPVK_HIP_DETAIL_HALF_HOST_H
#define HIPVK_HIP_DETAIL_HALF_HOST_H

#include <hip/detail/type_traits.h>

namespace hipvk {
enum class half_rounding { nearest, to_zero, down, up };

// The bits of a number as a half, rounded once: every float, and every integer that is not infinite as a half, is a double.
inline unsigned short half_bits_of(double value, half_rounding rounding) {
    typedef unsigned long long bits_t;
    bits_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    const unsigned int sign = (unsigned int)(bits >> 48) & 0x8000;
    const bits_t magnitude = bits & ~(1ULL << 63), infinity = 0x7ffULL << 52;
    const bool away = rounding == half_rounding::down ? sign != 0 : rounding == half_rounding::up && sign == 0;
    // A NaN becomes a quiet one, as in hardware.
    if (magnitude > infinity) return (unsigned short)(sign | 0x7e00 | ((magnitude >> 42) & 0x3ff));
    if (magnitude == infinity) return (unsigned short)(sign | 0x7c00);
    const int exponent = (int)(magnitude >> 52) - 1023;
    if (exponent > 15) return (unsigned short)(sign | (away || rounding == half_rounding::nearest ? 0x7c00 : 0x7bff));
    // A half keeps ten bits behind the point; one below 2^-14 is a multiple of the smallest.
    const bool normal = exponent >= -14;
    const int below = normal ? 0 : -14 - exponent, dropped = below > 20 ? 62 : 42 + below;
    const bits_t fraction = (magnitude & ((1ULL << 52) - 1)) | (exponent > -1023 ? 1ULL << 52 : 0);
    const bits_t rest = fraction & ((1ULL << dropped) - 1), middle = 1ULL << (dropped - 1);
    const unsigned int kept = (unsigned int)(fraction >> dropped) + (normal ? (unsigned int)(exponent + 14) << 10 : 0);
    const bool more = rounding == half_rounding::nearest ? rest > middle || (rest == middle && (kept & 1)) : away && rest != 0;
    return (unsigned short)(sign | (kept + more));
}

inline float float_of_half_bits(unsigned short half) {
    const unsigned int magnitude = half & 0x7fff;
    unsigned int bits;
    if (magnitude < 0x400) {
        const float denormal = (float)magnitude * (1.0f / (1 << 24));
        __builtin_memcpy(&bits, &denormal, sizeof bits);
    } else if (magnitude < 0x7c00) {
        bits = (magnitude << 13) + ((127 - 15) << 23);
    } else {
        bits = 0x7f800000 | magnitude << 13 | (magnitude != 0x7c00 ? 0x400000 : 0);
    }
    bits |= (half & 0x8000u) << 16;
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}
} // namespace hipvk

struct __half_raw {
    unsigned short x;
};

struct __half {
    unsigned short __x;

    __half() = default;
    __half(const __half_raw &raw) : __x(raw.x) {}
#if !defined(__HIP_NO_HALF_CONVERSIONS__)
    template <typename T, typename hipvk::enable_if<hipvk::is_number<T>::value, int>::type = 0>
    __half(T v) : __x(hipvk::half_bits_of((double)v, hipvk::half_rounding::nearest)) {}
    template <typename T, typename hipvk::enable_if<hipvk::is_number<T>::value, int>::type = 0> __half &operator=(T v) {
        __x = hipvk::half_bits_of((double)v, hipvk::half_rounding::nearest);
        return *this;
    }
#endif
    __half &operator=(const __half_raw &raw) {
        __x = raw.x;
        return *this;
    }
    operator float() const { return hipvk::float_of_half_bits(__x); }
    operator __half_raw() const { return __half_raw{__x}; }
};

struct __half2_raw {
    unsigned short x, y;
};

struct alignas(4) __half2 {
    __half x, y;

    __half2() = default;
    __half2(const __half &x_, const __half &y_) : x(x_), y(y_) {}
    __half2(const __half2_raw &raw) : x(__half_raw{raw.x}), y(__half_raw{raw.y}) {}
    operator __half2_raw() const { return __half2_raw{x.__x, y.__x}; }
};

typedef __half half;
typedef __half2 half2;

inline __half __float2half_rn(float v) { return __half_raw{hipvk::half_bits_of(v, hipvk::half_rounding::nearest)}; }
inline __half __float2half_rz(float v) { return __half_raw{hipvk::half_bits_of(v, hipvk::half_rounding::to_zero)}; }
inline __half __float2half_rd(float v) { return __half_raw{hipvk::half_bits_of(v, hipvk::half_rounding::down)}; }
inline __half __float2half_ru(float v) { return __half_raw{hipvk::half_bits_of(v, hipvk::half_rounding::up)}; }
inline __half __float2half(float v) { return __float2half_rn(v); }
inline float __half2float(__half h) { return hipvk::float_of_half_bits(h.__x); }
inline __half2 __float2half2_rn(float v) { return __half2(__float2half_rn(v), __float2half_rn(v)); }
inline __half2 __floats2half2_rn(float x, float y) { return __half2(__float2half_rn(x), __float2half_rn(y)); }
inline float __low2float(__half2 h) { return __half2float(h.x); }
inline float __high2float(__half2 h) { return __half2float(h.y); }

#endif // HIPVK_HIP_DETAIL_HALF_HOST_H
