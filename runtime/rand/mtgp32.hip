// mtgp32.hip: MTGP32's generator: 200 of them side by side, which take turns with 256 groups of draws each.
//
// So do rocRAND's, but with other parameters. new_mtgp32 is called by generator.hip.
#include "mtgp32.h"

#include "put.h"

namespace rng {

using namespace mtgp;

// A block's groups: its `block` of each `generators * block`. Draws that a distribution takes together are `block` words from each other.
template <class D>
__global__ __launch_bounds__(block) void make_groups(uint32_t *windows, const MtgpNumbers *all, typename D::Out *out, size_t n, bool aligned, D distribution) {
    __shared__ uint32_t words[ring];
    const MtgpNumbers numbers = all[blockIdx.x];
    uint32_t *const own = windows + size_t(blockIdx.x) * window;
    for (int i = threadIdx.x; i < window; i += block) words[i] = own[i];
    __syncthreads();
    const size_t groups = (n + D::out - 1) / D::out;
    unsigned at = 0;
    for (size_t first = size_t(blockIdx.x) * block; first < groups; first += size_t(generators) * block) {
        uint32_t draws[D::in];
        for (int i = 0; i < D::in; i++, at += block) {
            const uint32_t word = next(words, at + threadIdx.x, numbers, draws[i]);
            // Nobody reads what is overwritten: a step reads 349 words from its first one on, and writes those from 351 on.
            words[(at + threadIdx.x + window) % ring] = word;
            __syncthreads();
        }
        if (first + threadIdx.x >= groups) continue;
        Pack<typename D::Out, D::out> pack;
        distribution(draws, pack.numbers);
        put(out, first + threadIdx.x, n, aligned, pack);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < window; i += block) own[i] = words[(at + i) % ring];
}

class Mtgp32Generator : public Generator {
public:
    Mtgp32Generator(rocrand_rng_type type, bool on_host) : Generator(type, on_host, 0) {}
    ~Mtgp32Generator() override {
        for (void *const one : all) (void)hipFree(one);
    }
    bool has_offset() const override { return false; }

    rocrand_status allocate() override {
        host.resize(generators * window);
        if (on_host) return ROCRAND_STATUS_SUCCESS;
        const Uncaptured uncaptured;
        RAND_TRY(status_of(hipMalloc(reinterpret_cast<void **>(&windows), window_bytes + sizeof mtgp_numbers)));
        all.push_back(windows);
        return upload(reinterpret_cast<char *>(windows) + window_bytes, mtgp_numbers, sizeof mtgp_numbers);
    }

    rocrand_status start(hipStream_t on) override {
        const uint32_t folded = uint32_t(seed ^ seed >> 32);
        for (unsigned i = 0; i < generators; i++) seed_window(&host[i * window], mtgp_numbers[i], folded + i + 1);
        if (on_host) return ROCRAND_STATUS_SUCCESS;
        return status_of(hipMemcpyAsync(windows, host.data(), window_bytes, hipMemcpyHostToDevice, on));
    }
    rocrand_status generate(const Request &request) override {
        return with_distribution<Bits>(request, [&](auto distribution) { return run(request, distribution); });
    }

private:
    static constexpr size_t window_bytes = generators * window * sizeof(uint32_t);
    uint32_t *windows = nullptr;  // and behind them the numbers
    std::vector<void *> all;      // also earlier ones
    std::vector<uint32_t> host;   // windows

    template <class D> rocrand_status run(const Request &request, const D &distribution) {
        typename D::Out *const out = static_cast<typename D::Out *>(request.out);
        const bool aligned = is_aligned<typename D::Out, D::out>(out);
        if (on_host) {
            for (unsigned i = 0; i < generators; i++) run_on_host(i, out, request.n, aligned, distribution);
            return ROCRAND_STATUS_SUCCESS;
        }
        const MtgpNumbers *const numbers = reinterpret_cast<const MtgpNumbers *>(reinterpret_cast<char *>(windows) + window_bytes);
        return launch(stream, make_groups<D>, dim3(generators), block, windows, numbers, out, request.n, aligned, distribution);
    }

    template <class D> void run_on_host(unsigned index, typename D::Out *out, size_t n, bool aligned, const D &distribution) {
        uint32_t words[ring], draws[block][D::in];
        std::copy_n(&host[index * window], window, words);
        const size_t groups = divide_up(n, D::out);
        unsigned at = 0;
        for (size_t first = size_t(index) * block; first < groups; first += size_t(generators) * block) {
            for (int i = 0; i < D::in; i++, at += block)
                for (unsigned thread = 0; thread < block; thread++)
                    words[(at + thread + window) % ring] = next(words, at + thread, mtgp_numbers[index], draws[thread][i]);
            for (unsigned thread = 0; thread < block && first + thread < groups; thread++) {
                Pack<typename D::Out, D::out> pack;
                distribution(draws[thread], pack.numbers);
                put(out, first + thread, n, aligned, pack);
            }
        }
        for (int i = 0; i < window; i++) host[index * window + i] = words[(at + i) % ring];
    }
};

Generator *new_mtgp32(rocrand_rng_type type, bool on_host) { return new (std::nothrow) Mtgp32Generator(type, on_host); }

}  // namespace rng
