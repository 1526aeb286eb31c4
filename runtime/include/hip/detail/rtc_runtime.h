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

// AMD's names for fixed-width integers here. They are <stdint.h>'s, which programs find here as they did in HIP 6: those for HIP 7 say
// `using __hip_internal::int64_t;`, which a `long long` beside a `long` does not allow.
namespace __hip_internal {
using ::int8_t;
using ::int16_t;
using ::int32_t;
using ::int64_t;
using ::uint8_t;
using ::uint16_t;
using ::uint32_t;
using ::uint64_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
template <typename T, typename U> struct is_same { static constexpr bool value = false; };
template <typename T> struct is_same<T, T> { static constexpr bool value = true; };
template <bool condition, typename T = void> struct enable_if {};
template <typename T> struct enable_if<true, T> { typedef T type; };
} // namespace __hip_internal
typedef int8_t __hip_int8_t;
typedef int16_t __hip_int16_t;
typedef int32_t __hip_int32_t;
typedef int64_t __hip_int64_t;
typedef uint8_t __hip_uint8_t;
typedef uint16_t __hip_uint16_t;
typedef uint32_t __hip_uint32_t;
typedef uint64_t __hip_uint64_t;

#ifndef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition)                                                                          \
    ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#endif
#endif

#endif // HIPVK_HIP_DETAIL_RTC_RUNTIME_H
