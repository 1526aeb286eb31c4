// dynamic_shared: one block of dynamic shared memory carved into two arrays of different types.
// Each thread block sorts its own stretch of numbers: `keys` holds them, `ranks` where each belongs.
// Usage: dynamic_shared [elements] [block]
#include "../common/example.h"

#include <algorithm>

__global__ void sort_blocks(const float *in, float *out, int count) {
    extern __shared__ unsigned char arena[];
    float *keys = reinterpret_cast<float *>(arena);
    unsigned short *ranks = reinterpret_cast<unsigned short *>(keys + blockDim.x);

    const int first = blockIdx.x * blockDim.x;
    const int length = min((int)blockDim.x, count - first);
    const int me = threadIdx.x;
    if (me < length) keys[me] = in[first + me];
    __syncthreads();

    if (me < length) {
        // How many keys go before mine; equal keys keep their order.
        int rank = 0;
        for (int other = 0; other < length; ++other)
            rank += keys[other] < keys[me] || (keys[other] == keys[me] && other < me);
        ranks[rank] = (unsigned short)me;
    }
    __syncthreads();

    if (me < length) out[first + me] = keys[ranks[me]];
}

int main(int argc, char **argv) {
    example::name() = "dynamic_shared";
    const int count = example::argument(argc, argv, 1, 50000);
    const int block = example::argument(argc, argv, 2, 100);

    const std::vector<float> in = example::random_floats(count, -1000, 1000);
    example::Buffer<float> device_in(in), device_out(count);
    const size_t shared = block * (sizeof(float) + sizeof(unsigned short));

    const double ms = example::time_ms([&] {
        sort_blocks<<<example::blocks_for(count, block), block, shared>>>(device_in.get(), device_out.get(), count);
        CHECK(hipGetLastError());
    });

    std::vector<float> expected = in;
    for (int first = 0; first < count; first += block)
        std::sort(expected.begin() + first, expected.begin() + std::min(first + block, count));
    const bool ok = example::equal(device_out.download(), expected);
    return example::report(ok, "sort_blocks", ms, 2.0 * count * sizeof(float), 0);
}
