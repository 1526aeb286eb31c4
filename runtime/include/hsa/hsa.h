/* hsa/hsa.h: of ROCm's driver interface, what describes devices: programs that ask it how a GPU is made (MIGraphX, for its chiplets) compile and run.
   Queues, signals, memory and code objects are HIP's here, and not declared. The library is libhsa-runtime64 (runtime/tools/hsa_runtime.cpp). */
#ifndef HIPVK_HSA_HSA_H
#define HIPVK_HSA_HSA_H

#include <stddef.h>
#include <stdint.h>

#define HSA_API

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    HSA_STATUS_SUCCESS = 0x0,
    HSA_STATUS_INFO_BREAK = 0x1,
    HSA_STATUS_ERROR = 0x1000,
    HSA_STATUS_ERROR_INVALID_ARGUMENT = 0x1001,
    HSA_STATUS_ERROR_INVALID_AGENT = 0x1004,
    HSA_STATUS_ERROR_OUT_OF_RESOURCES = 0x1008,
    HSA_STATUS_ERROR_NOT_INITIALIZED = 0x100B,
    HSA_STATUS_ERROR_REFCOUNT_OVERFLOW = 0x100C
} hsa_status_t;

typedef struct hsa_agent_s {
    uint64_t handle;
} hsa_agent_t;

typedef struct hsa_dim3_s {
    uint32_t x;
    uint32_t y;
    uint32_t z;
} hsa_dim3_t;

typedef enum { HSA_DEVICE_TYPE_CPU = 0, HSA_DEVICE_TYPE_GPU = 1, HSA_DEVICE_TYPE_DSP = 2 } hsa_device_type_t;
typedef enum { HSA_AGENT_FEATURE_KERNEL_DISPATCH = 1, HSA_AGENT_FEATURE_AGENT_DISPATCH = 2 } hsa_agent_feature_t;

/* What an agent is asked for, with the type of the answer. */
typedef enum {
    HSA_AGENT_INFO_NAME = 0,                /* char[64]: gfx1030 */
    HSA_AGENT_INFO_VENDOR_NAME = 1,         /* char[64] */
    HSA_AGENT_INFO_FEATURE = 2,             /* hsa_agent_feature_t */
    HSA_AGENT_INFO_WAVEFRONT_SIZE = 6,      /* uint32_t */
    HSA_AGENT_INFO_WORKGROUP_MAX_DIM = 7,   /* uint16_t[3] */
    HSA_AGENT_INFO_WORKGROUP_MAX_SIZE = 8,  /* uint32_t */
    HSA_AGENT_INFO_GRID_MAX_DIM = 9,        /* hsa_dim3_t */
    HSA_AGENT_INFO_GRID_MAX_SIZE = 10,      /* uint32_t */
    HSA_AGENT_INFO_NODE = 16,               /* uint32_t */
    HSA_AGENT_INFO_DEVICE = 17              /* hsa_device_type_t */
} hsa_agent_info_t;

hsa_status_t HSA_API hsa_init(void);
hsa_status_t HSA_API hsa_shut_down(void);
hsa_status_t HSA_API hsa_status_string(hsa_status_t status, const char **status_string);
hsa_status_t HSA_API hsa_iterate_agents(hsa_status_t (*callback)(hsa_agent_t agent, void *data), void *data);
hsa_status_t HSA_API hsa_agent_get_info(hsa_agent_t agent, hsa_agent_info_t attribute, void *value);

#ifdef __cplusplus
}
#endif

#endif /* HIPVK_HSA_HSA_H */
