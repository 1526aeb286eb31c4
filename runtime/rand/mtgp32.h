// mtgp32.h: Saito's MTGP32 (A Variant of Mersenne Twister Suitable for Graphic Processors, 2010), of period 2^11213 - 1: many generators with parameters
// of their own. A block makes 256 words of one at once, one each thread.
//
// A window is 351 words that follow each other. Used by mtgp32.hip.
#pragma once

#include "distributions.h"
#include "mtgp32_numbers.h"

namespace rng::mtgp {

constexpr int window = 351, ring = 1024, block = 256;
constexpr unsigned generators = sizeof(mtgp_numbers) / sizeof(*mtgp_numbers);

// What the lowest four bits of a word choose.
RAND_BOTH uint32_t chosen(uint32_t word, const uint32_t *of) {
    uint32_t sum = 0;
    for (int bit = 0; bit < 4; bit++) sum ^= -(word >> bit & 1) & of[bit];
    return sum;
}

// The word behind a window whose first one is words[at], in a ring; what is given of it goes to `given`.
RAND_BOTH uint32_t next(const uint32_t *words, unsigned at, const MtgpNumbers &numbers, uint32_t &given) {
    uint32_t x = (words[at % ring] & 0xfff80000) ^ words[(at + 1) % ring];
    x ^= x << numbers.left;
    const uint32_t y = x ^ words[(at + numbers.place) % ring] >> numbers.right, word = y ^ chosen(y, numbers.recurrence);
    uint32_t t = words[(at + numbers.place - 1) % ring];
    t ^= t >> 16;
    t ^= t >> 8;
    given = word ^ chosen(t, numbers.tempering);
    return word;
}

// A generator's first window, of a seed.
inline void seed_window(uint32_t *words, const MtgpNumbers &numbers, uint32_t seed) {
    const uint32_t hidden = numbers.recurrence[2] ^ numbers.recurrence[3] << 16;
    uint32_t sum = hidden;
    sum += sum >> 16;
    sum += sum >> 8;
    for (int i = 0; i < window; i++) words[i] = (sum & 0xff) * 0x01010101;
    words[0] = seed, words[1] = hidden;
    for (int i = 1; i < window; i++) words[i] ^= 1812433253 * (words[i - 1] ^ words[i - 1] >> 30) + i;
}

}  // namespace rng::mtgp
