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

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

// ---- the layer ----

struct Layer {
    const char *(*name)(int);
    long (*set)(int, long, int, int);
    long (*calls)(int);
    long (*alive)(int, const char **);
};
static Layer layer;
static int functions = 0;

template <typename T>
static void find(void *library, const char *name, T *function) {
    *function = reinterpret_cast<T>(dlsym(library, name));
    if (*function == nullptr) std::fprintf(stderr, "the layer has no %s\n", name), std::exit(2);
}

static void open_layer() {
    const char *path = std::getenv("FAILING_LAYER");
    void *library = path ? dlopen(path, RTLD_NOW) : nullptr;
    if (!library) std::fprintf(stderr, "FAILING_LAYER names no layer\n"), std::exit(2);
    find(library, "failing_name", &layer.name);
    find(library, "failing_set", &layer.set);
    find(library, "failing_calls", &layer.calls);
    find(library, "failing_alive", &layer.alive);
    while (layer.name(functions)) ++functions;
}

static int function_named(const char *name) {
    for (int i = 0; i < functions; ++i)
        if (std::strcmp(layer.name(i), name) == 0) return i;
    std::fprintf(stderr, "no function %s\n", name), std::exit(2);
}

static std::vector<long> calls() {
    std::vector<long> all(functions);
    for (int i = 0; i < functions; ++i) all[i] = layer.calls(i);
    return all;
}

static std::vector<long> alive() {
    std::vector<long> all;
    const char *name = nullptr;
    for (int kind = 0;; ++kind) {
        const long count = layer.alive(kind, &name);
        if (count < 0) return all;
        all.push_back(count);
    }
}

// VkResult's values that the specification lists for a function, besides those of a lost device.
static constexpr int no_host_memory = -1, no_device_memory = -2, lost = -4;
static std::vector<int> results(const std::string &name) {
    std::vector<int> all = {no_host_memory, no_device_memory};
    if (name == "vkCreateBuffer") all.push_back(-1000257000);                                   // INVALID_OPAQUE_CAPTURE_ADDRESS
    if (name == "vkAllocateMemory") all.insert(all.end(), {-10, -1000072003, -1000257000});     // TOO_MANY_OBJECTS, INVALID_EXTERNAL_HANDLE
    if (name == "vkMapMemory" || name == "vkMapMemory2KHR") all.push_back(-5);                  // MEMORY_MAP_FAILED
    if (name == "vkCreateSampler") all.push_back(-10);
    if (name == "vkCreateDescriptorPool") all.push_back(-1000161000);                           // FRAGMENTATION
    if (name == "vkAllocateDescriptorSets") all.insert(all.end(), {-12, -1000069000});          // FRAGMENTED_POOL, OUT_OF_POOL_MEMORY
    if (name == "vkCreateDevice") all.insert(all.end(), {-3, -7, -8, -10, -1000174001});        // ... NOT_PERMITTED
    if (name == "vkCreateInstance") all.insert(all.end(), {-3, -9});                            // INITIALIZATION_FAILED, INCOMPATIBLE_DRIVER
    if (name == "vkEnumeratePhysicalDevices") all.push_back(-3);
    return all;
}
static const char *const may_lose[] = {"vkQueueSubmit2",    "vkWaitSemaphores",      "vkGetSemaphoreCounterValue", "vkQueueBindSparse",
                                       "vkWaitForFences",   "vkGetQueryPoolResults", "vkGetEventStatus"};

// ---- the program ----

// What could not be given back for want of memory; to be tried again.
static std::vector<std::function<bool()>> left_over;

// What a section ends with: HIP's code, or that it computed nonsense.
static constexpr int wrong = -1;
#define DO(call)                                  \
    do {                                          \
        const hipError_t code = (call);           \
        if (code != hipSuccess) return int(code); \
    } while (0)
#define HOLDS(condition) \
    do {                 \
        if (!(condition)) return wrong; \
    } while (0)

// Gives back what a section has made, whatever becomes of it.
template <typename T, hipError_t (*end)(T)>
struct Owned {
    T raw = nullptr;
    ~Owned() {
        if (raw) (void)end(raw);
    }
    operator T() const { return raw; }
    T *operator&() { return &raw; }
};
using Memory = Owned<void *, hipFree>;
using Stream = Owned<hipStream_t, hipStreamDestroy>;
using Event = Owned<hipEvent_t, hipEventDestroy>;

__global__ void add(int *data, int value) { data[blockIdx.x * blockDim.x + threadIdx.x] += value; }
__global__ void say(int value) { printf("%d\n", value); }
__global__ void look(hipTextureObject_t texture, float *out) { out[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 1.5f); }

static int check_adding(int *data, hipStream_t stream, int blocks, int threads) {
    int got = 0;
    DO(hipMemsetAsync(data, 0, sizeof(int) * blocks * threads, stream));
    add<<<blocks, threads, 0, stream>>>(data, 5);
    DO(hipGetLastError());
    DO(hipMemcpyAsync(&got, data + blocks * threads - 1, sizeof(got), hipMemcpyDeviceToHost, stream));
    DO(hipStreamSynchronize(stream));
    HOLDS(got == 5);
    return 0;
}

static int memory() {
    Memory large, small;
    DO(hipMalloc(&large, 300 << 20));
    DO(hipMalloc(&small, 1 << 20));
    if (int code = check_adding(static_cast<int *>(large.raw), nullptr, 4, 64)) return code;
    return check_adding(static_cast<int *>(small.raw), nullptr, 4, 64);
}

static int host_memory() {
    Owned<void *, hipHostFree> pinned;
    DO(hipHostMalloc(&pinned, 80 << 20, 0));
    int *data = static_cast<int *>(pinned.raw);
    data[63] = 1;
    add<<<1, 64>>>(data, 2);
    DO(hipGetLastError());
    DO(hipDeviceSynchronize());
    HOLDS(data[63] == 3);
    return 0;
}

static int registered() {
    std::vector<int> words(1 << 20);
    struct Registration {
        void *raw = nullptr;
        ~Registration() {
            if (raw) (void)hipHostUnregister(raw);
        }
    } registration;
    DO(hipHostRegister(words.data(), words.size() * 4, 0));
    registration.raw = words.data();
    void *data = nullptr;
    DO(hipHostGetDevicePointer(&data, words.data(), 0));
    add<<<1, 64>>>(static_cast<int *>(data), 2);
    DO(hipGetLastError());
    DO(hipDeviceSynchronize());
    HOLDS(words[63] == 2);
    return 0;
}

static int copies() {
    const size_t count = 3 << 20;
    std::vector<int> from(count), to(count);
    for (size_t i = 0; i < count; i += 1000) from[i] = int(i);
    Memory there, other;
    DO(hipMalloc(&there, count * 4));
    DO(hipMalloc(&other, count * 4));
    DO(hipMemcpy(there, from.data(), count * 4, hipMemcpyHostToDevice));
    DO(hipMemcpyAsync(other, there, count * 4, hipMemcpyDeviceToDevice, nullptr));
    DO(hipMemcpy(to.data(), other, count * 4, hipMemcpyDeviceToHost));
    HOLDS(from == to);
    return 0;
}

// A block size that was not launched yet is another pipeline.
static int compile() {
    static int threads = 64;
    Memory data;
    DO(hipMalloc(&data, 4096));
    threads = threads == 1024 ? 1 : threads + 1;
    return check_adding(static_cast<int *>(data.raw), nullptr, 1, threads);
}

static int streams() {
    Stream one, two;
    Event first, second;
    Memory data;
    DO(hipStreamCreate(&one));
    DO(hipStreamCreateWithFlags(&two, hipStreamNonBlocking));
    DO(hipEventCreate(&first));
    DO(hipEventCreate(&second));
    DO(hipMalloc(&data, 4096));
    int *words = static_cast<int *>(data.raw), got = 0;
    DO(hipMemsetAsync(words, 0, 4096, one));
    DO(hipEventRecord(first, one));
    for (int i = 0; i < 40; ++i) add<<<4, 64, 0, one>>>(words, 1);
    DO(hipGetLastError());
    DO(hipEventRecord(second, one));
    DO(hipStreamWaitEvent(two, second, 0));
    add<<<4, 64, 0, two>>>(words, 1);
    DO(hipGetLastError());
    DO(hipStreamSynchronize(two));
    DO(hipEventSynchronize(second));
    float ms = -1;
    DO(hipEventElapsedTime(&ms, first, second));
    DO(hipMemcpy(&got, words + 255, 4, hipMemcpyDeviceToHost));
    HOLDS(got == 41 && ms >= 0);
    return 0;
}

static int ordered_memory() {
    Stream stream;
    DO(hipStreamCreate(&stream));
    void *data = nullptr;
    DO(hipMallocAsync(&data, 100 << 20, stream));
    const int code = check_adding(static_cast<int *>(data), stream, 4, 64);
    const hipError_t freed = hipFreeAsync(data, stream);
    if (code) return code;
    DO(freed);
    DO(hipStreamSynchronize(stream));
    hipMemPool_t pool = nullptr;
    DO(hipDeviceGetDefaultMemPool(&pool, 0));
    DO(hipMemPoolTrimTo(pool, 0));
    return 0;
}

// A pool that other processes open, opened here.
static int shared_pool() {
    int able = 0, descriptor = -1;
    DO(hipDeviceGetAttribute(&able, hipDeviceAttributeMemoryPoolSupportedHandleTypes, 0));
    if (able == 0) return 0;
    Owned<hipMemPool_t, hipMemPoolDestroy> pool, opened;
    Memory data, seen;
    hipMemPoolProps props = {};
    props.allocType = hipMemAllocationTypePinned;
    props.handleTypes = hipMemHandleTypePosixFileDescriptor;
    props.location = {hipMemLocationTypeDevice, 0};
    DO(hipMemPoolCreate(&pool, &props));
    DO(hipMallocFromPoolAsync(&data, 1 << 20, pool, nullptr));
    DO(hipMemPoolExportToShareableHandle(&descriptor, pool, props.handleTypes, 0));
    void *const handle = reinterpret_cast<void *>(static_cast<intptr_t>(descriptor));
    const hipError_t imported = hipMemPoolImportFromShareableHandle(&opened, handle, props.handleTypes, 0);
    close(descriptor);
    DO(imported);
    hipMemPoolPtrExportData pointer;
    DO(hipMemPoolExportPointer(&pointer, data));
    DO(hipMemPoolImportPointer(&seen, opened, &pointer));
    return check_adding(static_cast<int *>(seen.raw), nullptr, 4, 64);
}

static void call(void *flag) { *static_cast<int *>(flag) += 1; }

// For one section's calls, and never another's: a function that was under way when the section failed may come to its end later.
static int *counter() {
    static std::deque<int> all;
    return &all.emplace_back(0);
}

static int graph() {
    Owned<hipGraph_t, hipGraphDestroy> graph;
    Owned<hipGraphExec_t, hipGraphExecDestroy> exec;
    Stream stream;
    Memory memory;
    DO(hipStreamCreate(&stream));
    DO(hipMalloc(&memory, 4096));
    int *data = static_cast<int *>(memory.raw), *called = counter(), got = 0;
    DO(hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed));
    hipError_t done = hipMemsetAsync(data, 0, 4096, stream);
    for (int i = 0; i < 70; ++i) add<<<4, 64, 0, stream>>>(data, 1);
    if (done == hipSuccess) done = hipLaunchHostFunc(stream, call, called);
    add<<<4, 64, 0, stream>>>(data, 1);
    if (done == hipSuccess) done = hipGetLastError();
    const hipError_t ended = hipStreamEndCapture(stream, &graph);
    DO(done);
    DO(ended);
    DO(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    for (int i = 0; i < 2; ++i) DO(hipGraphLaunch(exec, stream));
    DO(hipStreamSynchronize(stream));
    DO(hipMemcpy(&got, data + 255, 4, hipMemcpyDeviceToHost));
    HOLDS(got == 71 && *called == 2);
    return 0;
}

static int textures() {
    Owned<hipArray_t, hipFreeArray> array;
    Owned<hipTextureObject_t, hipDestroyTextureObject> object;
    Memory out;
    const int width = 64, height = 8;
    std::vector<float> texels(width * height), got(width);
    for (int i = 0; i < width * height; ++i) texels[i] = float(i);
    const hipChannelFormatDesc format = hipCreateChannelDesc<float>();
    DO(hipMallocArray(&array, &format, width, height, 0));
    DO(hipMemcpy2DToArray(array, 0, 0, texels.data(), width * 4, width * 4, height, hipMemcpyHostToDevice));
    hipResourceDesc resource = {};
    resource.resType = hipResourceTypeArray;
    resource.res.array.array = array;
    hipTextureDesc description = {};
    description.filterMode = hipFilterModePoint;
    description.readMode = hipReadModeElementType;
    DO(hipCreateTextureObject(&object, &resource, &description, nullptr));
    DO(hipMalloc(&out, width * 4));
    look<<<1, width>>>(object, static_cast<float *>(out.raw));
    DO(hipGetLastError());
    DO(hipMemcpy(got.data(), out, width * 4, hipMemcpyDeviceToHost));
    for (int i = 0; i < width; ++i) HOLDS(got[i] == float(width + i));
    return 0;
}

static int mapped() {
    hipMemAllocationProp prop = {};
    prop.type = hipMemAllocationTypePinned;
    prop.location = {hipMemLocationTypeDevice, 0};
    size_t grain = 0;
    DO(hipMemGetAllocationGranularity(&grain, &prop, hipMemAllocationGranularityMinimum));
    struct Range {
        void *address = nullptr;
        size_t size = 0;
        static bool give_back(void *address, size_t size) {
            (void)hipMemUnmap(address, size);
            return hipMemAddressFree(address, size) == hipSuccess;
        }
        // A call that gives something back may fail too, and changes nothing then.
        ~Range() {
            if (address && !give_back(address, size)) left_over.push_back([a = address, s = size] { return give_back(a, s); });
        }
    };
    Owned<hipMemGenericAllocationHandle_t, hipMemRelease> handle;
    Range range;
    DO(hipMemCreate(&handle, grain, &prop, 0));
    DO(hipMemAddressReserve(&range.address, grain, 0, nullptr, 0));
    range.size = grain;
    DO(hipMemMap(range.address, grain, 0, handle, 0));
    const hipMemAccessDesc access = {{hipMemLocationTypeDevice, 0}, hipMemAccessFlagsProtReadWrite};
    DO(hipMemSetAccess(range.address, grain, &access, 1));
    return check_adding(static_cast<int *>(range.address), nullptr, 4, 64);
}

// What waits on both sides: values, host functions, output.
static int waiting() {
    Stream stream;
    Owned<void *, hipFree> signal;
    DO(hipStreamCreate(&stream));
    DO(hipExtMallocWithFlags(&signal, 8, hipMallocSignalMemory));
    int *called = counter();
    DO(hipStreamWriteValue64(stream, signal, 7, 0));
    DO(hipStreamWaitValue64(stream, signal, 7, hipStreamWaitValueEq, ~uint64_t(0)));
    DO(hipLaunchHostFunc(stream, call, called));
    say<<<1, 1, 0, stream>>>(1);
    DO(hipGetLastError());
    DO(hipStreamSynchronize(stream));
    HOLDS(*called == 1);
    Owned<void *, hipFree> both;
    DO(hipMallocManaged(&both, 4, hipMemAttachGlobal));
    int *managed = static_cast<int *>(both.raw);
    *managed = 4;
    add<<<1, 1>>>(managed, 1);
    DO(hipGetLastError());
    DO(hipDeviceSynchronize());
    HOLDS(*managed == 5);
    return 0;
}

struct Section {
    const char *name;
    int (*run)();
    // So many calls of a function are made to fail.
    long most = 12;
};
static const Section sections[] = {{"memory", memory},   {"host_memory", host_memory}, {"registered", registered}, {"copies", copies, 3},
                                   {"compile", compile}, {"streams", streams},         {"ordered_memory", ordered_memory},
                                   {"shared_pool", shared_pool},
                                   {"graph", graph},     {"textures", textures},         {"mapped", mapped},         {"waiting", waiting}};

// ---- the walk ----

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
