// A texture of more rows in pitched memory than images may have: frames of a film below each other, as CUDA's programs bind them
// (65000 rows is CUDA's limit). Each row holds its number, read by point and linear filter. And what is larger than the device says fails.
#include <hip/hip_runtime.h>
#include <cstdio>
#include <vector>

#define HIP(call) do { if (hipError_t e = (call)) { std::printf("%s: %s\n", #call, hipGetErrorName(e)); return 1; } } while (0)

__global__ void read(hipTextureObject_t points, hipTextureObject_t lines, unsigned short *at, float *between, int rows) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    at[row] = tex2D<unsigned short>(points, 3.5f, row + 0.5f);
    between[row] = tex2D<float>(lines, 3.5f, row + 1.0f);
}

int main() {
    hipDeviceProp_t properties;
    HIP(hipGetDeviceProperties(&properties, 0));
    const int rows = 38880, width = 8, most = properties.maxTexture2DLinear[1];
    size_t pitch, other;
    unsigned short *numbers;
    float *floats;
    HIP(hipMallocPitch((void **)&numbers, &pitch, width * sizeof(short), rows));
    HIP(hipMallocPitch((void **)&floats, &other, width * sizeof(float), rows));
    std::vector<unsigned short> rows_of_numbers(pitch / sizeof(short) * rows);
    std::vector<float> rows_of_floats(other / sizeof(float) * rows);
    for (int row = 0; row < rows; ++row) {
        for (int x = 0; x < width; ++x) {
            rows_of_numbers[row * (pitch / sizeof(short)) + x] = (unsigned short)row;
            rows_of_floats[row * (other / sizeof(float)) + x] = (float)row;
        }
    }
    HIP(hipMemcpy(numbers, rows_of_numbers.data(), pitch * rows, hipMemcpyHostToDevice));
    HIP(hipMemcpy(floats, rows_of_floats.data(), other * rows, hipMemcpyHostToDevice));
    hipResourceDesc memory = {};
    memory.resType = hipResourceTypePitch2D;
    memory.res.pitch2D = {numbers, hipCreateChannelDesc<unsigned short>(), width, rows, pitch};
    hipTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = hipAddressModeClamp;
    hipTextureObject_t points, lines, none;
    HIP(hipCreateTextureObject(&points, &memory, &how, nullptr));
    memory.res.pitch2D = {floats, hipCreateChannelDesc<float>(), width, rows, other};
    how.filterMode = hipFilterModeLinear;
    HIP(hipCreateTextureObject(&lines, &memory, &how, nullptr));
    memory.res.pitch2D.height = most + 1;
    const bool refused = hipCreateTextureObject(&none, &memory, &how, nullptr) == hipErrorInvalidValue;

    unsigned short *at;
    float *between;
    HIP(hipMalloc(&at, rows * sizeof(*at)));
    HIP(hipMalloc(&between, rows * sizeof(*between)));
    read<<<(rows + 127) / 128, 128>>>(points, lines, at, between, rows);
    std::vector<unsigned short> got(rows);
    std::vector<float> sums(rows);
    HIP(hipMemcpy(got.data(), at, rows * sizeof(*at), hipMemcpyDeviceToHost));
    HIP(hipMemcpy(sums.data(), between, rows * sizeof(*between), hipMemcpyDeviceToHost));
    int wrong = 0;
    for (int row = 0; row < rows; ++row) {
        const float expected = row + 1 < rows ? row + 0.5f : row;
        wrong += got[row] != row || sums[row] != expected;
    }
    std::printf("RESULT name=tall_texture rows=%d wrong=%d refused=%d ok=%d\n", most, wrong, refused, !wrong && refused && most >= 65000);
    return wrong || !refused || most < 65000;
}
