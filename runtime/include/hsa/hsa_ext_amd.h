/* hsa/hsa_ext_amd.h: what hsa_agent_get_info answers beyond HSA's own questions, with the type of the answer. */
#ifndef HIPVK_HSA_HSA_EXT_AMD_H
#define HIPVK_HSA_HSA_EXT_AMD_H

#include <hsa/hsa.h>

typedef enum hsa_amd_agent_info_s {
    HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT = 0xA002,   /* uint32_t */
    HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY = 0xA003,  /* uint32_t, MHz */
    HSA_AMD_AGENT_INFO_DRIVER_NODE_ID = 0xA004,       /* uint32_t */
    HSA_AMD_AGENT_INFO_BDFID = 0xA006,                /* uint32_t */
    HSA_AMD_AGENT_INFO_PRODUCT_NAME = 0xA009,         /* char[64] */
    HSA_AMD_AGENT_INFO_NUM_XCC = 0xA111               /* uint32_t: a Vulkan device is one */
} hsa_amd_agent_info_t;

#endif /* HIPVK_HSA_HSA_EXT_AMD_H */
