// calls.hip: the functions that generate, and those of hipRAND that are not there, each of which says so once.
//
// Called by programs.
#include "generator.h"

namespace rng {

static hiprandStatus_t run(hiprandGenerator_t handle, const Request &request) {
    Generator *const generator = alive(handle);
    if (!generator) return HIPRAND_STATUS_NOT_INITIALIZED;
    if (request.n % generator->dimensions() != 0) return HIPRAND_STATUS_LENGTH_NOT_MULTIPLE;
    RAND_TRY(begin(*generator));
    if (request.n == 0) return HIPRAND_STATUS_SUCCESS;
    if (!request.out) return HIPRAND_STATUS_OUT_OF_RANGE;
    return generator->generate(request);
}

// hipRAND: "HIPRAND_STATUS_LENGTH_NOT_MULTIPLE if n is not even, output_data is not aligned to sizeof(float2) bytes". Quasi-random numbers are no pairs.
template <class T> static hiprandStatus_t run_pairs(hiprandGenerator_t handle, Kind kind, T *out, size_t n, double mean, double stddev) {
    Generator *const generator = alive(handle);
    if (!generator) return HIPRAND_STATUS_NOT_INITIALIZED;
    if (!generator->is_quasi() && (n % 2 != 0 || reinterpret_cast<uintptr_t>(out) % (2 * sizeof(T)) != 0)) return HIPRAND_STATUS_LENGTH_NOT_MULTIPLE;
    return run(handle, {kind, out, n, mean, stddev, {}});
}

}  // namespace rng

using rng::Kind;

hiprandStatus_t hiprandGenerate(hiprandGenerator_t generator, unsigned *out, size_t n) { return rng::run(generator, {Kind::word, out, n, 0, 0, {}}); }
hiprandStatus_t hiprandGenerateChar(hiprandGenerator_t generator, unsigned char *out, size_t n) {
    return rng::run(generator, {Kind::byte, out, n, 0, 0, {}});
}
hiprandStatus_t hiprandGenerateShort(hiprandGenerator_t generator, unsigned short *out, size_t n) {
    return rng::run(generator, {Kind::short_word, out, n, 0, 0, {}});
}
// "generator must be of type HIPRAND_RNG_QUASI_SOBOL64 or HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL64"; others' generate says that it is not.
hiprandStatus_t hiprandGenerateLongLong(hiprandGenerator_t generator, unsigned long long *out, size_t n) {
    return rng::run(generator, {Kind::long_word, out, n, 0, 0, {}});
}
hiprandStatus_t hiprandGenerateUniform(hiprandGenerator_t generator, float *out, size_t n) {
    return rng::run(generator, {Kind::single, out, n, 0, 0, {}});
}
hiprandStatus_t hiprandGenerateUniformDouble(hiprandGenerator_t generator, double *out, size_t n) {
    return rng::run(generator, {Kind::real, out, n, 0, 0, {}});
}
hiprandStatus_t hiprandGenerateUniformHalf(hiprandGenerator_t generator, half *out, size_t n) {
    return rng::run(generator, {Kind::half, out, n, 0, 0, {}});
}
hiprandStatus_t hiprandGenerateNormal(hiprandGenerator_t generator, float *out, size_t n, float mean, float stddev) {
    return rng::run_pairs(generator, Kind::normal, out, n, mean, stddev);
}
hiprandStatus_t hiprandGenerateNormalDouble(hiprandGenerator_t generator, double *out, size_t n, double mean, double stddev) {
    return rng::run_pairs(generator, Kind::normal_real, out, n, mean, stddev);
}
hiprandStatus_t hiprandGenerateNormalHalf(hiprandGenerator_t generator, half *out, size_t n, half mean, half stddev) {
    return rng::run_pairs(generator, Kind::normal_half, out, n, __half2float(mean), __half2float(stddev));
}
hiprandStatus_t hiprandGenerateLogNormal(hiprandGenerator_t generator, float *out, size_t n, float mean, float stddev) {
    return rng::run_pairs(generator, Kind::log, out, n, mean, stddev);
}
hiprandStatus_t hiprandGenerateLogNormalDouble(hiprandGenerator_t generator, double *out, size_t n, double mean, double stddev) {
    return rng::run_pairs(generator, Kind::log_real, out, n, mean, stddev);
}
hiprandStatus_t hiprandGenerateLogNormalHalf(hiprandGenerator_t generator, half *out, size_t n, half mean, half stddev) {
    return rng::run_pairs(generator, Kind::log_half, out, n, __half2float(mean), __half2float(stddev));
}
hiprandStatus_t hiprandGeneratePoisson(hiprandGenerator_t handle, unsigned *out, size_t n, double lambda) {
    rng::Generator *const generator = rng::alive(handle);
    if (!generator) return HIPRAND_STATUS_NOT_INITIALIZED;
    if (!(lambda > 0) || lambda > 4294967295.0) return HIPRAND_STATUS_OUT_OF_RANGE;  // "if lambda is non-positive"
    if (n % generator->dimensions() != 0) return HIPRAND_STATUS_LENGTH_NOT_MULTIPLE;
    RAND_TRY(rng::begin(*generator));
    if (n == 0) return HIPRAND_STATUS_SUCCESS;
    return out ? generator->poisson(out, n, lambda) : HIPRAND_STATUS_OUT_OF_RANGE;
}

// Tables of quasi-random generators, of 20000 dimensions: there are not so many here.
hiprandStatus_t hiprandGetDirectionVectors32(hiprandDirectionVectors32_t **, hiprandDirectionVectorSet_t) { return rng::missing(__func__); }
hiprandStatus_t hiprandGetDirectionVectors64(hiprandDirectionVectors64_t **, hiprandDirectionVectorSet_t) { return rng::missing(__func__); }
hiprandStatus_t hiprandGetScrambleConstants32(const unsigned **) { return rng::missing(__func__); }
hiprandStatus_t hiprandGetScrambleConstants64(const unsigned long long **) { return rng::missing(__func__); }
