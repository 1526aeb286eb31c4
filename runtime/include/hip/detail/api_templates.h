// api_templates.h: the C++ forms of the host API: typed pointers, symbols by reference,
// kernels by name, occupancy with a functor. Each only casts and calls the C function.
// Included by hip_runtime_api.h.
#ifndef HIPVK_HIP_DETAIL_API_TEMPLATES_H
#define HIPVK_HIP_DETAIL_API_TEMPLATES_H

#include <hip/hip_runtime_api.h>

// Allocation: T** instead of void**.
template <class T> static inline hipError_t hipMalloc(T **devPtr, size_t size) {
    return ::hipMalloc((void **)devPtr, size);
}
template <class T>
static inline hipError_t hipHostMalloc(T **ptr, size_t size,
                                       unsigned int flags = hipHostMallocDefault) {
    return ::hipHostMalloc((void **)ptr, size, flags);
}
template <class T>
static inline hipError_t hipHostAlloc(T **ptr, size_t size,
                                      unsigned int flags = hipHostAllocDefault) {
    return ::hipHostAlloc((void **)ptr, size, flags);
}
template <class T> static inline hipError_t hipMallocHost(T **ptr, size_t size) {
    return ::hipMallocHost((void **)ptr, size);
}
template <class T>
static inline hipError_t hipMallocManaged(T **devPtr, size_t size,
                                          unsigned int flags = hipMemAttachGlobal) {
    return ::hipMallocManaged((void **)devPtr, size, flags);
}
template <class T>
static inline hipError_t hipExtMallocWithFlags(T **devPtr, size_t size, unsigned int flags) {
    return ::hipExtMallocWithFlags((void **)devPtr, size, flags);
}
template <class T>
static inline hipError_t hipMallocPitch(T **devPtr, size_t *pitch, size_t width, size_t height) {
    return ::hipMallocPitch((void **)devPtr, pitch, width, height);
}
template <class T>
static inline hipError_t hipMallocAsync(T **devPtr, size_t size, hipStream_t stream) {
    return ::hipMallocAsync((void **)devPtr, size, stream);
}
template <class T>
static inline hipError_t hipMallocAsync(T **devPtr, size_t size, hipMemPool_t pool,
                                        hipStream_t stream) {
    return ::hipMallocFromPoolAsync((void **)devPtr, size, pool, stream);
}
static inline hipError_t hipMallocAsync(void **devPtr, size_t size, hipMemPool_t pool,
                                        hipStream_t stream) {
    return ::hipMallocFromPoolAsync(devPtr, size, pool, stream);
}
template <class T>
static inline hipError_t hipMallocFromPoolAsync(T **devPtr, size_t size, hipMemPool_t pool,
                                                hipStream_t stream) {
    return ::hipMallocFromPoolAsync((void **)devPtr, size, pool, stream);
}
template <class T>
static inline hipError_t hipHostGetDevicePointer(T **devPtr, void *hostPtr, unsigned int flags) {
    return ::hipHostGetDevicePointer((void **)devPtr, hostPtr, flags);
}
template <class T>
static inline hipError_t hipStreamAttachMemAsync(hipStream_t stream, T *ptr, size_t length = 0,
                                                 unsigned int flags = hipMemAttachSingle) {
    return ::hipStreamAttachMemAsync(stream, (void *)ptr, length, flags);
}

// Symbols: the variable itself instead of its address.
template <class T>
static inline hipError_t hipGetSymbolAddress(void **devPtr, const T &symbol) {
    return ::hipGetSymbolAddress(devPtr, (const void *)&symbol);
}
template <class T> static inline hipError_t hipGetSymbolSize(size_t *size, const T &symbol) {
    return ::hipGetSymbolSize(size, (const void *)&symbol);
}
template <class T>
static inline hipError_t hipMemcpyToSymbol(const T &symbol, const void *src, size_t sizeBytes,
                                           size_t offset = 0,
                                           hipMemcpyKind kind = hipMemcpyHostToDevice) {
    return ::hipMemcpyToSymbol((const void *)&symbol, src, sizeBytes, offset, kind);
}
template <class T>
static inline hipError_t hipMemcpyToSymbolAsync(const T &symbol, const void *src, size_t sizeBytes,
                                                size_t offset, hipMemcpyKind kind,
                                                hipStream_t stream = 0) {
    return ::hipMemcpyToSymbolAsync((const void *)&symbol, src, sizeBytes, offset, kind, stream);
}
template <class T>
static inline hipError_t hipMemcpyFromSymbol(void *dst, const T &symbol, size_t sizeBytes,
                                             size_t offset = 0,
                                             hipMemcpyKind kind = hipMemcpyDeviceToHost) {
    return ::hipMemcpyFromSymbol(dst, (const void *)&symbol, sizeBytes, offset, kind);
}
template <class T>
static inline hipError_t hipMemcpyFromSymbolAsync(void *dst, const T &symbol, size_t sizeBytes,
                                                  size_t offset, hipMemcpyKind kind,
                                                  hipStream_t stream = 0) {
    return ::hipMemcpyFromSymbolAsync(dst, (const void *)&symbol, sizeBytes, offset, kind, stream);
}

static inline hipError_t hipEventCreate(hipEvent_t *event, unsigned int flags) {
    return ::hipEventCreateWithFlags(event, flags);
}

// Kernels: a function instead of its address.
template <class R, class... A>
static inline hipError_t hipFuncSetAttribute(R (*func)(A...), hipFuncAttribute attr, int value) {
    return ::hipFuncSetAttribute((const void *)func, attr, value);
}
template <class R, class... A>
static inline hipError_t hipFuncSetCacheConfig(R (*func)(A...), hipFuncCache_t config) {
    return ::hipFuncSetCacheConfig((const void *)func, config);
}
template <class R, class... A>
static inline hipError_t hipFuncSetSharedMemConfig(R (*func)(A...), hipSharedMemConfig config) {
    return ::hipFuncSetSharedMemConfig((const void *)func, config);
}
template <class R, class... A>
static inline hipError_t hipFuncGetAttributes(hipFuncAttributes *attr, R (*func)(A...)) {
    return ::hipFuncGetAttributes(attr, (const void *)func);
}
template <class R, class... A>
static inline hipError_t hipGetFuncBySymbol(hipFunction_t *functionPtr, R (*func)(A...)) {
    return ::hipGetFuncBySymbol(functionPtr, (const void *)func);
}
template <class R, class... A>
static inline hipError_t hipLaunchKernel(R (*func)(A...), dim3 numBlocks, dim3 dimBlocks,
                                         void **args, size_t sharedMemBytes = 0,
                                         hipStream_t stream = 0) {
    return ::hipLaunchKernel((const void *)func, numBlocks, dimBlocks, args, sharedMemBytes,
                             stream);
}
template <class T>
static inline hipError_t hipLaunchCooperativeKernel(T func, dim3 gridDim, dim3 blockDim,
                                                    void **kernelParams,
                                                    unsigned int sharedMemBytes,
                                                    hipStream_t stream) {
    return ::hipLaunchCooperativeKernel((const void *)func, gridDim, blockDim, kernelParams,
                                        sharedMemBytes, stream);
}
template <class T>
static inline hipError_t hipLaunchCooperativeKernelMultiDevice(hipLaunchParams *launchParamsList,
                                                               unsigned int numDevices,
                                                               unsigned int flags = 0) {
    return ::hipLaunchCooperativeKernelMultiDevice(launchParamsList, (int)numDevices, flags);
}

#include <hip/detail/api_occupancy.h>
#include <hip/detail/api_launch_ex.h>

#endif // HIPVK_HIP_DETAIL_API_TEMPLATES_H
