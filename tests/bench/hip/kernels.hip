// The bench kernels in HIP, written as one writes them, with nothing tuned for any device. nvcc compiles the same
// file with tests/bench/cuda in front of the headers. See tests/bench/cases.h for sizes and checks.
#include <hip/hip_runtime.h>

#include "../cases.h"

__global__ void saxpy(const float *x, float *y, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2.0f * x[i] + y[i];
}

__global__ void triad(const float *a, const float *b, float *c, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + 3.0f * b[i];
}

__device__ void sum_block(float value, float *out) {
  __shared__ float s[256];
  unsigned t = threadIdx.x;
  s[t] = value;
  __syncthreads();
  for (unsigned step = 128; step > 0; step /= 2) {
    if (t < step) s[t] += s[t + step];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void reduce(const float *a, float *c, unsigned n) {
  unsigned i = blockIdx.x * 256 + threadIdx.x;
  sum_block(i < n ? a[i] : 0.0f, c);
}

__global__ void reduce_gs(const float *a, float *c, unsigned n) {
  float sum = 0;
  for (unsigned i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) sum += a[i];
  sum_block(sum, c);
}

// Warps of 32 sum by shuffles, then the first warp sums their sums.
__global__ void reduce_shfl(const float *a, float *c, unsigned n) {
  __shared__ float s[8];
  unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
  float sum = i < n ? a[i] : 0.0f;
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down(sum, step, 32);
  if (t % 32 == 0) s[t / 32] = sum;
  __syncthreads();
  if (t >= 32) return;
  sum = t < 8 ? s[t] : 0.0f;
  for (int step = 4; step > 0; step /= 2) sum += __shfl_down(sum, step, 32);
  if (t == 0) c[blockIdx.x] = sum;
}

// Each warp sums for itself, behind the bound check that most kernels begin with.
__global__ void warp_sum(const float *a, float *c, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = a[i];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down(sum, step, 32);
  if (threadIdx.x % 32 == 0) c[i / 32] = sum;
}

__global__ void sgemm(const float *a, const float *b, float *c, unsigned n) {
  __shared__ float sa[16][16], sb[16][16];
  unsigned x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (unsigned tile = 0; tile < n; tile += 16) {
    sa[y][x] = a[row * n + tile + x];
    sb[y][x] = b[(tile + y) * n + column];
    __syncthreads();
    for (unsigned k = 0; k < 16; k++) sum += sa[y][k] * sb[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__device__ void attract(float4 me, float4 other, float &x, float &y, float &z) {
  float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
  float r = dx * dx + dy * dy + dz * dz + 0.01f;
  float inverse = 1.0f / sqrtf(r), s = other.w * inverse * inverse * inverse;
  x += dx * s, y += dy * s, z += dz * s;
}

__global__ void nbody(const float4 *bodies, float4 *out, unsigned n) {
  unsigned i = blockIdx.x * 256 + threadIdx.x;
  float4 me = bodies[i];
  float x = 0, y = 0, z = 0;
  for (unsigned j = 0; j < n; j++) attract(me, bodies[j], x, y, z);
  out[i] = make_float4(x, y, z, 0);
}

__global__ void nbody_if(const float4 *bodies, float4 *out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float4 me = bodies[i];
    float x = 0, y = 0, z = 0;
    for (unsigned j = 0; j < n; j++) attract(me, bodies[j], x, y, z);
    out[i] = make_float4(x, y, z, 0);
  }
}

__global__ void nbody_sh(const float4 *bodies, float4 *out, unsigned n) {
  __shared__ float4 tile[256];
  unsigned i = blockIdx.x * 256 + threadIdx.x;
  float4 me = bodies[i];
  float x = 0, y = 0, z = 0;
  for (unsigned start = 0; start < n; start += 256) {
    tile[threadIdx.x] = bodies[start + threadIdx.x];
    __syncthreads();
    for (unsigned j = 0; j < 256; j++) attract(me, tile[j], x, y, z);
    __syncthreads();
  }
  out[i] = make_float4(x, y, z, 0);
}

__global__ void histogram(const unsigned *keys, unsigned *bins, unsigned n) {
  __shared__ unsigned local[256];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (unsigned i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) atomicAdd(&local[keys[i] >> 24], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

__global__ void stencil(const float *a, float *c, unsigned n) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * n + x;
  if (x > 0 && y > 0 && x < n - 1 && y < n - 1) c[i] = 0.5f * a[i] + 0.125f * (a[i - 1] + a[i + 1] + a[i - n] + a[i + n]);
}

__global__ void mandelbrot(unsigned *pixels, unsigned n) {
  unsigned px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  float cx = px * 3.0f / n - 2.25f, cy = py * 3.0f / n - 1.5f, x = 0, y = 0;
  unsigned i = 0;
  for (; i < 256 && x * x + y * y < 4.0f; i++) {
    float t = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = t;
  }
  pixels[py * n + px] = i;
}

__global__ void barriers(float *out, unsigned n) {
  __shared__ float s[512];
  unsigned t = threadIdx.x;
  float v = t;
  for (unsigned i = 0; i < n; i++) {
    float *half = s + (i & 1) * 256;
    half[t] = v;
    __syncthreads();
    v = half[(t + 1) & 255] * 0.5f + 1.0f;
  }
  out[blockIdx.x * 256 + t] = v;
}

#define CHECK(call)                                                                   \
  do {                                                                                \
    hipError_t error = (call);                                                        \
    if (error != hipSuccess) {                                                        \
      fprintf(stderr, "%s: %s\n", #call, hipGetErrorString(error));                   \
      exit(1);                                                                        \
    }                                                                                 \
  } while (0)

struct Run {
  const Case *k;
  float *a, *b, *c;
};

static void launch(void *context) {
  const Run *r = static_cast<const Run *>(context);
  const Case *k = r->k;
  dim3 grid(k->grid[0], k->grid[1]), block(k->block[0], k->block[1]);
  const char *name = k->kernel;
  auto is = [name](const char *other) { return strcmp(name, other) == 0; };
  if (is("saxpy")) saxpy<<<grid, block>>>(r->a, r->b, k->n);
  else if (is("triad")) triad<<<grid, block>>>(r->a, r->b, r->c, k->n);
  else if (is("reduce")) reduce<<<grid, block>>>(r->a, r->c, k->n);
  else if (is("reduce_gs")) reduce_gs<<<grid, block>>>(r->a, r->c, k->n);
  else if (is("reduce_shfl")) reduce_shfl<<<grid, block>>>(r->a, r->c, k->n);
  else if (is("warp_sum")) warp_sum<<<grid, block>>>(r->a, r->c, k->n);
  else if (is("sgemm")) sgemm<<<grid, block>>>(r->a, r->b, r->c, k->n);
  else if (is("nbody")) nbody<<<grid, block>>>((const float4 *)r->a, (float4 *)r->c, k->n);
  else if (is("nbody_if")) nbody_if<<<grid, block>>>((const float4 *)r->a, (float4 *)r->c, k->n);
  else if (is("nbody_sh")) nbody_sh<<<grid, block>>>((const float4 *)r->a, (float4 *)r->c, k->n);
  else if (is("histogram")) histogram<<<grid, block>>>((const unsigned *)r->a, (unsigned *)r->c, k->n);
  else if (is("stencil")) stencil<<<grid, block>>>(r->a, r->c, k->n);
  else if (is("mandelbrot")) mandelbrot<<<grid, block>>>((unsigned *)r->c, k->n);
  else if (is("barriers")) barriers<<<grid, block>>>(r->c, k->n);
}

static void finish(void *) { CHECK(hipDeviceSynchronize()); }

static float *device_buffer(size_t words, const float *from) {
  float *buffer = nullptr;
  if (words == 0) return buffer;
  CHECK(hipMalloc((void **)&buffer, words * 4));
  CHECK(hipMemcpy(buffer, from, words * 4, hipMemcpyHostToDevice));
  return buffer;
}

static bool run(const Case *k) {
  float *a = (float *)calloc(k->a + 1, 4), *b = (float *)calloc(k->b + 1, 4), *c = (float *)calloc(k->c + 1, 4);
  k->init(k, a, b);
  Run r = {k, device_buffer(k->a, a), device_buffer(k->b, b), device_buffer(k->c, c)};
  launch(&r);
  CHECK(hipGetLastError());
  finish(&r);
  if (k->b) CHECK(hipMemcpy(b, r.b, k->b * 4, hipMemcpyDeviceToHost));
  if (k->c) CHECK(hipMemcpy(c, r.c, k->c * 4, hipMemcpyDeviceToHost));
  bool ok = k->check(k, a, b, c);
  bench_result(k, ok, bench_time(launch, finish, &r));
  for (float *buffer : {r.a, r.b, r.c})
    if (buffer) CHECK(hipFree(buffer));
  free(a), free(b), free(c);
  return ok;
}

int main(int argc, char **argv) {
  Case cases[BENCH_CASES];
  bench_cases(cases, bench_is_big(argc, argv));
  hipDeviceProp_t properties;
  CHECK(hipGetDeviceProperties(&properties, 0));
  printf("DEVICE %s\n", properties.name);
  bool ok = true;
  for (const Case &k : cases)
    if (bench_wanted(k.name, argc, argv)) ok &= run(&k);
  return ok ? 0 : 1;
}
