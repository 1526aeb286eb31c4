// real_math.h: double logarithm, sine, cosine and exponential without fma, within some 1e-15.
//
// The device libraries' go through fma of doubles, which on lavapipe is a call for each lane: Box and Muller's pairs took 10 times as long. Used by
// distributions.h and inverse_normal.h.
#pragma once

#include "generator.h"

namespace rng {

// The first coefficient is that of x^0.
template <int count> RAND_BOTH double polynomial(const double (&c)[count], double x) {
    double sum = c[count - 1];
    for (int i = count - 2; i >= 0; i--) sum = sum * x + c[i];
    return sum;
}

template <class To, class From> RAND_BOTH To bits_as(From from) {
    static_assert(sizeof(To) == sizeof(From), "the same bits");
    To to;
    __builtin_memcpy(&to, &from, sizeof to);
    return to;
}

// For normal x above 0: its power of two, and log m = 2 atanh((m - 1) / (m + 1)) of an m between the roots of 1/2 and of 2.
RAND_BOTH double log_of(double x) {
    const uint64_t bits = bits_as<uint64_t>(x);
    const bool above = (bits & 0xfffffffffffff) > 0x6a09e667f3bcd;  // the root of 2
    const int exponent = int(bits >> 52) - 1023 + above;
    const double m = bits_as<double>((bits & 0xfffffffffffff) | (above ? uint64_t(1022) << 52 : uint64_t(1023) << 52));
    const double s = (m - 1) / (m + 1);
    const double c[] = {1, 1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13, 1.0 / 15, 1.0 / 17, 1.0 / 19, 1.0 / 21};
    return exponent * 0.69314718055994530942 + 2 * s * polynomial(c, s * s);
}

// Sine and cosine of x half turns, x from 0 to 2.
RAND_BOTH void sine_cosine(double x, double &sine, double &cosine) {
    const int quarter = int(2 * x + 0.5);
    const double y = (x - 0.5 * quarter) * 3.14159265358979323846, y2 = y * y;
    const double s[] = {1, -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800, 1.0 / 6227020800, -1.0 / 1307674368000};
    const double c[] = {1,           -1.0 / 2,        1.0 / 24,         -1.0 / 720,          1.0 / 40320,
                        -1.0 / 3628800, 1.0 / 479001600, -1.0 / 87178291200, 1.0 / 20922789888000};
    const double a = y * polynomial(s, y2), b = polynomial(c, y2);
    sine = quarter & 1 ? b : a, cosine = quarter & 1 ? a : b;
    if (quarter & 2) sine = -sine;
    if ((quarter + 1) & 2) cosine = -cosine;
}

RAND_BOTH double exp_of(double x) {
    x = x > 1100 ? 1100 : x < -1100 ? -1100 : x;  // infinite, and 0; not a number stays so
    const double k = rint(x * 1.44269504088896340736);
    const double r = x - k * 0x1.62e42fefa38p-1 - k * 0x1.ef35793c76730p-45;  // the logarithm of 2 in two parts; the products of the first are exact
    const double c[] = {1,        1,         1.0 / 2,    1.0 / 6,      1.0 / 24,      1.0 / 120,      1.0 / 720,
                        1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};
    return ldexp(polynomial(c, r), int(k));
}

}  // namespace rng
