/* amd_detail/amd_hip_fp8.h: AMD's place for what hip_fp8.h has; programs include it from there. */
#ifndef HIPVK_HIP_AMD_DETAIL_AMD_HIP_FP8_H
#define HIPVK_HIP_AMD_DETAIL_AMD_HIP_FP8_H

#include <hip/hip_fp8.h>

#endif /* HIPVK_HIP_AMD_DETAIL_AMD_HIP_FP8_H */
