// poisson.h: tables of discrete distributions, and those of Poisson's that a generator has made.
//
// Used by poisson.hip and generator.hip.
#pragma once

#include "generator.h"

namespace rng {

// Means above take the formula of inverse_normal.h.
constexpr double largest_table_lambda = 4000;

// The probabilities of Poisson's distribution that are not negligible; the first is that of `offset`.
std::vector<double> poisson_probabilities(double lambda, uint32_t &offset);

// Walker's tables by Vose's algorithm (1991), of probabilities whose sum is 1.
void alias_table(std::vector<double> probabilities, std::vector<double> &own, std::vector<uint32_t> &alias);

// The tables of the last means, where the generator's numbers lie.
class PoissonTables {
public:
    explicit PoissonTables(bool on_host) : on_host(on_host) {}
    ~PoissonTables();
    PoissonTables(const PoissonTables &) = delete;

    rocrand_status find(double lambda, bool capturing, Table &table);

private:
    struct Made {
        double lambda = 0;
        Table table = {};
        void *memory = nullptr;  // on the device
        bool in_graph = false;  // then it stays as long as the generator, as graphs may run whenever they like
        std::vector<Entry> entries;
        std::vector<double> sums;
    };
    static constexpr size_t most = 64;
    const bool on_host;
    std::vector<std::unique_ptr<Made>> made;

    static void free(const Made &one);
};

}  // namespace rng
