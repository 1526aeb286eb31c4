// Textures of linear memory, and what the runtime's and the driver API's functions for arrays and objects refuse.
// also with: HIPVK_HARDWARE_TEXTURES=1
#include "image_reference.h"

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
    EXPECT(hipMemcpy2DToArray(array, 0, 0, texels, 0, 32, 1, hipMemcpyHostToDevice), hipSuccess);
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
    fetch_table();
    errors_table();
    return failures == 0 ? 0 : 1;
}
