// Lanes of a warp that pass each other words in ways that nothing tells from races: with HIPVK_LOCKSTEP they do it in step. Each against the host, which
// plays the rounds one after another.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

static const int warp = 32, words = 70, rounds = 12, warps = 6;

#define KERNEL(name) __global__ void name(const int *__restrict__ to, int *words_of_all)
#define HERE(lane, row) \
    const int own_lane = lane; \
    int *const own = words_of_all + (row) * words

// Every round each lane has another word, which another one had before.
#define ROUNDS \
    for (int r = 0; r < rounds; r++) { \
        const int at = to[r * warp + own_lane]; \
        own[at] = own[at] * 3 + own_lane; \
    }
KERNEL(told) {
    HERE(threadIdx.x % warp, threadIdx.x / warp);
    ROUNDS
}
KERNEL(rows_of_a_block) {
    HERE(threadIdx.y * blockDim.x + threadIdx.x, threadIdx.z);
    ROUNDS
}
// A row of shared words, emptied, filled where a table says, and read, round by round. (Where only some lanes filled it, clang would know of the others
// that they read what they have stored.)
KERNEL(shared_rows) {
    HERE(threadIdx.x % warp, threadIdx.x / warp);
    __shared__ int all[warps * warp];
    int *const row = all + threadIdx.x / warp * warp;
    int sum = 0;
    for (int r = 0; r < rounds; r++) {
        row[own_lane] = 0;
        row[to[r * warp + own_lane] % warp] += own_lane + 1;
        sum = sum * 3 + row[own_lane];
    }
    own[own_lane] = sum;
}
// Two groups in a warp, that part in a loop: each passes its words on within itself.
KERNEL(half_warps) {
    HERE(threadIdx.x % 16, threadIdx.x / 16);
    for (int r = 0; r < rounds - threadIdx.x / 16 % 2 * 5; r++) {
        const int next = own[(own_lane + r) % 16];
        own[16 + own_lane] = next * 3 + own_lane;
        own[own_lane] = own[16 + (own_lane + 1) % 16];
    }
}

static void play(int *own, const int *to, void (*kernel)(const int *, int *), int row) {
    if (kernel == told || kernel == rows_of_a_block) {
        for (int r = 0; r < rounds; r++)
            for (int l = 0; l < warp; l++) {
                int &word = own[to[r * warp + l]];
                word = int(unsigned(word) * 3 + l);
            }
    } else if (kernel == shared_rows) {
        std::vector<unsigned> sums(warp), cells(warp);
        for (int r = 0; r < rounds; r++) {
            cells.assign(warp, 0);
            for (int l = 0; l < warp; l++) cells[to[r * warp + l] % warp] += l + 1;
            for (int l = 0; l < warp; l++) sums[l] = sums[l] * 3 + cells[l];
        }
        for (int l = 0; l < warp; l++) own[l] = int(sums[l]);
    } else {
        for (int r = 0; r < rounds - row % 2 * 5; r++) {
            for (int l = 0; l < 16; l++) own[16 + l] = int(unsigned(own[(l + r) % 16]) * 3 + l);
            for (int l = 0; l < 16; l++) own[l] = own[16 + (l + 1) % 16];
        }
    }
}

static int failures = 0;

static void check(const char *name, void (*kernel)(const int *, int *), dim3 block, int rows) {
    std::vector<int> expected(2 * warps * words), to(rounds * warp), got(expected.size());
    for (size_t i = 0; i < expected.size(); i++) expected[i] = int(i % 7);
    // In a round no two lanes have the same word, nor the same modulo the warp's width.
    for (int i = 0; i < rounds * warp; i++) to[i] = (i % warp * 5 + i / warp * 11 + 3) % warp + i / warp % 3 * 19;
    int *places, *device;
    bool ok = hipMalloc(&places, to.size() * sizeof(int)) == hipSuccess && hipMalloc(&device, expected.size() * sizeof(int)) == hipSuccess &&
              hipMemcpy(places, to.data(), to.size() * sizeof(int), hipMemcpyHostToDevice) == hipSuccess &&
              hipMemcpy(device, expected.data(), expected.size() * sizeof(int), hipMemcpyHostToDevice) == hipSuccess;
    kernel<<<1, block>>>(places, device);
    ok = ok && hipMemcpy(got.data(), device, got.size() * sizeof(int), hipMemcpyDeviceToHost) == hipSuccess;
    for (int row = 0; row < rows; row++) play(&expected[row * words], to.data(), kernel, row);
    int wrong = 0;
    for (size_t i = 0; i < got.size(); i++) wrong += got[i] != expected[i];
    ok = ok && wrong == 0;
    failures += !ok;
    std::printf("RESULT name=strict_lockstep:%s ok=%d wrong=%d\n", name, ok, wrong);
    (void)hipFree(places);
    (void)hipFree(device);
}

int main() {
    setenv("HIPVK_LOCKSTEP", "1", 1); // read when the first call opens the device
    check("told", told, dim3(warps * warp), warps);
    check("rows_of_a_block", rows_of_a_block, dim3(16, 2, warps), warps);
    check("shared_rows", shared_rows, dim3(warps * warp), warps);
    check("half_warps", half_warps, dim3(warps * warp), 2 * warps);
    return failures;
}
