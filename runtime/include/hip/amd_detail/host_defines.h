// amd_detail/host_defines.h: AMD's place for it; rocThrust includes it from there.
#ifndef HIPVK_HIP_AMD_DETAIL_HOST_DEFINES_H
#define HIPVK_HIP_AMD_DETAIL_HOST_DEFINES_H

#include <hip/host_defines.h>

#endif // HIPVK_HIP_AMD_DETAIL_HOST_DEFINES_H
