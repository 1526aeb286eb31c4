// generator.h: what a generator is to the functions of hiprand.h, and what they ask it for.
//
// Used by every file of this folder. `xorwow.hip`, `mrg32k3a.hip`, `philox.hip`, `mt19937.hip` and `sobol.hip` have one kind of
// generator each.
#pragma once

#include <hip/hip_runtime.h>
#include <hiprand/hiprand.h>

#include <cstdint>
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
    const hiprandRngType_t type;
    const bool on_host;
    hipStream_t stream = nullptr;
    uint64_t seed, offset = 0;
    bool seeded = false;  // the state is that of `seed` and `offset`, or behind it

    Generator(hiprandRngType_t type, bool on_host, uint64_t seed);
    virtual ~Generator();
    Generator(const Generator &) = delete;

    // Memory for a state, so that generating needs none.
    virtual hiprandStatus_t allocate() { return HIPRAND_STATUS_SUCCESS; }
    // Makes the state of `seed` and `offset`, on a stream.
    virtual hiprandStatus_t start(hipStream_t stream) = 0;
    // New memory for a state, as earlier work may be using the old one, which stays as long as the generator.
    virtual hiprandStatus_t replace() { return allocate(); }
    virtual hiprandStatus_t generate(const Request &request) = 0;
    virtual bool has_offset() const { return true; }
    virtual bool is_quasi() const { return false; }
    virtual unsigned dimensions() const { return 1; }
    virtual hiprandStatus_t set_dimensions(unsigned) { return HIPRAND_STATUS_TYPE_ERROR; }
    virtual bool has_order(hiprandOrdering_t order) const;

    hiprandStatus_t poisson(unsigned *out, size_t n, double lambda);

    // Whether the stream is being captured into a graph.
    bool is_capturing() const;

private:
    std::unique_ptr<PoissonTables> tables;
};

// Constructors of the kinds.
Generator *new_xorwow(hiprandRngType_t type, bool on_host);
Generator *new_mrg32k3a(hiprandRngType_t type, bool on_host);
Generator *new_philox(hiprandRngType_t type, bool on_host);
Generator *new_mt19937(hiprandRngType_t type, bool on_host);
Generator *new_sobol(hiprandRngType_t type, bool on_host);

// Behind a handle; null if it was destroyed or never made.
Generator *alive(hiprandGenerator_t handle);

// Makes the first state, unless it was made. Not in a graph: its launches go on from it.
hiprandStatus_t begin(Generator &generator);

// At once, outside of any graph.
hiprandStatus_t upload(void *to, const void *from, size_t bytes);
hiprandStatus_t clear(void *memory, size_t bytes);

// HIP's errors of launches and copies.
hiprandStatus_t status_of(hipError_t error);

// Says once, on stderr, that `what` is not there.
hiprandStatus_t missing(const char *what);

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
hiprandStatus_t launch(hipStream_t stream, void (*kernel)(Params...), dim3 blocks, unsigned threads, Args... args) {
    return [&](Params... converted) {
        void *pointers[] = {&converted...};
        return status_of(hipLaunchKernel(reinterpret_cast<const void *>(kernel), blocks, dim3(threads), pointers, 0, stream));
    }(args...);
}

#define RAND_TRY(call)                                                                              \
    do {                                                                                            \
        if (const hiprandStatus_t status = (call); status != HIPRAND_STATUS_SUCCESS) return status; \
    } while (false)

}  // namespace rng
