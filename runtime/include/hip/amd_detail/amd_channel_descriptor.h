/* amd_detail/amd_channel_descriptor.h: AMD's place for what channel_descriptor.h has; programs include it from there. */
#ifndef HIPVK_HIP_AMD_DETAIL_AMD_CHANNEL_DESCRIPTOR_H
#define HIPVK_HIP_AMD_DETAIL_AMD_CHANNEL_DESCRIPTOR_H

#include <hip/channel_descriptor.h>

#endif /* HIPVK_HIP_AMD_DETAIL_AMD_CHANNEL_DESCRIPTOR_H */
