// image.h: how kernels read and write images: address modes, filters, formats, levels, cube faces.
// Included by texture_device.h, surface_device.h. A texture or surface object's handle is the address of the record below (48 bits,
// extended by sign) and, above it, the object's slot in the device's table of textures, or 0. The runtime writes both and
// vouches for them (runtime/src/hip/image/record.rs). Two-dimensional images that the texture unit can sample have a slot
// (`sample_unit`). Everything computed here is exact: filter weights are fixed point with 8 fractional bits, as HIP and CUDA
// document them, products and sums are rounded one by one in the order written.
#ifndef HIPVK_HIP_DETAIL_IMAGE_H
#define HIPVK_HIP_DETAIL_IMAGE_H

#include <hip/host_defines.h>

// ROCm's own headers have another host_defines.h: see image_ockl.h.
#ifndef HIPVK_DEVICE
#define HIPVK_DEVICE static inline __device__ __attribute__((always_inline))
#endif

typedef float hipvk_texel __attribute__((ext_vector_type(4)));

extern "C" {
// A channel of what the texture unit makes of slot `slot` at (x, y); `channel` is a literal.
__attribute__((device, const, nothrow)) float __hip_vk_image_sample_2d(unsigned slot, float x, float y, int channel);
// Which ways to sample this variant of the kernel has, a constant to the compiler: spirv_gen::target::TexturePath.
__attribute__((device, const, nothrow)) int __hip_vk_texture_path(void);
// The address, of a surface that is about to be written: tells the runtime that this kernel writes surfaces.
__attribute__((device, const, nothrow)) unsigned long long __hip_vk_surface_address(unsigned long long address);
}

namespace hipvk {
namespace image {

typedef unsigned int word;
typedef unsigned long long address;

typedef word word4 __attribute__((ext_vector_type(4)));
typedef address address2 __attribute__((ext_vector_type(2)));

// Vectors, so that a lane reads each in one access.
struct level {
    address2 place; // texels, bytes of a slice
    word4 shape;    // bytes of a row, width, height, depth
};

struct record {
    word4 head; // format (type | channels << 4 | bytes << 8), modes, levels, layers
    float border[4];
    float bias, least, greatest;
    word reserved[5];
    level level[16];
    float srgb[256];
};

#define HIPVK_RECORD __attribute__((address_space(4)))
#define HIPVK_TEXELS __attribute__((address_space(1)))
typedef const HIPVK_RECORD record *object;

enum channel { u8, i8, u16, i16, u32, i32, f16, f32 };
// The last two say what the others and the format come to: see `inner_sum`.
enum mode { normalized = 1, linear = 2, mip_linear = 4, as_float = 8, srgb = 16, plain = 32, clamped = 64 };
enum address_mode { wrap, clamp, mirror, border };
// What __hip_vk_texture_path says of the texture objects: none has a slot, some have, all have.
enum path { by_code, by_slot, by_unit };

HIPVK_DEVICE object of(address handle) { return (object)((long long)(handle << 16) >> 16); }
HIPVK_DEVICE word slot_of(address handle) { return (word)(handle >> 48); }

// A whole float as an int; far outside it stays far outside, and NaN is too.
HIPVK_DEVICE int whole(float x) {
    return (int)__builtin_fminf(__builtin_fmaxf(x, -1073741824.0f), 1073741824.0f);
}

// A coordinate to 8 fractional bits, halves away from zero.
HIPVK_DEVICE float fixed_point(float x) {
    float scaled = x * 256.0f, cut = __builtin_truncf(scaled);
    if (__builtin_fabsf(scaled - cut) >= 0.5f) cut += __builtin_copysignf(1.0f, scaled);
    return cut * (1.0f / 256.0f);
}

// The texel that stands for texel i of n, or -1 for the border.
HIPVK_DEVICE int addressed(int i, int n, word mode) {
    if ((word)i < (word)n) return i;
    if (mode == clamp) return i < 0 ? 0 : n - 1;
    if (mode == border) return -1;
    int period = mode == mirror ? 2 * n : n;
    i %= period;
    if (i < 0) i += period;
    return i < n ? i : period - 1 - i;
}

// What a record says of its texels, read once.
struct view {
    word type, count, bytes, modes, levels, layers;
};

HIPVK_DEVICE view view_of(object o) {
    word4 head = o->head;
    return view{head.x & 15, head.x >> 4 & 15, head.x >> 8, head.y, head.z, head.w};
}

HIPVK_DEVICE word mode_of(const view &v, int axis) { return (v.modes >> (8 + 2 * axis)) & 3; }

// Where a level's texels are, read once.
struct texels {
    address first, slice;
    word row, side[3];
};

HIPVK_DEVICE texels texels_of(object o, word number) {
    address2 place = o->level[number].place;
    word4 shape = o->level[number].shape;
    return texels{place.x, place.y, shape.x, {shape.y, shape.z, shape.w}};
}

struct words {
    word w[4];
};

// Four channels as they lie in memory, each in a word of its own: 8 and 16 bits extended by sign or zero.
HIPVK_DEVICE words channels(const view &v, address at) {
    const HIPVK_TEXELS word *memory = (const HIPVK_TEXELS word *)(at & ~3ull);
    word first = memory[0] >> ((word)(at & 3) * 8), second = 0, third = 0, fourth = 0;
    if (v.bytes >= 8) second = memory[1];
    if (v.bytes == 16) {
        third = memory[2];
        fourth = memory[3];
    }
    bool sign = v.type == i8 || v.type == i16;
    if (v.type < u16) {
        words c = {{first & 0xff, (first >> 8) & 0xff, (first >> 16) & 0xff, first >> 24}};
        for (int k = 0; k < 4; ++k) c.w[k] = sign ? (word)(int)(signed char)c.w[k] : c.w[k];
        return c;
    }
    if (v.type < u32 || v.type == f16) {
        words c = {{first & 0xffff, first >> 16, second & 0xffff, second >> 16}};
        for (int k = 0; k < 4; ++k) c.w[k] = sign ? (word)(int)(short)c.w[k] : c.w[k];
        return c;
    }
    return words{{first, second, third, fourth}};
}

// The bits of four channels; those that a texel does not have are 0, 0, 1.
HIPVK_DEVICE hipvk_texel as_bits(const view &v, const words &c) {
    word second = v.count > 1 ? c.w[1] : 0, third = v.count > 2 ? c.w[2] : 0, fourth = v.count > 2 ? c.w[3] : 1;
    return hipvk_texel{__builtin_bit_cast(float, c.w[0]), __builtin_bit_cast(float, second),
                       __builtin_bit_cast(float, third), __builtin_bit_cast(float, fourth)};
}

// A channel as a float: converted, normalised or decoded.
HIPVK_DEVICE float decoded(object o, const view &v, word bits, bool colour) {
    if (v.type == f32) return __builtin_bit_cast(float, bits);
    if (v.type == f16) return (float)__builtin_bit_cast(_Float16, (unsigned short)bits);
    if (v.type == u8) return colour && (v.modes & srgb) ? o->srgb[bits & 255] : (float)bits / 255.0f;
    if (v.type == u16) return (float)bits / 65535.0f;
    float scaled = (float)(int)bits / (v.type == i8 ? 127.0f : 32767.0f);
    return scaled < -1.0f ? -1.0f : scaled;
}

HIPVK_DEVICE hipvk_texel float_texel(object o, const view &v, address at) {
    words c = channels(v, at);
    // An integer texture read as if it were floats: the bits, as AMD's hardware gives them.
    if (!(v.modes & as_float) && v.type < f16) return as_bits(v, c);
    hipvk_texel t = {decoded(o, v, c.w[0], true), 0.0f, 0.0f, 1.0f};
    if (v.count > 1) t.y = decoded(o, v, c.w[1], true);
    if (v.count > 2) {
        t.z = decoded(o, v, c.w[2], true);
        t.w = decoded(o, v, c.w[3], false);
    }
    return t;
}

// The same for channels that are 32-bit floats already: nothing to decode.
HIPVK_DEVICE hipvk_texel plain_texel(const view &v, address at) {
    const HIPVK_TEXELS float *memory = (const HIPVK_TEXELS float *)at;
    hipvk_texel t = {memory[0], 0.0f, 0.0f, 1.0f};
    if (v.count > 1) t.y = memory[1];
    if (v.count > 2) {
        t.z = memory[2];
        t.w = memory[3];
    }
    return t;
}

HIPVK_DEVICE hipvk_texel border_texel(object o, const view &v) {
    hipvk_texel t = {o->border[0], o->border[1], o->border[2], o->border[3]};
    if ((v.modes & as_float) || v.type >= f16) return t;
    return hipvk_texel{__builtin_bit_cast(float, (int)t.x), __builtin_bit_cast(float, (int)t.y),
                       __builtin_bit_cast(float, (int)t.z), __builtin_bit_cast(float, (int)t.w)};
}

// A place in an image: a coordinate for each filtered axis, and a layer (or face) for the rest.
struct place {
    float c[3];
    int layer;
};

// The texels an axis contributes: the lower and upper index after the address mode (-1: border), and the upper's weight.
struct span {
    int low, high;
    float part;
};

HIPVK_DEVICE span span_of(float c, word side, word mode, bool filtered) {
    if (filtered) c = fixed_point(c - 0.5f);
    float floor = __builtin_floorf(c);
    int low = whole(floor);
    return span{addressed(low, (int)side, mode), filtered ? addressed(low + 1, (int)side, mode) : 0, c - floor};
}

// One texel by its indices, of which a negative one means the border.
template <bool integer>
HIPVK_DEVICE hipvk_texel texel_at(object o, const view &v, const texels &l, int x, int y, int z) {
    if ((x | y | z) < 0) return border_texel(o, v);
    address at = l.first + (address)(word)z * l.slice + (address)(word)y * l.row + (address)(word)x * v.bytes;
    return integer ? as_bits(v, channels(v, at)) : float_texel(o, v, at);
}

HIPVK_DEVICE int layer_of(object o, int layer) {
    int last = (int)o->head.w - 1;
    return last < 0 || layer < 0 ? 0 : layer > last ? last : layer;
}

// Samples one level: the nearest texel, or the weighted sum of 2, 4 or 8.
template <int axes, bool integer>
HIPVK_DEVICE hipvk_texel sample_level(object o, const view &v, word number, const place &p, bool unit) {
#pragma clang fp contract(off)
    texels l = texels_of(o, number);
    bool filtered = !integer && (v.modes & linear);
    span s[3];
    for (int axis = 0; axis < axes; ++axis) {
        float c = unit ? p.c[axis] * (float)l.side[axis] : p.c[axis];
        s[axis] = span_of(c, l.side[axis], mode_of(v, axis), filtered);
    }
    if (!filtered) {
        int y = axes > 1 ? s[1].low : 0, z = axes > 2 ? s[2].low : p.layer;
        return texel_at<integer>(o, v, l, s[0].low, y, z);
    }
    hipvk_texel sum = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma clang loop unroll(disable)
    for (int tap = (1 << axes) - 1; tap >= 0; --tap) {
        int x = tap & 1 ? s[0].high : s[0].low, y = 0, z = p.layer;
        float weight = tap & 1 ? s[0].part : 1.0f - s[0].part;
        if (axes > 1) {
            y = tap & 2 ? s[1].high : s[1].low;
            weight *= tap & 2 ? s[1].part : 1.0f - s[1].part;
        }
        if (axes > 2) {
            z = tap & 4 ? s[2].high : s[2].low;
            weight *= tap & 4 ? s[2].part : 1.0f - s[2].part;
        }
        sum = weight * texel_at<false>(o, v, l, x, y, z) + sum;
    }
    return sum;
}

// What `span_of` finds for a linear filter, by integers and for coordinates of some thousands (`near`): a GPU has four
// times as many adders as units that round.
struct quick_span {
    int low;
    float part;
    bool near;
};

HIPVK_DEVICE quick_span quick_span_of(float c) {
#pragma clang fp contract(off) reassociate(off)
    const float magic = 12582912.0f; // 1.5 * 2^23: a sum with it has no fraction bits
    float scaled = c * 256.0f - 128.0f, sum = scaled + magic, rest = scaled - (sum - magic);
    int fixed = __builtin_bit_cast(int, sum) - 0x4b400000;
    // The sum rounds halves to even; they go away from zero.
    if (rest == __builtin_copysignf(0.5f, scaled)) fixed += scaled < 0.0f ? -1 : 1;
    float part = __builtin_bit_cast(float, 0x4b000000 | (fixed & 255)) - 8388608.0f;
    return quick_span{fixed >> 8, part * (1.0f / 256.0f), __builtin_fabsf(scaled) < 4194304.0f};
}

HIPVK_DEVICE int held(int i, int last) { return i < 0 ? 0 : i > last ? last : i; }

// A two-axis filter of 32-bit floats in one level, inside or clamped: the case that kernels read most, without loop, decoding or other
// address modes. False, and nothing read, if it is another case.
HIPVK_DEVICE bool inner_sum(object o, const view &v, const place &p, bool unit, hipvk_texel &sum) {
#pragma clang fp contract(off)
    texels l = texels_of(o, 0);
    quick_span x = quick_span_of(unit ? p.c[0] * (float)l.side[0] : p.c[0]);
    quick_span y = quick_span_of(unit ? p.c[1] * (float)l.side[1] : p.c[1]);
    int right = (int)l.side[0] - 1, last = (int)l.side[1] - 1;
    // One branch on everything, so that the loads of the record are under way at once.
    bool inside = ((word)x.low < (word)right) & ((word)y.low < (word)last);
    bool wanted = ((v.modes & plain) != 0) & (((v.modes & clamped) != 0) | inside);
    if (!(wanted & x.near & y.near)) return false;
    int x_low = held(x.low, right), y_low = held(y.low, last);
    word step = (word)(held(x.low + 1, right) - x_low) * v.bytes;
    address column = l.first + (address)(word)p.layer * l.slice + (address)(word)x_low * v.bytes;
    address top = column + (address)(word)y_low * l.row, bottom = column + (address)(word)held(y.low + 1, last) * l.row;
    hipvk_texel t00 = plain_texel(v, top), t10 = plain_texel(v, top + step);
    hipvk_texel t01 = plain_texel(v, bottom), t11 = plain_texel(v, bottom + step);
    float x0 = 1.0f - x.part, y0 = 1.0f - y.part;
    sum = x.part * y.part * t11 + 0.0f;
    sum = x0 * y.part * t01 + sum;
    sum = x.part * y0 * t10 + sum;
    sum = x0 * y0 * t00 + sum;
    return true;
}

// Samples at a level of detail: the nearest level, or two of them.
template <int axes, bool integer>
HIPVK_DEVICE hipvk_texel sample(object o, const view &v, const place &p, float detail, bool unit) {
#pragma clang fp contract(off)
    if (axes == 2 && !integer) {
        hipvk_texel sum;
        if (inner_sum(o, v, p, unit, sum)) return sum;
    }
    word first = 0;
    float part = 0.0f;
    if (v.levels > 1) {
        detail = __builtin_fminf(__builtin_fmaxf(detail + o->bias, o->least), o->greatest);
        detail = __builtin_fminf(__builtin_fmaxf(detail, 0.0f), (float)(v.levels - 1));
        if (!integer && (v.modes & mip_linear)) {
            detail = fixed_point(detail);
            first = (word)detail;
            part = detail - (float)first;
        } else {
            first = (word)(detail + 0.5f);
        }
    }
    hipvk_texel sum = {0.0f, 0.0f, 0.0f, 0.0f};
    word last = part > 0.0f ? first + 1 : first;
#pragma clang loop unroll(disable)
    for (word number = first;; ++number) {
        hipvk_texel t = sample_level<axes, integer>(o, v, number, p, unit);
        if (first == last) return t;
        if (number == last) return part * t + sum;
        sum = (1.0f - part) * t;
    }
}

// By the texture unit. Layer and level are the only ones: what has more gets no slot.
HIPVK_DEVICE hipvk_texel sample_unit(word slot, const place &p) {
    float x = p.c[0], y = p.c[1];
    return hipvk_texel{__hip_vk_image_sample_2d(slot, x, y, 0), __hip_vk_image_sample_2d(slot, x, y, 1),
                       __hip_vk_image_sample_2d(slot, x, y, 2), __hip_vk_image_sample_2d(slot, x, y, 3)};
}

template <int axes, bool integer>
HIPVK_DEVICE hipvk_texel sample(address handle, const place &p, float detail) {
    if (axes == 2 && !integer) {
        const int ways = __hip_vk_texture_path();
        const word slot = slot_of(handle);
        if (ways == by_unit || (ways == by_slot && slot)) return sample_unit(slot, p);
    }
    object o = of(handle);
    view v = view_of(o);
    return sample<axes, integer>(o, v, p, detail, v.modes & normalized);
}

// On a cube's face coordinates are always 0 to 1.
template <bool integer> HIPVK_DEVICE hipvk_texel sample_face(object o, const place &p, float detail) {
    return sample<2, integer>(o, view_of(o), p, detail, true);
}

// The level of detail of a footprint: log2 of its longer side in texels.
HIPVK_DEVICE float detail_of(object o, float dxx, float dxy, float dxz, float dyx, float dyy, float dyz) {
#pragma clang fp contract(off)
    word4 shape = o->level[0].shape;
    float w = 1.0f, h = 1.0f, d = 1.0f;
    if (o->head.y & normalized) {
        w = (float)shape.y;
        h = (float)shape.z;
        d = (float)shape.w;
    }
    dxx *= w, dyx *= w, dxy *= h, dyy *= h, dxz *= d, dyz *= d;
    float x = dxx * dxx + dxy * dxy + dxz * dxz, y = dyx * dyx + dyy * dyy + dyz * dyz;
    float longest = __builtin_fmaxf(x, y);
    return longest > 0.0f ? 0.5f * __builtin_log2f(longest) : -128.0f;
}

// The face a direction meets, and where: coordinates of 0 to 1 on it.
HIPVK_DEVICE place on_cube(object o, float x, float y, float z, int layer) {
#pragma clang fp contract(off)
    float ax = __builtin_fabsf(x), ay = __builtin_fabsf(y), az = __builtin_fabsf(z);
    int face;
    float m, s, t;
    if (ax > ay && ax > az) {
        face = x >= 0.0f ? 0 : 1;
        m = ax, s = x >= 0.0f ? -z : z, t = -y;
    } else if (ay >= ax && ay > az) {
        face = y >= 0.0f ? 2 : 3;
        m = ay, s = x, t = y >= 0.0f ? z : -z;
    } else {
        face = z >= 0.0f ? 4 : 5;
        m = az, s = z >= 0.0f ? x : -x, t = -y;
    }
    int cubes = (int)o->head.w / 6;
    layer = layer < 0 ? 0 : layer >= cubes ? cubes - 1 : layer;
    return place{{(s / m + 1.0f) / 2.0f, (t / m + 1.0f) / 2.0f, 0.0f}, layer * 6 + face};
}

// The same for a direction: its derivatives, projected onto the face that it meets.
HIPVK_DEVICE float cube_detail(object o, float x, float y, float z, float dxx, float dxy, float dxz, float dyx,
                               float dyy, float dyz) {
#pragma clang fp contract(off)
    float ax = __builtin_fabsf(x), ay = __builtin_fabsf(y), az = __builtin_fabsf(z);
    float m, s, t, d[2][3];
    float in[2][3] = {{dxx, dxy, dxz}, {dyx, dyy, dyz}};
    // Signs do not matter to a length: only which axis is the major one.
    bool major_x = ax > ay && ax > az, major_y = !major_x && ay >= ax && ay > az;
    m = major_x ? x : major_y ? y : z;
    s = major_x ? z : x;
    t = major_x || !major_y ? y : z;
    float edge = 0.5f * (float)o->level[0].shape.y, longest = 0.0f;
    for (int k = 0; k < 2; ++k) {
        d[k][0] = major_x ? in[k][0] : major_y ? in[k][1] : in[k][2];
        d[k][1] = major_x ? in[k][2] : in[k][0];
        d[k][2] = major_x || !major_y ? in[k][1] : in[k][2];
        float ds = (d[k][1] * m - s * d[k][0]) / (m * m) * edge;
        float dt = (d[k][2] * m - t * d[k][0]) / (m * m) * edge;
        longest = __builtin_fmaxf(longest, ds * ds + dt * dt);
    }
    return longest > 0.0f ? 0.5f * __builtin_log2f(longest) : -128.0f;
}

// Texel x of linear memory, or of a row; zeros outside.
template <bool integer> HIPVK_DEVICE hipvk_texel fetch(object o, int x) {
    texels l = texels_of(o, 0);
    if ((word)x >= l.side[0]) return hipvk_texel{0.0f, 0.0f, 0.0f, 0.0f};
    return texel_at<integer>(o, view_of(o), l, x, 0, 0);
}

// One channel of the four texels that a linear filter would use: (0,1) (1,1) (1,0) (0,0).
template <bool integer> HIPVK_DEVICE hipvk_texel gather(object o, float x, float y, int component) {
#pragma clang fp contract(off)
    view v = view_of(o);
    texels l = texels_of(o, 0);
    bool unit = v.modes & normalized;
    span sx = span_of(unit ? x * (float)l.side[0] : x, l.side[0], mode_of(v, 0), true);
    span sy = span_of(unit ? y * (float)l.side[1] : y, l.side[1], mode_of(v, 1), true);
    float out[4];
    for (int k = 0; k < 4; ++k) {
        hipvk_texel t = texel_at<integer>(o, v, l, k == 1 || k == 2 ? sx.high : sx.low, k < 2 ? sy.high : sy.low, 0);
        out[k] = component == 0 ? t.x : component == 1 ? t.y : component == 2 ? t.z : t.w;
    }
    return hipvk_texel{out[0], out[1], out[2], out[3]};
}

// Surfaces: the address of the bytes at (x, y, z), or 0 outside. x counts bytes; elements have `size` of them.
HIPVK_DEVICE address surface_bytes(object o, int x, int y, int z, int size, int boundary) {
    texels l = texels_of(o, 0);
    int elements = (int)(l.side[0] * view_of(o).bytes / (word)size);
    x = x < 0 ? -1 : x / size;
    bool inside = (word)x < (word)elements && (word)y < l.side[1] && (word)z < l.side[2];
    if (!inside) {
        if (boundary == 1) __builtin_trap();
        if (boundary != 2) return 0;
        x = x < 0 ? 0 : x >= elements ? elements - 1 : x;
        y = y < 0 ? 0 : y >= (int)l.side[1] ? (int)l.side[1] - 1 : y;
        z = z < 0 ? 0 : z >= (int)l.side[2] ? (int)l.side[2] - 1 : z;
    }
    return l.first + (address)(word)z * l.slice + (address)(word)y * l.row + (address)(word)x * (word)size;
}

} // namespace image
} // namespace hipvk

#endif // HIPVK_HIP_DETAIL_IMAGE_H
