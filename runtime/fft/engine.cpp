// Transforms: straight through VkFFT, or by way of copies or of callbacks. Called by hipfft.cpp, in another library, and by rocfft.cpp.
#include "engine.h"

#include "layout.h"

namespace fft {
namespace {

// VkFFT's kernels count elements in 32 bits.
bool in_reach(const Shape& shape, const Placement& where) {
  const int64_t most = int64_t(1) << 31;
  return extent(shape.input_lengths(), shape.batch, where.input) < most && extent(shape.output_lengths(), shape.batch, where.output) < most;
}

// Whether VkFFT is given the data where they lie.
bool straight(const Plan& plan, const Placement& where) { return !plan.whole && takes(plan.shape, where); }

}  // namespace

Result prepare(Plan& plan, const Placement& where, bool inverse, hipStream_t stream) {
  if (!in_reach(plan.shape, where)) {
    say(plan, where, inverse, "data of 2^31 elements or more are not supported");
    return Result::TOO_LARGE;
  }
  if (!straight(plan, where)) return prepare_copies(plan, where, inverse, stream);
  if (plan.factor != 1) {
    if (auto result = prepare_factor(plan, where); result != Result::DONE) return result;
  }
  auto& application = plan.applications[where.in_place][inverse];
  if (application) return Result::DONE;
  const auto result = make_application(plan, where, inverse, stream, application);
  if (result != Result::BAD_LENGTH || !plan.shape.is_real()) return result;
  plan.whole = true;
  plan.copies.reset();
  return prepare_copies(plan, where, inverse, stream);
}

Result transform(Plan& plan, const Placement& where, bool inverse, hipStream_t stream, Data input, Data output, const Callbacks& callbacks) {
  if (callbacks.load.function || callbacks.store.function) return transform_by_callbacks(plan, callbacks, where, inverse, stream, input, output);
  if (auto result = prepare(plan, where, inverse, stream); result != Result::DONE) return result;
  if (!straight(plan, where)) return transform_by_copies(plan, where, inverse, stream, input, output);
  auto& application = *plan.applications[where.in_place][inverse];
  if (auto result = run(plan, application, where, inverse, stream, input.numbers, output.numbers); result != Result::DONE) return result;
  return plan.factor == 1 ? Result::DONE : multiply(plan, where, stream, output.numbers);
}

}  // namespace fft
