// malloc, free, new and delete in kernels.
#include "../api/check.h"

#include <hip/hip_runtime.h>

#include <set>

struct Node {
    int value;
    Node *next;
    __device__ Node(int v, Node *n) : value(v), next(n) {}
};

struct Counted {
    int *count;
    __device__ explicit Counted(int *c) : count(c) { atomicAdd(count, 1); }
    __device__ ~Counted() { atomicSub(count, 1); }
};

constexpr int THREADS = 4096, LENGTH = 20;
__device__ Node *lists[THREADS];

__device__ int me() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void make() {
    Node *list = nullptr;
    for (int k = 0; k < LENGTH; ++k)
        list = new Node(me() + k, list);
    lists[me()] = list;
}

__global__ void sum(int *out) {
    int total = 0;
    for (Node *n = lists[me()]; n; n = n->next)
        total += n->value;
    out[me()] = total;
}

// Another thread's list.
__global__ void drop() {
    Node *list = lists[me() ^ 37];
    while (list) {
        Node *next = list->next;
        delete list;
        list = next;
    }
}

// Each thread fills blocks of changing sizes, looks at them later, and frees them in another order.
__global__ void churn(int *wrong, int rounds) {
    constexpr int KEPT = 8;
    unsigned char *kept[KEPT] = {};
    unsigned sizes[KEPT] = {}, state = me() * 2654435761u + 1;
    int bad = 0;
    for (int round = 0; round < rounds; ++round) {
        state = state * 1664525u + 1013904223u;
        unsigned slot = state >> 29, size = 1 + (state >> 8) % 300;
        if (kept[slot]) {
            for (unsigned i = 0; i < sizes[slot]; ++i)
                bad += kept[slot][i] != (unsigned char)(me() + slot + sizes[slot]);
            free(kept[slot]);
        }
        kept[slot] = (unsigned char *)malloc(size);
        sizes[slot] = size;
        bad += kept[slot] == nullptr || (unsigned long long)kept[slot] % 16 != 0;
        for (unsigned i = 0; kept[slot] && i < size; ++i)
            kept[slot][i] = (unsigned char)(me() + slot + size);
    }
    for (int slot = 0; slot < KEPT; ++slot)
        free(kept[slot]);
    atomicAdd(wrong, bad);
}

__global__ void take(void **out, size_t size) { out[me()] = malloc(size); }
__global__ void give(void **out) { free(out[me()]); }

// Blocks of sixteen sizes in a heap that is too small for all: what a thread gets is its own, and some get something.
__global__ void tight(int *wrong, int *got, int rounds) {
    unsigned state = me() * 2654435761u + 1;
    for (int round = 0; round < rounds; ++round) {
        state = state * 1664525u + 1013904223u;
        unsigned words = 4u << (state >> 28);
        unsigned *memory = (unsigned *)malloc(words * 4);
        if (!memory)
            continue;
        for (unsigned i = 0; i < 32; ++i)
            memory[(words - 1) * i / 31] = state;
        for (unsigned i = 0; i < 32; ++i)
            if (memory[(words - 1) * i / 31] != state)
                atomicAdd(wrong, 1);
        free(memory);
        atomicAdd(got, 1);
    }
}

__global__ void arrays(int *count, int *out) {
    Counted *many = new Counted(count);
    int *numbers = new int[100];
    for (int i = 0; i < 100; ++i)
        numbers[i] = i;
    int total = 0;
    for (int i = 0; i < 100; ++i)
        total += numbers[i];
    out[me()] = total;
    delete[] numbers;
    delete many;
}

static void lists_across_kernels() {
    int *out;
    OK(hipMalloc(&out, THREADS * sizeof(int)));
    std::vector<int> got(THREADS);
    int wrong = 0;
    for (int round = 0; round < 3; ++round) {
        make<<<THREADS / 256, 256>>>();
        sum<<<THREADS / 256, 256>>>(out);
        drop<<<THREADS / 256, 256>>>();
        OK(hipMemcpy(got.data(), out, THREADS * sizeof(int), hipMemcpyDeviceToHost));
        for (int i = 0; i < THREADS; ++i)
            wrong += got[i] != LENGTH * i + LENGTH * (LENGTH - 1) / 2;
    }
    TRUE(wrong == 0);
}

static int run_churn(int rounds) {
    int *wrong, bad = -1;
    OK(hipMalloc(&wrong, sizeof(int)));
    OK(hipMemset(wrong, 0, sizeof(int)));
    churn<<<16, 64>>>(wrong, rounds);
    OK(hipMemcpy(&bad, wrong, sizeof bad, hipMemcpyDeviceToHost));
    OK(hipFree(wrong));
    return bad;
}

// Nothing is allocated, so one block may have most of the 1 MiB, whatever sizes it was divided into before.
static void whole(void **out) {
    void *got = nullptr;
    take<<<1, 1>>>(out, 700000);
    OK(hipMemcpy(&got, out, sizeof got, hipMemcpyDeviceToHost));
    TRUE(got != nullptr);
    give<<<1, 1>>>(out);
}

// Every block is its own, until there are no more; freed, they are there again.
static void exhaustion() {
    constexpr int COUNT = 1024;
    constexpr size_t SIZE = 4000;
    void **out;
    OK(hipMalloc(&out, COUNT * sizeof(void *)));
    std::vector<void *> got(COUNT);
    size_t first = 0;
    for (int round = 0; round < 3; ++round) {
        take<<<COUNT / 64, 64>>>(out, SIZE);
        OK(hipMemcpy(got.data(), out, COUNT * sizeof(void *), hipMemcpyDeviceToHost));
        std::set<size_t> places;
        bool apart = true;
        for (void *p : got)
            if (p)
                places.insert((size_t)p);
        for (auto at = places.begin(); at != places.end() && std::next(at) != places.end(); ++at)
            apart &= *std::next(at) - *at >= SIZE;
        TRUE(apart);
        // 1 MiB holds no more, and at least four fifths of it.
        TRUE(places.size() * SIZE <= 1 << 20 && places.size() * SIZE >= (1 << 20) * 4 / 5);
        if (round == 0)
            first = places.size();
        TRUE(places.size() == first);
        give<<<COUNT / 64, 64>>>(out);
    }
    // What was 4000 bytes serves smaller wishes too.
    take<<<COUNT / 64, 64>>>(out, 100);
    OK(hipMemcpy(got.data(), out, COUNT * sizeof(void *), hipMemcpyDeviceToHost));
    TRUE(std::count(got.begin(), got.end(), nullptr) == 0);
    TRUE(std::set<void *>(got.begin(), got.end()).size() == COUNT);
    give<<<COUNT / 64, 64>>>(out);
    whole(out);
    int *counts, counted[2] = {-1, 0};
    OK(hipMalloc(&counts, sizeof counted));
    OK(hipMemset(counts, 0, sizeof counted));
    tight<<<8, 64>>>(counts, counts + 1, 40);
    OK(hipMemcpy(counted, counts, sizeof counted, hipMemcpyDeviceToHost));
    TRUE(counted[0] == 0 && counted[1] > 1000);
    OK(hipFree(counts));
    whole(out);
    take<<<1, 1>>>(out, (size_t)1 << 40);
    OK(hipMemcpy(got.data(), out, sizeof(void *), hipMemcpyDeviceToHost));
    TRUE(got[0] == nullptr);
    OK(hipFree(out));
}

// A heap that the device has no memory for: the launch that wants it first says so. On a device with that much nothing is wrong.
static int no_room() {
    const size_t most = size_t(60) << 30;
    size_t available, total;
    OK(hipMemGetInfo(&available, &total));
    OK(hipDeviceSetLimit(hipLimitMallocHeapSize, most));
    void **out;
    OK(hipMalloc(&out, sizeof(void *)));
    take<<<3, 1>>>(out, (size_t)8);
    hipError_t launched = hipGetLastError();
    TRUE(available > most || launched == hipErrorOutOfMemory);
    printf("%s\n", hipGetErrorName(launched));
    return report();
}

int main(int argc, char **argv) {
    if (argc > 1 && !std::strcmp(argv[1], "no_room")) return no_room();
    if (argc > 1 && !std::strcmp(argv[1], "small")) {
        OK(hipDeviceSetLimit(hipLimitMallocHeapSize, 1 << 20));
        size_t limit = 0;
        OK(hipDeviceGetLimit(&limit, hipLimitMallocHeapSize));
        TRUE(limit == 1 << 20);
        exhaustion();
        FAILS(hipDeviceSetLimit(hipLimitMallocHeapSize, 2 << 20), hipErrorInvalidValue);
        OK(hipDeviceReset());
        OK(hipDeviceSetLimit(hipLimitMallocHeapSize, 64 << 20));
    }
    lists_across_kernels();
    TRUE(run_churn(100) == 0);
    TRUE(run_churn(100) == 0);
    int *count, *out, totals[64] = {}, left = -1;
    OK(hipMalloc(&count, sizeof(int)));
    OK(hipMemset(count, 0, sizeof(int)));
    OK(hipMalloc(&out, sizeof totals));
    arrays<<<2, 32>>>(count, out);
    OK(hipMemcpy(totals, out, sizeof totals, hipMemcpyDeviceToHost));
    OK(hipMemcpy(&left, count, sizeof left, hipMemcpyDeviceToHost));
    TRUE(totals[0] == 4950 && totals[63] == 4950 && left == 0);
    return report();
}
