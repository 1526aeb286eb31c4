// generator.h: what a generator is to the functions of rocrand.h, and what they ask it for.
//
// Used by every file of this folder. `xorwow.hip`, `mrg31k3p.hip`, `mrg32k3a.hip`, `lfsr113.hip`, `philox.hip`, `threefry.hip`, `mt19937.hip`, `mtgp32.hip`
// and `sobol.hip` have a kind of generator each. hipRAND (the folder hiprand) is a library of its own, which calls rocrand.h's functions.
#pragma once

#include <hip/hip_runtime.h>
#include <rocrand/rocrand.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#define RAND_BOTH __host__ __device__ __forceinline__

namespace rng {

// An entry of Walker's table: a draw that falls on it gives its own index if the rest of the draw is below the threshold, else the alias.
struct Entry {
    uint32_t threshold, alias;
};

// A discrete distribution. `entries` lies where the generator's numbers do.
struct Table {
    const Entry *entries;
    const double *sums;  // of the probabilities up to each entry's
    uint32_t size, offset;
};

// What numbers: the type of each, and how it is distributed.
enum class Kind { long_word, word, short_word, byte, half, single, real, normal, normal_real, normal_half, log, log_real, log_half, discrete, poisson };

struct Request {
    Kind kind;
    void *out;
    size_t n;
    double mean, stddev;  // of normal distributions, or of the logarithm; the mean is also Poisson's
    Table table;          // Kind::discrete's
};

class PoissonTables;

class Generator {
public:
    const rocrand_rng_type type;
    const bool on_host;
    bool in_stream = false;  // on the host: numbers are made in the stream's order, by a thread of HIP's
    hipStream_t stream = nullptr;
    uint64_t seed, offset = 0;
    bool seeded = false;  // the state is that of `seed` and `offset`, or behind it

    Generator(rocrand_rng_type type, bool on_host, uint64_t seed);
    virtual ~Generator();
    Generator(const Generator &) = delete;

    // Memory for a state, so that generating needs none.
    virtual rocrand_status allocate() { return ROCRAND_STATUS_SUCCESS; }
    // Makes the state of `seed` and `offset`, on a stream.
    virtual rocrand_status start(hipStream_t stream) = 0;
    // New memory for a state, as earlier work may be using the old one, which stays as long as the generator.
    virtual rocrand_status replace() { return allocate(); }
    virtual rocrand_status generate(const Request &request) = 0;
    virtual bool has_offset() const { return true; }
    virtual bool has_long_words() const { return false; }
    virtual bool is_quasi() const { return false; }
    virtual void set_seed(uint64_t number) { seed = number; }
    // LFSR113's four words.
    virtual rocrand_status set_seed(uint4) { return ROCRAND_STATUS_TYPE_ERROR; }
    virtual unsigned dimensions() const { return 1; }
    virtual rocrand_status set_dimensions(unsigned) { return ROCRAND_STATUS_TYPE_ERROR; }
    virtual bool has_order(rocrand_ordering order) const;

    rocrand_status poisson(unsigned *out, size_t n, double lambda);

    // Whether the stream is being captured into a graph.
    bool is_capturing() const;

    // Does `work`, which asks this generator for numbers: at once, or as the stream's order has it.
    rocrand_status in_order(std::function<rocrand_status()> work);
    // Waits for what in_order has left to the stream, so that settings may change.
    rocrand_status settle() const;

private:
    std::unique_ptr<PoissonTables> tables;
    std::vector<std::unique_ptr<std::function<rocrand_status()>>> graph_jobs;  // graphs may run them whenever they like
};

// Constructors of the kinds.
Generator *new_xorwow(rocrand_rng_type type, bool on_host);
Generator *new_mrg31k3p(rocrand_rng_type type, bool on_host);
Generator *new_mrg32k3a(rocrand_rng_type type, bool on_host);
Generator *new_lfsr113(rocrand_rng_type type, bool on_host);
Generator *new_philox(rocrand_rng_type type, bool on_host);
Generator *new_threefry(rocrand_rng_type type, bool on_host);
Generator *new_mt19937(rocrand_rng_type type, bool on_host);
Generator *new_mtgp32(rocrand_rng_type type, bool on_host);
Generator *new_sobol(rocrand_rng_type type, bool on_host);

// Behind a handle; null if it was destroyed or never made.
Generator *alive(rocrand_generator handle);

// Makes the first state, unless it was made. Not in a graph: its launches go on from it.
rocrand_status begin(Generator &generator);

// At once, outside of any graph.
rocrand_status upload(void *to, const void *from, size_t bytes);
rocrand_status clear(void *memory, size_t bytes);

// HIP's errors of launches and copies.
rocrand_status status_of(hipError_t error);

// Work that belongs in no graph though the stream may be captured: memory, and what is done once. While it lives the thread may do such work.
class Uncaptured {
public:
    Uncaptured() { (void)hipThreadExchangeStreamCaptureMode(&mode); }
    ~Uncaptured() { (void)hipThreadExchangeStreamCaptureMode(&mode); }

private:
    hipStreamCaptureMode mode = hipStreamCaptureModeRelaxed;
};

// A grid of one dimension.
inline dim3 blocks_of(size_t count, unsigned threads) { return dim3(unsigned((count + threads - 1) / threads)); }

constexpr size_t divide_up(size_t a, size_t b) { return (a + b - 1) / b; }

template <class... Params, class... Args>
rocrand_status launch(hipStream_t stream, void (*kernel)(Params...), dim3 blocks, unsigned threads, Args... args) {
    return [&](Params... converted) {
        void *pointers[] = {&converted...};
        return status_of(hipLaunchKernel(reinterpret_cast<const void *>(kernel), blocks, dim3(threads), pointers, 0, stream));
    }(args...);
}

#define RAND_TRY(call)                                                                              \
    do {                                                                                            \
        if (const rocrand_status status = (call); status != ROCRAND_STATUS_SUCCESS) return status; \
    } while (false)

}  // namespace rng
