// mt19937.h: Matsumoto and Nishimura's Mersenne Twister (1998): each word comes of three words 624, 623 and 227 before it.
//
// A window is 624 words that follow each other, of which the first is the next one to be given; what is given is a word tempered. Used by
// mt19937.hip.
#pragma once

#include "generator.h"

namespace rng {

constexpr int window = 624, lag = 397;

RAND_BOTH uint32_t twisted(uint32_t first, uint32_t second, uint32_t middle) {
    const uint32_t mixed = (first & 0x80000000) | (second & 0x7fffffff);
    return middle ^ (mixed >> 1) ^ (second & 1 ? 0x9908b0df : 0);
}
RAND_BOTH uint32_t tempered(uint32_t x) {
    x ^= x >> 11;
    x ^= x << 7 & 0x9d2c5680;
    x ^= x << 15 & 0xefc60000;
    return x ^ x >> 18;
}

// On the host.
struct Mt19937 {
    std::vector<uint32_t> words;
    int at = 0;

    // The authors' initialisations of 2002: by a number, which is std::mt19937's (its default is 5489, here for 0 too), or by two.
    explicit Mt19937(uint64_t seed) : words(window) {
        const bool is_long = seed >> 32;
        words[0] = is_long ? 19650218 : seed ? uint32_t(seed) : 5489;
        for (int i = 1; i < window; i++) words[i] = 1812433253 * (words[i - 1] ^ words[i - 1] >> 30) + i;
        if (is_long) mix({uint32_t(seed), uint32_t(seed >> 32)});
        for (int i = 0; i < window; i++) next();
    }
    uint32_t next() {
        uint32_t &word = words[at];
        const uint32_t result = tempered(word);
        const int following = at + 1 < window ? at + 1 : 0, middle = at + lag < window ? at + lag : at + lag - window;
        word = twisted(word, words[following], words[middle]);
        at = following;
        return result;
    }

private:
    void mix(const std::vector<uint32_t> &key) {
        int i = 1;
        const auto before = [&] { return words[i - 1] ^ words[i - 1] >> 30; };
        const auto advance = [&] {
            if (++i >= window) words[0] = words[window - 1], i = 1;
        };
        for (int k = 0; k < window; k++) {
            const size_t j = k % key.size();
            words[i] = (words[i] ^ before() * 1664525) + key[j] + uint32_t(j);
            advance();
        }
        for (int k = 0; k < window - 1; k++) {
            words[i] = (words[i] ^ before() * 1566083941) - i;
            advance();
        }
        words[0] = 0x80000000;
    }
};

constexpr int degree = 19937;

// The exponents of t^(2^k) modulo the characteristic polynomial: word j of the window that is 2^k words further on is the sum of words j + e, for
// these e, of the words from here on (Haramoto and others, Efficient Jump Ahead for F2-Linear Random Number Generators, 2008).
std::vector<uint16_t> jump_exponents(int k);

}  // namespace rng
