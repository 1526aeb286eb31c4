// xorwow_powers.h: the matrices of XORWOW's jumps.
//
// Used by xorwow.hip, and by MIOpen's dropout (runtime/miopen/dropout_states.h), whose states are XORWOW's.
#pragma once

#include <vector>

#include "xorwow.h"

namespace rng {

// All powers that anybody asks for, each the square of the one before: 10 ms of work, done at the first use.
inline std::vector<uint32_t> make_powers() {
    constexpr int size = Xorwow::jump_words;
    std::vector<uint32_t> powers(size_t(Xorwow::stream_bits + 17) * size);
    for (int bit = 0; bit < Xorwow::bits; bit++) {
        Xorwow one = {};
        one.x[bit / 32] = 1u << bit % 32;
        one.next();
        for (int k = 0; k < 5; k++) powers[bit * 5 + k] = one.x[k];
    }
    for (size_t at = size; at < powers.size(); at += size)
        for (int bit = 0; bit < Xorwow::bits; bit++) {
            const uint32_t *const before = &powers[at - size];
            Xorwow column = {};
            for (int k = 0; k < 5; k++) column.x[k] = before[bit * 5 + k];
            column.jump(before);
            for (int k = 0; k < 5; k++) powers[at + bit * 5 + k] = column.x[k];
        }
    return powers;
}

inline const uint32_t *Xorwow::power(int k) {
    static const std::vector<uint32_t> &powers = *new std::vector<uint32_t>(make_powers());  // never destroyed: exit handlers may call functions
    return &powers[size_t(k) * jump_words];
}

}  // namespace rng
