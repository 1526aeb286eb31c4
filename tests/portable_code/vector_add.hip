// The least of a program for AMD's portable code: buffers, a structure by value, shared memory, a variable of the program, an atomic.
// Its device code lies beside it as assembly (make.sh); tests/tests/portable_code.rs embeds that, as another compiler would have.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <vector>

struct Scale {
  float by[2];
  int on;
};

__device__ int counter = 7;

__global__ void add(const float* a, const float* b, float* c, int n, Scale s) {
  __shared__ float tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? a[i] : 0;
  __syncthreads();
  if (i < n) {
    c[i] = tile[255 - threadIdx.x] * s.by[i & 1] + b[i];
    atomicAdd(&counter, s.on);
  }
}

int main() {
  constexpr int N = 1000;
  std::vector<float> a(N), b(N), c(N);
  for (int i = 0; i < N; i++) a[i] = float(i), b[i] = float(2 * i);
  float *da = nullptr, *db = nullptr, *dc = nullptr;
  (void)hipMalloc(&da, N * 4);
  (void)hipMalloc(&db, N * 4);
  (void)hipMalloc(&dc, N * 4);
  (void)hipMemcpy(da, a.data(), N * 4, hipMemcpyHostToDevice);
  (void)hipMemcpy(db, b.data(), N * 4, hipMemcpyHostToDevice);
  add<<<4, 256>>>(da, db, dc, N, Scale{{2, 3}, 2});
  hipError_t launched = hipGetLastError();
  (void)hipMemcpy(c.data(), dc, N * 4, hipMemcpyDeviceToHost);
  int wrong = 0, count = 0;
  for (int i = 0; i < N; i++) {
    int mirrored = i / 256 * 256 + 255 - i % 256;
    wrong += c[i] != (mirrored < N ? a[mirrored] : 0) * (i & 1 ? 3 : 2) + b[i];
  }
  (void)hipMemcpyFromSymbol(&count, HIP_SYMBOL(counter), sizeof count);
  bool ok = launched == hipSuccess && wrong == 0 && count == 7 + 2 * N;
  printf("RESULT name=vector_add ok=%d wrong=%d count=%d\n", ok, wrong, count);
  return ok ? 0 : 1;
}
