/* hip_version.h: the HIP version that these headers declare.
   Included by clang's __clang_hip_runtime_wrapper.h and by every header here. */
#ifndef HIPVK_HIP_HIP_VERSION_H
#define HIPVK_HIP_HIP_VERSION_H

#define HIP_VERSION_MAJOR 7
#define HIP_VERSION_MINOR 0
#define HIP_VERSION_PATCH 51831
#define HIP_VERSION_GITHASH ""
#define HIP_VERSION_BUILD_ID 0
#define HIP_VERSION_BUILD_NAME ""
#define HIP_VERSION (HIP_VERSION_MAJOR * 10000000 + HIP_VERSION_MINOR * 100000 + HIP_VERSION_PATCH)

/* hipRTC finds its headers on disk; no precompiled header is built into the library. */
#define __HIP_HAS_GET_PCH 0

#endif /* HIPVK_HIP_HIP_VERSION_H */
