// atomics.h: the atomic functions of HIP's table, in device scope and (with _system) in system
// scope, all relaxed, as HIP defines them.
// Included by hip_runtime.h. They come down to LLVM's atomicrmw and cmpxchg with scope "agent"
// (device) or none (system); where the target lacks one, the compiler makes a loop of it.
#ifndef HIPVK_HIP_DETAIL_ATOMICS_H
#define HIPVK_HIP_DETAIL_ATOMICS_H

#include <hip/host_defines.h>

// One function in both scopes: atomicX and atomicX_system.
#define HIPVK_ATOMIC(name, T, builtin)                                                             \
    HIPVK_DEVICE T name(T *address, T value) {                                                     \
        return builtin(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);                \
    }                                                                                              \
    HIPVK_DEVICE T name##_system(T *address, T value) {                                            \
        return builtin(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);               \
    }
#define HIPVK_ATOMIC_CAS(T)                                                                        \
    HIPVK_DEVICE T atomicCAS(T *address, T compare, T value) {                                     \
        __hip_atomic_compare_exchange_strong(address, &compare, value, __ATOMIC_RELAXED,           \
                                             __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);          \
        return compare;                                                                            \
    }                                                                                              \
    HIPVK_DEVICE T atomicCAS_system(T *address, T compare, T value) {                              \
        __hip_atomic_compare_exchange_strong(address, &compare, value, __ATOMIC_RELAXED,           \
                                             __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);         \
        return compare;                                                                            \
    }
#define HIPVK_ATOMIC_SUB(T, Signed)                                                                \
    HIPVK_DEVICE T atomicSub(T *address, T value) { return atomicAdd(address, (T) - (Signed)value); } \
    HIPVK_DEVICE T atomicSub_system(T *address, T value) {                                         \
        return atomicAdd_system(address, (T) - (Signed)value);                                     \
    }

#define HIPVK_ATOMIC_ARITHMETIC(T, Signed)                                                         \
    HIPVK_ATOMIC(atomicAdd, T, __hip_atomic_fetch_add)                                             \
    HIPVK_ATOMIC_SUB(T, Signed)                                                                    \
    HIPVK_ATOMIC(atomicExch, T, __hip_atomic_exchange)                                             \
    HIPVK_ATOMIC(atomicMin, T, __hip_atomic_fetch_min)                                             \
    HIPVK_ATOMIC(atomicMax, T, __hip_atomic_fetch_max)                                             \
    HIPVK_ATOMIC_CAS(T)
#define HIPVK_ATOMIC_BITS(T)                                                                       \
    HIPVK_ATOMIC(atomicAnd, T, __hip_atomic_fetch_and)                                             \
    HIPVK_ATOMIC(atomicOr, T, __hip_atomic_fetch_or)                                               \
    HIPVK_ATOMIC(atomicXor, T, __hip_atomic_fetch_xor)

HIPVK_ATOMIC_ARITHMETIC(int, int)
HIPVK_ATOMIC_ARITHMETIC(unsigned int, unsigned int)
HIPVK_ATOMIC_ARITHMETIC(unsigned long, unsigned long)
HIPVK_ATOMIC_ARITHMETIC(unsigned long long, unsigned long long)
HIPVK_ATOMIC_ARITHMETIC(float, float)
HIPVK_ATOMIC_ARITHMETIC(double, double)
HIPVK_ATOMIC(atomicMin, long long, __hip_atomic_fetch_min)
HIPVK_ATOMIC(atomicMax, long long, __hip_atomic_fetch_max)
HIPVK_ATOMIC_BITS(int)
HIPVK_ATOMIC_BITS(unsigned int)
HIPVK_ATOMIC_BITS(unsigned long)
HIPVK_ATOMIC_BITS(unsigned long long)

// 16-bit compare-and-swap, on the word that holds it.
HIPVK_DEVICE unsigned short atomicCAS(unsigned short *address, unsigned short compare,
                                      unsigned short value) {
    __hip_atomic_compare_exchange_strong(address, &compare, value, __ATOMIC_RELAXED,
                                         __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    return compare;
}

#undef HIPVK_ATOMIC
#undef HIPVK_ATOMIC_CAS
#undef HIPVK_ATOMIC_SUB
#undef HIPVK_ATOMIC_ARITHMETIC
#undef HIPVK_ATOMIC_BITS

// Count up to `limit` and wrap to 0; count down from `limit`, wrap back to it.
HIPVK_DEVICE unsigned int atomicInc(unsigned int *address, unsigned int limit) {
    return __builtin_amdgcn_atomic_inc32(address, limit, __ATOMIC_RELAXED, "agent");
}
HIPVK_DEVICE unsigned int atomicDec(unsigned int *address, unsigned int limit) {
    return __builtin_amdgcn_atomic_dec32(address, limit, __ATOMIC_RELAXED, "agent");
}
HIPVK_DEVICE unsigned int atomicInc_system(unsigned int *address, unsigned int limit) {
    return __builtin_amdgcn_atomic_inc32(address, limit, __ATOMIC_RELAXED, "");
}
HIPVK_DEVICE unsigned int atomicDec_system(unsigned int *address, unsigned int limit) {
    return __builtin_amdgcn_atomic_dec32(address, limit, __ATOMIC_RELAXED, "");
}

// HIP lets a program choose between a faster add and one right on every kind of memory.
// Here both are the same, and right.
HIPVK_DEVICE float unsafeAtomicAdd(float *address, float value) { return atomicAdd(address, value); }
HIPVK_DEVICE double unsafeAtomicAdd(double *address, double value) {
    return atomicAdd(address, value);
}
HIPVK_DEVICE float unsafeAtomicMin(float *address, float value) { return atomicMin(address, value); }
HIPVK_DEVICE double unsafeAtomicMin(double *address, double value) {
    return atomicMin(address, value);
}
HIPVK_DEVICE float unsafeAtomicMax(float *address, float value) { return atomicMax(address, value); }
HIPVK_DEVICE double unsafeAtomicMax(double *address, double value) {
    return atomicMax(address, value);
}
HIPVK_DEVICE float safeAtomicAdd(float *address, float value) { return atomicAdd(address, value); }
HIPVK_DEVICE double safeAtomicAdd(double *address, double value) {
    return atomicAdd(address, value);
}
HIPVK_DEVICE float safeAtomicMin(float *address, float value) { return atomicMin(address, value); }
HIPVK_DEVICE double safeAtomicMin(double *address, double value) {
    return atomicMin(address, value);
}
HIPVK_DEVICE float safeAtomicMax(float *address, float value) { return atomicMax(address, value); }
HIPVK_DEVICE double safeAtomicMax(double *address, double value) {
    return atomicMax(address, value);
}
HIPVK_DEVICE void atomicAddNoRet(float *address, float value) { (void)atomicAdd(address, value); }

#endif // HIPVK_HIP_DETAIL_ATOMICS_H
