/* hiprand_rocm.h: the types that hiprand.h has of its back end, rocRAND. Where a program brings rocRAND's own headers, for its device functions, they are
 * those. */
#ifndef HIPVK_HIPRAND_ROCM_H
#define HIPVK_HIPRAND_ROCM_H

#include <rocrand/rocrand_discrete_types.h>

typedef struct rocrand_generator_base_type hiprandGenerator_st;
typedef struct rocrand_discrete_distribution_st hiprandDiscreteDistribution_st;

typedef unsigned int hiprandDirectionVectors32_t[32];
typedef unsigned long long hiprandDirectionVectors64_t[64];

#endif
