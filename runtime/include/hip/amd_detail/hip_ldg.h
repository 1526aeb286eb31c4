/* amd_detail/hip_ldg.h: AMD's place for what hip_runtime.h has; programs include it from there. */
#ifndef HIPVK_HIP_AMD_DETAIL_HIP_LDG_H
#define HIPVK_HIP_AMD_DETAIL_HIP_LDG_H

#include <hip/hip_runtime.h>

#endif /* HIPVK_HIP_AMD_DETAIL_HIP_LDG_H */
