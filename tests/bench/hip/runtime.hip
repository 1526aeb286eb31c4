// What the runtime itself costs: launches, synchronisation, allocation, copies. Compiles as CUDA too (kernels.hip).
#include <hip/hip_runtime.h>

#include "../cases.h"

__global__ void empty(int *) {}
__global__ void increment(int *p) { *p += 1; }

#define CHECK(call)                                                                   \
  do {                                                                                \
    hipError_t error = (call);                                                        \
    if (error != hipSuccess) {                                                        \
      fprintf(stderr, "%s: %s\n", #call, hipGetErrorString(error));                   \
      exit(1);                                                                        \
    }                                                                                 \
  } while (0)

// The median over `rounds` of what `body` returns.
template <class Body> static double median(int rounds, Body body) {
  double *times = (double *)malloc(sizeof(double) * rounds);
  for (int i = 0; i < rounds; i++) times[i] = body();
  qsort(times, rounds, sizeof(double), bench_compare);
  double middle = times[rounds / 2];
  free(times);
  return middle;
}

static void launches(int *p, hipStream_t stream) {
  double us = 1e6 * median(500, [&] {
    double start = bench_seconds();
    empty<<<1, 1, 0, stream>>>(p);
    CHECK(hipStreamSynchronize(stream));
    return bench_seconds() - start;
  });
  bench_figure("launch_sync", "us", us);
  double host = 0;
  double total = median(9, [&] {
    double start = bench_seconds();
    for (int i = 0; i < 1000; i++) empty<<<1, 1, 0, stream>>>(p);
    host = bench_seconds() - start;
    CHECK(hipStreamSynchronize(stream));
    return bench_seconds() - start;
  });
  bench_figure("launch_1000_host", "us", host * 1e3);
  bench_figure("launch_1000_total", "us", total * 1e3);
  CHECK(hipMemset(p, 0, 4));
  total = median(9, [&] {
    double start = bench_seconds();
    for (int i = 0; i < 1000; i++) increment<<<1, 1, 0, stream>>>(p);
    CHECK(hipStreamSynchronize(stream));
    return bench_seconds() - start;
  });
  int count = 0;
  CHECK(hipMemcpy(&count, p, 4, hipMemcpyDeviceToHost));
  if (count != 9000) {
    fprintf(stderr, "9000 dependent launches counted to %d\n", count);
    exit(1);
  }
  bench_figure("launch_1000_dependent", "us", total * 1e3);
}

static void allocations() {
  void *all[1000];
  double take = 0, give = 0;
  for (int round = 0; round < 3; round++) { // the last round counts: pools are warm
    double start = bench_seconds();
    for (void *&p : all) CHECK(hipMalloc(&p, 4096));
    take = bench_seconds() - start;
    start = bench_seconds();
    for (void *p : all) CHECK(hipFree(p));
    give = bench_seconds() - start;
  }
  bench_figure("malloc_4k", "us", take * 1e3);
  bench_figure("free_4k", "us", give * 1e3);
}

static void live_allocations(int *p, hipStream_t stream) {
  static void *all[10000];
  for (void *&q : all) CHECK(hipMalloc(&q, 4096));
  double total = median(9, [&] {
    double start = bench_seconds();
    for (int i = 0; i < 1000; i++) empty<<<1, 1, 0, stream>>>(p);
    CHECK(hipStreamSynchronize(stream));
    return bench_seconds() - start;
  });
  bench_figure("launch_1000_10k_live", "us", total * 1e3);
  for (void *q : all) CHECK(hipFree(q));
}

// What programs copy and allocate most: buffers of some MiB, from memory of their own.
static void buffers(const char *name, size_t bytes) {
  char text[64], *device = nullptr, *pageable = (char *)malloc(bytes);
  memset(pageable, 1, bytes);
  auto figure = [&](const char *what, auto body) {
    double us = 1e6 * median(15, [&] {
      double start = bench_seconds();
      body();
      return bench_seconds() - start;
    });
    snprintf(text, sizeof text, "%s_%s", what, name);
    bench_figure(text, "us", us);
  };
  auto allocate = [&] { CHECK(hipMalloc((void **)&device, bytes)); };
  auto release = [&] { CHECK(hipFree(device)); };
  auto to_device = [&] {
    CHECK(hipMemcpy(device, pageable, bytes, hipMemcpyHostToDevice));
    CHECK(hipDeviceSynchronize());
  };
  figure("malloc_free", [&] { allocate(), release(); });
  figure("malloc_copy_free", [&] { allocate(), to_device(), release(); });
  allocate();
  figure("h2d_pageable", to_device);
  figure("d2h_pageable", [&] { CHECK(hipMemcpy(pageable, device, bytes, hipMemcpyDeviceToHost)); });
  release();
  free(pageable);
}

static void copies(size_t bytes) {
  char *device = nullptr, *other = nullptr, *pinned = nullptr, *pageable = (char *)malloc(bytes);
  CHECK(hipMalloc((void **)&device, bytes));
  CHECK(hipMalloc((void **)&other, bytes));
  CHECK(hipHostMalloc((void **)&pinned, bytes, 0));
  memset(pageable, 1, bytes), memset(pinned, 2, bytes);
  auto rate = [&](const char *name, void *to, const void *from, hipMemcpyKind kind) {
    double seconds = median(7, [&] {
      double start = bench_seconds();
      CHECK(hipMemcpy(to, from, bytes, kind));
      CHECK(hipDeviceSynchronize());
      return bench_seconds() - start;
    });
    bench_figure(name, "gbps", bytes / seconds * 1e-9);
  };
  rate("copy_h2d_pageable", device, pageable, hipMemcpyHostToDevice);
  rate("copy_d2h_pageable", pageable, device, hipMemcpyDeviceToHost);
  rate("copy_h2d_pinned", device, pinned, hipMemcpyHostToDevice);
  rate("copy_d2h_pinned", pinned, device, hipMemcpyDeviceToHost);
  rate("copy_d2d", other, device, hipMemcpyDeviceToDevice);
  CHECK(hipFree(device));
  CHECK(hipFree(other));
  CHECK(hipHostFree(pinned));
  free(pageable);
}

int main(int argc, char **argv) {
  int *p = nullptr;
  hipStream_t stream;
  CHECK(hipMalloc((void **)&p, 4096));
  CHECK(hipStreamCreate(&stream));
  for (int i = 0; i < 100; i++) empty<<<1, 1, 0, stream>>>(p); // compiled and warm
  CHECK(hipStreamSynchronize(stream));
  // A GPU at rest clocks down; it needs some tenths of a second of work to come up again.
  for (double warm = bench_seconds(); bench_seconds() - warm < 0.4;) {
    for (int i = 0; i < 100; i++) increment<<<1, 1, 0, stream>>>(p);
    CHECK(hipStreamSynchronize(stream));
  }
  launches(p, stream);
  allocations();
  live_allocations(p, stream);
  buffers("64k", 64 << 10);
  buffers("1m", 1 << 20);
  buffers("8m", 8 << 20);
  buffers("32m", 32 << 20);
  copies(bench_is_big(argc, argv) ? (size_t)1 << 30 : (size_t)64 << 20);
  CHECK(hipStreamDestroy(stream));
  CHECK(hipFree(p));
}
