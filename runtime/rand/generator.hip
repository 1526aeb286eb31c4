// generator.hip: making, setting and destroying generators.
//
// The second half is called by programs; alive, status_of, upload, clear and in_order by other files of this folder.
#include "generator.h"

#include <mutex>
#include <new>
#include <set>
#include <string>

#include "../blas/say_once.h"
#include "poisson.h"

namespace rng {

rocrand_status status_of(hipError_t error) {
    switch (error) {
        case hipSuccess: return ROCRAND_STATUS_SUCCESS;
        case hipErrorOutOfMemory: return ROCRAND_STATUS_ALLOCATION_FAILED;
        default: return ROCRAND_STATUS_LAUNCH_FAILURE;
    }
}

// A stream of its own: the generator's may be being captured, and no copy into new memory has to wait for anything.
template <class Work> static rocrand_status at_once(Work work) {
    const Uncaptured uncaptured;
    hipStream_t own;
    RAND_TRY(status_of(hipStreamCreateWithFlags(&own, hipStreamNonBlocking)));
    rocrand_status result = work(own);
    if (result == ROCRAND_STATUS_SUCCESS) result = status_of(hipStreamSynchronize(own));
    (void)hipStreamDestroy(own);
    return result;
}
rocrand_status upload(void *to, const void *from, size_t bytes) {
    return at_once([=](hipStream_t own) { return status_of(hipMemcpyAsync(to, from, bytes, hipMemcpyHostToDevice, own)); });
}
rocrand_status clear(void *memory, size_t bytes) {
    return at_once([=](hipStream_t own) { return status_of(hipMemsetAsync(memory, 0, bytes, own)); });
}

// Those that exist. Never destroyed: exit handlers may call functions.
static std::mutex lock;
static std::set<Generator *> &all() {
    static std::set<Generator *> *const set = new std::set<Generator *>;
    return *set;
}
Generator *alive(rocrand_generator handle) {
    const std::lock_guard<std::mutex> guard(lock);
    Generator *const generator = reinterpret_cast<Generator *>(handle);
    return all().count(generator) ? generator : nullptr;
}

Generator::Generator(rocrand_rng_type type, bool on_host, uint64_t seed)
    : type(type), on_host(on_host), seed(seed), tables(new PoissonTables(on_host)) {}
Generator::~Generator() = default;

bool Generator::has_order(rocrand_ordering order) const {
    switch (order) {
        case ROCRAND_ORDERING_PSEUDO_BEST:
        case ROCRAND_ORDERING_PSEUDO_DEFAULT:
        case ROCRAND_ORDERING_PSEUDO_LEGACY: return true;
        case ROCRAND_ORDERING_PSEUDO_DYNAMIC: return !on_host && type != ROCRAND_RNG_PSEUDO_MT19937;
        case ROCRAND_ORDERING_PSEUDO_SEEDED: return type == ROCRAND_RNG_PSEUDO_XORWOW;
        default: return false;
    }
}

bool Generator::is_capturing() const {
    hipStreamCaptureStatus status;
    return !on_host && hipStreamIsCapturing(stream, &status) == hipSuccess && status == hipStreamCaptureStatusActive;
}

rocrand_status Generator::poisson(unsigned *out, size_t n, double lambda) {
    if (lambda > largest_table_lambda) return generate({Kind::poisson, out, n, lambda, 0, {}});
    Table table;
    RAND_TRY(tables->find(lambda, is_capturing(), table));
    return generate({Kind::discrete, out, n, lambda, 0, table});
}

// Jobs are HIP's callbacks; one in a graph runs at each launch.
static void run_job(void *pointer) {
    const auto &job = *static_cast<std::function<rocrand_status()> *>(pointer);
    if (const rocrand_status status = job(); status != ROCRAND_STATUS_SUCCESS)
        blas::say_once("rocrand: numbers for a stream were not made on the host: status " + std::to_string(status));
}
static void run_job_once(void *pointer) {
    run_job(pointer);
    delete static_cast<std::function<rocrand_status()> *>(pointer);
}

rocrand_status Generator::in_order(std::function<rocrand_status()> work) {
    if (!in_stream) return work();
    auto job = std::make_unique<std::function<rocrand_status()>>(std::move(work));
    hipStreamCaptureStatus status;
    const bool in_graph = hipStreamIsCapturing(stream, &status) == hipSuccess && status == hipStreamCaptureStatusActive;
    RAND_TRY(status_of(hipLaunchHostFunc(stream, in_graph ? run_job : run_job_once, job.get())));
    if (in_graph) graph_jobs.push_back(std::move(job));
    else (void)job.release();
    return ROCRAND_STATUS_SUCCESS;
}

rocrand_status Generator::settle() const {
    if (!in_stream) return ROCRAND_STATUS_SUCCESS;
    hipStreamCaptureStatus status;
    if (hipStreamIsCapturing(stream, &status) != hipSuccess || status != hipStreamCaptureStatusNone) return ROCRAND_STATUS_SUCCESS;
    return status_of(hipStreamSynchronize(stream));
}

rocrand_status begin(Generator &generator) {
    if (generator.seeded) return ROCRAND_STATUS_SUCCESS;
    if (generator.is_capturing()) {
        RAND_TRY(generator.replace());
        RAND_TRY(at_once([&](hipStream_t own) { return generator.start(own); }));
    } else {
        RAND_TRY(generator.start(generator.stream));
    }
    generator.seeded = true;
    return ROCRAND_STATUS_SUCCESS;
}

static Generator *new_generator(rocrand_rng_type type, bool on_host) {
    switch (type) {
        case ROCRAND_RNG_PSEUDO_DEFAULT:
        case ROCRAND_RNG_PSEUDO_XORWOW: return new_xorwow(ROCRAND_RNG_PSEUDO_XORWOW, on_host);
        case ROCRAND_RNG_PSEUDO_MRG31K3P: return new_mrg31k3p(type, on_host);
        case ROCRAND_RNG_PSEUDO_MRG32K3A: return new_mrg32k3a(type, on_host);
        case ROCRAND_RNG_PSEUDO_LFSR113: return new_lfsr113(type, on_host);
        case ROCRAND_RNG_PSEUDO_PHILOX4_32_10: return new_philox(type, on_host);
        case ROCRAND_RNG_PSEUDO_THREEFRY2_32_20:
        case ROCRAND_RNG_PSEUDO_THREEFRY2_64_20:
        case ROCRAND_RNG_PSEUDO_THREEFRY4_32_20:
        case ROCRAND_RNG_PSEUDO_THREEFRY4_64_20: return new_threefry(type, on_host);
        case ROCRAND_RNG_PSEUDO_MT19937: return new_mt19937(type, on_host);
        case ROCRAND_RNG_PSEUDO_MTGP32: return new_mtgp32(type, on_host);
        case ROCRAND_RNG_QUASI_DEFAULT:
        case ROCRAND_RNG_QUASI_SOBOL32:
        case ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL32:
        case ROCRAND_RNG_QUASI_SOBOL64:
        case ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL64: return new_sobol(type, on_host);
        default: return nullptr;
    }
}

static bool is_type(rocrand_rng_type type) {
    const int number = type;
    return (number >= ROCRAND_RNG_PSEUDO_DEFAULT && number <= ROCRAND_RNG_PSEUDO_THREEFRY4_64_20) ||
           (number >= ROCRAND_RNG_QUASI_DEFAULT && number <= ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL64 && number != 503);
}

static rocrand_status create(rocrand_generator *handle, rocrand_rng_type type, bool on_host, bool in_stream) {
    if (!is_type(type)) return ROCRAND_STATUS_TYPE_ERROR;
    if (!handle) return ROCRAND_STATUS_OUT_OF_RANGE;
    std::unique_ptr<Generator> owned(new_generator(type, on_host));
    if (!owned) return ROCRAND_STATUS_ALLOCATION_FAILED;
    owned->in_stream = in_stream;
    int device;
    if (!on_host && hipGetDevice(&device) != hipSuccess) return ROCRAND_STATUS_INTERNAL_ERROR;
    RAND_TRY(owned->allocate());
    const std::lock_guard<std::mutex> guard(lock);
    all().insert(owned.get());
    *handle = reinterpret_cast<rocrand_generator>(owned.release());
    return ROCRAND_STATUS_SUCCESS;
}

}  // namespace rng

using rng::Generator;

rocrand_status rocrand_create_generator(rocrand_generator *generator, rocrand_rng_type rng_type) {
    return rng::create(generator, rng_type, false, false);
}
rocrand_status rocrand_create_generator_host(rocrand_generator *generator, rocrand_rng_type rng_type) {
    return rng::create(generator, rng_type, true, true);
}
rocrand_status rocrand_create_generator_host_blocking(rocrand_generator *generator, rocrand_rng_type rng_type) {
    return rng::create(generator, rng_type, true, false);
}

rocrand_status rocrand_destroy_generator(rocrand_generator handle) {
    Generator *const generator = rng::alive(handle);
    if (!generator) return ROCRAND_STATUS_NOT_CREATED;
    const rocrand_status status = generator->settle();
    {
        const std::lock_guard<std::mutex> guard(rng::lock);
        rng::all().erase(generator);
    }
    delete generator;
    return status;
}

#define RAND_GENERATOR(handle)                        \
    Generator *const generator = rng::alive(handle); \
    if (!generator) return ROCRAND_STATUS_NOT_CREATED

rocrand_status rocrand_initialize_generator(rocrand_generator handle) {
    RAND_GENERATOR(handle);
    return generator->in_order([=] { return rng::begin(*generator); });
}

rocrand_status rocrand_set_stream(rocrand_generator handle, hipStream_t stream) {
    RAND_GENERATOR(handle);
    RAND_TRY(generator->settle());
    generator->stream = stream;
    return ROCRAND_STATUS_SUCCESS;
}

// Of a quasi-random generator rocRAND takes a seed, too, and its tests set some.
rocrand_status rocrand_set_seed(rocrand_generator handle, unsigned long long seed) {
    RAND_GENERATOR(handle);
    if (generator->is_quasi()) return ROCRAND_STATUS_SUCCESS;
    RAND_TRY(generator->settle());
    generator->set_seed(seed);
    generator->seeded = false;
    return ROCRAND_STATUS_SUCCESS;
}

rocrand_status rocrand_set_seed_uint4(rocrand_generator handle, uint4 seed) {
    RAND_GENERATOR(handle);
    RAND_TRY(generator->settle());
    RAND_TRY(generator->set_seed(seed));
    generator->seeded = false;
    return ROCRAND_STATUS_SUCCESS;
}

rocrand_status rocrand_set_offset(rocrand_generator handle, unsigned long long offset) {
    RAND_GENERATOR(handle);
    if (!generator->has_offset()) return ROCRAND_STATUS_TYPE_ERROR;
    RAND_TRY(generator->settle());
    generator->offset = offset;
    generator->seeded = false;
    return ROCRAND_STATUS_SUCCESS;
}

// Every order is the default one: it is fast, and the best of them.
rocrand_status rocrand_set_ordering(rocrand_generator handle, rocrand_ordering order) {
    RAND_GENERATOR(handle);
    if (!generator->has_order(order)) return ROCRAND_STATUS_OUT_OF_RANGE;
    RAND_TRY(generator->settle());
    generator->seeded = false;
    return ROCRAND_STATUS_SUCCESS;
}

rocrand_status rocrand_set_quasi_random_generator_dimensions(rocrand_generator handle, unsigned dimensions) {
    RAND_GENERATOR(handle);
    RAND_TRY(generator->settle());
    return generator->set_dimensions(dimensions);
}

rocrand_status rocrand_get_version(int *version) {
    if (!version) return ROCRAND_STATUS_OUT_OF_RANGE;
    *version = ROCRAND_VERSION;
    return ROCRAND_STATUS_SUCCESS;
}
