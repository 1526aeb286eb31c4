// VkFFT's c2c f32 transforms, by the back end that VKFFT_BACKEND names: 0 Vulkan, 2 HIP. vkfft.sh builds both and compares them.
//
//   vkfft [--elements N] [--like nvidia|other] [--save FOLDER | --load FOLDER] [CASE...]
//
// A case is 10 to 24 (1D, 2^CASE, batched to N elements), 2d (1024^2, batched) or 3d (256^3). Each is checked against a host FFT in f64, then
// timed as pairs of a transform and its inverse, and gets one RESULT line. Device functions of Vulkan and HIP: backend.h.
//
// HIP's kernels need clang when they are made. A machine without one loads (--load) what --save made elsewhere: VkFFT plans by what it is told of
// the device, so that the machine that saves is told of the other (FFT_DEVICE="shared,grid x,grid y,grid z"), and a load refuses another's plan.
#include "backend.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

using Complex = std::complex<float>;
using Exact = std::complex<double>;

struct Case {
  std::string name;
  int dimensions;
  uint64_t size[3];
  uint64_t batch;
  uint64_t elements() const { return size[0] * size[1] * size[2]; }
};

struct Options {
  uint64_t elements = uint64_t(1) << 20;
  std::string like, save, load;
  std::vector<std::string> cases;
};

Case named(const std::string& name, uint64_t elements) {
  Case c = {name, 1, {1, 1, 1}, 1};
  if (name == "3d") {
    c.dimensions = 3;
    c.size[0] = c.size[1] = c.size[2] = 256;
  } else if (name == "2d") {
    c.dimensions = 2;
    c.size[0] = c.size[1] = 1024;
  } else {
    c.size[0] = uint64_t(1) << atoi(name.c_str());
  }
  c.batch = std::max<uint64_t>(1, elements / c.elements());
  return c;
}

// In place along one dimension: powers of two, bits reversed first. Twiddles by table, so that 2^24 is exact to some 1e-15.
void host_fft(Exact* data, uint64_t n, uint64_t stride, const std::vector<Exact>& roots) {
  for (uint64_t i = 1, j = 0; i < n; i++) {
    uint64_t bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(data[i * stride], data[j * stride]);
  }
  for (uint64_t half = 1; half < n; half *= 2) {
    for (uint64_t start = 0; start < n; start += 2 * half) {
      for (uint64_t k = 0; k < half; k++) {
        Exact &a = data[(start + k) * stride], &b = data[(start + k + half) * stride];
        const Exact t = b * roots[k * (n / (2 * half))];
        b = a - t;
        a += t;
      }
    }
  }
}

std::vector<Exact> spectrum(const Case& c, const Complex* input) {
  std::vector<Exact> data(input, input + c.elements());
  uint64_t stride = 1;
  for (int d = 0; d < c.dimensions; stride *= c.size[d++]) {
    const uint64_t n = c.size[d];
    std::vector<Exact> roots(std::max<uint64_t>(1, n / 2));
    for (uint64_t k = 0; k < n / 2; k++) roots[k] = std::polar(1.0, -2 * M_PI * double(k) / double(n));
    for (uint64_t i = 0; i < c.elements(); i++) {
      if (i / stride % n == 0) host_fft(data.data() + i, n, stride, roots);
    }
  }
  return data;
}

double relative_error(const std::vector<Exact>& want, const Complex* got) {
  double wrong = 0, all = 0;
  for (uint64_t i = 0; i < want.size(); i++) {
    wrong += std::norm(Exact(got[i]) - want[i]);
    all += std::norm(want[i]);
  }
  return std::sqrt(wrong / all);
}

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// What one pair takes: of the clock, and of the processor, which is what counts on a CPU device that others use too.
struct Times {
  double wall, processor;
};

// The best of five rounds of what takes some 50 ms.
Times time_pairs(Backend& backend, VkFFTApplication& application) {
  auto round = [&](int pairs) {
    backend.record(application, pairs);
    const double start = seconds();
    const clock_t used = clock();
    backend.run(application, pairs);
    return Times{(seconds() - start) / pairs, double(clock() - used) / CLOCKS_PER_SEC / pairs};
  };
  round(1);
  Times best = round(1);
  const int pairs = std::clamp(int(0.05 / best.wall), 1, 200);
  for (int i = 0; i < 5; i++) {
    const Times times = round(pairs);
    best = {std::min(best.wall, times.wall), std::min(best.processor, times.processor)};
  }
  return best;
}

bool run_case(Backend& backend, const Options& options, const Case& c) {
  VkFFTConfiguration wanted = {};
  wanted.FFTdim = c.dimensions;
  for (int d = 0; d < c.dimensions; d++) wanted.size[d] = c.size[d];
  wanted.numberBatches = c.batch;
  wanted.normalize = 1;
  std::vector<Complex> input(c.elements() * c.batch), output(input.size());
  uint32_t state = 1;
  auto next = [&] { return float(int32_t(state = state * 1664525u + 1013904223u)) / 2147483648.0f; };
  for (auto& value : input) value = {next(), next()};
  uint64_t bytes = input.size() * sizeof(Complex);
  wanted.bufferSize = &bytes;
  backend.configure(wanted, bytes, options.like);
  VkFFTApplication application = {};
  std::string kept;
  const std::string file = "/" + c.name + "-" + options.like + "-" + std::to_string(c.batch);
  if (!options.load.empty()) {
    std::ifstream in(options.load + file, std::ios::binary);
    kept.assign(std::istreambuf_iterator<char>(in), {});
    const std::string device = device_for_plans() + "\n";
    if (kept.compare(0, device.size(), device) != 0) {
      printf("%s: what was saved is for another device (here %s), or absent\n", c.name.c_str(), device_for_plans().c_str());
      return false;
    }
    kept.erase(0, device.size());
    wanted.loadApplicationFromString = 1;
    wanted.loadApplicationString = kept.data();
  }
  wanted.saveApplicationToString = !options.save.empty();
  const double start = seconds();
  if (auto result = initializeVkFFT(&application, wanted)) {
    printf("%s: VkFFT could not make the plan: %d\n", c.name.c_str(), int(result));
    return false;
  }
  const double plan = seconds() - start;
  if (!options.save.empty()) {
    std::ofstream out(options.save + file, std::ios::binary);
    out << device_for_plans() << "\n";
    out.write(static_cast<const char*>(application.saveApplicationString), std::streamsize(application.applicationStringSize));
    printf("%s: saved\n", c.name.c_str());
    deleteVkFFT(&application);
    backend.free();
    return bool(out);
  }
  backend.write(input.data(), bytes);
  backend.transform(application, -1);
  backend.read(output.data(), bytes);
  // The last one of the batch.
  const uint64_t last = c.elements() * (c.batch - 1);
  const double error = relative_error(spectrum(c, input.data() + last), output.data() + last);
  backend.transform(application, 1);
  backend.read(output.data(), bytes);
  std::vector<Exact> exact(input.begin(), input.end());
  const double back = relative_error(exact, output.data());
  const Times took = time_pairs(backend, application);
  const double moved = 4.0 * double(bytes);
  const bool right = error < 2e-6 && back < 2e-6;
  printf("RESULT vkfft %-4s %s batch %-6llu %10.3f us/pair %10.1f us cpu %8.2f GB/s error %.1e back %.1e plan %.2f s uploads %d %d %d\n", c.name.c_str(),
         right ? "right" : "WRONG", (unsigned long long)c.batch, took.wall * 1e6, took.processor * 1e6, moved / took.wall / 1e9, error, back, plan,
         int(application.localFFTPlan->numAxisUploads[0]), int(application.localFFTPlan->numAxisUploads[1]), int(application.localFFTPlan->numAxisUploads[2]));
  fflush(stdout);
  deleteVkFFT(&application);
  backend.free();
  return right;
}

Options read(int count, char** words) {
  Options options;
  for (int i = 1; i < count; i++) {
    const std::string word = words[i];
    auto value = [&] { return i + 1 < count ? words[++i] : ""; };
    if (word == "--elements") options.elements = strtoull(value(), nullptr, 0);
    else if (word == "--like") options.like = value();
    else if (word == "--save") options.save = value();
    else if (word == "--load") options.load = value();
    else options.cases.push_back(word);
  }
  if (options.cases.empty()) options.cases = {"10", "12", "14", "16", "18", "20", "22", "24", "2d", "3d"};
  return options;
}

}  // namespace

int main(int count, char** words) {
  const Options options = read(count, words);
  Backend backend;
  printf("VkFFT %d on %s\n", VkFFTGetVersion(), backend.name().c_str());
  bool right = true;
  for (const auto& name : options.cases) right &= run_case(backend, options, named(name, options.elements));
  return right ? 0 : 1;
}
