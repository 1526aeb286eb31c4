// What the device wrote to host memory is all there when a wait, a query or an event has said so: by kernels, fills and copies, of every size, read
// at once, over and over. Drivers for which we leave out the barrier that Vulkan asks for (Quirks::signals_reach_host) are tried hardest with
// `host_reads 20000`.
// also with: HIPVK_BARRIERS_FIRST=1
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                         \
    do {                                                                                                    \
        const hipError_t error = (call);                                                                    \
        if (error != hipSuccess) std::printf("%s: %s\n", #call, hipGetErrorName(error)), std::exit(1);      \
    } while (false)

constexpr unsigned MOST = 1u << 20;

// One word each, in an order that is not memory's.
__global__ void write(unsigned *to, unsigned value, unsigned count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) to[(i * 7919u) % count] = value + (i * 7919u) % count;
}

static hipStream_t stream;
static hipEvent_t event;

static void by_stream() { CHECK(hipStreamSynchronize(stream)); }
static void by_device() { CHECK(hipDeviceSynchronize()); }
static void by_event() {
    CHECK(hipEventRecord(event, stream));
    CHECK(hipEventSynchronize(event));
}
static void by_query() {
    while (hipStreamQuery(stream) == hipErrorNotReady) {}
}

static unsigned wrong(const unsigned *host, unsigned value, unsigned step, unsigned count) {
    unsigned bad = 0;
    // From the end: what was written last may come last.
    for (unsigned i = count; i-- > 0;) bad += host[i] != value + step * i;
    return bad;
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 120;
    unsigned *host, *device;
    CHECK(hipHostMalloc(&host, MOST * sizeof *host));
    CHECK(hipMalloc(&device, MOST * sizeof *device));
    CHECK(hipStreamCreate(&stream));
    CHECK(hipEventCreate(&event));
    unsigned all = 0;
    void (*const waits[])() = {by_stream, by_device, by_event, by_query};
    const char *const names[] = {"stream", "device", "event", "query"};
    for (int how = 0; how < 4; ++how) {
        unsigned bad = 0;
        for (int round = 0; round < rounds; ++round) {
            // No multiple of what `write` strides by, so that each word is written once.
            unsigned count = 1u << (round * 5 % 21);
            if (rounds > 1000 && round % 8 != 0 && count > 1u << 14) count = 1u << 14;
            const unsigned value = 0x10000u * how + 3 * round + 1;
            const unsigned blocks = (count + 255) / 256;
            write<<<blocks, 256, 0, stream>>>(host, value, count);
            waits[how]();
            bad += wrong(host, value, 1, count);
            write<<<blocks, 256, 0, stream>>>(device, value + 1, count);
            CHECK(hipMemcpyAsync(host, device, count * sizeof *host, hipMemcpyDeviceToHost, stream));
            waits[how]();
            bad += wrong(host, value + 1, 1, count);
            CHECK(hipMemsetD32Async((hipDeviceptr_t)host, (int)value + 2, count, stream));
            waits[how]();
            bad += wrong(host, value + 2, 0, count);
        }
        all += bad;
        std::printf("RESULT name=%s ok=%d wrong=%u rounds=%d\n", names[how], bad == 0, bad, rounds);
    }
    CHECK(hipEventDestroy(event));
    CHECK(hipStreamDestroy(stream));
    CHECK(hipFree(device));
    CHECK(hipHostFree(host));
    return all != 0;
}
