// Much of everything: launches, modules, graphs, and all of it from eight threads. Right to the end, and memory stays as it was.
// HIPVK_STRESS=10 does ten times as much (100,000 launches, 10,000 modules and graphs, five minutes of threads); the test a short while.
#include "graph_checks.h"

#include <hip/hiprtc.h>
#include <malloc.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <vector>

__global__ void add(int *data, int value) { data[blockIdx.x * blockDim.x + threadIdx.x] += value; }

static int factor = 1;

// Bytes of the process that have memory behind them.
static size_t resident() {
    long all = 0, pages = 0;
    FILE *file = std::fopen("/proc/self/statm", "r");
    if (!file || std::fscanf(file, "%ld %ld", &all, &pages) != 2) pages = -1;
    if (file) std::fclose(file);
    TRUE(pages > 0);
    return size_t(pages) * size_t(sysconf(_SC_PAGESIZE));
}

// What a row held when it was warm, half-way; it may hold no more when it ends but what allocators keep here and there.
struct Held {
    size_t bytes = 0;
    void warm() { bytes = resident(); }
    void same(const char *row) const {
        const size_t grown = resident();
        const size_t kept = size_t(factor > 1 ? 16 : 4) << 20;
        if (grown > bytes + kept) std::printf("%s: %zu KiB more than half-way\n", row, (grown - bytes) >> 10);
        TRUE(grown <= bytes + kept);
    }
};

static int word(const int *data) {
    int got = -1;
    OK(hipMemcpy(&got, data, sizeof(got), hipMemcpyDeviceToHost));
    return got;
}

static void launches() {
    const int count = 10000 * factor;
    int *data = nullptr;
    Held held;
    OK(hipMalloc(reinterpret_cast<void **>(&data), 256 * sizeof(int)));
    OK(hipMemset(data, 0, 256 * sizeof(int)));
    for (int i = 0; i < count; ++i) {
        if (i == count / 2) held.warm();
        add<<<4, 64>>>(data, 1);
        if (i % 1000 == 999) TRUE(word(data + 255) == i + 1);
    }
    held.same("launches");
    OK(hipFree(data));
    section_ends("stress", "launches");
}

static void modules() {
    const char *source = "extern \"C\" __device__ int base = 40;\nextern \"C\" __global__ void set(int *to, int value) { *to = base + value; }";
    const int count = factor > 1 ? 1000 * factor : 600;
    hiprtcProgram program = nullptr;
    size_t size = 0;
    TRUE(hiprtcCreateProgram(&program, source, "set.hip", 0, nullptr, nullptr) == HIPRTC_SUCCESS);
    if (hiprtcCompileProgram(program, 0, nullptr) != HIPRTC_SUCCESS) {
        std::printf("no compiler here: modules are not stressed\n");
        (void)hiprtcDestroyProgram(&program);
        return;
    }
    TRUE(hiprtcGetCodeSize(program, &size) == HIPRTC_SUCCESS);
    std::vector<char> code(size);
    TRUE(hiprtcGetCode(program, code.data()) == HIPRTC_SUCCESS);
    TRUE(hiprtcDestroyProgram(&program) == HIPRTC_SUCCESS);
    int *data = nullptr;
    Held held;
    OK(hipMalloc(reinterpret_cast<void **>(&data), sizeof(int)));
    for (int i = 0; i < count; ++i) {
        if (i == count / 2) held.warm();
        hipModule_t module = nullptr;
        hipFunction_t function = nullptr;
        OK(hipModuleLoadData(&module, code.data()));
        OK(hipModuleGetFunction(&function, module, "set"));
        void *parameters[] = {&data, &i};
        OK(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters, nullptr));
        if (i % 50 == 49) TRUE(word(data) == 40 + i);
        OK(hipModuleUnload(module));
    }
    held.same("modules");
    OK(hipFree(data));
    section_ends("stress", "modules");
}

// A graph of copies, fills and kernels, made, launched twice and destroyed.
static void one_graph(int *data, hipStream_t stream) {
    hipGraph_t graph = nullptr;
    hipGraphExec_t exec = nullptr;
    OK(hipStreamBeginCapture(stream, hipStreamCaptureModeThreadLocal));
    OK(hipMemsetAsync(data, 0, 256, stream));
    for (int i = 0; i < 4; ++i) add<<<1, 64, 0, stream>>>(data, 1);
    OK(hipMemcpyAsync(data + 64, data, 256, hipMemcpyDeviceToDevice, stream));
    OK(hipStreamEndCapture(stream, &graph));
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    for (int i = 0; i < 2; ++i) OK(hipGraphLaunch(exec, stream));
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
}

static void graphs() {
    const int count = factor > 1 ? 1000 * factor : 600;
    int *data = nullptr;
    hipStream_t stream = nullptr;
    Held held;
    OK(hipMalloc(reinterpret_cast<void **>(&data), 512));
    OK(hipStreamCreate(&stream));
    for (int i = 0; i < count; ++i) {
        if (i == count / 2) held.warm();
        one_graph(data, stream);
        if (i % 100 != 99) continue;
        OK(hipStreamSynchronize(stream));
        TRUE(word(data + 127) == 4);
        OK(hipMemset(data, 0, 512));
    }
    OK(hipStreamSynchronize(stream));
    held.same("graphs");
    OK(hipStreamDestroy(stream));
    OK(hipFree(data));
    section_ends("stress", "graphs");
}

static std::atomic<int> wrong_rounds{0}, done_rounds{0};

// One thread's share: what it adds up must be right whatever the others do.
static void share(int number, std::chrono::steady_clock::time_point end) {
    for (int round = 0; std::chrono::steady_clock::now() < end; ++round) {
        hipStream_t stream = nullptr;
        hipEvent_t event = nullptr;
        int *data = nullptr, *ordered = nullptr, *pinned = nullptr;
        const bool made = hipStreamCreateWithFlags(&stream, round % 2 ? hipStreamNonBlocking : 0) == hipSuccess && hipEventCreate(&event) == hipSuccess &&
                          hipMalloc(reinterpret_cast<void **>(&data), 4096) == hipSuccess &&
                          hipHostMalloc(reinterpret_cast<void **>(&pinned), 4096, 0) == hipSuccess &&
                          hipMallocAsync(reinterpret_cast<void **>(&ordered), 65536, stream) == hipSuccess;
        bool right = made && hipMemsetAsync(data, 0, 4096, stream) == hipSuccess && hipMemsetAsync(ordered, 0, 65536, stream) == hipSuccess;
        const int times = 20 + (number * 7 + round) % 30;
        for (int i = 0; i < times; ++i) add<<<4, 64, 0, stream>>>(i % 2 ? data : ordered, 1);
        right = right && hipEventRecord(event, stream) == hipSuccess;
        right = right && hipMemcpyAsync(pinned, data, 1024, hipMemcpyDeviceToHost, stream) == hipSuccess;
        right = right && hipMemcpyAsync(pinned + 256, ordered, 1024, hipMemcpyDeviceToHost, stream) == hipSuccess;
        right = right && hipFreeAsync(ordered, stream) == hipSuccess && hipEventSynchronize(event) == hipSuccess;
        right = right && hipStreamSynchronize(stream) == hipSuccess;
        right = right && pinned[255] == times / 2 && pinned[511] == (times + 1) / 2;
        right = (hipEventDestroy(event) == hipSuccess) & (hipStreamDestroy(stream) == hipSuccess) & (hipFree(data) == hipSuccess) &
                (hipHostFree(pinned) == hipSuccess) & right;
        wrong_rounds += !right;
        done_rounds += 1;
    }
}

static void threads() {
    const auto run = [](double seconds) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(long(1000 * seconds));
        std::vector<std::thread> all;
        for (int i = 0; i < 8; ++i) all.emplace_back(share, i, end);
        for (auto &thread : all) thread.join();
        OK(hipDeviceSynchronize());
    };
    // The allocator and lavapipe keep some MiB at a time, early or late: what is lost in each round grows in every part of the time.
    const int parts = 12;
    int grew = 0;
    size_t before = 0;
    for (int part = 0; part < parts; ++part) {
        run(factor > 1 ? 2.5 * factor : 0.6);
        const size_t now = resident();
        grew += part > 0 && now > before + (128 << 10);
        before = now;
    }
    if (grew == parts - 1) std::printf("threads: %zu KiB at last, and more in each part\n", before >> 10);
    // In a short time allocators' own growth cannot be told from a loss; the long one tells.
    if (factor > 1) TRUE(grew < parts - 1);
    TRUE(wrong_rounds == 0 && done_rounds >= 16);
    section_ends("stress", "threads");
}

int main() {
    // glibc keeps freed memory apart for each thread that comes and goes, some MiB this way and that: no measure of ours.
    mallopt(M_ARENA_MAX, 1);
    if (const char *much = std::getenv("HIPVK_STRESS")) factor = std::atoi(much) > 0 ? std::atoi(much) : 1;
    launches();
    modules();
    graphs();
    threads();
    return all_ok ? 0 : 1;
}
