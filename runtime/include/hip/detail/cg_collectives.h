// cg_collectives.h: reduce, inclusive_scan and exclusive_scan over tiles and coalesced groups, and
// their operations.
// Included by hip_cooperative_groups.h. Values are combined in the order of ranks.
#ifndef HIPVK_HIP_DETAIL_CG_COLLECTIVES_H
#define HIPVK_HIP_DETAIL_CG_COLLECTIVES_H

#include <hip/detail/cg_coalesced.h>
#include <hip/detail/cg_tile.h>

namespace cooperative_groups {

#define HIPVK_GROUP_OPERATION(name, expression)                                                    \
    template <class T = void> struct name {                                                        \
        HIPVK_GROUP T operator()(T a, T b) const { return (T)(expression); }                       \
    };                                                                                             \
    template <> struct name<void> {                                                                \
        template <class T> HIPVK_GROUP T operator()(T a, T b) const { return (T)(expression); }    \
    };
HIPVK_GROUP_OPERATION(plus, a + b)
HIPVK_GROUP_OPERATION(less, b < a ? b : a)
HIPVK_GROUP_OPERATION(greater, a < b ? b : a)
HIPVK_GROUP_OPERATION(bit_and, a & b)
HIPVK_GROUP_OPERATION(bit_or, a | b)
HIPVK_GROUP_OPERATION(bit_xor, a ^ b)
#undef HIPVK_GROUP_OPERATION

template <class T, class Op>
HIPVK_GROUP_TOGETHER T reduce(const coalesced_group &group, T value, Op op) {
    return hipvk::reduce_lanes(group.lanes(), value, op);
}
// Tiles of whole blocks are full; only then may neighbours be read without asking.
template <unsigned int size, class Parent, class T, class Op>
HIPVK_GROUP_TOGETHER T reduce(const thread_block_tile<size, Parent> &, T value, Op op) {
    if (hipvk::block_threads() % size == 0) {
        for (unsigned int reach = 1; reach < size; reach *= 2) {
            T other = hipvk::shuffle_xor(value, (int)reach, (int)size);
            value = __lane_id() & reach ? op(other, value) : op(value, other);
        }
        return value;
    }
    unsigned int first = __lane_id() & ~(size - 1);
    unsigned long long ones = size == 64 ? ~0ull : ((1ull << (size & 63)) - 1);
    return hipvk::reduce_lanes(ones << first, value, op);
}

template <class Group, class T, class Op>
HIPVK_GROUP_TOGETHER T inclusive_scan(const Group &group, T value, Op op) {
    unsigned int rank = group.thread_rank();
    for (unsigned int reach = 1; reach < group.size(); reach *= 2) {
        T other = group.shfl_up(value, reach);
        value = rank >= reach ? op(other, value) : value;
    }
    return value;
}
template <class Group, class T> HIPVK_GROUP_TOGETHER T inclusive_scan(const Group &group, T value) {
    return inclusive_scan(group, value, plus<T>());
}
// The first thread gets T().
template <class Group, class T, class Op>
HIPVK_GROUP_TOGETHER T exclusive_scan(const Group &group, T value, Op op) {
    T before = group.shfl_up(inclusive_scan(group, value, op), 1);
    return group.thread_rank() == 0 ? T() : before;
}
template <class Group, class T> HIPVK_GROUP_TOGETHER T exclusive_scan(const Group &group, T value) {
    return exclusive_scan(group, value, plus<T>());
}

} // namespace cooperative_groups

#endif // HIPVK_HIP_DETAIL_CG_COLLECTIVES_H
