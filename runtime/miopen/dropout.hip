// dropout.hip: dropout, forwards and backwards, and the states of its generator.
//
// Called by programs and rnn_*.hip. Masks are MIOpen's: element i's is drawn by the generator i modulo their number, whose states calls leave as they are, so that
// each call draws the same until the program sets the descriptor again.
#include "dropout.h"

#include "dropout_states.h"
#include "tensor_ops.h"

namespace dnn {

constexpr size_t states_bytes = state_count * sizeof(State);

template <class W> __device__ static W scale_of(float rate) { return rate < 1 ? W(1) / (W(1) - W(rate)) : W(0); }

// All threads draw, each from its state: there are as many as the elements have, rounded up to blocks, or as there are states. Without states all is kept.
template <class W> __global__ void draw_elements(View x, View y, uint32_t count, uint8_t *mask, const State *states, float rate) {
    const W scale = scale_of<W>(rate);
    rng::Xorwow engine = {};
    if (states) engine = states[blockIdx.x * threads + threadIdx.x].engine();
    DNN_EACH(i, count) {
        const Index at(y, i);
        const bool keeps = !states || rng::Bits::single(engine.next()) > rate;
        if (mask) mask[i] = keeps;
        y.set<W>(y.place(at), keeps ? x.get<W>(x.place(at)) * scale : W(0));
    }
}

template <class W> __global__ void drop_elements(View x, View y, uint32_t count, const uint8_t *mask, float rate) {
    const W scale = scale_of<W>(rate);
    DNN_EACH(i, count) {
        const Index at(y, i);
        y.set<W>(y.place(at), mask[i] ? x.get<W>(x.place(at)) * scale : W(0));
    }
}

template <class W> __global__ void drop_elements_backward(View dy, View dx, uint32_t count, const uint8_t *mask, float rate) {
    const W scale = scale_of<W>(rate);
    DNN_EACH(i, count) {
        const Index at(dx, i);
        dx.set<W>(dx.place(at), mask[i] ? dy.get<W>(dy.place(at)) * scale : W(0));
    }
}

miopenStatus_t drop(Handle &handle, const Dropout &dropout, View x, View y, uint8_t *mask, bool is_given) {
    flatten(y, x);
    const uint32_t count = count_of(y);
    if (is_given) {
        if (!mask) return miopenStatusBadParm;
        return DNN_BY_WIDTH(is_wide(y.type), launch(handle, drop_elements<Work>, blocks_for(count), dim3(threads), x, y, count, mask, dropout.rate));
    }
    const uint32_t blocks = std::min(uint32_t(divide_up(count, threads)), state_count / threads);
    if (dropout.rate > 0 && (!dropout.states || dropout.states_size < blocks * threads * sizeof(State))) return miopenStatusBadParm;
    const State *const states = dropout.rate > 0 ? static_cast<const State *>(dropout.states) : nullptr;
    return DNN_BY_WIDTH(is_wide(y.type), launch(handle, draw_elements<Work>, dim3(blocks), dim3(threads), x, y, count, mask, states, dropout.rate));
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
        // The descriptor keeps them, as a graph that is being captured reads them later.
        std::vector<State> &seeded = static_cast<Dropout *>(dropoutDesc)->seeded;
        seeded = seeded_states(seed, std::min<size_t>(stateSizeInBytes / sizeof(State), state_count));
        return status_of(hipMemcpyAsync(states, seeded.data(), seeded.size() * sizeof(State), hipMemcpyHostToDevice, h.stream));
    });
}
miopenStatus_t miopenRestoreDropoutDescriptor(miopenDropoutDescriptor_t dropoutDesc, miopenHandle_t handle, float dropout, void *states, size_t stateSizeInBytes,
                                              unsigned long long seed, bool use_mask, bool state_evo, miopenRNGType_t rng_mode) {
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
