// Litmus tests of the memory model: short programs of two to four threads, run by many at once, of which some outcomes are forbidden.
//
// HIP's fences and atomics are C++'s with scopes (__threadfence is a fence of sequential consistency of the device); the names are those of the literature
// (Alglave and others): MP message passing, SB store buffering, LB load buffering, WRC a write known by hearsay, IRIW two readers of two writers, CoRR two
// reads of one word. What may happen is counted, too: it says how hard the device is pressed. `memory_order BLOCKS ROUNDS` presses harder (1056 100 on an
// H200); nvcc compiles this beside tests/bench/cuda.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>
#ifdef __CUDACC__
#include <cuda/atomic>
enum { RELAXED, ACQUIRE, RELEASE, SEQ_CST };
static __device__ constexpr cuda::memory_order order(int o) { return o == RELAXED ? cuda::memory_order_relaxed : o == ACQUIRE ? cuda::memory_order_acquire : o == RELEASE ? cuda::memory_order_release : cuda::memory_order_seq_cst; }
#define LOAD(p, o, scope) cuda::atomic_ref<int, cuda::thread_scope_##scope>(*(p)).load(order(o))
#define STORE(p, v, o, scope) cuda::atomic_ref<int, cuda::thread_scope_##scope>(*(p)).store(v, order(o))
#define ADD(p, v, o, scope) cuda::atomic_ref<int, cuda::thread_scope_##scope>(*(p)).fetch_add(v, order(o))
#else
#define RELAXED __ATOMIC_RELAXED
#define ACQUIRE __ATOMIC_ACQUIRE
#define RELEASE __ATOMIC_RELEASE
#define SEQ_CST __ATOMIC_SEQ_CST
enum { scope_device = __HIP_MEMORY_SCOPE_AGENT, scope_block = __HIP_MEMORY_SCOPE_WORKGROUP, scope_system = __HIP_MEMORY_SCOPE_SYSTEM };
#define LOAD(p, o, scope) __hip_atomic_load(p, o, scope_##scope)
#define STORE(p, v, o, scope) __hip_atomic_store(p, v, o, scope_##scope)
#define ADD(p, v, o, scope) __hip_atomic_fetch_add(p, v, o, scope_##scope)
#endif
#define CHECK(call) if (hipError_t e_ = (call); e_ != hipSuccess) (printf("ERROR %s: %s\n", #call, hipGetErrorString(e_)), exit(1))
#define V(p) (*(volatile int *)(p))

constexpr int block = 128;

// A test: `roles` threads with two words (x, y) and two results each; whether these are forbidden.
#define TEST(Name, count, may, body, wrong)                                                      \
    struct Name {                                                                                \
        static constexpr const char *name = #Name;                                               \
        static constexpr int roles = count;                                                      \
        static constexpr bool allowed = may;                                                     \
        __device__ static void run(int role, int *x, int *y, int &a, int &b) body                \
        static bool forbidden(const int *a, const int *b) { return wrong; }                      \
    };
#define FENCE __threadfence()
// What one thread does: 0, else 1.
#define MP(Name, may, write, read) TEST(Name, 2, may, { if (role == 0) { write; } else { read; } }, a[1] == 1 && b[1] == 0)
MP(mp_none, true, (V(x) = 1, V(y) = 1), (a = V(y), b = V(x)))
MP(mp_volatile_fence, false, (V(x) = 1, FENCE, V(y) = 1), (a = V(y), FENCE, b = V(x)))
MP(mp_plain_fence, false, (*x = 1, FENCE, V(y) = 1), (a = V(y), FENCE, b = *x))
MP(mp_plain_fence_atomic, false, (*x = 1, FENCE, atomicExch(y, 1)), (a = atomicAdd(y, 0), FENCE, b = *x))
MP(mp_release_acquire, false, (*x = 1, STORE(y, 1, RELEASE, device)), (a = LOAD(y, ACQUIRE, device), b = *x))
MP(mp_relaxed_release_acquire, false, (STORE(x, 1, RELAXED, device), STORE(y, 1, RELEASE, device)), (a = LOAD(y, ACQUIRE, device), b = LOAD(x, RELAXED, device)))
MP(mp_release_add, false, (*x = 1, ADD(y, 1, RELEASE, device)), (a = ADD(y, 0, ACQUIRE, device), b = *x))
MP(mp_system, false, (*x = 1, STORE(y, 1, RELEASE, system)), (a = LOAD(y, ACQUIRE, system), b = *x))
MP(mp_system_fence, false, (*x = 1, __threadfence_system(), V(y) = 1), (a = V(y), __threadfence_system(), b = *x))
MP(mp_seq_cst, false, (*x = 1, STORE(y, 1, SEQ_CST, device)), (a = LOAD(y, SEQ_CST, device), b = *x))
MP(mp_relaxed, true, (STORE(x, 1, RELAXED, device), STORE(y, 1, RELAXED, device)), (a = LOAD(y, RELAXED, device), b = LOAD(x, RELAXED, device)))
// A word that was read before the flag may be kept, but not beyond the fence.
MP(mp_read_before, false, (V(x) = 1, FENCE, V(y) = 1), (b = *x, a = V(y), FENCE, b = *x))
MP(mp_read_before_acquire, false, (STORE(x, 1, RELAXED, device), STORE(y, 1, RELEASE, device)), (b = *x, a = LOAD(y, ACQUIRE, device), b = *x))
#define SB(Name, may, store, load, between) TEST(Name, 2, may, { if (role == 0) { store(x); between; b = load(y); } else { store(y); between; b = load(x); } }, b[0] == 0 && b[1] == 0)
#define VSTORE(p) V(p) = 1
#define ASTORE(p) STORE(p, 1, RELAXED, device)
#define ALOAD(p) LOAD(p, RELAXED, device)
#define SSTORE(p) STORE(p, 1, SEQ_CST, device)
#define SLOAD(p) LOAD(p, SEQ_CST, device)
#define XSTORE(p) atomicExch(p, 1)
#define XLOAD(p) atomicAdd(p, 0)
SB(sb_none, true, VSTORE, V, )
SB(sb_volatile_fence, false, VSTORE, V, FENCE)
SB(sb_relaxed_fence, false, ASTORE, ALOAD, FENCE)
SB(sb_seq_cst, false, SSTORE, SLOAD, )
SB(sb_atomic_fence, false, XSTORE, XLOAD, FENCE)
TEST(lb_fence, 2, false, { if (role == 0) { a = V(x); FENCE; V(y) = 1; } else { a = V(y); FENCE; V(x) = 1; } }, a[0] == 1 && a[1] == 1)
TEST(lb_acquire_release, 2, false, { if (role == 0) { a = LOAD(x, ACQUIRE, device); STORE(y, 1, RELEASE, device); } else { a = LOAD(y, ACQUIRE, device); STORE(x, 1, RELEASE, device); } }, a[0] == 1 && a[1] == 1)
TEST(corr_relaxed, 2, false, { if (role == 0) STORE(x, 1, RELAXED, device); else { a = LOAD(x, RELAXED, device); b = LOAD(x, RELAXED, device); } }, a[1] == 1 && b[1] == 0)
TEST(corr_volatile, 2, false, { if (role == 0) V(x) = 1; else { a = V(x); b = V(x); } }, a[1] == 1 && b[1] == 0)
TEST(corr_atomic_then_plain, 2, false, { if (role == 0) STORE(x, 1, RELAXED, device); else { a = LOAD(x, ACQUIRE, device); b = *x; } }, a[1] == 1 && b[1] == 0)
TEST(wrc_fence, 3, false, { if (role == 0) V(x) = 1; else if (role == 1) { a = V(x); FENCE; V(y) = 1; } else { a = V(y); FENCE; b = V(x); } }, a[1] == 1 && a[2] == 1 && b[2] == 0)
TEST(wrc_release_acquire, 3, false, { if (role == 0) STORE(x, 1, RELAXED, device); else if (role == 1) { a = LOAD(x, RELAXED, device); STORE(y, 1, RELEASE, device); } else { a = LOAD(y, ACQUIRE, device); b = LOAD(x, RELAXED, device); } }, a[1] == 1 && a[2] == 1 && b[2] == 0)
// A release is passed on by others' additions to the same word.
TEST(mp_release_sequence, 3, false, { if (role == 0) { *x = 1; STORE(y, 1, RELEASE, device); } else if (role == 1) a = ADD(y, 2, RELAXED, device); else { a = LOAD(y, ACQUIRE, device); b = *x; } }, a[1] == 1 && a[2] == 3 && b[2] == 0)
TEST(iriw_fence, 4, false, { if (role == 0) V(x) = 1; else if (role == 1) V(y) = 1; else if (role == 2) { a = V(x); FENCE; b = V(y); } else { a = V(y); FENCE; b = V(x); } }, a[2] == 1 && b[2] == 0 && a[3] == 1 && b[3] == 0)
TEST(iriw_seq_cst, 4, false, { if (role == 0) SSTORE(x); else if (role == 1) SSTORE(y); else if (role == 2) { a = SLOAD(x); b = SLOAD(y); } else { a = SLOAD(y); b = SLOAD(x); } }, a[2] == 1 && b[2] == 0 && a[3] == 1 && b[3] == 0)
TEST(iriw_none, 4, true, { if (role == 0) V(x) = 1; else if (role == 1) V(y) = 1; else if (role == 2) { a = V(x); b = V(y); } else { a = V(y); b = V(x); } }, a[2] == 1 && b[2] == 0 && a[3] == 1 && b[3] == 0)
#define MPB(Name, may, write, read) MP(Name, may, write, read)
MPB(mp_block_none, true, (V(x) = 1, V(y) = 1), (a = V(y), b = V(x)))
MPB(mp_block_fence, false, (*x = 1, __threadfence_block(), V(y) = 1), (a = V(y), __threadfence_block(), b = *x))
MPB(mp_block_release_acquire, false, (*x = 1, STORE(y, 1, RELEASE, block)), (a = LOAD(y, ACQUIRE, block), b = *x))
MPB(mp_block_release_add, false, (*x = 1, ADD(y, 1, RELEASE, block)), (a = ADD(y, 0, ACQUIRE, block), b = *x))
SB(sb_block_fence, false, VSTORE, V, __threadfence_block())
SB(sb_block_none, true, VSTORE, V, )

// Roles are blocks' or, for tests within a block, warps'. Threads of the roles meet as nearly as a bounded wait can have it.
template <class Test, int place> __global__ __launch_bounds__(block) void litmus(int *memory, int stride, int apart, int *results, int instances, int shuffle, int *arrived) {
    __shared__ int shared[2 * block];
    constexpr bool within = place > 0;
    constexpr int each = block / Test::roles;
    int role, i;
    if (within) {
        role = threadIdx.x / 32 % Test::roles;
        const int mine = threadIdx.x / (32 * Test::roles) * 32 + threadIdx.x % 32;
        i = blockIdx.x * each + (mine * (role ? shuffle : 1) + role * 7) % each;
        if (place == 2) shared[threadIdx.x] = shared[threadIdx.x + block] = 0;
    } else {
        role = blockIdx.x % Test::roles;
        i = (int)(((long long)(blockIdx.x / Test::roles * block + threadIdx.x) * (role ? shuffle : 1) + role * 977) % instances);
    }
    int *const x = place == 2 ? &shared[i % each] : memory + (size_t)i * stride, *const y = place == 2 ? &shared[block + i % each] : memory + (size_t)i * stride + apart;
    if (within) __syncthreads();
    else {
        if (threadIdx.x == 0) {
            atomicAdd(arrived, 1);
            for (int t = 0; t < 2000 && *(volatile int *)arrived < (int)gridDim.x; t++) {}
        }
        __syncthreads();
    }
    int a = 0, b = 0;
    Test::run(role, x, y, a, b);
    results[(2 * role) * instances + i] = a;
    results[(2 * role + 1) * instances + i] = b;
}

static int failures;
template <class Test, int place> void run(int blocks, int rounds) {
    blocks = blocks / Test::roles * Test::roles;
    const int all = blocks / Test::roles * block;
    constexpr int widest = 64;
    int *memory, *results, *arrived;
    const size_t words = 2 * (size_t)all * widest + 4096;
    CHECK(hipMalloc(&memory, words * 4));
    CHECK(hipMalloc(&results, (size_t)all * 2 * Test::roles * 4));
    CHECK(hipMalloc(&arrived, 4));
    std::vector<int> out((size_t)all * 2 * Test::roles);
    long seen = 0;
    const int strides[] = {1, 2, 32, 64, 33}, shuffles[] = {1, 3, 5, 77, 1023};
    for (int round = 0; round < rounds; round++) {
        // A permutation of the instances.
        int shuffle = shuffles[round / 5 % 5];
        while (std::gcd(shuffle, all) != 1) shuffle++;
        const int stride = strides[round % 5];
        // x and y side by side, in two lines, or far from each other.
        const int apart = stride == 1 ? all + 64 : round / 25 % 2 && stride > 1 ? stride / 2 : all * stride + 64;
        CHECK(hipMemsetAsync(memory, 0, words * 4));
        CHECK(hipMemsetAsync(arrived, 0, 4));
        litmus<Test, place><<<blocks, block>>>(memory, stride, apart, results, all, shuffle, arrived);
        CHECK(hipMemcpy(out.data(), results, out.size() * 4, hipMemcpyDeviceToHost));
        for (int i = 0; i < all; i++) {
            int a[4] = {}, b[4] = {};
            for (int r = 0; r < Test::roles; r++) a[r] = out[(size_t)(2 * r) * all + i], b[r] = out[(size_t)(2 * r + 1) * all + i];
            seen += Test::forbidden(a, b);
        }
    }
    CHECK(hipFree(memory)); CHECK(hipFree(results)); CHECK(hipFree(arrived));
    const bool ok = Test::allowed || seen == 0;
    failures += !ok;
    const char *const where = place == 2 ? "_shared" : place == 1 ? "_within" : "";
    if (Test::allowed) printf("%s%s may: seen %ld times of %ld\n", Test::name, where, seen, (long)all * rounds);
    else printf("RESULT name=%s%s ok=%d seen=%ld of=%ld\n", Test::name, where, ok, seen, (long)all * rounds);
    fflush(stdout);
}

int main(int count, char **arguments) {
    const int blocks = count > 1 ? atoi(arguments[1]) : 8, rounds = count > 2 ? atoi(arguments[2]) : 5;
#define RUN(T) run<T, 0>(blocks, rounds);
    RUN(mp_none) RUN(mp_volatile_fence) RUN(mp_plain_fence) RUN(mp_plain_fence_atomic) RUN(mp_release_acquire) RUN(mp_relaxed_release_acquire) RUN(mp_release_add) RUN(mp_system) RUN(mp_system_fence)
    RUN(mp_seq_cst) RUN(mp_relaxed) RUN(mp_read_before) RUN(mp_read_before_acquire) RUN(sb_none) RUN(sb_volatile_fence) RUN(sb_relaxed_fence) RUN(sb_seq_cst) RUN(sb_atomic_fence) RUN(lb_fence) RUN(lb_acquire_release)
    RUN(corr_relaxed) RUN(corr_volatile) RUN(corr_atomic_then_plain) RUN(wrc_fence) RUN(wrc_release_acquire) RUN(mp_release_sequence) RUN(iriw_fence) RUN(iriw_seq_cst) RUN(iriw_none)
#define WITHIN(T) run<T, 1>(blocks, rounds); run<T, 2>(blocks, rounds);
    WITHIN(mp_block_none) WITHIN(mp_block_fence) WITHIN(mp_block_release_acquire) WITHIN(mp_block_release_add) WITHIN(sb_block_fence) WITHIN(sb_block_none) WITHIN(corr_volatile) WITHIN(corr_relaxed)
    run<mp_volatile_fence, 1>(blocks, rounds); run<mp_release_acquire, 1>(blocks, rounds);
    return failures;
}
