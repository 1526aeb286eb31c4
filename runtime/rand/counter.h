// counter.h: generators whose draws are a function of a position: blocks of `width` of them, one for each value of a counter. Every thread makes its
// numbers from scratch, a block's worth at a time.
//
// An engine has `block(index)`, and a `subsequence`, of which there are others than 0 in graphs alone. Used by philox.hip and threefry.hip.
#pragma once

#include "put.h"

namespace rng {

template <class W, int count> struct DrawsOf {
    W word[count];
};

constexpr unsigned counter_block = 256, most_counter_blocks = 4096;

// A block's number of draws from a position on.
template <class E> RAND_BOTH auto draws_at(const E &engine, uint64_t position) {
    constexpr int width = E::width;
    const auto first = engine.block(position / width);
    const unsigned skipped = unsigned(position % width);
    if (skipped == 0) return first;
    const auto second = engine.block(position / width + 1);
    auto result = first;
    // Constant indices, so that words stay in registers.
    for (int i = 0; i < width; i++) {
        const auto word = [&](int k) { return k < width ? first.word[k & (width - 1)] : second.word[k & (width - 1)]; };
        result.word[i] = skipped == 1 ? word(i + 1) : skipped == 2 ? word(i + 2) : word(i + 3);
    }
    return result;
}

// The numbers that come of a block's draws.
template <class E, class D> struct BlockNumbers {
    static constexpr int groups = E::width / D::in, count = groups * D::out;
    E engine;
    uint64_t position;
    typename D::Out *out;
    size_t n;
    bool aligned;
    D distribution;

    RAND_BOTH void make(size_t index) const {
        const auto draws = draws_at(engine, position + E::width * index);
        Pack<typename D::Out, count> pack;
        for (int i = 0; i < groups; i++) distribution(draws.word + i * D::in, pack.numbers + i * D::out);
        put(out, index, n, aligned, pack);
    }
    RAND_BOTH size_t blocks() const { return divide_up(n, count); }
};

// `replays`, in a graph, counts how often this launch has run before: each time has a subsequence of its own.
template <class E, class D> __global__ void make_numbers(BlockNumbers<E, D> work, const uint64_t *replays) {
    if (replays) work.engine.subsequence = *replays;
    const size_t step = size_t(gridDim.x) * blockDim.x;
    for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < work.blocks(); i += step) work.make(i);
}
template <class Counter> __global__ void count_replay(Counter *replays) { ++*replays; }

template <class E> class CounterGenerator : public Generator {
public:
    CounterGenerator(rocrand_rng_type type, bool on_host) : Generator(type, on_host, 0) {}
    ~CounterGenerator() override {
        if (replays) (void)hipFree(replays);
    }
    bool has_long_words() const override { return sizeof(Draw<typename E::Source>) == 8; }
    rocrand_status start(hipStream_t) override {
        position = offset;
        return ROCRAND_STATUS_SUCCESS;
    }
    rocrand_status generate(const Request &request) override {
        return with_distribution<typename E::Source>(request, [&](auto distribution) { return run(request, distribution); });
    }

private:
    static constexpr unsigned most_captured = 512;
    uint64_t position = 0;
    uint64_t *replays = nullptr;  // a counter for each captured call, which share them when there are too many
    unsigned captured = 0;

    template <class D> rocrand_status run(const Request &request, const D &distribution) {
        using Work = BlockNumbers<E, D>;
        typename D::Out *const out = static_cast<typename D::Out *>(request.out);
        const Work work = {E::seeded(seed), position, out, request.n, is_aligned<typename D::Out, Work::count>(out), distribution};
        if (on_host) {
            for (size_t i = 0; i < work.blocks(); i++) work.make(i);
        } else {
            uint64_t *counter = nullptr;
            if (is_capturing()) RAND_TRY(take_counter(counter));
            const dim3 blocks = blocks_of(std::min(work.blocks(), size_t(counter_block) * most_counter_blocks), counter_block);
            RAND_TRY(launch(stream, make_numbers<E, D>, blocks, counter_block, work, static_cast<const uint64_t *>(counter)));
            if (counter) RAND_TRY(launch(stream, count_replay<uint64_t>, dim3(1), 1, counter));
        }
        position += divide_up(request.n, D::out) * D::in;
        return ROCRAND_STATUS_SUCCESS;
    }

    rocrand_status take_counter(uint64_t *&counter) {
        if (!replays) {
            const Uncaptured uncaptured;
            RAND_TRY(status_of(hipMalloc(reinterpret_cast<void **>(&replays), most_captured * sizeof(uint64_t))));
            RAND_TRY(clear(replays, most_captured * sizeof(uint64_t)));
        }
        counter = &replays[captured++ % most_captured];
        return ROCRAND_STATUS_SUCCESS;
    }
};

}  // namespace rng
