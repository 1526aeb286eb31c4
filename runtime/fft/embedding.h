// What hipfftPlanMany's arguments mean, and the errors of those that mean nothing. Used by hipfft.cpp.
#pragma once

#include <hipfft/hipfft.h>

#include "layout.h"

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

inline void set_type(Shape& shape, hipfftType type) {
  const bool forward = type == HIPFFT_R2C || type == HIPFFT_D2Z, backward = type == HIPFFT_C2R || type == HIPFFT_Z2D;
  shape.transform = forward ? Transform::FROM_REAL : backward ? Transform::TO_REAL : Transform::COMPLEX;
  shape.precision = type == HIPFFT_Z2Z || type == HIPFFT_D2Z || type == HIPFFT_Z2D ? Precision::DOUBLE : Precision::SINGLE;
}

// hipFFT: without inembed and onembed data are dense, and strides and distances are not looked at. Then `given` is false, and the layouts depend on
// whether the transform is in place.
template <typename Int> void describe(const Many<Int>& many, Shape& shape, bool& given, Placement& place) {
  shape = Shape{};
  shape.rank = many.rank;
  set_type(shape, many.type);
  shape.batch = many.batch;
  for (int i = 0; i < many.rank; i++) shape.lengths[i] = many.lengths[many.rank - 1 - i];
  place = Placement{};
  given = many.input_embed;
  if (given) {
    place.input = embedded(many.rank, many.input_embed, many.input_stride, many.input_distance);
    place.output = embedded(many.rank, many.output_embed, many.output_stride, many.output_distance);
  }
  drop_single_values(shape, place);
}

}  // namespace fft
