// sobol_vectors.hip: the direction vectors of Sobol's sequences, from Joe and Kuo's numbers (Constructing Sobol Sequences with Better Two-Dimensional
// Projections, 2008), and what rocRAND's scrambled ones have instead.
//
// direction_vectors is called by sobol.hip; the second half by programs. The numbers, for dimensions 2 to 20000, are the file sobol_numbers.bin; their
// licence lies beside it: joe-kuo.copyright. They are bits, the lowest of the first byte first. Each dimension has as many numbers as its polynomial has
// degrees; number i, counted from 0, is odd and has i bits above its lowest one, which are there. The polynomials are all primitive ones in ascending order.
#include <map>
#include <mutex>
#include <random>

#include "sobol.h"

#ifndef __HIP_DEVICE_COMPILE__
// Libraries are compiled in the repository's root.
asm(".pushsection .rodata\n"
    ".hidden hipvk_sobol_numbers\n"
    "hipvk_sobol_numbers:\n"
    ".incbin \"runtime/rand/sobol_numbers.bin\"\n"
    ".popsection\n");
#endif
extern "C" const uint8_t hipvk_sobol_numbers[];

namespace rng {

// x to a power modulo a polynomial over bits.
static unsigned power_of_x(unsigned exponent, unsigned polynomial, int degree) {
    const auto times_x = [=](unsigned a) { return a >> (degree - 1) & 1 ? a << 1 ^ polynomial : a << 1; };
    unsigned result = 1, base = degree == 1 ? 1 : 2;
    for (; exponent; exponent >>= 1) {
        unsigned product = 0, squared = 0;
        for (int bit = degree - 1; bit >= 0; bit--) {
            product = times_x(product) ^ (base >> bit & 1 ? result : 0);
            squared = times_x(squared) ^ (base >> bit & 1 ? base : 0);
        }
        if (exponent & 1) result = product;
        base = squared;
    }
    return result;
}

// Whether the powers of x are all 2^degree - 1 remainders but 0. `factors` are that number's primes.
static bool is_primitive(unsigned polynomial, int degree, const std::vector<unsigned> &factors) {
    const unsigned order = (1u << degree) - 1;
    if (power_of_x(order, polynomial, degree) != 1) return false;
    for (const unsigned factor : factors)
        if (factor != order && power_of_x(order / factor, polynomial, degree) == 1) return false;
    return true;
}
static std::vector<unsigned> prime_factors(unsigned number) {
    std::vector<unsigned> factors;
    for (unsigned factor = 3; factor * factor <= number; factor += 2) {
        if (number % factor == 0) factors.push_back(factor);
        while (number % factor == 0) number /= factor;
    }
    if (number > 1) factors.push_back(number);
    return factors;
}

// The first primitive ones in ascending order. All of them are kept, as finding them is most of the work.
static std::vector<unsigned> find_primitive(unsigned count) {
    std::vector<unsigned> found, factors;
    int degree = 0;
    for (unsigned polynomial = 3; found.size() < count; polynomial += 2) {
        if (polynomial >> (degree + 1)) factors = prime_factors((1u << ++degree) - 1);
        // One with an even number of terms is divided by x + 1.
        const bool may_be = __builtin_popcount(polynomial) % 2 == 1 || polynomial == 3;
        if (may_be && is_primitive(polynomial, degree, factors)) found.push_back(polynomial);
    }
    return found;
}
static const std::vector<unsigned> &all_primitive() {
    static const std::vector<unsigned> &all = *new std::vector<unsigned>(find_primitive(all_dimensions - 1));  // never destroyed
    return all;
}

template <class W> static std::vector<W> make_vectors(const std::vector<unsigned> &polynomials) {
    constexpr int bits = vector_count<W>;
    std::vector<W> vectors;
    vectors.reserve((polynomials.size() + 1) * bits);
    for (int i = 0; i < bits; i++) vectors.push_back(W(1) << (bits - 1 - i));
    size_t place = 0;
    const auto next_bit = [&] {
        const bool bit = hipvk_sobol_numbers[place / 8] >> place % 8 & 1;
        place++;
        return W(bit);
    };
    for (const unsigned polynomial : polynomials) {
        const int degree = 31 - __builtin_clz(polynomial);
        W own[bits];
        for (int i = 0; i < bits && i < degree; i++) {
            W number = 1;
            for (int bit = 1; bit <= i; bit++) number |= next_bit() << bit;
            own[i] = number << (bits - 1 - i);
        }
        for (int i = degree; i < bits; i++) {
            own[i] = own[i - degree] ^ own[i - degree] >> degree;
            for (int k = 1; k < degree; k++)
                if (polynomial >> (degree - k) & 1) own[i] ^= own[i - k];
        }
        vectors.insert(vectors.end(), own, own + bits);
    }
    return vectors;
}

// rocRAND adds the number of its vectors, all dimensions', to each of the scrambled generators'.
template <class W> const std::vector<W> &direction_vectors(bool scrambled, bool all) {
    static std::mutex lock;
    // Never destroyed: exit handlers may call functions.
    static std::map<std::pair<bool, bool>, std::vector<W>> &made = *new std::map<std::pair<bool, bool>, std::vector<W>>;
    const std::lock_guard<std::mutex> guard(lock);
    const std::pair<bool, bool> key(scrambled, all);
    const auto found = made.find(key);
    if (found != made.end()) return found->second;
    std::vector<W> vectors = make_vectors<W>(all ? all_primitive() : find_primitive(few_dimensions - 1));
    if (scrambled)
        for (W &vector : vectors) vector += W(all_dimensions) * vector_count<W>;
    return made.emplace(key, std::move(vectors)).first->second;
}
template const std::vector<uint32_t> &direction_vectors(bool, bool);
template const std::vector<uint64_t> &direction_vectors(bool, bool);

// The standard library's Mersenne Twister's words, in pairs the upper one first.
template <class W> const std::vector<W> &scramble_constants() {
    static const std::vector<W> &constants = *[] {
        auto *const words = new std::vector<W>(all_dimensions);
        std::mt19937 engine;
        for (W &word : *words)
            for (size_t part = 0; part < sizeof(W) / 4; part++) word = W(uint64_t(word) << 32) | W(engine());
        return words;
    }();
    return constants;
}

}  // namespace rng

rocrand_status rocrand_get_direction_vectors32(const unsigned **vectors, rocrand_direction_vector_set set) {
    if (!vectors || (set != ROCRAND_DIRECTION_VECTORS_32_JOEKUO6 && set != ROCRAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6)) return ROCRAND_STATUS_OUT_OF_RANGE;
    *vectors = rng::direction_vectors<uint32_t>(set == ROCRAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6, true).data();
    return ROCRAND_STATUS_SUCCESS;
}
rocrand_status rocrand_get_direction_vectors64(const unsigned long long **vectors, rocrand_direction_vector_set set) {
    if (!vectors || (set != ROCRAND_DIRECTION_VECTORS_64_JOEKUO6 && set != ROCRAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6)) return ROCRAND_STATUS_OUT_OF_RANGE;
    const std::vector<uint64_t> &all = rng::direction_vectors<uint64_t>(set == ROCRAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6, true);
    *vectors = reinterpret_cast<const unsigned long long *>(all.data());
    return ROCRAND_STATUS_SUCCESS;
}
rocrand_status rocrand_get_scramble_constants32(const unsigned **constants) {
    if (!constants) return ROCRAND_STATUS_OUT_OF_RANGE;
    *constants = rng::scramble_constants<uint32_t>().data();
    return ROCRAND_STATUS_SUCCESS;
}
rocrand_status rocrand_get_scramble_constants64(const unsigned long long **constants) {
    if (!constants) return ROCRAND_STATUS_OUT_OF_RANGE;
    *constants = reinterpret_cast<const unsigned long long *>(rng::scramble_constants<uint64_t>().data());
    return ROCRAND_STATUS_SUCCESS;
}
