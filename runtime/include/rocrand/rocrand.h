/* rocrand.h: random numbers made on the device, or on the host. Names, types, values and signatures are those of ROCm 7's rocRAND (4.0); the library is
 * runtime/rand.
 *
 * Guards are rocRAND's own, so that a program may bring rocRAND's headers for its device functions (rocrand_kernel.h): whichever of a pair comes first
 * serves both.
 */
#ifndef ROCRAND_H_
#define ROCRAND_H_

#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>
#include <hip/hip_vector_types.h>
#include <stddef.h>

#include "rocrand_discrete_types.h"
#include "rocrand_version.h"
#include "rocrandapi.h"

typedef struct rocrand_generator_base_type *rocrand_generator;
typedef __half half;

#define ROCRAND_DEFAULT_MAX_BLOCK_SIZE 256

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rocrand_status {
  ROCRAND_STATUS_SUCCESS = 0,
  ROCRAND_STATUS_VERSION_MISMATCH = 100,
  ROCRAND_STATUS_NOT_CREATED = 101, /* no generator, or one that was destroyed */
  ROCRAND_STATUS_ALLOCATION_FAILED = 102,
  ROCRAND_STATUS_TYPE_ERROR = 103, /* not for this type of generator */
  ROCRAND_STATUS_OUT_OF_RANGE = 104,
  ROCRAND_STATUS_LENGTH_NOT_MULTIPLE = 105, /* of the dimensions */
  ROCRAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  ROCRAND_STATUS_LAUNCH_FAILURE = 107,
  ROCRAND_STATUS_INTERNAL_ERROR = 108
} rocrand_status;

typedef enum rocrand_rng_type {
  ROCRAND_RNG_PSEUDO_DEFAULT = 400, /* XORWOW */
  ROCRAND_RNG_PSEUDO_XORWOW = 401,
  ROCRAND_RNG_PSEUDO_MRG32K3A = 402,
  ROCRAND_RNG_PSEUDO_MTGP32 = 403,
  ROCRAND_RNG_PSEUDO_PHILOX4_32_10 = 404,
  ROCRAND_RNG_PSEUDO_MRG31K3P = 405,
  ROCRAND_RNG_PSEUDO_LFSR113 = 406,
  ROCRAND_RNG_PSEUDO_MT19937 = 407,
  ROCRAND_RNG_PSEUDO_THREEFRY2_32_20 = 408,
  ROCRAND_RNG_PSEUDO_THREEFRY2_64_20 = 409,
  ROCRAND_RNG_PSEUDO_THREEFRY4_32_20 = 410,
  ROCRAND_RNG_PSEUDO_THREEFRY4_64_20 = 411,
  ROCRAND_RNG_QUASI_DEFAULT = 500, /* SOBOL32 */
  ROCRAND_RNG_QUASI_SOBOL32 = 501,
  ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 502,
  ROCRAND_RNG_QUASI_SOBOL64 = 504,
  ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 505
} rocrand_rng_type;

typedef enum rocrand_ordering {
  ROCRAND_ORDERING_PSEUDO_BEST = 100,
  ROCRAND_ORDERING_PSEUDO_DEFAULT = 101,
  ROCRAND_ORDERING_PSEUDO_SEEDED = 102,
  ROCRAND_ORDERING_PSEUDO_LEGACY = 103,
  ROCRAND_ORDERING_PSEUDO_DYNAMIC = 104,
  ROCRAND_ORDERING_QUASI_DEFAULT = 201
} rocrand_ordering;

typedef enum rocrand_direction_vector_set {
  ROCRAND_DIRECTION_VECTORS_32_JOEKUO6 = 101,
  ROCRAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 = 102,
  ROCRAND_DIRECTION_VECTORS_64_JOEKUO6 = 103,
  ROCRAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 = 104
} rocrand_direction_vector_set;

/* Generators. Those of the second function write host memory, in their stream's order; those of the third one when they are called. */
ROCRANDAPI rocrand_status rocrand_create_generator(rocrand_generator *generator, rocrand_rng_type rng_type);
ROCRANDAPI rocrand_status rocrand_create_generator_host(rocrand_generator *generator, rocrand_rng_type rng_type);
ROCRANDAPI rocrand_status rocrand_create_generator_host_blocking(rocrand_generator *generator, rocrand_rng_type rng_type);
ROCRANDAPI rocrand_status rocrand_destroy_generator(rocrand_generator generator);

/* Integers of which every value is as likely. Without output_data nothing is made, and that is no error, here and below. */
ROCRANDAPI rocrand_status rocrand_generate(rocrand_generator generator, unsigned int *output_data, size_t n);
ROCRANDAPI rocrand_status rocrand_generate_char(rocrand_generator generator, unsigned char *output_data, size_t n);
ROCRANDAPI rocrand_status rocrand_generate_short(rocrand_generator generator, unsigned short *output_data, size_t n);
/* Of generators of 64 bits: ROCRAND_STATUS_TYPE_ERROR for others. */
ROCRANDAPI rocrand_status rocrand_generate_long_long(rocrand_generator generator, unsigned long long int *output_data, size_t n);

/* Above 0, up to and with 1. */
ROCRANDAPI rocrand_status rocrand_generate_uniform(rocrand_generator generator, float *output_data, size_t n);
ROCRANDAPI rocrand_status rocrand_generate_uniform_double(rocrand_generator generator, double *output_data, size_t n);
ROCRANDAPI rocrand_status rocrand_generate_uniform_half(rocrand_generator generator, half *output_data, size_t n);

ROCRANDAPI rocrand_status rocrand_generate_normal(rocrand_generator generator, float *output_data, size_t n, float mean, float stddev);
ROCRANDAPI rocrand_status rocrand_generate_normal_double(rocrand_generator generator, double *output_data, size_t n, double mean, double stddev);
ROCRANDAPI rocrand_status rocrand_generate_normal_half(rocrand_generator generator, half *output_data, size_t n, half mean, half stddev);
/* Mean and deviation of the logarithm. */
ROCRANDAPI rocrand_status rocrand_generate_log_normal(rocrand_generator generator, float *output_data, size_t n, float mean, float stddev);
ROCRANDAPI rocrand_status rocrand_generate_log_normal_double(rocrand_generator generator, double *output_data, size_t n, double mean,
                                                             double stddev);
ROCRANDAPI rocrand_status rocrand_generate_log_normal_half(rocrand_generator generator, half *output_data, size_t n, half mean, half stddev);

/* ROCRAND_STATUS_OUT_OF_RANGE unless lambda is positive, and no more than 2^32 - 1. */
ROCRANDAPI rocrand_status rocrand_generate_poisson(rocrand_generator generator, unsigned int *output_data, size_t n, double lambda);

/* What the first number would do: the generator's state, from its seed and offset. */
ROCRANDAPI rocrand_status rocrand_initialize_generator(rocrand_generator generator);

ROCRANDAPI rocrand_status rocrand_set_stream(rocrand_generator generator, hipStream_t stream);
/* Changes nothing of a quasi-random generator. */
ROCRANDAPI rocrand_status rocrand_set_seed(rocrand_generator generator, unsigned long long seed);
/* LFSR113's: words below 2, 8, 16 and 128 have as much added. ROCRAND_STATUS_TYPE_ERROR for others. */
ROCRANDAPI rocrand_status rocrand_set_seed_uint4(rocrand_generator generator, uint4 seed);
/* ROCRAND_STATUS_TYPE_ERROR for MTGP32 and MT19937. */
ROCRANDAPI rocrand_status rocrand_set_offset(rocrand_generator generator, unsigned long long offset);
ROCRANDAPI rocrand_status rocrand_set_ordering(rocrand_generator generator, rocrand_ordering order);
ROCRANDAPI rocrand_status rocrand_set_quasi_random_generator_dimensions(rocrand_generator generator, unsigned int dimensions);

ROCRANDAPI rocrand_status rocrand_get_version(int *version);

/* Distributions in device memory, for kernels; the second one of numbers from offset on, whose probabilities are in host memory. */
ROCRANDAPI rocrand_status rocrand_create_poisson_distribution(double lambda, rocrand_discrete_distribution *discrete_distribution);
ROCRANDAPI rocrand_status rocrand_create_discrete_distribution(const double *probabilities, unsigned int size, unsigned int offset,
                                                               rocrand_discrete_distribution *discrete_distribution);
ROCRANDAPI rocrand_status rocrand_destroy_discrete_distribution(rocrand_discrete_distribution discrete_distribution);

/* Tables in host memory: 32 or 64 vectors for each of 20000 dimensions, and a constant for each. */
ROCRANDAPI rocrand_status rocrand_get_direction_vectors32(const unsigned int **vectors, rocrand_direction_vector_set set);
ROCRANDAPI rocrand_status rocrand_get_direction_vectors64(const unsigned long long **vectors, rocrand_direction_vector_set set);
ROCRANDAPI rocrand_status rocrand_get_scramble_constants32(const unsigned int **constants);
ROCRANDAPI rocrand_status rocrand_get_scramble_constants64(const unsigned long long **constants);

#ifdef __cplusplus
}
#endif

#endif
