// hip KERNEL.cl THREADS CODE: runs a CLSmith kernel, compiled to a code object, on the first HIP device and prints a line for each thread; see problem.h.
#include <hip/hip_runtime.h>

#include "problem.h"

static void check(hipError_t error, const char *what) {
    if (error == hipSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, hipGetErrorString(error));
    std::exit(1);
}
#define CHECK(call) check(call, #call)

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    const Problem problem = read_problem(argv[1], std::strtoul(argv[2], nullptr, 10));
    hipModule_t module;
    hipFunction_t kernel;
    CHECK(hipModuleLoad(&module, argv[3]));
    CHECK(hipModuleGetFunction(&kernel, module, "entry"));
    void *buffers[MOST_BUFFERS], *arguments[MOST_BUFFERS];
    for (int i = 0; i < problem.count; i++) {
        CHECK(hipMalloc(&buffers[i], problem.buffers[i].bytes));
        CHECK(hipMemcpy(buffers[i], problem.buffers[i].initial, problem.buffers[i].bytes, hipMemcpyHostToDevice));
        arguments[i] = &buffers[i];
    }
    const size_t *grid = problem.grid, *block = problem.block;
    CHECK(hipModuleLaunchKernel(kernel, grid[0], grid[1], grid[2], block[0], block[1], block[2], 0, nullptr, arguments, nullptr));
    CHECK(hipDeviceSynchronize());
    uint64_t *results = static_cast<uint64_t *>(problem.buffers[0].initial);
    CHECK(hipMemcpy(results, buffers[0], problem.threads * 8, hipMemcpyDeviceToHost));
    print_results(&problem, results);
}
