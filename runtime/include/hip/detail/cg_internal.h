// cg_internal.h: names of AMD's own headers behind its groups that programs use, too: the type of a warp's mask, and how many of its lanes are below
// the caller's. Included by hip_cooperative_groups.h. (rocgputreeshap, and with it xgboost, makes its warp functions of them.)
#ifndef HIPVK_HIP_DETAIL_CG_INTERNAL_H
#define HIPVK_HIP_DETAIL_CG_INTERNAL_H

#include <hip/detail/bits.h>
#include <hip/detail/cg_block.h>

// Wide enough for every warp, and the same on both sides.
using lane_mask = unsigned long long;

namespace cooperative_groups {
namespace internal {
namespace coalesced_group {
// `add` and the lanes in `lanes` below the caller's.
HIPVK_GROUP unsigned int masked_bit_count(lane_mask lanes, unsigned int add = 0) {
    return add + (unsigned int)__popcll(lanes & (((lane_mask)1 << __lane_id()) - 1));
}
} // namespace coalesced_group
} // namespace internal
} // namespace cooperative_groups

#endif // HIPVK_HIP_DETAIL_CG_INTERNAL_H
