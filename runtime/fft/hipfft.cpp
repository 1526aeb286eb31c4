// hipFFT's functions: arguments checked, plans looked up. The work is the engine's (engine.cpp), which is in librocfft.
#include <cmath>

#include "embedding.h"
#include "registry.h"

namespace fft {
namespace {

Registry& registry() {
  static auto* all = new Registry;  // plans that are left at the end are the process's
  return *all;
}

hipfftResult converted(Result result) {
  switch (result) {
    case Result::DONE: return HIPFFT_SUCCESS;
    case Result::BAD_LENGTH: return HIPFFT_INVALID_SIZE;
    case Result::NO_MEMORY: return HIPFFT_ALLOC_FAILED;
    case Result::NOT_RUN: return HIPFFT_EXEC_FAILED;
    case Result::TOO_LARGE: return HIPFFT_NOT_SUPPORTED;
    default: return HIPFFT_INTERNAL_ERROR;
  }
}

bool current_device(hipDevice_t& device) {
  int number;
  return hipGetDevice(&number) == hipSuccess && hipDeviceGet(&device, number) == hipSuccess;
}

template <typename Int> hipfftResult make(hipfftHandle handle, const Many<Int>& many, size_t* work) {
  auto plan = registry().find(handle);
  if (!plan) return HIPFFT_INVALID_PLAN;
  if (auto result = check(many)) return result;
  const double factor = plan->plan.factor;
  plan->plan = Plan{};
  plan->plan.factor = factor;
  if (!current_device(plan->plan.device)) return HIPFFT_SETUP_FAILED;
  describe(many, plan->plan.shape, plan->given, plan->place);
  plan->type = many.type;
  plan->callbacks = {};
  plan->made = true;
  if (work) *work = 0;
  return HIPFFT_SUCCESS;
}

template <typename Int> hipfftResult create_and_make(hipfftHandle* plan, const Many<Int>& many) {
  if (auto result = hipfftCreate(plan)) return result;
  auto result = make(*plan, many, nullptr);
  if (result) {
    hipfftDestroy(*plan);
    *plan = nullptr;
  }
  return result;
}

// What a plan of this description would want of its caller: nothing, if there can be one.
template <typename Int> hipfftResult size_of(const Many<Int>& many, size_t* work) {
  if (!work) return HIPFFT_INVALID_VALUE;
  if (auto result = check(many)) return result;
  *work = 0;
  return HIPFFT_SUCCESS;
}

template <typename Int> hipfftResult size_of(hipfftHandle handle, const Many<Int>& many, size_t* work) {
  return registry().find(handle) ? size_of(many, work) : HIPFFT_INVALID_PLAN;
}

template <typename Int> Many<Int> simple(int rank, const Int* lengths, hipfftType type, Int batch) {
  return {rank, lengths, nullptr, 1, 0, nullptr, 1, 0, type, batch};
}

hipfftResult execute(hipfftHandle handle, hipfftType type, void* input, void* output, bool inverse) {
  auto plan = registry().find(handle);
  if (!plan || !plan->made) return HIPFFT_INVALID_PLAN;
  if (!input || !output || type != plan->type) return HIPFFT_INVALID_VALUE;
  // "Execution of a plan was on different GPU than plan creation"
  hipDevice_t device;
  if (!current_device(device)) return HIPFFT_EXEC_FAILED;
  if (device != plan->plan.device) return HIPFFT_INVALID_DEVICE;
  auto where = plan->given ? plan->place : dense(plan->plan.shape, input == output);
  where.in_place = input == output;
  return converted(transform(plan->plan, where, inverse, plan->stream, {input}, {output}, plan->callbacks));
}

// The plan's callback of this type, which must be what the plan loads or stores.
hipfftResult callback_of(hipfftHandle_t& plan, hipfftXtCallbackType type, Callback*& callback) {
  if (type < HIPFFT_CB_LD_COMPLEX || type > HIPFFT_CB_ST_REAL_DOUBLE) return HIPFFT_INVALID_VALUE;
  const Shape& shape = plan.plan.shape;
  const bool store = type >= HIPFFT_CB_ST_COMPLEX, real = type & 2, is_double = type & 1;
  const auto precision = is_double ? Precision::DOUBLE : Precision::SINGLE;
  if (shape.precision != precision || real != (store ? shape.to_real() : shape.from_real())) return HIPFFT_INVALID_VALUE;
  callback = store ? &plan.callbacks.store : &plan.callbacks.load;
  return HIPFFT_SUCCESS;
}

bool is_direction(int direction) { return direction == HIPFFT_FORWARD || direction == HIPFFT_BACKWARD; }

hipfftResult execute_complex(hipfftHandle plan, hipfftType type, void* input, void* output, int direction) {
  if (!is_direction(direction)) return HIPFFT_INVALID_VALUE;
  return execute(plan, type, input, output, direction == HIPFFT_BACKWARD);
}

}  // namespace
}  // namespace fft

using fft::Many;
using fft::simple;

extern "C" {

hipfftResult hipfftCreate(hipfftHandle* plan) {
  if (!plan) return HIPFFT_INVALID_VALUE;
  *plan = fft::registry().add();
  return HIPFFT_SUCCESS;
}

hipfftResult hipfftDestroy(hipfftHandle plan) { return fft::registry().remove(plan) ? HIPFFT_SUCCESS : HIPFFT_INVALID_PLAN; }

hipfftResult hipfftSetStream(hipfftHandle handle, hipStream_t stream) {
  auto plan = fft::registry().find(handle);
  if (!plan) return HIPFFT_INVALID_PLAN;
  plan->stream = stream;
  return HIPFFT_SUCCESS;
}

// hipFFT: for plans that have not been made.
hipfftResult hipfftExtPlanScaleFactor(hipfftHandle handle, double factor) {
  auto plan = fft::registry().find(handle);
  if (!plan || plan->made) return HIPFFT_INVALID_PLAN;
  if (!std::isfinite(factor)) return HIPFFT_INVALID_VALUE;
  plan->plan.factor = factor;
  return HIPFFT_SUCCESS;
}

hipfftResult hipfftMakePlan1d(hipfftHandle plan, int nx, hipfftType type, int batch, size_t* work) {
  return fft::make(plan, simple(1, &nx, type, batch), work);
}
hipfftResult hipfftMakePlan2d(hipfftHandle plan, int nx, int ny, hipfftType type, size_t* work) {
  const int lengths[] = {nx, ny};
  return fft::make(plan, simple(2, lengths, type, 1), work);
}
hipfftResult hipfftMakePlan3d(hipfftHandle plan, int nx, int ny, int nz, hipfftType type, size_t* work) {
  const int lengths[] = {nx, ny, nz};
  return fft::make(plan, simple(3, lengths, type, 1), work);
}
hipfftResult hipfftMakePlanMany(hipfftHandle plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride, int odist,
                                hipfftType type, int batch, size_t* work) {
  return fft::make(plan, Many<int>{rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch}, work);
}
hipfftResult hipfftMakePlanMany64(hipfftHandle plan, int rank, long long* n, long long* inembed, long long istride, long long idist,
                                  long long* onembed, long long ostride, long long odist, hipfftType type, long long batch, size_t* work) {
  return fft::make(plan, Many<long long>{rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch}, work);
}

hipfftResult hipfftPlan1d(hipfftHandle* plan, int nx, hipfftType type, int batch) {
  return fft::create_and_make(plan, simple(1, &nx, type, batch));
}
hipfftResult hipfftPlan2d(hipfftHandle* plan, int nx, int ny, hipfftType type) {
  const int lengths[] = {nx, ny};
  return fft::create_and_make(plan, simple(2, lengths, type, 1));
}
hipfftResult hipfftPlan3d(hipfftHandle* plan, int nx, int ny, int nz, hipfftType type) {
  const int lengths[] = {nx, ny, nz};
  return fft::create_and_make(plan, simple(3, lengths, type, 1));
}
hipfftResult hipfftPlanMany(hipfftHandle* plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride, int odist,
                            hipfftType type, int batch) {
  return fft::create_and_make(plan, Many<int>{rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch});
}

hipfftResult hipfftEstimate1d(int nx, hipfftType type, int batch, size_t* work) { return fft::size_of(simple(1, &nx, type, batch), work); }
hipfftResult hipfftEstimate2d(int nx, int ny, hipfftType type, size_t* work) {
  const int lengths[] = {nx, ny};
  return fft::size_of(simple(2, lengths, type, 1), work);
}
hipfftResult hipfftEstimate3d(int nx, int ny, int nz, hipfftType type, size_t* work) {
  const int lengths[] = {nx, ny, nz};
  return fft::size_of(simple(3, lengths, type, 1), work);
}
hipfftResult hipfftEstimateMany(int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride, int odist, hipfftType type,
                                int batch, size_t* work) {
  return fft::size_of(Many<int>{rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch}, work);
}

hipfftResult hipfftGetSize1d(hipfftHandle plan, int nx, hipfftType type, int batch, size_t* work) {
  return fft::size_of(plan, simple(1, &nx, type, batch), work);
}
hipfftResult hipfftGetSize2d(hipfftHandle plan, int nx, int ny, hipfftType type, size_t* work) {
  const int lengths[] = {nx, ny};
  return fft::size_of(plan, simple(2, lengths, type, 1), work);
}
hipfftResult hipfftGetSize3d(hipfftHandle plan, int nx, int ny, int nz, hipfftType type, size_t* work) {
  const int lengths[] = {nx, ny, nz};
  return fft::size_of(plan, simple(3, lengths, type, 1), work);
}
hipfftResult hipfftGetSizeMany(hipfftHandle plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride, int odist,
                               hipfftType type, int batch, size_t* work) {
  return fft::size_of(plan, Many<int>{rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch}, work);
}
hipfftResult hipfftGetSizeMany64(hipfftHandle plan, int rank, long long* n, long long* inembed, long long istride, long long idist,
                                 long long* onembed, long long ostride, long long odist, hipfftType type, long long batch, size_t* work) {
  return fft::size_of(plan, Many<long long>{rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch}, work);
}
hipfftResult hipfftGetSize(hipfftHandle handle, size_t* work) {
  auto plan = fft::registry().find(handle);
  if (!plan || !plan->made) return HIPFFT_INVALID_PLAN;
  if (!work) return HIPFFT_INVALID_VALUE;
  *work = 0;
  return HIPFFT_SUCCESS;
}

// Plans hold their own memory whatever the caller offers, whose size was said to be 0.
hipfftResult hipfftSetAutoAllocation(hipfftHandle plan, int) { return fft::registry().find(plan) ? HIPFFT_SUCCESS : HIPFFT_INVALID_PLAN; }
hipfftResult hipfftSetWorkArea(hipfftHandle plan, void*) { return fft::registry().find(plan) ? HIPFFT_SUCCESS : HIPFFT_INVALID_PLAN; }

hipfftResult hipfftExecC2C(hipfftHandle plan, hipfftComplex* idata, hipfftComplex* odata, int direction) {
  return fft::execute_complex(plan, HIPFFT_C2C, idata, odata, direction);
}
hipfftResult hipfftExecZ2Z(hipfftHandle plan, hipfftDoubleComplex* idata, hipfftDoubleComplex* odata, int direction) {
  return fft::execute_complex(plan, HIPFFT_Z2Z, idata, odata, direction);
}
hipfftResult hipfftExecR2C(hipfftHandle plan, hipfftReal* idata, hipfftComplex* odata) {
  return fft::execute(plan, HIPFFT_R2C, idata, odata, false);
}
hipfftResult hipfftExecD2Z(hipfftHandle plan, hipfftDoubleReal* idata, hipfftDoubleComplex* odata) {
  return fft::execute(plan, HIPFFT_D2Z, idata, odata, false);
}
hipfftResult hipfftExecC2R(hipfftHandle plan, hipfftComplex* idata, hipfftReal* odata) {
  return fft::execute(plan, HIPFFT_C2R, idata, odata, true);
}
hipfftResult hipfftExecZ2D(hipfftHandle plan, hipfftDoubleComplex* idata, hipfftDoubleReal* odata) {
  return fft::execute(plan, HIPFFT_Z2D, idata, odata, true);
}

hipfftResult hipfftXtMakePlanMany(hipfftHandle plan, int rank, long long* n, long long* inembed, long long istride, long long idist, hipDataType input,
                                  long long* onembed, long long ostride, long long odist, hipDataType output, long long batch, size_t* work,
                                  hipDataType execution) {
  hipfftType type;
  if (auto result = fft::type_of(input, output, execution, type)) return result;
  return fft::make(plan, Many<long long>{rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch}, work);
}
hipfftResult hipfftXtGetSizeMany(hipfftHandle plan, int rank, long long* n, long long* inembed, long long istride, long long idist, hipDataType input,
                                 long long* onembed, long long ostride, long long odist, hipDataType output, long long batch, size_t* work,
                                 hipDataType execution) {
  hipfftType type;
  if (auto result = fft::type_of(input, output, execution, type)) return result;
  return fft::size_of(plan, Many<long long>{rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch}, work);
}
hipfftResult hipfftXtExec(hipfftHandle handle, void* input, void* output, int direction) {
  auto plan = fft::registry().find(handle);
  if (!plan || !plan->made) return HIPFFT_INVALID_PLAN;
  const auto transform = plan->plan.shape.transform;
  if (transform == fft::Transform::COMPLEX && !fft::is_direction(direction)) return HIPFFT_INVALID_VALUE;
  const bool inverse = transform == fft::Transform::TO_REAL || (transform == fft::Transform::COMPLEX && direction == HIPFFT_BACKWARD);
  return fft::execute(handle, plan->type, input, output, inverse);
}

hipfftResult hipfftXtSetCallback(hipfftHandle handle, void** callbacks, hipfftXtCallbackType type, void** data) {
  auto plan = fft::registry().find(handle);
  if (!plan || !plan->made) return HIPFFT_INVALID_PLAN;
  fft::Callback* callback;
  if (auto result = fft::callback_of(*plan, type, callback)) return result;
  *callback = {callbacks ? callbacks[0] : nullptr, data ? data[0] : nullptr};
  return HIPFFT_SUCCESS;
}
hipfftResult hipfftXtClearCallback(hipfftHandle plan, hipfftXtCallbackType type) { return hipfftXtSetCallback(plan, nullptr, type, nullptr); }
// As in ROCm: callbacks have no shared memory.
hipfftResult hipfftXtSetCallbackSharedSize(hipfftHandle handle, hipfftXtCallbackType type, size_t size) {
  auto plan = fft::registry().find(handle);
  if (!plan || !plan->made) return HIPFFT_INVALID_PLAN;
  fft::Callback* callback;
  if (auto result = fft::callback_of(*plan, type, callback)) return result;
  return size ? HIPFFT_INVALID_VALUE : HIPFFT_SUCCESS;
}

hipfftResult hipfftGetVersion(int* version) {
  if (!version) return HIPFFT_INVALID_VALUE;
  *version = HIPFFT_VERSION;
  return HIPFFT_SUCCESS;
}

hipfftResult hipfftGetProperty(hipfftLibraryPropertyType type, int* value) {
  if (!value) return HIPFFT_INVALID_VALUE;
  switch (type) {
    case HIPFFT_MAJOR_VERSION: *value = hipfftVersionMajor; return HIPFFT_SUCCESS;
    case HIPFFT_MINOR_VERSION: *value = hipfftVersionMinor; return HIPFFT_SUCCESS;
    case HIPFFT_PATCH_LEVEL: *value = hipfftVersionPatch; return HIPFFT_SUCCESS;
    default: return HIPFFT_INVALID_VALUE;
  }
}

}  // extern "C"
