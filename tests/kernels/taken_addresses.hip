// Host memory whose address the device would give is taken: the program has mapped pages of its own wherever the next allocations
// would lie. Kernels follow the host's pointers all the same, from a table in device memory too.
#include "graph_checks.h"

#include <sys/mman.h>

#include <cstdint>
#include <vector>

// Each word of each row becomes itself, its place and its row.
__global__ void number(unsigned **rows, unsigned row, size_t words) {
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < words; i += size_t(gridDim.x) * blockDim.x) {
        rows[row][i] += unsigned(i) * 3 + row;
    }
}

static constexpr size_t MIB = size_t(1) << 20;

// Takes what is free of the addresses around one, as a program's own mappings might.
static void take_around(uintptr_t address) {
    const uintptr_t step = 16 * MIB;
    const uintptr_t middle = address / step * step;
    for (uintptr_t place = middle > 64 * step ? middle - 64 * step : step; place < middle + 192 * step; place += step) {
        void *taken = mmap(reinterpret_cast<void *>(place), step, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
        if (taken != MAP_FAILED && taken != reinterpret_cast<void *>(place)) munmap(taken, step);
    }
}

static void rows(const std::vector<size_t> &mebibytes) {
    unsigned **table = nullptr;
    OK(hipMalloc(reinterpret_cast<void **>(&table), mebibytes.size() * sizeof(unsigned *)));
    std::vector<unsigned *> host(mebibytes.size());
    for (size_t row = 0; row < host.size(); ++row) {
        OK(hipHostMalloc(reinterpret_cast<void **>(&host[row]), mebibytes[row] * MIB));
        take_around(reinterpret_cast<uintptr_t>(host[row]));
    }
    OK(hipMemcpy(table, host.data(), host.size() * sizeof(unsigned *), hipMemcpyHostToDevice));
    int wrong = 0;
    for (unsigned row = 0; row < host.size(); ++row) {
        const size_t words = mebibytes[row] * MIB / sizeof(unsigned);
        for (size_t i = 0; i < words; ++i) host[row][i] = unsigned(i ^ row);
        number<<<64, 256>>>(table, row, words);
        OK(hipDeviceSynchronize());
        for (size_t i = 0; i < words; ++i) wrong += host[row][i] != unsigned(i ^ row) + unsigned(i) * 3 + row;
    }
    TRUE(wrong == 0);
    for (unsigned *row : host) OK(hipHostFree(row));
    OK(hipFree(table));
}

int main() {
    rows({1, 20, 20});
    section_ends("taken_addresses", "small");
    rows({64, 16, 64, 128});
    section_ends("taken_addresses", "large");
    return all_ok ? 0 : 1;
}
