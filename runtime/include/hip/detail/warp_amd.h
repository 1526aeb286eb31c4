// warp_amd.h: HIP's names for AMD's lane permutations.
// Included by warp.h.
#ifndef HIPVK_HIP_DETAIL_WARP_AMD_H
#define HIPVK_HIP_DETAIL_WARP_AMD_H

#include <hip/detail/warp.h>

// `index` counts bytes: four for each lane.
HIPVK_CONVERGENT unsigned __hip_ds_bpermute(int index, unsigned src) {
    return (unsigned)__builtin_amdgcn_ds_bpermute(index, (int)src);
}
HIPVK_CONVERGENT float __hip_ds_bpermutef(int index, float src) {
    return __builtin_bit_cast(
        float, __builtin_amdgcn_ds_bpermute(index, __builtin_bit_cast(int, src)));
}
HIPVK_CONVERGENT unsigned __hip_ds_permute(int index, unsigned src) {
    return (unsigned)__builtin_amdgcn_ds_permute(index, (int)src);
}
HIPVK_CONVERGENT float __hip_ds_permutef(int index, float src) {
    return __builtin_bit_cast(float,
                              __builtin_amdgcn_ds_permute(index, __builtin_bit_cast(int, src)));
}
template <int pattern> HIPVK_CONVERGENT unsigned __hip_ds_swizzle_N(unsigned int src) {
    return (unsigned)__builtin_amdgcn_ds_swizzle((int)src, pattern);
}
template <int pattern> HIPVK_CONVERGENT float __hip_ds_swizzlef_N(float src) {
    return __builtin_bit_cast(float,
                              __builtin_amdgcn_ds_swizzle(__builtin_bit_cast(int, src), pattern));
}
#define __hip_ds_swizzle(src, pattern) __hip_ds_swizzle_N<(pattern)>((src))
#define __hip_ds_swizzlef(src, pattern) __hip_ds_swizzlef_N<(pattern)>((src))

template <int dpp_ctrl, int row_mask, int bank_mask, bool bound_ctrl>
HIPVK_CONVERGENT int __hip_move_dpp_N(int src) {
    return __builtin_amdgcn_mov_dpp(src, dpp_ctrl, row_mask, bank_mask, bound_ctrl);
}
#define __hip_move_dpp(src, dpp_ctrl, row_mask, bank_mask, bound_ctrl)                             \
    __hip_move_dpp_N<(dpp_ctrl), (row_mask), (bank_mask), (bound_ctrl)>((src))

// Bits of x below this lane's, plus y: x stands for lanes 0 to 31, or 32 to 63.
HIPVK_DEVICE unsigned int __mbcnt_lo(unsigned int x, unsigned int y) {
    return __builtin_amdgcn_mbcnt_lo(x, y);
}
HIPVK_DEVICE unsigned int __mbcnt_hi(unsigned int x, unsigned int y) {
    return __builtin_amdgcn_mbcnt_hi(x, y);
}

#endif // HIPVK_HIP_DETAIL_WARP_AMD_H
