// A host program built with ROCm's own headers and library, as its package ships them, and run with ours: tests/tests/rocm_abi.rs.
// It has device code too: AMD's machine code, of which nobody here can make anything but a message.
#include <hip/hip_runtime_api.h>

// Behind it, as ROCm's uses what the other declares.
#include <hip/hip_deprecated.h>

#include <dlfcn.h>

#include <cstdio>
#include <cstring>

#if HIP_VERSION_MAJOR < 7
using MemsetParams = HIP_MEMSET_NODE_PARAMS;
#else
using MemsetParams = hipMemsetParams;
#endif

static int failed = 0;
#define CHECK(condition) \
    if (!(condition)) failed++, std::printf("%d: %s\n", __LINE__, #condition)
#define OK(call) CHECK((call) == hipSuccess)

// The old structure, between words that nobody may touch.
struct Guarded {
    unsigned before = 0xABCD;
    hipDeviceProp_tR0000 old;
    unsigned after[256];
};

static void properties() {
    hipDeviceProp_t now;
    OK(hipGetDeviceProperties(&now, 0));
    Guarded guarded;
    std::memset(guarded.after, 0x5A, sizeof guarded.after);
    using Get = hipError_t(hipDeviceProp_tR0000 *, int);
    // The header maps this name to today's function.
    auto *get = reinterpret_cast<Get *>(dlsym(RTLD_DEFAULT, "hipGetDeviceProperties"));
    OK(get(&guarded.old, 0));
    bool touched = guarded.before != 0xABCD;
    for (unsigned word : guarded.after) touched |= word != 0x5A5A5A5A;
    CHECK(!touched);
    CHECK(std::strcmp(guarded.old.name, now.name) == 0 && now.name[0] != 0);
    CHECK(guarded.old.totalGlobalMem == now.totalGlobalMem && now.totalGlobalMem > 0);
    CHECK(guarded.old.warpSize == now.warpSize && guarded.old.maxGridSize[2] == now.maxGridSize[2]);
    CHECK(std::strcmp(guarded.old.gcnArchName, now.gcnArchName) == 0 && guarded.old.gcnArch == 1030);
    CHECK(guarded.old.maxTexture3D[2] == now.maxTexture3D[2] && guarded.old.textureAlignment == now.textureAlignment);
    CHECK(guarded.old.managedMemory == now.managedMemory && guarded.old.isLargeBar == now.isLargeBar);
    int chosen = -1;
    OK(hipChooseDevice(&chosen, &now));
    CHECK(chosen == 0);
    OK(hipChooseDeviceR0000(&chosen, &guarded.old));
    CHECK(chosen == 0);
    void *by_version[2] = {nullptr, nullptr};
    hipDriverProcAddressQueryResult result;
    OK(hipGetProcAddress("hipGetDeviceProperties", &by_version[0], 570, 0, &result));
    OK(hipGetProcAddress("hipGetDeviceProperties", &by_version[1], HIP_VERSION / 100000, 0, &result));
    CHECK(by_version[0] == dlsym(RTLD_DEFAULT, "hipGetDevicePropertiesR0000") || by_version[0] == reinterpret_cast<void *>(get));
    CHECK(by_version[1] == dlsym(RTLD_DEFAULT, "hipGetDevicePropertiesR0600"));
}

// A fill of a graph by the driver API's structure, which HIP 7 changed.
static void fill(decltype(hipDrvGraphAddMemsetNode) *add) {
    const int width = 5, height = 3, pitch = 32;
    unsigned char *memory = nullptr, seen[height * pitch];
    OK(hipMalloc(reinterpret_cast<void **>(&memory), sizeof seen));
    OK(hipMemset(memory, 1, sizeof seen));
    hipGraph_t graph;
    hipGraphNode_t node;
    hipGraphExec_t exec;
    OK(hipGraphCreate(&graph, 0));
    MemsetParams params{};
    params.dst = static_cast<decltype(params.dst)>(memory);
    params.pitch = pitch, params.value = 0x3344, params.elementSize = 2, params.width = width, params.height = height;
    hipCtx_t context;
    OK(hipCtxGetCurrent(&context));
    OK(add(&node, graph, nullptr, 0, &params, context));
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    for (const unsigned value : {0x3344u, 0x5566u}) {
        params.value = value;
        if (value != 0x3344) OK(hipDrvGraphExecMemsetNodeSetParams(exec, node, &params, context));
        OK(hipGraphLaunch(exec, nullptr));
        OK(hipMemcpy(seen, memory, sizeof seen, hipMemcpyDeviceToHost));
        int wrong = 0;
        for (int i = 0; i < height * pitch; i++) {
            const int expected = i % pitch >= 2 * width ? 1 : (value >> 8 * (i % 2)) & 0xff;
            wrong += seen[i] != expected;
        }
        CHECK(wrong == 0);
    }
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    OK(hipFree(memory));
}

// Attributes of a kernel node, a union that HIP 7 made longer. `code` is a kernel of our hipcc's.
static void attributes(const char *code) {
    hipModule_t module;
    hipFunction_t function;
    OK(hipModuleLoad(&module, code));
    OK(hipModuleGetFunction(&function, module, "_Z3addv"));
    hipGraph_t graph;
    hipGraphNode_t node;
    OK(hipGraphCreate(&graph, 0));
    hipKernelNodeParams params{};
    params.func = reinterpret_cast<void *>(function);
    params.gridDim = params.blockDim = dim3(1);
    OK(hipGraphAddKernelNode(&node, graph, nullptr, 0, &params));
    struct {
        hipLaunchAttributeValue value;
        unsigned after[16];
    } guarded;
    std::memset(&guarded, 0x5A, sizeof guarded);
    hipLaunchAttributeValue wanted{};
    wanted.priority = -1;
    OK(hipGraphKernelNodeSetAttribute(node, hipLaunchAttributePriority, &wanted));
    OK(hipGraphKernelNodeGetAttribute(node, hipLaunchAttributePriority, &guarded.value));
    CHECK(guarded.value.priority == -1);
    for (const unsigned word : guarded.after) CHECK(word == 0x5A5A5A5A);
    OK(hipGraphDestroy(graph));
    OK(hipModuleUnload(module));
}

// What clang's host code does for a kernel; the image is what an offload bundle for two processors begins with.
extern "C" void **__hipRegisterFatBinary(const void *);
extern "C" void __hipRegisterFunction(void **, const void *, char *, const char *, unsigned, void *, void *, void *, void *, int *);
static void kernel() {}

static void amds_kernel() {
    static char image[512];
    size_t at = 0;
    auto put = [&](const void *data, size_t size) { std::memcpy(image + at, data, size), at += size; };
    put("__CLANG_OFFLOAD_BUNDLE__", 24);
    const unsigned long long count = 2;
    put(&count, 8);
    for (const char *name : {"host-x86_64-unknown-linux-gnu--", "hipv4-amdgcn-amd-amdhsa--gfx942"}) {
        const unsigned long long entry[] = {4096, 0, std::strlen(name)};
        put(entry, sizeof entry);
        put(name, entry[2]);
    }
    static const struct {
        unsigned magic, version;
        const void *image, *unused;
    } wrapper = {0x48495046, 1, image, nullptr};
    char name[] = "amds_kernel";
    const void *shadow = reinterpret_cast<const void *>(kernel);
    __hipRegisterFunction(__hipRegisterFatBinary(&wrapper), shadow, name, name, ~0u, nullptr, nullptr, nullptr, nullptr, nullptr);
    void *none[] = {nullptr};
    int *memory, value = 0;
    OK(hipMalloc(reinterpret_cast<void **>(&memory), sizeof value));
    const auto wait = [] { return hipDeviceSynchronize(); };
    const auto copy = [&] { return hipMemcpy(&value, memory, sizeof value, hipMemcpyDeviceToHost); };
    // Asked for or not, the next wait tells it once: what the kernel was to write is not there.
    for (int way = 0; way < 4; way++) {
        CHECK(hipLaunchKernel(shadow, dim3(1), dim3(1), none, 0, nullptr) == hipErrorNoBinaryForGpu);
        if (way % 2) CHECK(hipGetLastError() == hipErrorNoBinaryForGpu);
        CHECK((way < 2 ? wait() : copy()) == hipErrorNoBinaryForGpu);
        OK(wait());
        OK(copy());
    }
    OK(hipFree(memory));
}

int main(int, char **arguments) {
    properties();
    attributes(arguments[1]);
    fill(hipDrvGraphAddMemsetNode);
    void *by_name = nullptr;
    hipDriverProcAddressQueryResult result;
    OK(hipGetProcAddress("hipDrvGraphAddMemsetNode", &by_name, HIP_VERSION / 100000, 0, &result));
    fill(reinterpret_cast<decltype(hipDrvGraphAddMemsetNode) *>(by_name));
    amds_kernel();
    std::printf("%d failed\n", failed);
    return failed != 0;
}
