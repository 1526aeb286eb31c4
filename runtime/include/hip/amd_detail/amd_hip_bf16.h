/* amd_detail/amd_hip_bf16.h: AMD's place for what hip_bf16.h has; programs include it from there. */
#ifndef HIPVK_HIP_AMD_DETAIL_AMD_HIP_BF16_H
#define HIPVK_HIP_AMD_DETAIL_AMD_HIP_BF16_H

#include <hip/hip_bf16.h>

#endif /* HIPVK_HIP_AMD_DETAIL_AMD_HIP_BF16_H */
