// add_kernel: the program of HIP's introduction: one thread adds one pair of numbers.
// Usage: add_kernel [elements]
#include "../common/example.h"

__global__ void AddKernel(const float *a, const float *b, float *sum, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) sum[i] = a[i] + b[i];
}

int main(int argc, char **argv) {
    example::name() = "add_kernel";
    // Not a multiple of the block, so that the last block has idle threads.
    const int count = example::argument(argc, argv, 1, 1000003);
    const int block = 256;

    const std::vector<float> a = example::random_floats(count, 1, 2, 1);
    const std::vector<float> b = example::random_floats(count, 1, 2, 2);
    example::Buffer<float> device_a(a), device_b(b), device_sum(count);

    const double ms = example::time_ms([&] {
        AddKernel<<<example::blocks_for(count, block), block>>>(device_a.get(), device_b.get(), device_sum.get(),
                                                                count);
        CHECK(hipGetLastError());
    });

    std::vector<float> expected(count);
    for (int i = 0; i < count; ++i) expected[i] = a[i] + b[i];
    const bool ok = example::equal(device_sum.download(), expected);
    return example::report(ok, "AddKernel", ms, 3.0 * count * sizeof(float), count);
}
