// Memory pools: what may be used again, by whom and when; attributes, thresholds, ends.
#include "check.h"
#include "gate.h"

#include <thread>

static const size_t size = 1 << 20;

static hipStream_t new_stream() {
  hipStream_t stream = nullptr;
  OK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  return stream;
}

static hipMemPoolProps properties(size_t most = 0) {
  hipMemPoolProps props = {};
  props.allocType = hipMemAllocationTypePinned;
  props.location = {hipMemLocationTypeDevice, 0};
  props.maxSize = most;
  return props;
}

static hipMemPool_t new_pool(size_t most = 0) {
  hipMemPool_t pool = nullptr;
  const hipMemPoolProps props = properties(most);
  OK(hipMemPoolCreate(&pool, &props));
  return pool;
}

static void *from(hipMemPool_t pool, hipStream_t stream, size_t bytes = size) {
  void *memory = nullptr;
  OK(hipMallocFromPoolAsync(&memory, bytes, pool, stream));
  return memory;
}

static uint64_t value(hipMemPool_t pool, hipMemPoolAttr attribute) {
  uint64_t value = 0;
  OK(hipMemPoolGetAttribute(pool, attribute, &value));
  return value;
}

static void set(hipMemPool_t pool, hipMemPoolAttr attribute, uint64_t value) {
  OK(hipMemPoolSetAttribute(pool, attribute, &value));
}

// Freed in a stream: that stream has it again at once, and another one only when the free is behind it.
static void reuse() {
  hipStream_t one = new_stream(), two = new_stream();
  hipMemPool_t pool = new_pool();
  set(pool, hipMemPoolAttrReleaseThreshold, ~uint64_t{0});
  for (int rule = 0; rule < 4; ++rule) {
    set(pool, hipMemPoolReuseFollowEventDependencies, rule == 1);
    set(pool, hipMemPoolReuseAllowOpportunistic, rule == 2);
    Gate gate;
    void *const first = from(pool, one);
    gate.close(one);
    OK(hipMemsetAsync(first, 1, size, one));
    OK(hipFreeAsync(first, one));
    void *const again = from(pool, one);
    TRUE(again == first);
    OK(hipFreeAsync(again, one));
    // Nothing says that the second stream comes behind the free.
    void *const other = from(pool, two);
    TRUE(other != first);
    hipEvent_t freed;
    OK(hipEventCreate(&freed));
    OK(hipEventRecord(freed, one));
    OK(hipStreamWaitEvent(two, freed, 0));
    void *const behind = from(pool, two);
    TRUE((behind == first) == (rule == 1));
    if (behind == first) OK(hipMemsetAsync(behind, 2, size, two));
    gate.open = true;
    OK(hipStreamSynchronize(one));
    OK(hipStreamSynchronize(two));
    hipStream_t three = new_stream();
    void *const later = from(pool, three);
    TRUE((later == first) == (rule == 2));
    if (behind == first) {
      unsigned char last = 0;
      OK(hipMemcpy(&last, static_cast<char *>(behind) + size - 1, 1, hipMemcpyDeviceToHost));
      TRUE(last == 2);
    }
    for (void *memory : {other, behind, later}) OK(hipFreeAsync(memory, three));
    OK(hipStreamSynchronize(three));
    OK(hipMemPoolTrimTo(pool, 0));
    TRUE(value(pool, hipMemPoolAttrReservedMemCurrent) == 0);
    OK(hipEventDestroy(freed));
    OK(hipStreamDestroy(three));
  }
  // An event in front of the free says nothing.
  set(pool, hipMemPoolReuseFollowEventDependencies, 1);
  Gate gate;
  hipEvent_t early;
  OK(hipEventCreate(&early));
  void *const memory = from(pool, one);
  gate.close(one);
  OK(hipEventRecord(early, one));
  OK(hipStreamWaitEvent(two, early, 0));
  OK(hipMemsetAsync(memory, 3, size, one));
  OK(hipFreeAsync(memory, one));
  void *const not_it = from(pool, two);
  TRUE(not_it != memory);
  gate.open = true;
  OK(hipFreeAsync(not_it, two));
  OK(hipEventDestroy(early));
  OK(hipMemPoolDestroy(pool));
  OK(hipStreamDestroy(one));
  OK(hipStreamDestroy(two));
}

// A free in the null stream comes behind blocking streams, and so does whoever gets the memory.
static void freed_in_the_null_stream() {
  hipMemPool_t pool = new_pool();
  set(pool, hipMemPoolAttrReleaseThreshold, ~uint64_t{0});
  hipStream_t blocking = nullptr, other = new_stream();
  OK(hipStreamCreate(&blocking));
  Gate gate;
  void *const memory = from(pool, blocking);
  gate.close(blocking);
  OK(hipMemsetAsync(memory, 1, size, blocking));
  OK(hipFreeAsync(memory, nullptr));
  void *const elsewhere = from(pool, other);
  TRUE(elsewhere != memory);
  OK(hipStreamSynchronize(other));
  OK(hipMemPoolTrimTo(pool, 0));
  TRUE(value(pool, hipMemPoolAttrReservedMemCurrent) == 2 * size);
  gate.open = true;
  OK(hipDeviceSynchronize());
  OK(hipMemPoolTrimTo(pool, 0));
  TRUE(value(pool, hipMemPoolAttrReservedMemCurrent) == size);
  OK(hipFreeAsync(elsewhere, other));
  OK(hipMemPoolDestroy(pool));
  OK(hipStreamDestroy(blocking));
  OK(hipStreamDestroy(other));
}

// A pool that may hold no more makes the stream wait for what another one has freed, if it may.
static void internal_dependencies() {
  hipMemPool_t pool = new_pool(2 * size);
  hipStream_t one = new_stream(), two = new_stream();
  Gate gate;
  void *const first = from(pool, one, 2 * size);
  unsigned char *seen = nullptr;
  OK(hipHostMalloc(reinterpret_cast<void **>(&seen), 2, 0));
  gate.close(one);
  OK(hipMemsetAsync(first, 1, size, one));
  OK(hipMemcpyAsync(seen, first, 1, hipMemcpyDeviceToHost, one));
  OK(hipFreeAsync(first, one));
  void *const second = from(pool, two);
  TRUE(second == first);
  OK(hipMemsetAsync(second, 2, size, two));
  OK(hipMemcpyAsync(seen + 1, second, 1, hipMemcpyDeviceToHost, two));
  FAILS(hipStreamQuery(two), hipErrorNotReady);
  gate.open = true;
  OK(hipStreamSynchronize(two));
  TRUE(seen[0] == 1 && seen[1] == 2);
  void *third = &gate;
  FAILS(hipMallocFromPoolAsync(&third, size, pool, two), hipErrorOutOfMemory);
  TRUE(third == nullptr);
  OK(hipFreeAsync(second, two));
  // What is free is given up for a larger one.
  set(pool, hipMemPoolAttrReleaseThreshold, ~uint64_t{0});
  OK(hipStreamSynchronize(two));
  OK(hipFreeAsync(from(pool, two, size + size / 2), two));
  OK(hipHostFree(seen));
  OK(hipMemPoolDestroy(pool));
  OK(hipStreamDestroy(one));
  OK(hipStreamDestroy(two));
}

static void attributes() {
  hipMemPool_t pool = new_pool();
  hipStream_t stream = new_stream();
  for (auto flag : {hipMemPoolReuseFollowEventDependencies, hipMemPoolReuseAllowOpportunistic,
                    hipMemPoolReuseAllowInternalDependencies}) {
    int both[2] = {0, 77};
    OK(hipMemPoolGetAttribute(pool, flag, both));
    TRUE(both[0] == 1 && both[1] == 77);
    both[0] = 0;
    OK(hipMemPoolSetAttribute(pool, flag, both));
    both[0] = 5;
    OK(hipMemPoolGetAttribute(pool, flag, both));
    TRUE(both[0] == 0);
  }
  TRUE(value(pool, hipMemPoolAttrReleaseThreshold) == 0);
  void *const large = from(pool, stream, 3 * size), *const small = from(pool, stream, 1000);
  TRUE(value(pool, hipMemPoolAttrUsedMemCurrent) == 3 * size + 1000);
  TRUE(value(pool, hipMemPoolAttrReservedMemCurrent) >= 3 * size + 1000);
  OK(hipFreeAsync(large, stream));
  TRUE(value(pool, hipMemPoolAttrUsedMemCurrent) == 1000);
  TRUE(value(pool, hipMemPoolAttrUsedMemHigh) == 3 * size + 1000);
  TRUE(value(pool, hipMemPoolAttrReservedMemCurrent) >= 3 * size);
  // No threshold: a synchronisation gives back what is free.
  OK(hipStreamSynchronize(stream));
  TRUE(value(pool, hipMemPoolAttrReservedMemCurrent) < size);
  TRUE(value(pool, hipMemPoolAttrReservedMemHigh) >= 3 * size);
  set(pool, hipMemPoolAttrUsedMemHigh, 0);
  set(pool, hipMemPoolAttrReservedMemHigh, 0);
  TRUE(value(pool, hipMemPoolAttrUsedMemHigh) == 1000);
  TRUE(value(pool, hipMemPoolAttrReservedMemHigh) < size);
  // With one, it is kept, and the threshold counts.
  set(pool, hipMemPoolAttrReleaseThreshold, 4 * size);
  void *const parts[] = {from(pool, stream, 2 * size), from(pool, stream, size), from(pool, stream, 3 * size)};
  for (void *part : parts) OK(hipFreeAsync(part, stream));
  OK(hipDeviceSynchronize());
  const uint64_t kept = value(pool, hipMemPoolAttrReservedMemCurrent);
  TRUE(kept > 2 * size && kept <= 4 * size);
  OK(hipMemPoolTrimTo(pool, 0));
  TRUE(value(pool, hipMemPoolAttrReservedMemCurrent) == 1024);
  uint64_t number = 1;
  FAILS(hipMemPoolSetAttribute(pool, hipMemPoolAttrUsedMemHigh, &number), hipErrorInvalidValue);
  FAILS(hipMemPoolSetAttribute(pool, hipMemPoolAttrReservedMemHigh, &number), hipErrorInvalidValue);
  FAILS(hipMemPoolSetAttribute(pool, hipMemPoolAttrUsedMemCurrent, &number), hipErrorInvalidValue);
  FAILS(hipMemPoolSetAttribute(pool, static_cast<hipMemPoolAttr>(9), &number), hipErrorInvalidValue);
  FAILS(hipMemPoolGetAttribute(pool, static_cast<hipMemPoolAttr>(9), &number), hipErrorInvalidValue);
  FAILS(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, nullptr), hipErrorInvalidValue);
  FAILS(hipMemPoolGetAttribute(pool, hipMemPoolAttrReleaseThreshold, nullptr), hipErrorInvalidValue);
  OK(hipFreeAsync(small, stream));
  OK(hipMemPoolDestroy(pool));
  OK(hipStreamDestroy(stream));
}

static void access() {
  hipMemPool_t pool = new_pool();
  int devices = 0;
  OK(hipGetDeviceCount(&devices));
  hipMemLocation place = {hipMemLocationTypeDevice, 0};
  hipMemAccessFlags flags = hipMemAccessFlagsProtNone;
  OK(hipMemPoolGetAccess(&flags, pool, &place));
  TRUE(flags == hipMemAccessFlagsProtReadWrite);
  hipMemAccessDesc list[2] = {{place, hipMemAccessFlagsProtRead}, {place, hipMemAccessFlagsProtRead}};
  OK(hipMemPoolSetAccess(pool, list, 1));
  OK(hipMemPoolGetAccess(&flags, pool, &place));
  TRUE(flags == hipMemAccessFlagsProtRead);
  list[0].flags = hipMemAccessFlagsProtNone;
  FAILS(hipMemPoolSetAccess(pool, list, 1), hipErrorInvalidDevice);
  list[0].flags = static_cast<hipMemAccessFlags>(5);
  FAILS(hipMemPoolSetAccess(pool, list, 1), hipErrorInvalidValue);
  list[0] = {{hipMemLocationTypeInvalid, 0}, hipMemAccessFlagsProtReadWrite};
  FAILS(hipMemPoolSetAccess(pool, list, 1), hipErrorInvalidValue);
  list[0] = {{hipMemLocationTypeDevice, devices}, hipMemAccessFlagsProtReadWrite};
  FAILS(hipMemPoolSetAccess(pool, list, 1), hipErrorInvalidDevice);
  FAILS(hipMemPoolSetAccess(pool, nullptr, 1), hipErrorInvalidValue);
  FAILS(hipMemPoolSetAccess(pool, list, devices + 1), hipErrorInvalidDevice);
  place.id = devices;
  FAILS(hipMemPoolGetAccess(&flags, pool, &place), hipErrorInvalidValue);
  FAILS(hipMemPoolGetAccess(&flags, pool, nullptr), hipErrorInvalidValue);
  OK(hipMemPoolDestroy(pool));
}

static void creation_and_end() {
  int supported = 0;
  OK(hipDeviceGetAttribute(&supported, hipDeviceAttributeMemoryPoolsSupported, 0));
  TRUE(supported == 1);
  hipDeviceProp_t device;
  OK(hipGetDeviceProperties(&device, 0));
  TRUE(device.memoryPoolsSupported == 1);
  hipMemPoolProps props = properties();
  hipMemPool_t pool = nullptr;
  FAILS(hipMemPoolCreate(nullptr, &props), hipErrorInvalidValue);
  FAILS(hipMemPoolCreate(&pool, nullptr), hipErrorInvalidValue);
  props.allocType = hipMemAllocationTypeInvalid;
  FAILS(hipMemPoolCreate(&pool, &props), hipErrorInvalidValue);
  props = properties();
  props.location.type = hipMemLocationTypeInvalid;
  FAILS(hipMemPoolCreate(&pool, &props), hipErrorInvalidValue);
  props.location = {hipMemLocationTypeDevice, 100};
  FAILS(hipMemPoolCreate(&pool, &props), hipErrorInvalidValue);
  // Memory outlives its pool.
  hipStream_t stream = new_stream();
  pool = new_pool();
  unsigned char *memory = static_cast<unsigned char *>(from(pool, stream)), byte = 0;
  OK(hipMemPoolDestroy(pool));
  FAILS(hipMemPoolDestroy(pool), hipErrorInvalidValue);
  FAILS(hipMemPoolTrimTo(pool, 0), hipErrorInvalidValue);
  void *none = nullptr;
  FAILS(hipMallocFromPoolAsync(&none, 16, pool, stream), hipErrorInvalidValue);
  OK(hipMemsetAsync(memory, 7, size, stream));
  OK(hipMemcpyAsync(&byte, memory + size - 1, 1, hipMemcpyDeviceToHost, stream));
  OK(hipFreeAsync(memory, stream));
  OK(hipStreamSynchronize(stream));
  TRUE(byte == 7);
  FAILS(hipFreeAsync(memory, stream), hipErrorInvalidValue);
  FAILS(hipFree(memory), hipErrorInvalidValue);
  // hipFree gives pool memory back too; hipFreeAsync frees memory of no pool.
  hipMemPool_t of_pointer = nullptr, standard = nullptr, current = nullptr;
  OK(hipDeviceGetDefaultMemPool(&standard, 0));
  OK(hipMallocAsync(reinterpret_cast<void **>(&memory), size, stream));
  OK(hipPointerGetAttribute(&of_pointer, HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, memory));
  TRUE(of_pointer == standard && standard != nullptr);
  OK(hipFree(memory));
  FAILS(hipFree(memory), hipErrorInvalidValue);
  TRUE(value(standard, hipMemPoolAttrUsedMemCurrent) == 0);
  OK(hipMalloc(reinterpret_cast<void **>(&memory), size));
  OK(hipPointerGetAttribute(&of_pointer, HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, memory));
  TRUE(of_pointer == nullptr);
  OK(hipFreeAsync(memory, stream));
  FAILS(hipFreeAsync(memory, stream), hipErrorInvalidValue);
  FAILS(hipFreeAsync(nullptr, stream), hipErrorInvalidValue);
  // The current pool.
  FAILS(hipMemPoolDestroy(standard), hipErrorInvalidValue);
  pool = new_pool();
  OK(hipDeviceSetMemPool(0, pool));
  OK(hipDeviceGetMemPool(&current, 0));
  TRUE(current == pool);
  OK(hipMallocAsync(reinterpret_cast<void **>(&memory), size, stream));
  TRUE(value(pool, hipMemPoolAttrUsedMemCurrent) == size);
  OK(hipFreeAsync(memory, stream));
  OK(hipMemPoolDestroy(pool));
  OK(hipDeviceGetMemPool(&current, 0));
  TRUE(current == standard);
  FAILS(hipDeviceSetMemPool(0, pool), hipErrorInvalidValue);
  FAILS(hipDeviceSetMemPool(100, standard), hipErrorInvalidValue);
  FAILS(hipDeviceGetMemPool(&current, 100), hipErrorInvalidValue);
  FAILS(hipDeviceGetDefaultMemPool(&current, 100), hipErrorInvalidDevice);
  FAILS(hipMallocAsync(reinterpret_cast<void **>(&memory), size, reinterpret_cast<hipStream_t>(-1)), hipErrorInvalidHandle);
  OK(hipStreamDestroy(stream));
}

static void managed() {
  hipMemPoolProps props = properties();
  props.allocType = hipMemAllocationTypeManaged;
  hipMemPool_t pool = nullptr, current = nullptr;
  OK(hipMemPoolCreate(&pool, &props));
  hipMemLocation place = {hipMemLocationTypeDevice, 0};
  FAILS(hipMemSetMemPool(&place, hipMemAllocationTypePinned, pool), hipErrorInvalidValue);
  OK(hipMemSetMemPool(&place, hipMemAllocationTypeManaged, pool));
  OK(hipMemGetMemPool(&current, &place, hipMemAllocationTypeManaged));
  TRUE(current == pool);
  int *number = static_cast<int *>(from(pool, nullptr, sizeof(int)));
  OK(hipMemsetAsync(number, 1, sizeof(int), nullptr));
  OK(hipStreamSynchronize(nullptr));
  TRUE(*number == 0x01010101);
  OK(hipFreeAsync(number, nullptr));
  OK(hipMemPoolDestroy(pool));
  OK(hipMemGetMemPool(&current, &place, hipMemAllocationTypePinned));
  FAILS(hipMemGetMemPool(&current, &place, hipMemAllocationTypeInvalid), hipErrorInvalidValue);
  FAILS(hipMemGetMemPool(&current, nullptr, hipMemAllocationTypePinned), hipErrorInvalidValue);
  place.id = -1;
  FAILS(hipMemGetMemPool(&current, &place, hipMemAllocationTypePinned), hipErrorInvalidValue);
}

// Threads that allocate and free from one pool never share a byte.
static void threads() {
  hipMemPool_t pool = new_pool();
  set(pool, hipMemPoolAttrReleaseThreshold, ~uint64_t{0});
  std::atomic<int> wrong{0};
  auto work = [&](unsigned char mark) {
    hipStream_t stream = nullptr;
    if (hipStreamCreateWithFlags(&stream, hipStreamNonBlocking) != hipSuccess) ++wrong;
    for (int round = 0; round < 100; ++round) {
      const size_t bytes = 256 << (round % 4);
      void *memory = nullptr;
      std::vector<unsigned char> back(bytes);
      if (hipMallocFromPoolAsync(&memory, bytes, pool, stream) != hipSuccess) ++wrong;
      if (hipMemsetAsync(memory, mark, bytes, stream) != hipSuccess) ++wrong;
      if (round % 8 == 0) {
        if (hipMemcpyAsync(back.data(), memory, bytes, hipMemcpyDeviceToHost, stream) != hipSuccess) ++wrong;
        if (hipStreamSynchronize(stream) != hipSuccess) ++wrong;
        for (unsigned char byte : back) wrong += byte != mark;
      }
      if (hipFreeAsync(memory, stream) != hipSuccess) ++wrong;
    }
    if (hipStreamDestroy(stream) != hipSuccess) ++wrong;
  };
  std::vector<std::thread> all;
  for (int n = 1; n <= 4; ++n) all.emplace_back(work, static_cast<unsigned char>(n));
  for (auto &thread : all) thread.join();
  TRUE(wrong == 0);
  TRUE(value(pool, hipMemPoolAttrUsedMemCurrent) == 0);
  OK(hipDeviceSynchronize());
  OK(hipMemPoolDestroy(pool));
}

int main() {
  reuse();
  freed_in_the_null_stream();
  internal_dependencies();
  attributes();
  access();
  creation_and_end();
  managed();
  threads();
  return report();
}
