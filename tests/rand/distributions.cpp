// distributions.cpp: numbers of each generator and distribution against the distribution's own function, by Kolmogorov's and Pearson's tests, and the
// device's against the host's. Seeds are fixed, so that what passes once always does; the limits are what one in 10^5 good generators exceeds.
#include "check.h"
#include "statistics.h"

static void check(const Kind &kind) {
    const Generator device(kind.type), host(kind.type, true);
    for (const Generator *generator : {&device, &host}) RAND(hiprandSetPseudoRandomGeneratorSeed(*generator, 20240607));
    const std::string name = kind.name;
    const size_t n = 400000;
    const auto both = [&](auto one, auto generate, double ulps, const char *what, auto judge) {
        using T = decltype(one);
        const std::vector<T> numbers = device.make<T>(n, generate);
        result(name + "_" + what, judge(numbers) && are_close(numbers, host.make<T>(n, generate), ulps));
    };
    const auto above_zero = [](const auto &numbers) {
        return std::all_of(numbers.begin(), numbers.end(), [](auto number) { return double(number) > 0 && double(number) <= 1; });
    };
    const Cdf even = [](double x) { return x; };
    both(0u, hiprandGenerate, 0, "words", [](const auto &v) { return is_even(v, 0) && is_even(v, 11) && is_even(v, 24); });
    both(uint16_t(), hiprandGenerateShort, 0, "shorts", [](const auto &v) { return is_even(v, 0) && is_even(v, 8); });
    both(uint8_t(), hiprandGenerateChar, 0, "bytes", [](const auto &v) { return is_even(v, 0); });
    both(0.0f, hiprandGenerateUniform, 0, "floats", [&](const auto &v) { return above_zero(v) && follows(v, even); });
    both(0.0, hiprandGenerateUniformDouble, 0, "doubles", [&](const auto &v) { return above_zero(v) && follows(v, even); });
    // A half's rounding is a step of at most 2^-11 in the function, which the test would see of more numbers.
    both(half(), hiprandGenerateUniformHalf, 0, "halves", [&](std::vector<half> v) { v.resize(20000); return above_zero(v) && follows(v, even); });
    both(0.0f, [](auto g, float *out, size_t n) { return hiprandGenerateNormal(g, out, n, 5, 3); }, 4, "normal_floats",
         [](const auto &v) { return follows(v, [](double x) { return normal((x - 5) / 3); }); });
    both(0.0, [](auto g, double *out, size_t n) { return hiprandGenerateNormalDouble(g, out, n, -5, 0.5); }, 8, "normal_doubles",
         [](const auto &v) { return follows(v, [](double x) { return normal((x + 5) * 2); }); });
    both(half(), [](auto g, half *out, size_t n) { return hiprandGenerateNormalHalf(g, out, n, half(0.0f), half(2.0f)); }, 2, "normal_halves",
         [](std::vector<half> v) { v.resize(20000); return follows(v, [](double x) { return normal(x / 2); }); });
    both(0.0f, [](auto g, float *out, size_t n) { return hiprandGenerateLogNormal(g, out, n, 1, 0.5f); }, 16, "lognormal_floats",
         [](const auto &v) { return follows(v, [](double x) { return normal((std::log(x) - 1) * 2); }); });
    both(0.0, [](auto g, double *out, size_t n) { return hiprandGenerateLogNormalDouble(g, out, n, 1, 0.5); }, 16, "lognormal_doubles",
         [](const auto &v) { return follows(v, [](double x) { return normal((std::log(x) - 1) * 2); }); });
    both(half(), [](auto g, half *out, size_t n) { return hiprandGenerateLogNormalHalf(g, out, n, half(0.0f), half(0.5f)); }, 4, "lognormal_halves",
         [](std::vector<half> v) { v.resize(20000); return follows(v, [](double x) { return normal(std::log(x) * 2); }); });
    for (const double lambda : {0.3, 7.0, 200.5, 3999.0, 4001.0, 1e6})
        both(0u, [lambda](auto g, unsigned *out, size_t n) { return hiprandGeneratePoisson(g, out, n, lambda); }, 0,
             ("poisson_" + std::to_string(int(lambda))).c_str(), [lambda](const auto &v) { return is_poisson(v, lambda); });
}

// Points are more even than random numbers: no distance is above some steps.
template <class T> static bool is_even_more(std::vector<T> numbers, const Cdf &cdf, double steps) {
    std::sort(numbers.begin(), numbers.end());
    bool right = true;
    for (size_t i = 0; i < numbers.size(); i++) right &= std::fabs(cdf(double(numbers[i])) - double(i) / double(numbers.size())) < steps / double(numbers.size());
    return right;
}

// In the second of three dimensions.
static void check_quasi(const Kind &kind) {
    const Generator device(kind.type), host(kind.type, true);
    for (const Generator *generator : {&device, &host}) {
        RAND(hiprandSetQuasiRandomGeneratorDimensions(*generator, 3));
        RAND(hiprandSetGeneratorOffset(*generator, 4096));
    }
    const size_t n = 4096;
    const auto both = [&](auto one, auto generate, const char *what, const Cdf &cdf, double steps, double ulps) {
        using T = decltype(one);
        const std::vector<T> numbers = device.make<T>(3 * n, generate);
        const std::vector<T> second(numbers.begin() + n, numbers.begin() + 2 * n);
        result(std::string(kind.name) + "_" + what, is_even_more(second, cdf, steps) && are_close(numbers, host.make<T>(3 * n, generate), ulps));
    };
    const Cdf even = [](double x) { return x; };
    both(0u, hiprandGenerate, "words", [](double x) { return x * 0x1p-32; }, 2, 0);
    both(uint16_t(), hiprandGenerateShort, "shorts", [](double x) { return x * 0x1p-16; }, 2, 0);
    both(uint8_t(), hiprandGenerateChar, "bytes", [](double x) { return x * 0x1p-8; }, 18, 0);
    both(0.0f, hiprandGenerateUniform, "floats", even, 2, 0);
    both(0.0, hiprandGenerateUniformDouble, "doubles", even, 2, 0);
    both(half(), hiprandGenerateUniformHalf, "halves", even, 4, 0);
    both(0.0f, [](auto g, float *out, size_t n) { return hiprandGenerateNormal(g, out, n, 5, 3); }, "normal_floats",
         [](double x) { return normal((x - 5) / 3); }, 2, 2);
    both(0.0, [](auto g, double *out, size_t n) { return hiprandGenerateNormalDouble(g, out, n, 5, 3); }, "normal_doubles",
         [](double x) { return normal((x - 5) / 3); }, 2, 8);
    both(half(), [](auto g, half *out, size_t n) { return hiprandGenerateNormalHalf(g, out, n, half(0.0f), half(1.0f)); }, "normal_halves", normal, 4, 1);
    both(0.0, [](auto g, double *out, size_t n) { return hiprandGenerateLogNormalDouble(g, out, n, 0, 0.5); }, "lognormal_doubles",
         [](double x) { return x > 0 ? normal(std::log(x) * 2) : 0; }, 2, 8);
    for (const double lambda : {3.5, 3000.0, 5000.0}) {
        // A count's place is anywhere within its step.
        const auto generate = [lambda](auto g, unsigned *out, size_t n) { return hiprandGeneratePoisson(g, out, n, lambda); };
        const std::vector<unsigned> counts = device.make<unsigned>(3 * n, generate);
        double mean = 0;
        for (size_t i = n; i < 2 * n; i++) mean += counts[i] / double(n);
        result(std::string(kind.name) + "_poisson_" + std::to_string(int(lambda)),
               std::fabs(mean - lambda) < 0.01 * std::sqrt(lambda) && counts == host.make<unsigned>(3 * n, generate));
    }
}

int main() {
    for (const Kind &kind : kinds) check(kind);
    for (const Kind &kind : quasi_kinds) check_quasi(kind);
    return failures != 0;
}
