// What rocFFT says of arguments that make no sense or are unusual, of what is not there, of versions and caches; that a description may be used again,
// and that a plan made before can be part of a graph. Compiled with the host's compiler; run by tests/tests/fft.rs.
#include <hip/hip_runtime_api.h>
#include <rocfft/rocfft-version.h>
#include <rocfft/rocfft.h>

#include <cmath>
#include <cstdio>
#include <cstring>

static bool all = true;

static void expect(const char* what, rocfft_status got, rocfft_status wanted) {
  if (got == wanted) return;
  printf("%s: %d, not %d\n", what, got, wanted);
  all = false;
}

constexpr auto OK = rocfft_status_success;
constexpr auto HERE = rocfft_placement_inplace, THERE = rocfft_placement_notinplace;
constexpr auto FORWARD = rocfft_transform_type_complex_forward, REAL_FORWARD = rocfft_transform_type_real_forward;
constexpr auto FLOAT = rocfft_precision_single;

static void plans_of_nothing() {
  rocfft_plan plan = nullptr;
  const size_t n[4] = {8, 8, 8, 8}, empty[1] = {0};
  expect("no place for the plan", rocfft_plan_create(nullptr, HERE, FORWARD, FLOAT, 1, n, 1, nullptr), rocfft_status_invalid_arg_value);
  expect("four dimensions", rocfft_plan_create(&plan, HERE, FORWARD, FLOAT, 4, n, 1, nullptr), rocfft_status_invalid_dimensions);
  expect("no dimension", rocfft_plan_create(&plan, HERE, FORWARD, FLOAT, 0, n, 1, nullptr), rocfft_status_invalid_dimensions);
  expect("an empty one", rocfft_plan_create(&plan, HERE, FORWARD, FLOAT, 1, empty, 1, nullptr), rocfft_status_invalid_dimensions);
  expect("no lengths", rocfft_plan_create(&plan, HERE, FORWARD, FLOAT, 1, nullptr, 1, nullptr), rocfft_status_invalid_arg_value);
  expect("no transforms", rocfft_plan_create(&plan, HERE, FORWARD, FLOAT, 1, n, 0, nullptr), rocfft_status_invalid_arg_value);
  expect("no type", rocfft_plan_create(&plan, HERE, rocfft_transform_type(9), FLOAT, 1, n, 1, nullptr), rocfft_status_invalid_arg_value);
  expect("no precision", rocfft_plan_create(&plan, HERE, FORWARD, rocfft_precision(9), 1, n, 1, nullptr), rocfft_status_invalid_arg_value);
  expect("no placement", rocfft_plan_create(&plan, rocfft_result_placement(9), FORWARD, FLOAT, 1, n, 1, nullptr), rocfft_status_invalid_arg_value);
  const size_t large[2] = {1 << 16, 1 << 15};
  expect("2^31 elements", rocfft_plan_create(&plan, HERE, FORWARD, FLOAT, 2, large, 1, nullptr), rocfft_status_failure);
  if (plan) all = false, printf("a plan of nothing\n");
  expect("the end of none", rocfft_plan_destroy(nullptr), OK);
  expect("the execution of none", rocfft_execute(nullptr, nullptr, nullptr, nullptr), rocfft_status_failure);
  size_t size;
  expect("the size of none", rocfft_plan_get_work_buffer_size(nullptr, &size), rocfft_status_failure);
}

// What a plan with this layout is told.
static rocfft_status with(rocfft_array_type in, rocfft_array_type out, rocfft_result_placement placement, rocfft_transform_type type, size_t rank,
                          const size_t* out_strides, size_t out_offset) {
  rocfft_plan_description description;
  rocfft_plan plan;
  const size_t n[1] = {8}, none[2] = {0, 0}, out_offsets[2] = {out_offset, 0};
  expect("a description", rocfft_plan_description_create(&description), OK);
  expect("a layout", rocfft_plan_description_set_data_layout(description, in, out, none, out_offsets, 1, nullptr, 0, rank, out_strides, 0), OK);
  const auto status = rocfft_plan_create(&plan, placement, type, FLOAT, 1, n, 1, description);
  expect("the plan's end", rocfft_plan_destroy(plan), OK);
  expect("the description's end", rocfft_plan_description_destroy(description), OK);
  return status;
}

static void layouts_that_cannot_be() {
  const auto whole = rocfft_array_type_complex_interleaved, planar = rocfft_array_type_complex_planar;
  const auto half = rocfft_array_type_hermitian_interleaved, half_planar = rocfft_array_type_hermitian_planar, real = rocfft_array_type_real;
  const auto unset = rocfft_array_type_unset;
  const auto wrong = rocfft_status_invalid_array_type;
  const size_t strides[2] = {1, 8}, zero[1] = {0};
  expect("reals of a complex transform", with(real, whole, THERE, FORWARD, 1, nullptr, 0), wrong);
  expect("half of its result", with(whole, half, THERE, FORWARD, 1, nullptr, 0), wrong);
  expect("two types in place", with(whole, planar, HERE, FORWARD, 1, nullptr, 0), wrong);
  expect("two types elsewhere", with(whole, planar, THERE, FORWARD, 1, nullptr, 0), OK);
  expect("all of a real transform", with(real, whole, THERE, REAL_FORWARD, 1, nullptr, 0), wrong);
  expect("no reals for it", with(half, half, THERE, REAL_FORWARD, 1, nullptr, 0), wrong);
  expect("two arrays in the reals' place", with(real, half_planar, HERE, REAL_FORWARD, 1, nullptr, 0), wrong);
  expect("two arrays elsewhere", with(real, half_planar, THERE, REAL_FORWARD, 1, nullptr, 0), OK);
  expect("the transform's own types", with(unset, unset, HERE, REAL_FORWARD, 1, nullptr, 0), OK);
  expect("strides of two dimensions", with(whole, whole, THERE, FORWARD, 2, strides, 0), rocfft_status_invalid_strides);
  expect("all results in one place", with(whole, whole, THERE, FORWARD, 1, zero, 0), rocfft_status_invalid_strides);
  expect("elsewhere, in place", with(whole, whole, HERE, FORWARD, 1, nullptr, 3), rocfft_status_invalid_offset);
}

// One description for several plans, a work buffer, and arrays that are not there.
static void execution() {
  rocfft_plan_description description;
  rocfft_execution_info info;
  float2 *data, numbers[32];
  if (hipMalloc(&data, sizeof numbers) != hipSuccess) all = false;
  void *buffers[1] = {data}, *none[1] = {nullptr};
  expect("a description", rocfft_plan_description_create(&description), OK);
  expect("no factor", rocfft_plan_description_set_scale_factor(description, NAN), rocfft_status_invalid_arg_value);
  expect("an infinite one", rocfft_plan_description_set_scale_factor(description, INFINITY), rocfft_status_invalid_arg_value);
  expect("an info", rocfft_execution_info_create(&info), OK);
  expect("no work buffer", rocfft_execution_info_set_work_buffer(info, nullptr, 8), rocfft_status_invalid_work_buffer);
  expect("one", rocfft_execution_info_set_work_buffer(info, data, 8), OK);
  for (size_t stride : {1, 2, 4}) {
    rocfft_plan plan;
    const size_t n[1] = {8};
    for (auto& one : numbers) one = {0, 0};
    for (int i = 0; i < 8; i++) numbers[i * stride] = {0, float(i % 2)};
    if (hipMemcpy(data, numbers, sizeof numbers, hipMemcpyHostToDevice) != hipSuccess) all = false;
    const auto type = rocfft_array_type_complex_interleaved;
    expect("a layout", rocfft_plan_description_set_data_layout(description, type, type, nullptr, nullptr, 1, &stride, 8 * stride, 1, &stride, 8 * stride), OK);
    expect("a plan", rocfft_plan_create(&plan, HERE, FORWARD, FLOAT, 1, n, 1, description), OK);
    expect("no buffers", rocfft_execute(plan, nullptr, nullptr, nullptr), rocfft_status_invalid_arg_value);
    expect("none in them", rocfft_execute(plan, none, nullptr, nullptr), rocfft_status_invalid_arg_value);
    expect("a transform", rocfft_execute(plan, buffers, nullptr, info), OK);
    if (hipMemcpy(numbers, data, sizeof numbers, hipMemcpyDeviceToHost) != hipSuccess) all = false;
    for (size_t i = 0; i < 8; i++) {
      const float wanted = i == 0 ? 4 : i == 4 ? -4 : 0;
      if (numbers[i * stride].x != 0 || numbers[i * stride].y != wanted) all = false, printf("stride %zu, number %zu\n", stride, i);
    }
    expect("its end", rocfft_plan_destroy(plan), OK);
  }
  expect("the end", rocfft_execution_info_destroy(info), OK);
  expect("the description's", rocfft_plan_description_destroy(description), OK);
}

// Kernels are compiled when the plan is made, so a stream that is being captured sees launches alone.
static void graphs() {
  rocfft_plan plan;
  rocfft_execution_info info;
  hipStream_t stream;
  hipGraph_t graph;
  hipGraphExec_t made;
  float2 *data, numbers[8] = {{1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}, {6, 0}, {7, 0}, {8, 0}};
  const size_t n[1] = {8};
  bool ok = hipMalloc(&data, sizeof numbers) == hipSuccess && hipStreamCreate(&stream) == hipSuccess;
  ok = ok && hipMemcpy(data, numbers, sizeof numbers, hipMemcpyHostToDevice) == hipSuccess;
  void* buffers[1] = {data};
  expect("a plan", rocfft_plan_create(&plan, HERE, FORWARD, FLOAT, 1, n, 1, nullptr), OK);
  expect("an info", rocfft_execution_info_create(&info), OK);
  expect("a stream", rocfft_execution_info_set_stream(info, stream), OK);
  ok = ok && hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal) == hipSuccess;
  expect("a transform in a graph", rocfft_execute(plan, buffers, nullptr, info), OK);
  ok = ok && hipStreamEndCapture(stream, &graph) == hipSuccess && hipGraphInstantiate(&made, graph, nullptr, nullptr, 0) == hipSuccess;
  for (int i = 0; i < 2; i++) ok = ok && hipGraphLaunch(made, stream) == hipSuccess;
  ok = ok && hipStreamSynchronize(stream) == hipSuccess && hipMemcpy(numbers, data, sizeof numbers, hipMemcpyDeviceToHost) == hipSuccess;
  // Twice forward: eight times the data, backwards.
  for (int i = 0; i < 8; i++) ok = ok && std::fabs(numbers[i].x - 8.f * ((8 - i) % 8 + 1)) < 1e-4f && std::fabs(numbers[i].y) < 1e-4f;
  if (!ok) all = false, printf("a graph: %g %g %g\n", numbers[0].x, numbers[1].x, numbers[2].x);
  expect("the end", rocfft_plan_destroy(plan), OK);
  expect("the info's", rocfft_execution_info_destroy(info), OK);
}

static void what_is_not_there() {
  rocfft_execution_info info;
  rocfft_plan_description description;
  rocfft_field field;
  rocfft_brick brick;
  void* functions[1] = {&info};
  const size_t n[1] = {8};
  expect("an info", rocfft_execution_info_create(&info), OK);
  expect("a description", rocfft_plan_description_create(&description), OK);
  expect("a callback", rocfft_execution_info_set_load_callback(info, functions, nullptr, 0), OK);
  expect("another", rocfft_execution_info_set_store_callback(info, functions, nullptr, 0), OK);
  expect("none", rocfft_execution_info_set_load_callback(info, nullptr, nullptr, 0), OK);
  expect("with shared memory", rocfft_execution_info_set_store_callback(info, nullptr, nullptr, 8), rocfft_status_invalid_arg_value);
  expect("processes", rocfft_plan_description_set_comm(description, rocfft_comm_mpi, &info), rocfft_status_failure);
  expect("without a communicator", rocfft_plan_description_set_comm(description, rocfft_comm_mpi, nullptr), rocfft_status_invalid_arg_value);
  expect("one process", rocfft_plan_description_set_comm(description, rocfft_comm_none, nullptr), OK);
  expect("a field", rocfft_field_create(&field), rocfft_status_failure);
  expect("a brick", rocfft_brick_create(&brick, n, n, n, 1, 0), rocfft_status_failure);
  expect("a field without bricks", rocfft_plan_description_add_infield(description, field), rocfft_status_invalid_arg_value);
  expect("the end", rocfft_execution_info_destroy(info), OK);
  expect("the description's", rocfft_plan_description_destroy(description), OK);
}

static void versions_and_caches() {
  char text[30];
  void* cache = nullptr;
  size_t size = 0;
  int numbers[3] = {};
  expect("a version", rocfft_get_version_string(text, sizeof text), OK);
  expect("a short one", rocfft_get_version_string(text, 3), rocfft_status_invalid_arg_value);
  if (sscanf(text, "%d.%d.%d", &numbers[0], &numbers[1], &numbers[2]) != 3 || numbers[0] != rocfft_version_major || numbers[2] != rocfft_version_patch) {
    all = false, printf("version %s\n", text);
  }
  expect("no cache", rocfft_cache_serialize(nullptr, &size), rocfft_status_invalid_arg_value);
  expect("a cache", rocfft_cache_serialize(&cache, &size), OK);
  expect("its return", rocfft_cache_deserialize(cache, size), OK);
  expect("another's", rocfft_cache_deserialize("SQLite format 3", 16), rocfft_status_failure);
  expect("its end", rocfft_cache_buffer_free(cache), OK);
}

int main() {
  plans_of_nothing();
  layouts_that_cannot_be();
  execution();
  graphs();
  what_is_not_there();
  versions_and_caches();
  printf("RESULT name=rocfft_errors ok=%d\n", all);
  return !all;
}
