// A kernel of more instructions than drivers' compilers come to the end of, if each call of a function had a copy of it: 240 calls of one of about 900,
// which calls another one in a loop. It keeps one body of each (`calls/one_body`): what lives across the calls must be there behind them.
#include <hip/hip_runtime.h>

#include <cstdint>
#include <cstdio>
#include <vector>

struct State {
    uint32_t words[6];
    float sum;
    int64_t count;
};

#define TEN(M, n) M(n) M(n + 1) M(n + 2) M(n + 3) M(n + 4) M(n + 5) M(n + 6) M(n + 7) M(n + 8) M(n + 9)
#define STEP(n)                                                                                                        \
    x = x * 1664525u + (y ^ uint32_t(n));                                                                              \
    y = (y << 3 | y >> 29) + (x >> 7);                                                                                 \
    if (x & 1u << (n) % 31) y ^= x + uint32_t(n);

__host__ __device__ __attribute__((noinline)) uint32_t small(uint32_t x, const uint32_t *table, uint32_t n) {
    uint32_t y = n;
    for (uint32_t i = 0; i <= n; i++) y += table[x + i & 15] * (x ^ i);
    return y;
}

__host__ __device__ __attribute__((noinline)) uint32_t mix(uint32_t x, State *state, const uint32_t *table) {
    uint32_t y = state->words[x % 6];
    TEN(STEP, 0) TEN(STEP, 10) TEN(STEP, 20) TEN(STEP, 30) TEN(STEP, 40) TEN(STEP, 50) TEN(STEP, 60) TEN(STEP, 70) TEN(STEP, 80)
    for (uint32_t i = 0; i < (y & 3); i++) {
        state->words[(x + i) % 6] += small(x + i, table, i);
        if (state->words[i] > 0xf0000000u) break;
    }
    state->sum += float(y & 7) * 0.5f;
    state->count += int64_t(y) - x;
    return x ^ y;
}

// What `kept` holds in front of the call is needed behind it, in another loop's round too.
#define CALL(n)                                                                                                        \
    case n:                                                                                                            \
        kept += r * uint32_t(n);                                                                                       \
        r = mix(r + uint32_t(n), &state, table);                                                                       \
        if (r & 1) kept ^= mix(kept, &other, table);                                                                   \
        break;

__host__ __device__ uint64_t work(uint32_t thread, const uint32_t *table) {
    State state = {{1, 2, 3, 4, 5, thread}, 0, 7}, other = {{thread, 9, 8, 7, 6, 5}, 1, -7};
    uint32_t r = thread * 2654435761u, kept = thread;
    for (uint32_t i = 0; i < 6 + (thread & 3); i++) {
        switch (r % 120) {
            TEN(CALL, 0) TEN(CALL, 10) TEN(CALL, 20) TEN(CALL, 30) TEN(CALL, 40) TEN(CALL, 50)
            TEN(CALL, 60) TEN(CALL, 70) TEN(CALL, 80) TEN(CALL, 90) TEN(CALL, 100) TEN(CALL, 110)
        }
        kept += small(r, table, i);
    }
    uint64_t result = uint64_t(kept) << 32 | r;
    for (int i = 0; i < 6; i++) result = result * 31 + state.words[i] + uint64_t(other.words[i]) * 7;
    return result + uint64_t(state.sum * 2) + uint64_t(other.sum * 4) * 3 + uint64_t(state.count) + uint64_t(other.count) * 5;
}

__global__ void large_kernel(uint64_t *results, const uint32_t *table, uint32_t count) {
    const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread < count) results[thread] = work(thread, table);
}

int main() {
    constexpr uint32_t count = 1000;
    std::vector<uint32_t> table(16);
    for (uint32_t i = 0; i < 16; i++) table[i] = i * i * 40503u + 1;
    uint64_t *results;
    uint32_t *numbers;
    if (hipMalloc(&results, count * sizeof *results) || hipMalloc(&numbers, 64)) return 2;
    if (hipMemcpy(numbers, table.data(), 64, hipMemcpyHostToDevice)) return 2;
    large_kernel<<<(count + 127) / 128, 128>>>(results, numbers, count);
    std::vector<uint64_t> got(count);
    if (hipMemcpy(got.data(), results, count * sizeof *results, hipMemcpyDeviceToHost)) return 2;
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < count; i++) wrong += got[i] != work(i, table.data());
    std::printf("RESULT name=large_kernel ok=%d wrong=%u\n", wrong == 0, wrong);
    return wrong != 0;
}
