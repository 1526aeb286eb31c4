// loads.h: loads and stores with a caching hint. The hints have no Vulkan counterpart, so each
// is a plain access. Included by device_functions.h.
#ifndef HIPVK_HIP_DETAIL_LOADS_H
#define HIPVK_HIP_DETAIL_LOADS_H

#include <hip/host_defines.h>

template <class T> HIPVK_DEVICE T __ldg(const T *address) { return *address; }
template <class T> HIPVK_DEVICE T __ldca(const T *address) { return *address; }
template <class T> HIPVK_DEVICE T __ldcg(const T *address) { return *address; }
template <class T> HIPVK_DEVICE T __ldcs(const T *address) { return *address; }
// Volatile: these are for data that others change.
template <class T> HIPVK_DEVICE T __ldcv(const T *address) { return *(const volatile T *)address; }
template <class T> HIPVK_DEVICE void __stwb(T *address, T value) { *address = value; }
template <class T> HIPVK_DEVICE void __stcg(T *address, T value) { *address = value; }
template <class T> HIPVK_DEVICE void __stcs(T *address, T value) { *address = value; }
template <class T> HIPVK_DEVICE void __stwt(T *address, T value) { *(volatile T *)address = value; }

#endif // HIPVK_HIP_DETAIL_LOADS_H
