// cg_tile.h: thread_block_tile<size>: equal parts of a warp.
// Included by hip_cooperative_groups.h. The size is a power of two and at most a warp; a tile
// is a run of neighbouring ranks of its block.
#ifndef HIPVK_HIP_DETAIL_CG_TILE_H
#define HIPVK_HIP_DETAIL_CG_TILE_H

#include <hip/detail/cg_coalesced.h>

namespace cooperative_groups {

template <unsigned int tileSize, class ParentGroup = void>
class thread_block_tile : public thread_group {
    static_assert(tileSize > 0 && (tileSize & (tileSize - 1)) == 0 && tileSize <= 64,
                  "the size of a tile is a power of two, at most 64");
    // The tile's lanes, moved down to bit 0.
    HIPVK_GROUP static unsigned long long own(unsigned long long votes) {
        unsigned int first = __lane_id() & ~(tileSize - 1);
        return tileSize == 64 ? votes : (votes >> first) & (((unsigned long long)1 << (tileSize & 63)) - 1);
    }

public:
    HIPVK_GROUP thread_block_tile() : thread_group(internal::cg_tiled_group, tileSize) {}
    // The same tile, its parent forgotten.
    template <class Parent>
    HIPVK_GROUP thread_block_tile(const thread_block_tile<tileSize, Parent> &)
        : thread_group(internal::cg_tiled_group, tileSize) {}

    HIPVK_GROUP static constexpr unsigned int size() { return tileSize; }
    HIPVK_GROUP static constexpr unsigned int num_threads() { return tileSize; }
    HIPVK_GROUP static constexpr bool is_valid() { return true; }
    HIPVK_GROUP static unsigned int thread_rank() { return hipvk::block_rank() & (tileSize - 1); }
    HIPVK_GROUP static unsigned int meta_group_rank() { return hipvk::block_rank() / tileSize; }
    HIPVK_GROUP static unsigned int meta_group_size() {
        return (hipvk::block_threads() + tileSize - 1) / tileSize;
    }
    HIPVK_GROUP_TOGETHER static void sync() { __syncwarp(); }

    template <class T> HIPVK_GROUP_TOGETHER T shfl(T var, int rank) const {
        return hipvk::shuffle(var, rank, (int)tileSize);
    }
    template <class T> HIPVK_GROUP_TOGETHER T shfl_down(T var, unsigned int delta) const {
        return hipvk::shuffle_down(var, delta, (int)tileSize);
    }
    template <class T> HIPVK_GROUP_TOGETHER T shfl_up(T var, unsigned int delta) const {
        return hipvk::shuffle_up(var, delta, (int)tileSize);
    }
    template <class T> HIPVK_GROUP_TOGETHER T shfl_xor(T var, unsigned int mask) const {
        return hipvk::shuffle_xor(var, (int)mask, (int)tileSize);
    }
    HIPVK_GROUP_TOGETHER unsigned long long ballot(int predicate) const {
        return own(__ballot(predicate));
    }
    HIPVK_GROUP_TOGETHER int any(int predicate) const { return ballot(predicate) != 0; }
    HIPVK_GROUP_TOGETHER int all(int predicate) const { return ballot(predicate == 0) == 0; }
    template <class T> HIPVK_GROUP_TOGETHER unsigned long long match_any(T value) const {
        return own(__match_any(value));
    }
    template <class T> HIPVK_GROUP_TOGETHER unsigned long long match_all(T value, int &same) const {
        unsigned long long equal = own(__ballot(shfl(value, 0) == value));
        unsigned long long lanes = own(__activemask());
        same = equal == lanes;
        return same ? lanes : 0;
    }
};

// A tile of a tile remembers where it lies in its parent.
template <unsigned int size, unsigned int parentSize, class Grand>
class thread_block_tile<size, thread_block_tile<parentSize, Grand>> : public thread_block_tile<size> {
    static_assert(size <= parentSize, "a part is no larger than the tile it is cut from");

public:
    HIPVK_GROUP static unsigned int meta_group_rank() {
        return (hipvk::block_rank() & (parentSize - 1)) / size;
    }
    HIPVK_GROUP static constexpr unsigned int meta_group_size() { return parentSize / size; }
};

} // namespace cooperative_groups

#endif // HIPVK_HIP_DETAIL_CG_TILE_H
