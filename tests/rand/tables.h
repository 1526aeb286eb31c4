// tables.h: what a kernel reads from a discrete distribution's tables. Used by calls.cpp and rocrand_calls.cpp, whose types for it are one.
#pragma once

#include <hip/hip_runtime.h>

// The mean: by the aliases, and by the sums.
template <class Distribution> static __global__ void means(Distribution d, double *out) {
    double mean = 0, sum = 0;
    for (unsigned i = 0; i < d->size; i++) {
        mean += d->offset * 1.0 + d->probability[i] * i + (1 - d->probability[i]) * d->alias[i];
        sum += (d->cdf[i] - (i ? d->cdf[i - 1] : 0)) * (d->offset + i);
    }
    out[0] = mean / d->size;
    out[1] = sum;
}
