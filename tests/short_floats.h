// short_floats.h: floats of 8 and 16 bits on the host, by the definition of their format: rounding looks for the nearest number, so that nothing of ours is believed.
// Used by tests/{blaslt,miopen,rccl}/check.h.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

// Infinities and NaNs are IEEE's, or only the last code is NaN, or (fnuz) only the code of a negative zero.
struct ShortFloat {
    int exponent, mantissa, bias;
    bool infinity, fnuz;
    int bits() const { return 1 + exponent + mantissa; }
    double decode(uint32_t code) const {
        const uint32_t fraction = code & ((1u << mantissa) - 1), power = code >> mantissa & ((1u << exponent) - 1), top = (1u << exponent) - 1;
        const double sign = code >> (exponent + mantissa) ? -1 : 1;
        if (fnuz && code == 1u << (exponent + mantissa)) return NAN;
        if (infinity && power == top) return fraction ? NAN : sign * INFINITY;
        if (!fnuz && !infinity && power == top && fraction == (1u << mantissa) - 1) return NAN;
        return sign * (power ? std::ldexp(1.0 + std::ldexp(double(fraction), -mantissa), int(power) - bias) : std::ldexp(double(fraction), 1 - bias - mantissa));
    }
    // The code of the nearest finite number, of two the one whose code is even: codes of one sign are ordered as their numbers are.
    uint32_t encode(double value) const {
        const uint32_t sign = std::signbit(value) ? 1u << (bits() - 1) : 0;
        uint32_t low = 0, high = (1u << (bits() - 1)) - 1;
        while (!std::isfinite(decode(high))) high--;
        const double size = std::min(std::fabs(value), decode(high));
        while (high - low > 1) {
            const uint32_t middle = (low + high) / 2;
            (decode(middle) <= size ? low : high) = middle;
        }
        const double below = size - decode(low), above = decode(high) - size;
        const uint32_t code = below < above || (below == above && low % 2 == 0) ? low : high;
        return fnuz && code == 0 ? 0 : sign | code;
    }
};
constexpr ShortFloat HALF{5, 10, 15, true, false}, BFLOAT16{8, 7, 127, true, false};
constexpr ShortFloat E4M3{4, 3, 7, false, false}, E5M2{5, 2, 15, true, false}, E4M3_FNUZ{4, 3, 8, false, true}, E5M2_FNUZ{5, 2, 16, false, true};

// Elements of any type in bytes that know of none.
template <class T> T element(const void *from) {
    T value;
    memcpy(&value, from, sizeof value);
    return value;
}
template <class T> void put_element(T value, void *to) { memcpy(to, &value, sizeof value); }
inline double decoded(const ShortFloat &format, const void *from) { return format.decode(format.bits() == 16 ? element<uint16_t>(from) : element<uint8_t>(from)); }
inline void encode(const ShortFloat &format, double value, void *to) {
    const uint32_t code = format.encode(value);
    format.bits() == 16 ? put_element(uint16_t(code), to) : put_element(uint8_t(code), to);
}
