// mandelbrot: how many steps each point of the plane takes to run away, as a picture in a PNG file.
// Usage: mandelbrot [width] [height] [steps] [file.png]
#include "../common/example.h"
#include "png.h"

/// Steps until z = z * z + c leaves the circle of radius 2, at most `limit`. Both sides run this very function, with
/// no contraction of a * b + c, so they must agree to the last step.
__host__ __device__ static int steps_to_escape(double cx, double cy, int limit) {
#pragma clang fp contract(off)
    double x = 0, y = 0;
    for (int step = 0; step < limit; ++step) {
        const double xx = x * x, yy = y * y;
        if (xx + yy > 4) return step;
        y = 2 * x * y + cy;
        x = xx - yy + cx;
    }
    return limit;
}

__host__ __device__ static int pixel(int px, int py, int width, int height, int limit) {
#pragma clang fp contract(off)
    const double scale = 3.0 / width;
    return steps_to_escape(px * scale - 2.2, (py - height / 2) * scale, limit);
}

__global__ void mandelbrot(int *out, int width, int height, int limit) {
    const int px = blockIdx.x * blockDim.x + threadIdx.x;
    const int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px < width && py < height) out[py * width + px] = pixel(px, py, width, height, limit);
}

/// Points inside are black; outside, the colour turns with the number of steps.
static std::vector<unsigned char> colours(const std::vector<int> &counts, int limit) {
    std::vector<unsigned char> rgb;
    rgb.reserve(3 * counts.size());
    for (int count : counts)
        for (int channel = 0; channel < 3; ++channel) {
            const double wave = 0.5 - 0.5 * std::cos(0.15 * count + channel);
            rgb.push_back(count == limit ? 0 : (unsigned char)(255 * wave));
        }
    return rgb;
}

int main(int argc, char **argv) {
    example::name() = "mandelbrot";
    const int width = example::argument(argc, argv, 1, 403);
    const int height = example::argument(argc, argv, 2, 301);
    const int limit = example::argument(argc, argv, 3, 200);
    const char *file = argc > 4 ? argv[4] : "mandelbrot.png";

    example::Buffer<int> device_counts((size_t)width * height);
    const dim3 block(16, 8);
    const dim3 grid(example::blocks_for(width, block.x), example::blocks_for(height, block.y));
    const double ms = example::time_ms([&] {
        mandelbrot<<<grid, block>>>(device_counts.get(), width, height, limit);
        CHECK(hipGetLastError());
    });

    const std::vector<int> counts = device_counts.download();
    std::vector<int> expected;
    double steps = 0;
    for (int py = 0; py < height; ++py)
        for (int px = 0; px < width; ++px) {
            expected.push_back(pixel(px, py, width, height, limit));
            steps += expected.back();
        }
    bool ok = example::equal(counts, expected);
    if (!png::write_rgb(file, width, height, colours(counts, limit))) {
        std::fprintf(stderr, "cannot write %s\n", file);
        ok = false;
    }
    std::printf("%s: %d x %d\n", file, width, height);
    return example::report(ok, "mandelbrot", ms, 0, 8 * steps);
}
