/* rocm_version.h: the version of ROCm whose HIP these headers declare. Build systems read it; the library rocm-core is not there. */
#ifndef HIPVK_ROCM_CORE_ROCM_VERSION_H
#define HIPVK_ROCM_CORE_ROCM_VERSION_H

#define ROCM_VERSION_MAJOR 7
#define ROCM_VERSION_MINOR 0
#define ROCM_VERSION_PATCH 2
#define ROCM_BUILD_INFO "7.0.2-hipvk"

#endif /* HIPVK_ROCM_CORE_ROCM_VERSION_H */
