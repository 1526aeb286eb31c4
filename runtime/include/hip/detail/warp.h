// warp.h: shuffles, votes and ballots among the lanes of a warp.
// Included by hip_runtime.h.
// A value wider than 32 bits travels in words. `width` cuts the warp into equal parts, as HIP
// defines it: a power of two; a lane reads within its own part, and its own value where
// the source would lie outside. The *_sync forms are in warp_sync.h, AMD's names in warp_amd.h.
#ifndef HIPVK_HIP_DETAIL_WARP_H
#define HIPVK_HIP_DETAIL_WARP_H

#include <hip/detail/coordinates.h>
#include <hip/detail/device_abi.h>

HIPVK_DEVICE unsigned int __lane_id() { return (unsigned int)__hip_vk_lane_id(); }

HIPVK_CONVERGENT int __all(int predicate) { return __hip_vk_all(predicate != 0); }
HIPVK_CONVERGENT int __any(int predicate) { return __hip_vk_any(predicate != 0); }
HIPVK_CONVERGENT unsigned long long int __ballot(int predicate) {
    return __hip_vk_ballot(predicate != 0);
}
HIPVK_CONVERGENT unsigned long long int __ballot64(int predicate) { return __ballot(predicate); }
HIPVK_CONVERGENT unsigned long long int __activemask() { return __hip_vk_active_mask(); }

// This lane's bit, and those of the active lanes above and below it.
HIPVK_DEVICE unsigned long __lanemask_eq() { return 1ul << __lane_id(); }
HIPVK_CONVERGENT unsigned long __lanemask_gt() { return __activemask() & (~1ul << __lane_id()); }
HIPVK_CONVERGENT unsigned long __lanemask_lt() { return __activemask() & (__lanemask_eq() - 1); }

namespace hipvk {
// The value of T, anything trivially copyable, split into words; `move` carries each word to this lane.
template <class T, class Move> HIPVK_CONVERGENT T by_words(T value, Move move) {
    constexpr int count = (sizeof(T) + 3) / 4;
    struct {
        unsigned char at[sizeof(T)];
    } bytes;
    int words[count] = {};
    __builtin_memcpy(words, &value, sizeof(T));
    for (int i = 0; i < count; ++i) words[i] = move(words[i]);
    __builtin_memcpy(&bytes, words, sizeof(T));
    // Not a T to copy into: it may have no constructor without arguments.
    return __builtin_bit_cast(T, bytes);
}
struct from_lane {
    int lane;
    __device__ int operator()(int word) const { return __hip_vk_shfl_i32(word, lane); }
};
struct from_xor {
    int mask;
    __device__ int operator()(int word) const { return __hip_vk_shfl_xor_i32(word, mask); }
};
// The lane's own word where `inside` is false.
struct from_below {
    unsigned int delta;
    bool inside;
    __device__ int operator()(int word) const {
        int moved = __hip_vk_shfl_up_i32(word, delta);
        return inside ? moved : word;
    }
};
struct from_above {
    unsigned int delta;
    bool inside;
    __device__ int operator()(int word) const {
        int moved = __hip_vk_shfl_down_i32(word, delta);
        return inside ? moved : word;
    }
};

// What callers pass who name no width.
constexpr int whole_warp = 0;
HIPVK_DEVICE int lanes_of(int width) { return width == whole_warp ? __hip_vk_warp_size() : width; }

// A distance that the compiler knows stays an operation of its own (drivers have one instruction
// for it); any other is a read of a computed lane.
template <class T> HIPVK_CONVERGENT T shuffle(T value, int lane, int width) {
    int self = __hip_vk_lane_id();
    int source = width == whole_warp ? lane : (lane & (width - 1)) + (self & ~(width - 1));
    return by_words(value, from_lane{source & (__hip_vk_warp_size() - 1)});
}
template <class T> HIPVK_CONVERGENT T shuffle_xor(T value, int mask, int width) {
    if (__builtin_constant_p(mask) && __builtin_constant_p(width) && mask >= 0 &&
        mask < (width == whole_warp ? 32 : width))
        return by_words(value, from_xor{mask});
    width = lanes_of(width);
    int self = __hip_vk_lane_id();
    int source = self ^ mask;
    source = source >= ((self + width) & ~(width - 1)) ? self : source;
    return by_words(value, from_lane{source & (__hip_vk_warp_size() - 1)});
}
template <class T> HIPVK_CONVERGENT T shuffle_up(T value, unsigned int delta, int width) {
    width = lanes_of(width);
    int self = __hip_vk_lane_id();
    if (__builtin_constant_p(delta) && delta < 64)
        return by_words(value, from_below{delta, (unsigned int)(self & (width - 1)) >= delta});
    int source = self - (int)delta;
    source = source < (self & ~(width - 1)) ? self : source;
    return by_words(value, from_lane{source & (__hip_vk_warp_size() - 1)});
}
template <class T> HIPVK_CONVERGENT T shuffle_down(T value, unsigned int delta, int width) {
    width = lanes_of(width);
    int self = __hip_vk_lane_id();
    if (__builtin_constant_p(delta) && delta < 64)
        return by_words(value, from_above{delta, (self & (width - 1)) + (int)delta < width});
    int source = (self & (width - 1)) + (int)delta >= width ? self : self + (int)delta;
    return by_words(value, from_lane{source & (__hip_vk_warp_size() - 1)});
}
} // namespace hipvk

#define HIPVK_SHUFFLES(T)                                                                          \
    HIPVK_CONVERGENT T __shfl(T var, int lane, int width = hipvk::whole_warp) {                    \
        return hipvk::shuffle(var, lane, width);                                                   \
    }                                                                                              \
    HIPVK_CONVERGENT T __shfl_xor(T var, int mask, int width = hipvk::whole_warp) {                \
        return hipvk::shuffle_xor(var, mask, width);                                               \
    }                                                                                              \
    HIPVK_CONVERGENT T __shfl_up(T var, unsigned int delta, int width = hipvk::whole_warp) {       \
        return hipvk::shuffle_up(var, delta, width);                                               \
    }                                                                                              \
    HIPVK_CONVERGENT T __shfl_down(T var, unsigned int delta, int width = hipvk::whole_warp) {     \
        return hipvk::shuffle_down(var, delta, width);                                             \
    }
HIPVK_SHUFFLES(int)
HIPVK_SHUFFLES(unsigned int)
HIPVK_SHUFFLES(long)
HIPVK_SHUFFLES(unsigned long)
HIPVK_SHUFFLES(long long)
HIPVK_SHUFFLES(unsigned long long)
HIPVK_SHUFFLES(float)
HIPVK_SHUFFLES(double)

#include <hip/detail/warp_amd.h>
#include <hip/detail/warp_sync.h>

#endif // HIPVK_HIP_DETAIL_WARP_H
