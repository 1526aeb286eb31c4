// accuracy.h: how far device functions are from the truth, in units in the last place (ulp).
// Included by math_*.hip. A row is a functor that runs on the device, a reference in long double on the host, the range of
// each argument, and a bound. The distance is between the device's result and the correctly rounded one.
//
// HIP documents its bounds as the distance in ulp *where the absolute error is largest*. Each row is held to that, and, unless
// it says AT_WORST, to twice that anywhere in its range (no distance where no error is allowed).
#ifndef HIPVK_TESTS_ACCURACY_H
#define HIPVK_TESTS_ACCURACY_H

#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace accuracy {

typedef long double Wide;
typedef Wide Reference(Wide x, Wide y, Wide z);
struct Range {
    double low, high;
};
enum Measure { ANYWHERE, AT_WORST };

static const int samples = 4096;
static int rows = 0, failures = 0;

template <class T> struct Format;
template <> struct Format<float> {
    typedef int32_t Bits;
};
template <> struct Format<double> {
    typedef int64_t Bits;
};
template <> struct Format<_Float16> {
    typedef int16_t Bits;
};

/// The value's place in the order of all values: neighbours differ by one.
template <class T> int64_t place(T value) {
    typename Format<T>::Bits bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >= 0 ? (int64_t)bits : std::numeric_limits<typename Format<T>::Bits>::min() - (int64_t)bits;
}

/// How many values lie between; 0 for two NaNs, very many for one.
template <class T> double distance(T got, T want) {
    const bool got_nan = got != got, want_nan = want != want;
    if (got_nan || want_nan) return got_nan && want_nan ? 0 : 1e30;
    return std::fabs((double)(place(got) - place(want)));
}

template <class T, class F> __global__ void apply(const T *x, const T *y, const T *z, T *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = F::run(x[i], y[i], z[i]);
}

/// Numbers spread over the range: most evenly, some near its ends and near zero.
template <class T> std::vector<T> arguments(Range range, unsigned seed) {
    std::mt19937_64 engine(seed);
    std::uniform_real_distribution<double> even(range.low, range.high), unit(0, 1);
    std::vector<T> values(samples);
    for (int i = 0; i < samples; i++) {
        double value = even(engine);
        if (i % 8 == 1) value *= std::exp2(-20 * unit(engine));
        if (i % 64 == 2) value = i % 128 == 2 ? range.low : range.high;
        if (value < range.low || value > range.high) value = range.low;
        values[i] = (T)value;
    }
    return values;
}

template <class T> T *upload(const std::vector<T> &values) {
    T *device = nullptr;
    const size_t bytes = values.size() * sizeof(T);
    if (hipMalloc(&device, bytes) != hipSuccess) return nullptr;
    return hipMemcpy(device, values.data(), bytes, hipMemcpyHostToDevice) == hipSuccess ? device : nullptr;
}

/// Runs F on the device; whether that worked.
template <class T, class F> bool evaluate(const std::vector<T> (&in)[3], std::vector<T> &out) {
    T *device[4] = {upload(in[0]), upload(in[1]), upload(in[2]), upload(out)};
    apply<T, F><<<(unsigned)out.size() / 64, 64>>>(device[0], device[1], device[2], device[3]);
    bool ok = hipGetLastError() == hipSuccess;
    ok = hipMemcpy(out.data(), device[3], out.size() * sizeof(T), hipMemcpyDeviceToHost) == hipSuccess && ok;
    for (T *pointer : device) (void)hipFree(pointer);
    return ok;
}

/// Zeros, infinities, NaN: classes and signs must be the reference's. The first argument is special, the others are 1.
template <class T, class F> double special_distance(Reference *reference) {
    const double specials[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, 1.0, -1.0};
    std::vector<T> in[3] = {std::vector<T>(64, T(1)), std::vector<T>(64, T(1)), std::vector<T>(64, T(1))};
    for (int i = 0; i < 7; i++) in[0][i] = (T)specials[i];
    std::vector<T> out(64, T(7));
    if (!evaluate<T, F>(in, out)) return 1e30;
    double worst = 0;
    for (int i = 0; i < 7; i++) {
        const T want = (T)reference((Wide)in[0][i], 1, 1);
        const double off = distance(out[i], want);
        if (off > worst) worst = off;
        if (off > 64) std::printf("    of %g: %.9g, not %.9g\n", specials[i], (double)out[i], (double)want);
    }
    return worst;
}

/// One row: says what it found, counts what is out of bounds.
template <class T, class F>
void check(const char *name, Reference *reference, Range x, Range y, Range z, double bound, Measure measure, bool special) {
    const std::vector<T> in[3] = {arguments<T>(x, 1), arguments<T>(y, 2), arguments<T>(z, 3)};
    std::vector<T> out(samples, T(7));
    bool ok = evaluate<T, F>(in, out);
    double largest = 0, at_worst = 0, worst = -1;
    int where = 0;
    for (int i = 0; i < samples; i++) {
        const Wide exact = reference((Wide)in[0][i], (Wide)in[1][i], (Wide)in[2][i]);
        const T want = (T)exact;
        const double off = distance(out[i], want), absolute = std::fabs((double)((Wide)out[i] - (Wide)want));
        if (off > largest) largest = off, where = i;
        if (absolute > worst) worst = absolute, at_worst = off;
    }
    ok = ok && at_worst <= bound && (measure == AT_WORST || largest <= 2 * bound);
    std::printf("  %-16s %4.0f ulp where the error is largest, allowed %2.0f; at most %.4g\n", name, at_worst, bound, largest);
    if (!ok) {
        std::printf("    (%.17g, %.17g, %.17g) gave %.17g, not %.17Lg\n", (double)in[0][where], (double)in[1][where],
                    (double)in[2][where], (double)out[where],
                    reference((Wide)in[0][where], (Wide)in[1][where], (Wide)in[2][where]));
    }
    if (special && special_distance<T, F>(reference) > 64) ok = false, std::printf("  %s: special values are WRONG\n", name);
    std::printf("RESULT name=%s ok=%d\n", name, ok);
    rows++;
    failures += !ok;
}

/// The closing line; the exit code.
inline int report(const char *name) {
    std::printf("%s: %d rows, %d wrong\n", name, rows, failures);
    return failures ? 1 : 0;
}

} // namespace accuracy

#endif // HIPVK_TESTS_ACCURACY_H
