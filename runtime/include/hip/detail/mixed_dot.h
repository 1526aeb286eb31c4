// mixed_dot.h: amd_mixed_dot, a sum of narrow products in a wider type, optionally saturating; and bytes four at a time.
// Included by device_functions.h.
#ifndef HIPVK_HIP_DETAIL_MIXED_DOT_H
#define HIPVK_HIP_DETAIL_MIXED_DOT_H

#include <hip/hip_vector_types.h>

namespace hipvk {
HIPVK_DEVICE int clamp_to(long long sum, int) {
    return sum > 2147483647ll ? 2147483647 : sum < -2147483648ll ? (int)-2147483648ll : (int)sum;
}
HIPVK_DEVICE unsigned int clamp_to(long long sum, unsigned int) {
    return sum > 4294967295ll ? 4294967295u : (unsigned int)sum;
}
template <class T> HIPVK_DEVICE T finish_dot(long long sum, T c, bool saturate) {
    sum += c;
    return saturate ? clamp_to(sum, c) : (T)sum;
}
} // namespace hipvk

HIPVK_DEVICE int amd_mixed_dot(short2 a, short2 b, int c, bool saturate) {
    return hipvk::finish_dot((long long)a.x * b.x + (long long)a.y * b.y, c, saturate);
}
HIPVK_DEVICE unsigned int amd_mixed_dot(ushort2 a, ushort2 b, unsigned int c, bool saturate) {
    return hipvk::finish_dot((long long)a.x * b.x + (long long)a.y * b.y, c, saturate);
}
HIPVK_DEVICE int amd_mixed_dot(char4 a, char4 b, int c, bool saturate) {
    // A char is signed in this function whatever the host says.
    long long sum = 0;
    sum += (int)(signed char)a.x * (signed char)b.x + (int)(signed char)a.y * (signed char)b.y;
    sum += (int)(signed char)a.z * (signed char)b.z + (int)(signed char)a.w * (signed char)b.w;
    return hipvk::finish_dot(sum, c, saturate);
}
HIPVK_DEVICE unsigned int amd_mixed_dot(uchar4 a, uchar4 b, unsigned int c, bool saturate) {
    long long sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    return hipvk::finish_dot(sum, c, saturate);
}
// Eight 4-bit factors in a word.
HIPVK_DEVICE int amd_mixed_dot(int a, int b, int c, bool saturate) {
    long long sum = 0;
    for (int i = 0; i < 32; i += 4) sum += ((a << (28 - i)) >> 28) * ((b << (28 - i)) >> 28);
    return hipvk::finish_dot(sum, c, saturate);
}
HIPVK_DEVICE unsigned int amd_mixed_dot(unsigned int a, unsigned int b, unsigned int c,
                                        bool saturate) {
    long long sum = 0;
    for (int i = 0; i < 32; i += 4) sum += ((a >> i) & 15) * ((b >> i) & 15);
    return hipvk::finish_dot(sum, c, saturate);
}

// Four bytes at once.
HIPVK_DEVICE char4 __hip_hc_add8pk(char4 a, char4 b) { return a + b; }
HIPVK_DEVICE char4 __hip_hc_sub8pk(char4 a, char4 b) { return a - b; }
HIPVK_DEVICE char4 __hip_hc_mul8pk(char4 a, char4 b) { return a * b; }

#endif // HIPVK_HIP_DETAIL_MIXED_DOT_H
