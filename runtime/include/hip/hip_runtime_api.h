/* hip_runtime_api.h: the host API of HIP 7, whole.
   Included by hip_runtime.h; plain C and C++ programs that launch no kernel of their own
   include it alone (any compiler). The types are in detail/NAME_types.h, the functions, one file for
   each group, in detail/api_NAME.h, the C++ forms in detail/api_templates.h. */
#ifndef HIPVK_HIP_HIP_RUNTIME_API_H
#define HIPVK_HIP_HIP_RUNTIME_API_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#ifndef __cplusplus
#include <stdbool.h>
#endif

#include <hip/detail/batch_types.h>
#include <hip/detail/dim3.h>
#include <hip/detail/device_attributes.h>
#include <hip/detail/device_types.h>
#include <hip/detail/error_codes.h>
#include <hip/detail/execution_context_types.h>
#include <hip/detail/external_types.h>
#include <hip/detail/flags.h>
#include <hip/detail/graph_types.h>
#include <hip/detail/launch_types.h>
#include <hip/detail/pool_types.h>
#include <hip/detail/rtc_types.h>
#include <hip/driver_types.h>
#include <hip/hip_common.h>
#include <hip/host_defines.h>
/* AMD's guard: where it is not set, rocThrust takes away __host__ and __device__, and expects this
   header to define them again. */
#ifndef HIP_INCLUDE_HIP_AMD_DETAIL_HOST_DEFINES_H
#define HIP_INCLUDE_HIP_AMD_DETAIL_HOST_DEFINES_H
#endif
#include <hip/surface_types.h>
#include <hip/texture_types.h>

/* Default arguments exist in C++ only. */
#ifdef __cplusplus
#define HIP_DEFAULT(value) = value
#else
#define HIP_DEFAULT(value)
#endif
/* HIP's own name for it, which programs use. */
#define __dparm(value) HIP_DEFAULT(value)

/* A symbol is named by itself: the compiler registered it under its host address. */
#define HIP_SYMBOL(X) X

#ifdef __cplusplus
extern "C" {
#endif

#include <hip/detail/api_array.h>
#include <hip/detail/api_device.h>
#include <hip/detail/api_event.h>
#include <hip/detail/api_execution_context.h>
#include <hip/detail/api_external.h>
#include <hip/detail/api_graph.h>
#include <hip/detail/api_launch.h>
#include <hip/detail/api_memory.h>
#include <hip/detail/api_module.h>
#include <hip/detail/api_pool.h>
#include <hip/detail/api_spt.h>
#include <hip/detail/api_stream.h>
#include <hip/detail/api_texture.h>

#ifdef __cplusplus
}
#endif

#if defined(HIP_API_PER_THREAD_DEFAULT_STREAM) && !defined(HIPVK_OWN_BUILD)
#include <hip/detail/per_thread_stream.h>
#endif

#ifdef __cplusplus
#include <hip/channel_descriptor.h>
#include <hip/detail/api_templates.h>
#endif

#endif /* HIPVK_HIP_HIP_RUNTIME_API_H */
