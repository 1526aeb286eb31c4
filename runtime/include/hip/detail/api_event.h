/* api_event.h: Events.
   Included by hip_runtime_api.h, inside its extern "C". What each function does, its errors included,
   is HIP 7's documentation; what this runtime lacks returns hipErrorNotSupported. */
#ifndef HIPVK_HIP_DETAIL_API_EVENT_H
#define HIPVK_HIP_DETAIL_API_EVENT_H

hipError_t hipEventCreateWithFlags(hipEvent_t *event, unsigned int flags);
hipError_t hipEventCreate(hipEvent_t *event);
hipError_t hipEventRecordWithFlags(hipEvent_t event, hipStream_t stream HIP_DEFAULT(0),
    unsigned int flags HIP_DEFAULT(0));
hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream HIP_DEFAULT(0));
hipError_t hipEventDestroy(hipEvent_t event);
hipError_t hipEventSynchronize(hipEvent_t event);
hipError_t hipEventElapsedTime(float *ms, hipEvent_t start, hipEvent_t stop);
hipError_t hipEventQuery(hipEvent_t event);

#endif /* HIPVK_HIP_DETAIL_API_EVENT_H */
