// Kernels that run and wait for what is recorded only later, in other streams: by a kernel, a copy, a fill, from another thread. Each says that
// it has begun before its release is recorded, so nothing here hangs on how long anything takes. Where the waiting kernel stands in front
// of its release nothing would ever end; a guard then lets it go.
#include <hip/hip_runtime.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

static int failed = 0;

#define CHECK(call)                                                              \
    do {                                                                         \
        const hipError_t error = (call);                                         \
        if (error != hipSuccess) std::printf("%s: %s\n", #call, hipGetErrorName(error)), failed = 1; \
    } while (false)

// Host memory of a waiting kernel: it has begun; it is to give up; it has ended by its word.
struct Said {
    int begun, give_up, ended;
};

__global__ void wait_for(volatile int *word, int value, volatile Said *said) {
    said->begun = 1;
    while (*word != value && said->give_up == 0) {}
    said->ended = *word == value;
}
__global__ void put(volatile int *word, int value) { *word = value; }
// Waits for the even numbers below 2 * rounds, or the odd ones, and counts on.
__global__ void take_turns(volatile int *word, int mine, int rounds, volatile Said *said) {
    for (int i = 0; i < rounds; ++i) {
        while (*word != 2 * i + mine && said->give_up == 0) {}
        *word = 2 * i + mine + 1;
    }
    said->ended = 1;
}

// Has kernels give up if nobody has said within 30 s that all is well.
class Guard {
  public:
    explicit Guard(volatile Said *said) : thread([this, said] {
        std::unique_lock<std::mutex> lock(mutex);
        late = !changed.wait_for(lock, std::chrono::seconds(30), [this] { return well; });
        if (late) said[0].give_up = said[1].give_up = 1;
    }) {}
    bool done() {
        std::lock_guard<std::mutex> lock(mutex);
        well = true;
        changed.notify_one();
        return !late;
    }
    ~Guard() { thread.join(); }

  private:
    std::mutex mutex;
    std::condition_variable changed;
    bool well = false, late = false;
    std::thread thread;
};

static int *word;
static volatile Said *said;

static void reset() {
    CHECK(hipMemset(word, 0, 2 * sizeof *word));
    CHECK(hipDeviceSynchronize());
    for (int i = 0; i < 2; ++i) said[i].begun = said[i].give_up = said[i].ended = 0;
}

static void report(const char *name, bool right) {
    std::printf("RESULT name=%s ok=%d\n", name, right && failed == 0);
    std::fflush(stdout);
    // The others would take as long to fail.
    if (!right) std::_Exit(1);
}

static void await(volatile int &flag) {
    while (flag == 0 && said[0].give_up == 0) {}
}

// A kernel waits in `waiter`; once it has begun, `release` puts 7 into its word.
template <typename Release> static void one_waits(const char *name, hipStream_t waiter, Release release) {
    reset();
    Guard guard(said);
    wait_for<<<1, 1, 0, waiter>>>(word, 7, const_cast<Said *>(said));
    // Asked for, or found lying: both ways it must begin.
    await(said[0].begun);
    release();
    CHECK(hipStreamSynchronize(waiter));
    report(name, guard.done() && said[0].ended == 1);
}

int main() {
    hipStream_t first, second, third;
    Said *memory;
    int *seven;
    if (hipMalloc(&word, 64) != hipSuccess || hipHostMalloc(&memory, 2 * sizeof *memory) != hipSuccess) return 1;
    if (hipHostMalloc(&seven, sizeof *seven) != hipSuccess) return 1;
    *seven = 0;
    said = memory;
    put<<<1, 1>>>(seven, 7);
    CHECK(hipDeviceSynchronize());
    // No kernel runs at all.
    if (*seven != 7) return 1;
    CHECK(hipStreamCreateWithFlags(&first, hipStreamNonBlocking));
    CHECK(hipStreamCreateWithFlags(&second, hipStreamNonBlocking));
    CHECK(hipStreamCreateWithFlags(&third, hipStreamNonBlocking));

    one_waits("kernel", first, [&] { put<<<1, 1, 0, second>>>(word, 7); });
    one_waits("copy", first, [&] { CHECK(hipMemcpyAsync(word, seven, sizeof *word, hipMemcpyHostToDevice, second)); });
    one_waits("fill", first, [&] { CHECK(hipMemsetD32Async((hipDeviceptr_t)word, 7, 1, second)); });
    one_waits("null_stream_releases", first, [&] {
        const int value = 7;
        CHECK(hipMemcpy(word, &value, sizeof value, hipMemcpyHostToDevice));
    });
    one_waits("null_stream_waits", nullptr, [&] { put<<<1, 1, 0, second>>>(word, 7); });
    one_waits("behind_others_work", first, [&] {
        for (int i = 0; i < 100; ++i) put<<<64, 64, 0, second>>>(word + 1, i);
        CHECK(hipStreamSynchronize(second));
        hipEvent_t event;
        CHECK(hipEventCreate(&event));
        CHECK(hipEventRecord(event, second));
        CHECK(hipStreamWaitEvent(third, event, 0));
        put<<<1, 1, 0, third>>>(word, 7);
        CHECK(hipStreamSynchronize(third));
        CHECK(hipEventDestroy(event));
    });
    // A thread is in hipStreamSynchronize for the waiting kernel when its release is recorded.
    one_waits("somebody_waits_already", first, [&] {
        std::thread waiting([&] { CHECK(hipStreamSynchronize(first)); });
        put<<<1, 1, 0, second>>>(word, 7);
        waiting.join();
    });

    // What comes behind the waiting kernel in its stream comes behind it.
    reset();
    {
        Guard guard(said);
        int got = 0;
        hipEvent_t event;
        CHECK(hipEventCreate(&event));
        wait_for<<<1, 1, 0, first>>>(word, 7, memory);
        put<<<1, 1, 0, first>>>(word, 8);
        CHECK(hipEventRecord(event, first));
        await(said[0].begun);
        const bool early = hipEventQuery(event) == hipErrorNotReady;
        put<<<1, 1, 0, second>>>(word, 7);
        CHECK(hipStreamWaitEvent(third, event, 0));
        CHECK(hipMemcpyAsync(seven, word, sizeof got, hipMemcpyDeviceToHost, third));
        CHECK(hipStreamSynchronize(third));
        got = *seven;
        CHECK(hipEventSynchronize(event));
        report("order_is_kept", guard.done() && early && got == 8 && said[0].ended == 1);
        CHECK(hipEventDestroy(event));
    }

    // Two kernels that wait for each other, over and over.
    reset();
    {
        Guard guard(said);
        const int rounds = 10;
        take_turns<<<1, 1, 0, first>>>(word, 0, rounds, memory);
        take_turns<<<1, 1, 0, second>>>(word, 1, rounds, memory + 1);
        CHECK(hipStreamSynchronize(first));
        CHECK(hipStreamSynchronize(second));
        int got = 0;
        CHECK(hipMemcpy(&got, word, sizeof got, hipMemcpyDeviceToHost));
        report("in_turns", guard.done() && got == 2 * rounds && said[0].ended == 1 && said[1].ended == 1);
    }
    CHECK(hipDeviceSynchronize());
    CHECK(hipStreamDestroy(first));
    CHECK(hipStreamDestroy(second));
    CHECK(hipStreamDestroy(third));
    return failed;
}
