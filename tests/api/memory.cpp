// Allocation, copies, fills and pointer questions, right and wrong.
#include "check.h"

#include <algorithm>

static void allocation() {
  void *p = nullptr;
  OK(hipMalloc(&p, 4096));
  TRUE(p != nullptr);
  TRUE(reinterpret_cast<size_t>(p) % 256 == 0);
  OK(hipFree(p));
  FAILS(hipFree(p), hipErrorInvalidValue);
  OK(hipFree(nullptr));
  void *none = &p;
  OK(hipMalloc(&none, 0));
  TRUE(none == nullptr);
  FAILS(hipMalloc(nullptr, 16), hipErrorInvalidValue);
  FAILS(hipMalloc(&p, ~size_t{0}), hipErrorOutOfMemory);
  TRUE(p == nullptr);
  int local = 0;
  FAILS(hipFree(&local), hipErrorInvalidValue);
  OK(hipMalloc(&p, 4096));
  FAILS(hipFree(static_cast<char *>(p) + 256), hipErrorInvalidValue);
  FAILS(hipHostFree(static_cast<char *>(p) + 256), hipErrorInvalidValue);
  size_t free_before = 0, free_after = 0, total = 0;
  OK(hipMemGetInfo(&free_before, &total));
  void *large = nullptr;
  OK(hipMalloc(&large, 32 << 20));
  OK(hipMemGetInfo(&free_after, &total));
  TRUE(free_after < free_before && free_before <= total);
  OK(hipFree(large));
  OK(hipMemGetInfo(&free_after, &total));
  TRUE(free_after == free_before);
  OK(hipFree(p));
  // ROCm's hipFree takes host memory as well, its hipHostFree the device's and managed memory.
  OK(hipHostMalloc(&p, 4096, hipHostMallocDefault));
  OK(hipFree(p));
  OK(hipMalloc(&p, 4096));
  OK(hipHostFree(p));
  FAILS(hipFree(p), hipErrorInvalidValue);
  OK(hipMallocManaged(&p, 4096, hipMemAttachGlobal));
  OK(hipHostFree(p));
  FAILS(hipFree(p), hipErrorInvalidValue);
  FAILS(hipHostFree(p), hipErrorInvalidValue);
  std::vector<void *> many(2000);
  for (auto &m : many) OK(hipMalloc(&m, 1000));
  for (auto &m : many) OK(hipFree(m));
}

// Whoever ignores the error must not find an old pointer: every function that allocates stores null when it fails.
static void failed_allocations() {
  const size_t most = ~size_t{0} >> 8;
  void *p;
  size_t pitch;
#define STORES_NULL(call) (p = &p, pitch = 1, FAILS(call, hipErrorOutOfMemory), TRUE(p == nullptr))
  STORES_NULL(hipMalloc(&p, most));
  STORES_NULL(hipExtMallocWithFlags(&p, most, hipDeviceMallocDefault));
  STORES_NULL(hipMallocAsync(&p, most, nullptr));
  STORES_NULL(hipMallocPitch(&p, &pitch, most >> 10, 1 << 10));
  TRUE(pitch == 0);
  STORES_NULL(hipMemAllocPitch(&p, &pitch, most >> 10, 1 << 10, 4));
  STORES_NULL(hipHostMalloc(&p, most, 0));
  STORES_NULL(hipMallocHost(&p, most));
  STORES_NULL(hipMallocManaged(&p, most, hipMemAttachGlobal));
  hipPitchedPtr slices = {&p, 1, 1, 1};
  FAILS(hipMalloc3D(&slices, make_hipExtent(most >> 20, 1 << 10, 1 << 10)), hipErrorOutOfMemory);
  TRUE(slices.ptr == nullptr);
  // Of what there is, only so much can be promised, touched or not.
  size_t free_bytes = 0, total = 0;
  OK(hipMemGetInfo(&free_bytes, &total));
  STORES_NULL(hipMalloc(&p, total + 1));
  std::vector<void *> held;
  hipError_t error;
  while (held.size() < 8 && (error = hipMalloc(&p, total / 4)) == hipSuccess) held.push_back(p);
  TRUE(error == hipErrorOutOfMemory && held.size() <= 4);
  for (void *memory : held) OK(hipFree(memory));
  OK(hipMalloc(&p, 1 << 20));
  OK(hipFree(p));
}

static void copies() {
  const size_t size = 100003;
  auto source = pattern(size);
  std::vector<unsigned char> back(size);
  void *a = nullptr, *b = nullptr;
  OK(hipMalloc(&a, size));
  OK(hipMalloc(&b, size));
  OK(hipMemcpy(a, source.data(), size, hipMemcpyHostToDevice));
  OK(hipMemcpy(b, a, size, hipMemcpyDeviceToDevice));
  OK(hipMemcpy(back.data(), b, size, hipMemcpyDeviceToHost));
  TRUE(back == source);
  std::fill(back.begin(), back.end(), 0);
  OK(hipMemcpy(b, source.data(), size, hipMemcpyDefault));
  OK(hipMemcpy(back.data(), b, size, hipMemcpyDefault));
  TRUE(back == source);
  std::fill(back.begin(), back.end(), 0);
  OK(hipMemcpy(back.data(), source.data(), size, hipMemcpyHostToHost));
  TRUE(back == source);
  OK(hipMemcpy(a, source.data(), 0, hipMemcpyHostToDevice));
  // An offset into an allocation is an ordinary pointer.
  OK(hipMemcpy(static_cast<char *>(a) + 1, source.data(), 5, hipMemcpyHostToDevice));
  OK(hipMemcpy(back.data(), static_cast<char *>(a) + 1, 5, hipMemcpyDeviceToHost));
  TRUE(std::memcmp(back.data(), source.data(), 5) == 0);
  // Overlap within one allocation.
  OK(hipMemcpy(a, source.data(), size, hipMemcpyHostToDevice));
  OK(hipMemcpy(static_cast<char *>(a) + 100, a, 1000, hipMemcpyDeviceToDevice));
  OK(hipMemcpy(back.data(), static_cast<char *>(a) + 100, 1000, hipMemcpyDeviceToHost));
  TRUE(std::memcmp(back.data(), source.data(), 1000) == 0);

  FAILS(hipMemcpy(nullptr, source.data(), 4, hipMemcpyHostToDevice), hipErrorInvalidValue);
  FAILS(hipMemcpy(a, nullptr, 4, hipMemcpyHostToDevice), hipErrorInvalidValue);
  FAILS(hipMemcpy(a, source.data(), size + 1, hipMemcpyHostToDevice), hipErrorInvalidValue);
  FAILS(hipMemcpy(back.data(), static_cast<char *>(a) + 10, size, hipMemcpyDeviceToHost), hipErrorInvalidValue);
  FAILS(hipMemcpy(a, source.data(), 4, static_cast<hipMemcpyKind>(99)), hipErrorInvalidMemcpyDirection);
  FAILS(hipMemcpy(back.data(), source.data(), 4, hipMemcpyHostToDevice), hipErrorInvalidValue);
  OK(hipFree(b));
  FAILS(hipMemcpy(back.data(), b, 4, hipMemcpyDeviceToHost), hipErrorInvalidValue);
  OK(hipFree(a));
}

static void asynchronous_copies() {
  const size_t size = 1 << 20;
  auto source = pattern(size);
  void *device = nullptr, *pinned = nullptr;
  hipStream_t stream;
  OK(hipStreamCreate(&stream));
  OK(hipMalloc(&device, size));
  OK(hipHostMalloc(&pinned, size, hipHostMallocDefault));
  std::memcpy(pinned, source.data(), size);
  OK(hipMemcpyAsync(device, pinned, size, hipMemcpyHostToDevice, stream));
  OK(hipMemsetAsync(static_cast<char *>(device) + 10, 0x11, 7, stream));
  OK(hipMemcpyAsync(pinned, device, size, hipMemcpyDeviceToHost, stream));
  OK(hipStreamSynchronize(stream));
  std::memset(source.data() + 10, 0x11, 7);
  TRUE(std::memcmp(pinned, source.data(), size) == 0);
  // Pageable memory may be reused as soon as the call returns.
  std::vector<unsigned char> pageable(size, 0x22);
  OK(hipMemcpyAsync(device, pageable.data(), size, hipMemcpyHostToDevice, stream));
  std::fill(pageable.begin(), pageable.end(), 0);
  OK(hipMemcpyAsync(pageable.data(), device, size, hipMemcpyDeviceToHost, stream));
  OK(hipStreamSynchronize(stream));
  TRUE(pageable[0] == 0x22 && pageable[size - 1] == 0x22);
  OK(hipMemcpyWithStream(pageable.data(), device, size, hipMemcpyDeviceToHost, stream));
  OK(hipStreamDestroy(stream));
  FAILS(hipMemcpyAsync(device, pinned, size, hipMemcpyHostToDevice, stream), hipErrorContextIsDestroyed);
  OK(hipHostFree(pinned));
  OK(hipFree(device));
}

static void fills() {
  void *device = nullptr;
  std::vector<unsigned char> back(64);
  OK(hipMalloc(&device, 64));
  for (size_t start = 0; start < 8; ++start)
    for (size_t size = 0; size < 12; ++size) {
      OK(hipMemset(device, 0, 64));
      OK(hipMemset(static_cast<char *>(device) + start, 0xab, size));
      OK(hipMemcpy(back.data(), device, 64, hipMemcpyDeviceToHost));
      std::vector<unsigned char> wanted(64, 0);
      std::fill(wanted.begin() + start, wanted.begin() + start + size, 0xab);
      TRUE(back == wanted);
    }
  OK(hipMemsetD32(static_cast<char *>(device) + 4, 0x01020304, 3));
  OK(hipMemcpy(back.data(), device, 64, hipMemcpyDeviceToHost));
  TRUE(back[4] == 4 && back[7] == 1 && back[15] == 1);
  OK(hipMemsetD16(static_cast<char *>(device) + 2, 0x0506, 3));
  OK(hipMemcpy(back.data(), device, 64, hipMemcpyDeviceToHost));
  TRUE(back[2] == 6 && back[3] == 5 && back[7] == 5 && back[8] == 4);
  FAILS(hipMemset(device, 0, 65), hipErrorInvalidValue);
  FAILS(hipMemset(nullptr, 0, 4), hipErrorInvalidValue);
  FAILS(hipMemset(back.data(), 0, 4), hipErrorInvalidValue);
  OK(hipFree(device));
}

static void host_memory() {
  void *host = nullptr, *device = nullptr;
  unsigned flags = 0;
  OK(hipHostMalloc(&host, 1000, hipHostMallocMapped));
  std::memset(host, 5, 1000);
  OK(hipHostGetDevicePointer(&device, host, 0));
  TRUE(device != nullptr);
  OK(hipHostGetFlags(&flags, host));
  TRUE(flags == hipHostMallocMapped);
  hipPointerAttribute_t attributes;
  OK(hipPointerGetAttributes(&attributes, static_cast<char *>(host) + 10));
  TRUE(attributes.type == hipMemoryTypeHost && attributes.device == 0);
  OK(hipHostFree(host));
  FAILS(hipHostFree(host), hipErrorInvalidValue);
  FAILS(hipHostMalloc(&host, 16, 0xffffffff), hipErrorInvalidValue);
  FAILS(hipHostMalloc(&host, 16, hipHostMallocCoherent | hipHostMallocNonCoherent), hipErrorInvalidValue);

  OK(hipMallocManaged(&host, 4096, hipMemAttachGlobal));
  std::memset(host, 9, 4096);
  OK(hipPointerGetAttributes(&attributes, host));
  TRUE(attributes.type == hipMemoryTypeManaged && attributes.isManaged == 1);
  OK(hipMemset(host, 4, 100));
  OK(hipDeviceSynchronize());
  TRUE(static_cast<unsigned char *>(host)[99] == 4 && static_cast<unsigned char *>(host)[100] == 9);
  OK(hipFree(host));
  FAILS(hipMallocManaged(&host, 16, 0), hipErrorInvalidValue);

  std::vector<int> stack(4096, 7);
  OK(hipPointerGetAttributes(&attributes, stack.data()));
  TRUE(attributes.type == hipMemoryTypeUnregistered);
  FAILS(hipPointerGetAttributes(nullptr, stack.data()), hipErrorInvalidValue);
  FAILS(hipHostUnregister(stack.data()), hipErrorHostMemoryNotRegistered);
  FAILS(hipHostRegister(nullptr, 16, 0), hipErrorInvalidValue);
  FAILS(hipHostRegister(stack.data(), 0, 0), hipErrorInvalidValue);
  int registers = 0;
  OK(hipDeviceGetAttribute(&registers, hipDeviceAttributeHostRegisterSupported, 0));
  if (registers) {
    OK(hipHostRegister(stack.data(), stack.size() * sizeof(int), hipHostRegisterDefault));
    FAILS(hipHostRegister(stack.data(), 16, 0), hipErrorHostMemoryAlreadyRegistered);
    OK(hipHostGetDevicePointer(&device, stack.data(), 0));
    OK(hipHostUnregister(stack.data()));
    // HIP: "part or all of the requested memory range is already mapped".
    OK(hipHostRegister(stack.data() + 1024, 4096, hipHostRegisterDefault));
    FAILS(hipHostRegister(stack.data(), stack.size() * sizeof(int), hipHostRegisterDefault), hipErrorHostMemoryAlreadyRegistered);
    OK(hipHostUnregister(stack.data() + 1024));
  }
  void *base = nullptr;
  size_t size = 0;
  OK(hipMalloc(&device, 5000));
  OK(hipMemGetAddressRange(&base, &size, static_cast<char *>(device) + 4999));
  TRUE(base == device && size == 5000);
  FAILS(hipMemGetAddressRange(&base, &size, stack.data()), hipErrorNotFound);
  OK(hipFree(device));
}

// What was said of managed memory is kept by pages, and asked for by ranges.
static void advice() {
  const size_t page = 4096;
  char *managed = nullptr;
  int32_t value = 9, by[3] = {};
  OK(hipMallocManaged(reinterpret_cast<void **>(&managed), 2 * page, hipMemAttachGlobal));
  auto ask = [&](hipMemRangeAttribute attribute, size_t size) {
    value = 9;
    OK(hipMemRangeGetAttribute(&value, sizeof value, attribute, managed, size));
    return value;
  };
  TRUE(ask(hipMemRangeAttributeReadMostly, 2 * page) == 0);
  TRUE(ask(hipMemRangeAttributePreferredLocation, page) == hipInvalidDeviceId);
  TRUE(ask(hipMemRangeAttributeLastPrefetchLocation, page) == hipInvalidDeviceId);
  TRUE(ask(hipMemRangeAttributeCoherencyMode, page) == hipMemRangeCoherencyModeFineGrain);
  OK(hipMemAdvise(managed, page, hipMemAdviseSetReadMostly, 99));
  OK(hipMemAdvise(managed, 2 * page, hipMemAdviseSetPreferredLocation, 0));
  OK(hipMemAdvise(managed + page, page, hipMemAdviseSetCoarseGrain, 0));
  OK(hipMemPrefetchAsync(managed + 1, 1, hipCpuDeviceId, nullptr));
  TRUE(ask(hipMemRangeAttributeReadMostly, page) == 1 && ask(hipMemRangeAttributeReadMostly, 2 * page) == 0);
  TRUE(ask(hipMemRangeAttributePreferredLocation, 2 * page) == 0);
  TRUE(ask(hipMemRangeAttributeLastPrefetchLocation, page) == hipCpuDeviceId);
  TRUE(ask(hipMemRangeAttributeLastPrefetchLocation, page + 1) == hipInvalidDeviceId);
  TRUE(ask(hipMemRangeAttributeCoherencyMode, 2 * page) == hipMemRangeCoherencyModeIndeterminate);
  OK(hipMemAdvise(managed, 2 * page, hipMemAdviseSetAccessedBy, hipCpuDeviceId));
  OK(hipMemAdvise(managed, page, hipMemAdviseSetAccessedBy, 0));
  void *places[] = {by, &value};
  size_t sizes[] = {sizeof by, sizeof value};
  hipMemRangeAttribute attributes[] = {hipMemRangeAttributeAccessedBy, hipMemRangeAttributeReadMostly};
  OK(hipMemRangeGetAttributes(places, sizes, attributes, 2, managed, page));
  TRUE(by[0] == hipCpuDeviceId && by[1] == 0 && by[2] == hipInvalidDeviceId && value == 1);
  OK(hipMemRangeGetAttributes(places, sizes, attributes, 2, managed, 2 * page));
  TRUE(by[0] == hipCpuDeviceId && by[1] == hipInvalidDeviceId && value == 0);
  OK(hipMemAdvise(managed, 2 * page, hipMemAdviseUnsetAccessedBy, hipCpuDeviceId));
  OK(hipMemRangeGetAttribute(by, 8, hipMemRangeAttributeAccessedBy, managed, page));
  TRUE(by[0] == 0 && by[1] == hipInvalidDeviceId);
  FAILS(hipMemAdvise(managed, page, hipMemAdviseSetAccessedBy, 99), hipErrorInvalidDevice);
  FAILS(hipMemAdvise(managed, page, static_cast<hipMemoryAdvise>(50), 0), hipErrorInvalidValue);
  FAILS(hipMemRangeGetAttribute(by, 8, hipMemRangeAttributeReadMostly, managed, page), hipErrorInvalidValue);
  FAILS(hipMemRangeGetAttribute(by, 6, hipMemRangeAttributeAccessedBy, managed, page), hipErrorInvalidValue);
  FAILS(hipMemRangeGetAttribute(nullptr, 4, hipMemRangeAttributeReadMostly, managed, page), hipErrorInvalidValue);
  FAILS(hipMemRangeGetAttribute(&value, 4, hipMemRangeAttributeReadMostly, managed, 3 * page), hipErrorInvalidValue);
  FAILS(hipMemRangeGetAttribute(&value, 4, hipMemRangeAttributeReadMostly, managed, 0), hipErrorInvalidValue);
  FAILS(hipMemRangeGetAttributes(places, sizes, attributes, 0, managed, page), hipErrorInvalidValue);
  sizes[1] = 7;
  FAILS(hipMemRangeGetAttributes(places, sizes, attributes, 2, managed, page), hipErrorInvalidValue);
  OK(hipFree(managed));
  // The grain is known of every kind of memory.
  void *device = nullptr;
  OK(hipMalloc(&device, page));
  OK(hipMemRangeGetAttribute(&value, 4, hipMemRangeAttributeCoherencyMode, device, page));
  TRUE(value == hipMemRangeCoherencyModeCoarseGrain);
  FAILS(hipMemRangeGetAttribute(&value, 4, hipMemRangeAttributeReadMostly, device, page), hipErrorInvalidValue);
  OK(hipFree(device));
}

// Attributes of pointers and ranges: values and error codes as hip-tests has them.
static void questions() {
  void *device = nullptr, *host = nullptr, *again = nullptr;
  int local = 0, value = 1;
  unsigned type = 0, first = 0, second = 0;
  unsigned long long place = 0;
  OK(hipMalloc(&device, 4096));
  OK(hipPointerGetAttribute(&type, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, device));
  TRUE(type == hipMemoryTypeDevice);
  for (auto attribute : {HIP_POINTER_ATTRIBUTE_CONTEXT, HIP_POINTER_ATTRIBUTE_P2P_TOKENS,
                         HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE, HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES,
                         HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE})
    FAILS(hipPointerGetAttribute(&place, attribute, device), hipErrorNotSupported);
  unsigned access = 0;
  OK(hipPointerGetAttribute(&access, HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS, device));
  TRUE(access == hipMemAccessFlagsProtReadWrite);
  hipPointer_attribute asked = HIP_POINTER_ATTRIBUTE_MEMORY_TYPE;
  void *answer = &type;
  OK(hipDrvPointerGetAttributes(1, &asked, &answer, device));
  FAILS(hipDrvPointerGetAttributes(1, &asked, &answer, nullptr), hipErrorInvalidValue);
  FAILS(hipPointerGetAttribute(&place, static_cast<hipPointer_attribute>(-1), device), hipErrorInvalidValue);
  FAILS(hipPointerGetAttribute(&place, HIP_POINTER_ATTRIBUTE_DEVICE_POINTER, &local), hipErrorInvalidValue);
  hipArray_t array = nullptr;
  hipChannelFormatDesc texel = hipCreateChannelDesc(8, 0, 0, 0, hipChannelFormatKindUnsigned);
  OK(hipMallocArray(&array, &texel, 16, 16, hipArrayDefault));
  OK(hipPointerGetAttribute(&type, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, reinterpret_cast<hipDeviceptr_t>(array)));
  TRUE(type == hipMemoryTypeArray);
  OK(hipFreeArray(array));
  FAILS(hipPointerGetAttribute(&type, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, reinterpret_cast<hipDeviceptr_t>(array)),
        hipErrorInvalidValue);

  OK(hipPointerSetAttribute(&value, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, device));
  FAILS(hipPointerSetAttribute(nullptr, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, device), hipErrorInvalidValue);
  FAILS(hipPointerSetAttribute(&value, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, nullptr), hipErrorInvalidValue);
  FAILS(hipPointerSetAttribute(&value, static_cast<hipPointer_attribute>(-1), device), hipErrorInvalidValue);
  FAILS(hipPointerSetAttribute(&value, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, &local), hipErrorInvalidDevicePointer);

  // The mode that was asked for: hipMalloc's memory is coarse-grained, hipHostMalloc's fine-grained.
  unsigned mode = 9;
  OK(hipMemRangeGetAttribute(&mode, sizeof mode, hipMemRangeAttributeCoherencyMode, device, 4096));
  TRUE(mode == hipMemRangeCoherencyModeCoarseGrain);
  FAILS(hipMemRangeGetAttribute(&mode, sizeof mode, hipMemRangeAttributeCoherencyMode, device, 4097), hipErrorInvalidValue);
  FAILS(hipMemRangeGetAttribute(&mode, 1, hipMemRangeAttributeCoherencyMode, device, 4096), hipErrorInvalidValue);
  FAILS(hipMemRangeGetAttribute(&mode, sizeof mode, hipMemRangeAttributeCoherencyMode, &local, 4), hipErrorInvalidValue);
  OK(hipHostMalloc(&host, 64, hipHostMallocNonCoherent));
  OK(hipMemRangeGetAttribute(&mode, sizeof mode, hipMemRangeAttributeCoherencyMode, host, 64));
  TRUE(mode == hipMemRangeCoherencyModeCoarseGrain);
  OK(hipHostFree(host));
  OK(hipHostMalloc(&host, 64, 0));
  OK(hipMemRangeGetAttribute(&mode, sizeof mode, hipMemRangeAttributeCoherencyMode, host, 64));
  TRUE(mode == hipMemRangeCoherencyModeFineGrain);
  OK(hipHostFree(host));
  OK(hipExtMallocWithFlags(&again, 64, hipDeviceMallocFinegrained));
  OK(hipMemRangeGetAttribute(&mode, sizeof mode, hipMemRangeAttributeCoherencyMode, again, 64));
  TRUE(mode == hipMemRangeCoherencyModeFineGrain);
  OK(hipFree(again));

  // "A process-wide unique ID": also for memory at the same address as memory that was freed.
  OK(hipPointerGetAttribute(&first, HIP_POINTER_ATTRIBUTE_BUFFER_ID, device));
  OK(hipFree(device));
  FAILS(hipPointerSetAttribute(&value, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, device), hipErrorInvalidDevicePointer);
  OK(hipMalloc(&device, 4096));
  OK(hipPointerGetAttribute(&second, HIP_POINTER_ATTRIBUTE_BUFFER_ID, device));
  TRUE(first != second);
  OK(hipFree(device));

  // Memory that is not all there cannot be registered.
  std::vector<char> some(1 << 16);
  FAILS(hipHostRegister(some.data(), size_t{1} << 46, hipHostRegisterDefault), hipErrorInvalidValue);
}

// A synchronous call has written what the host can see when it returns, although streams collect work before they submit it.
static void host_sees_at_once() {
  for (int managed = 0; managed < 2; ++managed) {
    int *memory = nullptr;
    const int value[4] = {7, 8, 9, 10};
    if (managed) OK(hipMallocManaged(&memory, sizeof value));
    else OK(hipHostMalloc(&memory, sizeof value));
    for (int i = 0; i < 4; ++i) memory[i] = 0;
    OK(hipMemcpy(memory, value, sizeof value, hipMemcpyHostToDevice));
    TRUE(std::equal(value, value + 4, memory));
    OK(hipMemset(memory, 0xff, sizeof value));
    TRUE(memory[0] == -1 && memory[3] == -1);
    OK(hipMemcpy2D(memory, 8, value, 8, 8, 2, hipMemcpyHostToDevice));
    TRUE(std::equal(value, value + 4, memory));
    if (managed) OK(hipFree(memory));
    else OK(hipHostFree(memory));
  }
}

static void stream_ordered() {
  hipStream_t stream;
  void *memory = nullptr;
  OK(hipStreamCreate(&stream));
  OK(hipMallocAsync(&memory, 1 << 16, stream));
  OK(hipMemsetAsync(memory, 1, 1 << 16, stream));
  OK(hipFreeAsync(memory, stream));
  OK(hipStreamSynchronize(stream));
  FAILS(hipFreeAsync(memory, stream), hipErrorInvalidValue);
  FAILS(hipFreeAsync(nullptr, stream), hipErrorInvalidValue);
  OK(hipStreamDestroy(stream));
}

int main() {
  allocation();
  failed_allocations();
  copies();
  asynchronous_copies();
  fills();
  host_memory();
  advice();
  questions();
  host_sees_at_once();
  stream_ordered();
  return report();
}
