// mt19937_jump.hip: the polynomials by which the Mersenne Twister jumps.
//
// jump_exponents is called by mt19937.hip.
#include <mutex>

#include "mt19937.h"

namespace rng {

using Polynomial = std::vector<bool>;

static Polynomial times(const Polynomial &a, const Polynomial &b) {
    Polynomial product(a.size() + b.size() - 1);
    for (size_t i = 0; i < a.size(); i++)
        if (a[i])
            for (size_t k = 0; k < b.size(); k++)
                if (b[k]) product[i + k] = !product[i + k];
    return product;
}
static void add(Polynomial &a, const Polynomial &b) {
    for (size_t i = 0; i < b.size(); i++)
        if (b[i]) a[i] = !a[i];
}

// The authors' formula, by Horner: (t^624 + t^397) (q^31 + the twist's lower bits times lower powers of q) + its highest bit, for q = t^623 + t^396.
static std::vector<int> characteristic_exponents() {
    Polynomial q(window), first(window + 1), sum = {true};
    q[window - 1] = q[lag - 1] = first[window] = first[lag] = true;
    for (int bit = 0; bit < 31; bit++) {
        sum = times(q, sum);
        if (0x9908b0df >> bit & 1) sum[0] = !sum[0];
    }
    sum = times(first, sum);
    add(sum, {true});
    std::vector<int> exponents;
    for (size_t i = 0; i < sum.size(); i++)
        if (sum[i]) exponents.push_back(int(i));
    return exponents;
}

// The square has the same terms at twice the exponents; what is of the characteristic polynomial's degree or more is replaced by its other terms.
static Polynomial square(const Polynomial &a, const std::vector<int> &characteristic) {
    std::vector<char> wide(2 * degree);
    for (int i = 0; i < degree; i++) wide[2 * i] = a[i];
    for (int i = 2 * degree - 1; i >= degree; i--)
        if (wide[i])
            for (const int e : characteristic) wide[i - degree + e] ^= 1;
    return Polynomial(wide.begin(), wide.begin() + degree);
}

std::vector<uint16_t> jump_exponents(int k) {
    static std::mutex lock;
    static std::vector<Polynomial> &powers = *new std::vector<Polynomial>;  // never destroyed: exit handlers may call functions
    const std::lock_guard<std::mutex> guard(lock);
    static const std::vector<int> &characteristic = *new std::vector<int>(characteristic_exponents());
    if (powers.empty()) {
        powers.emplace_back(degree);
        powers[0][1] = true;
    }
    while (int(powers.size()) <= k) powers.push_back(square(powers.back(), characteristic));
    std::vector<uint16_t> exponents;
    for (int i = 0; i < degree; i++)
        if (powers[k][i]) exponents.push_back(uint16_t(i));
    return exponents;
}

}  // namespace rng
