// Launches that every function refuses with the error of its own that AMD's runtime has for them, and shared memory up to what a kernel's
// attribute allows and no further: what is refused has not run, and the launch behind it does.
#include <hip/hip_ext.h>
#include <hip/hip_runtime.h>

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstring>

static int failed = 0;

static void report(const char *name, bool ok) {
    std::printf("RESULT name=%s ok=%d\n", name, ok);
    if (!ok) failed = 1;
}

static bool is(hipError_t got, hipError_t wanted, const char *what, int line) {
    (void)hipGetLastError();
    if (got == wanted) return true;
    std::printf("line %d: %s: %s, not %s\n", line, what, hipGetErrorName(got), hipGetErrorName(wanted));
    return false;
}
#define IS(call, wanted) is((call), (wanted), #call, __LINE__)

__global__ void nothing() {}

__global__ void reversed(int *values) {
    extern __shared__ int part[];
    part[threadIdx.x] = values[threadIdx.x];
    __syncthreads();
    values[threadIdx.x] = part[blockDim.x - 1 - threadIdx.x];
}

static hipFunction_t function_of(const void *symbol) {
    hipFunction_t function = nullptr;
    if (hipGetFuncBySymbol(&function, symbol) != hipSuccess) failed = 1;
    return function;
}

static HIP_LAUNCH_CONFIG config(const unsigned *d) {
    HIP_LAUNCH_CONFIG c = {};
    c.gridDimX = d[0], c.gridDimY = d[1], c.gridDimZ = d[2];
    c.blockDimX = d[3], c.blockDimY = d[4], c.blockDimZ = d[5];
    return c;
}

// A zero in each place, a block that is too large, too much shared memory.
static void shapes() {
    const hipError_t value = hipErrorInvalidValue, configuration = hipErrorInvalidConfiguration;
    const auto symbol = reinterpret_cast<const void *>(nothing);
    const hipFunction_t f = function_of(symbol);
    hipDeviceProp_t p;
    bool ok = hipGetDeviceProperties(&p, 0) == hipSuccess;
    const unsigned side = unsigned(std::cbrt(double(p.maxThreadsPerBlock))) + 2, shared = unsigned(p.sharedMemPerBlockOptin) + 1;
    for (int at = 0; at < 7; ++at) {
        unsigned d[6] = {1, 1, 1, 1, 1, 1};
        if (at < 6) d[at] = 0;
        else d[3] = d[4] = d[5] = side;
        const dim3 grid(d[0], d[1], d[2]), block(d[3], d[4], d[5]);
        const HIP_LAUNCH_CONFIG c = config(d);
        ok &= IS(hipModuleLaunchKernel(f, d[0], d[1], d[2], d[3], d[4], d[5], 0, nullptr, nullptr, nullptr), value);
        ok &= IS(hipExtModuleLaunchKernel(f, d[0], d[1], d[2], d[3], d[4], d[5], 0, nullptr, nullptr, nullptr),
                 at < 3 ? value : configuration);
        ok &= IS(hipDrvLaunchKernelEx(&c, f, nullptr, nullptr), configuration);
        ok &= IS(hipLaunchKernel(symbol, grid, block, nullptr, 0, nullptr), configuration);
        if (!p.cooperativeLaunch) continue;
        ok &= IS(hipModuleLaunchCooperativeKernel(f, d[0], d[1], d[2], d[3], d[4], d[5], 0, nullptr, nullptr), value);
        ok &= IS(hipLaunchCooperativeKernel(symbol, grid, block, nullptr, 0, nullptr), configuration);
    }
    ok &= IS(hipModuleLaunchKernel(f, 1, 1, 1, 1, 1, 1, shared, nullptr, nullptr, nullptr), value);
    ok &= IS(hipExtModuleLaunchKernel(f, 1, 1, 1, 1, 1, 1, shared, nullptr, nullptr, nullptr), value);
    // The block is looked at before shared memory, shared memory before the grid.
    ok &= IS(hipExtModuleLaunchKernel(f, 1, 1, 1, 0, 1, 1, shared, nullptr, nullptr, nullptr), configuration);
    ok &= IS(hipExtModuleLaunchKernel(f, 0, 1, 1, 1, 1, 1, shared, nullptr, nullptr, nullptr), value);
    if (p.cooperativeLaunch) {
        ok &= IS(hipModuleLaunchCooperativeKernel(f, 1, 1, 1, 1, 1, 1, shared, nullptr, nullptr), value);
        ok &= IS(hipLaunchCooperativeKernel(symbol, dim3(1), dim3(1), nullptr, shared, nullptr), hipErrorCooperativeLaunchTooLarge);
    }
    report("shapes", ok);
}

// A packed list for a kernel without parameters, and none.
static void packed() {
    const hipFunction_t f = function_of(reinterpret_cast<const void *>(nothing));
    int words[2] = {1, 2};
    auto launch = [&](void *buffer, size_t size) {
        void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, buffer, HIP_LAUNCH_PARAM_BUFFER_SIZE, &size, HIP_LAUNCH_PARAM_END};
        return hipModuleLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra);
    };
    bool ok = IS(launch(nullptr, 0), hipSuccess);
    ok &= IS(launch(words, 0), hipSuccess);
    ok &= IS(launch(nullptr, 4), hipErrorInvalidValue);
    ok &= IS(launch(words, 4), hipErrorInvalidConfiguration);
    report("packed", ok);
}

__global__ void store(int *to, int a, int b) { *to = a + b; }

// A packed list that ends before the last parameter does: AMD's runtime reads what lies behind it. Here nothing runs, and stderr says why, as the
// program only sees an invalid value.
static void too_short() {
    const hipFunction_t f = function_of(reinterpret_cast<const void *>(store));
    struct {
        int *to;
        int a, b;
    } list = {nullptr, 30, 12};
    bool ok = hipMalloc(reinterpret_cast<void **>(&list.to), 4) == hipSuccess && hipMemset(list.to, 0, 4) == hipSuccess;
    std::FILE *said = std::tmpfile();
    const int stderr_before = dup(2);
    dup2(fileno(said), 2);
    auto launch = [&](size_t size) {
        void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &list, HIP_LAUNCH_PARAM_BUFFER_SIZE, &size, HIP_LAUNCH_PARAM_END};
        return hipModuleLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra);
    };
    int got = -1;
    ok &= IS(launch(12), hipErrorInvalidValue);
    ok &= hipMemcpy(&got, list.to, 4, hipMemcpyDeviceToHost) == hipSuccess && got == 0;
    dup2(stderr_before, 2);
    char text[512] = {};
    std::rewind(said);
    (void)!std::fread(text, 1, sizeof text - 1, said);
    ok &= std::strstr(text, "store") && std::strstr(text, "takes 16 bytes of arguments, and its launch hands over 12");
    ok &= IS(launch(16), hipSuccess);
    ok &= hipMemcpy(&got, list.to, 4, hipMemcpyDeviceToHost) == hipSuccess && got == 42;
    report("too_short", ok);
}

static bool reverses(int *device, size_t shared, hipError_t wanted) {
    int values[64];
    for (int i = 0; i < 64; ++i) values[i] = i + 100;
    bool ok = hipMemcpy(device, values, sizeof values, hipMemcpyHostToDevice) == hipSuccess;
    void *args[] = {&device};
    ok &= IS(hipLaunchKernel(reinterpret_cast<const void *>(reversed), dim3(1), dim3(64), args, shared, nullptr), wanted);
    ok &= hipMemcpy(values, device, sizeof values, hipMemcpyDeviceToHost) == hipSuccess;
    for (int i = 0; i < 64; ++i) ok &= values[i] == (wanted == hipSuccess ? 163 - i : i + 100);
    return ok;
}

// hipFuncAttributeMaxDynamicSharedMemorySize is a limit, of direct launches and of graphs' nodes.
static void limits() {
    const auto symbol = reinterpret_cast<const void *>(reversed);
    int *device = nullptr;
    bool ok = hipMalloc(reinterpret_cast<void **>(&device), 256) == hipSuccess;
    ok &= reverses(device, 256, hipSuccess);
    ok &= reverses(device, 1024, hipSuccess);
    ok &= IS(hipFuncSetAttribute(symbol, hipFuncAttributeMaxDynamicSharedMemorySize, 512), hipSuccess);
    ok &= reverses(device, 512, hipSuccess);
    ok &= reverses(device, 513, hipErrorInvalidValue);
    hipGraph_t graph;
    hipGraphNode_t node;
    ok &= hipGraphCreate(&graph, 0) == hipSuccess;
    void *args[] = {&device};
    hipKernelNodeParams params = {};
    params.func = const_cast<void *>(symbol), params.gridDim = dim3(1), params.blockDim = dim3(64), params.kernelParams = args;
    params.sharedMemBytes = 513;
    ok &= IS(hipGraphAddKernelNode(&node, graph, nullptr, 0, &params), hipErrorInvalidValue);
    params.sharedMemBytes = 512;
    ok &= IS(hipGraphAddKernelNode(&node, graph, nullptr, 0, &params), hipSuccess);
    ok &= hipGraphDestroy(graph) == hipSuccess;
    ok &= IS(hipFuncSetAttribute(symbol, hipFuncAttributeMaxDynamicSharedMemorySize, 2048), hipSuccess);
    ok &= reverses(device, 2048, hipSuccess);
    ok &= hipFree(device) == hipSuccess;
    report("limits", ok);
}

// No device here has clusters of blocks.
static void clusters() {
    int count = -1;
    const auto symbol = reinterpret_cast<const void *>(nothing);
    hipLaunchConfig_t c = {};
    c.gridDim = dim3(1), c.blockDim = dim3(64);
    bool ok = IS(hipOccupancyMaxPotentialClusterSize(&count, symbol, &c), hipErrorInvalidClusterSize);
    ok &= IS(hipOccupancyMaxActiveClusters(&count, symbol, &c), hipErrorInvalidClusterSize);
    ok &= IS(hipOccupancyMaxActiveClusters(nullptr, symbol, &c), hipErrorInvalidValue);
    hipLaunchAttribute attribute = {};
    attribute.id = hipLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    c.attrs = &attribute, c.numAttrs = 1;
    ok &= IS(hipLaunchKernelExC(&c, symbol, nullptr), hipSuccess);
    report("clusters", ok && count == -1);
}

int main() {
    shapes();
    packed();
    too_short();
    limits();
    clusters();
    if (hipDeviceSynchronize() != hipSuccess) failed = 1;
    return failed;
}
