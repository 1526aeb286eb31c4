// float16_device.h: atomic addition of pairs of 16-bit floats, as a macro for both kinds.
// Included by half_device.h and bfloat16_device.h.
#ifndef HIPVK_HIP_DETAIL_FLOAT16_DEVICE_H
#define HIPVK_HIP_DETAIL_FLOAT16_DEVICE_H

#include <hip/detail/warp.h>

// Addition by compare-and-swap of the whole pair.
#define HIPVK_FLOAT16_ATOMIC_ADD(P, Word)                                                          \
    HIPVK_DEVICE P atomicAdd(P *address, P value) {                                                \
        Word *word = reinterpret_cast<Word *>(address);                                            \
        Word old = __hip_atomic_load(word, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);            \
        for (;;) {                                                                                 \
            Word sum = __builtin_bit_cast(Word, __hadd2(__builtin_bit_cast(P, old), value));       \
            if (__hip_atomic_compare_exchange_strong(word, &old, sum, __ATOMIC_RELAXED,            \
                                                     __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT))  \
                return __builtin_bit_cast(P, old);                                                 \
        }                                                                                          \
    }                                                                                              \
    HIPVK_DEVICE P unsafeAtomicAdd(P *address, P value) { return atomicAdd(address, value); }

#endif // HIPVK_HIP_DETAIL_FLOAT16_DEVICE_H
