// Transforms of data that VkFFT cannot take where they lie (a distance between elements, planar data, halves, in place with two layouts): gathered into
// dense memory, transformed there, scattered. Where it has no real transform of a length (odd ones of more than a block holds), the dense data are
// complex ones, all of them (a plan that is `whole`). Factors of results are multiplied here, too. Called by engine.cpp.
#include <hip/hiprtc.h>

#include <algorithm>

#include "engine.h"
#include "layout.h"

namespace fft {
namespace {

// One thread an element. PART is what lies in memory, WORK what is computed with.
const char* const SOURCE = R"(
typedef PART Part2 __attribute__((ext_vector_type(2)));
typedef WORK Work2 __attribute__((ext_vector_type(2)));
enum { REAL, COMPLEX, PLANAR };
template <int form> struct Side;
template <> struct Side<REAL> {
  typedef WORK Element;
  static __device__ Element get(const PART* data, const PART*, long long i) { return data[i]; }
  static __device__ void put(PART* data, PART*, long long i, Element value) { data[i] = value; }
};
template <> struct Side<COMPLEX> {
  typedef Work2 Element;
  static __device__ Element get(const PART* data, const PART*, long long i) { return __builtin_convertvector(((const Part2*)data)[i], Work2); }
  static __device__ void put(PART* data, PART*, long long i, Element value) { ((Part2*)data)[i] = __builtin_convertvector(value, Part2); }
};
template <> struct Side<PLANAR> {
  typedef Work2 Element;
  static __device__ Element get(const PART* data, const PART* imaginary, long long i) { return Element{(WORK)data[i], (WORK)imaginary[i]}; }
  static __device__ void put(PART* data, PART* imaginary, long long i, Element value) { data[i] = value.x, imaginary[i] = value.y; }
};
typedef Side<INPUT> In;
typedef Side<OUTPUT> Out;
struct Place { long long lengths[3], strides[3], distance, count, first; };
static __device__ long long there(const Place& p, long long i, long long& here) {
  long long x = i % p.lengths[0], rest = i / p.lengths[0];
  here = rest * p.first + x;
  long long y = rest % p.lengths[1];
  rest /= p.lengths[1];
  long long z = rest % p.lengths[2];
  return rest / p.lengths[2] * p.distance + z * p.strides[2] + y * p.strides[1] + x * p.strides[0];
}
static __device__ Work2 complex_of(WORK value) { return Work2{value, 0}; }
static __device__ Work2 complex_of(Work2 value) { return value; }
static __device__ void take(WORK& to, Work2 value) { to = value.x; }
static __device__ void take(Work2& to, Work2 value) { to = value; }
#define EACH for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < p.count; i += (long long)gridDim.x * blockDim.x)
#if WHOLE
// The other half of complex numbers that become real is the first one's mirror image.
extern "C" __global__ void gather(Work2* dense, const PART* data, const PART* imaginary, Place p) {
  EACH {
    long long x = i % p.lengths[0], y = i / p.lengths[0] % p.lengths[1], rest = i / p.lengths[0] / p.lengths[1], z = rest % p.lengths[2];
    const bool mirrored = INPUT != REAL && x > p.lengths[0] / 2;
    if (mirrored) x = p.lengths[0] - x, y = (p.lengths[1] - y) % p.lengths[1], z = (p.lengths[2] - z) % p.lengths[2];
    const long long place = rest / p.lengths[2] * p.distance + z * p.strides[2] + y * p.strides[1] + x * p.strides[0];
    Work2 value = complex_of(In::get(data, imaginary, place));
    if (mirrored) value.y = -value.y;
    dense[i] = value;
  }
}
extern "C" __global__ void scatter(Work2* dense, PART* data, PART* imaginary, Place p, WORK factor) {
  long long here;
  EACH {
    long long place = there(p, i, here);
    Out::Element value;
    take(value, dense[here]);
    Out::put(data, imaginary, place, value * factor);
  }
}
#else
extern "C" __global__ void gather(In::Element* dense, const PART* data, const PART* imaginary, Place p) {
  long long here;
  EACH {
    long long place = there(p, i, here);
    dense[here] = In::get(data, imaginary, place);
  }
}
extern "C" __global__ void scatter(Out::Element* dense, PART* data, PART* imaginary, Place p, WORK factor) {
  long long here;
  EACH {
    long long place = there(p, i, here);
    Out::put(data, imaginary, place, dense[here] * factor);
  }
}
#endif
extern "C" __global__ void multiply(PART* data, Place p, WORK factor) {
  long long here;
  EACH {
    long long place = there(p, i, here);
    Out::put(data, data, place, Out::get(data, data, place) * factor);
  }
}
)";

// As the kernels have it.
struct Place {
  long long lengths[3], strides[3], distance, count;
  long long first;  // elements between dense rows
};

Place place(const std::array<int64_t, 3>& lengths, int64_t batch, const Layout& layout, int64_t first) {
  Place result = {{}, {}, layout.distance, lengths[0] * lengths[1] * lengths[2] * batch, first};
  std::copy(lengths.begin(), lengths.end(), result.lengths);
  std::copy(layout.strides.begin(), layout.strides.end(), result.strides);
  return result;
}

// As the kernels' source has it.
std::string form(bool real, const Layout& layout) { return real ? "REAL" : layout.planar ? "PLANAR" : "COMPLEX"; }

bool compiled(const Plan& plan, const Placement& where, hipModule_t& module) {
  const Shape& shape = plan.shape;
  hiprtcProgram program;
  if (hiprtcCreateProgram(&program, SOURCE, "fft_copies", 0, nullptr, nullptr) != HIPRTC_SUCCESS) return false;
  const std::string part = shape.precision == Precision::HALF ? "-DPART=_Float16" : shape.is_double() ? "-DPART=double" : "-DPART=float";
  const std::string work = shape.is_double() ? "-DWORK=double" : "-DWORK=float";
  const std::string input = "-DINPUT=" + form(shape.from_real(), where.input), output = "-DOUTPUT=" + form(shape.to_real(), where.output);
  const char* options[] = {part.c_str(), work.c_str(), input.c_str(), output.c_str(), plan.whole ? "-DWHOLE=1" : "-DWHOLE=0"};
  size_t size = 0;
  std::string code;
  bool done = hiprtcCompileProgram(program, 5, options) == HIPRTC_SUCCESS && hiprtcGetCodeSize(program, &size) == HIPRTC_SUCCESS;
  if (done) {
    code.resize(size);
    done = hiprtcGetCode(program, code.data()) == HIPRTC_SUCCESS && hipModuleLoadData(&module, code.data()) == hipSuccess;
  }
  hiprtcDestroyProgram(&program);
  return done;
}

}  // namespace

// Kernels for the forms of both sides, and the dense memory with its transforms.
class Copies {
 public:
  Copies() = default;
  Copies(const Copies&) = delete;
  ~Copies() {
    if (module) (void)hipModuleUnload(module);
    (void)hipFree(memory);
  }

  // A kernel over the elements of `place`, whose factor is a double if the data are.
  bool launch(const char* kernel, const Place& place, const Plan& plan, hipStream_t stream, std::initializer_list<void*> pointers) {
    double wide = plan.factor;
    float narrow = float(plan.factor);
    void* factor = plan.shape.is_double() ? (void*)&wide : &narrow;
    void* arguments[5];
    size_t count = 0;
    for (auto& pointer : pointers) arguments[count++] = (void*)&pointer;
    arguments[count++] = (void*)&place;
    arguments[count++] = factor;
    hipFunction_t function;
    const unsigned blocks = unsigned(std::min<long long>((place.count + 255) / 256, 65535));
    return hipModuleGetFunction(&function, module, kernel) == hipSuccess &&
           hipModuleLaunchKernel(function, blocks, 1, 1, 256, 1, 1, 0, stream, arguments, nullptr) == hipSuccess;
  }

  hipModule_t module = nullptr;
  void* memory = nullptr;
  std::shared_ptr<Application> inside[2];  // by direction
};

namespace {

// The dense data's transform, as VkFFT knows it.
Plan inside(const Plan& plan) {
  Plan made = plan;
  if (plan.whole) made.shape.transform = Transform::COMPLEX;
  return made;
}

Layout dense_reals(const Shape& shape) { return dense(shape.lengths, 2 * shape.complex_lengths()[0]); }

// Elements between the rows of a side's dense data.
int64_t row(const Plan& plan, bool real) {
  if (plan.whole) return plan.shape.lengths[0];
  return real ? dense_reals(plan.shape).strides[1] : plan.shape.complex_lengths()[0];
}
size_t dense_bytes(const Plan& plan) {
  const Shape& shape = plan.shape;
  return (plan.whole ? 2 * shape.elements() : dense_reals(shape).distance) * shape.batch * (shape.is_double() ? 8 : 4);
}

// Where VkFFT finds the dense data, which are floats if the caller's are halves.
Placement dense_inside(const Shape& shape) {
  const auto complexes = shape.complex_lengths();
  const Layout complex = dense(complexes, complexes[0]), real = dense_reals(shape);
  return {true, shape.from_real() ? real : complex, shape.to_real() ? real : complex};
}

}  // namespace

Result prepare_factor(Plan& plan, const Placement& where) {
  if (plan.copies) return Result::DONE;
  auto made = std::make_shared<Copies>();
  if (!compiled(plan, where, made->module)) {
    say(plan, where, false, "the kernels that copy data were not compiled");
    return Result::BROKEN;
  }
  plan.copies = made;
  return Result::DONE;
}

Result prepare_copies(Plan& plan, const Placement& where, bool inverse, hipStream_t stream) {
  if (auto result = prepare_factor(plan, where); result != Result::DONE) return result;
  auto& copies = *plan.copies;
  const size_t bytes = dense_bytes(plan);
  if (!copies.memory && hipMalloc(&copies.memory, bytes) != hipSuccess) {
    say(plan, where, inverse, "there are no " + std::to_string(bytes) + " bytes for a dense copy of the data, which VkFFT cannot take as they lie");
    return Result::NO_MEMORY;
  }
  if (plan.shape.elements() == 1 || copies.inside[inverse]) return Result::DONE;
  const Plan own = inside(plan);
  const auto result = make_application(own, dense_inside(own.shape), inverse, stream, copies.inside[inverse]);
  if (result != Result::BAD_LENGTH || !own.shape.is_real()) return result;
  plan.whole = true;
  plan.copies.reset();
  return prepare_copies(plan, where, inverse, stream);
}

Result transform_by_copies(Plan& plan, const Placement& where, bool inverse, hipStream_t stream, Data input, Data output) {
  const Shape& shape = plan.shape;
  auto& copies = *plan.copies;
  const auto failed = [&](const char* what) {
    say(plan, where, inverse, std::string("data were not ") + what);
    return Result::NOT_RUN;
  };
  // Real numbers that are the complex ones' real parts: the others are zero.
  if (shape.lengths[0] == 1 && hipMemsetAsync(copies.memory, 0, dense_bytes(plan), stream) != hipSuccess) return failed("cleared");
  const auto from = place(plan.whole ? shape.lengths : shape.input_lengths(), shape.batch, where.input, row(plan, shape.from_real()));
  const auto to = place(shape.output_lengths(), shape.batch, where.output, row(plan, shape.to_real()));
  if (!copies.launch("gather", from, plan, stream, {copies.memory, input.numbers, input.imaginary})) return failed("gathered");
  if (shape.elements() > 1) {
    const Plan own = inside(plan);
    const auto result = run(own, *copies.inside[inverse], dense_inside(own.shape), inverse, stream, copies.memory, copies.memory);
    if (result != Result::DONE) return result;
  }
  return copies.launch("scatter", to, plan, stream, {copies.memory, output.numbers, output.imaginary}) ? Result::DONE : failed("scattered");
}

Result multiply(Plan& plan, const Placement& where, hipStream_t stream, void* output) {
  const Shape& shape = plan.shape;
  if (plan.copies->launch("multiply", place(shape.output_lengths(), shape.batch, where.output, 0), plan, stream, {output})) return Result::DONE;
  say(plan, where, false, "results were not multiplied by their factor");
  return Result::NOT_RUN;
}

}  // namespace fft
