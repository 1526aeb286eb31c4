// bits.h: integer intrinsics: counting, reversing, fields, 24-bit and high multiplication,
// averages, dot products; and the reinterpretations between float and integer.
// Included by hip_runtime.h (device_functions.h).
#ifndef HIPVK_HIP_DETAIL_BITS_H
#define HIPVK_HIP_DETAIL_BITS_H

#include <hip/host_defines.h>
#include <hip/hip_vector_types.h>

typedef unsigned int hipvk_u32;
typedef unsigned long long hipvk_u64;

// Zero has 32 (64) leading zeros, and no first set bit: __ffs counts from 1 and gives 0.
HIPVK_DEVICE int __clz(int x) { return x ? __builtin_clz((hipvk_u32)x) : 32; }
HIPVK_DEVICE int __clzll(long long x) { return x ? __builtin_clzll((hipvk_u64)x) : 64; }
HIPVK_DEVICE int __ffs(hipvk_u32 x) { return __builtin_ffs((int)x); }
HIPVK_DEVICE int __ffs(int x) { return __builtin_ffs(x); }
HIPVK_DEVICE int __ffsll(unsigned long long x) { return __builtin_ffsll((long long)x); }
HIPVK_DEVICE int __ffsll(long long x) { return __builtin_ffsll(x); }
HIPVK_DEVICE int __ffsll(unsigned long x) { return __builtin_ffsll((long long)x); }
HIPVK_DEVICE int __ffsll(long x) { return __builtin_ffsll(x); }
HIPVK_DEVICE int __ffsll(hipvk_u32 x) { return __builtin_ffs((int)x); }
HIPVK_DEVICE int __ffsll(int x) { return __builtin_ffs(x); }
HIPVK_DEVICE hipvk_u32 __popc(hipvk_u32 x) { return (hipvk_u32)__builtin_popcount(x); }
HIPVK_DEVICE hipvk_u32 __popcll(hipvk_u64 x) { return (hipvk_u32)__builtin_popcountll(x); }
HIPVK_DEVICE hipvk_u32 __brev(hipvk_u32 x) { return __builtin_bitreverse32(x); }
HIPVK_DEVICE hipvk_u64 __brevll(hipvk_u64 x) { return __builtin_bitreverse64(x); }
// Position of the lowest set bit, -1 for none.
HIPVK_DEVICE hipvk_u32 __lastbit_u32_u64(hipvk_u64 x) {
    return x ? (hipvk_u32)__builtin_ctzll(x) : (hipvk_u32)-1;
}

// A field of `width` bits at `offset`; both are taken modulo the word's size.
HIPVK_DEVICE hipvk_u32 __bitextract_u32(hipvk_u32 x, hipvk_u32 offset, hipvk_u32 width) {
    offset &= 31;
    width &= 31;
    // HIP's formula, with the hardware's shifts: amounts count modulo 32.
    return width == 0 ? 0 : (x << ((32 - offset - width) & 31)) >> (32 - width);
}
HIPVK_DEVICE hipvk_u64 __bitextract_u64(hipvk_u64 x, hipvk_u32 offset, hipvk_u32 width) {
    offset &= 63;
    width &= 63;
    // HIP's formula, with the hardware's shifts: amounts count modulo 64.
    return width == 0 ? 0 : (x << ((64 - offset - width) & 63)) >> (64 - width);
}
HIPVK_DEVICE hipvk_u32 __bitinsert_u32(hipvk_u32 x, hipvk_u32 y, hipvk_u32 offset,
                                       hipvk_u32 width) {
    offset &= 31;
    width &= 31;
    hipvk_u32 mask = ((hipvk_u32)1 << width) - 1;
    return (x & ~(mask << offset)) | ((y & mask) << offset);
}
HIPVK_DEVICE hipvk_u64 __bitinsert_u64(hipvk_u64 x, hipvk_u64 y, hipvk_u32 offset,
                                       hipvk_u32 width) {
    offset &= 63;
    width &= 63;
    hipvk_u64 mask = ((hipvk_u64)1 << width) - 1;
    return (x & ~(mask << offset)) | ((y & mask) << offset);
}

// The position of set bit number `offset` counted from `base`: 0 asks for base itself, n > 0 for the
// n-th set bit at or above it, n < 0 for the n-th at or below; all ones for none.
HIPVK_DEVICE hipvk_u32 __fns64(hipvk_u64 mask, hipvk_u32 base, int offset) {
    if (offset == 0) return mask >> (base & 63) & 1 ? base : (hipvk_u32)-1;
    const int step = offset > 0 ? 1 : -1;
    int left = offset > 0 ? offset : -offset;
    for (int i = (int)base; i >= 0 && i < 64; i += step) {
        if ((mask >> i & 1) && --left == 0) return (hipvk_u32)i;
    }
    return (hipvk_u32)-1;
}
HIPVK_DEVICE hipvk_u32 __fns32(hipvk_u64 mask, hipvk_u32 base, int offset) {
    return __fns64(mask & 0xffffffff, base, offset);
}
HIPVK_DEVICE hipvk_u32 __fns(hipvk_u32 mask, hipvk_u32 base, int offset) {
    return __fns64(mask, base, offset);
}

// Each nibble of `selector` picks one of the eight bytes of y:x.
HIPVK_DEVICE hipvk_u32 __byte_perm(hipvk_u32 x, hipvk_u32 y, hipvk_u32 selector) {
    hipvk_u64 bytes = ((hipvk_u64)y << 32) | x;
    hipvk_u32 result = 0;
    for (int i = 0; i < 4; ++i) {
        hipvk_u32 which = (selector >> (4 * i)) & 7;
        result |= ((hipvk_u32)(bytes >> (8 * which)) & 0xff) << (8 * i);
    }
    return result;
}

// The 32 high (l) or low (r) bits of hi:lo shifted by n; the c forms stop at 32.
HIPVK_DEVICE hipvk_u32 __funnelshift_l(hipvk_u32 lo, hipvk_u32 hi, hipvk_u32 n) {
    return (hipvk_u32)((((hipvk_u64)hi << 32 | lo) << (n & 31)) >> 32);
}
HIPVK_DEVICE hipvk_u32 __funnelshift_lc(hipvk_u32 lo, hipvk_u32 hi, hipvk_u32 n) {
    return n >= 32 ? lo : __funnelshift_l(lo, hi, n);
}
HIPVK_DEVICE hipvk_u32 __funnelshift_r(hipvk_u32 lo, hipvk_u32 hi, hipvk_u32 n) {
    return (hipvk_u32)(((hipvk_u64)hi << 32 | lo) >> (n & 31));
}
HIPVK_DEVICE hipvk_u32 __funnelshift_rc(hipvk_u32 lo, hipvk_u32 hi, hipvk_u32 n) {
    return n >= 32 ? hi : __funnelshift_r(lo, hi, n);
}

HIPVK_DEVICE int __hadd(int x, int y) { return (int)(((long long)x + y) >> 1); }
HIPVK_DEVICE int __rhadd(int x, int y) { return (int)(((long long)x + y + 1) >> 1); }
HIPVK_DEVICE hipvk_u32 __uhadd(hipvk_u32 x, hipvk_u32 y) {
    return (hipvk_u32)(((hipvk_u64)x + y) >> 1);
}
HIPVK_DEVICE hipvk_u32 __urhadd(hipvk_u32 x, hipvk_u32 y) {
    return (hipvk_u32)(((hipvk_u64)x + y + 1) >> 1);
}
HIPVK_DEVICE hipvk_u32 __sad(int x, int y, hipvk_u32 z) {
    return (x > y ? (hipvk_u32)x - (hipvk_u32)y : (hipvk_u32)y - (hipvk_u32)x) + z;
}
HIPVK_DEVICE hipvk_u32 __usad(hipvk_u32 x, hipvk_u32 y, hipvk_u32 z) {
    return (x > y ? x - y : y - x) + z;
}

// The low 24 bits of each factor, sign-extended for __mul24.
HIPVK_DEVICE int __mul24(int x, int y) {
    return (int)((hipvk_u32)((x << 8) >> 8) * (hipvk_u32)((y << 8) >> 8));
}
HIPVK_DEVICE int __umul24(hipvk_u32 x, hipvk_u32 y) {
    return (int)((x & 0xffffff) * (y & 0xffffff));
}
HIPVK_DEVICE int __mulhi(int x, int y) { return (int)(((long long)x * y) >> 32); }
HIPVK_DEVICE hipvk_u32 __umulhi(hipvk_u32 x, hipvk_u32 y) {
    return (hipvk_u32)(((hipvk_u64)x * y) >> 32);
}
HIPVK_DEVICE long long __mul64hi(long long x, long long y) {
    return (long long)(((__int128)x * y) >> 64);
}
HIPVK_DEVICE hipvk_u64 __umul64hi(hipvk_u64 x, hipvk_u64 y) {
    return (hipvk_u64)(((unsigned __int128)x * y) >> 64);
}

HIPVK_DEVICE hipvk_u32 __float_as_uint(float x) { return __builtin_bit_cast(hipvk_u32, x); }
HIPVK_DEVICE int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
HIPVK_DEVICE float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
HIPVK_DEVICE float __uint_as_float(hipvk_u32 x) { return __builtin_bit_cast(float, x); }
HIPVK_DEVICE long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
HIPVK_DEVICE double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
HIPVK_DEVICE int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
HIPVK_DEVICE int __double2loint(double x) { return (int)__double_as_longlong(x); }
HIPVK_DEVICE double __hiloint2double(int hi, int lo) {
    return __longlong_as_double((long long)(((hipvk_u64)(hipvk_u32)hi << 32) | (hipvk_u32)lo));
}

#endif // HIPVK_HIP_DETAIL_BITS_H
