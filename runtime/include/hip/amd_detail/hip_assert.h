/* amd_detail/hip_assert.h: AMD's place for what hip_runtime.h has; programs include it from there. */
#ifndef HIPVK_HIP_AMD_DETAIL_HIP_ASSERT_H
#define HIPVK_HIP_AMD_DETAIL_HIP_ASSERT_H

#include <hip/hip_runtime.h>

#endif /* HIPVK_HIP_AMD_DETAIL_HIP_ASSERT_H */
