// warp_amd.h: HIP's names for AMD's lane permutations, and clang's builtins for them, of any type.
// Included by warp.h.
#ifndef HIPVK_HIP_DETAIL_WARP_AMD_H
#define HIPVK_HIP_DETAIL_WARP_AMD_H

#include <hip/detail/internal_traits.h>
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

#if __clang_major__ < 20
// These builtins move a number of any type for clang 20, which is ROCm 7's. Older ones take ints, to which clang turns a
// float without a word, so that it would lose its fraction. Integers of two widths become ints, as they did.
namespace hipvk {
template <class T, class U> struct dpp_type {
    static constexpr bool mixed = __is_integral(T) && __is_integral(U) && sizeof(T) <= 4 && sizeof(U) <= 4;
    using type = typename __hip_internal::conditional<mixed && sizeof(T) != sizeof(U), int, T>::type;
    static_assert(mixed || (__is_same(T, U) && (__is_arithmetic(T) || __is_enum(T))),
                  "DPP builtins move a number, and an old one of the same type");
};
constexpr long long dpp_pattern(int control, int rows, int banks, bool bound) {
    return (long long)control * 4096 + (rows & 15) * 256 + (banks & 15) * 16 + bound;
}
template <long long pattern> struct by_dpp {
    __device__ int operator()(int word) const {
        return __builtin_amdgcn_mov_dpp(word, pattern >> 12, pattern >> 8 & 15, pattern >> 4 & 15, pattern & 1);
    }
};
template <unsigned int table> struct by_dpp8 {
    __device__ int operator()(int word) const { return __builtin_amdgcn_mov_dpp8(word, table); }
};
template <long long pattern, class T> HIPVK_CONVERGENT T mov_dpp(T value) {
    return by_words<typename dpp_type<T, T>::type>(value, by_dpp<pattern>());
}
template <unsigned int table, class T> HIPVK_CONVERGENT T mov_dpp8(T value) {
    return by_words<typename dpp_type<T, T>::type>(value, by_dpp8<table>());
}
template <long long pattern, class T, class U>
HIPVK_CONVERGENT typename dpp_type<T, U>::type update_dpp(T old_value, U value) {
    using Number = typename dpp_type<T, U>::type;
    const Number old_number = (Number)old_value, number = (Number)value;
    int old_words[(sizeof(Number) + 3) / 4] = {}, words[(sizeof(Number) + 3) / 4] = {};
    __builtin_memcpy(old_words, &old_number, sizeof(Number));
    __builtin_memcpy(words, &number, sizeof(Number));
    for (unsigned int i = 0; i < sizeof(words) / 4; ++i)
        words[i] = __builtin_amdgcn_update_dpp(old_words[i], words[i], pattern >> 12, pattern >> 8 & 15,
                                               pattern >> 4 & 15, pattern & 1);
    Number result;
    __builtin_memcpy(&result, words, sizeof(Number));
    return result;
}
} // namespace hipvk
// Code writes `::` before them, and hands them to macros, which a comma outside parentheses would part.
#define __builtin_amdgcn_mov_dpp(value, control, rows, banks, bound)                               \
    hipvk::mov_dpp<hipvk::dpp_pattern(control, rows, banks, bound)>(value)
#define __builtin_amdgcn_mov_dpp8(value, table) hipvk::mov_dpp8<(table)>(value)
#define __builtin_amdgcn_update_dpp(old_value, value, control, rows, banks, bound)                 \
    hipvk::update_dpp<hipvk::dpp_pattern(control, rows, banks, bound)>(old_value, value)
#endif

// Bits of x below this lane's, plus y: x stands for lanes 0 to 31, or 32 to 63.
HIPVK_DEVICE unsigned int __mbcnt_lo(unsigned int x, unsigned int y) {
    return __builtin_amdgcn_mbcnt_lo(x, y);
}
HIPVK_DEVICE unsigned int __mbcnt_hi(unsigned int x, unsigned int y) {
    return __builtin_amdgcn_mbcnt_hi(x, y);
}

#endif // HIPVK_HIP_DETAIL_WARP_AMD_H
