// Texture fetch: a rotated image, one bilinear read a pixel, from an array of floats; unnormalised and normalised coordinates.
// nvcc compiles the same file with tests/bench/cuda in front of the headers, as it does kernels.hip. `big` for GPUs.
#include <hip/hip_runtime.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "../cases.h"

__global__ void bilinear(hipTextureObject_t image, float *out, unsigned n, float scale) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float u = 0.98f * (float)x + 0.17f * (float)y + 0.25f, v = 0.98f * (float)y - 0.17f * (float)x + 0.75f;
  if (x < n && y < n) out[y * n + x] = tex2D<float>(image, u * scale, v * scale);
}

static double texel(const std::vector<float> &image, int n, int x, int y) {
  x = x < 0 ? 0 : x >= n ? n - 1 : x, y = y < 0 ? 0 : y >= n ? n - 1 : y;
  return image[(size_t)y * n + x];
}

// Weights have 8 fractional bits; a float coordinate of some thousands keeps more than 10.
static bool right(const std::vector<float> &image, const std::vector<float> &out, unsigned n) {
  for (size_t at = 0; at < out.size(); at += 997) {
    float fx = (float)(at % n), fy = (float)(at / n);
    double u = 0.98f * fx + 0.17f * fy + 0.25f - 0.5, v = 0.98f * fy - 0.17f * fx + 0.75f - 0.5;
    int x = (int)std::floor(u), y = (int)std::floor(v);
    double a = u - x, b = v - y;
    double want = (1 - a) * (1 - b) * texel(image, n, x, y) + a * (1 - b) * texel(image, n, x + 1, y) +
                  (1 - a) * b * texel(image, n, x, y + 1) + a * b * texel(image, n, x + 1, y + 1);
    if (std::fabs(want - out[at]) > 0.02) return false;
  }
  return true;
}

static void run(const char *name, unsigned n, int normalized) {
  std::vector<float> image((size_t)n * n), back(image.size());
  for (size_t i = 0; i < image.size(); i++) image[i] = bench_value(i);
  hipArray_t array = nullptr;
  hipChannelFormatDesc format = hipCreateChannelDesc<float>();
  hipTextureObject_t texture = 0;
  float *out = nullptr;
  hipResourceDesc resource;
  hipTextureDesc desc;
  memset(&resource, 0, sizeof resource);
  memset(&desc, 0, sizeof desc);
  hipError_t error = hipMallocArray(&array, &format, n, n);
  if (error == hipSuccess)
    error = hipMemcpy2DToArray(array, 0, 0, image.data(), n * 4, n * 4, n, hipMemcpyHostToDevice);
  resource.resType = hipResourceTypeArray;
  resource.res.array.array = array;
  desc.filterMode = hipFilterModeLinear;
  desc.normalizedCoords = normalized;
  desc.addressMode[0] = desc.addressMode[1] = hipAddressModeClamp;
  if (error == hipSuccess) error = hipCreateTextureObject(&texture, &resource, &desc, nullptr);
  if (error == hipSuccess) error = hipMalloc((void **)&out, image.size() * 4);
  if (error != hipSuccess) {
    printf("RESULT name=%s ok=0 error=%s\n", name, hipGetErrorString(error));
    return;
  }
  dim3 block(32, 8), grid((n + 31) / 32, (n + 7) / 8);
  const float scale = normalized ? 1.0f / (float)n : 1.0f;
  struct Launch {
    hipTextureObject_t texture;
    float *out;
    unsigned n;
    float scale;
    dim3 grid, block;
  } launch = {texture, out, n, scale, grid, block};
  auto start = [](void *context) {
    const Launch &l = *(const Launch *)context;
    bilinear<<<l.grid, l.block>>>(l.texture, l.out, l.n, l.scale);
  };
  Timing timing = bench_time(start, [](void *) { (void)hipDeviceSynchronize(); }, &launch);
  (void)hipMemcpy(back.data(), out, back.size() * 4, hipMemcpyDeviceToHost);
  // Read and written once each: what reaches memory.
  Case figures = {};
  figures.name = name;
  figures.bytes = 8.0 * n * n;
  bench_result(&figures, right(image, back, n), timing);
  (void)hipDestroyTextureObject(texture);
  (void)hipFreeArray(array);
  (void)hipFree(out);
}

int main(int argc, char **argv) {
  const unsigned n = argc > 1 && !strcmp(argv[1], "big") ? 8192 : 512;
  run("bilinear", n, 0);
  run("bilinear_normalized", n, 1);
  return 0;
}
