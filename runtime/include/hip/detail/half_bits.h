// half_bits.h: half from and to float. Included by half_type.h.
// The device converts by its own instructions. On the host the compiler calls libgcc, which takes 6 to 60 ns for what these take one or two.
#ifndef HIPVK_HIP_DETAIL_HALF_BITS_H
#define HIPVK_HIP_DETAIL_HALF_BITS_H

#include <hip/host_defines.h>

namespace hipvk {
#if defined(__HIP_DEVICE_COMPILE__)
HIPVK_BOTH constexpr float half_to_float(_Float16 h) { return static_cast<float>(h); }
HIPVK_BOTH constexpr _Float16 float_to_half(float v) { return static_cast<_Float16>(v); }
#else
HIPVK_BOTH constexpr unsigned int bits_of_float(float v) { return __builtin_bit_cast(unsigned int, v); }

// Denormal ones are multiples of the smallest. A NaN becomes a quiet one, as in hardware.
HIPVK_BOTH constexpr unsigned int float_of_half(unsigned int magnitude) {
    return magnitude < 0x400   ? bits_of_float((float)(int)magnitude * 0x1p-24f)
           : magnitude < 0x7c00 ? (magnitude << 13) + ((127 - 15) << 23)
                                : 0x7f800000 | magnitude << 13 | (magnitude != 0x7c00 ? 0x400000 : 0);
}
HIPVK_BOTH constexpr float float_of_half_bits(unsigned int bits) {
    return __builtin_bit_cast(float, (bits & 0x8000) << 16 | float_of_half(bits & 0x7fff));
}
HIPVK_BOTH constexpr float half_to_float(_Float16 h) {
    return float_of_half_bits((unsigned int)__builtin_bit_cast(unsigned short, h));
}

// To nearest even. 0.5's unit is the smallest half, so a sum with it is rounded to a multiple of that. For others: just under half of the
// dropped part's unit, and one more if the kept part is odd.
HIPVK_BOTH constexpr unsigned int half_of_float(unsigned int magnitude) {
    return magnitude > 0x7f800000    ? 0x7e00 | (magnitude >> 13 & 0x3ff)
           : magnitude >= 0x477ff000 ? 0x7c00 // from half a unit above the largest
           : magnitude < 0x38800000  ? bits_of_float(__builtin_bit_cast(float, magnitude) + 0.5f) - 0x3f000000
                                     : (magnitude - ((127 - 15) << 23) + 0xfff + (magnitude >> 13 & 1)) >> 13;
}
HIPVK_BOTH constexpr _Float16 float_to_half(float v) {
    return __builtin_bit_cast(
        _Float16, (unsigned short)((bits_of_float(v) >> 16 & 0x8000) | half_of_float(bits_of_float(v) & 0x7fffffff)));
}
#endif
} // namespace hipvk

#endif // HIPVK_HIP_DETAIL_HALF_BITS_H
