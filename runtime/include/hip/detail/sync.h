// sync.h: barriers, fences, block votes, clocks, assert, printf, trap.
// Included by hip_runtime.h.
#ifndef HIPVK_HIP_DETAIL_SYNC_H
#define HIPVK_HIP_DETAIL_SYNC_H

#include <hip/detail/device_abi.h>

// Everything before the barrier is visible to the block after it.
HIPVK_CONVERGENT void __syncthreads() {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
#define HIPVK_BLOCK_VOTE(name, reduce, operand)                                                    \
    HIPVK_CONVERGENT int name(int predicate) {                                                     \
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");                                     \
        int result = reduce(operand);                                                              \
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");                                     \
        return result;                                                                             \
    }
HIPVK_BLOCK_VOTE(__syncthreads_count, __hip_vk_block_add_i32, !!predicate)
HIPVK_BLOCK_VOTE(__syncthreads_and, __hip_vk_block_and_i32, !!predicate)
HIPVK_BLOCK_VOTE(__syncthreads_or, __hip_vk_block_or_i32, !!predicate)
#undef HIPVK_BLOCK_VOTE

// "The _sync variants require a 64-bit unsigned integer mask argument": a shorter one is refused, as ROCm's headers do, since
// what is meant by its missing half is anyone's guess.
#define HIPVK_64_BITS(Mask)                                                                        \
    static_assert(__is_integral(Mask) && sizeof(Mask) == 8,                                        \
                  "a mask of lanes is a 64-bit integer in HIP: write 0xffffffffull")

// The lanes of a warp wait for each other; the mask is a promise, not a choice.
HIPVK_CONVERGENT void __syncwarp() {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}
template <typename Mask> HIPVK_CONVERGENT void __syncwarp(Mask) {
    HIPVK_64_BITS(Mask);
    __syncwarp();
}

HIPVK_DEVICE void __threadfence_block() {
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
}
HIPVK_DEVICE void __threadfence() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent"); }
HIPVK_DEVICE void __threadfence_system() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, ""); }

// Names that older programs use.
#define CLK_LOCAL_MEM_FENCE 0x01
#define CLK_GLOBAL_MEM_FENCE 0x02
HIPVK_CONVERGENT void __barrier(int) { __syncthreads(); }
HIPVK_CONVERGENT void __work_group_barrier(unsigned int) { __syncthreads(); }
HIPVK_CONVERGENT void __named_sync() { __syncthreads(); }

// Cycles of the device's own clock; wall_clock64: a clock at a constant rate.
HIPVK_DEVICE long long int __clock64() { return (long long int)__builtin_readcyclecounter(); }
HIPVK_DEVICE long long int __clock() { return __clock64(); }
HIPVK_DEVICE long long int clock64() { return __clock64(); }
HIPVK_DEVICE long long int clock() { return __clock64(); }
HIPVK_DEVICE long long int wall_clock64() { return (long long int)__ockl_steadyctr_u64(); }

HIPVK_DEVICE void __trap() { __builtin_trap(); }
HIPVK_DEVICE void abort() { __builtin_trap(); }

extern "C" {
__device__ int printf(const char *format, ...);

// What the assert macro of <assert.h> calls.
static inline __device__ __attribute__((noreturn, noinline)) void
__assert_fail(const char *assertion, const char *file, unsigned int line, const char *function) {
    __hip_vk_assert_fail(assertion, file, line, function);
    __builtin_unreachable();
}
static inline __device__ __attribute__((noreturn, noinline)) void __assertfail() {
    __builtin_trap();
}
}

#endif // HIPVK_HIP_DETAIL_SYNC_H
