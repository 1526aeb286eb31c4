// conversions.h: float, double and integer conversions with a named rounding:
// rn to nearest even, rz towards zero, ru up, rd down.
// Included by hip_runtime.h (device_functions.h). To an integer: round, then convert; to a
// narrower float: the math library's directed conversions; where every value is exact,
// the plain conversion.
#ifndef HIPVK_HIP_DETAIL_CONVERSIONS_H
#define HIPVK_HIP_DETAIL_CONVERSIONS_H

#include <hip/host_defines.h>

// To integers.
#define HIPVK_TO_INT(from, From, to, To, suffix)                                                     \
    HIPVK_DEVICE To __##from##2##to##_rn(From x) { return (To)__builtin_rint##suffix(x); }         \
    HIPVK_DEVICE To __##from##2##to##_rz(From x) { return (To)__builtin_trunc##suffix(x); }        \
    HIPVK_DEVICE To __##from##2##to##_ru(From x) { return (To)__builtin_ceil##suffix(x); }         \
    HIPVK_DEVICE To __##from##2##to##_rd(From x) { return (To)__builtin_floor##suffix(x); }        
HIPVK_TO_INT(float, float, int, int, f)
HIPVK_TO_INT(float, float, uint, unsigned int, f)
HIPVK_TO_INT(float, float, ll, long long, f)
HIPVK_TO_INT(float, float, ull, unsigned long long, f)
HIPVK_TO_INT(double, double, int, int, )
HIPVK_TO_INT(double, double, uint, unsigned int, )
HIPVK_TO_INT(double, double, ll, long long, )
HIPVK_TO_INT(double, double, ull, unsigned long long, )
#undef HIPVK_TO_INT

// The directed conversions of the math library, bound by their own names.
extern "C" {
#define HIPVK_DIRECTED(to, To, from, From)                                                          \
    __device__ __attribute__((const)) To __ocml_cvtrtz_##to##_##from(From);                        \
    __device__ __attribute__((const)) To __ocml_cvtrtp_##to##_##from(From);                        \
    __device__ __attribute__((const)) To __ocml_cvtrtn_##to##_##from(From);
HIPVK_DIRECTED(f32, float, s32, int)
HIPVK_DIRECTED(f32, float, u32, unsigned int)
HIPVK_DIRECTED(f32, float, s64, long long)
HIPVK_DIRECTED(f32, float, u64, unsigned long long)
HIPVK_DIRECTED(f32, float, f64, double)
HIPVK_DIRECTED(f64, double, s64, long long)
HIPVK_DIRECTED(f64, double, u64, unsigned long long)
#undef HIPVK_DIRECTED
}

#define HIPVK_TO_FLOAT(name, To, to, From, from)                                                     \
    HIPVK_DEVICE To name##_rn(From x) { return (To)x; }                                            \
    HIPVK_DEVICE To name##_rz(From x) { return __ocml_cvtrtz_##to##_##from(x); }                   \
    HIPVK_DEVICE To name##_ru(From x) { return __ocml_cvtrtp_##to##_##from(x); }                   \
    HIPVK_DEVICE To name##_rd(From x) { return __ocml_cvtrtn_##to##_##from(x); }                   
HIPVK_TO_FLOAT(__int2float, float, f32, int, s32)
HIPVK_TO_FLOAT(__uint2float, float, f32, unsigned int, u32)
HIPVK_TO_FLOAT(__ll2float, float, f32, long long, s64)
HIPVK_TO_FLOAT(__ull2float, float, f32, unsigned long long, u64)
HIPVK_TO_FLOAT(__double2float, float, f32, double, f64)
HIPVK_TO_FLOAT(__ll2double, double, f64, long long, s64)
HIPVK_TO_FLOAT(__ull2double, double, f64, unsigned long long, u64)
#undef HIPVK_TO_FLOAT

// Every 32-bit integer is a double.
HIPVK_DEVICE double __int2double_rn(int x) { return (double)x; }
HIPVK_DEVICE double __uint2double_rn(unsigned int x) { return (double)x; }

#endif // HIPVK_HIP_DETAIL_CONVERSIONS_H
