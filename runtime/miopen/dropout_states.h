// dropout_states.h: the states of dropout's generators: XORWOW's, each 2^67 numbers from the next one, as rocRAND seeds them.
//
// Used by dropout.hip.
#pragma once

#include "../rand/xorwow_powers.h"

namespace dnn {

// As it lies in the program's memory, which MIOpen and rocRAND have in the same order.
struct State {
    uint32_t counter, x[5];

    __host__ __device__ rng::Xorwow engine() const { return {{x[0], x[1], x[2], x[3], x[4]}, counter}; }
};

// All that a program has, and the most threads that draw; fewer if there are fewer elements.
constexpr uint32_t state_count = 256 * 64;

// What becomes of each byte of a state in 2^67 steps: a state's jump is 20 of these, not 160 of the matrix' bits, as each Set makes 16384 of them.
class Jump {
    std::vector<uint32_t> parts;  // of byte 0 with value 0, 1, ...; of byte 1, ...

  public:
    Jump() : parts(20 * 256 * 5) {
        const uint32_t *const matrix = rng::Xorwow::power(rng::Xorwow::stream_bits);
        for (int byte = 0; byte < 20; byte++)
            for (int value = 0; value < 256; value++)
                for (int bit = 0; bit < 8; bit++)
                    if (value >> bit & 1)
                        for (int k = 0; k < 5; k++) parts[(byte * 256 + value) * 5 + k] ^= matrix[(byte * 8 + bit) * 5 + k];
    }
    // The counter is as before: it is the same after 2^32 steps.
    State next(const State &state) const {
        State result = {state.counter, {}};
        for (int byte = 0; byte < 20; byte++) {
            const uint32_t *const part = &parts[(byte * 256 + (state.x[byte / 4] >> byte % 4 * 8 & 255)) * 5];
            for (int k = 0; k < 5; k++) result.x[k] ^= part[k];
        }
        return result;
    }
};

inline std::vector<State> seeded_states(unsigned long long seed, size_t count) {
    static const Jump &jump = *new Jump;  // never destroyed: exit handlers may call functions
    const rng::Xorwow first = rng::Xorwow::seeded(seed);
    std::vector<State> states(count);
    for (size_t i = 0; i < count; i++)
        if (i == 0) states[i] = {first.counter, {first.x[0], first.x[1], first.x[2], first.x[3], first.x[4]}};
        else states[i] = jump.next(states[i - 1]);
    return states;
}

}  // namespace dnn
