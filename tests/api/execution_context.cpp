// Execution contexts: a green context has the whole device or is refused, and stands for its streams.
#include "check.h"
#include "gate.h"

static hipDevResource whole() {
  hipDevResource resource = {};
  OK(hipDeviceGetDevResource(0, &resource, hipDevResourceTypeSm));
  return resource;
}

static hipExecutionCtx_t green() {
  hipDevResource resource = whole();
  hipDevResourceDesc_t descriptor = nullptr;
  OK(hipDevResourceGenerateDesc(&descriptor, &resource, 1));
  hipExecutionCtx_t context = nullptr;
  OK(hipGreenCtxCreate(&context, descriptor, 0, 0));
  return context;
}

static hipStream_t stream_in(hipExecutionCtx_t context, unsigned flags = hipStreamNonBlocking) {
  hipStream_t stream = nullptr;
  OK(hipExecutionCtxStreamCreate(&stream, context, flags, 0));
  return stream;
}

static void resources() {
  hipDevResource device = whole(), other = {}, rest = {};
  int count = 0;
  OK(hipDeviceGetAttribute(&count, hipDeviceAttributeMultiprocessorCount, 0));
  const unsigned all = static_cast<unsigned>(count);
  TRUE(device.type == hipDevResourceTypeSm && device.nextResource == nullptr);
  TRUE(device.sm.smCount == all && device.sm.minSmPartitionSize == all && device.sm.smCoscheduledAlignment == all);
  FAILS(hipDeviceGetDevResource(0, nullptr, hipDevResourceTypeSm), hipErrorInvalidValue);
  FAILS(hipDeviceGetDevResource(-1, &other, hipDevResourceTypeSm), hipErrorInvalidDevice);
  FAILS(hipDeviceGetDevResource(999, &other, hipDevResourceTypeSm), hipErrorInvalidDevice);
  FAILS(hipDeviceGetDevResource(0, &other, hipDevResourceTypeWorkqueueConfig), hipErrorInvalidResourceType);
  FAILS(hipDeviceGetDevResource(0, &other, hipDevResourceTypeInvalid), hipErrorInvalidResourceType);

  // By count: one group, which is the device, and nothing remains.
  unsigned groups = 4;
  OK(hipDevSmResourceSplitByCount(nullptr, &groups, &device, nullptr, 0, 1));
  TRUE(groups == 1);
  hipDevResource parts[4] = {};
  groups = 4;
  OK(hipDevSmResourceSplitByCount(parts, &groups, &device, &rest, 0, 1));
  TRUE(groups == 1 && parts[0].type == hipDevResourceTypeSm && parts[0].sm.smCount == all);
  TRUE(parts[1].type == hipDevResourceTypeInvalid && rest.type == hipDevResourceTypeInvalid);
  groups = 4;
  OK(hipDevSmResourceSplitByCount(parts, &groups, &device, &rest, 0, all + 1));
  TRUE(groups == 0 && rest.sm.smCount == all);
  FAILS(hipDevSmResourceSplitByCount(parts, nullptr, &device, &rest, 0, 1), hipErrorInvalidValue);
  FAILS(hipDevSmResourceSplitByCount(parts, &groups, nullptr, &rest, 0, 1), hipErrorInvalidValue);
  FAILS(hipDevSmResourceSplitByCount(parts, &groups, &device, &rest, 8, 1), hipErrorInvalidValue);
  FAILS(hipDevSmResourceSplitByCount(parts, &groups, &device, &rest, hipDevSmResourceSplitIgnoreSmCoscheduling, 1),
        hipErrorNotSupported);
  FAILS(hipDevSmResourceSplitByCount(parts, &groups, &other, &rest, 0, 1), hipErrorInvalidResourceType);

  // By size: the whole, or what is left to find; a part is refused.
  hipDevSmResourceGroupParams wanted[2] = {};
  OK(hipDevSmResourceSplit(parts, 1, &device, &rest, 0, wanted));
  TRUE(wanted[0].smCount == all && wanted[0].coscheduledSmCount == all && parts[0].sm.smCount == all);
  OK(hipDevSmResourceSplit(nullptr, 1, &device, nullptr, 0, wanted));
  FAILS(hipDevSmResourceSplit(parts, 2, &device, &rest, 0, wanted), hipErrorInvalidResourceConfiguration);
  if (all > 1) {
    wanted[0] = {};
    wanted[0].smCount = all - 1;
    FAILS(hipDevSmResourceSplit(parts, 1, &device, &rest, 0, wanted), hipErrorInvalidResourceConfiguration);
  }
  wanted[0] = {};
  wanted[0].smCount = all + 1;
  FAILS(hipDevSmResourceSplit(parts, 1, &device, &rest, 0, wanted), hipErrorInvalidResourceConfiguration);
  FAILS(hipDevSmResourceSplit(parts, 1, &device, &rest, 1, wanted), hipErrorInvalidValue);
  FAILS(hipDevSmResourceSplit(parts, 0, &device, &rest, 0, wanted), hipErrorInvalidValue);
  FAILS(hipDevSmResourceSplit(parts, 1, &device, &rest, 0, nullptr), hipErrorInvalidValue);
  FAILS(hipDevSmResourceSplit(parts, 1, nullptr, &rest, 0, wanted), hipErrorInvalidValue);

  hipDevResourceDesc_t descriptor = nullptr;
  FAILS(hipDevResourceGenerateDesc(nullptr, &device, 1), hipErrorInvalidValue);
  FAILS(hipDevResourceGenerateDesc(&descriptor, nullptr, 1), hipErrorInvalidValue);
  FAILS(hipDevResourceGenerateDesc(&descriptor, &device, 0), hipErrorInvalidValue);
  FAILS(hipDevResourceGenerateDesc(&descriptor, &other, 1), hipErrorInvalidResourceType);
  other.type = hipDevResourceTypeSm;
  other.sm.smCount = all;
  FAILS(hipDevResourceGenerateDesc(&descriptor, &other, 1), hipErrorInvalidResourceConfiguration);
  if (all > 1) {
    other = device;
    other.sm.smCount = 1;
    FAILS(hipDevResourceGenerateDesc(&descriptor, &other, 1), hipErrorInvalidResourceConfiguration);
  }
  hipExecutionCtx_t context = nullptr;
  OK(hipDevResourceGenerateDesc(&descriptor, &device, 1));
  FAILS(hipGreenCtxCreate(nullptr, descriptor, 0, 0), hipErrorInvalidValue);
  FAILS(hipGreenCtxCreate(&context, nullptr, 0, 0), hipErrorInvalidValue);
  FAILS(hipGreenCtxCreate(&context, descriptor, 0, 1), hipErrorInvalidValue);
  FAILS(hipGreenCtxCreate(&context, descriptor, 999, 0), hipErrorInvalidDevice);
}

static void questions() {
  hipExecutionCtx_t context = green(), second = green(), primary = nullptr, same = nullptr;
  OK(hipDeviceGetExecutionCtx(&primary, 0));
  OK(hipDeviceGetExecutionCtx(&same, 0));
  TRUE(primary == same && primary != context && context != second);
  FAILS(hipDeviceGetExecutionCtx(nullptr, 0), hipErrorInvalidValue);
  FAILS(hipDeviceGetExecutionCtx(&same, -1), hipErrorInvalidDevice);
  int device = -1;
  unsigned long long one = 0, two = 0;
  OK(hipExecutionCtxGetDevice(&device, context));
  OK(hipExecutionCtxGetId(context, &one));
  OK(hipExecutionCtxGetId(second, &two));
  TRUE(device == 0 && one != two);
  FAILS(hipExecutionCtxGetDevice(nullptr, context), hipErrorInvalidValue);
  FAILS(hipExecutionCtxGetDevice(&device, nullptr), hipErrorInvalidValue);
  FAILS(hipExecutionCtxGetId(context, nullptr), hipErrorInvalidValue);
  hipDevResource resource = {};
  hipStream_t stream = stream_in(context);
  OK(hipExecutionCtxGetDevResource(context, &resource, hipDevResourceTypeSm));
  TRUE(resource.sm.smCount == whole().sm.smCount);
  resource = {};
  OK(hipStreamGetDevResource(stream, &resource, hipDevResourceTypeSm));
  TRUE(resource.sm.smCount == whole().sm.smCount);
  OK(hipStreamGetDevResource(nullptr, &resource, hipDevResourceTypeSm));
  FAILS(hipStreamGetDevResource(stream, &resource, hipDevResourceTypeWorkqueue), hipErrorInvalidResourceType);
  FAILS(hipExecutionCtxGetDevResource(context, &resource, hipDevResourceTypeWorkqueue), hipErrorInvalidResourceType);
  FAILS(hipExecutionCtxGetDevResource(context, nullptr, hipDevResourceTypeSm), hipErrorInvalidValue);
  unsigned flags = 0;
  hipStream_t plain = stream_in(context, hipStreamDefault), none = nullptr;
  OK(hipStreamGetFlags(plain, &flags));
  TRUE(flags == hipStreamNonBlocking);
  FAILS(hipExecutionCtxStreamCreate(&none, context, 2, 0), hipErrorInvalidValue);
  FAILS(hipExecutionCtxStreamCreate(nullptr, context, 0, 0), hipErrorInvalidValue);
  FAILS(hipExecutionCtxStreamCreate(&none, nullptr, 0, 0), hipErrorInvalidValue);
  OK(hipStreamDestroy(plain));
  OK(hipStreamDestroy(stream));
  FAILS(hipExecutionCtxDestroy(primary), hipErrorInvalidValue);
  OK(hipExecutionCtxDestroy(second));
  FAILS(hipExecutionCtxDestroy(second), hipErrorInvalidValue);
  OK(hipExecutionCtxDestroy(context));
}

// An event of a context is complete when all of its streams are there, and not other streams.
static void recording() {
  hipExecutionCtx_t context = green();
  hipStream_t one = stream_in(context), two = stream_in(context), outside = nullptr;
  OK(hipStreamCreateWithFlags(&outside, hipStreamNonBlocking));
  hipEvent_t event = nullptr, everything = nullptr;
  OK(hipEventCreateWithFlags(&event, hipEventDisableTiming));
  OK(hipEventCreateWithFlags(&everything, hipEventDisableTiming));
  Gate inner, outer;
  outer.close(outside);
  inner.close(two);
  OK(hipExecutionCtxRecordEvent(context, event));
  FAILS(hipEventQuery(event), hipErrorNotReady);
  hipExecutionCtx_t primary = nullptr;
  OK(hipDeviceGetExecutionCtx(&primary, 0));
  OK(hipExecutionCtxRecordEvent(primary, everything));
  inner.open = true;
  OK(hipEventSynchronize(event));
  OK(hipExecutionCtxSynchronize(context));
  FAILS(hipEventQuery(everything), hipErrorNotReady);
  outer.open = true;
  OK(hipExecutionCtxSynchronize(primary));
  OK(hipEventQuery(everything));
  OK(hipStreamQuery(outside));
  FAILS(hipExecutionCtxRecordEvent(nullptr, event), hipErrorInvalidValue);
  FAILS(hipExecutionCtxRecordEvent(context, nullptr), hipErrorInvalidHandle);
  FAILS(hipExecutionCtxSynchronize(nullptr), hipErrorInvalidValue);
  // A stream that captures has nothing to stand for.
  OK(hipStreamBeginCapture(one, hipStreamCaptureModeRelaxed));
  FAILS(hipExecutionCtxRecordEvent(context, event), hipErrorStreamCaptureUnsupported);
  hipGraph_t graph = nullptr;
  FAILS(hipStreamEndCapture(one, &graph), hipErrorStreamCaptureInvalidated);
  OK(hipEventDestroy(event));
  OK(hipEventDestroy(everything));
  OK(hipStreamDestroy(one));
  OK(hipStreamDestroy(two));
  OK(hipStreamDestroy(outside));
  OK(hipExecutionCtxDestroy(context));
}

// What all streams of a context wait for, those made later too.
static void waiting() {
  hipExecutionCtx_t context = green();
  hipStream_t one = stream_in(context), outside = nullptr;
  OK(hipStreamCreateWithFlags(&outside, hipStreamNonBlocking));
  hipEvent_t event = nullptr;
  OK(hipEventCreateWithFlags(&event, hipEventDisableTiming));
  int *memory = nullptr;
  OK(hipMalloc(reinterpret_cast<void **>(&memory), 3 * sizeof(int)));
  OK(hipMemset(memory, 0, 3 * sizeof(int)));
  // Streams that do not block are not ordered behind it.
  OK(hipDeviceSynchronize());
  Gate gate;
  gate.close(outside);
  OK(hipEventRecord(event, outside));
  OK(hipExecutionCtxWaitEvent(context, event));
  hipStream_t two = stream_in(context);
  OK(hipMemsetAsync(memory, 1, sizeof(int), one));
  OK(hipMemsetAsync(memory + 1, 1, sizeof(int), two));
  FAILS(hipStreamQuery(one), hipErrorNotReady);
  FAILS(hipStreamQuery(two), hipErrorNotReady);
  gate.open = true;
  OK(hipExecutionCtxSynchronize(context));
  int got[3] = {};
  OK(hipMemcpy(got, memory, sizeof(got), hipMemcpyDeviceToHost));
  TRUE(got[0] == 0x01010101 && got[1] == 0x01010101 && got[2] == 0);
  FAILS(hipExecutionCtxWaitEvent(nullptr, event), hipErrorInvalidValue);
  FAILS(hipExecutionCtxWaitEvent(context, nullptr), hipErrorInvalidHandle);
  OK(hipEventDestroy(event));
  OK(hipStreamDestroy(outside));
  // Streams outlive their context: they may be destroyed, and nothing else.
  OK(hipMemsetAsync(memory + 2, 2, sizeof(int), two));
  OK(hipExecutionCtxDestroy(context));
  FAILS(hipMemsetAsync(memory, 3, sizeof(int), one), hipErrorStreamDetached);
  FAILS(hipStreamSynchronize(two), hipErrorStreamDetached);
  FAILS(hipExecutionCtxStreamCreate(&one, context, 0, 0), hipErrorInvalidValue);
  OK(hipDeviceSynchronize());
  OK(hipMemcpy(got, memory, sizeof(got), hipMemcpyDeviceToHost));
  TRUE(got[0] == 0x01010101 && got[2] == 0x02020202);
  OK(hipStreamDestroy(one));
  OK(hipStreamDestroy(two));
  OK(hipFree(memory));
}

int main() {
  resources();
  questions();
  recording();
  waiting();
  return report();
}
