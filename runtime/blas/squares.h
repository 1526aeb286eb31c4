// squares.h: sums of squares of numbers of any size, for norms.
//
// Used by reductions.hip and qr.hip.
#pragma once

#include "element.h"

namespace blas {

// Squares of small, ordinary and large numbers, the first and last scaled so that none under- or overflows (Blue's way).
struct Squares {
    using Part = Squares;  // see block.h
    static constexpr double tiny = 0x1p-511, huge = 0x1p486, up = 0x1p537, down = 0x1p-538;
    double small, medium, large;

    __device__ static Squares none() { return {0, 0, 0}; }
    __device__ static Squares add(Squares a, Squares b) { return {a.small + b.small, a.medium + b.medium, a.large + b.large}; }
    __device__ void add_number(double a) {
        a = fabs(a);
        if (a > huge) large += (a * down) * (a * down);
        else if (a < tiny) small += (a * up) * (a * up);
        else medium += a * a;  // a NaN too
    }
    template <class T> __device__ void add_element(T a) {
        add_number(real(a));
        if constexpr (is_complex<T>) add_number(a.im);
    }
    __device__ double root() const {
        if (large > 0) return sqrt(large + (medium * down) * down) / down;
        if (small > 0) {
            const double of_medium = sqrt(medium), of_small = sqrt(small) / up;
            const double more = fmax(of_medium, of_small), less = fmin(of_medium, of_small), ratio = less / more;
            return medium != medium ? of_medium : more * sqrt(1 + ratio * ratio);
        }
        return sqrt(medium);
    }
};

}  // namespace blas
