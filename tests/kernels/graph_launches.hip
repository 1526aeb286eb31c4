// What launches of a graph submit is recorded once: it must follow every change, and stand beside the streams' own work.
#include "graph_checks.h"

#include <vector>

__global__ void step(unsigned *value, unsigned factor, unsigned addend) {
    if (threadIdx.x == 0 && blockIdx.x == 0) *value = *value * factor + addend;
}

__global__ void spread(unsigned *values, unsigned addend) { values[blockIdx.x * blockDim.x + threadIdx.x] += addend; }

__global__ void slow(unsigned *value, unsigned addend, int rounds) {
    unsigned sum = *value;
    for (int i = 0; i < rounds; i++) sum = sum * 1664525u + 1013904223u;
    value[0] += addend;
    value[1] = sum;
}

__global__ void timed(unsigned long long *at) { *at = wall_clock64(); }

hipGraphNode_t launch(hipGraph_t graph, hipGraphNode_t after, void *function, dim3 grid, dim3 block, void **arguments) {
    hipKernelNodeParams params = {};
    params.func = function;
    params.gridDim = grid;
    params.blockDim = block;
    params.kernelParams = arguments;
    hipGraphNode_t node = nullptr;
    OK(hipGraphAddKernelNode(&node, graph, after ? &after : nullptr, after ? 1 : 0, &params));
    return node;
}

void set(hipGraphExec_t exec, hipGraphNode_t node, void *function, dim3 grid, dim3 block, void **arguments) {
    hipKernelNodeParams params = {};
    params.func = function;
    params.gridDim = grid;
    params.blockDim = block;
    params.kernelParams = arguments;
    OK(hipGraphExecKernelNodeSetParams(exec, node, &params));
}

unsigned read(const unsigned *place) {
    unsigned value = 0;
    OK(hipMemcpy(&value, place, 4, hipMemcpyDeviceToHost));
    return value;
}

// A chain that is long enough for several recordings, changed in every way there is, while earlier launches are under way.
void changes(hipStream_t stream) {
    const int length = 300;
    unsigned *value;
    OK(hipMalloc(&value, 4));
    std::vector<unsigned> factors(length, 3), addends(length);
    std::vector<bool> enabled(length, true);
    std::vector<hipGraphNode_t> nodes;
    hipGraph_t graph;
    hipGraphExec_t exec;
    OK(hipGraphCreate(&graph, 0));
    for (int i = 0; i < length; i++) {
        addends[i] = i;
        void *arguments[] = {&value, &factors[i], &addends[i]};
        nodes.push_back(launch(graph, i ? nodes.back() : nullptr, reinterpret_cast<void *>(step), dim3(1), dim3(32), arguments));
    }
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    OK(hipMemsetAsync(value, 0, 4, stream));
    unsigned wanted = 0;
    for (int turn = 0; turn < 40; turn++) {
        // Changed while the launch before is under way, which must not see it.
        const int changed = turn * 37 % length;
        if (turn % 4 == 1) {
            factors[changed] = 5 + turn;
            void *arguments[] = {&value, &factors[changed], &addends[changed]};
            set(exec, nodes[changed], reinterpret_cast<void *>(step), dim3(turn % 8 == 1 ? 1 : 3), dim3(32), arguments);
        } else if (turn % 4 == 2) {
            enabled[changed] = !enabled[changed];
            OK(hipGraphNodeSetEnabled(exec, nodes[changed], enabled[changed]));
        }
        OK(hipGraphLaunch(exec, stream));
        for (int i = 0; i < length; i++)
            if (enabled[i]) wanted = wanted * factors[i] + addends[i];
        if (turn % 8 == 7) TRUE(read(value) == wanted);
        // The stream's own work between.
        step<<<1, 32, 0, stream>>>(value, 7, turn);
        wanted = wanted * 7 + turn;
        if (turn == 20) {
            // What all kernels are compiled for changes.
            size_t stack = 0;
            OK(hipDeviceGetLimit(&stack, hipLimitStackSize));
            OK(hipDeviceSetLimit(hipLimitStackSize, stack * 2));
        }
    }
    OK(hipStreamSynchronize(stream));
    TRUE(read(value) == wanted);
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    OK(hipFree(value));
    section_ends("graph_launches", "changes");
}

// Two streams launch executable graphs of one graph, and one that is destroyed at once.
void streams() {
    const int length = 64, blocks = 4;
    unsigned *values[2];
    hipStream_t streams[2];
    hipGraphExec_t execs[2];
    for (int s = 0; s < 2; s++) {
        OK(hipMalloc(&values[s], blocks * 64 * 4));
        OK(hipMemset(values[s], 0, blocks * 64 * 4));
        OK(hipStreamCreateWithFlags(&streams[s], hipStreamNonBlocking));
        hipGraph_t graph;
        OK(hipGraphCreate(&graph, 0));
        hipGraphNode_t node = nullptr;
        unsigned addend = s + 1;
        void *arguments[] = {&values[s], &addend};
        for (int i = 0; i < length; i++) node = launch(graph, node, reinterpret_cast<void *>(spread), dim3(blocks), dim3(64), arguments);
        OK(hipGraphInstantiate(&execs[s], graph, nullptr, nullptr, 0));
        OK(hipGraphDestroy(graph));
    }
    OK(hipDeviceSynchronize());
    for (int turn = 0; turn < 5; turn++)
        for (int s = 0; s < 2; s++) OK(hipGraphLaunch(execs[s], streams[s]));
    // In the other stream: behind its launches in the first.
    OK(hipGraphLaunch(execs[0], streams[1]));
    for (int s = 0; s < 2; s++) OK(hipGraphExecDestroy(execs[s]));
    OK(hipDeviceSynchronize());
    for (int s = 0; s < 2; s++) {
        std::vector<unsigned> got(blocks * 64);
        OK(hipMemcpy(got.data(), values[s], got.size() * 4, hipMemcpyDeviceToHost));
        const unsigned wanted = s == 0 ? 6 * length : 5 * 2 * length;
        for (unsigned one : got) TRUE(one == wanted);
        OK(hipFree(values[s]));
        OK(hipStreamDestroy(streams[s]));
    }
    section_ends("graph_launches", "streams");
}

// Copies and fills name memory: what is freed is free, whatever graphs name it.
void memory(hipStream_t stream) {
    const size_t size = 8 << 20;
    unsigned *from, *to, *gone;
    OK(hipMalloc(&from, size));
    OK(hipMalloc(&to, size));
    hipGraph_t graph;
    hipGraphExec_t exec;
    hipGraphNode_t fill, copy;
    OK(hipGraphCreate(&graph, 0));
    hipMemsetParams params = {};
    params.dst = from;
    params.elementSize = 4;
    params.width = size / 4;
    params.height = 1;
    params.value = 41;
    OK(hipGraphAddMemsetNode(&fill, graph, nullptr, 0, &params));
    OK(hipGraphAddMemcpyNode1D(&copy, graph, &fill, 1, to, from, size, hipMemcpyDeviceToDevice));
    unsigned addend = 1;
    void *arguments[] = {&to, &addend};
    launch(graph, copy, reinterpret_cast<void *>(spread), dim3(16), dim3(64), arguments);
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    for (int turn = 0; turn < 3; turn++) {
        OK(hipMemsetAsync(to, 0, size, stream));
        OK(hipGraphLaunch(exec, stream));
        OK(hipStreamSynchronize(stream));
        TRUE(read(to) == 42 && read(to + 16 * 64) == 41 && read(to + size / 4 - 1) == 41);
    }
    OK(hipFree(from));
    OK(hipMalloc(&gone, size));
    TRUE(gone == from); // the place is free
    OK(hipGraphLaunch(exec, stream)); // the address means the new memory
    OK(hipStreamSynchronize(stream));
    TRUE(read(gone) == 41 && read(to) == 42);
    params.dst = gone;
    params.value = 70;
    OK(hipGraphExecMemsetNodeSetParams(exec, fill, &params));
    OK(hipGraphExecMemcpyNodeSetParams1D(exec, copy, to, gone, size, hipMemcpyDeviceToDevice));
    OK(hipGraphLaunch(exec, stream));
    OK(hipStreamSynchronize(stream));
    TRUE(read(to) == 71 && read(to + size / 4 - 1) == 70);
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    OK(hipFree(gone));
    OK(hipFree(to));
    section_ends("graph_launches", "memory");
}

// What a kernel needs of the moment of its launch is not recorded: here the clock.
void moments(hipStream_t stream) {
    unsigned long long *at, times[2];
    OK(hipMalloc(&at, 8));
    hipGraph_t graph;
    hipGraphExec_t exec;
    OK(hipGraphCreate(&graph, 0));
    void *arguments[] = {&at};
    launch(graph, nullptr, reinterpret_cast<void *>(timed), dim3(1), dim3(1), arguments);
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    for (unsigned long long &time : times) {
        OK(hipMemsetAsync(at, 0, 8, stream));
        OK(hipGraphLaunch(exec, stream));
        OK(hipStreamSynchronize(stream));
        OK(hipMemcpy(&time, at, 8, hipMemcpyDeviceToHost));
    }
    TRUE(times[0] != 0 && times[0] < times[1]);
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    OK(hipFree(at));
    section_ends("graph_launches", "moments");
}

// A change reaches the next launch, not the one that runs.
void under_way(hipStream_t stream) {
    unsigned *value;
    OK(hipMalloc(&value, 8));
    OK(hipMemset(value, 0, 8));
    hipGraph_t graph;
    hipGraphExec_t exec;
    OK(hipGraphCreate(&graph, 0));
    unsigned addend = 1;
    int rounds = 300000;
    void *arguments[] = {&value, &addend, &rounds};
    hipGraphNode_t node = launch(graph, nullptr, reinterpret_cast<void *>(slow), dim3(1), dim3(1), arguments);
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    unsigned wanted = 0;
    for (int turn = 0; turn < 20; turn++) {
        OK(hipGraphLaunch(exec, stream));
        wanted += addend;
        addend = addend * 3 + turn;
        set(exec, node, reinterpret_cast<void *>(slow), dim3(1), dim3(1), arguments);
    }
    OK(hipStreamSynchronize(stream));
    TRUE(read(value) == wanted);
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    OK(hipFree(value));
    section_ends("graph_launches", "under_way");
}

struct Object {
    volatile int gone;
    unsigned *written; // by the kernel, where the host sees it
    unsigned seen;
};

void let_go(void *data) {
    auto object = static_cast<Object *>(data);
    object->seen = __atomic_load_n(object->written, __ATOMIC_ACQUIRE);
    ++object->gone;
}

// What an executable graph holds goes with it, but not before its launch is over.
void held(hipStream_t stream) {
    unsigned *value;
    OK(hipHostMalloc(reinterpret_cast<void **>(&value), 8, 0));
    value[0] = value[1] = 0;
    hipGraph_t graph;
    hipGraphExec_t exec;
    hipUserObject_t object;
    Object held = {0, value, 0};
    OK(hipGraphCreate(&graph, 0));
    unsigned addend = 1;
    int rounds = 30000000;
    void *arguments[] = {&value, &addend, &rounds};
    launch(graph, nullptr, reinterpret_cast<void *>(slow), dim3(1), dim3(1), arguments);
    OK(hipUserObjectCreate(&object, &held, let_go, 1, hipUserObjectNoDestructorSync));
    OK(hipGraphRetainUserObject(graph, object, 1, hipGraphUserObjectMove));
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    OK(hipGraphDestroy(graph));
    OK(hipGraphLaunch(exec, stream));
    OK(hipGraphExecDestroy(exec));
    OK(hipStreamSynchronize(stream));
    TRUE(held.gone == 1 && held.seen == 1 && value[0] == 1);
    OK(hipHostFree(value));
    section_ends("graph_launches", "held");
}

int main() {
    hipStream_t stream;
    OK(hipStreamCreate(&stream));
    changes(stream);
    streams();
    memory(stream);
    moments(stream);
    under_way(stream);
    held(stream);
    OK(hipStreamDestroy(stream));
    return all_ok ? 0 : 1;
}
