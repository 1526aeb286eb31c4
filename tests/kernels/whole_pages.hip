// What a program allocates has whole pages of 4 KiB, as on AMD: one that writes beyond an end, but within the page, changes nothing else there, nor
// here. LightGBM's buffers of blocks' offsets are so; each allocation of a kind below fills its page and must find that page as it was.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <vector>

static bool good = true;
#define OK(call)                                                                                     \
    do {                                                                                             \
        hipError_t error_ = (call);                                                                  \
        if (error_ != hipSuccess) good = false, std::printf("%s gave %s\n", #call, hipGetErrorName(error_)); \
    } while (0)

const unsigned many = 48, words = 4096 / 4;

__global__ void fill(unsigned *const *pages) {
    for (unsigned i = threadIdx.x; i < words; i += blockDim.x) pages[blockIdx.x][i] = 1 + blockIdx.x;
}

__global__ void count_own(unsigned *const *pages, unsigned *own) {
    for (unsigned i = threadIdx.x; i < words; i += blockDim.x)
        if (pages[blockIdx.x][i] == 1 + blockIdx.x) atomicAdd(own, 1u);
}

template <typename Allocate, typename Free> void check(const char *name, Allocate allocate, Free release) {
    good = true;
    std::vector<unsigned *> pages(many);
    for (unsigned i = 0; i < many; i++) OK(allocate(&pages[i], 1 + 37 * i % 500));
    bool aligned = true;
    for (unsigned *page : pages) aligned = aligned && (size_t)page % 4096 == 0;
    unsigned **table, *own, found = 0;
    OK(hipMalloc(&table, many * sizeof *table));
    OK(hipMalloc(&own, sizeof *own));
    OK(hipMemcpy(table, pages.data(), many * sizeof *table, hipMemcpyHostToDevice));
    OK(hipMemset(own, 0, sizeof *own));
    fill<<<many, 256>>>(table);
    count_own<<<many, 256>>>(table, own);
    OK(hipMemcpy(&found, own, sizeof found, hipMemcpyDeviceToHost));
    for (unsigned *page : pages) OK(release(page));
    OK(hipFree(table));
    OK(hipFree(own));
    std::printf("RESULT name=%s ok=%d words=%u of=%u aligned=%d\n", name, good && aligned && found == many * words, found, many * words, aligned);
}

int main() {
    check("malloc", [](unsigned **to, size_t bytes) { return hipMalloc(to, bytes); }, [](unsigned *at) { return hipFree(at); });
    check("malloc_async", [](unsigned **to, size_t bytes) { return hipMallocAsync((void **)to, bytes, nullptr); },
          [](unsigned *at) { return hipFreeAsync(at, nullptr); });
    check("managed", [](unsigned **to, size_t bytes) { return hipMallocManaged(to, bytes); }, [](unsigned *at) { return hipFree(at); });
    check("host", [](unsigned **to, size_t bytes) { return hipHostMalloc(to, bytes); }, [](unsigned *at) { return hipHostFree(at); });
    return 0;
}
