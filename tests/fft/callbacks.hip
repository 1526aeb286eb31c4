// Load and store callbacks of hipFFT and rocFFT, compared with transforms by their definition of what they load: each kind of transform, in place and
// not, with gaps, offsets and factors. A callback is called once for each element, by its place in the caller's array. Run by tests/tests/fft.rs.
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>
#include <hipfft/hipfftXt.h>
#include <rocfft/rocfft.h>

#include <cstdio>
#include <string>
#include <vector>

#include "../judged.h"
#include "oracle.h"

#define OK(call) if (const int status = int(call)) (printf("%s:%d: %s: %d\n", __FILE__, __LINE__, #call, status), exit(1))

// What a callback is given: a factor for each place, and how often it was called there.
struct Info {
  const float* factors;
  int* calls;
};
template <class T> __device__ T loaded(void* array, size_t offset, void* data, void* shared) {
  const Info& info = *static_cast<Info*>(data);
  atomicAdd(&info.calls[offset], shared ? 100 : 1);
  return static_cast<T*>(array)[offset] * info.factors[offset];
}
template <class T> __device__ void stored(void* array, size_t offset, T element, void* data, void* shared) {
  const Info& info = *static_cast<Info*>(data);
  atomicAdd(&info.calls[offset], shared ? 100 : 1);
  static_cast<T*>(array)[offset] = element * info.factors[offset];
}
struct alignas(4) Half2 { _Float16 x, y; };
__device__ inline Half2 operator*(Half2 a, float f) { return {_Float16(float(a.x) * f), _Float16(float(a.y) * f)}; }
__device__ _Float16 load_half(void* array, size_t offset, void* data, void*) {
  return _Float16(float(static_cast<_Float16*>(array)[offset]) * static_cast<Info*>(data)->factors[offset]);
}
__device__ void store_half2(void* array, size_t offset, Half2 element, void* data, void*) {
  static_cast<Half2*>(array)[offset] = element * static_cast<Info*>(data)->factors[offset];
}
__device__ hipfftCallbackLoadC load_c = loaded<float2>;
__device__ hipfftCallbackLoadZ load_z = loaded<double2>;
__device__ hipfftCallbackLoadR load_r = loaded<float>;
__device__ hipfftCallbackLoadD load_d = loaded<double>;
__device__ hipfftCallbackStoreC store_c = stored<float2>;
__device__ hipfftCallbackStoreZ store_z = stored<double2>;
__device__ hipfftCallbackStoreR store_r = stored<float>;
__device__ hipfftCallbackStoreD store_d = stored<double>;
__device__ void* load_h = (void*)load_half;
__device__ void* store_h = (void*)store_half2;

static void expect(const char* what, int got, int wanted) {
  if (got != wanted) printf("%s: %d, not %d\n", what, got, wanted);
  result(what, got == wanted);
}

template <class T> void* address(T& symbol) {
  void* function = nullptr;
  OK(hipMemcpyFromSymbol(&function, symbol, sizeof function));
  return function;
}

static long double next_number() {
  static uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (long double)(state >> 40) / (1 << 23) - 1;
}

// A callback's data on the device.
struct Given {
  std::vector<float> factors;
  float* device_factors;
  int* calls;
  Info* info;

  explicit Given(size_t places) : factors(places) {
    for (float& factor : factors) factor = float(next_number());
    OK(hipMalloc(&device_factors, places * sizeof(float)));
    OK(hipMalloc(&calls, places * sizeof(int)));
    OK(hipMalloc(&info, sizeof *info));
    OK(hipMemcpy(device_factors, factors.data(), places * sizeof(float), hipMemcpyHostToDevice));
    OK(hipMemset(calls, 0, places * sizeof(int)));
    const Info host = {device_factors, calls};
    OK(hipMemcpy(info, &host, sizeof host, hipMemcpyHostToDevice));
  }
  std::vector<int> called() const {
    std::vector<int> host(factors.size());
    OK(hipMemcpy(host.data(), calls, host.size() * sizeof(int), hipMemcpyDeviceToHost));
    return host;
  }
};

// One side: reals or complex numbers, the fastest index first.
struct Side {
  bool real;
  Lengths n, strides;
  int64_t distance;
  int64_t place(int b, const Lengths& k) const { return b * distance + k[0] * strides[0] + k[1] * strides[1] + k[2] * strides[2]; }
};

struct Case {
  const char* name;
  hipfftType type;
  int direction, rank;
  Lengths n;
  int batch, stride;  // stride 0: as hipFFT has dense data
  bool in_place, load, store;
};

static bool to_real(hipfftType type) { return type == HIPFFT_C2R || type == HIPFFT_Z2D; }
static bool from_real(hipfftType type) { return type == HIPFFT_R2C || type == HIPFFT_D2Z; }

static Side side(const Case& c, bool real) {
  Lengths n = c.n;
  if ((to_real(c.type) || from_real(c.type)) && !real) n[0] = n[0] / 2 + 1;
  const int64_t row = real && c.in_place ? 2 * (c.n[0] / 2 + 1) : n[0], stride = c.stride ? c.stride : 1, gap = c.stride ? 1 : 0;
  return {real, n, {stride, stride * (row + gap), stride * (row + gap) * n[1]}, stride * (row + gap) * n[1] * n[2]};
}

// Data with Hermitian symmetry where they become real.
static Data data_of(const Case& c) {
  Data data(c.batch, std::vector<Wide>(elements(c.n)));
  for (auto& one : data) for (auto& value : one) value = {next_number(), from_real(c.type) ? 0 : next_number()};
  if (!to_real(c.type)) return data;
  for (auto& one : data) {
    auto symmetric = one;
    for (int64_t i = 0; i < elements(c.n); i++) {
      auto k = index(c.n, i);
      for (int d = 0; d < 3; d++) k[d] = (c.n[d] - k[d]) % c.n[d];
      symmetric[i] = (one[i] + std::conj(one[number_of(c.n, k)])) / 2.0L;
    }
    one = symmetric;
  }
  return data;
}

template <class R> void put(std::vector<R>& array, const Side& s, int64_t place, Wide value) {
  if (s.real) array[place] = R(value.real());
  else array[2 * place] = R(value.real()), array[2 * place + 1] = R(value.imag());
}
template <class R> Wide get(const std::vector<R>& array, const Side& s, int64_t place) {
  return s.real ? Wide(array[place]) : Wide(array[2 * place], array[2 * place + 1]);
}

template <class R> void check(const Case& c, void* load, void* store, hipfftXtCallbackType load_type, hipfftXtCallbackType store_type) {
  const Side in = side(c, from_real(c.type)), out = side(c, to_real(c.type));
  const size_t parts_in = in.distance * c.batch * (in.real ? 1 : 2), parts_out = out.distance * c.batch * (out.real ? 1 : 2);
  Given load_given(in.distance * c.batch), store_given(out.distance * c.batch);
  // What memory holds is what is to be loaded by the factors: the factors of mirrored places are the same.
  const Data data = data_of(c);
  std::vector<R> input(std::max(parts_in, parts_out), R(7)), output(parts_out);
  for (int b = 0; b < c.batch; b++) {
    for (int64_t i = 0; i < elements(in.n); i++) {
      const int64_t place = in.place(b, index(in.n, i));
      const Wide value = data[b][number_of(c.n, index(in.n, i))];
      put(input, in, place, c.load ? value / (long double)load_given.factors[place] : value);
    }
  }
  R *device_in, *device_out;
  OK(hipMalloc(&device_in, input.size() * sizeof(R)));
  OK(hipMalloc(&device_out, output.size() * sizeof(R)));
  OK(hipMemcpy(device_in, input.data(), input.size() * sizeof(R), hipMemcpyHostToDevice));
  if (c.in_place) device_out = device_in;
  hipfftHandle plan;
  int n[3], in_embed[3], out_embed[3];
  for (int i = 0; i < c.rank; i++) {
    n[c.rank - 1 - i] = int(c.n[i]);
    in_embed[c.rank - 1 - i] = int(i ? in.n[i] : in.strides[1] / in.strides[0]);
    out_embed[c.rank - 1 - i] = int(i ? out.n[i] : out.strides[1] / out.strides[0]);
  }
  const bool dense = c.stride == 0;
  OK(hipfftPlanMany(&plan, c.rank, n, dense ? nullptr : in_embed, int(in.strides[0]), int(in.distance), dense ? nullptr : out_embed, int(out.strides[0]),
                    int(out.distance), c.type, c.batch));
  if (c.load) OK(hipfftXtSetCallback(plan, &load, load_type, (void**)&load_given.info));
  if (c.store) OK(hipfftXtSetCallback(plan, &store, store_type, (void**)&store_given.info));
  OK(hipfftXtExec(plan, device_in, device_out, c.direction));
  OK(hipMemcpy(output.data(), device_out, output.size() * sizeof(R), hipMemcpyDeviceToHost));
  OK(hipfftDestroy(plan));

  const std::vector<Wide> w[3] = {roots(c.n[0], c.direction), roots(c.n[1], c.direction), roots(c.n[2], c.direction)};
  bool ok = true;
  const auto loads = load_given.called(), stores = store_given.called();
  for (int b = 0; b < c.batch; b++) {
    for (int64_t i = 0; c.load && i < elements(in.n); i++) ok = ok && loads[in.place(b, index(in.n, i))] == 1;
    for (int64_t i = 0; i < elements(out.n); i++) {
      const int64_t place = out.place(b, index(out.n, i));
      Wide value = element(data[b], c.n, index(out.n, i), w);
      const long double factor = c.store ? store_given.factors[place] : 1;
      ok = ok && (!c.store || stores[place] == 1);
      const long double error = std::abs(get(output, out, place) - (out.real ? Wide(value.real()) : value) * factor);
      if (!(error <= 2 * allowed(data[b], elements(c.n), sizeof(R) == 8))) ok = false, printf("%s: place %lld: %Lg\n", c.name, (long long)place, error);
    }
  }
  result(c.name, ok);
  (void)hipFree(device_in);
  if (!c.in_place) (void)hipFree(device_out);
}

static void hipffts() {
  const auto f = HIPFFT_FORWARD, b = HIPFFT_BACKWARD;
  check<float>({"c2c_load", HIPFFT_C2C, f, 1, {12, 1, 1}, 3, 0, false, true, false}, address(load_c), nullptr, HIPFFT_CB_LD_COMPLEX, {});
  check<float>({"c2c_store_in_place", HIPFFT_C2C, b, 1, {12, 1, 1}, 3, 0, true, false, true}, nullptr, address(store_c), {}, HIPFFT_CB_ST_COMPLEX);
  check<float>({"c2c_both_strided", HIPFFT_C2C, f, 2, {8, 6, 1}, 2, 3, false, true, true}, address(load_c), address(store_c), HIPFFT_CB_LD_COMPLEX, HIPFFT_CB_ST_COMPLEX);
  check<double>({"z2z_both_in_place_3d", HIPFFT_Z2Z, f, 3, {4, 6, 5}, 2, 0, true, true, true}, address(load_z), address(store_z), HIPFFT_CB_LD_COMPLEX_DOUBLE,
                HIPFFT_CB_ST_COMPLEX_DOUBLE);
  check<float>({"r2c_both", HIPFFT_R2C, f, 2, {10, 4, 1}, 2, 0, false, true, true}, address(load_r), address(store_c), HIPFFT_CB_LD_REAL, HIPFFT_CB_ST_COMPLEX);
  check<double>({"d2z_load_in_place", HIPFFT_D2Z, f, 1, {9, 1, 1}, 4, 0, true, true, false}, address(load_d), nullptr, HIPFFT_CB_LD_REAL_DOUBLE, {});
  check<float>({"c2r_both_in_place", HIPFFT_C2R, b, 2, {8, 3, 1}, 3, 0, true, true, true}, address(load_c), address(store_r), HIPFFT_CB_LD_COMPLEX, HIPFFT_CB_ST_REAL);
  check<double>({"z2d_store_strided", HIPFFT_Z2D, b, 1, {16, 1, 1}, 2, 2, false, false, true}, nullptr, address(store_d), {}, HIPFFT_CB_ST_REAL_DOUBLE);
}

// rocFFT: offsets in front of the data count, and a factor of the results comes before the callback.
static void rocffts() {
  const size_t n = 16, first = 5;
  rocfft_plan_description description;
  OK(rocfft_plan_description_create(&description));
  OK(rocfft_plan_description_set_data_layout(description, rocfft_array_type_complex_interleaved, rocfft_array_type_complex_interleaved, &first, &first, 0, nullptr, 0, 0,
                                             nullptr, 0));
  OK(rocfft_plan_description_set_scale_factor(description, 0.25));
  rocfft_plan plan;
  OK(rocfft_plan_create(&plan, rocfft_placement_inplace, rocfft_transform_type_complex_forward, rocfft_precision_double, 1, &n, 1, description));
  rocfft_execution_info info;
  OK(rocfft_execution_info_create(&info));
  Given given(n + first), store_given(n + first);
  void *load = address(load_z), *store = address(store_z);
  OK(rocfft_execution_info_set_load_callback(info, &load, (void**)&given.info, 0));
  OK(rocfft_execution_info_set_store_callback(info, &store, (void**)&store_given.info, 0));
  std::vector<std::complex<double>> host(n + first, {3, 3});
  for (size_t i = 0; i < n; i++) host[first + i] = {double(next_number()), double(next_number())};
  double2* device;
  OK(hipMalloc(&device, host.size() * sizeof(double2)));
  OK(hipMemcpy(device, host.data(), host.size() * sizeof(double2), hipMemcpyHostToDevice));
  void* buffer = device;
  OK(rocfft_execute(plan, &buffer, nullptr, info));
  std::vector<std::complex<double>> got(host.size());
  OK(hipMemcpy(got.data(), device, host.size() * sizeof(double2), hipMemcpyDeviceToHost));
  std::vector<Wide> data(n);
  for (size_t i = 0; i < n; i++) data[i] = Wide(host[first + i]) * (long double)given.factors[first + i];
  const std::vector<Wide> w[3] = {roots(n, -1), roots(1, -1), roots(1, -1)};
  bool ok = true;
  for (size_t i = 0; i < first; i++) ok = ok && got[i] == host[i];
  for (size_t i = 0; i < n; i++) {
    const Wide wanted = element(data, {int64_t(n), 1, 1}, {int64_t(i), 0, 0}, w) * 0.25L * (long double)store_given.factors[first + i];
    ok = ok && std::abs(Wide(got[first + i]) - wanted) <= 2 * allowed(data, n, true);
  }
  result("rocfft_offsets", ok);
  expect("rocfft_shared_memory", rocfft_execution_info_set_load_callback(info, &load, nullptr, 16), rocfft_status_invalid_arg_value);
  // Without callbacks again.
  OK(rocfft_execution_info_set_load_callback(info, nullptr, nullptr, 0));
  OK(rocfft_execution_info_set_store_callback(info, nullptr, nullptr, 0));
  OK(hipMemcpy(device, host.data(), host.size() * sizeof(double2), hipMemcpyHostToDevice));
  OK(rocfft_execute(plan, &buffer, nullptr, info));
  OK(hipMemcpy(got.data(), device, host.size() * sizeof(double2), hipMemcpyDeviceToHost));
  Wide sum = 0;
  for (size_t i = 0; i < n; i++) sum += Wide(host[first + i]);
  result("rocfft_cleared", std::abs(Wide(got[first]) - sum * 0.25L) < 1e-13L);
  OK(rocfft_plan_destroy(plan));
  OK(rocfft_plan_description_destroy(description));
  OK(rocfft_execution_info_destroy(info));
}

static void halves() {
  const size_t n = 8;
  rocfft_plan plan;
  OK(rocfft_plan_create(&plan, rocfft_placement_notinplace, rocfft_transform_type_real_forward, rocfft_precision_half, 1, &n, 1, nullptr));
  rocfft_execution_info info;
  OK(rocfft_execution_info_create(&info));
  Given given(n), store_given(n);
  void *load = address(load_h), *store = address(store_h);
  OK(rocfft_execution_info_set_load_callback(info, &load, (void**)&given.info, 0));
  OK(rocfft_execution_info_set_store_callback(info, &store, (void**)&store_given.info, 0));
  std::vector<_Float16> host(n), got(2 * (n / 2 + 1));
  for (auto& value : host) value = _Float16(float(next_number()));
  void *in, *out;
  OK(hipMalloc(&in, n * 2));
  OK(hipMalloc(&out, got.size() * 2));
  OK(hipMemcpy(in, host.data(), n * 2, hipMemcpyHostToDevice));
  OK(rocfft_execute(plan, &in, &out, info));
  OK(hipMemcpy(got.data(), out, got.size() * 2, hipMemcpyDeviceToHost));
  std::vector<Wide> data(n);
  for (size_t i = 0; i < n; i++) data[i] = Wide((long double)(float)(_Float16)((float)host[i] * given.factors[i]));
  const std::vector<Wide> w[3] = {roots(n, -1), roots(1, -1), roots(1, -1)};
  bool ok = true;
  for (size_t i = 0; i <= n / 2; i++) {
    const Wide wanted = element(data, {int64_t(n), 1, 1}, {int64_t(i), 0, 0}, w) * (long double)store_given.factors[i];
    ok = ok && std::abs(Wide((float)got[2 * i], (float)got[2 * i + 1]) - wanted) < 0.01;
  }
  result("rocfft_halves", ok);
  OK(rocfft_plan_destroy(plan));
}

// A callback of a module that hipRTC compiled.
static void rtc() {
  const char* source = R"(
__device__ float2 twice(void* array, size_t offset, void*, void*) { return ((float2*)array)[offset] * 2.0f; }
extern "C" { __device__ float2 (*pointer)(void*, size_t, void*, void*) = twice; }
)";
  hiprtcProgram program;
  OK(hiprtcCreateProgram(&program, source, "twice", 0, nullptr, nullptr));
  OK(hiprtcCompileProgram(program, 0, nullptr));
  size_t size;
  OK(hiprtcGetCodeSize(program, &size));
  std::string code(size, 0);
  OK(hiprtcGetCode(program, code.data()));
  hipModule_t module;
  OK(hipModuleLoadData(&module, code.data()));
  unsigned functions = 7;
  OK(hipModuleGetFunctionCount(&functions, module));
  expect("its kernels are not the program's", functions, 0);
  hipDeviceptr_t pointer;
  OK(hipModuleGetGlobal(&pointer, &size, module, "pointer"));
  void* load;
  OK(hipMemcpy(&load, (void*)pointer, sizeof load, hipMemcpyDeviceToHost));
  hipfftHandle plan;
  OK(hipfftPlan1d(&plan, 4, HIPFFT_C2C, 1));
  OK(hipfftXtSetCallback(plan, &load, HIPFFT_CB_LD_COMPLEX, nullptr));
  float2 host[4] = {{1, 0}, {2, 0}, {3, 0}, {4, 1}}, *device;
  OK(hipMalloc(&device, sizeof host));
  OK(hipMemcpy(device, host, sizeof host, hipMemcpyHostToDevice));
  OK(hipfftExecC2C(plan, device, device, HIPFFT_FORWARD));
  OK(hipMemcpy(host, device, sizeof host, hipMemcpyDeviceToHost));
  result("rtc", host[0].x == 20 && host[0].y == 2);
  OK(hipModuleUnload(module));
  expect("a callback that is no more", hipfftExecC2C(plan, device, device, HIPFFT_FORWARD), HIPFFT_EXEC_FAILED);
  OK(hipfftXtClearCallback(plan, HIPFFT_CB_LD_COMPLEX));
  expect("none", hipfftExecC2C(plan, device, device, HIPFFT_FORWARD), HIPFFT_SUCCESS);
  OK(hipfftDestroy(plan));
}

static void errors() {
  hipfftHandle plan;
  void* load = address(load_c);
  float2* data;
  OK(hipMalloc(&data, 64));
  expect("no plan", hipfftXtSetCallback(nullptr, &load, HIPFFT_CB_LD_COMPLEX, nullptr), HIPFFT_INVALID_PLAN);
  OK(hipfftPlan1d(&plan, 8, HIPFFT_C2C, 1));
  expect("reals of complex numbers", hipfftXtSetCallback(plan, &load, HIPFFT_CB_LD_REAL, nullptr), HIPFFT_INVALID_VALUE);
  expect("doubles of floats", hipfftXtSetCallback(plan, &load, HIPFFT_CB_LD_COMPLEX_DOUBLE, nullptr), HIPFFT_INVALID_VALUE);
  expect("no type", hipfftXtSetCallback(plan, &load, HIPFFT_CB_UNDEFINED, nullptr), HIPFFT_INVALID_VALUE);
  expect("shared memory", hipfftXtSetCallbackSharedSize(plan, HIPFFT_CB_LD_COMPLEX, 16), HIPFFT_INVALID_VALUE);
  expect("no shared memory", hipfftXtSetCallbackSharedSize(plan, HIPFFT_CB_LD_COMPLEX, 0), HIPFFT_SUCCESS);
  void* other = address(load_r);  // another size of elements
  OK(hipfftXtSetCallback(plan, &other, HIPFFT_CB_LD_COMPLEX, nullptr));
  expect("another callback", hipfftExecC2C(plan, data, data, HIPFFT_FORWARD), HIPFFT_EXEC_FAILED);
  OK(hipfftDestroy(plan));
}

int main() {
  hipffts();
  rocffts();
  halves();
  rtc();
  errors();
  return failures != 0;
}
