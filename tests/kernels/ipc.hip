// Memory and events of two processes: kernels of each see what the other wrote, in the order of events recorded on either side.
//
// also with: HIPVK_EXPORTED_MEMORY=1
#include "graph_checks.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <vector>

__global__ void add(int *data, int value) { data[blockIdx.x * blockDim.x + threadIdx.x] += value; }
__global__ void spin_then_set(int *data, int value, long long ticks) {
    const long long begin = wall_clock64();
    while (wall_clock64() - begin < ticks) {}
    data[threadIdx.x] = value;
}

static const int count = 1024;

struct Pipes {
    int down[2], up[2];
};

template <typename T>
static void put(int file, const T &value) {
    TRUE(write(file, &value, sizeof(value)) == ssize_t(sizeof(value)));
}

template <typename T>
static bool get(int file, T *value) {
    return read(file, value, sizeof(*value)) == ssize_t(sizeof(*value));
}

struct Handles {
    hipIpcMemHandle_t memory, middle;
    hipIpcEventHandle_t event;
};

static int child(const Pipes &pipes) {
    Handles handles;
    char word = 0;
    if (!get(pipes.down[0], &handles)) return 0;
    int *data = nullptr, *again = nullptr, *middle = nullptr;
    hipEvent_t event = nullptr, own = nullptr;
    hipStream_t stream = nullptr;
    OK(hipStreamCreate(&stream));
    FAILS(hipIpcOpenMemHandle(reinterpret_cast<void **>(&data), handles.memory, 0), hipErrorInvalidValue);
    OK(hipIpcOpenMemHandle(reinterpret_cast<void **>(&data), handles.memory, hipIpcMemLazyEnablePeerAccess));
    OK(hipIpcOpenMemHandle(reinterpret_cast<void **>(&again), handles.memory, hipIpcMemLazyEnablePeerAccess));
    TRUE(data == again);
    OK(hipIpcOpenMemHandle(reinterpret_cast<void **>(&middle), handles.middle, hipIpcMemLazyEnablePeerAccess));
    OK(hipIpcOpenEventHandle(&event, handles.event));
    hipPointerAttribute_t about = {};
    OK(hipPointerGetAttributes(&about, data));
    TRUE(about.type == hipMemoryTypeDevice);
    FAILS(hipFree(data), hipErrorInvalidValue);
    // The other process's kernel is on its way: what this stream does comes behind it.
    OK(hipStreamWaitEvent(stream, event, 0));
    add<<<count / 256, 256, 0, stream>>>(data, 1000);
    // And the answer, recorded here in the other's event, and an event of our own.
    OK(hipEventRecord(event, stream));
    OK(hipEventCreateWithFlags(&own, hipEventInterprocess | hipEventDisableTiming));
    OK(hipEventQuery(own));
    spin_then_set<<<1, 64, 0, stream>>>(middle, 77, 20000000);
    OK(hipEventRecord(own, stream));
    hipIpcEventHandle_t handle;
    OK(hipIpcGetEventHandle(&handle, own));
    put(pipes.up[1], handle);
    if (!get(pipes.down[0], &word)) return 3;
    OK(hipStreamSynchronize(stream));
    OK(hipEventQuery(event));
    OK(hipIpcCloseMemHandle(again));
    add<<<1, 1, 0, stream>>>(data, 0);
    OK(hipIpcCloseMemHandle(data));
    FAILS(hipIpcCloseMemHandle(data), hipErrorInvalidValue);
    OK(hipIpcCloseMemHandle(middle));
    OK(hipEventDestroy(event));
    OK(hipEventDestroy(own));
    OK(hipStreamDestroy(stream));
    return section_ok ? 0 : 1;
}

static void errors(void *data, hipEvent_t event) {
    hipIpcMemHandle_t memory = {};
    hipIpcEventHandle_t handle = {};
    void *address = nullptr;
    hipEvent_t other = nullptr, plain = nullptr;
    FAILS(hipIpcGetMemHandle(nullptr, data), hipErrorInvalidValue);
    FAILS(hipIpcGetMemHandle(&memory, nullptr), hipErrorInvalidValue);
    FAILS(hipIpcGetMemHandle(&memory, &address), hipErrorInvalidValue);
    FAILS(hipIpcOpenMemHandle(&address, memory, hipIpcMemLazyEnablePeerAccess), hipErrorInvalidValue);
    OK(hipIpcGetMemHandle(&memory, data));
    FAILS(hipIpcOpenMemHandle(nullptr, memory, hipIpcMemLazyEnablePeerAccess), hipErrorInvalidValue);
    FAILS(hipIpcOpenMemHandle(&address, memory, hipIpcMemLazyEnablePeerAccess), hipErrorInvalidContext);
    FAILS(hipIpcCloseMemHandle(data), hipErrorInvalidValue);
    FAILS(hipIpcCloseMemHandle(nullptr), hipErrorInvalidValue);
    FAILS(hipEventCreateWithFlags(&other, hipEventInterprocess), hipErrorInvalidValue);
    FAILS(hipIpcGetEventHandle(nullptr, event), hipErrorInvalidValue);
    FAILS(hipIpcGetEventHandle(&handle, nullptr), hipErrorInvalidValue);
    FAILS(hipIpcOpenEventHandle(&other, handle), hipErrorInvalidValue);
    OK(hipEventCreateWithFlags(&plain, hipEventDisableTiming));
    FAILS(hipIpcGetEventHandle(&handle, plain), hipErrorInvalidHandle);
    OK(hipEventDestroy(plain));
    OK(hipIpcGetEventHandle(&handle, event));
    FAILS(hipIpcOpenEventHandle(&other, handle), hipErrorInvalidContext);
    FAILS(hipIpcOpenEventHandle(nullptr, handle), hipErrorInvalidValue);
    float ms = 0;
    FAILS(hipEventElapsedTime(&ms, event, event), hipErrorInvalidHandle);
    // What was freed and comes again at its place has another handle.
    void *first = nullptr, *second = nullptr;
    hipIpcMemHandle_t before, behind;
    OK(hipMalloc(&first, 1024));
    OK(hipIpcGetMemHandle(&before, first));
    OK(hipFree(first));
    FAILS(hipIpcGetMemHandle(&behind, first), hipErrorInvalidValue);
    OK(hipMalloc(&second, 1024));
    OK(hipIpcGetMemHandle(&behind, second));
    TRUE(std::memcmp(&before, &behind, sizeof(before)) != 0);
    OK(hipFree(second));
    section_ends("ipc", "errors");
}

int main() {
    Pipes pipes;
    TRUE(pipe(pipes.down) == 0 && pipe(pipes.up) == 0);
    // Before HIP is used: the other process uses it too.
    const pid_t other = fork();
    if (other == 0) {
        close(pipes.down[1]);
        close(pipes.up[0]);
        _exit(child(pipes));
    }
    close(pipes.down[0]);
    close(pipes.up[1]);
    int *data = nullptr, *middle = nullptr;
    OK(hipMalloc(reinterpret_cast<void **>(&data), count * sizeof(int)));
    OK(hipMalloc(reinterpret_cast<void **>(&middle), 256 * sizeof(int)));
    Handles handles = {};
    const hipError_t able = hipIpcGetMemHandle(&handles.memory, data);
    hipEvent_t event = nullptr, theirs = nullptr;
    if (able != hipSuccess) {
        // A device that says so by name.
        FAILS(able, hipErrorNotSupported);
        FAILS(hipEventCreateWithFlags(&event, hipEventInterprocess | hipEventDisableTiming), hipErrorNotSupported);
        close(pipes.down[1]);
        waitpid(other, nullptr, 0);
        int got = 0;
        OK(hipMemset(data, 0, 64 * sizeof(int)));
        add<<<1, 64>>>(data, 1);
        OK(hipMemcpy(&got, data + 63, sizeof(got), hipMemcpyDeviceToHost));
        TRUE(got == 1);
        section_ends("ipc", "not_supported");
        return all_ok ? 0 : 1;
    }
    // From the middle of an allocation, too.
    OK(hipIpcGetMemHandle(&handles.middle, middle + 64));
    OK(hipEventCreateWithFlags(&event, hipEventInterprocess | hipEventDisableTiming));
    OK(hipIpcGetEventHandle(&handles.event, event));
    OK(hipMemset(data, 0, count * sizeof(int)));
    OK(hipMemset(middle, 0, 256 * sizeof(int)));
    OK(hipDeviceSynchronize());
    spin_then_set<<<1, 256>>>(data, 5, 50000000);
    OK(hipEventRecord(event, nullptr));
    put(pipes.down[1], handles);
    hipIpcEventHandle_t handle;
    TRUE(get(pipes.up[0], &handle));
    // Recorded again by the other process by now, behind its kernel.
    OK(hipEventSynchronize(event));
    int got[2] = {};
    OK(hipMemcpy(&got[0], data + 3, 4, hipMemcpyDeviceToHost));
    OK(hipMemcpy(&got[1], data + count - 1, 4, hipMemcpyDeviceToHost));
    TRUE(got[0] == 1005 && got[1] == 1000);
    OK(hipIpcOpenEventHandle(&theirs, handle));
    OK(hipStreamWaitEvent(nullptr, theirs, 0));
    add<<<1, 64>>>(middle + 64, 3);
    OK(hipMemcpy(&got[0], middle + 64, 4, hipMemcpyDeviceToHost));
    TRUE(got[0] == 80);
    OK(hipMemcpy(&got[0], middle + 63, 4, hipMemcpyDeviceToHost));
    TRUE(got[0] == 0);
    OK(hipEventQuery(theirs));
    put(pipes.down[1], char(1));
    int status = -1;
    TRUE(waitpid(other, &status, 0) == other && status == 0);
    section_ends("ipc", "two_processes");
    errors(data, event);
    OK(hipEventDestroy(event));
    OK(hipEventDestroy(theirs));
    OK(hipFree(data));
    OK(hipFree(middle));
    return all_ok ? 0 : 1;
}
