/* hiprand.h: random numbers made on the device, or on the host. Names, types, values and signatures are those of ROCm 7's hipRAND (3.0); the
 * library is runtime/rand/hiprand, on rocRAND.
 */
#ifndef HIPVK_HIPRAND_H
#define HIPVK_HIPRAND_H

#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>
#include <stddef.h>

#ifndef HIPRANDAPI
#define HIPRANDAPI __attribute__((visibility("default")))
#endif

#include "hiprand_rocm.h"
#include "hiprand_version.h"

typedef hiprandGenerator_st *hiprandGenerator_t;
typedef hiprandDiscreteDistribution_st *hiprandDiscreteDistribution_t;

#define HIPRAND_DEFAULT_MAX_BLOCK_SIZE 256
#define HIPRAND_DEFAULT_MIN_WARPS_PER_EU 1

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hiprandStatus {
  HIPRAND_STATUS_SUCCESS = 0,
  HIPRAND_STATUS_VERSION_MISMATCH = 100,
  HIPRAND_STATUS_NOT_INITIALIZED = 101, /* no generator, or one that was destroyed */
  HIPRAND_STATUS_ALLOCATION_FAILED = 102,
  HIPRAND_STATUS_TYPE_ERROR = 103, /* not for this type of generator */
  HIPRAND_STATUS_OUT_OF_RANGE = 104,
  HIPRAND_STATUS_LENGTH_NOT_MULTIPLE = 105, /* of the dimensions */
  HIPRAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  HIPRAND_STATUS_LAUNCH_FAILURE = 201,
  HIPRAND_STATUS_PREEXISTING_FAILURE = 202,
  HIPRAND_STATUS_INITIALIZATION_FAILED = 203,
  HIPRAND_STATUS_ARCH_MISMATCH = 204,
  HIPRAND_STATUS_INTERNAL_ERROR = 999,
  HIPRAND_STATUS_NOT_IMPLEMENTED = 1000
} hiprandStatus_t;

typedef enum hiprandRngType {
  HIPRAND_RNG_TEST = 0,
  HIPRAND_RNG_PSEUDO_DEFAULT = 400, /* XORWOW */
  HIPRAND_RNG_PSEUDO_XORWOW = 401,
  HIPRAND_RNG_PSEUDO_MRG32K3A = 402,
  HIPRAND_RNG_PSEUDO_MTGP32 = 403,
  HIPRAND_RNG_PSEUDO_MT19937 = 404,
  HIPRAND_RNG_PSEUDO_PHILOX4_32_10 = 405,
  HIPRAND_RNG_QUASI_DEFAULT = 500, /* SOBOL32 */
  HIPRAND_RNG_QUASI_SOBOL32 = 501,
  HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 502,
  HIPRAND_RNG_QUASI_SOBOL64 = 503,
  HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 504
} hiprandRngType_t;

typedef enum hiprandOrdering {
  HIPRAND_ORDERING_PSEUDO_BEST = 100,
  HIPRAND_ORDERING_PSEUDO_DEFAULT = 101,
  HIPRAND_ORDERING_PSEUDO_SEEDED = 102,
  HIPRAND_ORDERING_PSEUDO_LEGACY = 103,
  HIPRAND_ORDERING_PSEUDO_DYNAMIC = 104,
  HIPRAND_ORDERING_QUASI_DEFAULT = 201
} hiprandOrdering_t;

typedef enum hiprandDirectionVectorSet {
  HIPRAND_DIRECTION_VECTORS_32_JOEKUO6 = 101,
  HIPRAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 = 102,
  HIPRAND_DIRECTION_VECTORS_64_JOEKUO6 = 103,
  HIPRAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 = 104
} hiprandDirectionVectorSet_t;

/* Generators; those of the second function write host memory, when they are called. */
HIPRANDAPI hiprandStatus_t hiprandCreateGenerator(hiprandGenerator_t *generator, hiprandRngType_t rng_type);
HIPRANDAPI hiprandStatus_t hiprandCreateGeneratorHost(hiprandGenerator_t *generator, hiprandRngType_t rng_type);
HIPRANDAPI hiprandStatus_t hiprandDestroyGenerator(hiprandGenerator_t generator);

/* Integers of which every value is as likely. */
HIPRANDAPI hiprandStatus_t hiprandGenerate(hiprandGenerator_t generator, unsigned int *output_data, size_t n);
HIPRANDAPI hiprandStatus_t hiprandGenerateChar(hiprandGenerator_t generator, unsigned char *output_data, size_t n);
HIPRANDAPI hiprandStatus_t hiprandGenerateShort(hiprandGenerator_t generator, unsigned short *output_data, size_t n);
HIPRANDAPI hiprandStatus_t hiprandGenerateLongLong(hiprandGenerator_t generator, unsigned long long *output_data, size_t n); /* of generators of 64 bits */

/* Above 0, up to and with 1. */
HIPRANDAPI hiprandStatus_t hiprandGenerateUniform(hiprandGenerator_t generator, float *output_data, size_t n);
HIPRANDAPI hiprandStatus_t hiprandGenerateUniformDouble(hiprandGenerator_t generator, double *output_data, size_t n);
HIPRANDAPI hiprandStatus_t hiprandGenerateUniformHalf(hiprandGenerator_t generator, half *output_data, size_t n);

HIPRANDAPI hiprandStatus_t hiprandGenerateNormal(hiprandGenerator_t generator, float *output_data, size_t n, float mean, float stddev);
HIPRANDAPI hiprandStatus_t hiprandGenerateNormalDouble(hiprandGenerator_t generator, double *output_data, size_t n, double mean, double stddev);
HIPRANDAPI hiprandStatus_t hiprandGenerateNormalHalf(hiprandGenerator_t generator, half *output_data, size_t n, half mean, half stddev);
HIPRANDAPI hiprandStatus_t hiprandGenerateLogNormal(hiprandGenerator_t generator, float *output_data, size_t n, float mean, float stddev);
HIPRANDAPI hiprandStatus_t hiprandGenerateLogNormalDouble(hiprandGenerator_t generator, double *output_data, size_t n, double mean,
                                                          double stddev);
HIPRANDAPI hiprandStatus_t hiprandGenerateLogNormalHalf(hiprandGenerator_t generator, half *output_data, size_t n, half mean, half stddev);

HIPRANDAPI hiprandStatus_t hiprandGeneratePoisson(hiprandGenerator_t generator, unsigned int *output_data, size_t n, double lambda);

/* What the first number would do: the generator's state, from its seed and offset. */
HIPRANDAPI hiprandStatus_t hiprandGenerateSeeds(hiprandGenerator_t generator);

HIPRANDAPI hiprandStatus_t hiprandSetStream(hiprandGenerator_t generator, hipStream_t stream);
HIPRANDAPI hiprandStatus_t hiprandSetPseudoRandomGeneratorSeed(hiprandGenerator_t generator, unsigned long long seed);
HIPRANDAPI hiprandStatus_t hiprandSetGeneratorOffset(hiprandGenerator_t generator, unsigned long long offset);
HIPRANDAPI hiprandStatus_t hiprandSetGeneratorOrdering(hiprandGenerator_t generator, hiprandOrdering_t order);
HIPRANDAPI hiprandStatus_t hiprandSetQuasiRandomGeneratorDimensions(hiprandGenerator_t generator, unsigned int dimensions);

HIPRANDAPI hiprandStatus_t hiprandGetVersion(int *version); /* rocRAND's, as the library below hipRAND */

/* Distributions in device memory, for kernels. */
HIPRANDAPI hiprandStatus_t hiprandCreatePoissonDistribution(double lambda, hiprandDiscreteDistribution_t *discrete_distribution);
HIPRANDAPI hiprandStatus_t hiprandDestroyDistribution(hiprandDiscreteDistribution_t discrete_distribution);

HIPRANDAPI hiprandStatus_t hiprandGetDirectionVectors32(hiprandDirectionVectors32_t **vectors, hiprandDirectionVectorSet_t set);
HIPRANDAPI hiprandStatus_t hiprandGetDirectionVectors64(hiprandDirectionVectors64_t **vectors, hiprandDirectionVectorSet_t set);
HIPRANDAPI hiprandStatus_t hiprandGetScrambleConstants32(const unsigned int **constants);
HIPRANDAPI hiprandStatus_t hiprandGetScrambleConstants64(const unsigned long long **constants);

#ifdef __cplusplus
}
#endif

#endif
