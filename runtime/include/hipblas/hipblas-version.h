/* hipblas-version.h: the hipBLAS whose interface this is (ROCm 7.0's).
 */
#ifndef HIPVK_HIPBLAS_VERSION_H
#define HIPVK_HIPBLAS_VERSION_H

#define hipblasVersionMajor 3
#define hipblaseVersionMinor 0 /* so spelled in ROCm's */
#define hipblasVersionMinor 0
#define hipblasVersionPatch 0
#define hipblasVersionTweak 0

#endif
