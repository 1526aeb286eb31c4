// half_functions.h: __hadd ... h2rint: the named functions of __half and __half2.
// Included by hip_fp16.h.
#ifndef HIPVK_HIP_DETAIL_HALF_FUNCTIONS_H
#define HIPVK_HIP_DETAIL_HALF_FUNCTIONS_H

#include <hip/detail/float16_functions.h>
#include <hip/detail/half_type.h>
#if !defined(__HIPCC_RTC__)
#include <math.h>
#endif

HIPVK_FLOAT16_ARITHMETIC_FUNCTIONS(__half)
HIPVK_FLOAT16_COMPARISON_FUNCTIONS(__half)
HIPVK_FLOAT16_MATH_FUNCTIONS(__half)
HIPVK_FLOAT16_PAIR_FUNCTIONS(__half, __half2)
HIPVK_FLOAT16_PAIR_COMPARISON_FUNCTIONS(__half, __half2)

HIPVK_BOTH bool __hisinf(__half a) { return hipvk::is_infinite((float)a.data); }
HIPVK_BOTH __half2 __hisinf2(__half2 a) {
    return __half2(__half::from(__hisinf(a.x)), __half::from(__hisinf(a.y)));
}

// Two products summed in float; `saturate` clamps to [0, 1].
HIPVK_BOTH float amd_mixed_dot(__half2 a, __half2 b, float c, bool saturate) {
    float sum = (float)a.x.data * (float)b.x.data + (float)a.y.data * (float)b.y.data + c;
    return saturate ? hipvk::saturated(sum) : sum;
}

#endif // HIPVK_HIP_DETAIL_HALF_FUNCTIONS_H
