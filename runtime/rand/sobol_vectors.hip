// sobol_vectors.hip: the direction vectors of Sobol's sequences, from Joe and Kuo's numbers (Constructing Sobol Sequences with Better Two-Dimensional
// Projections, 2008).
//
// direction_vectors is called by sobol.hip.
#include "sobol.h"
#include "sobol_numbers.h"

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

// Whether the powers of x are all 2^degree - 1 remainders but 0.
static bool is_primitive(unsigned polynomial, int degree) {
    const unsigned order = (1u << degree) - 1;
    if (power_of_x(order, polynomial, degree) != 1) return false;
    unsigned rest = order;
    for (unsigned factor = 3; rest > 1; factor += 2) {
        if (rest % factor != 0) continue;
        while (rest % factor == 0) rest /= factor;
        if (power_of_x(order / factor, polynomial, degree) == 1 && order != factor) return false;
    }
    return true;
}

template <class W> std::vector<W> direction_vectors() {
    constexpr int bits = vector_count<W>;
    std::vector<W> vectors;
    for (int i = 0; i < bits; i++) vectors.push_back(W(1) << (bits - 1 - i));
    size_t place = 0;
    const auto next_bit = [&] {
        const bool bit = sobol_numbers[place / 64] >> place % 64 & 1;
        place++;
        return W(bit);
    };
    unsigned polynomial = 3;
    int degree = 1;
    for (unsigned dimension = 1; dimension < sobol_dimensions; dimension++, polynomial += 2) {
        while (degree = 31 - __builtin_clz(polynomial), !is_primitive(polynomial, degree)) polynomial += 2;
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
template std::vector<uint32_t> direction_vectors();
template std::vector<uint64_t> direction_vectors();

}  // namespace rng
