/* Runs kernels.cl (first argument) on the first OpenCL device and prints RESULT lines: see ../cases.h. */
#include "../cases.h"
#include "check.h"

static cl_context context;
static cl_command_queue queue;
static cl_program program;

typedef struct {
  const Case *k;
  cl_kernel kernel;
} Run;

static void launch(void *run) {
  const Run *r = run;
  size_t global[2], local[2];
  for (int d = 0; d < 2; d++) local[d] = r->k->block[d], global[d] = (size_t)r->k->grid[d] * r->k->block[d];
  CHECK(clEnqueueNDRangeKernel(queue, r->kernel, 2, NULL, global, local, 0, NULL, NULL));
}

static void finish(void *run) {
  (void)run;
  CHECK(clFinish(queue));
}

static cl_mem buffer(cl_kernel kernel, cl_uint argument, size_t words, void *from) {
  cl_int error;
  cl_mem made = clCreateBuffer(context, CL_MEM_READ_WRITE | (words ? CL_MEM_COPY_HOST_PTR : 0), words ? words * 4 : 4, words ? from : NULL, &error);
  CHECK(error);
  CHECK(clSetKernelArg(kernel, argument, sizeof made, &made));
  return made;
}

static int run(const Case *k) {
  cl_int error;
  float *data[3];
  cl_mem buffers[3];
  const size_t words[3] = {k->a, k->b, k->c};
  Run r = {k, clCreateKernel(program, k->kernel, &error)};
  if (error == CL_INVALID_KERNEL_NAME) return 1; /* PoCL 3.1 has no subgroups, so no kernel that shuffles */
  CHECK(error);
  for (int i = 0; i < 3; i++) data[i] = calloc(words[i] + 1, 4);
  k->init(k, data[0], data[1]);
  for (cl_uint i = 0; i < 3; i++) buffers[i] = buffer(r.kernel, i, words[i], data[i]);
  CHECK(clSetKernelArg(r.kernel, 3, sizeof k->n, &k->n));
  launch(&r);
  for (int i = 1; i < 3; i++)
    if (words[i]) CHECK(clEnqueueReadBuffer(queue, buffers[i], CL_TRUE, 0, words[i] * 4, data[i], 0, NULL, NULL));
  int ok = k->check(k, data[0], data[1], data[2]);
  bench_result(k, ok, bench_time(launch, finish, &r));
  for (int i = 0; i < 3; i++) {
    CHECK(clReleaseMemObject(buffers[i]));
    free(data[i]);
  }
  CHECK(clReleaseKernel(r.kernel));
  return ok;
}

/* An empty kernel: launched and waited for, and a thousand in a row. */
static void latencies(void) {
  const Case nothing = {"nothing", "nothing", 0, 0, 0, 0, {1, 1}, {1, 1}, 0, 0, NULL, NULL};
  double times[500];
  cl_int error;
  Run r = {&nothing, clCreateKernel(program, "nothing", &error)};
  CHECK(error);
  cl_mem one[3];
  for (cl_uint i = 0; i < 3; i++) one[i] = buffer(r.kernel, i, 0, NULL);
  CHECK(clSetKernelArg(r.kernel, 3, sizeof nothing.n, &nothing.n));
  for (int i = 0; i < 100; i++) launch(&r), finish(&r);
  for (int i = 0; i < 500; i++) {
    double start = bench_seconds();
    launch(&r), finish(&r);
    times[i] = bench_seconds() - start;
  }
  qsort(times, 500, sizeof *times, bench_compare);
  bench_figure("launch_sync", "us", times[250] * 1e6);
  for (int round = 0; round < 9; round++) {
    double start = bench_seconds();
    for (int i = 0; i < 1000; i++) launch(&r);
    finish(&r);
    times[round] = bench_seconds() - start;
  }
  qsort(times, 9, sizeof *times, bench_compare);
  bench_figure("launch_1000_total", "us", times[4] * 1e3);
  for (int i = 0; i < 3; i++) CHECK(clReleaseMemObject(one[i]));
}

static char *text_of(const char *path) {
  FILE *file = fopen(path, "rb");
  char *text = calloc(1, 1 << 16);
  if (!file || !fread(text, 1, (1 << 16) - 1, file)) {
    fprintf(stderr, "cannot read %s\n", path);
    exit(1);
  }
  fclose(file);
  return text;
}

int main(int argc, char **argv) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int error;
  char name[256] = "";
  if (argc < 2) return 2;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
  CHECK(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL));
  printf("DEVICE %s\n", name);
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  queue = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  const char *text = text_of(argv[1]);
  program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 1, &device, "", NULL, NULL));
  Case cases[BENCH_CASES];
  bench_cases(cases, 0);
  int ok = 1;
  for (int i = 0; i < BENCH_CASES; i++)
    if (bench_wanted(cases[i].name, argc - 1, argv + 1)) ok &= run(&cases[i]);
  if (bench_wanted("launch", argc - 1, argv + 1)) latencies();
  return !ok;
}
