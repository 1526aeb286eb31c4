// Every atomic function of HIP's table, on every type it takes, in global and in shared memory, in both scopes; the __hip_atomic
// builtins with orders and scopes, on small types too; additions of pairs. Results against the same done in sequence.
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

static const int threads = 512, block = 128, cells = 8;
static int checks = 0, failures = 0;

/// Thread i's operand: small, so that sums of floats are exact in any order.
template <class T> __host__ __device__ T operand(int i) { return (T)(i * 37 % 61 + 1); }

/// Each thread applies F to one of eight cells and keeps what it got back.
template <class T, class F> __global__ void on_global(T *memory, T *old) {
    const int i = blockIdx.x * block + threadIdx.x;
    old[i] = F::device(&memory[i % cells], operand<T>(i));
}
template <class T, class F> __global__ void on_shared(T *memory, T *old) {
    __shared__ T mine[cells];
    const int i = threadIdx.x;
    if (i < cells) mine[i] = memory[i];
    __syncthreads();
    old[i] = F::device(&mine[i % cells], operand<T>(i));
    __syncthreads();
    if (i < cells) memory[i] = mine[i];
}

template <class T, class F> void check_one(const char *name, const char *where, int count, void (*launch)(T *, T *)) {
    T start[cells], want[cells], got[cells];
    std::vector<T> old(count);
    T *device = nullptr, *device_old = nullptr;
    for (int c = 0; c < cells; c++) start[c] = want[c] = (T)(c * 11 % 7 + 20);
    bool ok = hipMalloc(&device, sizeof start) == hipSuccess && hipMalloc(&device_old, count * sizeof(T)) == hipSuccess;
    ok = ok && hipMemcpy(device, start, sizeof start, hipMemcpyHostToDevice) == hipSuccess;
    launch(device, device_old);
    ok = ok && hipMemcpy(got, device, sizeof got, hipMemcpyDeviceToHost) == hipSuccess;
    ok = ok && hipMemcpy(old.data(), device_old, count * sizeof(T), hipMemcpyDeviceToHost) == hipSuccess;
    (void)hipFree(device);
    (void)hipFree(device_old);
    for (int i = 0; i < count; i++) F::host(want[i % cells], operand<T>(i));
    // The value that each operation found must have been in the cell: the start's, or made by some operation. For
    // operations that any order agrees on, the cells themselves must be right.
    for (int c = 0; c < cells; c++) {
        if (F::any_order) ok = ok && memcmp(&want[c], &got[c], sizeof(T)) == 0;
        if (!F::any_order) {
            // Exchanges: what was found and what is left are the start and all operands, each once.
            std::vector<T> found{got[c]}, expected{start[c]};
            for (int i = c; i < count; i += cells) found.push_back(old[i]), expected.push_back(operand<T>(i));
            std::sort(found.begin(), found.end());
            std::sort(expected.begin(), expected.end());
            ok = ok && found == expected;
        } else {
            bool start_found = false;
            for (int i = c; i < count; i += cells) start_found |= old[i] == start[c];
            ok = ok && start_found;
        }
    }
    checks++;
    failures += !ok;
    if (!ok) std::printf("%s in %s memory is wrong: cell 0 is %g, not %g\n", name, where, (double)got[0], (double)want[0]);
}

template <class T, class F> void check(const char *name) {
    check_one<T, F>(name, "global", threads, [](T *m, T *o) { on_global<T, F><<<threads / block, block>>>(m, o); });
    check_one<T, F>(name, "shared", block, [](T *m, T *o) { on_shared<T, F><<<1, block>>>(m, o); });
}

/// An operation: `call` on the device with p and v, `effect` on the host with x and v.
#define OPERATION(name, order, call, effect)                                                                           \
    template <class T> struct name {                                                                                   \
        static const bool any_order = order;                                                                           \
        static __device__ T device(T *p, T v) { return call; }                                                         \
        static void host(T &x, T v) { effect; }                                                                        \
    };
#define BOTH_SCOPES(name, order, function, effect)                                                                     \
    OPERATION(name, order, function(p, v), effect)                                                                     \
    OPERATION(name##_system, order, function##_system(p, v), effect)
BOTH_SCOPES(add, true, atomicAdd, x = x + v)
BOTH_SCOPES(sub, true, atomicSub, x = x - v)
BOTH_SCOPES(exchange, false, atomicExch, x = v)
BOTH_SCOPES(least, true, atomicMin, x = std::min(x, v))
BOTH_SCOPES(most, true, atomicMax, x = std::max(x, v))
BOTH_SCOPES(conjunction, true, atomicAnd, x = x & v)
BOTH_SCOPES(disjunction, true, atomicOr, x = x | v)
BOTH_SCOPES(difference, true, atomicXor, x = x ^ v)
// Both wrap on the way.
OPERATION(increment, true, atomicInc(p, (T)9), x = x >= 9 ? 0 : x + 1)
OPERATION(decrement, true, atomicDec(p, (T)9), x = x == 0 || x > 9 ? 9 : x - 1)
OPERATION(unsafe_add, true, unsafeAtomicAdd(p, v), x = x + v)
OPERATION(safe_add, true, safeAtomicAdd(p, v), x = x + v)
OPERATION(unsafe_least, true, unsafeAtomicMin(p, v), x = std::min(x, v))
OPERATION(unsafe_most, true, unsafeAtomicMax(p, v), x = std::max(x, v))
OPERATION(safe_least, true, safeAtomicMin(p, v), x = std::min(x, v))
OPERATION(safe_most, true, safeAtomicMax(p, v), x = std::max(x, v))
/// Addition by compare-and-swap.
template <class T> __device__ T swap_loop(T *p, T v) {
    T old = *p, seen;
    do {
        seen = old;
        old = atomicCAS(p, seen, (T)(seen + v));
    } while (old != seen);
    return old;
}
OPERATION(compare_and_swap, true, swap_loop(p, v), x = x + v)
OPERATION(builtin_add, true, __hip_atomic_fetch_add(p, v, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_WORKGROUP), x = x + v)
OPERATION(builtin_and, true, __hip_atomic_fetch_and(p, v, __ATOMIC_SEQ_CST, __HIP_MEMORY_SCOPE_SYSTEM), x = x & v)
OPERATION(builtin_or, true, __hip_atomic_fetch_or(p, v, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT), x = x | v)
OPERATION(builtin_xor, true, __hip_atomic_fetch_xor(p, v, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT), x = x ^ v)
OPERATION(builtin_min, true, __hip_atomic_fetch_min(p, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT), x = std::min(x, v))
OPERATION(builtin_max, true, __hip_atomic_fetch_max(p, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT), x = std::max(x, v))
OPERATION(builtin_exchange, false, __hip_atomic_exchange(p, v, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_AGENT), x = v)
template <class T> __device__ T builtin_loop(T *p, T v) {
    T seen = __hip_atomic_load(p, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT);
    while (!__hip_atomic_compare_exchange_weak(p, &seen, (T)(seen + v), __ATOMIC_ACQ_REL, __ATOMIC_RELAXED,
                                               __HIP_MEMORY_SCOPE_AGENT)) {
    }
    return seen;
}
OPERATION(builtin_swap, true, builtin_loop(p, v), x = x + v)

template <class T> void arithmetic(const char *type) {
    check<T, add<T>>(type);
    check<T, add_system<T>>(type);
    check<T, sub<T>>(type);
    check<T, sub_system<T>>(type);
    check<T, exchange<T>>(type);
    check<T, exchange_system<T>>(type);
    check<T, compare_and_swap<T>>(type);
}
template <class T> void order(const char *type) {
    check<T, least<T>>(type);
    check<T, least_system<T>>(type);
    check<T, most<T>>(type);
    check<T, most_system<T>>(type);
}
template <class T> void bits(const char *type) {
    check<T, conjunction<T>>(type);
    check<T, conjunction_system<T>>(type);
    check<T, disjunction<T>>(type);
    check<T, disjunction_system<T>>(type);
    check<T, difference<T>>(type);
    check<T, difference_system<T>>(type);
}
template <class T> void floating(const char *type) {
    check<T, unsafe_add<T>>(type);
    check<T, safe_add<T>>(type);
    check<T, unsafe_least<T>>(type);
    check<T, unsafe_most<T>>(type);
    check<T, safe_least<T>>(type);
    check<T, safe_most<T>>(type);
}
template <class T> void builtins(const char *type) {
    check<T, builtin_add<T>>(type);
    check<T, builtin_min<T>>(type);
    check<T, builtin_max<T>>(type);
    check<T, builtin_exchange<T>>(type);
    check<T, builtin_swap<T>>(type);
}
template <class T> void builtin_bits(const char *type) {
    check<T, builtin_and<T>>(type);
    check<T, builtin_or<T>>(type);
    check<T, builtin_xor<T>>(type);
}

// Pairs of 16-bit floats.
template <class P, class E> __global__ void pairs(P *memory) {
    __shared__ P mine;
    if (threadIdx.x == 0) mine = P(E(0.0f), E(0.0f));
    __syncthreads();
    atomicAdd(&mine, P(E(1.0f), E(0.5f)));
    unsafeAtomicAdd(memory, P(E(1.0f), E(-0.5f)));
    __syncthreads();
    if (threadIdx.x == 0) memory[1] = mine;
}
template <class P, class E> void check_pairs(const char *name) {
    P *device = nullptr, got[2];
    bool ok = hipMalloc(&device, sizeof got) == hipSuccess && hipMemset(device, 0, sizeof got) == hipSuccess;
    pairs<P, E><<<1, block>>>(device);
    ok = ok && hipMemcpy(got, device, sizeof got, hipMemcpyDeviceToHost) == hipSuccess;
    (void)hipFree(device);
    ok = ok && (float)got[0].x == block && (float)got[0].y == -block / 2 && (float)got[1].x == block && (float)got[1].y == block / 2;
    checks++;
    failures += !ok;
    if (!ok) std::printf("%s pairs: %g %g %g %g\n", name, (float)got[0].x, (float)got[0].y, (float)got[1].x, (float)got[1].y);
}

// Block 1's lanes each wait for a number from block 0, which gives them one after the other, in no lane's order.
template <class T> __global__ void give_and_wait(T *cells, T *found, unsigned delay) {
    if (blockIdx.x == 0) {
        for (unsigned n = 0, x = 1; threadIdx.x == 0 && n < 32; n++) {
            for (unsigned i = 0; i < delay; i++) x = x * 1664525 + 1013904223;
            __hip_atomic_store(&cells[n * 13 % 32], (T)(n + 1 + (x == 0)), __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
        }
        return;
    }
    T *cell = &cells[threadIdx.x];
    T value = __hip_atomic_load(cell, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    while (value == 0) value = __hip_atomic_load(cell, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    found[threadIdx.x] = value;
}
template <class T> void check_waiting(const char *type) {
    T *device = nullptr, got[32];
    int wrong = hipMalloc(&device, 2 * sizeof got) != hipSuccess;
    for (int run = 0; run < 20 && !wrong; run++) {
        wrong += hipMemset(device, 0, 2 * sizeof got) != hipSuccess;
        give_and_wait<T><<<2, 32>>>(device, device + 32, 20000);
        wrong += hipMemcpy(got, device + 32, sizeof got, hipMemcpyDeviceToHost) != hipSuccess;
        for (int n = 0; n < 32; n++) wrong += got[n * 13 % 32] != (T)(n + 1);
    }
    (void)hipFree(device);
    checks++;
    failures += wrong != 0;
    if (wrong) std::printf("waiting for %s: %d wrong\n", type, wrong);
}

int main() {
    check_waiting<unsigned>("unsigned");
    check_waiting<unsigned long long>("unsigned long long");
    arithmetic<int>("int");
    arithmetic<unsigned>("unsigned");
    arithmetic<unsigned long>("unsigned long");
    arithmetic<unsigned long long>("unsigned long long");
    arithmetic<float>("float");
    arithmetic<double>("double");
    order<int>("int");
    order<unsigned>("unsigned");
    order<unsigned long>("unsigned long");
    order<unsigned long long>("unsigned long long");
    order<long long>("long long");
    order<float>("float");
    order<double>("double");
    bits<int>("int");
    bits<unsigned>("unsigned");
    bits<unsigned long>("unsigned long");
    bits<unsigned long long>("unsigned long long");
    check<unsigned, increment<unsigned>>("unsigned");
    check<unsigned, decrement<unsigned>>("unsigned");
    floating<float>("float");
    floating<double>("double");
    builtins<int8_t>("int8_t");
    builtins<uint8_t>("uint8_t");
    builtins<int16_t>("int16_t");
    builtins<uint16_t>("uint16_t");
    builtins<int>("int");
    builtins<long long>("long long");
    builtins<float>("float");
    builtins<double>("double");
    builtin_bits<uint8_t>("uint8_t");
    builtin_bits<uint16_t>("uint16_t");
    builtin_bits<unsigned long long>("unsigned long long");
    check<uint16_t, compare_and_swap<uint16_t>>("uint16_t");
    check_pairs<__half2, __half>("half");
    check_pairs<__hip_bfloat162, __hip_bfloat16>("bfloat16");
    std::printf("RESULT name=atomics ok=%d checks=%d wrong=%d\n", failures == 0, checks, failures);
    return failures ? 1 : 0;
}
