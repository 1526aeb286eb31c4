/* rocblas-export.h: what the library shows of itself.
 */
#ifndef HIPVK_ROCBLAS_EXPORT_H
#define HIPVK_ROCBLAS_EXPORT_H

#ifndef ROCBLAS_EXPORT
#define ROCBLAS_EXPORT __attribute__((visibility("default")))
#endif
#define ROCBLAS_NO_EXPORT __attribute__((visibility("hidden")))
#define ROCBLAS_DEPRECATED __attribute__((__deprecated__))

#endif
