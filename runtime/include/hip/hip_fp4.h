/* hip_fp4.h: floats of 4 bits, which are not there yet.
   A program that includes it is told so, instead of that the file is missing. */
#ifndef HIPVK_HIP_HIP_FP4_H
#define HIPVK_HIP_HIP_FP4_H

#error "hip/hip_fp4.h: hipvk has no floats of 4 bits; hip/hip_fp8.h is its smallest"

#endif /* HIPVK_HIP_HIP_FP4_H */
