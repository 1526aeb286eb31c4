// Streams, events and host functions: order, the default streams, and handles that are gone.
#include "check.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

static std::atomic<int> sequence{0};

static void note(void *place) { *static_cast<int *>(place) = ++sequence; }
static void callback(hipStream_t, hipError_t status, void *place) {
  *static_cast<int *>(place) = status == hipSuccess ? ++sequence : -1;
}
static void wait_for_flag(void *flag) {
  while (!static_cast<std::atomic<bool> *>(flag)->load()) std::this_thread::yield();
}

static void handles() {
  hipStream_t stream;
  unsigned flags = 9;
  int priority = 9, low = 0, high = 0, device = -1;
  OK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  OK(hipStreamGetFlags(stream, &flags));
  TRUE(flags == hipStreamNonBlocking);
  OK(hipStreamQuery(stream));
  OK(hipStreamGetDevice(stream, &device));
  TRUE(device == 0 && hipGetStreamDeviceId(stream) == 0);
  OK(hipStreamDestroy(stream));
  FAILS(hipStreamDestroy(stream), hipErrorContextIsDestroyed);
  FAILS(hipStreamSynchronize(stream), hipErrorContextIsDestroyed);
  FAILS(hipStreamQuery(stream), hipErrorContextIsDestroyed);
  FAILS(hipStreamDestroy(nullptr), hipErrorInvalidHandle);
  FAILS(hipStreamCreate(nullptr), hipErrorInvalidValue);
  FAILS(hipStreamCreateWithFlags(&stream, 0xff), hipErrorInvalidValue);
  int local = 0;
  FAILS(hipStreamSynchronize(reinterpret_cast<hipStream_t>(&local)), hipErrorContextIsDestroyed);
  OK(hipDeviceGetStreamPriorityRange(&low, &high));
  TRUE(low >= high);
  OK(hipStreamCreateWithPriority(&stream, hipStreamDefault, high - 100));
  OK(hipStreamGetPriority(stream, &priority));
  TRUE(priority == high);
  OK(hipStreamDestroy(stream));
  OK(hipStreamSynchronize(nullptr));
  OK(hipStreamSynchronize(hipStreamPerThread));
  OK(hipStreamSynchronize(hipStreamLegacy));
}

// One bit for each compute unit. Vulkan cannot keep work to some of them: the mask is what was asked for.
static void compute_units() {
  hipDeviceProp_t p;
  OK(hipGetDeviceProperties(&p, 0));
  const size_t words = (p.multiProcessorCount + 31) / 32;
  std::vector<uint32_t> mask(words + 1, 0x55555555), first(words);
  OK(hipExtStreamGetCUMask(nullptr, words, mask.data()));
  int units = 0;
  for (size_t i = 0; i < words; ++i) units += __builtin_popcount(mask[i]);
  TRUE(units == p.multiProcessorCount && (mask[0] & 1) && mask[words] == 0x55555555);
  first[0] = 1;
  hipStream_t stream;
  OK(hipExtStreamCreateWithCUMask(&stream, words, first.data()));
  OK(hipExtStreamGetCUMask(stream, words, mask.data()));
  TRUE(std::equal(first.begin(), first.end(), mask.begin()));
  FAILS(hipExtStreamGetCUMask(stream, words, nullptr), hipErrorInvalidValue);
  FAILS(hipExtStreamGetCUMask(stream, words - 1, mask.data()), hipErrorInvalidValue);
  FAILS(hipExtStreamCreateWithCUMask(&stream, 0, first.data()), hipErrorInvalidValue);
  OK(hipStreamDestroy(stream));
}

static void events() {
  hipEvent_t start, stop, untimed;
  hipStream_t stream;
  float ms = -1;
  OK(hipStreamCreate(&stream));
  OK(hipEventCreate(&start));
  OK(hipEventCreate(&stop));
  OK(hipEventCreateWithFlags(&untimed, hipEventDisableTiming));
  OK(hipEventQuery(start));
  OK(hipEventSynchronize(start));
  FAILS(hipEventElapsedTime(&ms, start, stop), hipErrorInvalidHandle);
  void *memory = nullptr;
  OK(hipMalloc(&memory, 8 << 20));
  OK(hipEventRecord(start, stream));
  for (int i = 0; i < 10; ++i) OK(hipMemsetAsync(memory, i, 8 << 20, stream));
  OK(hipEventRecord(stop, stream));
  OK(hipEventSynchronize(stop));
  OK(hipEventQuery(stop));
  OK(hipEventElapsedTime(&ms, start, stop));
  TRUE(ms > 0 && ms < 60000);
  float backwards = 0;
  OK(hipEventElapsedTime(&backwards, stop, start));
  TRUE(backwards == -ms);
  OK(hipEventRecord(untimed, stream));
  OK(hipEventSynchronize(untimed));
  FAILS(hipEventElapsedTime(&ms, start, untimed), hipErrorInvalidHandle);
  FAILS(hipEventElapsedTime(nullptr, start, stop), hipErrorInvalidValue);
  FAILS(hipEventRecord(nullptr, stream), hipErrorInvalidHandle);
  FAILS(hipStreamWaitEvent(stream, nullptr, 0), hipErrorInvalidHandle);
  OK(hipEventDestroy(start));
  FAILS(hipEventDestroy(start), hipErrorContextIsDestroyed);
  FAILS(hipEventDestroy(nullptr), hipErrorInvalidHandle);
  FAILS(hipEventRecord(start, stream), hipErrorInvalidHandle);
  FAILS(hipEventCreateWithFlags(&start, 0x10), hipErrorInvalidValue);
  FAILS(hipEventCreate(nullptr), hipErrorInvalidValue);
  OK(hipEventDestroy(stop));
  OK(hipEventDestroy(untimed));
  OK(hipFree(memory));
  OK(hipStreamDestroy(stream));
}

static void host_functions() {
  hipStream_t stream;
  int first = 0, second = 0, third = 0;
  OK(hipStreamCreate(&stream));
  sequence = 0;
  OK(hipLaunchHostFunc(stream, note, &first));
  OK(hipStreamAddCallback(stream, callback, &second, 0));
  OK(hipLaunchHostFunc(stream, note, &third));
  OK(hipStreamSynchronize(stream));
  TRUE(first == 1 && second == 2 && third == 3);
  FAILS(hipLaunchHostFunc(stream, nullptr, nullptr), hipErrorInvalidValue);
  FAILS(hipStreamAddCallback(stream, callback, nullptr, 1), hipErrorInvalidValue);
  OK(hipStreamDestroy(stream));
}

// While a host function blocks one stream, others go on; what waits for the blocked one does not.
static void order() {
  std::atomic<bool> go{false};
  hipStream_t blocked, free_stream, waiting;
  hipEvent_t event;
  void *memory = nullptr;
  int value = 0;
  OK(hipStreamCreateWithFlags(&blocked, hipStreamNonBlocking));
  OK(hipStreamCreateWithFlags(&free_stream, hipStreamNonBlocking));
  OK(hipStreamCreateWithFlags(&waiting, hipStreamNonBlocking));
  OK(hipEventCreate(&event));
  OK(hipMalloc(&memory, 4));
  OK(hipMemset(memory, 0, 4));
  OK(hipDeviceSynchronize());
  OK(hipLaunchHostFunc(blocked, wait_for_flag, &go));
  OK(hipMemsetAsync(memory, 1, 4, blocked));
  OK(hipEventRecord(event, blocked));
  OK(hipStreamWaitEvent(waiting, event, 0));
  FAILS(hipStreamQuery(blocked), hipErrorNotReady);
  FAILS(hipEventQuery(event), hipErrorNotReady);
  FAILS(hipStreamQuery(waiting), hipErrorNotReady);
  OK(hipMemcpyAsync(&value, memory, 4, hipMemcpyDeviceToHost, free_stream));
  OK(hipStreamSynchronize(free_stream));
  TRUE(value == 0);
  TRUE(hipPeekAtLastError() != hipErrorNotReady);
  go = true;
  OK(hipStreamSynchronize(waiting));
  OK(hipEventQuery(event));
  OK(hipMemcpyAsync(&value, memory, 4, hipMemcpyDeviceToHost, waiting));
  OK(hipStreamSynchronize(waiting));
  TRUE(value == 0x01010101);
  OK(hipStreamDestroy(blocked));
  OK(hipStreamDestroy(free_stream));
  OK(hipStreamDestroy(waiting));
  OK(hipEventDestroy(event));
  OK(hipFree(memory));
}

// A stream goes behind its work: what that did is there for others, as on AMD's hardware.
static void destroyed_behind_its_work() {
  std::atomic<bool> go{false};
  int ran = 0;
  hipStream_t stream;
  OK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  sequence = 0;
  OK(hipLaunchHostFunc(stream, wait_for_flag, &go));
  OK(hipLaunchHostFunc(stream, note, &ran));
  std::thread opens([&go] { go = true; });
  OK(hipStreamDestroy(stream));
  TRUE(ran == 1);
  opens.join();
}

// The null stream waits for blocking streams and holds them back, and leaves non-blocking ones alone.
static void null_stream() {
  std::atomic<bool> go{false};
  hipStream_t blocking, independent;
  int ran_after = 0, ran_blocking = 0;
  OK(hipStreamCreate(&blocking));
  OK(hipStreamCreateWithFlags(&independent, hipStreamNonBlocking));
  sequence = 0;
  OK(hipLaunchHostFunc(blocking, wait_for_flag, &go));
  OK(hipLaunchHostFunc(nullptr, note, &ran_after));
  OK(hipLaunchHostFunc(blocking, note, &ran_blocking));
  OK(hipStreamSynchronize(independent));
  OK(hipStreamQuery(independent));
  FAILS(hipStreamQuery(nullptr), hipErrorNotReady);
  TRUE(sequence == 0);
  go = true;
  OK(hipDeviceSynchronize());
  TRUE(ran_after == 1 && ran_blocking == 2);
  OK(hipStreamDestroy(blocking));
  OK(hipStreamDestroy(independent));
}

// Eight threads on streams of their own and on a shared one.
static void threads() {
  hipStream_t shared;
  OK(hipStreamCreate(&shared));
  std::atomic<int> wrong{0};
  std::vector<std::thread> workers;
  for (int t = 0; t < 8; ++t)
    workers.emplace_back([&, t] {
      hipStream_t own;
      int *memory = nullptr, value = 0;
      bool good = hipStreamCreate(&own) == hipSuccess;
      for (int i = 0; good && i < 25; ++i) {
        hipStream_t stream = i % 3 == 0 ? shared : i % 3 == 1 ? own : hipStreamPerThread;
        good = hipMalloc(reinterpret_cast<void **>(&memory), 4) == hipSuccess &&
               hipMemsetD32Async(memory, t * 1000 + i, 1, stream) == hipSuccess &&
               hipMemcpyAsync(&value, memory, 4, hipMemcpyDeviceToHost, stream) == hipSuccess &&
               hipStreamSynchronize(stream) == hipSuccess && value == t * 1000 + i && hipFree(memory) == hipSuccess;
      }
      if (!good || hipStreamDestroy(own) != hipSuccess) ++wrong;
    });
  for (auto &worker : workers) worker.join();
  TRUE(wrong == 0);
  OK(hipStreamDestroy(shared));
}

// What a thread gives the null stream comes behind what it gave a blocking stream before, also while another thread's call has the null
// stream wait for that and many others.
static void null_stream_of_threads() {
  constexpr int many = 48, rounds = 400;
  hipStream_t own, others[many];
  char *memory = nullptr;
  OK(hipMalloc(reinterpret_cast<void **>(&memory), 4096));
  OK(hipStreamCreate(&own));
  for (auto &other : others) OK(hipStreamCreate(&other));
  std::atomic<bool> over{false};
  std::atomic<int> failed{0};
  std::thread noise([&] {
    while (!over) {
      for (int i = 0; i < 8 * many; ++i) failed += hipMemsetAsync(memory, 1, 4, others[i % many]) != hipSuccess;
      failed += hipMemsetAsync(memory, 1, 4, nullptr) != hipSuccess;
      failed += hipStreamSynchronize(nullptr) != hipSuccess;
    }
  });
  const auto slowly = [](void *done) {
    std::this_thread::sleep_for(std::chrono::milliseconds(4));
    *static_cast<std::atomic<bool> *>(done) = true;
  };
  // At any moment of the other thread's round.
  const auto pause = [](int microseconds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(microseconds);
    while (std::chrono::steady_clock::now() < end) std::this_thread::yield();
  };
  int early = 0;
  for (int i = 0; i < rounds; ++i) {
    std::atomic<bool> done{false};
    pause(i * 7919 % 3000);
    failed += hipLaunchHostFunc(own, slowly, &done) != hipSuccess;
    pause(i * 104729 % 3000);
    failed += hipStreamSynchronize(nullptr) != hipSuccess;
    early += !done;
    failed += hipStreamSynchronize(own) != hipSuccess;
  }
  over = true;
  noise.join();
  TRUE(early == 0 && failed == 0);
  for (auto other : others) OK(hipStreamDestroy(other));
  OK(hipStreamDestroy(own));
  OK(hipFree(memory));
}

// For the _spt twins the null stream is the thread's own.
static void twins() {
  std::atomic<bool> flag{false};
  OK(hipLaunchHostFunc_spt(nullptr, wait_for_flag, &flag));
  FAILS(hipStreamQuery_spt(nullptr), hipErrorNotReady);
  FAILS(hipStreamQuery(hipStreamPerThread), hipErrorNotReady);
  hipError_t elsewhere = hipErrorUnknown;
  std::thread([&] { elsewhere = hipStreamQuery_spt(nullptr); }).join();
  TRUE(elsewhere == hipSuccess);
  flag = true;
  OK(hipStreamSynchronize_spt(nullptr));
  int numbers[2] = {7, 0}, *memory = nullptr;
  OK(hipMalloc(&memory, sizeof(int)));
  OK(hipMemcpy_spt(memory, &numbers[0], sizeof(int), hipMemcpyHostToDevice));
  OK(hipMemcpyAsync_spt(&numbers[1], memory, sizeof(int), hipMemcpyDeviceToHost, nullptr));
  OK(hipStreamSynchronize_spt(nullptr));
  TRUE(numbers[1] == 7);
  OK(hipFree(memory));
}

// A thread's own stream outlives the thread while it has work: who waits for the device waits for that. What it captured is over.
static void ended_threads() {
  std::atomic<bool> go{false};
  int ran = 0;
  void *memory = nullptr, *more = nullptr;
  OK(hipMalloc(&memory, 16));
  sequence = 0;
  std::thread([&] {
    OK(hipLaunchHostFunc(hipStreamPerThread, wait_for_flag, &go));
    OK(hipLaunchHostFunc(hipStreamPerThread, note, &ran));
  }).join();
  std::thread opener([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    go = true;
  });
  // HIP: it "performs an implicit hipDeviceSynchronize()".
  OK(hipFree(memory));
  TRUE(ran == 1);
  opener.join();
  std::thread([] { OK(hipStreamBeginCapture(hipStreamPerThread, hipStreamCaptureModeGlobal)); }).join();
  OK(hipMalloc(&more, 16));
  OK(hipMemset(more, 0, 16));
  OK(hipDeviceSynchronize());
  OK(hipFree(more));
}

// A blocking stream without work is idle while the null stream works; the null stream is not while a blocking stream does.
static void idle_streams() {
  std::atomic<bool> go{false};
  hipStream_t blocking;
  int ran = 0;
  unsigned flags = 9;
  OK(hipStreamCreate(&blocking));
  OK(hipDeviceSynchronize());
  sequence = 0;
  OK(hipLaunchHostFunc(nullptr, wait_for_flag, &go));
  FAILS(hipStreamQuery(nullptr), hipErrorNotReady);
  OK(hipStreamQuery(blocking));
  OK(hipStreamSynchronize(blocking));
  OK(hipStreamQuery(hipStreamPerThread));
  // Its work waits all the same.
  OK(hipLaunchHostFunc(blocking, note, &ran));
  FAILS(hipStreamQuery(blocking), hipErrorNotReady);
  TRUE(ran == 0);
  go = true;
  OK(hipStreamSynchronize(blocking));
  TRUE(ran == 1);
  go = false;
  OK(hipLaunchHostFunc(blocking, wait_for_flag, &go));
  FAILS(hipStreamQuery(nullptr), hipErrorNotReady);
  go = true;
  OK(hipStreamSynchronize(nullptr));
  OK(hipStreamQuery(blocking));
  FAILS(hipStreamGetFlags(nullptr, &flags), hipErrorInvalidValue);
  OK(hipStreamGetFlags(hipStreamPerThread, &flags));
  OK(hipStreamDestroy(blocking));
  hipEvent_t event;
  OK(hipEventCreate(&event));
  FAILS(hipStreamWaitEvent(blocking, event, 0), hipErrorInvalidHandle);
  FAILS(hipStreamWaitEvent(reinterpret_cast<hipStream_t>(0xFFFF), event, 0), hipErrorInvalidHandle);
  OK(hipEventDestroy(event));
}

int main() {
  idle_streams();
  handles();
  compute_units();
  events();
  twins();
  host_functions();
  order();
  destroyed_behind_its_work();
  null_stream();
  null_stream_of_threads();
  ended_threads();
  threads();
  return report();
}
