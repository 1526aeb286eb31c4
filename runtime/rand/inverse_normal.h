// inverse_normal.h: the normal distribution's inverse (Wichura's algorithm AS 241, 1988, good to 1e-16), and Poisson's of it.
//
// Used by distributions.h.
#pragma once

#include "real_math.h"

namespace rng {

// The z that a normal number is below with probability p, which is above 0; for 1 a z at the end of what p can tell.
RAND_BOTH double inverse_normal(double p) {
    const double a[] = {3.3871328727963666080e0,  1.3314166789178437745e+2, 1.9715909503065514427e+3, 1.3731693765509461125e+4,
                        4.5921953931549871457e+4, 6.7265770927008700853e+4, 3.3430575583588128105e+4, 2.5090809287301226727e+3};
    const double b[] = {1.0,                      4.2313330701600911252e+1, 6.8718700749205790830e+2, 5.3941960214247511077e+3,
                        2.1213794301586595867e+4, 3.9307895800092710610e+4, 2.8729085735721942674e+4, 5.2264952788528545610e+3};
    const double c[] = {1.42343711074968357734e0, 4.63033784615654529590e0,  5.76949722146069140550e0,  3.64784832476320460504e0,
                        1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4};
    const double d[] = {1.0,                       2.05319162663775882187e0,  1.67638483018380384940e0,  6.89767334985100004550e-1,
                        1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9};
    const double e[] = {6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,  2.96560571828504891230e-1,
                        2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7};
    const double f[] = {1.0,                       5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
                        7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15};
    const double q = p - 0.5;
    if (fabs(q) <= 0.425) {
        const double r = 0.180625 - q * q;
        return q * polynomial(a, r) / polynomial(b, r);
    }
    const double tail = q < 0 ? p : 1 - p;
    const double r = sqrt(-log_of(tail > 0x1p-54 ? tail : 0x1p-54));
    const double z = r <= 5 ? polynomial(c, r - 1.6) / polynomial(d, r - 1.6) : polynomial(e, r - 5) / polynomial(f, r - 5);
    return q < 0 ? -z : z;
}

// The number that Poisson's distribution has for p: its expansion about the normal distribution (Giles, algorithm 955, 2016), whose error is below
// lambda^-1.5, for lambda above 1000. `root` is lambda's square root.
RAND_BOTH uint32_t inverse_poisson(double p, double lambda, double root) {
    const double w = inverse_normal(p), w2 = w * w;
    const double x = lambda + root * w + (1.0 / 3 + w2 / 6) - w * (1.0 / 36 + w2 / 72) / root +
                     (-8.0 / 405 + w2 * (7.0 / 810 + w2 / 270)) / lambda;
    return x < 0 ? 0 : x >= 4294967295.0 ? 4294967295u : uint32_t(x);
}

}  // namespace rng
