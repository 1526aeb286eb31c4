// What vkfft.cpp needs of a device: memory, a queue, and VkFFT's configuration for it. Vulkan (VKFFT_BACKEND 0) or HIP (2), never both.
#ifndef HIPVK_BENCH_VKFFT_BACKEND_H
#define HIPVK_BENCH_VKFFT_BACKEND_H

#if VKFFT_BACKEND == 0
#include "vulkan.h"
#elif VKFFT_BACKEND == 2
#include "hip.h"
#else
#error "VKFFT_BACKEND: 0 or 2"
#endif

#endif
