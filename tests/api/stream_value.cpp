// Streams that wait for values in memory, write them, and carry attributes.
#include "check.h"

#include <atomic>

template <class T> static T load(const void *place) { return __atomic_load_n(static_cast<const T *>(place), __ATOMIC_ACQUIRE); }
template <class T> static void store(void *place, T value) { __atomic_store_n(static_cast<T *>(place), value, __ATOMIC_RELEASE); }

static hipError_t wait(hipStream_t stream, uint32_t *place, uint32_t value, unsigned flags, uint32_t mask) {
  return hipStreamWaitValue32(stream, place, value, flags, mask);
}
static hipError_t wait(hipStream_t stream, uint64_t *place, uint64_t value, unsigned flags, uint64_t mask) {
  return hipStreamWaitValue64(stream, place, value, flags, mask);
}
static hipError_t write(hipStream_t stream, uint32_t *place, uint32_t value) { return hipStreamWriteValue32(stream, place, value, 0); }
static hipError_t write(hipStream_t stream, uint64_t *place, uint64_t value) { return hipStreamWriteValue64(stream, place, value, 0); }

// What comes before the wait runs, what comes behind does not until the value is there, and no other stream is held up.
template <class T> static void waits(T *place, unsigned flags, T value, T mask, T wrong, T right) {
  hipStream_t stream = nullptr, other = nullptr;
  OK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  OK(hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
  T *seen = nullptr;
  OK(hipHostMalloc(reinterpret_cast<void **>(&seen), 3 * sizeof(T), 0));
  std::memset(seen, 0, 3 * sizeof(T));
  store(place, wrong);
  hipEvent_t before, behind;
  OK(hipEventCreate(&before));
  OK(hipEventCreate(&behind));
  OK(write(stream, seen, 1));
  OK(hipEventRecord(before, stream));
  OK(wait(stream, place, value, flags, mask));
  OK(write(stream, seen + 1, 2));
  OK(hipEventRecord(behind, stream));
  OK(hipEventSynchronize(before));
  TRUE(load<T>(seen) == 1);
  OK(write(other, seen + 2, 3));
  OK(hipStreamSynchronize(other));
  TRUE(load<T>(seen + 2) == 3);
  FAILS(hipEventQuery(behind), hipErrorNotReady);
  FAILS(hipStreamQuery(stream), hipErrorNotReady);
  TRUE(load<T>(seen + 1) == 0);
  OK(write(other, place, right));
  OK(hipStreamSynchronize(stream));
  TRUE(load<T>(seen + 1) == 2);
  OK(hipEventQuery(behind));
  // There already: the stream just goes on.
  OK(wait(stream, place, value, flags, mask));
  OK(hipStreamSynchronize(stream));
  OK(hipEventDestroy(before));
  OK(hipEventDestroy(behind));
  OK(hipHostFree(seen));
  OK(hipStreamDestroy(stream));
  OK(hipStreamDestroy(other));
}

template <class T> static void conditions(T *place) {
  const T all = ~T{0};
  waits<T>(place, hipStreamWaitValueGte, 7, all, 6, all);
  waits<T>(place, hipStreamWaitValueEq, 0x11, 0xff, 0x25, static_cast<T>(0xab11));
  waits<T>(place, hipStreamWaitValueAnd, 0xf4a, 0xff, 0xf35, 2);
  waits<T>(place, hipStreamWaitValueNor, 0x0f, all, static_cast<T>(~T{0x0f}), static_cast<T>(0x10));
}

static void memories() {
  uint32_t supported = 0;
  OK(hipDeviceGetAttribute(reinterpret_cast<int *>(&supported), hipDeviceAttributeCanUseStreamWaitValue, 0));
  TRUE(supported == 1);
  void *place = nullptr;
  OK(hipExtMallocWithFlags(&place, 8, hipMallocSignalMemory));
  conditions(static_cast<uint64_t *>(place));
  OK(hipFree(place));
  OK(hipHostMalloc(&place, 64, 0));
  conditions(static_cast<uint32_t *>(place) + 3);
  OK(hipHostFree(place));
  alignas(64) static unsigned char own[4096];
  OK(hipHostRegister(own, sizeof own, 0));
  waits<uint64_t>(reinterpret_cast<uint64_t *>(own + 8), hipStreamWaitValueEq, 1, ~uint64_t{0}, 0, 1);
  OK(hipHostUnregister(own));
}

// Device memory can be written everywhere; it can be waited for where the host sees it.
static void device_memory() {
  uint64_t *place = nullptr, value = 0;
  OK(hipMalloc(reinterpret_cast<void **>(&place), 64));
  OK(hipMemset(place, 0, 64));
  OK(hipStreamWriteValue32(nullptr, place, 0xdeadbeef, 0));
  OK(hipStreamWriteValue32(nullptr, reinterpret_cast<uint32_t *>(place) + 1, 0x12345678, 0));
  OK(hipMemcpy(&value, place, 8, hipMemcpyDeviceToHost));
  TRUE(value == 0x12345678deadbeef);
  const hipError_t waited = hipStreamWaitValue64(nullptr, place, value, hipStreamWaitValueEq, ~uint64_t{0});
  TRUE(waited == hipSuccess || waited == hipErrorNotSupported);
  OK(hipStreamSynchronize(nullptr));
  OK(hipFree(place));
}

// The null stream's order holds for waits too, and a stream may be destroyed while it waits.
static void order() {
  uint32_t *place = nullptr;
  OK(hipHostMalloc(reinterpret_cast<void **>(&place), 64, 0));
  std::memset(place, 0, 64);
  hipStream_t blocking = nullptr, free = nullptr;
  OK(hipStreamCreate(&blocking));
  OK(hipStreamCreateWithFlags(&free, hipStreamNonBlocking));
  OK(hipStreamWaitValue32(blocking, place, 1, hipStreamWaitValueEq, ~0u));
  OK(hipStreamWriteValue32(nullptr, place + 1, 5, 0));
  OK(hipStreamWaitValue32(free, place + 1, 5, hipStreamWaitValueEq, ~0u));
  OK(hipStreamWriteValue32(free, place + 2, 6, 0));
  FAILS(hipStreamQuery(nullptr), hipErrorNotReady);
  FAILS(hipStreamQuery(free), hipErrorNotReady);
  OK(hipStreamDestroy(free));
  TRUE(load<uint32_t>(place + 1) == 0 && load<uint32_t>(place + 2) == 0);
  store<uint32_t>(place, 1);
  OK(hipDeviceSynchronize());
  TRUE(load<uint32_t>(place + 1) == 5);
  while (load<uint32_t>(place + 2) != 6) {
  }
  OK(hipStreamDestroy(blocking));
  OK(hipDeviceSynchronize());
  OK(hipHostFree(place));
}

// Streams that come and go: the end of one, just behind an event, is no part of the next one's life.
static void many() {
  uint32_t *place = nullptr;
  OK(hipHostMalloc(reinterpret_cast<void **>(&place), 64, 0));
  std::memset(place, 0, 64);
  int wrong = 0;
  for (uint32_t round = 1; round <= 600; ++round) {
    hipStream_t stream = nullptr;
    hipEvent_t before = nullptr, behind = nullptr;
    bool right = hipStreamCreate(&stream) == hipSuccess && hipEventCreate(&before) == hipSuccess;
    right = right && hipEventCreate(&behind) == hipSuccess && hipEventRecord(before, stream) == hipSuccess;
    right = right && hipStreamWaitValue32(stream, place, 0, hipStreamWaitValueEq, ~0u) == hipSuccess;
    right = right && hipStreamWriteValue32(stream, place + 1, round, 0) == hipSuccess;
    right = right && hipEventRecord(behind, stream) == hipSuccess && hipStreamSynchronize(stream) == hipSuccess;
    right = right && load<uint32_t>(place + 1) == round && hipEventDestroy(before) == hipSuccess;
    wrong += !right || hipEventDestroy(behind) != hipSuccess || hipStreamDestroy(stream) != hipSuccess;
  }
  TRUE(wrong == 0);
  OK(hipHostFree(place));
}

static hipStreamBatchMemOpParams operation(hipStreamBatchMemOpType type, void *address, uint64_t value, unsigned flags) {
  hipStreamBatchMemOpParams params = {};
  params.waitValue.operation = type;
  params.waitValue.address = address;
  params.waitValue.value64 = value;
  params.waitValue.flags = flags;
  return params;
}

static void batches() {
  uint32_t *place = nullptr;
  OK(hipHostMalloc(reinterpret_cast<void **>(&place), 64, 0));
  std::memset(place, 0, 64);
  hipStreamBatchMemOpParams list[257] = {
      operation(hipStreamMemOpWriteValue32, place, 1, 0),
      operation(hipStreamMemOpWriteValue64, place + 2, uint64_t{1} << 40, 0),
      operation(hipStreamMemOpWaitValue32, place, 1, hipStreamWaitValueEq),
      operation(hipStreamMemOpWaitValue64, place + 2, 2, hipStreamWaitValueGte),
      operation(hipStreamMemOpWaitValue32, place + 4, 7, hipStreamWaitValueEq),
      operation(hipStreamMemOpWriteValue32, place + 5, 9, 0),
  };
  hipStream_t stream = nullptr;
  OK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  OK(hipStreamBatchMemOp(stream, 6, list, 0));
  FAILS(hipStreamQuery(stream), hipErrorNotReady);
  TRUE(load<uint32_t>(place + 5) == 0);
  store<uint32_t>(place + 4, 7);
  OK(hipStreamSynchronize(stream));
  TRUE(load<uint32_t>(place + 5) == 9 && load<uint64_t>(place + 2) == uint64_t{1} << 40);
  FAILS(hipStreamBatchMemOp(nullptr, 2, list, 0), hipErrorInvalidValue);
  FAILS(hipStreamBatchMemOp(stream, 0, list, 0), hipErrorInvalidValue);
  FAILS(hipStreamBatchMemOp(stream, 257, list, 0), hipErrorInvalidValue);
  FAILS(hipStreamBatchMemOp(stream, 1, nullptr, 0), hipErrorInvalidValue);
  FAILS(hipStreamBatchMemOp(stream, 1, list, 1), hipErrorInvalidValue);
  // One that is wrong, and nothing has happened.
  list[0] = operation(hipStreamMemOpWriteValue32, place + 6, 1, 0);
  list[1] = operation(static_cast<hipStreamBatchMemOpType>(9), place, 1, 0);
  FAILS(hipStreamBatchMemOp(stream, 2, list, 0), hipErrorInvalidValue);
  OK(hipStreamSynchronize(stream));
  TRUE(load<uint32_t>(place + 6) == 0);
  OK(hipStreamDestroy(stream));
  OK(hipHostFree(place));
}

static void errors() {
  uint64_t *place = nullptr, local = 0;
  OK(hipHostMalloc(reinterpret_cast<void **>(&place), 12, 0));
  char *bytes = reinterpret_cast<char *>(place);
  FAILS(hipStreamWaitValue32(nullptr, nullptr, 0, 0, ~0u), hipErrorInvalidValue);
  FAILS(hipStreamWaitValue64(nullptr, nullptr, 0, 0, ~0u), hipErrorInvalidValue);
  FAILS(hipStreamWriteValue32(nullptr, nullptr, 0, 0), hipErrorInvalidValue);
  FAILS(hipStreamWriteValue64(nullptr, nullptr, 0, 0), hipErrorInvalidValue);
  FAILS(hipStreamWriteValue64(nullptr, &local, 0, 0), hipErrorInvalidValue);
  FAILS(hipStreamWaitValue32(nullptr, place, 0, 4, ~0u), hipErrorInvalidValue);
  FAILS(hipStreamWaitValue64(nullptr, bytes + 8, 0, 0, ~0u), hipErrorInvalidValue);
  FAILS(hipStreamWaitValue32(nullptr, bytes + 2, 0, 0, ~0u), hipErrorInvalidValue);
  FAILS(hipStreamWriteValue64(nullptr, bytes + 4, 0, 0), hipErrorInvalidValue);
  FAILS(hipStreamWaitValue32(reinterpret_cast<hipStream_t>(0xffff), place, 0, 0, ~0u), hipErrorContextIsDestroyed);
  FAILS(hipStreamWriteValue32(reinterpret_cast<hipStream_t>(0xffff), place, 0, 0), hipErrorContextIsDestroyed);
  OK(hipHostFree(place));
}

static void attributes() {
  hipStream_t stream = nullptr, copy = nullptr;
  OK(hipStreamCreateWithPriority(&stream, 0, -1));
  OK(hipStreamCreate(&copy));
  hipStreamAttrValue value = {};
  OK(hipStreamGetAttribute(stream, hipStreamAttributeSynchronizationPolicy, &value));
  TRUE(value.syncPolicy == hipSyncPolicyAuto);
  for (auto policy : {hipSyncPolicySpin, hipSyncPolicyYield, hipSyncPolicyBlockingSync}) {
    value.syncPolicy = policy;
    OK(hipStreamSetAttribute(stream, hipStreamAttributeSynchronizationPolicy, &value));
    OK(hipStreamCopyAttributes(copy, stream));
    OK(hipStreamGetAttribute(copy, hipStreamAttributeSynchronizationPolicy, &value));
    TRUE(value.syncPolicy == policy);
  }
  OK(hipStreamGetAttribute(stream, hipStreamAttributePriority, &value));
  TRUE(value.priority == -1);
  value.syncPolicy = static_cast<hipSynchronizationPolicy>(5);
  FAILS(hipStreamSetAttribute(stream, hipStreamAttributeSynchronizationPolicy, &value), hipErrorInvalidValue);
  FAILS(hipStreamSetAttribute(stream, static_cast<hipStreamAttrID>(77), &value), hipErrorInvalidValue);
  FAILS(hipStreamGetAttribute(stream, static_cast<hipStreamAttrID>(77), &value), hipErrorInvalidValue);
  FAILS(hipStreamSetAttribute(stream, hipStreamAttributeSynchronizationPolicy, nullptr), hipErrorInvalidValue);
  FAILS(hipStreamGetAttribute(stream, hipStreamAttributeSynchronizationPolicy, nullptr), hipErrorInvalidValue);
  OK(hipStreamDestroy(copy));
  FAILS(hipStreamCopyAttributes(copy, stream), hipErrorInvalidHandle);
  FAILS(hipStreamGetAttribute(copy, hipStreamAttributePriority, &value), hipErrorInvalidHandle);
  OK(hipStreamDestroy(stream));
}

int main() {
  memories();
  device_memory();
  order();
  many();
  batches();
  errors();
  attributes();
  return report();
}
