// Portable code that calls what it has not: AMD's mathematics, printf's and assertions' functions; and warps, which are of no fixed width in it.
// See vector_add.hip for how it is run.
#include <hip/hip_runtime.h>

#include <cmath>
#include <cstdio>

__global__ void compute(const double* in, double* out, int* sums) {
  int i = threadIdx.x;
  out[i] = sinf(float(in[i])) + fmod(in[i], 0.75) + pow(in[i], 1.5);
  int sum = i;
  for (int step = 1; step < 32; step *= 2) sum += __shfl_xor(sum, step, 32);
  sums[i] = sum;
  if (i == 3) printf("thread %d has %.3f, %s\n", i, in[i], "of 64");
}

int main() {
  constexpr int N = 64;
  double *in = nullptr, *out = nullptr;
  int* sums = nullptr;
  (void)hipMallocManaged(&in, N * sizeof(double));
  (void)hipMallocManaged(&out, N * sizeof(double));
  (void)hipMallocManaged(&sums, N * sizeof(int));
  for (int i = 0; i < N; i++) in[i] = 0.1 * i, out[i] = -1, sums[i] = -1;
  compute<<<1, N>>>(in, out, sums);
  bool ok = hipDeviceSynchronize() == hipSuccess;
  int wrong = 0;
  for (int i = 0; i < N; i++) {
    double expected = double(sinf(float(in[i]))) + fmod(in[i], 0.75) + pow(in[i], 1.5);
    wrong += !(fabs(out[i] - expected) < 1e-6);
    wrong += sums[i] != (i < 32 ? 496 : 1520);
  }
  ok = ok && wrong == 0;
  printf("RESULT name=device_library ok=%d wrong=%d\n", ok, wrong);
  return ok ? 0 : 1;
}
