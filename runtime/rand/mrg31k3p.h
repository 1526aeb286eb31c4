// mrg31k3p.h: L'Ecuyer and Touzin's MRG31k3p (Fast Combined Multiple Recursive Generators with Multipliers of the Form a = +-2^q +-2^r, 2000): the
// difference of two recurrences of order 3 modulo primes below 2^31.
//
// Streams of 2^72 numbers each begin where matrices lead, as MRG32k3a's. Used by mrg31k3p.hip.
#pragma once

#include "residues.h"

namespace rng {

struct Mrg31k3p : Recurrences<Mrg31k3p> {
    static constexpr uint32_t m1 = 2147483647, m2 = 2147462579;
    using Source = ResiduesTo<m1>;
    static constexpr int stream_bits = 72;

    RAND_BOTH static uint32_t modulo1(uint64_t a) { return modulo_near_power<31, 1, 2>(a); }
    RAND_BOTH static uint32_t modulo2(uint64_t a) { return modulo_near_power<31, 21069, 3>(a); }

    // 1 to m1.
    RAND_BOTH uint32_t next() {
        const uint32_t p = modulo1((uint64_t(x[1]) << 22) + (uint64_t(x[0]) << 7) + x[0]);
        x[0] = x[1], x[1] = x[2], x[2] = p;
        const uint32_t q = modulo2((uint64_t(y[2]) << 15) + (uint64_t(y[0]) << 15) + y[0]);
        y[0] = y[1], y[1] = y[2], y[2] = q;
        return p - q + (p <= q ? m1 : 0);
    }

    // rocRAND's way from a seed to six numbers, with no seed 0; products wrap.
    static Mrg31k3p seeded(uint64_t seed) {
        if (seed == 0) seed = default_seed;
        const uint64_t low = (uint32_t(seed) ^ 0x55555555) * seed, high = (uint32_t(seed >> 32) ^ 0xaaaaaaaa) * seed;
        return {{{uint32_t(low % m1), uint32_t(high % m1), uint32_t(low % m1)}, {uint32_t(high % m2), uint32_t(low % m2), uint32_t(high % m2)}}};
    }
    static const uint32_t *power(int k);
};

}  // namespace rng
