// residues.h: what L'Ecuyer's combined generators share: two states of three numbers modulo primes, which matrices of 3 by 3 lead on.
//
// An engine is a Recurrences of itself, and has `modulo1` and `modulo2`, what a number is modulo the two primes, and the matrices of 2^k steps, `power(k)`. Used by mrg31k3p.h and mrg32k3a.h.
#pragma once

#include "distributions.h"

namespace rng {

// a modulo 2^bits - c, by its upper part, which counts c times; `rounds` of that leave less than twice the modulus.
template <int bits, uint32_t c, int rounds> RAND_BOTH uint32_t modulo_near_power(uint64_t a) {
    constexpr uint64_t power = uint64_t(1) << bits, m = power - c;
    for (int i = 0; i < rounds; i++) a = (a & (power - 1)) + (a >> bits) * c;
    return uint32_t(a >= m ? a - m : a);
}

// v, multiplied by a matrix.
template <class Modulo> RAND_BOTH void multiply_residues(const uint32_t *matrix, uint32_t *v, Modulo modulo) {
    uint32_t result[3];
    for (int i = 0; i < 3; i++) {
        uint64_t sum = 0;
        for (int k = 0; k < 3; k++) sum += modulo(uint64_t(matrix[3 * i + k]) * v[k]);
        result[i] = modulo(sum);
    }
    for (int i = 0; i < 3; i++) v[i] = result[i];
}

// `x` and `y` begin with their oldest number.
template <class Engine> struct Recurrences {
    static constexpr int words = 6, jump_words = 18;
    static constexpr uint64_t default_seed = 12345;
    uint32_t x[3], y[3];

    RAND_BOTH void jump(const uint32_t *matrices) {
        multiply_residues(matrices, x, Engine::modulo1);
        multiply_residues(matrices + 9, y, Engine::modulo2);
    }
    void skip(uint64_t steps) {
        for (int k = 0; k < 64; k++)
            if (steps >> k & 1) jump(Engine::power(k));
    }
};

// The matrices of 2^k steps for k below `count`, each the square of the one before: an engine's two, one behind the other. `step` is that of one step.
template <class Engine> std::vector<uint32_t> powers_of(const uint32_t (&step)[18], int count) {
    std::vector<uint32_t> powers(step, step + 18);
    powers.resize(size_t(count) * 18);
    // A matrix's columns are multiplied by it.
    const auto square = [](const uint32_t *from, uint32_t *to, auto modulo) {
        for (int column = 0; column < 3; column++) {
            uint32_t v[3] = {from[column], from[3 + column], from[6 + column]};
            multiply_residues(from, v, modulo);
            for (int row = 0; row < 3; row++) to[3 * row + column] = v[row];
        }
    };
    for (size_t at = 18; at < powers.size(); at += 18) {
        square(&powers[at - 18], &powers[at], Engine::modulo1);
        square(&powers[at - 18] + 9, &powers[at] + 9, Engine::modulo2);
    }
    return powers;
}

}  // namespace rng
