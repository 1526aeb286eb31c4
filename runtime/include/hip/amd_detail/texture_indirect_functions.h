/* amd_detail/texture_indirect_functions.h: AMD's place for what hip_runtime.h has; programs include it from there. */
#ifndef HIPVK_HIP_AMD_DETAIL_TEXTURE_INDIRECT_FUNCTIONS_H
#define HIPVK_HIP_AMD_DETAIL_TEXTURE_INDIRECT_FUNCTIONS_H

#include <hip/hip_runtime.h>

#endif /* HIPVK_HIP_AMD_DETAIL_TEXTURE_INDIRECT_FUNCTIONS_H */
