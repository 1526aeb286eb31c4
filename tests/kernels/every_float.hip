// Roots, reciprocals and reciprocal roots of every significand, and quotients by every one, each of an even and an odd exponent, beside the host's:
// what one step of Newton's fewer would get wrong on a device whose first guesses are not as near as they are taken for. And every integer
// conversion with a named rounding, all in one kernel.
#include <hip/hip_runtime.h>

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#define CHECK(call)                                                                                        \
    do {                                                                                                   \
        hipError_t error = (call);                                                                         \
        if (error != hipSuccess) return printf("%s: %s\n", #call, hipGetErrorName(error)), 1;              \
    } while (0)

enum Kind { ROOT, RECIPROCAL, RECIPROCAL_ROOT, QUOTIENT, KINDS };
static const char* const names[] = {"root", "reciprocal", "reciprocal_root", "quotient"};
constexpr int COUNT = 1 << 24;

// Every significand: of an exponent each for even and odd `i >> 23`.
__host__ __device__ float number(int i, int exponent) { return ldexpf(1.0f + (i & 0x7fffff) * 0x1p-23f, exponent + (i >> 23)); }
// Some dividend.
__host__ __device__ float dividend(unsigned int i, unsigned int round) {
    unsigned int h = (i ^ round * 0x9e3779b9u) * 0x85ebca6bu;
    h = (h ^ h >> 15) * 0xc2b2ae35u;
    return 1.0f + ((h ^ h >> 13) & 0x7fffff) * 0x1p-23f;
}

__global__ void compute(float* out, Kind kind, int exponent, unsigned int round) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float x = number(i, exponent);
    switch (kind) {
        case ROOT: out[i] = sqrtf(x); break;
        case RECIPROCAL: out[i] = 1.0f / x; break;
        case RECIPROCAL_ROOT: out[i] = 1.0f / sqrtf(x); break;
        default: out[i] = dividend(i, round) / x; break;
    }
}

static float expected(Kind kind, int i, int exponent, unsigned int round) {
    const float x = number(i, exponent);
    switch (kind) {
        case ROOT: return sqrtf(x);
        case RECIPROCAL: return 1.0f / x;
        case RECIPROCAL_ROOT: return 1.0f / sqrtf(x);
        default: return dividend(i, round) / x;
    }
}

static bool result(const char* name, int wrong) {
    printf("RESULT name=every_float:%s ok=%d wrong=%d\n", name, wrong == 0, wrong);
    return wrong == 0;
}

static int every_significand() {
    float* device;
    CHECK(hipMalloc(&device, COUNT * sizeof(float)));
    std::vector<float> out(COUNT);
    int failures = 0;
    for (int kind = 0; kind < KINDS; ++kind) {
        const unsigned int rounds = kind == QUOTIENT ? 3 : 1;
        int all = 0;
        for (unsigned int round = 0; round < rounds; ++round) {
            const int exponent = round == 0 ? 0 : round == 1 ? -40 : 37;
            compute<<<COUNT / 256, 256>>>(device, (Kind)kind, exponent, round);
            CHECK(hipMemcpy(out.data(), device, COUNT * sizeof(float), hipMemcpyDeviceToHost));
            int wrong = 0;
            for (int i = 0; i < COUNT; ++i) {
                const float want = expected((Kind)kind, i, exponent, round);
                if (memcmp(&out[i], &want, sizeof want) != 0 && wrong++ == 0)
                    printf("%s of %a: %a, not %a\n", names[kind], number(i, exponent), out[i], want);
            }
            all += wrong;
        }
        failures += !result(names[kind], all);
    }
    CHECK(hipFree(device));
    return failures;
}

// Each conversion's bits; `FLOATS` are of floats, `DOUBLES` of doubles.
#define FOUR(M, name, From, To) M(name##_rn, From, To, FE_TONEAREST) M(name##_rz, From, To, FE_TOWARDZERO) M(name##_ru, From, To, FE_UPWARD) M(name##_rd, From, To, FE_DOWNWARD)
#define CONVERSIONS(M)                                                                                     \
    FOUR(M, __int2float, int, float) FOUR(M, __uint2float, unsigned int, float)                            \
    FOUR(M, __ll2float, long long, float) FOUR(M, __ull2float, unsigned long long, float)                  \
    FOUR(M, __ll2double, long long, double) FOUR(M, __ull2double, unsigned long long, double)
constexpr int CONVERSION_COUNT = 24, NUMBERS = 1 << 16;

__global__ void convert_all(const unsigned long long* in, double* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned long long x = in[i];
    double* o = out + i * CONVERSION_COUNT;
#define STORE(name, From, To, mode) *o++ = name((From)x);
    CONVERSIONS(STORE)
}

// The device's as one sum: neither a store nor a load lies between the conversions.
__global__ void sum_all(const unsigned long long* in, double* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned long long x = in[i];
    double sum = 0;
#define ADD(name, From, To, mode) sum += name((From)x);
    CONVERSIONS(ADD)
    out[i] = sum;
}

template <class To, class From> static double in_mode(From x, int mode) {
    volatile From from = x;
    fesetround(mode);
    volatile To to = (To)from;
    fesetround(FE_TONEAREST);
    return to;
}

static int every_conversion() {
    std::vector<unsigned long long> in(NUMBERS);
    unsigned long long state = 1;
    for (int i = 0; i < NUMBERS; ++i) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        // Of any length, and one off powers of two.
        in[i] = i % 3 == 0 ? state >> (i / 3 % 64) : (1ull << (i / 3 % 64)) + (i % 3 == 1 ? 1 : -1ull) * (i / 192 % 4);
        if (i % 5 == 0) in[i] = 0 - in[i];
    }
    unsigned long long* numbers;
    double *each, *sums;
    CHECK(hipMalloc(&numbers, NUMBERS * 8));
    CHECK(hipMalloc(&each, NUMBERS * CONVERSION_COUNT * 8));
    CHECK(hipMalloc(&sums, NUMBERS * 8));
    CHECK(hipMemcpy(numbers, in.data(), NUMBERS * 8, hipMemcpyHostToDevice));
    convert_all<<<NUMBERS / 256, 256>>>(numbers, each);
    sum_all<<<NUMBERS / 256, 256>>>(numbers, sums);
    CHECK(hipGetLastError());
    std::vector<double> got(NUMBERS * CONVERSION_COUNT), sum(NUMBERS);
    CHECK(hipMemcpy(got.data(), each, got.size() * 8, hipMemcpyDeviceToHost));
    CHECK(hipMemcpy(sum.data(), sums, NUMBERS * 8, hipMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < NUMBERS; ++i) {
        const unsigned long long x = in[i];
        const double* o = got.data() + i * CONVERSION_COUNT;
        double all = 0, want;
#define COMPARE(name, From, To, mode)                                                                      \
    want = in_mode<To>((From)x, mode);                                                                     \
    if (*o != want && wrong++ < 10) printf(#name " of %#llx: %a, not %a\n", x, *o, want);                  \
    all += want;                                                                                           \
    ++o;
        CONVERSIONS(COMPARE)
        if (sum[i] != all && wrong++ < 10) printf("the sum of %#llx: %a, not %a\n", x, sum[i], all);
    }
    return !result("conversions", wrong);
}

int main() { return every_significand() + every_conversion() != 0; }
