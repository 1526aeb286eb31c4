// sobol.h: Sobol's sequences in Gray code's order (Antonov and Saleev, 1979): point i is the sum of the direction vectors of the bits of i ^ i / 2.
//
// Numbers keep the order of the points: each is made of one coordinate, normal ones and Poisson's by the inverse of their distribution functions. Used
// by sobol.hip; the vectors are made by sobol_vectors.hip.
#pragma once

#include "distributions.h"

namespace rng {

template <class W> constexpr int vector_count = 8 * sizeof(W);
constexpr unsigned few_dimensions = 1024, all_dimensions = 20000;

// Of all dimensions, or of the first few, one behind the other. W is uint32_t or uint64_t, and has as many vectors. They stay where they are.
template <class W> const std::vector<W> &direction_vectors(bool scrambled, bool all);

// For each dimension a word, which programs' own scrambled points are xored with.
template <class W> const std::vector<W> &scramble_constants();

template <class W> RAND_BOTH W sobol_point(const W *vectors, W index) {
    W gray = index ^ (index >> 1), point = 0;
    for (int bit = 0; gray; bit++, gray >>= 1)
        if (gray & 1) point ^= vectors[bit];
    return point;
}
// From a point to the one 2^k further on, k above 0: its Gray code differs in bit k - 1, and in that of the lowest zero from bit k on.
template <class W> RAND_BOTH W sobol_leap(const W *vectors, W point, W index, int k) {
    const uint64_t zeros = ~uint64_t(index >> k);
    const int zero = k + __builtin_ctzll(zeros);
    return point ^ vectors[k - 1] ^ (zero < vector_count<W> ? vectors[zero] : 0);
}

RAND_BOTH float coordinate(float, uint32_t x) { return Bits::single(x); }
RAND_BOTH float coordinate(float, uint64_t x) { return Bits::single(uint32_t(x >> 32)); }
RAND_BOTH double coordinate(double, uint32_t x) { return x * 0x1p-32 + 0x1p-32; }
RAND_BOTH double coordinate(double, uint64_t x) { return double(x >> 11) * 0x1p-53 + 0x1p-53; }

template <class T> struct PointWords {
    using Out = T;
    template <class W> RAND_BOTH T operator()(W x) const { return T(x >> (8 * (sizeof(W) - sizeof(T)))); }
};
template <class R> struct PointUniform {
    using Out = R;
    template <class W> RAND_BOTH R operator()(W x) const { return coordinate(R(), x); }
};
struct PointHalf {
    using Out = __half;
    template <class W> RAND_BOTH __half operator()(W x) const { return __float2half(sixteenth(uint32_t(x >> (8 * sizeof(W) - 16)))); }
};
template <class T, bool log> struct PointNormal {
    using Out = T;
    double mean, stddev;
    template <class W> RAND_BOTH T operator()(W x) const {
        const double y = mean + stddev * inverse_normal(coordinate(double(), x));
        return T(float_of<T>(log ? exp_of(y) : y));
    }
    // A half has no double's rounding.
    template <class U> RAND_BOTH static auto float_of(double y) {
        if constexpr (sizeof(U) == 2) return __float2half(float(y));
        else return y;
    }
};
// The first entry whose sum reaches the coordinate.
struct PointDiscrete {
    using Out = unsigned;
    Table table;
    template <class W> RAND_BOTH unsigned operator()(W x) const {
        const double y = coordinate(double(), x);
        uint32_t low = 0, high = table.size - 1;
        while (low < high) {
            const uint32_t middle = (low + high) / 2;
            if (table.sums[middle] < y) low = middle + 1;
            else high = middle;
        }
        return table.offset + low;
    }
};
struct PointPoisson {
    using Out = unsigned;
    double lambda, root;
    template <class W> RAND_BOTH unsigned operator()(W x) const { return inverse_poisson(coordinate(double(), x), lambda, root); }
};

// Calls `run` with the distribution that is asked for.
template <class Run> rocrand_status with_point_distribution(const Request &r, Run run) {
    switch (r.kind) {
        case Kind::long_word: return run(PointWords<uint64_t>{});
        case Kind::word: return run(PointWords<uint32_t>{});
        case Kind::short_word: return run(PointWords<uint16_t>{});
        case Kind::byte: return run(PointWords<uint8_t>{});
        case Kind::half: return run(PointHalf{});
        case Kind::single: return run(PointUniform<float>{});
        case Kind::real: return run(PointUniform<double>{});
        case Kind::normal: return run(PointNormal<float, false>{r.mean, r.stddev});
        case Kind::normal_real: return run(PointNormal<double, false>{r.mean, r.stddev});
        case Kind::normal_half: return run(PointNormal<__half, false>{r.mean, r.stddev});
        case Kind::log: return run(PointNormal<float, true>{r.mean, r.stddev});
        case Kind::log_real: return run(PointNormal<double, true>{r.mean, r.stddev});
        case Kind::log_half: return run(PointNormal<__half, true>{r.mean, r.stddev});
        case Kind::discrete: return run(PointDiscrete{r.table});
        case Kind::poisson: return run(PointPoisson{r.mean, sqrt(r.mean)});
    }
    return ROCRAND_STATUS_INTERNAL_ERROR;
}

}  // namespace rng
