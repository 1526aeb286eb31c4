// What rocfft.cpp transforms and how it lies in memory.
#pragma once

#include <rocfft/rocfft.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "oracle.h"

enum Layout { DEFAULT, PADDED, STRIDED, BATCH_FIRST, BATCH_WITHIN, REVERSED, TRANSPOSED, PLANAR, PLANAR_INPUT, PLANAR_OUTPUT };

constexpr auto FORWARD = rocfft_transform_type_complex_forward, INVERSE = rocfft_transform_type_complex_inverse;
constexpr auto REAL_FORWARD = rocfft_transform_type_real_forward, REAL_INVERSE = rocfft_transform_type_real_inverse;
constexpr auto FLOAT = rocfft_precision_single, DOUBLE = rocfft_precision_double, HALF = rocfft_precision_half;

struct Case {
  size_t rank;
  Lengths n;
  rocfft_transform_type type;
  rocfft_precision precision;
  int64_t batch;
  bool in_place;
  Layout layout;
  double factor;

  bool is_real() const { return type == REAL_FORWARD || type == REAL_INVERSE; }
  int direction() const { return type == FORWARD || type == REAL_FORWARD ? -1 : 1; }
};

// The input or the output. `strides`, `distance` and `offset` are in elements.
struct Side {
  bool real, planar;
  rocfft_precision precision;
  Lengths lengths, strides;
  int64_t distance, offset, elements;  // of one array, gaps included

  int64_t place(int64_t b, const Lengths& k) const { return offset + b * distance + k[2] * strides[2] + k[1] * strides[1] + k[0] * strides[0]; }
  size_t part() const { return precision == HALF ? 2 : precision == DOUBLE ? 8 : 4; }
  size_t arrays() const { return planar ? 2 : 1; }
  size_t bytes() const { return elements * part() * (real || planar ? 1 : 2); }  // of one array
  rocfft_array_type array_type(bool hermitian) const {
    if (real) return rocfft_array_type_real;
    if (planar) return hermitian ? rocfft_array_type_hermitian_planar : rocfft_array_type_complex_planar;
    return hermitian ? rocfft_array_type_hermitian_interleaved : rocfft_array_type_complex_interleaved;
  }
};

// The layouts by name; `output` ones differ where that is their point.
inline Side side(const Case& c, bool output) {
  const bool real = c.is_real() && output == (c.type == REAL_INVERSE);
  Side s = {real, c.layout == PLANAR || c.layout == (output ? PLANAR_OUTPUT : PLANAR_INPUT), c.precision, c.n, {}, 0, 0, 0};
  if (real) s.planar = false;
  const int64_t half = c.n[0] / 2 + 1;
  if (c.is_real() && !real) s.lengths[0] = half;
  const Lengths& n = s.lengths;
  const int64_t row = (real && c.in_place ? 2 * half : n[0]) + (c.layout == PADDED ? 3 : 0), b = c.batch;
  s.strides = {1, row, row * n[1]};
  s.distance = row * n[1] * n[2];
  if (c.layout == STRIDED) for (auto* stride : {&s.strides[0], &s.strides[1], &s.strides[2], &s.distance}) *stride *= output ? 2 : 3;
  if (c.layout == BATCH_FIRST) s.strides = {b, b * n[0], b * n[0] * n[1]}, s.distance = 1;
  if (c.layout == BATCH_WITHIN) s.strides = {1, n[0] * b, n[0] * b * n[1]}, s.distance = n[0];
  if (c.layout == REVERSED || (c.layout == TRANSPOSED && output)) s.strides = {n[1] * n[2], n[2], 1};
  if (c.layout == PADDED || c.layout == PLANAR) s.offset = output ? 5 : c.in_place ? 5 : 2;
  s.elements = s.place(c.batch - 1, {n[0] - 1, n[1] - 1, n[2] - 1}) + 1;
  return s;
}

using Buffer = std::vector<char>;
using Buffers = std::vector<Buffer>;  // one, or two of planar data

// One number in memory.
inline long double number(const Buffer& buffer, rocfft_precision precision, int64_t i) {
  if (precision == DOUBLE) return ((const double*)buffer.data())[i];
  if (precision == FLOAT) return ((const float*)buffer.data())[i];
  return ((const _Float16*)buffer.data())[i];
}

inline void set_number(Buffer& buffer, rocfft_precision precision, int64_t i, long double value) {
  if (precision == DOUBLE) ((double*)buffer.data())[i] = double(value);
  else if (precision == FLOAT) ((float*)buffer.data())[i] = float(value);
  else ((_Float16*)buffer.data())[i] = _Float16(float(value));
}

inline Wide get(const Buffers& buffers, const Side& s, int64_t i) {
  if (s.real) return number(buffers[0], s.precision, i);
  if (s.planar) return {number(buffers[0], s.precision, i), number(buffers[1], s.precision, i)};
  return {number(buffers[0], s.precision, 2 * i), number(buffers[0], s.precision, 2 * i + 1)};
}

inline void set(Buffers& buffers, const Side& s, int64_t i, Wide value) {
  const int64_t step = s.real || s.planar ? 1 : 2;
  set_number(buffers[0], s.precision, step * i, value.real());
  if (!s.real) set_number(buffers[s.planar], s.precision, s.planar ? i : 2 * i + 1, value.imag());
}

// Whether all bytes that belong to no element still are `byte`.
inline bool gaps_are(const Buffers& buffers, const Side& s, int64_t batch, char byte) {
  const size_t size = s.bytes() / s.elements;
  std::vector<bool> written(s.elements);
  for (int64_t b = 0; b < batch; b++) {
    for (int64_t i = 0; i < elements(s.lengths); i++) written[s.place(b, index(s.lengths, i))] = true;
  }
  for (const auto& buffer : buffers) {
    for (size_t i = 0; i < s.bytes(); i++) if (!written[i / size] && buffer[i] != byte) return false;
  }
  return true;
}
