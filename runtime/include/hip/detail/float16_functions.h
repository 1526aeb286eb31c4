// float16_functions.h: the named arithmetic, comparison and math functions of the 16-bit
// floats, as one macro for both of them. Included by half_functions.h and bfloat16_functions.h.
// Math goes through float, which holds every 16-bit float with bits to spare. They are the functions that HIP has and no more: what only CUDA
// has (__hgt2_mask, __hfma_relu, __double2half, __float2bfloat16_rn ...) programs for HIP define themselves.
#ifndef HIPVK_HIP_DETAIL_FLOAT16_FUNCTIONS_H
#define HIPVK_HIP_DETAIL_FLOAT16_FUNCTIONS_H

#include <hip/host_defines.h>

namespace hipvk {
#ifdef __clang__
HIPVK_BOTH _Float16 fused(_Float16 a, _Float16 b, _Float16 c) { return __builtin_fmaf16(a, b, c); }
#endif
HIPVK_BOTH float fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
// fmin and fmax as the functions define them: the number if one operand is a NaN.
template <class W> HIPVK_BOTH W lesser(W a, W b) { return b != b || a < b ? a : b; }
template <class W> HIPVK_BOTH W greater(W a, W b) { return b != b || a > b ? a : b; }
// A NaN stays one, as in HIP's headers (CUDA makes it zero).
template <class W> HIPVK_BOTH W saturated(W v) { return v < 0 ? (W)0 : v > 1 ? (W)1 : v; }
template <class W> HIPVK_BOTH bool is_nan(W v) { return v != v; }
HIPVK_BOTH bool is_infinite(float v) { return __builtin_fabsf(v) == __builtin_inff(); }
} // namespace hipvk

#define HIPVK_FLOAT16_ARITHMETIC_FUNCTIONS(T)                                                      \
    HIPVK_BOTH T __hadd(T a, T b) { return T::from(a.wide() + b.wide()); }                         \
    HIPVK_BOTH T __hadd_rn(T a, T b) { return __hadd(a, b); }                                      \
    HIPVK_BOTH T __hadd_sat(T a, T b) {                                                            \
        return T::from(hipvk::saturated(__hadd(a, b).wide()));                                     \
    }                                                                                              \
    HIPVK_BOTH T __hsub(T a, T b) { return T::from(a.wide() - b.wide()); }                         \
    HIPVK_BOTH T __hsub_rn(T a, T b) { return __hsub(a, b); }                                      \
    HIPVK_BOTH T __hsub_sat(T a, T b) {                                                            \
        return T::from(hipvk::saturated(__hsub(a, b).wide()));                                     \
    }                                                                                              \
    HIPVK_BOTH T __hmul(T a, T b) { return T::from(a.wide() * b.wide()); }                         \
    HIPVK_BOTH T __hmul_rn(T a, T b) { return __hmul(a, b); }                                      \
    HIPVK_BOTH T __hmul_sat(T a, T b) {                                                            \
        return T::from(hipvk::saturated(__hmul(a, b).wide()));                                     \
    }                                                                                              \
    HIPVK_BOTH T __hdiv(T a, T b) { return T::from(a.wide() / b.wide()); }                         \
    HIPVK_BOTH T __hfma(T a, T b, T c) {                                                           \
        return T::from(hipvk::fused(a.wide(), b.wide(), c.wide()));                                \
    }                                                                                              \
    HIPVK_BOTH T __hfma_sat(T a, T b, T c) {                                                       \
        return T::from(hipvk::saturated(__hfma(a, b, c).wide()));                                  \
    }                                                                                              \
    HIPVK_BOTH T __hneg(T a) { return T::from(-a.wide()); }                                        \
    HIPVK_BOTH T __habs(T a) { return T::from(a.wide() < 0 ? -a.wide() : a.wide() + 0); }          \
    HIPVK_BOTH T __hmin(T a, T b) { return T::from(hipvk::lesser(a.wide(), b.wide())); }           \
    HIPVK_BOTH T __hmax(T a, T b) { return T::from(hipvk::greater(a.wide(), b.wide())); }          \
    HIPVK_BOTH T __hmin_nan(T a, T b) {                                                            \
        return hipvk::is_nan(a.wide()) ? a : hipvk::is_nan(b.wide()) ? b : __hmin(a, b);           \
    }                                                                                              \
    HIPVK_BOTH T __hmax_nan(T a, T b) {                                                            \
        return hipvk::is_nan(a.wide()) ? a : hipvk::is_nan(b.wide()) ? b : __hmax(a, b);           \
    }                                                                                              

// The u forms are true also when an operand is a NaN; the plain ones never are.
#define HIPVK_FLOAT16_COMPARISON_FUNCTIONS(T)                                                      \
    HIPVK_BOTH bool __heq(T a, T b) { return a.wide() == b.wide(); }                               \
    HIPVK_BOTH bool __hequ(T a, T b) { return !(a.wide() < b.wide() || a.wide() > b.wide()); }     \
    HIPVK_BOTH bool __hne(T a, T b) {                                                              \
        return !hipvk::is_nan(a.wide()) && !hipvk::is_nan(b.wide()) && a.wide() != b.wide();       \
    }                                                                                              \
    HIPVK_BOTH bool __hneu(T a, T b) { return a.wide() != b.wide(); }                              \
    HIPVK_BOTH bool __hlt(T a, T b) { return a.wide() < b.wide(); }                                \
    HIPVK_BOTH bool __hltu(T a, T b) { return !(a.wide() >= b.wide()); }                           \
    HIPVK_BOTH bool __hle(T a, T b) { return a.wide() <= b.wide(); }                               \
    HIPVK_BOTH bool __hleu(T a, T b) { return !(a.wide() > b.wide()); }                            \
    HIPVK_BOTH bool __hgt(T a, T b) { return a.wide() > b.wide(); }                                \
    HIPVK_BOTH bool __hgtu(T a, T b) { return !(a.wide() <= b.wide()); }                           \
    HIPVK_BOTH bool __hge(T a, T b) { return a.wide() >= b.wide(); }                               \
    HIPVK_BOTH bool __hgeu(T a, T b) { return !(a.wide() < b.wide()); }                            \
    HIPVK_BOTH bool __hisnan(T a) { return hipvk::is_nan(a.wide()); }

#define HIPVK_FLOAT16_MATH_FUNCTIONS(T)                                                            \
    HIPVK_BOTH T hsqrt(T a) {                                                                      \
        float v = (float)a.wide();                                                                 \
        return T::from((T::wide_type)(::sqrtf(v)));                                                \
    }                                                                                              \
    HIPVK_BOTH T hrsqrt(T a) {                                                                     \
        float v = (float)a.wide();                                                                 \
        return T::from((T::wide_type)(1.0f / ::sqrtf(v)));                                         \
    }                                                                                              \
    HIPVK_BOTH T hrcp(T a) {                                                                       \
        float v = (float)a.wide();                                                                 \
        return T::from((T::wide_type)(1.0f / v));                                                  \
    }                                                                                              \
    HIPVK_BOTH T hexp(T a) {                                                                       \
        float v = (float)a.wide();                                                                 \
        return T::from((T::wide_type)(::expf(v)));                                                 \
    }                                                                                              \
    HIPVK_BOTH T hexp2(T a) {                                                                      \
        float v = (float)a.wide();                                                                 \
        return T::from((T::wide_type)(::exp2f(v)));                                                \
    }                                                                                              \
    HIPVK_BOTH T hexp10(T a) {                                                                     \
        float v = (float)a.wide();                                                                 \
        return T::from((T::wide_type)(::exp10f(v)));                                               \
    }                                                                                              \
    HIPVK_BOTH T hlog(T a) {                                                                       \
        float v = (float)a.wide();                                                                 \
        return T::from((T::wide_type)(::logf(v)));                                                 \
    }                                                                                              \
    HIPVK_BOTH T hlog2(T a) {                                                                      \
        float v = (float)a.wide();                                                                 \
        return T::from((T::wide_type)(::log2f(v)));                                                \
    }                                                                                              \
    HIPVK_BOTH T hlog10(T a) {                                                                     \
        float v = (float)a.wide();                                                                 \
        return T::from((T::wide_type)(::log10f(v)));                                               \
    }                                                                                              \
    HIPVK_BOTH T hsin(T a) {                                                                       \
        float v = (float)a.wide();                                                                 \
        return T::from((T::wide_type)(::sinf(v)));                                                 \
    }                                                                                              \
    HIPVK_BOTH T hcos(T a) {                                                                       \
        float v = (float)a.wide();                                                                 \
        return T::from((T::wide_type)(::cosf(v)));                                                 \
    }                                                                                              \
    HIPVK_BOTH T hceil(T a) {                                                                      \
        float v = (float)a.wide();                                                                 \
        return T::from((T::wide_type)(__builtin_ceilf(v)));                                        \
    }                                                                                              \
    HIPVK_BOTH T hfloor(T a) {                                                                     \
        float v = (float)a.wide();                                                                 \
        return T::from((T::wide_type)(__builtin_floorf(v)));                                       \
    }                                                                                              \
    HIPVK_BOTH T htrunc(T a) {                                                                     \
        float v = (float)a.wide();                                                                 \
        return T::from((T::wide_type)(__builtin_truncf(v)));                                       \
    }                                                                                              \
    HIPVK_BOTH T hrint(T a) {                                                                      \
        float v = (float)a.wide();                                                                 \
        return T::from((T::wide_type)(__builtin_rintf(v)));                                        \
    }                                                                                              

#define HIPVK_FLOAT16_PAIR_FUNCTIONS(T, P)                                                         \
    HIPVK_BOTH P __hadd2(P a, P b) { return P(__hadd(a.x, b.x), __hadd(a.y, b.y)); }               \
    HIPVK_BOTH P __hadd2_rn(P a, P b) { return P(__hadd_rn(a.x, b.x), __hadd_rn(a.y, b.y)); }      \
    HIPVK_BOTH P __hadd2_sat(P a, P b) { return P(__hadd_sat(a.x, b.x), __hadd_sat(a.y, b.y)); }   \
    HIPVK_BOTH P __hsub2(P a, P b) { return P(__hsub(a.x, b.x), __hsub(a.y, b.y)); }               \
    HIPVK_BOTH P __hsub2_rn(P a, P b) { return P(__hsub_rn(a.x, b.x), __hsub_rn(a.y, b.y)); }      \
    HIPVK_BOTH P __hsub2_sat(P a, P b) { return P(__hsub_sat(a.x, b.x), __hsub_sat(a.y, b.y)); }   \
    HIPVK_BOTH P __hmul2(P a, P b) { return P(__hmul(a.x, b.x), __hmul(a.y, b.y)); }               \
    HIPVK_BOTH P __hmul2_rn(P a, P b) { return P(__hmul_rn(a.x, b.x), __hmul_rn(a.y, b.y)); }      \
    HIPVK_BOTH P __hmul2_sat(P a, P b) { return P(__hmul_sat(a.x, b.x), __hmul_sat(a.y, b.y)); }   \
    HIPVK_BOTH P __h2div(P a, P b) { return P(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }               \
    HIPVK_BOTH P __hfma2(P a, P b, P c) {                                                          \
        return P(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));                                    \
    }                                                                                              \
    HIPVK_BOTH P __hfma2_sat(P a, P b, P c) {                                                      \
        return P(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y));                            \
    }                                                                                              \
    HIPVK_BOTH P __hneg2(P a) { return P(__hneg(a.x), __hneg(a.y)); }                              \
    HIPVK_BOTH P __habs2(P a) { return P(__habs(a.x), __habs(a.y)); }                              \
    HIPVK_BOTH P h2sqrt(P a) { return P(hsqrt(a.x), hsqrt(a.y)); }                                 \
    HIPVK_BOTH P h2rsqrt(P a) { return P(hrsqrt(a.x), hrsqrt(a.y)); }                              \
    HIPVK_BOTH P h2rcp(P a) { return P(hrcp(a.x), hrcp(a.y)); }                                    \
    HIPVK_BOTH P h2exp(P a) { return P(hexp(a.x), hexp(a.y)); }                                    \
    HIPVK_BOTH P h2exp2(P a) { return P(hexp2(a.x), hexp2(a.y)); }                                 \
    HIPVK_BOTH P h2exp10(P a) { return P(hexp10(a.x), hexp10(a.y)); }                              \
    HIPVK_BOTH P h2log(P a) { return P(hlog(a.x), hlog(a.y)); }                                    \
    HIPVK_BOTH P h2log2(P a) { return P(hlog2(a.x), hlog2(a.y)); }                                 \
    HIPVK_BOTH P h2log10(P a) { return P(hlog10(a.x), hlog10(a.y)); }                              \
    HIPVK_BOTH P h2sin(P a) { return P(hsin(a.x), hsin(a.y)); }                                    \
    HIPVK_BOTH P h2cos(P a) { return P(hcos(a.x), hcos(a.y)); }                                    \
    HIPVK_BOTH P h2ceil(P a) { return P(hceil(a.x), hceil(a.y)); }                                 \
    HIPVK_BOTH P h2floor(P a) { return P(hfloor(a.x), hfloor(a.y)); }                              \
    HIPVK_BOTH P h2trunc(P a) { return P(htrunc(a.x), htrunc(a.y)); }                              \
    HIPVK_BOTH P h2rint(P a) { return P(hrint(a.x), hrint(a.y)); }                                 

// Of pairs: 1 or 0 for each element; b forms: both at once.
#define HIPVK_FLOAT16_PAIR_COMPARISON_FUNCTIONS(T, P)                                              \
    HIPVK_BOTH P __heq2(P a, P b) {                                                                \
        return P(T::from(__heq(a.x, b.x)), T::from(__heq(a.y, b.y)));                              \
    }                                                                                              \
    HIPVK_BOTH bool __hbeq2(P a, P b) { return __heq(a.x, b.x) && __heq(a.y, b.y); }               \
    HIPVK_BOTH P __hequ2(P a, P b) {                                                               \
        return P(T::from(__hequ(a.x, b.x)), T::from(__hequ(a.y, b.y)));                            \
    }                                                                                              \
    HIPVK_BOTH bool __hbequ2(P a, P b) { return __hequ(a.x, b.x) && __hequ(a.y, b.y); }            \
    HIPVK_BOTH P __hne2(P a, P b) {                                                                \
        return P(T::from(__hne(a.x, b.x)), T::from(__hne(a.y, b.y)));                              \
    }                                                                                              \
    HIPVK_BOTH bool __hbne2(P a, P b) { return __hne(a.x, b.x) && __hne(a.y, b.y); }               \
    HIPVK_BOTH P __hneu2(P a, P b) {                                                               \
        return P(T::from(__hneu(a.x, b.x)), T::from(__hneu(a.y, b.y)));                            \
    }                                                                                              \
    HIPVK_BOTH bool __hbneu2(P a, P b) { return __hneu(a.x, b.x) && __hneu(a.y, b.y); }            \
    HIPVK_BOTH P __hlt2(P a, P b) {                                                                \
        return P(T::from(__hlt(a.x, b.x)), T::from(__hlt(a.y, b.y)));                              \
    }                                                                                              \
    HIPVK_BOTH bool __hblt2(P a, P b) { return __hlt(a.x, b.x) && __hlt(a.y, b.y); }               \
    HIPVK_BOTH P __hltu2(P a, P b) {                                                               \
        return P(T::from(__hltu(a.x, b.x)), T::from(__hltu(a.y, b.y)));                            \
    }                                                                                              \
    HIPVK_BOTH bool __hbltu2(P a, P b) { return __hltu(a.x, b.x) && __hltu(a.y, b.y); }            \
    HIPVK_BOTH P __hle2(P a, P b) {                                                                \
        return P(T::from(__hle(a.x, b.x)), T::from(__hle(a.y, b.y)));                              \
    }                                                                                              \
    HIPVK_BOTH bool __hble2(P a, P b) { return __hle(a.x, b.x) && __hle(a.y, b.y); }               \
    HIPVK_BOTH P __hleu2(P a, P b) {                                                               \
        return P(T::from(__hleu(a.x, b.x)), T::from(__hleu(a.y, b.y)));                            \
    }                                                                                              \
    HIPVK_BOTH bool __hbleu2(P a, P b) { return __hleu(a.x, b.x) && __hleu(a.y, b.y); }            \
    HIPVK_BOTH P __hgt2(P a, P b) {                                                                \
        return P(T::from(__hgt(a.x, b.x)), T::from(__hgt(a.y, b.y)));                              \
    }                                                                                              \
    HIPVK_BOTH bool __hbgt2(P a, P b) { return __hgt(a.x, b.x) && __hgt(a.y, b.y); }               \
    HIPVK_BOTH P __hgtu2(P a, P b) {                                                               \
        return P(T::from(__hgtu(a.x, b.x)), T::from(__hgtu(a.y, b.y)));                            \
    }                                                                                              \
    HIPVK_BOTH bool __hbgtu2(P a, P b) { return __hgtu(a.x, b.x) && __hgtu(a.y, b.y); }            \
    HIPVK_BOTH P __hge2(P a, P b) {                                                                \
        return P(T::from(__hge(a.x, b.x)), T::from(__hge(a.y, b.y)));                              \
    }                                                                                              \
    HIPVK_BOTH bool __hbge2(P a, P b) { return __hge(a.x, b.x) && __hge(a.y, b.y); }               \
    HIPVK_BOTH P __hgeu2(P a, P b) {                                                               \
        return P(T::from(__hgeu(a.x, b.x)), T::from(__hgeu(a.y, b.y)));                            \
    }                                                                                              \
    HIPVK_BOTH bool __hbgeu2(P a, P b) { return __hgeu(a.x, b.x) && __hgeu(a.y, b.y); }            \
    HIPVK_BOTH P __hisnan2(P a) { return P(T::from(__hisnan(a.x)), T::from(__hisnan(a.y))); }

#endif // HIPVK_HIP_DETAIL_FLOAT16_FUNCTIONS_H
