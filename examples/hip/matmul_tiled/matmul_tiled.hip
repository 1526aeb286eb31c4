// matmul_tiled: C = A * B, a 16 x 16 tile at a time through shared memory.
// Usage: matmul_tiled [rows of A] [columns of A] [columns of B]
#include "../common/example.h"

constexpr int TILE = 16;

__global__ void matmul(const float *a, const float *b, float *c, int rows, int inner, int columns) {
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];

    const int row = blockIdx.y * TILE + threadIdx.y;
    const int column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < inner; first += TILE) {
        const int k_a = first + threadIdx.x;
        const int k_b = first + threadIdx.y;
        // Beyond the edges the tiles are filled with zeros, which add nothing.
        tile_a[threadIdx.y][threadIdx.x] = row < rows && k_a < inner ? a[row * inner + k_a] : 0.0f;
        tile_b[threadIdx.y][threadIdx.x] = k_b < inner && column < columns ? b[k_b * columns + column] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE; ++k) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
        __syncthreads();
    }
    if (row < rows && column < columns) c[row * columns + column] = sum;
}

int main(int argc, char **argv) {
    example::name() = "matmul_tiled";
    const int rows = example::argument(argc, argv, 1, 250);
    const int inner = example::argument(argc, argv, 2, 203);
    const int columns = example::argument(argc, argv, 3, 307);

    const std::vector<float> a = example::random_floats((size_t)rows * inner, 0, 1, 1);
    const std::vector<float> b = example::random_floats((size_t)inner * columns, 0, 1, 2);
    example::Buffer<float> device_a(a), device_b(b), device_c((size_t)rows * columns);
    const dim3 grid(example::blocks_for(columns, TILE), example::blocks_for(rows, TILE));

    const double ms = example::time_ms([&] {
        matmul<<<grid, dim3(TILE, TILE)>>>(device_a.get(), device_b.get(), device_c.get(), rows, inner, columns);
        CHECK(hipGetLastError());
    });

    // Row by row over B, so that the inner loop is a stream.
    std::vector<double> exact((size_t)rows * columns, 0.0);
    for (int row = 0; row < rows; ++row)
        for (int k = 0; k < inner; ++k)
            for (int column = 0; column < columns; ++column)
                exact[(size_t)row * columns + column] += (double)a[row * inner + k] * b[k * columns + column];
    const std::vector<float> expected(exact.begin(), exact.end());
    const bool ok = example::close(device_c.download(), expected, 1e-4f);
    const double bytes = sizeof(float) * ((double)rows * inner + (double)inner * columns + (double)rows * columns);
    return example::report(ok, "matmul", ms, bytes, 2.0 * rows * inner * columns);
}
