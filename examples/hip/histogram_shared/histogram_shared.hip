// histogram_shared: how often each byte value occurs. Each block counts in shared memory with atomics, then adds
// its counts to the whole's.
// Usage: histogram_shared [bytes]
#include "../common/example.h"

constexpr int BINS = 256;
constexpr int BLOCK = 128;

__global__ void histogram(const unsigned char *in, unsigned *bins, int count) {
    __shared__ unsigned local[BINS];
    for (int bin = threadIdx.x; bin < BINS; bin += BLOCK) local[bin] = 0;
    __syncthreads();

    const int stride = gridDim.x * BLOCK;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < count; i += stride) atomicAdd(&local[in[i]], 1u);
    __syncthreads();

    for (int bin = threadIdx.x; bin < BINS; bin += BLOCK)
        if (local[bin] != 0) atomicAdd(&bins[bin], local[bin]);
}

int main(int argc, char **argv) {
    example::name() = "histogram_shared";
    const int count = example::argument(argc, argv, 1, 1000003);
    const int grid = (int)example::blocks_for(count, 64 * BLOCK);

    // Uneven on purpose: low values collide much more often than high ones.
    std::vector<unsigned char> in(count);
    std::mt19937 engine(1);
    for (unsigned char &value : in) value = (unsigned char)((engine() % 256) * (engine() % 256) / 256);
    example::Buffer<unsigned char> device_in(in);
    example::Buffer<unsigned> bins(BINS);

    const double ms = example::time_ms([&] {
        CHECK(hipMemsetAsync(bins.get(), 0, BINS * sizeof(unsigned)));
        histogram<<<grid, BLOCK>>>(device_in.get(), bins.get(), count);
        CHECK(hipGetLastError());
    });

    std::vector<unsigned> expected(BINS, 0);
    for (unsigned char value : in) ++expected[value];
    const bool ok = example::equal(bins.download(), expected);
    return example::report(ok, "histogram", ms, count, 0);
}
