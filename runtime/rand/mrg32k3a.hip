// mrg32k3a.hip: MRG32k3a's generator, and the matrices of its jumps.
//
// new_mrg32k3a is called by generator.hip.
#include "mrg32k3a.h"
#include "streams.h"

namespace rng {

const uint32_t *Mrg32k3a::power(int k) {
    static const uint32_t step[jump_words] = {0, 1, 0, 0, 0, 1, m1 - 810728,  1403580, 0,
                                              0, 1, 0, 0, 0, 1, m2 - 1370589, 0,       527612};
    // Never destroyed: exit handlers may call functions.
    static const std::vector<uint32_t> &powers = *new std::vector<uint32_t>(powers_of<Mrg32k3a>(step, stream_bits + 17));
    return &powers[size_t(k) * jump_words];
}

Generator *new_mrg32k3a(rocrand_rng_type type, bool on_host) { return new (std::nothrow) Streams<Mrg32k3a>(type, on_host); }

}  // namespace rng
