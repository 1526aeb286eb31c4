// bfloat16_functions.h: conversions and the named functions of __hip_bfloat16 and __hip_bfloat162.
// Included by hip_bf16.h.
#ifndef HIPVK_HIP_DETAIL_BFLOAT16_FUNCTIONS_H
#define HIPVK_HIP_DETAIL_BFLOAT16_FUNCTIONS_H

#include <hip/detail/bfloat16_type.h>
#include <hip/detail/float16_functions.h>
#if !defined(__HIPCC_RTC__)
#include <math.h>
#endif

HIPVK_FLOAT16_ARITHMETIC_FUNCTIONS(__hip_bfloat16)
HIPVK_FLOAT16_COMPARISON_FUNCTIONS(__hip_bfloat16)
HIPVK_FLOAT16_MATH_FUNCTIONS(__hip_bfloat16)
HIPVK_FLOAT16_PAIR_FUNCTIONS(__hip_bfloat16, __hip_bfloat162)
HIPVK_FLOAT16_PAIR_COMPARISON_FUNCTIONS(__hip_bfloat16, __hip_bfloat162)
// HIP tells the infinities apart here, and not in half's function.
HIPVK_BOTH int __hisinf(__hip_bfloat16 a) { return a.__x == 0x7f80 ? 1 : a.__x == 0xff80 ? -1 : 0; }
HIPVK_BOTH __hip_bfloat162 __hmin2(__hip_bfloat162 a, __hip_bfloat162 b) {
    return __hip_bfloat162(__hmin(a.x, b.x), __hmin(a.y, b.y));
}
HIPVK_BOTH __hip_bfloat162 __hmax2(__hip_bfloat162 a, __hip_bfloat162 b) {
    return __hip_bfloat162(__hmax(a.x, b.x), __hmax(a.y, b.y));
}

HIPVK_BOTH __hip_bfloat16 __float2bfloat16(float x) { return __hip_bfloat16::from(x); }
HIPVK_BOTH __hip_bfloat16 __double2bfloat16(double x) { return __hip_bfloat16::from((float)x); }
HIPVK_BOTH float __bfloat162float(__hip_bfloat16 x) { return x.wide(); }
HIPVK_BOTH short __bfloat16_as_short(__hip_bfloat16 x) { return (short)x.__x; }
HIPVK_BOTH unsigned short __bfloat16_as_ushort(__hip_bfloat16 x) { return x.__x; }
HIPVK_BOTH __hip_bfloat16 __short_as_bfloat16(short x) {
    return __hip_bfloat16_raw{(unsigned short)x};
}
HIPVK_BOTH __hip_bfloat16 __ushort_as_bfloat16(unsigned short x) { return __hip_bfloat16_raw{x}; }

HIPVK_BOTH __hip_bfloat16 __int2bfloat16_rn(int x) { return __hip_bfloat16::from((float)x); }

#define HIPRT_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3f80)
#define HIPRT_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000)
#define HIPRT_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000)
#define HIPRT_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7f80)
#define HIPRT_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7fff)
#define HIPRT_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7f7f)
#define HIPRT_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001)

// Pairs.
HIPVK_BOTH __hip_bfloat162 __halves2bfloat162(__hip_bfloat16 x, __hip_bfloat16 y) {
    return __hip_bfloat162(x, y);
}
HIPVK_BOTH __hip_bfloat162 __bfloat162bfloat162(__hip_bfloat16 x) { return __hip_bfloat162(x, x); }
HIPVK_BOTH __hip_bfloat162 __float22bfloat162_rn(float2 v) {
    return __hip_bfloat162(__float2bfloat16(v.x), __float2bfloat16(v.y));
}
HIPVK_BOTH float2 __bfloat1622float2(__hip_bfloat162 v) {
    return make_float2(v.x.wide(), v.y.wide());
}
HIPVK_BOTH float __low2float(__hip_bfloat162 v) { return v.x.wide(); }
HIPVK_BOTH float __high2float(__hip_bfloat162 v) { return v.y.wide(); }
HIPVK_BOTH __hip_bfloat16 __low2bfloat16(__hip_bfloat162 v) { return v.x; }
HIPVK_BOTH __hip_bfloat16 __high2bfloat16(__hip_bfloat162 v) { return v.y; }
HIPVK_BOTH __hip_bfloat162 __low2bfloat162(__hip_bfloat162 v) { return __hip_bfloat162(v.x, v.x); }
HIPVK_BOTH __hip_bfloat162 __high2bfloat162(__hip_bfloat162 v) { return __hip_bfloat162(v.y, v.y); }
HIPVK_BOTH __hip_bfloat162 __lows2bfloat162(__hip_bfloat162 a, __hip_bfloat162 b) {
    return __hip_bfloat162(a.x, b.x);
}
HIPVK_BOTH __hip_bfloat162 __highs2bfloat162(__hip_bfloat162 a, __hip_bfloat162 b) {
    return __hip_bfloat162(a.y, b.y);
}
HIPVK_BOTH __hip_bfloat162 __lowhigh2highlow(__hip_bfloat162 v) {
    return __hip_bfloat162(v.y, v.x);
}

#endif // HIPVK_HIP_DETAIL_BFLOAT16_FUNCTIONS_H
