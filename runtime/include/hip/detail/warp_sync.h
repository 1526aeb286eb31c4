// warp_sync.h: the forms with a mask of participating lanes, matching and warp reductions.
// Included by warp.h. The caller promises that every lane of the mask executes the call, so
// the mask only selects: votes and reductions count the lanes named in it.
#ifndef HIPVK_HIP_DETAIL_WARP_SYNC_H
#define HIPVK_HIP_DETAIL_WARP_SYNC_H

#include <hip/detail/sync.h>
#include <hip/detail/warp.h>

// A program may ask for none of these names, to define them itself.
#ifndef HIP_DISABLE_WARP_SYNC_BUILTINS

namespace hipvk {
typedef unsigned long long lane_mask;
} // namespace hipvk

template <class Mask> HIPVK_CONVERGENT unsigned long long __ballot_sync(Mask mask, int predicate) {
    HIPVK_64_BITS(Mask);
    return __ballot(predicate) & (hipvk::lane_mask)mask;
}
template <class Mask> HIPVK_CONVERGENT int __any_sync(Mask mask, int predicate) {
    HIPVK_64_BITS(Mask);
    return __ballot_sync(mask, predicate) != 0;
}
template <class Mask> HIPVK_CONVERGENT int __all_sync(Mask mask, int predicate) {
    HIPVK_64_BITS(Mask);
    return __ballot_sync(mask, predicate == 0) == 0;
}

template <class Mask, class T>
HIPVK_CONVERGENT T __shfl_sync(Mask, T var, int lane, int width = hipvk::whole_warp) {
    HIPVK_64_BITS(Mask);
    return __shfl(var, lane, width);
}
template <class Mask, class T>
HIPVK_CONVERGENT T __shfl_xor_sync(Mask, T var, int laneMask, int width = hipvk::whole_warp) {
    HIPVK_64_BITS(Mask);
    return __shfl_xor(var, laneMask, width);
}
template <class Mask, class T>
HIPVK_CONVERGENT T __shfl_up_sync(Mask, T var, unsigned int delta, int width = hipvk::whole_warp) {
    HIPVK_64_BITS(Mask);
    return __shfl_up(var, delta, width);
}
template <class Mask, class T>
HIPVK_CONVERGENT T __shfl_down_sync(Mask, T var, unsigned int delta, int width = hipvk::whole_warp) {
    HIPVK_64_BITS(Mask);
    return __shfl_down(var, delta, width);
}

// The active lanes that hold the same value as this one. One round for each different value:
// all lanes compare theirs with that of the lowest lane not yet matched.
template <class T> HIPVK_CONVERGENT unsigned long long __match_any(T value) {
    hipvk::lane_mask rest = __activemask(), same = 0;
    int self = __hip_vk_lane_id();
    while (rest != 0) {
        int leader = __builtin_ctzll(rest);
        // A leader matches itself even if it holds a NaN.
        bool equal = __shfl(value, leader) == value || self == leader;
        hipvk::lane_mask found = __ballot(equal) & rest;
        same = equal && ((rest >> self) & 1) ? found : same;
        rest &= ~found;
    }
    return same;
}
template <class Mask, class T>
HIPVK_CONVERGENT unsigned long long __match_any_sync(Mask mask, T value) {
    HIPVK_64_BITS(Mask);
    return __match_any(value) & (hipvk::lane_mask)mask;
}
// The mask if all its lanes hold the same value (and *all_equal = 1), else 0.
template <class Mask, class T>
HIPVK_CONVERGENT unsigned long long __match_all_sync(Mask mask, T value, int *all_equal) {
    HIPVK_64_BITS(Mask);
    hipvk::lane_mask lanes = (hipvk::lane_mask)mask & __activemask();
    T first = __shfl(value, lanes ? __builtin_ctzll(lanes) : 0);
    *all_equal = __all_sync(lanes, first == value);
    return *all_equal ? lanes : 0;
}
template <class T>
HIPVK_CONVERGENT unsigned long long __match_all(T value, int *all_equal) {
    return __match_all_sync(__activemask(), value, all_equal);
}

namespace hipvk {
// Combines the values of the mask's lanes, in their order, for each of them. A lane holds the number
// of the mask's next lane above it; each round doubles how far that is. Lanes may bring different
// masks, as long as each mask's lanes bring the same.
template <class T, class Combine>
HIPVK_CONVERGENT T reduce_lanes(lane_mask mask, T value, Combine combine) {
    lane_mask lanes = mask & __activemask();
    int self = __hip_vk_lane_id();
    lane_mask above = lanes & (~(lane_mask)1 << self);
    int next = above ? __builtin_ctzll(above) : -1;
    for (int reach = 1; reach < __hip_vk_warp_size(); reach *= 2) {
        int source = next < 0 ? self : next;
        T other = shuffle(value, source, whole_warp);
        int further = shuffle(next, source, whole_warp);
        value = next < 0 ? value : combine(value, other);
        next = next < 0 ? next : further;
    }
    return shuffle(value, lanes ? __builtin_ctzll(lanes) : self, whole_warp);
}
#define HIPVK_LANES_OPERATION(operation, expression)                                               \
    struct operation {                                                                             \
        template <class T> __device__ T operator()(T a, T b) const { return (T)(expression); }     \
    };
HIPVK_LANES_OPERATION(lanes_add, a + b)
HIPVK_LANES_OPERATION(lanes_min, b < a ? b : a)
HIPVK_LANES_OPERATION(lanes_max, a < b ? b : a)
HIPVK_LANES_OPERATION(lanes_and, a & b)
HIPVK_LANES_OPERATION(lanes_or, a | b)
HIPVK_LANES_OPERATION(lanes_xor, a ^ b)
#undef HIPVK_LANES_OPERATION
} // namespace hipvk

#define HIPVK_WARP_REDUCE(name, operation)                                                         \
    template <class Mask, class T> HIPVK_CONVERGENT T name(Mask mask, T value) {                   \
        HIPVK_64_BITS(Mask);                                                                       \
        return hipvk::reduce_lanes((hipvk::lane_mask)mask, value, hipvk::operation());             \
    }
HIPVK_WARP_REDUCE(__reduce_add_sync, lanes_add)
HIPVK_WARP_REDUCE(__reduce_min_sync, lanes_min)
HIPVK_WARP_REDUCE(__reduce_max_sync, lanes_max)
HIPVK_WARP_REDUCE(__reduce_and_sync, lanes_and)
HIPVK_WARP_REDUCE(__reduce_or_sync, lanes_or)
HIPVK_WARP_REDUCE(__reduce_xor_sync, lanes_xor)
#undef HIPVK_WARP_REDUCE

#endif // HIP_DISABLE_WARP_SYNC_BUILTINS

#endif // HIPVK_HIP_DETAIL_WARP_SYNC_H
