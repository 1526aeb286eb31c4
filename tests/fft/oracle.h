// Fourier transforms by their definition, in long double, and what error hipFFT's may have. Used by transforms.cpp.
#pragma once

#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <vector>

using Wide = std::complex<long double>;
using Data = std::vector<std::vector<Wide>>;   // of each transform of a batch, dense
using Lengths = std::array<int64_t, 3>;        // or an index; the fastest first

inline int64_t elements(const Lengths& n) { return n[0] * n[1] * n[2]; }
inline Lengths index(const Lengths& n, int64_t i) { return {i % n[0], i / n[0] % n[1], i / n[0] / n[1]}; }
inline int64_t number_of(const Lengths& n, const Lengths& k) { return (k[2] * n[1] + k[1]) * n[0] + k[0]; }

// The n-th roots of one, by number.
inline std::vector<Wide> roots(int64_t n, int direction) {
  std::vector<Wide> result(n);
  const long double turn = direction * 2 * std::acos(-1.0L);
  for (int64_t i = 0; i < n; i++) result[i] = std::polar(1.0L, turn * i / n);
  return result;
}

// Element `k` of the transform.
inline Wide element(const std::vector<Wide>& data, const Lengths& n, const Lengths& k, const std::vector<Wide> (&w)[3]) {
  Wide all = 0;
  for (int64_t z = 0; z < n[2]; z++) {
    Wide plane = 0;
    for (int64_t y = 0; y < n[1]; y++) {
      Wide row = 0;
      for (int64_t x = 0; x < n[0]; x++) row += data[(z * n[1] + y) * n[0] + x] * w[0][x * k[0] % n[0]];
      plane += row * w[1][y * k[1] % n[1]];
    }
    all += plane * w[2][z * k[2] % n[2]];
  }
  return all;
}

// A fast transform's error in one element. Each of its log2(n) steps rounds every number a few times, and an element gathers what all of them lost:
// the data's norm, times that. Bluestein's and Rader's algorithms are three transforms of up to four times the length.
inline long double allowed(const std::vector<Wide>& data, int64_t n, bool is_double) {
  long double squares = 0;
  for (auto value : data) squares += std::norm(value);
  const long double unit = is_double ? 0x1p-53L : 0x1p-24L;
  return 4 * unit * (3 * std::log2((long double)n * 4) + 4) * std::sqrt(squares);
}
