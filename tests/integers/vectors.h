// vectors.h: vectors, parts of words and numbers of 128 bits, for the programs of vectors.py: clang's vectors and HIP's and AMD's functions on the device, the same vectors not
// optimised and plain C++ on the host.
#pragma once

#include "conversions.h"

template <class T, int N> using vector = T __attribute__((ext_vector_type(N)));
template <class V> struct Parts;
#define VECTOR(name, T, N)             \
    using name = vector<T, N>;         \
    template <> struct Parts<name> {   \
        using lane = T;                \
        static constexpr int count = N; \
    };
VECTOR(i8x4, int8_t, 4)
VECTOR(u8x4, uint8_t, 4)
VECTOR(i8x8, int8_t, 8)
VECTOR(u8x8, uint8_t, 8)
VECTOR(i16x2, int16_t, 2)
VECTOR(u16x2, uint16_t, 2)
VECTOR(i16x4, int16_t, 4)
VECTOR(u16x4, uint16_t, 4)
VECTOR(i32x2, int32_t, 2)
VECTOR(u32x2, uint32_t, 2)
VECTOR(i32x4, int32_t, 4)
VECTOR(u32x4, uint32_t, 4)
VECTOR(i64x2, int64_t, 2)
VECTOR(u64x2, uint64_t, 2)
VECTOR(f16x2, f16, 2)
VECTOR(f16x4, f16, 4)
VECTOR(f32x2, f32, 2)
using i128 = __int128;
using u128 = unsigned __int128;

template <class V> using lane_of = typename Parts<V>::lane;
template <class V> constexpr int lanes_of = Parts<V>::count;

// Of two words of a row, and of its floats.
template <class V> BOTH V from_words(uint64_t low, uint64_t high) {
    if constexpr (sizeof(V) == 4) return same_bits<V>(uint32_t(low));
    else if constexpr (sizeof(V) == 8) return same_bits<V>(low);
    else return same_bits<V>(u64x2{low, high});
}
template <class V> BOTH V from_floats(const In &in, int at) {
    V result = {};
    for (int lane = 0; lane < lanes_of<V>; lane++) result[lane] = number<lane_of<V>>(in, (at + lane) % 3);
    return result;
}
template <class V> BOTH V kept_lanes(V x) {
#ifndef __HIP_DEVICE_COMPILE__
    for (int lane = 0; lane < lanes_of<V>; lane++) kept(lane_of<V>(x[lane]));
#endif
    return x;
}
template <class V> BOTH V no_nans(V x) {
#ifndef __HIP_DEVICE_COMPILE__
    for (int lane = 0; lane < lanes_of<V>; lane++) no_nan(lane_of<V>(x[lane]));
#endif
    return x;
}
BOTH u128 negative(u128 x) { return -x; }
BOTH i128 negative(i128 x) { return i128(-u128(x)); }
template <class V> BOTH V negative(V x) {
    if constexpr (std::is_integral_v<lane_of<V>>)
        return V(vector<std::make_unsigned_t<lane_of<V>>, lanes_of<V>>(0) - same_bits<vector<std::make_unsigned_t<lane_of<V>>, lanes_of<V>>>(x));
    else
        return -x;
}
// Clang's on the device; each lane by itself on the host, where a float must fit.
template <class To, class From> BOTH To converted(From x) {
#ifdef __HIP_DEVICE_COMPILE__
    return __builtin_convertvector(x, To);
#else
    To result = {};
    for (int lane = 0; lane < lanes_of<To>; lane++) {
        if constexpr (std::is_integral_v<lane_of<To>> && !std::is_integral_v<lane_of<From>>) result[lane] = to_integer<lane_of<To>>(lane_of<From>(x[lane]));
        else result[lane] = lane_of<To>(x[lane]);
    }
    return result;
#endif
}
template <class V> BOTH V with_lane(V x, int at, lane_of<V> value) {
    x[at & (lanes_of<V> - 1)] = value;
    return x;
}
template <class V> BOTH lane_of<V> any_lane(V x, int at) { return x[at & (lanes_of<V> - 1)]; }
template <class V> BOTH V zero_apart(V a, V b) {
#ifndef __HIP_DEVICE_COMPILE__
    for (int lane = 0; lane < lanes_of<V>; lane++) one_zero(lane_of<V>(a[lane]), lane_of<V>(b[lane]));
#endif
    return a;
}
#ifdef __HIP_DEVICE_COMPILE__
#define BY_LANES(name, of_clang, ...) \
    template <class V> BOTH V name(V a, V b) { return of_clang; }
#else
#define BY_LANES(name, of_clang, ...)                                     \
    template <class V> BOTH V name(V a, V b) {                            \
        V result = {};                                                    \
        for (int lane = 0; lane < lanes_of<V>; lane++) {                  \
            const lane_of<V> x = a[lane], y = b[lane];                    \
            result[lane] = __VA_ARGS__;                                   \
        }                                                                 \
        return result;                                                    \
    }
#endif
template <class T> BOTH T into(i128 x) {
    const i128 lowest = std::is_signed_v<T> ? -(i128(1) << (sizeof(T) * 8 - 1)) : 0, highest = i128(~0ull >> (64 - sizeof(T) * 8 + std::is_signed_v<T>));
    return T(x < lowest ? lowest : x > highest ? highest : x);
}
BY_LANES(smaller_lanes, __builtin_elementwise_min(a, b), x < y ? x : y)
BY_LANES(larger_lanes, __builtin_elementwise_max(a, b), x > y ? x : y)
BY_LANES(sum_saturated, __builtin_elementwise_add_sat(a, b), into<lane_of<V>>(i128(x) + y))
BY_LANES(difference_saturated, __builtin_elementwise_sub_sat(a, b), into<lane_of<V>>(i128(x) - y))
BY_LANES(minimum_lanes, __builtin_elementwise_min(zero_apart(a, b), b), f_fmin(one_zero(x, y), y))
BY_LANES(maximum_lanes, __builtin_elementwise_max(zero_apart(a, b), b), f_fmax(one_zero(x, y), y))
BY_LANES(absolute_lanes, __builtin_elementwise_abs(a), absolute(x))
BY_LANES(fabs_lanes, __builtin_elementwise_abs(a), f_fabs(x))

// Overflow, and what it does: all ones where the result is wrong, or the carry beside it.
#ifdef __HIP_DEVICE_COMPILE__
#define OVERFLOW(name, ...) \
    template <class T> BOTH bool name##_overflows(T a, T b, T *result) { return __builtin_##name##_overflow(a, b, result); }
#else
#define OVERFLOW(name, ...)                                                \
    template <class T> BOTH bool name##_overflows(T a, T b, T *result) {   \
        const auto exact = __VA_ARGS__;                                    \
        *result = T(exact);                                                \
        return *result != exact;                                           \
    }
#endif
// The product of two unsigned numbers of 64 bits is none of i128.
template <class T> using exactly = std::conditional_t<std::is_signed_v<T>, i128, u128>;
OVERFLOW(add, i128(a) + b)
OVERFLOW(sub, i128(a) - b)
OVERFLOW(mul, exactly<T>(a) * exactly<T>(b))
#define WHERE_OVERFLOWS(name)                                    \
    template <class T> BOTH T name##_or_ones(T a, T b) {         \
        T result;                                                \
        return name##_overflows(a, b, &result) ? T(-1) : result; \
    }                                                            \
    template <class T> BOTH T name##_carry(T a, T b) {           \
        T result;                                                \
        const bool carry = name##_overflows(a, b, &result);      \
        return T(result ^ T(carry));                             \
    }
WHERE_OVERFLOWS(add)
WHERE_OVERFLOWS(sub)
WHERE_OVERFLOWS(mul)

// A sum of two words each, by carries.
BOTH uint64_t sum_by_words(uint64_t a, uint64_t b) {
    unsigned carry, ignored;
    const unsigned low = __builtin_addc(unsigned(a), unsigned(b), 0, &carry);
    return uint64_t(__builtin_addc(unsigned(a >> 32), unsigned(b >> 32), carry, &ignored)) << 32 | low;
}
BOTH uint64_t difference_by_words(uint64_t a, uint64_t b) {
    unsigned borrow, ignored;
    const unsigned low = __builtin_subc(unsigned(a), unsigned(b), 0, &borrow);
    return uint64_t(__builtin_subc(unsigned(a >> 32), unsigned(b >> 32), borrow, &ignored)) << 32 | low;
}

// Parts of a word that a compiler names.
struct Fields {
    uint32_t a : 5;
    int32_t b : 11;
    uint32_t c : 3;
    int32_t d : 13;
};
struct LongFields {
    int64_t a : 7;
    uint64_t b : 33;
    int64_t c : 24;
};
#define FIELD(Of, Word, name)                                                         \
    BOTH Word Of##_##name(Word x) { return Word(same_bits<Of>(x).name); }             \
    BOTH Word Of##_with_##name(Word x, Word value) {                                  \
        Of fields = same_bits<Of>(x);                                                 \
        fields.name = value;                                                          \
        return same_bits<Word>(fields);                                               \
    }
FIELD(Fields, uint32_t, a)
FIELD(Fields, uint32_t, b)
FIELD(Fields, uint32_t, c)
FIELD(Fields, uint32_t, d)
FIELD(LongFields, uint64_t, a)
FIELD(LongFields, uint64_t, b)
FIELD(LongFields, uint64_t, c)

BOTH uint32_t byte_of(uint32_t x, int at) { return x >> (8 * at) & 255; }
BOTH uint32_t ones_below(int n) { return n >= 32 ? ~0u : (1u << n) - 1; }
FUNCTION(bitextract, uint32_t, (uint32_t x, uint32_t at), __bitextract_u32(x, at & 31, (at >> 5) % (33 - (at & 31))), return x >> (at & 31) & ones_below(((at >> 5) % (33 - (at & 31))) & 31))
FUNCTION(bitinsert, uint32_t, (uint32_t x, uint32_t y, uint32_t at), __bitinsert_u32(x, y, at & 31, (at >> 5) % (33 - (at & 31))),
         const uint32_t mask = ones_below(((at >> 5) % (33 - (at & 31))) & 31) << (at & 31); return (x & ~mask) | (y << (at & 31) & mask))
FUNCTION(fslc, uint32_t, (uint32_t a, uint32_t b, uint32_t s), __funnelshift_lc(a, b, s), return s >= 32 ? a : uint32_t(((uint64_t(b) << 32 | a) << s) >> 32))
FUNCTION(fsrc, uint32_t, (uint32_t a, uint32_t b, uint32_t s), __funnelshift_rc(a, b, s), return s >= 32 ? b : uint32_t((uint64_t(b) << 32 | a) >> s))
FUNCTION(urhadd, uint32_t, (uint32_t a, uint32_t b), __urhadd(a, b), return uint32_t((uint64_t(a) + b + 1) >> 1))
FUNCTION(swapped, uint32_t, (uint32_t a), __builtin_bswap32(a), return a >> 24 | (a >> 8 & 0xff00) | (a & 0xff00) << 8 | a << 24)
FUNCTION(swapped64, uint64_t, (uint64_t a), __builtin_bswap64(a), return uint64_t(f_swapped(uint32_t(a))) << 32 | f_swapped(uint32_t(a >> 32)))
FUNCTION(swapped16, uint16_t, (uint16_t a), __builtin_bswap16(a), return uint16_t(a >> 8 | a << 8))
FUNCTION(reversed16, uint16_t, (uint16_t a), __builtin_bitreverse16(a), return reversed(a))
FUNCTION(reversed8, uint8_t, (uint8_t a), __builtin_bitreverse8(a), return reversed(a))
FUNCTION(turned, uint32_t, (uint32_t a, uint32_t n), __builtin_rotateleft32(a, n), return rotated(a, int(n & 31)))
FUNCTION(turned64, uint64_t, (uint64_t a, uint64_t n), __builtin_rotateright64(a, n), return rotated(a, int(-n & 63)))
FUNCTION(ctz, int, (uint32_t a), a == 0 ? 32 : __builtin_ctz(a), int n = 0; while (n < 32 && !(a >> n & 1)) n++; return n)
FUNCTION(ctzll, int, (uint64_t a), a == 0 ? 64 : __builtin_ctzll(a), int n = 0; while (n < 64 && !(a >> n & 1)) n++; return n)
FUNCTION(clrsb, int, (int a), __builtin_clrsb(a), int n = 0; while (n < 31 && (a >> (30 - n) & 1) == (a >> 31 & 1)) n++; return n)
FUNCTION(parity, int, (uint32_t a), __builtin_parity(a), return __builtin_popcount(a) & 1)

// AMD's, as its manuals of the instructions have them.
FUNCTION(perm_b32, uint32_t, (uint32_t a, uint32_t b, uint32_t s), __builtin_amdgcn_perm(a, b, s & 0x07070707), const uint64_t both = uint64_t(a) << 32 | b; uint32_t result = 0;
         for (int i = 0; i < 4; i++) result |= uint32_t((both >> (8 * (s >> (8 * i) & 7))) & 255) << (8 * i); return result)
FUNCTION(alignbit, uint32_t, (uint32_t a, uint32_t b, uint32_t s), __builtin_amdgcn_alignbit(a, b, s), return uint32_t((uint64_t(a) << 32 | b) >> (s & 31)))
FUNCTION(alignbyte, uint32_t, (uint32_t a, uint32_t b, uint32_t s), __builtin_amdgcn_alignbyte(a, b, s), return uint32_t((uint64_t(a) << 32 | b) >> (8 * (s & 3))))
FUNCTION(ubfe, uint32_t, (uint32_t a, uint32_t at, uint32_t n), __builtin_amdgcn_ubfe(a, at, n), return a >> (at & 31) & ones_below(n & 31))
FUNCTION(sbfe, int, (int a, uint32_t at, uint32_t n), __builtin_amdgcn_sbfe(a, at, n), n &= 31; at &= 31; if (n == 0) return 0; if (at + n >= 32) return a >> at;
         return int(uint32_t(a) << (32 - at - n)) >> (32 - n))
FUNCTION(sad_u8, uint32_t, (uint32_t a, uint32_t b, uint32_t c), __builtin_amdgcn_sad_u8(a, b, c),
         for (int i = 0; i < 4; i++) c += byte_of(a, i) > byte_of(b, i) ? byte_of(a, i) - byte_of(b, i) : byte_of(b, i) - byte_of(a, i); return c)
FUNCTION(msad_u8, uint32_t, (uint32_t a, uint32_t b, uint32_t c), __builtin_amdgcn_msad_u8(a, b, c), for (int i = 0; i < 4; i++) if (byte_of(b, i) != 0)
         c += byte_of(a, i) > byte_of(b, i) ? byte_of(a, i) - byte_of(b, i) : byte_of(b, i) - byte_of(a, i); return c)
FUNCTION(lerp, uint32_t, (uint32_t a, uint32_t b, uint32_t c), __builtin_amdgcn_lerp(a, b, c), uint32_t result = 0;
         for (int i = 0; i < 4; i++) result |= (byte_of(a, i) + byte_of(b, i) + (byte_of(c, i) & 1)) >> 1 << (8 * i); return result)
FUNCTION(sdot4, int, (int a, int b, int c), __builtin_amdgcn_sdot4(a, b, c, false), int64_t sum = c;
         for (int i = 0; i < 4; i++) sum += int8_t(byte_of(a, i)) * int8_t(byte_of(b, i)); return int(sum))
FUNCTION(udot4, uint32_t, (uint32_t a, uint32_t b, uint32_t c), __builtin_amdgcn_udot4(a, b, c, true), uint64_t sum = c;
         for (int i = 0; i < 4; i++) sum += byte_of(a, i) * byte_of(b, i); return sum > 0xffffffff ? 0xffffffff : uint32_t(sum))
