// generator.hip: making, setting and destroying generators.
//
// The second half is called by programs; alive, status_of, missing, upload and clear by other files of this folder.
#include "generator.h"

#include <mutex>
#include <new>
#include <set>
#include <string>

#include "../blas/say_once.h"
#include "poisson.h"

namespace rng {

hiprandStatus_t status_of(hipError_t error) {
    switch (error) {
        case hipSuccess: return HIPRAND_STATUS_SUCCESS;
        case hipErrorOutOfMemory: return HIPRAND_STATUS_ALLOCATION_FAILED;
        default: return HIPRAND_STATUS_LAUNCH_FAILURE;
    }
}

hiprandStatus_t missing(const char *what) {
    blas::say_once(std::string("hiprand: ") + what + " is not implemented");
    return HIPRAND_STATUS_NOT_IMPLEMENTED;
}

// A stream of its own: the generator's may be being captured, and no copy into new memory has to wait for anything.
template <class Work> static hiprandStatus_t at_once(Work work) {
    const Uncaptured uncaptured;
    hipStream_t own;
    RAND_TRY(status_of(hipStreamCreateWithFlags(&own, hipStreamNonBlocking)));
    hiprandStatus_t result = work(own);
    if (result == HIPRAND_STATUS_SUCCESS) result = status_of(hipStreamSynchronize(own));
    (void)hipStreamDestroy(own);
    return result;
}
hiprandStatus_t upload(void *to, const void *from, size_t bytes) {
    return at_once([=](hipStream_t own) { return status_of(hipMemcpyAsync(to, from, bytes, hipMemcpyHostToDevice, own)); });
}
hiprandStatus_t clear(void *memory, size_t bytes) {
    return at_once([=](hipStream_t own) { return status_of(hipMemsetAsync(memory, 0, bytes, own)); });
}

// Those that exist. Never destroyed: exit handlers may call functions.
static std::mutex lock;
static std::set<Generator *> &all() {
    static std::set<Generator *> *const set = new std::set<Generator *>;
    return *set;
}
Generator *alive(hiprandGenerator_t handle) {
    const std::lock_guard<std::mutex> guard(lock);
    Generator *const generator = reinterpret_cast<Generator *>(handle);
    return all().count(generator) ? generator : nullptr;
}

Generator::Generator(hiprandRngType_t type, bool on_host, uint64_t seed) : type(type), on_host(on_host), seed(seed), tables(new PoissonTables(on_host)) {}
Generator::~Generator() = default;

bool Generator::has_order(hiprandOrdering_t order) const {
    return order == HIPRAND_ORDERING_PSEUDO_BEST || order == HIPRAND_ORDERING_PSEUDO_DEFAULT || order == HIPRAND_ORDERING_PSEUDO_LEGACY ||
           (order == HIPRAND_ORDERING_PSEUDO_DYNAMIC && !on_host) || (order == HIPRAND_ORDERING_PSEUDO_SEEDED && type == HIPRAND_RNG_PSEUDO_XORWOW);
}

bool Generator::is_capturing() const {
    hipStreamCaptureStatus status;
    return !on_host && hipStreamIsCapturing(stream, &status) == hipSuccess && status == hipStreamCaptureStatusActive;
}

hiprandStatus_t Generator::poisson(unsigned *out, size_t n, double lambda) {
    if (lambda > largest_table_lambda) return generate({Kind::poisson, out, n, lambda, 0, {}});
    Table table;
    RAND_TRY(tables->find(lambda, is_capturing(), table));
    return generate({Kind::discrete, out, n, lambda, 0, table});
}

hiprandStatus_t begin(Generator &generator) {
    if (generator.seeded) return HIPRAND_STATUS_SUCCESS;
    if (generator.is_capturing()) {
        RAND_TRY(generator.replace());
        RAND_TRY(at_once([&](hipStream_t own) { return generator.start(own); }));
    } else {
        RAND_TRY(generator.start(generator.stream));
    }
    generator.seeded = true;
    return HIPRAND_STATUS_SUCCESS;
}

static hiprandStatus_t create(hiprandGenerator_t *handle, hiprandRngType_t type, bool on_host) {
    if (!handle) return HIPRAND_STATUS_OUT_OF_RANGE;
    Generator *made = nullptr;
    switch (type) {
        case HIPRAND_RNG_PSEUDO_DEFAULT:
        case HIPRAND_RNG_PSEUDO_XORWOW: made = new_xorwow(HIPRAND_RNG_PSEUDO_XORWOW, on_host); break;
        case HIPRAND_RNG_PSEUDO_MRG32K3A: made = new_mrg32k3a(type, on_host); break;
        case HIPRAND_RNG_PSEUDO_PHILOX4_32_10: made = new_philox(type, on_host); break;
        case HIPRAND_RNG_PSEUDO_MT19937: made = new_mt19937(type, on_host); break;
        case HIPRAND_RNG_PSEUDO_MTGP32: return missing("HIPRAND_RNG_PSEUDO_MTGP32");
        case HIPRAND_RNG_QUASI_DEFAULT:
        case HIPRAND_RNG_QUASI_SOBOL32:
        case HIPRAND_RNG_QUASI_SOBOL64: made = new_sobol(type, on_host); break;
        case HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL32: return missing("HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL32");
        case HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL64: return missing("HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL64");
        default: return HIPRAND_STATUS_TYPE_ERROR;
    }
    std::unique_ptr<Generator> owned(made);
    if (!owned) return HIPRAND_STATUS_ALLOCATION_FAILED;
    int device;
    if (!on_host && hipGetDevice(&device) != hipSuccess) return HIPRAND_STATUS_INITIALIZATION_FAILED;
    RAND_TRY(owned->allocate());
    const std::lock_guard<std::mutex> guard(lock);
    all().insert(owned.get());
    *handle = reinterpret_cast<hiprandGenerator_t>(owned.release());
    return HIPRAND_STATUS_SUCCESS;
}

}  // namespace rng

using rng::Generator;

hiprandStatus_t hiprandCreateGenerator(hiprandGenerator_t *generator, hiprandRngType_t rng_type) { return rng::create(generator, rng_type, false); }
hiprandStatus_t hiprandCreateGeneratorHost(hiprandGenerator_t *generator, hiprandRngType_t rng_type) { return rng::create(generator, rng_type, true); }

hiprandStatus_t hiprandDestroyGenerator(hiprandGenerator_t handle) {
    Generator *const generator = rng::alive(handle);
    if (!generator) return HIPRAND_STATUS_NOT_INITIALIZED;
    {
        const std::lock_guard<std::mutex> guard(rng::lock);
        rng::all().erase(generator);
    }
    delete generator;
    return HIPRAND_STATUS_SUCCESS;
}

#define RAND_GENERATOR(handle)                        \
    Generator *const generator = rng::alive(handle); \
    if (!generator) return HIPRAND_STATUS_NOT_INITIALIZED

hiprandStatus_t hiprandGenerateSeeds(hiprandGenerator_t handle) {
    RAND_GENERATOR(handle);
    return rng::begin(*generator);
}

hiprandStatus_t hiprandSetStream(hiprandGenerator_t handle, hipStream_t stream) {
    RAND_GENERATOR(handle);
    generator->stream = stream;
    return HIPRAND_STATUS_SUCCESS;
}

hiprandStatus_t hiprandSetPseudoRandomGeneratorSeed(hiprandGenerator_t handle, unsigned long long seed) {
    RAND_GENERATOR(handle);
    if (generator->is_quasi()) return HIPRAND_STATUS_TYPE_ERROR;  // "if the generator is a quasi random number generator"
    generator->seed = seed;
    generator->seeded = false;
    return HIPRAND_STATUS_SUCCESS;
}

hiprandStatus_t hiprandSetGeneratorOffset(hiprandGenerator_t handle, unsigned long long offset) {
    RAND_GENERATOR(handle);
    // "HIPRAND_STATUS_TYPE_ERROR if generator's type is HIPRAND_RNG_PSEUDO_MTGP32 or HIPRAND_RNG_PSEUDO_MT19937".
    if (!generator->has_offset()) return HIPRAND_STATUS_TYPE_ERROR;
    generator->offset = offset;
    generator->seeded = false;
    return HIPRAND_STATUS_SUCCESS;
}

// Every order is the default one: it is fast, and the best of them.
hiprandStatus_t hiprandSetGeneratorOrdering(hiprandGenerator_t handle, hiprandOrdering_t order) {
    RAND_GENERATOR(handle);
    const int number = order;
    if ((number < HIPRAND_ORDERING_PSEUDO_BEST || number > HIPRAND_ORDERING_PSEUDO_DYNAMIC) && number != HIPRAND_ORDERING_QUASI_DEFAULT)
        return HIPRAND_STATUS_TYPE_ERROR;
    if (!generator->has_order(order)) return HIPRAND_STATUS_OUT_OF_RANGE;
    generator->seeded = false;
    return HIPRAND_STATUS_SUCCESS;
}

hiprandStatus_t hiprandSetQuasiRandomGeneratorDimensions(hiprandGenerator_t handle, unsigned dimensions) {
    RAND_GENERATOR(handle);
    return generator->set_dimensions(dimensions);
}

hiprandStatus_t hiprandGetVersion(int *version) {
    if (!version) return HIPRAND_STATUS_OUT_OF_RANGE;
    *version = 400000;  // "the version number of the underlying cuRAND or rocRAND library": ROCm 7.0's
    return HIPRAND_STATUS_SUCCESS;
}
