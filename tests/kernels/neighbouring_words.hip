// Kernels whose neighbouring threads use neighbouring words, which the compiler makes one access of 64 bits, or of a row of threads, on a CPU: every word must be what
// its own thread made of it, and no other may be touched, whatever the bounds, the block and the kind of index are.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstring>
#include <vector>

static bool all_ok = true;
static void result(const char *name, bool ok) {
  printf("RESULT name=%s ok=%d\n", name, ok);
  all_ok &= ok;
}

__global__ void saxpy(const float *x, float *y, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2.0f * x[i] + y[i];
}

__global__ void saxpy_signed(const float *x, float *y, int from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || i < from) return;
  y[i] = 2.0f * x[i] + y[i];
}

__global__ void shifted(const int *x, int *y, unsigned by, unsigned n) {  // from any word on, also in the middle of a pair
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i + by] + 1;
}

__global__ void wraps(const int *x, int *y, unsigned first, unsigned n) {  // y[-3 ...] below and y[0 ...] above: first + i is no sum in 64 bits
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned k = first + i;
    y[(int)k] = x[i];
  }
}

__global__ void stencil(const int *a, int *c, unsigned n) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * n + x;
  if (x > 0 && y > 0 && x < n - 1 && y < n - 1) c[i] = a[i] * 5 + a[i - 1] + 2 * a[i + 1] + 3 * a[i - n] + 4 * a[i + n];
}

__global__ void two_words(int *a, unsigned n) {  // a thread's own words, stored, loaded and stored again
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int *p = a + 3 * i;
  p[0] = i, p[1] = i + 1;
  p[1] += p[0];
  p[2] = p[1] - 1;
  p[0] = p[2] + p[1];
}

__global__ void same_memory(int *a, int *b, unsigned n) {  // a and b are one array, or a word apart
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  a[2 * i] = i;
  b[2 * i] = -7;
  a[2 * i] += 3;
}

__global__ void modulo(const int *x, int *y, unsigned width, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, column = threadIdx.x % 32, row = threadIdx.x / 32;
  if (i < n) y[i] = x[row * width + column] + x[i];
}

__global__ void unbounded(const int *x, int *y, float *z, int more) {  // every thread of a grid of three dimensions, two results, a branch of all
  unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x, i = block * blockDim.x + threadIdx.x;
  int sum = x[i] + 3 * x[i + 1];
  if (more > 1) sum += x[i + more];
  y[i] = sum + (int)blockIdx.y;
  z[i] = (float)(sum >> 8) * 0.5f;
}

__global__ void last_wins(int *y, unsigned n) {  // a thread's own words, which are its neighbours' too
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int *p = y + (i / 8 * 16 + i % 8);
  p[0] = (int)i, p[8] = -(int)i;
  p[0] = p[8] + 1;
}

__global__ void once(int *y) {  // every block is run once, whichever workgroup runs it, and knows its place; threads end early in some
  unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  unsigned i = block * threads + (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  if (blockIdx.x % 3 == 1 && threadIdx.x % 2) return;
  y[i] += 1 + (int)(blockIdx.x * 10000 + blockIdx.y * 100 + blockIdx.z);
}

static std::vector<int> numbers(size_t n) {
  std::vector<int> v(n);
  for (size_t i = 0; i < n; i++) v[i] = (int)(i * 2654435761u >> 7);
  return v;
}

template <class T>
struct Device {
  T *at;
  size_t n;
  explicit Device(const std::vector<T> &v) : n(v.size()) {
    (void)hipMalloc((void **)&at, n * sizeof(T));
    (void)hipMemcpy(at, v.data(), n * sizeof(T), hipMemcpyHostToDevice);
  }
  std::vector<T> back() const {
    std::vector<T> v(n);
    (void)hipMemcpy(v.data(), at, n * sizeof(T), hipMemcpyDeviceToHost);
    return v;
  }
  ~Device() { (void)hipFree(at); }
};

static unsigned blocks(unsigned n, unsigned block) { return (n + block - 1) / block; }

// Every bound that falls into a row's every place, with words behind it that must stay; arrays that begin at odd words.
static bool check_saxpy(unsigned block) {
  bool ok = true;
  for (unsigned n = 0; n < 3 * block; n += n % 32 < 20 ? 1 : 13)
    for (unsigned odd = 0; odd < 2; odd++) {
      std::vector<float> x(4 * block + 2, 1.5f), y(4 * block + 2);
      for (size_t i = 0; i < y.size(); i++) y[i] = (float)i, x[i] += (float)(i % 7);
      Device<float> dx(x), dy(y);
      if (n % 2) saxpy<<<4, block>>>(dx.at + odd, dy.at + odd, n);
      else saxpy_signed<<<4, block>>>(dx.at + odd, dy.at + odd, (int)(n / 5), (int)n);
      for (unsigned i = n % 2 ? 0 : n / 5; i < n; i++) y[i + odd] = 2.0f * x[i + odd] + y[i + odd];
      ok &= dy.back() == y;
    }
  return ok;
}

static bool check_shifted(unsigned block) {
  bool ok = true;
  for (int by = -9; by < 10; by++) {
    unsigned n = 5 * block;
    std::vector<int> x = numbers(n + 40), y(n, -1);
    Device<int> dx(x), dy(y);
    if (by >= 0) {
      shifted<<<5, block>>>(dx.at + 20, dy.at, (unsigned)by, n);
      for (unsigned i = 0; i < n; i++) y[i] = x[20 + i + by] + 1;
    }
    wraps<<<5, block>>>(dx.at, dy.at + 16, (unsigned)by, n - 32);
    for (unsigned i = 0; i < n - 32; i++) y[16 + by + (int)i] = x[i];
    ok &= dy.back() == y;
  }
  return ok;
}

static bool check_stencil(unsigned bx, unsigned by, unsigned n) {
  std::vector<int> a = numbers(n * n), c(n * n, -1);
  Device<int> da(a), dc(c);
  stencil<<<dim3(blocks(n, bx), blocks(n, by)), dim3(bx, by)>>>(da.at, dc.at, n);
  for (unsigned y = 1; y < n - 1; y++)
    for (unsigned x = 1; x < n - 1; x++) {
      unsigned i = y * n + x;
      c[i] = a[i] * 5 + a[i - 1] + 2 * a[i + 1] + 3 * a[i - n] + 4 * a[i + n];
    }
  return dc.back() == c;
}

static bool check_own_words(unsigned block, unsigned n) {
  std::vector<int> a(3 * n + 6, -1), b(2 * n + 4, -1), want = b;
  Device<int> da(a), db(b), dc(b);
  two_words<<<blocks(n, block), block>>>(da.at, n);
  same_memory<<<blocks(n, block), block>>>(db.at, db.at, n);
  same_memory<<<blocks(n, block), block>>>(dc.at, dc.at + 1, n);
  for (unsigned i = 0; i < n; i++) {
    int sum = (int)(2 * i + 1);
    a[3 * i] = 2 * sum - 1, a[3 * i + 1] = sum, a[3 * i + 2] = sum - 1;
    b[2 * i] = -4;
    want[2 * i] = (int)i + 3, want[2 * i + 1] = -7;
  }
  return da.back() == a && db.back() == b && dc.back() == want;
}

static bool check_modulo(unsigned block, unsigned n, unsigned width) {
  std::vector<int> x = numbers(n + 40 * width), y(n, -1);
  Device<int> dx(x), dy(y);
  modulo<<<blocks(n, block), block>>>(dx.at, dy.at, width, n);
  for (unsigned i = 0; i < n; i++) y[i] = x[i % block / 32 * width + i % block % 32] + x[i];
  return dy.back() == y;
}

static bool check_unbounded(unsigned block, dim3 grid, int more) {
  unsigned n = grid.x * grid.y * grid.z * block;
  std::vector<int> x = numbers(n + 40), y(n);
  std::vector<float> z(n);
  Device<int> dx(x), dy(y);
  Device<float> dz(z);
  unbounded<<<grid, block>>>(dx.at, dy.at, dz.at, more);
  for (unsigned i = 0; i < n; i++) {
    int sum = (int)((unsigned)x[i] + 3u * (unsigned)x[i + 1] + (more > 1 ? (unsigned)x[i + more] : 0u));
    y[i] = sum + (int)(i / block / grid.x % grid.y);
    z[i] = (float)(sum >> 8) * 0.5f;
  }
  return dy.back() == y && dz.back() == z;
}

static bool check_last_wins(unsigned block, unsigned n) {
  std::vector<int> y(2 * n + 16, 5);
  Device<int> dy(y);
  last_wins<<<blocks(n, block), block>>>(dy.at, n);
  for (unsigned i = 0; i < n; i++) {
    unsigned at = i / 8 * 16 + i % 8;
    y[at] = 1 - (int)i, y[at + 8] = -(int)i;
  }
  return dy.back() == y;
}

static bool check_once(dim3 block) {
  bool ok = true;
  for (unsigned gx : {1u, 2u, 7u, 8u, 9u, 31u, 40u})
    for (dim3 grid : {dim3(gx), dim3(gx, 3), dim3(gx, 2, 3)}) {
      unsigned threads = block.x * block.y * block.z, n = grid.x * grid.y * grid.z * threads;
      std::vector<int> y(n + threads * 8, 3);
      Device<int> dy(y);
      once<<<grid, block>>>(dy.at);
      once<<<grid, block>>>(dy.at);
      for (unsigned i = 0; i < n; i++) {
        unsigned b = i / threads, x = b % grid.x;
        if (x % 3 != 1 || i % threads % block.x % 2 == 0)
          y[i] += 2 * (1 + (int)(x * 10000 + b / grid.x % grid.y * 100 + b / grid.x / grid.y));
      }
      ok &= dy.back() == y;
    }
  return ok;
}

int main() {
  for (unsigned block : {32u, 40u, 64u, 96u, 256u}) {
    char name[64];
    snprintf(name, sizeof name, "saxpy_%u", block);
    result(name, check_saxpy(block));
    snprintf(name, sizeof name, "shifted_%u", block);
    result(name, check_shifted(block));
    snprintf(name, sizeof name, "own_words_%u", block);
    result(name, check_own_words(block, 5 * block - 3) && check_own_words(block, 5 * block));
    snprintf(name, sizeof name, "modulo_%u", block);
    result(name, check_modulo(block, 5 * block, 32) && check_modulo(block, 5 * block - 1, 33));
    snprintf(name, sizeof name, "unbounded_%u", block);
    result(name, check_unbounded(block, dim3(3, 2, 4), 1) && check_unbounded(block, dim3(1, 5, 1), 7));
    snprintf(name, sizeof name, "last_wins_%u", block);
    result(name, check_last_wins(block, 5 * block - 3) && check_last_wins(block, 5 * block));
  }
  result("once_1d", check_once(dim3(32)) && check_once(dim3(33)) && check_once(dim3(256)) && check_once(dim3(1)));
  result("once_2d", check_once(dim3(16, 4)) && check_once(dim3(5, 3)));
  result("once_3d", check_once(dim3(5, 3, 2)) && check_once(dim3(8, 2, 4)));
  result("stencil_32x8", check_stencil(32, 8, 130) && check_stencil(32, 8, 128) && check_stencil(32, 8, 2));
  result("stencil_64x4", check_stencil(64, 4, 131));
  result("stencil_8x8", check_stencil(8, 8, 67));
  return all_ok ? 0 : 1;
}
