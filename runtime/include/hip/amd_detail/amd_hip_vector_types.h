/* amd_detail/amd_hip_vector_types.h: AMD's place for what hip_vector_types.h has; programs include it from there. */
#ifndef HIPVK_HIP_AMD_DETAIL_AMD_HIP_VECTOR_TYPES_H
#define HIPVK_HIP_AMD_DETAIL_AMD_HIP_VECTOR_TYPES_H

#include <hip/hip_vector_types.h>

#endif /* HIPVK_HIP_AMD_DETAIL_AMD_HIP_VECTOR_TYPES_H */
