/* amd_detail/amd_warp_sync_functions.h: AMD's place for what hip_runtime.h has; programs include it from there. */
#ifndef HIPVK_HIP_AMD_DETAIL_AMD_WARP_SYNC_FUNCTIONS_H
#define HIPVK_HIP_AMD_DETAIL_AMD_WARP_SYNC_FUNCTIONS_H

#include <hip/hip_runtime.h>

#endif /* HIPVK_HIP_AMD_DETAIL_AMD_WARP_SYNC_FUNCTIONS_H */
