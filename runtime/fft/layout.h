// Layouts: dense ones, and what of a plan's indices VkFFT need not know. Used by hipfft.cpp, rocfft.cpp and the engine.
#pragma once

#include <algorithm>

#include "plan.h"

namespace fft {

// Elements without gaps between them; `first` is the fastest index's length, which need not be the data's (real rows in place are padded).
inline Layout dense(const std::array<int64_t, 3>& lengths, int64_t first) {
  Layout layout;
  layout.strides = {1, first, first * lengths[1]};
  layout.distance = first * lengths[1] * lengths[2];
  return layout;
}

// Both sides without gaps.
inline Placement dense(const Shape& shape, bool in_place) {
  const auto complexes = shape.complex_lengths();
  // Rows of reals in place are as long as the complex numbers that they become.
  const auto real = dense(shape.lengths, in_place ? 2 * complexes[0] : shape.lengths[0]), complex = dense(complexes, complexes[0]);
  return {in_place, shape.from_real() ? real : complex, shape.to_real() ? real : complex};
}

// Elements from a layout's first to its last.
inline int64_t extent(const std::array<int64_t, 3>& lengths, int64_t batch, const Layout& layout) {
  int64_t last = (batch - 1) * layout.distance;
  for (int i = 0; i < 3; i++) last += (lengths[i] - 1) * layout.strides[i];
  return last + 1;
}

// Indices of one value change nothing, and VkFFT takes them in few places. A fastest one of real data is where reals become complex numbers.
inline void drop_single_values(Shape& shape, Placement& place) {
  int kept = shape.is_real() ? 1 : 0;
  for (int i = kept; i < 3; i++) {
    if (shape.lengths[i] == 1) continue;
    shape.lengths[kept] = shape.lengths[i];
    for (Layout* layout : {&place.input, &place.output}) layout->strides[kept] = layout->strides[i];
    kept++;
  }
  for (int i = kept; i < 3; i++) shape.lengths[i] = 1;
  shape.rank = std::max(kept, 1);
}

// The order of indices is the caller's: the one with the smallest stride becomes the first, where both sides agree on it. Reals' first one stays.
inline void sort_indices(Shape& shape, Placement& place) {
  std::array<int, 3> order = {0, 1, 2};
  const auto& in = place.input.strides;
  const auto& out = place.output.strides;
  std::stable_sort(order.begin() + (shape.is_real() ? 1 : 0), order.begin() + shape.rank, [&](int a, int b) { return in[a] < in[b]; });
  for (int i = 1; i < shape.rank; i++) if (out[order[i - 1]] > out[order[i]]) return;
  const auto lengths = shape.lengths;
  const auto before = place;
  for (int i = 0; i < 3; i++) {
    shape.lengths[i] = lengths[order[i]];
    place.input.strides[i] = before.input.strides[order[i]];
    place.output.strides[i] = before.output.strides[order[i]];
  }
}

}  // namespace fft
