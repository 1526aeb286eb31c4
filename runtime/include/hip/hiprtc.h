/* hiprtc.h: run-time compilation.
   Included by programs that compile kernels from text; C and C++. */
#ifndef HIPVK_HIP_HIPRTC_H
#define HIPVK_HIP_HIPRTC_H

#include <hip/hip_version.h>
#include <stddef.h>
#include <hip/detail/rtc_options.h>

#ifdef __cplusplus
extern "C" {
#endif
#include <hip/detail/api_rtc.h>
#ifdef __cplusplus
}
#endif

#ifdef __cplusplus
#include <hip/detail/rtc_names.h>
#endif

#endif /* HIPVK_HIP_HIPRTC_H */
