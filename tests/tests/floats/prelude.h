// prelude.h: what random float programs (generate.rs) are made of, the same on host and device, and the program around them.
//
// Nothing here is undefined or left open by HIP: numbers that an integer cannot hold do not become one, a NaN's sign and payload are not
// looked at, nor the sign of a zero that fmin or fmax may choose. FLUSH_F32, FLUSH_F64: what the device flushes is zero on both sides.
#include <hip/hip_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#define BOTH __host__ __device__ static inline

typedef _Float16 H;
typedef float F;
typedef double D;
typedef unsigned long long Bits;

constexpr unsigned THREADS = 128, OUTPUTS = 32, VALUES = 6;

struct In {
    D d[VALUES];
    F f[VALUES];
    H h[VALUES];
    unsigned i[VALUES];
    Bits l[VALUES];
};

template <class T> BOTH T z(T x) { return x; }
#ifdef FLUSH_F64
BOTH D z(D x) { return x < 0x1p-1022 && x > -0x1p-1022 ? __builtin_copysign(0.0, x) : x; }
#endif
#ifdef FLUSH_F32
BOTH F z(F x) { return x < 0x1p-126f && x > -0x1p-126f ? __builtin_copysignf(0.0f, x) : x; }
#endif

BOTH D root(D x) { return sqrt(x); }
BOTH F root(F x) { return sqrtf(x); }
BOTH H root(H x) { return (H)sqrtf((F)x); }
BOTH D fused(D a, D b, D c) { return fma(a, b, c); }
BOTH F fused(F a, F b, F c) { return fmaf(a, b, c); }
BOTH H fused(H a, H b, H c) { return (H)fma((D)a, (D)b, (D)c); }
BOTH D magnitude(D x) { return fabs(x); }
BOTH F magnitude(F x) { return fabsf(x); }
BOTH H magnitude(H x) { return (H)fabsf((F)x); }
BOTH D lower(D x) { return floor(x); }
BOTH F lower(F x) { return floorf(x); }
BOTH H lower(H x) { return (H)floorf((F)x); }
BOTH D upper(D x) { return ceil(x); }
BOTH F upper(F x) { return ceilf(x); }
BOTH H upper(H x) { return (H)ceilf((F)x); }
BOTH D whole(D x) { return trunc(x); }
BOTH F whole(F x) { return truncf(x); }
BOTH H whole(H x) { return (H)truncf((F)x); }
BOTH D nearest(D x) { return rint(x); }
BOTH F nearest(F x) { return rintf(x); }
BOTH H nearest(H x) { return (H)rintf((F)x); }
BOTH D away(D x) { return round(x); }
BOTH F away(F x) { return roundf(x); }
BOTH H away(H x) { return (H)roundf((F)x); }
BOTH D rest(D a, D b) { return fmod(a, b); }
BOTH F rest(F a, F b) { return fmodf(a, b); }
BOTH H rest(H a, H b) { return (H)fmodf((F)a, (F)b); }
BOTH D scaled(D x, int n) { return ldexp(x, n); }
BOTH F scaled(F x, int n) { return ldexpf(x, n); }
BOTH H scaled(H x, int n) { return (H)ldexp((D)x, n); }

// Of two zeros fmin and fmax may give either: then it is the positive one.
template <class T> BOTH T positive(T x) { return x == (T)0 ? (T)0 : x; }
BOTH D least(D a, D b) { return positive(fmin(a, b)); }
BOTH F least(F a, F b) { return positive(fminf(a, b)); }
BOTH H least(H a, H b) { return (H)positive(fminf((F)a, (F)b)); }
BOTH D greatest(D a, D b) { return positive(fmax(a, b)); }
BOTH F greatest(F a, F b) { return positive(fmaxf(a, b)); }
BOTH H greatest(H a, H b) { return (H)positive(fmaxf((F)a, (F)b)); }

template <class T> BOTH bool is_nan(T x) { return x != x; }
template <class T> BOTH T signed_as(T x, T sign) {
    D s = is_nan(sign) ? 1.0 : (D)sign, a = is_nan(x) ? 2.0 : (D)x;
    return (T)copysign(a, s);
}
BOTH Bits bits(D x) {
    Bits b;
    __builtin_memcpy(&b, &x, 8);
    return is_nan(x) ? 0x7ff8000000000000ull : b;
}
BOTH Bits bits(F x) {
    unsigned b;
    __builtin_memcpy(&b, &x, 4);
    return is_nan(x) ? 0x7fc00000u : b;
}
BOTH Bits bits(H x) {
    unsigned short b;
    __builtin_memcpy(&b, &x, 2);
    return is_nan(x) ? 0x7e00u : b;
}
BOTH Bits bits(unsigned x) { return x; }
BOTH Bits bits(Bits x) { return x; }

// What the integer cannot hold becomes some other number.
template <class T> BOTH unsigned to_int(T x) {
    if (x >= (T)-30000.0 && x <= (T)30000.0) return (unsigned)(int)x;
    if ((D)x >= -2147483648.0 && (D)x < 2147483648.0) return (unsigned)(int)x;
    return x < (T)0 ? 7u : 9u;
}
template <class T> BOTH unsigned to_unsigned(T x) { return (D)x > -1.0 && (D)x < 4294967296.0 ? (unsigned)x : 11u; }
template <class T> BOTH Bits to_long(T x) {
    return (D)x >= -9223372036854775808.0 && (D)x < 9223372036854775808.0 ? (Bits)(long long)x : 13u;
}
template <class T> BOTH Bits to_ulong(T x) { return (D)x > -1.0 && (D)x < 18446744073709551616.0 ? (Bits)x : 17u; }
template <class T> BOTH unsigned to_short(T x) {
    return (D)x > -32769.0 && (D)x < 32768.0 ? (unsigned)(int)(short)x : 19u;
}
template <class T> BOTH unsigned to_byte(T x) { return (D)x > -1.0 && (D)x < 256.0 ? (unsigned char)x : 23u; }

#define PROGRAM(n, name)                                                                                               \
    BOTH void name(const In &in, Bits *out);                                                                           \
    __global__ void kernel_##name(const In *in, Bits *out) {                                                           \
        unsigned t = blockIdx.x * blockDim.x + threadIdx.x;                                                            \
        name(in[t], out + t * OUTPUTS);                                                                                \
    }

typedef void (*Program)(const In &, Bits *);
typedef void (*Kernel)(const In *, Bits *);

static Bits state = 0x9e3779b97f4a7c15ull;
static Bits next() {
    state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
    return state * 0x2545f4914f6cdd1dull;
}

// Numbers of ordinary size, close to each other, small whole ones, of any size, and special ones.
static D number(D previous, D smallest, D largest, D ulp) {
    Bits pick = next(), random = next();
    D fraction = 1.0 + (D)(random >> 12) * 0x1p-52, sign = pick & 1 ? -1.0 : 1.0;
    static const D special[] = {0.0, -0.0, 1.0, -1.0, INFINITY, -INFINITY, NAN, 0.5, 2.0, 3.0};
    switch (pick >> 8 & 15) {
    case 0: return special[random % 10];
    case 1: return sign * smallest * (D)(random % 9);
    case 2: return sign * largest * (1.0 - (D)(random % 3) * ulp);
    case 3:
    case 4: return (D)(int)(random % 41) - 20.0;
    case 5:
    case 6: return previous * (1.0 + (D)((int)(random % 9) - 4) * ulp);
    case 7: return -previous;
    case 8: return sign * ldexp(fraction, (int)(pick >> 16 & 63) - 32);
    case 9: return sign * exp2(log2(smallest) + (log2(largest) - log2(smallest)) * (fraction - 1.0));
    default: return sign * ldexp(fraction, (int)(pick >> 16 & 7) - 4);
    }
}

static void fill(In &in) {
    for (unsigned k = 0; k < VALUES; k++) {
        in.d[k] = z(number(k ? in.d[k - 1] : 1.0, 0x1p-1074, 0x1.fffffffffffffp1023, 0x1p-52));
        in.f[k] = z((F)number(k ? in.f[k - 1] : 1.0, 0x1p-149, 0x1.fffffep127, 0x1p-23));
        in.h[k] = (H)number(k ? (D)in.h[k - 1] : 1.0, 0x1p-24, 65504.0, 0x1p-10);
        in.i[k] = (unsigned)next() >> (next() & 31);
        in.l[k] = next() >> (next() & 63);
    }
}

static int run(const char *name, Program program, Kernel kernel) {
    std::vector<In> in(THREADS);
    for (In &each : in) fill(each);
    std::vector<Bits> host(THREADS * OUTPUTS), device(THREADS * OUTPUTS, 0xeeeeeeeeeeeeeeeeull);
    for (unsigned t = 0; t < THREADS; t++) program(in[t], &host[t * OUTPUTS]);
    In *there;
    Bits *results;
    if (hipMalloc(&there, sizeof(In) * THREADS) || hipMalloc(&results, 8 * THREADS * OUTPUTS)) return 1;
    int failed = hipMemcpy(there, in.data(), sizeof(In) * THREADS, hipMemcpyHostToDevice) ||
                 hipMemcpy(results, device.data(), 8 * THREADS * OUTPUTS, hipMemcpyHostToDevice);
    kernel<<<THREADS / 64, 64>>>(there, results);
    failed |= hipMemcpy(device.data(), results, 8 * THREADS * OUTPUTS, hipMemcpyDeviceToHost) != hipSuccess;
    failed |= hipFree(there) || hipFree(results);
    if (failed) {
        printf("%s: a call failed\n", name);
        return 1;
    }
    for (unsigned k = 0; k < THREADS * OUTPUTS; k++)
        if (host[k] != device[k]) {
            printf("%s: thread %u, output %u: %llx, not %llx\n", name, k / OUTPUTS, k % OUTPUTS, device[k], host[k]);
            return 1;
        }
    printf("%s: right\n", name);
    return 0;
}
