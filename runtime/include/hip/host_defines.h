/* host_defines.h: the function and variable attributes of the HIP language.
   Included by hip_common's users. Outside `-x hip` they are empty, so that a plain C++
   compiler can read headers that mention them. */
#ifndef HIPVK_HIP_HOST_DEFINES_H
#define HIPVK_HIP_HOST_DEFINES_H

#include <hip/hip_common.h>

#if defined(__clang__) && defined(__HIP__)

#ifndef __host__
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#endif
/* A macro would break the C++ library's own __attribute__((__noinline__)) in a source
   that is not HIP; in HIP clang knows __noinline__ as a keyword. */
#define __forceinline__ inline __attribute__((always_inline))
/* The second argument (least blocks per multiprocessor) is a hint to a register allocator
   that is not ours. */
#define HIPVK_FIRST(first, ...) first
#define __launch_bounds__(...)                                                                     \
    __attribute__((amdgpu_flat_work_group_size(1, HIPVK_FIRST(__VA_ARGS__, 0))))

#else

#ifndef __host__
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#endif
#ifndef __forceinline__
#define __forceinline__ inline
#endif
#ifndef __launch_bounds__
#define __launch_bounds__(...)
#endif
#endif

#ifndef __align__
#define __align__(n) __attribute__((aligned(n)))
#endif

/* Functions of these headers: on the device only, and on both sides. */
#define HIPVK_DEVICE static inline __device__ __attribute__((always_inline))
#define HIPVK_BOTH static inline __host__ __device__ __attribute__((always_inline))
#define HIPVK_METHOD inline __host__ __device__ __attribute__((always_inline))
/* Every lane of a warp or block must arrive together: the optimiser may not move these. */
#define HIPVK_CONVERGENT static inline __device__ __attribute__((always_inline, convergent))

/* An operand that some lanes may never have given a value: `int b; if (leader) b = atomicAdd(...); b = __shfl(b, 0)`.
   Otherwise clang promises that it has one, and takes that for leave to let every lane be the leader. */
#if defined(__has_attribute)
#if __has_attribute(maybe_undef)
#define HIPVK_MAYBE_UNDEF __attribute__((maybe_undef))
#endif
#endif
#ifndef HIPVK_MAYBE_UNDEF
#define HIPVK_MAYBE_UNDEF
#endif

/* constexpr for functions that change their object, which C++11 does not allow. */
#if defined(__cplusplus) && __cplusplus >= 201402L
#define HIPVK_CONSTEXPR14 constexpr
#else
#define HIPVK_CONSTEXPR14
#endif

#endif /* HIPVK_HIP_HOST_DEFINES_H */
