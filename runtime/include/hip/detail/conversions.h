// conversions.h: float, double and integer conversions with a named rounding:
// rn to nearest even, rz towards zero, ru up, rd down.
// Included by hip_runtime.h (device_functions.h). To an integer: round, then convert; where every
// value is exact, the plain conversion. The device libraries' bitcode has none of these.
#ifndef HIPVK_HIP_DETAIL_CONVERSIONS_H
#define HIPVK_HIP_DETAIL_CONVERSIONS_H

#include <hip/detail/rounding.h>

// To integers.
#define HIPVK_TO_INT(from, From, to, To, suffix)                                                     \
    HIPVK_DEVICE To __##from##2##to##_rn(From x) { return (To)__builtin_rint##suffix(x); }         \
    HIPVK_DEVICE To __##from##2##to##_rz(From x) { return (To)__builtin_trunc##suffix(x); }        \
    HIPVK_DEVICE To __##from##2##to##_ru(From x) { return (To)__builtin_ceil##suffix(x); }         \
    HIPVK_DEVICE To __##from##2##to##_rd(From x) { return (To)__builtin_floor##suffix(x); }
HIPVK_TO_INT(float, float, int, int, f)
HIPVK_TO_INT(float, float, uint, unsigned int, f)
HIPVK_TO_INT(float, float, ll, long long, f)
HIPVK_TO_INT(float, float, ull, unsigned long long, f)
HIPVK_TO_INT(double, double, int, int, )
HIPVK_TO_INT(double, double, uint, unsigned int, )
HIPVK_TO_INT(double, double, ll, long long, )
HIPVK_TO_INT(double, double, ull, unsigned long long, )
#undef HIPVK_TO_INT

// To floats: an integer's magnitude is cut to the digits that the float has, which converts exactly, and one step away from zero where the
// rounding asks for it. (To nearest and back, the other way, has NVIDIA's compiler fail, 580.159: "NVVM compilation failed".)
namespace hipvk {
template <class T> struct magnitude_of;
template <> struct magnitude_of<int> { using type = unsigned int; };
template <> struct magnitude_of<unsigned int> { using type = unsigned int; };
template <> struct magnitude_of<long long> { using type = unsigned long long; };
template <> struct magnitude_of<unsigned long long> { using type = unsigned long long; };

HIPVK_DEVICE int binary_digits(unsigned int x) { return 32 - __builtin_clz(x | 1); }
HIPVK_DEVICE int binary_digits(unsigned long long x) { return 64 - __builtin_clzll(x | 1); }

// The next one away from zero; `x` is no zero, no NaN and no infinity.
template <class R> HIPVK_DEVICE R step_away(R x) {
    return __builtin_bit_cast(R, __builtin_bit_cast(typename float_bits<R>::type, x) + 1);
}

template <class R, class T> HIPVK_DEVICE R convert(T exact, rounding mode) {
    using U = typename magnitude_of<T>::type;
    constexpr int digits = sizeof(R) == 4 ? 24 : 53;
    const bool negative = exact < 0;
    const U magnitude = negative ? (U)0 - (U)exact : (U)exact;
    const int spare = binary_digits(magnitude) - digits;
    const U kept = spare > 0 ? magnitude >> spare << spare : magnitude;
    const bool away = mode == (negative ? downward : upward) && kept != magnitude;
    const R cut = (R)kept;
    const R whole = away ? step_away(cut) : cut;
    return negative ? -whole : whole;
}
// Of a double: to nearest, then to the neighbour that the rounding asks for.
template <class R> HIPVK_DEVICE R convert(double exact, rounding mode) {
    const float rounded = (float)exact;
    // Not an infinity's, which is exact.
    const int side = __builtin_isinf(exact) ? 0 : (exact > rounded) - (exact < rounded);
    return directed(rounded, side, mode);
}
} // namespace hipvk

#define HIPVK_TO_FLOAT(name, To, From)                                                             \
    HIPVK_DEVICE To name##_rn(From x) { return (To)x; }                                            \
    HIPVK_DEVICE To name##_rz(From x) { return hipvk::convert<To>(x, hipvk::toward_zero); }         \
    HIPVK_DEVICE To name##_ru(From x) { return hipvk::convert<To>(x, hipvk::upward); }             \
    HIPVK_DEVICE To name##_rd(From x) { return hipvk::convert<To>(x, hipvk::downward); }
HIPVK_TO_FLOAT(__int2float, float, int)
HIPVK_TO_FLOAT(__uint2float, float, unsigned int)
HIPVK_TO_FLOAT(__ll2float, float, long long)
HIPVK_TO_FLOAT(__ull2float, float, unsigned long long)
HIPVK_TO_FLOAT(__double2float, float, double)
HIPVK_TO_FLOAT(__ll2double, double, long long)
HIPVK_TO_FLOAT(__ull2double, double, unsigned long long)
#undef HIPVK_TO_FLOAT

// Every 32-bit integer is a double.
HIPVK_DEVICE double __int2double_rn(int x) { return (double)x; }
HIPVK_DEVICE double __uint2double_rn(unsigned int x) { return (double)x; }

#endif // HIPVK_HIP_DETAIL_CONVERSIONS_H
