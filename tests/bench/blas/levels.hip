// levels.hip: hipBLAS' routines of all three levels and its batches, in floats and doubles, one time each; beside cuBLAS' where nvcc compiles this.
//
// Built and run by tests/bench/blas.sh (`levels`). It finds what is slow; tests/blas says what is right. Prints RESULT lines.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include <chrono>
#ifdef __CUDACC__
#include <cublas_v2.h>
#include <hip/hip_runtime.h>
#define BLAS(name) cublas##name
#define ENUM(name) CUBLAS_##name
using Operation = cublasOperation_t;
#else
#include <hip/hip_runtime.h>
#include <hipblas/hipblas.h>
#define BLAS(name) hipblas##name
#define ENUM(name) HIPBLAS_##name
using Operation = hipblasOperation_t;
#endif

#define CHECK(call) \
    if (const auto status = (call); status != 0) (fprintf(stderr, "%s:%d: %s: %d\n", __FILE__, __LINE__, #call, int(status)), exit(1))

static BLAS(Handle_t) handle;

// The shortest of some rounds' times of one call, in milliseconds.
static double time_of(const std::function<void()> &call) {
    using Clock = std::chrono::steady_clock;
    const auto round = [&](int calls) {
        const auto start = Clock::now();
        for (int i = 0; i < calls; i++) call();
        CHECK(hipDeviceSynchronize());
        return std::chrono::duration<double, std::milli>(Clock::now() - start).count() / calls;
    };
    round(2);
    const double once = round(1);
    const int calls = once > 20 ? 1 : once > 2 ? 5 : 30;
    double best = once;
    for (int i = 0; i < 3; i++) best = std::min(best, round(calls));
    return best;
}

template <class T> static T *on_device(size_t count) {
    std::vector<T> host(count);
    for (size_t i = 0; i < count; i++) host[i] = T(int(i * 2654435761u % 17) - 8) / 8;
    T *memory;
    CHECK(hipMalloc(reinterpret_cast<void **>(&memory), count * sizeof(T)));
    CHECK(hipMemcpy(memory, host.data(), count * sizeof(T), hipMemcpyHostToDevice));
    return memory;
}

#define TIME(name, ...) printf("RESULT name=%c%s ok=1 ms=%.5f\n", letter, name, time_of([&] { CHECK(__VA_ARGS__); })), fflush(stdout)
#define LEVELS(T, L, l, letter_)                                                                                                                   \
    static void levels_##l(int n, int count) {                                                                                                     \
        const char letter = letter_;                                                                                                               \
        const T one = 1, zero = 0, half = 0.5, tiny = 1e-6;                                                                                        \
        T result;                                                                                                                                  \
        int index;                                                                                                                                 \
        T *x = on_device<T>(count), *y = on_device<T>(count), *a = on_device<T>(size_t(n) * n), *b = on_device<T>(size_t(n) * n),                   \
          *c = on_device<T>(size_t(n) * n);                                                                                                        \
        TIME("axpy", BLAS(L##axpy)(handle, count, &tiny, x, 1, y, 1));                                                                             \
        TIME("scal", BLAS(L##scal)(handle, count, &one, x, 1));                                                                                    \
        TIME("copy", BLAS(L##copy)(handle, count, x, 1, y, 1));                                                                                    \
        TIME("swap", BLAS(L##swap)(handle, count, x, 1, y, 1));                                                                                    \
        TIME("dot", BLAS(L##dot)(handle, count, x, 1, y, 1, &result));                                                                             \
        TIME("nrm2", BLAS(L##nrm2)(handle, count, x, 1, &result));                                                                                 \
        TIME("asum", BLAS(L##asum)(handle, count, x, 1, &result));                                                                                 \
        TIME("amax", BLAS(I##l##amax)(handle, count, x, 1, &index));                                                                               \
        TIME("rot", BLAS(L##rot)(handle, count, x, 1, y, 1, &half, &half));                                                                        \
        for (const int m : {n, n / 4}) {                                                                                                           \
            const auto named = [&](const char *name) { static char text[40]; snprintf(text, sizeof text, "%s_%d", name, m); return text; };        \
            TIME(named("gemv_n"), BLAS(L##gemv)(handle, ENUM(OP_N), m, m, &one, a, m, x, 1, &zero, y, 1));                                         \
            TIME(named("gemv_t"), BLAS(L##gemv)(handle, ENUM(OP_T), m, m, &one, a, m, x, 1, &zero, y, 1));                                         \
            TIME(named("ger"), BLAS(L##ger)(handle, m, m, &tiny, x, 1, y, 1, a, m));                                                               \
            TIME(named("symv"), BLAS(L##symv)(handle, ENUM(FILL_MODE_LOWER), m, &one, a, m, x, 1, &zero, y, 1));                                   \
            TIME(named("syr"), BLAS(L##syr)(handle, ENUM(FILL_MODE_LOWER), m, &tiny, x, 1, a, m));                                                 \
            TIME(named("trmv"), BLAS(L##trmv)(handle, ENUM(FILL_MODE_LOWER), ENUM(OP_N), ENUM(DIAG_UNIT), m, a, m, y, 1));                         \
            TIME(named("trsv"), BLAS(L##trsv)(handle, ENUM(FILL_MODE_LOWER), ENUM(OP_N), ENUM(DIAG_UNIT), m, a, m, y, 1));                         \
            for (const Operation op : {ENUM(OP_N), ENUM(OP_T)})                                                                                    \
                TIME(named(op == ENUM(OP_N) ? "gemm_n" : "gemm_t"), BLAS(L##gemm)(handle, op, ENUM(OP_N), m, m, m, &one, a, m, b, m, &zero, c, m)); \
            TIME(named("gemm_64_columns"), BLAS(L##gemm)(handle, ENUM(OP_N), ENUM(OP_N), m, 64, m, &one, a, m, b, m, &zero, c, m));                \
            TIME(named("gemm_64_rows"), BLAS(L##gemm)(handle, ENUM(OP_N), ENUM(OP_N), 64, m, m, &one, a, m, b, m, &zero, c, m));                   \
            TIME(named("gemm_64_deep"), BLAS(L##gemm)(handle, ENUM(OP_N), ENUM(OP_N), m, m, 64, &one, a, m, b, m, &zero, c, m));                   \
            TIME(named("symm"), BLAS(L##symm)(handle, ENUM(SIDE_LEFT), ENUM(FILL_MODE_LOWER), m, m, &one, a, m, b, m, &zero, c, m));               \
            TIME(named("syrk"), BLAS(L##syrk)(handle, ENUM(FILL_MODE_LOWER), ENUM(OP_N), m, m, &one, a, m, &zero, c, m));                          \
            TIME(named("trmm"), BLAS(L##trmm)(handle, ENUM(SIDE_LEFT), ENUM(FILL_MODE_LOWER), ENUM(OP_N), ENUM(DIAG_UNIT), m, m, &one, a, m, b, m, c, m)); \
            TIME(named("trsm"), BLAS(L##trsm)(handle, ENUM(SIDE_LEFT), ENUM(FILL_MODE_LOWER), ENUM(OP_N), ENUM(DIAG_UNIT), m, m, &zero, a, m, c, m)); \
            TIME(named("geam"), BLAS(L##geam)(handle, ENUM(OP_T), ENUM(OP_N), m, m, &one, a, m, &one, b, m, c, m));                                \
            TIME(named("dgmm"), BLAS(L##dgmm)(handle, ENUM(SIDE_LEFT), m, m, a, m, x, 1, c, m));                                                   \
        }                                                                                                                                          \
        for (const int side : {8, 16, 32, 64, 128}) {                                                                                              \
            char name[40];                                                                                                                         \
            snprintf(name, sizeof name, "gemm_batch_%d", side);                                                                                    \
            const int batches = int(size_t(n) * n / (side * side));                                                                                \
            TIME(name, BLAS(L##gemmStridedBatched)(handle, ENUM(OP_N), ENUM(OP_N), side, side, side, &one, a, side, side *side, b, side, side *side, &zero, c, \
                                                   side, side *side, batches));                                                                    \
        }                                                                                                                                          \
        for (T * memory : {x, y, a, b, c}) CHECK(hipFree(memory));                                                                                  \
    }
LEVELS(float, S, s, 's')
LEVELS(double, D, d, 'd')

int main(int count, char **arguments) {
    const int n = count > 1 ? atoi(arguments[1]) : 1024;
    CHECK(BLAS(Create)(&handle));
    levels_s(n, n * n);
    levels_d(n, n * n);
    CHECK(BLAS(Destroy)(handle));
}
