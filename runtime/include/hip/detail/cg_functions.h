// cg_functions.h: the free functions: partitions, and the methods spelled as functions.
// Included by hip_cooperative_groups.h.
#ifndef HIPVK_HIP_DETAIL_CG_FUNCTIONS_H
#define HIPVK_HIP_DETAIL_CG_FUNCTIONS_H

#include <hip/detail/cg_coalesced.h>
#include <hip/detail/cg_grid.h>
#include <hip/detail/cg_tile.h>

namespace cooperative_groups {

HIPVK_GROUP_TOGETHER void thread_group::sync() const {
    switch (type_) {
    case internal::cg_multi_grid: __ockl_multi_grid_sync(); break;
    case internal::cg_grid: __ockl_grid_sync(); break;
    case internal::cg_workgroup: __syncthreads(); break;
    default: __syncwarp(); break;
    }
}

template <class Group> HIPVK_GROUP unsigned int thread_rank(const Group &group) {
    return group.thread_rank();
}
template <class Group> HIPVK_GROUP unsigned int group_size(const Group &group) {
    return group.size();
}
template <class Group> HIPVK_GROUP bool is_valid(const Group &group) { return group.is_valid(); }
template <class Group> HIPVK_GROUP_TOGETHER void sync(const Group &group) { group.sync(); }

template <unsigned int size>
HIPVK_GROUP thread_block_tile<size, thread_block> tiled_partition(const thread_block &) {
    return thread_block_tile<size, thread_block>();
}
template <unsigned int size, unsigned int parentSize, class Grand>
HIPVK_GROUP thread_block_tile<size, thread_block_tile<parentSize, Grand>>
tiled_partition(const thread_block_tile<parentSize, Grand> &) {
    return thread_block_tile<size, thread_block_tile<parentSize, Grand>>();
}
HIPVK_GROUP thread_group tiled_partition(const thread_block &block, unsigned int tileSize) {
    return block.tile(tileSize);
}
// Of a coalesced group: runs of `tileSize` ranks.
HIPVK_GROUP coalesced_group tiled_partition(const coalesced_group &group, unsigned int tileSize) {
    unsigned int first = group.thread_rank() / tileSize * tileSize;
    unsigned long long lanes = 0, rest = group.lanes();
    for (unsigned int rank = 0; rest != 0; ++rank, rest &= rest - 1)
        if (rank >= first && rank < first + tileSize) lanes |= rest & (~rest + 1);
    return coalesced_group(lanes, first / tileSize, (group.size() + tileSize - 1) / tileSize);
}

HIPVK_GROUP thread_group tiled_partition(const thread_group &group, unsigned int tileSize) {
    if (group.cg_type() == internal::cg_coalesced_group)
        return tiled_partition(coalesced_group(group.lanes()), tileSize);
    return thread_block::tile(tileSize);
}

// Two groups: the lanes whose predicate is true, and the others.
HIPVK_GROUP_TOGETHER coalesced_group binary_partition(const coalesced_group &group, bool predicate) {
    unsigned long long yes = __ballot(predicate) & group.lanes();
    return predicate ? coalesced_group(yes, 0, 2) : coalesced_group(group.lanes() & ~yes, 1, 2);
}
template <unsigned int size, class Parent>
HIPVK_GROUP_TOGETHER coalesced_group binary_partition(const thread_block_tile<size, Parent> &,
                                                      bool predicate) {
    unsigned int first = __lane_id() & ~(size - 1);
    unsigned long long ones = size == 64 ? ~0ull : ((1ull << (size & 63)) - 1);
    unsigned long long lanes = __activemask() & (ones << first);
    unsigned long long yes = __ballot(predicate) & lanes;
    return predicate ? coalesced_group(yes, 0, 2) : coalesced_group(lanes & ~yes, 1, 2);
}

// One group for each different label, in the order of their lowest lanes.
template <class Label>
HIPVK_GROUP_TOGETHER coalesced_group labeled_partition(const coalesced_group &group, Label label) {
    unsigned long long same = __match_any_sync(group.lanes(), label);
    unsigned int leader = (unsigned int)__builtin_ctzll(same);
    unsigned long long leaders = __ballot(__lane_id() == leader) & group.lanes();
    unsigned long long before = leaders & (((unsigned long long)1 << leader) - 1);
    return coalesced_group(same, (unsigned int)__popcll(before), (unsigned int)__popcll(leaders));
}
template <unsigned int size, class Parent, class Label>
HIPVK_GROUP_TOGETHER coalesced_group labeled_partition(const thread_block_tile<size, Parent> &,
                                                       Label label) {
    unsigned int first = __lane_id() & ~(size - 1);
    unsigned long long ones = size == 64 ? ~0ull : ((1ull << (size & 63)) - 1);
    return labeled_partition(coalesced_group(__activemask() & (ones << first)), label);
}

} // namespace cooperative_groups

#endif // HIPVK_HIP_DETAIL_CG_FUNCTIONS_H
