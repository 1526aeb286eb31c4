// rtc_runtime.h: what every hipRTC program has in front of it: HIP's device side without the standard library.
//
// hipRTC gives it to clang with `-include`, under __HIPCC_RTC__ (spirv-gen/src/driver/rtc); `--hiprtc-no-builtin-header` leaves it out.
// HIP: "the compiler pre-defines HIP device API functions, HIP specific types and macros for device compilation, but does not include
// standard C/C++ headers by default".
#ifndef HIPVK_HIP_DETAIL_RTC_RUNTIME_H
#define HIPVK_HIP_DETAIL_RTC_RUNTIME_H

// AMD's option for programs from Windows, before anybody includes stddef.h.
#if defined(__HIPRTC_PTRDIFF_T_IS_LONG_LONG__) && __HIPRTC_PTRDIFF_T_IS_LONG_LONG__ == 1
#undef __PTRDIFF_TYPE__
#define __PTRDIFF_TYPE__ long long
#endif

#include <hip/hip_runtime.h>

#include <hip/hip_bf16.h>
#include <hip/hip_bfloat16.h>
#include <hip/hip_complex.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp16.h>
#include <hip/hip_fp8.h>
#include <hip/hip_math_constants.h>
#include <hip/library_types.h>
#include <hip/surface_types.h>
#include <hip/texture_types.h>

#ifndef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition)                                                                          \
    ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#endif
#endif

#endif // HIPVK_HIP_DETAIL_RTC_RUNTIME_H
