// hipcc: -no-pie
// A program linked at a fixed address: its heap grows through the low addresses, where an NVIDIA GPU's memory lies too. A pointer into the
// heap is the host's all the same, for copies of every kind.
#include "graph_checks.h"

#include <malloc.h>

#include <cstdint>
#include <vector>

static constexpr size_t MIB = size_t(1) << 20;
static constexpr size_t WORDS = 1024;

// The first page of each mebibyte.
__global__ void number(unsigned *data, unsigned block) {
    data[size_t(blockIdx.x) * (MIB / sizeof(unsigned)) + threadIdx.x] = block * 100000 + blockIdx.x * 1000 + threadIdx.x;
}

static unsigned number_at(unsigned block, unsigned place, unsigned i) { return block * 100000 + place * 1000 + i; }

int main() {
    const unsigned blocks = 6, places = 256;
    std::vector<unsigned *> device(blocks);
    for (unsigned block = 0; block < blocks; ++block) {
        OK(hipMalloc(reinterpret_cast<void **>(&device[block]), places * MIB));
        number<<<places, WORDS>>>(device[block], block);
    }
    OK(hipDeviceSynchronize());
    // All of it from the heap's end, none of it mapped.
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, -1);
    std::vector<unsigned *> heap;
    for (unsigned i = 0; i < 2048; ++i) heap.push_back(static_cast<unsigned *>(std::malloc(MIB)));
    int wrong = 0;
    for (unsigned i = 0; i < heap.size(); ++i) {
        const unsigned block = i % blocks, place = i * 7 % places;
        const unsigned *from = device[block] + place * (MIB / sizeof(unsigned));
        hipPointerAttribute_t attributes = {};
        wrong += hipPointerGetAttributes(&attributes, heap[i]) == hipSuccess && attributes.type != hipMemoryTypeUnregistered;
        OK(hipMemcpy(heap[i], from, WORDS * sizeof(unsigned), i % 2 ? hipMemcpyDefault : hipMemcpyDeviceToHost));
        for (unsigned k = 0; k < WORDS; ++k) wrong += heap[i][k] != number_at(block, place, k);
    }
    TRUE(wrong == 0);
    // And back, somewhere else.
    OK(hipMemset(device[0], 0, MIB));
    for (unsigned i = 0; i < heap.size(); ++i) {
        for (unsigned k = 0; k < WORDS; ++k) heap[i][k] = i ^ k;
        OK(hipMemcpy(device[0], heap[i], WORDS * sizeof(unsigned), i % 2 ? hipMemcpyDefault : hipMemcpyHostToDevice));
        unsigned got[2] = {};
        OK(hipMemcpy(got, device[0] + WORDS - 2, sizeof(got), hipMemcpyDeviceToHost));
        wrong += got[0] != (i ^ (WORDS - 2)) || got[1] != (i ^ (WORDS - 1));
    }
    TRUE(wrong == 0);
    for (unsigned *part : heap) std::free(part);
    for (unsigned *part : device) OK(hipFree(part));
    section_ends("low_heap", "copies");
    return all_ok ? 0 : 1;
}
