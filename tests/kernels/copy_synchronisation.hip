// Which copies and fills have happened when the call returns: every cell of the table in runtime/src/hip/memory/synchronisation.rs, for
// every kind of call. Where a call must wait, a kernel before it takes its time and then writes what the host must see behind the call;
// where it must not, the kernel before it ends only when the call has returned (a guard lets it go where that never happens).
#include <hip/hip_runtime.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

static int failed = 0;

#define CHECK(call)                                                                                  \
    do {                                                                                             \
        const hipError_t error = (call);                                                             \
        if (error != hipSuccess) std::printf("%s: %s\n", #call, hipGetErrorName(error)), failed = 1; \
    } while (false)

__device__ int variable[64];

__global__ void late(volatile int *seen, long long rounds) {
    for (long long i = 0; i < rounds; ++i) seen[1] = (int)i;
    seen[0] = 1;
}
__global__ void gate(volatile int *seen) {
    while (seen[2] == 0) {}
    seen[0] = 1;
}

static volatile int *seen;
static long long rounds = 1000;
static int cells = 0;

static void launch_late(hipStream_t stream) { late<<<1, 1, 0, stream>>>((int *)seen, rounds); }

// Rounds for 20 ms.
static void calibrate() {
    double took = 0;
    while (took < 0.02 && rounds < 1LL << 40) {
        rounds *= 2;
        const auto start = std::chrono::steady_clock::now();
        launch_late(nullptr);
        CHECK(hipDeviceSynchronize());
        took = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
}

static void clear() {
    CHECK(hipDeviceSynchronize());
    seen[0] = seen[2] = 0;
}

// Calls while a kernel waits for the call to return; whether it did.
static bool returns_before_the_kernel(hipStream_t stream, const std::function<hipError_t()> &call) {
    std::mutex mutex;
    std::condition_variable returned;
    bool well = false, late_guard = false;
    gate<<<1, 1, 0, stream>>>((int *)seen);
    std::thread guard([&] {
        std::unique_lock<std::mutex> lock(mutex);
        late_guard = !returned.wait_for(lock, std::chrono::seconds(30), [&] { return well; });
        seen[2] = 1;
    });
    CHECK(call());
    {
        std::lock_guard<std::mutex> lock(mutex);
        well = true;
    }
    returned.notify_one();
    guard.join();
    CHECK(hipStreamSynchronize(stream));
    return !late_guard && seen[0] == 1;
}

static void cell(const std::string &name, hipStream_t stream, bool waits, const std::function<hipError_t()> &call) {
    clear();
    bool right;
    if (waits) {
        launch_late(stream);
        CHECK(call());
        const int then = seen[0];
        const hipError_t query = hipStreamQuery(stream);
        right = then == 1 && query == hipSuccess;
    } else {
        right = returns_before_the_kernel(stream, call);
    }
    ++cells;
    if (right) return;
    std::printf("WRONG: %s should %s\n", name.c_str(), waits ? "wait" : "not wait");
    failed = 1;
}

enum Place { pageable, pinned, registered, managed, device, places };
static const char *const names[] = {"pageable", "pinned", "registered", "managed", "device"};
static bool is_host(Place p) { return p == pageable || p == pinned || p == registered; }

static const size_t width = 64, height = 4, depth = 2, bytes = width * height * depth;
static char source_pageable[bytes], target_pageable[bytes];
alignas(4096) static char source_registered[4096], target_registered[4096];
static char *sources[places], *targets[places];
static hipArray_t array, other_array;

static hipMemcpy3DParms box(char *to, char *from) {
    hipMemcpy3DParms p = {};
    p.srcPtr = make_hipPitchedPtr(from, width, width, height);
    p.dstPtr = make_hipPitchedPtr(to, width, width, height);
    p.extent = make_hipExtent(width, height, depth);
    p.kind = hipMemcpyDefault;
    return p;
}

static void linear(hipStream_t stream) {
    for (int f = 0; f < places; ++f) {
        for (int t = 0; t < places; ++t) {
            const Place from = (Place)f, to = (Place)t;
            char *a = targets[t], *b = sources[f];
            const std::string name = std::string(" from ") + names[f] + " to " + names[t];
            const bool now = !(from == device && to == device);
            cell("hipMemcpy" + name, nullptr, now, [=] { return hipMemcpy(a, b, bytes, hipMemcpyDefault); });
            cell("hipMemcpyWithStream" + name, stream, now,
                 [=] { return hipMemcpyWithStream(a, b, bytes, hipMemcpyDefault, stream); });
            cell("hipMemcpy2D" + name, nullptr, now,
                 [=] { return hipMemcpy2D(a, width, b, width, width / 2, height, hipMemcpyDefault); });
            cell("hipMemcpy3D" + name, nullptr, now, [=] {
                const hipMemcpy3DParms p = box(a, b);
                return hipMemcpy3D(&p);
            });
            const bool later = to == pageable || (is_host(from) && is_host(to));
            cell("hipMemcpyAsync" + name, stream, later,
                 [=] { return hipMemcpyAsync(a, b, bytes, hipMemcpyDefault, stream); });
            cell("hipMemcpy2DAsync" + name, stream, later,
                 [=] { return hipMemcpy2DAsync(a, width, b, width, width / 2, height, hipMemcpyDefault, stream); });
            cell("hipMemcpy3DAsync" + name, stream, later, [=] {
                const hipMemcpy3DParms p = box(a, b);
                return hipMemcpy3DAsync(&p, stream);
            });
        }
    }
}

static void symbols_and_arrays(hipStream_t stream) {
    for (int p = 0; p < places; ++p) {
        const Place place = (Place)p;
        char *a = targets[p], *b = sources[p];
        const std::string name = std::string(", ") + names[p];
        const bool now = place != device, from_later = place == pageable;
        const hipMemcpyKind up = now ? hipMemcpyHostToDevice : hipMemcpyDeviceToDevice;
        const hipMemcpyKind down = now ? hipMemcpyDeviceToHost : hipMemcpyDeviceToDevice;
        cell("hipMemcpyToSymbol" + name, nullptr, now, [=] { return hipMemcpyToSymbol(HIP_SYMBOL(variable), b, 64, 0, up); });
        cell("hipMemcpyFromSymbol" + name, nullptr, now,
             [=] { return hipMemcpyFromSymbol(a, HIP_SYMBOL(variable), 64, 0, down); });
        cell("hipMemcpyToSymbolAsync" + name, stream, false,
             [=] { return hipMemcpyToSymbolAsync(HIP_SYMBOL(variable), b, 64, 0, up, stream); });
        cell("hipMemcpyFromSymbolAsync" + name, stream, from_later,
             [=] { return hipMemcpyFromSymbolAsync(a, HIP_SYMBOL(variable), 64, 0, down, stream); });
        cell("hipMemcpy2DToArray" + name, nullptr, now,
             [=] { return hipMemcpy2DToArray(array, 0, 0, b, width, width, height, hipMemcpyDefault); });
        cell("hipMemcpy2DFromArray" + name, nullptr, now,
             [=] { return hipMemcpy2DFromArray(a, width, array, 0, 0, width, height, hipMemcpyDefault); });
        cell("hipMemcpy2DToArrayAsync" + name, stream, false,
             [=] { return hipMemcpy2DToArrayAsync(array, 0, 0, b, width, width, height, hipMemcpyDefault, stream); });
        cell("hipMemcpy2DFromArrayAsync" + name, stream, from_later,
             [=] { return hipMemcpy2DFromArrayAsync(a, width, array, 0, 0, width, height, hipMemcpyDefault, stream); });
        if (!is_host(place)) continue;
        cell("hipMemcpyHtoD" + name, nullptr, true, [=] { return hipMemcpyHtoD(targets[device], b, bytes); });
        cell("hipMemcpyDtoH" + name, nullptr, true, [=] { return hipMemcpyDtoH(a, sources[device], bytes); });
        cell("hipMemcpyHtoA" + name, nullptr, true, [=] { return hipMemcpyHtoA(array, 0, b, width); });
        cell("hipMemcpyAtoH" + name, nullptr, true, [=] { return hipMemcpyAtoH(a, array, 0, width); });
    }
    cell("hipMemcpyDtoD", nullptr, false, [=] { return hipMemcpyDtoD(targets[device], sources[device], bytes); });
    cell("hipMemcpy2DArrayToArray", nullptr, false, [=] {
        return hipMemcpy2DArrayToArray(other_array, 0, 0, array, 0, 0, width, height, hipMemcpyDeviceToDevice);
    });
}

static void fills(hipStream_t stream) {
    for (int p = pinned; p < places; ++p) {
        char *a = targets[p];
        const std::string name = std::string(", ") + names[p];
        const bool now = p != device;
        const hipPitchedPtr pitched = make_hipPitchedPtr(a, width, width, height);
        const hipExtent extent = make_hipExtent(width / 2, height, depth);
        cell("hipMemset" + name, nullptr, now, [=] { return hipMemset(a, 1, bytes); });
        cell("hipMemsetD8" + name, nullptr, now, [=] { return hipMemsetD8(a, 1, bytes); });
        cell("hipMemsetD16" + name, nullptr, now, [=] { return hipMemsetD16(a, 1, bytes / 2); });
        cell("hipMemsetD32" + name, nullptr, now, [=] { return hipMemsetD32(a, 1, bytes / 4); });
        cell("hipMemset2D" + name, nullptr, now, [=] { return hipMemset2D(a, width, 1, width / 2, height); });
        cell("hipMemset3D" + name, nullptr, now, [=] { return hipMemset3D(pitched, 1, extent); });
        cell("hipMemsetAsync" + name, stream, false, [=] { return hipMemsetAsync(a, 1, bytes, stream); });
        cell("hipMemset2DAsync" + name, stream, false,
             [=] { return hipMemset2DAsync(a, width, 1, width / 2, height, stream); });
        cell("hipMemset3DAsync" + name, stream, false, [=] { return hipMemset3DAsync(pitched, 1, extent, stream); });
    }
}

int main() {
    int *shared;
    hipStream_t stream;
    CHECK(hipHostMalloc(&shared, 64));
    CHECK(hipStreamCreate(&stream));
    if (failed) return 1;
    seen = shared;
    char **const ends[] = {sources, targets};
    for (char **end : ends) {
        CHECK(hipHostMalloc(&end[pinned], bytes));
        CHECK(hipMallocManaged(&end[managed], bytes));
        CHECK(hipMalloc(&end[device], bytes));
    }
    sources[pageable] = source_pageable, targets[pageable] = target_pageable;
    sources[registered] = source_registered, targets[registered] = target_registered;
    for (char *page : {source_registered, target_registered}) CHECK(hipHostRegister(page, 4096, hipHostRegisterDefault));
    const hipChannelFormatDesc format = hipCreateChannelDesc<char>();
    CHECK(hipMallocArray(&array, &format, width, height));
    CHECK(hipMallocArray(&other_array, &format, width, height));
    seen[2] = 1;
    gate<<<1, 1>>>(shared);
    calibrate();
    if (failed) return 1;
    linear(stream);
    symbols_and_arrays(stream);
    fills(stream);
    std::printf("RESULT name=copy_synchronisation ok=%d cells=%d\n", failed == 0, cells);
    return failed;
}
