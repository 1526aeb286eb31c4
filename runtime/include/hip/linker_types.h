/* linker_types.h: what the linker of device code is told (hipJitOption, hipJitInputType).
   Included by hiprtc.h; programs may include it alone. C and C++. */
#ifndef HIPVK_HIP_LINKER_TYPES_H
#define HIPVK_HIP_LINKER_TYPES_H

#include <hip/detail/rtc_types.h>

#endif /* HIPVK_HIP_LINKER_TYPES_H */
