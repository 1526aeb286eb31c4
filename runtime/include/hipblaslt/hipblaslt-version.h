/* hipblaslt-version.h: the hipBLASLt whose interface this is (ROCm 7.0's).
 */
#ifndef HIPVK_HIPBLASLT_VERSION_H
#define HIPVK_HIPBLASLT_VERSION_H

#define HIPBLASLT_VERSION_MAJOR 1
#define HIPBLASLT_VERSION_MINOR 0
#define HIPBLASLT_VERSION_PATCH 0
#define HIPBLASLT_VERSION_TWEAK hipvk

#endif
