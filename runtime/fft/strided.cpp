// Transforms of data that VkFFT cannot take where it lies (a distance between elements, in place with two layouts): gathered into dense memory,
// transformed there, scattered. Called by api.cpp.
#include <hip/hiprtc.h>

#include <algorithm>
#include <string>

#include "plan.h"

namespace fft {
namespace {

// One thread an element of dense memory.
const char* const SOURCE = R"(
struct Place { long long lengths[3], strides[3], distance, count, first; };
static __device__ long long there(const Place& p, long long i, long long& here) {
  long long x = i % p.lengths[0], rest = i / p.lengths[0];
  here = rest * p.first + x;
  long long y = rest % p.lengths[1];
  rest /= p.lengths[1];
  long long z = rest % p.lengths[2];
  return rest / p.lengths[2] * p.distance + z * p.strides[2] + y * p.strides[1] + x * p.strides[0];
}
extern "C" __global__ void gather(ELEMENT* dense, const ELEMENT* data, Place p) {
  long long here, step = (long long)gridDim.x * blockDim.x;
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < p.count; i += step) {
    long long place = there(p, i, here);
    dense[here] = data[place];
  }
}
extern "C" __global__ void scatter(ELEMENT* dense, ELEMENT* data, Place p) {
  long long here, step = (long long)gridDim.x * blockDim.x;
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < p.count; i += step) {
    long long place = there(p, i, here);
    data[place] = dense[here];
  }
}
)";

// As the kernels have it.
struct Place {
  long long lengths[3], strides[3], distance, count;
  long long first;  // elements between dense rows
};

hipfftResult compiled(const char* element, hipModule_t& module) {
  hiprtcProgram program;
  if (hiprtcCreateProgram(&program, SOURCE, "hipfft_strided", 0, nullptr, nullptr) != HIPRTC_SUCCESS) return HIPFFT_INTERNAL_ERROR;
  std::string option = std::string("-DELEMENT=") + element;
  const char* options[] = {option.c_str()};
  size_t size = 0;
  std::string code;
  bool done = hiprtcCompileProgram(program, 1, options) == HIPRTC_SUCCESS && hiprtcGetCodeSize(program, &size) == HIPRTC_SUCCESS;
  if (done) {
    code.resize(size);
    done = hiprtcGetCode(program, code.data()) == HIPRTC_SUCCESS && hipModuleLoadData(&module, code.data()) == hipSuccess;
  }
  hiprtcDestroyProgram(&program);
  return done ? HIPFFT_SUCCESS : HIPFFT_INTERNAL_ERROR;
}

}  // namespace

// Kernels for the elements of both sides, and the dense memory.
class Strided {
 public:
  ~Strided() {
    for (auto module : modules) if (module) (void)hipModuleUnload(module);
    (void)hipFree(memory);
  }

  hipfftResult make(const Shape& shape, size_t bytes) {
    const char* reals = shape.is_double() ? "double" : "float";
    const char* complexes = shape.is_double() ? "double2" : "float2";
    if (auto result = shape.is_real() ? compiled(reals, modules[0]) : HIPFFT_SUCCESS) return result;
    if (auto result = compiled(complexes, modules[1])) return result;
    return hipMalloc(&memory, bytes) == hipSuccess ? HIPFFT_SUCCESS : HIPFFT_ALLOC_FAILED;
  }

  hipfftResult move(const char* kernel, bool complex, void* data, const Shape& shape, const Layout& layout, int64_t first, hipStream_t stream) {
    const auto lengths = complex ? shape.complex_lengths() : shape.lengths;
    Place place = {{}, {}, layout.distance, lengths[0] * lengths[1] * lengths[2] * shape.batch, first};
    std::copy(lengths.begin(), lengths.end(), place.lengths);
    std::copy(layout.strides.begin(), layout.strides.end(), place.strides);
    hipFunction_t function;
    if (hipModuleGetFunction(&function, modules[complex], kernel) != hipSuccess) return HIPFFT_INTERNAL_ERROR;
    void* arguments[] = {&memory, &data, &place};
    const unsigned blocks = unsigned(std::min<long long>((place.count + 255) / 256, 65535));
    return hipModuleLaunchKernel(function, blocks, 1, 1, 256, 1, 1, 0, stream, arguments, nullptr) == hipSuccess ? HIPFFT_SUCCESS
                                                                                                                 : HIPFFT_EXEC_FAILED;
  }

  void* memory = nullptr;

 private:
  hipModule_t modules[2] = {};  // of reals, of complex numbers
};

hipfftResult transform_strided(hipfftHandle_t& plan, const Placement& placement, bool inverse, void* input, void* output) {
  const Shape& shape = plan.shape;
  const auto complexes = shape.complex_lengths();
  const Layout dense_complex = dense(complexes, complexes[0]), dense_real = dense(shape.lengths, 2 * complexes[0]);
  const size_t bytes = dense_complex.distance * shape.batch * 2 * shape.real_bytes();
  if (!plan.strided) {
    auto made = std::make_shared<Strided>();
    if (auto result = made->make(shape, bytes)) return result;
    plan.strided = made;
  }
  auto& strided = *plan.strided;
  // Real numbers that are the complex ones' real parts: the others are zero.
  if (shape.lengths[0] == 1 && hipMemsetAsync(strided.memory, 0, bytes, plan.stream) != hipSuccess) return HIPFFT_EXEC_FAILED;
  const bool from_real = shape.is_real() && !shape.to_real(), to_real = shape.to_real();
  const auto row = [&](bool real) { return real ? dense_real.strides[1] : complexes[0]; };
  const Layout& from = from_real ? placement.real : placement.complex;
  const Layout& to = to_real ? placement.real : shape.is_real() ? placement.complex : placement.output;
  if (auto result = strided.move("gather", !from_real, input, shape, from, row(from_real), plan.stream)) return result;
  if (shape.elements() > 1) {
    const Placement inside = {true, dense_real, dense_complex, dense_complex};
    if (auto result = transform(plan, inside, inverse, nullptr, strided.memory)) return result;
  }
  return strided.move("scatter", !to_real, output, shape, to, row(to_real), plan.stream);
}

}  // namespace fft
