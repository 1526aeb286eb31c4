/* hip_deprecated.h: what AMD keeps of HIP 5 beside hip_runtime_api.h.
   Profilers include it. The old hipDeviceProp_tR0000 and its two functions are not there: who names them is told by the compiler. */
#ifndef HIPVK_HIP_HIP_DEPRECATED_H
#define HIPVK_HIP_HIP_DEPRECATED_H

#include <hip/hip_runtime_api.h>

#endif /* HIPVK_HIP_HIP_DEPRECATED_H */
