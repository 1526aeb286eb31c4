// What a plan's arguments mean: lengths, layouts, and the errors of those that mean nothing. Used by api.cpp.
#pragma once

#include <algorithm>

#include "plan.h"

namespace fft {

// hipfftPlanMany's description, in hipFFT's order: the last index is the fastest.
template <typename Int> struct Many {
  int rank;
  const Int* lengths;
  const Int* input_embed;
  Int input_stride, input_distance;
  const Int* output_embed;
  Int output_stride, output_distance;
  hipfftType type;
  Int batch;
};

// "inembed" and its stride: an index's distance is the product of the embedding lengths of the faster ones.
template <typename Int> Layout embedded(int rank, const Int* embed, Int stride, Int distance) {
  Layout layout;
  layout.strides[0] = stride;
  for (int i = 1; i < rank; i++) layout.strides[i] = layout.strides[i - 1] * embed[rank - i];
  layout.distance = distance;
  return layout;
}

template <typename Int> hipfftResult check(const Many<Int>& many) {
  switch (many.type) {
    case HIPFFT_R2C: case HIPFFT_C2R: case HIPFFT_C2C: case HIPFFT_D2Z: case HIPFFT_Z2D: case HIPFFT_Z2Z: break;
    default: return HIPFFT_INVALID_VALUE;
  }
  if (many.rank < 1 || many.rank > 3 || !many.lengths) return HIPFFT_INVALID_VALUE;
  // "User specified an invalid transform size"
  if (many.batch < 1) return HIPFFT_INVALID_SIZE;
  for (int i = 0; i < many.rank; i++) if (many.lengths[i] < 1) return HIPFFT_INVALID_SIZE;
  // One side's layout says nothing of the other's.
  if (!many.input_embed != !many.output_embed) return HIPFFT_INVALID_VALUE;
  if (!many.input_embed) return HIPFFT_SUCCESS;
  if (many.input_stride < 1 || many.output_stride < 1 || many.input_distance < 0 || many.output_distance < 0) return HIPFFT_INVALID_VALUE;
  for (int i = 0; i < many.rank; i++) if (many.input_embed[i] < 0 || many.output_embed[i] < 0) return HIPFFT_INVALID_VALUE;
  return HIPFFT_SUCCESS;
}

// Indices of one value change nothing, and VkFFT takes them in few places. A fastest one of real data is where reals become complex numbers.
inline void drop_single_values(Shape& shape, Sides& sides) {
  int kept = shape.is_real() ? 1 : 0;
  for (int i = kept; i < 3; i++) {
    if (shape.lengths[i] == 1) continue;
    shape.lengths[kept] = shape.lengths[i];
    for (Layout* layout : {&sides.real, &sides.complex, &sides.output}) layout->strides[kept] = layout->strides[i];
    kept++;
  }
  for (int i = kept; i < 3; i++) shape.lengths[i] = 1;
  shape.rank = std::max(kept, 1);
}

template <typename Int> void give(const Many<Int>& many, const Shape& shape, Sides& sides) {
  const auto input = embedded(many.rank, many.input_embed, many.input_stride, many.input_distance);
  const auto output = embedded(many.rank, many.output_embed, many.output_stride, many.output_distance);
  if (!shape.is_real()) sides.complex = input, sides.output = output;
  else if (shape.to_real()) sides.complex = input, sides.real = output;
  else sides.real = input, sides.complex = output;
}

template <typename Int> void describe(const Many<Int>& many, Shape& shape, Sides& sides) {
  shape = Shape{};
  shape.rank = many.rank;
  shape.type = many.type;
  shape.batch = many.batch;
  for (int i = 0; i < many.rank; i++) shape.lengths[i] = many.lengths[many.rank - 1 - i];
  sides = Sides{};
  // hipFFT: without inembed and onembed data are dense, and strides and distances are not looked at.
  sides.given = many.input_embed;
  if (sides.given) give(many, shape, sides);
  drop_single_values(shape, sides);
}

// Elements from a layout's first to its last.
inline int64_t extent(const Shape& shape, const Layout& layout) {
  int64_t last = (shape.batch - 1) * layout.distance;
  for (int i = 0; i < shape.rank; i++) last += (shape.lengths[i] - 1) * layout.strides[i];
  return last + 1;
}

inline Placement placement(const Shape& shape, const Sides& sides, bool in_place) {
  if (sides.given) return {in_place, sides.real, sides.complex, sides.output};
  const auto complexes = shape.complex_lengths();
  // Rows of reals in place are as long as the complex numbers that they become.
  const auto row = in_place ? 2 * complexes[0] : shape.lengths[0];
  const auto complex = dense(complexes, complexes[0]);
  return {in_place, dense(shape.lengths, row), complex, complex};
}

}  // namespace fft
