// statistics.h: whether numbers follow a distribution: Kolmogorov's and Pearson's tests. Limits are what one in 10^5 good generators exceeds.
//
// Used by distributions.cpp and rocrand_distributions.cpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

using Cdf = std::function<double(double)>;

// The largest distance from the distribution function, times the root of their number: beyond 2.47 once in 10^5.
template <class T> bool follows(const std::vector<T> &numbers, const Cdf &cdf) {
    std::vector<double> sorted(numbers.begin(), numbers.end());
    std::sort(sorted.begin(), sorted.end());
    const double n = double(sorted.size());
    double distance = 0;
    for (size_t i = 0; i < sorted.size(); i++) {
        const double p = cdf(sorted[i]);
        distance = std::fmax(distance, std::fmax(p - double(i) / n, double(i + 1) / n - p));
    }
    return distance * std::sqrt(n) < 2.47;
}

// Pearson's sum is about normal for this many cells: 4.5 deviations.
inline bool is_chi_square(double sum, size_t cells) {
    const double degrees = double(cells - 1);
    return cells > 1 && std::fabs(sum - degrees) < 4.5 * std::sqrt(2 * degrees) + 4;
}

template <class T> bool is_even(const std::vector<T> &numbers, unsigned shift) {
    std::vector<double> cells(256);
    for (const T number : numbers) cells[number >> shift & 255]++;
    double sum = 0, each = double(numbers.size()) / 256;
    for (const double cell : cells) sum += (cell - each) * (cell - each) / each;
    return is_chi_square(sum, 256);
}

inline bool is_poisson(const std::vector<unsigned> &numbers, double lambda) {
    // Cells of a fifth of a deviation, from 4 below the mean to 4 above.
    const double width = std::fmax(1, std::floor(std::sqrt(lambda) / 5)), begin = std::fmax(0, std::floor(lambda - 4 * std::sqrt(lambda)));
    std::vector<double> got(41 + size_t(std::sqrt(lambda) < 5 ? 8 * std::sqrt(lambda) : 0)), want(got.size());
    const double n = double(numbers.size());
    for (const unsigned number : numbers)
        if (number >= begin && size_t((number - begin) / width) < got.size()) got[size_t((number - begin) / width)]++;
    for (size_t i = 0; i < want.size(); i++)
        for (double k = begin + double(i) * width; k < begin + double(i + 1) * width; k++)
            want[i] += n * std::exp(k * std::log(lambda) - std::lgamma(k + 1) - lambda);
    double sum = 0;
    size_t cells = 1;
    for (size_t i = 0; i < want.size(); i++)
        if (want[i] > 10) sum += (got[i] - want[i]) * (got[i] - want[i]) / want[i], cells++;
    return is_chi_square(sum, cells);
}

// Device and host agree to `ulps` units of the largest number's.
template <class T> bool are_close(const std::vector<T> &a, const std::vector<T> &b, double ulps) {
    double largest = 0, distance = 0;
    for (size_t i = 0; i < a.size(); i++) {
        largest = std::fmax(largest, std::fabs(double(float(a[i]))));
        distance = std::fmax(distance, std::fabs(double(a[i]) - double(b[i])));
    }
    const double unit = sizeof(T) == 2 ? 0x1p-10 : sizeof(T) == 4 ? 0x1p-23 : 0x1p-52;
    return a.size() == b.size() && distance <= ulps * unit * largest;
}

inline double normal(double z) { return std::erfc(-z / std::sqrt(2)) / 2; }
