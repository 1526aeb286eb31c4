/* amd_detail/amd_math_functions.h: AMD's place for what math_functions.h has; programs include it from there. */
#ifndef HIPVK_HIP_AMD_DETAIL_AMD_MATH_FUNCTIONS_H
#define HIPVK_HIP_AMD_DETAIL_AMD_MATH_FUNCTIONS_H

#include <hip/math_functions.h>

#endif /* HIPVK_HIP_AMD_DETAIL_AMD_MATH_FUNCTIONS_H */
