// block_reduction: the sum of an array. Each block halves its numbers in shared memory until one is left; a second
// launch of the same kernel sums the blocks' sums.
// Usage: block_reduction [elements]
#include "../common/example.h"

constexpr int BLOCK = 256;

__global__ void block_sum(const int *in, int *sums, int count) {
    __shared__ int partial[BLOCK];
    const int me = threadIdx.x;
    int sum = 0;
    for (int i = blockIdx.x * BLOCK + me; i < count; i += BLOCK * gridDim.x) sum += in[i];
    partial[me] = sum;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (me < half) partial[me] += partial[me + half];
        __syncthreads();
    }
    if (me == 0) sums[blockIdx.x] = partial[0];
}

int main(int argc, char **argv) {
    example::name() = "block_reduction";
    const int count = example::argument(argc, argv, 1, 1000003);
    // At least two numbers for each thread; no more blocks than the second launch can take at once.
    const int grid = (int)std::fmin(example::blocks_for(count, 2 * BLOCK), 1024);

    std::vector<int> in(count);
    std::mt19937 engine(1);
    for (int &value : in) value = (int)(engine() % 1000) - 400;
    example::Buffer<int> device_in(in), sums(grid), total(1);

    const double ms = example::time_ms([&] {
        block_sum<<<grid, BLOCK>>>(device_in.get(), sums.get(), count);
        block_sum<<<1, BLOCK>>>(sums.get(), total.get(), grid);
        CHECK(hipGetLastError());
    });

    // Whole numbers: the order of the additions cannot matter.
    int expected = 0;
    for (int value : in) expected += value;
    const bool ok = example::equal(total.download(), std::vector<int>{expected});
    return example::report(ok, "block_sum", ms, 1.0 * count * sizeof(int), 0);
}
