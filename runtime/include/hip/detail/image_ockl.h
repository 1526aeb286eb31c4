// image_ockl.h: the image functions of AMD's device library, for programs compiled with ROCm's own headers.
// hipcc puts it in front of a source when an include folder of the command line holds hip/amd_detail/ockl_image.h, which
// declares these functions; the headers beside this file call image.h directly. The image is a record, the sampler unused.
// Writing cube faces is not here: its parameters changed between versions of ROCm, and a kernel that needs it is refused.
#ifndef HIPVK_HIP_DETAIL_IMAGE_OCKL_H
#define HIPVK_HIP_DETAIL_IMAGE_OCKL_H

#include "image.h"

namespace hipvk {
namespace image {
typedef float float2_native __attribute__((ext_vector_type(2)));
typedef int int2_native __attribute__((ext_vector_type(2)));
typedef int int4_native __attribute__((ext_vector_type(4)));
typedef HIPVK_RECORD unsigned int *ockl;

HIPVK_DEVICE object of_ockl(ockl image) { return of((address)image); }

// A texel of a level by its indices; zeros outside, as AMD's hardware gives them.
HIPVK_DEVICE hipvk_texel load(ockl image, int x, int y, int z, int number) {
    object o = of_ockl(image);
    texels l = texels_of(o, (word)number);
    if ((word)x >= l.side[0] || (word)y >= l.side[1] || (word)z >= l.side[2]) return hipvk_texel{0, 0, 0, 0};
    return texel_at<false>(o, view_of(o), l, x, y, z);
}

// Writes a texel in the image's own format; nothing outside.
HIPVK_DEVICE void store(ockl image, int x, int y, int z, int number, hipvk_texel value) {
    object o = of_ockl(image);
    view v = view_of(o);
    texels l = texels_of(o, (word)number);
    if ((word)x >= l.side[0] || (word)y >= l.side[1] || (word)z >= l.side[2]) return;
    address at = l.first + (address)(word)z * l.slice + (address)(word)y * l.row + (address)(word)x * v.bytes;
    at = __hip_vk_surface_address(at);
    for (word k = 0; k < v.count; ++k) {
        float channel = k == 0 ? value.x : k == 1 ? value.y : k == 2 ? value.z : value.w;
        word bits = __builtin_bit_cast(word, channel);
        if (v.type == f16) bits = __builtin_bit_cast(unsigned short, (_Float16)channel);
        if (v.type < u16) *(HIPVK_TEXELS unsigned char *)(at + k) = (unsigned char)bits;
        else if (v.type < u32 || v.type == f16) *(HIPVK_TEXELS unsigned short *)(at + 2 * k) = (unsigned short)bits;
        else *(HIPVK_TEXELS word *)(at + 4 * k) = bits;
    }
}

template <int axes> HIPVK_DEVICE hipvk_texel sample(ockl image, float x, float y, float z, float layer, float detail) {
    object o = of_ockl(image);
    return sample<axes, false>((address)image, place{{x, y, z}, layer_of(o, (int)__builtin_rintf(layer))}, detail);
}

HIPVK_DEVICE hipvk_texel sample_cube(ockl image, hipvk_texel c, float layer, float detail) {
    object o = of_ockl(image);
    return sample_face<false>(o, on_cube(o, c.x, c.y, c.z, (int)__builtin_rintf(layer)), detail);
}

// The numbers of HSA's channel types and orders.
HIPVK_DEVICE int channel_type(ockl image) {
    word type = view_of(of_ockl(image)).type;
    return type == u8 ? 11 : type == i8 ? 8 : type == u16 ? 12 : type == i16 ? 9 : type == u32 ? 13 : type == i32 ? 10
         : type == f16 ? 14 : 15;
}
HIPVK_DEVICE int channel_order(ockl image) {
    word count = view_of(of_ockl(image)).count;
    return count == 1 ? 1 : count == 2 ? 3 : 8;
}
} // namespace image
} // namespace hipvk

#define HIPVK_OCKL(result, name) extern "C" inline __device__ result __ockl_image_##name
#define HIPVK_IMAGE hipvk::image::ockl i
#define HIPVK_SAMPLED HIPVK_IMAGE, hipvk::image::ockl
#define HIPVK_F2 hipvk::image::float2_native
#define HIPVK_I2 hipvk::image::int2_native
#define HIPVK_I4 hipvk::image::int4_native

// Load and store, of level 0 and of any: shape, coordinate type, and x, y, z from the coordinate c.
#define HIPVK_LOAD_STORE(shape, C, x, y, z)                                                        \
    HIPVK_OCKL(hipvk_texel, load_##shape)(HIPVK_IMAGE, C c) { return hipvk::image::load(i, x, y, z, 0); } \
    HIPVK_OCKL(hipvk_texel, load_lod_##shape)(HIPVK_IMAGE, C c, int l) { return hipvk::image::load(i, x, y, z, l); } \
    HIPVK_OCKL(void, store_##shape)(HIPVK_IMAGE, C c, hipvk_texel p) { hipvk::image::store(i, x, y, z, 0, p); } \
    HIPVK_OCKL(void, store_lod_##shape)(HIPVK_IMAGE, C c, int l, hipvk_texel p) { hipvk::image::store(i, x, y, z, l, p); }
HIPVK_LOAD_STORE(1D, int, c, 0, 0)
HIPVK_LOAD_STORE(1Da, HIPVK_I2, c.x, 0, c.y)
HIPVK_LOAD_STORE(2D, HIPVK_I2, c.x, c.y, 0)
HIPVK_LOAD_STORE(2Da, HIPVK_I4, c.x, c.y, c.z)
HIPVK_LOAD_STORE(3D, HIPVK_I4, c.x, c.y, c.z)
HIPVK_OCKL(hipvk_texel, load_1Db)(HIPVK_IMAGE, int c) { return hipvk::image::load(i, c, 0, 0, 0); }
HIPVK_OCKL(hipvk_texel, load_CM)(HIPVK_IMAGE, HIPVK_I2 c, int f) { return hipvk::image::load(i, c.x, c.y, f, 0); }
HIPVK_OCKL(hipvk_texel, load_CMa)(HIPVK_IMAGE, HIPVK_I4 c, int f) { return hipvk::image::load(i, c.x, c.y, c.z * 6 + f, 0); }

// Sample at level 0, at a level, and by gradients (each as its six components).
#define HIPVK_SAMPLES(shape, axes, C, D, x, y, z, layer, dxx, dxy, dxz, dyx, dyy, dyz)             \
    HIPVK_OCKL(hipvk_texel, sample_##shape)(HIPVK_SAMPLED, C c) {                                  \
        return hipvk::image::sample<axes>(i, x, y, z, layer, 0);                                   \
    }                                                                                              \
    HIPVK_OCKL(hipvk_texel, sample_lod_##shape)(HIPVK_SAMPLED, C c, float l) {                     \
        return hipvk::image::sample<axes>(i, x, y, z, layer, l);                                   \
    }                                                                                              \
    HIPVK_OCKL(hipvk_texel, sample_grad_##shape)(HIPVK_SAMPLED, C c, D dx, D dy) {                 \
        float l = hipvk::image::detail_of(hipvk::image::of_ockl(i), dxx, dxy, dxz, dyx, dyy, dyz); \
        return hipvk::image::sample<axes>(i, x, y, z, layer, l);                                   \
    }
HIPVK_SAMPLES(1D, 1, float, float, c, 0, 0, 0, dx, 0, 0, dy, 0, 0)
HIPVK_SAMPLES(1Da, 1, HIPVK_F2, float, c.x, 0, 0, c.y, dx, 0, 0, dy, 0, 0)
HIPVK_SAMPLES(2D, 2, HIPVK_F2, HIPVK_F2, c.x, c.y, 0, 0, dx.x, dx.y, 0, dy.x, dy.y, 0)
HIPVK_SAMPLES(2Da, 2, hipvk_texel, HIPVK_F2, c.x, c.y, 0, c.z, dx.x, dx.y, 0, dy.x, dy.y, 0)
HIPVK_SAMPLES(3D, 3, hipvk_texel, hipvk_texel, c.x, c.y, c.z, 0, dx.x, dx.y, dx.z, dy.x, dy.y, dy.z)
HIPVK_OCKL(hipvk_texel, sample_CM)(HIPVK_SAMPLED, hipvk_texel c) { return hipvk::image::sample_cube(i, c, 0, 0); }
HIPVK_OCKL(hipvk_texel, sample_CMa)(HIPVK_SAMPLED, hipvk_texel c) { return hipvk::image::sample_cube(i, c, c.w, 0); }
HIPVK_OCKL(hipvk_texel, sample_lod_CM)(HIPVK_SAMPLED, hipvk_texel c, float l) { return hipvk::image::sample_cube(i, c, 0, l); }
HIPVK_OCKL(hipvk_texel, sample_lod_CMa)(HIPVK_SAMPLED, hipvk_texel c, float l) {
    return hipvk::image::sample_cube(i, c, c.w, l);
}

#define HIPVK_GATHER(letter, component)                                                            \
    HIPVK_OCKL(hipvk_texel, gather4##letter##_2D)(HIPVK_SAMPLED, HIPVK_F2 c) {                     \
        return hipvk::image::gather<false>(hipvk::image::of_ockl(i), c.x, c.y, component);         \
    }
HIPVK_GATHER(r, 0)
HIPVK_GATHER(g, 1)
HIPVK_GATHER(b, 2)
HIPVK_GATHER(a, 3)

#define HIPVK_ASK(shape)                                                                           \
    HIPVK_OCKL(int, channel_data_type_##shape)(HIPVK_IMAGE) { return hipvk::image::channel_type(i); } \
    HIPVK_OCKL(int, channel_order_##shape)(HIPVK_IMAGE) { return hipvk::image::channel_order(i); }
HIPVK_ASK(1D)
HIPVK_ASK(1Da)
HIPVK_ASK(1Db)
HIPVK_ASK(2D)
HIPVK_ASK(2Da)
HIPVK_ASK(3D)
HIPVK_ASK(CM)
HIPVK_ASK(CMa)

#undef HIPVK_ASK
#undef HIPVK_GATHER
#undef HIPVK_SAMPLES
#undef HIPVK_LOAD_STORE
#undef HIPVK_I4
#undef HIPVK_I2
#undef HIPVK_F2
#undef HIPVK_SAMPLED
#undef HIPVK_IMAGE
#undef HIPVK_OCKL

#endif // HIPVK_HIP_DETAIL_IMAGE_OCKL_H
