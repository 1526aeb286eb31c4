// copies: memory goes to the device, within it and back: whole, in part, by rows of a pitched image,
// and filled. A kernel in between proves that the copies carry what the device computed.
// Usage: copies [elements]
#include "../common/example.h"

#include <algorithm>
#include <cstring>

__global__ void mix(const unsigned *in, unsigned *out, unsigned count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = in[i] * 2654435761u + i;
}

/// A rectangle of a pitched image: up, changed by nobody, and down again, row by row.
static bool rectangle_survives() {
    const size_t width = 101, height = 37, left = 7, top = 5, w = 60, h = 20;
    std::vector<unsigned char> image(width * height), back(w * h, 0);
    for (size_t i = 0; i < image.size(); ++i) image[i] = (unsigned char)(i * 7 + 1);
    unsigned char *device = nullptr;
    size_t pitch = 0;
    CHECK(hipMallocPitch(&device, &pitch, width, height));
    CHECK(hipMemset2D(device, pitch, 0, width, height));
    CHECK(hipMemcpy2D(device, pitch, image.data(), width, width, height, hipMemcpyHostToDevice));
    CHECK(hipMemcpy2D(back.data(), w, device + top * pitch + left, pitch, w, h, hipMemcpyDeviceToHost));
    CHECK(hipFree(device));
    for (size_t y = 0; y < h; ++y)
        for (size_t x = 0; x < w; ++x)
            if (back[y * w + x] != image[(top + y) * width + left + x]) return false;
    return pitch >= width;
}

int main(int argc, char **argv) {
    example::name() = "copies";
    const unsigned count = (unsigned)example::argument(argc, argv, 1, 1000003);
    const unsigned block = 256;

    std::vector<unsigned> in(count);
    std::mt19937 engine(1);
    for (unsigned &value : in) value = engine();
    example::Buffer<unsigned> a(count), b(count), c(count);

    const double ms = example::time_ms([&] { a.upload(in); });
    mix<<<example::blocks_for(count, block), block>>>(a.get(), b.get(), count);
    CHECK(hipGetLastError());
    // Device to device, in two parts that meet at an odd place.
    const unsigned half = count / 2 - count / 7;
    CHECK(hipMemcpy(c.get(), b.get(), half * sizeof(unsigned), hipMemcpyDeviceToDevice));
    CHECK(hipMemcpy(c.get() + half, b.get() + half, (count - half) * sizeof(unsigned), hipMemcpyDefault));

    std::vector<unsigned> expected(count);
    for (unsigned i = 0; i < count; ++i) expected[i] = in[i] * 2654435761u + i;
    bool ok = example::equal(c.download(), expected);

    // A fill of bytes that neither starts nor ends on a word.
    const size_t filled = std::min<size_t>(1002, count * sizeof(unsigned) - 3);
    CHECK(hipMemset(reinterpret_cast<unsigned char *>(c.get()) + 3, 0x5a, filled));
    std::memset(reinterpret_cast<unsigned char *>(expected.data()) + 3, 0x5a, filled);
    ok = ok && example::equal(c.download(), expected) && rectangle_survives();
    return example::report(ok, "mix", ms, 1.0 * count * sizeof(unsigned), 0);
}
