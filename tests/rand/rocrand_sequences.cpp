// rocrand_sequences.cpp: words of the generators that hipRAND has no name for, and scrambled Sobol points: Random123's first numbers, and what rocRAND's own
// engines (its device headers, run on the host in rocRAND's default order) give for seeds and offsets.
#include "rocrand_check.h"

struct Known {
    unsigned long long seed, offset;
    size_t at;
    unsigned mrg31k3p, lfsr113, threefry2x32, threefry4x32;
    unsigned long long threefry2x64, threefry4x64;
};
// Those of seed and offset 0 of Threefry of two words are Random123's kat_vectors'; of four words rocRAND pairs others than Random123.
// clang-format off
static const Known known[] = {
    {0x0, 0, 0, 0xbfad64c6, 0x00080020, 0x6b200159, 0x3316f733, 0xc2b6e3a8c2c69865, 0x9bc2aa68c45a12a0},
    {0x0, 0, 1, 0xcf8e4f90, 0x386f89c1, 0x99ba4efe, 0x45221adc, 0x6f81ed42f350084d, 0x23493d4bd0f55c75},
    {0x0, 0, 2, 0x4c60185c, 0x02d002c9, 0x508efb2c, 0x4d6000a1, 0xbaf51c00fb3a5957, 0x559c23ff49f301e0},
    {0x0, 0, 70000, 0x132e7ed2, 0x7990ac07, 0xcc631f82, 0x9eca3806, 0x26fdf1b3894fb3d9, 0x3276c752c1826be1},
    {0x0, 0, 131071, 0x4668a754, 0xe32a7d37, 0x166593d3, 0x05726ba1, 0x18fe501f0f8c6989, 0x073cb38f74c8cad3},
    {0x0, 0, 131072, 0xce29ffe0, 0x000010c0, 0x59bc8611, 0x5e41a819, 0x5a44cfc3edc13a22, 0x64521dc48294284d},
    {0x0, 0, 299999, 0x444977a8, 0x47fa2479, 0x91c7351c, 0x19d44a6d, 0x8dc049652a25d76a, 0xf98e4361178c570b},
    {0x123456789abcdef, 1000003, 0, 0x179fff08, 0x66929c38, 0xd19ab1a9, 0x346fc6f9, 0xafce6ac33aec3794, 0x2e6834633df85ee5},
    {0x123456789abcdef, 1000003, 1, 0xe8350850, 0xb2bf606c, 0x0c407d58, 0xa82d2524, 0xe6ebe096888d125e, 0x2833129183cc0625},
    {0x123456789abcdef, 1000003, 2, 0xe6600738, 0xdd132ea8, 0x306cfd10, 0x88027d48, 0x8d31d2ac0eac4f6a, 0xfef4d53fdce6416c},
    {0x123456789abcdef, 1000003, 70000, 0xedf401ac, 0x81291619, 0xcfee6cfa, 0xcc6cee85, 0x5e1077e4ae2a318c, 0xcb579ebde39aff21},
    {0x123456789abcdef, 1000003, 131071, 0xf51c4110, 0x9044209b, 0xc634451c, 0x099b80d0, 0x644dda3adb2af6fa, 0x0a50e03655fd4e96},
    {0x123456789abcdef, 1000003, 131072, 0xc0c57d0a, 0x3b50046d, 0x41000e80, 0xfa33cd2f, 0x1eb30844c11229a3, 0xd6c8a8c06c2b8434},
    {0x123456789abcdef, 1000003, 299999, 0x558373d3, 0x40b007f1, 0x09da2281, 0x57f80298, 0xe1208fd106caf836, 0x80cb6654d6d95889},
    {0xffffffffffffffff, 1099511627853, 0, 0xc872d156, 0x387cd787, 0x8e4857fa, 0xaafeda4d, 0xa9e34a20cabd931a, 0x5ace88544b7ec822},
    {0xffffffffffffffff, 1099511627853, 1, 0x4005ff2e, 0x7252a82b, 0x79e04634, 0x702fd4e3, 0x28bb244ea3375436, 0xc3285cc510fb812e},
    {0xffffffffffffffff, 1099511627853, 2, 0xa7c70997, 0x0342f4c8, 0x10d3831a, 0x2fe8aa46, 0xfc2a056f2f03e513, 0xa3af2ca32695d6ea},
    {0xffffffffffffffff, 1099511627853, 70000, 0x8cfef871, 0x51d49b21, 0x1ba14506, 0x78eeb101, 0x4d9c318fe4525ca6, 0xbca83db35e31c4c6},
    {0xffffffffffffffff, 1099511627853, 131071, 0x53d0baf0, 0x299895b9, 0xe95e4647, 0xd4a69588, 0x67f6f50036f734b7, 0xfd698dcd17698190},
    {0xffffffffffffffff, 1099511627853, 131072, 0xaacd53bc, 0x476f58b2, 0xcc6a234a, 0xfc7ebef9, 0x9b872772379b0c8f, 0x020abdc61f3e33a1},
    {0xffffffffffffffff, 1099511627853, 299999, 0xa15ace75, 0x584fc7b4, 0x6a1f1f7a, 0x1626f364, 0xf44b5162695f398f, 0xe000f33d73e3c274},
};
// clang-format on

template <class T, class Generate> static void words(const Kind &kind, Place place, T Known::*word, Generate generate) {
    bool right = true;
    std::vector<T> numbers;
    for (const Known &one : known) {
        if (one.at == 0) {
            const Generator generator(kind.type, place);
            RAND(rocrand_set_seed(generator, one.seed));
            RAND(rocrand_set_offset(generator, one.offset));
            numbers = generator.make<T>(300000, generate);
        }
        right &= numbers[one.at] == one.*word;
    }
    result(name_of(kind, place) + "_is_rocrands", right);
}

// Fowler, Noll and Vo's hash, a word at a time.
template <class T> static uint64_t hash(const T *numbers, size_t n) {
    uint64_t sum = 1469598103934665603;
    for (size_t i = 0; i < n; i++) sum = (sum ^ numbers[i]) * 1099511628211;
    return sum;
}
template <class T> static uint64_t hash(const std::vector<T> &numbers) { return hash(numbers.data(), numbers.size()); }

// rocRAND's engine with the parameters of MTGP32's authors, 200 of them in turns of 256.
static void mtgp32(Place place) {
    const Generator generator(ROCRAND_RNG_PSEUDO_MTGP32, place);
    RAND(rocrand_set_seed(generator, 0x123456789abcdef));
    bool right = true;
    for (const uint64_t want : {0xf6e2d81130ac626c, 0x9e849868a332617b, 0x9f213f98067dfb1d})
        right &= hash(generator.make<unsigned>(want == 0x9e849868a332617b ? 7001 : 300000, rocrand_generate)) == want;
    result(name_of({"mtgp32", ROCRAND_RNG_PSEUDO_MTGP32}, place) + "_is_the_authors", right);
}

// All dimensions, as rocRAND's library sets its engines up: by its tables, and the tables for programs' own points.
static void scrambled_sobol(Place place) {
    const Generator narrow(ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL32, place), wide(ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL64, place);
    for (const Generator *generator : {&narrow, &wide}) {
        RAND(rocrand_set_quasi_random_generator_dimensions(*generator, 20000));
        RAND(rocrand_set_offset(*generator, 12345));
    }
    result(name_of({"scrambled_sobol", ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL32}, place) + "_is_rocrands",
           hash(narrow.make<unsigned>(60000, rocrand_generate)) == 0xe30deda81d2b8a4c &&
               hash(wide.make<unsigned long long>(60000, rocrand_generate_long_long)) == 0xe783068ae86b64ff);
}
static void tables() {
    const unsigned *words;
    const unsigned long long *long_words;
    RAND(rocrand_get_direction_vectors32(&words, ROCRAND_DIRECTION_VECTORS_32_JOEKUO6));
    bool right = hash(words, 640000) == 0xfb0b5a25631d93bb;
    RAND(rocrand_get_direction_vectors32(&words, ROCRAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6));
    right &= hash(words, 640000) == 0xee0c8ba563a91bbb;
    RAND(rocrand_get_direction_vectors64(&long_words, ROCRAND_DIRECTION_VECTORS_64_JOEKUO6));
    for (size_t i = 0; i < 20000; i++) right &= unsigned(long_words[64 * i + 31] >> 32) == words[32 * i + 31] - 640000;
    RAND(rocrand_get_scramble_constants32(&words));
    RAND(rocrand_get_scramble_constants64(&long_words));
    right &= hash(words, 20000) == 0x270c0e1efb0bcb44 && hash(long_words, 20000) == 0x7455b2100c97d878;
    result("tables_are_rocrands", right);
}

int main() {
    for (const Place place : places) {
        words(kinds[0], place, &Known::mrg31k3p, rocrand_generate);
        words(kinds[1], place, &Known::lfsr113, rocrand_generate);
        words(kinds[2], place, &Known::threefry2x32, rocrand_generate);
        words(kinds[3], place, &Known::threefry4x32, rocrand_generate);
        words(kinds[4], place, &Known::threefry2x64, rocrand_generate_long_long);
        words(kinds[5], place, &Known::threefry4x64, rocrand_generate_long_long);
        mtgp32(place);
        scrambled_sobol(place);
    }
    tables();
    return failures != 0;
}
