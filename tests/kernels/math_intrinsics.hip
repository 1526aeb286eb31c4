// HIP's tables of intrinsics: the fast forms (__sinf ...) within their documented distance, the _rn forms, integer
// intrinsics and conversions exactly.
// made on each system: ROCm's device libraries
#include "accuracy.h"

#include <cfenv>

typedef float T;
#define F(name) name##f
#define B(single, twice) single
#define HIPVK_NO_ROWS
#include "math_rows.h"

// "The ULP difference of the maximum absolute error": the fast forms promise no more.
ONE_AT_WORST(fast_cos, __cosf(x), cosl(x), R(-3.14159265, 3.14159265), 4)
ONE_AT_WORST(fast_exp10, __exp10f(x), exp10l(x), R(-4, 4), 18)
ONE_AT_WORST(fast_exp, __expf(x), expl(x), R(-10, 10), 6)
ONE_AT_WORST(fast_log10, __log10f(x), log10l(x), R(1e-6, 1e6), 2)
ONE_AT_WORST(fast_log2, __log2f(x), log2l(x), R(1e-6, 1e6), 1)
ONE_AT_WORST(fast_log, __logf(x), logl(x), R(1e-6, 1e6), 2)
ROW_(fast_pow, __powf(x, y), powl(x, y), R(0, 4), R(-2, 2), NONE, 1, AT_WORST, false)
ONE_AT_WORST(fast_sincos_sin, ({ T s, c; __sincosf(x, &s, &c); s; }), sinl(x), R(-3, 3), 18)
ONE_AT_WORST(fast_sincos_cos, ({ T s, c; __sincosf(x, &s, &c); c; }), cosl(x), R(-3, 3), 4)
ONE_AT_WORST(fast_sin, __sinf(x), sinl(x), R(-3.14159265, 3.14159265), 18)
ONE_AT_WORST(fast_tan, __tanf(x), tanl(x), R(-1.5, 1.5), 1)
ROW_(fdividef, fdividef(x, y), x / y, R(-100, 100), R(-100, 100), NONE, 2, AT_WORST, false)
ROW_(fast_fdividef, __fdividef(x, y), x / y, R(-100, 100), R(-100, 100), NONE, 2, AT_WORST, false)
ONE_HERE(saturate, __saturatef(x), fminl(fmaxl(x, 0), 1), R(-2, 3), 0)

// To nearest.
TWO(fadd_rn, __fadd_rn(x, y), x + y, R(-1000, 1000), R(-1000, 1000), 0)
TWO(fsub_rn, __fsub_rn(x, y), x - y, R(-1000, 1000), R(-1000, 1000), 0)
TWO(fmul_rn, __fmul_rn(x, y), x *y, R(-100, 100), R(-100, 100), 0)
TWO(fdiv_rn, __fdiv_rn(x, y), (T)x / (T)y, R(-100, 100), R(-100, 100), 0)
THREE(fmaf_rn, __fmaf_rn(x, y, z), fmaf((T)x, (T)y, (T)z), R(-100, 100), R(-10, 10), R(-10, 10), 0)
ONE(frcp_rn, __frcp_rn(x), 1 / (T)x, R(-100, 100), 0)
ONE(frsqrt_rn, __frsqrt_rn(x), copysignl(1 / sqrtl(x), x), R(0.01, 100), 1)
ONE(fsqrt_rn, __fsqrt_rn(x), sqrtf((T)x), R(0, 100), 0)

namespace in_double {
typedef double T;
TWO(dadd_rn, __dadd_rn(x, y), (T)x + (T)y, R(-1000, 1000), R(-1000, 1000), 0)
TWO(dsub_rn, __dsub_rn(x, y), (T)x - (T)y, R(-1000, 1000), R(-1000, 1000), 0)
TWO(dmul_rn, __dmul_rn(x, y), (T)x *(T)y, R(-100, 100), R(-100, 100), 0)
TWO(ddiv_rn, __ddiv_rn(x, y), (T)x / (T)y, R(-100, 100), R(-100, 100), 0)
ONE(drcp_rn, __drcp_rn(x), 1 / (T)x, R(-100, 100), 0)
ONE(dsqrt_rn, __dsqrt_rn(x), sqrt((T)x), R(0, 100), 0)
THREE(fma_rn, __fma_rn(x, y, z), fma((T)x, (T)y, (T)z), R(-100, 100), R(-10, 10), R(-10, 10), 0)
} // namespace in_double

// Integers: four numbers in, 64 bits out, computed on both sides.
struct Integers {
    uint64_t a, b, c;
};

static uint64_t mix(uint64_t x) {
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    return x ^ x >> 33;
}

template <class F> __global__ void apply_integers(const Integers *in, uint64_t *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = F::device(in[i].a, in[i].b, in[i].c);
}

template <class F> void check_integers(const char *name) {
    std::vector<Integers> in;
    for (uint64_t i = 0; i < accuracy::samples; i++) {
        const uint64_t awkward[] = {0, 1, ~0ull, 1ull << 63, 0x7fffffffffffffffull, 0x80000000ull, 0x7fffffffull, 0xffffffffull};
        const bool special = i % 4 == 0;
        in.push_back({special ? awkward[i / 4 % 8] : mix(i) >> i % 64, special ? awkward[i / 32 % 8] : mix(i + 1) >> i / 64 % 64,
                      mix(i + 2) >> i % 7 * 9});
    }
    std::vector<uint64_t> out(accuracy::samples, 0x5555);
    Integers *device_in = accuracy::upload(in);
    uint64_t *device_out = accuracy::upload(out);
    apply_integers<F><<<accuracy::samples / 64, 64>>>(device_in, device_out);
    bool ok = hipMemcpy(out.data(), device_out, out.size() * 8, hipMemcpyDeviceToHost) == hipSuccess;
    (void)hipFree(device_in);
    (void)hipFree(device_out);
    int wrong = 0;
    for (size_t i = 0; i < out.size(); i++) {
        const uint64_t want = F::host(in[i].a, in[i].b, in[i].c);
        if (out[i] != want && wrong++ == 0) {
            std::printf("  %s(%llx, %llx, %llx) gave %llx, not %llx\n", name, (long long)in[i].a, (long long)in[i].b,
                        (long long)in[i].c, (long long)out[i], (long long)want);
        }
    }
    accuracy::rows++;
    accuracy::failures += !ok || wrong;
}

typedef unsigned int u32;
typedef unsigned __int128 u128;
#define INTEGERS(name, call, exact)                                                                                    \
    struct Integer_##name {                                                                                            \
        static __device__ uint64_t device(uint64_t a, uint64_t b, uint64_t c) {                                        \
            return (void)a, (void)b, (void)c, (uint64_t)(call);                                                        \
        }                                                                                                              \
        static uint64_t host(uint64_t a, uint64_t b, uint64_t c) {                                                     \
            return (void)a, (void)b, (void)c, (uint64_t)(exact);                                                       \
        }                                                                                                              \
    };                                                                                                                 \
    static void integers_##name() { check_integers<Integer_##name>(#name); }

/// The bits of `value` as R, converted by the host's processor in a rounding mode.
template <class R, class Bits, class V> Bits in_mode(V value, int mode) {
    volatile V from = value;
    std::fesetround(mode);
    volatile R converted = (R)from;
    std::fesetround(FE_TONEAREST);
    const R result = converted;
    Bits bits;
    memcpy(&bits, &result, sizeof bits);
    return bits;
}
static uint64_t reversed(uint64_t x, int bits) {
    uint64_t r = 0;
    for (int i = 0; i < bits; i++) r |= (x >> i & 1) << (bits - 1 - i);
    return r;
}
static u32 nth_set(uint64_t mask, u32 base, int offset) {
    if (offset == 0) return mask >> base & 1 ? base : ~0u;
    const int step = offset > 0 ? 1 : -1;
    for (int i = base, left = offset * step; i >= 0 && i < 64; i += step) {
        if ((mask >> i & 1) && --left == 0) return i;
    }
    return ~0u;
}
static u32 bytes_of(uint64_t all, u32 selector) {
    u32 r = 0;
    for (int i = 0; i < 4; i++) r |= (u32)(all >> ((selector >> 4 * i & 7) * 8) & 0xff) << 8 * i;
    return r;
}

static int64_t dot_bytes(u32 a, u32 b, bool is_signed) {
    int64_t sum = 0;
    for (int i = 0; i < 32; i += 8) {
        sum += is_signed ? (int)(int8_t)(a >> i) * (int8_t)(b >> i) : (int)(uint8_t)(a >> i) * (uint8_t)(b >> i);
    }
    return sum;
}

INTEGERS(brev, __brev((u32)a), reversed((u32)a, 32))
INTEGERS(brevll, __brevll(a), reversed(a, 64))
INTEGERS(byte_perm, __byte_perm((u32)a, (u32)b, (u32)c), bytes_of((uint64_t)(u32)b << 32 | (u32)a, (u32)c))
INTEGERS(clz, __clz((int)a), (u32)a ? __builtin_clz((u32)a) : 32)
INTEGERS(clzll, __clzll((long long)a), a ? __builtin_clzll(a) : 64)
INTEGERS(ffs, __ffs((int)a), __builtin_ffs((int)a))
INTEGERS(ffsll, __ffsll((long long)a), __builtin_ffsll(a))
INTEGERS(fns32, __fns32((u32)a, b % 32, (int)(c % 9) - 4), nth_set((u32)a, b % 32, (int)(c % 9) - 4))
INTEGERS(fns64, __fns64(a, b % 64, (int)(c % 9) - 4), nth_set(a, b % 64, (int)(c % 9) - 4))
INTEGERS(funnelshift_l, __funnelshift_l((u32)a, (u32)b, (u32)c), (u32)((b << 32 | (u32)a) << c % 32 >> 32))
INTEGERS(funnelshift_lc, __funnelshift_lc((u32)a, (u32)b, (u32)c % 40), c % (1ull << 32) % 40 >= 32 ? (u32)a : (u32)((b << 32 | (u32)a) << (u32)c % 40 >> 32))
INTEGERS(funnelshift_r, __funnelshift_r((u32)a, (u32)b, (u32)c), (u32)((b << 32 | (u32)a) >> c % 32))
INTEGERS(funnelshift_rc, __funnelshift_rc((u32)a, (u32)b, (u32)c % 40), (u32)c % 40 >= 32 ? (u32)b : (u32)((b << 32 | (u32)a) >> (u32)c % 40))
INTEGERS(hadd, __hadd((int)a, (int)b), (int)(((int64_t)(int)a + (int)b) >> 1))
INTEGERS(rhadd, __rhadd((int)a, (int)b), (int)(((int64_t)(int)a + (int)b + 1) >> 1))
INTEGERS(uhadd, __uhadd((u32)a, (u32)b), ((uint64_t)(u32)a + (u32)b) >> 1)
INTEGERS(urhadd, __urhadd((u32)a, (u32)b), ((uint64_t)(u32)a + (u32)b + 1) >> 1)
INTEGERS(sad, __sad((int)a, (int)b, (u32)c), (u32)(llabs((int64_t)(int)a - (int)b) + (u32)c))
INTEGERS(usad, __usad((u32)a, (u32)b, (u32)c), (u32)(llabs((int64_t)(u32)a - (u32)b) + (u32)c))
INTEGERS(sdot4, __builtin_amdgcn_sdot4((int)a, (int)b, (int)c, false), (int)(u32)(dot_bytes((u32)a, (u32)b, true) + (int64_t)(int)c))
INTEGERS(udot4, __builtin_amdgcn_udot4((u32)a, (u32)b, (u32)c, false), (u32)(dot_bytes((u32)a, (u32)b, false) + (u32)c))
INTEGERS(popc, __popc((u32)a), __builtin_popcount((u32)a))
INTEGERS(popcll, __popcll(a), __builtin_popcountll(a))
INTEGERS(mul24, __mul24((int)a, (int)b), (int)(((int64_t)((int)((u32)a << 8) >> 8)) * ((int)((u32)b << 8) >> 8)))
INTEGERS(umul24, (u32)__umul24((u32)a, (u32)b), (u32)((a & 0xffffff) * (b & 0xffffff)))
INTEGERS(mulhi, __mulhi((int)a, (int)b), (int)(((int64_t)(int)a * (int)b) >> 32))
INTEGERS(umulhi, __umulhi((u32)a, (u32)b), ((uint64_t)(u32)a * (u32)b) >> 32)
INTEGERS(mul64hi, __mul64hi((long long)a, (long long)b), (uint64_t)(((__int128)(int64_t)a * (int64_t)b) >> 64))
INTEGERS(umul64hi, __umul64hi(a, b), (uint64_t)(((u128)a * b) >> 64))
INTEGERS(lastbit, __lastbit_u32_u64(a), a ? (u32)__builtin_ctzll(a) : ~0u)
INTEGERS(bitextract, __bitextract_u64(a, (u32)b, (u32)c), c % 64 == 0 ? 0 : (a << ((64 - b % 64 - c % 64) & 63)) >> (64 - c % 64))
INTEGERS(bitinsert, __bitinsert_u32((u32)a, (u32)b, (u32)c % 32, 7), ((u32)a & ~(127u << c % 32)) | (((u32)b & 127) << c % 32))
INTEGERS(bswap16, __builtin_bswap16((uint16_t)a), (uint16_t)(a << 8 | (uint16_t)a >> 8))
INTEGERS(rotate16, (uint16_t)((uint16_t)a << 5 | (uint16_t)a >> 11), (uint16_t)(a << 5 | (uint16_t)a >> 11))
INTEGERS(int2float, __float_as_uint(__int2float_rn((int)a)), ({ float f = (float)(int)a; u32 w; memcpy(&w, &f, 4); w; }))
INTEGERS(ll2float_rd, __float_as_uint(__ll2float_rd((long long)a)), (in_mode<float, u32>((int64_t)a, FE_DOWNWARD)))
INTEGERS(int2float_rz, __float_as_uint(__int2float_rz((int)a)), (in_mode<float, u32>((int)a, FE_TOWARDZERO)))
INTEGERS(uint2float_ru, __float_as_uint(__uint2float_ru((u32)a)), (in_mode<float, u32>((u32)a, FE_UPWARD)))
INTEGERS(ull2double_rz, __double_as_longlong(__ull2double_rz(a)), (in_mode<double, uint64_t>(a, FE_TOWARDZERO)))
INTEGERS(ll2double_ru, __double_as_longlong(__ll2double_ru((long long)a)), (in_mode<double, uint64_t>((int64_t)a, FE_UPWARD)))
// To integers: each rounding on quarters around zero.
#define QUARTERS ((float)(int)((int)a % 4001) / 4)
INTEGERS(float2int_rn, __float2int_rn(QUARTERS), (int)rintf(QUARTERS))
INTEGERS(float2int_rz, __float2int_rz(QUARTERS), (int)truncf(QUARTERS))
INTEGERS(float2int_ru, __float2int_ru(QUARTERS), (int)ceilf(QUARTERS))
INTEGERS(float2int_rd, __float2int_rd(QUARTERS), (int)floorf(QUARTERS))
INTEGERS(double2ll_rn, __double2ll_rn(QUARTERS * 1e9), (long long)rint(QUARTERS * 1e9))
INTEGERS(double2ll_rd, __double2ll_rd(QUARTERS * 1e9), (long long)floor(QUARTERS * 1e9))
INTEGERS(double2ull_ru, __double2ull_ru(fabs(QUARTERS) * 1e9), (uint64_t)ceil(fabs(QUARTERS) * 1e9))
INTEGERS(hiloint, (uint64_t)__double_as_longlong(__hiloint2double(__double2hiint(__longlong_as_double(a)), (int)b)), (a >> 32 << 32) | (u32)b)

int main() {
    RUN4(fast_cos, fast_exp10, fast_exp, fast_log10)
    RUN4(fast_log2, fast_log, fast_pow, fast_sincos_sin)
    RUN4(fast_sincos_cos, fast_sin, fast_tan, fdividef)
    RUN4(fast_fdividef, saturate, fadd_rn, fsub_rn)
    RUN4(fmul_rn, fdiv_rn, fmaf_rn, frcp_rn)
    RUN(frsqrt_rn) RUN(fsqrt_rn)
    {
        using namespace in_double;
        RUN4(dadd_rn, dsub_rn, dmul_rn, ddiv_rn)
        RUN(drcp_rn) RUN(dsqrt_rn) RUN(fma_rn)
    }
    void (*const integers[])() = {
        integers_brev, integers_brevll, integers_byte_perm, integers_clz, integers_clzll, integers_ffs, integers_ffsll,
        integers_fns32, integers_fns64, integers_funnelshift_l, integers_funnelshift_lc, integers_funnelshift_r,
        integers_funnelshift_rc, integers_hadd, integers_rhadd, integers_uhadd, integers_urhadd, integers_sad,
        integers_usad, integers_popc, integers_popcll, integers_mul24, integers_umul24, integers_mulhi,
        integers_umulhi, integers_mul64hi, integers_umul64hi, integers_sdot4, integers_udot4, integers_lastbit,
        integers_bitextract, integers_bitinsert, integers_bswap16, integers_rotate16, integers_int2float,
        integers_ll2float_rd, integers_int2float_rz, integers_ll2double_ru, integers_ull2double_rz, integers_uint2float_ru, integers_float2int_rn,
        integers_float2int_rz, integers_float2int_ru, integers_float2int_rd, integers_double2ll_rn,
        integers_double2ll_rd, integers_double2ull_ru, integers_hiloint};
    for (auto run : integers) run();
    return accuracy::report("math_intrinsics");
}
