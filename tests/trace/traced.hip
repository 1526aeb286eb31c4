// What tests/tests/trace.rs traces: kernels and copies in two streams, a fill, a host function, a graph, allocations. The first argument says
// how the program ends.
#include <hip/hip_runtime.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>
#include <vector>

#define CHECK(call) \
    do { \
        hipError_t code = (call); \
        if (code != hipSuccess) { \
            printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, hipGetErrorName(code)); \
            exit(1); \
        } \
    } while (0)

__global__ void long_sum(int *data, int n, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int value = data[i];
    for (int round = 0; round < rounds; round++) value = value * 3 + round;
    data[i] = value;
}

__global__ void short_one(int *data) { data[threadIdx.x] += 1; }

static const int N = 1 << 16;
static const int ROUNDS = 200;

static void wait_a_moment(void *) { usleep(2000); }

int main(int argc, char **argv) {
    const char *end = argc > 1 ? argv[1] : "return";
    const size_t bytes = N * sizeof(int);
    int *a, *b, *pinned;
    CHECK(hipMalloc(&a, bytes));
    CHECK(hipMalloc(&b, bytes));
    CHECK(hipHostMalloc(&pinned, bytes));
    std::vector<int> host(N, 1);
    hipStream_t first, second;
    CHECK(hipStreamCreate(&first));
    CHECK(hipStreamCreateWithFlags(&second, hipStreamNonBlocking));
    CHECK(hipMemcpy(a, host.data(), bytes, hipMemcpyHostToDevice));
    for (int i = 0; i < N; i++) pinned[i] = 1;
    CHECK(hipMemcpyAsync(b, pinned, bytes, hipMemcpyHostToDevice, second));
    hipEvent_t start, stop;
    CHECK(hipEventCreate(&start));
    CHECK(hipEventCreate(&stop));
    long_sum<<<N / 256, 256, 0, first>>>(a, 0, ROUNDS);
    CHECK(hipEventRecord(start, first));
    for (int launch = 0; launch < 5; launch++) {
        long_sum<<<N / 256, 256, 0, first>>>(a, N, ROUNDS);
        long_sum<<<N / 256, 256, 0, second>>>(b, N, ROUNDS);
    }
    CHECK(hipEventRecord(stop, first));
    CHECK(hipGetLastError());
    CHECK(hipLaunchHostFunc(second, wait_a_moment, nullptr));
    for (int launch = 0; launch < 700; launch++) short_one<<<1, 64, 0, second>>>(b);
    CHECK(hipStreamSynchronize(second));
    CHECK(hipMemsetAsync(a, 0, bytes / 2, first));
    CHECK(hipMemcpyAsync(pinned, a, bytes, hipMemcpyDeviceToHost, first));
    CHECK(hipStreamSynchronize(first));
    float milliseconds;
    CHECK(hipEventElapsedTime(&milliseconds, start, stop));
    CHECK(hipEventDestroy(start));
    CHECK(hipEventDestroy(stop));
    printf("BETWEEN EVENTS %f us\n", milliseconds * 1000);

    hipGraph_t graph;
    hipGraphExec_t exec;
    CHECK(hipStreamBeginCapture(first, hipStreamCaptureModeGlobal));
    for (int launch = 0; launch < 10; launch++) short_one<<<1, 64, 0, first>>>(a);
    CHECK(hipStreamEndCapture(first, &graph));
    CHECK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    for (int launch = 0; launch < 3; launch++) CHECK(hipGraphLaunch(exec, first));
    CHECK(hipDeviceSynchronize());
    CHECK(hipMemcpy(host.data(), a, bytes, hipMemcpyDeviceToHost));
    CHECK(hipFree(b));
    // Zeroes, and each of the first 64 thirty times one more.
    printf("RESULT %s\n", host[0] == 30 && host[63] == 30 && host[64] == 0 ? "right" : "wrong");
    fflush(stdout);
    if (!strcmp(end, "_exit")) _exit(0);
    if (!strcmp(end, "abort")) abort();
    if (!strcmp(end, "kill")) kill(getpid(), SIGKILL);
    if (!strcmp(end, "wild")) *(volatile int *)nullptr = 1;
    CHECK(hipGraphExecDestroy(exec));
    CHECK(hipGraphDestroy(graph));
    return 0;
}
