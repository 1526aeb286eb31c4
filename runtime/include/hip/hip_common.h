/* hip_common.h: which compiler and which platform this is.
   Included first by every other header here; programs include it to learn the platform.
   There is one platform, named as programs test for it: __HIP_PLATFORM_AMD__. A program may
   set it itself (any value); naming the NVIDIA platform is an error. */
#ifndef HIPVK_HIP_HIP_COMMON_H
#define HIPVK_HIP_HIP_COMMON_H

#include "hip_version.h" /* not <hip/...>: hypre compiles this file by its path alone */

#if defined(__HIP_PLATFORM_NVIDIA__) || defined(__HIP_PLATFORM_NVCC__)
#error "hipvk: these headers are for the AMD platform; remove __HIP_PLATFORM_NVIDIA__"
#endif

#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__ 1
#endif
#ifndef __HIP_PLATFORM_HCC__
#define __HIP_PLATFORM_HCC__ 1
#endif

/* HIPVK marks this implementation for programs that must tell it from ROCm. */
#define __HIPVK__ 1

#if defined(__clang__) && defined(__HIP__)
#define __HIP_CLANG_ONLY__ 1
#ifndef __HIPCC__
#define __HIPCC__ 1
#endif
#endif

/* What kernels may do, by HIP's own feature macros. They are 0 on the host side, where clang leaves
   __HIP_DEVICE_COMPILE__ undefined: programs ask with #ifdef as well as with #if. */
#ifdef __HIP_DEVICE_COMPILE__
#define HIPVK_ON_DEVICE 1
#else
#define HIPVK_ON_DEVICE 0
#endif
#define __HIP_ARCH_HAS_GLOBAL_INT32_ATOMICS__ HIPVK_ON_DEVICE
#define __HIP_ARCH_HAS_GLOBAL_FLOAT_ATOMIC_EXCH__ HIPVK_ON_DEVICE
#define __HIP_ARCH_HAS_SHARED_INT32_ATOMICS__ HIPVK_ON_DEVICE
#define __HIP_ARCH_HAS_SHARED_FLOAT_ATOMIC_EXCH__ HIPVK_ON_DEVICE
#define __HIP_ARCH_HAS_FLOAT_ATOMIC_ADD__ HIPVK_ON_DEVICE
#define __HIP_ARCH_HAS_GLOBAL_INT64_ATOMICS__ HIPVK_ON_DEVICE
#define __HIP_ARCH_HAS_SHARED_INT64_ATOMICS__ HIPVK_ON_DEVICE
#define __HIP_ARCH_HAS_DOUBLES__ HIPVK_ON_DEVICE
#define __HIP_ARCH_HAS_WARP_VOTE__ HIPVK_ON_DEVICE
#define __HIP_ARCH_HAS_WARP_BALLOT__ HIPVK_ON_DEVICE
#define __HIP_ARCH_HAS_WARP_SHUFFLE__ HIPVK_ON_DEVICE
#define __HIP_ARCH_HAS_WARP_FUNNEL_SHIFT__ 0
#define __HIP_ARCH_HAS_THREAD_FENCE_SYSTEM__ HIPVK_ON_DEVICE
#define __HIP_ARCH_HAS_SYNC_THREAD_EXT__ 0
#define __HIP_ARCH_HAS_SURFACE_FUNCS__ 0
#define __HIP_ARCH_HAS_3DGRID__ HIPVK_ON_DEVICE
#define __HIP_ARCH_HAS_DYNAMIC_PARALLEL__ 0

/* AMD's names for marking what is going to be removed; programs use them for functions of their own. */
#ifndef HIP_DEPRECATED
#define HIP_DEPRECATED(message) __attribute__((deprecated(message)))
#define HIP_DEPRECATED_MSG "deprecated in HIP: a later release may lack it"
#endif

#endif /* HIPVK_HIP_HIP_COMMON_H */
