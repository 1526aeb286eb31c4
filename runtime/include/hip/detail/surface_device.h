// surface_device.h: reading and writing surface objects in kernels.
// Included by hip_runtime.h. As in CUDA, x counts bytes, y and z count rows and layers; outside the
// image a read gives zeros and a write does nothing, whatever boundary mode is named.
#ifndef HIPVK_HIP_DETAIL_SURFACE_DEVICE_H
#define HIPVK_HIP_DETAIL_SURFACE_DEVICE_H

#include <hip/detail/texture_device.h>
#include <hip/surface_types.h>

#define HIPVK_SURFACE_ABI(shape)                                                                   \
    __device__ hipvk_texel __hip_vk_surface_read_##shape(unsigned long long object, int x, int y,  \
                                                         int z);                                   \
    __device__ void __hip_vk_surface_write_##shape(unsigned long long object, hipvk_texel value,   \
                                                   int x, int y, int z);
extern "C" {
HIPVK_SURFACE_ABI(1d)
HIPVK_SURFACE_ABI(2d)
HIPVK_SURFACE_ABI(3d)
HIPVK_SURFACE_ABI(1d_layered)
HIPVK_SURFACE_ABI(2d_layered)
HIPVK_SURFACE_ABI(cube)
HIPVK_SURFACE_ABI(cube_layered)
}
#undef HIPVK_SURFACE_ABI

namespace hipvk {
template <class T> HIPVK_DEVICE float to_channel(T v) {
    return __builtin_bit_cast(float, (int)v);
}
HIPVK_DEVICE float to_channel(float v) { return v; }
template <class T> HIPVK_DEVICE hipvk_texel to_texel(T v) {
    return hipvk_texel{to_channel(v), 0, 0, 0};
}
template <class T> HIPVK_DEVICE hipvk_texel to_texel(HIP_vector_type<T, 1> v) {
    return hipvk_texel{to_channel(v.x), 0, 0, 0};
}
template <class T> HIPVK_DEVICE hipvk_texel to_texel(HIP_vector_type<T, 2> v) {
    return hipvk_texel{to_channel(v.x), to_channel(v.y), 0, 0};
}
template <class T> HIPVK_DEVICE hipvk_texel to_texel(HIP_vector_type<T, 4> v) {
    return hipvk_texel{to_channel(v.x), to_channel(v.y), to_channel(v.z), to_channel(v.w)};
}
} // namespace hipvk

#define HIPVK_SURFACE(name, shape, y_, z_, ...)                                                    \
    template <class T>                                                                             \
    HIPVK_DEVICE void surf##name##read(T *data, hipSurfaceObject_t object, __VA_ARGS__,            \
                                       int = hipBoundaryModeZero) {                                \
        *data = hipvk::from_texel<T>::get(__hip_vk_surface_read_##shape(                           \
            (unsigned long long)object, x / (int)sizeof(T), y_, z_));                              \
    }                                                                                              \
    template <class T>                                                                             \
    HIPVK_DEVICE void surf##name##write(T data, hipSurfaceObject_t object, __VA_ARGS__,            \
                                        int = hipBoundaryModeZero) {                               \
        __hip_vk_surface_write_##shape((unsigned long long)object, hipvk::to_texel(data),          \
                                       x / (int)sizeof(T), y_, z_);                                \
    }
HIPVK_SURFACE(1D, 1d, 0, 0, int x)
HIPVK_SURFACE(2D, 2d, y, 0, int x, int y)
HIPVK_SURFACE(3D, 3d, y, z, int x, int y, int z)
HIPVK_SURFACE(1DLayered, 1d_layered, 0, layer, int x, int layer)
HIPVK_SURFACE(2DLayered, 2d_layered, y, layer, int x, int y, int layer)
HIPVK_SURFACE(Cubemap, cube, y, face, int x, int y, int face)
HIPVK_SURFACE(CubemapLayered, cube_layered, y, layer * 6 + face, int x, int y, int face, int layer)
#undef HIPVK_SURFACE

#endif // HIPVK_HIP_DETAIL_SURFACE_DEVICE_H
