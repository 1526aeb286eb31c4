// conversions.h: conversions between integers and floats, HIP's on the device and plain C++ on the host, for the programs of conversions.py.
#pragma once

#include <hip/hip_fp16.h>

#include "typed.h"

template <class T> constexpr long double lowest_of = std::is_signed_v<T> ? -(long double)(1ull << (sizeof(T) * 8 - 1)) : 0;
template <class T> constexpr long double highest_of = (long double)(~0ull >> (64 - sizeof(T) * 8 + std::is_signed_v<T>));

// As C++ does. Every number of 64 bits is a long double.
template <class To, class From> BOTH To to_integer(From x) {
#ifndef __HIP_DEVICE_COMPILE__
    const long double whole = __builtin_truncl((long double)x);
    const bool holds = whole >= lowest_of<To> && whole <= highest_of<To>;
    leave_open(!holds);
    if (!holds) return 0;
#endif
    return To(x);
}
// Clang (19) takes a half for exact that comes of a whole number of up to 11 digits with zeros behind them, an infinity too: such results are open.
template <class To, class From> BOTH To no_few_digits([[maybe_unused]] From x, To converted) {
#ifndef __HIP_DEVICE_COMPILE__
    int exponent;
    const long double digits = __builtin_frexpl((long double)x, &exponent) * 2048;
    leave_open(sizeof(To) == 2 && __builtin_isinf(converted) && digits == __builtin_truncl(digits));
#endif
    return converted;
}
template <class To, class From> BOTH To to_float(From x) { return kept(no_few_digits(x, To(x))); }

// What programs write for a conversion that saturates.
template <class To, class From> BOTH From last_below() {
    // Of the numbers of From not above To's highest, the highest.
    constexpr int digits = sizeof(From) == 2 ? 11 : sizeof(From) == 4 ? 24 : 53, width = sizeof(To) * 8 - std::is_signed_v<To>;
    constexpr uint64_t highest = ~0ull >> (64 - width), dropped = width > digits ? ~0ull >> (64 - (width - digits)) : 0;
    if constexpr (sizeof(From) == 2 && width >= 16) return From(65504);
    else return From(highest - (highest & dropped));
}
template <class To, class From> BOTH From first_of() {
    if constexpr (!std::is_signed_v<To>) return From(0);
    else if constexpr (sizeof(From) == 2 && sizeof(To) > 2) return From(-65504);
    else return From(-f64(1ull << (sizeof(To) * 8 - 1)));
}
template <class To, class From> BOTH To clamped(From x) { return to_integer<To>(f_fmin(f_fmax(x, first_of<To, From>()), last_below<To, From>())); }
template <class To, class From> BOTH To chosen(From x) {
    constexpr To highest = To(~0ull >> (64 - sizeof(To) * 8 + std::is_signed_v<To>));
    return x > first_of<To, From>() ? x < last_below<To, From>() ? to_integer<To>(x) : highest : To(~highest);
}
template <class To, class From> BOTH To guarded(From x) { return x >= first_of<To, From>() && x <= last_below<To, From>() ? to_integer<To>(x) : To(7); }

enum class Mode { rn, rz, ru, rd };

inline long double whole_toward(long double x, Mode mode) {
    return mode == Mode::rn ? __builtin_rintl(x) : mode == Mode::rz ? __builtin_truncl(x) : mode == Mode::ru ? __builtin_ceill(x) : __builtin_floorl(x);
}
// To nearest, and to its neighbour where that is on the wrong side.
template <class To, class From> To float_toward(From x, Mode mode) {
    const To nearest = To(x);
    const long double exact = (long double)x, got = (long double)nearest;
    if (mode == Mode::rn || x != x || exact == got) return no_few_digits(x, nearest);
    const bool up = mode == Mode::ru || (mode == Mode::rz && exact < 0);
    if (up == (got > exact)) return no_few_digits(x, nearest);
    using Bits = bits_of<To>;
    const Bits bits = same_bits<Bits>(nearest), sign = Bits(1) << (sizeof(To) * 8 - 1);
    if (got == 0) return same_bits<To>(Bits(up ? 1 : sign + 1));
    return same_bits<To>(Bits((got > 0) == up ? bits + 1 : bits - 1));
}

// HIP's functions with a named rounding.
#ifdef __HIP_DEVICE_COMPILE__
template <class T> BOTH T plain(T x) { return x; }
BOTH f16 plain(__half x) { return __builtin_bit_cast(f16, x); }
#define NAMED(name, mode, To, From, in_hip, ...) \
    BOTH To r_##name##_##mode(From x) { return To(plain(__##name##_##mode(in_hip))); }
#else
#define NAMED(name, mode, To, From, in_hip, ...) \
    BOTH To r_##name##_##mode(From x) { return __VA_ARGS__; }
#endif
#define TO_INTEGER(name, To, From, in_hip)                                                     \
    NAMED(name, rn, To, From, in_hip, to_integer<To>(whole_toward(x, Mode::rn)))               \
    NAMED(name, rz, To, From, in_hip, to_integer<To>(whole_toward(x, Mode::rz)))               \
    NAMED(name, ru, To, From, in_hip, to_integer<To>(whole_toward(x, Mode::ru)))               \
    NAMED(name, rd, To, From, in_hip, to_integer<To>(whole_toward(x, Mode::rd)))
#define TO_FLOAT(name, To, From)                                                 \
    NAMED(name, rn, To, From, x, kept(float_toward<To>(x, Mode::rn)))            \
    NAMED(name, rz, To, From, x, kept(float_toward<To>(x, Mode::rz)))            \
    NAMED(name, ru, To, From, x, kept(float_toward<To>(x, Mode::ru)))            \
    NAMED(name, rd, To, From, x, kept(float_toward<To>(x, Mode::rd)))
TO_INTEGER(float2int, int32_t, f32, x)
TO_INTEGER(float2uint, uint32_t, f32, x)
TO_INTEGER(float2ll, int64_t, f32, x)
TO_INTEGER(float2ull, uint64_t, f32, x)
TO_INTEGER(double2int, int32_t, f64, x)
TO_INTEGER(double2uint, uint32_t, f64, x)
TO_INTEGER(double2ll, int64_t, f64, x)
TO_INTEGER(double2ull, uint64_t, f64, x)
TO_INTEGER(half2short, int16_t, f16, __half(x))
TO_INTEGER(half2ushort, uint16_t, f16, __half(x))
TO_INTEGER(half2int, int32_t, f16, __half(x))
TO_INTEGER(half2uint, uint32_t, f16, __half(x))
TO_INTEGER(half2ll, int64_t, f16, __half(x))
TO_INTEGER(half2ull, uint64_t, f16, __half(x))
TO_FLOAT(int2float, f32, int32_t)
TO_FLOAT(uint2float, f32, uint32_t)
TO_FLOAT(ll2float, f32, int64_t)
TO_FLOAT(ull2float, f32, uint64_t)
TO_FLOAT(double2float, f32, f64)
TO_FLOAT(ll2double, f64, int64_t)
TO_FLOAT(ull2double, f64, uint64_t)
TO_FLOAT(float2half, f16, f32)
TO_FLOAT(short2half, f16, int16_t)
TO_FLOAT(ushort2half, f16, uint16_t)
TO_FLOAT(int2half, f16, int32_t)
TO_FLOAT(uint2half, f16, uint32_t)
TO_FLOAT(ll2half, f16, int64_t)
TO_FLOAT(ull2half, f16, uint64_t)
