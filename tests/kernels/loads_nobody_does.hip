// Loads through wild addresses that no thread comes to. (Mesa 26.1's lavapipe does them where the address is one for the whole subgroup: passes/memory/lane_loads.)
//
// One RESULT line per case.
#include <hip/hip_runtime.h>

#include <cstdint>
#include <cstdio>

static const int threads = 64;

// `bias` is null: the condition is the threads' own and the pointer's.
__global__ void optional_operand(int *out, const int *bias, int n) {
    int value = threadIdx.x;
    if ((int)threadIdx.x < n && bias) value += *bias;
    out[threadIdx.x] = value;
}

// In block 0 nobody reads the sum in front of it.
__global__ void sum_before(int *out, const int *sums, int n) {
    int before = 0;
    if ((int)threadIdx.x < n) before = blockIdx.x == 0 ? 7 : sums[blockIdx.x - 1];
    out[threadIdx.x] = before + threadIdx.x;
}

// Nobody is in front of the bound.
__global__ void bound_check(int *out, const int *wild, int n) {
    out[threadIdx.x] = threadIdx.x;
    if ((int)threadIdx.x >= n - threads) return;
    out[threadIdx.x] = *wild;
}

// The queue in shared memory is empty: its last index is -1.
__global__ void empty_queue(int *out, const int *, int n) {
    __shared__ int queue[32], last;
    if (threadIdx.x == 0) last = n - threads - 1;
    queue[threadIdx.x % 32] = 5;
    __syncthreads();
    atomicAdd(&queue[0], 1);
    int value = threadIdx.x;
    if ((int)threadIdx.x <= last * 100) value += queue[last << 20];
    out[threadIdx.x] = value;
}

// All lanes agree that `bias` is null; the branch is small, and in a loop, so that its address is computed in front.
__global__ void optional_in_loop(int *out, const int *bias, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += bias ? bias[blockIdx.x] : 1;
        __threadfence();
    }
    out[threadIdx.x] = sum - n + threadIdx.x;
}

// The same in front of a barrier.
__global__ void optional_at_barrier(int *out, const int *bias, int) {
    __shared__ int words[threads];
    bool is_set = bias && bias[blockIdx.x] == 3;
    words[threadIdx.x] = is_set ? -1 : threadIdx.x;
    __syncthreads();
    out[threadIdx.x ^ 1] = is_set ? 0 : words[threadIdx.x ^ 1];
}

// All lanes leave the loop together, in the middle of a round, at the list's end: its next node is not read.
__global__ void end_of_list(int *out, const int *list, int n) {
    int sum = n - threads;
    for (int i = 0;; i++) {
        sum += i;
        __threadfence();
        if (!list || i > n) break;
        sum += *list;
    }
    out[threadIdx.x] = sum + threadIdx.x;
}

static bool check(const char *name, void (*kernel)(int *, const int *, int), const int *wild, int first) {
    int *out, host[threads];
    if (hipMalloc(&out, sizeof host)) return false;
    (void)hipMemset(out, 0xff, sizeof host);
    kernel<<<1, threads>>>(out, wild, threads);
    bool ok = hipMemcpy(host, out, sizeof host, hipMemcpyDeviceToHost) == hipSuccess;
    for (int i = 0; ok && i < threads; i++) ok = host[i] == i + first;
    printf("RESULT name=%s ok=%d\n", name, ok);
    (void)hipFree(out);
    return ok;
}

int main() {
    int *some = nullptr;
    if (hipMalloc(&some, 256)) return 1;
    bool ok = check("null_operand", optional_operand, nullptr, 0);
    ok &= check("sum_before_the_first", sum_before, some, 7);
    ok &= check("behind_a_bound", bound_check, nullptr, 0);
    ok &= check("empty_shared_queue", empty_queue, nullptr, 0);
    ok &= check("null_in_a_loop", optional_in_loop, nullptr, 0);
    ok &= check("null_before_a_barrier", optional_at_barrier, nullptr, 0);
    ok &= check("behind_a_break", end_of_list, nullptr, 0);
    return !ok;
}
