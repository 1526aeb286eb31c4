// Rows of pageable memory, more than go at once: 2D and 3D copies both ways with pitches of all kinds, in streams behind kernels that write
// what is copied. Then hundreds of short-lived streams one behind the other, each of which has work, and points that others wait for.
#include "graph_checks.h"

#include <cstring>
#include <vector>

__global__ void number(unsigned char *data, size_t size) {
    const size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < size) data[i] = static_cast<unsigned char>(i * 7 + i / 251);
}
__global__ void add(int *data, int value) { atomicAdd(data, value); }

static unsigned char byte_at(size_t i) { return static_cast<unsigned char>(i * 7 + i / 251); }

static void rows(size_t width, size_t height, size_t device_pitch, size_t host_pitch, bool asynchronous) {
    const size_t size = device_pitch * height;
    hipStream_t stream = nullptr;
    OK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    unsigned char *data = nullptr, *back = nullptr;
    OK(hipMalloc(reinterpret_cast<void **>(&data), size));
    OK(hipMalloc(reinterpret_cast<void **>(&back), size));
    number<<<(size + 255) / 256, 256, 0, stream>>>(data, size);
    OK(hipMemsetAsync(back, 0xee, size, stream));
    std::vector<unsigned char> host(host_pitch * height, 0xaa), dense(size);
    const auto copy = [&](void *to, size_t to_pitch, const void *from, size_t from_pitch, hipMemcpyKind kind) {
        if (asynchronous) return hipMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, stream);
        OK(hipStreamSynchronize(stream));
        return hipMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
    };
    OK(copy(host.data(), host_pitch, data, device_pitch, hipMemcpyDeviceToHost));
    OK(hipStreamSynchronize(stream));
    int wrong = 0;
    for (size_t row = 0; row < height; ++row) {
        for (size_t x = 0; x < host_pitch; ++x) {
            wrong += host[row * host_pitch + x] != (x < width ? byte_at(row * device_pitch + x) : 0xaa);
        }
    }
    TRUE(wrong == 0);
    OK(copy(back, device_pitch, host.data(), host_pitch, hipMemcpyHostToDevice));
    // What was read may be overwritten: pageable memory has been read when the call returns.
    std::memset(host.data(), 0, host.size());
    OK(hipMemcpyAsync(dense.data(), back, size, hipMemcpyDeviceToHost, stream));
    OK(hipStreamSynchronize(stream));
    for (size_t i = 0; i < size; ++i) wrong += dense[i] != (i % device_pitch < width ? byte_at(i) : 0xee);
    TRUE(wrong == 0);
    OK(hipFree(data));
    OK(hipFree(back));
    OK(hipStreamDestroy(stream));
}

static void slices() {
    // Not dense: a copy for each slice.
    const size_t width = 1001, height = 700, depth = 5, pitch = 1024, slice = pitch * (height + 3);
    unsigned char *data = nullptr;
    OK(hipMalloc(reinterpret_cast<void **>(&data), slice * depth));
    number<<<(slice * depth + 255) / 256, 256>>>(data, slice * depth);
    std::vector<unsigned char> host(width * height * depth);
    hipMemcpy3DParms parms = {};
    parms.srcPtr = make_hipPitchedPtr(data, pitch, width, height + 3);
    parms.dstPtr = make_hipPitchedPtr(host.data(), width, width, height);
    parms.extent = make_hipExtent(width, height, depth);
    parms.kind = hipMemcpyDeviceToHost;
    OK(hipMemcpy3D(&parms));
    int wrong = 0;
    for (size_t z = 0; z < depth; ++z) {
        for (size_t y = 0; y < height; ++y) {
            for (size_t x = 0; x < width; ++x) wrong += host[(z * height + y) * width + x] != byte_at(z * slice + y * pitch + x);
        }
    }
    TRUE(wrong == 0);
    OK(hipFree(data));
}

static void short_lived_streams() {
    int *sum = nullptr, got = -1, wanted = 0;
    OK(hipMalloc(reinterpret_cast<void **>(&sum), sizeof(int)));
    OK(hipMemset(sum, 0, sizeof(int)));
    OK(hipDeviceSynchronize());
    for (int round = 0; round < 150; ++round) {
        hipStream_t first = nullptr, second = nullptr;
        hipEvent_t event = nullptr;
        OK(hipStreamCreate(&first));
        OK(hipStreamCreateWithFlags(&second, hipStreamNonBlocking));
        OK(hipEventCreateWithFlags(&event, hipEventDisableTiming));
        for (int k = 0; k <= round % 5; ++k) add<<<1, 1, 0, first>>>(sum, ++wanted);
        OK(hipEventRecord(event, first));
        OK(hipStreamWaitEvent(second, event, 0));
        int seen = -1;
        OK(hipMemcpyAsync(&seen, sum, sizeof(int), hipMemcpyDeviceToHost, second));
        OK(hipStreamSynchronize(second));
        TRUE(seen == wanted * (wanted + 1) / 2);
        // Destroyed with work in it, every third time.
        if (round % 3 == 0) add<<<1, 1, 0, second>>>(sum, ++wanted);
        OK(hipStreamDestroy(second));
        OK(hipStreamDestroy(first));
        OK(hipEventDestroy(event));
    }
    OK(hipDeviceSynchronize());
    OK(hipMemcpy(&got, sum, sizeof(int), hipMemcpyDeviceToHost));
    TRUE(got == wanted * (wanted + 1) / 2);
    OK(hipFree(sum));
}

int main() {
    for (const bool asynchronous : {false, true}) {
        rows(4000, 2000, 4096, 4000, asynchronous);  // several pieces, words
        rows(3001, 1500, 3072, 3333, asynchronous);  // bytes
        rows(16, 9, 256, 20, asynchronous);          // one piece, few rows
        rows(3 << 20, 3, 3 << 20, (3 << 20) + 5, asynchronous);  // a row is more than a piece
    }
    section_ends("large_rows", "rows");
    slices();
    section_ends("large_rows", "slices");
    short_lived_streams();
    section_ends("large_rows", "short_lived_streams");
    return all_ok ? 0 : 1;
}
