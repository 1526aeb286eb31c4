// rounding.h: a result rounded to nearest, moved to the neighbour that another rounding asks for.
// Included by conversions.h and rounded.h. Vulkan has one rounding mode; who knows on which side of
// the result the exact value lies can have the others.
#ifndef HIPVK_HIP_DETAIL_ROUNDING_H
#define HIPVK_HIP_DETAIL_ROUNDING_H

#include <hip/host_defines.h>

namespace hipvk {
enum rounding { to_nearest, downward, upward, toward_zero };

template <class T> struct float_bits;
template <> struct float_bits<float> {
    typedef unsigned int type;
};
template <> struct float_bits<double> {
    typedef unsigned long long type;
};

// The neighbour of x (not a NaN) above or below it.
template <class T> HIPVK_DEVICE T neighbour(T x, bool above) {
    typedef typename float_bits<T>::type bits_type;
    const bits_type sign = (bits_type)1 << (sizeof(T) * 8 - 1);
    bits_type bits = __builtin_bit_cast(bits_type, x);
    if ((bits & ~sign) == 0) return __builtin_bit_cast(T, (bits_type)(above ? 1 : sign | 1));
    return __builtin_bit_cast(T, (bits_type)(((bits & sign) == 0) == above ? bits + 1 : bits - 1));
}

// `nearest` is the exact value rounded to nearest, `side` the sign of the exact value minus it.
template <class T> HIPVK_DEVICE T directed(T nearest, int side, rounding mode) {
    const bool negative = nearest < 0 || (nearest == 0 && side < 0);
    const bool down = mode == downward || (mode == toward_zero && !negative);
    if (side == 0 || mode == to_nearest) return nearest;
    return (side < 0) == down ? neighbour(nearest, !down) : nearest;
}
} // namespace hipvk

#endif // HIPVK_HIP_DETAIL_ROUNDING_H
