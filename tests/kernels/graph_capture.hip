// Stream capture: what becomes a node, forks and joins over events, what a capture forbids, and with which error.
#include "graph_checks.h"

#include <thread>
#include <vector>

__global__ void add(int *data, int value) { data[threadIdx.x] += value; }
__global__ void times(int *data, int value) { data[threadIdx.x] *= value; }
__global__ void sum(int *to, const int *a, const int *b) { to[threadIdx.x] = a[threadIdx.x] * 10 + b[threadIdx.x]; }
__device__ int table[4] = {1, 2, 3, 4};

const int count = 64;
const size_t bytes = count * sizeof(int);

struct Buffers {
    int *a, *b, *c;
    std::vector<int> host = std::vector<int>(count);
    Buffers() {
        OK(hipMalloc(&a, bytes));
        OK(hipMalloc(&b, bytes));
        OK(hipMalloc(&c, bytes));
    }
    ~Buffers() {
        OK(hipFree(a));
        OK(hipFree(b));
        OK(hipFree(c));
    }
    bool all(const int *from, int value) {
        OK(hipMemcpy(host.data(), from, bytes, hipMemcpyDeviceToHost));
        for (int got : host)
            if (got != value) {
                std::printf("%d, not %d\n", got, value);
                return false;
            }
        return true;
    }
};

hipGraphExec_t made(hipGraph_t graph) {
    hipGraphExec_t exec = nullptr;
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    OK(hipGraphDestroy(graph));
    return exec;
}

void line(hipStreamCaptureMode mode, hipStream_t stream) {
    Buffers memory;
    hipGraph_t graph;
    OK(hipStreamBeginCapture(stream, mode));
    OK(hipMemsetAsync(memory.a, 0, bytes, stream));
    add<<<1, count, 0, stream>>>(memory.a, 3);
    times<<<1, count, 0, stream>>>(memory.a, 7);
    OK(hipMemcpyAsync(memory.b, memory.a, bytes, hipMemcpyDeviceToDevice, stream));
    OK(hipStreamEndCapture(stream, &graph));
    size_t nodes = 0;
    OK(hipGraphGetNodes(graph, nullptr, &nodes));
    TRUE(nodes == 4);
    OK(hipMemset(memory.b, 0, bytes));
    OK(hipDeviceSynchronize());
    TRUE(memory.all(memory.b, 0));
    hipGraphExec_t exec = made(graph);
    for (int turn = 0; turn < 3; turn++) OK(hipGraphLaunch(exec, stream));
    OK(hipStreamSynchronize(stream));
    TRUE(memory.all(memory.b, 21));
    OK(hipGraphExecDestroy(exec));
}

void pageable_memory_is_read_and_written_when_its_turn_comes(hipStream_t stream) {
    Buffers memory;
    std::vector<int> in(count), out(count);
    hipGraph_t graph;
    OK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    OK(hipMemcpyAsync(memory.a, in.data(), bytes, hipMemcpyHostToDevice, stream));
    add<<<1, count, 0, stream>>>(memory.a, 1);
    OK(hipMemcpyAsync(out.data(), memory.a, bytes, hipMemcpyDeviceToHost, stream));
    OK(hipStreamEndCapture(stream, &graph));
    hipGraphExec_t exec = made(graph);
    for (int turn = 1; turn < 4; turn++) {
        for (int &value : in) value = turn * 100;
        OK(hipGraphLaunch(exec, stream));
        OK(hipStreamSynchronize(stream));
        for (int value : out) TRUE(value == turn * 100 + 1);
    }
    OK(hipGraphExecDestroy(exec));
}

void forks_join(hipStream_t stream) {
    Buffers memory;
    hipStream_t other;
    hipEvent_t fork, join;
    OK(hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
    OK(hipEventCreate(&fork));
    OK(hipEventCreate(&join));
    hipGraph_t graph;
    OK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    OK(hipMemsetAsync(memory.a, 0, bytes, stream));
    OK(hipEventRecord(fork, stream));
    OK(hipStreamWaitEvent(other, fork, 0));
    hipStreamCaptureStatus status;
    unsigned long long id = 0, other_id = 1;
    OK(hipStreamGetCaptureInfo(stream, &status, &id));
    OK(hipStreamGetCaptureInfo(other, &status, &other_id));
    TRUE(status == hipStreamCaptureStatusActive && id == other_id);
    OK(hipMemcpyAsync(memory.b, memory.a, bytes, hipMemcpyDeviceToDevice, other));
    add<<<1, count, 0, other>>>(memory.b, 5);
    add<<<1, count, 0, stream>>>(memory.a, 2);
    OK(hipEventRecord(join, other));
    OK(hipStreamWaitEvent(stream, join, 0));
    sum<<<1, count, 0, stream>>>(memory.c, memory.a, memory.b);
    hipGraph_t making;
    const hipGraphNode_t *after;
    size_t number = 0;
    OK(hipStreamGetCaptureInfo_v2(stream, &status, &id, &making, &after, &number));
    TRUE(number == 1 && id == other_id);
    hipGraphNodeType type;
    OK(hipGraphNodeGetType(after[0], &type));
    TRUE(type == hipGraphNodeTypeKernel);
    OK(hipStreamEndCapture(stream, &graph));
    TRUE(graph == making);
    OK(hipStreamIsCapturing(other, &status));
    TRUE(status == hipStreamCaptureStatusNone);
    size_t edges = 0, roots = 0;
    OK(hipGraphGetEdges(graph, nullptr, nullptr, &edges));
    OK(hipGraphGetRootNodes(graph, nullptr, &roots));
    TRUE(edges == 5 && roots == 1);
    hipGraphExec_t exec = made(graph);
    OK(hipGraphLaunch(exec, stream));
    OK(hipGraphLaunch(exec, other));
    OK(hipStreamSynchronize(other));
    TRUE(memory.all(memory.c, 25));
    OK(hipGraphExecDestroy(exec));
    OK(hipEventDestroy(fork));
    OK(hipEventDestroy(join));
    OK(hipStreamDestroy(other));
}

// A stream that goes in the middle of a capture leaves its nodes there: joined, the capture is whole.
void a_forked_stream_goes(hipStream_t stream, bool joined) {
    Buffers memory;
    hipStream_t other;
    hipEvent_t fork, join;
    OK(hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
    OK(hipEventCreate(&fork));
    OK(hipEventCreate(&join));
    hipGraph_t graph = nullptr;
    OK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    OK(hipMemsetAsync(memory.a, 0, bytes, stream));
    OK(hipEventRecord(fork, stream));
    OK(hipStreamWaitEvent(other, fork, 0));
    add<<<1, count, 0, other>>>(memory.a, 3);
    OK(hipEventRecord(join, other));
    if (joined) OK(hipStreamWaitEvent(stream, join, 0));
    OK(hipStreamDestroy(other));
    OK(hipEventDestroy(fork));
    OK(hipEventDestroy(join));
    times<<<1, count, 0, stream>>>(memory.a, 4);
    if (!joined) {
        FAILS(hipStreamEndCapture(stream, &graph), hipErrorStreamCaptureUnjoined);
        return;
    }
    OK(hipStreamEndCapture(stream, &graph));
    hipGraphExec_t exec = made(graph);
    OK(hipGraphLaunch(exec, stream));
    OK(hipStreamSynchronize(stream));
    TRUE(memory.all(memory.a, 12));
    OK(hipGraphExecDestroy(exec));
}

void count_up(void *data) { ++*static_cast<int *>(data); }

void host_functions_symbols_and_rows(hipStream_t stream) {
    Buffers memory;
    int calls = 0;
    hipGraph_t graph;
    OK(hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed));
    OK(hipMemsetD32Async(memory.a, 9, count, stream));
    OK(hipMemcpyToSymbolAsync(HIP_SYMBOL(table), memory.a, 2 * sizeof(int), sizeof(int), hipMemcpyDeviceToDevice, stream));
    OK(hipMemcpyFromSymbolAsync(memory.b, HIP_SYMBOL(table), 4 * sizeof(int), 0, hipMemcpyDeviceToDevice, stream));
    OK(hipLaunchHostFunc(stream, count_up, &calls));
    OK(hipMemcpy2DAsync(memory.c, 16, memory.a, 32, 12, 4, hipMemcpyDeviceToDevice, stream));
    OK(hipStreamEndCapture(stream, &graph));
    TRUE(calls == 0);
    hipGraphExec_t exec = made(graph);
    OK(hipMemset(memory.c, 0, bytes));
    OK(hipDeviceSynchronize());
    OK(hipGraphLaunch(exec, stream));
    OK(hipGraphLaunch(exec, stream));
    OK(hipStreamSynchronize(stream));
    TRUE(calls == 2);
    int got[16];
    OK(hipMemcpy(got, memory.b, 4 * sizeof(int), hipMemcpyDeviceToHost));
    TRUE(got[0] == 1 && got[1] == 9 && got[2] == 9 && got[3] == 4);
    OK(hipMemcpy(got, memory.c, sizeof got, hipMemcpyDeviceToHost));
    for (int i = 0; i < 16; i++) TRUE(got[i] == (i % 4 == 3 ? 0 : 9));
    OK(hipGraphExecDestroy(exec));
}

void wrong_beginnings_and_ends(hipStream_t stream) {
    hipGraph_t graph = nullptr;
    FAILS(hipStreamBeginCapture(nullptr, hipStreamCaptureModeGlobal), hipErrorStreamCaptureUnsupported);
    FAILS(hipStreamBeginCapture(stream, static_cast<hipStreamCaptureMode>(3)), hipErrorInvalidValue);
    FAILS(hipStreamEndCapture(stream, &graph), hipErrorIllegalState);
    OK(hipStreamBeginCapture(stream, hipStreamCaptureModeThreadLocal));
    FAILS(hipStreamBeginCapture(stream, hipStreamCaptureModeThreadLocal), hipErrorIllegalState);
    FAILS(hipStreamEndCapture(stream, nullptr), hipErrorInvalidValue);
    hipError_t there = hipSuccess;
    std::thread([&] { there = hipStreamEndCapture(stream, &graph); }).join();
    TRUE(there == hipErrorStreamCaptureWrongThread);
    OK(hipStreamEndCapture(stream, &graph));
    OK(hipGraphDestroy(graph));
    FAILS(hipGraphDestroy(graph), hipErrorIllegalState);
    // A fork that is not joined, and one that another stream ends.
    Buffers memory;
    hipStream_t other;
    hipEvent_t event;
    OK(hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
    OK(hipEventCreate(&event));
    OK(hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed));
    OK(hipEventRecord(event, stream));
    OK(hipStreamWaitEvent(other, event, 0));
    add<<<1, count, 0, other>>>(memory.a, 1);
    FAILS(hipStreamEndCapture(other, &graph), hipErrorStreamCaptureUnmatched);
    FAILS(hipStreamEndCapture(stream, &graph), hipErrorStreamCaptureUnjoined);
    TRUE(graph == nullptr);
    // Both streams work again.
    add<<<1, count, 0, other>>>(memory.a, 1);
    OK(hipStreamSynchronize(other));
    OK(hipStreamSynchronize(stream));
    OK(hipEventDestroy(event));
    OK(hipStreamDestroy(other));
}

// Each call, in a capture: its error, and the capture is invalid then.
template <typename Call> void forbidden(hipStream_t stream, hipStreamCaptureMode mode, hipError_t error, Call call) {
    hipGraph_t graph = nullptr;
    hipStreamCaptureStatus status;
    OK(hipStreamBeginCapture(stream, mode));
    FAILS(call(), error);
    OK(hipStreamIsCapturing(stream, &status));
    TRUE(status == hipStreamCaptureStatusInvalidated);
    FAILS(hipMemsetAsync(nullptr, 0, 0, stream), hipSuccess);
    FAILS(hipStreamEndCapture(stream, &graph), hipErrorStreamCaptureInvalidated);
    TRUE(graph == nullptr);
    OK(hipStreamIsCapturing(stream, &status));
    TRUE(status == hipStreamCaptureStatusNone);
}

void forbidden_calls(hipStream_t stream) {
    Buffers memory;
    void *more = nullptr;
    hipStream_t blocking;
    hipEvent_t event, outside;
    OK(hipStreamCreate(&blocking));
    OK(hipEventCreate(&event));
    OK(hipEventCreate(&outside));
    OK(hipEventRecord(outside, blocking));
    const auto global = hipStreamCaptureModeGlobal, relaxed = hipStreamCaptureModeRelaxed;
    const auto unsupported = hipErrorStreamCaptureUnsupported;
    forbidden(stream, relaxed, unsupported, [&] { return hipStreamSynchronize(stream); });
    forbidden(stream, relaxed, unsupported, [&] { return hipStreamQuery(stream); });
    forbidden(stream, relaxed, unsupported, [&] { return hipDeviceSynchronize(); });
    forbidden(stream, relaxed, unsupported, [&] { return hipCtxSynchronize(); });
    forbidden(stream, global, unsupported, [&] { return hipMalloc(&more, 16); });
    forbidden(stream, global, unsupported, [&] { return hipFree(memory.a); });
    forbidden(stream, global, unsupported, [&] { return hipMemcpy(memory.a, memory.b, bytes, hipMemcpyDefault); });
    forbidden(stream, global, unsupported, [&] {
        hipError_t there = hipSuccess;
        std::thread([&] { there = hipMalloc(&more, 16); }).join();
        return there;
    });
    forbidden(stream, relaxed, hipErrorCapturedEvent, [&] {
        OK(hipEventRecord(event, stream));
        return hipEventQuery(event);
    });
    forbidden(stream, relaxed, hipErrorCapturedEvent, [&] {
        OK(hipEventRecord(event, stream));
        return hipEventSynchronize(event);
    });
    forbidden(stream, relaxed, hipErrorStreamCaptureIsolation, [&] { return hipStreamWaitEvent(stream, outside, 0); });
    forbidden(blocking, relaxed, hipErrorStreamCaptureImplicit, [&] { return hipMemsetAsync(memory.a, 0, 4, nullptr); });
    // An event of an ended capture is as one that was never recorded.
    OK(hipEventQuery(event));
    // What is allowed.
    hipGraph_t graph;
    OK(hipStreamBeginCapture(stream, relaxed));
    OK(hipMalloc(&more, 16));
    OK(hipFree(more));
    OK(hipStreamEndCapture(stream, &graph));
    OK(hipGraphDestroy(graph));
    OK(hipStreamBeginCapture(stream, hipStreamCaptureModeThreadLocal));
    std::thread([&] {
        OK(hipMalloc(&more, 16));
        OK(hipFree(more));
    }).join();
    OK(hipStreamEndCapture(stream, &graph));
    OK(hipGraphDestroy(graph));
    hipStreamCaptureMode mode = relaxed;
    OK(hipThreadExchangeStreamCaptureMode(&mode));
    TRUE(mode == global);
    OK(hipStreamBeginCapture(stream, global));
    OK(hipMalloc(&more, 16));
    OK(hipStreamEndCapture(stream, &graph));
    OK(hipGraphDestroy(graph));
    OK(hipThreadExchangeStreamCaptureMode(&mode));
    TRUE(mode == relaxed);
    mode = static_cast<hipStreamCaptureMode>(7);
    FAILS(hipThreadExchangeStreamCaptureMode(&mode), hipErrorInvalidValue);
    OK(hipFree(more));
    // Two captures do not merge.
    OK(hipStreamBeginCapture(stream, relaxed));
    OK(hipStreamBeginCapture(blocking, relaxed));
    OK(hipEventRecord(event, stream));
    FAILS(hipStreamWaitEvent(blocking, event, 0), hipErrorStreamCaptureMerge);
    FAILS(hipStreamEndCapture(stream, &graph), hipErrorStreamCaptureInvalidated);
    FAILS(hipStreamEndCapture(blocking, &graph), hipErrorStreamCaptureInvalidated);
    OK(hipEventDestroy(event));
    OK(hipEventDestroy(outside));
    OK(hipStreamDestroy(blocking));
}

void into_a_graph(hipStream_t stream) {
    Buffers memory;
    hipGraph_t graph, same;
    hipGraphNode_t root, extra;
    OK(hipGraphCreate(&graph, 0));
    hipMemsetParams fill = {};
    fill.dst = memory.a;
    fill.elementSize = 4;
    fill.width = count;
    fill.height = 1;
    fill.value = 4;
    OK(hipGraphAddMemsetNode(&root, graph, nullptr, 0, &fill));
    FAILS(hipStreamUpdateCaptureDependencies(stream, &root, 1, 0), hipErrorIllegalState);
    OK(hipStreamBeginCaptureToGraph(stream, graph, &root, nullptr, 1, hipStreamCaptureModeGlobal));
    times<<<1, count, 0, stream>>>(memory.a, 6);
    OK(hipGraphAddEmptyNode(&extra, graph, &root, 1));
    OK(hipStreamUpdateCaptureDependencies(stream, &extra, 1, hipStreamAddCaptureDependencies));
    add<<<1, count, 0, stream>>>(memory.a, 1);
    OK(hipStreamEndCapture(stream, &same));
    TRUE(same == graph);
    size_t edges = 0;
    OK(hipGraphGetEdges(graph, nullptr, nullptr, &edges));
    TRUE(edges == 4);
    hipGraphExec_t exec = made(graph);
    OK(hipGraphLaunch(exec, nullptr));
    TRUE(memory.all(memory.a, 25));
    OK(hipGraphExecDestroy(exec));
}

int main() {
    hipStream_t stream;
    OK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    for (auto mode : {hipStreamCaptureModeGlobal, hipStreamCaptureModeThreadLocal, hipStreamCaptureModeRelaxed}) {
        line(mode, stream);
        line(mode, hipStreamPerThread);
    }
    section_ends("graph_capture", "line");
    pageable_memory_is_read_and_written_when_its_turn_comes(stream);
    section_ends("graph_capture", "pageable");
    forks_join(stream);
    a_forked_stream_goes(stream, true);
    a_forked_stream_goes(stream, false);
    section_ends("graph_capture", "forks");
    host_functions_symbols_and_rows(stream);
    section_ends("graph_capture", "operations");
    wrong_beginnings_and_ends(stream);
    section_ends("graph_capture", "ends");
    forbidden_calls(stream);
    section_ends("graph_capture", "forbidden");
    into_a_graph(stream);
    section_ends("graph_capture", "into");
    OK(hipStreamDestroy(stream));
    return all_ok ? 0 : 1;
}
