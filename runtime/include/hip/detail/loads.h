// loads.h: loads with a caching hint. The hints have no Vulkan counterpart, so each is a plain load. Included by device_functions.h.
#ifndef HIPVK_HIP_DETAIL_LOADS_H
#define HIPVK_HIP_DETAIL_LOADS_H

#include <hip/host_defines.h>

template <class T> HIPVK_DEVICE T __ldg(const T *address) { return *address; }
template <class T> HIPVK_DEVICE T __ldca(const T *address) { return *address; }
template <class T> HIPVK_DEVICE T __ldcg(const T *address) { return *address; }
template <class T> HIPVK_DEVICE T __ldcs(const T *address) { return *address; }

#endif // HIPVK_HIP_DETAIL_LOADS_H
