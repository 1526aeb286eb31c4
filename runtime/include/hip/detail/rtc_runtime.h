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

// HIP 7's hipRTC has no int64_t, HIP 6's had, and programs of either kind are about. Where one defines it as another type than <stdint.h> (PyTorch's
// kernels do: `long long`), hipRTC compiles again with this, and what our headers need goes by other names.
#ifdef HIPVK_RTC_OWN_INTEGERS
#define int8_t __hip_int8_t
#define int16_t __hip_int16_t
#define int32_t __hip_int32_t
#define int64_t __hip_int64_t
#define uint8_t __hip_uint8_t
#define uint16_t __hip_uint16_t
#define uint32_t __hip_uint32_t
#define uint64_t __hip_uint64_t
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

#ifdef HIPVK_RTC_OWN_INTEGERS
#undef int8_t
#undef int16_t
#undef int32_t
#undef int64_t
#undef uint8_t
#undef uint16_t
#undef uint32_t
#undef uint64_t
namespace __hip_internal {
typedef __hip_int8_t int8_t;
typedef __hip_int16_t int16_t;
typedef __hip_int32_t int32_t;
typedef long long int64_t;
typedef __hip_uint8_t uint8_t;
typedef __hip_uint16_t uint16_t;
typedef __hip_uint32_t uint32_t;
typedef unsigned long long uint64_t;
} // namespace __hip_internal
#endif

// AMD's hipRTC has these two of the standard library's names, unless a program declines them; MIGraphX's kernels say std::ptrdiff_t.
#if !defined(__HIP_NO_STD_DEFS__) || !__HIP_NO_STD_DEFS__
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef long clock_t;
namespace std {
using ::clock_t;
using ::ptrdiff_t;
} // namespace std
#endif

#ifndef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition)                                                                          \
    ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#endif
#endif

#endif // HIPVK_HIP_DETAIL_RTC_RUNTIME_H
