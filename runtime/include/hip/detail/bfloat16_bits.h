// bfloat16_bits.h: bfloat16 from and to float, on bit patterns.
// Included by bfloat16_type.h and hip_bfloat16.h.
#ifndef HIPVK_HIP_DETAIL_BFLOAT16_BITS_H
#define HIPVK_HIP_DETAIL_BFLOAT16_BITS_H

#include <hip/host_defines.h>

namespace hipvk {
HIPVK_BOTH float bfloat16_to_float(unsigned short bits) {
    return __builtin_bit_cast(float, (unsigned int)bits << 16);
}
// To nearest even: add just under half of the dropped part's unit, one more if the kept part is odd.
// A NaN stays a (quiet) NaN, which that addition could carry into infinity.
HIPVK_BOTH unsigned short float_to_bfloat16(float v) {
    unsigned int bits = __builtin_bit_cast(unsigned int, v);
    if (v != v) return (unsigned short)((bits >> 16) | 0x40);
    return (unsigned short)((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}
HIPVK_BOTH unsigned short float_to_bfloat16_towards_zero(float v) {
    unsigned int bits = __builtin_bit_cast(unsigned int, v);
    return (unsigned short)((bits >> 16) | (v != v ? 0x40 : 0));
}
} // namespace hipvk

#endif // HIPVK_HIP_DETAIL_BFLOAT16_BITS_H
