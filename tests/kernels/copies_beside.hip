// Large copies between host and device keep their place among kernels, events and copies of their stream and of others, also where
// they go to queues of their own (vk/stream/transfer.rs, `lane_of_copy`).
// also with: HIPVK_COPY_QUEUE=1
#include <hip/hip_runtime.h>

#include <cstdio>

static int failed = 0;

#define CHECK(call)                                                                                  \
    do {                                                                                             \
        const hipError_t error = (call);                                                             \
        if (error != hipSuccess) std::printf("%s: %s\n", #call, hipGetErrorName(error)), failed = 1; \
    } while (false)

__global__ void add(int *p, size_t n, int value) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] += value;
}
// Reads all of `from` for some time: who overwrites it too early is seen in `to`.
__global__ void read(const int *from, int *to, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) to[i] = from[n - 1 - i];
}

struct Buffers {
    int *up, *down, *device, *other;
    size_t words;

    explicit Buffers(size_t words) : words(words) {
        CHECK(hipHostMalloc((void **)&up, bytes(), 0));
        CHECK(hipHostMalloc((void **)&down, bytes(), 0));
        CHECK(hipMalloc((void **)&device, bytes()));
        CHECK(hipMalloc((void **)&other, bytes()));
        for (size_t i = 0; i < words; ++i) up[i] = (int)(i % 1000);
    }
    ~Buffers() {
        CHECK(hipHostFree(up));
        CHECK(hipHostFree(down));
        CHECK(hipFree(device));
        CHECK(hipFree(other));
    }
    size_t bytes() const { return words * sizeof(int); }

    void copy_up(int *to, hipStream_t s) const { CHECK(hipMemcpyAsync(to, up, bytes(), hipMemcpyHostToDevice, s)); }
    void copy_down(const int *from, hipStream_t s) const { CHECK(hipMemcpyAsync(down, from, bytes(), hipMemcpyDeviceToHost, s)); }
    void add_on(hipStream_t s, int value) const { add<<<64, 256, 0, s>>>(device, words, value); }

    // Whether `down` is what was sent up, more by `added`, and from the end to the start if `turned`.
    void expect(const char *what, int added, bool turned = false) const {
        size_t wrong = 0;
        for (size_t i = 0; i < words; ++i) wrong += down[i] != up[turned ? words - 1 - i : i] + added;
        std::printf("RESULT name=copies_beside kernel=%s_%zu ok=%d wrong=%zu\n", what, words >> 18, wrong == 0, wrong);
        failed |= wrong != 0;
        for (size_t i = 0; i < words; ++i) down[i] = -1;
    }
};

static void all(size_t words, hipStream_t a, hipStream_t b) {
    const Buffers x(words), y(words);
    // One stream, nobody waits in between.
    x.copy_up(x.device, a), x.add_on(a, 3), x.copy_down(x.device, a);
    CHECK(hipStreamSynchronize(a));
    x.expect("in_order", 3);
    for (int round = 0; round < 4; ++round) x.copy_up(x.device, a), x.add_on(a, round), x.copy_down(x.device, a), x.add_on(a, 7);
    x.copy_down(x.device, a);
    CHECK(hipStreamSynchronize(a));
    x.expect("again_and_again", 10);
    // Another stream goes on where the first is, by an event behind a copy and by one behind a kernel.
    hipEvent_t event;
    CHECK(hipEventCreate(&event));
    x.copy_up(x.device, a);
    CHECK(hipEventRecord(event, a));
    CHECK(hipStreamWaitEvent(b, event, 0));
    x.add_on(b, 5);
    CHECK(hipEventRecord(event, b));
    CHECK(hipStreamWaitEvent(a, event, 0));
    x.copy_down(x.device, a);
    CHECK(hipStreamSynchronize(a));
    x.expect("behind_events", 5);
    // A copy up must not come before the kernel that still reads what it overwrites.
    x.copy_up(x.device, a);
    for (int round = 0; round < 3; ++round) read<<<8, 64, 0, a>>>(x.device, x.other, words);
    CHECK(hipMemsetAsync(y.other, 1, y.bytes(), b));
    CHECK(hipMemcpyAsync(x.device, y.down, x.bytes(), hipMemcpyHostToDevice, a));
    x.copy_down(x.other, a);
    CHECK(hipStreamSynchronize(a));
    x.expect("behind_who_reads", 0, true);
    // Both ways at once, and kernels beside.
    y.copy_up(y.device, b);
    CHECK(hipStreamSynchronize(b));
    x.copy_up(x.device, a), y.copy_down(y.device, b), x.add_on(a, 1), y.add_on(b, 2);
    CHECK(hipDeviceSynchronize());
    y.expect("both_ways", 0);
    x.copy_down(x.device, a), y.copy_down(y.device, b);
    CHECK(hipDeviceSynchronize());
    x.expect("kernels_beside", 1), y.expect("kernels_beside", 2);
    // The host reads what the copy wrote as soon as the event says so.
    x.copy_up(x.device, a), x.add_on(a, 9);
    CHECK(hipStreamSynchronize(a));
    x.copy_down(x.device, a);
    CHECK(hipEventRecord(event, a));
    CHECK(hipEventSynchronize(event));
    x.expect("by_event", 9);
    CHECK(hipEventDestroy(event));
}

int main() {
    hipStream_t a, b;
    CHECK(hipStreamCreate(&a));
    CHECK(hipStreamCreateWithFlags(&b, hipStreamNonBlocking));
    all(1 << 19, a, b);  // 2 MiB
    all(18 << 20, a, b); // 72 MiB
    CHECK(hipStreamDestroy(a));
    CHECK(hipStreamDestroy(b));
    return failed;
}
