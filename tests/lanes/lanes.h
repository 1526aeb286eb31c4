// lanes.h: what the programs of tests/lanes/program.py have in common.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdint>
#include <cstdio>
#include <vector>

constexpr unsigned WARPS = 3, VARIABLES = 4;

#define BEGIN                                                                                       \
    const uint32_t thread = threadIdx.x, lane = thread % warpSize;                                  \
    uint32_t v0 = start(thread, 1), v1 = start(thread, 2), v2 = start(thread, 3), v3 = start(thread, 4);
#define END                                                                                         \
    out[thread * VARIABLES] = v0, out[thread * VARIABLES + 1] = v1, out[thread * VARIABLES + 2] = v2, out[thread * VARIABLES + 3] = v3;

__device__ inline uint32_t start(uint32_t thread, uint32_t i) { return uint32_t((thread + 1) * 2654435761ull * i >> 7); }

inline int compare(unsigned seed, const std::vector<void (*)(uint32_t *)> &kernels, const std::vector<uint32_t> *expected) {
    const unsigned count = WARPS * 32 * VARIABLES;
    uint32_t *device;
    if (hipMalloc(&device, count * 4) != hipSuccess) return 2;
    std::vector<uint32_t> out(count);
    int wrong = 0;
    for (size_t k = 0; k < kernels.size(); k++) {
        kernels[k]<<<1, WARPS * 32>>>(device);
        if (hipMemcpy(out.data(), device, count * 4, hipMemcpyDeviceToHost) != hipSuccess) return 2;
        for (unsigned i = 0; i < count; i++) {
            if (out[i] == expected[k][i]) continue;
            printf("seed %u: k%zu, thread %u, v%u is %x, not %x\n", seed, k, i / VARIABLES, i % VARIABLES, out[i], expected[k][i]);
            wrong++;
            break;
        }
    }
    printf("seed %u: %d of %zu wrong\n", seed, wrong, kernels.size());
    return wrong != 0;
}
