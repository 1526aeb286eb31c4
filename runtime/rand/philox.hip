// philox.hip: Philox's generator. Its state is a position, so every thread makes its numbers from scratch, four words at a time.
//
// new_philox is called by generator.hip.
#include "philox.h"

#include "put.h"

namespace rng {

constexpr unsigned block = 256, most_blocks = 4096;

// The numbers that come of four words.
template <class D> struct FourWords {
    static constexpr int groups = 4 / D::in, count = groups * D::out;
    Philox generator;
    uint64_t position;
    typename D::Out *out;
    size_t n;
    bool aligned;
    D distribution;

    RAND_BOTH void make(size_t index) const {
        const Quad quad = generator.at(position + 4 * index);
        Pack<typename D::Out, count> pack;
        for (int i = 0; i < groups; i++) distribution(quad.word + i * D::in, pack.numbers + i * D::out);
        put(out, index, n, aligned, pack);
    }
    RAND_BOTH size_t quads() const { return divide_up(n, count); }
};

// `replays`, in a graph, counts how often this launch has run before: each time has a subsequence of its own.
template <class D> __global__ void make_numbers(FourWords<D> work, const uint64_t *replays) {
    if (replays) work.generator.subsequence = *replays;
    const size_t step = size_t(gridDim.x) * blockDim.x;
    for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < work.quads(); i += step) work.make(i);
}
static __global__ void count_replay(uint64_t *replays) { ++*replays; }

class PhiloxGenerator : public Generator {
public:
    PhiloxGenerator(hiprandRngType_t type, bool on_host) : Generator(type, on_host, 0) {}
    ~PhiloxGenerator() override {
        if (replays) (void)hipFree(replays);
    }
    hiprandStatus_t start(hipStream_t) override {
        position = offset;
        return HIPRAND_STATUS_SUCCESS;
    }
    hiprandStatus_t generate(const Request &request) override {
        return with_distribution<Bits>(request, [&](auto distribution) { return run(request, distribution); });
    }

private:
    static constexpr unsigned most_captured = 512;
    uint64_t position = 0;
    uint64_t *replays = nullptr;  // a counter for each captured call, which share them when there are too many
    unsigned captured = 0;

    template <class D> hiprandStatus_t run(const Request &request, const D &distribution) {
        using Work = FourWords<D>;
        typename D::Out *const out = static_cast<typename D::Out *>(request.out);
        const Work work = {{seed, 0}, position, out, request.n, is_aligned<typename D::Out, Work::count>(out), distribution};
        if (on_host) {
            for (size_t i = 0; i < work.quads(); i++) work.make(i);
        } else {
            uint64_t *counter = nullptr;
            if (is_capturing()) RAND_TRY(take_counter(counter));
            const dim3 blocks = blocks_of(std::min(work.quads(), size_t(block) * most_blocks), block);
            RAND_TRY(launch(stream, make_numbers<D>, blocks, block, work, static_cast<const uint64_t *>(counter)));
            if (counter) RAND_TRY(launch(stream, count_replay, dim3(1), 1, counter));
        }
        position += divide_up(request.n, D::out) * D::in;
        return HIPRAND_STATUS_SUCCESS;
    }

    hiprandStatus_t take_counter(uint64_t *&counter) {
        if (!replays) {
            const Uncaptured uncaptured;
            RAND_TRY(status_of(hipMalloc(reinterpret_cast<void **>(&replays), most_captured * sizeof(uint64_t))));
            RAND_TRY(clear(replays, most_captured * sizeof(uint64_t)));
        }
        counter = &replays[captured++ % most_captured];
        return HIPRAND_STATUS_SUCCESS;
    }
};

Generator *new_philox(hiprandRngType_t type, bool on_host) { return new (std::nothrow) PhiloxGenerator(type, on_host); }

}  // namespace rng
