// A plan: what is transformed, how it lies in memory, and VkFFT's applications for it. Used by all files of this folder.
#pragma once

#include <hipfft/hipfft.h>

#include <array>
#include <cstdint>
#include <memory>

namespace fft {

// How one side lies in memory: distances in its own elements (reals or complex numbers), the fastest index first.
struct Layout {
  std::array<int64_t, 3> strides{1, 1, 1};
  int64_t distance = 0;  // between transforms of a batch
  bool operator==(const Layout& other) const { return strides == other.strides && distance == other.distance; }
};

// What is transformed.
struct Shape {
  int rank = 1;
  std::array<int64_t, 3> lengths{1, 1, 1};  // of the real data, or of the complex if both sides are; the fastest index first
  int64_t batch = 1;
  hipfftType type = HIPFFT_C2C;

  bool is_real() const { return type != HIPFFT_C2C && type != HIPFFT_Z2Z; }
  bool is_double() const { return type == HIPFFT_Z2Z || type == HIPFFT_D2Z || type == HIPFFT_Z2D; }
  bool to_real() const { return type == HIPFFT_C2R || type == HIPFFT_Z2D; }
  // Of a side's data: with real ones on the other side, half of the complex numbers say all.
  std::array<int64_t, 3> complex_lengths() const {
    auto result = lengths;
    if (is_real()) result[0] = lengths[0] / 2 + 1;
    return result;
  }
  int64_t elements() const { return lengths[0] * lengths[1] * lengths[2]; }  // of one transform
  size_t real_bytes() const { return is_double() ? 8 : 4; }
};

// Elements without gaps between them; `first` is the fastest index's length, which need not be the data's (real rows in place are padded).
Layout dense(const std::array<int64_t, 3>& lengths, int64_t first);

// Both sides. `given` is false if the caller said nothing: then they depend on whether the transform is in place.
struct Sides {
  bool given = false;
  Layout real;     // if there is a real one
  Layout complex;  // the only one's, or the input's if both are complex
  Layout output;   // if both are complex
};

class Application;  // transform.cpp: one of VkFFT's
class Strided;      // strided.cpp

// Where VkFFT takes data from and leaves it.
struct Placement {
  bool in_place;
  Layout real, complex, output;
};

}  // namespace fft

struct hipfftHandle_t {
  fft::Shape shape;
  fft::Sides sides;
  bool made = false;
  hipDevice_t device = 0;
  hipStream_t stream = nullptr;
  // By in place or not, and direction; made when first used.
  std::shared_ptr<fft::Application> applications[2][2];
  std::shared_ptr<fft::Strided> strided;
};

namespace fft {

// transform.cpp: a transform of data that VkFFT can take where it lies.
bool takes(const Shape&, const Placement&);
hipfftResult transform(hipfftHandle_t& plan, const Placement&, bool inverse, void* real_or_input, void* complex_or_output);

// strided.cpp: any other, by way of dense copies.
hipfftResult transform_strided(hipfftHandle_t& plan, const Placement&, bool inverse, void* input, void* output);

}  // namespace fft
