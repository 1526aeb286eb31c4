// saxpy: y = a * x + y, launched with hipLaunchKernelGGL and a grid-stride loop.
// Usage: saxpy [elements]
#include "../common/example.h"

__global__ void saxpy(int count, float a, const float *x, const float *y, float *out) {
    const int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) out[i] = a * x[i] + y[i];
}

int main(int argc, char **argv) {
    example::name() = "saxpy";
    const int count = example::argument(argc, argv, 1, 1000001);
    const float a = 2.5f;
    const int block = 256;
    // Fewer threads than elements: each thread takes several.
    const int grid = (int)example::blocks_for(count, 4 * block);

    const std::vector<float> x = example::random_floats(count, 1, 2, 1);
    const std::vector<float> y = example::random_floats(count, 1, 2, 2);
    example::Buffer<float> device_x(x), device_y(y), device_out(count);

    const double ms = example::time_ms([&] {
        hipLaunchKernelGGL(saxpy, dim3(grid), dim3(block), 0, 0, count, a, device_x.get(), device_y.get(),
                           device_out.get());
        CHECK(hipGetLastError());
    });

    std::vector<float> expected(count);
    for (int i = 0; i < count; ++i) expected[i] = a * x[i] + y[i];
    // The device may fuse the multiplication and the addition: one rounding instead of two.
    const bool ok = example::close(device_out.download(), expected, 1e-6f);
    return example::report(ok, "saxpy", ms, 3.0 * count * sizeof(float), 2.0 * count);
}
