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

// To floats: to nearest, then to the neighbour that the rounding asks for.
namespace hipvk {
// The sign of the exact value minus the rounded one; `limit` is the first power of two above the integers.
template <class T, class R> HIPVK_DEVICE int integer_side(T exact, R rounded, R limit) {
    if (rounded >= limit) return -1;
    const T back = (T)rounded;
    return (exact > back) - (exact < back);
}
template <class R> HIPVK_DEVICE int rounding_side(int exact, R rounded) {
    return integer_side(exact, rounded, (R)0x1p31);
}
template <class R> HIPVK_DEVICE int rounding_side(unsigned int exact, R rounded) {
    return integer_side(exact, rounded, (R)0x1p32);
}
template <class R> HIPVK_DEVICE int rounding_side(long long exact, R rounded) {
    return integer_side(exact, rounded, (R)0x1p63);
}
template <class R> HIPVK_DEVICE int rounding_side(unsigned long long exact, R rounded) {
    return integer_side(exact, rounded, (R)0x1p64);
}
HIPVK_DEVICE int rounding_side(double exact, float rounded) {
    // Not an infinity's, which is exact.
    if (__builtin_isinf(exact)) return 0;
    return (exact > rounded) - (exact < rounded);
}
template <class R, class T> HIPVK_DEVICE R convert(T exact, rounding mode) {
    const R rounded = (R)exact;
    return directed(rounded, rounding_side(exact, rounded), mode);
}
// Towards zero by the magnitude: on the other way to it NVIDIA's compiler (580) fails ("NVVM compilation failed").
template <class R> HIPVK_DEVICE R cut(long long exact) {
    const unsigned long long magnitude = exact < 0 ? 0ull - (unsigned long long)exact : (unsigned long long)exact;
    const R whole = convert<R>(magnitude, toward_zero);
    return exact < 0 ? -whole : whole;
}
template <class R, class T> HIPVK_DEVICE R cut(T exact) { return convert<R>(exact, toward_zero); }
} // namespace hipvk

#define HIPVK_TO_FLOAT(name, To, From)                                                             \
    HIPVK_DEVICE To name##_rn(From x) { return (To)x; }                                            \
    HIPVK_DEVICE To name##_rz(From x) { return hipvk::cut<To>(x); }                                \
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
