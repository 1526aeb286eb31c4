// The rounding-mode forms (__fadd_rd ... __fma_rz): the bits that the host's processor computes in that rounding mode.
// HIP has them under a macro that must be set before the first line of the source, on the command line:
// hipcc: -DOCML_BASIC_ROUNDED_OPERATIONS
// made on each system: ROCm's device libraries
#include <hip/hip_runtime.h>

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#pragma clang fp contract(off)

static const int count = 1 << 14;

static uint64_t mix(uint64_t x) {
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    return x ^ x >> 33;
}

/// Awkward numbers: all sizes, denormals, few significant bits, near each other.
template <class T> T number(uint64_t seed) {
    const uint64_t random = mix(seed), choice = mix(seed + 1);
    const int bits = sizeof(T) * 8, fraction = sizeof(T) == 4 ? 23 : 52;
    const uint64_t top = ((uint64_t)1 << (bits - 1 - fraction)) - 1;
    uint64_t exponent = random >> 40 & top, significand = random & (((uint64_t)1 << fraction) - 1);
    if (choice % 4 == 0) exponent = top / 2 - 2 + (choice >> 8) % 5;
    if (choice % 16 == 1) exponent = (choice >> 8) % 3;
    if (choice % 16 == 2) exponent = top - (choice >> 8) % 3;
    if (choice % 8 == 3) significand &= ~(((uint64_t)1 << (fraction - 3)) - 1);
    if (choice % 64 == 5) exponent = significand = 0;
    const uint64_t whole = (choice >> 20 & 1) << (bits - 1) | exponent << fraction | significand;
    T value;
    memcpy(&value, &whole, sizeof value);
    return value;
}

template <class T, class F> __global__ void apply(const T *x, const T *y, const T *z, T *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = F::device(x[i], y[i], z[i]);
}

template <class T> bool same(T a, T b) { return (a != a && b != b) || memcmp(&a, &b, sizeof a) == 0; }

template <class T, class F> bool check(const char *name, int mode) {
    std::vector<T> in[3], out(count);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < count; i++) in[k].push_back(number<T>(i * 7 + k * 131071));
    }
    // Products that the addend nearly cancels, and sums that nearly cancel.
    for (int i = 0; i < count; i += 8) in[2][i] = -(in[0][i] * in[1][i]), in[1][i + 1] = -in[0][i + 1];
    T *device[4];
    const size_t bytes = count * sizeof(T);
    bool ok = true;
    for (int k = 0; k < 4; k++) ok = hipMalloc(&device[k], bytes) == hipSuccess && ok;
    for (int k = 0; k < 3; k++) ok = hipMemcpy(device[k], in[k].data(), bytes, hipMemcpyHostToDevice) == hipSuccess && ok;
    ok = hipMemset(device[3], 0x55, bytes) == hipSuccess && ok;
    apply<T, F><<<count / 64, 64>>>(device[0], device[1], device[2], device[3]);
    ok = hipMemcpy(out.data(), device[3], bytes, hipMemcpyDeviceToHost) == hipSuccess && ok;
    for (T *pointer : device) (void)hipFree(pointer);
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        volatile T x = in[0][i], y = in[1][i], z = in[2][i];
        std::fesetround(mode);
        volatile T want = F::host(x, y, z);
        std::fesetround(FE_TONEAREST);
        const T expected = want;
        if (same(out[i], expected)) continue;
        if (wrong++ == 0) {
            std::printf("%s(%a, %a, %a) gave %a, not %a\n", name, (double)in[0][i], (double)in[1][i], (double)in[2][i],
                        (double)out[i], (double)expected);
        }
    }
    ok = ok && wrong == 0;
    std::printf("RESULT name=%s ok=%d wrong=%d\n", name, ok, wrong);
    return ok;
}

#define ROW(T, name, mode, call, exact)                                                                                \
    struct Op_##name {                                                                                                 \
        static __device__ T device(T x, T y, T z) { return (void)x, (void)y, (void)z, call; }                          \
        static __attribute__((noinline)) T host(volatile T &x, volatile T &y, volatile T &z) {                         \
            return (void)x, (void)y, (void)z, exact;                                                                   \
        }                                                                                                              \
    };                                                                                                                 \
    static bool row_##name() { return check<T, Op_##name>(#name, mode); }

#define FLOAT_ROWS(suffix, mode)                                                                                       \
    ROW(float, fadd_##suffix, mode, __fadd_##suffix(x, y), x + y)                                                      \
    ROW(float, fsub_##suffix, mode, __fsub_##suffix(x, y), x - y)                                                      \
    ROW(float, fmul_##suffix, mode, __fmul_##suffix(x, y), x *y)                                                       \
    ROW(float, fdiv_##suffix, mode, __fdiv_##suffix(x, y), x / y)                                                      \
    ROW(float, frcp_##suffix, mode, __frcp_##suffix(x), 1 / x)                                                         \
    ROW(float, fsqrt_##suffix, mode, __fsqrt_##suffix(x), sqrtf(x))                                                    \
    ROW(float, fmaf_##suffix, mode, __fmaf_##suffix(x, y, z), fmaf(x, y, z))                                           \
    ROW(double, dadd_##suffix, mode, __dadd_##suffix(x, y), x + y)                                                     \
    ROW(double, dsub_##suffix, mode, __dsub_##suffix(x, y), x - y)                                                     \
    ROW(double, dmul_##suffix, mode, __dmul_##suffix(x, y), x *y)                                                      \
    ROW(double, ddiv_##suffix, mode, __ddiv_##suffix(x, y), x / y)                                                     \
    ROW(double, drcp_##suffix, mode, __drcp_##suffix(x), 1 / x)                                                        \
    ROW(double, dsqrt_##suffix, mode, __dsqrt_##suffix(x), sqrt(x))                                                    \
    ROW(double, fma_##suffix, mode, __fma_##suffix(x, y, z), fma(x, y, z))                                             \
    ROW(float, d2f_##suffix, mode, __double2float_##suffix((double)x * 3), (float)((double)x * 3))                     \
    static bool all_##suffix() {                                                                                       \
        return row_fadd_##suffix() & row_fsub_##suffix() & row_fmul_##suffix() & row_fdiv_##suffix() &                 \
               row_frcp_##suffix() & row_fsqrt_##suffix() & row_fmaf_##suffix() & row_dadd_##suffix() &                \
               row_dsub_##suffix() & row_dmul_##suffix() & row_ddiv_##suffix() & row_drcp_##suffix() &                 \
               row_dsqrt_##suffix() & row_fma_##suffix() & row_d2f_##suffix();                                                            \
    }
FLOAT_ROWS(rn, FE_TONEAREST)
FLOAT_ROWS(rd, FE_DOWNWARD)
FLOAT_ROWS(ru, FE_UPWARD)
FLOAT_ROWS(rz, FE_TOWARDZERO)

int main() { return (all_rn() & all_rd() & all_ru() & all_rz()) ? 0 : 1; }
