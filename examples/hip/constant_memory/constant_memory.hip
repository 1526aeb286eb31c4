// constant_memory: the coefficients of a polynomial in __constant__ memory, set with hipMemcpyToSymbol: first
// all of them, then a few in the middle by offset.
// Usage: constant_memory [elements]
#include "../common/example.h"

constexpr int TERMS = 8;

__constant__ float coefficients[TERMS];
__constant__ float bias = 0.5f;

__global__ void polynomial(const float *x, float *out, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float value = 0;
    for (int term = TERMS - 1; term >= 0; --term) value = value * x[i] + coefficients[term];
    out[i] = value + bias;
}

static std::vector<float> on_host(const std::vector<float> &x, const std::vector<float> &terms) {
    std::vector<float> out(x.size());
    for (size_t i = 0; i < x.size(); ++i) {
        double value = 0;
        for (int term = TERMS - 1; term >= 0; --term) value = value * x[i] + terms[term];
        out[i] = (float)(value + 0.5);
    }
    return out;
}

int main(int argc, char **argv) {
    example::name() = "constant_memory";
    const int count = example::argument(argc, argv, 1, 500009);
    const int block = 128;

    const std::vector<float> x = example::random_floats(count, -1, 1);
    example::Buffer<float> device_x(x), device_out(count);
    const auto launch = [&] {
        polynomial<<<example::blocks_for(count, block), block>>>(device_x.get(), device_out.get(), count);
        CHECK(hipGetLastError());
    };

    std::vector<float> terms = {1, -2, 3, -4, 5, -6, 7, -8};
    CHECK(hipMemcpyToSymbol(coefficients, terms.data(), TERMS * sizeof(float)));
    const double ms = example::time_ms(launch);
    bool ok = example::close(device_out.download(), on_host(x, terms), 1e-5f);

    const float changed[] = {30, 40};
    CHECK(hipMemcpyToSymbol(HIP_SYMBOL(coefficients), changed, sizeof(changed), 2 * sizeof(float),
                            hipMemcpyHostToDevice));
    terms[2] = changed[0];
    terms[3] = changed[1];
    launch();
    ok = ok && example::close(device_out.download(), on_host(x, terms), 1e-5f);

    // The symbol can be read back, too.
    std::vector<float> stored(TERMS);
    CHECK(hipMemcpyFromSymbol(stored.data(), coefficients, TERMS * sizeof(float)));
    ok = ok && example::equal(stored, terms);
    return example::report(ok, "polynomial", ms, 2.0 * count * sizeof(float), 2.0 * TERMS * count);
}
