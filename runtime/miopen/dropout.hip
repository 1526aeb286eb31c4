// dropout.hip: dropout, forwards and backwards, and the states of its generator.
//
// Called by programs and rnn_*.hip. The generator is Philox: states hold its seed and how many calls have drawn from it, so that each draws others, whatever a graph
// or stream does. MIOpen's own draws are XORWOW's, whose masks differ.
#include "dropout.h"

#include "tensor_ops.h"

namespace dnn {

struct States {
    unsigned long long seed, calls;
};
constexpr size_t states_bytes = 256 * 64;  // all of a program's; ours need less

__global__ void seed_states(States *states, unsigned long long seed) { *states = {seed, 0}; }
__global__ void count_call(States *states) { states->calls++; }

// Ten rounds of Philox 4x32; the first of four words.
__device__ static uint32_t random_word(const States &states, uint32_t i) {
    uint32_t key[2] = {uint32_t(states.seed), uint32_t(states.seed >> 32)};
    uint32_t word[4] = {i, 0, uint32_t(states.calls), uint32_t(states.calls >> 32)};
    for (int round = 0; round < 10; round++) {
        const uint64_t a = uint64_t(0xd2511f53) * word[0], b = uint64_t(0xcd9e8d57) * word[2];
        const uint32_t next[4] = {uint32_t(b >> 32) ^ word[1] ^ key[0], uint32_t(b), uint32_t(a >> 32) ^ word[3] ^ key[1], uint32_t(a)};
        for (int w = 0; w < 4; w++) word[w] = next[w];
        key[0] += 0x9e3779b9, key[1] += 0xbb67ae85;
    }
    return word[0];
}

template <class W> __global__ void drop_elements(View x, View y, uint32_t count, uint8_t *mask, bool is_given, const States *states, float rate) {
    const W scale = rate < 1 ? W(1) / (W(1) - W(rate)) : W(0);
    DNN_EACH(i, count) {
        const Index at(y, i);
        bool keeps;
        if (is_given) keeps = mask[i];
        else {
            keeps = rate == 0 || (float(random_word(*states, i) >> 8) + 0.5f) * 0x1p-24f > rate;
            if (mask) mask[i] = keeps;
        }
        y.set<W>(y.place(at), keeps ? x.get<W>(x.place(at)) * scale : W(0));
    }
}

template <class W> __global__ void drop_elements_backward(View dy, View dx, uint32_t count, const uint8_t *mask, float rate) {
    const W scale = rate < 1 ? W(1) / (W(1) - W(rate)) : W(0);
    DNN_EACH(i, count) {
        const Index at(dx, i);
        dx.set<W>(dx.place(at), mask[i] ? dy.get<W>(dy.place(at)) * scale : W(0));
    }
}

miopenStatus_t drop(Handle &handle, const Dropout &dropout, View x, View y, uint8_t *mask, bool is_given) {
    if (is_given ? !mask : dropout.rate > 0 && !dropout.states) return miopenStatusBadParm;
    flatten(y, x);
    const uint32_t count = count_of(y);
    States *const states = static_cast<States *>(dropout.states);
    DNN_TRY(DNN_BY_WIDTH(is_wide(y.type), launch(handle, drop_elements<Work>, blocks_for(count), dim3(threads), x, y, count, mask, is_given, states, dropout.rate)));
    return is_given || dropout.rate == 0 ? miopenStatusSuccess : launch(handle, count_call, dim3(1), dim3(1), states);
}

miopenStatus_t drop_backward(Handle &handle, const Dropout &dropout, View dy, View dx, const uint8_t *mask) {
    flatten(dx, dy);
    const uint32_t count = count_of(dx);
    return DNN_BY_WIDTH(is_wide(dx.type), launch(handle, drop_elements_backward<Work>, blocks_for(count), dim3(threads), dy, dx, count, mask, dropout.rate));
}

static miopenStatus_t describe(miopenDropoutDescriptor_t to, miopenHandle_t handle, float rate, void *states, size_t size, unsigned long long seed, bool uses_mask,
                               bool evolves, miopenRNGType_t generator) {
    if (!to || !handle || !(rate >= 0 && rate <= 1) || generator != MIOPEN_RNG_PSEUDO_XORWOW) return miopenStatusBadParm;
    if (evolves) return missing("dropout", "the evolution of states");
    Dropout &dropout = *static_cast<Dropout *>(to);
    dropout.rate = rate, dropout.states = states, dropout.states_size = size, dropout.seed = seed, dropout.uses_mask = uses_mask;
    return miopenStatusSuccess;
}

// The mask is in the order of the elements, whatever their layout.
static miopenStatus_t check(miopenDropoutDescriptor_t dropout, miopenTensorDescriptor_t from, miopenTensorDescriptor_t to, const void *x, const void *y) {
    if (!dropout || any_null(from, to) || any_null(x, y)) return miopenStatusBadParm;
    if (of(from).lens != of(to).lens || of(from).type != of(to).type) return miopenStatusBadParm;
    return is_small(of(to)) && is_real(of(to).type) ? miopenStatusSuccess : missing("dropout", "a tensor of this type or size");
}

}  // namespace dnn

using namespace dnn;

miopenStatus_t miopenCreateDropoutDescriptor(miopenDropoutDescriptor_t *dropoutDesc) { return create<Dropout>(dropoutDesc); }
miopenStatus_t miopenDestroyDropoutDescriptor(miopenDropoutDescriptor_t dropoutDesc) { return destroy<Dropout>(dropoutDesc); }

miopenStatus_t miopenDropoutGetReserveSpaceSize(const miopenTensorDescriptor_t xDesc, size_t *reserveSpaceSizeInBytes) {
    if (!xDesc || !reserveSpaceSizeInBytes) return miopenStatusBadParm;
    *reserveSpaceSizeInBytes = of(xDesc).count();
    return miopenStatusSuccess;
}
miopenStatus_t miopenDropoutGetStatesSize(miopenHandle_t handle, size_t *stateSizeInBytes) {
    if (!handle || !stateSizeInBytes) return miopenStatusBadParm;
    *stateSizeInBytes = states_bytes;
    return miopenStatusSuccess;
}

miopenStatus_t miopenSetDropoutDescriptor(miopenDropoutDescriptor_t dropoutDesc, miopenHandle_t handle, float dropout, void *states, size_t stateSizeInBytes,
                                          unsigned long long seed, bool use_mask, bool state_evo, miopenRNGType_t rng_mode) {
    return with(handle, [&](Handle &h) {
        DNN_TRY(describe(dropoutDesc, handle, dropout, states, stateSizeInBytes, seed, use_mask, state_evo, rng_mode));
        if (!states) return miopenStatusSuccess;
        if (stateSizeInBytes < sizeof(States)) return miopenStatusBadParm;
        return launch(h, seed_states, dim3(1), dim3(1), static_cast<States *>(states), seed);
    });
}
miopenStatus_t miopenRestoreDropoutDescriptor(miopenDropoutDescriptor_t dropoutDesc, miopenHandle_t handle, float dropout, void *states, size_t stateSizeInBytes,
                                              unsigned long long seed, bool use_mask, bool state_evo, miopenRNGType_t rng_mode) {
    if (states && stateSizeInBytes < sizeof(States)) return miopenStatusBadParm;
    return describe(dropoutDesc, handle, dropout, states, stateSizeInBytes, seed, use_mask, state_evo, rng_mode);
}
miopenStatus_t miopenGetDropoutDescriptor(miopenDropoutDescriptor_t dropoutDesc, miopenHandle_t, float *dropout, void **states, unsigned long long *seed,
                                          bool *use_mask, bool *state_evo, miopenRNGType_t *rng_mode) {
    if (!dropoutDesc) return miopenStatusBadParm;
    const Dropout &ours = *static_cast<Dropout *>(dropoutDesc);
    put(dropout, ours.rate), put(states, ours.states), put(seed, ours.seed), put(use_mask, ours.uses_mask), put(state_evo, ours.evolves);
    put(rng_mode, ours.generator);
    return miopenStatusSuccess;
}

miopenStatus_t miopenDropoutForward(miopenHandle_t handle, const miopenDropoutDescriptor_t dropoutDesc, const miopenTensorDescriptor_t,
                                    const miopenTensorDescriptor_t xDesc, const void *x, const miopenTensorDescriptor_t yDesc, void *y, void *reserveSpace,
                                    size_t reserveSpaceSizeInBytes) {
    return with(handle, [&](Handle &h) {
        DNN_TRY(check(dropoutDesc, xDesc, yDesc, x, y));
        const Dropout &dropout = *static_cast<Dropout *>(dropoutDesc);
        if (reserveSpace ? reserveSpaceSizeInBytes < of(xDesc).count() : dropout.uses_mask) return miopenStatusBadParm;
        return drop(h, dropout, view(of(xDesc), x), view(of(yDesc), y), static_cast<uint8_t *>(reserveSpace), dropout.uses_mask);
    });
}

// Without a mask it is that of rate 0.
miopenStatus_t miopenDropoutBackward(miopenHandle_t handle, const miopenDropoutDescriptor_t dropoutDesc, const miopenTensorDescriptor_t,
                                     const miopenTensorDescriptor_t dyDesc, const void *dy, const miopenTensorDescriptor_t dxDesc, void *dx, void *reserveSpace,
                                     size_t reserveSpaceSizeInBytes) {
    return with(handle, [&](Handle &h) {
        DNN_TRY(check(dropoutDesc, dyDesc, dxDesc, dy, dx));
        const Dropout &dropout = *static_cast<Dropout *>(dropoutDesc);
        if (!reserveSpace || reserveSpaceSizeInBytes < of(dyDesc).count()) return miopenStatusBadParm;
        return drop_backward(h, dropout, view(of(dyDesc), dy), view(of(dxDesc), dx), static_cast<const uint8_t *>(reserveSpace));
    });
}
