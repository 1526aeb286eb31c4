// threefry.h: Threefry of 20 rounds (Salmon and others, Parallel Random Numbers: As Easy as 1, 2, 3, 2011): a counter of two or four words of 32 or 64
// bits, mixed with a key by sums, rotations and exclusive ors.
//
// Used by threefry.hip.
#pragma once

#include <type_traits>

#include "counter.h"

namespace rng {

// Random123's rotations of a round; of four words each half has one.
RAND_BOTH constexpr int rotation(bool is_long, bool is_four, int round, int half) {
    constexpr int two[2][8] = {{13, 15, 26, 6, 17, 29, 16, 24}, {16, 42, 12, 31, 16, 32, 24, 21}};
    constexpr int four[2][8][2] = {{{10, 26}, {11, 21}, {13, 27}, {23, 5}, {6, 20}, {17, 11}, {25, 10}, {18, 20}},
                                   {{14, 16}, {52, 57}, {23, 40}, {5, 37}, {25, 33}, {46, 12}, {58, 22}, {32, 32}}};
    return is_four ? four[is_long][round % 8][half] : two[is_long][round % 8];
}

// Of words a and b: the sum, and b turned.
template <class W> RAND_BOTH void mix(W &a, W &b, int bits) {
    a += b;
    b = (b << bits | b >> (8 * sizeof(W) - bits)) ^ a;
}

template <class W, int width> RAND_BOTH DrawsOf<W, width> threefry(DrawsOf<W, width> x, const DrawsOf<W, width> &key) {
    W keys[width + 1];
    keys[width] = sizeof(W) == 8 ? W(0x1bd11bdaa9fc1a22) : W(0x1bd11bda);
    for (int i = 0; i < width; i++) {
        keys[i] = key.word[i];
        keys[width] ^= key.word[i];
        x.word[i] += key.word[i];
    }
#pragma unroll
    for (int round = 0; round < 20; round++) {
        if constexpr (width == 2) {
            mix(x.word[0], x.word[1], rotation(sizeof(W) == 8, false, round, 0));
        } else {
            // rocRAND's pairs, which change places every second round; Random123's change every round.
            mix(x.word[0], x.word[round & 2 ? 3 : 1], rotation(sizeof(W) == 8, true, round, 0));
            mix(x.word[2], x.word[round & 2 ? 1 : 3], rotation(sizeof(W) == 8, true, round, 1));
        }
        if (round % 4 == 3) {
            const int turn = round / 4 + 1;
            for (int i = 0; i < width; i++) x.word[i] += keys[(turn + i) % (width + 1)];
            x.word[width - 1] += turn;
        }
    }
    return x;
}

template <class W, int count> struct Threefry {
    using Source = std::conditional_t<sizeof(W) == 8, LongBits, std::conditional_t<count == 2, BitsOfTwo, Bits>>;
    using Block = DrawsOf<W, count>;
    static constexpr int width = count;
    Block key;
    uint64_t subsequence;

    // rocRAND's: each word of the key is the seed's bits from a place on.
    static Threefry seeded(uint64_t seed) {
        Threefry made = {};
        for (int i = 0; i < count; i++) made.key.word[i] = W(seed >> (count == 2 ? 32 : 16) * i);
        return made;
    }
    RAND_BOTH Block block(uint64_t index) const {
        Block counter = {};
        counter.word[0] = W(index);
        if constexpr (sizeof(W) == 4) counter.word[1] = W(index >> 32);
        if constexpr (count == 4) {
            counter.word[2] = W(subsequence);
            if constexpr (sizeof(W) == 4) counter.word[3] = W(subsequence >> 32);
        } else {
            counter.word[1] += W(subsequence);
        }
        return threefry(counter, key);
    }
};

}  // namespace rng
