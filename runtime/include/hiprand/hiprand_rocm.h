/* hiprand_rocm.h: the types that hiprand.h has of its back end. AMD's header includes rocRAND's here, of which this library has none.
 */
#ifndef HIPVK_HIPRAND_ROCM_H
#define HIPVK_HIPRAND_ROCM_H

typedef struct rocrand_generator_base_type hiprandGenerator_st;

/* In device memory, as are its tables. */
struct rocrand_discrete_distribution_st {
  unsigned int size;     /* entries in each table */
  unsigned int offset;   /* what is added to the index of an entry */
  unsigned int *alias;   /* Walker's alias table */
  double *probability;   /* of an entry, rather than its alias */
  double *cdf;           /* the cumulative distribution */
};
typedef struct rocrand_discrete_distribution_st hiprandDiscreteDistribution_st;

typedef unsigned int hiprandDirectionVectors32_t[32];
typedef unsigned long long hiprandDirectionVectors64_t[64];

#endif
