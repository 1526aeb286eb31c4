// lfsr113.h: L'Ecuyer's LFSR113 (Tables of Maximally Equidistributed Combined LFSR Generators, 1999): four shift registers, whose exclusive or is given.
//
// A step is linear over bits, for each register by itself, so that 2^k steps are four matrices, and streams of 2^55 numbers each begin where such
// matrices lead. Used by lfsr113.hip.
#pragma once

#include "distributions.h"

namespace rng {

struct Lfsr113 {
    using Source = Bits;
    static constexpr int words = 4, jump_words = 4 * 32;
    static constexpr int stream_bits = 55;
    static constexpr uint64_t default_seed = 0;
    uint32_t z[4];

    RAND_BOTH uint32_t next() {
        z[0] = (z[0] & ~1u) << 18 ^ (z[0] << 6 ^ z[0]) >> 13;
        z[1] = (z[1] & ~7u) << 2 ^ (z[1] << 2 ^ z[1]) >> 27;
        z[2] = (z[2] & ~15u) << 7 ^ (z[2] << 13 ^ z[2]) >> 21;
        z[3] = (z[3] & ~127u) << 13 ^ (z[3] << 3 ^ z[3]) >> 12;
        return z[0] ^ z[1] ^ z[2] ^ z[3];
    }

    // Goes a power of two of steps, given what becomes of each bit of each register.
    RAND_BOTH void jump(const uint32_t *matrices) {
        for (int k = 0; k < 4; k++) {
            uint32_t sum = 0;
            const uint32_t value = z[k];
#pragma clang loop unroll(disable)
            for (int bit = 0; bit < 32; bit++) sum ^= -(value >> bit & 1) & matrices[32 * k + bit];
            z[k] = sum;
        }
    }
    // A register's lowest bits count for nothing, so that its seed has to have others: what is below the least such word has it added, as rocRAND does.
    void lift(int registers) {
        constexpr uint32_t least[4] = {2, 8, 16, 128};
        for (int k = 0; k < registers; k++) z[k] += z[k] < least[k] ? least[k] : 0;
    }
    // rocRAND's: overlapping parts of the number, of which it looks after the first two only.
    static Lfsr113 seeded(uint64_t seed) {
        Lfsr113 made = {{uint32_t(seed), uint32_t(seed >> 16), uint32_t(seed >> 32), uint32_t(seed >> 48)}};
        made.lift(2);
        return made;
    }
    void skip(uint64_t steps) {
        for (int k = 0; k < 64; k++)
            if (steps >> k & 1) jump(power(k));
    }
    // The matrices of 2^k steps.
    static const uint32_t *power(int k);
};

}  // namespace rng
