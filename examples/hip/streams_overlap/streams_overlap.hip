// streams_overlap: the same work twice: copy in, compute, copy out on one stream; then cut into slices on several
// streams, so that the copies of one slice run beside the kernel of another. Events tie the streams together.
// Usage: streams_overlap [elements] [streams]
#include "../common/example.h"

__global__ void iterate(const float *in, float *out, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float value = in[i];
    for (int step = 0; step < 32; ++step) value = value * 0.75f + 1.0f;
    out[i] = value;
}

static float iterate_on_host(float value) {
    for (int step = 0; step < 32; ++step) value = value * 0.75f + 1.0f;
    return value;
}

/// The part [first, first + count) of the arrays, on one stream.
static void enqueue(const float *in, float *out, float *device_in, float *device_out, int first, int count,
                    hipStream_t stream) {
    const size_t bytes = count * sizeof(float);
    CHECK(hipMemcpyAsync(device_in + first, in + first, bytes, hipMemcpyHostToDevice, stream));
    iterate<<<example::blocks_for(count, 256), 256, 0, stream>>>(device_in + first, device_out + first, count);
    CHECK(hipGetLastError());
    CHECK(hipMemcpyAsync(out + first, device_out + first, bytes, hipMemcpyDeviceToHost, stream));
}

int main(int argc, char **argv) {
    example::name() = "streams_overlap";
    const int count = example::argument(argc, argv, 1, 800003);
    const int parts = example::argument(argc, argv, 2, 4);
    const size_t bytes = count * sizeof(float);

    const std::vector<float> values = example::random_floats(count, 0, 100);
    float *in = nullptr, *out = nullptr;
    CHECK(hipHostMalloc(&in, bytes));
    CHECK(hipHostMalloc(&out, bytes));
    std::copy(values.begin(), values.end(), in);
    example::Buffer<float> device_in(count), device_out(count);

    std::vector<hipStream_t> streams(parts);
    std::vector<hipEvent_t> done(parts);
    for (int i = 0; i < parts; ++i) {
        CHECK(hipStreamCreateWithFlags(&streams[i], hipStreamNonBlocking));
        CHECK(hipEventCreateWithFlags(&done[i], hipEventDisableTiming));
    }
    hipEvent_t start, stop;
    CHECK(hipEventCreate(&start));
    CHECK(hipEventCreate(&stop));

    std::vector<float> expected(count);
    for (int i = 0; i < count; ++i) expected[i] = iterate_on_host(values[i]);
    bool ok = true;
    float ms[2] = {0, 0};
    // The first of three rounds compiles the kernel; then everything on one stream, then on all of them.
    for (int round = 0; round < 3; ++round) {
        const int slices = round == 2 ? parts : 1;
        std::fill(out, out + count, -1.0f);
        CHECK(hipEventRecord(start, streams[0]));
        for (int i = 0; i < slices; ++i) {
            if (i > 0) CHECK(hipStreamWaitEvent(streams[i], start, 0));
            const int first = (int)((long long)count * i / slices);
            const int next = (int)((long long)count * (i + 1) / slices);
            enqueue(in, out, device_in.get(), device_out.get(), first, next - first, streams[i]);
            CHECK(hipEventRecord(done[i], streams[i]));
        }
        for (int i = 1; i < slices; ++i) CHECK(hipStreamWaitEvent(streams[0], done[i], 0));
        CHECK(hipEventRecord(stop, streams[0]));
        CHECK(hipEventSynchronize(stop));
        CHECK(hipEventElapsedTime(&ms[round == 2], start, stop));
        ok = ok && example::close(std::vector<float>(out, out + count), expected, 1e-5f);
    }
    std::printf("one stream %.3f ms, %d streams %.3f ms\n", ms[0], parts, ms[1]);

    for (hipEvent_t event : done) CHECK(hipEventDestroy(event));
    for (hipStream_t stream : streams) CHECK(hipStreamDestroy(stream));
    CHECK(hipEventDestroy(start));
    CHECK(hipEventDestroy(stop));
    CHECK(hipHostFree(in));
    CHECK(hipHostFree(out));
    return example::report(ok, "iterate", ms[1], 2.0 * bytes, 64.0 * count);
}
