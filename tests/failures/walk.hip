// A program of everything that calls Vulkan, in sections, made to fail at each call by the layer beside it: each section must then
// return HIP's error or be right, never be wrong, hang or crash; then it must work again, and nothing may stay behind.
//   walk hot SECTION     in one process whose caches are filled: each call of the section in turn, once and for ever
//   walk first PLACES    in a process each: so many calls of each function in the whole program, from the loader's first on
//   walk lost            in a process each: a device that is lost, in each function that may say so
//   walk lying           what nobody waits for cannot be submitted: the stream goes on behind it, also where nobody waits
//   walk cooperative     what cooperative launches make the first time
//   walk destroyed       nothing fails: streams that threads destroy go, whoever waits for all streams meanwhile
// Run by tests/tests/failures.rs with the layer's file in FAILING_LAYER.
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "failing.h"
#include "sections.h"

static int problems = 0, points = 0;

struct Point {
    const char *section;
    int function;
    long skip;
    int result;
    int for_ever;
};
static Point now;

static std::string said(int code) {
    return code == wrong ? "a wrong result" : hipGetErrorName(hipError_t(code));
}

static void problem(const std::string &what) {
    ++problems;
    std::printf("%s: call %ld of %s fails with %d%s: %s\n", now.section, now.skip, layer.name(now.function), now.result,
                now.for_ever ? " for ever" : "", what.c_str());
    std::fflush(stdout);
}

static void hangs(int) {
    problem("it hangs");
    _exit(3);
}

static void arm(const Point &point) {
    now = point;
    ++points;
    (void)layer.set(point.function, point.skip, point.result, point.for_ever);
    alarm(30);
}

static long disarm() { return layer.set(now.function, -1, 0, 0); }

// What HIP may say of a Vulkan result.
static bool fits(int code, int result) {
    if (code == 0) return true;  // done another way
    if (result == lost) return code == hipErrorLaunchFailure;
    // Without devices there is nothing to allocate from.
    if (layer.name(now.function) == std::string("vkEnumeratePhysicalDevices")) return code == hipErrorNoDevice;
    if (result == no_host_memory || result == no_device_memory || result == -10) return code == hipErrorOutOfMemory;
    return code != wrong;  // other results have no name of their own in HIP
}

static std::string kind_name(int kind) {
    const char *name = nullptr;
    (void)layer.alive(kind, &name);
    return name;
}

// A kind of object of which there are so many more; -1 if there is none.
static int grown(const Section &section, const std::vector<long> &before, const std::vector<long> &behind, long by) {
    for (size_t kind = 0; kind < before.size(); ++kind)
        if (behind[kind] >= before[kind] + by && !(section.run == compile && kind_name(int(kind)) == "vkCreateComputePipelines")) return int(kind);
    return -1;
}

static int hot(const Section &section) {
    // The null stream, staging memory, the pools.
    for (int i = 0; i < 3; ++i)
        if (int code = section.run()) return std::printf("%s alone: %s\n", section.name, said(code).c_str()), 1;
    const std::vector<long> before = calls();
    if (section.run()) return 1;
    const std::vector<long> behind = calls();
    for (int function = 0; function < functions; ++function) {
        const long most = std::min(behind[function] - before[function], section.most);
        for (long skip = 0; skip < most; ++skip)
            for (int result : results(layer.name(function)))
                for (int for_ever = 0; for_ever < 2; ++for_ever) {
                    // What stays behind once may be kept for the next time; what grows time by time is lost.
                    std::vector<long> left;
                    int rounds = 3;
                    for (int round = 0; round < rounds; ++round) {
                        arm({section.name, function, skip, result, for_ever});
                        const int code = section.run();
                        const long failed = disarm();
                        if (code && !failed) problem(said(code) + " though nothing failed");
                        if (failed && !fits(code, result)) problem(said(code));
                        (void)hipGetLastError();
                        for (auto &release : std::exchange(left_over, {}))
                            if (!release()) problem("and then nothing is given back");
                        if (const int again = section.run()) problem("and then " + said(again));
                        const std::vector<long> count = alive();
                        if (round == 1) left = count;
                        if (round == 2 && grown(section, left, count, 1) >= 0) rounds = 10;
                        if (round == 9) {
                            const int kind = grown(section, left, count, 8);
                            if (kind >= 0) problem("what " + kind_name(kind) + " made stays");
                        }
                    }
                }
    }
    alarm(0);
    std::printf("%s: %d points, %d problems\n", section.name, points, problems);
    return problems ? 1 : 0;
}

template <typename Then>
static void run_all(Then then) {
    for (const Section &section : sections) {
        now.section = section.name;
        then(section.run());
        (void)hipGetLastError();
    }
}

// How a process ends in which nothing failed.
static constexpr int unreached = 4;

// The whole program with one failure in it, in a process of its own; then again without.
static int whole(const Point &point) {
    std::fflush(stdout);
    ++points;
    const pid_t child = fork();
    if (child == 0) {
        problems = 0;
        arm(point);
        run_all([&](int code) {
            if (!fits(code, point.result)) problem(said(code));
        });
        const long failed = disarm();
        // There is nothing to come back to without a device, or with one that is lost.
        int devices = 0;
        const bool can = point.result != lost && hipGetDeviceCount(&devices) == hipSuccess;
        run_all([&](int code) {
            if (can && code) problem("and then " + said(code));
            if (!can && !code && failed) problem("and then it works all the same");
        });
        std::fflush(stdout);
        _exit(problems ? 1 : failed ? 0 : unreached);
    }
    int status = 0;
    waitpid(child, &status, 0);
    now = point;
    if (WIFSIGNALED(status)) problem("signal " + std::to_string(WTERMSIG(status)));
    else if (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != unreached) ++problems;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

// How often the whole program calls each function, the first time, in a process of its own.
static std::vector<long> calls_of_all() {
    int ends[2];
    std::vector<long> all(functions);
    if (pipe(ends) != 0) std::exit(2);
    const ssize_t bytes = functions * sizeof(long);
    if (fork() == 0) {
        run_all([](int code) {
            if (code) std::printf("alone: %s\n", said(code).c_str());
        });
        all = calls();
        _exit(write(ends[1], all.data(), bytes) != bytes);
    }
    if (read(ends[0], all.data(), bytes) != bytes) std::exit(2);
    wait(nullptr);
    return all;
}

static int finished(const char *name) {
    std::printf("%s: %d points, %d problems\n", name, points, problems);
    return problems ? 1 : 0;
}

// So many places for each function, from its first call on, with its results in turn.
static int first(int places) {
    const std::vector<long> all = calls_of_all();
    for (int function = 0; function < functions; ++function) {
        const std::vector<int> possible = results(layer.name(function));
        for (int place = 0; place < std::min<long>(places, all[function]); ++place)
            whole({"", function, all[function] * place / places, possible[place % possible.size()], place % 2});
    }
    return finished("first");
}

static int lose() {
    for (const char *name : may_lose)
        for (long skip : {0l, 5l})
            if (whole({"", function_named(name), skip, lost, 1}) == unreached) break;
    return finished("lost");
}

static void expect(hipError_t code) {
    if (code) problem(hipGetErrorName(code));
}

static hipError_t free_host(int *place) { return hipHostFree(place); }
static hipError_t free_device(int *place) { return hipFree(place); }

__global__ void put(volatile int *place, int value) { *place = value; }

__device__ int variable = 1;

// Work that lies is submitted by a thread of the library's; who asks next is told if that fails.
static int lying() {
    const int submit = function_named("vkQueueSubmit2");
    Memory filled;
    Owned<hipArray_t, hipFreeArray> array;
    const hipChannelFormatDesc format = hipCreateChannelDesc<float>();
    expect(hipMalloc(&filled, 4096));
    expect(hipMallocArray(&array, &format, 16, 16, 0));
    // Who is told by a call that has allocated something gives it back.
    const auto told_by = [&](const std::function<hipError_t()> &call) {
        size_t before = 0, behind = 0, all = 0;
        expect(hipDeviceSynchronize());
        expect(hipMemGetInfo(&before, &all));
        arm({"lying", submit, 0, no_device_memory, 0});
        expect(hipMemsetAsync(filled, 1, 4096, nullptr));
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        if (!disarm()) problem("nobody submits what lies");
        if (call() != hipErrorOutOfMemory) problem("nobody is told");
        expect(hipMemGetInfo(&behind, &all));
        if (behind != before) problem("memory stays");
    };
    told_by([] {
        void *address = nullptr;
        return hipGetSymbolAddress(&address, HIP_SYMBOL(variable));
    });
    told_by([&] {
        hipTextureObject_t object = 0;
        hipResourceDesc resource = {};
        resource.resType = hipResourceTypeArray;
        resource.res.array.array = array;
        const hipTextureDesc description = {};
        return hipCreateTextureObject(&object, &resource, &description, nullptr);
    });
    Stream stream;
    Owned<int *, free_host> place;
    expect(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    expect(hipHostMalloc(reinterpret_cast<void **>(&place), sizeof(int)));
    put<<<1, 1, 0, stream>>>(place, 1);
    expect(hipStreamSynchronize(stream));
    // The memory of a graph whose launch fails is not the program's.
    Owned<hipGraph_t, hipGraphDestroy> graph;
    Owned<hipGraphExec_t, hipGraphExecDestroy> exec;
    hipGraphNode_t node;
    hipMemAllocNodeParams allocation = {};
    allocation.poolProps.allocType = hipMemAllocationTypePinned;
    allocation.poolProps.location.type = hipMemLocationTypeDevice;
    allocation.bytesize = 4096;
    expect(hipGraphCreate(&graph, 0));
    expect(hipGraphAddMemAllocNode(&node, graph, nullptr, 0, &allocation));
    hipMemsetParams fill = {};
    fill.dst = allocation.dptr;
    fill.elementSize = 1;
    fill.width = 4096;
    fill.height = 1;
    expect(hipGraphAddMemsetNode(&node, graph, &node, 1, &fill));
    expect(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    told_by([&] { return hipGraphLaunch(exec, nullptr); });
    expect(hipGraphLaunch(exec, nullptr));
    expect(hipFree(allocation.dptr));
    for (int round = 0; round < 3; ++round) {
        arm({"lying", submit, 0, no_device_memory, 0});
        put<<<1, 1, 0, stream>>>(place, 2);
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        if (!disarm()) problem("nobody submits what lies");
        if (hipStreamSynchronize(stream) != hipErrorOutOfMemory) problem("nobody is told");
        expect(hipStreamSynchronize(stream));
        put<<<1, 1, 0, stream>>>(place, 3);
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
        while (*static_cast<volatile int *>(place.raw) != 3 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
        if (*place.raw != 3) problem("and then what lies is not submitted any more");
        expect(hipStreamSynchronize(stream));
    }
    alarm(0);
    return finished("lying");
}

// Not to be kept in push constants.
struct Large {
    int words[256];
};
__global__ void use(Large large, int *out) { *out = large.words[threadIdx.x]; }
__global__ void meet(int *out) {
    cooperative_groups::this_grid().sync();
    if (blockIdx.x == 0) *out = 7;
}

// Cooperative launches make what they need the first time: where that fails it is made the next time.
static int cooperative() {
    Owned<int *, free_device> out;
    expect(hipMalloc(reinterpret_cast<void **>(&out), 256));
    // So that there is memory for other uses than the program's.
    use<<<1, 1>>>(Large{}, out);
    expect(hipDeviceSynchronize());
    const auto launch = [&] {
        void *arguments[] = {&out.raw};
        return hipLaunchCooperativeKernel(reinterpret_cast<void *>(meet), dim3(2), dim3(1), arguments, 0, nullptr);
    };
    arm({"cooperative", function_named("vkCreateDevice"), 0, no_device_memory, 0});
    const hipError_t without_device = launch();
    if (disarm() && without_device != hipErrorOutOfMemory) problem(hipGetErrorName(without_device));
    arm({"cooperative", function_named("vkAllocateMemory"), 0, no_device_memory, 1});
    std::vector<void *> all;
    void *more = nullptr;
    for (size_t size = size_t{1} << 26; size >= 256; size /= 2)
        while (hipMalloc(&more, size) == hipSuccess) all.push_back(more);
    const hipError_t without_memory = launch();
    if (!disarm() || without_memory != hipErrorOutOfMemory) problem(hipGetErrorName(without_memory));
    for (void *it : all) expect(hipFree(it));
    expect(launch());
    int got = 0;
    expect(hipMemcpy(&got, out, sizeof(got), hipMemcpyDeviceToHost));
    if (got != 7) problem("and then it computes nonsense");
    alarm(0);
    return finished("cooperative");
}

// Opened once.
struct Gate {
    std::mutex mutex;
    std::condition_variable changed;
    bool is_open = false;
    void open() {
        std::lock_guard<std::mutex> lock(mutex);
        is_open = true;
        changed.notify_all();
    }
    void wait() {
        std::unique_lock<std::mutex> lock(mutex);
        changed.wait(lock, [this] { return is_open; });
    }
};

// A stream that has done something.
static hipStream_t used(void *memory) {
    hipStream_t stream = nullptr;
    expect(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    expect(hipMemsetAsync(memory, 1, 4096, stream));
    expect(hipStreamSynchronize(stream));
    return stream;
}

// Two threads wait for all streams (hipFree does), the second before the first has ended. Streams that were destroyed before the second began are
// no business of its: they go with the first. Timeline semaphores tell how many there are.
static int destroyed() {
    constexpr int many = 50, some = 10;
    now.section = "destroyed";
    int kind = 0;
    while (kind_name(kind) != "vkCreateSemaphore") ++kind;
    Gate gates[2];
    void *memory = nullptr, *freed[2];
    hipStream_t slow = nullptr;
    expect(hipMalloc(&memory, 4096));
    for (void *&it : freed) expect(hipMalloc(&it, 4096));
    expect(hipStreamCreateWithFlags(&slow, hipStreamNonBlocking));
    const long before = alive()[kind];
    const auto close = [&](int gate) { expect(hipLaunchHostFunc(slow, [](void *it) { static_cast<Gate *>(it)->wait(); }, &gates[gate])); };
    const auto waiting = [&](int number) {
        std::thread thread([it = freed[number]] { expect(hipFree(it)); });
        // Long enough for it to begin.
        for (int i = 0; i < 200; ++i) expect(hipStreamDestroy(used(memory)));
        return thread;
    };
    close(0);
    std::vector<hipStream_t> streams;
    for (int i = 0; i < many; ++i) streams.push_back(used(memory));
    std::thread first = waiting(0);
    for (hipStream_t stream : streams) expect(hipStreamDestroy(stream));
    if (alive()[kind] < before + many) problem("the first thread waits for no stream");
    close(1);
    std::thread second = waiting(1);
    gates[0].open();
    first.join();
    if (alive()[kind] > before + some) problem(std::to_string(alive()[kind] - before) + " streams stay");
    gates[1].open();
    second.join();
    std::printf("destroyed: %d points, %d problems\n", many, problems);
    return problems ? 1 : 0;
}

int main(int count, char **arguments) {
    const std::string mode = count > 1 ? arguments[1] : "", what = count > 2 ? arguments[2] : "";
    open_layer();
    std::signal(SIGALRM, hangs);
    if (mode == "first") return first(std::atoi(what.c_str()));
    if (mode == "lost") return lose();
    if (mode == "lying") return lying();
    if (mode == "cooperative") return cooperative();
    if (mode == "destroyed") return destroyed();
    for (const Section &section : sections)
        if (mode == "hot" && what == section.name) return hot(section);
    std::fprintf(stderr, "walk hot SECTION | first PLACES | lost | destroyed\n");
    return 2;
}
