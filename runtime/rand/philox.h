// philox.h: Philox4x32-10 (Salmon and others, Parallel Random Numbers: As Easy as 1, 2, 3, 2011): four words of a counter of 128 bits, scrambled by a key.
//
// Used by philox.hip.
#pragma once

#include "counter.h"

namespace rng {

using Quad = DrawsOf<uint32_t, 4>;

RAND_BOTH Quad philox(Quad counter, uint64_t key) {
    uint32_t k0 = uint32_t(key), k1 = uint32_t(key >> 32);
    for (int round = 0; round < 10; round++) {
        const uint64_t a = uint64_t(0xd2511f53) * counter.word[0], b = uint64_t(0xcd9e8d57) * counter.word[2];
        counter = {uint32_t(b >> 32) ^ counter.word[1] ^ k0, uint32_t(b), uint32_t(a >> 32) ^ counter.word[3] ^ k1, uint32_t(a)};
        k0 += 0x9e3779b9, k1 += 0xbb67ae85;
    }
    return counter;
}

// The sequence of a key and a subsequence: the words of one counter after the other.
struct Philox {
    using Source = Bits;
    static constexpr int width = 4;
    uint64_t key, subsequence;

    static Philox seeded(uint64_t seed) { return {seed, 0}; }
    RAND_BOTH Quad block(uint64_t index) const {
        return philox({uint32_t(index), uint32_t(index >> 32), uint32_t(subsequence), uint32_t(subsequence >> 32)}, key);
    }
};

}  // namespace rng
