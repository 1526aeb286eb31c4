// Kernels that end themselves: assert, abort, __trap, a wrong free. tests/tests/device_output.rs compares what stderr says; here:
// which threads still had an effect, and what the API returns.
#include "../api/check.h"

#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

__global__ void check(int *seen, int wrong) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    seen[i] = 1;
    assert(i != wrong && "the message");
    seen[i] = 2;
}

// Threads end in front of a barrier that the others still reach.
__global__ void half(int *out, int from) {
    __shared__ int part[64];
    int i = threadIdx.x;
    assert(i < from);
    part[i] = i;
    __syncthreads();
    out[i] = part[from - 1 - i];
}

// All threads of a block end, in a loop with barriers.
__global__ void all_end(int *out, int at) {
    __shared__ int sum;
    for (int round = 0; round < 8; ++round) {
        if (threadIdx.x == 0)
            sum = round;
        __syncthreads();
        if (sum == at)
            abort();
        out[threadIdx.x] = round;
        __syncthreads();
    }
}

__device__ __attribute__((noinline)) int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1) % 1000003; }
typedef int (*function)(int);

__global__ void trap(int *out, int how) {
    out[0] = 1;
    if (how == 0)
        __trap();
    else if (how == 1)
        __builtin_trap();
    else if (how == 2)
        abort();
    else if (how == 3)
        free(out);
    else if (how == 4)
        out[1] = depth(1000000 + out[0]);
    else if (how == 5)
        out[1] = ((function)out)(out[0]);
    out[0] = 2;
}

// A block whose first thread ends never comes to the grid's barrier. Cooperative.
__global__ void grid(int *out, int block) {
    out[blockIdx.x] = 1;
    assert(blockIdx.x != block || threadIdx.x != 0);
    cooperative_groups::this_grid().sync();
}

// Assertions whose texts the program makes, as Kokkos does: in the thread's memory, the block's, and a pointer to one of several.
__global__ void texts(int *out, int which) {
    __shared__ char ours[16];
    char mine[1200], empty[1] = "";
    for (int i = 0; i < 1200; ++i)
        mine[i] = 'a' + (i + which) % 26;
    mine[which == 2 ? 1199 : 5] = 0;
    for (int i = 0; i < 7; ++i)
        ours[i] = "shared"[i];
    out[0] = 1;
    if (which == 0)
        __assert_fail(mine, empty, 7, ours);
    if (which == 1)
        __assert_fail(out[0] == which ? ours : mine, "constant", 8, empty);
    if (which == 2)
        __assert_fail(mine, nullptr, 9, mine + 1190);
    out[0] = 2;
}

static int *seen;

// Host memory goes with a reset.
static void start() {
    OK(hipDeviceReset());
    OK(hipHostMalloc(&seen, 256 * sizeof *seen));
    std::memset(seen, 0, 256 * sizeof *seen);
}

static void one_assert() {
    start();
    check<<<4, 64>>>(seen, -1);
    OK(hipDeviceSynchronize());
    TRUE(seen[0] == 2 && seen[255] == 2);
    check<<<4, 64>>>(seen, 131);
    OK(hipGetLastError());
    FAILS(hipDeviceSynchronize(), hipErrorAssert);
    TRUE(seen[130] == 2 && seen[131] == 1);
    // HIP's sticky errors stay until the device is reset.
    FAILS(hipDeviceSynchronize(), hipErrorAssert);
    check<<<4, 64>>>(seen, -1);
    FAILS(hipGetLastError(), hipErrorAssert);
    start();
    check<<<4, 64>>>(seen, -1);
    OK(hipDeviceSynchronize());
    TRUE(seen[131] == 2);
}

static void barriers() {
    start();
    half<<<1, 64>>>(seen, 32);
    FAILS(hipDeviceSynchronize(), hipErrorAssert);
    int right = 0;
    for (int i = 0; i < 32; ++i)
        right += seen[i] == 31 - i;
    TRUE(right == 32);
    TRUE(seen[32] == 0);
    start();
    all_end<<<1, 64>>>(seen, 5);
    FAILS(hipDeviceSynchronize(), hipErrorLaunchFailure);
    TRUE(seen[0] == 4 && seen[63] == 4);
}

// Blocks that wait for one that failed are let go.
static void grids() {
    start();
    int block = 1;
    void *arguments[] = {&seen, &block};
    OK(hipLaunchCooperativeKernel((void *)grid, dim3(2), dim3(64), arguments, 0, nullptr));
    FAILS(hipDeviceSynchronize(), hipErrorAssert);
    TRUE(seen[0] == 1 && seen[1] == 1);
}

static void made_texts() {
    for (int which = 0; which < 3; ++which) {
        start();
        texts<<<1, 1>>>(seen, which);
        FAILS(hipDeviceSynchronize(), hipErrorAssert);
        TRUE(seen[0] == 1);
    }
}

static void traps() {
    for (int how = 0; how < 6; ++how) {
        start();
        hipStream_t stream;
        hipEvent_t event;
        OK(hipStreamCreate(&stream));
        OK(hipEventCreate(&event));
        trap<<<1, 1, 0, stream>>>(seen, how);
        OK(hipEventRecord(event, stream));
        if (how % 2)
            FAILS(hipEventSynchronize(event), hipErrorLaunchFailure);
        else
            FAILS(hipStreamSynchronize(stream), hipErrorLaunchFailure);
        TRUE(seen[0] == 1);
    }
}

int main(int argc, char **argv) {
    const char *scenario = argc > 1 ? argv[1] : "";
    if (!std::strcmp(scenario, "assert"))
        one_assert();
    if (!std::strcmp(scenario, "barriers"))
        barriers();
    if (!std::strcmp(scenario, "grids"))
        grids();
    if (!std::strcmp(scenario, "texts"))
        made_texts();
    if (!std::strcmp(scenario, "traps"))
        traps();
    return report();
}
