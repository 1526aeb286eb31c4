// Words of device memory, which the host of a discrete GPU does not see: streams that wait for them (hipStreamWaitValue32 and 64) go on when a
// kernel, a copy or another stream's write gives them their value, and not before. And fine-grained device memory, which host and kernels
// work on by the same address.
#include <hip/hip_runtime.h>

#include <chrono>
#include <cstdint>
#include <cstdio>

static int wrong_calls;

static void ok(hipError_t error, const char *what) {
    if (error == hipSuccess) return;
    if (++wrong_calls < 8) std::printf("%s: %s\n", what, hipGetErrorName(error));
}
#define OK(call) ok((call), #call)

__global__ void store(uint64_t *word, uint64_t value) { *word = value; }
__global__ void add(int *to, int value) { atomicAdd(to, value); }
__global__ void twice(int *data, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) data[i] *= 2;
}

// Whether a stream ends what it has within seconds. One that waits for what never comes would hold up the program for ever.
static bool ends(hipStream_t stream) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    hipError_t state;
    while ((state = hipStreamQuery(stream)) == hipErrorNotReady && Clock::now() - start < std::chrono::seconds(4)) {}
    return state == hipSuccess;
}

enum class By { kernel, copy, write };

// Whether what is behind a wait runs once the word has its value, and not while it has another.
static bool waits(By by, unsigned flags, uint64_t mask, uint64_t wanted, uint64_t other, uint64_t release, bool wide) {
    hipStream_t waiting, releasing;
    uint64_t *words, *from;
    int *count;
    OK(hipStreamCreateWithFlags(&waiting, hipStreamNonBlocking));
    OK(hipStreamCreateWithFlags(&releasing, hipStreamNonBlocking));
    OK(hipMalloc(reinterpret_cast<void **>(&words), 4096));
    OK(hipHostMalloc(reinterpret_cast<void **>(&from), 8, 0));
    OK(hipHostMalloc(reinterpret_cast<void **>(&count), sizeof(int), 0));
    *count = 0;
    uint64_t *word = words + 37;
    store<<<1, 1, 0, waiting>>>(word, other);
    if (wide) {
        OK(hipStreamWaitValue64(waiting, word, wanted, flags, mask));
    } else {
        OK(hipStreamWaitValue32(waiting, word, uint32_t(wanted), flags, uint32_t(mask)));
    }
    add<<<1, 1, 0, waiting>>>(count, 1);
    // Other work goes on meanwhile, and the wait does not.
    store<<<1, 1, 0, releasing>>>(words, 1);
    OK(hipStreamSynchronize(releasing));
    const bool held = hipStreamQuery(waiting) == hipErrorNotReady && *count == 0;
    if (by == By::kernel) {
        store<<<1, 1, 0, releasing>>>(word, release);
    } else if (by == By::copy) {
        *from = release;
        OK(hipMemcpyAsync(word, from, 8, hipMemcpyHostToDevice, releasing));
    } else if (wide) {
        OK(hipStreamWriteValue64(releasing, word, release, 0));
    } else {
        OK(hipStreamWriteValue32(releasing, word, uint32_t(release), 0));
    }
    const bool gone_on = ends(waiting) && *count == 1;
    OK(hipMemcpy(word, &release, 8, hipMemcpyHostToDevice));
    OK(hipStreamDestroy(waiting));
    OK(hipStreamDestroy(releasing));
    OK(hipFree(words));
    OK(hipHostFree(from));
    OK(hipHostFree(count));
    return held && gone_on;
}

static bool many_in_a_row() {
    hipStream_t waiting;
    uint64_t *words;
    int *count;
    OK(hipStreamCreateWithFlags(&waiting, hipStreamNonBlocking));
    OK(hipMalloc(reinterpret_cast<void **>(&words), 64));
    OK(hipHostMalloc(reinterpret_cast<void **>(&count), sizeof(int), 0));
    *count = 0;
    OK(hipMemset(words, 0, 64));
    for (int i = 0; i < 8; ++i) {
        OK(hipStreamWaitValue64(waiting, words + i, i + 1, hipStreamWaitValueEq, ~0ull));
        add<<<1, 1, 0, waiting>>>(count, 1);
    }
    for (int i = 0; i < 8; ++i) store<<<1, 1>>>(words + i, i + 1);
    const bool all = ends(waiting) && *count == 8;
    const uint64_t values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    OK(hipMemcpy(words, values, sizeof(values), hipMemcpyHostToDevice));
    OK(hipStreamDestroy(waiting));
    OK(hipFree(words));
    OK(hipHostFree(count));
    return all;
}

static bool both_work_on_fine_grained_memory(unsigned flags) {
    constexpr int n = 1000;
    int *data = nullptr;
    if (hipExtMallocWithFlags(reinterpret_cast<void **>(&data), n * sizeof(int), flags) != hipSuccess) return false;
    for (int i = 0; i < n; ++i) data[i] = i;
    twice<<<(n + 255) / 256, 256>>>(data, n);
    OK(hipDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; ++i) wrong += data[i] != 2 * i;
    OK(hipFree(data));
    return wrong == 0;
}

static int result(const char *name, bool right) {
    const bool good = right && wrong_calls == 0;
    std::printf("RESULT name=device_words kernel=%s ok=%d\n", name, good);
    return good ? 0 : 1;
}

int main() {
    int wrong = 0;
    const uint64_t all = ~0ull, high = 5ull << 40;
    wrong += result("released_by_a_kernel", waits(By::kernel, hipStreamWaitValueGte, all, high, 4ull << 40, high + 1, true));
    wrong += result("released_by_a_copy", waits(By::copy, hipStreamWaitValueEq, all, high, high + 1, high, true));
    wrong += result("released_by_a_write", waits(By::write, hipStreamWaitValueAnd, all, 6, 9, 2, true));
    wrong += result("of_32_bits", waits(By::kernel, hipStreamWaitValueNor, all, 0x7fffffff, 0x80000000, 0, false));
    wrong += result("under_a_mask", waits(By::write, hipStreamWaitValueEq, 0xff, 3, 0x104, 0x203, false));
    wrong += result("many_in_a_row", many_in_a_row());
    int fine = 0;
    OK(hipDeviceGetAttribute(&fine, hipDeviceAttributeFineGrainSupport, 0));
    wrong += result("fine_grained", !fine || both_work_on_fine_grained_memory(hipDeviceMallocFinegrained));
    wrong += result("uncached", !fine || both_work_on_fine_grained_memory(hipDeviceMallocUncached));
    return wrong != 0;
}
