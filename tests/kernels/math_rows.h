// math_rows.h: the rows of HIP's table of standard math functions, for math_float.hip and math_double.hip.
// The including file defines T, F(name) (the name with or without an f), B(f, d) (its bound of the two).
//
// Ranges and bounds are those of HIP 7's documentation ("HIP math API"). Functions without a documented bound (Bessel functions
// and inverse error functions) carry the one that the ROCm device libraries are written for, 16 ulp.

#pragma clang fp contract(off)

using accuracy::ANYWHERE;
using accuracy::AT_WORST;
using accuracy::Range;
using accuracy::Wide;

static const Wide pi = 3.14159265358979323846264338327950288L;

/// The device function and its row. SPECIAL also tries zeros, infinities and NaN.
#define ROW_(name, call, exact, rx, ry, rz, bound, measure, special)                                                   \
    struct Device_##name {                                                                                             \
        static __device__ T run(T x, T y, T z) {                                                                       \
            (void)x, (void)y, (void)z;                                                                                 \
            return (T)(call);                                                                                          \
        }                                                                                                              \
    };                                                                                                                 \
    static Wide exact_##name(Wide x, Wide y, Wide z) {                                                                 \
        (void)x, (void)y, (void)z;                                                                                     \
        return exact;                                                                                                  \
    }                                                                                                                  \
    static void row_##name() {                                                                                         \
        accuracy::check<T, Device_##name>(#name, exact_##name, rx, ry, rz, bound, measure, special);                   \
    }
#define R(low, high) (Range{low, high})
#define NONE R(0, 1)
#define ONE(name, call, exact, rx, bound) ROW_(name, call, exact, rx, NONE, NONE, bound, ANYWHERE, true)
#define ONE_HERE(name, call, exact, rx, bound) ROW_(name, call, exact, rx, NONE, NONE, bound, ANYWHERE, false)
#define ONE_AT_WORST(name, call, exact, rx, bound) ROW_(name, call, exact, rx, NONE, NONE, bound, AT_WORST, false)
#define TWO(name, call, exact, rx, ry, bound) ROW_(name, call, exact, rx, ry, NONE, bound, ANYWHERE, true)
#define THREE(name, call, exact, rx, ry, rz, bound) ROW_(name, call, exact, rx, ry, rz, bound, ANYWHERE, false)

/// The second result of functions that have two.
#define SECOND(type, call) ({ type second; (void)(call); second; })
#define HYPOT4(x, y, z, w) sqrtl((x) * (x) + (y) * (y) + (z) * (z) + (w) * (w))

#define RUN(name) row_##name();
#define RUN4(a, b, c, d) RUN(a) RUN(b) RUN(c) RUN(d)

#ifndef HIPVK_NO_ROWS // math_intrinsics.hip and math_half.hip have their own

/// Solves erfc(y) = p by Newton's method.
static Wide erfc_inverse(Wide p) {
    Wide y = p < 1 ? 1 : -1;
    if (p < 0.1L) y = sqrtl(-logl(p));
    if (p > 1.9L) y = -sqrtl(-logl(2 - p));
    for (int i = 0; i < 60; i++) y += (erfcl(y) - p) * sqrtl(pi) / 2 * expl(y * y) / (i < 8 ? 2 : 1);
    return y;
}
static Wide erf_inverse(Wide x) {
    Wide y = x;
    for (int i = 0; i < 60; i++) y -= (erfl(y) - x) * sqrtl(pi) / 2 * expl(y * y) / (i < 8 ? 2 : 1);
    return y;
}

// Arithmetic.
ONE(abs, abs(x), fabsl(x), R(-20, 20), 0)
ONE(fabs, F(fabs)(x), fabsl(x), R(-20, 20), 0)
TWO(fdim, F(fdim)(x, y), fdiml(x, y), R(-10, 10), R(-3, 3), 0)
THREE(fma, F(fma)(x, y, z), F(fma)((T)x, (T)y, (T)z), R(-100, 100), R(-10, 10), R(-10, 10), 0)
TWO(fmax, F(fmax)(x, y), fmaxl(x, y), R(-10, 10), R(-3, 3), 0)
TWO(fmin, F(fmin)(x, y), fminl(x, y), R(-10, 10), R(-3, 3), 0)
TWO(fmod, F(fmod)(x, y), fmodl(x, y), R(-10, 10), R(-3, 3), 0)
ONE_HERE(modf, ({ T whole; F(modf)(x, &whole); }), ({ Wide whole; modfl(x, &whole); }), R(-10, 10), 0)
ONE_HERE(modf_whole, SECOND(T, F(modf)(x, &second)), truncl(x), R(-10, 10), 0)
TWO(remainder, F(remainder)(x, y), remainderl(x, y), R(-10, 10), R(-3, 3), 0)
ROW_(remquo, ({ int quotient; F(remquo)(x, y, &quotient); }), remainderl(x, y), R(-10, 10), R(-3, 3), NONE, 0, ANYWHERE, false)
ROW_(remquo_quotient, SECOND(int, F(remquo)(x, y, &second)) % 8, ({ int q; remquol(x, y, &q); q % 8; }), R(-10, 10), R(1, 3), NONE, 0,
     ANYWHERE, false)

// Classification.
ONE(isfinite, isfinite(x), __builtin_isfinite(x), R(-1e30, 1e30), 0)
ONE(isinf, isinf(x) != 0, __builtin_isinf(x) != 0, R(-1e30, 1e30), 0)
ONE(isnan, isnan(x) != 0, __builtin_isnan(x) != 0, R(-1e30, 1e30), 0)
ONE_HERE(signbit, signbit(x) != 0, __builtin_signbitl(x) != 0, R(-1e30, 1e30), 0)
ONE(nan, F(nan)("1"), __builtin_nanl("1"), R(0, 1), 0)

// Error and gamma.
ONE(erf, F(erf)(x), erfl(x), R(-4, 4), 4)
ONE(erfc, F(erfc)(x), erfcl(x), R(-4, 4), B(2, 2))
ONE_HERE(erfcx, F(erfcx)(x), expl(x *x) * erfcl(x), R(-2, 2), 5)
ROW_(lgamma, F(lgamma)(x), lgammal(x), R(0.5, 20), NONE, NONE, B(4, 2), AT_WORST, true) // zeros at 1 and 2
ONE_HERE(tgamma, F(tgamma)(x), tgammal(x), R(0.5, 15), 6)

// Exponential and logarithmic.
ONE(exp, F(exp)(x), expl(x), R(-10, 10), 1)
ONE(exp2, F(exp2)(x), exp2l(x), R(-10, 10), 1)
ONE(exp10, F(exp10)(x), exp10l(x), R(-4, 4), 1)
ONE(expm1, F(expm1)(x), expm1l(x), R(-10, 10), 1)
ONE(log10, F(log10)(x), log10l(x), R(1e-6, 1e6), B(2, 1))
ONE(log1p, F(log1p)(x), log1pl(x), R(-0.9, 10), 1)
ONE(log2, F(log2)(x), log2l(x), R(1e-6, 1e6), 1)
ONE(log, F(log)(x), logl(x), R(1e-6, 1e6), B(2, 1))

// Manipulation.
TWO(copysign, F(copysign)(x, y), copysignl(x, y), R(-10, 10), R(-3, 3), 0)
ONE_HERE(frexp, ({ int e; F(frexp)(x, &e); }), ({ int e; frexpl(x, &e); }), R(-10, 10), 0)
ONE_HERE(frexp_exponent, SECOND(int, F(frexp)(x, &second)), ({ int e; frexpl(x, &e); e; }), R(-10, 10), 0)
ONE_HERE(ilogb, F(ilogb)(x), ilogbl(x), R(0.01, 100), 0)
ONE(logb, F(logb)(x), logbl(x), R(1e-6, 1e6), 0)
TWO(ldexp, F(ldexp)(x, (int)y), ldexpl(x, (int)y), R(-10, 10), R(-4, 4), 0)
ROW_(nextafter, F(nextafter)(x, y), F(nextafter)((T)x, (T)y), R(-10, 10), R(-3, 3), NONE, 0, ANYWHERE, false)
TWO(scalbln, F(scalbln)(x, (long)y), scalblnl(x, (long)y), R(-10, 10), R(-4, 4), 0)
TWO(scalbn, F(scalbn)(x, (int)y), scalbnl(x, (int)y), R(-10, 10), R(-4, 4), 0)

// Hypotenuse and norm.
TWO(hypot, F(hypot)(x, y), hypotl(x, y), R(-10, 10), R(0, 10), 1)
TWO(rhypot, F(rhypot)(x, y), 1 / hypotl(x, y), R(-100, 100), R(-10, 100), 1)
THREE(norm3d, F(norm3d)(x, y, z), HYPOT4(x, y, z, 0), R(-10, 10), R(-10, 10), R(-10, 10), 1)
THREE(norm4d, F(norm4d)(x, y, z, x + y), HYPOT4(x, y, z, (T)((T)x + (T)y)), R(-10, 10), R(-10, 10), R(-10, 10), 2)
THREE(rnorm3d, F(rnorm3d)(x, y, z), 1 / HYPOT4(x, y, z, 0), R(-10, 10), R(-10, 10), R(-10, 10), 1)
THREE(rnorm4d, F(rnorm4d)(x, y, z, x + y), 1 / HYPOT4(x, y, z, (T)((T)x + (T)y)), R(-10, 10), R(-10, 10), R(-10, 10), B(2, 1))
THREE(norm, ({ const T a[] = {x, y, z}; F(norm)(3, a); }), HYPOT4(x, y, z, 0), R(-10, 10), R(-10, 10), R(-10, 10), 1)
THREE(rnorm, ({ const T a[] = {x, y, z}; F(rnorm)(3, a); }), 1 / HYPOT4(x, y, z, 0), R(-10, 10), R(-10, 10), R(-10, 10), 1)

// Power and root.
ONE(cbrt, F(cbrt)(x), cbrtl(x), R(-100, 100), B(2, 1))
TWO(pow, F(pow)(x, y), powl(x, y), R(-4, 4), R(-2, 2), 1)
TWO(pow_whole, F(pow)(x, (T)(int)y), powl(x, (int)y), R(-4, 4), R(-9, 9), 1)
TWO(powi, F(powi)(x, (int)y), powl(x, (int)y), R(-10, 10), R(-4, 4), 1)
ONE(sqrt, F(sqrt)(x), F(sqrt)((T)x), R(0, 100), 0) // HIP allows one
ONE(rsqrt, F(rsqrt)(x), copysignl(1 / sqrtl(x), x), R(0.01, 100), 1)
ONE(rcbrt, F(rcbrt)(x), 1 / cbrtl(x), R(-100, 100), 1)

// Rounding.
ONE(ceil, F(ceil)(x), ceill(x), R(-4, 4), 0)
ONE(floor, F(floor)(x), floorl(x), R(-4, 4), 0)
ONE_HERE(lround, F(lround)(x), lroundl(x), R(-4, 4), 0)
ONE_HERE(llround, F(llround)(x), llroundl(x), R(-4, 4), 0)
ONE_HERE(lrint, F(lrint)(x), lrintl(x), R(-4, 4), 0)
ONE_HERE(llrint, F(llrint)(x), llrintl(x), R(-4, 4), 0)
ONE(nearbyint, F(nearbyint)(x), nearbyintl(x), R(-4, 4), 0)
ONE(round, F(round)(x), roundl(x), R(-4, 4), 0)
ONE(rint, F(rint)(x), rintl(x), R(-4, 4), 0)
ONE(trunc, F(trunc)(x), truncl(x), R(-4, 4), 0)

// Trigonometric and hyperbolic.
ONE(acos, F(acos)(x), acosl(x), R(-1, 1), 1)
ONE(acosh, F(acosh)(x), acoshl(x), R(1, 100), 1)
ONE(asin, F(asin)(x), asinl(x), R(-1, 1), B(2, 1))
ONE(asinh, F(asinh)(x), asinhl(x), R(-10, 10), 1)
ONE(atan, F(atan)(x), atanl(x), R(-10, 10), B(2, 1))
TWO(atan2, F(atan2)(x, y), atan2l(x, y), R(-4, 4), R(-2, 2), 1)
ONE(atanh, F(atanh)(x), atanhl(x), R(-0.9, 0.9), 1)
ONE(cos, F(cos)(x), cosl(x), R(-3.14159265, 3.14159265), 1)
ONE(cosh, F(cosh)(x), coshl(x), R(-5, 5), 1)
ONE(sin, F(sin)(x), sinl(x), R(-3.14159265, 3.14159265), 1)
ONE(sinh, F(sinh)(x), sinhl(x), R(-5, 5), 1)
ONE(sincos_sin, ({ T s, c; F(sincos)(x, &s, &c); s; }), sinl(x), R(-3, 3), 1)
ONE(sincos_cos, ({ T s, c; F(sincos)(x, &s, &c); c; }), cosl(x), R(-3, 3), 1)
ONE(tan, F(tan)(x), tanl(x), R(-4.61814, 4.61814), 1)
ONE(tanh, F(tanh)(x), tanhl(x), R(-5, 5), B(2, 1))
ONE_HERE(cospi, F(cospi)(x), cosl(pi *x), R(-0.3, 0.3), B(1, 2))
ONE_HERE(sinpi, F(sinpi)(x), sinl(pi *x), R(-0.625, 0.625), 2)
ONE_HERE(sincospi_sin, ({ T s, c; F(sincospi)(x, &s, &c); s; }), sinl(pi *x), R(-0.3, 0.3), 2)
ONE_HERE(sincospi_cos, ({ T s, c; F(sincospi)(x, &s, &c); c; }), cosl(pi *x), R(-0.3, 0.3), B(1, 2))
ONE_HERE(sin_large, F(sin)(x), sinl(x), R(-1e6, 1e6), 1)
ONE_HERE(cos_huge, F(cos)(x), cosl(x), R(-1e18, 1e18), 1)

// No bound documented.
ONE_AT_WORST(j0, F(j0)(x), j0l(x), R(-10, 10), 16)
ONE_AT_WORST(j1, F(j1)(x), j1l(x), R(-10, 10), 16)
// jn recurs upwards from j0 and j1, in HIP's own headers: below n that loses its digits.
ONE_AT_WORST(jn, F(jn)(3, x), jnl(3, x), R(3, 10), 16)
ONE_AT_WORST(y0, F(y0)(x), y0l(x), R(0.5, 10), 16)
ONE_AT_WORST(y1, F(y1)(x), y1l(x), R(0.5, 10), 16)
ONE_AT_WORST(yn, F(yn)(3, x), ynl(3, x), R(0.5, 10), 16)
ONE_HERE(erfinv, F(erfinv)(x), erf_inverse(x), R(-0.99, 0.99), 16)
ONE_AT_WORST(erfcinv, F(erfcinv)(x), erfc_inverse(x), R(0.01, 1.9), 16)
ONE_HERE(normcdf, F(normcdf)(x), erfcl(-x / sqrtl(2)) / 2, R(-4, 4), 16)
ONE_AT_WORST(normcdfinv, F(normcdfinv)(x), -sqrtl(2) * erfc_inverse(2 * x), R(0.01, 0.95), 16)
ONE_HERE(i0, F(cyl_bessel_i0)(x), std::cyl_bessel_il(0, fabsl(x)), R(-10, 10), 16)
// The ROCm device libraries' i1 (5.x) forgets the sign below -8 in double precision.
ONE_HERE(i1, F(cyl_bessel_i1)(x), copysignl(std::cyl_bessel_il(1, fabsl(x)), x), R(-7.9, 10), 16)

static void all_rows() {
    RUN4(abs, fabs, fdim, fma)
    RUN4(fmax, fmin, fmod, modf)
    RUN4(modf_whole, remainder, remquo, remquo_quotient)
    RUN4(isfinite, isinf, isnan, signbit)
    RUN4(nan, erf, erfc, erfcx)
    RUN4(lgamma, tgamma, exp, exp2)
    RUN4(exp10, expm1, log10, log1p)
    RUN4(log2, log, copysign, frexp)
    RUN4(frexp_exponent, ilogb, logb, ldexp)
    RUN4(nextafter, scalbln, scalbn, hypot)
    RUN4(rhypot, norm3d, norm4d, rnorm3d)
    RUN4(rnorm4d, norm, rnorm, cbrt)
    RUN4(pow, pow_whole, powi, sqrt)
    RUN4(rsqrt, rcbrt, ceil, floor)
    RUN4(lround, llround, lrint, llrint)
    RUN4(nearbyint, round, rint, trunc)
    RUN4(acos, acosh, asin, asinh)
    RUN4(atan, atan2, atanh, cos)
    RUN4(cosh, sin, sinh, sincos_sin)
    RUN4(sincos_cos, tan, tanh, cospi)
    RUN4(sinpi, sincospi_sin, sincospi_cos, sin_large)
    RUN4(cos_huge, j0, j1, jn)
    RUN4(y0, y1, yn, erfinv)
    RUN4(erfcinv, normcdf, normcdfinv, i0)
    RUN(i1)
}

#endif // HIPVK_NO_ROWS
