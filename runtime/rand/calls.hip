// calls.hip: the functions that generate.
//
// Called by programs.
#include "generator.h"

namespace rng {

static rocrand_status run(rocrand_generator handle, const Request &request) {
    Generator *const generator = alive(handle);
    if (!generator) return ROCRAND_STATUS_NOT_CREATED;
    if (request.kind == Kind::long_word && !generator->has_long_words()) return ROCRAND_STATUS_TYPE_ERROR;
    if (request.n % generator->dimensions() != 0) return ROCRAND_STATUS_LENGTH_NOT_MULTIPLE;
    return generator->in_order([=] {
        RAND_TRY(begin(*generator));
        if (request.n == 0 || !request.out) return ROCRAND_STATUS_SUCCESS;
        if (request.kind == Kind::poisson) return generator->poisson(static_cast<unsigned *>(request.out), request.n, request.mean);
        return generator->generate(request);
    });
}

}  // namespace rng

using rng::Kind;

rocrand_status rocrand_generate(rocrand_generator generator, unsigned *out, size_t n) { return rng::run(generator, {Kind::word, out, n, 0, 0, {}}); }
rocrand_status rocrand_generate_char(rocrand_generator generator, unsigned char *out, size_t n) {
    return rng::run(generator, {Kind::byte, out, n, 0, 0, {}});
}
rocrand_status rocrand_generate_short(rocrand_generator generator, unsigned short *out, size_t n) {
    return rng::run(generator, {Kind::short_word, out, n, 0, 0, {}});
}
rocrand_status rocrand_generate_long_long(rocrand_generator generator, unsigned long long *out, size_t n) {
    return rng::run(generator, {Kind::long_word, out, n, 0, 0, {}});
}
rocrand_status rocrand_generate_uniform(rocrand_generator generator, float *out, size_t n) {
    return rng::run(generator, {Kind::single, out, n, 0, 0, {}});
}
rocrand_status rocrand_generate_uniform_double(rocrand_generator generator, double *out, size_t n) {
    return rng::run(generator, {Kind::real, out, n, 0, 0, {}});
}
rocrand_status rocrand_generate_uniform_half(rocrand_generator generator, half *out, size_t n) {
    return rng::run(generator, {Kind::half, out, n, 0, 0, {}});
}
rocrand_status rocrand_generate_normal(rocrand_generator generator, float *out, size_t n, float mean, float stddev) {
    return rng::run(generator, {Kind::normal, out, n, mean, stddev, {}});
}
rocrand_status rocrand_generate_normal_double(rocrand_generator generator, double *out, size_t n, double mean, double stddev) {
    return rng::run(generator, {Kind::normal_real, out, n, mean, stddev, {}});
}
rocrand_status rocrand_generate_normal_half(rocrand_generator generator, half *out, size_t n, half mean, half stddev) {
    return rng::run(generator, {Kind::normal_half, out, n, __half2float(mean), __half2float(stddev), {}});
}
rocrand_status rocrand_generate_log_normal(rocrand_generator generator, float *out, size_t n, float mean, float stddev) {
    return rng::run(generator, {Kind::log, out, n, mean, stddev, {}});
}
rocrand_status rocrand_generate_log_normal_double(rocrand_generator generator, double *out, size_t n, double mean, double stddev) {
    return rng::run(generator, {Kind::log_real, out, n, mean, stddev, {}});
}
rocrand_status rocrand_generate_log_normal_half(rocrand_generator generator, half *out, size_t n, half mean, half stddev) {
    return rng::run(generator, {Kind::log_half, out, n, __half2float(mean), __half2float(stddev), {}});
}
rocrand_status rocrand_generate_poisson(rocrand_generator generator, unsigned *out, size_t n, double lambda) {
    if (!rng::alive(generator)) return ROCRAND_STATUS_NOT_CREATED;
    if (!(lambda > 0) || lambda > 4294967295.0) return ROCRAND_STATUS_OUT_OF_RANGE;  // "if lambda is non-positive"
    return rng::run(generator, {Kind::poisson, out, n, lambda, 0, {}});
}
