// lfsr113.hip: LFSR113's generator, its seeds, and the matrices of its jumps.
//
// new_lfsr113 is called by generator.hip.
#include "lfsr113.h"
#include "streams.h"

namespace rng {

// Each power is the square of the one before.
static std::vector<uint32_t> make_powers(int count) {
    std::vector<uint32_t> powers(size_t(count) * Lfsr113::jump_words);
    // What becomes of every bit by `go`, which may go on with all registers at once.
    const auto fill = [](uint32_t *to, auto go) {
        for (int bit = 0; bit < 32; bit++) {
            Lfsr113 one = {{1u << bit, 1u << bit, 1u << bit, 1u << bit}};
            go(one);
            for (int k = 0; k < 4; k++) to[32 * k + bit] = one.z[k];
        }
    };
    fill(powers.data(), [](Lfsr113 &one) { one.next(); });
    for (int i = 1; i < count; i++) {
        uint32_t *const to = &powers[size_t(i) * Lfsr113::jump_words];
        const uint32_t *const before = to - Lfsr113::jump_words;
        fill(to, [=](Lfsr113 &one) { one.jump(before), one.jump(before); });
    }
    return powers;
}

const uint32_t *Lfsr113::power(int k) {
    // Never destroyed: exit handlers may call functions.
    static const std::vector<uint32_t> &powers = *new std::vector<uint32_t>(make_powers(stream_bits + 17));
    return &powers[size_t(k) * jump_words];
}

class Lfsr113Generator : public Streams<Lfsr113> {
public:
    Lfsr113Generator(rocrand_rng_type type, bool on_host) : Streams(type, on_host) { words.lift(4); }
    void set_seed(uint64_t number) override { words = Lfsr113::seeded(number); }
    rocrand_status set_seed(uint4 numbers) override {
        words = {{numbers.x, numbers.y, numbers.z, numbers.w}};
        words.lift(4);
        return ROCRAND_STATUS_SUCCESS;
    }

protected:
    Lfsr113 first_engine() const override { return words; }

private:
    Lfsr113 words = {};
};

Generator *new_lfsr113(rocrand_rng_type type, bool on_host) { return new (std::nothrow) Lfsr113Generator(type, on_host); }

}  // namespace rng
