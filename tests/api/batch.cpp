// Many copies, prefetches and discards by one call, and copies of slices between devices.
#include "check.h"

#include <cstdint>

static const size_t none = SIZE_MAX;

static void copies() {
  const size_t size = 1000;
  char *device[3], back[3][size];
  std::vector<char> host(3 * size);
  for (size_t i = 0; i < host.size(); ++i) host[i] = static_cast<char>(i * 3 + 1);
  void *to[3], *from[3];
  size_t sizes[3] = {size, size - 1, 1}, failed = 7, starts[2] = {0, 2};
  for (int i = 0; i < 3; ++i) {
    OK(hipMalloc(reinterpret_cast<void **>(&device[i]), size));
    OK(hipMemset(device[i], 0, size));
    to[i] = device[i];
    from[i] = host.data() + i * size;
  }
  hipStream_t stream = nullptr;
  OK(hipStreamCreate(&stream));
  OK(hipMemcpyBatchAsync(to, from, sizes, 3, nullptr, nullptr, 0, &failed, stream));
  TRUE(failed == none);
  hipMemcpyAttributes attributes[2] = {};
  attributes[0].srcAccessOrder = hipMemcpySrcAccessOrderStream;
  attributes[1].srcAccessOrder = hipMemcpySrcAccessOrderDuringApiCall;
  attributes[1].flags = hipMemcpyFlagPreferOverlapWithCompute;
  for (int i = 0; i < 3; ++i) {
    from[i] = device[i];
    to[i] = back[i];
    sizes[i] = size;
  }
  OK(hipMemcpyBatchAsync(to, from, sizes, 3, attributes, starts, 2, nullptr, stream));
  OK(hipStreamSynchronize(stream));
  TRUE(std::memcmp(back[0], host.data(), size) == 0);
  TRUE(std::memcmp(back[1], host.data() + size, size - 1) == 0 && back[1][size - 1] == 0);
  TRUE(back[2][0] == host[2 * size] && back[2][1] == 0 && back[2][size - 1] == 0);
  // The first that cannot be done is named.
  sizes[1] = size + 1;
  FAILS(hipMemcpyBatchAsync(to, from, sizes, 3, nullptr, nullptr, 0, &failed, stream), hipErrorInvalidValue);
  TRUE(failed == 1);
  for (size_t empty : {size_t{0}, size_t{2}}) {
    sizes[1] = size;
    sizes[empty] = 0;
    FAILS(hipMemcpyBatchAsync(to, from, sizes, 3, nullptr, nullptr, 0, &failed, stream), hipErrorInvalidValue);
    TRUE(failed == empty);
    sizes[empty] = size;
  }
  sizes[1] = size;
  FAILS(hipMemcpyBatchAsync(nullptr, from, sizes, 3, nullptr, nullptr, 0, &failed, stream), hipErrorInvalidValue);
  FAILS(hipMemcpyBatchAsync(to, nullptr, sizes, 3, nullptr, nullptr, 0, &failed, stream), hipErrorInvalidValue);
  FAILS(hipMemcpyBatchAsync(to, from, nullptr, 3, nullptr, nullptr, 0, &failed, stream), hipErrorInvalidValue);
  FAILS(hipMemcpyBatchAsync(to, from, sizes, 0, nullptr, nullptr, 0, &failed, stream), hipErrorInvalidValue);
  FAILS(hipMemcpyBatchAsync(to, from, sizes, 3, nullptr, starts, 2, &failed, stream), hipErrorInvalidValue);
  FAILS(hipMemcpyBatchAsync(to, from, sizes, 3, attributes, nullptr, 2, &failed, stream), hipErrorInvalidValue);
  starts[1] = 3;
  FAILS(hipMemcpyBatchAsync(to, from, sizes, 3, attributes, starts, 2, &failed, stream), hipErrorInvalidValue);
  starts[1] = 1;
  attributes[1].srcAccessOrder = hipMemcpySrcAccessOrderInvalid;
  FAILS(hipMemcpyBatchAsync(to, from, sizes, 3, attributes, starts, 2, &failed, stream), hipErrorInvalidValue);
  attributes[1].srcAccessOrder = hipMemcpySrcAccessOrderAny;
  attributes[1].flags = 0x200;
  FAILS(hipMemcpyBatchAsync(to, from, sizes, 3, attributes, starts, 2, &failed, stream), hipErrorNotSupported);
  attributes[1].flags = 0x8;
  FAILS(hipMemcpyBatchAsync(to, from, sizes, 3, attributes, starts, 2, &failed, stream), hipErrorInvalidValue);
  OK(hipStreamDestroy(stream));
  for (char *memory : device) OK(hipFree(memory));
}

static hipMemcpy3DOperand memory(void *place, size_t row = 0, size_t rows = 0) {
  hipMemcpy3DOperand operand = {};
  operand.type = hipMemcpyOperandTypePointer;
  operand.op.ptr.ptr = place;
  operand.op.ptr.rowLength = row;
  operand.op.ptr.layerHeight = rows;
  return operand;
}

static void slices() {
  // 6 x 5 x 4 numbers: a box of 3 x 2 x 2 of them goes out, through an array, and back with tight rows.
  int cube[4][5][6], box[2][2][3] = {};
  for (int i = 0; i < 120; ++i) (&cube[0][0][0])[i] = i;
  const hipChannelFormatDesc numbers = hipCreateChannelDesc(32, 0, 0, 0, hipChannelFormatKindSigned);
  hipArray_t array = nullptr;
  OK(hipMalloc3DArray(&array, &numbers, make_hipExtent(8, 8, 8), hipArrayDefault));
  hipMemcpy3DBatchOp operations[2] = {};
  operations[0].src = memory(&cube[1][2][3], 6, 5);
  operations[0].dst.type = hipMemcpyOperandTypeArray;
  operations[0].dst.op.array.array = array;
  operations[0].dst.op.array.offset = {1, 2, 3};
  operations[1].src = operations[0].dst;
  operations[1].dst = memory(box);
  for (auto &operation : operations) {
    operation.extent = make_hipExtent(3, 2, 2);
    operation.srcAccessOrder = hipMemcpySrcAccessOrderStream;
  }
  hipStream_t stream = nullptr;
  OK(hipStreamCreate(&stream));
  size_t failed = 7;
  OK(hipMemcpy3DBatchAsync(2, operations, &failed, 0, stream));
  TRUE(failed == none);
  OK(hipStreamSynchronize(stream));
  int wrong = 0;
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 2; ++y)
      for (int x = 0; x < 3; ++x) wrong += box[z][y][x] != cube[1 + z][2 + y][3 + x];
  TRUE(wrong == 0);
  FAILS(hipMemcpy3DBatchAsync(0, operations, &failed, 0, stream), hipErrorInvalidValue);
  FAILS(hipMemcpy3DBatchAsync(2, operations, &failed, 2, stream), hipErrorInvalidValue);
  FAILS(hipMemcpy3DBatchAsync(2, nullptr, &failed, 0, stream), hipErrorInvalidValue);
  operations[1].dst.type = static_cast<hipMemcpy3DOperandType>(3);
  FAILS(hipMemcpy3DBatchAsync(2, operations, &failed, 0, stream), hipErrorInvalidValue);
  TRUE(failed == 1);
  OK(hipStreamDestroy(stream));
  OK(hipFreeArray(array));
}

// From the first device to the last and back.
static void peers() {
  int devices = 0;
  OK(hipGetDeviceCount(&devices));
  const int last = devices - 1;
  const size_t side = 16;
  std::vector<char> cube(side * side * side), back(cube.size());
  for (size_t i = 0; i < cube.size(); ++i) cube[i] = static_cast<char>(i * 5 + i / 256);
  void *first_memory = nullptr, *last_memory = nullptr;
  OK(hipMalloc(&first_memory, cube.size()));
  OK(hipSetDevice(last));
  OK(hipMalloc(&last_memory, cube.size()));
  OK(hipMemset(last_memory, 0, cube.size()));
  OK(hipDeviceSynchronize());
  OK(hipSetDevice(0));
  OK(hipMemcpy(first_memory, cube.data(), cube.size(), hipMemcpyHostToDevice));
  hipMemcpy3DPeerParms parms = {};
  parms.srcPtr = make_hipPitchedPtr(first_memory, side, side, side);
  parms.dstPtr = make_hipPitchedPtr(last_memory, side, side, side);
  parms.dstDevice = last;
  parms.srcPos = parms.dstPos = make_hipPos(1, 2, 3);
  parms.extent = make_hipExtent(15, 14, 13);
  OK(hipMemcpy3DPeer(&parms));
  OK(hipMemcpy(back.data(), last_memory, back.size(), hipMemcpyDeviceToHost));
  int wrong = 0;
  for (size_t i = 0; i < cube.size(); ++i) {
    const bool inside = i % side >= 1 && i / side % side >= 2 && i / side / side >= 3;
    wrong += back[i] != (inside ? cube[i] : 0);
  }
  TRUE(wrong == 0);
  OK(hipMemset(first_memory, 0, cube.size()));
  std::swap(parms.srcPtr, parms.dstPtr);
  std::swap(parms.srcDevice, parms.dstDevice);
  OK(hipMemcpy3DPeerAsync(&parms, nullptr));
  OK(hipMemcpy(back.data(), first_memory, back.size(), hipMemcpyDeviceToHost));
  TRUE(back.back() == cube.back() && back[0] == 0);
  parms.srcDevice = devices;
  FAILS(hipMemcpy3DPeer(&parms), hipErrorInvalidDevice);
  FAILS(hipMemcpy3DPeerAsync(&parms, nullptr), hipErrorInvalidDevice);
  FAILS(hipMemcpy3DPeer(nullptr), hipErrorInvalidValue);
  OK(hipFree(first_memory));
  OK(hipFree(last_memory));
}

static void hints() {
  const size_t size = 8192;
  void *managed[2] = {}, *device = nullptr;
  for (auto &memory : managed) OK(hipMallocManaged(&memory, size, hipMemAttachGlobal));
  OK(hipMalloc(&device, size));
  size_t sizes[2] = {size, size}, starts[1] = {0};
  hipMemLocation place = {hipMemLocationTypeDevice, 0};
  hipStream_t stream = nullptr;
  OK(hipStreamCreate(&stream));
  OK(hipMemPrefetchBatchAsync(managed, sizes, 2, &place, starts, 1, 0, stream));
  int where = -5;
  OK(hipMemRangeGetAttribute(&where, sizeof where, hipMemRangeAttributeLastPrefetchLocation, managed[1], size));
  TRUE(where == 0);
  OK(hipMemDiscardBatchAsync(managed, sizes, 2, 0, stream));
  OK(hipDrvMemDiscardBatchAsync(managed, sizes, 2, 0, stream));
  place = {hipMemLocationTypeHost, 0};
  OK(hipMemDiscardAndPrefetchBatchAsync(managed, sizes, 1, &place, starts, 1, 0, stream));
  OK(hipMemRangeGetAttribute(&where, sizeof where, hipMemRangeAttributeLastPrefetchLocation, managed[0], size));
  TRUE(where == hipCpuDeviceId);
  OK(hipDrvMemDiscardAndPrefetchBatchAsync(managed, sizes, 2, &place, starts, 1, 0, stream));
  OK(hipStreamSynchronize(stream));
  std::memset(managed[0], 1, size);
  TRUE(static_cast<char *>(managed[0])[size - 1] == 1);
  FAILS(hipMemDiscardBatchAsync(nullptr, sizes, 1, 0, stream), hipErrorInvalidValue);
  FAILS(hipMemDiscardBatchAsync(managed, nullptr, 1, 0, stream), hipErrorInvalidValue);
  FAILS(hipMemDiscardBatchAsync(managed, sizes, 0, 0, stream), hipErrorInvalidValue);
  FAILS(hipMemDiscardBatchAsync(managed, sizes, 1, 1, stream), hipErrorInvalidValue);
  FAILS(hipMemDiscardBatchAsync(managed, sizes, 1, 0, nullptr), hipErrorInvalidValue);
  FAILS(hipMemDiscardBatchAsync(&device, sizes, 1, 0, stream), hipErrorInvalidValue);
  void *own = std::malloc(size);
  FAILS(hipMemDiscardBatchAsync(&own, sizes, 1, 0, stream), hipErrorNotSupported);
  FAILS(hipMemPrefetchBatchAsync(&own, sizes, 1, &place, starts, 1, 0, stream), hipErrorInvalidValue);
  hipMemLocation nowhere = place;
  nowhere.type = hipMemLocationTypeDevice;
  nowhere.id = -5;
  FAILS(hipMemPrefetchBatchAsync(managed, sizes, 2, &nowhere, starts, 1, 0, stream), hipErrorInvalidValue);
  std::free(own);
  FAILS(hipMemPrefetchBatchAsync(managed, sizes, 2, nullptr, starts, 1, 0, stream), hipErrorInvalidValue);
  FAILS(hipMemPrefetchBatchAsync(managed, sizes, 2, &place, starts, 0, 0, stream), hipErrorInvalidValue);
  starts[0] = 1;
  FAILS(hipMemPrefetchBatchAsync(managed, sizes, 2, &place, starts, 1, 0, stream), hipErrorInvalidValue);
  sizes[1] = 0;
  FAILS(hipMemDiscardBatchAsync(managed, sizes, 2, 0, stream), hipErrorInvalidValue);
  sizes[1] = size + 1;
  FAILS(hipMemDiscardBatchAsync(managed, sizes, 2, 0, stream), hipErrorInvalidValue);
  OK(hipStreamDestroy(stream));
  for (void *memory : managed) OK(hipFree(memory));
  OK(hipFree(device));
}

int main() {
  copies();
  slices();
  peers();
  hints();
  return report();
}
