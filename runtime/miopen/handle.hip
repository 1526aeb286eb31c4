// handle.hip: MIOpen's handles, what a status is called, and what the library says of itself.
//
// Called by programs; the rest by other files of this folder.
#include <miopen/version.h>

#include "../blas/say_once.h"
#include "base.h"

namespace dnn {

miopenStatus_t missing(const char *function, const char *what, miopenStatus_t status) {
    blas::say_missing("miopen", function, what);
    return status;
}

miopenStatus_t status_of(hipError_t error) {
    if (error == hipSuccess) return miopenStatusSuccess;
    blas::say_once(std::string("miopen: ") + hipGetErrorString(error));
    return error == hipErrorOutOfMemory ? miopenStatusAllocFailed : miopenStatusInternalError;
}

miopenStatus_t status_of(hipblasStatus_t status) {
    if (status == HIPBLAS_STATUS_SUCCESS) return miopenStatusSuccess;
    blas::say_once(std::string("miopen: a product by hipBLAS: status ") + std::to_string(int(status)));
    return status == HIPBLAS_STATUS_ALLOC_FAILED ? miopenStatusAllocFailed : miopenStatusInternalError;
}

void Handle::begin() {
    if (depth++ == 0 && is_profiling) (void)hipEventRecord(start, stream);
}

miopenStatus_t Handle::finish(miopenStatus_t status) {
    if (--depth == 0 && is_profiling && hipEventRecord(end, stream) == hipSuccess && hipEventSynchronize(end) == hipSuccess)
        (void)hipEventElapsedTime(&time, start, end);
    return status;
}

miopenStatus_t Temporary::take(size_t bytes) {
    bytes = std::max<size_t>(bytes, 1);
    if (!handle.allocate) return status_of(hipMallocAsync(&memory, bytes, handle.stream));
    memory = handle.allocate(handle.allocator, bytes);
    return memory ? miopenStatusSuccess : miopenStatusAllocFailed;
}

Temporary::~Temporary() {
    if (!memory) return;
    if (handle.release) handle.release(handle.allocator, memory);
    else (void)hipFreeAsync(memory, handle.stream);
}

static miopenStatus_t make(miopenHandle_t *to, hipStream_t stream) {
    if (!to) return miopenStatusBadParm;
    DNN_TRY(create<Handle>(to));
    Handle &handle = *static_cast<Handle *>(*to);
    handle.stream = stream;
    const bool made = hipblasCreate(&handle.blas) == HIPBLAS_STATUS_SUCCESS && hipblasSetStream(handle.blas, stream) == HIPBLAS_STATUS_SUCCESS &&
                      hipEventCreate(&handle.start) == hipSuccess && hipEventCreate(&handle.end) == hipSuccess;
    if (made) return miopenStatusSuccess;
    (void)miopenDestroy(*to);
    *to = nullptr;
    return miopenStatusInternalError;
}

}  // namespace dnn

using namespace dnn;

const char *miopenGetErrorString(miopenStatus_t error) {
    static const char *const names[] = {"miopenStatusSuccess", "miopenStatusNotInitialized", "miopenStatusInvalidValue", "miopenStatusBadParm",
                                        "miopenStatusAllocFailed", "miopenStatusInternalError", "miopenStatusNotImplemented", "miopenStatusUnknownError",
                                        "miopenStatusUnsupportedOp", "miopenStatusGpuOperationsSkipped", "miopenStatusVersionMismatch"};
    return unsigned(error) < std::size(names) ? names[error] : "Unknown error status";
}

miopenStatus_t miopenGetVersion(size_t *major, size_t *minor, size_t *patch) {
    put<size_t>(major, MIOPEN_VERSION_MAJOR);
    put<size_t>(minor, MIOPEN_VERSION_MINOR);
    put<size_t>(patch, MIOPEN_VERSION_PATCH);
    return miopenStatusSuccess;
}

miopenStatus_t miopenCreate(miopenHandle_t *handle) { return make(handle, nullptr); }
miopenStatus_t miopenCreateWithStream(miopenHandle_t *handle, miopenAcceleratorQueue_t stream) { return make(handle, stream); }

miopenStatus_t miopenDestroy(miopenHandle_t handle) {
    if (!handle) return miopenStatusBadParm;
    Handle &ours = *static_cast<Handle *>(handle);
    if (ours.blas) (void)hipblasDestroy(ours.blas);
    if (ours.start) (void)hipEventDestroy(ours.start);
    if (ours.end) (void)hipEventDestroy(ours.end);
    return destroy<Handle>(handle);
}

miopenStatus_t miopenSetStream(miopenHandle_t handle, miopenAcceleratorQueue_t streamID) {
    if (!handle) return miopenStatusBadParm;
    Handle &ours = *static_cast<Handle *>(handle);
    ours.stream = streamID;
    return status_of(hipblasSetStream(ours.blas, streamID));
}

miopenStatus_t miopenGetStream(miopenHandle_t handle, miopenAcceleratorQueue_t *streamID) {
    if (any_null(handle, streamID)) return miopenStatusBadParm;
    *streamID = static_cast<Handle *>(handle)->stream;
    return miopenStatusSuccess;
}

miopenStatus_t miopenSetAllocator(miopenHandle_t handle, miopenAllocatorFunction allocator, miopenDeallocatorFunction deallocator, void *allocatorContext) {
    if (!handle || !allocator != !deallocator) return miopenStatusBadParm;
    Handle &ours = *static_cast<Handle *>(handle);
    ours.allocate = allocator, ours.release = deallocator, ours.allocator = allocatorContext;
    return miopenStatusSuccess;
}

miopenStatus_t miopenGetKernelTime(miopenHandle_t handle, float *time) {
    if (any_null(handle, time)) return miopenStatusBadParm;
    *time = static_cast<Handle *>(handle)->time;
    return miopenStatusSuccess;
}

miopenStatus_t miopenEnableProfiling(miopenHandle_t handle, bool enable) {
    if (!handle) return miopenStatusBadParm;
    Handle &ours = *static_cast<Handle *>(handle);
    ours.is_profiling = enable, ours.time = 0;
    return miopenStatusSuccess;
}
