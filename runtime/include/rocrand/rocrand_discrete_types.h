/* rocrand_discrete_types.h: a discrete distribution in device memory, which rocrand.h's functions make and rocRAND's device functions read.
 */
#ifndef ROCRAND_DISCRETE_TYPES_H_
#define ROCRAND_DISCRETE_TYPES_H_

/* In device memory, as are its tables. */
struct rocrand_discrete_distribution_st {
  unsigned int size;     /* entries in each table */
  unsigned int offset;   /* what is added to the index of an entry */
  unsigned int *alias;   /* Walker's alias table */
  double *probability;   /* of an entry, rather than its alias */
  double *cdf;           /* the cumulative distribution */
};

typedef struct rocrand_discrete_distribution_st *rocrand_discrete_distribution;

#endif
