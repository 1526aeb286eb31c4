// device_memory.h: memcpy, memmove and memset that are known before the C++ library is, so that its `using ::memcpy` takes the device's
// along and `std::memcpy` may be called in kernels however late hip_runtime.h is included.
// Included by device_library.h. Templates, since a program's HIP headers (ours: memory_functions.h) define plain functions of these
// names, which are preferred where they are visible.
#ifndef HIPVK_HIP_DETAIL_DEVICE_MEMORY_H
#define HIPVK_HIP_DETAIL_DEVICE_MEMORY_H
#pragma clang system_header

#define HIPVK_MEMORY_FUNCTION \
    template <typename = void> static inline __attribute__((device, always_inline)) void *

HIPVK_MEMORY_FUNCTION memcpy(void *destination, const void *source, __SIZE_TYPE__ size) {
    return __builtin_memcpy(destination, source, size);
}
HIPVK_MEMORY_FUNCTION memmove(void *destination, const void *source, __SIZE_TYPE__ size) {
    return __builtin_memmove(destination, source, size);
}
HIPVK_MEMORY_FUNCTION memset(void *destination, int value, __SIZE_TYPE__ size) {
    return __builtin_memset(destination, value, size);
}

#undef HIPVK_MEMORY_FUNCTION

#endif // HIPVK_HIP_DETAIL_DEVICE_MEMORY_H
