// xorwow.hip: XORWOW's generator.
//
// new_xorwow is called by generator.hip.
#include "streams.h"
#include "xorwow_powers.h"

namespace rng {

Generator *new_xorwow(rocrand_rng_type type, bool on_host) { return new (std::nothrow) Streams<Xorwow>(type, on_host); }

}  // namespace rng
