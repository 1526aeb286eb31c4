// texture_device.h: reading texture objects in kernels: fetch, sample, with level or gradients.
// Included by hip_runtime.h. Each comes down to one function of the device ABI that takes the 64-bit
// handle and gives four 32-bit channels: floats, or integers as their bits; here they become T.
// Texture references (texture<T, ...>) are not there: HIP deprecates them.
#ifndef HIPVK_HIP_DETAIL_TEXTURE_DEVICE_H
#define HIPVK_HIP_DETAIL_TEXTURE_DEVICE_H

#include <hip/detail/device_abi.h>
#include <hip/detail/type_traits.h>
#include <hip/hip_vector_types.h>
#include <hip/texture_types.h>

typedef float hipvk_texel __attribute__((ext_vector_type(4)));

// x, y, z: coordinates (unused ones are 0); layer: of a layered texture, else 0.
#define HIPVK_TEXTURE_ABI(shape)                                                                   \
    __device__ hipvk_texel __hip_vk_texture_##shape(unsigned long long object, float x, float y,   \
                                                    float z, int layer);                           \
    __device__ hipvk_texel __hip_vk_texture_lod_##shape(unsigned long long object, float x,        \
                                                        float y, float z, int layer, float level); \
    __device__ hipvk_texel __hip_vk_texture_grad_##shape(                                          \
        unsigned long long object, float x, float y, float z, int layer, float dxx, float dxy,     \
        float dxz, float dyx, float dyy, float dyz);
extern "C" {
HIPVK_TEXTURE_ABI(1d)
HIPVK_TEXTURE_ABI(2d)
HIPVK_TEXTURE_ABI(3d)
HIPVK_TEXTURE_ABI(cube)
HIPVK_TEXTURE_ABI(1d_layered)
HIPVK_TEXTURE_ABI(2d_layered)
HIPVK_TEXTURE_ABI(cube_layered)
__device__ hipvk_texel __hip_vk_texture_fetch_1d(unsigned long long object, int x);
__device__ hipvk_texel __hip_vk_texture_gather_2d(unsigned long long object, float x, float y,
                                                  int component);
}
#undef HIPVK_TEXTURE_ABI

namespace hipvk {
template <class T> struct channel {
    HIPVK_DEVICE T of(float v) { return (T)__builtin_bit_cast(int, v); }
};
template <> struct channel<float> {
    HIPVK_DEVICE float of(float v) { return v; }
};
template <class T> struct from_texel {
    HIPVK_DEVICE T get(hipvk_texel v) { return channel<T>::of(v.x); }
};
template <class T> struct from_texel<HIP_vector_type<T, 1>> {
    HIPVK_DEVICE HIP_vector_type<T, 1> get(hipvk_texel v) { return {channel<T>::of(v.x)}; }
};
template <class T> struct from_texel<HIP_vector_type<T, 2>> {
    HIPVK_DEVICE HIP_vector_type<T, 2> get(hipvk_texel v) {
        return {channel<T>::of(v.x), channel<T>::of(v.y)};
    }
};
template <class T> struct from_texel<HIP_vector_type<T, 4>> {
    HIPVK_DEVICE HIP_vector_type<T, 4> get(hipvk_texel v) {
        return {channel<T>::of(v.x), channel<T>::of(v.y), channel<T>::of(v.z), channel<T>::of(v.w)};
    }
};
HIPVK_DEVICE unsigned long long handle(hipTextureObject_t object) {
    return (unsigned long long)object;
}
} // namespace hipvk

// Both spellings: T f<T>(object, ...) and f(T *result, object, ...).
#define HIPVK_OBJECT hipTextureObject_t object
#define HIPVK_READ(name, call, ...)                                                                \
    template <class T> HIPVK_DEVICE T name(HIPVK_OBJECT, __VA_ARGS__) {                            \
        return hipvk::from_texel<T>::get(call);                                                    \
    }                                                                                              \
    template <class T> HIPVK_DEVICE void name(T *result, HIPVK_OBJECT, __VA_ARGS__) {              \
        *result = hipvk::from_texel<T>::get(call);                                                 \
    }
#define HIPVK_H hipvk::handle(object)

HIPVK_READ(tex1Dfetch, __hip_vk_texture_fetch_1d(HIPVK_H, x), int x)
HIPVK_READ(tex2Dgather, __hip_vk_texture_gather_2d(HIPVK_H, x, y, comp), float x, float y, int comp = 0)

HIPVK_READ(tex1D, __hip_vk_texture_1d(HIPVK_H, x, 0, 0, 0), float x)
HIPVK_READ(tex2D, __hip_vk_texture_2d(HIPVK_H, x, y, 0, 0), float x, float y)
HIPVK_READ(tex3D, __hip_vk_texture_3d(HIPVK_H, x, y, z, 0), float x, float y, float z)
HIPVK_READ(texCubemap, __hip_vk_texture_cube(HIPVK_H, x, y, z, 0), float x, float y, float z)
HIPVK_READ(tex1DLayered, __hip_vk_texture_1d_layered(HIPVK_H, x, 0, 0, layer), float x, int layer)
HIPVK_READ(tex2DLayered, __hip_vk_texture_2d_layered(HIPVK_H, x, y, 0, layer), float x, float y,
           int layer)
HIPVK_READ(texCubemapLayered, __hip_vk_texture_cube_layered(HIPVK_H, x, y, z, layer), float x,
           float y, float z, int layer)

HIPVK_READ(tex1DLod, __hip_vk_texture_lod_1d(HIPVK_H, x, 0, 0, 0, level), float x, float level)
HIPVK_READ(tex2DLod, __hip_vk_texture_lod_2d(HIPVK_H, x, y, 0, 0, level), float x, float y,
           float level)
HIPVK_READ(tex3DLod, __hip_vk_texture_lod_3d(HIPVK_H, x, y, z, 0, level), float x, float y, float z,
           float level)
HIPVK_READ(texCubemapLod, __hip_vk_texture_lod_cube(HIPVK_H, x, y, z, 0, level), float x, float y,
           float z, float level)
HIPVK_READ(tex1DLayeredLod, __hip_vk_texture_lod_1d_layered(HIPVK_H, x, 0, 0, layer, level), float x,
           int layer, float level)
HIPVK_READ(tex2DLayeredLod, __hip_vk_texture_lod_2d_layered(HIPVK_H, x, y, 0, layer, level), float x,
           float y, int layer, float level)
HIPVK_READ(texCubemapLayeredLod,
           __hip_vk_texture_lod_cube_layered(HIPVK_H, x, y, z, layer, level), float x, float y,
           float z, int layer, float level)

HIPVK_READ(tex1DGrad, __hip_vk_texture_grad_1d(HIPVK_H, x, 0, 0, 0, dPdx, 0, 0, dPdy, 0, 0),
           float x, float dPdx, float dPdy)
HIPVK_READ(tex2DGrad,
           __hip_vk_texture_grad_2d(HIPVK_H, x, y, 0, 0, dPdx.x, dPdx.y, 0, dPdy.x, dPdy.y, 0),
           float x, float y, float2 dPdx, float2 dPdy)
HIPVK_READ(tex3DGrad,
           __hip_vk_texture_grad_3d(HIPVK_H, x, y, z, 0, dPdx.x, dPdx.y, dPdx.z, dPdy.x, dPdy.y,
                                    dPdy.z),
           float x, float y, float z, float4 dPdx, float4 dPdy)
HIPVK_READ(texCubemapGrad,
           __hip_vk_texture_grad_cube(HIPVK_H, x, y, z, 0, dPdx.x, dPdx.y, dPdx.z, dPdy.x, dPdy.y,
                                      dPdy.z),
           float x, float y, float z, float4 dPdx, float4 dPdy)
HIPVK_READ(tex1DLayeredGrad,
           __hip_vk_texture_grad_1d_layered(HIPVK_H, x, 0, 0, layer, dPdx, 0, 0, dPdy, 0, 0),
           float x, int layer, float dPdx, float dPdy)
HIPVK_READ(tex2DLayeredGrad,
           __hip_vk_texture_grad_2d_layered(HIPVK_H, x, y, 0, layer, dPdx.x, dPdx.y, 0, dPdy.x,
                                            dPdy.y, 0),
           float x, float y, int layer, float2 dPdx, float2 dPdy)

#undef HIPVK_H
#undef HIPVK_READ
#undef HIPVK_OBJECT

#endif // HIPVK_HIP_DETAIL_TEXTURE_DEVICE_H
