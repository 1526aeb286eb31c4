/* opencl KERNEL.cl THREADS OPTIONS: runs a CLSmith kernel on the first OpenCL device and prints a line for each thread; see problem.h. */
#include "../bench/opencl/check.h"
#include "problem.h"

static char *text_of(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) exit(2);
  fseek(file, 0, SEEK_END);
  const size_t size = (size_t)ftell(file);
  rewind(file);
  char *text = (char *)calloc(1, size + 1);
  if (fread(text, 1, size, file) != size) exit(2);
  fclose(file);
  return text;
}

int main(int argc, char **argv) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int error;
  cl_mem buffers[MOST_BUFFERS];
  size_t global[3];
  if (argc < 4) return 2;
  const Problem problem = read_problem(argv[1], strtoul(argv[2], NULL, 10));
  const char *text = text_of(argv[1]);
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 1, &device, argv[3], NULL, NULL));
  cl_kernel kernel = clCreateKernel(program, "entry", &error);
  CHECK(error);
  for (int i = 0; i < problem.count; i++) {
    buffers[i] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, problem.buffers[i].bytes, problem.buffers[i].initial, &error);
    CHECK(error);
    CHECK(clSetKernelArg(kernel, (cl_uint)i, sizeof buffers[i], &buffers[i]));
  }
  for (int d = 0; d < 3; d++) global[d] = problem.grid[d] * problem.block[d];
  CHECK(clEnqueueNDRangeKernel(queue, kernel, 3, NULL, global, problem.block, 0, NULL, NULL));
  uint64_t *results = (uint64_t *)problem.buffers[0].initial;
  CHECK(clEnqueueReadBuffer(queue, buffers[0], CL_TRUE, 0, problem.threads * 8, results, 0, NULL, NULL));
  print_results(&problem, results);
  return 0;
}
