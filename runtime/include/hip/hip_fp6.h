/* hip_fp6.h: floats of 6 bits, which are not there yet.
   A program that includes it is told so, instead of that the file is missing. */
#ifndef HIPVK_HIP_HIP_FP6_H
#define HIPVK_HIP_HIP_FP6_H

#error "hip/hip_fp6.h: hipvk has no floats of 6 bits; hip/hip_fp8.h is its smallest"

#endif /* HIPVK_HIP_HIP_FP6_H */
