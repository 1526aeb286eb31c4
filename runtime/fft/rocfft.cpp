// rocFFT's functions: descriptions, plans, execution. The work is the engine's (engine.cpp); what is not there is in rocfft_missing.cpp.
#include <rocfft/rocfft-version.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <new>

#include "description.h"
#include "engine.h"

struct rocfft_execution_info_t {
  hipStream_t stream = nullptr;
  fft::Callbacks callbacks;
};

struct rocfft_plan_t {
  fft::Plan plan;
  fft::Placement place{};
  bool in_place, inverse;
  size_t offsets[2][2];  // of the input and the output, in their elements
  int device;
};

namespace fft {
namespace {

rocfft_status converted(Result result) { return result == Result::DONE ? rocfft_status_success : rocfft_status_failure; }

// The plan's device is the current one while this lives.
class OnDevice {
 public:
  explicit OnDevice(int device) {
    ok = hipGetDevice(&before) == hipSuccess && (before == device || hipSetDevice(device) == hipSuccess);
    changed = ok && before != device;
  }
  OnDevice(const OnDevice&) = delete;
  ~OnDevice() {
    if (changed) (void)hipSetDevice(before);
  }
  bool ok;

 private:
  bool changed;
  int before = 0;
};

rocfft_status set_shape(Shape& shape, rocfft_transform_type type, rocfft_precision precision, size_t dimensions, const size_t* lengths, size_t batch) {
  if (dimensions < 1 || dimensions > 3) return rocfft_status_invalid_dimensions;
  const size_t most = size_t(1) << 40;
  if (!lengths || batch < 1 || batch > most) return rocfft_status_invalid_arg_value;
  switch (type) {
    case rocfft_transform_type_complex_forward:
    case rocfft_transform_type_complex_inverse: shape.transform = Transform::COMPLEX; break;
    case rocfft_transform_type_real_forward: shape.transform = Transform::FROM_REAL; break;
    case rocfft_transform_type_real_inverse: shape.transform = Transform::TO_REAL; break;
    default: return rocfft_status_invalid_arg_value;
  }
  switch (precision) {
    case rocfft_precision_single: shape.precision = Precision::SINGLE; break;
    case rocfft_precision_double: shape.precision = Precision::DOUBLE; break;
    case rocfft_precision_half: shape.precision = Precision::HALF; break;
    default: return rocfft_status_invalid_arg_value;
  }
  shape.rank = int(dimensions);
  shape.batch = int64_t(batch);
  for (size_t i = 0; i < dimensions; i++) {
    if (lengths[i] < 1 || lengths[i] > most) return rocfft_status_invalid_dimensions;
    shape.lengths[i] = int64_t(lengths[i]);
  }
  return rocfft_status_success;
}

// Reals in an element of one of a side's arrays.
size_t element_parts(const Shape& shape, const Placement& place, bool output) {
  const bool real = output ? shape.to_real() : shape.from_real();
  return real || (output ? place.output : place.input).planar ? 1 : 2;
}

rocfft_status make(rocfft_plan_t& made, rocfft_plan_description_t said) {
  Shape& shape = made.plan.shape;
  set_default_types(shape, said);
  if (!types_fit(shape, made.in_place, said.input.type, said.output.type)) return rocfft_status_invalid_array_type;
  if (auto status = check_strides(shape, said)) return status;
  made.place = placement(shape, said, made.in_place);
  drop_single_values(shape, made.place);
  sort_indices(shape, made.place);
  std::memcpy(made.offsets[0], said.input.offsets, sizeof said.input.offsets);
  std::memcpy(made.offsets[1], said.output.offsets, sizeof said.output.offsets);
  // In place both sides begin at one place.
  for (int i = 0; made.in_place && i < 2; i++) {
    if (made.offsets[0][i] * element_parts(shape, made.place, false) != made.offsets[1][i] * element_parts(shape, made.place, true)) {
      return rocfft_status_invalid_offset;
    }
  }
  made.plan.library = "rocfft";
  made.plan.factor = said.factor;
  if (hipGetDevice(&made.device) != hipSuccess || hipDeviceGet(&made.plan.device, made.device) != hipSuccess) return rocfft_status_failure;
  return converted(prepare(made.plan, made.place, made.inverse, nullptr));
}

// One side's arrays from its first element on.
bool arrays(void* const* buffers, const rocfft_plan_t& plan, bool output, Data& data) {
  const Shape& shape = plan.plan.shape;
  const bool planar = (output ? plan.place.output : plan.place.input).planar;
  if (!buffers || !buffers[0] || (planar && !buffers[1])) return false;
  const size_t element = shape.real_bytes() * element_parts(shape, plan.place, output);
  data.numbers = static_cast<char*>(buffers[0]) + plan.offsets[output][0] * element;
  data.offset = int64_t(plan.offsets[output][0]);
  if (planar) data.imaginary = static_cast<char*>(buffers[1]) + plan.offsets[output][1] * element;
  return true;
}

}  // namespace
}  // namespace fft

extern "C" {

rocfft_status rocfft_setup(void) { return rocfft_status_success; }
rocfft_status rocfft_cleanup(void) { return rocfft_status_success; }

rocfft_status rocfft_plan_create(rocfft_plan* plan, rocfft_result_placement placement, rocfft_transform_type type, rocfft_precision precision,
                                 size_t dimensions, const size_t* lengths, size_t batch, const rocfft_plan_description description) {
  if (!plan) return rocfft_status_invalid_arg_value;
  *plan = nullptr;
  if (placement != rocfft_placement_inplace && placement != rocfft_placement_notinplace) return rocfft_status_invalid_arg_value;
  auto made = std::make_unique<rocfft_plan_t>();
  if (auto status = fft::set_shape(made->plan.shape, type, precision, dimensions, lengths, batch)) return status;
  made->in_place = placement == rocfft_placement_inplace;
  made->inverse = type == rocfft_transform_type_complex_inverse || type == rocfft_transform_type_real_inverse;
  if (auto status = fft::make(*made, description ? *description : rocfft_plan_description_t{})) return status;
  *plan = made.release();
  return rocfft_status_success;
}

rocfft_status rocfft_plan_destroy(rocfft_plan plan) {
  delete plan;
  return rocfft_status_success;
}

rocfft_status rocfft_execute(const rocfft_plan plan, void* in_buffer[], void* out_buffer[], rocfft_execution_info info) {
  if (!plan) return rocfft_status_failure;
  fft::Data input, output;
  if (!fft::arrays(in_buffer, *plan, false, input)) return rocfft_status_invalid_arg_value;
  if (!fft::arrays(plan->in_place ? in_buffer : out_buffer, *plan, true, output)) return rocfft_status_invalid_arg_value;
  fft::OnDevice on(plan->device);
  if (!on.ok) return rocfft_status_failure;
  auto where = plan->place;
  // Also where the caller has given one array twice.
  where.in_place = input.numbers == output.numbers;
  return fft::converted(fft::transform(plan->plan, where, plan->inverse, info ? info->stream : nullptr, input, output,
                                       info ? info->callbacks : fft::Callbacks{}));
}

// rocFFT: "Shared memory is not supported" for callbacks.
rocfft_status rocfft_execution_info_set_load_callback(rocfft_execution_info info, void** cb_functions, void** cb_data, size_t shared_mem_bytes) {
  if (!info || shared_mem_bytes) return rocfft_status_invalid_arg_value;
  info->callbacks.load = {cb_functions ? cb_functions[0] : nullptr, cb_data ? cb_data[0] : nullptr};
  return rocfft_status_success;
}
rocfft_status rocfft_execution_info_set_store_callback(rocfft_execution_info info, void** cb_functions, void** cb_data, size_t shared_mem_bytes) {
  if (!info || shared_mem_bytes) return rocfft_status_invalid_arg_value;
  info->callbacks.store = {cb_functions ? cb_functions[0] : nullptr, cb_data ? cb_data[0] : nullptr};
  return rocfft_status_success;
}

rocfft_status rocfft_plan_get_work_buffer_size(const rocfft_plan plan, size_t* size_in_bytes) {
  if (!plan) return rocfft_status_failure;
  if (!size_in_bytes) return rocfft_status_invalid_arg_value;
  *size_in_bytes = 0;
  return rocfft_status_success;
}

rocfft_status rocfft_plan_get_print(const rocfft_plan plan) {
  if (!plan) return rocfft_status_failure;
  printf("%s\n", fft::described(plan->plan, plan->place, plan->inverse).c_str());
  return rocfft_status_success;
}

rocfft_status rocfft_plan_description_create(rocfft_plan_description* description) {
  if (!description) return rocfft_status_invalid_arg_value;
  *description = new rocfft_plan_description_t;
  return rocfft_status_success;
}

rocfft_status rocfft_plan_description_destroy(rocfft_plan_description description) {
  delete description;
  return rocfft_status_success;
}

// rocFFT: "The supplied factor must be a finite number."
rocfft_status rocfft_plan_description_set_scale_factor(rocfft_plan_description description, const double scale_factor) {
  if (!description || !std::isfinite(scale_factor)) return rocfft_status_invalid_arg_value;
  description->factor = scale_factor;
  return rocfft_status_success;
}

// Null and 0 leave what was said before, as AMD's library does: a description may be used again.
rocfft_status rocfft_plan_description_set_data_layout(rocfft_plan_description description, const rocfft_array_type in_array_type,
                                                      const rocfft_array_type out_array_type, const size_t* in_offsets, const size_t* out_offsets,
                                                      const size_t in_strides_size, const size_t* in_strides, const size_t in_distance,
                                                      const size_t out_strides_size, const size_t* out_strides, const size_t out_distance) {
  if (!description) return rocfft_status_invalid_arg_value;
  const auto set = [](rocfft_side_t& side, rocfft_array_type type, const size_t* offsets, size_t size, const size_t* strides, size_t distance) {
    side.type = type;
    if (offsets) side.offsets[0] = offsets[0];
    if (offsets && fft::is_planar(type)) side.offsets[1] = offsets[1];
    if (strides) side.strides.assign(strides, strides + size);
    if (distance) side.distance = distance;
  };
  set(description->input, in_array_type, in_offsets, in_strides_size, in_strides, in_distance);
  set(description->output, out_array_type, out_offsets, out_strides_size, out_strides, out_distance);
  return rocfft_status_success;
}

rocfft_status rocfft_execution_info_create(rocfft_execution_info* info) {
  if (!info) return rocfft_status_invalid_arg_value;
  *info = new rocfft_execution_info_t;
  return rocfft_status_success;
}

rocfft_status rocfft_execution_info_destroy(rocfft_execution_info info) {
  delete info;
  return rocfft_status_success;
}

// Plans hold their own memory whatever the caller offers, whose size was said to be 0.
rocfft_status rocfft_execution_info_set_work_buffer(rocfft_execution_info info, void* work_buffer, const size_t) {
  if (!info) return rocfft_status_invalid_arg_value;
  return work_buffer ? rocfft_status_success : rocfft_status_invalid_work_buffer;
}

rocfft_status rocfft_execution_info_set_stream(rocfft_execution_info info, void* stream) {
  if (!info) return rocfft_status_invalid_arg_value;
  info->stream = static_cast<hipStream_t>(stream);
  return rocfft_status_success;
}

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

rocfft_status rocfft_get_version_string(char* buf, size_t len) {
  static const char version[] = TEXT(rocfft_version_major) "." TEXT(rocfft_version_minor) "." TEXT(rocfft_version_patch) "." TEXT(rocfft_version_tweak);
  if (!buf) return rocfft_status_failure;
  if (len < sizeof version) return rocfft_status_invalid_arg_value;
  std::memcpy(buf, version, sizeof version);
  return rocfft_status_success;
}

}  // extern "C"
