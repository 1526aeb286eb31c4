// functions.hip: hipRAND's functions, each of which is rocRAND's in other words, as in ROCm.
//
// Called by programs. Made into a library of its own, libhiprand.so.1, which needs librocrand.so.1.
#include <hiprand/hiprand.h>
#include <rocrand/rocrand.h>

static hiprandStatus_t status_of(rocrand_status status) {
    switch (status) {
        case ROCRAND_STATUS_SUCCESS: return HIPRAND_STATUS_SUCCESS;
        case ROCRAND_STATUS_VERSION_MISMATCH: return HIPRAND_STATUS_VERSION_MISMATCH;
        case ROCRAND_STATUS_NOT_CREATED: return HIPRAND_STATUS_NOT_INITIALIZED;
        case ROCRAND_STATUS_ALLOCATION_FAILED: return HIPRAND_STATUS_ALLOCATION_FAILED;
        case ROCRAND_STATUS_TYPE_ERROR: return HIPRAND_STATUS_TYPE_ERROR;
        case ROCRAND_STATUS_OUT_OF_RANGE: return HIPRAND_STATUS_OUT_OF_RANGE;
        case ROCRAND_STATUS_LENGTH_NOT_MULTIPLE: return HIPRAND_STATUS_LENGTH_NOT_MULTIPLE;
        case ROCRAND_STATUS_DOUBLE_PRECISION_REQUIRED: return HIPRAND_STATUS_DOUBLE_PRECISION_REQUIRED;
        case ROCRAND_STATUS_LAUNCH_FAILURE: return HIPRAND_STATUS_LAUNCH_FAILURE;
        case ROCRAND_STATUS_INTERNAL_ERROR: break;
    }
    return HIPRAND_STATUS_INTERNAL_ERROR;
}

// No type of rocRAND's for one that is none of hipRAND's.
static rocrand_rng_type type_of(hiprandRngType_t type) {
    switch (type) {
        case HIPRAND_RNG_PSEUDO_DEFAULT: return ROCRAND_RNG_PSEUDO_DEFAULT;
        case HIPRAND_RNG_PSEUDO_XORWOW: return ROCRAND_RNG_PSEUDO_XORWOW;
        case HIPRAND_RNG_PSEUDO_MRG32K3A: return ROCRAND_RNG_PSEUDO_MRG32K3A;
        case HIPRAND_RNG_PSEUDO_MTGP32: return ROCRAND_RNG_PSEUDO_MTGP32;
        case HIPRAND_RNG_PSEUDO_MT19937: return ROCRAND_RNG_PSEUDO_MT19937;
        case HIPRAND_RNG_PSEUDO_PHILOX4_32_10: return ROCRAND_RNG_PSEUDO_PHILOX4_32_10;
        case HIPRAND_RNG_QUASI_DEFAULT: return ROCRAND_RNG_QUASI_DEFAULT;
        case HIPRAND_RNG_QUASI_SOBOL32: return ROCRAND_RNG_QUASI_SOBOL32;
        case HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL32: return ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL32;
        case HIPRAND_RNG_QUASI_SOBOL64: return ROCRAND_RNG_QUASI_SOBOL64;
        case HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL64: return ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL64;
        case HIPRAND_RNG_TEST: break;
    }
    return rocrand_rng_type(0);
}

static_assert(int(HIPRAND_ORDERING_PSEUDO_BEST) == ROCRAND_ORDERING_PSEUDO_BEST && int(HIPRAND_ORDERING_PSEUDO_DYNAMIC) == ROCRAND_ORDERING_PSEUDO_DYNAMIC &&
                  int(HIPRAND_ORDERING_QUASI_DEFAULT) == ROCRAND_ORDERING_QUASI_DEFAULT &&
                  int(HIPRAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6) == ROCRAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6,
              "orders and sets have the same numbers");

hiprandStatus_t hiprandCreateGenerator(hiprandGenerator_t *generator, hiprandRngType_t rng_type) {
    return status_of(rocrand_create_generator(generator, type_of(rng_type)));
}
hiprandStatus_t hiprandCreateGeneratorHost(hiprandGenerator_t *generator, hiprandRngType_t rng_type) {
    return status_of(rocrand_create_generator_host_blocking(generator, type_of(rng_type)));
}
hiprandStatus_t hiprandDestroyGenerator(hiprandGenerator_t generator) { return status_of(rocrand_destroy_generator(generator)); }

hiprandStatus_t hiprandGenerate(hiprandGenerator_t generator, unsigned *out, size_t n) { return status_of(rocrand_generate(generator, out, n)); }
hiprandStatus_t hiprandGenerateChar(hiprandGenerator_t generator, unsigned char *out, size_t n) { return status_of(rocrand_generate_char(generator, out, n)); }
hiprandStatus_t hiprandGenerateShort(hiprandGenerator_t generator, unsigned short *out, size_t n) {
    return status_of(rocrand_generate_short(generator, out, n));
}
hiprandStatus_t hiprandGenerateLongLong(hiprandGenerator_t generator, unsigned long long *out, size_t n) {
    return status_of(rocrand_generate_long_long(generator, out, n));
}
hiprandStatus_t hiprandGenerateUniform(hiprandGenerator_t generator, float *out, size_t n) { return status_of(rocrand_generate_uniform(generator, out, n)); }
hiprandStatus_t hiprandGenerateUniformDouble(hiprandGenerator_t generator, double *out, size_t n) {
    return status_of(rocrand_generate_uniform_double(generator, out, n));
}
hiprandStatus_t hiprandGenerateUniformHalf(hiprandGenerator_t generator, half *out, size_t n) {
    return status_of(rocrand_generate_uniform_half(generator, out, n));
}
hiprandStatus_t hiprandGenerateNormal(hiprandGenerator_t generator, float *out, size_t n, float mean, float stddev) {
    return status_of(rocrand_generate_normal(generator, out, n, mean, stddev));
}
hiprandStatus_t hiprandGenerateNormalDouble(hiprandGenerator_t generator, double *out, size_t n, double mean, double stddev) {
    return status_of(rocrand_generate_normal_double(generator, out, n, mean, stddev));
}
hiprandStatus_t hiprandGenerateNormalHalf(hiprandGenerator_t generator, half *out, size_t n, half mean, half stddev) {
    return status_of(rocrand_generate_normal_half(generator, out, n, mean, stddev));
}
hiprandStatus_t hiprandGenerateLogNormal(hiprandGenerator_t generator, float *out, size_t n, float mean, float stddev) {
    return status_of(rocrand_generate_log_normal(generator, out, n, mean, stddev));
}
hiprandStatus_t hiprandGenerateLogNormalDouble(hiprandGenerator_t generator, double *out, size_t n, double mean, double stddev) {
    return status_of(rocrand_generate_log_normal_double(generator, out, n, mean, stddev));
}
hiprandStatus_t hiprandGenerateLogNormalHalf(hiprandGenerator_t generator, half *out, size_t n, half mean, half stddev) {
    return status_of(rocrand_generate_log_normal_half(generator, out, n, mean, stddev));
}
hiprandStatus_t hiprandGeneratePoisson(hiprandGenerator_t generator, unsigned *out, size_t n, double lambda) {
    return status_of(rocrand_generate_poisson(generator, out, n, lambda));
}

hiprandStatus_t hiprandGenerateSeeds(hiprandGenerator_t generator) { return status_of(rocrand_initialize_generator(generator)); }
hiprandStatus_t hiprandSetStream(hiprandGenerator_t generator, hipStream_t stream) { return status_of(rocrand_set_stream(generator, stream)); }
hiprandStatus_t hiprandSetPseudoRandomGeneratorSeed(hiprandGenerator_t generator, unsigned long long seed) {
    return status_of(rocrand_set_seed(generator, seed));
}
hiprandStatus_t hiprandSetGeneratorOffset(hiprandGenerator_t generator, unsigned long long offset) {
    return status_of(rocrand_set_offset(generator, offset));
}
hiprandStatus_t hiprandSetGeneratorOrdering(hiprandGenerator_t generator, hiprandOrdering_t order) {
    const int number = order;
    const rocrand_status status = rocrand_set_ordering(generator, rocrand_ordering(number));
    const bool is_one = (number >= HIPRAND_ORDERING_PSEUDO_BEST && number <= HIPRAND_ORDERING_PSEUDO_DYNAMIC) || number == HIPRAND_ORDERING_QUASI_DEFAULT;
    return status == ROCRAND_STATUS_OUT_OF_RANGE && !is_one ? HIPRAND_STATUS_TYPE_ERROR : status_of(status);
}
hiprandStatus_t hiprandSetQuasiRandomGeneratorDimensions(hiprandGenerator_t generator, unsigned dimensions) {
    return status_of(rocrand_set_quasi_random_generator_dimensions(generator, dimensions));
}
// "The version number of the underlying cuRAND or rocRAND library".
hiprandStatus_t hiprandGetVersion(int *version) { return status_of(rocrand_get_version(version)); }

hiprandStatus_t hiprandCreatePoissonDistribution(double lambda, hiprandDiscreteDistribution_t *discrete_distribution) {
    return status_of(rocrand_create_poisson_distribution(lambda, discrete_distribution));
}
hiprandStatus_t hiprandDestroyDistribution(hiprandDiscreteDistribution_t discrete_distribution) {
    return status_of(rocrand_destroy_discrete_distribution(discrete_distribution));
}

// Programs copy tables and do not change them, though their types let them: so hipRAND has it of cuRAND.
hiprandStatus_t hiprandGetDirectionVectors32(hiprandDirectionVectors32_t **vectors, hiprandDirectionVectorSet_t set) {
    return status_of(rocrand_get_direction_vectors32(const_cast<const unsigned **>(reinterpret_cast<unsigned **>(vectors)), rocrand_direction_vector_set(set)));
}
hiprandStatus_t hiprandGetDirectionVectors64(hiprandDirectionVectors64_t **vectors, hiprandDirectionVectorSet_t set) {
    return status_of(rocrand_get_direction_vectors64(const_cast<const unsigned long long **>(reinterpret_cast<unsigned long long **>(vectors)),
                                                     rocrand_direction_vector_set(set)));
}
hiprandStatus_t hiprandGetScrambleConstants32(const unsigned **constants) { return status_of(rocrand_get_scramble_constants32(constants)); }
hiprandStatus_t hiprandGetScrambleConstants64(const unsigned long long **constants) { return status_of(rocrand_get_scramble_constants64(constants)); }
