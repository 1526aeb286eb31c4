// What stderr is told of a transform that cannot be: all that the plan says, as the libraries' codes say little. Called by the engine and rocfft.cpp.
#include "../blas/say_once.h"
#include "engine.h"

namespace fft {
namespace {

std::string numbers(const Shape& shape) {
  const char* precision = shape.precision == Precision::HALF ? "half" : shape.is_double() ? "double" : "single";
  const char* kind = shape.from_real() ? "real to complex" : shape.to_real() ? "complex to real" : "complex";
  return std::string(precision) + " precision, " + kind;
}

std::string lengths(const Shape& shape) {
  std::string text;
  for (int i = 0; i < shape.rank; i++) text += (i ? " x " : "") + std::to_string(shape.lengths[i]);
  return text + (shape.batch > 1 ? ", batch " + std::to_string(shape.batch) : "");
}

std::string layout(const Shape& shape, const Layout& side) {
  std::string text = side.planar ? "planar, strides" : "strides";
  for (int i = 0; i < shape.rank; i++) text += " " + std::to_string(side.strides[i]);
  return text + (shape.batch > 1 ? ", distance " + std::to_string(side.distance) : "");
}

std::string device_name(hipDevice_t device) {
  char name[256];
  return hipDeviceGetName(name, sizeof name, device) == hipSuccess ? name : "an unknown device";
}

}  // namespace

std::string described(const Plan& plan, const Placement& where, bool inverse) {
  const Shape& shape = plan.shape;
  return std::string(inverse ? "inverse" : "forward") + " transform of " + lengths(shape) + " (" + numbers(shape) +
         (where.in_place ? ", in place" : ", not in place") + "; input: " + layout(shape, where.input) + "; output: " + layout(shape, where.output) +
         ") on " + device_name(plan.device);
}

void say(const Plan& plan, const Placement& where, bool inverse, const std::string& what) {
  blas::say_once(std::string(plan.library) + ": " + described(plan, where, inverse) + ": " + what);
}

}  // namespace fft
