// poisson.hip: Poisson's distribution as a table, for generators, and in device memory for kernels (rocrand_create_poisson_distribution).
//
// The second half is called by programs.
#include "poisson.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <numeric>

namespace rng {

std::vector<double> poisson_probabilities(double lambda, uint32_t &offset) {
    const double negligible = 1e-12;  // rocRAND's, so that tables are the same
    const auto probability = [lambda](int64_t k) { return k < 0 ? 0 : std::exp(k * std::log(lambda) - std::lgamma(k + 1.0) - lambda); };
    int64_t first = int64_t(std::floor(lambda)), last = first;
    while (probability(first - 1) >= negligible) first--;
    while (probability(last + 1) >= negligible) last++;
    std::vector<double> result;
    for (int64_t k = first; k <= last; k++) result.push_back(probability(k));
    double sum = 0;
    for (const double p : result) sum += p;
    for (double &p : result) p /= sum;
    offset = uint32_t(first);
    return result;
}

void alias_table(std::vector<double> p, std::vector<double> &own, std::vector<uint32_t> &alias) {
    const size_t size = p.size();
    const double average = 1.0 / size;
    own.assign(size, 1.0);
    alias.resize(size);
    std::iota(alias.begin(), alias.end(), 0u);
    std::vector<uint32_t> small, large;
    for (uint32_t i = 0; i < size; i++) (p[i] >= average ? large : small).push_back(i);
    while (!small.empty() && !large.empty()) {
        const uint32_t less = small.back(), more = large.back();
        small.pop_back(), large.pop_back();
        own[less] = p[less] * size;
        alias[less] = more;
        p[more] = p[more] + p[less] - average;
        (p[more] >= average ? large : small).push_back(more);
    }
}

rocrand_status PoissonTables::find(double lambda, bool capturing, Table &table) {
    for (const auto &one : made)
        if (one->lambda == lambda) {
            one->in_graph |= capturing;
            table = one->table;
            return ROCRAND_STATUS_SUCCESS;
        }
    // hipFree waits for kernels that use what it frees, which it may not while something is captured.
    if (made.size() >= most && !capturing)
        made.erase(std::remove_if(made.begin(), made.end(),
                                  [](const std::unique_ptr<Made> &one) { return !one->in_graph && (free(*one), true); }),
                   made.end());
    auto one = std::make_unique<Made>();
    one->lambda = lambda;
    one->in_graph = capturing;
    std::vector<double> own;
    std::vector<uint32_t> alias;
    const std::vector<double> p = poisson_probabilities(lambda, one->table.offset);
    alias_table(p, own, alias);
    one->sums.resize(p.size());
    std::partial_sum(p.begin(), p.end(), one->sums.begin());
    // A draw's rest is below own * 2^32, which 32 bits cannot say of 1; there the alias is the entry itself.
    for (size_t i = 0; i < own.size(); i++) one->entries.push_back({uint32_t(std::fmin(std::ceil(own[i] * 0x1p32), 0x1p32 - 1)), alias[i]});
    one->table.size = uint32_t(one->entries.size());
    one->table.entries = one->entries.data();
    one->table.sums = one->sums.data();
    if (!on_host) {
        const Uncaptured uncaptured;
        const size_t size = one->entries.size();
        RAND_TRY(status_of(hipMalloc(&one->memory, size * (sizeof(double) + sizeof(Entry)))));
        double *const sums = static_cast<double *>(one->memory);
        Entry *const entries = reinterpret_cast<Entry *>(sums + size);
        one->table.sums = sums, one->table.entries = entries;
        rocrand_status status = upload(sums, one->sums.data(), size * sizeof(double));
        if (status == ROCRAND_STATUS_SUCCESS) status = upload(entries, one->entries.data(), size * sizeof(Entry));
        if (status != ROCRAND_STATUS_SUCCESS) {
            (void)hipFree(one->memory);
            return status;
        }
    }
    table = one->table;
    made.push_back(std::move(one));
    return ROCRAND_STATUS_SUCCESS;
}

PoissonTables::~PoissonTables() {
    for (const auto &one : made) free(*one);
}
void PoissonTables::free(const Made &one) {
    if (one.memory) (void)hipFree(one.memory);
}

}  // namespace rng

// Everything is one allocation: the structure, and the tables behind it. The probabilities' sum is 1.
static rocrand_status make_distribution(const std::vector<double> &p, unsigned offset, rocrand_discrete_distribution *discrete_distribution) {
    const size_t size = p.size(), head = sizeof(rocrand_discrete_distribution_st), total = head + size * (2 * sizeof(double) + sizeof(uint32_t));
    char *memory;
    RAND_TRY(rng::status_of(hipMalloc(reinterpret_cast<void **>(&memory), total)));
    std::vector<double> own;
    std::vector<uint32_t> alias;
    rng::alias_table(p, own, alias);
    std::vector<char> image(total);
    double *const probability = reinterpret_cast<double *>(image.data() + head), *const cdf = probability + size;
    std::copy(own.begin(), own.end(), probability);
    std::partial_sum(p.begin(), p.end(), cdf);
    std::copy(alias.begin(), alias.end(), reinterpret_cast<uint32_t *>(cdf + size));
    double *const there = reinterpret_cast<double *>(memory + head);
    const rocrand_discrete_distribution_st structure = {unsigned(size), offset, reinterpret_cast<unsigned *>(there + 2 * size), there, there + size};
    std::copy_n(reinterpret_cast<const char *>(&structure), head, image.data());
    const rocrand_status status = rng::status_of(hipMemcpy(memory, image.data(), total, hipMemcpyHostToDevice));
    if (status == ROCRAND_STATUS_SUCCESS) *discrete_distribution = reinterpret_cast<rocrand_discrete_distribution>(memory);
    else (void)hipFree(memory);
    return status;
}

rocrand_status rocrand_create_poisson_distribution(double lambda, rocrand_discrete_distribution *discrete_distribution) {
    // rocRAND: "ROCRAND_STATUS_OUT_OF_RANGE if discrete_distribution pointer was null", "if lambda is non-positive".
    if (!discrete_distribution || !(lambda > 0) || lambda > 4294967295.0) return ROCRAND_STATUS_OUT_OF_RANGE;
    uint32_t offset;
    const std::vector<double> p = rng::poisson_probabilities(lambda, offset);
    return make_distribution(p, offset, discrete_distribution);
}

// Of any numbers that are in proportion to the probabilities.
rocrand_status rocrand_create_discrete_distribution(const double *probabilities, unsigned size, unsigned offset,
                                                    rocrand_discrete_distribution *discrete_distribution) {
    if (!discrete_distribution || size == 0 || !probabilities) return ROCRAND_STATUS_OUT_OF_RANGE;
    std::vector<double> p(probabilities, probabilities + size);
    double sum = 0;
    for (const double one : p) sum += one;
    for (double &one : p) one /= sum;
    return make_distribution(p, offset, discrete_distribution);
}

rocrand_status rocrand_destroy_discrete_distribution(rocrand_discrete_distribution discrete_distribution) {
    if (!discrete_distribution) return ROCRAND_STATUS_OUT_OF_RANGE;
    return rng::status_of(hipFree(discrete_distribution));
}
