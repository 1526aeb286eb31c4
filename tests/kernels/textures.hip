// Textures and surfaces against a host reference, bit for bit: every shape, address mode, filter, read mode and format that
// HIP has, through every resource type, with levels, layers, cube faces, gradients, views, and handles that live in memory.
//
// The reference below knows nothing of records: it reads the program's own arrays with the formulas of HIP's and CUDA's
// documentation (weights of 8 fractional bits). What the device's texture unit samples (runtime/src/hip/image/unit.rs) may differ by
// one such fraction in each coordinate. One RESULT line per table.
// also with: HIPVK_HARDWARE_TEXTURES=1
#include <hip/hip_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#pragma clang fp contract(off)

static int failures = 0;
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

static uint32_t hash(uint32_t x) {
    x = (x ^ x >> 16) * 0x7feb352d;
    x = (x ^ x >> 15) * 0x846ca68b;
    return x ^ x >> 16;
}

static uint16_t half_bits(float v) { return __builtin_bit_cast(uint16_t, (_Float16)v); }

// Texels of any bits for integers; finite values that differ widely for floats.
static void fill(Image &image, uint32_t seed) {
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

static float srgb(uint32_t bits) {
    double c = bits / 255.0;
    return (float)(c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4));
}

static float decode(const Format &f, const hipTextureDesc &t, const unsigned char *at, int channel) {
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
static int address(int i, int n, hipTextureAddressMode mode, bool unit) {
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

// ---------------------------------------------------------------- the device's side

struct Query {
    float c[3];
    int layer;
    float detail;
    float4 dx, dy;
};

// Handles reach the kernel inside a structure in device memory.
struct Scene {
    int unused;
    hipTextureObject_t textures[2];
};

enum How { plain, lod, grad, gathered };

template <class T> __device__ T read(hipTextureObject_t t, Shape shape, How how, const Query &q) {
    float x = q.c[0], y = q.c[1], z = q.c[2], d = q.detail;
    int l = q.layer;
    float2 dx = make_float2(q.dx.x, q.dx.y), dy = make_float2(q.dy.x, q.dy.y);
    if (how == gathered) return tex2Dgather<T>(t, x, y, l);
    if (how == lod) switch (shape) {
        case d1: return tex1DLod<T>(t, x, d);
        case d2: return tex2DLod<T>(t, x, y, d);
        case d3: return tex3DLod<T>(t, x, y, z, d);
        case layered1: return tex1DLayeredLod<T>(t, x, l, d);
        case layered2: return tex2DLayeredLod<T>(t, x, y, l, d);
        case cube: return texCubemapLod<T>(t, x, y, z, d);
        default: return texCubemapLayeredLod<T>(t, x, y, z, l, d);
        }
    if (how == grad) switch (shape) {
        case d1: return tex1DGrad<T>(t, x, dx.x, dy.x);
        case d2: return tex2DGrad<T>(t, x, y, dx, dy);
        case d3: return tex3DGrad<T>(t, x, y, z, q.dx, q.dy);
        case layered1: return tex1DLayeredGrad<T>(t, x, l, dx.x, dy.x);
        case layered2: return tex2DLayeredGrad<T>(t, x, y, l, dx, dy);
        case cube: return texCubemapGrad<T>(t, x, y, z, q.dx, q.dy);
        default: return texCubemapLayeredGrad<T>(t, x, y, z, l, q.dx, q.dy);
        }
    switch (shape) {
    case d1: return tex1D<T>(t, x);
    case d2: return tex2D<T>(t, x, y);
    case d3: return tex3D<T>(t, x, y, z);
    case layered1: return tex1DLayered<T>(t, x, l);
    case layered2: return tex2DLayered<T>(t, x, y, l);
    case cube: return texCubemap<T>(t, x, y, z);
    default: return texCubemapLayered<T>(t, x, y, z, l);
    }
}

template <class T, Shape shape, How how>
__global__ void run(const Scene *scene, const Query *queries, T *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = read<T>(scene->textures[1], shape, how, queries[i]);
}

template <class T, Shape shape> void launch(How how, const Scene *scene, const Query *queries, T *out, int n) {
    int blocks = (n + 63) / 64;
    if (how == plain) run<T, shape, plain><<<blocks, 64>>>(scene, queries, out, n);
    if (how == lod) run<T, shape, lod><<<blocks, 64>>>(scene, queries, out, n);
    if (how == grad) run<T, shape, grad><<<blocks, 64>>>(scene, queries, out, n);
    if constexpr (shape == d2)
        if (how == gathered) run<T, shape, gathered><<<blocks, 64>>>(scene, queries, out, n);
}

template <class T> void launch(Shape shape, How how, const Scene *s, const Query *q, T *out, int n) {
    // Other types differ in what is made of a texel, not in where it is: one shape will do.
    if constexpr (!std::is_same_v<T, float4>) {
        const int blocks = (n + 63) / 64;
        if (how == gathered) run<T, d2, gathered><<<blocks, 64>>>(s, q, out, n);
        else run<T, d2, plain><<<blocks, 64>>>(s, q, out, n);
    } else switch (shape) {
    case d1: return launch<T, d1>(how, s, q, out, n);
    case d2: return launch<T, d2>(how, s, q, out, n);
    case d3: return launch<T, d3>(how, s, q, out, n);
    case layered1: return launch<T, layered1>(how, s, q, out, n);
    case layered2: return launch<T, layered2>(how, s, q, out, n);
    case cube: return launch<T, cube>(how, s, q, out, n);
    default: return launch<T, layered_cube>(how, s, q, out, n);
    }
}

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

static Image make_image(Shape shape, Format format, int w, int h, int d, int levels, uint32_t seed) {
    Image image = {shape, format, {}};
    for (int i = 0; i < levels; ++i) {
        auto half = [&](int side) { return std::max(side >> i, 1); };
        image.levels.push_back({half(w), half(h), shape == d3 ? half(d) : d, {}});
    }
    fill(image, seed);
    return image;
}

static int line_count(Shape shape) { return shape == d1 || shape == layered1 ? 1 : shape == d3 || shape >= cube ? 3 : 2; }

// Coordinates inside, on edges and up to two sizes outside; directions for cubes; layers beyond both ends.
static std::vector<Query> queries(const Image &image, const hipTextureDesc &t, int count, uint32_t seed) {
    std::vector<Query> all(count);
    const Level &l = image.levels[0];
    const int side[3] = {l.w, l.h, l.d};
    for (int i = 0; i < count; ++i) {
        Query &q = all[i];
        for (int a = 0; a < 3; ++a) {
            const uint32_t bits = hash(seed + i * 3 + a);
            float texel = (float)(bits % (side[a] * 5 * 64)) / 64.0f - 2.0f * side[a];
            if (bits >> 28 == 0) texel = std::floor(texel);
            if (bits >> 28 == 1) texel += 0.00123f * (float)(bits >> 20 & 7);
            q.c[a] = t.normalizedCoords || image.shape >= cube ? texel / (float)side[a] : texel;
        }
        q.layer = (int)(hash(seed + i * 5 + 1) % (l.d + 4)) - 2;
        q.detail = (float)(hash(seed + i * 11) % 512) / 64.0f - 1.5f;
        // Footprints of a power of two, so that the level does not hang on the last bit of a logarithm.
        const float size = std::ldexp(1.0f, (int)(hash(seed + i * 13) % 6) - 1);
        q.dx = make_float4(size / side[0], 0, 0, 0);
        q.dy = make_float4(0, line_count(image.shape) > 1 ? size / 2 / side[1] : 0, 0, 0);
        if (image.shape < cube) q.detail = i % 4 == 3 ? std::log2(size) : q.detail;
    }
    return all;
}

struct Table {
    const char *name;
    int rows = 0, wrong = 0;
    long reads = 0;
    void end() const {
        std::printf("RESULT name=%s ok=%d rows=%d reads=%ld wrong=%d\n", name, wrong == 0 && rows > 0, rows, reads, wrong);
        failures += wrong;
    }
};

static bool same(float a, float b) { return std::memcmp(&a, &b, 4) == 0 || a == b; }

// Whether the texture unit samples at all: on GPUs, and where the user says so.
static bool has_unit() {
    const char *said = std::getenv("HIPVK_HARDWARE_TEXTURES");
    if (said && *said) return std::strcmp(said, "0") != 0;
    hipDeviceProp_t device = {};
    HIP(hipGetDeviceProperties(&device, 0));
    return std::strstr(device.name, "llvmpipe") == nullptr;
}

// Whether it samples this: see unit.rs.
static bool by_unit(const Image &image, const hipTextureDesc &t, Through through, How how, bool view) {
    static const bool unit = has_unit();
    const bool coloured = t.borderColor[0] != 0 || t.borderColor[1] != 0 || t.borderColor[2] != 0 || t.borderColor[3] != 0;
    const bool border = t.addressMode[0] == hipAddressModeBorder || t.addressMode[1] == hipAddressModeBorder;
    const bool srgb = t.sRGB && image.format.bits == 8 && image.format.kind == hipChannelFormatKindUnsigned;
    return unit && image.shape == d2 && through == through_array && how != gathered && !view && !(border && coloured) &&
           Reference{image, t}.floats() && !srgb;
}

// How far the texels that a filter uses at `c` are from each other.
static float spread(const Reference &r, const float *c, int k) {
    Reference nearest = r;
    nearest.t.filterMode = hipFilterModePoint;
    const Level &l = r.image.levels[0];
    const float half[2] = {r.t.normalizedCoords ? 0.51f / l.w : 0.51f, r.t.normalizedCoords ? 0.51f / l.h : 0.51f};
    float least = INFINITY, most = -INFINITY;
    for (int tap = 0; tap < 4; ++tap) {
        const float at[3] = {c[0] + (tap & 1 ? half[0] : -half[0]), c[1] + (tap & 2 ? half[1] : -half[1]), 0};
        const float v = nearest.at(at, 0, 0).v[k];
        least = std::fmin(least, v), most = std::fmax(most, v);
    }
    return most - least;
}

// Whether `got` is what a texture unit may make of a read: the coordinates moved by up to one fraction; each texel's weight, a
// product, cut to a fraction again (NVIDIA's); of 8-bit channels a result of 8 bits (lavapipe's), of half floats one in half (NVIDIA's).
static bool near(const Reference &r, const float *c, int k, float got) {
    const Level &l = r.image.levels[0];
    const float step[2] = {r.t.normalizedCoords ? 1.0f / l.w / 256.0f : 1.0f / 256.0f,
                           r.t.normalizedCoords ? 1.0f / l.h / 256.0f : 1.0f / 256.0f};
    float least = INFINITY, most = -INFINITY, size = 1;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
            const float moved[3] = {c[0] + (float)dx * step[0], c[1] + (float)dy * step[1], 0};
            const float v = r.at(moved, 0, 0).v[k];
            least = std::fmin(least, v), most = std::fmax(most, v), size = std::fmax(size, std::fabs(v));
            if (r.t.filterMode == hipFilterModePoint && std::fabs(got - v) <= size * 1e-6f) return true;
        }
    if (r.t.filterMode == hipFilterModePoint) return false;
    const Format &format = r.image.format;
    const float result = format.bits == 8 ? 1.0f / 127 : size * (format.bits == 16 && !format.integer() ? 1.0f / 1024 : 1e-5f);
    const float rounding = spread(r, c, k) / 128.0f + result;
    return got >= least - rounding && got <= most + rounding;
}

// One row of a table: one texture, many reads. T is what the kernel reads.
template <class T, int channels>
void check(Table &table, const Image &image, hipTextureDesc t, Through through, How how,
           const hipResourceViewDesc *view = nullptr, const Reference *expected = nullptr) {
    const int count = 1500;
    Resource resource(image, through);
    hipTextureObject_t texture = nullptr;
    HIP(hipCreateTextureObject(&texture, &resource.desc, &t, view));
    std::vector<Query> asked = queries(image, t, count, 17 + table.rows);
    if (how == gathered)
        for (Query &q : asked) q.layer = table.rows % channels;
    Scene scene = {0, {nullptr, texture}}, *device_scene;
    Query *device_queries;
    T *device_out;
    std::vector<T> got(count);
    HIP(hipMalloc(&device_scene, sizeof scene));
    HIP(hipMalloc(&device_queries, count * sizeof(Query)));
    HIP(hipMalloc(&device_out, count * sizeof(T)));
    HIP(hipMemset(device_out, 0x7b, count * sizeof(T)));
    HIP(hipMemcpy(device_scene, &scene, sizeof scene, hipMemcpyHostToDevice));
    HIP(hipMemcpy(device_queries, asked.data(), count * sizeof(Query), hipMemcpyHostToDevice));
    launch<T>(image.shape, how, device_scene, device_queries, device_out, count);
    HIP(hipGetLastError());
    HIP(hipMemcpy(got.data(), device_out, count * sizeof(T), hipMemcpyDeviceToHost));
    const Reference own = {image, t};
    const Reference &reference = expected ? *expected : own;
    const bool unit = by_unit(image, t, through, how, view != nullptr);
    int wrong = 0;
    for (int i = 0; i < count; ++i) {
        const Query &q = asked[i];
        float detail = how == lod ? q.detail : 0.0f;
        if (how == grad) detail = std::log2(std::max(q.dx.x * image.levels[0].w, q.dy.y * image.levels[0].h));
        const Colour want = how == gathered ? reference.gather(q.c[0], q.c[1], q.layer) : reference.at(q.c, q.layer, detail);
        const auto *element = reinterpret_cast<const std::remove_reference_t<decltype(got[0].x)> *>(&got[i]);
        for (int k = 0; k < channels; ++k) {
            bool equal;
            if constexpr (std::is_same_v<std::remove_cv_t<std::remove_pointer_t<decltype(element)>>, float>)
                equal = same(element[k], want.v[k]) || (unit && near(reference, q.c, k, element[k]));
            else
                equal = element[k] == (std::remove_cv_t<std::remove_pointer_t<decltype(element)>>)__builtin_bit_cast(int, want.v[k]);
            if (equal) continue;
            if (wrong++ == 0 && table.wrong < 40)
                std::printf("%s row %d tex%s how %d filter %d read %d unit %d modes %d%d%d bits %d x %d, read %d channel %d: (%.9g %.9g %.9g) "
                            "layer %d detail %g: got %.9g, want %.9g\n",
                            table.name, table.rows, shape_names[image.shape], how, t.filterMode, t.readMode, t.normalizedCoords, t.addressMode[0],
                            t.addressMode[1], t.addressMode[2], image.format.bits, image.format.channels, i, k, q.c[0],
                            q.c[1], q.c[2], q.layer, detail, (double)element[k], (double)want.v[k]);
        }
    }
    table.rows++;
    table.reads += count;
    table.wrong += wrong;
    HIP(hipDestroyTextureObject(texture));
    HIP(hipFree(device_scene));
    HIP(hipFree(device_queries));
    HIP(hipFree(device_out));
}

static const Format f32x4 = {32, 4, hipChannelFormatKindFloat}, f32x1 = {32, 1, hipChannelFormatKindFloat};
static const hipTextureAddressMode modes[] = {hipAddressModeWrap, hipAddressModeClamp, hipAddressModeMirror,
                                              hipAddressModeBorder};

static hipTextureDesc desc(hipTextureAddressMode mode, hipTextureFilterMode filter, hipTextureReadMode read, int unit) {
    hipTextureDesc t = {};
    // Another mode on each axis, so that a mix-up shows.
    for (int a = 0; a < 3; ++a) t.addressMode[a] = modes[(mode + a) % 4];
    t.filterMode = filter;
    t.readMode = read;
    t.normalizedCoords = unit;
    const float border[4] = {0.5f, 2.0f, -3.0f, 7.0f};
    std::memcpy(t.borderColor, border, sizeof border);
    return t;
}

// Every shape, address mode and filter, both kinds of coordinates.
static void modes_table() {
    Table table = {"texture_modes"};
    for (Shape shape : {d1, d2, d3, layered1, layered2, cube, layered_cube}) {
        const bool flat = shape == d1 || shape == layered1;
        const int w = shape >= cube ? 8 : 12, h = flat ? 1 : shape >= cube ? 8 : 5;
        const int d = shape == d3 ? 3 : shape == cube ? 6 : shape == layered_cube ? 18 : shape >= layered1 ? 4 : 1;
        const Image image = make_image(shape, f32x4, w, h, d, 1, 1 + shape);
        for (hipTextureAddressMode mode : modes)
            for (hipTextureFilterMode filter : {hipFilterModePoint, hipFilterModeLinear})
                for (int unit : {0, 1})
                    check<float4, 4>(table, image, desc(mode, filter, hipReadModeElementType, unit), through_array, plain);
    }
    table.end();
}

template <class T> void format_row(Table &table, Format format, hipTextureReadMode read, hipTextureFilterMode filter, int srgb) {
    const Image image = make_image(d2, format, 9, 7, 1, 1, 100 + table.rows);
    hipTextureDesc t = desc(hipAddressModeWrap, filter, read, 1);
    t.sRGB = srgb;
    for (Through through : {through_array, through_pitch}) check<T, 4>(table, image, t, through, plain);
}

// Every channel format, as elements and normalised, from arrays and pitched memory; absent channels are 0, 0, 1.
static void formats_table() {
    Table table = {"texture_formats"};
    for (int channels : {1, 2, 4})
        for (int bits : {8, 16, 32}) {
            for (hipChannelFormatKind kind : {hipChannelFormatKindSigned, hipChannelFormatKindUnsigned}) {
                const Format format = {bits, channels, kind};
                if (kind == hipChannelFormatKindSigned) format_row<int4>(table, format, hipReadModeElementType, hipFilterModePoint, 0);
                else format_row<uint4>(table, format, hipReadModeElementType, hipFilterModePoint, 0);
                if (bits == 32) continue;
                for (hipTextureFilterMode filter : {hipFilterModePoint, hipFilterModeLinear})
                    for (int srgb : {0, 1}) format_row<float4>(table, format, hipReadModeNormalizedFloat, filter, srgb);
            }
            if (bits == 8) continue;
            for (hipTextureFilterMode filter : {hipFilterModePoint, hipFilterModeLinear})
                format_row<float4>(table, {bits, channels, hipChannelFormatKindFloat}, hipReadModeElementType, filter, 0);
        }
    table.end();
}

// Small elements keep their own type: the top bits of a register are cut off.
static void narrow_table() {
    Table table = {"texture_narrow"};
    const hipTextureDesc t = desc(hipAddressModeClamp, hipFilterModePoint, hipReadModeElementType, 0);
    check<char4, 4>(table, make_image(d2, {8, 4, hipChannelFormatKindSigned}, 9, 7, 1, 1, 5), t, through_array, plain);
    check<uchar2, 2>(table, make_image(d2, {8, 2, hipChannelFormatKindUnsigned}, 9, 7, 1, 1, 6), t, through_array, plain);
    check<short2, 2>(table, make_image(d2, {16, 2, hipChannelFormatKindSigned}, 9, 7, 1, 1, 7), t, through_array, plain);
    check<ushort1, 1>(table, make_image(d2, {16, 1, hipChannelFormatKindUnsigned}, 9, 7, 1, 1, 8), t, through_array, plain);
    check<float1, 1>(table, make_image(d2, f32x1, 9, 7, 1, 1, 9), t, through_array, plain);
    table.end();
}

// Levels: nearest and linear between them, clamped, biased, by number and by gradient, through views.
static void levels_table() {
    Table table = {"texture_levels"};
    for (Shape shape : {d1, d2, d3, layered1, layered2, cube, layered_cube}) {
        const bool flat = shape == d1 || shape == layered1;
        const int side = 16, h = flat ? 1 : side;
        const int d = shape == d3 ? 16 : shape == cube ? 6 : shape == layered_cube ? 12 : shape >= layered1 ? 3 : 1;
        const Image image = make_image(shape, f32x4, side, h, d, 5, 40 + shape);
        for (hipTextureFilterMode filter : {hipFilterModePoint, hipFilterModeLinear})
            for (hipTextureFilterMode between : {hipFilterModePoint, hipFilterModeLinear}) {
                hipTextureDesc t = desc(hipAddressModeMirror, filter, hipReadModeElementType, 1);
                t.mipmapFilterMode = between;
                t.maxMipmapLevelClamp = 10;
                for (How how : {plain, lod}) check<float4, 4>(table, image, t, through_mipmaps, how);
                if (shape < cube) check<float4, 4>(table, image, t, through_mipmaps, grad);
                t.mipmapLevelBias = 0.75f;
                t.minMipmapLevelClamp = 1.25f;
                t.maxMipmapLevelClamp = 2.5f;
                for (How how : {plain, lod}) check<float4, 4>(table, image, t, through_mipmaps, how);
            }
    }
    // A view of levels 1 to 3 begins at level 1's size.
    const Image image = make_image(d2, f32x4, 16, 16, 1, 5, 77);
    hipTextureDesc t = desc(hipAddressModeClamp, hipFilterModeLinear, hipReadModeElementType, 1);
    t.maxMipmapLevelClamp = 10;
    hipResourceViewDesc view = {};
    view.firstMipmapLevel = 1;
    view.lastMipmapLevel = 3;
    const Reference expected = {image, t, 1, 3};
    check<float4, 4>(table, image, t, through_mipmaps, lod, &view, &expected);
    table.end();
}

static void gather_table() {
    Table table = {"texture_gather"};
    const Image floats = make_image(d2, f32x4, 7, 6, 1, 1, 3);
    const Image bytes = make_image(d2, {8, 4, hipChannelFormatKindUnsigned}, 7, 6, 1, 1, 4);
    for (hipTextureAddressMode mode : modes)
        for (int unit : {0, 1}) {
            check<float4, 4>(table, floats, desc(mode, hipFilterModeLinear, hipReadModeElementType, unit), through_array, gathered);
            check<int4, 4>(table, bytes, desc(mode, hipFilterModePoint, hipReadModeElementType, unit), through_array, gathered);
        }
    table.end();
}

// ---------------------------------------------------------------- linear memory

template <class T> __global__ void fetch(hipTextureObject_t t, T *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = tex1Dfetch<T>(t, i - 10);
}

static void fetch_table() {
    Table table = {"texture_fetch"};
    const int n = 1000, count = n + 20;
    std::vector<float4> host(n);
    for (int i = 0; i < n; ++i) host[i] = make_float4(i, i * 0.5f, -i, i * i);
    float4 *memory, *out;
    HIP(hipMalloc(&memory, n * sizeof(float4)));
    HIP(hipMalloc(&out, count * sizeof(float4)));
    HIP(hipMemcpy(memory, host.data(), n * sizeof(float4), hipMemcpyHostToDevice));
    hipResourceDesc r = {};
    r.resType = hipResourceTypeLinear;
    r.res.linear.devPtr = memory;
    r.res.linear.desc = hipCreateChannelDesc<float4>();
    r.res.linear.sizeInBytes = n * sizeof(float4);
    hipTextureDesc t = {};
    hipTextureObject_t texture = nullptr;
    HIP(hipCreateTextureObject(&texture, &r, &t, nullptr));
    fetch<float4><<<(count + 63) / 64, 64>>>(texture, out, count);
    std::vector<float4> got(count);
    HIP(hipMemcpy(got.data(), out, count * sizeof(float4), hipMemcpyDeviceToHost));
    for (int i = 0; i < count; ++i) {
        const bool inside = i >= 10 && i < n + 10;
        const float4 want = inside ? host[i - 10] : make_float4(0, 0, 0, 0);
        table.wrong += !(got[i].x == want.x && got[i].y == want.y && got[i].z == want.z && got[i].w == want.w);
    }
    table.rows = 1;
    table.reads = count;
    HIP(hipDestroyTextureObject(texture));
    HIP(hipFree(memory));
    HIP(hipFree(out));
    table.end();
}

// ---------------------------------------------------------------- texture references

texture<float, hipTextureType2D, hipReadModeElementType> reference_2d;
texture<uchar4, hipTextureType1D, hipReadModeNormalizedFloat> reference_1d;

__global__ void read_references(float *out2, float4 *out1, int w, int h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h) return;
    out2[i] = tex2D(reference_2d, i % w + 0.75f, i / w + 0.5f);
    out1[i] = tex1Dfetch(reference_1d, i);
}

static void references_table() {
    Table table = {"texture_references"};
    const int w = 20, h = 10, n = w * h;
    const Image floats = make_image(d2, f32x1, w, h, 1, 1, 60);
    const Image bytes = make_image(d1, {8, 4, hipChannelFormatKindUnsigned}, n, 1, 1, 1, 61);
    Resource array(floats, through_array);
    unsigned char *memory;
    float *out2;
    float4 *out1;
    HIP(hipMalloc(&memory, n * 4));
    HIP(hipMalloc(&out2, n * sizeof(float)));
    HIP(hipMalloc(&out1, n * sizeof(float4)));
    HIP(hipMemcpy(memory, bytes.levels[0].texels.data(), n * 4, hipMemcpyHostToDevice));
    for (hipTextureFilterMode filter : {hipFilterModePoint, hipFilterModeLinear}) {
        reference_2d.filterMode = filter;
        reference_2d.addressMode[0] = reference_2d.addressMode[1] = hipAddressModeClamp;
        HIP(hipBindTextureToArray(reference_2d, array.array));
        size_t offset = 1;
        HIP(hipBindTexture(&offset, reference_1d, memory, n * 4));
        if (offset != 0) table.wrong++;
        read_references<<<(n + 63) / 64, 64>>>(out2, out1, w, h);
        std::vector<float> got2(n);
        std::vector<float4> got1(n);
        HIP(hipMemcpy(got2.data(), out2, n * sizeof(float), hipMemcpyDeviceToHost));
        HIP(hipMemcpy(got1.data(), out1, n * sizeof(float4), hipMemcpyDeviceToHost));
        hipTextureDesc t = {};
        t.filterMode = filter;
        t.addressMode[0] = t.addressMode[1] = hipAddressModeClamp;
        for (int i = 0; i < n; ++i) {
            const float c[3] = {i % w + 0.75f, i / w + 0.5f, 0};
            const Reference expected = {floats, t};
            const bool unit = by_unit(floats, t, through_array, plain, false);
            table.wrong += !same(got2[i], expected.at(c, 0, 0).v[0]) && !(unit && near(expected, c, 0, got2[i]));
            table.wrong += !same(got1[i].y, bytes.levels[0].texels[i * 4 + 1] / 255.0f);
        }
        table.rows++;
        table.reads += n;
    }
    HIP(hipUnbindTexture(reference_2d));
    HIP(hipUnbindTexture(reference_1d));
    HIP(hipFree(memory));
    HIP(hipFree(out2));
    HIP(hipFree(out1));
    table.end();
}

// ---------------------------------------------------------------- surfaces

template <class T, Shape shape> __device__ T surface_get(hipSurfaceObject_t s, int x, int y, int z, int mode) {
    const int b = x * (int)sizeof(T);
    T v;
    switch (shape) {
    case d1: surf1Dread(&v, s, b, mode); break;
    case d2: surf2Dread(&v, s, b, y, mode); break;
    case d3: surf3Dread(&v, s, b, y, z, mode); break;
    case layered1: surf1DLayeredread(&v, s, b, z, mode); break;
    case layered2: surf2DLayeredread(&v, s, b, y, z, mode); break;
    case cube: surfCubemapread(&v, s, b, y, z, mode); break;
    default: surfCubemapLayeredread(&v, s, b, y, z % 6, z / 6, mode); break;
    }
    return v;
}

template <class T, Shape shape> __device__ void surface_put(T v, hipSurfaceObject_t s, int x, int y, int z, int mode) {
    const int b = x * (int)sizeof(T);
    switch (shape) {
    case d1: surf1Dwrite(v, s, b, mode); break;
    case d2: surf2Dwrite(v, s, b, y, mode); break;
    case d3: surf3Dwrite(v, s, b, y, z, mode); break;
    case layered1: surf1DLayeredwrite(v, s, b, z, mode); break;
    case layered2: surf2DLayeredwrite(v, s, b, y, z, mode); break;
    case cube: surfCubemapwrite(v, s, b, y, z, mode); break;
    default: surfCubemapLayeredwrite(v, s, b, y, z % 6, z / 6, mode); break;
    }
}

// Moves every texel one column and row on, from one surface to another; what comes from outside is by the mode.
template <class T, Shape shape>
__global__ void shift(hipSurfaceObject_t from, hipSurfaceObject_t to, int w, int h, int d, int mode) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h * d) return;
    int x = i % w, y = i / w % h, z = i / w / h;
    surface_put<T, shape>(surface_get<T, shape>(from, x - 1, h > 1 ? y - 1 : 0, z, mode), to, x, y, z, hipBoundaryModeZero);
    // Outside: nothing may happen.
    surface_put<T, shape>(T{}, to, x + w, y, z, hipBoundaryModeZero);
    if (shape == d3) surface_put<T, shape>(T{}, to, x, y, z + d, hipBoundaryModeZero);
}

template <class T, Shape shape> void surface_row(Table &table, Format format, int mode) {
    const bool flat = shape == d1 || shape == layered1;
    const int w = shape >= cube ? 6 : 11, h = flat ? 1 : shape >= cube ? 6 : 5;
    const int d = shape == d3 ? 4 : shape == cube ? 6 : shape == layered_cube ? 12 : shape >= layered1 ? 3 : 1;
    const Image image = make_image(shape, format, w, h, d, 1, 200 + table.rows);
    Image blank = image;
    std::fill(blank.levels[0].texels.begin(), blank.levels[0].texels.end(), 0xee);
    Resource from(image, through_array), to(blank, through_array);
    hipSurfaceObject_t s_from = nullptr, s_to = nullptr;
    HIP(hipCreateSurfaceObject(&s_from, &from.desc));
    HIP(hipCreateSurfaceObject(&s_to, &to.desc));
    shift<T, shape><<<(w * h * d + 63) / 64, 64>>>(s_from, s_to, w, h, d, mode);
    HIP(hipGetLastError());
    std::vector<T> got((size_t)w * h * d);
    hipMemcpy3DParms copy = {};
    copy.srcArray = to.array;
    copy.dstPtr = make_hipPitchedPtr(got.data(), w * sizeof(T), w, h);
    copy.extent = make_hipExtent(w, h, d);
    copy.kind = hipMemcpyDeviceToHost;
    HIP(hipMemcpy3D(&copy));
    const T *texels = reinterpret_cast<const T *>(image.levels[0].texels.data());
    int wrong = 0;
    for (int i = 0; i < w * h * d; ++i) {
        int x = i % w - 1, y = i / w % h - (h > 1), z = i / w / h;
        T want;
        std::memset(&want, 0, sizeof want);
        const bool outside = x < 0 || y < 0;
        if (!outside || mode == hipBoundaryModeClamp) want = texels[(z * h + std::max(y, 0)) * w + std::max(x, 0)];
        wrong += std::memcmp(&want, &got[i], sizeof want) != 0;
    }
    if (wrong) std::printf("surf%s of %d bytes, mode %d: %d wrong\n", shape_names[shape], (int)sizeof(T), mode, wrong);
    table.rows++;
    table.reads += w * h * d;
    table.wrong += wrong;
    HIP(hipDestroySurfaceObject(s_from));
    HIP(hipDestroySurfaceObject(s_to));
}

template <class T> void surface_shapes(Table &table, Format format) {
    for (int mode : {(int)hipBoundaryModeZero, (int)hipBoundaryModeClamp}) {
        surface_row<T, d1>(table, format, mode);
        surface_row<T, d2>(table, format, mode);
        surface_row<T, d3>(table, format, mode);
        surface_row<T, layered1>(table, format, mode);
        surface_row<T, layered2>(table, format, mode);
        surface_row<T, cube>(table, format, mode);
        surface_row<T, layered_cube>(table, format, mode);
    }
}

static void surfaces_table() {
    Table table = {"surfaces"};
    surface_shapes<unsigned char>(table, {8, 1, hipChannelFormatKindUnsigned});
    surface_shapes<short2>(table, {16, 2, hipChannelFormatKindSigned});
    surface_shapes<float>(table, f32x1);
    surface_shapes<float4>(table, f32x4);
    table.end();
}

// ---------------------------------------------------------------- driver API, errors

static void errors_table() {
    Table table = {"texture_errors"};
    auto expect = [&](hipError_t got, hipError_t want, int line) {
        table.rows++;
        if (got == want) return;
        table.wrong++;
        std::printf("line %d: %s instead of %s\n", line, hipGetErrorName(got), hipGetErrorName(want));
    };
#define EXPECT(call, error) expect((call), error, __LINE__)
    hipChannelFormatDesc format = hipCreateChannelDesc<float>(), three = hipCreateChannelDesc(32, 32, 32, 0, hipChannelFormatKindFloat);
    hipArray_t array = nullptr, other = nullptr;
    EXPECT(hipMallocArray(nullptr, &format, 8, 8), hipErrorInvalidValue);
    EXPECT(hipMallocArray(&array, nullptr, 8, 8), hipErrorInvalidValue);
    EXPECT(hipMallocArray(&array, &three, 8, 8), hipErrorInvalidValue);
    EXPECT(hipMallocArray(&array, &format, 0, 8), hipErrorInvalidValue);
    EXPECT(hipMallocArray(&array, &format, 8, 8, hipArrayLayered), hipErrorInvalidValue);
    EXPECT(hipMallocArray(&array, &format, ~size_t{0}, ~size_t{0}), hipErrorInvalidValue);
    EXPECT(hipMalloc3DArray(&array, &format, make_hipExtent(8, 8, 5), hipArrayCubemap), hipErrorInvalidValue);
    EXPECT(hipMallocArray(&array, &format, 8, 4), hipSuccess);
    float texels[32] = {};
    EXPECT(hipMemcpy2DToArray(array, 0, 0, texels, 32, 32, 4, hipMemcpyHostToDevice), hipSuccess);
    EXPECT(hipMemcpy2DToArray(array, 1, 0, texels, 32, 32, 4, hipMemcpyHostToDevice), hipErrorInvalidValue);
    EXPECT(hipMemcpy2DToArray(array, 0, 1, texels, 32, 32, 4, hipMemcpyHostToDevice), hipErrorInvalidValue);
    EXPECT(hipMemcpy2DToArray(array, 0, 0, texels, 16, 32, 4, hipMemcpyHostToDevice), hipErrorInvalidPitchValue);
    EXPECT(hipMemcpy2DToArray(array, 0, 0, nullptr, 32, 32, 4, hipMemcpyHostToDevice), hipErrorInvalidValue);
    EXPECT(hipMemcpy2DToArray(nullptr, 0, 0, texels, 32, 32, 4, hipMemcpyHostToDevice), hipErrorInvalidHandle);
    EXPECT(hipMemcpy2DToArray(array, 0, 0, texels, 32, 32, 4, (hipMemcpyKind)9), hipErrorInvalidMemcpyDirection);
    EXPECT(hipMemcpyToArray(array, 4, 3, texels, 29, hipMemcpyHostToDevice), hipErrorInvalidValue);
    EXPECT(hipMemcpyToArray(array, 4, 3, texels, 28, hipMemcpyHostToDevice), hipSuccess);
    hipResourceDesc r = {};
    hipTextureDesc t = {};
    hipTextureObject_t texture = nullptr;
    EXPECT(hipCreateTextureObject(&texture, &r, &t, nullptr), hipErrorInvalidValue);
    r.res.array.array = array;
    EXPECT(hipCreateTextureObject(nullptr, &r, &t, nullptr), hipErrorInvalidValue);
    EXPECT(hipCreateTextureObject(&texture, nullptr, &t, nullptr), hipErrorInvalidValue);
    EXPECT(hipCreateTextureObject(&texture, &r, nullptr, nullptr), hipErrorInvalidValue);
    EXPECT(hipCreateTextureObject(&texture, &r, &t, nullptr), hipSuccess);
    hipResourceDesc asked = {};
    hipResourceViewDesc view = {};
    EXPECT(hipGetTextureObjectResourceDesc(&asked, texture), hipSuccess);
    table.wrong += asked.res.array.array != array || asked.resType != hipResourceTypeArray;
    EXPECT(hipGetTextureObjectResourceViewDesc(&view, texture), hipErrorInvalidValue);
    EXPECT(hipGetTextureObjectResourceDesc(nullptr, texture), hipErrorInvalidValue);
    EXPECT(hipDestroySurfaceObject((hipSurfaceObject_t)texture), hipErrorInvalidValue);
    EXPECT(hipDestroyTextureObject(texture), hipSuccess);
    EXPECT(hipDestroyTextureObject(texture), hipErrorInvalidValue);
    EXPECT(hipDestroyTextureObject(nullptr), hipSuccess);
    float *memory;
    EXPECT(hipMalloc(&memory, 4096), hipSuccess);
    r.resType = hipResourceTypeLinear;
    r.res.linear.devPtr = memory;
    r.res.linear.desc = format;
    r.res.linear.sizeInBytes = 4096;
    EXPECT(hipCreateTextureObject(&texture, &r, &t, &view), hipErrorInvalidValue);
    r.res.linear.sizeInBytes = 4097 * 4;
    EXPECT(hipCreateTextureObject(&texture, &r, &t, nullptr), hipErrorInvalidValue);
    r.res.linear.sizeInBytes = 64;
    r.res.linear.devPtr = (char *)memory + 4;
    EXPECT(hipCreateTextureObject(&texture, &r, &t, nullptr), hipErrorInvalidValue);
    r.res.linear.devPtr = texels;
    EXPECT(hipCreateTextureObject(&texture, &r, &t, nullptr), hipErrorInvalidValue);
    hipSurfaceObject_t surface;
    EXPECT(hipCreateSurfaceObject(&surface, &r), hipErrorInvalidValue);
    r = {};
    r.resType = hipResourceTypePitch2D;
    r.res.pitch2D.devPtr = memory;
    r.res.pitch2D.desc = format;
    r.res.pitch2D.width = 8;
    r.res.pitch2D.height = 4;
    r.res.pitch2D.pitchInBytes = 33;
    EXPECT(hipCreateTextureObject(&texture, &r, &t, nullptr), hipErrorInvalidValue);
    r.res.pitch2D.pitchInBytes = 1 << 20;
    EXPECT(hipCreateTextureObject(&texture, &r, &t, nullptr), hipErrorInvalidValue);
    EXPECT(hipFree(memory), hipSuccess);
    EXPECT(hipArrayGetInfo(&format, nullptr, nullptr, array), hipSuccess);
    EXPECT(hipFreeArray(array), hipSuccess);
    EXPECT(hipFreeArray(array), hipErrorContextIsDestroyed);
    EXPECT(hipFreeArray(nullptr), hipErrorInvalidValue);
    EXPECT(hipArrayGetInfo(&format, nullptr, nullptr, array), hipErrorInvalidHandle);
    HIP_ARRAY3D_DESCRIPTOR driver = {4, 4, 6, HIP_AD_FORMAT_HALF, 2, hipArrayCubemap}, back = {};
    EXPECT(hipArray3DCreate(&other, &driver), hipSuccess);
    EXPECT(hipArray3DGetDescriptor(&back, other), hipSuccess);
    table.wrong += back.Width != 4 || back.Height != 4 || back.Depth != 6 || back.Format != HIP_AD_FORMAT_HALF ||
                   back.NumChannels != 2 || back.Flags != hipArrayCubemap;
    EXPECT(hipArrayDestroy(other), hipSuccess);
    (void)hipGetLastError();
    table.end();
}

int main() {
    modes_table();
    formats_table();
    narrow_table();
    levels_table();
    gather_table();
    fetch_table();
    references_table();
    surfaces_table();
    errors_table();
    return failures == 0 ? 0 : 1;
}
