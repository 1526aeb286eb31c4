// Graphs built node by node: every kind, parameters got and set, edges, clones, updates, switches, child graphs, objects of the program's.
#include "graph_checks.h"

#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

__global__ void add(int *data, int value) { data[threadIdx.x] += value; }
__global__ void times(int *data, int value) { data[threadIdx.x] *= value; }
__device__ int table[4] = {1, 2, 3, 4};

const int count = 32;
const size_t bytes = count * sizeof(int);

int first(const int *from) {
    int got[count];
    OK(hipDeviceSynchronize());
    OK(hipMemcpy(got, from, bytes, hipMemcpyDeviceToHost));
    for (int value : got) TRUE(value == got[0]);
    return got[0];
}

struct Kernel {
    int *data;
    int value;
    void *arguments[2] = {&data, &value};
    hipKernelNodeParams params = {};
    Kernel(void (*kernel)(int *, int), int *data, int value) : data(data), value(value) {
        params.func = reinterpret_cast<void *>(kernel);
        params.gridDim = dim3(1);
        params.blockDim = dim3(count);
        params.kernelParams = arguments;
    }
};

hipMemsetParams words(int *data, unsigned value) {
    hipMemsetParams fill = {};
    fill.dst = data;
    fill.elementSize = 4;
    fill.width = count;
    fill.height = 1;
    fill.value = value;
    return fill;
}

hipGraphExec_t instance(hipGraph_t graph) {
    hipGraphExec_t exec = nullptr;
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    return exec;
}

void kernels_and_fills(int *data) {
    hipGraph_t graph;
    hipGraphNode_t fill, adds, multiplies;
    OK(hipGraphCreate(&graph, 0));
    auto params = words(data, 2);
    OK(hipGraphAddMemsetNode(&fill, graph, nullptr, 0, &params));
    {
        // The arguments are copied: these are gone when the graph runs.
        Kernel kernel(add, data, 5);
        OK(hipGraphAddKernelNode(&adds, graph, &fill, 1, &kernel.params));
        kernel.value = 99;
    }
    Kernel kernel(times, data, 3);
    OK(hipGraphAddKernelNode(&multiplies, graph, nullptr, 0, &kernel.params));
    OK(hipGraphAddDependencies(graph, &adds, &multiplies, 1));
    FAILS(hipGraphAddDependencies(graph, &adds, &multiplies, 1), hipErrorInvalidValue);
    FAILS(hipGraphAddDependencies(graph, &adds, &adds, 1), hipErrorInvalidValue);
    hipGraphExec_t exec = instance(graph);
    OK(hipGraphLaunch(exec, nullptr));
    TRUE(first(data) == 21);
    hipKernelNodeParams got;
    OK(hipGraphKernelNodeGetParams(adds, &got));
    TRUE(got.func == reinterpret_cast<void *>(add) && got.blockDim.x == count);
    TRUE(*static_cast<int **>(got.kernelParams[0]) == data && *static_cast<int *>(got.kernelParams[1]) == 5);
    // The graph's node changes what is instantiated later, the executable's only it.
    Kernel other(add, data, 8);
    OK(hipGraphKernelNodeSetParams(adds, &other.params));
    OK(hipGraphLaunch(exec, nullptr));
    TRUE(first(data) == 21);
    OK(hipGraphExecKernelNodeSetParams(exec, adds, &other.params));
    params = words(data, 1);
    OK(hipGraphExecMemsetNodeSetParams(exec, fill, &params));
    OK(hipGraphLaunch(exec, nullptr));
    TRUE(first(data) == 27);
    OK(hipGraphNodeSetEnabled(exec, adds, 0));
    unsigned enabled = 1;
    OK(hipGraphNodeGetEnabled(exec, adds, &enabled));
    TRUE(enabled == 0);
    OK(hipGraphLaunch(exec, nullptr));
    TRUE(first(data) == 3);
    hipMemsetParams filled;
    OK(hipGraphMemsetNodeGetParams(fill, &filled));
    TRUE(filled.value == 2 && filled.width == count && filled.elementSize == 4 && filled.dst == data);
    // Wrong parameters, wrong kinds.
    Kernel wrong(add, data, 1);
    wrong.params.func = nullptr;
    FAILS(hipGraphAddKernelNode(&adds, graph, nullptr, 0, &wrong.params), hipErrorInvalidValue);
    wrong.params.func = data;
    FAILS(hipGraphAddKernelNode(&adds, graph, nullptr, 0, &wrong.params), hipErrorInvalidDeviceFunction);
    Kernel large(add, data, 1);
    large.params.blockDim = dim3(1u << 20);
    FAILS(hipGraphAddKernelNode(&adds, graph, nullptr, 0, &large.params), hipErrorInvalidConfiguration);
    FAILS(hipGraphKernelNodeGetParams(fill, &got), hipErrorInvalidValue);
    FAILS(hipGraphKernelNodeSetParams(fill, &kernel.params), hipErrorInvalidValue);
    params.elementSize = 3;
    FAILS(hipGraphMemsetNodeSetParams(fill, &params), hipErrorInvalidValue);
    hipGraphNode_t twice[] = {fill, fill};
    FAILS(hipGraphAddEmptyNode(&adds, graph, twice, 2), hipErrorInvalidValue);
    OK(hipGraphExecDestroy(exec));
    FAILS(hipGraphExecDestroy(exec), hipErrorInvalidValue);
    OK(hipGraphDestroy(graph));
    hipGraphNodeType type;
    FAILS(hipGraphNodeGetType(fill, &type), hipErrorInvalidValue);
}

void twice_as_much(void *value) { *static_cast<int *>(value) *= 2; }

void copies_and_functions(int *data) {
    hipGraph_t graph;
    hipGraphNode_t in, calls, up, to, from, box;
    int host[count], part[4] = {};
    int *other;
    OK(hipMalloc(&other, 4 * bytes));
    OK(hipMemset(other, 0, 4 * bytes));
    OK(hipDeviceSynchronize());
    OK(hipGraphCreate(&graph, 0));
    // The function changes what the copy behind it reads: pageable memory is read when its turn comes.
    hipHostNodeParams function = {twice_as_much, host};
    OK(hipGraphAddHostNode(&calls, graph, nullptr, 0, &function));
    OK(hipGraphAddMemcpyNode1D(&in, graph, &calls, 1, data, host, bytes, hipMemcpyHostToDevice));
    OK(hipGraphAddMemcpyNodeToSymbol(&to, graph, &in, 1, HIP_SYMBOL(table), data, 8, 4, hipMemcpyDeviceToDevice));
    OK(hipGraphAddMemcpyNodeFromSymbol(&from, graph, &to, 1, part, HIP_SYMBOL(table), 16, 0, hipMemcpyDeviceToHost));
    hipMemcpy3DParms params = {};
    params.srcPtr = make_hipPitchedPtr(data, 16, 16, 2);
    params.dstPtr = make_hipPitchedPtr(other, 32, 32, 4);
    params.extent = make_hipExtent(12, 2, 2);
    params.kind = hipMemcpyDeviceToDevice;
    OK(hipGraphAddMemcpyNode(&box, graph, &in, 1, &params));
    hipMemcpy3DParms got;
    OK(hipGraphMemcpyNodeGetParams(box, &got));
    TRUE(std::memcmp(&got, &params, sizeof got) == 0);
    OK(hipGraphAddEmptyNode(&up, graph, &box, 1));
    hipGraphExec_t exec = instance(graph);
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < count; i++) host[i] = i + 1 + turn;
        OK(hipGraphLaunch(exec, nullptr));
        OK(hipStreamSynchronize(nullptr));
        TRUE(part[0] == 1 && part[1] == (1 + turn) * 2 && part[2] == 2 + turn && part[3] == 4);
        int boxes[count];
        OK(hipMemcpy(boxes, other, bytes, hipMemcpyDeviceToHost));
        TRUE(boxes[0] == (1 + turn) * 2 && boxes[1] == 2 + turn && boxes[3] == 0 && boxes[8] == 5 + turn && boxes[16] == 0);
    }
    OK(hipGraphExecMemcpyNodeSetParams1D(exec, in, data, host + 1, 4, hipMemcpyHostToDevice));
    FAILS(hipGraphExecMemcpyNodeSetParams1D(exec, in, data, other, 4, hipMemcpyDeviceToDevice), hipErrorInvalidValue);
    FAILS(hipGraphExecMemcpyNodeSetParams1D(exec, calls, data, host, 4, hipMemcpyHostToDevice), hipErrorInvalidValue);
    FAILS(hipGraphAddMemcpyNode1D(&up, graph, nullptr, 0, data, host, 0, hipMemcpyHostToDevice), hipErrorInvalidValue);
    FAILS(hipGraphAddMemcpyNode1D(&up, graph, nullptr, 0, data, host, 1 << 20, hipMemcpyHostToDevice), hipErrorInvalidValue);
    FAILS(hipGraphAddMemcpyNodeToSymbol(&up, graph, nullptr, 0, nullptr, data, 8, 4, hipMemcpyDeviceToDevice), hipErrorInvalidSymbol);
    FAILS(hipGraphAddMemcpyNodeToSymbol(&up, graph, nullptr, 0, HIP_SYMBOL(table), data, 16, 4, hipMemcpyDefault), hipErrorInvalidValue);
    params.dstPtr.pitch = 8;
    FAILS(hipGraphMemcpyNodeSetParams(box, &params), hipErrorInvalidPitchValue);
    hipHostNodeParams none = {nullptr, nullptr};
    FAILS(hipGraphHostNodeSetParams(calls, &none), hipErrorInvalidValue);
    OK(hipGraphHostNodeGetParams(calls, &none));
    TRUE(none.fn == twice_as_much && none.userData == host);
    int elsewhere = 21;
    none.userData = &elsewhere;
    OK(hipGraphExecHostNodeSetParams(exec, calls, &none));
    host[1] = 77;
    OK(hipGraphLaunch(exec, nullptr));
    OK(hipStreamSynchronize(nullptr));
    TRUE(elsewhere == 42 && part[1] == 77);
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    OK(hipFree(other));
}

void structure() {
    hipGraph_t graph, clone;
    hipGraphNode_t nodes[5], found[8], from[8], to[8], copy;
    OK(hipGraphCreate(&graph, 0));
    FAILS(hipGraphCreate(&clone, 1), hipErrorInvalidValue);
    for (auto &node : nodes) OK(hipGraphAddEmptyNode(&node, graph, nullptr, 0));
    hipGraphNode_t begin[] = {nodes[0], nodes[0], nodes[1], nodes[2]}, end[] = {nodes[1], nodes[2], nodes[3], nodes[3]};
    OK(hipGraphAddDependencies(graph, begin, end, 4));
    size_t number = 8;
    OK(hipGraphGetNodes(graph, found, &number));
    TRUE(number == 5 && found[5] == nullptr && found[7] == nullptr);
    number = 8;
    OK(hipGraphGetEdges(graph, from, to, &number));
    TRUE(number == 4 && from[4] == nullptr);
    for (int i = 0; i < 4; i++) TRUE(from[i] == begin[i] && to[i] == end[i]);
    number = 1;
    OK(hipGraphGetRootNodes(graph, found, &number));
    TRUE(number == 1 && found[0] == nodes[0]);
    OK(hipGraphNodeGetDependencies(nodes[3], nullptr, &number));
    TRUE(number == 2);
    OK(hipGraphNodeGetDependentNodes(nodes[0], found, &number));
    TRUE(found[0] == nodes[1] && found[1] == nodes[2]);
    // A clone is another graph, whose nodes are found by their originals.
    OK(hipGraphClone(&clone, graph));
    OK(hipGraphNodeFindInClone(&copy, nodes[3], clone));
    TRUE(copy != nodes[3]);
    OK(hipGraphNodeGetDependencies(copy, nullptr, &number));
    TRUE(number == 2);
    FAILS(hipGraphNodeFindInClone(&copy, nodes[3], graph), hipErrorInvalidValue);
    FAILS(hipGraphAddDependencies(graph, &copy, &nodes[4], 1), hipErrorInvalidValue);
    OK(hipGraphDestroyNode(nodes[1]));
    FAILS(hipGraphDestroyNode(nodes[1]), hipErrorInvalidValue);
    OK(hipGraphGetEdges(graph, nullptr, nullptr, &number));
    TRUE(number == 2);
    OK(hipGraphGetEdges(clone, nullptr, nullptr, &number));
    TRUE(number == 4);
    OK(hipGraphRemoveDependencies(graph, &nodes[0], &nodes[2], 1));
    FAILS(hipGraphRemoveDependencies(graph, &nodes[0], &nodes[2], 1), hipErrorInvalidValue);
    // A circle has no order.
    OK(hipGraphAddDependencies(graph, &nodes[3], &nodes[2], 1));
    hipGraphExec_t exec;
    FAILS(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0), hipErrorInvalidValue);
    FAILS(hipGraphInstantiateWithFlags(&exec, clone, 64), hipErrorInvalidValue);
    hipGraphInstantiateParams params = {};
    params.flags = hipGraphInstantiateFlagUpload;
    OK(hipGraphInstantiateWithParams(&exec, clone, &params));
    TRUE(params.result_out == hipGraphInstantiateSuccess);
    unsigned long long flags = 0;
    OK(hipGraphExecGetFlags(exec, &flags));
    TRUE(flags == hipGraphInstantiateFlagUpload);
    OK(hipGraphUpload(exec, nullptr));
    OK(hipGraphLaunch(exec, nullptr));
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(clone));
    OK(hipGraphDestroy(graph));
}

void updates(int *data) {
    hipGraph_t graphs[4];
    hipGraphNode_t fill, kernel;
    for (int i = 0; i < 4; i++) {
        OK(hipGraphCreate(&graphs[i], 0));
        auto params = words(data, 10 * i);
        OK(hipGraphAddMemsetNode(&fill, graphs[i], nullptr, 0, &params));
        Kernel node(i == 1 ? times : add, data, i + 1);
        OK(hipGraphAddKernelNode(&kernel, graphs[i], &fill, i == 2 ? 0 : 1, &node.params));
        if (i == 3) OK(hipGraphAddEmptyNode(&kernel, graphs[i], &kernel, 1));
    }
    hipGraphExec_t exec = instance(graphs[0]);
    hipGraphNode_t wrong = nullptr;
    hipGraphExecUpdateResult result;
    OK(hipGraphExecUpdate(exec, graphs[1], &wrong, &result));
    TRUE(result == hipGraphExecUpdateSuccess);
    OK(hipGraphLaunch(exec, nullptr));
    TRUE(first(data) == 20);
    FAILS(hipGraphExecUpdate(exec, graphs[2], &wrong, &result), hipErrorGraphExecUpdateFailure);
    TRUE(result == hipGraphExecUpdateErrorTopologyChanged && wrong != nullptr);
    FAILS(hipGraphExecUpdate(exec, graphs[3], &wrong, &result), hipErrorGraphExecUpdateFailure);
    TRUE(result == hipGraphExecUpdateErrorTopologyChanged && wrong == nullptr);
    // Nothing has changed.
    OK(hipGraphLaunch(exec, nullptr));
    TRUE(first(data) == 20);
    OK(hipGraphExecDestroy(exec));
    for (auto graph : graphs) OK(hipGraphDestroy(graph));
}

void children_and_events(int *data) {
    hipGraph_t inner, graph, held;
    hipGraphNode_t fill, adds, child, record, wait, more;
    hipEvent_t event, got;
    OK(hipEventCreate(&event));
    OK(hipGraphCreate(&inner, 0));
    OK(hipGraphCreate(&graph, 0));
    Kernel kernel(add, data, 3);
    OK(hipGraphAddKernelNode(&adds, inner, nullptr, 0, &kernel.params));
    auto params = words(data, 1);
    OK(hipGraphAddMemsetNode(&fill, graph, nullptr, 0, &params));
    OK(hipGraphAddChildGraphNode(&child, graph, &fill, 1, inner));
    OK(hipGraphDestroyNode(adds)); // The node has a copy.
    OK(hipGraphAddEventRecordNode(&record, graph, &child, 1, event));
    OK(hipGraphAddEventWaitNode(&wait, graph, &record, 1, event));
    Kernel last(times, data, 5);
    OK(hipGraphAddKernelNode(&more, graph, &wait, 1, &last.params));
    OK(hipGraphEventRecordNodeGetEvent(record, &got));
    TRUE(got == event);
    FAILS(hipGraphEventWaitNodeGetEvent(record, &got), hipErrorInvalidValue);
    FAILS(hipGraphAddEventWaitNode(&more, graph, nullptr, 0, nullptr), hipErrorInvalidValue);
    hipGraphExec_t exec = instance(graph);
    OK(hipGraphLaunch(exec, nullptr));
    OK(hipEventSynchronize(event));
    TRUE(first(data) == 20);
    // A child of a child, and a copy of them.
    hipGraph_t outer, twin;
    hipGraphNode_t whole;
    OK(hipGraphCreate(&outer, 0));
    OK(hipGraphAddChildGraphNode(&whole, outer, nullptr, 0, graph));
    OK(hipGraphClone(&twin, outer));
    hipGraphExec_t deep = instance(twin);
    OK(hipGraphLaunch(deep, nullptr));
    TRUE(first(data) == 20);
    OK(hipGraphExecDestroy(deep));
    OK(hipGraphDestroy(outer));
    OK(hipGraphDestroy(twin));
    // Another child of the same structure, and one of another.
    hipGraph_t other;
    OK(hipGraphCreate(&other, 0));
    FAILS(hipGraphExecChildGraphNodeSetParams(exec, child, other), hipErrorUnknown);
    Kernel seven(add, data, 7);
    OK(hipGraphAddKernelNode(&adds, other, nullptr, 0, &seven.params));
    OK(hipGraphExecChildGraphNodeSetParams(exec, child, other));
    OK(hipGraphLaunch(exec, nullptr));
    TRUE(first(data) == 40);
    // The child's own graph can be changed.
    OK(hipGraphChildGraphNodeGetGraph(child, &held));
    // Behind the node that is there: without the edge both might add at once.
    hipGraphNode_t there;
    size_t number = 1;
    OK(hipGraphGetNodes(held, &there, &number));
    OK(hipGraphAddKernelNode(&adds, held, &there, 1, &seven.params));
    OK(hipGraphGetNodes(held, nullptr, &number));
    TRUE(number == 2);
    hipGraphExec_t again = instance(graph);
    OK(hipGraphLaunch(again, nullptr));
    TRUE(first(data) == 55);
    OK(hipGraphDebugDotPrint(graph, "graph_nodes.dot", hipGraphDebugDotFlagsVerbose));
    std::stringstream text;
    text << std::ifstream("graph_nodes.dot").rdbuf();
    TRUE(text.str().find("digraph") == 0 && text.str().find("times") != std::string::npos);
    TRUE(text.str().find(" -> ") != std::string::npos);
    std::remove("graph_nodes.dot");
    FAILS(hipGraphDebugDotPrint(graph, "/nowhere/at/all.dot", 0), hipErrorOperatingSystem);
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphExecDestroy(again));
    for (auto it : {inner, graph, other}) OK(hipGraphDestroy(it));
    FAILS(hipGraphDestroy(held), hipErrorIllegalState);
    OK(hipEventDestroy(event));
}

void one_structure_for_all(int *data) {
    hipGraph_t graph;
    hipGraphNode_t fill, adds;
    OK(hipGraphCreate(&graph, 0));
    hipGraphNodeParams params = {};
    params.type = hipGraphNodeTypeMemset;
    params.memset = words(data, 6);
    OK(hipGraphAddNode(&fill, graph, nullptr, 0, &params));
    Kernel kernel(add, data, 2);
    params = {};
    params.type = hipGraphNodeTypeKernel;
    params.kernel = kernel.params;
    OK(hipGraphAddNode(&adds, graph, &fill, 1, &params));
    FAILS(hipGraphNodeSetParams(fill, &params), hipErrorInvalidValue);
    kernel.value = 5;
    hipGraphExec_t exec = instance(graph);
    OK(hipGraphExecNodeSetParams(exec, adds, &params));
    OK(hipGraphLaunch(exec, nullptr));
    TRUE(first(data) == 11);
    params.type = static_cast<hipGraphNodeType>(40);
    FAILS(hipGraphAddNode(&adds, graph, nullptr, 0, &params), hipErrorInvalidValue);
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
}

void driver_nodes(int *data) {
    hipGraph_t graph;
    hipGraphNode_t fill, copy;
    hipCtx_t context;
    int host[count] = {};
    OK(hipDevicePrimaryCtxRetain(&context, 0));
    OK(hipGraphCreate(&graph, 0));
    auto params = words(data, 6);
    OK(hipDrvGraphAddMemsetNode(&fill, graph, nullptr, 0, &params, context));
    HIP_MEMCPY3D box = {}, got;
    box.srcMemoryType = hipMemoryTypeDevice;
    box.srcDevice = data;
    box.srcPitch = 16;
    box.dstMemoryType = hipMemoryTypeHost;
    box.dstHost = host;
    box.dstPitch = 32;
    box.WidthInBytes = 8;
    box.Height = 3;
    box.Depth = 1;
    OK(hipDrvGraphAddMemcpyNode(&copy, graph, &fill, 1, &box, context));
    FAILS(hipDrvGraphAddMemcpyNode(&copy, graph, &fill, 1, &box, nullptr), hipErrorInvalidValue);
    OK(hipDrvGraphMemcpyNodeGetParams(copy, &got));
    TRUE(got.dstHost == host && got.Height == 3 && got.dstPitch == 32);
    FAILS(hipDrvGraphMemcpyNodeGetParams(fill, &got), hipErrorInvalidValue);
    hipGraphExec_t exec = instance(graph);
    OK(hipGraphLaunch(exec, nullptr));
    OK(hipStreamSynchronize(nullptr));
    for (int i = 0; i < count; i++) TRUE(host[i] == (i < 24 && i % 8 < 2 ? 6 : 0));
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    OK(hipDevicePrimaryCtxRelease(0));
}

void count_up(void *number) { ++*static_cast<int *>(number); }

void objects_of_the_program() {
    int destroyed = 0;
    hipUserObject_t object;
    hipGraph_t graph;
    hipGraphExec_t exec;
    FAILS(hipUserObjectCreate(&object, &destroyed, count_up, 1, 0), hipErrorInvalidValue);
    FAILS(hipUserObjectCreate(&object, &destroyed, nullptr, 1, hipUserObjectNoDestructorSync), hipErrorInvalidValue);
    OK(hipUserObjectCreate(&object, &destroyed, count_up, 2, hipUserObjectNoDestructorSync));
    OK(hipGraphCreate(&graph, 0));
    OK(hipGraphRetainUserObject(graph, object, 2, hipGraphUserObjectMove));
    OK(hipUserObjectRetain(object, 1));
    OK(hipUserObjectRelease(object, 1));
    OK(hipGraphReleaseUserObject(graph, object, 1));
    exec = instance(graph);
    OK(hipGraphDestroy(graph));
    TRUE(destroyed == 0);
    OK(hipGraphExecDestroy(exec));
    TRUE(destroyed == 1);
    FAILS(hipUserObjectRetain(object, 0), hipErrorInvalidValue);
}

int main() {
    int *data;
    OK(hipMalloc(&data, bytes));
    kernels_and_fills(data);
    section_ends("graph_nodes", "kernels");
    copies_and_functions(data);
    section_ends("graph_nodes", "copies");
    structure();
    section_ends("graph_nodes", "structure");
    updates(data);
    section_ends("graph_nodes", "updates");
    children_and_events(data);
    section_ends("graph_nodes", "children");
    one_structure_for_all(data);
    section_ends("graph_nodes", "any");
    driver_nodes(data);
    section_ends("graph_nodes", "driver");
    objects_of_the_program();
    section_ends("graph_nodes", "objects");
    OK(hipFree(data));
    return all_ok ? 0 : 1;
}
