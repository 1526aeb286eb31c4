// loads.h: loads and stores with a caching hint. The hint has no Vulkan counterpart, so each
// is a plain access. Included by device_functions.h.
#ifndef HIPVK_HIP_DETAIL_LOADS_H
#define HIPVK_HIP_DETAIL_LOADS_H

#include <hip/host_defines.h>

template <class T> HIPVK_DEVICE T __ldg(const T *address) { return *address; }

#endif // HIPVK_HIP_DETAIL_LOADS_H
