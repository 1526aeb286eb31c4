/* flags.h: the flag constants that are macros in HIP.
   Included by hip_runtime_api.h. Values are those of HIP 7. */
#ifndef HIPVK_HIP_DETAIL_FLAGS_H
#define HIPVK_HIP_DETAIL_FLAGS_H

/* Streams. */
#define hipStreamDefault 0
#define hipStreamNonBlocking 1

/* Events: creation, recording, waiting. */
#define hipEventDefault 0
#define hipEventBlockingSync 1
#define hipEventDisableTiming 2
#define hipEventInterprocess 4
#define hipEventRecordDefault 0
#define hipEventRecordExternal 1
#define hipEventWaitDefault 0
#define hipEventWaitExternal 1
#define hipEventDisableSystemFence 0x20000000u
#define hipEventReleaseToDevice 0x40000000u
#define hipEventReleaseToSystem 0x80000000u

/* Host memory. */
#define hipHostAllocDefault 0
#define hipHostMallocDefault 0
#define hipHostAllocPortable 1
#define hipHostMallocPortable 1
#define hipHostAllocMapped 2
#define hipHostMallocMapped 2
#define hipHostAllocWriteCombined 4
#define hipHostMallocWriteCombined 4
#define hipHostMallocUncached 0x10000000u
#define hipHostAllocUncached 0x10000000u
#define hipHostMallocNumaUser 0x20000000u
#define hipHostMallocCoherent 0x40000000u
#define hipHostMallocNonCoherent 0x80000000u

/* Managed memory: who may touch it. */
#define hipMemAttachGlobal 1
#define hipMemAttachHost 2
#define hipMemAttachSingle 4

/* hipExtMallocWithFlags. */
#define hipDeviceMallocDefault 0
#define hipDeviceMallocFinegrained 1
#define hipMallocSignalMemory 2
#define hipDeviceMallocUncached 3
#define hipDeviceMallocContiguous 4

/* hipHostRegister. */
#define hipHostRegisterDefault 0
#define hipHostRegisterPortable 1
#define hipHostRegisterMapped 2
#define hipHostRegisterIoMemory 4
#define hipHostRegisterReadOnly 8
#define hipExtHostRegisterCoarseGrained 8
#define hipExtHostRegisterUncached 0x80000000u

/* hipSetDeviceFlags. */
#define hipDeviceScheduleAuto 0
#define hipDeviceScheduleSpin 1
#define hipDeviceScheduleYield 2
#define hipDeviceScheduleBlockingSync 4
#define hipDeviceScheduleMask 7
#define hipDeviceMapHost 8
#define hipDeviceLmemResizeToMax 16

/* Arrays. */
#define hipArrayDefault 0
#define hipArrayLayered 1
#define hipArraySurfaceLoadStore 2
#define hipArrayCubemap 4
#define hipArrayTextureGather 8

/* Occupancy. */
#define hipOccupancyDefault 0
#define hipOccupancyDisableCachingOverride 1

/* Launches. */
#define hipCooperativeLaunchMultiDeviceNoPreSync 1
#define hipCooperativeLaunchMultiDeviceNoPostSync 2
#define hipExtAnyOrderLaunch 1
#define hipGraphKernelNodePortLaunchCompletion 2

/* hipStreamWaitValue. */
#define hipStreamWaitValueGte 0
#define hipStreamWaitValueEq 1
#define hipStreamWaitValueAnd 2
#define hipStreamWaitValueNor 3
#define hipStreamWriteValueDefault 0

/* The rest. */
#define hipExternalMemoryDedicated 1
#define hipGraphKernelNodePortDefault 0
#define hipGraphKernelNodePortProgrammatic 1

/* Handles with a meaning of their own. */
#define hipStreamPerThread ((hipStream_t)2)
#define hipStreamLegacy ((hipStream_t)1)
#define hipCpuDeviceId ((int)-1)
#define hipInvalidDeviceId ((int)-2)
#define hipCaptureStreamLegacy hipStreamLegacy

/* The `extra` array of hipModuleLaunchKernel. */
#define HIP_LAUNCH_PARAM_BUFFER_POINTER ((void *)0x01)
#define HIP_LAUNCH_PARAM_BUFFER_SIZE ((void *)0x02)
#define HIP_LAUNCH_PARAM_END ((void *)0x03)

#define hipHostAllocCoherent hipHostMallocCoherent
#define hipDriverEntryPointDefault 0
#define hipEnableDefault 0
#define hipEnableLegacyStream 1
#define hipEnablePerThreadDefaultStream 2

#endif /* HIPVK_HIP_DETAIL_FLAGS_H */
