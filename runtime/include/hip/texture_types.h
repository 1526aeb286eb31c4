/* texture_types.h: Texture references, texture objects and their descriptors.
   Included by hip_runtime_api.h; programs may include it alone. Names, values and layouts are those of HIP 7. C and C++. */
#ifndef HIPVK_HIP_TEXTURE_TYPES_H
#define HIPVK_HIP_TEXTURE_TYPES_H

#include <hip/driver_types.h>

#define hipTextureType1D 1
#define hipTextureType2D 2
#define hipTextureType3D 3
#define hipTextureTypeCubemap 12
#define hipTextureType1DLayered 241
#define hipTextureType2DLayered 242
#define hipTextureTypeCubemapLayered 252
#define HIP_IMAGE_OBJECT_SIZE_DWORD 12
#define HIP_SAMPLER_OBJECT_SIZE_DWORD 8
#define HIP_SAMPLER_OBJECT_OFFSET_DWORD HIP_IMAGE_OBJECT_SIZE_DWORD
#define HIP_TEXTURE_OBJECT_SIZE_DWORD 20

typedef struct __hip_texture __hip_texture;
typedef __hip_texture *hipTextureObject_t;
typedef enum hipTextureAddressMode {
    hipAddressModeWrap = 0,
    hipAddressModeClamp = 1,
    hipAddressModeMirror = 2,
    hipAddressModeBorder = 3
} hipTextureAddressMode;

typedef enum hipTextureFilterMode {
    hipFilterModePoint = 0,
    hipFilterModeLinear = 1
} hipTextureFilterMode;

typedef enum hipTextureReadMode {
    hipReadModeElementType = 0,
    hipReadModeNormalizedFloat = 1
} hipTextureReadMode;

typedef struct textureReference {
    int normalized;
    hipTextureReadMode readMode;
    hipTextureFilterMode filterMode;
    hipTextureAddressMode addressMode[3];
    hipChannelFormatDesc channelDesc;
    int sRGB;
    unsigned int maxAnisotropy;
    hipTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias;
    float minMipmapLevelClamp;
    float maxMipmapLevelClamp;
    hipTextureObject_t textureObject;
    int numChannels;
    hipArray_Format format;
} textureReference;

typedef struct textureReference *hipTexRef;

typedef struct hipTextureDesc {
    hipTextureAddressMode addressMode[3];
    hipTextureFilterMode filterMode;
    hipTextureReadMode readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned int maxAnisotropy;
    hipTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias;
    float minMipmapLevelClamp;
    float maxMipmapLevelClamp;
} hipTextureDesc;

/* texture<>, for programs that include this file alone. */
#ifdef __cplusplus
#include <hip/hip_runtime_api.h>
#endif

#endif /* HIPVK_HIP_TEXTURE_TYPES_H */
