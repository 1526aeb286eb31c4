// What the device half lowers, on a device: 128-bit integers, floats rounded once, bit counts, punned local and shared arrays,
// structures by value, residual generic pointers, atomics of small types.
//
// Each function runs on the host and in a kernel; results must have the same bits. One RESULT line per kernel.
#include <hip/hip_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#define BOTH __host__ __device__
#pragma clang fp contract(off)

typedef unsigned __int128 u128;
typedef __int128 i128;

static const int count = 4096;

BOTH uint64_t mix(uint64_t x) {
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    return x ^ x >> 33;
}

BOTH uint64_t wide(int i) {
    const u128 a = (u128)mix(i) << 64 | mix(i + 1), b = ((u128)mix(i + 2) << (i % 64)) | mix(i + 3);
    u128 r = a * b + (a >> (i % 128)) - (b << (i % 127));
    r ^= a / (b | 1);
    r += (u128)((i128)a % (i128)(b | 3));
    return (uint64_t)r ^ (uint64_t)(r >> 64);
}

BOTH double doubles(int i) {
    const double a = (double)(int64_t)mix(i) / 1e15, b = (double)(int64_t)mix(i + 7) / 1e17;
    return fma(a, b, -a * b) + fmod(a, b) + ldexp(a, i % 40 - 20) + copysign(b, a) + round(a) + rint(b) +
           (double)((i128)mix(i) * 17 - ((i128)1 << 90));
}

BOTH float floats(int i) {
    const float a = (float)(int64_t)mix(i) / 1e15f, b = (float)(int64_t)mix(i + 7) / 1e17f;
    return fmaf(a, b, -a * b) + fmodf(a, b) + ldexpf(a, i % 40 - 20) + copysignf(b, a) + roundf(a) + rintf(b);
}

BOTH int bits(int i) {
    const uint64_t x = mix(i);
    return __builtin_popcountll(x) + __builtin_clzll(x | 1) * 3 + __builtin_ctzll(x | 1ull << 63) * 5 +
           __builtin_popcount((uint8_t)x) + __builtin_clz((unsigned)x | 1) * 7;
}

BOTH unsigned local_bytes(int i) {
    unsigned char bytes[32];
    for (int k = 0; k < 32; k++) bytes[k] = (unsigned char)mix(i + k);
    unsigned r = 0;
    for (int k = 0; k < 8; k++) {
        unsigned word;
        memcpy(&word, bytes + (i + k) % 28, 4);
        r = r * 31 + word;
        bytes[(word + i) % 32] ^= r;
    }
    return r;
}

// Floats too large for the small integer: the low bits of what 32 bits hold, as on AMD's hardware.
BOTH int narrowed(int i) {
    const float f = (float)(int)(mix(i) % 200000) - 100000.0f;
    const double d = f * 3.75;
#ifdef __HIP_DEVICE_COMPILE__
    return (signed char)f + (short)d * 3 + (i % 2 ? (unsigned char)fabsf(f) : (unsigned short)fabs(d)) * 7;
#else
    return (signed char)(int)f + (short)(int)d * 3 +
           (i % 2 ? (unsigned char)(int)fabsf(f) : (unsigned short)(int)fabs(d)) * 7;
#endif
}

struct Mixed {
    int8_t c;
    short s;
    double d;
    int a[8];
    uint64_t q;
};
BOTH int structure(const Mixed &m, int i) { return m.c + m.s + (int)m.d + m.a[i & 7] + (int)m.q; }

BOTH int source(int i) { return (int)mix(i % 1000) >> 8; }
BOTH int four(const int *p) { return p[0] + 2 * p[1] + 3 * p[2] + 4 * p[3]; }

// Each kernel writes one value per thread; blocks of 64.
#define AT int i = blockIdx.x * 64 + threadIdx.x

#define PLAIN(type, function) \
    __global__ void kernel_##function(type *out) { AT; out[i] = function(i); }
PLAIN(uint64_t, wide)
PLAIN(double, doubles)
PLAIN(float, floats)
PLAIN(int, bits)
PLAIN(unsigned, local_bytes)
PLAIN(int, narrowed)

__global__ void kernel_structure(Mixed m, int *out) { AT; out[i] = structure(m, i); }

// The pointer may go to shared, local or device memory, and nobody can tell before the program runs.
__global__ void kernel_generic(const int *in, int *out) {
    __shared__ int shared[64];
    int own[4];
    AT;
    shared[threadIdx.x] = in[i % 1000] * 3;
    for (int k = 0; k < 4; k++) own[k] = (int)threadIdx.x * k + in[(i + k) % 1000];
    __syncthreads();
    const int *p = i % 3 == 0 ? &shared[threadIdx.x & ~3] : i % 3 == 1 ? own : &in[i % 996];
    out[i] = four(p);
}
int expected_generic(int i) {
    int values[4];
    const int thread = i % 64;
    for (int k = 0; k < 4; k++) {
        values[k] = i % 3 == 0   ? source((i & ~63) + (thread & ~3) + k) * 3
                    : i % 3 == 1 ? thread * k + source((i + k) % 1000)
                                 : source(i % 996 + k);
    }
    return four(values);
}

// Bytes of one word belong to different lanes; some are counted up atomically.
__global__ void kernel_bytes(unsigned *out) {
    __shared__ unsigned char bytes[64];
    __shared__ unsigned short shorts[32];
    __shared__ unsigned total;
    const int t = threadIdx.x;
    bytes[t] = t * 3;
    if (t < 32) shorts[t] = t;
    if (t == 0) total = 0;
    __syncthreads();
    bytes[63 - t] ^= 0x55;
    atomicAdd(&total, t);
    __syncthreads();
    unsigned word;
    memcpy(&word, &bytes[t & ~3], 4);
    AT;
    out[i] = word + shorts[(t * 5) & 31] + total;
}
unsigned expected_bytes(int i) {
    const int t = i % 64;
    unsigned word = 0;
    for (int k = 3; k >= 0; k--) word = word << 8 | (unsigned char)(((t & ~3) + k) * 3 ^ 0x55);
    return word + ((t * 5) & 31) + 64 * 63 / 2;
}

// float4, float and int arrays carved from one dynamic block.
__global__ void kernel_carved(float *out) {
    extern __shared__ float4 block[];
    float *f = (float *)block;
    int *c = (int *)(f + 64);
    const int t = threadIdx.x;
    f[t] = t * 0.5f;
    if (t < 16) c[t] = 0;
    __syncthreads();
    atomicAdd(&c[t & 15], t);
    __syncthreads();
    const float4 v = block[t & 15];
    AT;
    out[i] = v.x + v.y * 2 + v.z * 3 + v.w * 4 + c[(t * 5) & 15];
}
float expected_carved(int i) {
    const int t = i % 64, q = (t & 15) * 4, m = (t * 5) & 15;
    int sum = 0;
    for (int k = m; k < 64; k += 16) sum += k;
    return q * 0.5f + (q + 1) * 0.5f * 2 + (q + 2) * 0.5f * 3 + (q + 3) * 0.5f * 4 + sum;
}

// Every thread of a block adds to the block's sums.
struct Sums {
    float f;
    int lowest;
    unsigned long long wide;
    double d;
};
__global__ void kernel_sums(Sums *out) {
    AT;
    Sums *mine = &out[blockIdx.x];
    atomicAdd(&mine->f, 0.25f);
    atomicMin(&mine->lowest, -i);
    atomicAdd(&mine->wide, mix(i));
    atomicAdd(&mine->d, 0.5);
}

template <class T, class Run, class Expected>
bool check(const char *name, int n, Run run, Expected expected) {
    T *device = nullptr;
    std::vector<T> got(n);
    bool ok = hipMalloc(&device, n * sizeof(T)) == hipSuccess && hipMemset(device, 0, n * sizeof(T)) == hipSuccess;
    run(device);
    ok = ok && hipGetLastError() == hipSuccess;
    ok = ok && hipMemcpy(got.data(), device, n * sizeof(T), hipMemcpyDeviceToHost) == hipSuccess;
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        T want;
        memset(&want, 0, sizeof want);
        want = expected(i);
        if (memcmp(&want, &got[i], sizeof want) != 0 && wrong++ == 0) std::printf("%s differs first at %d\n", name, i);
    }
    (void)hipFree(device);
    ok = ok && wrong == 0;
    std::printf("RESULT name=%s ok=%d wrong=%d\n", name, ok, wrong);
    return ok;
}

#define RUN_PLAIN(type, function) \
    ok &= check<type>(#function, count, [](type *out) { kernel_##function<<<count / 64, 64>>>(out); }, function)

int main() {
    bool ok = true;
    RUN_PLAIN(uint64_t, wide);
    RUN_PLAIN(double, doubles);
    RUN_PLAIN(float, floats);
    RUN_PLAIN(int, bits);
    RUN_PLAIN(unsigned, local_bytes);
    RUN_PLAIN(int, narrowed);
    const Mixed m = {-3, 700, 1234.5, {1, 2, 3, 4, 5, 6, 7, 8}, 99};
    ok &= check<int>("structure", count, [&](int *out) { kernel_structure<<<count / 64, 64>>>(m, out); },
                     [&](int i) { return structure(m, i); });
    std::vector<int> numbers(1000);
    for (int i = 0; i < 1000; i++) numbers[i] = source(i);
    int *in = nullptr;
    if (hipMalloc(&in, 4000) != hipSuccess || hipMemcpy(in, numbers.data(), 4000, hipMemcpyHostToDevice) != hipSuccess) return 1;
    ok &= check<int>("generic", count, [&](int *out) { kernel_generic<<<count / 64, 64>>>(in, out); }, expected_generic);
    ok &= check<unsigned>("bytes", count, [](unsigned *out) { kernel_bytes<<<count / 64, 64>>>(out); }, expected_bytes);
    ok &= check<float>("carved", count, [](float *out) { kernel_carved<<<count / 64, 64, 64 * 4 + 16 * 4>>>(out); },
                       expected_carved);
    ok &= check<Sums>("sums", count / 64, [](Sums *out) { kernel_sums<<<count / 64, 64>>>(out); }, [](int block) {
        Sums sums = {16.0f, -(block * 64 + 63), 0, 32.0};
        for (int i = 0; i < 64; i++) sums.wide += mix(block * 64 + i);
        return sums;
    });
    (void)hipFree(in);
    return ok ? 0 : 1;
}
