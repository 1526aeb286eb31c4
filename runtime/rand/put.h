// put.h: storing what a distribution made at once, in one piece where the memory allows.
//
// Used by the kinds of generators.
#pragma once

#include "distributions.h"

namespace rng {

template <class T, int count> bool is_aligned(const T *out) { return reinterpret_cast<uintptr_t>(out) % alignof(Pack<T, count>) == 0; }

// Numbers of group `group`; the last group's may end at n.
template <class T, int count> RAND_BOTH void put(T *out, size_t group, size_t n, bool aligned, const Pack<T, count> &pack) {
    const size_t begin = group * count;
    if (aligned && begin + count <= n) {
        reinterpret_cast<Pack<T, count> *>(out)[group] = pack;
        return;
    }
    for (int i = 0; i < count; i++)
        if (begin + i < n) out[begin + i] = pack.numbers[i];
}

}  // namespace rng
