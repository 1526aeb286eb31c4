/* amd_detail/amd_hip_common.h: AMD's place for what hip_common.h has; programs include it from there. */
#ifndef HIPVK_HIP_AMD_DETAIL_AMD_HIP_COMMON_H
#define HIPVK_HIP_AMD_DETAIL_AMD_HIP_COMMON_H

#include <hip/hip_common.h>

#endif /* HIPVK_HIP_AMD_DETAIL_AMD_HIP_COMMON_H */
