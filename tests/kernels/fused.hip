// Fused multiply-adds round once, for all operands: 2^19 of each type drawn so that much goes wrong easily (products that addends nearly cancel, sums midway
// between two numbers, numbers at both ends of the range), alone and in chains with what is no multiply-add between them, against the host's compiler.
// Floats stay where no device flushes them. Products next to the largest double were infinite here once.
// also with: HIPVK_SOFT_DOUBLES=1
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

#define BOTH __host__ __device__ inline

BOTH static double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }
BOTH static float fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
BOTH static _Float16 fused(_Float16 a, _Float16 b, _Float16 c) {
#ifdef __HIP_DEVICE_COMPILE__
    return __builtin_fmaf16(a, b, c);
#else
    // Exact but for the last step, of exponents so near.
    return _Float16(double(a) * double(b) + double(c));
#endif
}

BOTH static uint64_t bits(double x) { uint64_t u; __builtin_memcpy(&u, &x, 8); return u; }
BOTH static double number(uint64_t u) { double x; __builtin_memcpy(&x, &u, 8); return x; }

struct Alone {
    template <typename T> BOTH static T of(T a, T b, T c) { return fused(a, b, c); }
};
struct Chain {
    template <typename T> BOTH static T of(T a, T b, T c) {
        const T s = fused(fused(a, b, c), a, T(-1.5)), t = fused(s, T(0.75), b);
        const T u = fused(t > s ? -t : t, c, s);
        return fused(fused(u, u, -s) + fused(a, u, T(0)), -b, t);
    }
};
struct Bits {
    BOTH static double of(double a, double b, double c) {
        const double s = fused(a, b, c), t = number(bits(s) ^ 5);
        return fused(fused(t, c, s), b, number(bits(t) + 1));
    }
};

template <typename Way, typename T> __global__ void compute(const T *a, const T *b, const T *c, T *result) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    result[i] = Way::of(a[i], b[i], c[i]);
}

static std::mt19937_64 noise(5);

// A number whose exponent is in [low, high) with digits that make sums hard.
template <typename T> static T drawn(int low, int high) {
    uint64_t digits = noise();
    switch (noise() % 5) {
        case 0: digits &= ~uint64_t(0) << (noise() % 52); break;
        case 1: digits &= 0x000fffffe0000000; break;
        case 2: digits = 0x000fffffffffffff - noise() % 4; break;
        case 3: digits = noise() % 4; break;
        default: break;
    }
    const double significand = 1 + double(digits & 0x000fffffffffffff) * 0x1p-52;
    return T(std::ldexp(noise() % 2 ? significand : -significand, low + int(noise() % (high - low))));
}

template <typename Way, typename T> static bool check(const char *name, const std::vector<std::pair<int, int>> &ranges) {
    const int count = 1 << 14, block = 256;
    const size_t bytes = count * sizeof(T);
    T *device[4];
    for (auto &array : device)
        if (hipMalloc(&array, bytes) != hipSuccess) return false;
    std::vector<T> host[4];
    for (auto &array : host) array.resize(count);
    int wrong = 0;
    for (int round = 0; round < 32; ++round) {
        const auto range = [&] { return ranges[noise() % ranges.size()]; };
        const auto ra = range(), rb = range(), rc = range();
        for (int i = 0; i < count; ++i) {
            host[0][i] = drawn<T>(ra.first, ra.second);
            host[1][i] = drawn<T>(rb.first, rb.second);
            host[2][i] = noise() % 8 ? drawn<T>(rc.first, rc.second) : -(host[0][i] * host[1][i]);
        }
        for (int i = 0; i < 3; ++i) (void)hipMemcpy(device[i], host[i].data(), bytes, hipMemcpyHostToDevice);
        compute<Way><<<count / block, block>>>(device[0], device[1], device[2], device[3]);
        if (hipMemcpy(host[3].data(), device[3], bytes, hipMemcpyDeviceToHost) != hipSuccess) return false;
        for (int i = 0; i < count; ++i) {
            const T right = Way::of(host[0][i], host[1][i], host[2][i]), got = host[3][i];
            const bool same = std::memcmp(&right, &got, sizeof(T)) == 0 || (std::isnan(double(right)) && std::isnan(double(got)));
            if (!same && wrong++ < 3)
                printf("%s(%a, %a, %a) is %a, not %a\n", name, double(host[0][i]), double(host[1][i]), double(host[2][i]), double(got), double(right));
        }
    }
    for (auto array : device) (void)hipFree(array);
    printf("RESULT name=fused kernel=%s ok=%d\n", name, wrong == 0);
    return wrong == 0;
}

int main() {
    const std::vector<std::pair<int, int>> doubles = {{-4, 4}, {-60, 60}, {-1080, 1024}, {-1074, -1000}, {960, 1024}, {-520, -490}, {480, 520}};
    bool right = check<Alone, double>("double", doubles);
    right &= check<Chain, double>("double_chain", doubles);
    right &= check<Bits, double>("double_bits", doubles);
    right &= check<Alone, float>("float", {{-4, 4}, {-30, 30}});
    right &= check<Alone, _Float16>("half", {{-4, 4}, {-8, 8}});
    return right ? 0 : 1;
}
