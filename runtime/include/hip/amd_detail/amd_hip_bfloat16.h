/* amd_detail/amd_hip_bfloat16.h: AMD's place for what hip_bfloat16.h has; programs include it from there. */
#ifndef HIPVK_HIP_AMD_DETAIL_AMD_HIP_BFLOAT16_H
#define HIPVK_HIP_AMD_DETAIL_AMD_HIP_BFLOAT16_H

#include <hip/hip_bfloat16.h>

#endif /* HIPVK_HIP_AMD_DETAIL_AMD_HIP_BFLOAT16_H */
