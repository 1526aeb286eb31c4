// Several devices: each has its own memory, variables, heap and streams; kernels of different kinds on all of them at once; copies
// between them. With one device it is its own neighbour.
//
// also with: HIPVK_DEVICE_COPIES=2
// also with: HIPVK_DEVICE_COPIES=3
#include <hip/hip_ext.h>
#include <hip/hip_runtime.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <set>
#include <string>
#include <thread>
#include <vector>

static const int most = 8, count = 10000;
static int devices = 0;

__device__ int base = 5;
__constant__ int factor = 2;
__managed__ int everywhere = 40;

__global__ void scale(int *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = out[i] * factor + base;
}
__global__ void reverse(int *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) {
        const int x = out[i];
        out[i] = out[n - 1 - i];
        out[n - 1 - i] = x;
    }
}
__global__ void nothing() {}

// A list in the device's own heap, from its end to its beginning.
struct Link {
    int value;
    Link *next;
};
__global__ void heap(int *out, int n, int seed) {
    Link *first = nullptr;
    for (int i = 0; i < n; i++) first = new Link{seed + i, first};
    *out = 0;
    while (first) {
        Link *link = first;
        *out = *out * 3 + link->value;
        first = link->next;
        delete link;
    }
    atomicAdd(&everywhere, 1);
}
__global__ void say(int device) { printf("kernel on device %d\n", device); }

static bool report(const char *name, bool ok) {
    printf("RESULT name=multi_device kernel=%s ok=%d\n", name, ok);
    return ok;
}

static std::vector<int> numbers(int seed) {
    std::vector<int> values(count);
    for (int i = 0; i < count; i++) values[i] = i * 31 + seed * 1000003;
    return values;
}

static int *on_device(int device, const std::vector<int> &values) {
    int *place = nullptr;
    if (hipSetDevice(device) != hipSuccess || hipMalloc(&place, values.size() * sizeof(int)) != hipSuccess) exit(1);
    if (hipMemcpy(place, values.data(), values.size() * sizeof(int), hipMemcpyHostToDevice) != hipSuccess) exit(1);
    return place;
}

static bool holds(const int *place, const std::vector<int> &values) {
    std::vector<int> now(values.size());
    return hipMemcpy(now.data(), place, now.size() * sizeof(int), hipMemcpyDeviceToHost) == hipSuccess && now == values;
}

// Programs tell devices apart by these.
static bool identity() {
    std::set<std::string> uuids, addresses;
    bool ok = true;
    for (int d = 0; d < devices; d++) {
        hipUUID uuid;
        hipDeviceProp_t properties;
        char address[32] = {};
        int found = -1;
        ok &= hipDeviceGetUuid(&uuid, d) == hipSuccess && hipGetDeviceProperties(&properties, d) == hipSuccess;
        ok &= hipDeviceGetPCIBusId(address, sizeof(address), d) == hipSuccess;
        ok &= hipDeviceGetByPCIBusId(&found, address) == hipSuccess && found == d;
        ok &= memcmp(properties.uuid.bytes, uuid.bytes, sizeof(uuid.bytes)) == 0;
        uuids.insert(std::string(uuid.bytes, sizeof(uuid.bytes)));
        addresses.insert(address);
    }
    return ok && uuids.size() == size_t(devices) && addresses.size() == size_t(devices);
}

static bool variables() {
    bool ok = true;
    for (int d = 0; d < devices; d++) {
        const int b = 100 * d + 1, f = d + 2;
        ok &= hipSetDevice(d) == hipSuccess && hipMemcpyToSymbol(HIP_SYMBOL(base), &b, sizeof(b)) == hipSuccess;
        ok &= hipMemcpyToSymbol(HIP_SYMBOL(factor), &f, sizeof(f)) == hipSuccess;
    }
    for (int d = 0; d < devices; d++) {
        std::vector<int> values = numbers(d);
        int *place = on_device(d, values);
        scale<<<(count + 255) / 256, 256>>>(place, count);
        for (int &value : values) value = value * (d + 2) + 100 * d + 1;
        ok &= holds(place, values);
        const int five = 5, two = 2;
        ok &= hipMemcpyToSymbol(HIP_SYMBOL(base), &five, sizeof(five)) == hipSuccess;
        ok &= hipMemcpyToSymbol(HIP_SYMBOL(factor), &two, sizeof(two)) == hipSuccess;
        ok &= hipFree(place) == hipSuccess;
    }
    return ok;
}

static bool heaps() {
    int expected = 0;
    bool ok = true;
    everywhere = 40;
    for (int d = 0; d < devices; d++) {
        int *place = on_device(d, {-1});
        heap<<<1, 1>>>(place, 50, d);
        expected = 0;
        for (int i = 49; i >= 0; i--) expected = int(unsigned(expected) * 3 + d + i);
        ok &= holds(place, {expected});
        ok &= hipFree(place) == hipSuccess && hipDeviceSynchronize() == hipSuccess;
    }
    return ok && everywhere == 40 + devices;
}

// Different kernels at once, in order with what the streams held before.
static bool each() {
    std::vector<hipLaunchParams> launches(devices);
    std::vector<int *> places(devices);
    std::vector<std::vector<int>> values(devices);
    int n = count;
    std::vector<void *> args(2 * devices);
    bool ok = true;
    for (int d = 0; d < devices; d++) {
        places[d] = on_device(d, values[d] = numbers(d));
        ok &= hipStreamCreate(&launches[d].stream) == hipSuccess;
        reverse<<<(count + 127) / 128, 128, 0, launches[d].stream>>>(places[d], count);
        args[2 * d] = &places[d], args[2 * d + 1] = &n;
        launches[d].func = d % 2 ? (void *)reverse : (void *)scale;
        launches[d].gridDim = dim3((count + 127) / 128 + d);
        launches[d].blockDim = dim3(128);
        launches[d].args = &args[2 * d];
    }
    for (unsigned flags = 0; flags < 4; flags++)
        ok &= hipExtLaunchMultiKernelMultiDevice(launches.data(), devices, flags) == hipSuccess;
    for (int d = 0; d < devices; d++) {
        ok &= hipSetDevice(d) == hipSuccess && hipStreamSynchronize(launches[d].stream) == hipSuccess;
        std::vector<int> expected(values[d].rbegin(), values[d].rend());
        for (int &x : expected)
            for (int i = 0; d % 2 == 0 && i < 4; i++) x = int(unsigned(x) * 2 + 5);
        ok &= holds(places[d], expected);
    }
    // Nothing is launched if one cannot be.
    const std::vector<int> zeros(count);
    ok &= hipMemset(places[0], 0, count * sizeof(int)) == hipSuccess;
    const auto refuses = [&](hipError_t expected, int number, unsigned flags) {
        ok &= hipExtLaunchMultiKernelMultiDevice(launches.data(), number, flags) == expected;
    };
    refuses(hipErrorInvalidValue, 0, 0), refuses(hipErrorInvalidValue, devices + 1, 0), refuses(hipErrorInvalidValue, devices, 4);
    ok &= hipExtLaunchMultiKernelMultiDevice(nullptr, devices, 0) == hipErrorInvalidValue;
    if (devices > 1) {
        launches[devices - 1].args = nullptr;
        refuses(hipErrorInvalidValue, devices, 0);
        launches[devices - 1].args = &args[2 * devices - 2];
        hipStream_t own = launches[1].stream;
        launches[1].stream = launches[0].stream;
        refuses(hipErrorInvalidValue, devices, 0);
        launches[1].stream = own;
    }
    hipStream_t own = launches[0].stream;
    launches[0].stream = nullptr;
    refuses(hipErrorInvalidResourceHandle, devices, 0);
    launches[0].stream = own;
    ok &= devices > 1 || holds(places[0], zeros);
    for (int d = 0; d < devices; d++) ok &= hipFree(places[d]) == hipSuccess && hipStreamDestroy(launches[d].stream) == hipSuccess;
    return ok;
}

// Around the ring of devices, each adding its part; a synchronous and an asynchronous copy in turn, and plain hipMemcpy.
static bool copies() {
    std::vector<int> values = numbers(7);
    std::vector<int *> places(devices);
    for (int d = 0; d < devices; d++) places[d] = on_device(d, d == 0 ? values : std::vector<int>(count));
    bool ok = true;
    for (int step = 0; step < 2 * devices + 2; step++) {
        const int from = step % devices, to = (step + 1) % devices;
        ok &= hipSetDevice(from) == hipSuccess;
        scale<<<(count + 255) / 256, 256>>>(places[from], count);
        for (int &x : values) x = int(unsigned(x) * 2 + 5);
        const size_t bytes = count * sizeof(int);
        if (step % 3 == 0) ok &= hipMemcpyPeer(places[to], to, places[from], from, bytes) == hipSuccess;
        if (step % 3 == 1) ok &= hipMemcpyPeerAsync(places[to], to, places[from], from, bytes, nullptr) == hipSuccess;
        if (step % 3 == 2) ok &= hipMemcpy(places[to], places[from], bytes, hipMemcpyDefault) == hipSuccess;
        ok &= holds(places[to], values);
    }
    for (int *place : places) ok &= hipFree(place) == hipSuccess;
    return ok;
}

// Rows, with pitches of their own, to and from the neighbour and by way of host memory that another device allocated.
static bool rows() {
    const int width = 100, height = 37;
    bool ok = true;
    for (int d = 0; d < devices; d++) {
        const int other = (d + 1) % devices;
        int *here = nullptr, *there = nullptr, *host = nullptr;
        size_t pitch_here = 0, pitch_there = 0;
        ok &= hipSetDevice(other) == hipSuccess && hipMallocPitch((void **)&there, &pitch_there, 150 * sizeof(int), height) == hipSuccess;
        ok &= hipHostMalloc(&host, width * height * sizeof(int)) == hipSuccess;
        ok &= hipSetDevice(d) == hipSuccess && hipMallocPitch((void **)&here, &pitch_here, width * sizeof(int), height) == hipSuccess;
        for (int i = 0; i < width * height; i++) host[i] = i * 3 + d;
        const size_t bytes = width * sizeof(int);
        ok &= hipMemcpy2D(here, pitch_here, host, bytes, bytes, height, hipMemcpyDefault) == hipSuccess;
        for (int y = 0; y < height; y++) scale<<<1, 128>>>((int *)((char *)here + y * pitch_here), width);
        ok &= hipMemcpy2DAsync(there, pitch_there, here, pitch_here, bytes, height, hipMemcpyDefault, nullptr) == hipSuccess;
        ok &= hipMemcpy2D(host, bytes, there, pitch_there, bytes, height, hipMemcpyDefault) == hipSuccess;
        for (int i = 0; i < width * height; i++) ok &= host[i] == (i * 3 + d) * 2 + 5;
        ok &= hipFree(here) == hipSuccess && hipFree(there) == hipSuccess && hipHostFree(host) == hipSuccess;
    }
    return ok;
}

// What one device's stream waits for in another's.
static bool events() {
    bool ok = true;
    int *first = on_device(0, numbers(1));
    hipEvent_t done = nullptr;
    hipStream_t stream = nullptr;
    ok &= hipEventCreate(&done) == hipSuccess && hipStreamCreateWithFlags(&stream, hipStreamNonBlocking) == hipSuccess;
    reverse<<<(count + 127) / 128, 128, 0, stream>>>(first, count);
    ok &= hipEventRecord(done, stream) == hipSuccess;
    int *second = on_device(devices - 1, std::vector<int>(count));
    hipStream_t other = nullptr;
    ok &= hipStreamCreate(&other) == hipSuccess && hipStreamWaitEvent(other, done, 0) == hipSuccess;
    ok &= hipMemcpyAsync(second, first, count * sizeof(int), hipMemcpyDefault, other) == hipSuccess;
    scale<<<(count + 255) / 256, 256, 0, other>>>(second, count);
    ok &= hipStreamSynchronize(other) == hipSuccess;
    std::vector<int> expected = numbers(1);
    expected = std::vector<int>(expected.rbegin(), expected.rend());
    for (int &x : expected) x = int(unsigned(x) * 2 + 5);
    ok &= holds(second, expected);
    if (devices > 1) ok &= hipEventRecord(done, other) == hipErrorInvalidResourceHandle;
    ok &= hipEventDestroy(done) == hipSuccess && hipStreamDestroy(stream) == hipSuccess && hipStreamDestroy(other) == hipSuccess;
    return ok && hipFree(first) == hipSuccess && hipFree(second) == hipSuccess;
}

// A launch goes to its stream's device, whichever is current, in every way to launch.
static bool streams_decide() {
    const int last = devices - 1;
    int *data = on_device(last, numbers(1)), n = count;
    hipStream_t stream = nullptr;
    bool ok = hipStreamCreate(&stream) == hipSuccess && hipSetDevice(0) == hipSuccess;
    const dim3 grid((count + 255) / 256), block(256);
    void *arguments[] = {&data, &n};
    (void)hipGetLastError();
    scale<<<grid, block, 0, stream>>>(data, n);
    ok &= hipGetLastError() == hipSuccess;
    ok &= hipLaunchKernel(reinterpret_cast<const void *>(scale), grid, block, arguments, 0, stream) == hipSuccess;
    ok &= hipExtLaunchKernel(reinterpret_cast<const void *>(scale), grid, block, arguments, 0, stream, nullptr, nullptr, 0) == hipSuccess;
    ok &= hipLaunchCooperativeKernel(reinterpret_cast<const void *>(reverse), dim3(1), dim3(1), arguments, 0, stream) == hipSuccess;
    ok &= hipStreamSynchronize(stream) == hipSuccess && hipSetDevice(last) == hipSuccess;
    std::vector<int> expected = numbers(1);
    for (int &x : expected) x = int(((unsigned(x) * 2 + 5) * 2 + 5) * 2 + 5);
    std::swap(expected.front(), expected.back());
    ok &= holds(data, expected);
    return ok && hipStreamDestroy(stream) == hipSuccess && hipFree(data) == hipSuccess;
}

// An executable graph's fills and copies keep their devices; its events may be of any.
static bool graphs() {
    const int last = devices - 1;
    const hipError_t elsewhere = devices > 1 ? hipErrorInvalidValue : hipSuccess;
    int *there = on_device(last, numbers(1)), *here = on_device(0, numbers(2)), got = 0;
    hipGraph_t graph = nullptr;
    hipGraphExec_t exec = nullptr;
    hipGraphNode_t fill = nullptr, copy = nullptr, record = nullptr;
    hipEvent_t own = nullptr, other = nullptr;
    hipStream_t stream = nullptr, reader = nullptr;
    bool ok = hipEventCreate(&own) == hipSuccess && hipStreamCreate(&stream) == hipSuccess;
    hipMemsetParams params = {};
    params.dst = here, params.elementSize = 4, params.width = 4, params.height = 1, params.value = 7;
    ok &= hipGraphCreate(&graph, 0) == hipSuccess && hipGraphAddMemsetNode(&fill, graph, nullptr, 0, &params) == hipSuccess;
    ok &= hipGraphAddMemcpyNode1D(&copy, graph, &fill, 1, here + 4, here, 16, hipMemcpyDeviceToDevice) == hipSuccess;
    ok &= hipGraphAddEventRecordNode(&record, graph, &copy, 1, own) == hipSuccess;
    ok &= hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0) == hipSuccess;
    params.dst = there;
    ok &= hipGraphExecMemsetNodeSetParams(exec, fill, &params) == elsewhere;
    ok &= hipGraphExecMemcpyNodeSetParams1D(exec, copy, there + 4, here, 16, hipMemcpyDeviceToDevice) == elsewhere;
    ok &= hipGraphExecMemcpyNodeSetParams1D(exec, copy, here + 4, there, 16, hipMemcpyDeviceToDevice) == elsewhere;
    params.dst = here + 1;
    ok &= hipGraphExecMemsetNodeSetParams(exec, fill, &params) == hipSuccess;
    ok &= hipGraphExecMemcpyNodeSetParams1D(exec, copy, here + 8, here + 1, 16, hipMemcpyDeviceToDevice) == hipSuccess;
    ok &= hipSetDevice(last) == hipSuccess && hipEventCreate(&other) == hipSuccess && hipStreamCreate(&reader) == hipSuccess;
    ok &= hipGraphExecEventRecordNodeSetEvent(exec, record, other) == hipSuccess && hipGraphLaunch(exec, stream) == hipSuccess;
    ok &= hipStreamWaitEvent(reader, other, 0) == hipSuccess && hipEventSynchronize(other) == hipSuccess && hipEventQuery(other) == hipSuccess;
    ok &= hipStreamSynchronize(reader) == hipSuccess && hipSetDevice(0) == hipSuccess;
    ok &= hipMemcpy(&got, here + 11, 4, hipMemcpyDeviceToHost) == hipSuccess && got == 7;
    // Recorded on its own device again.
    ok &= hipEventRecord(other, reader) == hipSuccess && hipEventSynchronize(other) == hipSuccess;
    ok &= hipGraphExecDestroy(exec) == hipSuccess && hipGraphDestroy(graph) == hipSuccess;
    ok &= hipEventDestroy(own) == hipSuccess && hipEventDestroy(other) == hipSuccess;
    ok &= hipStreamDestroy(stream) == hipSuccess && hipStreamDestroy(reader) == hipSuccess;
    return ok && hipFree(here) == hipSuccess && hipFree(there) == hipSuccess;
}

// A copy that a stream of one device orders, of another's memory or between two, happens at its turn: the call does not wait for it. Nothing else
// of the devices does either, and a graph captures it.
static std::atomic<bool> gate{false};
static void wait_at_gate(void *) {
    while (!gate) std::this_thread::yield();
}
static bool later() {
    const int last = devices - 1;
    const size_t bytes = count * sizeof(int), row = bytes / 2;
    int *pinned = nullptr, *here = on_device(0, std::vector<int>(count)), *there = on_device(last, std::vector<int>(count));
    hipStream_t stream = nullptr;
    hipGraph_t graph = nullptr;
    hipGraphExec_t exec = nullptr;
    bool ok = hipSetDevice(0) == hipSuccess && hipHostMalloc(&pinned, bytes, hipHostMallocPortable) == hipSuccess;
    ok &= hipSetDevice(last) == hipSuccess && hipStreamCreateWithFlags(&stream, hipStreamNonBlocking) == hipSuccess;
    std::fill(pinned, pinned + count, -1);
    gate = false;
    ok &= hipLaunchHostFunc(stream, wait_at_gate, nullptr) == hipSuccess;
    ok &= hipMemcpyAsync(there, pinned, bytes, hipMemcpyDefault, stream) == hipSuccess;
    scale<<<(count + 255) / 256, 256, 0, stream>>>(there, count);
    ok &= hipMemcpyPeerAsync(here, 0, there, last, bytes, stream) == hipSuccess;
    ok &= hipMemcpy2DAsync(here, row, there + count / 2, row, row, 1, hipMemcpyDefault, stream) == hipSuccess;
    ok &= hipMemcpyAsync(pinned, here, bytes, hipMemcpyDefault, stream) == hipSuccess;
    ok &= hipStreamQuery(stream) == hipErrorNotReady && pinned[0] == -1;
    const std::vector<int> values = numbers(3);
    std::copy(values.begin(), values.end(), pinned);
    gate = true;
    ok &= hipStreamSynchronize(stream) == hipSuccess;
    for (int i = 0; i < count; i++) ok &= pinned[i] == int(unsigned(values[i < count / 2 ? i + count / 2 : i]) * 2 + 5);
    ok &= hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal) == hipSuccess;
    ok &= hipMemcpyAsync(there, pinned, bytes, hipMemcpyDefault, stream) == hipSuccess;
    ok &= hipMemcpyPeerAsync(here, 0, there, last, bytes, stream) == hipSuccess;
    ok &= hipStreamEndCapture(stream, &graph) == hipSuccess && hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0) == hipSuccess;
    for (int turn = 0; turn < 3; turn++) {
        std::fill(pinned, pinned + count, turn);
        ok &= hipGraphLaunch(exec, stream) == hipSuccess && hipStreamSynchronize(stream) == hipSuccess;
        ok &= holds(here, std::vector<int>(count, turn));
    }
    ok &= hipGraphExecDestroy(exec) == hipSuccess && hipGraphDestroy(graph) == hipSuccess && hipStreamDestroy(stream) == hipSuccess;
    return ok && hipFree(here) == hipSuccess && hipFree(there) == hipSuccess && hipHostFree(pinned) == hipSuccess;
}

int main() {
    if (hipGetDeviceCount(&devices) != hipSuccess || devices > most) return 1;
    printf("%d devices\n", devices);
    for (int d = 0; d < devices; d++) {
        if (hipSetDevice(d) != hipSuccess) return 1;
        say<<<1, 1>>>(d);
        nothing<<<1, 1>>>();
        if (hipDeviceSynchronize() != hipSuccess) return 1;
    }
    bool ok = report("identity", identity());
    ok &= report("variables", variables());
    ok &= report("heaps", heaps());
    ok &= report("each", each());
    ok &= report("copies", copies());
    ok &= report("rows", rows());
    ok &= report("events", events());
    ok &= report("streams_decide", streams_decide());
    ok &= report("graphs", graphs());
    ok &= report("later", later());
    return ok ? 0 : 1;
}
