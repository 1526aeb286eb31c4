// What the language has beside arithmetic: assembly idioms, clocks, fences, launch bounds, hints, non-temporal accesses, limits. One RESULT
// line each.
#include <hip/hip_runtime.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

#define CHECK(call) if ((call) != hipSuccess) return std::printf("RESULT name=%s ok=0\n", #call), false

static const int count = 1024;

// The statements of rocPRIM's thread_load, of HIP's own inline_asm_vadd sample, and of fences in the wild.
__global__ void assembly(const float *a, float *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned bits;
    asm volatile("flat_load_dword %0, %1 glc" : "=v"(bits) : "v"(a + i));
    asm volatile("s_waitcnt vmcnt(%0)" : : "I"(0x00));
    unsigned again;
    asm volatile("flat_load_dword %0, %1 glc slc\n\ts_waitcnt(%2)" : "=v"(again) : "v"(a + i), "I"(0x00));
    if (again != bits) bits = 0;
    float value = __builtin_bit_cast(float, bits), sum;
    asm volatile("" ::: "memory");
    asm volatile("" : "+v"(value));
    asm volatile("v_add_f32_e32 %0, %1, %2" : "=v"(sum) : "v"(value), "v"(a[i]));
    asm volatile("v_mov_b32_e32 %0, %1" : "=v"(value) : "v"(sum));
    // rocRAND's multiplication.
    unsigned long long wide;
    unsigned carries;
    asm volatile("v_mad_u64_u32 %0, %1, %2, %3, %4" : "=v"(wide), "=s"(carries) : "r"(0xffffffffu), "v"(i), "v"(5ull));
    if (wide != 0xffffffffull * i + 5) value = -1;
    // llama.cpp's dot product of halves.
    typedef _Float16 halves __attribute__((ext_vector_type(2)));
    float dot = 0.5f;
    const halves x = {(_Float16)i, (_Float16)3}, y = {(_Float16)2, (_Float16)-0.25f};
    asm volatile("v_dot2_f32_f16 %0, %1, %2, %0" : "+v"(dot) : "v"(x), "v"(y));
    if (dot != 2.0f * i - 0.25f) value = -1;
    asm volatile("s_nop 1\n s_sleep 1 ; a comment");
    out[i] = value;
}

// One wavefront waits for the other. Only the statements say that the word may change meanwhile.
__global__ void fences_of_the_compiler(int *out) {
    __shared__ int ready[3];
    if (threadIdx.x < 3) ready[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x < 64) {
        while (ready[0] == 0) asm volatile("" ::: "memory");
        while (ready[1] == 0) asm volatile("s_nop 1" ::: "memory");
        while (ready[2] == 0) __builtin_amdgcn_s_sleep(1);
    } else if (threadIdx.x == 100) {
        ready[0] = 5;
        ready[1] = 7;
        ready[2] = 9;
    }
    out[threadIdx.x] = ready[0] + ready[1] + ready[2];
}

// Clocks do not run backwards, the wall clock's rate is the attribute's, and a loop that only waits does wait.
__global__ void clocks(long long *out, long long ticks) {
    const long long device = clock64(), other = clock(), wall = wall_clock64();
    while (wall_clock64() - wall < ticks) {
    }
    out[0] = wall;
    out[1] = wall_clock64();
    out[2] = clock64() - device;
    out[3] = clock() - other;
}

// The last block to finish sums what all wrote: the counter says who is last, the fence that their writes are there.
__device__ unsigned finished;
__global__ void last_block_sums(const int *in, int *partial, int *out) {
    __shared__ int sum;
    __shared__ bool last;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, in[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int total = 0;
        for (unsigned b = 0; b < gridDim.x; b++) total += ((volatile int *)partial)[b];
        __threadfence_system();
        *out = total;
    }
}

// Hints change nothing that a program can see.
__global__ void __launch_bounds__(256, 2) hints(const int *__restrict__ in, int *__restrict__ out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    __builtin_assume(n > 0);
    if (__builtin_expect(i >= n, 0)) return;
    int sum = 0;
#pragma unroll 4
    for (int k = 0; k < 10; k++) sum += __builtin_nontemporal_load(in + (i + k) % n);
#pragma nounroll
    for (int k = 0; k < 3; k++) sum += k;
    __threadfence_block();
    __builtin_nontemporal_store(sum, out + i);
}
__global__ __attribute__((amdgpu_flat_work_group_size(64, 128), amdgpu_waves_per_eu(2, 4))) void sized(int *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] += __ldg(out + threadIdx.x) >= 0;
}

// All the shared memory that a block may have, with atomics on every word.
extern __shared__ int words[];
__global__ void all_shared(int *out, int n) {
    const int step = blockDim.x;
    for (int i = threadIdx.x; i < n; i += step) words[i] = i;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += step) atomicAdd(words + (n - 1 - i), i);
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += step) out[i] = words[i];
}

// More arguments than CUDA's old limit of 4 KiB.
struct Large {
    int values[2000];
};
__global__ void large_argument(int *out, Large large, int add) {
    for (int i = threadIdx.x; i < 2000; i += blockDim.x) out[i] = large.values[i] + add;
}

template <class T> T *buffer(size_t n, const T *values) {
    T *device = nullptr;
    if (hipMalloc(&device, n * sizeof(T)) != hipSuccess) std::exit(1);
    if (hipMemset(device, 0, n * sizeof(T)) != hipSuccess) std::exit(1);
    if (values && hipMemcpy(device, values, n * sizeof(T), hipMemcpyHostToDevice) != hipSuccess) std::exit(1);
    return device;
}

static bool result(const char *name, bool ok) {
    std::printf("RESULT name=%s ok=%d\n", name, ok);
    return ok;
}

static bool run_assembly() {
    float in[count], out[count];
    for (int i = 0; i < count; i++) in[i] = i * 0.25f + 1;
    float *a = buffer(count, in), *b = buffer<float>(count, nullptr);
    assembly<<<count / 64, 64>>>(a, b);
    CHECK(hipMemcpy(out, b, sizeof out, hipMemcpyDeviceToHost));
    bool ok = true;
    for (int i = 0; i < count; i++) ok &= out[i] == 2 * in[i];
    return result("assembly", ok);
}

static bool run_fences() {
    int *out = buffer<int>(128, nullptr), host[128];
    fences_of_the_compiler<<<1, 128>>>(out);
    CHECK(hipMemcpy(host, out, sizeof host, hipMemcpyDeviceToHost));
    bool ok = true;
    for (int i = 0; i < 64; i++) ok &= host[i] == 21;
    return result("fences_of_the_compiler", ok);
}

static bool run_clocks() {
    long long out[4], *device = buffer<long long>(4, nullptr);
    int rate = 0;
    CHECK(hipDeviceGetAttribute(&rate, hipDeviceAttributeWallClockRate, 0));
    const int milliseconds = 50;
    CHECK(hipDeviceSynchronize());
    const auto before = std::chrono::steady_clock::now();
    clocks<<<1, 1>>>(device, (long long)rate * milliseconds);
    CHECK(hipMemcpy(out, device, sizeof out, hipMemcpyDeviceToHost));
    const std::chrono::duration<double, std::milli> waited = std::chrono::steady_clock::now() - before;
    return result("clocks", rate > 0 && waited.count() >= milliseconds && out[0] > 0 &&
                                out[1] - out[0] >= (long long)rate * milliseconds && out[2] > 0 && out[3] > 0);
}

static bool run_last_block() {
    int in[count], out = 0, expected = 0;
    for (int i = 0; i < count; i++) expected += in[i] = i * 7 % 1000;
    int *a = buffer(count, in), *partial = buffer<int>(count / 64, nullptr), *b = buffer<int>(1, nullptr);
    last_block_sums<<<count / 64, 64>>>(a, partial, b);
    CHECK(hipMemcpy(&out, b, sizeof out, hipMemcpyDeviceToHost));
    return result("last_block", out == expected);
}

static bool run_hints() {
    int in[count], out[count];
    for (int i = 0; i < count; i++) in[i] = i * 3 % 17;
    int *a = buffer(count, in), *b = buffer<int>(count, nullptr);
    hints<<<count / 256, 256>>>(a, b, count - 5);
    sized<<<count / 128, 128>>>(b);
    CHECK(hipMemcpy(out, b, sizeof out, hipMemcpyDeviceToHost));
    bool ok = true;
    for (int i = 0; i < count; i++) {
        int sum = 0;
        for (int k = 0; k < 10; k++) sum += in[(i + k) % (count - 5)];
        ok &= out[i] == (i < count - 5 ? sum + 3 : 0) + 1;
    }
    return result("hints", ok);
}

static bool run_all_shared() {
    int bytes = 0, quick = 0;
    hipDeviceProp_t properties;
    CHECK(hipDeviceGetAttribute(&bytes, hipDeviceAttributeSharedMemPerBlockOptin, 0));
    CHECK(hipDeviceGetAttribute(&quick, hipDeviceAttributeMaxSharedMemoryPerBlock, 0));
    CHECK(hipGetDeviceProperties(&properties, 0));
    const int n = bytes / 4;
    int *out = buffer<int>(n, nullptr), *host = new int[n];
    all_shared<<<1, 256, bytes>>>(out, n);
    CHECK(hipMemcpy(host, out, bytes, hipMemcpyDeviceToHost));
    bool ok = n >= 8192 && properties.sharedMemPerBlockOptin == (size_t)bytes;
    ok &= quick <= bytes && properties.sharedMemPerBlock == (size_t)quick;
    for (int i = 0; i < n; i++) ok &= host[i] == n - 1;
    delete[] host;
    all_shared<<<1, 256, bytes + 4>>>(out, n);
    return result("all_shared", ok && hipGetLastError() != hipSuccess);
}

static bool run_large_argument() {
    Large large;
    for (int i = 0; i < 2000; i++) large.values[i] = i * 3;
    int *out = buffer<int>(2000, nullptr), host[2000];
    large_argument<<<1, 64>>>(out, large, 5);
    CHECK(hipMemcpy(host, out, sizeof host, hipMemcpyDeviceToHost));
    bool ok = true;
    for (int i = 0; i < 2000; i++) ok &= host[i] == i * 3 + 5;
    return result("large_argument", ok);
}

int main() {
    return (run_assembly() & run_fences() & run_clocks() & run_last_block() & run_hints() & run_all_shared() & run_large_argument()) ? 0 : 1;
}
