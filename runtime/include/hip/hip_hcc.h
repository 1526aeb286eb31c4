/* hip_hcc.h: an old name of hip_ext.h.
   Included by older programs. */
#ifndef HIPVK_HIP_HIP_HCC_H
#define HIPVK_HIP_HIP_HCC_H

#include <hip/hip_ext.h>

#endif /* HIPVK_HIP_HIP_HCC_H */
