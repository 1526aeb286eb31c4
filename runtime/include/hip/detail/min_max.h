// min_max.h: min and max of integers and mixed types, on both sides.
// Included by math_functions.h. clang has int, float and double on the device, int on the host,
// and a template for two equal types on the device. These are for the rest: without them
// min(1u, 2) is ambiguous, and min(float, float) and min(size_t, size_t) have no host form.
#ifndef HIPVK_HIP_DETAIL_MIN_MAX_H
#define HIPVK_HIP_DETAIL_MIN_MAX_H

#include <hip/host_defines.h>

#define HIPVK_MIN_MAX(side, R, A, B)                                                               \
    static inline side R min(A a, B b) { return (R)a < (R)b ? (R)a : (R)b; }                       \
    static inline side R max(A a, B b) { return (R)a > (R)b ? (R)a : (R)b; }
#define HIPVK_MIN_MAX_MIXED(R, A, B)                                                               \
    HIPVK_MIN_MAX(__host__ __device__, R, A, B)                                                    \
    HIPVK_MIN_MAX(__host__ __device__, R, B, A)

HIPVK_MIN_MAX(__host__, float, float, float)
HIPVK_MIN_MAX(__host__, double, double, double)
HIPVK_MIN_MAX(__host__ __device__, unsigned int, unsigned int, unsigned int)
HIPVK_MIN_MAX(__host__ __device__, long, long, long)
HIPVK_MIN_MAX(__host__ __device__, unsigned long, unsigned long, unsigned long)
HIPVK_MIN_MAX(__host__ __device__, long long, long long, long long)
HIPVK_MIN_MAX(__host__ __device__, unsigned long long, unsigned long long, unsigned long long)
HIPVK_MIN_MAX_MIXED(unsigned int, int, unsigned int)
HIPVK_MIN_MAX_MIXED(unsigned long, long, unsigned long)
HIPVK_MIN_MAX_MIXED(unsigned long long, long long, unsigned long long)
HIPVK_MIN_MAX_MIXED(double, float, double)

#undef HIPVK_MIN_MAX_MIXED
#undef HIPVK_MIN_MAX

#endif // HIPVK_HIP_DETAIL_MIN_MAX_H
