// What hipFFT says of arguments that make no sense or are unusual, and of work areas and versions. Compiled with the host's compiler; run by tests/tests/fft.rs.
#include <hip/hip_fp16.h>
#include <hipfft/hipfftXt.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

static bool all = true;

static void expect(const char* what, hipfftResult got, hipfftResult wanted) {
  if (got == wanted) return;
  printf("%s: %d, not %d\n", what, got, wanted);
  all = false;
}

static void plans_of_nothing() {
  hipfftHandle plan = nullptr;
  int n[3] = {8, 8, 8}, embed[3] = {8, 8, 8}, negative[1] = {-1};
  expect("no place for the plan", hipfftPlan1d(nullptr, 8, HIPFFT_C2C, 1), HIPFFT_INVALID_VALUE);
  expect("no length", hipfftPlan1d(&plan, 0, HIPFFT_C2C, 1), HIPFFT_INVALID_SIZE);
  expect("a negative length", hipfftPlan2d(&plan, 8, -8, HIPFFT_C2C), HIPFFT_INVALID_SIZE);
  expect("no batch", hipfftPlan1d(&plan, 8, HIPFFT_C2C, 0), HIPFFT_INVALID_SIZE);
  expect("no type", hipfftPlan3d(&plan, 8, 8, 8, hipfftType(7)), HIPFFT_INVALID_VALUE);
  expect("no rank", hipfftPlanMany(&plan, 0, n, nullptr, 1, 8, nullptr, 1, 8, HIPFFT_C2C, 1), HIPFFT_INVALID_VALUE);
  expect("four dimensions", hipfftPlanMany(&plan, 4, n, nullptr, 1, 8, nullptr, 1, 8, HIPFFT_C2C, 1), HIPFFT_INVALID_VALUE);
  expect("no lengths", hipfftPlanMany(&plan, 1, nullptr, nullptr, 1, 8, nullptr, 1, 8, HIPFFT_C2C, 1), HIPFFT_INVALID_VALUE);
  expect("one side's layout", hipfftPlanMany(&plan, 1, n, embed, 1, 8, nullptr, 1, 8, HIPFFT_C2C, 1), HIPFFT_INVALID_VALUE);
  expect("a negative stride", hipfftPlanMany(&plan, 1, n, embed, -1, 8, embed, 1, 8, HIPFFT_C2C, 1), HIPFFT_INVALID_VALUE);
  expect("a negative embedding", hipfftPlanMany(&plan, 1, n, negative, 1, 8, embed, 1, 8, HIPFFT_C2C, 1), HIPFFT_INVALID_VALUE);
  if (plan) all = false, printf("a plan of nothing\n");
}

static void handles() {
  hipfftHandle plan;
  float2* data;
  int whatever;
  size_t size;
  const auto none = hipfftHandle(&whatever);
  if (hipMalloc(&data, 64) != hipSuccess) all = false;
  expect("a handle that is none", hipfftExecC2C(none, data, data, HIPFFT_FORWARD), HIPFFT_INVALID_PLAN);
  expect("the end of none", hipfftDestroy(none), HIPFFT_INVALID_PLAN);
  expect("a stream for none", hipfftSetStream(none, nullptr), HIPFFT_INVALID_PLAN);
  expect("a new plan", hipfftCreate(&plan), HIPFFT_SUCCESS);
  expect("a plan before it is made", hipfftExecC2C(plan, data, data, HIPFFT_FORWARD), HIPFFT_INVALID_PLAN);
  expect("its size", hipfftGetSize(plan, &size), HIPFFT_INVALID_PLAN);
  expect("a factor that is no number", hipfftExtPlanScaleFactor(plan, NAN), HIPFFT_INVALID_VALUE);
  expect("a plan made", hipfftMakePlan1d(plan, 8, HIPFFT_C2C, 1, &size), HIPFFT_SUCCESS);
  expect("another type's transform", hipfftExecR2C(plan, (float*)data, data), HIPFFT_INVALID_VALUE);
  expect("another precision's", hipfftExecZ2Z(plan, (double2*)data, (double2*)data, HIPFFT_FORWARD), HIPFFT_INVALID_VALUE);
  expect("no data", hipfftExecC2C(plan, nullptr, data, HIPFFT_FORWARD), HIPFFT_INVALID_VALUE);
  expect("no direction", hipfftExecC2C(plan, data, data, 0), HIPFFT_INVALID_VALUE);
  expect("a factor, too late", hipfftExtPlanScaleFactor(plan, 0.5), HIPFFT_INVALID_PLAN);
  expect("a transform", hipfftExecC2C(plan, data, data, HIPFFT_FORWARD), HIPFFT_SUCCESS);
  expect("the end", hipfftDestroy(plan), HIPFFT_SUCCESS);
  expect("a plan that is no more", hipfftExecC2C(plan, data, data, HIPFFT_FORWARD), HIPFFT_INVALID_PLAN);
  expect("its end", hipfftDestroy(plan), HIPFFT_INVALID_PLAN);
}

// A distance of zero: each transform of the batch has the same input.
static void one_input_for_all() {
  hipfftHandle plan;
  float2 *input, *output, ones[8], got[24];
  int n[1] = {8};
  for (auto& one : ones) one = {1, 0};
  if (hipMalloc(&input, sizeof ones) != hipSuccess || hipMalloc(&output, sizeof got) != hipSuccess) all = false;
  if (hipMemcpy(input, ones, sizeof ones, hipMemcpyHostToDevice) != hipSuccess) all = false;
  expect("a plan", hipfftPlanMany(&plan, 1, n, n, 1, 0, n, 1, 8, HIPFFT_C2C, 3), HIPFFT_SUCCESS);
  expect("a transform", hipfftExecC2C(plan, input, output, HIPFFT_FORWARD), HIPFFT_SUCCESS);
  if (hipMemcpy(got, output, sizeof got, hipMemcpyDeviceToHost) != hipSuccess) all = false;
  for (int i = 0; i < 24; i++) {
    if (got[i].x != (i % 8 == 0 ? 8 : 0) || got[i].y != 0) all = false, printf("number %d: %g %g\n", i, got[i].x, got[i].y);
  }
  expect("the end", hipfftDestroy(plan), HIPFFT_SUCCESS);
}

// A factor of the results, of dense data and of those that are copied.
static void factors() {
  for (int stride : {1, 2}) {
    hipfftHandle plan;
    float2 *data, numbers[16] = {};
    int n[1] = {8}, embed[1] = {8};
    for (int i = 0; i < 8; i++) numbers[i * stride] = {1, 0};
    if (hipMalloc(&data, sizeof numbers) != hipSuccess) all = false;
    if (hipMemcpy(data, numbers, sizeof numbers, hipMemcpyHostToDevice) != hipSuccess) all = false;
    expect("a new plan", hipfftCreate(&plan), HIPFFT_SUCCESS);
    expect("a factor", hipfftExtPlanScaleFactor(plan, 0.25), HIPFFT_SUCCESS);
    expect("a plan", hipfftMakePlanMany(plan, 1, n, embed, stride, 8 * stride, embed, stride, 8 * stride, HIPFFT_C2C, 1, nullptr), HIPFFT_SUCCESS);
    expect("a transform", hipfftExecC2C(plan, data, data, HIPFFT_FORWARD), HIPFFT_SUCCESS);
    if (hipMemcpy(numbers, data, sizeof numbers, hipMemcpyDeviceToHost) != hipSuccess) all = false;
    for (int i = 0; i < 8; i++) {
      if (numbers[i * stride].x != (i ? 0 : 2) || numbers[i * stride].y != 0) all = false, printf("number %d: %g\n", i, numbers[i * stride].x);
    }
    expect("the end", hipfftDestroy(plan), HIPFFT_SUCCESS);
  }
}

// More than a block holds, with gaps: VkFFT's own memory has room for them. Elements of the transforms lie side by side, or behind each other.
static void large_with_gaps() {
  const int n = 1 << 17, batch = 3, gap = 7;
  for (const bool side_by_side : {true, false}) {
    const int stride = side_by_side ? batch + gap : 1, distance = side_by_side ? 1 : 2 * n;
    const size_t count = side_by_side ? size_t(n) * stride : size_t(batch) * distance;
    hipfftHandle plan;
    float2* data;
    int length[1] = {n};
    std::vector<float2> numbers(count, float2{9, 9});
    for (int i = 0; i < n; i++) for (int k = 0; k < batch; k++) numbers[size_t(i) * stride + size_t(k) * distance] = {i == k + 1 ? 1.f : 0.f, 0};
    if (hipMalloc(&data, count * sizeof(float2)) != hipSuccess) all = false;
    if (hipMemcpy(data, numbers.data(), count * sizeof(float2), hipMemcpyHostToDevice) != hipSuccess) all = false;
    expect("a plan", hipfftPlanMany(&plan, 1, length, length, stride, distance, length, stride, distance, HIPFFT_C2C, batch), HIPFFT_SUCCESS);
    expect("a transform", hipfftExecC2C(plan, data, data, HIPFFT_FORWARD), HIPFFT_SUCCESS);
    if (hipMemcpy(numbers.data(), data, count * sizeof(float2), hipMemcpyDeviceToHost) != hipSuccess) all = false;
    size_t wrong = 0, left = 0;
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < batch; k++) {
        float2& number = numbers[size_t(i) * stride + size_t(k) * distance];
        const double angle = -2 * M_PI * (int64_t(i) * (k + 1) % n) / n;
        wrong += !(std::hypot(number.x - std::cos(angle), number.y - std::sin(angle)) < 1e-5);
        number = {9, 9};
      }
    }
    for (const float2& number : numbers) left += number.x == 9 && number.y == 9;
    if (wrong || left != count) all = false, printf("large with gaps: %zu wrong, %zu gaps\n", wrong, count - left);
    expect("the end", hipfftDestroy(plan), HIPFFT_SUCCESS);
    if (hipFree(data) != hipSuccess) all = false;
  }
}

static double value(double x) { return x; }
static double value(__half x) { return __half2float(x); }

// hipfftXt's plans: element k of each result is that of a single one at place 1.
template <typename Real> static void named_types(hipDataType real, hipDataType complex, double bound) {
  const int n = 16, batch = 2, half = n / 2 + 1;
  hipfftHandle plan;
  Real *data, *numbers = nullptr;
  long long length[1] = {n};
  size_t size = 1;
  expect("a plan", hipfftCreate(&plan), HIPFFT_SUCCESS);
  expect("two reals", hipfftXtMakePlanMany(plan, 1, length, nullptr, 1, 0, real, nullptr, 1, 0, real, batch, &size, complex), HIPFFT_INVALID_TYPE);
  expect("done in reals", hipfftXtMakePlanMany(plan, 1, length, nullptr, 1, 0, real, nullptr, 1, 0, complex, batch, &size, real), HIPFFT_INVALID_TYPE);
  expect("no such type", hipfftXtGetSizeMany(plan, 1, length, nullptr, 1, 0, HIP_R_8I, nullptr, 1, 0, complex, batch, &size, complex), HIPFFT_INVALID_TYPE);
  if (hipMalloc(&data, 4 * n * batch * sizeof(Real)) != hipSuccess || hipHostMalloc(&numbers, 2 * n * batch * sizeof(Real)) != hipSuccess) {
    all = false;
    return;
  }
  // From reals, whose direction nobody looks at.
  Real* spectrum = data + 2 * n * batch;
  for (int i = 0; i < 2 * n * batch; i++) numbers[i] = Real(i % n == 1 ? 1.f : 0.f);
  if (hipMemcpy(data, numbers, n * batch * sizeof(Real), hipMemcpyHostToDevice) != hipSuccess) all = false;
  expect("from reals", hipfftXtMakePlanMany(plan, 1, length, nullptr, 1, 0, real, nullptr, 1, 0, complex, batch, &size, complex), HIPFFT_SUCCESS);
  if (size != 0) all = false, printf("a size\n");
  expect("the spectrum", hipfftXtExec(plan, data, spectrum, HIPFFT_BACKWARD), HIPFFT_SUCCESS);
  if (hipMemcpy(numbers, spectrum, 2 * half * batch * sizeof(Real), hipMemcpyDeviceToHost) != hipSuccess) all = false;
  int wrong = 0;
  for (int k = 0; k < half * batch; k++) {
    const double angle = -2 * M_PI * (k % half) / n;
    wrong += !(std::hypot(value(numbers[2 * k]) - std::cos(angle), value(numbers[2 * k + 1]) - std::sin(angle)) < bound);
  }
  expect("the end", hipfftDestroy(plan), HIPFFT_SUCCESS);
  // And back.
  expect("a plan", hipfftCreate(&plan), HIPFFT_SUCCESS);
  expect("to reals", hipfftXtMakePlanMany(plan, 1, length, nullptr, 1, 0, complex, nullptr, 1, 0, real, batch, &size, complex), HIPFFT_SUCCESS);
  expect("the reals", hipfftXtExec(plan, spectrum, data, 0), HIPFFT_SUCCESS);
  if (hipMemcpy(numbers, data, n * batch * sizeof(Real), hipMemcpyDeviceToHost) != hipSuccess) all = false;
  for (int i = 0; i < n * batch; i++) wrong += !(std::fabs(value(numbers[i]) - (i % n == 1 ? n : 0)) < n * bound);
  expect("the end", hipfftDestroy(plan), HIPFFT_SUCCESS);
  // Complex numbers on both sides have a direction.
  expect("a plan", hipfftCreate(&plan), HIPFFT_SUCCESS);
  expect("complex", hipfftXtMakePlanMany(plan, 1, length, nullptr, 1, 0, complex, nullptr, 1, 0, complex, batch, &size, complex), HIPFFT_SUCCESS);
  for (int i = 0; i < 2 * n * batch; i++) numbers[i] = Real(i % (2 * n) == 2 ? 1.f : 0.f);
  if (hipMemcpy(data, numbers, 2 * n * batch * sizeof(Real), hipMemcpyHostToDevice) != hipSuccess) all = false;
  expect("no direction", hipfftXtExec(plan, data, data, 0), HIPFFT_INVALID_VALUE);
  expect("backward", hipfftXtExec(plan, data, data, HIPFFT_BACKWARD), HIPFFT_SUCCESS);
  if (hipMemcpy(numbers, data, 2 * n * batch * sizeof(Real), hipMemcpyDeviceToHost) != hipSuccess) all = false;
  for (int k = 0; k < n * batch; k++) {
    const double angle = 2 * M_PI * (k % n) / n;
    wrong += !(std::hypot(value(numbers[2 * k]) - std::cos(angle), value(numbers[2 * k + 1]) - std::sin(angle)) < bound);
  }
  expect("the end", hipfftDestroy(plan), HIPFFT_SUCCESS);
  if (wrong) all = false, printf("%d numbers of %zu bytes are wrong\n", wrong, sizeof(Real));
  if (hipFree(data) != hipSuccess || hipHostFree(numbers) != hipSuccess) all = false;
}

// Nothing is read of data that are too large to be counted.
static void too_large() {
  hipfftHandle plan;
  float2* data;
  if (hipMalloc(&data, 64) != hipSuccess) all = false;
  expect("a plan", hipfftPlan2d(&plan, 1 << 16, 1 << 15, HIPFFT_C2C), HIPFFT_SUCCESS);
  expect("2^31 elements", hipfftExecC2C(plan, data, data, HIPFFT_FORWARD), HIPFFT_NOT_SUPPORTED);
  expect("the end", hipfftDestroy(plan), HIPFFT_SUCCESS);
}

static void work_areas_and_versions() {
  hipfftHandle plan;
  size_t size = 1;
  long long n[2] = {16, 16};
  int version = 0, major = 0;
  expect("a plan", hipfftCreate(&plan), HIPFFT_SUCCESS);
  expect("the caller's memory", hipfftSetAutoAllocation(plan, 0), HIPFFT_SUCCESS);
  expect("64 bits", hipfftMakePlanMany64(plan, 2, n, nullptr, 1, 0, nullptr, 1, 0, HIPFFT_D2Z, 3, &size), HIPFFT_SUCCESS);
  if (size != 0) all = false, printf("a size\n");
  expect("a work area", hipfftSetWorkArea(plan, nullptr), HIPFFT_SUCCESS);
  expect("an estimate", hipfftEstimate2d(16, 16, HIPFFT_C2C, &size), HIPFFT_SUCCESS);
  expect("an estimate of nothing", hipfftEstimate1d(0, HIPFFT_C2C, 1, &size), HIPFFT_INVALID_SIZE);
  expect("the end", hipfftDestroy(plan), HIPFFT_SUCCESS);
  expect("the version", hipfftGetVersion(&version), HIPFFT_SUCCESS);
  expect("the first part of it", hipfftGetProperty(HIPFFT_MAJOR_VERSION, &major), HIPFFT_SUCCESS);
  if (version != HIPFFT_VERSION || major != version / 10000) all = false, printf("version %d\n", version);
}

int main() {
  plans_of_nothing();
  handles();
  one_input_for_all();
  factors();
  large_with_gaps();
  named_types<__half>(HIP_R_16F, HIP_C_16F, 2e-3);
  named_types<float>(HIP_R_32F, HIP_C_32F, 1e-6);
  named_types<double>(HIP_R_64F, HIP_C_64F, 1e-14);
  too_large();
  work_areas_and_versions();
  printf("RESULT name=errors ok=%d\n", all);
  return !all;
}
