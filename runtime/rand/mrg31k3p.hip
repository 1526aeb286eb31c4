// mrg31k3p.hip: MRG31k3p's generator, and the matrices of its jumps.
//
// new_mrg31k3p is called by generator.hip.
#include "mrg31k3p.h"
#include "streams.h"

namespace rng {

const uint32_t *Mrg31k3p::power(int k) {
    static const uint32_t step[jump_words] = {0, 1, 0, 0, 0, 1, 129, 1 << 22, 0, 0, 1, 0, 0, 0, 1, (1 << 15) + 1, 0, 1 << 15};
    // Never destroyed: exit handlers may call functions.
    static const std::vector<uint32_t> &powers = *new std::vector<uint32_t>(powers_of<Mrg31k3p>(step, stream_bits + 17));
    return &powers[size_t(k) * jump_words];
}

Generator *new_mrg31k3p(rocrand_rng_type type, bool on_host) { return new (std::nothrow) Streams<Mrg31k3p>(type, on_host); }

}  // namespace rng
