// Quotients and remainders of 64-bit integers as places in memory, several in one kernel, and as values: NVIDIA's compiler (580.159) takes all such
// places for the first (integer/long_division). One RESULT line for each kernel; the host computes the same.
// also with: HIPVK_WORKGROUP_BYTES=49152
#include <hip/hip_runtime.h>

#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                    \
    do {                                                                                               \
        const hipError_t error = (call);                                                               \
        if (error != hipSuccess) std::printf("%s: %s\n", #call, hipGetErrorName(error)), std::exit(1); \
    } while (false)

struct Arguments {
    const int64_t *index;  // small, four for each block
    const int *from;
    int *to;
    int64_t divisor;
    int pitch;
};

// What thread `t` of block `b` does, on the device and on the host.
struct PlacesByShape {
    __host__ __device__ static void run(const Arguments &p, int64_t b, int t) {
#pragma unroll
        for (int i = 0; i < 4; i++) p.to[(4 * b + i) * p.pitch / p.divisor + t] = i + 1;
    }
};
struct PlacesHalved {
    __host__ __device__ static void run(const Arguments &p, int64_t b, int t) {
#pragma unroll
        for (int i = 0; i < 4; i++) p.to[(4 * b + i) * p.pitch / 2 + t] = i + 1;
    }
};
struct PlacesByThree {
    __host__ __device__ static void run(const Arguments &p, int64_t b, int t) {
#pragma unroll
        for (int i = 0; i < 4; i++) p.to[uint64_t((4 * b + i) * p.pitch) / 3 + t] = i + 1;
    }
};
struct PlacesOfIndices {
    __host__ __device__ static void run(const Arguments &p, int64_t b, int t) {
        for (int i = 0; i < 4; i++) p.to[size_t(p.index[4 * b + i]) / size_t(p.divisor) + t] = i + 1;
    }
};
struct PlacesOfRemainders {
    __host__ __device__ static void run(const Arguments &p, int64_t b, int t) {
        for (int i = 0; i < 4; i++) p.to[(4 * b + i) * p.pitch + p.index[4 * b + i] % p.divisor * 64 + t] = i + 1;
    }
};
struct Loads {
    __host__ __device__ static void run(const Arguments &p, int64_t b, int t) {
        int sum = 0;
        for (int i = 0; i < 4; i++) sum = sum * 3 + p.from[p.index[4 * b + i] / p.divisor + t];
        p.to[b * 64 + t] = sum;
    }
};
struct RowsAndColumns {
    __host__ __device__ static void run(const Arguments &p, int64_t b, int t) {
        const int64_t x = b * 64 + t, row = x / p.divisor, column = x % p.divisor;
        p.to[row * 100 + column] = int(x);
        p.to[200000 + (x * 7) / p.divisor * 8 + x * 7 % p.divisor] = int(x);
    }
};
struct Digits {
    __host__ __device__ static void run(const Arguments &p, int64_t b, int t) {
        int64_t x = b * 64 + t;
        const int64_t first = x % p.divisor, second = (x /= p.divisor) % 5, third = (x /= 5) % 7;
        p.to[((x / 7 * 7 + third) * 5 + second) * p.divisor + first] = int(b * 64 + t);
    }
};

template <class What> __global__ void kernel(Arguments p) { What::run(p, blockIdx.x, threadIdx.x); }

static const int blocks = 16, threads = 64;
static const size_t size = 1 << 19;
static int failed = 0;

static void report(const char *name, size_t wrong) {
    std::printf("RESULT name=long_division:%s ok=%d wrong=%zu\n", name, wrong == 0, wrong);
    failed |= wrong != 0;
}

template <class What> static void places(const char *name) {
    std::vector<int64_t> index(4 * blocks);
    std::vector<int> from(size), want(size), got(size);
    for (int i = 0; i < 4 * blocks; i++) index[i] = i * 771 + 5;
    for (size_t i = 0; i < size; i++) from[i] = int(i * 7 % 1001);
    Arguments p = {nullptr, nullptr, nullptr, 3, 384}, host = p;
    host.index = index.data(), host.from = from.data(), host.to = want.data();
    for (int b = 0; b < blocks; b++)
        for (int t = 0; t < threads; t++) What::run(host, b, t);
    int64_t *indices;
    int *source;
    CHECK(hipMalloc(&indices, index.size() * sizeof(int64_t)));
    CHECK(hipMalloc(&source, size * sizeof(int)));
    CHECK(hipMalloc(&p.to, size * sizeof(int)));
    CHECK(hipMemcpy(indices, index.data(), index.size() * sizeof(int64_t), hipMemcpyHostToDevice));
    CHECK(hipMemcpy(source, from.data(), size * sizeof(int), hipMemcpyHostToDevice));
    CHECK(hipMemset(p.to, 0, size * sizeof(int)));
    p.index = indices, p.from = source;
    kernel<What><<<blocks, threads>>>(p);
    CHECK(hipMemcpy(got.data(), p.to, size * sizeof(int), hipMemcpyDeviceToHost));
    size_t wrong = 0;
    for (size_t i = 0; i < size; i++) wrong += got[i] != want[i];
    report(name, wrong);
    CHECK(hipFree(indices));
    CHECK(hipFree(source));
    CHECK(hipFree(p.to));
}

// Of all sizes: by numbers that only the device knows, and by constants.
constexpr int quotients = 16;
__host__ __device__ static void divide(int64_t a, int64_t b, int64_t *to) {
    const uint64_t ua = uint64_t(a), ub = uint64_t(b);
    to[0] = a / b, to[1] = a % b, to[2] = int64_t(ua / ub), to[3] = int64_t(ua % ub);
    to[4] = a / 3, to[5] = a % 3, to[6] = a / 1024, to[7] = a % 1024, to[8] = a / -7, to[9] = int64_t(ua / 10), to[10] = int64_t(ua % 10);
    to[11] = a / 1000000007, to[12] = int64_t(ua / 6148914691236517205), to[13] = int64_t(ua % 0x8000000000000001), to[14] = a / LLONG_MIN, to[15] = a % -2;
}
__global__ void values(const int64_t *a, const int64_t *b, int64_t *to, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) divide(a[i], b[i], to + quotients * i);
}

static void all_sizes() {
    const int count = 1 << 15;
    std::vector<int64_t> a(count), b(count), got(size_t(count) * quotients);
    uint64_t state = 88172645463325252;
    const auto next = [&] { return state ^= state << 13, state ^= state >> 7, state ^= state << 17; };
    for (int i = 0; i < count; i++) {
        const uint64_t divisor = next() >> next() % 64 | (i % 5 == 0 ? uint64_t(1) << next() % 64 : 0);
        b[i] = divisor ? int64_t(divisor) : 1;
        // Next to multiples too.
        const uint64_t x = next() >> next() % 64;
        a[i] = int64_t(i % 3 == 0 ? x : i % 3 == 1 ? x / uint64_t(b[i]) * uint64_t(b[i]) : x / uint64_t(b[i]) * uint64_t(b[i]) - 1);
        if (a[i] == LLONG_MIN && b[i] == -1) a[i] = 0;
    }
    int64_t *da, *db, *to;
    CHECK(hipMalloc(&da, count * sizeof(int64_t)));
    CHECK(hipMalloc(&db, count * sizeof(int64_t)));
    CHECK(hipMalloc(&to, got.size() * sizeof(int64_t)));
    CHECK(hipMemcpy(da, a.data(), count * sizeof(int64_t), hipMemcpyHostToDevice));
    CHECK(hipMemcpy(db, b.data(), count * sizeof(int64_t), hipMemcpyHostToDevice));
    values<<<count / 256, 256>>>(da, db, to, count);
    CHECK(hipMemcpy(got.data(), to, got.size() * sizeof(int64_t), hipMemcpyDeviceToHost));
    size_t wrong = 0;
    for (int i = 0; i < count; i++) {
        int64_t want[quotients];
        divide(a[i], b[i], want);
        for (int k = 0; k < quotients; k++)
            if (got[size_t(i) * quotients + k] != want[k] && wrong++ < 5)
                std::printf("%lld by %lld, [%d]: %lld, not %lld\n", (long long)a[i], (long long)b[i], k, (long long)got[size_t(i) * quotients + k], (long long)want[k]);
    }
    report("values", wrong);
    CHECK(hipFree(da));
    CHECK(hipFree(db));
    CHECK(hipFree(to));
}

int main() {
    places<PlacesByShape>("places");
    places<PlacesHalved>("places_halved");
    places<PlacesByThree>("places_by_three");
    places<PlacesOfIndices>("places_of_indices");
    places<PlacesOfRemainders>("places_of_remainders");
    places<Loads>("loads");
    places<RowsAndColumns>("rows_and_columns");
    places<Digits>("digits");
    all_sizes();
    return failed;
}
