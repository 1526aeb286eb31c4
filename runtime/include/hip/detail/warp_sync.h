// warp_sync.h: the forms with a mask of participating lanes, matching and warp reductions.
// Included by warp.h. The caller promises that every lane of the mask executes the call, so
// the mask only selects: votes and reductions count the lanes named in it.
#ifndef HIPVK_HIP_DETAIL_WARP_SYNC_H
#define HIPVK_HIP_DETAIL_WARP_SYNC_H

#include <hip/detail/warp.h>

namespace hipvk {
typedef unsigned long long lane_mask;
// A 32-bit mask names lanes 0 to 31; as an int it must not smear its sign over the rest.
template <class Mask> HIPVK_DEVICE lane_mask to_lanes(Mask mask) {
    static_assert(sizeof(Mask) <= sizeof(lane_mask), "a lane mask is an integer of at most 64 bits");
    return sizeof(Mask) == 4 ? (lane_mask)(unsigned int)mask : (lane_mask)mask;
}
} // namespace hipvk

template <class Mask> HIPVK_CONVERGENT unsigned long long __ballot_sync(Mask mask, int predicate) {
    return __ballot(predicate) & hipvk::to_lanes(mask);
}
template <class Mask> HIPVK_CONVERGENT int __any_sync(Mask mask, int predicate) {
    return __ballot_sync(mask, predicate) != 0;
}
template <class Mask> HIPVK_CONVERGENT int __all_sync(Mask mask, int predicate) {
    return __ballot_sync(mask, predicate == 0) == 0;
}

template <class Mask, class T> HIPVK_CONVERGENT T __shfl_sync(Mask, T var, int lane) {
    return __shfl(var, lane);
}
template <class Mask, class T> HIPVK_CONVERGENT T __shfl_sync(Mask, T var, int lane, int width) {
    return __shfl(var, lane, width);
}
template <class Mask, class T> HIPVK_CONVERGENT T __shfl_xor_sync(Mask, T var, int laneMask) {
    return __shfl_xor(var, laneMask);
}
template <class Mask, class T>
HIPVK_CONVERGENT T __shfl_xor_sync(Mask, T var, int laneMask, int width) {
    return __shfl_xor(var, laneMask, width);
}
template <class Mask, class T> HIPVK_CONVERGENT T __shfl_up_sync(Mask, T var, unsigned int delta) {
    return __shfl_up(var, delta);
}
template <class Mask, class T>
HIPVK_CONVERGENT T __shfl_up_sync(Mask, T var, unsigned int delta, int width) {
    return __shfl_up(var, delta, width);
}
template <class Mask, class T>
HIPVK_CONVERGENT T __shfl_down_sync(Mask, T var, unsigned int delta) {
    return __shfl_down(var, delta);
}
template <class Mask, class T>
HIPVK_CONVERGENT T __shfl_down_sync(Mask, T var, unsigned int delta, int width) {
    return __shfl_down(var, delta, width);
}

// The lanes of the mask that hold the same value as this one. Every lane reads each lane of
// the warp in turn, so that the loop is uniform.
template <class Mask, class T>
HIPVK_CONVERGENT unsigned long long __match_any_sync(Mask mask, T value) {
    hipvk::lane_mask lanes = hipvk::to_lanes(mask) & __activemask(), same = 0;
    for (int lane = 0; lane < __hip_vk_warp_size(); ++lane) {
        T other = __shfl(value, lane);
        if (((lanes >> lane) & 1) && other == value) same |= (hipvk::lane_mask)1 << lane;
    }
    return same;
}
template <class T> HIPVK_CONVERGENT unsigned long long __match_any(T value) {
    return __match_any_sync(__activemask(), value);
}
// The mask if all its lanes hold the same value (and *all_equal = 1), else 0.
template <class Mask, class T>
HIPVK_CONVERGENT unsigned long long __match_all_sync(Mask mask, T value, int *all_equal) {
    hipvk::lane_mask lanes = hipvk::to_lanes(mask) & __activemask();
    T first = __shfl(value, lanes ? __builtin_ctzll(lanes) : 0);
    *all_equal = __all_sync(lanes, first == value);
    return *all_equal ? lanes : 0;
}
template <class T>
HIPVK_CONVERGENT unsigned long long __match_all(T value, int *all_equal) {
    return __match_all_sync(__activemask(), value, all_equal);
}

// Reductions over the lanes of the mask: every one of them gets the result.
#define HIPVK_WARP_REDUCE(name, expression)                                                        \
    template <class Mask, class T> HIPVK_CONVERGENT T name(Mask mask, T value) {                   \
        hipvk::lane_mask lanes = hipvk::to_lanes(mask) & __activemask();                           \
        T a = value;                                                                               \
        bool started = false;                                                                      \
        for (int lane = 0; lane < __hip_vk_warp_size(); ++lane) {                                  \
            T b = __shfl(value, lane);                                                             \
            if (((lanes >> lane) & 1) == 0) continue;                                              \
            a = started ? (T)(expression) : b;                                                     \
            started = true;                                                                        \
        }                                                                                          \
        return a;                                                                                  \
    }
HIPVK_WARP_REDUCE(__reduce_add_sync, a + b)
HIPVK_WARP_REDUCE(__reduce_min_sync, b < a ? b : a)
HIPVK_WARP_REDUCE(__reduce_max_sync, a < b ? b : a)
HIPVK_WARP_REDUCE(__reduce_and_sync, a & b)
HIPVK_WARP_REDUCE(__reduce_or_sync, a | b)
HIPVK_WARP_REDUCE(__reduce_xor_sync, a ^ b)
#undef HIPVK_WARP_REDUCE

#endif // HIPVK_HIP_DETAIL_WARP_SYNC_H
