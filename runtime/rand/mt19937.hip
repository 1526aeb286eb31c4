// mt19937.hip: the Mersenne Twister's generator. Its numbers are one sequence, std::mt19937's.
//
// new_mt19937 is called by generator.hip.
#include <cstring>
#include <map>

#include "mt19937_kernels.h"

namespace rng {

// A jump costs as much as 2^18 words on a GPU, which has many cores to win, and as many more on a CPU.
constexpr int least_piece_gpu = 18, least_piece_cpu = 22;
constexpr size_t most_pieces = 256;

class Mt19937Generator : public Generator {
public:
    Mt19937Generator(rocrand_rng_type type, bool on_host) : Generator(type, on_host, 0), host(0) {}
    ~Mt19937Generator() override {
        for (uint32_t *const one : all) (void)hipFree(one);
        for (const auto &one : jumps) (void)hipFree(one.second.exponents);
    }
    bool has_offset() const override { return false; }

    rocrand_status allocate() override {
        if (on_host) return ROCRAND_STATUS_SUCCESS;
        int device;
        char name[256];
        RAND_TRY(status_of(hipGetDevice(&device)));
        RAND_TRY(status_of(hipDeviceGetName(name, sizeof name, device)));
        // Mesa's, the one Vulkan driver of CPUs.
        least_piece = strncmp(name, "llvmpipe", 8) ? least_piece_gpu : least_piece_cpu;
        const Uncaptured uncaptured;
        RAND_TRY(status_of(hipMalloc(reinterpret_cast<void **>(&windows), (most_pieces + 1) * window * sizeof(uint32_t))));
        all.push_back(windows);
        return ROCRAND_STATUS_SUCCESS;
    }

    rocrand_status start(hipStream_t on) override {
        host = Mt19937(seed);
        if (on_host) return ROCRAND_STATUS_SUCCESS;
        return status_of(hipMemcpyAsync(windows, host.words.data(), window * sizeof(uint32_t), hipMemcpyHostToDevice, on));
    }
    rocrand_status generate(const Request &request) override {
        return with_distribution<Bits>(request, [&](auto distribution) { return run(request, distribution); });
    }

private:
    struct Jump {
        uint16_t *exponents;
        int count;
    };
    Mt19937 host;
    int least_piece = 0;
    uint32_t *windows = nullptr;  // the first is the state; behind all of them is the one that follows
    std::vector<uint32_t *> all;  // also earlier ones
    std::map<int, Jump> jumps;

    template <class D> rocrand_status run(const Request &request, const D &distribution) {
        using Out = typename D::Out;
        Out *const out = static_cast<Out *>(request.out);
        const bool aligned = is_aligned<Out, D::out>(out);
        const size_t groups = divide_up(request.n, D::out), draws = groups * D::in;
        if (on_host) {
            for (size_t group = 0; group < groups; group++) {
                uint32_t words[D::in];
                for (uint32_t &word : words) word = host.next();
                Pack<Out, D::out> pack;
                distribution(words, pack.numbers);
                put(out, group, request.n, aligned, pack);
            }
            return ROCRAND_STATUS_SUCCESS;
        }
        int k = least_piece;
        while (divide_up(draws, size_t(1) << k) > most_pieces) k++;
        const size_t piece = size_t(1) << k, pieces = divide_up(draws, piece);
        if (pieces > 1) RAND_TRY(make_windows(k, pieces));
        uint32_t *const next = windows + most_pieces * window;
        const uint32_t *const begin = windows;
        RAND_TRY(launch(stream, make_piece<D>, dim3(unsigned(pieces)), block, begin, next, piece, out, request.n, aligned, distribution));
        return status_of(hipMemcpyAsync(windows, next, window * sizeof(uint32_t), hipMemcpyDeviceToDevice, stream));
    }

    // Windows of pieces of 2^k words.
    rocrand_status make_windows(int k, size_t pieces) {
        uint32_t *words;
        size_t most = 1;  // windows that others are made of at once
        while (most * 2 < pieces) most *= 2;
        RAND_TRY(status_of(hipMallocAsync(reinterpret_cast<void **>(&words), most * expanded * sizeof(uint32_t), stream)));
        rocrand_status status = ROCRAND_STATUS_SUCCESS;
        for (size_t have = 1; have < pieces && status == ROCRAND_STATUS_SUCCESS; have *= 2, k++)
            status = more_windows(k, have, have < pieces - have ? have : pieces - have, words);
        (void)hipFreeAsync(words, stream);
        return status;
    }
    rocrand_status more_windows(int k, size_t have, size_t wanted, uint32_t *words) {
        const Jump *found = nullptr;
        RAND_TRY(find(k, found));
        uint32_t *const made = windows + have * window;
        RAND_TRY(status_of(hipMemsetAsync(made, 0, wanted * window * sizeof(uint32_t), stream)));
        RAND_TRY(launch(stream, expand, dim3(unsigned(wanted)), block, static_cast<const uint32_t *>(windows), words));
        return launch(stream, jump, dim3(jump_blocks, unsigned(wanted)), block, made, static_cast<const uint32_t *>(words),
                      static_cast<const uint16_t *>(found->exponents), found->count);
    }
    rocrand_status find(int k, const Jump *&found) {
        auto it = jumps.find(k);
        if (it == jumps.end()) {
            const std::vector<uint16_t> exponents = jump_exponents(k);
            const Uncaptured uncaptured;
            Jump made = {nullptr, int(exponents.size())};
            RAND_TRY(status_of(hipMalloc(reinterpret_cast<void **>(&made.exponents), exponents.size() * sizeof(uint16_t))));
            it = jumps.emplace(k, made).first;
            RAND_TRY(upload(made.exponents, exponents.data(), exponents.size() * sizeof(uint16_t)));
        }
        found = &it->second;
        return ROCRAND_STATUS_SUCCESS;
    }
};

Generator *new_mt19937(rocrand_rng_type type, bool on_host) { return new (std::nothrow) Mt19937Generator(type, on_host); }

}  // namespace rng
