/* math_functions.h: the math functions of device code.
   Included by hip_runtime.h; programs may include it alone. clang's own __clang_hip_math.h
   (included on the command line) defines nearly all of them, over the ROCm device
   libraries' bitcode; here are the integer min and max, and the named roundings, that those leave
   out. */
#ifndef HIPVK_HIP_MATH_FUNCTIONS_H
#define HIPVK_HIP_MATH_FUNCTIONS_H

#include <hip/hip_common.h>
#include <hip/host_defines.h>

#ifdef __HIP_CLANG_ONLY__
#include <hip/detail/min_max.h>
#include <hip/detail/rounded.h>
#endif

#endif /* HIPVK_HIP_MATH_FUNCTIONS_H */
