/* api_external.h: Memory, semaphores, graphics resources and handles shared with other APIs or processes.
   Included by hip_runtime_api.h, inside its extern "C". What each function does, its errors included,
   is HIP 7's documentation; what this runtime lacks returns hipErrorNotSupported. */
#ifndef HIPVK_HIP_DETAIL_API_EXTERNAL_H
#define HIPVK_HIP_DETAIL_API_EXTERNAL_H

hipError_t hipIpcGetMemHandle(hipIpcMemHandle_t *handle, void *devPtr);
hipError_t hipIpcOpenMemHandle(void **devPtr, hipIpcMemHandle_t handle, unsigned int flags);
hipError_t hipIpcCloseMemHandle(void *devPtr);
hipError_t hipIpcGetEventHandle(hipIpcEventHandle_t *handle, hipEvent_t event);
hipError_t hipIpcOpenEventHandle(hipEvent_t *event, hipIpcEventHandle_t handle);
hipError_t hipImportExternalSemaphore(hipExternalSemaphore_t *extSem_out,
    const hipExternalSemaphoreHandleDesc *semHandleDesc);
hipError_t hipSignalExternalSemaphoresAsync(const hipExternalSemaphore_t *extSemArray,
    const hipExternalSemaphoreSignalParams *paramsArray, unsigned int numExtSems,
    hipStream_t stream);
hipError_t hipWaitExternalSemaphoresAsync(const hipExternalSemaphore_t *extSemArray,
    const hipExternalSemaphoreWaitParams *paramsArray, unsigned int numExtSems,
    hipStream_t stream);
hipError_t hipDestroyExternalSemaphore(hipExternalSemaphore_t extSem);
hipError_t hipImportExternalMemory(hipExternalMemory_t *extMem_out,
    const hipExternalMemoryHandleDesc *memHandleDesc);
hipError_t hipExternalMemoryGetMappedBuffer(void **devPtr, hipExternalMemory_t extMem,
    const hipExternalMemoryBufferDesc *bufferDesc);
hipError_t hipDestroyExternalMemory(hipExternalMemory_t extMem);
hipError_t hipGraphicsMapResources(int count, hipGraphicsResource_t *resources,
    hipStream_t stream HIP_DEFAULT(0));
hipError_t hipGraphicsResourceGetMappedPointer(void **devPtr, size_t *size,
    hipGraphicsResource_t resource);
hipError_t hipGraphicsUnmapResources(int count, hipGraphicsResource_t *resources,
    hipStream_t stream HIP_DEFAULT(0));
hipError_t hipGraphicsUnregisterResource(hipGraphicsResource_t resource);

#endif /* HIPVK_HIP_DETAIL_API_EXTERNAL_H */
