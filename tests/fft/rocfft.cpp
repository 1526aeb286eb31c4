// rocFFT against the definition: a table of lengths, layouts, types and factors. Compiled with the host's compiler; run by tests/tests/fft.rs.
#include <hip/hip_runtime_api.h>
#include <rocfft/rocfft.h>

#include <algorithm>
#include <cstdio>
#include <random>

#include "rocfft_sides.h"

static const Case CASES[] = {
#include "rocfft_cases.inc"
};

static rocfft_status create(const Case& c, const Side& in, const Side& out, rocfft_plan& plan) {
  rocfft_plan_description description = nullptr;
  const auto sizes = [](const Lengths& l) { return std::array<size_t, 3>{size_t(l[0]), size_t(l[1]), size_t(l[2])}; };
  const auto n = sizes(c.n), in_strides = sizes(in.strides), out_strides = sizes(out.strides);
  const size_t in_offsets[] = {size_t(in.offset), size_t(in.offset)}, out_offsets[] = {size_t(out.offset), size_t(out.offset)};
  if (auto status = rocfft_plan_description_create(&description)) return status;
  if (auto status = rocfft_plan_description_set_scale_factor(description, c.factor)) return status;
  if (c.layout != DEFAULT) {
    if (auto status = rocfft_plan_description_set_data_layout(description, in.array_type(c.type == REAL_INVERSE), out.array_type(c.type == REAL_FORWARD),
                                                              in_offsets, out_offsets, c.rank, in_strides.data(), in.distance, c.rank,
                                                              out_strides.data(), out.distance)) {
      return status;
    }
  }
  const auto placement = c.in_place ? rocfft_placement_inplace : rocfft_placement_notinplace;
  const bool said = c.layout != DEFAULT || c.factor != 1;
  auto status = rocfft_plan_create(&plan, placement, c.type, c.precision, c.rank, n.data(), c.batch, said ? description : nullptr);
  return status ? status : rocfft_plan_description_destroy(description);
}

// Random data of each transform of the batch, exact in halves. What becomes real is the transform of real data: each number's mirror image is its conjugate.
static Data random_data(const Case& c) {
  std::mt19937_64 random(c.n[0] * 31 + c.n[1] * 7 + c.type);
  const auto number = [&] { return int64_t(random() % 513 - 256) / 256.0L; };
  Data data(c.batch, std::vector<Wide>(elements(c.n)));
  for (auto& one : data) {
    for (int64_t i = 0; i < int64_t(one.size()); i++) {
      const auto k = index(c.n, i);
      const int64_t mirror = number_of(c.n, {(c.n[0] - k[0]) % c.n[0], (c.n[1] - k[1]) % c.n[1], (c.n[2] - k[2]) % c.n[2]});
      if (c.type == REAL_INVERSE && mirror < i) one[i] = std::conj(one[mirror]);
      else one[i] = Wide(number(), c.type == REAL_FORWARD || (c.type == REAL_INVERSE && mirror == i) ? 0 : number());
    }
  }
  return data;
}

static bool to_device(const Buffers& host, std::vector<void*>& device, hipStream_t stream) {
  for (const auto& buffer : host) {
    device.push_back(nullptr);
    if (hipMalloc(&device.back(), buffer.size()) != hipSuccess) return false;
    if (hipMemcpyAsync(device.back(), buffer.data(), buffer.size(), hipMemcpyHostToDevice, stream) != hipSuccess) return false;
  }
  return true;
}

static bool to_host(Buffers& host, const std::vector<void*>& device, hipStream_t stream) {
  for (size_t i = 0; i < host.size(); i++) {
    if (hipMemcpyAsync(host[i].data(), device[i], host[i].size(), hipMemcpyDeviceToHost, stream) != hipSuccess) return false;
  }
  return hipStreamSynchronize(stream) == hipSuccess;
}

// Runs the transform of `input`; `output` is what is there then.
static bool transform(const Case& c, const Side& in, const Side& out, const Buffers& input, Buffers& output) {
  rocfft_plan plan;
  if (auto status = create(c, in, out, plan)) return printf("plan: %d\n", status), false;
  hipStream_t stream;
  rocfft_execution_info info;
  std::vector<void*> from, to;
  size_t work = 1;
  bool ok = hipStreamCreate(&stream) == hipSuccess && rocfft_execution_info_create(&info) == rocfft_status_success;
  ok = ok && rocfft_execution_info_set_stream(info, stream) == rocfft_status_success;
  ok = ok && rocfft_plan_get_work_buffer_size(plan, &work) == rocfft_status_success && work == 0;
  ok = ok && to_device(input, from, stream) && to_device(output, to, stream);
  if (auto status = ok ? rocfft_execute(plan, from.data(), c.in_place ? nullptr : to.data(), info) : rocfft_status_success) {
    return printf("execute: %d\n", status), false;
  }
  ok = ok && to_host(output, c.in_place ? from : to, stream) && rocfft_plan_destroy(plan) == rocfft_status_success;
  for (auto* pointers : {&from, &to}) for (void* pointer : *pointers) ok = hipFree(pointer) == hipSuccess && ok;
  return ok && rocfft_execution_info_destroy(info) == rocfft_status_success && hipStreamDestroy(stream) == hipSuccess;
}

// The worst error of any element, in parts of what is allowed. Results that are stored as halves are rounded once more.
static long double worst_error(const Case& c, const Side& out, const Data& data, const Buffers& output) {
  std::vector<Wide> w[3];
  for (int i = 0; i < 3; i++) w[i] = roots(c.n[i], c.direction());
  long double worst = 0;
  for (int64_t b = 0; b < c.batch; b++) {
    const long double bound = std::fabs((long double)c.factor) * allowed(data[b], elements(c.n), c.precision == DOUBLE);
    const int64_t count = elements(out.lengths), step = count * elements(c.n) > 3'000'000 ? 97 : 1;
    for (int64_t i = 0; i < count; i += step) {
      const auto k = index(out.lengths, i);
      const Wide wanted = (long double)c.factor * element(data[b], c.n, k, w);
      const long double stored = c.precision == HALF ? 0x1p-11L * std::abs(wanted) * 1.5L + 0x1p-24L : 0;
      const long double error = std::abs(get(output, out, out.place(b, k)) - wanted) / (bound + stored);
      if (!(error <= worst)) worst = error;  // not a number, too
    }
  }
  return worst;
}

static bool right(const Case& c, long double& worst) {
  const Side in = side(c, false), out = side(c, true);
  const Data data = random_data(c);
  const size_t in_bytes = c.in_place ? std::max(in.bytes(), out.bytes()) : in.bytes();
  Buffers input(in.arrays(), Buffer(in_bytes, 0x55)), output(out.arrays(), Buffer(c.in_place ? in_bytes : out.bytes(), 0x55));
  for (int64_t b = 0; b < c.batch; b++) {
    for (int64_t i = 0; i < elements(in.lengths); i++) {
      const auto k = index(in.lengths, i);
      set(input, in, in.place(b, k), data[b][number_of(c.n, k)]);
    }
  }
  if (!transform(c, in, out, input, output)) return false;
  if ((!c.in_place || !c.is_real()) && !gaps_are(output, out, c.batch, 0x55)) return printf("a gap has changed\n"), false;
  worst = worst_error(c, out, data, output);
  return worst <= 1;
}

int main() {
  bool all = rocfft_setup() == rocfft_status_success;
  for (const Case& c : CASES) {
    long double worst = 0;
    const bool ok = right(c, worst);
    all = all && ok;
    printf("RESULT name=type_%d_precision_%d_%ldx%ldx%ld_batch_%ld%s_layout_%d ok=%d error=%.3f\n", c.type, c.precision, long(c.n[0]), long(c.n[1]),
           long(c.n[2]), long(c.batch), c.in_place ? "_in_place" : "", c.layout, ok, double(worst));
    fflush(stdout);
  }
  return !all || rocfft_cleanup() != rocfft_status_success;
}
