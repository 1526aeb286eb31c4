// xorwow.h: Marsaglia's XORWOW (Xorshift RNGs, 2003): an xorshift generator of 160 bits, to whose words a counter's are added.
//
// A step is linear over bits but for the counter, so that 2^k steps are a matrix, and streams of 2^67 numbers each begin where such matrices lead.
// Used by xorwow_powers.h.
#pragma once

#include "distributions.h"

namespace rng {

struct Xorwow {
    using Source = Bits;
    static constexpr int words = 6, bits = 160, jump_words = bits * 5;
    static constexpr int stream_bits = 67;
    static constexpr uint64_t default_seed = 0;
    uint32_t x[5], counter;

    RAND_BOTH uint32_t next() {
        const uint32_t t = x[0] ^ (x[0] >> 2);
        x[0] = x[1], x[1] = x[2], x[2] = x[3], x[3] = x[4];
        x[4] = x[4] ^ (x[4] << 4) ^ t ^ (t << 1);
        counter += 362437;
        return x[4] + counter;
    }

    // Goes a power of two of steps, given what becomes of each bit. The counter is as before: it is the same after 2^32 steps, and a whole stream has more.
    RAND_BOTH void jump(const uint32_t *matrix) {
        uint32_t sum[5] = {};
        for (int word = 0; word < 5; word++) {
            const uint32_t value = x[word];
            // Not 160 times the same code, which drivers take seconds to compile.
#pragma clang loop unroll(disable)
            for (int bit = 0; bit < 32; bit++) {
                const uint32_t mask = -(value >> bit & 1);
                for (int k = 0; k < 5; k++) sum[k] ^= mask & matrix[(word * 32 + bit) * 5 + k];
            }
        }
        for (int k = 0; k < 5; k++) x[k] = sum[k];
    }

    // Marsaglia's first state, changed by the seed as rocRAND does.
    static Xorwow seeded(uint64_t seed) {
        const uint32_t low = (uint32_t(seed) ^ 0x2c7f967f) * 1228688033, high = (uint32_t(seed >> 32) ^ 0xa03697cb) * 2073658381;
        return {{123456789 + low, 362436069 ^ low, 521288629 + high, 88675123 ^ high, 5783321 + low}, 6615241 + high + low};
    }
    void skip(uint64_t steps) {
        for (int k = 0; k < 64; k++)
            if (steps >> k & 1) jump(power(k));
        counter += uint32_t(steps) * 362437;
    }
    // The matrix of 2^k steps.
    static const uint32_t *power(int k);
};

}  // namespace rng
