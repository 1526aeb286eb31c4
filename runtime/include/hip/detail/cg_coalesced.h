// cg_coalesced.h: coalesced_group: the lanes of a warp that are active together.
// Included by hip_cooperative_groups.h. A rank counts the group's lanes from the lowest; a shuffle
// finds the lane of a rank by searching the mask.
#ifndef HIPVK_HIP_DETAIL_CG_COALESCED_H
#define HIPVK_HIP_DETAIL_CG_COALESCED_H

#include <hip/detail/bits.h>
#include <hip/detail/cg_block.h>

namespace hipvk {
// The position of set bit number `rank` (from 0) of the mask.
HIPVK_DEVICE int lane_of_rank(unsigned long long lanes, unsigned int rank) {
    int lane = 0;
    for (int step = 32; step > 0; step >>= 1) {
        unsigned long long low = lanes & (((unsigned long long)1 << step) - 1);
        unsigned int count = (unsigned int)__popcll(low);
        bool above = rank >= count;
        rank -= above ? count : 0;
        lane += above ? step : 0;
        lanes = above ? lanes >> step : low;
    }
    return lane;
}
// One bit for each lane of `lanes`, packed by rank.
HIPVK_DEVICE unsigned long long pack_lanes(unsigned long long votes, unsigned long long lanes) {
    unsigned long long packed = 0;
    for (unsigned int rank = 0; lanes != 0; ++rank, lanes &= lanes - 1)
        packed |= ((votes >> __builtin_ctzll(lanes)) & 1) << rank;
    return packed;
}
} // namespace hipvk

namespace cooperative_groups {

class coalesced_group : public thread_group {
    unsigned int meta_rank_, meta_size_;

public:
    HIPVK_GROUP explicit coalesced_group(unsigned long long lanes, unsigned int metaRank = 0,
                                         unsigned int metaSize = 1)
        : thread_group(internal::cg_coalesced_group, (unsigned int)__popcll(lanes), lanes),
          meta_rank_(metaRank), meta_size_(metaSize) {}

    HIPVK_GROUP unsigned int thread_rank() const { return below(lanes_); }
    HIPVK_GROUP unsigned int meta_group_rank() const { return meta_rank_; }
    HIPVK_GROUP unsigned int meta_group_size() const { return meta_size_; }
    HIPVK_GROUP_TOGETHER void sync() const { __syncwarp(); }

    template <class T> HIPVK_GROUP_TOGETHER T shfl(T var, int rank) const {
        int lane = hipvk::lane_of_rank(lanes_, (unsigned int)rank % size_);
        return hipvk::by_words(var, hipvk::from_lane{lane});
    }
    // Past the group's ends a lane keeps its own value.
    template <class T> HIPVK_GROUP_TOGETHER T shfl_down(T var, unsigned int delta) const {
        unsigned int rank = thread_rank();
        return shfl(var, (int)(rank + delta < size_ ? rank + delta : rank));
    }
    template <class T> HIPVK_GROUP_TOGETHER T shfl_up(T var, unsigned int delta) const {
        unsigned int rank = thread_rank();
        return shfl(var, (int)(rank >= delta ? rank - delta : rank));
    }
    HIPVK_GROUP_TOGETHER unsigned long long ballot(int predicate) const {
        return hipvk::pack_lanes(__ballot(predicate) & lanes_, lanes_);
    }
    HIPVK_GROUP_TOGETHER int any(int predicate) const { return (__ballot(predicate) & lanes_) != 0; }
    HIPVK_GROUP_TOGETHER int all(int predicate) const {
        return (__ballot(predicate == 0) & lanes_) == 0;
    }
    template <class T> HIPVK_GROUP_TOGETHER unsigned long long match_any(T value) const {
        return hipvk::pack_lanes(__match_any_sync(lanes_, value), lanes_);
    }
    template <class T> HIPVK_GROUP_TOGETHER unsigned long long match_all(T value, int &same) const {
        return hipvk::pack_lanes(__match_all_sync(lanes_, value, &same), lanes_);
    }
};

HIPVK_GROUP_TOGETHER coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

} // namespace cooperative_groups

#endif // HIPVK_HIP_DETAIL_CG_COALESCED_H
