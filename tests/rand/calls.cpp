// calls.cpp: what functions return, that calls go on where the last one ended, wherever the memory begins, and in graphs.
#include <algorithm>
#include <cmath>

#include "../captured.h"
#include "check.h"
#include "tables.h"

// Two calls make what one makes, for numbers that come in groups of up to four. MTGP32's steps make 51200 words, whole ones at each call.
template <class T, class Generate> static void goes_on(const Kind &kind, bool on_host, const char *what, Generate generate) {
    const Generator once(kind.type, on_host), twice(kind.type, on_host);
    const size_t n = 300000, first = kind.type == HIPRAND_RNG_PSEUDO_MTGP32 ? 4 * 51200 : 131072 + 4 * 1001;
    const std::vector<T> whole = once.make<T>(n, generate), begin = twice.make<T>(first, generate), end = twice.make<T>(n - first, generate);
    result(std::string(kind.name) + (on_host ? "_host_" : "_device_") + what + "_go_on",
           !memcmp(whole.data(), begin.data(), first * sizeof(T)) && !memcmp(whole.data() + first, end.data(), (n - first) * sizeof(T)) &&
               memcmp(whole.data(), end.data(), first * sizeof(T)) != 0);
}

// The same numbers, from a place that is aligned for one number alone, and of a length that ends within a group.
template <class T, class Generate> static bool is_same_anywhere(const Kind &kind, Generate generate) {
    const Generator here(kind.type), there(kind.type);
    const std::vector<T> a = here.make<T>(10001, generate), b = there.make<T>(10001, generate, 1);
    return !memcmp(a.data(), b.data(), a.size() * sizeof(T)) && a[10000] != T(0);
}

// Normal numbers are made in pairs; of the last pair of an odd number of them, as of any others, the first one is there.
template <class T, class Generate> static bool may_be_odd(const Kind &kind, Generate generate) {
    const Generator odd(kind.type), even(kind.type);
    const std::vector<T> a = odd.make<T>(7001, generate), b = even.make<T>(7002, generate);
    return !memcmp(a.data(), b.data(), a.size() * sizeof(T)) && is_same_anywhere<T>(kind, generate);
}
static void odd_lengths(const Kind &kind) {
    result(std::string(kind.name) + "_odd_lengths",
           may_be_odd<float>(kind, [](auto g, float *out, size_t n) { return hiprandGenerateNormal(g, out, n, 5, 1); }) &&
               may_be_odd<double>(kind, [](auto g, double *out, size_t n) { return hiprandGenerateLogNormalDouble(g, out, n, 0, 1); }) &&
               may_be_odd<half>(kind, [](auto g, half *out, size_t n) { return hiprandGenerateNormalHalf(g, out, n, half(9.0f), half(1.0f)); }));
}

// An offset skips numbers; a seed begins again.
static void offsets(const Kind &kind) {
    const Generator all(kind.type), some(kind.type);
    const std::vector<unsigned> words = all.words(150000);
    bool right = true;
    for (const size_t offset : {1, 2, 3, 77777, 131072}) {
        RAND(hiprandSetGeneratorOffset(some, offset));
        right &= some.words(1000) == std::vector<unsigned>(words.begin() + offset, words.begin() + offset + 1000);
    }
    RAND(hiprandSetGeneratorOffset(all, 0));
    right &= all.words(1000) == std::vector<unsigned>(words.begin(), words.begin() + 1000);
    RAND(hiprandSetPseudoRandomGeneratorSeed(all, 99));
    const std::vector<unsigned> other = all.words(1000);
    RAND(hiprandSetPseudoRandomGeneratorSeed(all, 99));
    result(std::string(kind.name) + "_has_offsets_and_seeds", right && other == all.words(1000) && other[0] != words[0] && other[999] != words[999]);
}

// In a graph: nothing runs at the capture, the first launch makes the next numbers, and each launch others. Its first call may be the generator's.
static void in_graphs(const Kind &kind, size_t n) {
    hipStream_t stream;
    HIP(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    unsigned *out;
    HIP(hipMalloc(reinterpret_cast<void **>(&out), 2 * n * sizeof(unsigned)));
    HIP(hipMemset(out, 0, 2 * n * sizeof(unsigned)));
    HIP(hipDeviceSynchronize());  // the stream does not wait for the default one
    const Generator eager(kind.type), captured(kind.type);
    RAND(hiprandSetStream(captured, stream));
    const Captured graph(stream, [&] {
        RAND(hiprandGenerate(captured, out, n));
        RAND(hiprandGeneratePoisson(captured, out + n, n, 12.5));
    });
    const auto run = [&] {
        std::vector<unsigned> words(2 * n);
        graph.launch();
        HIP(hipMemcpyAsync(words.data(), out, 2 * n * sizeof(unsigned), hipMemcpyDeviceToHost, stream));
        HIP(hipStreamSynchronize(stream));
        return words;
    };
    const std::vector<unsigned> first = run(), second = run();
    std::vector<unsigned> want = eager.words(n);
    const std::vector<unsigned> counts = eager.make<unsigned>(n, [](auto g, unsigned *to, size_t m) { return hiprandGeneratePoisson(g, to, m, 12.5); });
    want.insert(want.end(), counts.begin(), counts.end());
    size_t same = 0;
    for (size_t i = 0; i < n; i++) same += first[i] == second[i];
    double mean = 0;
    for (size_t i = n; i < 2 * n; i++) mean += second[i] / double(n);
    result(std::string(kind.name) + "_in_graphs_" + std::to_string(n), first == want && same < 3 && std::fabs(mean - 12.5) < 0.15);
    HIP(hipStreamDestroy(stream));
    HIP(hipFree(out));
}

// Dimensions follow each other, calls go on, and offsets and errors are as documented.
static void quasi(const Kind &kind, bool on_host) {
    const Generator all(kind.type, on_host), some(kind.type, on_host);
    RAND(hiprandSetGeneratorOrdering(all, HIPRAND_ORDERING_QUASI_DEFAULT));
    for (const Generator *generator : {&all, &some}) RAND(hiprandSetQuasiRandomGeneratorDimensions(*generator, 5));
    const size_t n = 70001, first = 1237;
    const std::vector<float> whole = all.make<float>(5 * n, hiprandGenerateUniform), begin = some.make<float>(5 * first, hiprandGenerateUniform),
                             end = some.make<float>(5 * (n - first), hiprandGenerateUniform);
    bool right = whole[0] != whole[n + 1];
    for (size_t d = 0; d < 5; d++)
        right &= std::equal(&begin[d * first], &begin[d * first] + first, &whole[d * n]) &&
                 std::equal(&end[d * (n - first)], &end[d * (n - first)] + n - first, &whole[d * n + first]);
    RAND(hiprandSetGeneratorOffset(some, 99));
    right &= some.make<float>(5, hiprandGenerateUniform)[4] == whole[4 * n + 99];
    float *floats = nullptr;
    right &= hiprandGenerateUniform(some, floats, 7) == HIPRAND_STATUS_LENGTH_NOT_MULTIPLE &&
             hiprandGenerateNormal(some, floats, 7, 0, 1) == HIPRAND_STATUS_LENGTH_NOT_MULTIPLE &&
             hiprandGeneratePoisson(some, nullptr, 7, 1) == HIPRAND_STATUS_LENGTH_NOT_MULTIPLE &&
             hiprandSetPseudoRandomGeneratorSeed(some, 1) == HIPRAND_STATUS_SUCCESS &&  // as rocRAND has it
             hiprandSetGeneratorOrdering(some, HIPRAND_ORDERING_PSEUDO_BEST) == HIPRAND_STATUS_OUT_OF_RANGE &&
             hiprandSetQuasiRandomGeneratorDimensions(some, 0) == HIPRAND_STATUS_OUT_OF_RANGE &&
             hiprandSetQuasiRandomGeneratorDimensions(some, 20001) == HIPRAND_STATUS_OUT_OF_RANGE &&
             hiprandSetQuasiRandomGeneratorDimensions(some, 20000) == HIPRAND_STATUS_SUCCESS;
    right &= some.make<float>(20000, hiprandGenerateUniform)[4] == whole[4 * n + 99];
    RAND(hiprandSetQuasiRandomGeneratorDimensions(some, 5));
    unsigned long long wide[5];
    if (on_host) right &= (hiprandGenerateLongLong(some, wide, 5) == HIPRAND_STATUS_TYPE_ERROR) == !strstr(kind.name, "64");
    result(std::string(kind.name) + (on_host ? "_host" : "_device") + "_calls", right);
}

static void errors() {
    hiprandGenerator_t g = nullptr;
    unsigned *out;
    HIP(hipMalloc(reinterpret_cast<void **>(&out), 4096));
    float *const floats = reinterpret_cast<float *>(out);
    int version = 0;
    result("version", hiprandGetVersion(&version) == HIPRAND_STATUS_SUCCESS && version >= 100000 && hiprandGetVersion(nullptr) == HIPRAND_STATUS_OUT_OF_RANGE);
    result("types", hiprandCreateGenerator(&g, hiprandRngType_t(77)) == HIPRAND_STATUS_TYPE_ERROR &&
                        hiprandCreateGenerator(&g, HIPRAND_RNG_TEST) == HIPRAND_STATUS_TYPE_ERROR &&
                        hiprandCreateGenerator(nullptr, HIPRAND_RNG_PSEUDO_DEFAULT) == HIPRAND_STATUS_OUT_OF_RANGE && !g);
    RAND(hiprandCreateGenerator(&g, HIPRAND_RNG_PSEUDO_DEFAULT));
    result("ranges", hiprandGeneratePoisson(g, out, 8, 0) == HIPRAND_STATUS_OUT_OF_RANGE && hiprandGeneratePoisson(g, out, 8, -1) == HIPRAND_STATUS_OUT_OF_RANGE &&
                         hiprandGeneratePoisson(g, out, 8, NAN) == HIPRAND_STATUS_OUT_OF_RANGE &&
                         hiprandGeneratePoisson(g, out, 8, INFINITY) == HIPRAND_STATUS_OUT_OF_RANGE &&
                         hiprandGenerate(g, nullptr, 8) == HIPRAND_STATUS_SUCCESS && hiprandGenerate(g, nullptr, 0) == HIPRAND_STATUS_SUCCESS);
    unsigned long long wide;
    result("kinds_of_generators", hiprandGenerateLongLong(g, &wide, 1) == HIPRAND_STATUS_TYPE_ERROR &&
                                      hiprandSetQuasiRandomGeneratorDimensions(g, 2) == HIPRAND_STATUS_TYPE_ERROR &&
                                      hiprandSetGeneratorOffset(Generator(HIPRAND_RNG_PSEUDO_MT19937), 1) == HIPRAND_STATUS_TYPE_ERROR &&
                                      hiprandSetGeneratorOffset(Generator(HIPRAND_RNG_PSEUDO_MTGP32), 1) == HIPRAND_STATUS_TYPE_ERROR);
    bool right = hiprandSetGeneratorOrdering(g, HIPRAND_ORDERING_QUASI_DEFAULT) == HIPRAND_STATUS_OUT_OF_RANGE &&
                 hiprandSetGeneratorOrdering(g, hiprandOrdering_t(99)) == HIPRAND_STATUS_TYPE_ERROR &&
                 hiprandSetGeneratorOrdering(Generator(HIPRAND_RNG_PSEUDO_MRG32K3A), HIPRAND_ORDERING_PSEUDO_SEEDED) == HIPRAND_STATUS_OUT_OF_RANGE &&
                 hiprandSetGeneratorOrdering(Generator(HIPRAND_RNG_PSEUDO_MT19937), HIPRAND_ORDERING_PSEUDO_DYNAMIC) == HIPRAND_STATUS_OUT_OF_RANGE &&
                 hiprandSetGeneratorOrdering(Generator(HIPRAND_RNG_PSEUDO_XORWOW, true), HIPRAND_ORDERING_PSEUDO_DYNAMIC) == HIPRAND_STATUS_OUT_OF_RANGE;
    for (int order = HIPRAND_ORDERING_PSEUDO_BEST; order <= HIPRAND_ORDERING_PSEUDO_DYNAMIC; order++)
        right &= hiprandSetGeneratorOrdering(g, hiprandOrdering_t(order)) == HIPRAND_STATUS_SUCCESS;
    result("orders", right);
    RAND(hiprandDestroyGenerator(g));
    right = true;
    for (const hiprandGenerator_t gone : {g, hiprandGenerator_t()})
        right &= hiprandGenerate(gone, out, 8) == HIPRAND_STATUS_NOT_INITIALIZED && hiprandDestroyGenerator(gone) == HIPRAND_STATUS_NOT_INITIALIZED &&
                 hiprandGenerateNormal(gone, floats, 8, 0, 1) == HIPRAND_STATUS_NOT_INITIALIZED && hiprandGenerateSeeds(gone) == HIPRAND_STATUS_NOT_INITIALIZED &&
                 hiprandGeneratePoisson(gone, out, 8, 1) == HIPRAND_STATUS_NOT_INITIALIZED && hiprandSetStream(gone, nullptr) == HIPRAND_STATUS_NOT_INITIALIZED &&
                 hiprandGenerateLongLong(gone, &wide, 1) == HIPRAND_STATUS_NOT_INITIALIZED &&
                 hiprandSetPseudoRandomGeneratorSeed(gone, 1) == HIPRAND_STATUS_NOT_INITIALIZED &&
                 hiprandSetGeneratorOffset(gone, 1) == HIPRAND_STATUS_NOT_INITIALIZED &&
                 hiprandSetGeneratorOrdering(gone, HIPRAND_ORDERING_PSEUDO_BEST) == HIPRAND_STATUS_NOT_INITIALIZED &&
                 hiprandSetQuasiRandomGeneratorDimensions(gone, 2) == HIPRAND_STATUS_NOT_INITIALIZED;
    result("destroyed_generators", right);
    hiprandDirectionVectors32_t *vectors;
    const unsigned long long *constants;
    result("tables", hiprandGetDirectionVectors32(&vectors, HIPRAND_DIRECTION_VECTORS_32_JOEKUO6) == HIPRAND_STATUS_SUCCESS &&
                         vectors[0][0] == 0x80000000 && vectors[1][1] == 0xc0000000 &&
                         hiprandGetDirectionVectors32(&vectors, HIPRAND_DIRECTION_VECTORS_64_JOEKUO6) == HIPRAND_STATUS_OUT_OF_RANGE &&
                         hiprandGetScrambleConstants64(&constants) == HIPRAND_STATUS_SUCCESS && constants[0] == 0xd091bb5c22ae9ef6);
    HIP(hipFree(out));
}

// More means than tables are kept: none is another's, and a graph's stays.
static void many_means() {
    hipStream_t stream;
    HIP(hipStreamCreate(&stream));
    const Generator generator(HIPRAND_RNG_PSEUDO_PHILOX4_32_10);
    RAND(hiprandSetStream(generator, stream));
    unsigned *out;
    const size_t n = 4096;
    HIP(hipMalloc(reinterpret_cast<void **>(&out), n * sizeof(unsigned)));
    std::vector<unsigned> counts(n);
    const auto mean = [&] {
        HIP(hipMemcpyAsync(counts.data(), out, n * sizeof(unsigned), hipMemcpyDeviceToHost, stream));
        HIP(hipStreamSynchronize(stream));
        double sum = 0;
        for (const unsigned count : counts) sum += count;
        return sum / double(n);
    };
    const Captured graph(stream, [&] { RAND(hiprandGeneratePoisson(generator, out, n, 400)); });
    bool right = true;
    for (int lambda = 1; lambda <= 150; lambda++) {
        RAND(hiprandGeneratePoisson(generator, out, n, lambda));
        right &= std::fabs(mean() - lambda) < 5 * std::sqrt(lambda / double(n));
    }
    graph.launch();
    result("many_means", right && std::fabs(mean() - 400) < 5 * std::sqrt(400 / double(n)));
    HIP(hipStreamDestroy(stream));
    HIP(hipFree(out));
}

static void tables() {
    hiprandDiscreteDistribution_t distribution = nullptr;
    double *out, got[2] = {};
    HIP(hipMalloc(reinterpret_cast<void **>(&out), sizeof got));
    bool right = hiprandCreatePoissonDistribution(0, &distribution) == HIPRAND_STATUS_OUT_OF_RANGE &&
                 hiprandCreatePoissonDistribution(1, nullptr) == HIPRAND_STATUS_OUT_OF_RANGE && hiprandDestroyDistribution(nullptr) == HIPRAND_STATUS_OUT_OF_RANGE;
    for (const double lambda : {0.25, 33.5, 1000.0}) {
        RAND(hiprandCreatePoissonDistribution(lambda, &distribution));
        means<<<1, 1>>>(distribution, out);
        HIP(hipMemcpy(got, out, sizeof got, hipMemcpyDeviceToHost));
        right &= std::fabs(got[0] - lambda) < 1e-6 * lambda && std::fabs(got[1] - lambda) < 1e-6 * lambda;
        RAND(hiprandDestroyDistribution(distribution));
    }
    result("tables_for_kernels", right);
    HIP(hipFree(out));
}

int main() {
    for (const Kind &kind : kinds) {
        for (const bool on_host : {false, true}) {
            goes_on<unsigned>(kind, on_host, "words", hiprandGenerate);
            goes_on<uint8_t>(kind, on_host, "bytes", hiprandGenerateChar);
            goes_on<double>(kind, on_host, "doubles", hiprandGenerateUniformDouble);
            goes_on<double>(kind, on_host, "normal_doubles", [](auto g, double *out, size_t n) { return hiprandGenerateNormalDouble(g, out, n, 0, 1); });
            goes_on<float>(kind, on_host, "normal_floats", [](auto g, float *out, size_t n) { return hiprandGenerateNormal(g, out, n, 0, 1); });
        }
        result(std::string(kind.name) + "_is_the_same_anywhere",
               is_same_anywhere<uint8_t>(kind, hiprandGenerateChar) && is_same_anywhere<uint16_t>(kind, hiprandGenerateShort) &&
                   is_same_anywhere<float>(kind, hiprandGenerateUniform) && is_same_anywhere<double>(kind, hiprandGenerateUniformDouble));
        if (has_offset(kind)) offsets(kind);
        odd_lengths(kind);
        in_graphs(kind, 20000);
    }
    for (const Kind &kind : quasi_kinds)
        for (const bool on_host : {false, true}) quasi(kind, on_host);
    in_graphs(kinds[3], 9000000);  // so many pieces that windows are made
    errors();
    many_means();
    tables();
    return failures != 0;
}
