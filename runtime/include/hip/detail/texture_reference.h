// texture_reference.h: texture<T, type, mode>, HIP's deprecated texture references, and the functions that bind and read them.
// Included by hip_runtime.h. A reference is a variable at namespace scope; the host's copy says how to sample, the device's
// copy holds the texture object that the last binding made.
#ifndef HIPVK_HIP_DETAIL_TEXTURE_REFERENCE_H
#define HIPVK_HIP_DETAIL_TEXTURE_REFERENCE_H

#include <hip/channel_descriptor.h>
#include <hip/detail/texture_device.h>

template <class T, int type = hipTextureType1D, hipTextureReadMode mode = hipReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {
    texture(int norm = 0, hipTextureFilterMode filter = hipFilterModePoint,
            hipTextureAddressMode address = hipAddressModeClamp)
        : texture(norm, filter, address, hipCreateChannelDesc<T>()) {}
    texture(int norm, hipTextureFilterMode filter, hipTextureAddressMode address,
            hipChannelFormatDesc desc)
        : textureReference() {
        normalized = norm;
        readMode = mode;
        filterMode = filter;
        addressMode[0] = addressMode[1] = addressMode[2] = address;
        channelDesc = desc;
    }
};

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

// Binding. The C functions take the base class; these infer the format from the type.
template <class T, int type, hipTextureReadMode mode>
static inline hipError_t hipBindTexture(size_t *offset, const texture<T, type, mode> &tex,
                                        const void *memory, const hipChannelFormatDesc &desc,
                                        size_t size = UINT_MAX) {
    return hipBindTexture(offset, static_cast<const textureReference *>(&tex), memory, &desc, size);
}
template <class T, int type, hipTextureReadMode mode>
static inline hipError_t hipBindTexture(size_t *offset, const texture<T, type, mode> &tex,
                                        const void *memory, size_t size = UINT_MAX) {
    return hipBindTexture(offset, tex, memory, tex.channelDesc, size);
}
template <class T, int type, hipTextureReadMode mode>
static inline hipError_t hipBindTexture2D(size_t *offset, const texture<T, type, mode> &tex,
                                          const void *memory, const hipChannelFormatDesc &desc,
                                          size_t width, size_t height, size_t pitch) {
    return hipBindTexture2D(offset, static_cast<const textureReference *>(&tex), memory, &desc, width, height, pitch);
}
template <class T, int type, hipTextureReadMode mode>
static inline hipError_t hipBindTexture2D(size_t *offset, const texture<T, type, mode> &tex,
                                          const void *memory, size_t width, size_t height,
                                          size_t pitch) {
    return hipBindTexture2D(offset, tex, memory, tex.channelDesc, width, height, pitch);
}
template <class T, int type, hipTextureReadMode mode>
static inline hipError_t hipBindTextureToArray(const texture<T, type, mode> &tex,
                                               hipArray_const_t array,
                                               const hipChannelFormatDesc &desc) {
    return hipBindTextureToArray(static_cast<const textureReference *>(&tex), array, &desc);
}
template <class T, int type, hipTextureReadMode mode>
static inline hipError_t hipBindTextureToArray(const texture<T, type, mode> &tex,
                                               hipArray_const_t array) {
    hipChannelFormatDesc desc;
    hipError_t error = hipGetChannelDesc(&desc, array);
    return error == hipSuccess ? hipBindTextureToArray(tex, array, desc) : error;
}
template <class T, int type, hipTextureReadMode mode>
static inline hipError_t hipBindTextureToMipmappedArray(const texture<T, type, mode> &tex,
                                                        hipMipmappedArray_const_t array,
                                                        const hipChannelFormatDesc &desc) {
    return hipBindTextureToMipmappedArray(static_cast<const textureReference *>(&tex), array, &desc);
}
template <class T, int type, hipTextureReadMode mode>
static inline hipError_t hipBindTextureToMipmappedArray(const texture<T, type, mode> &tex,
                                                        hipMipmappedArray_const_t array) {
    return hipBindTextureToMipmappedArray(tex, array, tex.channelDesc);
}
template <class T, int type, hipTextureReadMode mode>
static inline hipError_t hipUnbindTexture(const texture<T, type, mode> &tex) {
    return hipUnbindTexture(static_cast<const textureReference *>(&tex));
}
template <class T, int type, hipTextureReadMode mode>
static inline hipError_t hipGetTextureAlignmentOffset(size_t *offset, const texture<T, type, mode> &tex) {
    return hipGetTextureAlignmentOffset(offset, static_cast<const textureReference *>(&tex));
}

#endif // HIPVK_HIP_DETAIL_TEXTURE_REFERENCE_H
