/* hipblas-export.h: what the library shows of itself.
 */
#ifndef HIPVK_HIPBLAS_EXPORT_H
#define HIPVK_HIPBLAS_EXPORT_H

#define HIPBLAS_EXPORT __attribute__((visibility("default")))
#define HIPBLAS_NO_EXPORT __attribute__((visibility("hidden")))
#define HIPBLAS_DEPRECATED __attribute__((__deprecated__))

#endif
