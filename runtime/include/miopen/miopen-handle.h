/* miopen-handle.h: the status of a call, its text, the library's version, and handles.
 *
 * Included by miopen.h, which says what all of it needs.
 */
#ifndef HIPVK_MIOPEN_HANDLE_H
#define HIPVK_MIOPEN_HANDLE_H

MIOPEN_DECLARE_OBJECT(miopenHandle);
typedef enum {
    miopenStatusSuccess = 0, miopenStatusNotInitialized = 1, miopenStatusInvalidValue = 2, miopenStatusBadParm = 3, miopenStatusAllocFailed = 4,
    miopenStatusInternalError = 5, miopenStatusNotImplemented = 6, miopenStatusUnknownError = 7, miopenStatusUnsupportedOp = 8,
    miopenStatusGpuOperationsSkipped = 9, miopenStatusVersionMismatch = 10,
} miopenStatus_t;
typedef enum { miopenMathDefault = 0, miopenMathPedantic = 1 } miopenMathType_t;
#ifdef MIOPEN_BETA_API
typedef enum {
    miopenF8RoundingModeStandard = 0, miopenF8RoundingModeStochastic = 1,
} miopenF8RoundingMode_t;
#endif
MIOPEN_EXPORT const char *miopenGetErrorString(miopenStatus_t error);
typedef void *(*miopenAllocatorFunction)(void *context, size_t sizeBytes);
typedef void (*miopenDeallocatorFunction)(void *context, void *memory);
MIOPEN_EXPORT miopenStatus_t miopenGetVersion(size_t *major, size_t *minor, size_t *patch);
MIOPEN_EXPORT miopenStatus_t miopenCreate(miopenHandle_t *handle);
MIOPEN_EXPORT miopenStatus_t miopenCreateWithStream(miopenHandle_t *handle, miopenAcceleratorQueue_t stream);
MIOPEN_EXPORT miopenStatus_t miopenDestroy(miopenHandle_t handle);
MIOPEN_EXPORT miopenStatus_t miopenSetStream(miopenHandle_t handle, miopenAcceleratorQueue_t streamID);
MIOPEN_EXPORT miopenStatus_t miopenGetStream(miopenHandle_t handle, miopenAcceleratorQueue_t *streamID);
MIOPEN_EXPORT miopenStatus_t miopenSetAllocator(miopenHandle_t handle, miopenAllocatorFunction allocator, miopenDeallocatorFunction deallocator,
    void *allocatorContext);
MIOPEN_EXPORT miopenStatus_t miopenGetKernelTime(miopenHandle_t handle, float *time);
MIOPEN_EXPORT miopenStatus_t miopenEnableProfiling(miopenHandle_t handle, bool enable);

#endif
