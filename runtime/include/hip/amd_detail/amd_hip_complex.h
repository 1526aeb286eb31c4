/* amd_detail/amd_hip_complex.h: AMD's place for what hip_complex.h has; programs include it from there. */
#ifndef HIPVK_HIP_AMD_DETAIL_AMD_HIP_COMPLEX_H
#define HIPVK_HIP_AMD_DETAIL_AMD_HIP_COMPLEX_H

#include <hip/hip_complex.h>

#endif /* HIPVK_HIP_AMD_DETAIL_AMD_HIP_COMPLEX_H */
