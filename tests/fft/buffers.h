// What transforms.cpp transforms and how it lies in memory.
#pragma once

#include <hipfft/hipfft.h>

#include <array>
#include <cstdint>
#include <vector>

#include "oracle.h"

enum Embedding { DENSE, PADDED, STRIDED, INTERLEAVED };  // as hipfftPlanMany has it; DENSE gives none

struct Case {
  int rank;
  Lengths n;  // the fastest index first
  hipfftType type;
  int direction;
  int64_t batch;
  bool in_place;
  Embedding embedding;
};

inline bool is_double(hipfftType type) { return type == HIPFFT_Z2Z || type == HIPFFT_D2Z || type == HIPFFT_Z2D; }
inline bool is_real(hipfftType type) { return type != HIPFFT_C2C && type != HIPFFT_Z2Z; }
inline bool to_real(hipfftType type) { return type == HIPFFT_C2R || type == HIPFFT_Z2D; }

// The input or the output, and hipfftPlanMany's words for it.
struct Side {
  bool real, wide;
  Lengths lengths, strides;
  int64_t distance;
  int embed[3], stride;
  size_t bytes;

  int64_t place(int64_t b, const Lengths& k) const { return b * distance + k[2] * strides[2] + k[1] * strides[1] + k[0] * strides[0]; }
  size_t scalars() const { return real ? 1 : 2; }
};

inline Side side(const Case& c, bool real) {
  Side s = {real, is_double(c.type), c.n, {}, 0, {}, 1, 0};
  const int64_t half = c.n[0] / 2 + 1;
  if (is_real(c.type) && !real) s.lengths[0] = half;
  const bool row_of_complex = real && c.in_place;
  int64_t row = row_of_complex ? 2 * half : s.lengths[0];
  if (c.embedding == PADDED) row += real ? 4 : 2;
  if (c.embedding == STRIDED) s.stride = real ? 3 : 2;
  if (c.embedding == INTERLEAVED) s.stride = int(c.batch);
  const Lengths embed = {row, s.lengths[1] + (c.embedding == PADDED && c.rank > 1), s.lengths[2]};
  s.strides = {s.stride, s.stride * embed[0], s.stride * embed[0] * embed[1]};
  const int64_t all = s.strides[2] * embed[2];
  s.distance = c.embedding == INTERLEAVED ? 1 : all;
  for (int i = 0; i < c.rank; i++) s.embed[c.rank - 1 - i] = int(embed[i]);
  s.bytes = size_t(c.embedding == INTERLEAVED ? all : all * c.batch) * s.scalars() * (s.wide ? 8 : 4);
  return s;
}

using Buffer = std::vector<char>;

// An element, whatever its type.
inline Wide get(const Buffer& buffer, const Side& side, int64_t i) {
  const auto part = [&](int64_t j) { return side.wide ? (long double)((const double*)buffer.data())[j] : ((const float*)buffer.data())[j]; };
  return side.real ? Wide(part(i)) : Wide(part(2 * i), part(2 * i + 1));
}

inline void set(Buffer& buffer, const Side& side, int64_t i, Wide value) {
  const auto part = [&](int64_t j, long double number) {
    if (side.wide) ((double*)buffer.data())[j] = double(number);
    else ((float*)buffer.data())[j] = float(number);
  };
  part(i * side.scalars(), value.real());
  if (!side.real) part(2 * i + 1, value.imag());
}

// Whether all bytes that belong to no element still are `byte`.
inline bool gaps_are(const Buffer& buffer, const Side& side, int64_t batch, char byte) {
  const size_t size = side.scalars() * (side.wide ? 8 : 4);
  std::vector<bool> written(buffer.size() / size);
  for (int64_t b = 0; b < batch; b++) {
    for (int64_t i = 0; i < elements(side.lengths); i++) written[side.place(b, index(side.lengths, i))] = true;
  }
  for (size_t i = 0; i < buffer.size(); i++) if (!written[i / size] && buffer[i] != byte) return false;
  return true;
}
