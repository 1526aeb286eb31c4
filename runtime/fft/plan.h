// The engine of hipFFT and rocFFT: what is transformed, how it lies in memory, and what was made for it. Used by all files of this folder; librocfft
// has the engine, and libhipfft calls it there.
#pragma once

#include <hip/hip_runtime_api.h>

#include <array>
#include <cstdint>
#include <memory>

#define FFT_ENGINE __attribute__((visibility("default")))

namespace fft {

enum class Result { DONE, BAD_LENGTH, NO_MEMORY, NOT_RUN, TOO_LARGE, BROKEN };
enum class Transform { COMPLEX, FROM_REAL, TO_REAL };
enum class Precision { HALF, SINGLE, DOUBLE };  // halves lie in memory as such and are computed as floats

// How one side lies in memory: distances in its own elements (reals or complex numbers), the fastest index first.
struct Layout {
  std::array<int64_t, 3> strides{1, 1, 1};
  int64_t distance = 0;  // between transforms of a batch
  bool planar = false;   // real and imaginary parts in arrays of their own
  bool operator==(const Layout& other) const { return strides == other.strides && distance == other.distance && planar == other.planar; }
};

// What is transformed.
struct Shape {
  int rank = 1;
  std::array<int64_t, 3> lengths{1, 1, 1};  // of the real data, or of the complex if both sides are; the fastest index first
  int64_t batch = 1;
  Transform transform = Transform::COMPLEX;
  Precision precision = Precision::SINGLE;

  bool is_real() const { return transform != Transform::COMPLEX; }
  bool from_real() const { return transform == Transform::FROM_REAL; }
  bool to_real() const { return transform == Transform::TO_REAL; }
  bool is_double() const { return precision == Precision::DOUBLE; }
  size_t real_bytes() const { return precision == Precision::HALF ? 2 : is_double() ? 8 : 4; }  // of a real number in the caller's memory
  // Of a side's data: with real ones on the other side, half of the complex numbers say all.
  std::array<int64_t, 3> complex_lengths() const {
    auto result = lengths;
    if (is_real()) result[0] = lengths[0] / 2 + 1;
    return result;
  }
  const std::array<int64_t, 3> input_lengths() const { return from_real() ? lengths : complex_lengths(); }
  const std::array<int64_t, 3> output_lengths() const { return to_real() ? lengths : complex_lengths(); }
  int64_t elements() const { return lengths[0] * lengths[1] * lengths[2]; }  // of one transform
};

// Where the data of a transform lie.
struct Placement {
  bool in_place;
  Layout input, output;
  const Layout& real(const Shape& shape) const { return shape.to_real() ? output : input; }
  const Layout& complex(const Shape& shape) const { return shape.to_real() ? input : output; }
};

// One side's memory. `imaginary` is planar data's second array, `offset` counts the elements of the caller's array in front of `numbers`.
struct Data {
  void* numbers = nullptr;
  void* imaginary = nullptr;
  int64_t offset = 0;
};

// A device function of the program's that loads or stores each element, and what it is given. None: memory is read or written.
struct Callback {
  void* function = nullptr;
  void* data = nullptr;
};
struct Callbacks {
  Callback load, store;
};

class Application;  // transform.cpp: one of VkFFT's
class Copies;       // copies.cpp
class Called;       // callbacks.cpp

struct Plan {
  const char* library = "hipfft";  // whose plan it is, for what stderr is told
  Shape shape;
  double factor = 1;  // of the results
  bool whole = false;  // real data go as complex ones, for a length of which VkFFT has no real transform
  hipDevice_t device = 0;
  // By in place or not, and direction; made when first used.
  std::shared_ptr<Application> applications[2][2];
  std::shared_ptr<Copies> copies;
  std::shared_ptr<Called> called;
};

// engine.cpp. Both say on stderr what went wrong.
// Makes what a transform of data that lie so will need: kernels are compiled here.
FFT_ENGINE Result prepare(Plan&, const Placement&, bool inverse, hipStream_t);
// Transforms; prepares before that, if nobody has.
FFT_ENGINE Result transform(Plan&, const Placement&, bool inverse, hipStream_t, Data input, Data output, const Callbacks& = {});

}  // namespace fft
