// mrg32k3a.h: L'Ecuyer's MRG32k3a (Good Parameters and Implementations for Combined Multiple Recursive Random Number Generators, 1999): the difference
// of two recurrences of order 3 modulo primes just below 2^32.
//
// A step is a linear map of each, so that 2^k steps are two matrices, and streams of 2^76 numbers each begin where such matrices lead. Used by
// mrg32k3a.hip.
#pragma once

#include "distributions.h"

namespace rng {

struct Mrg32k3a {
    using Source = Residues;
    static constexpr int words = 6, jump_words = 18;
    static constexpr int stream_bits = 76;
    static constexpr uint64_t default_seed = 12345;
    static constexpr uint32_t m1 = 4294967087, m2 = 4294944443;
    uint32_t x[3], y[3];

    // a modulo m = 2^32 - c: the upper word counts c times. For a below 2^64 two rounds leave less than 2 m.
    template <uint32_t m> RAND_BOTH static uint32_t modulo(uint64_t a) {
        constexpr uint64_t c = (uint64_t(1) << 32) - m;
        a = (a & 0xffffffff) + (a >> 32) * c;
        a = (a & 0xffffffff) + (a >> 32) * c;
        return uint32_t(a >= m ? a - m : a);
    }

    // 1 to m1.
    RAND_BOTH uint32_t next() {
        const uint32_t p = modulo<m1>(uint64_t(1403580) * x[1] + uint64_t(810728) * (m1 - x[0]));
        x[0] = x[1], x[1] = x[2], x[2] = p;
        const uint32_t q = modulo<m2>(uint64_t(527612) * y[2] + uint64_t(1370589) * (m2 - y[0]));
        y[0] = y[1], y[1] = y[2], y[2] = q;
        return p - q + (p <= q ? m1 : 0);
    }

    template <uint32_t m> RAND_BOTH static void multiply(const uint32_t *matrix, uint32_t *v) {
        uint32_t result[3];
        for (int i = 0; i < 3; i++) {
            uint64_t sum = 0;
            for (int k = 0; k < 3; k++) sum += modulo<m>(uint64_t(matrix[3 * i + k]) * v[k]);
            result[i] = modulo<m>(sum);
        }
        for (int i = 0; i < 3; i++) v[i] = result[i];
    }
    RAND_BOTH void jump(const uint32_t *matrices) {
        multiply<m1>(matrices, x);
        multiply<m2>(matrices + 9, y);
    }

    // A product with a seed modulo m as rocRAND has it, in two parts, which wrap where the seed is 2^49 or more.
    template <uint32_t m> static uint32_t times(uint32_t a, uint64_t seed) {
        return modulo<m>((uint64_t(modulo<m>((a >> 17) * seed)) << 17) + modulo<m>((a & 0x1ffff) * seed));
    }
    // rocRAND's way from a seed to six numbers, with no seed 0.
    static Mrg32k3a seeded(uint64_t seed) {
        if (seed == 0) seed = default_seed;
        const uint32_t low = uint32_t(seed) ^ 0x55555555, high = uint32_t(seed >> 32) ^ 0xaaaaaaaa;
        return {{times<m1>(low, seed), times<m1>(high, seed), times<m1>(low, seed)}, {times<m2>(high, seed), times<m2>(low, seed), times<m2>(high, seed)}};
    }
    void skip(uint64_t steps) {
        for (int k = 0; k < 64; k++)
            if (steps >> k & 1) jump(power(k));
    }
    // The matrices of 2^k steps.
    static const uint32_t *power(int k);
};

}  // namespace rng
