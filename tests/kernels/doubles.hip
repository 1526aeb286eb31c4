// Arithmetic of doubles, bit for bit as the host's: numbers near each other, near the ends of the range, subnormal, infinite, of few bits and of
// all. Devices without doubles make them of integers (spirv_gen::passes::float::soft_doubles). One RESULT line for each operation.
// also with: HIPVK_SOFT_DOUBLES=1
#include <hip/hip_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#pragma clang fp contract(off)

#define CHECK(call)                                                                                    \
    do {                                                                                               \
        const hipError_t error = (call);                                                               \
        if (error != hipSuccess) std::printf("%s: %s\n", #call, hipGetErrorName(error)), std::exit(1); \
    } while (false)

struct Operands {
    double a, b, c;
    int n;
};

// A float of these bits that is not subnormal: some devices flush those.
__host__ __device__ float no_small_float(int64_t bits) {
    const int word = int(bits);
    return __builtin_bit_cast(float, (word & 0x7f800000) == 0 ? word | 0x00800000 : word);
}

// What is computed of operands, on the device and on the host.
#define OPERATIONS(DO)                                                                            \
    DO(sum, o.a + o.b)                                                                            \
    DO(difference, o.a - o.b)                                                                     \
    DO(product, o.a *o.b)                                                                         \
    DO(quotient, o.a / o.b)                                                                       \
    DO(root, sqrt(o.a))                                                                           \
    DO(fused, fma(o.a, o.b, o.c))                                                                 \
    DO(remainder_of, fmod(o.a, o.b))                                                              \
    DO(scaled, ldexp(o.a, o.n))                                                                   \
    DO(floor_of, floor(o.a))                                                                      \
    DO(ceil_of, ceil(o.a))                                                                        \
    DO(trunc_of, trunc(o.a))                                                                      \
    DO(nearest, rint(o.a))                                                                        \
    DO(through_float, (double)(float)(fabs(o.a) < 0x1p-125 ? 0x1.8p+0 * o.n : o.a))                          \
    DO(from_float, (double)no_small_float(__builtin_bit_cast(int64_t, o.a) >> 20))                \
    DO(from_long, (double)__builtin_bit_cast(int64_t, o.a))                                       \
    DO(from_unsigned_long, (double)(__builtin_bit_cast(uint64_t, o.a) >> (o.n & 63)))             \
    DO(from_int, (double)(int)__builtin_bit_cast(int64_t, o.b))                                   \
    DO(to_long, (double)(int64_t)(fabs(o.a) < 9e18 ? o.a : 3.5))                                  \
    DO(to_unsigned, (double)(uint32_t)(o.a > 0 && o.a < 4294967295.0 ? o.a : 3.5))                \
    DO(order, (o.a < o.b) + 2 * (o.a <= o.b) + 4 * (o.a == o.b) + 8 * (o.a != o.b) + 16 * !(o.a > o.b) + 32.0 * (o.a >= o.b))

#define DEFINE(name, expression)                                                        \
    __host__ __device__ double name(const Operands &o) { return expression; }           \
    __global__ void kernel_##name(const Operands *operands, double *results, int count) { \
        const int i = blockIdx.x * blockDim.x + threadIdx.x;                            \
        if (i < count) results[i] = name(operands[i]);                                  \
    }
OPERATIONS(DEFINE)

class Numbers {
    std::mt19937_64 random{20261129};

   public:
    uint64_t bits() { return random(); }
    int below(int most) { return int(random() % most); }
    double next() {
        uint64_t x = random();
        const uint64_t others = 0x800fffffffffffffull, few = ~((1ull << below(52)) - 1), many = (1ull << below(52)) - 1;
        switch (below(5)) {
            case 0: break;                                                         // any bits
            case 1: return double(int64_t(x % 2000001) - 1000000) / (below(1000) + 1);
            case 2: x = (x & others) | uint64_t(1000 + below(80)) << 52; break;    // near one
            case 3: x = (x & others) | uint64_t(below(4)) << 52; break;            // small, or subnormal
            default: x = (x & others) | uint64_t(2044 + below(4)) << 52; break;    // large, infinite or no number
        }
        if (below(3) == 0) x &= few;
        if (below(5) == 0) x |= many & 0xfffffffffffffull;
        return __builtin_bit_cast(double, x);
    }
};

bool check(const char *name, void (*kernel)(const Operands *, double *, int), double (*host)(const Operands &),
           const std::vector<Operands> &operands, const Operands *on_device, double *results) {
    const int count = int(operands.size());
    std::vector<double> got(count, -1.0);
    kernel<<<(count + 255) / 256, 256>>>(on_device, results, count);
    CHECK(hipGetLastError());
    CHECK(hipMemcpy(got.data(), results, count * sizeof(double), hipMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        const Operands &o = operands[i];
        const double expected = host(o);
        if (std::memcmp(&expected, &got[i], sizeof expected) == 0 || (std::isnan(expected) && std::isnan(got[i]))) continue;
        if (wrong++ < 3) std::printf("%s(%a, %a, %a, %d) is %a, not %a\n", name, o.a, o.b, o.c, o.n, got[i], expected);
    }
    std::printf("RESULT name=%s ok=%d wrong=%d\n", name, wrong == 0, wrong);
    return wrong == 0;
}

int main() {
    Numbers numbers;
    std::vector<Operands> operands(40000);
    for (Operands &o : operands) {
        o = {numbers.next(), numbers.next(), numbers.next(), numbers.below(2200) - 1100};
        if (numbers.below(4) == 0) o.c = -(o.a * o.b);
        if (numbers.below(8) == 0) o.b = std::nextafter(o.a, o.b);
    }
    Operands *on_device;
    double *results;
    CHECK(hipMalloc(&on_device, operands.size() * sizeof(Operands)));
    CHECK(hipMalloc(&results, operands.size() * sizeof(double)));
    CHECK(hipMemcpy(on_device, operands.data(), operands.size() * sizeof(Operands), hipMemcpyHostToDevice));
    bool ok = true;
#define RUN(name, expression) ok &= check(#name, kernel_##name, name, operands, on_device, results);
    OPERATIONS(RUN)
    CHECK(hipFree(results));
    CHECK(hipFree(on_device));
    return !ok;
}
