// dropout.h: dropout as recurrent networks use it between their layers.
#pragma once

#include "elements.h"

namespace dnn {

struct State;

struct Dropout : miopenDropoutDescriptor {
    float rate = 0;
    void *states = nullptr;
    size_t states_size = 0;
    unsigned long long seed = 0;
    bool uses_mask = false, evolves = false;
    miopenRNGType_t generator = MIOPEN_RNG_PSEUDO_XORWOW;
    std::vector<State> seeded;  // what the states were set to
};

// y = x where the mask keeps it, scaled, else 0. The mask, a byte an element, is drawn unless it is given; without one nothing is kept of it.
miopenStatus_t drop(Handle &handle, const Dropout &dropout, View x, View y, uint8_t *mask, bool is_given);
miopenStatus_t drop_backward(Handle &handle, const Dropout &dropout, View dy, View dx, const uint8_t *mask);

}  // namespace dnn
