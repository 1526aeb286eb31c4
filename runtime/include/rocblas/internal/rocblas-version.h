/* rocblas-version.h: the rocBLAS whose interface this is (ROCm 7.0's, which has all of ROCm 6's but what is for 8-bit floats).
 */
#ifndef HIPVK_ROCBLAS_VERSION_H
#define HIPVK_ROCBLAS_VERSION_H

#define ROCBLAS_VERSION_MAJOR 5
#define ROCBLAS_VERSION_MINOR 0
#define ROCBLAS_VERSION_PATCH 0
#define ROCBLAS_VERSION_TWEAK hipvk

#endif
