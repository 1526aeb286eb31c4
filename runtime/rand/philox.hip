// philox.hip: Philox's generator.
//
// new_philox is called by generator.hip.
#include "philox.h"

namespace rng {

Generator *new_philox(rocrand_rng_type type, bool on_host) { return new (std::nothrow) CounterGenerator<Philox>(type, on_host); }

}  // namespace rng
