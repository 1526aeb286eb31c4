// texture_device.h: reading texture objects in kernels: fetch, sample, with level or gradients.
// Included by hip_runtime.h; texture_reference.h has the same functions for texture references. The reading itself is
// image.h's; here its four 32-bit channels (floats, or integers as their bits) become T.
#ifndef HIPVK_HIP_DETAIL_TEXTURE_DEVICE_H
#define HIPVK_HIP_DETAIL_TEXTURE_DEVICE_H

#include <hip/detail/image.h>
#include <hip/detail/type_traits.h>
#include <hip/hip_vector_types.h>
#include <hip/texture_types.h>

namespace hipvk {
template <class T> struct channel {
    static constexpr bool integer = true;
    HIPVK_DEVICE T of(float v) { return (T)__builtin_bit_cast(int, v); }
};
template <> struct channel<float> {
    static constexpr bool integer = false;
    HIPVK_DEVICE float of(float v) { return v; }
};
template <class T> struct from_texel {
    typedef channel<T> element;
    HIPVK_DEVICE T get(hipvk_texel v) { return channel<T>::of(v.x); }
};
template <class T> struct from_texel<HIP_vector_type<T, 1>> {
    typedef channel<T> element;
    HIPVK_DEVICE HIP_vector_type<T, 1> get(hipvk_texel v) { return {channel<T>::of(v.x)}; }
};
template <class T> struct from_texel<HIP_vector_type<T, 2>> {
    typedef channel<T> element;
    HIPVK_DEVICE HIP_vector_type<T, 2> get(hipvk_texel v) {
        return {channel<T>::of(v.x), channel<T>::of(v.y)};
    }
};
template <class T> struct from_texel<HIP_vector_type<T, 3>> {
    typedef channel<T> element;
    HIPVK_DEVICE HIP_vector_type<T, 3> get(hipvk_texel v) {
        return {channel<T>::of(v.x), channel<T>::of(v.y), channel<T>::of(v.z)};
    }
};
template <class T> struct from_texel<HIP_vector_type<T, 4>> {
    typedef channel<T> element;
    HIPVK_DEVICE HIP_vector_type<T, 4> get(hipvk_texel v) {
        return {channel<T>::of(v.x), channel<T>::of(v.y), channel<T>::of(v.z), channel<T>::of(v.w)};
    }
};
} // namespace hipvk

// What each function reads of the object `o`, known by its handle, as T: used for objects here and for references in texture_reference.h.
// HIPVK_TEXTURE_FUNCTIONS(F) calls F(name, expression, parameters...) for each; the expression names `integer`.
#define HIPVK_PLACE(x, y, z, layer) hipvk::image::place{{x, y, z}, hipvk::image::layer_of(o, layer)}
#define HIPVK_SAMPLE(axes, place, detail) hipvk::image::sample<axes, integer>(handle, place, detail)
#define HIPVK_FACE(layer) hipvk::image::on_cube(o, x, y, z, layer)
#define HIPVK_ON_CUBE(layer, detail) hipvk::image::sample_face<integer>(o, HIPVK_FACE(layer), detail)
#define HIPVK_TEXTURE_FUNCTIONS(F)                                                                 \
    F(tex1D, HIPVK_SAMPLE(1, HIPVK_PLACE(x, 0, 0, 0), 0), float x)                                 \
    F(tex2D, HIPVK_SAMPLE(2, HIPVK_PLACE(x, y, 0, 0), 0), float x, float y)                        \
    F(tex3D, HIPVK_SAMPLE(3, HIPVK_PLACE(x, y, z, 0), 0), float x, float y, float z)               \
    F(tex1DLayered, HIPVK_SAMPLE(1, HIPVK_PLACE(x, 0, 0, layer), 0), float x, int layer)           \
    F(tex2DLayered, HIPVK_SAMPLE(2, HIPVK_PLACE(x, y, 0, layer), 0), float x, float y, int layer)  \
    F(texCubemap, HIPVK_ON_CUBE(0, 0), float x, float y, float z)                                  \
    F(texCubemapLayered, HIPVK_ON_CUBE(layer, 0), float x, float y, float z, int layer)            \
    F(tex1DLod, HIPVK_SAMPLE(1, HIPVK_PLACE(x, 0, 0, 0), level), float x, float level)             \
    F(tex2DLod, HIPVK_SAMPLE(2, HIPVK_PLACE(x, y, 0, 0), level), float x, float y, float level)    \
    F(tex3DLod, HIPVK_SAMPLE(3, HIPVK_PLACE(x, y, z, 0), level), float x, float y, float z,        \
      float level)                                                                                 \
    F(tex1DLayeredLod, HIPVK_SAMPLE(1, HIPVK_PLACE(x, 0, 0, layer), level), float x, int layer,    \
      float level)                                                                                 \
    F(tex2DLayeredLod, HIPVK_SAMPLE(2, HIPVK_PLACE(x, y, 0, layer), level), float x, float y,      \
      int layer, float level)                                                                      \
    F(texCubemapLod, HIPVK_ON_CUBE(0, level), float x, float y, float z, float level)              \
    F(texCubemapLayeredLod, HIPVK_ON_CUBE(layer, level), float x, float y, float z, int layer,     \
      float level)                                                                                 \
    F(tex1DGrad,                                                                                   \
      HIPVK_SAMPLE(1, HIPVK_PLACE(x, 0, 0, 0),                                                     \
                   hipvk::image::detail_of(o, dPdx, 0, 0, dPdy, 0, 0)),                            \
      float x, float dPdx, float dPdy)                                                             \
    F(tex2DGrad,                                                                                   \
      HIPVK_SAMPLE(2, HIPVK_PLACE(x, y, 0, 0),                                                     \
                   hipvk::image::detail_of(o, dPdx.x, dPdx.y, 0, dPdy.x, dPdy.y, 0)),              \
      float x, float y, float2 dPdx, float2 dPdy)                                                  \
    F(tex3DGrad,                                                                                   \
      HIPVK_SAMPLE(3, HIPVK_PLACE(x, y, z, 0),                                                     \
                   hipvk::image::detail_of(o, dPdx.x, dPdx.y, dPdx.z, dPdy.x, dPdy.y, dPdy.z)),    \
      float x, float y, float z, float4 dPdx, float4 dPdy)                                         \
    F(tex1DLayeredGrad,                                                                            \
      HIPVK_SAMPLE(1, HIPVK_PLACE(x, 0, 0, layer),                                                 \
                   hipvk::image::detail_of(o, dPdx, 0, 0, dPdy, 0, 0)),                            \
      float x, int layer, float dPdx, float dPdy)                                                  \
    F(tex2DLayeredGrad,                                                                            \
      HIPVK_SAMPLE(2, HIPVK_PLACE(x, y, 0, layer),                                                 \
                   hipvk::image::detail_of(o, dPdx.x, dPdx.y, 0, dPdy.x, dPdy.y, 0)),              \
      float x, float y, int layer, float2 dPdx, float2 dPdy)                                       \
    F(texCubemapGrad,                                                                              \
      HIPVK_ON_CUBE(0, hipvk::image::cube_detail(o, x, y, z, dPdx.x, dPdx.y, dPdx.z, dPdy.x,       \
                                                 dPdy.y, dPdy.z)),                                 \
      float x, float y, float z, float4 dPdx, float4 dPdy)                                         \
    F(texCubemapLayeredGrad,                                                                       \
      HIPVK_ON_CUBE(layer, hipvk::image::cube_detail(o, x, y, z, dPdx.x, dPdx.y, dPdx.z, dPdy.x,   \
                                                     dPdy.y, dPdy.z)),                             \
      float x, float y, float z, int layer, float4 dPdx, float4 dPdy)                              \
    F(tex1Dfetch, hipvk::image::fetch<integer>(o, x), int x)                                       \
    F(tex2Dgather, hipvk::image::gather<integer>(o, x, y, comp), float x, float y, int comp = 0)

// Both spellings of objects: T f<T>(object, ...) and f(T *result, object, ...).
#define HIPVK_READ_OBJECT(name, call, ...)                                                         \
    template <class T> HIPVK_DEVICE T name(hipTextureObject_t object, __VA_ARGS__) {               \
        constexpr bool integer = hipvk::from_texel<T>::element::integer;                           \
        const unsigned long long handle = (unsigned long long)object;                              \
        const hipvk::image::object o = hipvk::image::of(handle);                                   \
        return hipvk::from_texel<T>::get(call);                                                    \
    }                                                                                              \
    template <class T>                                                                             \
    HIPVK_DEVICE void name(T *result, hipTextureObject_t object, __VA_ARGS__) {                    \
        constexpr bool integer = hipvk::from_texel<T>::element::integer;                           \
        const unsigned long long handle = (unsigned long long)object;                              \
        const hipvk::image::object o = hipvk::image::of(handle);                                   \
        *result = hipvk::from_texel<T>::get(call);                                                 \
    }
HIPVK_TEXTURE_FUNCTIONS(HIPVK_READ_OBJECT)
#undef HIPVK_READ_OBJECT

#endif // HIPVK_HIP_DETAIL_TEXTURE_DEVICE_H
