// streams.h: a generator that is many of one kind, each at the start of a stream of its own, which take turns: the first group of numbers is of the
// first one, the next of the second.
//
// So do rocRAND's generators in their default order, with as many streams. A group is what a distribution makes at once; the first one of a call is of
// the stream behind that of the last one before. Used by xorwow.hip, mrg31k3p.hip, mrg32k3a.hip
// and lfsr113.hip.
#pragma once

#include "distributions.h"
#include "put.h"

namespace rng {

constexpr unsigned streams = 131072, block = 256;

// States lie word by word, so that neighbours read neighbours.
template <class Engine> RAND_BOTH Engine load(const uint32_t *states, unsigned stream) {
    union {
        Engine engine;
        uint32_t words[Engine::words];
    } state;
    for (int i = 0; i < Engine::words; i++) state.words[i] = states[i * streams + stream];
    return state.engine;
}
template <class Engine> RAND_BOTH void store(uint32_t *states, unsigned stream, const Engine &engine) {
    union {
        Engine engine;
        uint32_t words[Engine::words];
    } state = {engine};
    for (int i = 0; i < Engine::words; i++) states[i * streams + stream] = state.words[i];
}

template <class Engine> __global__ void first_stream(uint32_t *states, Engine engine) { store(states, 0, engine); }

// Of `have` streams makes as many more, which are that many streams further on.
template <class Engine> __global__ void more_streams(uint32_t *states, const uint32_t *jump, unsigned have) {
    const unsigned stream = blockIdx.x * blockDim.x + threadIdx.x;
    if (stream >= have) return;
    Engine engine = load<Engine>(states, stream);
    engine.jump(jump);
    store(states, stream + have, engine);
}

// An offset's remainder: streams before `end` have given one number.
template <class Engine> __global__ void step_streams(uint32_t *states, unsigned end) {
    const unsigned stream = blockIdx.x * blockDim.x + threadIdx.x;
    if (stream >= end) return;
    Engine engine = load<Engine>(states, stream);
    engine.next();
    store(states, stream, engine);
}

// What stream number `turn` of this call makes.
template <class Engine, class D>
RAND_BOTH void run_stream(uint32_t *states, unsigned first, unsigned turn, typename D::Out *out, size_t n, bool aligned, const D &distribution) {
    const size_t groups = divide_up(n, D::out);
    if (turn >= groups) return;
    const unsigned stream = (first + turn) % streams;
    Engine engine = load<Engine>(states, stream);
    for (size_t group = turn; group < groups; group += streams) {
        uint32_t draws[D::in];
        for (int i = 0; i < D::in; i++) draws[i] = engine.next();
        Pack<typename D::Out, D::out> pack;
        distribution(draws, pack.numbers);
        put(out, group, n, aligned, pack);
    }
    store(states, stream, engine);
}
template <class Engine, class D>
__global__ void run_streams(uint32_t *states, unsigned first, typename D::Out *out, size_t n, bool aligned, D distribution) {
    run_stream<Engine>(states, first, blockIdx.x * blockDim.x + threadIdx.x, out, n, aligned, distribution);
}

template <class Engine> class Streams : public Generator {
public:
    Streams(rocrand_rng_type type, bool on_host) : Generator(type, on_host, Engine::default_seed) {}
    ~Streams() override {
        for (uint32_t *const one : all) (void)hipFree(one);
    }

    rocrand_status allocate() override {
        if (on_host) {
            host.resize(state_words);
            return ROCRAND_STATUS_SUCCESS;
        }
        const Uncaptured uncaptured;
        RAND_TRY(status_of(hipMalloc(reinterpret_cast<void **>(&memory), (state_words + jumps * Engine::jump_words) * sizeof(uint32_t))));
        all.push_back(memory);
        return upload(memory + state_words, Engine::power(Engine::stream_bits), jumps * Engine::jump_words * sizeof(uint32_t));
    }

    rocrand_status start(hipStream_t on) override {
        Engine engine = first_engine();
        engine.skip(offset / streams);
        first = unsigned(offset % streams);
        if (on_host) return start_on_host(engine);
        RAND_TRY(launch(on, first_stream<Engine>, dim3(1), 1, memory, engine));
        for (int k = 0; k < jumps; k++) {
            const unsigned have = 1u << k;
            const uint32_t *const jump = memory + state_words + k * Engine::jump_words;
            RAND_TRY(launch(on, more_streams<Engine>, blocks_of(have, block), have < block ? have : block, memory, jump, have));
        }
        if (first > 0) RAND_TRY(launch(on, step_streams<Engine>, blocks_of(first, block), block, memory, first));
        return ROCRAND_STATUS_SUCCESS;
    }

    rocrand_status generate(const Request &request) override {
        return with_distribution<typename Engine::Source>(request, [&](auto distribution) { return run(request, distribution); });
    }

protected:
    // Of the seed, at the first number of the first stream.
    virtual Engine first_engine() const { return Engine::seeded(seed); }

private:
    static constexpr size_t state_words = size_t(Engine::words) * streams;
    static constexpr int jumps = 17;
    static_assert(1u << jumps == streams, "each jump doubles the streams");
    uint32_t *memory = nullptr;   // the states, and behind them the jumps
    std::vector<uint32_t *> all;  // also earlier ones
    std::vector<uint32_t> host;
    unsigned first = 0;           // whose turn it is

    rocrand_status start_on_host(const Engine &engine) {
        store(host.data(), 0, engine);
        for (int k = 0; k < jumps; k++)
            for (unsigned i = 0; i < 1u << k; i++) {
                Engine next = load<Engine>(host.data(), i);
                next.jump(Engine::power(Engine::stream_bits + k));
                store(host.data(), i + (1u << k), next);
            }
        for (unsigned i = 0; i < first; i++) {
            Engine next = load<Engine>(host.data(), i);
            next.next();
            store(host.data(), i, next);
        }
        return ROCRAND_STATUS_SUCCESS;
    }

    template <class D> rocrand_status run(const Request &request, const D &distribution) {
        typename D::Out *const out = static_cast<typename D::Out *>(request.out);
        const bool aligned = is_aligned<typename D::Out, D::out>(out);
        const size_t groups = divide_up(request.n, D::out), turns = groups < streams ? groups : streams;
        if (on_host) {
            for (unsigned turn = 0; turn < turns; turn++) run_stream<Engine>(host.data(), first, turn, out, request.n, aligned, distribution);
        } else {
            RAND_TRY(launch(stream, run_streams<Engine, D>, blocks_of(turns, block), block, memory, first, out, request.n, aligned, distribution));
        }
        first = unsigned((first + groups) % streams);
        return ROCRAND_STATUS_SUCCESS;
    }
};

}  // namespace rng
