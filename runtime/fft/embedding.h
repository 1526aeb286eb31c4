// What hipfftPlanMany's arguments mean, and the errors of those that mean nothing. Used by hipfft.cpp.
#pragma once

#include <hipfft/hipfftXt.h>

#include "layout.h"

namespace fft {

// hipfftXt.h's transforms of half floats, which have no name in hipfftType: numbers that are nobody's there.
constexpr auto HALF_C2C = hipfftType(0x19), HALF_R2C = hipfftType(0x1a), HALF_C2R = hipfftType(0x1c);

// hipfftXt: both sides' types and the type in between, all of one precision. No such transform: HIPFFT_INVALID_TYPE.
inline hipfftResult type_of(hipDataType input, hipDataType output, hipDataType execution, hipfftType& type) {
  struct Row {
    hipDataType real, complex;
    hipfftType to_complex, to_real, neither;
  };
  static const Row rows[] = {{HIP_R_16F, HIP_C_16F, HALF_R2C, HALF_C2R, HALF_C2C},
                             {HIP_R_32F, HIP_C_32F, HIPFFT_R2C, HIPFFT_C2R, HIPFFT_C2C},
                             {HIP_R_64F, HIP_C_64F, HIPFFT_D2Z, HIPFFT_Z2D, HIPFFT_Z2Z}};
  for (const Row& row : rows) {
    if (execution != row.complex) continue;
    const bool from_real = input == row.real, to_real = output == row.real;
    if ((!from_real && input != row.complex) || (!to_real && output != row.complex) || (from_real && to_real)) break;
    type = from_real ? row.to_complex : to_real ? row.to_real : row.neither;
    return HIPFFT_SUCCESS;
  }
  return HIPFFT_INVALID_TYPE;
}

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
    case HALF_R2C: case HALF_C2R: case HALF_C2C: break;
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
  const bool forward = type == HIPFFT_R2C || type == HIPFFT_D2Z || type == HALF_R2C;
  const bool backward = type == HIPFFT_C2R || type == HIPFFT_Z2D || type == HALF_C2R;
  const bool half = type == HALF_C2C || type == HALF_R2C || type == HALF_C2R;
  shape.transform = forward ? Transform::FROM_REAL : backward ? Transform::TO_REAL : Transform::COMPLEX;
  const bool twice = type == HIPFFT_Z2Z || type == HIPFFT_D2Z || type == HIPFFT_Z2D;
  shape.precision = half ? Precision::HALF : twice ? Precision::DOUBLE : Precision::SINGLE;
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
