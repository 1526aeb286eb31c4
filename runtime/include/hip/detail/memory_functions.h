// memory_functions.h: memcpy, memmove and memset for device code.
// Included by device_functions.h. The host's functions keep their names beside them.
#ifndef HIPVK_HIP_DETAIL_MEMORY_FUNCTIONS_H
#define HIPVK_HIP_DETAIL_MEMORY_FUNCTIONS_H

#include <hip/host_defines.h>

extern "C" {
HIPVK_DEVICE void *memcpy(void *destination, const void *source, __SIZE_TYPE__ size) {
    return __builtin_memcpy(destination, source, size);
}
HIPVK_DEVICE void *memmove(void *destination, const void *source, __SIZE_TYPE__ size) {
    return __builtin_memmove(destination, source, size);
}
HIPVK_DEVICE void *memset(void *destination, int value, __SIZE_TYPE__ size) {
    return __builtin_memset(destination, value, size);
}
}

#endif // HIPVK_HIP_DETAIL_MEMORY_FUNCTIONS_H
