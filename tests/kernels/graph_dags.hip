// Random graphs whose results depend on the order: each node mixes what those before it have left. The host computes the same. Nodes are
// made in an order that says nothing of the edges; graphs are launched, cloned, put into others and changed.
#include "graph_checks.h"

#include <algorithm>
#include <random>
#include <vector>

const int most = 6;
struct Before {
    int count;
    int nodes[most];
};

__host__ __device__ unsigned mixed(unsigned seed, unsigned value) { return (seed ^ value) * 2654435761u + (seed >> 7); }

__global__ void mix(unsigned *slots, int self, unsigned seed, Before before) {
    unsigned value = seed;
    for (int i = 0; i < before.count; i++) value = mixed(value, slots[before.nodes[i]]);
    slots[self] = value;
}

enum Kind { kernel, copy, fill, host, empty };

struct Shape {
    std::vector<Kind> kinds;
    std::vector<unsigned> seeds;
    std::vector<Before> before;
    std::vector<int> made; // the order in which nodes are made
};


void called(void *calls) { ++*static_cast<unsigned *>(calls); }

Shape random_shape(std::mt19937 &random, int size) {
    Shape shape;
    for (int i = 0; i < size; i++) {
        Before before = {};
        const int wanted = i == 0 ? 0 : random() % std::min(i + 1, most);
        while (before.count < wanted) {
            const int node = random() % i;
            if (std::find(before.nodes, before.nodes + before.count, node) == before.nodes + before.count)
                before.nodes[before.count++] = node;
        }
        const unsigned dice = random() % 10;
        Kind kind = dice < 6 ? kernel : dice == 6 ? fill : dice == 7 ? host : dice == 8 ? empty : copy;
        if (kind == copy && before.count == 0) kind = fill;
        shape.kinds.push_back(kind);
        shape.seeds.push_back(random());
        shape.before.push_back(before);
        shape.made.push_back(i);
    }
    std::shuffle(shape.made.begin(), shape.made.end(), random);
    return shape;
}

std::vector<unsigned> evaluated(const Shape &shape) {
    std::vector<unsigned> slots(shape.kinds.size());
    for (size_t i = 0; i < slots.size(); i++) {
        const Before &before = shape.before[i];
        unsigned value = shape.seeds[i];
        for (int d = 0; d < before.count; d++) value = mixed(value, slots[before.nodes[d]]);
        if (shape.kinds[i] == fill) value = shape.seeds[i];
        if (shape.kinds[i] == copy) value = slots[before.nodes[0]];
        if (shape.kinds[i] == host || shape.kinds[i] == empty) value = 0;
        slots[i] = value;
    }
    return slots;
}

hipGraphNode_t add(hipGraph_t graph, const Shape &shape, int i, unsigned *slots, unsigned *calls) {
    hipGraphNode_t node = nullptr;
    int self = i;
    unsigned seed = shape.seeds[i];
    Before before = shape.before[i];
    if (shape.kinds[i] == kernel) {
        void *arguments[] = {&slots, &self, &seed, &before};
        hipKernelNodeParams params = {};
        params.func = reinterpret_cast<void *>(mix);
        params.gridDim = params.blockDim = dim3(1);
        params.kernelParams = arguments;
        OK(hipGraphAddKernelNode(&node, graph, nullptr, 0, &params));
    } else if (shape.kinds[i] == copy) {
        OK(hipGraphAddMemcpyNode1D(&node, graph, nullptr, 0, slots + i, slots + before.nodes[0], 4, hipMemcpyDeviceToDevice));
    } else if (shape.kinds[i] == fill) {
        hipMemsetParams params = {};
        params.dst = slots + i;
        params.elementSize = 4;
        params.width = params.height = 1;
        params.value = seed;
        OK(hipGraphAddMemsetNode(&node, graph, nullptr, 0, &params));
    } else if (shape.kinds[i] == host) {
        hipHostNodeParams params = {called, calls};
        OK(hipGraphAddHostNode(&node, graph, nullptr, 0, &params));
    } else {
        OK(hipGraphAddEmptyNode(&node, graph, nullptr, 0));
    }
    return node;
}

hipGraph_t built(const Shape &shape, unsigned *slots, unsigned *calls) {
    hipGraph_t graph;
    OK(hipGraphCreate(&graph, 0));
    std::vector<hipGraphNode_t> nodes(shape.kinds.size()), from, to;
    for (int i : shape.made) nodes[i] = add(graph, shape, i, slots, calls);
    for (size_t i = 0; i < nodes.size(); i++)
        for (int d = 0; d < shape.before[i].count; d++) {
            from.push_back(nodes[shape.before[i].nodes[d]]);
            to.push_back(nodes[i]);
        }
    OK(hipGraphAddDependencies(graph, from.data(), to.data(), from.size()));
    return graph;
}

bool right(const Shape &shape, hipGraphExec_t exec, unsigned *slots, unsigned *calls, hipStream_t stream) {
    *calls = 0;
    OK(hipMemsetAsync(slots, 0, shape.kinds.size() * 4, stream));
    OK(hipGraphLaunch(exec, stream));
    OK(hipStreamSynchronize(stream));
    std::vector<unsigned> got(shape.kinds.size());
    OK(hipMemcpy(got.data(), slots, got.size() * 4, hipMemcpyDeviceToHost));
    return got == evaluated(shape) && *calls == std::count(shape.kinds.begin(), shape.kinds.end(), host);
}

int main() {
    const int turns = 40, largest = 120;
    unsigned *slots, calls = 0;
    hipStream_t stream;
    std::mt19937 random(20261122);
    OK(hipMalloc(&slots, largest * 4));
    OK(hipStreamCreate(&stream));
    for (int turn = 0; turn < turns; turn++) {
        Shape shape = random_shape(random, 1 + random() % largest);
        hipGraph_t graph = built(shape, slots, &calls), clone, around;
        hipGraphExec_t exec, nested;
        hipGraphNode_t child;
        OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
        TRUE(right(shape, exec, slots, &calls, stream));
        TRUE(right(shape, exec, slots, &calls, nullptr));
        // A copy in another graph.
        OK(hipGraphClone(&clone, graph));
        OK(hipGraphCreate(&around, 0));
        OK(hipGraphAddChildGraphNode(&child, around, nullptr, 0, clone));
        OK(hipGraphInstantiate(&nested, around, nullptr, nullptr, 0));
        TRUE(right(shape, nested, slots, &calls, stream));
        // The same structure with other values.
        for (unsigned &seed : shape.seeds) seed = random();
        hipGraph_t other = built(shape, slots, &calls);
        hipGraphNode_t wrong;
        hipGraphExecUpdateResult result;
        OK(hipGraphExecUpdate(exec, other, &wrong, &result));
        TRUE(right(shape, exec, slots, &calls, stream));
        OK(hipGraphExecChildGraphNodeSetParams(nested, child, other));
        TRUE(right(shape, nested, slots, &calls, stream));
        for (auto it : {graph, clone, around, other}) OK(hipGraphDestroy(it));
        for (auto it : {exec, nested}) OK(hipGraphExecDestroy(it));
        if (!section_ok) {
            std::printf("turn %d, %zu nodes\n", turn, shape.kinds.size());
            break;
        }
    }
    section_ends("graph_dags", "mix");
    OK(hipStreamDestroy(stream));
    OK(hipFree(slots));
    return all_ok ? 0 : 1;
}
