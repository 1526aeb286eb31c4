// integers.h: what the programs of tests/integers/{program,triples,chains}.py have in common: operations that are defined for every number, and the rows of numbers.
//
// The device's functions of HIP beside plain C++ on the host.
#pragma once

#include "compare.h"

template <class T> BOTH T smaller(T a, T b) { return a < b ? a : b; }
template <class T> BOTH T larger(T a, T b) { return a > b ? a : b; }
template <class T> BOTH T absolute(T a) { return a < 0 ? T(0ull - uint64_t(a)) : a; }
template <class T> BOTH bool is_minus_one(T a) { return T(-1) < T(0) && a == T(-1); }
template <class T> BOTH T quotient(T a, T b) { return b == 0 ? T(3) : is_minus_one(b) ? T(0ull - uint64_t(a)) : T(a / b); }
template <class T> BOTH T remainder(T a, T b) { return b == 0 ? T(5) : is_minus_one(b) ? T(0) : T(a % b); }
template <class T> BOTH T rotated(T a, int n) {
    constexpr int width = sizeof(T) * 8;
    return n == 0 ? a : T((a << n) | (a >> (width - n)));
}

// A function: HIP's on the device, `...` on the host.
#ifdef __HIP_DEVICE_COMPILE__
#define FUNCTION(name, result, parameters, of_hip, ...) \
    BOTH result f_##name parameters { return of_hip; }
#else
#define FUNCTION(name, result, parameters, of_hip, ...) \
    BOTH result f_##name parameters { __VA_ARGS__; }
#endif
template <class T> BOTH T reversed(T a) {
    T result = 0;
    for (int i = 0; i < int(sizeof(T)) * 8; i++) result |= ((a >> i) & 1) << (sizeof(T) * 8 - 1 - i);
    return result;
}
BOTH int low_24(int a) { return int(uint32_t(a) << 8) >> 8; }
FUNCTION(clz, int, (int a), __clz(a), return a == 0 ? 32 : __builtin_clz(a))
FUNCTION(clzll, int, (int64_t a), __clzll(a), return a == 0 ? 64 : __builtin_clzll(a))
FUNCTION(popc, int, (uint32_t a), __popc(a), return __builtin_popcount(a))
FUNCTION(popcll, int, (uint64_t a), __popcll(a), return __builtin_popcountll(a))
FUNCTION(brev, uint32_t, (uint32_t a), __brev(a), return reversed(a))
FUNCTION(brevll, uint64_t, (uint64_t a), __brevll(a), return reversed(a))
FUNCTION(ffs, int, (int a), __ffs(a), return __builtin_ffs(a))
FUNCTION(ffsll, int, (int64_t a), __ffsll((long long)a), return __builtin_ffsll(a))
FUNCTION(mulhi, int, (int a, int b), __mulhi(a, b), return int((int64_t(a) * b) >> 32))
FUNCTION(umulhi, uint32_t, (uint32_t a, uint32_t b), __umulhi(a, b), return uint32_t((uint64_t(a) * b) >> 32))
FUNCTION(mul24, int, (int a, int b), __mul24(a, b), return int(uint32_t(low_24(a)) * uint32_t(low_24(b))))
FUNCTION(umul24, int, (uint32_t a, uint32_t b), __umul24(a, b), return int((a & 0xffffff) * (b & 0xffffff)))
FUNCTION(sad, uint32_t, (int a, int b, uint32_t c), __sad(a, b, c), return (a > b ? uint32_t(a) - uint32_t(b) : uint32_t(b) - uint32_t(a)) + c)
FUNCTION(usad, uint32_t, (uint32_t a, uint32_t b, uint32_t c), __usad(a, b, c), return (a > b ? a - b : b - a) + c)
FUNCTION(hadd, int, (int a, int b), __hadd(a, b), return int((int64_t(a) + b) >> 1))
FUNCTION(uhadd, uint32_t, (uint32_t a, uint32_t b), __uhadd(a, b), return uint32_t((uint64_t(a) + b) >> 1))
FUNCTION(rhadd, int, (int a, int b), __rhadd(a, b), return int((int64_t(a) + b + 1) >> 1))
FUNCTION(perm, uint32_t, (uint32_t a, uint32_t b, uint32_t s), __byte_perm(a, b, s & 0x7777), const uint64_t both = uint64_t(b) << 32 | a; uint32_t result = 0;
         for (int i = 0; i < 4; i++) result |= uint32_t((both >> (8 * ((s >> (4 * i)) & 7))) & 255) << (8 * i); return result)
FUNCTION(fsl, uint32_t, (uint32_t a, uint32_t b, uint32_t s), __funnelshift_l(a, b, s), return uint32_t(((uint64_t(b) << 32 | a) << (s & 31)) >> 32))
FUNCTION(fsr, uint32_t, (uint32_t a, uint32_t b, uint32_t s), __funnelshift_r(a, b, s), return uint32_t((uint64_t(b) << 32 | a) >> (s & 31)))
FUNCTION(mul64hi, int64_t, (int64_t a, int64_t b), __mul64hi(a, b), return int64_t((__int128(a) * b) >> 64))
FUNCTION(umul64hi, uint64_t, (uint64_t a, uint64_t b), __umul64hi(a, b), return uint64_t((static_cast<unsigned __int128>(a) * b) >> 64))

#ifndef OTHER_ROWS
struct In {
    uint64_t a, b, c;
};

// All pairs of numbers at which something ends, and random ones of every length.
inline std::vector<In> inputs(uint64_t state) {
    const uint64_t edges[] = {0, 1, 2, 3, 7, 8, 31, 32, 63, 127, 128, 255, 256, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0x7fffffffffffffff,
                              0x8000000000000000, ~0ull, ~1ull, 0xffffffff80000000, 0xffffffffffff8000, 0xffffffffffffff80, 0x12345678, 0x9abcdef012345678};
    const auto random = [&] { return state ^= state << 13, state ^= state >> 7, state ^= state << 17; };
    const auto of_any_length = [&] { return random() >> (random() & 1 ? 0 : random() % 64); };
    std::vector<In> all;
    for (const uint64_t a : edges)
        for (const uint64_t b : edges) all.push_back({a, b, edges[random() % 30]});
    for (int i = 0; i < 600; i++) all.push_back({of_any_length(), of_any_length(), of_any_length()});
    return all;
}

inline void say(const In &in) { printf("%llx, %llx, %llx", (unsigned long long)in.a, (unsigned long long)in.b, (unsigned long long)in.c); }
#endif
