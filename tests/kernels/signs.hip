// Operations on the sign of floats are exact for every number, denormal ones too: a negation is no arithmetic, and flushes nothing, wherever its
// result goes - to memory, a conversion, a branch. Each operation in a kernel of its own, so that no other decides how it is made. What arithmetic
// and comparisons make of denormal numbers is the device's (README), and asked of it.
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#define BOTH __host__ __device__ inline

// Whether sums of the device flush denormal floats, and so its comparisons.
static bool flushes;
template <typename T> BOTH static T summand(T x) {
#ifndef __HIP_DEVICE_COMPILE__
    if (sizeof(T) == 4 && flushes && std::fabs(float(x)) < 0x1p-126f) return std::copysign(0.0f, float(x));
#endif
    return x;
}

struct Negated {
    template <typename T> BOTH static T of(T x, T) { return -x; }
};
struct Absolute {
    BOTH static _Float16 of(_Float16 x, _Float16) { return __builtin_fabsf16(x); }
    BOTH static float of(float x, float) { return __builtin_fabsf(x); }
    BOTH static double of(double x, double) { return __builtin_fabs(x); }
};
struct MinusAbsolute {
    template <typename T> BOTH static T of(T x, T y) { return -Absolute::of(x, y); }
};
struct Signed {
    BOTH static _Float16 of(_Float16 x, _Float16 y) { return __builtin_copysignf16(x, y); }
    BOTH static float of(float x, float y) { return __builtin_copysignf(x, y); }
    BOTH static double of(double x, double y) { return __builtin_copysign(x, y); }
};
struct Chosen {
    template <typename T> BOTH static T of(T x, T y) { return y > T(1) ? -x : x; }
};
struct AboveZero {
    template <typename T> BOTH static T of(T x, T) { return -summand(x) > T(0) ? T(1) : T(2); }
};
struct Larger {
    template <typename T> BOTH static T of(T x, T y) { return -summand(x) > y ? -x : y; }
};
struct Turned {
    template <typename T> BOTH static T of(T x, T y) {
        for (int i = 0; T(i) < y && i < 5; ++i) x = -x;
        return x;
    }
};
struct NegatedTwice {
    template <typename T> BOTH static T of(T x, T y) { return y < T(1) ? -(-x) : -x; }
};
struct NegatedSum {
    template <typename T> BOTH static T of(T x, T) { return -summand(summand(x) + summand(x)); }
};
// Zeros of either sign, which Mesa's compiler takes for not negative.
struct AbsoluteZero {
    template <typename T> BOTH static T of(T x, T y) { return T(1) / Absolute::of(summand(x) * T(0), y); }
};
struct MinusAbsoluteZero {
    template <typename T> BOTH static T of(T x, T y) { return T(1) / -Absolute::of(T(-0.0) * summand(x) * y, y); }
};
struct AbsoluteLarger {
    BOTH static _Float16 of(_Float16 x, _Float16 y) { return Absolute::of(summand(x) > _Float16(0) ? x : _Float16(-0.0), y); }
    BOTH static float of(float x, float y) { return Absolute::of(summand(x) > 0 ? x : -0.0f, y); }
    BOTH static double of(double x, double y) { return Absolute::of(x > 0 ? x : -0.0, y); }
};
struct AbsoluteRoot {
    BOTH static _Float16 of(_Float16 x, _Float16 y) { return Absolute::of(_Float16(__builtin_sqrtf(float(x))), y); }
    BOTH static float of(float x, float y) { return Absolute::of(__builtin_sqrtf(x), y); }
    BOTH static double of(double x, double y) { return Absolute::of(__builtin_sqrt(x), y); }
};
// A wider type and back.
struct Widened {
    BOTH static _Float16 of(_Float16 x, _Float16) { return _Float16(-float(x)); }
    BOTH static float of(float x, float) { return float(-double(x)); }
    BOTH static double of(double x, double) { return -x; }
};
struct WidenedBehind {
    BOTH static _Float16 of(_Float16 x, _Float16) { return _Float16(float(-x)); }
    BOTH static float of(float x, float) { return float(double(-x)); }
    BOTH static double of(double x, double) { return -x; }
};

template <typename Op, typename T> __global__ void each(const T *x, const T *y, T *out, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = Op::of(x[i], y[i]);
}

template <typename T> struct Bits;
template <> struct Bits<_Float16> { using Type = uint16_t; };
template <> struct Bits<float> { using Type = uint32_t; };
template <> struct Bits<double> { using Type = uint64_t; };

// All patterns of the upper 16 bits, with different ones below.
template <typename T> static std::vector<T> numbers(uint64_t seed) {
    using Word = typename Bits<T>::Type;
    std::vector<T> all(1 << 16);
    for (size_t i = 0; i < all.size(); ++i) {
        seed = seed * 6364136223846793005 + 1442695040888963407;
        Word word = Word(i) << (8 * sizeof(Word) - 16);
        if (sizeof(Word) > 2) word |= Word(seed >> 17) & (Word(~Word(0)) >> 16);
        std::memcpy(&all[i], &word, sizeof word);
    }
    return all;
}

template <typename Op, typename T> static int wrong(const char *type, const char *name, const std::vector<T> &x, const std::vector<T> &y) {
    const int count = int(x.size());
    T *device[3];
    for (T *&memory : device)
        if (hipMalloc(reinterpret_cast<void **>(&memory), count * sizeof(T)) != hipSuccess) return 1;
    std::vector<T> out(count);
    bool ok = hipMemcpy(device[0], x.data(), count * sizeof(T), hipMemcpyHostToDevice) == hipSuccess;
    ok &= hipMemcpy(device[1], y.data(), count * sizeof(T), hipMemcpyHostToDevice) == hipSuccess;
    ok &= hipMemset(device[2], 0x5a, count * sizeof(T)) == hipSuccess;
    each<Op, T><<<(count + 255) / 256, 256>>>(device[0], device[1], device[2], count);
    ok &= hipMemcpy(out.data(), device[2], count * sizeof(T), hipMemcpyDeviceToHost) == hipSuccess;
    for (T *memory : device) (void)hipFree(memory);
    int differ = ok ? 0 : 1;
    for (int i = 0; i < count; ++i) {
        const T expected = Op::of(x[i], y[i]);
        if (expected != expected && out[i] != out[i]) continue;
        if (std::memcmp(&out[i], &expected, sizeof(T)) == 0) continue;
        if (++differ <= 2) std::printf("  %s %s of %a and %a: %a, not %a\n", type, name, double(x[i]), double(y[i]), double(out[i]), double(expected));
    }
    return differ;
}

template <typename T> static int test(const char *type) {
    const std::vector<T> x = numbers<T>(1);
    std::vector<T> y(x.size());
    for (size_t i = 0; i < y.size(); ++i) y[i] = T(int(i * 7 % 9) - 4);
    int all = 0;
#define TEST(Op)                                                                                     \
    do {                                                                                             \
        const int count = wrong<Op, T>(type, #Op, x, y);                                             \
        std::printf("RESULT name=signs:%s:%s ok=%d wrong=%d\n", type, #Op, count == 0, count);       \
        all += count;                                                                                \
    } while (0)
    TEST(Negated);
    TEST(Absolute);
    TEST(MinusAbsolute);
    TEST(Signed);
    TEST(Chosen);
    TEST(AboveZero);
    TEST(Larger);
    TEST(Turned);
    TEST(NegatedTwice);
    TEST(NegatedSum);
    TEST(AbsoluteZero);
    TEST(MinusAbsoluteZero);
    TEST(AbsoluteLarger);
    TEST(AbsoluteRoot);
    TEST(Widened);
    TEST(WidenedBehind);
    return all;
}

__global__ void sum(float *x) { *x += *x; }

int main() {
    float *x = nullptr, denormal = 0x1p-140f;
    if (hipMalloc(reinterpret_cast<void **>(&x), sizeof(float)) != hipSuccess) return 1;
    if (hipMemcpy(x, &denormal, sizeof(float), hipMemcpyHostToDevice) != hipSuccess) return 1;
    sum<<<1, 1>>>(x);
    if (hipMemcpy(&denormal, x, sizeof(float), hipMemcpyDeviceToHost) != hipSuccess || hipFree(x) != hipSuccess) return 1;
    flushes = denormal == 0;
    std::printf("denormal floats are %s\n", flushes ? "zero in arithmetic" : "kept");
    int all = test<float>("float");
    all += test<double>("double");
    all += test<_Float16>("half");
    return all != 0;
}
