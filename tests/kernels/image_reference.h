// The host's images, what reading them must give, and the resources they become on the device: for the programs about textures and surfaces.
//
// The reference knows nothing of records: it reads the program's own arrays with the formulas of HIP's and CUDA's documentation (weights of
// 8 fractional bits).
#pragma once
#include <hip/hip_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#pragma clang fp contract(off)

inline int failures = 0;
#define HIP(call)                                                                                                      \
    do {                                                                                                               \
        hipError_t status = (call);                                                                                    \
        if (status != hipSuccess && failures++ < 20)                                                                   \
            std::printf("line %d: %s: %s\n", __LINE__, #call, hipGetErrorName(status));                                \
    } while (0)

struct Colour {
    float v[4];
};

// ---------------------------------------------------------------- the host's image

enum Shape { d1, d2, d3, layered1, layered2, cube, layered_cube };
static const char *shape_names[] = {"1D", "2D", "3D", "1DLayered", "2DLayered", "Cubemap", "CubemapLayered"};

struct Format {
    int bits, channels;
    hipChannelFormatKind kind;
    int bytes() const { return bits / 8 * channels; }
    bool integer() const { return kind != hipChannelFormatKindFloat; }
    hipChannelFormatDesc desc() const {
        auto used = [&](int c) { return c < channels ? bits : 0; };
        return hipCreateChannelDesc(used(0), used(1), used(2), used(3), kind);
    }
};

struct Level {
    int w, h, d;
    std::vector<unsigned char> texels; // without gaps
};

struct Image {
    Shape shape;
    Format format;
    std::vector<Level> levels;
    int layers() const { return shape >= layered1 ? levels[0].d : 0; }
};

inline uint32_t hash(uint32_t x) {
    x = (x ^ x >> 16) * 0x7feb352d;
    x = (x ^ x >> 15) * 0x846ca68b;
    return x ^ x >> 16;
}

inline uint16_t half_bits(float v) { return __builtin_bit_cast(uint16_t, (_Float16)v); }

// Texels of any bits for integers; finite values that differ widely for floats.
inline void fill(Image &image, uint32_t seed) {
    for (Level &level : image.levels) {
        size_t count = (size_t)level.w * level.h * level.d * image.format.channels;
        level.texels.resize(count * image.format.bits / 8);
        for (size_t i = 0; i < count; ++i) {
            uint32_t bits = hash(seed + (uint32_t)i * 7 + level.w * 1000003u);
            if (!image.format.integer()) {
                float value = (float)(int32_t)bits / 65536.0f;
                bits = image.format.bits == 32 ? __builtin_bit_cast(uint32_t, value) : half_bits(value / 64.0f);
            }
            std::memcpy(&level.texels[i * image.format.bits / 8], &bits, image.format.bits / 8);
        }
    }
}

// ---------------------------------------------------------------- the reference

inline float srgb(uint32_t bits) {
    double c = bits / 255.0;
    return (float)(c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4));
}

inline float decode(const Format &f, const hipTextureDesc &t, const unsigned char *at, int channel) {
    uint32_t bits = 0;
    std::memcpy(&bits, at + channel * f.bits / 8, f.bits / 8);
    if (!f.integer()) {
        if (f.bits == 32) return __builtin_bit_cast(float, bits);
        return (float)__builtin_bit_cast(_Float16, (uint16_t)bits);
    }
    bool is_signed = f.kind == hipChannelFormatKindSigned;
    int32_t value = (int32_t)bits;
    if (is_signed && f.bits == 8) value = (int8_t)bits;
    if (is_signed && f.bits == 16) value = (int16_t)bits;
    bool promoted = t.readMode == hipReadModeNormalizedFloat && f.bits < 32;
    if (!promoted) return __builtin_bit_cast(float, value);
    if (!is_signed && f.bits == 8 && t.sRGB && channel < 3) return srgb(bits);
    float most = (float)((1u << (f.bits - is_signed)) - 1);
    return std::fmax((float)value / most, -1.0f);
}

// Index of the texel that i stands for; -1 for the border.
inline int address(int i, int n, hipTextureAddressMode mode, bool unit) {
    if (!unit && mode != hipAddressModeBorder) mode = hipAddressModeClamp;
    if (i >= 0 && i < n) return i;
    switch (mode) {
    case hipAddressModeBorder: return -1;
    case hipAddressModeClamp: return i < 0 ? 0 : n - 1;
    case hipAddressModeWrap: return ((i % n) + n) % n;
    default: {
        int m = ((i % (2 * n)) + 2 * n) % (2 * n);
        return m < n ? m : 2 * n - 1 - m;
    }
    }
}

struct Reference {
    const Image &image;
    hipTextureDesc t;
    int first_level = 0, last_level = -1;

    bool floats() const {
        return !image.format.integer() || (t.readMode == hipReadModeNormalizedFloat && image.format.bits < 32);
    }
    Colour border() const {
        Colour c;
        for (int k = 0; k < 4; ++k)
            c.v[k] = floats() ? t.borderColor[k] : __builtin_bit_cast(float, (int)t.borderColor[k]);
        return c;
    }
    Colour texel(const Level &l, int x, int y, int z) const {
        Colour c = {{0, 0, 0, floats() ? 1.0f : __builtin_bit_cast(float, 1)}};
        const unsigned char *at = &l.texels[(((size_t)z * l.h + y) * l.w + x) * image.format.bytes()];
        for (int k = 0; k < image.format.channels; ++k) c.v[k] = decode(image.format, t, at, k);
        return c;
    }
    Colour addressed(const Level &l, int axes, const int *i, int layer, bool unit) const {
        // Faces of a cube end at their edges, whatever the mode.
        const bool face = image.shape >= cube;
        int x = address(i[0], l.w, face ? hipAddressModeClamp : t.addressMode[0], unit);
        int y = axes > 1 ? address(i[1], l.h, face ? hipAddressModeClamp : t.addressMode[1], unit) : 0;
        int z = axes > 2 ? address(i[2], l.d, t.addressMode[2], unit) : layer;
        return x < 0 || y < 0 || z < 0 ? border() : texel(l, x, y, z);
    }
    static float quantised(float x) { return std::round(x * 256.0f) / 256.0f; }

    Colour level(const Level &l, int axes, const float *c, int layer, bool unit) const {
        float size[3] = {(float)l.w, (float)l.h, (float)l.d};
        int low[3];
        float part[3];
        bool linear = t.filterMode == hipFilterModeLinear;
        for (int a = 0; a < axes; ++a) {
            float at = unit ? c[a] * size[a] : c[a];
            if (linear) at = quantised(at - 0.5f);
            low[a] = (int)std::floor(at);
            part[a] = at - std::floor(at);
        }
        if (!linear) return addressed(l, axes, low, layer, unit);
        Colour sum = {};
        for (int tap = (1 << axes) - 1; tap >= 0; --tap) {
            int i[3];
            float weight = 1;
            for (int a = 0; a < axes; ++a) {
                i[a] = low[a] + (tap >> a & 1);
                weight = weight * (tap >> a & 1 ? part[a] : 1.0f - part[a]);
            }
            Colour add = addressed(l, axes, i, layer, unit);
            for (int k = 0; k < 4; ++k) sum.v[k] = weight * add.v[k] + sum.v[k];
        }
        return sum;
    }
    Colour sample(int axes, const float *c, int layer, float detail, bool unit) const {
        int last = last_level < 0 ? (int)image.levels.size() - 1 : last_level, count = last - first_level + 1;
        float d = 0;
        if (count > 1) {
            d = std::fmin(std::fmax(detail + t.mipmapLevelBias, t.minMipmapLevelClamp), t.maxMipmapLevelClamp);
            d = std::fmin(std::fmax(d, 0.0f), (float)(count - 1));
        }
        if (t.mipmapFilterMode == hipFilterModePoint || !floats())
            return level(image.levels[first_level + (int)(d + 0.5f)], axes, c, layer, unit);
        d = quantised(d);
        int low = (int)d;
        float part = d - (float)low;
        Colour a = level(image.levels[first_level + low], axes, c, layer, unit);
        if (part == 0) return a;
        Colour b = level(image.levels[first_level + low + 1], axes, c, layer, unit);
        for (int k = 0; k < 4; ++k) a.v[k] = part * b.v[k] + (1.0f - part) * a.v[k];
        return a;
    }
    int clamped(int layer, int n) const { return layer < 0 ? 0 : layer >= n ? n - 1 : layer; }

    Colour at(const float *c, int layer, float detail) const {
        bool unit = t.normalizedCoords;
        switch (image.shape) {
        case d1: return sample(1, c, 0, detail, unit);
        case d2: return sample(2, c, 0, detail, unit);
        case d3: return sample(3, c, 0, detail, unit);
        case layered1: return sample(1, c, clamped(layer, image.layers()), detail, unit);
        case layered2: return sample(2, c, clamped(layer, image.layers()), detail, unit);
        default: break;
        }
        // CUDA's table of faces: the major axis m, and s, t on the face.
        float x = c[0], y = c[1], z = c[2], ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z), m, s, tt;
        int face;
        if (ax > ay && ax > az) face = x >= 0 ? 0 : 1, m = ax, s = x >= 0 ? -z : z, tt = -y;
        else if (ay >= ax && ay > az) face = y >= 0 ? 2 : 3, m = ay, s = x, tt = y >= 0 ? z : -z;
        else face = z >= 0 ? 4 : 5, m = az, s = z >= 0 ? x : -x, tt = -y;
        float on[3] = {(s / m + 1) / 2, (tt / m + 1) / 2, 0};
        return sample(2, on, clamped(layer, image.layers() / 6) * 6 + face, detail, true);
    }
    Colour gather(float x, float y, int component) const {
        const Level &l = image.levels[0];
        bool unit = t.normalizedCoords;
        int i = (int)std::floor(quantised((unit ? x * l.w : x) - 0.5f));
        int j = (int)std::floor(quantised((unit ? y * l.h : y) - 0.5f));
        int at[4][2] = {{i, j + 1}, {i + 1, j + 1}, {i + 1, j}, {i, j}};
        Colour c;
        for (int k = 0; k < 4; ++k) c.v[k] = addressed(l, 2, at[k], 0, unit).v[component];
        return c;
    }
};

// ---------------------------------------------------------------- resources

enum Through { through_array, through_mipmaps, through_pitch };

struct Resource {
    hipResourceDesc desc = {};
    hipArray_t array = nullptr;
    hipMipmappedArray_t mipmaps = nullptr;
    void *memory = nullptr;

    Resource(const Image &image, Through through) {
        const Level &l = image.levels[0];
        const bool flat = image.shape == d1 || image.shape == layered1;
        const hipExtent extent = make_hipExtent(l.w, flat ? 0 : l.h, image.shape == d1 || image.shape == d2 ? 0 : l.d);
        unsigned flags = image.shape >= layered1 && image.shape != cube ? hipArrayLayered : hipArrayDefault;
        if (image.shape >= cube) flags |= hipArrayCubemap;
        hipChannelFormatDesc format = image.format.desc();
        const size_t row = (size_t)l.w * image.format.bytes();
        if (through == through_array) {
            HIP(hipMalloc3DArray(&array, &format, extent, flags));
            upload(image, array, l);
            desc.resType = hipResourceTypeArray;
            desc.res.array.array = array;
        } else if (through == through_mipmaps) {
            HIP(hipMallocMipmappedArray(&mipmaps, &format, extent, image.levels.size(), flags));
            for (size_t i = 0; i < image.levels.size(); ++i) {
                hipArray_t level;
                HIP(hipGetMipmappedArrayLevel(&level, mipmaps, i));
                upload(image, level, image.levels[i]);
                HIP(hipFreeArray(level));
            }
            desc.resType = hipResourceTypeMipmappedArray;
            desc.res.mipmap.mipmap = mipmaps;
        } else {
            const size_t pitch = (row + 31) / 32 * 32 + 96; // a multiple of texturePitchAlignment, not of more
            HIP(hipMalloc(&memory, pitch * l.h));
            HIP(hipMemcpy2D(memory, pitch, l.texels.data(), row, row, l.h, hipMemcpyHostToDevice));
            desc.resType = hipResourceTypePitch2D;
            desc.res.pitch2D.devPtr = memory;
            desc.res.pitch2D.desc = format;
            desc.res.pitch2D.width = l.w;
            desc.res.pitch2D.height = l.h;
            desc.res.pitch2D.pitchInBytes = pitch;
        }
    }
    static void upload(const Image &image, hipArray_t to, const Level &l) {
        const size_t row = (size_t)l.w * image.format.bytes();
        hipMemcpy3DParms copy = {};
        copy.srcPtr = make_hipPitchedPtr((void *)l.texels.data(), row, l.w, l.h);
        copy.dstArray = to;
        copy.extent = make_hipExtent(l.w, l.h, l.d);
        copy.kind = hipMemcpyHostToDevice;
        HIP(hipMemcpy3D(&copy));
    }
    ~Resource() {
        if (array) HIP(hipFreeArray(array));
        if (mipmaps) HIP(hipFreeMipmappedArray(mipmaps));
        if (memory) HIP(hipFree(memory));
    }
};

inline Image make_image(Shape shape, Format format, int w, int h, int d, int levels, uint32_t seed) {
    Image image = {shape, format, {}};
    for (int i = 0; i < levels; ++i) {
        auto half = [&](int side) { return std::max(side >> i, 1); };
        image.levels.push_back({half(w), half(h), shape == d3 ? half(d) : d, {}});
    }
    fill(image, seed);
    return image;
}

inline int line_count(Shape shape) { return shape == d1 || shape == layered1 ? 1 : shape == d3 || shape >= cube ? 3 : 2; }

// Rows of reads, and one RESULT line for them.
struct Table {
    const char *name;
    int rows = 0, wrong = 0;
    long reads = 0;
    void end() const {
        std::printf("RESULT name=%s ok=%d rows=%d reads=%ld wrong=%d\n", name, wrong == 0 && rows > 0, rows, reads, wrong);
        failures += wrong;
    }
};

inline bool same(float a, float b) { return std::memcmp(&a, &b, 4) == 0 || a == b; }

static const Format f32x4 = {32, 4, hipChannelFormatKindFloat}, f32x1 = {32, 1, hipChannelFormatKindFloat};
