// texture_reference.h: what kernels read through texture<T, type, mode>, HIP's deprecated texture references.
// Included by hip_runtime.h.
#ifndef HIPVK_HIP_DETAIL_TEXTURE_REFERENCE_H
#define HIPVK_HIP_DETAIL_TEXTURE_REFERENCE_H

#include <hip/channel_descriptor.h>
#include <hip/detail/texture_device.h>

namespace hipvk {
// What a reference is read as: its elements, or floats.
template <class T, hipTextureReadMode mode> struct reference_result {
    typedef T type;
};
template <class T> struct reference_result<T, hipReadModeNormalizedFloat> {
    typedef float type;
};
template <class T, unsigned int n>
struct reference_result<HIP_vector_type<T, n>, hipReadModeNormalizedFloat> {
    typedef HIP_vector_type<float, n> type;
};
} // namespace hipvk

#define HIPVK_READ_REFERENCE(name, call, ...)                                                      \
    template <class T, int type, hipTextureReadMode mode>                                          \
    HIPVK_DEVICE typename hipvk::reference_result<T, mode>::type name(                             \
        const texture<T, type, mode> &reference, __VA_ARGS__) {                                    \
        typedef typename hipvk::reference_result<T, mode>::type R;                                 \
        constexpr bool integer = hipvk::from_texel<R>::element::integer;                           \
        const unsigned long long handle = (unsigned long long)reference.textureObject;             \
        const hipvk::image::object o = hipvk::image::of(handle);                                   \
        return hipvk::from_texel<R>::get(call);                                                    \
    }
HIPVK_TEXTURE_FUNCTIONS(HIPVK_READ_REFERENCE)
#undef HIPVK_READ_REFERENCE

#endif // HIPVK_HIP_DETAIL_TEXTURE_REFERENCE_H
