/* amd_detail/amd_hip_cooperative_groups.h: AMD's place for what hip_cooperative_groups.h has; programs include it from there. */
#ifndef HIPVK_HIP_AMD_DETAIL_AMD_HIP_COOPERATIVE_GROUPS_H
#define HIPVK_HIP_AMD_DETAIL_AMD_HIP_COOPERATIVE_GROUPS_H

#include <hip/hip_cooperative_groups.h>

#endif /* HIPVK_HIP_AMD_DETAIL_AMD_HIP_COOPERATIVE_GROUPS_H */
