// texture_template.h: texture<T, type, mode>, HIP's deprecated texture references, and the functions that bind them.
// Included by channel_descriptor.h, so by hip_runtime_api.h in C++. A reference is a variable at namespace scope; the host's copy
// says how to sample, the device's copy holds the texture object that the last binding made. Reading is in texture_reference.h.
#ifndef HIPVK_HIP_DETAIL_TEXTURE_TEMPLATE_H
#define HIPVK_HIP_DETAIL_TEXTURE_TEMPLATE_H

#include <hip/channel_descriptor.h>

#if defined(__clang__) && defined(__HIP__)
#define HIPVK_TEXTURE __attribute__((device_builtin_texture_type))
#else
#define HIPVK_TEXTURE
#endif

template <class T, int type = hipTextureType1D, hipTextureReadMode mode = hipReadModeElementType>
struct HIPVK_TEXTURE texture : public textureReference {
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

#undef HIPVK_TEXTURE

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

#endif // HIPVK_HIP_DETAIL_TEXTURE_TEMPLATE_H
