// static_shared: a matrix is transposed through a tile in static shared memory, so that both the
// reads and the writes of device memory run along rows.
// Usage: static_shared [rows] [columns]
#include "../common/example.h"

constexpr int TILE = 16;

__global__ void transpose(const float *in, float *out, int rows, int columns) {
    // One column more than needed: the lanes that read a column then hit different banks.
    __shared__ float tile[TILE][TILE + 1];

    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    if (row < rows && column < columns) tile[threadIdx.y][threadIdx.x] = in[row * columns + column];
    __syncthreads();

    row = blockIdx.x * TILE + threadIdx.y;
    column = blockIdx.y * TILE + threadIdx.x;
    if (row < columns && column < rows) out[row * rows + column] = tile[threadIdx.x][threadIdx.y];
}

int main(int argc, char **argv) {
    example::name() = "static_shared";
    const int rows = example::argument(argc, argv, 1, 517);
    const int columns = example::argument(argc, argv, 2, 389);

    const std::vector<float> in = example::random_floats((size_t)rows * columns, 1, 2);
    example::Buffer<float> device_in(in), device_out(in.size());
    const dim3 grid(example::blocks_for(columns, TILE), example::blocks_for(rows, TILE));

    const double ms = example::time_ms([&] {
        transpose<<<grid, dim3(TILE, TILE)>>>(device_in.get(), device_out.get(), rows, columns);
        CHECK(hipGetLastError());
    });

    std::vector<float> expected(in.size());
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) expected[column * rows + row] = in[row * columns + column];
    const bool ok = example::equal(device_out.download(), expected);
    return example::report(ok, "transpose", ms, 2.0 * in.size() * sizeof(float), 0);
}
