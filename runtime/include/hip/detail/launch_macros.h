// launch_macros.h: the launch spelled as a macro, and dynamic shared memory.
// Included by hip_runtime.h.
#ifndef HIPVK_HIP_DETAIL_LAUNCH_MACROS_H
#define HIPVK_HIP_DETAIL_LAUNCH_MACROS_H

// Keeps a template kernel's commas together: hipLaunchKernelGGL(HIP_KERNEL_NAME(k<a, b>), ...).
#define HIP_KERNEL_NAME(...) __VA_ARGS__

#define HIP_DYNAMIC_SHARED(type, var) extern __shared__ type var[];
#define HIP_DYNAMIC_SHARED_ATTRIBUTE

#if defined(HIP_TEMPLATE_KERNEL_LAUNCH) && defined(__cplusplus)
// The same as a function, for programs that ask for it: takes template kernels without HIP_KERNEL_NAME.
template <typename... Args, typename F = void (*)(Args...)>
inline void hipLaunchKernelGGL(F kernel, const dim3 &numBlocks, const dim3 &numThreads, unsigned memPerBlock,
                               hipStream_t streamId, Args... args) {
    kernel<<<numBlocks, numThreads, memPerBlock, streamId>>>(args...);
}
#else
#define hipLaunchKernelGGLInternal(kernelName, numBlocks, numThreads, memPerBlock, streamId, ...)  \
    do {                                                                                           \
        kernelName<<<(numBlocks), (numThreads), (memPerBlock), (streamId)>>>(__VA_ARGS__);         \
    } while (0)
#define hipLaunchKernelGGL(kernelName, ...) hipLaunchKernelGGLInternal((kernelName), __VA_ARGS__)
#endif

#endif // HIPVK_HIP_DETAIL_LAUNCH_MACROS_H
