/* amd_detail/amd_hip_unsafe_atomics.h: AMD's place for what hip_runtime.h has; programs include it from there. */
#ifndef HIPVK_HIP_AMD_DETAIL_AMD_HIP_UNSAFE_ATOMICS_H
#define HIPVK_HIP_AMD_DETAIL_AMD_HIP_UNSAFE_ATOMICS_H

#include <hip/hip_runtime.h>

#endif /* HIPVK_HIP_AMD_DETAIL_AMD_HIP_UNSAFE_ATOMICS_H */
