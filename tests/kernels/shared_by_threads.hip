// Threads that share a stream, an event and a module's kernel, and have streams, memory, graphs and waits for values of their own, all at
// once: what each adds up must be right. tests/sanitizers.sh looks for data races of the library in it.
// HIPVK_ROUNDS=100 goes on longer.
#include <hip/hip_runtime.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

__global__ void add(int *data, int value) { data[blockIdx.x * blockDim.x + threadIdx.x] += value; }

// What all threads use.
static hipStream_t common_stream;
static hipEvent_t common_event;
static std::atomic<int> wrong_calls{0}, wrong_words{0}, wrong_graphs{0}, wrong_waits{0}, rounds_done{0};

static void ok(hipError_t error, const char *what) {
    if (error == hipSuccess) return;
    if (++wrong_calls < 8) std::printf("%s: %s\n", what, hipGetErrorName(error));
}
#define OK(call) ok((call), #call)

struct Own {
    hipStream_t stream = nullptr;
    hipEvent_t event = nullptr;
    int *data = nullptr, *host = nullptr;

    explicit Own(unsigned flags) {
        OK(hipStreamCreateWithFlags(&stream, flags));
        OK(hipEventCreate(&event));
        OK(hipMalloc(reinterpret_cast<void **>(&data), 4096));
        OK(hipHostMalloc(reinterpret_cast<void **>(&host), 4096, 0));
        OK(hipMemsetAsync(data, 0, 4096, stream));
    }
    ~Own() {
        OK(hipEventDestroy(event));
        OK(hipStreamDestroy(stream));
        OK(hipFree(data));
        OK(hipHostFree(host));
    }
};

static void kernels_and_a_host_function(const Own &own) {
    int *ordered = nullptr;
    OK(hipMallocAsync(reinterpret_cast<void **>(&ordered), 65536, own.stream));
    OK(hipMemsetAsync(ordered, 0, 65536, own.stream));
    for (int i = 0; i < 6; ++i) add<<<4, 64, 0, own.stream>>>(i % 2 ? own.data : ordered, 1);
    OK(hipEventRecord(own.event, own.stream));
    OK(hipMemcpyAsync(own.host, own.data, 1024, hipMemcpyDeviceToHost, own.stream));
    own.host[1000] = 0;
    OK(hipLaunchHostFunc(own.stream, [](void *count) { ++*static_cast<int *>(count); }, own.host + 1000));
    OK(hipFreeAsync(ordered, own.stream));
    // There and back by the common stream.
    OK(hipEventRecord(common_event, common_stream));
    OK(hipStreamWaitEvent(common_stream, own.event, 0));
    OK(hipStreamWaitEvent(own.stream, common_event, 0));
    add<<<4, 64, 0, common_stream>>>(own.data, 0);
    (void)hipEventQuery(own.event);
    (void)hipStreamQuery(own.stream);
    OK(hipEventSynchronize(own.event));
    OK(hipStreamSynchronize(own.stream));
    OK(hipStreamSynchronize(common_stream));
    wrong_words += own.host[255] != 3 || own.host[1000] != 1;
}

static void a_graph(const Own &own) {
    hipStream_t captured = nullptr;
    hipGraph_t graph = nullptr;
    hipGraphExec_t exec = nullptr;
    OK(hipStreamCreateWithFlags(&captured, hipStreamNonBlocking));
    OK(hipStreamBeginCapture(captured, hipStreamCaptureModeThreadLocal));
    add<<<4, 64, 0, captured>>>(own.data, 1);
    OK(hipMemcpyAsync(own.host, own.data, 1024, hipMemcpyDeviceToHost, captured));
    OK(hipStreamEndCapture(captured, &graph));
    OK(hipStreamDestroy(captured));
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    for (int i = 0; i < 2; ++i) OK(hipGraphLaunch(exec, own.stream));
    OK(hipStreamSynchronize(own.stream));
    wrong_graphs += own.host[255] != 5;
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
}

static void a_wait_for_another_streams_word(const Own &own) {
    hipStream_t writer = nullptr;
    int got[256];
    own.host[900] = 0;
    OK(hipStreamCreateWithFlags(&writer, hipStreamNonBlocking));
    OK(hipStreamWaitValue32(own.stream, own.host + 900, 7, hipStreamWaitValueEq, 0xffffffff));
    add<<<4, 64, 0, own.stream>>>(own.data, 1);
    OK(hipStreamWriteValue32(writer, own.host + 900, 7, 0));
    OK(hipMemcpyAsync(got, own.data, 1024, hipMemcpyDeviceToHost, own.stream));
    OK(hipStreamSynchronize(own.stream));
    OK(hipStreamDestroy(writer));
    wrong_waits += got[255] != 6;
}

static void share(int rounds) {
    for (int round = 0; round < rounds; ++round) {
        const Own own(round % 2 ? hipStreamNonBlocking : hipStreamDefault);
        kernels_and_a_host_function(own);
        a_graph(own);
        a_wait_for_another_streams_word(own);
        ++rounds_done;
    }
}

int main() {
    const char *more = std::getenv("HIPVK_ROUNDS");
    const int rounds = more && std::atoi(more) > 0 ? std::atoi(more) : 10;
    OK(hipStreamCreateWithFlags(&common_stream, hipStreamNonBlocking));
    OK(hipEventCreate(&common_event));
    std::vector<std::thread> all;
    for (int i = 0; i < 8; ++i) all.emplace_back(share, rounds);
    for (auto &thread : all) thread.join();
    OK(hipStreamDestroy(common_stream));
    OK(hipEventDestroy(common_event));
    const bool done = rounds_done == 8 * rounds && wrong_calls == 0;
    std::printf("RESULT name=shared_by_threads kernel=kernels ok=%d\n", done && wrong_words == 0);
    std::printf("RESULT name=shared_by_threads kernel=graphs ok=%d\n", done && wrong_graphs == 0);
    std::printf("RESULT name=shared_by_threads kernel=waits ok=%d\n", done && wrong_waits == 0);
    return done && wrong_words + wrong_graphs + wrong_waits == 0 ? 0 : 1;
}
