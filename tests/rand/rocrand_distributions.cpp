// rocrand_distributions.cpp: numbers of rocRAND's own generators and of each distribution against the distribution's own function, and the device's against
// the host's. Seeds are fixed, so that what passes once always does.
#include "rocrand_check.h"
#include "statistics.h"

static void check(const Kind &kind) {
    const Generator device(kind.type), host(kind.type, Place::host);
    for (const Generator *generator : {&device, &host}) RAND(rocrand_set_seed(*generator, 20240607));
    const std::string name = kind.name;
    const size_t n = 200001;
    const auto both = [&](auto one, auto generate, double ulps, const char *what, auto judge) {
        using T = decltype(one);
        const std::vector<T> numbers = device.make<T>(n, generate), hosts = host.make<T>(n, generate);
        result(name + "_" + what, judge(numbers) && are_close(numbers, hosts, ulps));
    };
    const auto above_zero = [](const auto &numbers) {
        return std::all_of(numbers.begin(), numbers.end(), [](auto number) { return double(number) > 0 && double(number) <= 1; });
    };
    const Cdf even = [](double x) { return x; };
    // MRG31k3p's draws have 31 bits, so that the lowest bit of a word is nearly always 0.
    const bool is_short = kind.type == ROCRAND_RNG_PSEUDO_MRG31K3P;
    both(0u, rocrand_generate, 0, "words", [=](const auto &v) { return is_even(v, is_short) && is_even(v, 11) && is_even(v, 24); });
    both(uint16_t(), rocrand_generate_short, 0, "shorts", [=](const auto &v) { return (is_short || is_even(v, 0)) && is_even(v, 8); });
    both(uint8_t(), rocrand_generate_char, 0, "bytes", [=](const auto &v) {
        std::vector<uint8_t> good;
        for (size_t i = 0; i < v.size(); i++)
            if (!is_short || i % 4 != 0) good.push_back(v[i]);
        return is_even(good, 0);
    });
    both(0.0f, rocrand_generate_uniform, 0, "floats", [&](const auto &v) { return above_zero(v) && follows(v, even); });
    both(0.0, rocrand_generate_uniform_double, 0, "doubles", [&](const auto &v) { return above_zero(v) && follows(v, even); });
    // A half's rounding is a step in the function, which the test would see of more numbers.
    both(half(), rocrand_generate_uniform_half, 0, "halves", [&](std::vector<half> v) { v.resize(20000); return above_zero(v) && follows(v, even); });
    both(0.0f, [](auto g, float *out, size_t n) { return rocrand_generate_normal(g, out, n, 5, 3); }, 4, "normal_floats",
         [](const auto &v) { return follows(v, [](double x) { return normal((x - 5) / 3); }); });
    both(0.0, [](auto g, double *out, size_t n) { return rocrand_generate_normal_double(g, out, n, -5, 0.5); }, 8, "normal_doubles",
         [](const auto &v) { return follows(v, [](double x) { return normal((x + 5) * 2); }); });
    both(half(), [](auto g, half *out, size_t n) { return rocrand_generate_normal_half(g, out, n, half(0.0f), half(2.0f)); }, 2, "normal_halves",
         [](std::vector<half> v) { v.resize(20000); return follows(v, [](double x) { return normal(x / 2); }); });
    both(0.0f, [](auto g, float *out, size_t n) { return rocrand_generate_log_normal(g, out, n, 1, 0.5f); }, 16, "lognormal_floats",
         [](const auto &v) { return follows(v, [](double x) { return normal((std::log(x) - 1) * 2); }); });
    both(0.0, [](auto g, double *out, size_t n) { return rocrand_generate_log_normal_double(g, out, n, 1, 0.5); }, 16, "lognormal_doubles",
         [](const auto &v) { return follows(v, [](double x) { return normal((std::log(x) - 1) * 2); }); });
    both(half(), [](auto g, half *out, size_t n) { return rocrand_generate_log_normal_half(g, out, n, half(0.0f), half(0.5f)); }, 4, "lognormal_halves",
         [](std::vector<half> v) { v.resize(20000); return follows(v, [](double x) { return normal(std::log(x) * 2); }); });
    for (const double lambda : {0.3, 200.5, 3999.0, 4001.0})
        both(0u, [lambda](auto g, unsigned *out, size_t n) { return rocrand_generate_poisson(g, out, n, lambda); }, 0,
             ("poisson_" + std::to_string(int(lambda))).c_str(), [lambda](const auto &v) { return is_poisson(v, lambda); });
}

int main() {
    for (const Kind &kind : kinds) check(kind);
    return failures != 0;
}
