/* execution_context_types.h: Resources of a device, and contexts that have some.
   Included by hip_runtime_api.h. Names, numbers and layouts are HIP 7's. */
#ifndef HIPVK_HIP_DETAIL_EXECUTION_CONTEXT_TYPES_H
#define HIPVK_HIP_DETAIL_EXECUTION_CONTEXT_TYPES_H

typedef struct ihipExecutionCtx_t *hipExecutionCtx_t;
typedef struct ihipDevResourceDesc_t *hipDevResourceDesc_t;

typedef enum hipDevResourceType {
    hipDevResourceTypeInvalid = 0,
    hipDevResourceTypeSm = 1,
    hipDevResourceTypeWorkqueueConfig = 1000,
    hipDevResourceTypeWorkqueue = 10000
} hipDevResourceType;

typedef enum hipDevSmResourceGroup_flags {
    hipDevSmResourceGroupDefault = 0,
    hipDevSmResourceGroupBackfill = 1
} hipDevSmResourceGroup_flags;

typedef enum hipDevSmResourceSplitByCount_flags {
    hipDevSmResourceSplitIgnoreSmCoscheduling = 1,
    hipDevSmResourceSplitMaxPotentialClusterSize = 2
} hipDevSmResourceSplitByCount_flags;

typedef enum hipDevWorkqueueConfigScope {
    hipDevWorkqueueConfigScopeDeviceCtx = 0,
    hipDevWorkqueueConfigScopeGreenCtxBalanced = 1
} hipDevWorkqueueConfigScope;

typedef struct hipDevSmResource {
    unsigned int smCount;
    unsigned int minSmPartitionSize;
    unsigned int smCoscheduledAlignment;
    unsigned int flags;
} hipDevSmResource;

typedef struct hipDevWorkqueueConfigResource {
    int device;
    unsigned int wqConcurrencyLimit;
    hipDevWorkqueueConfigScope sharingScope;
} hipDevWorkqueueConfigResource;

#define HIP_RESOURCE_ABI_BYTES 40

typedef struct hipDevWorkqueueResource {
    unsigned char reserved[HIP_RESOURCE_ABI_BYTES];
} hipDevWorkqueueResource;

typedef struct hipDevResource_st {
    hipDevResourceType type;
    unsigned char _internal_padding[92];
    union {
        hipDevSmResource sm;
        hipDevWorkqueueConfigResource wqConfig;
        hipDevWorkqueueResource wq;
        unsigned char _oversize[HIP_RESOURCE_ABI_BYTES];
    };
    struct hipDevResource_st *nextResource;
} hipDevResource;

typedef struct hipDevSmResourceGroupParams_st {
    unsigned int smCount;
    unsigned int coscheduledSmCount;
    unsigned int preferredCoscheduledSmCount;
    unsigned int flags;
    unsigned int reserved[12];
} hipDevSmResourceGroupParams;

#endif /* HIPVK_HIP_DETAIL_EXECUTION_CONTEXT_TYPES_H */
