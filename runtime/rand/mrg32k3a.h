// mrg32k3a.h: L'Ecuyer's MRG32k3a (Good Parameters and Implementations for Combined Multiple Recursive Random Number Generators, 1999): the difference
// of two recurrences of order 3 modulo primes just below 2^32.
//
// A step is a linear map of each, so that 2^k steps are two matrices, and streams of 2^76 numbers each begin where such matrices lead. Used by
// mrg32k3a.hip.
#pragma once

#include "residues.h"

namespace rng {

struct Mrg32k3a : Recurrences<Mrg32k3a> {
    static constexpr uint32_t m1 = 4294967087, m2 = 4294944443;
    using Source = ResiduesTo<m1>;
    static constexpr int stream_bits = 76;

    RAND_BOTH static uint32_t modulo1(uint64_t a) { return modulo_near_power<32, 209, 2>(a); }
    RAND_BOTH static uint32_t modulo2(uint64_t a) { return modulo_near_power<32, 22853, 2>(a); }

    // 1 to m1.
    RAND_BOTH uint32_t next() {
        const uint32_t p = modulo1(uint64_t(1403580) * x[1] + uint64_t(810728) * (m1 - x[0]));
        x[0] = x[1], x[1] = x[2], x[2] = p;
        const uint32_t q = modulo2(uint64_t(527612) * y[2] + uint64_t(1370589) * (m2 - y[0]));
        y[0] = y[1], y[1] = y[2], y[2] = q;
        return p - q + (p <= q ? m1 : 0);
    }

    // A product with a seed modulo a prime as rocRAND has it, in two parts, which wrap where the seed is 2^49 or more.
    template <class Modulo> static uint32_t times(uint32_t a, uint64_t seed, Modulo modulo) {
        return modulo((uint64_t(modulo((a >> 17) * seed)) << 17) + modulo((a & 0x1ffff) * seed));
    }
    // rocRAND's way from a seed to six numbers, with no seed 0.
    static Mrg32k3a seeded(uint64_t seed) {
        if (seed == 0) seed = default_seed;
        const uint32_t low = uint32_t(seed) ^ 0x55555555, high = uint32_t(seed >> 32) ^ 0xaaaaaaaa;
        const uint32_t x[] = {times(low, seed, modulo1), times(high, seed, modulo1)}, y[] = {times(low, seed, modulo2), times(high, seed, modulo2)};
        return {{{x[0], x[1], x[0]}, {y[1], y[0], y[1]}}};
    }
    static const uint32_t *power(int k);
};

}  // namespace rng
