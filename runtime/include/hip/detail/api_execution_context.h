/* api_execution_context.h: Resources of devices, green contexts, execution contexts.
   Included by hip_runtime_api.h, inside its extern "C". What each function does, its errors included,
   is HIP 7's documentation; a part of a device's multiprocessors is hipErrorNotSupported. */
#ifndef HIPVK_HIP_DETAIL_API_EXECUTION_CONTEXT_H
#define HIPVK_HIP_DETAIL_API_EXECUTION_CONTEXT_H

hipError_t hipDeviceGetDevResource(hipDevice_t device, hipDevResource *resource,
    hipDevResourceType type);
hipError_t hipDevSmResourceSplitByCount(hipDevResource *result, unsigned int *nbGroups,
    const hipDevResource *input, hipDevResource *remainder, unsigned int flags,
    unsigned int minCount);
hipError_t hipDevSmResourceSplit(hipDevResource *result, unsigned int nbGroups,
    const hipDevResource *input, hipDevResource *remainder, unsigned int flags,
    hipDevSmResourceGroupParams *groupParams);
hipError_t hipDevResourceGenerateDesc(hipDevResourceDesc_t *phDesc, hipDevResource *resources,
    unsigned int nbResources);
hipError_t hipGreenCtxCreate(hipExecutionCtx_t *phCtx, hipDevResourceDesc_t desc, int device,
    unsigned int flags);
hipError_t hipExecutionCtxDestroy(hipExecutionCtx_t ctx);
hipError_t hipDeviceGetExecutionCtx(hipExecutionCtx_t *ctx, int device);
hipError_t hipExecutionCtxStreamCreate(hipStream_t *stream, hipExecutionCtx_t ctx,
    unsigned int flags, int priority);
hipError_t hipExecutionCtxGetDevResource(hipExecutionCtx_t ctx, hipDevResource *resource,
    hipDevResourceType type);
hipError_t hipExecutionCtxGetDevice(int *device, hipExecutionCtx_t ctx);
hipError_t hipExecutionCtxGetId(hipExecutionCtx_t ctx, unsigned long long *ctxId);
hipError_t hipStreamGetDevResource(hipStream_t hStream, hipDevResource *resource,
    hipDevResourceType type);
hipError_t hipExecutionCtxRecordEvent(hipExecutionCtx_t ctx, hipEvent_t event);
hipError_t hipExecutionCtxSynchronize(hipExecutionCtx_t ctx);
hipError_t hipExecutionCtxWaitEvent(hipExecutionCtx_t ctx, hipEvent_t event);

#endif /* HIPVK_HIP_DETAIL_API_EXECUTION_CONTEXT_H */
