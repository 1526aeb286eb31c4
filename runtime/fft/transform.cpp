// Transforms by VkFFT's HIP back end, which generates kernels for hipRTC. The only file that sees VkFFT. Called by api.cpp and strided.cpp.
//
// VkFFT's words: `buffer` is what it works in and, for complex data, leaves the result in; `inputBuffer` is where it reads first if data are not
// in place. For real data out of place the input buffer holds the reals and the buffer the complex numbers, in both directions.
#define VKFFT_BACKEND 2
#include "device.h"
#define hipDeviceGetAttribute fft::attribute_for_plans
#include <vkFFT.h>
#undef hipDeviceGetAttribute

#include <cstdio>
#include <mutex>

#include "plan.h"

namespace fft {
namespace {

hipfftResult converted(VkFFTResult result) {
  switch (result) {
    case VKFFT_SUCCESS: return HIPFFT_SUCCESS;
    case VKFFT_ERROR_MALLOC_FAILED:
    case VKFFT_ERROR_FAILED_TO_ALLOCATE: return HIPFFT_ALLOC_FAILED;
    case VKFFT_ERROR_UNSUPPORTED_RADIX:
    case VKFFT_ERROR_UNSUPPORTED_FFT_LENGTH:
    case VKFFT_ERROR_UNSUPPORTED_FFT_LENGTH_R2C: return HIPFFT_INVALID_SIZE;
    case VKFFT_ERROR_FAILED_TO_LAUNCH_KERNEL: return HIPFFT_EXEC_FAILED;
    default: return HIPFFT_INTERNAL_ERROR;
  }
}

// hipFFT's codes say little, so stderr has VkFFT's number too.
hipfftResult said(VkFFTResult result, const char* what) {
  if (result != VKFFT_SUCCESS) fprintf(stderr, "hipfft: VkFFT could not %s: its error %d (VkFFTResult)\n", what, int(result));
  return converted(result);
}

// One real number becomes one complex number by itself: what is left are the other indices of complex ones.
int first_index(const Shape& shape) { return shape.is_real() && shape.lengths[0] == 1 ? 1 : 0; }

// Whether an index that has several values has no stride, as an input may: VkFFT takes 0 for its default.
bool repeats(const Shape& shape, const Layout& layout) {
  for (int i = 0; i < shape.rank; i++) if (layout.strides[i] == 0) return true;
  return shape.batch > 1 && layout.distance == 0;
}

// VkFFT has a stride for each index but the fastest, and behind the last one's that between transforms.
template <typename Strides> void set_strides(Strides& to, const Shape& shape, const Layout& layout) {
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

  hipfftResult make(const Shape& shape, const Placement& placement, bool inverse) {
    VkFFTConfiguration wanted = {};
    const int first = first_index(shape);
    wanted.FFTdim = shape.rank - first;
    for (int i = first; i < shape.rank; i++) wanted.size[i - first] = shape.lengths[i];
    wanted.numberBatches = shape.batch;
    wanted.device = &device;
    wanted.stream = &stream;
    wanted.num_streams = 1;
    wanted.doublePrecision = shape.is_double();
    wanted.performR2C = shape.is_real() && first == 0;
    wanted.makeForwardPlanOnly = !inverse;
    wanted.makeInversePlanOnly = inverse;
    wanted.isInputFormatted = !placement.in_place;
    set_strides(wanted.bufferStride, shape, placement.in_place || shape.is_real() ? placement.complex : placement.output);
    if (!placement.in_place) {
      set_strides(wanted.inputBufferStride, shape, shape.is_real() ? placement.real : placement.complex);
      wanted.inverseReturnToInputBuffer = shape.is_real();
    }
    // It sets the process's locale while it writes code.
    static std::mutex one_at_a_time;
    std::lock_guard<std::mutex> lock(one_at_a_time);
    auto result = initializeVkFFT(&application, wanted);
    made = result == VKFFT_SUCCESS;
    return said(result, "make the plan");
  }

  hipfftResult run(hipStream_t on, bool inverse, void* input_or_reals, void* buffer) {
    stream = on;
    VkFFTLaunchParams parameters = {};
    parameters.buffer = &buffer;
    parameters.inputBuffer = &input_or_reals;
    return said(VkFFTAppend(&application, inverse ? 1 : -1, &parameters), "transform");
  }

 private:
  VkFFTApplication application = {};
  hipDevice_t device;
  hipStream_t stream;
  bool made = false;
};

bool takes(const Shape& shape, const Placement& placement) {
  if (shape.elements() == 1 || first_index(shape) == 1) return false;
  if (repeats(shape, placement.complex) || repeats(shape, shape.is_real() ? placement.real : placement.output)) return false;
  if (!shape.is_real()) {
    return placement.complex.strides[0] == 1 && placement.output.strides[0] == 1 &&
           (!placement.in_place || placement.complex == placement.output);
  }
  if (placement.real.strides[0] != 1 || placement.complex.strides[0] != 1) return false;
  if (!placement.in_place) return true;
  // Rows of reals lie where their complex numbers do.
  for (int i = 1; i < shape.rank; i++) {
    if (placement.real.strides[i] != 2 * placement.complex.strides[i]) return false;
  }
  return shape.batch == 1 || placement.real.distance == 2 * placement.complex.distance;
}

hipfftResult transform(hipfftHandle_t& plan, const Placement& placement, bool inverse, void* real_or_input, void* complex_or_output) {
  auto& application = plan.applications[placement.in_place][inverse];
  if (!application) {
    auto made = std::make_shared<Application>(plan.device, plan.stream);
    if (auto result = made->make(plan.shape, placement, inverse)) return result;
    application = made;
  }
  return application->run(plan.stream, inverse, real_or_input, complex_or_output);
}

}  // namespace fft
