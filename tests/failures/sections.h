// sections.h: the program that walk.hip has fail: sections, each of which does something with HIP, says what HIP said or whether the result is wrong, and leaves
// nothing behind.
#pragma once

#include <hip/hip_runtime.h>

#include <unistd.h>

#include <cstdio>
#include <deque>
#include <functional>
#include <vector>

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
