// stencil2d: heat spreads over a plate: each cell becomes a weighted mean of its neighbourhood (two cells each way),
// read through a shared tile with a rim. The plate's edge keeps its temperature.
// Usage: stencil2d [width] [height] [steps]
#include "../common/example.h"

constexpr int BLOCK_X = 32;
constexpr int BLOCK_Y = 8;
constexpr int RIM = 2;
constexpr float WEIGHTS[RIM + 1] = {0.4f, 0.1f, 0.05f};

__global__ void spread(const float *in, float *out, int width, int height) {
    __shared__ float tile[BLOCK_Y + 2 * RIM][BLOCK_X + 2 * RIM];
    const int left = blockIdx.x * BLOCK_X - RIM;
    const int top = blockIdx.y * BLOCK_Y - RIM;
    for (int y = threadIdx.y; y < BLOCK_Y + 2 * RIM; y += BLOCK_Y)
        for (int x = threadIdx.x; x < BLOCK_X + 2 * RIM; x += BLOCK_X) {
            const int gx = left + x, gy = top + y;
            const bool inside = gx >= 0 && gx < width && gy >= 0 && gy < height;
            tile[y][x] = inside ? in[gy * width + gx] : 0.0f;
        }
    __syncthreads();

    const int x = blockIdx.x * BLOCK_X + threadIdx.x;
    const int y = blockIdx.y * BLOCK_Y + threadIdx.y;
    if (x >= width || y >= height) return;
    const int tx = threadIdx.x + RIM, ty = threadIdx.y + RIM;
    float value = tile[ty][tx];
    if (x >= RIM && x < width - RIM && y >= RIM && y < height - RIM) {
        value *= WEIGHTS[0];
        for (int d = 1; d <= RIM; ++d)
            value += WEIGHTS[d] * (tile[ty][tx - d] + tile[ty][tx + d] + tile[ty - d][tx] + tile[ty + d][tx]);
    }
    out[y * width + x] = value;
}

static std::vector<float> spread_on_host(const std::vector<float> &in, int width, int height) {
    std::vector<float> out = in;
    for (int y = RIM; y < height - RIM; ++y)
        for (int x = RIM; x < width - RIM; ++x) {
            const float *cell = &in[(size_t)y * width + x];
            double value = WEIGHTS[0] * (double)*cell;
            for (int d = 1; d <= RIM; ++d)
                value += WEIGHTS[d] * ((double)cell[-d] + cell[d] + cell[-d * width] + cell[d * width]);
            out[(size_t)y * width + x] = (float)value;
        }
    return out;
}

int main(int argc, char **argv) {
    example::name() = "stencil2d";
    const int width = example::argument(argc, argv, 1, 501);
    const int height = example::argument(argc, argv, 2, 333);
    const int steps = example::argument(argc, argv, 3, 5);

    const std::vector<float> plate = example::random_floats((size_t)width * height, 1, 100);
    example::Buffer<float> a(plate), b(plate.size());
    const dim3 block(BLOCK_X, BLOCK_Y);
    const dim3 grid(example::blocks_for(width, BLOCK_X), example::blocks_for(height, BLOCK_Y));

    float *from = a.get(), *to = b.get();
    const double ms = example::time_ms([&] {
        CHECK(hipMemcpyAsync(a.get(), plate.data(), plate.size() * sizeof(float), hipMemcpyHostToDevice));
        from = a.get(), to = b.get();
        for (int step = 0; step < steps; ++step) {
            spread<<<grid, block>>>(from, to, width, height);
            std::swap(from, to);
        }
        CHECK(hipGetLastError());
    });

    std::vector<float> expected = plate;
    for (int step = 0; step < steps; ++step) expected = spread_on_host(expected, width, height);
    const bool ok = example::close(from == a.get() ? a.download() : b.download(), expected, 1e-5f);
    const double cells = (double)plate.size() * steps;
    return example::report(ok, "spread", ms, 2 * sizeof(float) * cells, (4 * RIM + RIM + 1) * cells);
}
