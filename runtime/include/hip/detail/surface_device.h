// surface_device.h: reading and writing surface objects in kernels.
// Included by hip_runtime.h. x counts bytes, y and z count rows and layers; elements are moved as they are, without conversion.
// Outside the image hipBoundaryModeZero reads zeros and drops writes, Clamp takes the nearest element, Trap ends the kernel.
#ifndef HIPVK_HIP_DETAIL_SURFACE_DEVICE_H
#define HIPVK_HIP_DETAIL_SURFACE_DEVICE_H

#include <hip/detail/image.h>
#include <hip/hip_vector_types.h>
#include <hip/surface_types.h>

namespace hipvk {
namespace image {
template <class T> HIPVK_DEVICE T surface_read(hipSurfaceObject_t s, int x, int y, int z, int mode) {
    address at = surface_bytes(of((unsigned long long)s), x, y, z, (int)sizeof(T), mode);
    T value;
    if (at)
        __builtin_memcpy(&value, (const HIPVK_TEXELS T *)at, sizeof(T));
    else
        __builtin_memset(&value, 0, sizeof(T));
    return value;
}
template <class T>
HIPVK_DEVICE void surface_write(T value, hipSurfaceObject_t s, int x, int y, int z, int mode) {
    address at = surface_bytes(of((unsigned long long)s), x, y, z, (int)sizeof(T), mode);
    if (at) __builtin_memcpy((HIPVK_TEXELS T *)__hip_vk_surface_address(at), &value, sizeof(T));
}
} // namespace image
} // namespace hipvk

#define HIPVK_SURFACE(name, y_, z_, ...)                                                           \
    template <class T>                                                                             \
    HIPVK_DEVICE T surf##name##read(hipSurfaceObject_t object, __VA_ARGS__,                        \
                                    int mode = hipBoundaryModeZero) {                              \
        return hipvk::image::surface_read<T>(object, x, y_, z_, mode);                             \
    }                                                                                              \
    template <class T>                                                                             \
    HIPVK_DEVICE void surf##name##read(T *data, hipSurfaceObject_t object, __VA_ARGS__,            \
                                       int mode = hipBoundaryModeZero) {                           \
        *data = hipvk::image::surface_read<T>(object, x, y_, z_, mode);                            \
    }                                                                                              \
    template <class T>                                                                             \
    HIPVK_DEVICE void surf##name##write(T data, hipSurfaceObject_t object, __VA_ARGS__,            \
                                        int mode = hipBoundaryModeZero) {                          \
        hipvk::image::surface_write<T>(data, object, x, y_, z_, mode);                             \
    }
HIPVK_SURFACE(1D, 0, 0, int x)
HIPVK_SURFACE(2D, y, 0, int x, int y)
HIPVK_SURFACE(3D, y, z, int x, int y, int z)
HIPVK_SURFACE(1DLayered, 0, layer, int x, int layer)
HIPVK_SURFACE(2DLayered, y, layer, int x, int y, int layer)
HIPVK_SURFACE(Cubemap, y, face, int x, int y, int face)
HIPVK_SURFACE(CubemapLayered, y, layer * 6 + face, int x, int y, int face, int layer)
#undef HIPVK_SURFACE

// CUDA's form: one number for face and layer, 6 * layer + face.
template <class T>
HIPVK_DEVICE T surfCubemapLayeredread(hipSurfaceObject_t object, int x, int y, int layerFace,
                                      hipSurfaceBoundaryMode mode = hipBoundaryModeZero) {
    return hipvk::image::surface_read<T>(object, x, y, layerFace, mode);
}
template <class T>
HIPVK_DEVICE void surfCubemapLayeredread(T *data, hipSurfaceObject_t object, int x, int y, int layerFace,
                                         hipSurfaceBoundaryMode mode = hipBoundaryModeZero) {
    *data = hipvk::image::surface_read<T>(object, x, y, layerFace, mode);
}
template <class T>
HIPVK_DEVICE void surfCubemapLayeredwrite(T data, hipSurfaceObject_t object, int x, int y, int layerFace,
                                          hipSurfaceBoundaryMode mode = hipBoundaryModeZero) {
    hipvk::image::surface_write<T>(data, object, x, y, layerFace, mode);
}

#endif // HIPVK_HIP_DETAIL_SURFACE_DEVICE_H
