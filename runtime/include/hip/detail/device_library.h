// device_library.h: what device code calls without any header of ours declaring it: clang's own lowering of printf, a trap,
// the allocator behind malloc and new, the C++ library's assertions. hipcc includes this file in front of every device compilation, so
// programs that bring other HIP headers have it too; it therefore needs nothing from ours.
#ifndef HIPVK_HIP_DETAIL_DEVICE_LIBRARY_H
#define HIPVK_HIP_DETAIL_DEVICE_LIBRARY_H
#pragma clang system_header

#if defined(__HIP__) && defined(__HIP_DEVICE_COMPILE__)
#include "device_log.h"
#include "device_heap.h"
#include "device_memory.h"
#include "device_printf.h"
#include "device_grid.h"
#include "device_math.h"
#include "library_assertions.h"
#endif

#endif // HIPVK_HIP_DETAIL_DEVICE_LIBRARY_H
