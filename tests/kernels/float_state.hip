// also with: LP_NUM_THREADS=0
// also with: LP_NUM_THREADS=5
// A host whose floating-point state is another than at its start (it rounds upwards, flushes denormal floats, and has exceptions end the process)
// gets what any other gets from kernels, its own state back from every call, and no exception of others: on a CPU, kernels, the
// driver and its compiler compute in threads that take over the state of whoever begins them.
// One RESULT line per way.
#include <hip/hip_runtime.h>

#include <cfenv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

static int failed = 0;

#define CHECK(call)                                                              \
    do {                                                                         \
        const hipError_t error = (call);                                         \
        if (error != hipSuccess) std::printf("%s: %s\n", #call, hipGetErrorName(error)), failed = 1; \
    } while (false)

// Host code computes nothing with these, so that its state does not matter.
struct Values { uint64_t sum, half, nan; uint32_t part; };

static const uint64_t one = 0x3ff0000000000000, least_normal = 0x0010000000000000;

// A sum and a quotient that upward are others than to nearest, a half that is a denormal number, and one that is no number.
__device__ void compute(Values *values, int i) {
    Values &it = values[i];
    const double x = __longlong_as_double(it.sum);
    it.sum = __double_as_longlong(x + __longlong_as_double(0x3c80000000000000 | uint64_t(i)));
    it.half = __double_as_longlong(__longlong_as_double(it.half) * 0.5);
    const double zero = __longlong_as_double(it.nan);
    it.nan = zero / zero != zero / zero;
    it.part = __float_as_uint(1.0f / __uint_as_float(it.part));
}

__global__ void all(Values *values) { compute(values, blockIdx.x * blockDim.x + threadIdx.x); }
__global__ void one_block(Values *values, int from) { compute(values, from + threadIdx.x); }
__global__ void meeting(Values *values, unsigned *arrived) {
    // Every block is under way at once, and so in a thread of its own where a thread runs a block.
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1u);
        while (__hip_atomic_load(arrived, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) < gridDim.x) {}
    }
    __syncthreads();
    compute(values, blockIdx.x * blockDim.x + threadIdx.x);
}

static const int block = 64;

#if defined(__x86_64__)
static unsigned state() { return _mm_getcsr() & ~0x3fu; }
static void change() {
    feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
    fesetround(FE_UPWARD);
    _mm_setcsr(_mm_getcsr() | 0x8040);
}
static void change_back() {
    fesetenv(FE_DFL_ENV);
    _mm_setcsr(0x1f80);
}
#else
static unsigned state() { return fegetround(); }
static void change() {}
static void change_back() {}
#endif

static void report(const char *name, const Values *device, int count) {
    std::vector<Values> values(count);
    CHECK(hipMemcpy(values.data(), device, count * sizeof(Values), hipMemcpyDeviceToHost));
    int wrong = 0;
    for (const Values &it : values) {
        // 1 and a little more than 2^-55, and a twenty-fifth.
        wrong += it.sum != one || it.half != least_normal / 2 || it.nan != 1 || it.part != 0x3d23d70a;
    }
    std::printf("RESULT name=float_state:%s ok=%d wrong=%d\n", name, wrong == 0 && failed == 0, wrong);
}

int main() {
    change();
    const unsigned changed = state();

    const int count = 1 << 14;
    Values *values;
    CHECK(hipMalloc(&values, count * sizeof(Values)));
    std::vector<Values> first(count);
    const auto reset = [&] {
        for (Values &it : first) it = Values{one, least_normal, 0, 0x41c80000};
        CHECK(hipMemcpy(values, first.data(), count * sizeof(Values), hipMemcpyHostToDevice));
    };

    reset();
    all<<<count / block, block>>>(values);
    report("grid", values, count);

    reset();
    for (int from = 0; from < count; from += block) one_block<<<1, block>>>(values, from);
    report("one_block", values, count);

    unsigned *arrived;
    CHECK(hipMalloc(&arrived, sizeof(unsigned)));
    CHECK(hipMemset(arrived, 0, sizeof(unsigned)));
    int blocks = 0, processors = 0;
    CHECK(hipDeviceGetAttribute(&processors, hipDeviceAttributeMultiprocessorCount, 0));
    CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, meeting, block, 0));
    int grid = blocks * processors < 4 ? blocks * processors : 4;
    reset();
    void *arguments[] = {&values, &arrived};
    CHECK(hipLaunchCooperativeKernel(reinterpret_cast<void *>(meeting), dim3(grid), dim3(block), arguments, 0, nullptr));
    report("cooperative", values, grid * block);

    const bool kept = state() == changed;
    change_back();

    reset();
    all<<<count / block, block>>>(values);
    std::vector<Values> again(1);
    CHECK(hipMemcpy(again.data(), values, sizeof(Values), hipMemcpyDeviceToHost));
    std::printf("RESULT name=float_state:given_back ok=%d wrong=%d\n", kept && again[0].sum == one && again[0].nan == 1 && failed == 0, !kept);
    return 0;
}
