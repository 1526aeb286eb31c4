// sequences.cpp: words of each generator, against published ones: Random123's and L'Ecuyer's first numbers, std::mt19937, and what rocRAND's own engines
// (its device header, run on the host in rocRAND's default order) give for seeds and offsets.
#include <random>

#include "../../runtime/rand/mrg32k3a.h"
#include "../../runtime/rand/philox.h"
#include "check.h"

struct Known {
    unsigned long long seed, offset;
    size_t at;
    unsigned xorwow, mrg32k3a, philox;
};
static const Known known[] = {
    {0x0, 0, 0, 0x62d407df, 0xb776a57c, 0x6627e8d5},
    {0x0, 0, 1, 0xa567c184, 0x21e73d49, 0xe169c58d},
    {0x0, 0, 2, 0x3f139bca, 0x11630f0a, 0xbc57ac4c},
    {0x0, 0, 70000, 0x31cc9ba3, 0x0e7c4ef6, 0xf2736fd9},
    {0x0, 0, 131071, 0xab92d986, 0xbedf108e, 0x78fa4be8},
    {0x0, 0, 131072, 0x25c6a450, 0x259efcef, 0x6bbdac40},
    {0x0, 0, 299999, 0x651e2692, 0x9e3ec0ad, 0xbfe24005},
    {0x123456789abcdef, 1000003, 0, 0xf2530e97, 0xec065dfd, 0xcdd4a776},
    {0x123456789abcdef, 1000003, 1, 0x617a7c13, 0x1c5e215c, 0xcab8aa7f},
    {0x123456789abcdef, 1000003, 2, 0x1ad9587e, 0x3dae9c49, 0x11e3d2ff},
    {0x123456789abcdef, 1000003, 70000, 0x6da8d43f, 0xa8132b58, 0x884ff013},
    {0x123456789abcdef, 1000003, 131071, 0xb4129009, 0x7d2eb96d, 0xa8d6fe41},
    {0x123456789abcdef, 1000003, 131072, 0x81313d3e, 0xa6a879b7, 0x19007eb5},
    {0x123456789abcdef, 1000003, 299999, 0x521ef94e, 0xae3b83e7, 0x755e7d47},
    {0xffffffffffffffff, 1099511627853, 0, 0x9bd6544e, 0x572e1478, 0x8376cd7f},
    {0xffffffffffffffff, 1099511627853, 1, 0x31ed8cca, 0xdf53e9f7, 0xb2893f3a},
    {0xffffffffffffffff, 1099511627853, 2, 0xca42fb5c, 0xeb2b36ca, 0x28752eba},
    {0xffffffffffffffff, 1099511627853, 70000, 0x6a248b4f, 0xee28e647, 0x935f15bc},
    {0xffffffffffffffff, 1099511627853, 131071, 0xae5ccfc7, 0x07f00e8a, 0xe14b8411},
    {0xffffffffffffffff, 1099511627853, 131072, 0x51a5dd9f, 0x69659f5d, 0x9266a7b4},
    {0xffffffffffffffff, 1099511627853, 299999, 0x23e9d489, 0xce6a3aef, 0xf80ebc57},
};

static void rocrands_words(const Kind &kind, bool on_host, unsigned Known::*word) {
    bool right = true;
    std::vector<unsigned> words;
    for (const Known &one : known) {
        if (one.at == 0) {
            const Generator generator(kind.type, on_host);
            RAND(hiprandSetPseudoRandomGeneratorSeed(generator, one.seed));
            RAND(hiprandSetGeneratorOffset(generator, one.offset));
            words = generator.words(300000);
        }
        right &= words[one.at] == one.*word;
    }
    result(std::string(kind.name) + (on_host ? "_host" : "_device") + "_is_rocrands", right);
}

// Of 2^22 words are a CPU's pieces, and of 2^18 a GPU's.
static void mersenne_twister(bool on_host) {
    bool right = true;
    for (const unsigned seed : {0u, 1u, 0xfedcba98u}) {
        const Generator generator(HIPRAND_RNG_PSEUDO_MT19937, on_host);
        RAND(hiprandSetPseudoRandomGeneratorSeed(generator, seed));
        std::mt19937 engine(seed ? seed : std::mt19937::default_seed);
        for (const size_t n : {size_t(1), size_t(623), size_t(100001), (size_t(9) << 20) + 7, size_t(1000)})
            for (const unsigned word : generator.words(seed == 1 ? n : n % 1000000)) right &= word == engine();
    }
    result(std::string("mt19937_") + (on_host ? "host" : "device") + "_is_the_standard_librarys", right);
}

// Fowler, Noll and Vo's hash, a word at a time.
template <class T> static uint64_t hash(const std::vector<T> &numbers) {
    uint64_t sum = 1469598103934665603;
    for (const T number : numbers) sum = (sum ^ number) * 1099511628211;
    return sum;
}

// Points of all dimensions that are there, against SciPy's (qmc.Sobol without scrambling, and its vectors of 64 bits).
static void sobol(bool on_host) {
    const Generator narrow(HIPRAND_RNG_QUASI_SOBOL32, on_host), wide(HIPRAND_RNG_QUASI_SOBOL64, on_host);
    for (const Generator *generator : {&narrow, &wide}) RAND(hiprandSetQuasiRandomGeneratorDimensions(*generator, 1024));
    bool right = hash(narrow.words(1024000)) == 0x5ab545dbd9788383 && hash(wide.make<unsigned long long>(1024000, hiprandGenerateLongLong)) == 0xcd3b876f27f88383;
    RAND(hiprandSetGeneratorOffset(wide, (1ull << 40) + 12345));
    right &= hash(wide.make<unsigned long long>(5 * 1024, hiprandGenerateLongLong)) == 0x8e6ce87c14b1f383;
    result(std::string("sobol_") + (on_host ? "host" : "device") + "_is_scipys", right);
}

int main() {
    using rng::philox;
    const auto is = [](const rng::Quad &quad, unsigned a, unsigned b, unsigned c, unsigned d) {
        return quad.word[0] == a && quad.word[1] == b && quad.word[2] == c && quad.word[3] == d;
    };
    // Random123's kat_vectors.
    result("philox_is_random123s", is(philox({0, 0, 0, 0}, 0), 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8) &&
                                       is(philox({~0u, ~0u, ~0u, ~0u}, ~uint64_t(0)), 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd) &&
                                       is(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0x299f31d0a4093822), 0xd16cfe09, 0x94fdcceb, 0x5001e420,
                                          0x24126ea1));
    // Rosetta Code's five numbers, which count from 1 to m1 and begin at 0, and the first ones of L'Ecuyer's RngStreams, whose seed is six times 12345.
    rng::Mrg32k3a rosetta = {{{0, 0, 1234567}, {0, 0, 1234567}}}, streams = {{{12345, 12345, 12345}, {12345, 12345, 12345}}};
    bool right = true;
    for (const unsigned number : {1459213977u, 2827710106u, 4245671317u, 3877608661u, 2595287583u}) right &= rosetta.next() + 1 == number;
    for (const double number : {0.1270111220, 0.3185275654, 0.3091860156}) right &= std::abs(streams.next() / 4294967088.0 - number) < 1e-10;
    result("mrg32k3a_is_lecuyers", right);
    for (const bool on_host : {false, true}) {
        rocrands_words(kinds[0], on_host, &Known::xorwow);
        rocrands_words(kinds[1], on_host, &Known::mrg32k3a);
        rocrands_words(kinds[2], on_host, &Known::philox);
        mersenne_twister(on_host);
        sobol(on_host);
    }
    return failures != 0;
}
