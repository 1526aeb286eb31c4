/* hip_runtime.h: everything a HIP program needs: the host API, and, under clang's `-x hip`, the
   language of kernels.
   Included by programs. A plain C or C++ compiler gets the host API and the vector types. */
#ifndef HIPVK_HIP_HIP_RUNTIME_H
#define HIPVK_HIP_HIP_RUNTIME_H

#include <hip/hip_common.h>
#include <hip/hip_version.h>

#if !defined(__HIPCC_RTC__)
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __cplusplus
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#else
#include <math.h>
#endif
#endif

#include <hip/hip_runtime_api.h>
#include <hip/hip_vector_types.h>
#include <hip/library_types.h>

/* Names that programs ported from elsewhere use. */
#define CUDA_SUCCESS hipSuccess
#ifdef __cplusplus
typedef int hipLaunchParm;
#endif

#ifdef __HIP_CLANG_ONLY__
#include <hip/detail/atomics.h>
#include <hip/detail/bvh.h>
#include <hip/detail/coordinates.h>
#include <hip/detail/internal_traits.h>
#include <hip/detail/launch_macros.h>
#include <hip/detail/surface_device.h>
#include <hip/detail/texture_device.h>
#include <hip/detail/texture_reference.h>
#include <hip/detail/warp.h>
#include <hip/device_functions.h>
#include <hip/math_functions.h>
#endif

#endif /* HIPVK_HIP_HIP_RUNTIME_H */
