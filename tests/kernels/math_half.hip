// Functions of __half and __hip_bfloat16, scalars and pairs, on the device: arithmetic and conversions exactly rounded, math within a
// unit. The reference is long double, rounded once (for bfloat16 as HIP defines its arithmetic: in float, then rounded).
// made on each system: ROCm's device libraries
#include <hip/hip_bf16.h>
#include <hip/hip_bfloat16.h>

#include "accuracy.h"

#define F(name) name##f
#define B(single, twice) single
#define HIPVK_NO_ROWS
typedef _Float16 T;
#include "math_rows.h"

// Rows of half: `call` is written in __half a, b, c.
#define HALF_(name, call, exact, rx, ry, rz, bound, measure, special)                                                  \
    ROW_(name, (([](__half a, __half b, __half c) { return (void)a, (void)b, (void)c, (call); })(__half(x), __half(y), __half(z))).data, \
         exact, rx, ry, rz, bound, measure, special)
#define HALF(name, call, exact, bound) HALF_(name, call, exact, R(-60, 60), R(-60, 60), R(-60, 60), bound, ANYWHERE, false)
#define HALF_ON(name, call, exact, rx, bound) HALF_(name, call, exact, rx, NONE, NONE, bound, ANYWHERE, true)
HALF(hadd, __hadd(a, b), x + y, 0)
HALF(hsub, __hsub(a, b), x - y, 0)
HALF(hmul, __hmul(a, b), x *y, 0)
HALF(hdiv, __hdiv(a, b), x / y, 0)
HALF(hfma, __hfma(a, b, c), x *y + z, 0)
HALF(hadd_sat, __hadd_sat(a, b), fminl(fmaxl((T)(x + y), 0), 1), 0)
HALF_ON(nan_sat, __hmul_sat(a, a), x != x ? x : fminl((T)(x * x), 1), R(-2, 2), 0)
HALF(hneg, __hneg(a), -x, 0)
HALF(habs, __habs(a), fabsl(x), 0)
HALF(hmin, __hmin(a, b), fminl(x, y), 0)
HALF(hmax, __hmax(a, b), fmaxl(x, y), 0)
HALF(hadd2, __hadd2(__half2(a, b), __half2(c, a)).y, y + x, 0)
HALF(hmul2, (__half2(a, b) * __half2(c, a)).x, x *z, 0)
HALF(h2div, h2sqrt(__half2(__habs(a), b)).x, sqrtl(fabsl(x)), 0)
HALF_ON(hsqrt, hsqrt(a), sqrtl(x), R(0, 60000), 0)
HALF_ON(hrsqrt, hrsqrt(a), 1 / sqrtl(x), R(0.001, 60000), 1)
HALF_ON(hrcp, hrcp(a), 1 / x, R(-60, 60), 0)
HALF_ON(hexp, hexp(a), expl(x), R(-10, 10), 1)
HALF_ON(hexp2, hexp2(a), exp2l(x), R(-14, 15), 1)
HALF_ON(hexp10, hexp10(a), exp10l(x), R(-4, 4), 1)
HALF_ON(hlog, hlog(a), logl(x), R(0.001, 60000), 1)
HALF_ON(hlog2, hlog2(a), log2l(x), R(0.001, 60000), 1)
HALF_ON(hlog10, hlog10(a), log10l(x), R(0.001, 60000), 1)
HALF_ON(hsin, hsin(a), sinl(x), R(-60, 60), 1)
HALF_ON(hcos, hcos(a), cosl(x), R(-60, 60), 1)
HALF_ON(hceil, hceil(a), ceill(x), R(-60, 60), 0)
HALF_ON(hfloor, hfloor(a), floorl(x), R(-60, 60), 0)
HALF_ON(htrunc, htrunc(a), truncl(x), R(-60, 60), 0)
HALF_ON(hrint, hrint(a), rintl(x), R(-60, 60), 0)
HALF(from_double, __half((double)a * 1.1), (Wide)((double)x * 1.1), 0)
HALF(from_int, __int2half_rn((int)((float)a * 997.0f)), (Wide)(int)((float)x * 997.0f), 0)
HALF(to_int, __half(__half2int_rn(a)), rintl(x), 0)
HALF_ON(to_uint, __half(__half2uint_rz(a)), x < 0 ? 0 : truncl(x), R(-60000, 60000), 0)
HALF_ON(to_ull, __half(__half2ull_rd(a)), x < 0 ? 0 : floorl(x), R(-60, 60), 0)
HALF_ON(to_short, __half(__half2short_rn(a)), fminl(fmaxl(rintl(x), -32768), 32767), R(-60000, 60000), 0)

// bfloat16 travels as the float that it is.
namespace in_bfloat16 {
typedef float T;
static Wide rounded(float value) { return (float)__float2bfloat16(value); }
#define BF(name, call, exact, bound)                                                                                   \
    ROW_(name, (float)(([](__hip_bfloat16 a, __hip_bfloat16 b, __hip_bfloat16 c) { return (void)a, (void)b, (void)c, (call); })( \
                   __hip_bfloat16(x), __hip_bfloat16(y), __hip_bfloat16(z))),                                          \
         (x = rounded(x), y = rounded(y), z = rounded(z), rounded(exact)), R(-60, 60), R(-60, 60), R(-60, 60), bound, ANYWHERE, false)
static __device__ __hip_bfloat16 product_of_older(float x, float y) {
    hip_bfloat16 a(x);
    return (float)operator-(operator*=(a, hip_bfloat16(y)));
}
// A unit of a bfloat16 is 65536 of a float.
#define UNIT 65536
BF(badd, __hadd(a, b), (float)x + (float)y, 0)
BF(bsub, a - b, (float)x - (float)y, 0)
BF(bmul, __hmul(a, b), (float)x *(float)y, 0)
BF(bdiv, __hdiv(a, b), (float)x / (float)y, 0)
BF(bfma, __hfma(a, b, c), fmaf((float)x, (float)y, (float)z), 0)
BF(bsqrt, hsqrt(__habs(a)), sqrtf(fabsf((float)x)), 0)
BF(bexp, hexp(a), expf((float)x), UNIT)
BF(blog, hlog(__habs(a)), logf(fabsf((float)x)), UNIT)
BF(bsin, hsin(a), sinf((float)x), UNIT)
BF(brint, hrint(a), rintf((float)x), 0)
BF(bpair, (__hip_bfloat162(a, b) * __hip_bfloat162(c, c)).y, (float)y *(float)z, 0)
BF(bless, __hip_bfloat16(__hlt(a, b)), (float)(x < y), 0)
// HIP's operators of bfloat16 are free functions, which programs call by name; the older type's as well.
BF(badd_to, operator-(operator+=(a, b)), -((float)x + (float)y), 0)
BF(bnext, operator++(a), (float)x + 1, 0)
BF(bbefore, operator--(a, 0), (float)x, 0)
BF(bolder, product_of_older(a, b), -((float)x *(float)y), 0)
} // namespace in_bfloat16

int main() {
    RUN4(hadd, hsub, hmul, hdiv)
    RUN4(hfma, hadd_sat, nan_sat, hneg)
    RUN4(habs, hmin, hmax, hadd2)
    RUN4(hmul2, h2div, hsqrt, hrsqrt)
    RUN4(hrcp, hexp, hexp2, hexp10)
    RUN4(hlog, hlog2, hlog10, hsin)
    RUN4(hcos, hceil, hfloor, htrunc)
    RUN4(hrint, from_double, from_int, to_int)
    {
        using namespace in_bfloat16;
        RUN4(badd, bsub, bmul, bdiv)
        RUN4(bfma, bsqrt, bexp, blog)
        RUN4(bsin, brint, bpair, bless)
        RUN4(badd_to, bnext, bbefore, bolder)
    }
    return accuracy::report("math_half");
}
