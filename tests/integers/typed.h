// typed.h: what the programs of conversions.py and vectors.py have in common: rows of integers and floats, and operations of floats that say where a result is open.
//
// Open, so not compared: what comes of denormal floats (not halves or doubles) on devices that flush them, the bits of a NaN, the sign of a minimum of two zeros,
// what a signaling NaN does, and a float as an integer that does not hold it.
#pragma once

#define OTHER_ROWS
#include "integers.h"

#include <type_traits>

using f16 = _Float16;
using f32 = float;
using f64 = double;

struct In {
    uint64_t i[3];
    f64 d[3];
    f32 f[3];
    f16 h[3];
};

inline bool flushes_denormals = false;

template <class T> using bits_of = std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>;
template <class To, class From> BOTH To same_bits(From x) { return __builtin_bit_cast(To, x); }
template <class T> BOTH T magnitude_bits(T bits) { return bits & T(~T(0)) >> 1; }

// A float that an expression computed.
template <class T> BOTH T kept(T x) {
#ifndef __HIP_DEVICE_COMPILE__
    const bits_of<T> bits = same_bits<bits_of<T>>(x);
    if constexpr (sizeof(T) == 4) leave_open(flushes_denormals && magnitude_bits(bits) != 0 && magnitude_bits(bits) < 0x800000);
    const bits_of<T> quiet = bits_of<T>(1) << (sizeof(T) == 2 ? 9 : sizeof(T) == 4 ? 22 : 51);
    leave_open(x != x && (bits & quiet) == 0);
#endif
    return x;
}
// A float whose bits something sees, or its sign.
template <class T> BOTH T no_nan(T x) {
#ifndef __HIP_DEVICE_COMPILE__
    leave_open(x != x);
#endif
    return x;
}

// Functions of HIP's device by clang's names, as what a float of the next size gives on the host for halves.
#define OF_FLOATS(name, parameters, h_args, args)                                                                                                   \
    BOTH f32 f_##name parameters(f32) { return __builtin_##name##f args; }                                                                            \
    BOTH f64 f_##name parameters(f64) { return __builtin_##name args; }                                                                               \
    FUNCTION(name, f16, parameters(f16), __builtin_##name##f16 args, return f16(__builtin_##name##f h_args))
#define ONE(T) (T a)
#define TWO(T) (T a, T b)
OF_FLOATS(floor, ONE, (a), (a))
OF_FLOATS(ceil, ONE, (a), (a))
OF_FLOATS(trunc, ONE, (a), (a))
OF_FLOATS(rint, ONE, (a), (a))
OF_FLOATS(round, ONE, (a), (a))
OF_FLOATS(sqrt, ONE, (a), (a))
OF_FLOATS(fabs, ONE, (a), (a))
OF_FLOATS(fmin, TWO, (a, b), (a, b))
OF_FLOATS(fmax, TWO, (a, b), (a, b))
OF_FLOATS(copysign, TWO, (a, no_nan(b)), (a, no_nan(b)))
BOTH f32 f_fma(f32 a, f32 b, f32 c) { return __builtin_fmaf(a, b, c); }
BOTH f64 f_fma(f64 a, f64 b, f64 c) { return __builtin_fma(a, b, c); }
// The product of two halves is a double, and so is the sum, or rounding it twice changes nothing.
FUNCTION(fma, f16, (f16 a, f16 b, f16 c), __builtin_fmaf16(a, b, c), return f16(f64(a) * f64(b) + f64(c)))

template <class T> BOTH T one_zero(T a, T b) {
    leave_open(a == 0 && b == 0 && same_bits<bits_of<T>>(a) != same_bits<bits_of<T>>(b));
    return a;
}
template <class T> BOTH T minimum(T a, T b) { return f_fmin(one_zero(a, b), b); }
template <class T> BOTH T maximum(T a, T b) { return f_fmax(one_zero(a, b), b); }
template <class T> BOTH T saturated(T a) { return maximum(T(0), minimum(a, T(1))); }
template <class T> BOTH bool sign_bit(T a) { return same_bits<bits_of<T>>(no_nan(a)) >> (sizeof(T) * 8 - 1); }

template <class T> BOTH T number(const In &in, int at) {
    if constexpr (sizeof(T) == 8) return in.d[at];
    else if constexpr (sizeof(T) == 4) return kept(in.f[at]);
    else return in.h[at];
}
template <class T> BOTH uint64_t result(T x) {
    if constexpr (sizeof(T) == 16) {
        const unsigned __int128 bits = same_bits<unsigned __int128>(x);
        return uint64_t(bits) ^ rotated(uint64_t(bits >> 64), 7);
    } else if constexpr (std::is_integral_v<T>) {
        return uint64_t(x);
    } else {
        return same_bits<bits_of<T>>(x);
    }
}

// All pairs of numbers at which something ends, and random ones.
inline std::vector<In> inputs(uint64_t state) {
    const uint64_t whole[] = {0, 1, 2, 3, 7, 8, 15, 31, 32, 63, 127, 128, 200, 255, 256, 1000, 0x7fff, 0x8000, 0xffff, 0x10000, 0xffffff, 0x1000001, 0x7fffffbf, 0x7fffffff, 0x80000000,
                              0x80000080, 0xffffffff, 0x100000000, 0x20000000000001, 0x7fffffffffffffff, 0x8000000000000000, ~0ull, ~1ull, ~6ull, 0xffffffff80000000, 0xffffffffffff8000,
                              0xffffffffffffff80, 0xffffffffffffff00, 0x12345678, 0x9abcdef012345678};
    const f64 broken[] = {0.0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49999997, 0.75, 3, 5, 100.25, -100.75, 126.5, 127.5, 128, -128.5, 254.5, 255.5, 256, 1023.5, 2049, 32767, 32767.5, -32768,
                          65504, 65519.99, 65520, 65535, -65536, 16777215, 16777217, 2147483520, 2147483647, -2147483648.0, 4294967040.0, 4294967295.0, 1e10, 9007199254740993.0, 9.2e18,
                          -9.2e18, 1.8e19, 3.4028235e38, 3.5e38, 1e300, 1.2e-38, 1e-40, 6.1e-5, 5.9e-8, 3e-8, 1e-310, 3.14159265358979, 1 / 3.0, __builtin_inf(), -__builtin_inf(), __builtin_nan("")};
    const int wholes = sizeof whole / 8, brokens = sizeof broken / 8;
    const auto random = [&] { return state ^= state << 13, state ^= state >> 7, state ^= state << 17; };
    const auto any = [&] {
        const f64 fraction = f64(int64_t(random())) / 9223372036854775808.0;
        const int by[] = {1, 8, 16, 24, 32, 53, 64, 140, -14, 0};
        const int most = by[random() % 10];
        return __builtin_ldexp(fraction, most <= 1 ? most : int(random() % most));
    };
    std::vector<In> all;
    const auto row = [&](bool edges, int a, int b) {
        In in;
        const auto set = [&](int at, uint64_t i, f64 d) {
            const f64 rounded = random() % 3 == 0 ? f64(f32(f16(d))) : random() % 2 ? f64(f32(d)) : d;
            in.i[at] = i, in.d[at] = rounded, in.f[at] = f32(d), in.h[at] = f16(d);
        };
        for (int at = 0; at < 3; at++) {
            const int edge = at == 0 ? a : b;
            if (edges && at < 2) set(at, whole[edge % wholes], broken[edge]);
            else set(at, random() >> (random() & 1 ? 0 : random() % 64), any());
        }
        all.push_back(in);
    };
    for (int a = 0; a < brokens; a++)
        for (int b = 0; b < brokens; b++) row(true, a, b);
    for (int i = 0; i < 800; i++) row(false, 0, 0);
    return all;
}

inline void say(const In &in) {
    for (int at = 0; at < 3; at++)
        printf("%s%llx %a %a %a", at ? ", " : "", (unsigned long long)in.i[at], in.d[at], f64(in.f[at]), f64(in.h[at]));
}

__global__ void half_the_smallest(f32 *x) { *x *= 0.5f; }

// Whether the device makes zero of denormal floats.
inline void ask_device() {
    f32 smallest = __FLT_MIN__, *x;
    if (hipMalloc(&x, 4) != hipSuccess || hipMemcpy(x, &smallest, 4, hipMemcpyHostToDevice) != hipSuccess) return;
    half_the_smallest<<<1, 1>>>(x);
    if (hipMemcpy(&smallest, x, 4, hipMemcpyDeviceToHost) == hipSuccess) flushes_denormals = smallest == 0;
}
