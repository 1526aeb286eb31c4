// Graphs that allocate and free memory, and that wait for values in it.
#include "graph_checks.h"

#include <cstring>
#include <vector>

__global__ void count_up(unsigned *values, unsigned first) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    values[i] = first + i;
}

__global__ void take(unsigned *to, const unsigned *from) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i] * 2;
}

__global__ void wait_and_take(unsigned *to, const unsigned *from) { *to = *from + 1; }

const unsigned threads = 256, blocks = 16, count = threads * blocks;

hipMemAllocNodeParams wanted(size_t bytes) {
    hipMemAllocNodeParams params;
    std::memset(&params, 0, sizeof params);
    params.poolProps.allocType = hipMemAllocationTypePinned;
    params.poolProps.location.type = hipMemLocationTypeDevice;
    params.bytesize = bytes;
    return params;
}

size_t attribute(hipGraphMemAttributeType type) {
    size_t value = 0;
    OK(hipDeviceGetGraphMemAttribute(0, type, &value));
    return value;
}

hipGraphNode_t kernel(hipGraph_t graph, hipGraphNode_t after, void *function, void **arguments) {
    hipKernelNodeParams params = {};
    params.func = function;
    params.gridDim = dim3(blocks);
    params.blockDim = dim3(threads);
    params.kernelParams = arguments;
    hipGraphNode_t node = nullptr;
    OK(hipGraphAddKernelNode(&node, graph, after ? &after : nullptr, after ? 1 : 0, &params));
    return node;
}

bool doubled(const unsigned *device, unsigned first) {
    std::vector<unsigned> got(count);
    OK(hipMemcpy(got.data(), device, count * 4, hipMemcpyDeviceToHost));
    for (unsigned i = 0; i < count; i++)
        if (got[i] != 2 * (first + i)) return false;
    return true;
}

// Two allocations, one behind the other's free, which is where the first was; a third beside both is not.
void nodes(hipStream_t stream, unsigned *result) {
    hipGraph_t graph, other;
    hipGraphExec_t exec, second;
    hipGraphNode_t alloc, freed, again, beside, last, node;
    OK(hipGraphCreate(&graph, 0));
    auto params = wanted(count * 4);
    OK(hipGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &params));
    unsigned *first = static_cast<unsigned *>(params.dptr), base = 7;
    void *fill[] = {&first, &base};
    hipGraphNode_t filled = kernel(graph, alloc, reinterpret_cast<void *>(count_up), fill);
    void *copy[] = {&result, &first};
    hipGraphNode_t taken = kernel(graph, filled, reinterpret_cast<void *>(take), copy);
    OK(hipGraphAddMemFreeNode(&freed, graph, &taken, 1, first));
    FAILS(hipGraphAddMemFreeNode(&node, graph, &taken, 1, first), hipErrorInvalidValue);
    OK(hipGraphAddMemAllocNode(&beside, graph, nullptr, 0, &params));
    TRUE(params.dptr != first);
    void *there = params.dptr;
    OK(hipGraphAddMemAllocNode(&again, graph, &freed, 1, &params));
    TRUE(params.dptr == first);
    OK(hipGraphAddMemFreeNode(&last, graph, &again, 1, first));
    OK(hipGraphAddMemFreeNode(&last, graph, &beside, 1, there));
    hipMemAllocNodeParams told;
    OK(hipGraphMemAllocNodeGetParams(again, &told));
    TRUE(std::memcmp(&told, &params, sizeof told) == 0);
    void *place = nullptr;
    OK(hipGraphMemFreeNodeGetParams(last, &place));
    TRUE(place == there);
    FAILS(hipGraphMemAllocNodeGetParams(freed, &told), hipErrorInvalidValue);
    hipGraphNodeType type;
    OK(hipGraphNodeGetType(alloc, &type));
    TRUE(type == hipGraphNodeTypeMemAlloc);
    // What such graphs do not do.
    FAILS(hipGraphClone(&other, graph), hipErrorNotSupported);
    FAILS(hipGraphDestroyNode(last), hipErrorNotSupported);
    FAILS(hipGraphRemoveDependencies(graph, &alloc, &filled, 1), hipErrorNotSupported);
    OK(hipGraphCreate(&other, 0));
    FAILS(hipGraphAddChildGraphNode(&node, other, nullptr, 0, graph), hipErrorNotSupported);
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    FAILS(hipGraphInstantiate(&second, graph, nullptr, nullptr, 0), hipErrorNotSupported);
    for (int turn = 0; turn < 3; turn++) {
        OK(hipMemsetAsync(result, 0, count * 4, stream));
        OK(hipGraphLaunch(exec, stream));
        OK(hipStreamSynchronize(stream));
        TRUE(doubled(result, base));
    }
    TRUE(attribute(hipGraphMemAttrUsedMemCurrent) == 0);
    TRUE(attribute(hipGraphMemAttrUsedMemHigh) == 2 * count * 4);
    FAILS(hipFree(first), hipErrorInvalidValue);
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    OK(hipGraphDestroy(other));
    section_ends("graph_memory", "nodes");
}

// Memory that outlives its graph's launch: whoever frees it, the next launch may come, and not before.
void outside(hipStream_t stream, unsigned *result) {
    hipGraph_t graph, freeing;
    hipGraphExec_t exec, frees, automatic;
    hipGraphNode_t alloc, node;
    OK(hipGraphCreate(&graph, 0));
    auto params = wanted(count * 4);
    OK(hipGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &params));
    unsigned *memory = static_cast<unsigned *>(params.dptr), base = 100;
    void *fill[] = {&memory, &base};
    kernel(graph, alloc, reinterpret_cast<void *>(count_up), fill);
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    OK(hipGraphCreate(&freeing, 0));
    OK(hipGraphAddMemFreeNode(&node, freeing, nullptr, 0, memory));
    OK(hipGraphInstantiate(&frees, freeing, nullptr, nullptr, 0));
    FAILS(hipGraphLaunch(frees, stream), hipErrorInvalidValue);
    for (int turn = 0; turn < 3; turn++) {
        OK(hipMemsetAsync(result, 0, count * 4, stream));
        OK(hipGraphLaunch(exec, stream));
        take<<<blocks, threads, 0, stream>>>(result, memory);
        FAILS(hipGraphLaunch(exec, stream), hipErrorInvalidValue);
        TRUE(attribute(hipGraphMemAttrUsedMemCurrent) == count * 4);
        if (turn == 0) OK(hipFree(memory));
        if (turn == 1) OK(hipFreeAsync(memory, stream));
        if (turn == 2) OK(hipGraphLaunch(frees, stream));
        FAILS(hipFreeAsync(memory, stream), hipErrorInvalidValue);
        OK(hipStreamSynchronize(stream));
        TRUE(doubled(result, base));
    }
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphInstantiateWithFlags(&automatic, graph, hipGraphInstantiateFlagAutoFreeOnLaunch));
    for (int turn = 0; turn < 3; turn++) OK(hipGraphLaunch(automatic, stream));
    TRUE(attribute(hipGraphMemAttrUsedMemCurrent) == count * 4);
    OK(hipMemsetAsync(result, 0, count * 4, stream));
    take<<<blocks, threads, 0, stream>>>(result, memory);
    // It lives on without its graph until it is freed.
    OK(hipGraphExecDestroy(automatic));
    OK(hipGraphExecDestroy(frees));
    OK(hipGraphDestroy(graph));
    OK(hipGraphDestroy(freeing));
    OK(hipFreeAsync(memory, stream));
    OK(hipStreamSynchronize(stream));
    TRUE(doubled(result, base));
    FAILS(hipFree(memory), hipErrorInvalidValue);
    size_t zero = 0;
    OK(hipDeviceSetGraphMemAttribute(0, hipGraphMemAttrUsedMemHigh, &zero));
    TRUE(attribute(hipGraphMemAttrUsedMemHigh) == 0 && attribute(hipGraphMemAttrUsedMemCurrent) == 0);
    OK(hipDeviceGraphMemTrim(0));
    section_ends("graph_memory", "outside");
}

// hipMallocAsync and hipFreeAsync in a capture are such nodes.
void captured(hipStream_t stream, unsigned *result) {
    hipGraph_t graph;
    hipGraphExec_t exec;
    unsigned *memory = nullptr, *second = nullptr, *plain;
    OK(hipMalloc(&plain, 4));
    OK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    OK(hipMallocAsync(reinterpret_cast<void **>(&memory), count * 4, stream));
    count_up<<<blocks, threads, 0, stream>>>(memory, 5);
    take<<<blocks, threads, 0, stream>>>(result, memory);
    OK(hipFreeAsync(memory, stream));
    FAILS(hipFreeAsync(plain, stream), hipErrorInvalidValue);
    OK(hipMallocAsync(reinterpret_cast<void **>(&second), count * 4, stream));
    OK(hipFreeAsync(second, stream));
    OK(hipStreamEndCapture(stream, &graph));
    TRUE(memory != nullptr && second == memory);
    size_t nodes = 0;
    OK(hipGraphGetNodes(graph, nullptr, &nodes));
    TRUE(nodes == 6);
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    for (int turn = 0; turn < 2; turn++) {
        OK(hipMemsetAsync(result, 0, count * 4, stream));
        OK(hipGraphLaunch(exec, stream));
        OK(hipStreamSynchronize(stream));
        TRUE(doubled(result, 5));
    }
    // Under way when the last that holds its memory goes.
    OK(hipMemsetAsync(result, 0, count * 4, stream));
    OK(hipGraphLaunch(exec, stream));
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    OK(hipStreamSynchronize(stream));
    TRUE(doubled(result, 5));
    OK(hipFree(plain));
    section_ends("graph_memory", "captured");
}

// A node that waits until the host writes a word, and one that writes.
void values(hipStream_t stream) {
    unsigned *words, *result;
    OK(hipHostMalloc(reinterpret_cast<void **>(&words), 64, 0));
    OK(hipMalloc(&result, 4));
    std::memset(words, 0, 64);
    hipGraph_t graph;
    hipGraphExec_t exec;
    hipGraphNode_t waits, takes, writes;
    OK(hipGraphCreate(&graph, 0));
    hipStreamBatchMemOpParams operation[2] = {};
    operation[0].waitValue.operation = hipStreamMemOpWaitValue32;
    operation[0].waitValue.address = words;
    operation[0].waitValue.value = 3;
    operation[0].waitValue.flags = hipStreamWaitValueGte;
    hipBatchMemOpNodeParams params = {};
    params.count = 1;
    params.paramArray = operation;
    OK(hipGraphAddBatchMemOpNode(&waits, graph, nullptr, 0, &params));
    hipKernelNodeParams launch = {};
    void *arguments[] = {&result, &words};
    launch.func = reinterpret_cast<void *>(wait_and_take);
    launch.gridDim = launch.blockDim = dim3(1);
    launch.kernelParams = arguments;
    OK(hipGraphAddKernelNode(&takes, graph, &waits, 1, &launch));
    for (int i = 0; i < 2; i++) {
        operation[i].writeValue.operation = i ? hipStreamMemOpWriteValue64 : hipStreamMemOpWriteValue32;
        operation[i].writeValue.address = words + 4 + 4 * i;
        operation[i].writeValue.value64 = 0x1234567890ull;
        operation[i].writeValue.flags = 0;
    }
    params.count = 2;
    OK(hipGraphAddBatchMemOpNode(&writes, graph, &takes, 1, &params));
    hipBatchMemOpNodeParams told;
    OK(hipGraphBatchMemOpNodeGetParams(writes, &told));
    TRUE(told.count == 2 && told.paramArray != operation && told.paramArray[1].writeValue.address == words + 8);
    operation[0].writeValue.operation = static_cast<hipStreamBatchMemOpType>(99);
    FAILS(hipGraphBatchMemOpNodeSetParams(writes, &params), hipErrorInvalidValue);
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    OK(hipGraphLaunch(exec, stream));
    TRUE(hipStreamQuery(stream) == hipErrorNotReady);
    __atomic_store_n(words, 5, __ATOMIC_RELEASE);
    OK(hipStreamSynchronize(stream));
    unsigned got = 0;
    OK(hipMemcpy(&got, result, 4, hipMemcpyDeviceToHost));
    TRUE(got == 6 && words[4] == 0x34567890u && words[8] == 0x34567890u && words[9] == 0x12u && words[5] == 0);
    // Another word in the executable graph.
    operation[0].waitValue.operation = hipStreamMemOpWaitValue32;
    operation[0].waitValue.address = words + 1;
    operation[0].waitValue.value = 0;
    operation[0].waitValue.flags = hipStreamWaitValueEq;
    params.count = 1;
    OK(hipGraphExecBatchMemOpNodeSetParams(exec, waits, &params));
    words[0] = 10;
    OK(hipGraphLaunch(exec, stream));
    OK(hipStreamSynchronize(stream));
    OK(hipMemcpy(&got, result, 4, hipMemcpyDeviceToHost));
    TRUE(got == 11);
    FAILS(hipGraphExecBatchMemOpNodeSetParams(exec, takes, &params), hipErrorInvalidValue);
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    // The same captured: a wait of which four bits count, the kernel, a write.
    hipGraphNode_t first[1];
    size_t count = 1;
    std::memset(words, 0, 64);
    OK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    OK(hipStreamWaitValue32(stream, words, 3, hipStreamWaitValueEq, 0xf));
    wait_and_take<<<1, 1, 0, stream>>>(result, words);
    OK(hipStreamWriteValue64(stream, words + 4, 0x1234567890ull, 0));
    FAILS(hipStreamWriteValue32(stream, nullptr, 1, 0), hipErrorInvalidValue);
    OK(hipStreamEndCapture(stream, &graph));
    OK(hipGraphGetRootNodes(graph, first, &count));
    hipGraphNodeType kind = hipGraphNodeTypeEmpty;
    OK(hipGraphNodeGetType(first[0], &kind));
    OK(hipGraphBatchMemOpNodeGetParams(first[0], &told));
    TRUE(count == 1 && kind == hipGraphNodeTypeBatchMemOp && told.count == 1 && told.paramArray[0].waitValue.address == words);
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    OK(hipGraphLaunch(exec, stream));
    TRUE(hipStreamQuery(stream) == hipErrorNotReady && words[4] == 0);
    __atomic_store_n(words, 0x73, __ATOMIC_RELEASE);
    OK(hipStreamSynchronize(stream));
    OK(hipMemcpy(&got, result, 4, hipMemcpyDeviceToHost));
    TRUE(got == 0x74 && words[4] == 0x34567890u && words[5] == 0x12u);
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    OK(hipFree(result));
    OK(hipHostFree(words));
    section_ends("graph_memory", "values");
}

// Copies to the program's own memory, which the host does when their turn comes: what they copy may be freed between the launch and that.
void freed_behind(hipStream_t stream) {
    std::vector<unsigned> got(count), rows(count);
    // The graph's own memory, which goes with it; a pool's, freed behind the launch.
    for (const bool own : {true, false}) {
        got.assign(count, 0), rows.assign(count, 0);
        hipGraph_t graph;
        hipGraphExec_t exec;
        unsigned *memory = nullptr;
        if (!own) OK(hipMallocAsync(&memory, count * 4, stream));
        OK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
        if (own) OK(hipMallocAsync(&memory, count * 4, stream));
        count_up<<<blocks, threads, 0, stream>>>(memory, 5);
        OK(hipMemcpyAsync(got.data(), memory, count * 4, hipMemcpyDeviceToHost, stream));
        OK(hipMemcpy2DAsync(rows.data(), 256, memory, 256, 128, count / 64, hipMemcpyDeviceToHost, stream));
        if (own) OK(hipFreeAsync(memory, stream));
        OK(hipStreamEndCapture(stream, &graph));
        OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
        OK(hipGraphDestroy(graph));
        OK(hipGraphLaunch(exec, stream));
        if (!own) OK(hipFreeAsync(memory, stream));
        OK(hipGraphExecDestroy(exec));
        OK(hipStreamSynchronize(stream));
        for (unsigned i = 0; i < count; i++) TRUE(got[i] == 5 + i && rows[i] == (i % 64 < 32 ? 5 + i : 0));
    }
    section_ends("graph_memory", "freed_behind");
}

int main() {
    hipStream_t stream;
    unsigned *result;
    OK(hipStreamCreate(&stream));
    OK(hipMalloc(&result, count * 4));
    nodes(stream, result);
    outside(stream, result);
    captured(stream, result);
    values(stream);
    freed_behind(stream);
    OK(hipFree(result));
    OK(hipStreamDestroy(stream));
    return all_ok ? 0 : 1;
}
