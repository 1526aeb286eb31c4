// threefry.hip: Threefry's four generators.
//
// new_threefry is called by generator.hip.
#include "threefry.h"

namespace rng {

Generator *new_threefry(rocrand_rng_type type, bool on_host) {
    switch (type) {
        case ROCRAND_RNG_PSEUDO_THREEFRY2_32_20: return new (std::nothrow) CounterGenerator<Threefry<uint32_t, 2>>(type, on_host);
        case ROCRAND_RNG_PSEUDO_THREEFRY2_64_20: return new (std::nothrow) CounterGenerator<Threefry<uint64_t, 2>>(type, on_host);
        case ROCRAND_RNG_PSEUDO_THREEFRY4_32_20: return new (std::nothrow) CounterGenerator<Threefry<uint32_t, 4>>(type, on_host);
        default: return new (std::nothrow) CounterGenerator<Threefry<uint64_t, 4>>(type, on_host);
    }
}

}  // namespace rng
