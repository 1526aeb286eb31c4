/* hiprand_rocm.h: the types that hiprand.h has of its back end, rocRAND, of which this library has none. Where rocRAND's headers are there, for its
 * device functions or in a program that calls both, the type is theirs. */
#ifndef HIPVK_HIPRAND_ROCM_H
#define HIPVK_HIPRAND_ROCM_H

typedef struct rocrand_generator_base_type hiprandGenerator_st;

#if defined(__has_include)
#if __has_include(<rocrand/rocrand_discrete_types.h>)
#define HIPVK_HAS_ROCRAND_TYPES
#endif
#endif

#ifdef HIPVK_HAS_ROCRAND_TYPES
#include <rocrand/rocrand_discrete_types.h>
#else
/* In device memory, as are its tables. */
struct rocrand_discrete_distribution_st {
  unsigned int size;     /* entries in each table */
  unsigned int offset;   /* what is added to the index of an entry */
  unsigned int *alias;   /* Walker's alias table */
  double *probability;   /* of an entry, rather than its alias */
  double *cdf;           /* the cumulative distribution */
};
#endif
typedef struct rocrand_discrete_distribution_st hiprandDiscreteDistribution_st;

typedef unsigned int hiprandDirectionVectors32_t[32];
typedef unsigned long long hiprandDirectionVectors64_t[64];

#endif
