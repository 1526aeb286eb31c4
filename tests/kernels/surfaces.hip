// Surfaces of every shape, texel size and boundary mode: texels move from one to another, and nothing happens outside.
// also with: HIPVK_HARDWARE_TEXTURES=1
#include "image_reference.h"

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

int main() {
    surfaces_table();
    return failures == 0 ? 0 : 1;
}
