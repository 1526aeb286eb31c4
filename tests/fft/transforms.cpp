// hipFFT against the definition: a table of lengths, layouts and types. Compiled with the host's compiler; run by tests/tests/fft.rs.
#include <hipfft/hipfft.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

#include "buffers.h"
#include "oracle.h"

static const Case CASES[] = {
#include "cases.inc"
};

static hipfftResult plan(const Case& c, Side in, Side out, hipfftHandle& handle) {
  const int n0 = int(c.n[0]), n1 = int(c.n[1]), n2 = int(c.n[2]);
  if (c.embedding == DENSE && c.rank == 1) return hipfftPlan1d(&handle, n0, c.type, int(c.batch));
  if (c.embedding == DENSE && c.batch == 1) {
    return c.rank == 2 ? hipfftPlan2d(&handle, n1, n0, c.type) : hipfftPlan3d(&handle, n2, n1, n0, c.type);
  }
  int lengths[3];
  for (int i = 0; i < c.rank; i++) lengths[c.rank - 1 - i] = int(c.n[i]);
  int* input = c.embedding == DENSE ? nullptr : in.embed;
  int* output = c.embedding == DENSE ? nullptr : out.embed;
  return hipfftPlanMany(&handle, c.rank, lengths, input, in.stride, int(in.distance), output, out.stride, int(out.distance), c.type,
                        int(c.batch));
}

static hipfftResult execute(const Case& c, hipfftHandle plan, void* in, void* out) {
  switch (c.type) {
    case HIPFFT_C2C: return hipfftExecC2C(plan, (hipfftComplex*)in, (hipfftComplex*)out, c.direction);
    case HIPFFT_Z2Z: return hipfftExecZ2Z(plan, (hipfftDoubleComplex*)in, (hipfftDoubleComplex*)out, c.direction);
    case HIPFFT_R2C: return hipfftExecR2C(plan, (hipfftReal*)in, (hipfftComplex*)out);
    case HIPFFT_C2R: return hipfftExecC2R(plan, (hipfftComplex*)in, (hipfftReal*)out);
    case HIPFFT_D2Z: return hipfftExecD2Z(plan, (hipfftDoubleReal*)in, (hipfftDoubleComplex*)out);
    case HIPFFT_Z2D: return hipfftExecZ2D(plan, (hipfftDoubleComplex*)in, (hipfftDoubleReal*)out);
  }
  return HIPFFT_INVALID_TYPE;
}

// Random data of each transform of the batch. What becomes real is the transform of real data: each number's mirror image is its conjugate.
static Data random_data(const Case& c) {
  std::mt19937_64 random(c.n[0] * 31 + c.n[1] * 7 + c.type);
  std::uniform_real_distribution<double> unit(-1, 1);
  const auto number = [&] { return is_double(c.type) ? (long double)unit(random) : (long double)float(unit(random)); };
  Data data(c.batch, std::vector<Wide>(elements(c.n)));
  for (auto& one : data) {
    for (int64_t i = 0; i < int64_t(one.size()); i++) {
      const auto k = index(c.n, i);
      const int64_t mirror = number_of(c.n, {(c.n[0] - k[0]) % c.n[0], (c.n[1] - k[1]) % c.n[1], (c.n[2] - k[2]) % c.n[2]});
      if (to_real(c.type) && mirror < i) one[i] = std::conj(one[mirror]);
      else one[i] = Wide(number(), is_real(c.type) && (!to_real(c.type) || mirror == i) ? 0 : number());
    }
  }
  return data;
}

// Runs the transform of `input`, which then is what was left there; false if anything failed.
static bool transform(const Case& c, const Side& in, const Side& out, Buffer& input, Buffer& output) {
  hipfftHandle handle;
  if (auto result = plan(c, in, out, handle)) return printf("plan: %d\n", result), false;
  hipStream_t stream;
  char *from, *to;
  bool ok = hipStreamCreate(&stream) == hipSuccess && hipfftSetStream(handle, stream) == HIPFFT_SUCCESS;
  ok = ok && hipMalloc(&from, input.size()) == hipSuccess && hipMalloc(&to, output.size()) == hipSuccess;
  ok = ok && hipMemcpyAsync(from, input.data(), input.size(), hipMemcpyHostToDevice, stream) == hipSuccess;
  ok = ok && hipMemcpyAsync(to, output.data(), output.size(), hipMemcpyHostToDevice, stream) == hipSuccess;
  char* target = c.in_place ? from : to;
  if (auto result = ok ? execute(c, handle, from, target) : HIPFFT_SUCCESS) return printf("execute: %d\n", result), false;
  ok = ok && hipMemcpyAsync(output.data(), target, output.size(), hipMemcpyDeviceToHost, stream) == hipSuccess;
  ok = ok && hipStreamSynchronize(stream) == hipSuccess;
  ok = ok && hipMemcpy(input.data(), from, input.size(), hipMemcpyDeviceToHost) == hipSuccess;
  ok = ok && hipfftDestroy(handle) == HIPFFT_SUCCESS && hipFree(from) == hipSuccess && hipFree(to) == hipSuccess;
  return ok && hipStreamDestroy(stream) == hipSuccess;
}

// Every element of small transforms, and some of large ones.
static std::vector<int64_t> checked(int64_t count, int64_t cost) {
  std::vector<int64_t> result;
  if (count * cost <= 3'000'000) {
    for (int64_t i = 0; i < count; i++) result.push_back(i);
    return result;
  }
  std::mt19937_64 random(count);
  for (int64_t i : {int64_t(0), int64_t(1), count / 2, count - 1}) result.push_back(i);
  while (result.size() < 12) result.push_back(int64_t(random() % count));
  return result;
}

// The worst error of any element, in parts of what is allowed.
static long double worst_error(const Case& c, const Side& out, const Data& data, const Buffer& output) {
  const std::vector<Wide> w[3] = {roots(c.n[0], c.direction), roots(c.n[1], c.direction), roots(c.n[2], c.direction)};
  long double worst = 0;
  for (int64_t b = 0; b < c.batch; b++) {
    const long double bound = allowed(data[b], elements(c.n), is_double(c.type));
    for (int64_t i : checked(elements(out.lengths), elements(c.n))) {
      const auto k = index(out.lengths, i);
      const long double error = std::abs(get(output, out, out.place(b, k)) - element(data[b], c.n, k, w)) / bound;
      if (!(error <= worst)) worst = error;  // not a number, too
    }
  }
  return worst;
}

static bool right(const Case& c, long double& worst) {
  const Side in = side(c, is_real(c.type) && !to_real(c.type)), out = side(c, to_real(c.type));
  const Data data = random_data(c);
  Buffer input(c.in_place ? std::max(in.bytes, out.bytes) : in.bytes, 0x55), output(c.in_place ? input.size() : out.bytes, 0x55);
  for (int64_t b = 0; b < c.batch; b++) {
    for (int64_t i = 0; i < elements(in.lengths); i++) {
      const auto k = index(in.lengths, i);
      set(input, in, in.place(b, k), data[b][number_of(c.n, k)]);
    }
  }
  const Buffer before = input;
  if (!transform(c, in, out, input, output)) return false;
  // Out of place the input stays, but where complex numbers become real.
  if (!c.in_place && !to_real(c.type) && input != before) return printf("the input has changed\n"), false;
  if (!c.in_place && !gaps_are(output, out, c.batch, 0x55)) return printf("a gap has changed\n"), false;
  worst = worst_error(c, out, data, output);
  return worst <= 1;
}

// With FFT_HALF=0 or 1, one in two of the cases.
int main() {
  bool all = true;
  const char* half = std::getenv("FFT_HALF");
  size_t index = 0;
  for (const Case& c : CASES) {
    if (half && index++ % 2 != size_t(std::atoi(half))) continue;
    long double worst = 0;
    const bool ok = right(c, worst);
    all = all && ok;
    printf("RESULT name=type_%x_%ldx%ldx%ld_batch_%ld%s_embedding_%d%s ok=%d error=%.3f\n", c.type, long(c.n[0]), long(c.n[1]), long(c.n[2]),
           long(c.batch), c.in_place ? "_in_place" : "", c.embedding, c.direction == HIPFFT_FORWARD ? "" : "_back", ok, double(worst));
    fflush(stdout);
  }
  return !all;
}
