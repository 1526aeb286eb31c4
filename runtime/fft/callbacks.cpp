// Load and store callbacks: functions of the program's device code that load each element of the input, or store each of the output. The module that
// has such a function has a kernel that calls it for every element (spirv-gen's pass calls/elements); what it loads goes into dense memory, from
// which VkFFT transforms, and what it stores comes from there. Called by engine.cpp.
#include <map>
#include <tuple>

#include "engine.h"
#include "layout.h"

// libamdhip64's: the kernel of the device function at this address, which loads or stores elements of so many bytes.
extern "C" hipError_t hipvk_element_kernel(hipFunction_t* kernel, const void* function, int store, size_t bytes);

namespace fft {

// Transforms by way of dense memory, by which sides have callbacks and whether the caller's are in place.
class Called {
 public:
  struct Way {
    Plan plan;
    Placement where{};
    void* memory = nullptr;
  };
  Called() = default;
  Called(const Called&) = delete;
  ~Called() {
    for (auto& [key, way] : ways) (void)hipFree(way.memory);
  }
  std::map<std::tuple<bool, bool, bool>, Way> ways;
};

namespace {

size_t element_bytes(const Shape& shape, bool real) { return shape.real_bytes() * (real ? 1 : 2); }

// The dense memory of one side, or of both in one place.
size_t dense_bytes(const Shape& shape, const Callbacks& callbacks) {
  const auto count = [&](const std::array<int64_t, 3>& n) { return size_t(n[0] * n[1] * n[2] * shape.batch); };
  const bool load = callbacks.load.function, store = callbacks.store.function;
  if (load && store) return count(shape.complex_lengths()) * element_bytes(shape, false);
  return load ? count(shape.input_lengths()) * element_bytes(shape, shape.from_real())
              : count(shape.output_lengths()) * element_bytes(shape, shape.to_real());
}

Called::Way way(const Plan& plan, const Placement& where, const Callbacks& callbacks) {
  const bool load = callbacks.load.function, store = callbacks.store.function;
  Called::Way made;
  made.plan.library = plan.library;
  made.plan.shape = plan.shape;
  made.plan.factor = plan.factor;
  made.plan.device = plan.device;
  const Placement all = dense(plan.shape, load && store);
  made.where = {load && store, load ? all.input : where.input, store ? all.output : where.output};
  return made;
}

// One side's elements between its place in the caller's memory and the dense one, each by a call of the callback. Says what failed.
Result call(const Plan& plan, const Placement& where, bool inverse, hipStream_t stream, const Callback& callback, bool store, const Layout& inside,
            void* memory, const Data& outside) {
  const Shape& shape = plan.shape;
  const auto lengths = store ? shape.output_lengths() : shape.input_lengths();
  const Layout& layout = store ? where.output : where.input;
  const size_t bytes = element_bytes(shape, store ? shape.to_real() : shape.from_real());
  const std::string what = store ? "store" : "load";
  hipFunction_t kernel;
  if (hipvk_element_kernel(&kernel, callback.function, store, bytes) != hipSuccess) {
    say(plan, where, inverse, "the " + what + " callback is not the address of a __device__ function that " + what + "s elements of " +
        std::to_string(bytes) + " bytes (as hipMemcpyFromSymbol reads it from a __device__ variable)");
    return Result::NOT_RUN;
  }
  int64_t numbers[] = {lengths[0], lengths[1], lengths[2], layout.strides[0], layout.strides[1], layout.strides[2], layout.distance,
                       lengths[0] * lengths[1] * lengths[2] * shape.batch, inside.strides[1], outside.offset};
  void *array = static_cast<char*>(outside.numbers) - outside.offset * int64_t(bytes), *data = callback.data;
  void* arguments[13] = {&memory, &array, &data};
  for (int i = 0; i < 10; i++) arguments[3 + i] = &numbers[i];
  const unsigned threads = 256, blocks = unsigned((numbers[7] + threads - 1) / threads);
  if (hipModuleLaunchKernel(kernel, blocks, 1, 1, threads, 1, 1, 0, stream, arguments, nullptr) == hipSuccess) return Result::DONE;
  say(plan, where, inverse, "the " + what + " callback was not called");
  return Result::NOT_RUN;
}

}  // namespace

Result transform_by_callbacks(Plan& plan, const Callbacks& callbacks, const Placement& where, bool inverse, hipStream_t stream, Data input, Data output) {
  const bool load = callbacks.load.function, store = callbacks.store.function;
  // rocFFT: "Callback functions are only supported for transforms that do not use planar format".
  if (where.input.planar || where.output.planar) {
    say(plan, where, inverse, "planar data have no callbacks");
    return Result::NOT_RUN;
  }
  if (!plan.called) plan.called = std::make_shared<Called>();
  const auto added = plan.called->ways.try_emplace({load, store, where.in_place});
  Called::Way& inside = added.first->second;
  if (added.second) inside = way(plan, where, callbacks);
  if (auto result = prepare(inside.plan, inside.where, inverse, stream); result != Result::DONE) return result;
  const size_t bytes = dense_bytes(plan.shape, callbacks);
  if (!inside.memory && hipMalloc(&inside.memory, bytes) != hipSuccess) {
    say(plan, where, inverse, "there are no " + std::to_string(bytes) + " bytes for what callbacks load or store");
    return Result::NO_MEMORY;
  }
  if (load) {
    const auto result = call(plan, where, inverse, stream, callbacks.load, false, inside.where.input, inside.memory, input);
    if (result != Result::DONE) return result;
    input = {inside.memory};
  }
  const Data outside = output;
  if (store) output = {inside.memory};
  if (auto result = transform(inside.plan, inside.where, inverse, stream, input, output); result != Result::DONE) return result;
  return store ? call(plan, where, inverse, stream, callbacks.store, true, inside.where.output, inside.memory, outside) : Result::DONE;
}

}  // namespace fft
