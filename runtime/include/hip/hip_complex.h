/* hip_complex.h: hipFloatComplex and hipDoubleComplex (a float2, a double2) and their arithmetic.
   Included by programs, C included. */
#ifndef HIPVK_HIP_HIP_COMPLEX_H
#define HIPVK_HIP_HIP_COMPLEX_H

#include <hip/hip_common.h>
#include <hip/hip_vector_types.h>
#if !defined(__HIPCC_RTC__)
#include <math.h>
#endif

#ifdef __HIP_CLANG_ONLY__
#define HIPVK_COMPLEX HIPVK_BOTH
#else
#define HIPVK_COMPLEX static inline
#endif

typedef float2 hipFloatComplex;
typedef double2 hipDoubleComplex;
typedef hipFloatComplex hipComplex;

/* The power of two at or below the larger magnitude, among those whose inverse is normal. */
HIPVK_COMPLEX float hipvk_powerf(float x, float y) {
    unsigned int ux, uy, u;
    __builtin_memcpy(&ux, &x, sizeof ux);
    __builtin_memcpy(&uy, &y, sizeof uy);
    ux &= 0x7f800000u;
    uy &= 0x7f800000u;
    u = ux > uy ? ux : uy;
    u = u < 0x00800000u ? 0x00800000u : u > 0x7e800000u ? 0x7e800000u : u;
    __builtin_memcpy(&x, &u, sizeof x);
    return x;
}
HIPVK_COMPLEX double hipvk_power(double x, double y) {
    unsigned long long ux, uy, u;
    __builtin_memcpy(&ux, &x, sizeof ux);
    __builtin_memcpy(&uy, &y, sizeof uy);
    ux &= 0x7ff0000000000000ull;
    uy &= 0x7ff0000000000000ull;
    u = ux > uy ? ux : uy;
    u = u < 0x0010000000000000ull ? 0x0010000000000000ull : u > 0x7fd0000000000000ull ? 0x7fd0000000000000ull : u;
    __builtin_memcpy(&x, &u, sizeof x);
    return x;
}

/* One set of functions for each precision. Division is hip-tests' (ac + bd) / (cc + dd) in every bit, and
   scales by a power of two, which changes none of them, so that the square cannot overflow. */
#define HIPVK_COMPLEX_FUNCTIONS(C, T, make, Creal, Cimag, Cadd, Csub, Cmul, Cdiv, Cfma, Conj, Csqabs,   \
                                Cabs, power_, hypot_)                                              \
    HIPVK_COMPLEX T Creal(C z) { return z.x; }                                                     \
    HIPVK_COMPLEX T Cimag(C z) { return z.y; }                                                     \
    HIPVK_COMPLEX C make(T re, T im) {                                                             \
        C z;                                                                                       \
        z.x = re;                                                                                  \
        z.y = im;                                                                                  \
        return z;                                                                                  \
    }                                                                                              \
    HIPVK_COMPLEX C Conj(C z) { return make(z.x, -z.y); }                                          \
    HIPVK_COMPLEX T Csqabs(C z) { return z.x * z.x + z.y * z.y; }                                  \
    HIPVK_COMPLEX C Cadd(C p, C q) { return make(p.x + q.x, p.y + q.y); }                          \
    HIPVK_COMPLEX C Csub(C p, C q) { return make(p.x - q.x, p.y - q.y); }                          \
    HIPVK_COMPLEX C Cmul(C p, C q) { return make(p.x * q.x - p.y * q.y, p.y * q.x + p.x * q.y); }  \
    HIPVK_COMPLEX C Cdiv(C p, C q) {                                                               \
        T scale = (T)1 / power_(q.x, q.y);                                                         \
        T a = p.x * scale, b = p.y * scale, c = q.x * scale, d = q.y * scale;                      \
        T square = c * c + d * d;                                                                  \
        return make((a * c + b * d) / square, (b * c - a * d) / square);                           \
    }                                                                                              \
    HIPVK_COMPLEX C Cfma(C p, C q, C r) {                                                          \
        return make(p.x * q.x - p.y * q.y + r.x, p.y * q.x + p.x * q.y + r.y);                     \
    }                                                                                              \
    HIPVK_COMPLEX T Cabs(C z) { return hypot_(z.x, z.y); }

HIPVK_COMPLEX_FUNCTIONS(hipFloatComplex, float, make_hipFloatComplex, hipCrealf, hipCimagf, hipCaddf,
                        hipCsubf, hipCmulf, hipCdivf, hipCfmaf, hipConjf, hipCsqabsf, hipCabsf,
                        hipvk_powerf, hypotf)
HIPVK_COMPLEX_FUNCTIONS(hipDoubleComplex, double, make_hipDoubleComplex, hipCreal, hipCimag, hipCadd,
                        hipCsub, hipCmul, hipCdiv, hipCfma, hipConj, hipCsqabs, hipCabs,
                        hipvk_power, hypot)
#undef HIPVK_COMPLEX_FUNCTIONS

HIPVK_COMPLEX hipComplex make_hipComplex(float re, float im) {
    return make_hipFloatComplex(re, im);
}
HIPVK_COMPLEX hipFloatComplex hipComplexDoubleToFloat(hipDoubleComplex z) {
    return make_hipFloatComplex((float)z.x, (float)z.y);
}
HIPVK_COMPLEX hipDoubleComplex hipComplexFloatToDouble(hipFloatComplex z) {
    return make_hipDoubleComplex(z.x, z.y);
}

#endif /* HIPVK_HIP_HIP_COMPLEX_H */
