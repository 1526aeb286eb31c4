// rocFFT's plan descriptions: what a caller said of how data lie, and what follows where nothing was said. Used by rocfft.cpp.
#pragma once

#include <rocfft/rocfft.h>

#include <vector>

#include "layout.h"

// One side, as it was said.
struct rocfft_side_t {
  rocfft_array_type type = rocfft_array_type_unset;
  size_t offsets[2] = {0, 0};
  std::vector<size_t> strides;
  size_t distance = 0;
};

struct rocfft_plan_description_t {
  rocfft_side_t input, output;
  double factor = 1;
};

namespace fft {

inline bool is_planar(rocfft_array_type type) { return type == rocfft_array_type_complex_planar || type == rocfft_array_type_hermitian_planar; }

// rocFFT: what is not said is said by the transform.
inline void set_default_types(const Shape& shape, rocfft_plan_description_t& said) {
  const auto half = rocfft_array_type_hermitian_interleaved, whole = rocfft_array_type_complex_interleaved;
  if (said.input.type == rocfft_array_type_unset) {
    said.input.type = shape.from_real() ? rocfft_array_type_real : shape.to_real() ? half : whole;
  }
  if (said.output.type == rocfft_array_type_unset) {
    said.output.type = shape.to_real() ? rocfft_array_type_real : shape.from_real() ? half : whole;
  }
}

// Whether both sides' types are such as the transform has.
inline bool types_fit(const Shape& shape, bool in_place, rocfft_array_type input, rocfft_array_type output) {
  const auto complex = [](rocfft_array_type type) { return type == rocfft_array_type_complex_interleaved || type == rocfft_array_type_complex_planar; };
  const auto half = [&](rocfft_array_type type) {
    return type == rocfft_array_type_hermitian_interleaved || (type == rocfft_array_type_hermitian_planar && !in_place);
  };
  if (shape.from_real()) return input == rocfft_array_type_real && half(output);
  if (shape.to_real()) return half(input) && output == rocfft_array_type_real;
  return complex(input) && complex(output) && (!in_place || input == output);
}

// A side's layout of `lengths`; rows of dense data have `row` elements. rocFFT: a distance that is not said is the slowest index's length times its
// stride, and `row` times the only one's.
inline Layout described(const rocfft_side_t& side, int rank, const std::array<int64_t, 3>& lengths, int64_t row) {
  Layout layout = dense(lengths, row);
  for (size_t i = 0; i < side.strides.size(); i++) layout.strides[i] = int64_t(side.strides[i]);
  layout.distance = side.distance ? int64_t(side.distance) : (rank == 1 ? row : lengths[rank - 1]) * layout.strides[rank - 1];
  layout.planar = is_planar(side.type);
  return layout;
}

// The errors of strides that a layout cannot have: results of several elements in one place.
inline rocfft_status check_strides(const Shape& shape, const rocfft_plan_description_t& said) {
  const size_t rank = size_t(shape.rank), most = size_t(1) << 62;
  for (const rocfft_side_t* side : {&said.input, &said.output}) {
    if (!side->strides.empty() && side->strides.size() != rank) return rocfft_status_invalid_strides;
    for (size_t stride : side->strides) if (stride > most) return rocfft_status_invalid_strides;
    if (side->distance > most) return rocfft_status_invalid_distance;
  }
  const auto lengths = shape.output_lengths();
  for (size_t i = 0; i < said.output.strides.size(); i++) {
    if (said.output.strides[i] == 0 && lengths[i] > 1) return rocfft_status_invalid_strides;
  }
  return rocfft_status_success;
}

inline Placement placement(const Shape& shape, const rocfft_plan_description_t& said, bool in_place) {
  const auto input = shape.input_lengths(), output = shape.output_lengths();
  // Rows of reals in place are as long as the complex numbers that they become.
  const int64_t padded = 2 * shape.complex_lengths()[0];
  return {in_place, described(said.input, shape.rank, input, in_place && shape.from_real() ? padded : input[0]),
          described(said.output, shape.rank, output, in_place && shape.to_real() ? padded : output[0])};
}

}  // namespace fft
