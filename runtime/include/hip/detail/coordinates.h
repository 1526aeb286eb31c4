// coordinates.h: threadIdx, blockIdx, blockDim, gridDim, warpSize.
// Included by hip_runtime.h. Each is a variable that is never stored: reading a member calls
// a device builtin. They exist on the host side too, since that side parses kernel bodies.
#ifndef HIPVK_HIP_DETAIL_COORDINATES_H
#define HIPVK_HIP_DETAIL_COORDINATES_H

#include <hip/detail/device_abi.h>
#include <hip/detail/dim3.h>
#include <hip/hip_vector_types.h>

#define HIPVK_COORDINATE_AXIS(axis, expression)                                                    \
    __declspec(property(get = get_##axis)) unsigned int axis;                                      \
    static inline __device__ __attribute__((always_inline)) unsigned int get_##axis() {            \
        return static_cast<unsigned int>(expression);                                              \
    }

#define HIPVK_COORDINATE(name, X, Y, Z)                                                            \
    struct name {                                                                                  \
        HIPVK_COORDINATE_AXIS(x, X)                                                                \
        HIPVK_COORDINATE_AXIS(y, Y)                                                                \
        HIPVK_COORDINATE_AXIS(z, Z)                                                                \
        __device__ operator dim3() const { return dim3(get_x(), get_y(), get_z()); }               \
        __device__ operator uint3() const { return make_uint3(get_x(), get_y(), get_z()); }        \
    };

// clang-format off
HIPVK_COORDINATE(__hip_builtin_threadIdx_t, __builtin_amdgcn_workitem_id_x(),
                 __builtin_amdgcn_workitem_id_y(), __builtin_amdgcn_workitem_id_z())
HIPVK_COORDINATE(__hip_builtin_blockIdx_t, __builtin_amdgcn_workgroup_id_x(),
                 __builtin_amdgcn_workgroup_id_y(), __builtin_amdgcn_workgroup_id_z())
HIPVK_COORDINATE(__hip_builtin_blockDim_t, __ockl_get_local_size(0),
                 __ockl_get_local_size(1), __ockl_get_local_size(2))
HIPVK_COORDINATE(__hip_builtin_gridDim_t, __ockl_get_num_groups(0),
                 __ockl_get_num_groups(1), __ockl_get_num_groups(2))
// clang-format on

#undef HIPVK_COORDINATE
#undef HIPVK_COORDINATE_AXIS

extern const __device__ __attribute__((weak)) __hip_builtin_threadIdx_t threadIdx;
extern const __device__ __attribute__((weak)) __hip_builtin_blockIdx_t blockIdx;
extern const __device__ __attribute__((weak)) __hip_builtin_blockDim_t blockDim;
extern const __device__ __attribute__((weak)) __hip_builtin_gridDim_t gridDim;

// The width of the warps that this code is compiled for: 32, or 64 with --offload-arch=gfx9...
// A constant expression, as it was up to HIP 6: rocPRIM sizes arrays by it.
struct __hip_builtin_warpSize_t {
    __device__ __attribute__((always_inline)) constexpr operator int() const noexcept {
        return __AMDGCN_WAVEFRONT_SIZE;
    }
};
extern const __device__ __attribute__((weak)) __hip_builtin_warpSize_t warpSize;

// AMD's number of the compute unit that runs the block.
__device__ unsigned int __smid(void) __attribute__((unavailable("Vulkan does not tell which compute unit runs a block")));

// The older spelling.
#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z

#endif // HIPVK_HIP_DETAIL_COORDINATES_H
