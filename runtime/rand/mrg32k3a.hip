// mrg32k3a.hip: MRG32k3a's generator, and the matrices of its jumps.
//
// new_mrg32k3a is called by generator.hip.
#include "mrg32k3a.h"
#include "streams.h"

namespace rng {

// A matrix's columns are multiplied by it.
template <uint32_t m> static void square(const uint32_t *from, uint32_t *to) {
    for (int column = 0; column < 3; column++) {
        uint32_t v[3] = {from[column], from[3 + column], from[6 + column]};
        Mrg32k3a::multiply<m>(from, v);
        for (int row = 0; row < 3; row++) to[3 * row + column] = v[row];
    }
}

static std::vector<uint32_t> make_powers() {
    constexpr int size = Mrg32k3a::jump_words;
    const uint32_t step[size] = {0, 1, 0, 0, 0, 1, Mrg32k3a::m1 - 810728,  1403580, 0,
                                 0, 1, 0, 0, 0, 1, Mrg32k3a::m2 - 1370589, 0,       527612};
    std::vector<uint32_t> powers(step, step + size);
    powers.resize(size_t(Mrg32k3a::stream_bits + 17) * size);
    for (size_t at = size; at < powers.size(); at += size) {
        square<Mrg32k3a::m1>(&powers[at - size], &powers[at]);
        square<Mrg32k3a::m2>(&powers[at - size] + 9, &powers[at] + 9);
    }
    return powers;
}

const uint32_t *Mrg32k3a::power(int k) {
    static const std::vector<uint32_t> &powers = *new std::vector<uint32_t>(make_powers());  // never destroyed: exit handlers may call functions
    return &powers[size_t(k) * jump_words];
}

Generator *new_mrg32k3a(hiprandRngType_t type, bool on_host) { return new (std::nothrow) Streams<Mrg32k3a>(type, on_host); }

}  // namespace rng
