/* device_functions.h: the integer, conversion and reinterpretation intrinsics of device code.
   Included by hip_runtime.h; programs may include it alone. */
#ifndef HIPVK_HIP_DEVICE_FUNCTIONS_H
#define HIPVK_HIP_DEVICE_FUNCTIONS_H

#include <hip/hip_common.h>

#ifdef __HIP_CLANG_ONLY__
#include <hip/detail/bits.h>
#include <hip/detail/conversions.h>
#include <hip/detail/loads.h>
#include <hip/detail/memory_functions.h>
#include <hip/detail/mixed_dot.h>
#include <hip/detail/sync.h>
#endif

#endif /* HIPVK_HIP_DEVICE_FUNCTIONS_H */
