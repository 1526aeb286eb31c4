/* The bench kernels as data: sizes, launch shapes, inputs and checks, the same for HIP, CUDA, OpenCL and GLSL.
 *
 * Every kernel reads buffer a (and b), writes c (saxpy: b), and gets one number n. A host program makes the buffers,
 * runs each case once, checks it, then times it (bench_time below) and prints one RESULT line, which
 * tests/src/bin/bench reads. C99 and C++17. */
#ifndef HIPVK_BENCH_CASES_H
#define HIPVK_BENCH_CASES_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct Case Case;
struct Case {
  const char *name;   /* in RESULT lines and tables */
  const char *kernel; /* the function, or the .comp file */
  uint32_t n;         /* elements, or the edge of a square */
  size_t a, b, c;     /* buffer sizes in 4-byte words */
  uint32_t grid[2], block[2];
  double bytes, flops; /* moved and done by one launch */
  void (*init)(const Case *, float *a, float *b);
  int (*check)(const Case *, const float *a, const float *b, const float *c);
};

static inline float bench_value(size_t i) { return (float)(i % 251) / 251.0f + 0.25f; }

static inline int bench_near(double got, double want) { return fabs(got - want) <= 1e-4 * (fabs(want) + 1.0); }

static inline void init_ab(const Case *k, float *a, float *b) {
  for (size_t i = 0; i < k->a; i++) a[i] = bench_value(i);
  for (size_t i = 0; i < k->b; i++) b[i] = bench_value(i * 7 + 3);
}

/* Prime steps, so that every lane and every block has its turn. */
static inline int check_saxpy(const Case *k, const float *a, const float *b, const float *c) {
  (void)c;
  for (size_t i = 0; i < k->n; i += 61)
    if (!bench_near(b[i], 2.0 * a[i] + bench_value(i * 7 + 3))) return 0;
  return 1;
}

static inline int check_triad(const Case *k, const float *a, const float *b, const float *c) {
  for (size_t i = 0; i < k->n; i += 61)
    if (!bench_near(c[i], a[i] + 3.0 * b[i])) return 0;
  return 1;
}

static inline int check_sum(const Case *k, const float *a, const float *b, const float *c) {
  double want = 0, got = 0;
  (void)b;
  for (size_t i = 0; i < k->n; i++) want += a[i];
  for (size_t i = 0; i < k->c; i++) got += c[i];
  return fabs(got - want) <= 1e-5 * want;
}

static inline int check_sgemm(const Case *k, const float *a, const float *b, const float *c) {
  size_t n = k->n;
  for (size_t at = 0; at < n * n; at += n * n / 509 + 1) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += (double)a[at / n * n + i] * b[i * n + at % n];
    if (!bench_near(c[at], sum)) return 0;
  }
  return 1;
}

static inline int check_nbody(const Case *k, const float *a, const float *b, const float *c) {
  (void)b;
  for (size_t i = 0; i < k->n; i += k->n / 31 + 1) {
    double x = 0, y = 0, z = 0;
    for (size_t j = 0; j < k->n; j++) {
      double dx = a[4 * j] - a[4 * i], dy = a[4 * j + 1] - a[4 * i + 1], dz = a[4 * j + 2] - a[4 * i + 2];
      double r = dx * dx + dy * dy + dz * dz + 0.01;
      double s = a[4 * j + 3] / (r * sqrt(r));
      x += dx * s, y += dy * s, z += dz * s;
    }
    double scale = 1e-3 * (fabs(x) + fabs(y) + fabs(z) + 1.0);
    if (fabs(c[4 * i] - x) > scale || fabs(c[4 * i + 1] - y) > scale || fabs(c[4 * i + 2] - z) > scale) return 0;
  }
  return 1;
}

static inline void init_histogram(const Case *k, float *a, float *b) {
  uint32_t *keys = (uint32_t *)a, state = 1;
  (void)b;
  for (size_t i = 0; i < k->a; i++) keys[i] = state = state * 1664525u + 1013904223u;
}

static inline int check_histogram(const Case *k, const float *a, const float *b, const float *c) {
  const uint32_t *keys = (const uint32_t *)a, *bins = (const uint32_t *)c;
  uint32_t want[256] = {0};
  (void)b;
  for (size_t i = 0; i < k->n; i++) want[keys[i] >> 24]++;
  return memcmp(bins, want, sizeof want) == 0;
}

static inline int check_stencil(const Case *k, const float *a, const float *b, const float *c) {
  size_t n = k->n;
  (void)b;
  for (size_t y = 1; y < n - 1; y += 7)
    for (size_t x = 1; x < n - 1; x += 5) {
      size_t i = y * n + x;
      if (!bench_near(c[i], 0.5 * a[i] + 0.125 * (a[i - 1] + a[i + 1] + a[i - n] + a[i + n]))) return 0;
    }
  return 1;
}

/* Rounding may move a pixel at the set's edge by an iteration: one in a hundred may differ. */
static inline int check_mandelbrot(const Case *k, const float *a, const float *b, const float *c) {
  const uint32_t *pixels = (const uint32_t *)c;
  size_t n = k->n, seen = 0, off = 0;
  (void)a, (void)b;
  for (size_t at = 0; at < n * n; at += 997, seen++) {
    float cx = (float)(at % n) * 3.0f / (float)n - 2.25f, cy = (float)(at / n) * 3.0f / (float)n - 1.5f, x = 0, y = 0;
    uint32_t i = 0;
    for (; i < 256 && x * x + y * y < 4.0f; i++) {
      float t = x * x - y * y + cx;
      y = 2.0f * x * y + cy, x = t;
    }
    off += pixels[at] != i;
  }
  return off * 100 <= seen;
}

static inline int check_barriers(const Case *k, const float *a, const float *b, const float *c) {
  float v[256], next[256];
  (void)a, (void)b;
  for (int t = 0; t < 256; t++) v[t] = (float)t;
  for (uint32_t i = 0; i < k->n; i++) {
    for (int t = 0; t < 256; t++) next[t] = v[(t + 1) & 255] * 0.5f + 1.0f;
    memcpy(v, next, sizeof v);
  }
  for (size_t i = 0; i < k->c; i++)
    if (!bench_near(c[i], v[i & 255])) return 0;
  return 1;
}

#define BENCH_CASES 15

/* `big`: sizes for a data-centre GPU, where the usual ones are over in microseconds. */
static inline void bench_cases(Case *k, int big) {
  const uint32_t n = big ? 1u << 28 : 1u << 24, e = big ? 16384 : 4096, m = big ? 8192 : 2048, p = big ? 65536 : 8192;
  const uint32_t g[2] = {big ? 2048u : 512u, big ? 4096u : 1024u};
  const double f = 4.0 * n, pairs = (double)p * p;
  /* For kernels with a bound check: the last block is not full, its warps are. */
  const uint32_t some = n - 160, few = p - 96;
  const Case all[BENCH_CASES] = {
      {"saxpy", "saxpy", n, n, n, 0, {n / 256, 1}, {256, 1}, 3 * f, 2.0 * n, init_ab, check_saxpy},
      {"triad", "triad", n, n, n, n, {n / 256, 1}, {256, 1}, 3 * f, 2.0 * n, init_ab, check_triad},
      {"reduce", "reduce", n, n, 0, n / 256, {n / 256, 1}, {256, 1}, f, (double)n, init_ab, check_sum},
      {"reduce_gs", "reduce_gs", n, n, 0, 1024, {1024, 1}, {256, 1}, f, (double)n, init_ab, check_sum},
      {"reduce_shfl", "reduce_shfl", n, n, 0, n / 256, {n / 256, 1}, {256, 1}, f, (double)n, init_ab, check_sum},
      {"warp_sum", "warp_sum", some, n, 0, n / 8, {n / 256, 1}, {256, 1}, f, (double)n, init_ab, check_sum},
      {"sgemm_s", "sgemm", g[0], (size_t)g[0] * g[0], (size_t)g[0] * g[0], (size_t)g[0] * g[0], {g[0] / 16, g[0] / 16}, {16, 16}, 0, 2.0 * g[0] * g[0] * g[0], init_ab, check_sgemm},
      {"sgemm", "sgemm", g[1], (size_t)g[1] * g[1], (size_t)g[1] * g[1], (size_t)g[1] * g[1], {g[1] / 16, g[1] / 16}, {16, 16}, 0, 2.0 * g[1] * g[1] * g[1], init_ab, check_sgemm},
      {"nbody", "nbody", p, 4u * p, 0, 4u * p, {p / 256, 1}, {256, 1}, 0, 20.0 * pairs, init_ab, check_nbody},
      {"nbody_if", "nbody_if", few, 4u * p, 0, 4u * p, {p / 256, 1}, {256, 1}, 0, 20.0 * pairs, init_ab, check_nbody},
      {"nbody_sh", "nbody_sh", p, 4u * p, 0, 4u * p, {p / 256, 1}, {256, 1}, 0, 20.0 * pairs, init_ab, check_nbody},
      {"histogram", "histogram", n, n, 0, 256, {1024, 1}, {256, 1}, f, 0, init_histogram, check_histogram},
      {"stencil", "stencil", e, (size_t)e * e, 0, (size_t)e * e, {e / 32, e / 8}, {32, 8}, 8.0 * e * e, 6.0 * e * e, init_ab, check_stencil},
      {"mandelbrot", "mandelbrot", m, 0, 0, (size_t)m * m, {m / 16, m / 16}, {16, 16}, 0, 0, init_ab, check_mandelbrot},
      {"barriers", "barriers", 512, 0, 0, 1024 * 256, {1024, 1}, {256, 1}, 0, 0, init_ab, check_barriers},
  };
  memcpy(k, all, sizeof all);
}

static inline double bench_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int bench_compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

typedef struct {
  double seconds; /* per launch */
  double cpu;     /* processor seconds of this process per launch: on a CPU device the work itself, however busy the machine */
} Timing;

/* The median of five batches, each long enough that a clock tick does not show. */
static inline Timing bench_time(void (*launch)(void *), void (*finish)(void *), void *context) {
  double times[5], cpu[5], once;
  launch(context), finish(context); /* compiles, and brings memory where the device wants it */
  once = bench_seconds();
  launch(context), finish(context);
  once = bench_seconds() - once;
  /* A GPU at rest clocks down; it needs some tenths of a second of work to come up again. */
  for (double warm = bench_seconds(); once < 0.1 && bench_seconds() - warm < 0.4;) launch(context), finish(context);
  int batch = once > 0.02 ? 1 : once < 2e-5 ? 1000 : (int)(0.02 / once) + 1;
  for (int r = 0; r < 5; r++) {
    double start = bench_seconds();
    clock_t used = clock();
    for (int i = 0; i < batch; i++) launch(context);
    finish(context);
    times[r] = (bench_seconds() - start) / batch;
    cpu[r] = (double)(clock() - used) / CLOCKS_PER_SEC / batch;
  }
  qsort(times, 5, sizeof *times, bench_compare);
  qsort(cpu, 5, sizeof *cpu, bench_compare);
  Timing timing = {times[2], cpu[2]};
  return timing;
}

static inline void bench_result(const Case *k, int ok, Timing timing) {
  const double seconds = timing.seconds;
  printf("RESULT name=%s ok=%d ms=%.6f cpu_ms=%.6f", k->name, ok, seconds * 1e3, timing.cpu * 1e3);
  if (k->bytes > 0) printf(" gbps=%.3f", k->bytes / seconds * 1e-9);
  if (k->flops > 0) printf(" gflops=%.3f", k->flops / seconds * 1e-9);
  printf("\n");
  fflush(stdout);
}

/* For what is no kernel: latencies (us) and rates (gbps). */
static inline void bench_figure(const char *name, const char *unit, double value) {
  printf("RESULT name=%s ok=1 %s=%.4f\n", name, unit, value);
  fflush(stdout);
}

/* Whether to run `name`: no arguments, or among them. `big` is not a name. */
static inline int bench_wanted(const char *name, int argc, char **argv) {
  int names = 0;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "big") == 0) continue;
    if (strcmp(argv[i], name) == 0) return 1;
    names++;
  }
  return names == 0;
}

static inline int bench_is_big(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    if (strcmp(argv[i], "big") == 0) return 1;
  return 0;
}

#endif
