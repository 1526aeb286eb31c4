// blas.hip [N]: hipBLAS' sgemm, sgemv and products of half floats and bfloat16 (floats summed; each transposition) with matrices of N columns and
// rows, beside cuBLAS' where nvcc compiles this (cuda/hipblas) and beside OpenBLAS' sgemm on the processor where that library is found. Prints RESULT
// lines.
//
// Built and run by tests/bench/blas.sh.
#include <dlfcn.h>
#include <hip/hip_runtime.h>
#include <hipblas/hipblas.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "../cases.h"

#define CHECK(call) \
    if (const auto status = (call); status != 0) (fprintf(stderr, "%s:%d: %s: %d\n", __FILE__, __LINE__, #call, int(status)), exit(1))

static int n;
static hipblasHandle_t handle;
static const float one = 1, zero = 0;

// Small numbers that half floats hold exactly, and their bits.
static float number(size_t i) { return float(int(i * 2654435761u % 17) - 8) / 8; }
static uint16_t half_of(float value) {
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return value == 0 ? 0 : uint16_t(word >> 16 & 0x8000) | uint16_t(((word >> 23 & 255) - 112) << 10) | uint16_t(word >> 13 & 0x3ff);
}
static float float_of(uint16_t bits) {
    const float size = (bits >> 10 & 31) ? ldexpf(1024 + (bits & 1023), (bits >> 10 & 31) - 25) : ldexpf(bits & 1023, -24);
    return bits & 0x8000 ? -size : size;
}
// The same of a bfloat16, which a float's upper half is.
static uint16_t bfloat_of(float value) {
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return uint16_t(word >> 16);
}
static float float_of_bfloat(uint16_t bits) {
    const uint32_t word = uint32_t(bits) << 16;
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}
static float as_is(float value) { return value; }

template <class T> struct Matrices {
    T *a, *b, *c;
    float (*as_float)(T);
    Matrices(T (*from)(float), float (*as_float)(T)) : as_float(as_float) {
        const size_t count = size_t(n) * n;
        std::vector<T> host(count);
        for (size_t i = 0; i < count; i++) host[i] = from(number(i));
        for (T **matrix : {&a, &b, &c}) {
            CHECK(hipMalloc(reinterpret_cast<void **>(matrix), count * sizeof(T)));
            CHECK(hipMemcpy(*matrix, host.data(), count * sizeof(T), hipMemcpyHostToDevice));
        }
    }
    ~Matrices() {
        for (T *matrix : {a, b, c}) CHECK(hipFree(matrix));
    }
    // Some elements of C, or of its first column, against sums in double.
    bool is_right(double bound, bool product, bool a_transposed = false, bool b_transposed = false) const {
        std::vector<T> got(size_t(n) * n);
        CHECK(hipMemcpy(got.data(), c, got.size() * sizeof(T), hipMemcpyDeviceToHost));
        for (int sample = 0; sample < 200; sample++) {
            const size_t i = sample * 7919 % n, j = product ? sample * 104729 % n : 0;
            double want = 0;
            for (size_t k = 0; k < size_t(n); k++)
                want += double(number(a_transposed ? k + i * n : i + k * n)) * number(b_transposed ? j + k * n : k + j * n);
            if (!(fabs(as_float(got[i + j * n]) - want) <= bound * n)) return false;
        }
        return true;
    }
};

static void sgemm(void *data) {
    const auto &m = *static_cast<Matrices<float> *>(data);
    CHECK(hipblasSgemm(handle, HIPBLAS_OP_N, HIPBLAS_OP_N, n, n, n, &one, m.a, n, m.b, n, &zero, m.c, n));
}
static void sgemv(void *data) {
    const auto &m = *static_cast<Matrices<float> *>(data);
    CHECK(hipblasSgemv(handle, HIPBLAS_OP_N, n, n, &one, m.a, n, m.b, 1, &zero, m.c, 1));
}
struct Product {
    const Matrices<uint16_t> *matrices;
    bool a_transposed, b_transposed;
};
template <hipDataType type> static void small_gemm(void *data) {
    const auto &p = *static_cast<Product *>(data);
    const auto op = [](bool transposed) { return transposed ? HIPBLAS_OP_T : HIPBLAS_OP_N; };
    CHECK(hipblasGemmEx(handle, op(p.a_transposed), op(p.b_transposed), n, n, n, &one, p.matrices->a, type, n, p.matrices->b, type, n, &zero, p.matrices->c,
                        type, n, HIPBLAS_COMPUTE_32F, HIPBLAS_GEMM_DEFAULT));
}
static void wait(void *) { CHECK(hipDeviceSynchronize()); }

static void report(const char *name, bool ok, Timing timing, double flops, double bytes) {
    Case one_case = {};
    one_case.name = name, one_case.flops = flops, one_case.bytes = bytes;
    bench_result(&one_case, ok, timing);
}

#ifndef __CUDACC__
using Cblas = void (*)(int, int, int, int, int, int, float, const float *, int, const float *, int, float, float *, int);
struct OnProcessor {
    Cblas function;
    std::vector<float> a, b, c;
};
static void cblas(void *data) {
    auto &m = *static_cast<OnProcessor *>(data);
    m.function(102, 111, 111, n, n, n, 1, m.a.data(), n, m.b.data(), n, 0, m.c.data(), n);
}
static void openblas() {
    void *library = dlopen("libopenblas.so.0", RTLD_NOW);
    if (!library) return;
    OnProcessor m = {reinterpret_cast<Cblas>(dlsym(library, "cblas_sgemm")), {}, {}, {}};
    for (size_t i = 0; i < size_t(n) * n; i++) m.a.push_back(number(i));
    m.b = m.c = m.a;
    const Timing timing = bench_time(cblas, [](void *) {}, &m);
    report("openblas_sgemm", m.c[0] != m.a[0], timing, 2.0 * n * n * n, 0);
}
#endif

int main(int count, char **arguments) {
    n = count > 1 ? atoi(arguments[1]) : 1024;
    CHECK(hipblasCreate(&handle));
    const double flops = 2.0 * n * n * n;
    {
        Matrices<float> m(as_is, as_is);
        const Timing product = bench_time(sgemm, wait, &m);
        report("sgemm", m.is_right(1e-6, true), product, flops, 0);
        const Timing vector = bench_time(sgemv, wait, &m);
        report("sgemv", m.is_right(1e-6, false), vector, 0, 4.0 * n * n);
    }
    const Matrices<uint16_t> halves(half_of, float_of), bfloats(bfloat_of, float_of_bfloat);
    for (const bool is_half : {true, false})
        for (const bool a_transposed : {false, true})
            for (const bool b_transposed : {false, true}) {
                Product p = {is_half ? &halves : &bfloats, a_transposed, b_transposed};
                const Timing product = bench_time(is_half ? small_gemm<HIP_R_16F> : small_gemm<HIP_R_16BF>, wait, &p);
                char name[16];
                snprintf(name, sizeof name, "%s_%c%c", is_half ? "hgemm" : "bgemm", a_transposed ? 't' : 'n', b_transposed ? 't' : 'n');
                report(name, p.matrices->is_right(is_half ? 1e-3 : 8e-3, true, a_transposed, b_transposed), product, flops, 0);
            }
#ifndef __CUDACC__
    openblas();
#endif
    CHECK(hipblasDestroy(handle));
}
