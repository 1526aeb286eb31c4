// device_math.h: functions of the device libraries that their bitcode makes of operations which stand for AMD's instructions there, and are
// whole functions to us. What is defined here is not taken from the bitcode.
#ifndef HIPVK_HIP_DETAIL_DEVICE_MATH_H
#define HIPVK_HIP_DETAIL_DEVICE_MATH_H
#pragma clang system_header

extern "C" {

// The bitcode takes a logarithm to base 2, which is accurate here, and corrects the product with log(2).
__attribute__((device, const)) inline float __ocml_log_f32(float x) { return __builtin_logf(x); }
__attribute__((device, const)) inline float __ocml_log10_f32(float x) { return __builtin_log10f(x); }

} // extern "C"

#endif // HIPVK_HIP_DETAIL_DEVICE_MATH_H
