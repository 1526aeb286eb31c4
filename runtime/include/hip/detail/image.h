// image.h: how kernels read and write images: address modes, filters, formats, levels, cube faces.
// Included by texture_device.h, surface_device.h. A texture or surface object is the address of the record below, which the
// runtime writes and vouches for (runtime/src/hip/image/record.rs). Everything here is exact: filter weights are fixed
// point with 8 fractional bits, as HIP and CUDA document them, products and sums are rounded one by one in the order written.
#ifndef HIPVK_HIP_DETAIL_IMAGE_H
#define HIPVK_HIP_DETAIL_IMAGE_H

#include <hip/host_defines.h>

typedef float hipvk_texel __attribute__((ext_vector_type(4)));

namespace hipvk {
namespace image {

typedef unsigned int word;
typedef unsigned long long address;

struct level {
    address texels, slice;
    word row, width, height, depth;
};

struct record {
    word format, modes, levels, layers;
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
enum mode { normalized = 1, linear = 2, mip_linear = 4, as_float = 8, srgb = 16 };
enum address_mode { wrap, clamp, mirror, border };

HIPVK_DEVICE object of(unsigned long long handle) { return (object)handle; }

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

HIPVK_DEVICE word mode_of(object o, int axis) { return (o->modes >> (8 + 2 * axis)) & 3; }

struct words {
    word w[4];
};

// Four channels as they lie in memory, each in a word of its own: 8 and 16 bits extended by sign or zero.
HIPVK_DEVICE words channels(object o, address at) {
    word type = o->format & 15, count = o->format >> 4;
    word log = type < u16 ? 0 : type < u32 || type == f16 ? 1 : 2;
    word bytes = count << log;
    const HIPVK_TEXELS word *memory = (const HIPVK_TEXELS word *)(at & ~3ull);
    word first = memory[0] >> ((word)(at & 3) * 8), second = 0, third = 0, fourth = 0;
    if (bytes >= 8) second = memory[1];
    if (bytes == 16) {
        third = memory[2];
        fourth = memory[3];
    }
    words c;
    bool sign = type == i8 || type == i16;
    if (log == 2) {
        c = words{{first, second, third, fourth}};
    } else if (log == 1) {
        c = words{{first & 0xffff, first >> 16, second & 0xffff, second >> 16}};
        for (int k = 0; k < 4; ++k) c.w[k] = sign ? (word)(int)(short)c.w[k] : c.w[k];
    } else {
        c = words{{first & 0xff, (first >> 8) & 0xff, (first >> 16) & 0xff, first >> 24}};
        for (int k = 0; k < 4; ++k) c.w[k] = sign ? (word)(int)(signed char)c.w[k] : c.w[k];
    }
    return c;
}

// What channels that a texel does not have are read as.
HIPVK_DEVICE void fill(object o, words &c, word one) {
    word count = o->format >> 4;
    if (count < 2) c.w[1] = 0;
    if (count < 4) {
        c.w[2] = 0;
        c.w[3] = one;
    }
}

// A channel as a float: converted, normalised or decoded.
HIPVK_DEVICE float decoded(object o, word type, word bits, bool colour) {
    if (type == f32) return __builtin_bit_cast(float, bits);
    if (type == f16) return (float)__builtin_bit_cast(_Float16, (unsigned short)bits);
    if (type == u8) return colour && (o->modes & srgb) ? o->srgb[bits & 255] : (float)bits / 255.0f;
    if (type == u16) return (float)bits / 65535.0f;
    float scaled = (float)(int)bits / (type == i8 ? 127.0f : 32767.0f);
    return scaled < -1.0f ? -1.0f : scaled;
}

HIPVK_DEVICE hipvk_texel float_texel(object o, address at) {
    words c = channels(o, at);
    word type = o->format & 15;
    if (!(o->modes & as_float) && type < f16) {
        // An integer texture read as if it were floats: the bits, as AMD's hardware gives them.
        fill(o, c, 1);
        return hipvk_texel{__builtin_bit_cast(float, c.w[0]), __builtin_bit_cast(float, c.w[1]),
                           __builtin_bit_cast(float, c.w[2]), __builtin_bit_cast(float, c.w[3])};
    }
    word count = o->format >> 4;
    hipvk_texel t = {decoded(o, type, c.w[0], true), 0.0f, 0.0f, 1.0f};
    if (count > 1) t.y = decoded(o, type, c.w[1], true);
    if (count > 2) {
        t.z = decoded(o, type, c.w[2], true);
        t.w = decoded(o, type, c.w[3], false);
    }
    return t;
}

HIPVK_DEVICE hipvk_texel integer_texel(object o, address at) {
    words c = channels(o, at);
    fill(o, c, 1);
    return hipvk_texel{__builtin_bit_cast(float, c.w[0]), __builtin_bit_cast(float, c.w[1]),
                       __builtin_bit_cast(float, c.w[2]), __builtin_bit_cast(float, c.w[3])};
}

HIPVK_DEVICE hipvk_texel border_texel(object o, bool integer) {
    hipvk_texel t = {o->border[0], o->border[1], o->border[2], o->border[3]};
    if (!integer) return t;
    return hipvk_texel{__builtin_bit_cast(float, (int)t.x), __builtin_bit_cast(float, (int)t.y),
                       __builtin_bit_cast(float, (int)t.z), __builtin_bit_cast(float, (int)t.w)};
}

// A place in an image: a coordinate for each filtered axis, and a layer (or face) for the rest.
struct place {
    float c[3];
    int layer;
};

// One texel of a level by its indices, after the address modes. Integer tells how to read.
template <int axes, bool integer>
HIPVK_DEVICE hipvk_texel texel_at(object o, const HIPVK_RECORD level &l, const int *index, int layer) {
    int x = addressed(index[0], (int)l.width, mode_of(o, 0));
    int y = axes > 1 ? addressed(index[1], (int)l.height, mode_of(o, 1)) : 0;
    int z = axes > 2 ? addressed(index[2], (int)l.depth, mode_of(o, 2)) : layer;
    if ((x | y | z) < 0) return border_texel(o, integer);
    word type = o->format & 15;
    word bytes = (o->format >> 4) << (type < u16 ? 0 : type < u32 || type == f16 ? 1 : 2);
    address at = l.texels + (address)(word)z * l.slice + (address)(word)y * l.row +
                 (address)(word)x * bytes;
    return integer ? integer_texel(o, at) : float_texel(o, at);
}

HIPVK_DEVICE int layer_of(object o, int layer) {
    int last = (int)o->layers - 1;
    return last < 0 || layer < 0 ? 0 : layer > last ? last : layer;
}

// Samples one level: the nearest texel, or the weighted sum of 2, 4 or 8.
template <int axes, bool integer>
HIPVK_DEVICE hipvk_texel sample_level(object o, word number, const place &p, bool unit) {
#pragma clang fp contract(off)
    const HIPVK_RECORD level &l = o->level[number];
    float size[3] = {(float)l.width, (float)l.height, (float)l.depth};
    bool filtered = !integer && (o->modes & linear);
    int low[3] = {0, 0, 0};
    float part[3] = {0.0f, 0.0f, 0.0f};
    for (int axis = 0; axis < axes; ++axis) {
        float c = unit ? p.c[axis] * size[axis] : p.c[axis];
        if (filtered) c = fixed_point(c - 0.5f);
        float floor = __builtin_floorf(c);
        low[axis] = whole(floor);
        part[axis] = c - floor;
    }
    if (!filtered) return texel_at<axes, integer>(o, l, low, p.layer);
    hipvk_texel sum = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma clang loop unroll(disable)
    for (int tap = (1 << axes) - 1; tap >= 0; --tap) {
        int index[3] = {low[0] + (tap & 1), low[1] + (tap >> 1 & 1), low[2] + (tap >> 2)};
        float weight = tap & 1 ? part[0] : 1.0f - part[0];
        if (axes > 1) weight *= tap & 2 ? part[1] : 1.0f - part[1];
        if (axes > 2) weight *= tap & 4 ? part[2] : 1.0f - part[2];
        sum = weight * texel_at<axes, false>(o, l, index, p.layer) + sum;
    }
    return sum;
}

// Samples at a level of detail: the nearest level, or two of them.
template <int axes, bool integer>
HIPVK_DEVICE hipvk_texel sample(object o, const place &p, float detail, bool unit) {
#pragma clang fp contract(off)
    word first = 0;
    float part = 0.0f;
    if (o->levels > 1) {
        detail = __builtin_fminf(__builtin_fmaxf(detail + o->bias, o->least), o->greatest);
        detail = __builtin_fminf(__builtin_fmaxf(detail, 0.0f), (float)(o->levels - 1));
        if (!integer && (o->modes & mip_linear)) {
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
        hipvk_texel t = sample_level<axes, integer>(o, number, p, unit);
        if (first == last) return t;
        if (number == last) return part * t + sum;
        sum = (1.0f - part) * t;
    }
}

template <int axes, bool integer>
HIPVK_DEVICE hipvk_texel sample(object o, const place &p, float detail) {
    return sample<axes, integer>(o, p, detail, o->modes & normalized);
}

// The level of detail of a footprint: log2 of its longer side in texels.
HIPVK_DEVICE float detail_of(object o, float dxx, float dxy, float dxz, float dyx, float dyy, float dyz) {
#pragma clang fp contract(off)
    const HIPVK_RECORD level &l = o->level[0];
    float w = 1.0f, h = 1.0f, d = 1.0f;
    if (o->modes & normalized) {
        w = (float)l.width;
        h = (float)l.height;
        d = (float)l.depth;
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
    int cubes = (int)o->layers / 6;
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
    float edge = 0.5f * (float)o->level[0].width, longest = 0.0f;
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
    const HIPVK_RECORD level &l = o->level[0];
    if ((word)x >= l.width) return hipvk_texel{0.0f, 0.0f, 0.0f, 0.0f};
    int index[3] = {x, 0, 0};
    return texel_at<1, integer>(o, l, index, 0);
}

// One channel of the four texels that a linear filter would use: (0,1) (1,1) (1,0) (0,0).
template <bool integer> HIPVK_DEVICE hipvk_texel gather(object o, float x, float y, int component) {
#pragma clang fp contract(off)
    const HIPVK_RECORD level &l = o->level[0];
    bool unit = o->modes & normalized;
    float cx = fixed_point((unit ? x * (float)l.width : x) - 0.5f);
    float cy = fixed_point((unit ? y * (float)l.height : y) - 0.5f);
    int left = whole(__builtin_floorf(cx)), top = whole(__builtin_floorf(cy));
    float out[4];
    for (int k = 0; k < 4; ++k) {
        int index[3] = {left + (k == 1 || k == 2), top + (k < 2), 0};
        hipvk_texel t = texel_at<2, integer>(o, l, index, 0);
        out[k] = component == 0 ? t.x : component == 1 ? t.y : component == 2 ? t.z : t.w;
    }
    return hipvk_texel{out[0], out[1], out[2], out[3]};
}

// Surfaces: the address of the bytes at (x, y, z), or 0 outside. x counts bytes; elements have `size` of them.
HIPVK_DEVICE address surface_bytes(object o, int x, int y, int z, int size, int boundary) {
    const HIPVK_RECORD level &l = o->level[0];
    word type = o->format & 15;
    word texel = (o->format >> 4) << (type < u16 ? 0 : type < u32 || type == f16 ? 1 : 2);
    int elements = (int)(l.width * texel / (word)size);
    x = x < 0 ? -1 : x / size;
    bool inside = (word)x < (word)elements && (word)y < l.height && (word)z < l.depth;
    if (!inside) {
        if (boundary == 1) __builtin_trap();
        if (boundary != 2) return 0;
        x = x < 0 ? 0 : x >= elements ? elements - 1 : x;
        y = y < 0 ? 0 : y >= (int)l.height ? (int)l.height - 1 : y;
        z = z < 0 ? 0 : z >= (int)l.depth ? (int)l.depth - 1 : z;
    }
    return l.texels + (address)(word)z * l.slice + (address)(word)y * l.row + (address)(word)x * (word)size;
}

} // namespace image
} // namespace hipvk

#endif // HIPVK_HIP_DETAIL_IMAGE_H
