// Source of kernels.ll; compiled as hipcc does (see tests/portable_kernels.rs).
#include <hip/hip_runtime.h>

__constant__ float weights[4] = {0.5f, 1.5f, 2.5f, 3.5f};
__device__ int counter = 7;
__device__ int* counter_address = &counter;
struct Node { int value; const Node* next; };
__device__ Node tail = {30, nullptr};
__device__ Node middle = {20, &tail};
__device__ Node head = {10, &middle};
extern __shared__ char dynamic[];

// Static arrays, dynamic shared memory carved in two, a barrier in a loop.
__global__ void reduce(const float* in, float* out, int n) {
    float* sums = reinterpret_cast<float*>(dynamic);
    int* counts = reinterpret_cast<int*>(sums + blockDim.x);
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    sums[t] = i < n ? in[i] : 0.0f;
    counts[t] = i < n;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) { sums[t] += sums[t + s]; counts[t] += counts[t + s]; }
        __syncthreads();
    }
    if (t == 0) { out[2 * blockIdx.x] = sums[0]; out[2 * blockIdx.x + 1] = counts[0] * weights[blockIdx.x & 3]; }
}

// Structures by value, one with a pointer in it; a by-value copy that the callee changes.
struct Small { float* where; int step; };
struct Big { int values[12]; double scale; };
__device__ __noinline__ double consume(Big big, int at) { big.values[at] += 100; return big.values[at] * big.scale; }
__global__ void structures(Small small, Big big, char tag) {
    int t = threadIdx.x;
    double changed = consume(big, t % 12);
    small.where[t * small.step] = static_cast<float>(changed + big.values[t % 12]) + tag;
}

// Globals: initialisers with addresses, atomics, a list followed from memory.
__global__ void globals(int* out) {
    int sum = 0;
    for (const Node* node = &head; node; node = node->next) sum += node->value;
    out[threadIdx.x] = sum + static_cast<int>(weights[threadIdx.x & 3] * 2);
    atomicAdd(counter_address, 1);
    if (threadIdx.x == 0) out[blockDim.x] = counter_address == &counter;
}

// A pointer that may be shared or global, known only at run time, and a callee that must not care.
__device__ __noinline__ int total(const int* p, int n) { int s = 0; for (int i = 0; i < n; ++i) s += p[i]; return s; }
__global__ void either(const int* in, int* out, int choose) {
    __shared__ int local[8];
    local[threadIdx.x] = in[threadIdx.x] * 10;
    __syncthreads();
    const int* p = (choose >> threadIdx.x) & 1 ? local : in;
    out[threadIdx.x] = total(p, 8);
}

// Block operations: local arrays copied, cleared, moved over themselves.
struct Bytes { unsigned char b[37]; };
__global__ void blocks(const Bytes* in, Bytes* out, int n, int shift) {
    Bytes copy = in[threadIdx.x];
    copy.b[threadIdx.x] = 255;
    out[threadIdx.x] = copy;
    unsigned char* moved = out[threadIdx.x].b;
    __builtin_memmove(moved + shift, moved, n);
    __builtin_memset(moved, 9, n / 4);
}

// Integer intrinsics and conversions that the optimiser finds.
__global__ void integers(const unsigned* in, unsigned long long* out) {
    unsigned x = in[threadIdx.x];
    unsigned long long wide = static_cast<unsigned long long>(x) * x + 3;
    out[4 * threadIdx.x] = __brev(x) ^ __popc(x) ^ __clz(x) ^ __ffs(x) ^ __builtin_bswap32(x);
    out[4 * threadIdx.x + 1] = __mulhi(static_cast<int>(x), 12345) ^ __umul64hi(wide, wide);
    out[4 * threadIdx.x + 2] = (wide << (x & 63)) | (wide >> (64 - (x & 63) & 63));
    out[4 * threadIdx.x + 3] = __byte_perm(x, ~x, 0x2537) + __umulhi(x, 0x87654321u);
}

// Index arithmetic in all three dimensions, block-wide votes.
__global__ void places(int* out) {
    int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int size = blockDim.x * blockDim.y * blockDim.z;
    int count = __syncthreads_count(thread % 3 == 0);
    out[block * size + thread] = 1000 * count + thread + 100000 * __syncthreads_or(thread == 5) + block;
}
