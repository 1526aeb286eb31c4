// distributions.h: what becomes of a generator's draws. A distribution takes `in` draws and makes `out` numbers of type Out of them.
//
// The formulas are those that rocRAND's numbers come from (uniform ones to the last bit, normal ones but for rounding), so that generators with its
// sequences have its numbers too. Used by the kinds of generators, which are told by `with_distribution` which one to run.
#pragma once

#include <cmath>

#include "generator.h"
#include "inverse_normal.h"

namespace rng {

RAND_BOTH float sixteenth(uint32_t bits) { return float(bits & 0xffff) * 0x1p-16f + 0x1p-16f; }

// Sources: what draws are, and how many make a double, a pair of normal floats and a pair of normal doubles. Bits are 32 of them, each as likely to be 1.
struct Bits {
    using Draw = uint32_t;
    static constexpr int draws_of_double = 2, draws_of_pair = 2, draws_of_real_pair = 4;
    RAND_BOTH static uint32_t word(uint32_t draw) { return draw; }
    RAND_BOTH static float single(uint32_t draw) { return float(draw) * 0x1p-32f + 0x1p-32f; }
    RAND_BOTH static double real(const uint32_t *draws) {
        return double(uint64_t(draws[1] >> 11) << 32 | draws[0]) * 0x1p-53 + 0x1p-53;
    }
};

// From a generator that gives two draws at once, so that doubles have no pairs: they are the inverse of their distribution, of one draw.
struct BitsOfTwo : Bits {
    static constexpr int draws_of_real_pair = 0;
    RAND_BOTH static double rough_real(uint32_t draw) { return draw * 0x1p-32 + 0x1p-32; }
};

// 64 bits.
struct LongBits {
    using Draw = uint64_t;
    static constexpr int draws_of_double = 1, draws_of_pair = 1, draws_of_real_pair = 2;
    RAND_BOTH static uint64_t word(uint64_t draw) { return draw; }
    RAND_BOTH static float single(uint64_t draw) { return Bits::single(uint32_t(draw >> 32)); }
    RAND_BOTH static double real(const uint64_t *draws) { return double(draws[0] >> 11) * 0x1p-53 + 0x1p-53; }
};

// Draws of L'Ecuyer's generators are 1 to the larger modulus.
struct Residues {
    using Draw = uint32_t;
    static constexpr int draws_of_double = 1, draws_of_pair = 2, draws_of_real_pair = 2;
};
template <uint32_t largest> struct ResiduesTo : Residues {
    RAND_BOTH static double real(const uint32_t *draws) { return draws[0] * (1 / double(largest)); }
    RAND_BOTH static float single(uint32_t draw) { return float(real(&draw)); }
    // Stretched to all 32 bits.
    RAND_BOTH static uint32_t word(uint32_t draw) { return uint32_t((draw - 1) * (largest == 0x7fffffff ? 2.000000001396983862 : 1.000000048661607)); }
};

RAND_BOTH float exp_of(float x) { return expf(x); }

// Two independent normal numbers (Box and Muller) of a uniform one and an angle. Tails end where the uniform number's bits do.
RAND_BOTH void box_muller(float uniform, float angle, float *z) {
    const float radius = sqrtf(-2.0f * logf(uniform));
#ifdef __HIP_DEVICE_COMPILE__
    float sine, cosine;
    __sincosf(angle, &sine, &cosine);
    z[0] = sine * radius, z[1] = cosine * radius;
#else
    z[0] = sinf(angle) * radius, z[1] = cosf(angle) * radius;
#endif
}
// The angle is `turns` half turns.
RAND_BOTH void box_muller(double uniform, double turns, double *z) {
    const double radius = sqrt(-2.0 * log_of(uniform));
    double sine, cosine;
    sine_cosine(turns, sine, cosine);
    z[0] = sine * radius, z[1] = cosine * radius;
}

constexpr float two_pi = 6.2831855f;
RAND_BOTH void normal_pair(Bits, const uint32_t *draws, float *z) {
    const float unit = two_pi * 0x1p-32f;
    box_muller(Bits::single(draws[0]), float(draws[1]) * unit + unit, z);
}
RAND_BOTH double wide(uint32_t low, uint32_t high) { return double((uint64_t(high) << 21) ^ low) * 0x1p-53 + 0x1p-53; }
RAND_BOTH void normal_pair(Bits, const uint32_t *draws, double *z) { box_muller(wide(draws[0], draws[1]), 2 * wide(draws[2], draws[3]), z); }
RAND_BOTH void normal_pair(LongBits, const uint64_t *draws, float *z) {
    const uint32_t halves[] = {uint32_t(draws[0]), uint32_t(draws[0] >> 32)};
    normal_pair(Bits(), halves, z);
}
RAND_BOTH void normal_pair(LongBits, const uint64_t *draws, double *z) {
    const uint32_t halves[] = {uint32_t(draws[0]), uint32_t(draws[0] >> 32), uint32_t(draws[1]), uint32_t(draws[1] >> 32)};
    normal_pair(Bits(), halves, z);
}
template <uint32_t largest> RAND_BOTH void normal_pair(ResiduesTo<largest>, const uint32_t *draws, float *z) {
    using S = ResiduesTo<largest>;
    box_muller(S::single(draws[0]), S::single(draws[1]) * two_pi, z);
}
template <uint32_t largest> RAND_BOTH void normal_pair(ResiduesTo<largest>, const uint32_t *draws, double *z) {
    using S = ResiduesTo<largest>;
    box_muller(double(S::single(draws[0])), 2.0 * S::single(draws[1]), z);
}

template <class S> using Draw = typename S::Draw;

// A draw's bits as integers.
template <class S, class T> struct Words {
    using Out = T;
    static constexpr int in = 1, out = sizeof(Draw<S>) / sizeof(T);
    RAND_BOTH void operator()(const Draw<S> *draws, T *numbers) const {
        const auto word = S::word(draws[0]);
        for (int i = 0; i < out; i++) numbers[i] = T(word >> (8 * sizeof(T) * i));
    }
};
template <class S> struct Uniform {
    using Out = float;
    static constexpr int in = 1, out = 1;
    RAND_BOTH void operator()(const Draw<S> *draws, float *numbers) const { numbers[0] = S::single(draws[0]); }
};
template <class S> struct UniformReal {
    using Out = double;
    static constexpr int in = S::draws_of_double, out = 1;
    RAND_BOTH void operator()(const Draw<S> *draws, double *numbers) const { numbers[0] = S::real(draws); }
};
template <class S> struct UniformHalf {
    using Out = __half;
    static constexpr int in = 1, out = sizeof(Draw<S>) / 2;
    RAND_BOTH void operator()(const Draw<S> *draws, __half *numbers) const {
        const auto word = S::word(draws[0]);
        for (int i = 0; i < out; i++) numbers[i] = __float2half(sixteenth(uint32_t(word >> 16 * i)));
    }
};

// Normal numbers, or with `log` what they are the logarithms of.
template <class S, class R, bool log> struct Normal {
    using Out = R;
    static constexpr int in = sizeof(R) == 8 ? S::draws_of_real_pair : S::draws_of_pair, out = 2;
    R mean, stddev;
    RAND_BOTH void operator()(const Draw<S> *draws, R *numbers) const {
        R z[2];
        normal_pair(S(), draws, z);
        for (int i = 0; i < 2; i++) {
            const R x = mean + z[i] * stddev;
            numbers[i] = log ? exp_of(x) : x;
        }
    }
};
template <class S, bool log> struct NormalOfOne {
    using Out = double;
    static constexpr int in = 1, out = 1;
    double mean, stddev;
    RAND_BOTH void operator()(const Draw<S> *draws, double *numbers) const {
        const double x = mean + inverse_normal(S::rough_real(draws[0])) * stddev;
        numbers[0] = log ? exp_of(x) : x;
    }
};
// Made as floats of 16 bits from each half of a draw, and rounded.
template <class S, bool log> struct NormalHalf {
    using Out = __half;
    static constexpr int in = 1, out = 2;
    float mean, stddev;
    RAND_BOTH void operator()(const Draw<S> *draws, __half *numbers) const {
        const auto word = S::word(draws[0]);
        float z[2];
        box_muller(sixteenth(uint32_t(word)), sixteenth(uint32_t(word >> 4 * sizeof word)) * two_pi, z);
        for (int i = 0; i < 2; i++) {
            const float x = mean + z[i] * stddev;
            numbers[i] = __float2half(log ? expf(x) : x);
        }
    }
};

// Where a draw falls in a table: the entry, and the rest of the draw, of 32 bits.
struct Place {
    uint32_t index, rest;
};
RAND_BOTH Place place_of(uint32_t word, uint32_t size) {
    const uint64_t product = uint64_t(word) * size;
    return {uint32_t(product >> 32), uint32_t(product)};
}
RAND_BOTH Place place_of(uint64_t word, uint32_t size) {
    const uint64_t product = (word >> 32) * size + ((word & 0xffffffff) * size >> 32);
    return {uint32_t(product >> 32), uint32_t(product)};
}
template <class S> struct Discrete {
    using Out = unsigned;
    static constexpr int in = 1, out = 1;
    Table table;
    RAND_BOTH void operator()(const Draw<S> *draws, unsigned *numbers) const {
        const Place place = place_of(S::word(draws[0]), table.size);
        const Entry entry = table.entries[place.index];
        numbers[0] = table.offset + (place.rest < entry.threshold ? place.index : entry.alias);
    }
};
// Poisson's distribution of a large mean.
template <class S> struct Poisson {
    using Out = unsigned;
    static constexpr int in = S::draws_of_double, out = 1;
    double lambda, root;
    RAND_BOTH void operator()(const Draw<S> *draws, unsigned *numbers) const {
        numbers[0] = inverse_poisson(S::real(draws), lambda, root);
    }
};

// What a part of the numbers' memory takes at once.
template <class T, int count> struct alignas(sizeof(T) * count) Pack {
    T numbers[count];
};

template <class S, bool log> auto normal_reals(double mean, double stddev) {
    if constexpr (S::draws_of_real_pair == 0) return NormalOfOne<S, log>{mean, stddev};
    else return Normal<S, double, log>{mean, stddev};
}

// Calls `run` with the distribution that is asked for. S says what draws are.
template <class S, class Run> rocrand_status with_distribution(const Request &r, Run run) {
    const float mean = float(r.mean), stddev = float(r.stddev);
    switch (r.kind) {
        case Kind::long_word:
            if constexpr (sizeof(Draw<S>) == 8) return run(Words<S, uint64_t>{});
            else return ROCRAND_STATUS_TYPE_ERROR;
        case Kind::word: return run(Words<S, uint32_t>{});
        case Kind::short_word: return run(Words<S, uint16_t>{});
        case Kind::byte: return run(Words<S, uint8_t>{});
        case Kind::half: return run(UniformHalf<S>{});
        case Kind::single: return run(Uniform<S>{});
        case Kind::real: return run(UniformReal<S>{});
        case Kind::normal: return run(Normal<S, float, false>{mean, stddev});
        case Kind::normal_real: return run(normal_reals<S, false>(r.mean, r.stddev));
        case Kind::normal_half: return run(NormalHalf<S, false>{mean, stddev});
        case Kind::log: return run(Normal<S, float, true>{mean, stddev});
        case Kind::log_real: return run(normal_reals<S, true>(r.mean, r.stddev));
        case Kind::log_half: return run(NormalHalf<S, true>{mean, stddev});
        case Kind::discrete: return run(Discrete<S>{r.table});
        case Kind::poisson: return run(Poisson<S>{r.mean, sqrt(r.mean)});
    }
    return ROCRAND_STATUS_INTERNAL_ERROR;
}

}  // namespace rng
