// An event is complete when the work before it is, whatever was launched behind it: the kernels behind the events here end only when the
// host, or another stream, has seen the event. Where an event waits for them nothing would ever end; a guard then lets them go.
//
// also with: HIPVK_GRID_RELAY=1
#include <hip/hip_runtime.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

static int failed = 0;

#define CHECK(call)                                                              \
    do {                                                                         \
        const hipError_t error = (call);                                         \
        if (error != hipSuccess) std::printf("%s: %s\n", #call, hipGetErrorName(error)), failed = 1; \
    } while (false)

__global__ void spin(volatile int *go) {
    while (go[0] == 0) {}
}
__global__ void count(volatile int *go) { go[1] = go[1] + 1; }
__global__ void release(volatile int *go) { go[0] = 1; }

// Opens the gate if nobody has said within 30 s that all is well.
class Guard {
  public:
    explicit Guard(volatile int *go) : thread([this, go] {
        std::unique_lock<std::mutex> lock(mutex);
        late = !said.wait_for(lock, std::chrono::seconds(30), [this] { return well; });
        if (late) *go = 1;
    }) {}
    // All is well; whether it is in time.
    bool done() {
        std::lock_guard<std::mutex> lock(mutex);
        well = true;
        said.notify_one();
        return !late;
    }
    ~Guard() { thread.join(); }

  private:
    std::mutex mutex;
    std::condition_variable said;
    bool well = false, late = false;
    std::thread thread;
};

static void report(const char *name, bool right) {
    std::printf("RESULT name=%s ok=%d\n", name, right && failed == 0);
    if (!right) failed = 1;
}

static void reset(volatile int *go) {
    CHECK(hipDeviceSynchronize());
    go[0] = go[1] = 0;
}

// The host waits for an event, or asks for it, before it lets the kernel behind it go.
static void host_waits(volatile int *go, unsigned flags, bool after_kernel, bool ask, const char *name) {
    hipStream_t stream;
    hipEvent_t event;
    CHECK(hipStreamCreate(&stream));
    CHECK(hipEventCreateWithFlags(&event, flags));
    reset(go);
    if (after_kernel) count<<<1, 1, 0, stream>>>((int *)go);
    CHECK(hipEventRecord(event, stream));
    spin<<<1, 1, 0, stream>>>((int *)go);
    Guard guard(go);
    if (ask) {
        while (hipEventQuery(event) == hipErrorNotReady) {}
    }
    CHECK(hipEventSynchronize(event));
    const bool in_time = guard.done(), counted = go[1] == (after_kernel ? 1 : 0);
    go[0] = 1;
    CHECK(hipStreamSynchronize(stream));
    count<<<1, 1, 0, stream>>>((int *)go);
    CHECK(hipStreamSynchronize(stream));
    report(name, in_time && counted && go[1] == (after_kernel ? 2 : 1));
    CHECK(hipEventDestroy(event));
    CHECK(hipStreamDestroy(stream));
}

// Another stream waits for the event, and lets the kernel behind it go.
static void stream_waits(volatile int *go, unsigned flags, const char *name) {
    hipStream_t first, second;
    hipEvent_t event;
    CHECK(hipStreamCreateWithFlags(&first, hipStreamNonBlocking));
    CHECK(hipStreamCreateWithFlags(&second, hipStreamNonBlocking));
    CHECK(hipEventCreateWithFlags(&event, flags));
    reset(go);
    count<<<1, 1, 0, first>>>((int *)go);
    CHECK(hipEventRecord(event, first));
    spin<<<1, 1, 0, first>>>((int *)go);
    CHECK(hipStreamWaitEvent(second, event, 0));
    release<<<1, 1, 0, second>>>((int *)go);
    count<<<1, 1, 0, second>>>((int *)go);
    Guard guard(go);
    CHECK(hipStreamSynchronize(second));
    CHECK(hipStreamSynchronize(first));
    const bool in_time = guard.done();
    report(name, in_time && go[0] == 1 && go[1] == 2);
    CHECK(hipEventDestroy(event));
    CHECK(hipStreamDestroy(first));
    CHECK(hipStreamDestroy(second));
}

// A kernel that waits for what an earlier kernel of another stream writes, which nobody has waited for yet.
static void earlier_work(volatile int *go) {
    hipStream_t first, second;
    CHECK(hipStreamCreateWithFlags(&first, hipStreamNonBlocking));
    CHECK(hipStreamCreateWithFlags(&second, hipStreamNonBlocking));
    bool in_time = true;
    for (int round = 0; round < 20 && in_time; ++round) {
        reset(go);
        count<<<1, 1, 0, first>>>((int *)go);
        release<<<1, 1, 0, first>>>((int *)go);
        spin<<<1, 1, 0, second>>>((int *)go);
        Guard guard(go);
        CHECK(hipStreamSynchronize(second));
        in_time = guard.done() && go[1] == 1;
    }
    report("earlier_work", in_time);
    CHECK(hipStreamDestroy(first));
    CHECK(hipStreamDestroy(second));
}

// Kernels that nobody waits for run all the same: the host sees in its memory what they write, and one of them what the host writes.
static void nobody_waits(volatile int *go) {
    hipStream_t stream;
    CHECK(hipStreamCreate(&stream));
    bool in_time = true;
    for (int waits = 0; waits < 2; ++waits) {
        reset(go);
        if (waits) spin<<<1, 1, 0, stream>>>((int *)go);
        count<<<1, 1, 0, stream>>>((int *)go);
        if (waits) go[0] = 1;
        const auto start = std::chrono::steady_clock::now();
        while (go[1] == 0 && in_time) in_time = std::chrono::steady_clock::now() - start < std::chrono::seconds(30);
    }
    report("nobody_waits", in_time);
    CHECK(hipStreamDestroy(stream));
}

// The time between two events is that of the kernel between them, also when the first was waited for before the second was recorded.
static void times(volatile int *go) {
    hipEvent_t start, stop;
    float milliseconds = -1, nothing = -1;
    CHECK(hipEventCreate(&start));
    CHECK(hipEventCreate(&stop));
    reset(go);
    CHECK(hipEventRecord(start));
    CHECK(hipEventSynchronize(start));
    CHECK(hipEventElapsedTime(&nothing, start, start));
    spin<<<1, 1>>>((int *)go);
    CHECK(hipEventRecord(stop));
    const bool running = hipEventQuery(stop) == hipErrorNotReady;
    const hipError_t early = hipEventElapsedTime(&milliseconds, start, stop);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    go[0] = 1;
    CHECK(hipEventSynchronize(stop));
    CHECK(hipEventElapsedTime(&milliseconds, start, stop));
    report("times", running && early == hipErrorNotReady && nothing == 0 && milliseconds >= 19 && milliseconds < 60000);
    CHECK(hipEventDestroy(start));
    CHECK(hipEventDestroy(stop));
}

// The time between two events is to be had while a kernel behind them goes on.
static void times_before_a_kernel(volatile int *go) {
    hipEvent_t start, stop;
    float milliseconds = -1;
    CHECK(hipEventCreate(&start));
    CHECK(hipEventCreate(&stop));
    reset(go);
    CHECK(hipEventRecord(start));
    for (int i = 0; i < 10; ++i) count<<<1, 1>>>((int *)go);
    CHECK(hipEventRecord(stop));
    spin<<<1, 1>>>((int *)go);
    Guard guard(go);
    CHECK(hipEventSynchronize(stop));
    const bool running = hipStreamQuery(nullptr) == hipErrorNotReady;
    CHECK(hipEventElapsedTime(&milliseconds, start, stop));
    const bool in_time = guard.done();
    go[0] = 1;
    report("times_before_a_kernel", in_time && running && go[1] == 10 && milliseconds > 0 && milliseconds < 60000);
    CHECK(hipEventDestroy(start));
    CHECK(hipEventDestroy(stop));
}

int main() {
    int *go;
    if (hipHostMalloc(&go, 64) != hipSuccess) return 1;
    go[0] = 1;
    // Compiled before anything is to be quick.
    spin<<<1, 1>>>(go), count<<<1, 1>>>(go), release<<<1, 1>>>(go);
    host_waits(go, 0, false, false, "timed");
    host_waits(go, 0, true, false, "timed_after_kernel");
    host_waits(go, hipEventDisableTiming, true, false, "untimed_after_kernel");
    host_waits(go, 0, true, true, "asked");
    host_waits(go, hipEventDisableTiming, false, true, "untimed_asked");
    stream_waits(go, 0, "stream_timed");
    stream_waits(go, hipEventDisableTiming, "stream_untimed");
    earlier_work(go);
    nobody_waits(go);
    times(go);
    times_before_a_kernel(go);
    CHECK(hipHostFree(go));
    return failed;
}
