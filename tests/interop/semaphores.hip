// Streams and graphs that wait for a timeline of another API and signal it. Run under layer.cpp, or with a device that imports any descriptor.
#include "../api/check.h"

#include <fcntl.h>

#include <cstring>

__global__ void add(int *data, int value) { *data += value; }

namespace {

hipExternalSemaphore_t timeline;
hipStream_t worker, other;
int *data;

int value() {
  int found = -1;
  OK(hipMemcpyAsync(&found, data, sizeof found, hipMemcpyDeviceToHost, other));
  OK(hipStreamSynchronize(other));
  return found;
}

hipExternalSemaphoreSignalParams signal_of(uint64_t value) {
  hipExternalSemaphoreSignalParams params = {};
  params.params.fence.value = value;
  return params;
}

hipExternalSemaphoreWaitParams wait_of(uint64_t value) {
  hipExternalSemaphoreWaitParams params = {};
  params.params.fence.value = value;
  return params;
}

// The worker stands before `start` until the other stream signals that, and has then counted to `expected` at `start + 1`.
void goes_on(uint64_t start, int expected) {
  TRUE(hipStreamQuery(worker) == hipErrorNotReady);
  const auto begin = signal_of(start);
  const auto end = wait_of(start + 1);
  OK(hipSignalExternalSemaphoresAsync(&timeline, &begin, 1, other));
  OK(hipWaitExternalSemaphoresAsync(&timeline, &end, 1, other));
  TRUE(value() == expected);
  OK(hipStreamSynchronize(worker));
}

struct Nodes {
  hipGraphNode_t wait, add, signal;
};

// A graph that waits for `start`, adds, and signals `start + 1`.
hipGraph_t graph_of(uint64_t start, int *by, Nodes &nodes) {
  hipGraph_t graph;
  OK(hipGraphCreate(&graph, 0));
  const auto begin = wait_of(start);
  const auto end = signal_of(start + 1);
  hipExternalSemaphoreWaitNodeParams waits = {&timeline, &begin, 1};
  hipExternalSemaphoreSignalNodeParams signals = {&timeline, &end, 1};
  OK(hipGraphAddExternalSemaphoresWaitNode(&nodes.wait, graph, nullptr, 0, &waits));
  void *arguments[] = {&data, by};
  hipKernelNodeParams kernel = {};
  kernel.func = reinterpret_cast<void *>(add);
  kernel.gridDim = kernel.blockDim = dim3(1);
  kernel.kernelParams = arguments;
  OK(hipGraphAddKernelNode(&nodes.add, graph, &nodes.wait, 1, &kernel));
  hipGraphNodeParams any = {};
  any.type = hipGraphNodeTypeExtSemaphoreSignal;
  any.extSemSignal = signals;
  OK(hipGraphAddNode(&nodes.signal, graph, &nodes.add, 1, &any));
  return graph;
}

void launched() {
  Nodes nodes, others;
  int by = 1;
  hipGraph_t graph = graph_of(3, &by, nodes);
  hipGraphExec_t exec;
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  OK(hipGraphLaunch(exec, worker));
  goes_on(3, 11);
  // One node after the other.
  const auto begin = wait_of(5);
  const auto end = signal_of(6);
  hipExternalSemaphoreWaitNodeParams waits = {&timeline, &begin, 1};
  hipExternalSemaphoreSignalNodeParams signals = {&timeline, &end, 1};
  OK(hipGraphExecExternalSemaphoresWaitNodeSetParams(exec, nodes.wait, &waits));
  OK(hipGraphExecExternalSemaphoresSignalNodeSetParams(exec, nodes.signal, &signals));
  OK(hipGraphLaunch(exec, worker));
  goes_on(5, 12);
  // All at once.
  hipGraph_t news = graph_of(7, &by, others);
  hipGraphNode_t refused;
  hipGraphExecUpdateResult result;
  OK(hipGraphExecUpdate(exec, news, &refused, &result));
  OK(hipGraphLaunch(exec, worker));
  goes_on(7, 13);
  // What the graph was made of is as it was.
  OK(hipGraphExternalSemaphoresWaitNodeGetParams(nodes.wait, &waits));
  TRUE(waits.numExtSems == 1 && waits.extSemArray[0] == timeline && waits.paramsArray[0].params.fence.value == 3);
  OK(hipGraphExternalSemaphoresSignalNodeGetParams(nodes.signal, &signals));
  TRUE(signals.numExtSems == 1 && signals.paramsArray[0].params.fence.value == 4);
  const auto later = wait_of(9);
  waits = {&timeline, &later, 1};
  OK(hipGraphExternalSemaphoresWaitNodeSetParams(nodes.wait, &waits));
  OK(hipGraphExternalSemaphoresWaitNodeGetParams(nodes.wait, &waits));
  TRUE(waits.paramsArray[0].params.fence.value == 9);
  // The other kind's functions refuse, and so do wrong lists.
  FAILS(hipGraphExternalSemaphoresWaitNodeGetParams(nodes.signal, &waits), hipErrorInvalidValue);
  FAILS(hipGraphExternalSemaphoresSignalNodeGetParams(nodes.wait, &signals), hipErrorInvalidValue);
  FAILS(hipGraphExternalSemaphoresSignalNodeSetParams(nodes.wait, &signals), hipErrorInvalidValue);
  FAILS(hipGraphExecExternalSemaphoresWaitNodeSetParams(exec, nodes.signal, &waits), hipErrorInvalidValue);
  hipExternalSemaphoreWaitNodeParams wrong = {&timeline, &later, 0};
  FAILS(hipGraphAddExternalSemaphoresWaitNode(&refused, graph, nullptr, 0, &wrong), hipErrorInvalidValue);
  wrong = {nullptr, &later, 1};
  FAILS(hipGraphAddExternalSemaphoresWaitNode(&refused, graph, nullptr, 0, &wrong), hipErrorInvalidValue);
  hipExternalSemaphore_t none = nullptr;
  wrong = {&none, &later, 1};
  FAILS(hipGraphAddExternalSemaphoresWaitNode(&refused, graph, nullptr, 0, &wrong), hipErrorInvalidValue);
  auto flagged = later;
  flagged.flags = 1;
  wrong = {&timeline, &flagged, 1};
  FAILS(hipGraphAddExternalSemaphoresWaitNode(&refused, graph, nullptr, 0, &wrong), hipErrorInvalidValue);
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(news));
  OK(hipGraphDestroy(graph));
}

void captured() {
  hipGraph_t graph;
  hipGraphExec_t exec;
  const auto begin = wait_of(9);
  const auto end = signal_of(10);
  OK(hipStreamBeginCapture(worker, hipStreamCaptureModeGlobal));
  OK(hipWaitExternalSemaphoresAsync(&timeline, &begin, 1, worker));
  add<<<1, 1, 0, worker>>>(data, 7);
  OK(hipSignalExternalSemaphoresAsync(&timeline, &end, 1, worker));
  OK(hipStreamEndCapture(worker, &graph));
  hipGraphNode_t nodes[3];
  size_t count = 3;
  OK(hipGraphGetNodes(graph, nodes, &count));
  TRUE(count == 3);
  const hipGraphNodeType expected[] = {hipGraphNodeTypeExtSemaphoreWait, hipGraphNodeTypeKernel, hipGraphNodeTypeExtSemaphoreSignal};
  for (int i = 0; i < 3; i++) {
    hipGraphNodeType type;
    OK(hipGraphNodeGetType(nodes[i], &type));
    TRUE(type == expected[i]);
  }
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  OK(hipGraphLaunch(exec, worker));
  goes_on(9, 20);
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(graph));
}

}  // namespace

int main() {
  hipExternalSemaphoreHandleDesc desc = {};
  desc.type = hipExternalSemaphoreHandleTypeTimelineSemaphoreFd;
  desc.handle.fd = open("/dev/null", O_RDONLY);
  OK(hipImportExternalSemaphore(&timeline, &desc));
  OK(hipStreamCreateWithFlags(&worker, hipStreamNonBlocking));
  OK(hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
  OK(hipMalloc(reinterpret_cast<void **>(&data), sizeof *data));
  OK(hipMemset(data, 0, sizeof *data));
  OK(hipDeviceSynchronize());
  const auto begin = wait_of(1);
  const auto end = signal_of(2);
  OK(hipWaitExternalSemaphoresAsync(&timeline, &begin, 1, worker));
  add<<<1, 1, 0, worker>>>(data, 10);
  OK(hipSignalExternalSemaphoresAsync(&timeline, &end, 1, worker));
  goes_on(1, 10);
  launched();
  captured();
  OK(hipDestroyExternalSemaphore(timeline));
  OK(hipStreamDestroy(worker));
  OK(hipStreamDestroy(other));
  OK(hipFree(data));
  return report();
}
