/* channel_descriptor.h: hipCreateChannelDesc<T>(): what one texel of an array looks like.
   Included by hip_runtime_api.h in C++; programs may include it alone. */
#ifndef HIPVK_HIP_CHANNEL_DESCRIPTOR_H
#define HIPVK_HIP_CHANNEL_DESCRIPTOR_H

#include <hip/hip_runtime_api.h>
#include <hip/hip_vector_types.h>

#ifdef __cplusplus

// A type without a texel form gets an empty description, as HIP does.
template <typename T> static inline hipChannelFormatDesc hipCreateChannelDesc() {
    return hipCreateChannelDesc(0, 0, 0, 0, hipChannelFormatKindNone);
}

static inline hipChannelFormatDesc hipCreateChannelDescHalf() {
    return hipCreateChannelDesc(16, 0, 0, 0, hipChannelFormatKindFloat);
}
static inline hipChannelFormatDesc hipCreateChannelDescHalf1() { return hipCreateChannelDescHalf(); }
static inline hipChannelFormatDesc hipCreateChannelDescHalf2() {
    return hipCreateChannelDesc(16, 16, 0, 0, hipChannelFormatKindFloat);
}
static inline hipChannelFormatDesc hipCreateChannelDescHalf4() {
    return hipCreateChannelDesc(16, 16, 16, 16, hipChannelFormatKindFloat);
}

#define HIPVK_CHANNEL(T, count, kind)                                                              \
    template <> inline hipChannelFormatDesc hipCreateChannelDesc<T>() {                            \
        int bits = (int)(sizeof(T) / count * 8);                                                   \
        return hipCreateChannelDesc(bits, count > 1 ? bits : 0, count > 2 ? bits : 0,              \
                                    count > 3 ? bits : 0, kind);                                   \
    }
#define HIPVK_CHANNELS(T, name, kind)                                                              \
    HIPVK_CHANNEL(T, 1, kind)                                                                      \
    HIPVK_CHANNEL(name##1, 1, kind)                                                                \
    HIPVK_CHANNEL(name##2, 2, kind)                                                                \
    HIPVK_CHANNEL(name##3, 3, kind)                                                                \
    HIPVK_CHANNEL(name##4, 4, kind)

HIPVK_CHANNELS(char, char, hipChannelFormatKindSigned)
HIPVK_CHANNEL(signed char, 1, hipChannelFormatKindSigned)
HIPVK_CHANNELS(unsigned char, uchar, hipChannelFormatKindUnsigned)
HIPVK_CHANNELS(short, short, hipChannelFormatKindSigned)
HIPVK_CHANNELS(unsigned short, ushort, hipChannelFormatKindUnsigned)
HIPVK_CHANNELS(int, int, hipChannelFormatKindSigned)
HIPVK_CHANNELS(unsigned int, uint, hipChannelFormatKindUnsigned)
// HIP has long texels where long has 32 bits, as on Windows; elsewhere the description is empty.
#ifdef _WIN32
HIPVK_CHANNELS(long, long, hipChannelFormatKindSigned)
HIPVK_CHANNELS(unsigned long, ulong, hipChannelFormatKindUnsigned)
#endif
HIPVK_CHANNELS(float, float, hipChannelFormatKindFloat)

#undef HIPVK_CHANNELS
#undef HIPVK_CHANNEL

#include <hip/detail/texture_template.h>

#endif /* __cplusplus */

#endif /* HIPVK_HIP_CHANNEL_DESCRIPTOR_H */
