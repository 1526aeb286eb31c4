/* amd_detail/amd_hip_math_constants.h: AMD's place for what hip_math_constants.h has; programs include it from there. */
#ifndef HIPVK_HIP_AMD_DETAIL_AMD_HIP_MATH_CONSTANTS_H
#define HIPVK_HIP_AMD_DETAIL_AMD_HIP_MATH_CONSTANTS_H

#include <hip/hip_math_constants.h>

#endif /* HIPVK_HIP_AMD_DETAIL_AMD_HIP_MATH_CONSTANTS_H */
