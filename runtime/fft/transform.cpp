// Transforms by VkFFT's HIP back end, which generates kernels for hipRTC. The only file that sees VkFFT. Called by engine.cpp and copies.cpp.
//
// VkFFT's words: `buffer` is what it works in and, for complex data, leaves the result in; `inputBuffer` is where it reads first if data are not
// in place. For real data out of place the input buffer holds the reals and the buffer the complex numbers, in both directions.
#define VKFFT_BACKEND 2
#include "device.h"
#define hipDeviceGetAttribute fft::attribute_for_plans
#include <vkFFT.h>
#undef hipDeviceGetAttribute

#include <algorithm>
#include <mutex>

#include "engine.h"
#include "layout.h"

namespace fft {
namespace {

Result converted(VkFFTResult result) {
  switch (result) {
    case VKFFT_SUCCESS: return Result::DONE;
    case VKFFT_ERROR_MALLOC_FAILED:
    case VKFFT_ERROR_FAILED_TO_ALLOCATE: return Result::NO_MEMORY;
    case VKFFT_ERROR_UNSUPPORTED_RADIX:
    case VKFFT_ERROR_UNSUPPORTED_FFT_LENGTH:
    case VKFFT_ERROR_UNSUPPORTED_FFT_LENGTH_R2C: return Result::BAD_LENGTH;
    case VKFFT_ERROR_FAILED_TO_LAUNCH_KERNEL: return Result::NOT_RUN;
    default: return Result::BROKEN;
  }
}

// What VkFFT means by its numbers, of those that a plan of ours may get.
const char* meaning(VkFFTResult result) {
  switch (result) {
    case VKFFT_ERROR_MALLOC_FAILED: return "the host's memory did not suffice";
    case VKFFT_ERROR_FAILED_TO_ALLOCATE: return "the device's memory did not suffice";
    case VKFFT_ERROR_INSUFFICIENT_CODE_BUFFER:
    case VKFFT_ERROR_INSUFFICIENT_TEMP_BUFFER: return "its kernel is longer than it has room for";
    case VKFFT_ERROR_UNSUPPORTED_RADIX: return "it has no algorithm for a prime factor";
    case VKFFT_ERROR_UNSUPPORTED_FFT_LENGTH:
    case VKFFT_ERROR_UNSUPPORTED_FFT_LENGTH_R2C: return "it has no algorithm for a length";
    case VKFFT_ERROR_FAILED_TO_COPY: return "a table was not copied to the device";
    case VKFFT_ERROR_FAILED_TO_CREATE_PROGRAM:
    case VKFFT_ERROR_FAILED_TO_COMPILE_PROGRAM:
    case VKFFT_ERROR_FAILED_TO_GET_CODE: return "hipRTC did not compile its kernel";
    case VKFFT_ERROR_FAILED_TO_LOAD_MODULE:
    case VKFFT_ERROR_FAILED_TO_GET_FUNCTION: return "its kernel was not loaded";
    case VKFFT_ERROR_FAILED_TO_LAUNCH_KERNEL: return "its kernel was not launched";
    default: return "an error of its own";
  }
}

// One real number becomes one complex number by itself: what is left are the other indices of complex ones.
int first_index(const Shape& shape) { return shape.is_real() && shape.lengths[0] == 1 ? 1 : 0; }

// Whether an index that has several values has no stride, as an input may: VkFFT takes 0 for its default.
bool repeats(const Shape& shape, const Layout& layout) {
  for (int i = 0; i < shape.rank; i++) if (layout.strides[i] == 0) return true;
  return shape.batch > 1 && layout.distance == 0;
}

// Complex transforms that lie side by side, element by element: for VkFFT the batch is the fastest index of one transform, which leaves that index out.
bool side_by_side(const Shape& shape, const Layout& layout) {
  return !shape.is_real() && shape.rank < 3 && shape.batch > 1 && layout.distance == 1 && layout.strides[0] >= shape.batch;
}

// VkFFT has a stride for each index but the fastest, and behind the last one's that between transforms.
template <typename Strides> void set_strides(Strides& to, const Shape& shape, const Layout& layout) {
  if (side_by_side(shape, layout)) {
    for (int i = 0; i < shape.rank; i++) to[i] = layout.strides[i];
    to[shape.rank] = layout.strides[shape.rank - 1] * shape.lengths[shape.rank - 1];
    return;
  }
  const int first = first_index(shape);
  for (int i = first + 1; i < shape.rank; i++) to[i - first - 1] = layout.strides[i];
  to[shape.rank - first - 1] = layout.distance;
}

}  // namespace

class Application {
 public:
  Application(hipDevice_t device, hipStream_t stream) : device(device), stream(stream) {}
  Application(const Application&) = delete;
  ~Application() {
    if (made) deleteVkFFT(&application);
  }

  VkFFTResult make(const Shape& shape, const Placement& where, bool inverse) {
    VkFFTConfiguration wanted = {};
    const int first = first_index(shape), ahead = side_by_side(shape, where.input) ? 1 : 0;
    wanted.FFTdim = shape.rank - first + ahead;
    if (ahead) wanted.size[0] = shape.batch, wanted.omitDimension[0] = 1;
    for (int i = first; i < shape.rank; i++) wanted.size[i - first + ahead] = shape.lengths[i];
    wanted.numberBatches = ahead ? 1 : shape.batch;
    wanted.device = &device;
    wanted.stream = &stream;
    wanted.num_streams = 1;
    wanted.registerBoost = register_boost(device);
    wanted.doublePrecision = shape.is_double();
    wanted.performR2C = shape.is_real() && first == 0;
    wanted.makeForwardPlanOnly = !inverse;
    wanted.makeInversePlanOnly = inverse;
    wanted.isInputFormatted = !where.in_place;
    set_strides(wanted.bufferStride, shape, where.complex(shape));
    if (!where.in_place) {
      set_strides(wanted.inputBufferStride, shape, shape.is_real() ? where.real(shape) : where.input);
      wanted.inverseReturnToInputBuffer = shape.is_real();
    }
    // It sets the process's locale while it writes code.
    static std::mutex one_at_a_time;
    std::lock_guard<std::mutex> lock(one_at_a_time);
    auto result = initializeVkFFT(&application, wanted);
    made = result == VKFFT_SUCCESS;
    return made ? widen_memory(shape, where) : result;
  }

  VkFFTResult run(hipStream_t on, bool inverse, void* input_or_reals, void* buffer) {
    stream = on;
    VkFFTLaunchParams parameters = {};
    parameters.buffer = &buffer;
    parameters.inputBuffer = &input_or_reals;
    return VkFFTAppend(&application, inverse ? 1 : -1, &parameters);
  }

 private:
  // Lengths that one block does not hold go through memory of VkFFT's, which has room for data without gaps and is written with the data's strides.
  VkFFTResult widen_memory(const Shape& shape, const Placement& where) {
    if (!application.configuration.allocateTempBuffer) return VKFFT_SUCCESS;
    int64_t complexes = 0;
    for (const bool output : {false, true}) {
      const bool real = output ? shape.to_real() : shape.from_real();
      const int64_t all = extent(output ? shape.output_lengths() : shape.input_lengths(), shape.batch, output ? where.output : where.input);
      complexes = std::max(complexes, real ? all / 2 + 1 : all);
    }
    const uint64_t wanted = uint64_t(complexes) * (shape.is_double() ? 16 : 8);
    if (wanted <= application.configuration.tempBufferSize[0]) return VKFFT_SUCCESS;
    void*& memory = application.configuration.tempBuffer[0];
    (void)hipFree(memory);
    memory = nullptr;
    if (hipMalloc(&memory, wanted) != hipSuccess) return VKFFT_ERROR_FAILED_TO_ALLOCATE;
    application.configuration.tempBufferSize[0] = wanted;
    return VKFFT_SUCCESS;
  }

  VkFFTApplication application = {};
  hipDevice_t device;
  hipStream_t stream;
  bool made = false;
};

namespace {

Result said(VkFFTResult result, const Plan& plan, const Placement& where, bool inverse, const char* what) {
  if (result != VKFFT_SUCCESS) {
    say(plan, where, inverse, std::string("VkFFT could not ") + what + ": " + meaning(result) + " (VkFFTResult " + std::to_string(int(result)) + ")");
  }
  return converted(result);
}

}  // namespace

bool takes(const Shape& shape, const Placement& where) {
  const Layout& in = where.input;
  const Layout& out = where.output;
  if (shape.elements() == 1 || first_index(shape) == 1 || shape.precision == Precision::HALF || in.planar || out.planar) return false;
  if (repeats(shape, in) || repeats(shape, out)) return false;
  const bool in_rows = in.strides[0] == 1 && out.strides[0] == 1, in_columns = side_by_side(shape, in) && side_by_side(shape, out);
  if (!in_rows && !in_columns) return false;
  if (!where.in_place) return true;
  if (!shape.is_real()) return in == out;
  // Rows of reals lie where their complex numbers do.
  const Layout &real = where.real(shape), &complex = where.complex(shape);
  for (int i = 1; i < shape.rank; i++) {
    if (real.strides[i] != 2 * complex.strides[i]) return false;
  }
  return shape.batch == 1 || real.distance == 2 * complex.distance;
}

Result make_application(const Plan& plan, const Placement& where, bool inverse, hipStream_t stream, std::shared_ptr<Application>& application) {
  auto made = std::make_shared<Application>(plan.device, stream);
  const auto result = made->make(plan.shape, where, inverse);
  if (result == VKFFT_SUCCESS) application = made;
  const bool no_real_one = plan.shape.is_real() && converted(result) == Result::BAD_LENGTH;
  return no_real_one ? Result::BAD_LENGTH : said(result, plan, where, inverse, "make the plan");
}

Result run(const Plan& plan, Application& application, const Placement& where, bool inverse, hipStream_t stream, void* input, void* output) {
  const bool to_real = plan.shape.to_real();
  return said(application.run(stream, inverse, to_real ? output : input, to_real ? input : output), plan, where, inverse, "transform");
}

}  // namespace fft
