/* hip_ext.h: launches that take a start and a stop event.
   Included by programs that time kernels without extra stream operations. */
#ifndef HIPVK_HIP_HIP_EXT_H
#define HIPVK_HIP_HIP_EXT_H

#include <hip/hip_runtime.h>

#ifdef __cplusplus

extern "C" hipError_t hipExtModuleLaunchKernel(
    hipFunction_t f, uint32_t globalWorkSizeX, uint32_t globalWorkSizeY, uint32_t globalWorkSizeZ,
    uint32_t localWorkSizeX, uint32_t localWorkSizeY, uint32_t localWorkSizeZ,
    size_t sharedMemBytes, hipStream_t hStream, void **kernelParams, void **extra,
    hipEvent_t startEvent = nullptr, hipEvent_t stopEvent = nullptr, uint32_t flags = 0);
extern "C" hipError_t hipHccModuleLaunchKernel(
    hipFunction_t f, uint32_t globalWorkSizeX, uint32_t globalWorkSizeY, uint32_t globalWorkSizeZ,
    uint32_t localWorkSizeX, uint32_t localWorkSizeY, uint32_t localWorkSizeZ,
    size_t sharedMemBytes, hipStream_t hStream, void **kernelParams, void **extra,
    hipEvent_t startEvent = nullptr, hipEvent_t stopEvent = nullptr);

template <class T>
static inline hipError_t hipExtLaunchKernel(T *function, dim3 numBlocks, dim3 dimBlocks,
                                            void **args, size_t sharedMemBytes, hipStream_t stream,
                                            hipEvent_t startEvent, hipEvent_t stopEvent,
                                            int flags) {
    return ::hipExtLaunchKernel((const void *)function, numBlocks, dimBlocks, args, sharedMemBytes,
                                stream, startEvent, stopEvent, flags);
}

// The arguments are converted to the kernel's own parameter types before their addresses are taken.
template <class... P>
static inline void hipvkExtLaunchAddresses(void (*kernel)(P...), dim3 numBlocks, dim3 dimBlocks,
                                           uint32_t sharedMemBytes, hipStream_t stream,
                                           hipEvent_t startEvent, hipEvent_t stopEvent,
                                           uint32_t flags, P... values) {
    void *addresses[] = {(void *)&values..., nullptr};
    (void)::hipExtLaunchKernel((const void *)kernel, numBlocks, dimBlocks, addresses,
                               sharedMemBytes, stream, startEvent, stopEvent, (int)flags);
}
template <class... P, class... A>
static inline void hipvkExtLaunchConverted(void (*kernel)(P...), dim3 numBlocks, dim3 dimBlocks,
                                           uint32_t sharedMemBytes, hipStream_t stream,
                                           hipEvent_t startEvent, hipEvent_t stopEvent,
                                           uint32_t flags, A... values) {
    hipvkExtLaunchAddresses<P...>(kernel, numBlocks, dimBlocks, sharedMemBytes, stream, startEvent,
                                  stopEvent, flags, static_cast<P>(values)...);
}
// A kernel template without its arguments takes them from the call's.
template <class... A, class F = void (*)(A...)>
static inline void hipExtLaunchKernelGGL(F kernel, const dim3 &numBlocks, const dim3 &dimBlocks,
                                         uint32_t sharedMemBytes, hipStream_t stream,
                                         hipEvent_t startEvent, hipEvent_t stopEvent,
                                         uint32_t flags, A... values) {
    hipvkExtLaunchConverted(kernel, numBlocks, dimBlocks, sharedMemBytes, stream, startEvent,
                            stopEvent, flags, values...);
}

#endif /* __cplusplus */

#endif /* HIPVK_HIP_HIP_EXT_H */
