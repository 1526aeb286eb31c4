// Textures against a host reference, bit for bit: every shape, address mode, filter, read mode and format that HIP has, through every
// resource type, with levels, layers, cube faces, gradients, views, handles that live in memory, and texture references.
//
// What the device's texture unit samples (runtime/src/hip/image/unit.rs) may differ from the reference by one fraction in each
// coordinate. One RESULT line per table.
// also with: HIPVK_HARDWARE_TEXTURES=1
#include "image_reference.h"

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

// ---------------------------------------------------------------- tables

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

int main() {
    modes_table();
    formats_table();
    narrow_table();
    levels_table();
    gather_table();
    references_table();
    return failures == 0 ? 0 : 1;
}
