// levels.hip: hipBLAS' routines of all three levels and its batches, in floats and doubles, one time each; beside cuBLAS' where nvcc compiles this.
//
// Built and run by tests/bench/blas.sh (`levels`). It finds what is slow; tests/blas says what is right. Prints RESULT lines.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

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

// A routine of both types, with the handle as its first argument.
#define ROUTINE(name, of_floats, of_doubles)                                                                       \
    template <class T, class... Arguments> static auto name(Arguments... arguments) {                              \
        if constexpr (std::is_same_v<T, float>) return BLAS(of_floats)(handle, arguments...);                      \
        else return BLAS(of_doubles)(handle, arguments...);                                                        \
    }
ROUTINE(axpy, Saxpy, Daxpy) ROUTINE(scal, Sscal, Dscal) ROUTINE(copy, Scopy, Dcopy) ROUTINE(swap, Sswap, Dswap) ROUTINE(dot, Sdot, Ddot)
ROUTINE(nrm2, Snrm2, Dnrm2) ROUTINE(asum, Sasum, Dasum) ROUTINE(amax, Isamax, Idamax) ROUTINE(rot, Srot, Drot)
ROUTINE(gemv, Sgemv, Dgemv) ROUTINE(ger, Sger, Dger) ROUTINE(symv, Ssymv, Dsymv) ROUTINE(syr, Ssyr, Dsyr) ROUTINE(trmv, Strmv, Dtrmv) ROUTINE(trsv, Strsv, Dtrsv)
ROUTINE(gemm, Sgemm, Dgemm) ROUTINE(symm, Ssymm, Dsymm) ROUTINE(syrk, Ssyrk, Dsyrk) ROUTINE(trmm, Strmm, Dtrmm) ROUTINE(trsm, Strsm, Dtrsm)
ROUTINE(geam, Sgeam, Dgeam) ROUTINE(dgmm, Sdgmm, Ddgmm) ROUTINE(gemm_of_each, SgemmStridedBatched, DgemmStridedBatched)

static const Operation N = ENUM(OP_N), T = ENUM(OP_T);
static const auto lower = ENUM(FILL_MODE_LOWER);
static const auto left = ENUM(SIDE_LEFT);
static const auto unit = ENUM(DIAG_UNIT);

// The routines of one type, with matrices of n columns and rows and vectors of as many elements.
template <class E> struct Levels {
    const int n, count;
    const E one = 1, zero = 0, half = 0.5, tiny = 1e-6;
    E *const x, *const y, *const a, *const b, *const c;

    explicit Levels(int n) : n(n), count(n * n), x(on_device<E>(count)), y(on_device<E>(count)), a(on_device<E>(count)), b(on_device<E>(count)), c(on_device<E>(count)) {}
    ~Levels() {
        for (E *memory : {x, y, a, b, c}) CHECK(hipFree(memory));
    }

    template <class Call> static void time(const std::string &name, Call call) {
        const double ms = time_of([&] { CHECK(call()); });
        printf("RESULT name=%c%s ok=1 ms=%.5f\n", sizeof(E) == 4 ? 's' : 'd', name.c_str(), ms);
        fflush(stdout);
    }

    void vectors() const {
        E result;
        int index;
        time("axpy", [&] { return axpy<E>(count, &tiny, x, 1, y, 1); });
        time("scal", [&] { return scal<E>(count, &one, x, 1); });
        time("copy", [&] { return copy<E>(count, x, 1, y, 1); });
        time("swap", [&] { return swap<E>(count, x, 1, y, 1); });
        time("dot", [&] { return dot<E>(count, x, 1, y, 1, &result); });
        time("nrm2", [&] { return nrm2<E>(count, x, 1, &result); });
        time("asum", [&] { return asum<E>(count, x, 1, &result); });
        time("amax", [&] { return amax<E>(count, x, 1, &index); });
        time("rot", [&] { return rot<E>(count, x, 1, y, 1, &half, &half); });
    }

    void matrices_and_vectors(int m) const {
        const std::string size = "_" + std::to_string(m);
        time("gemv_n" + size, [&] { return gemv<E>(N, m, m, &one, a, m, x, 1, &zero, y, 1); });
        time("gemv_t" + size, [&] { return gemv<E>(T, m, m, &one, a, m, x, 1, &zero, y, 1); });
        time("ger" + size, [&] { return ger<E>(m, m, &tiny, x, 1, y, 1, a, m); });
        time("symv" + size, [&] { return symv<E>(lower, m, &one, a, m, x, 1, &zero, y, 1); });
        time("syr" + size, [&] { return syr<E>(lower, m, &tiny, x, 1, a, m); });
        time("trmv" + size, [&] { return trmv<E>(lower, N, unit, m, a, m, y, 1); });
        time("trsv" + size, [&] { return trsv<E>(lower, N, unit, m, a, m, y, 1); });
    }

    void matrices(int m) const {
        const std::string size = "_" + std::to_string(m);
        time("gemm_n" + size, [&] { return gemm<E>(N, N, m, m, m, &one, a, m, b, m, &zero, c, m); });
        time("gemm_t" + size, [&] { return gemm<E>(T, N, m, m, m, &one, a, m, b, m, &zero, c, m); });
        time("gemm_64_columns" + size, [&] { return gemm<E>(N, N, m, 64, m, &one, a, m, b, m, &zero, c, m); });
        time("gemm_64_rows" + size, [&] { return gemm<E>(N, N, 64, m, m, &one, a, m, b, m, &zero, c, m); });
        time("gemm_64_deep" + size, [&] { return gemm<E>(N, N, m, m, 64, &one, a, m, b, m, &zero, c, m); });
        time("symm" + size, [&] { return symm<E>(left, lower, m, m, &one, a, m, b, m, &zero, c, m); });
        time("syrk" + size, [&] { return syrk<E>(lower, N, m, m, &one, a, m, &zero, c, m); });
        time("trmm" + size, [&] { return trmm<E>(left, lower, N, unit, m, m, &one, a, m, b, m, c, m); });
        time("trsm" + size, [&] { return trsm<E>(left, lower, N, unit, m, m, &zero, a, m, c, m); });
        time("geam" + size, [&] { return geam<E>(T, N, m, m, &one, a, m, &one, b, m, c, m); });
        time("dgmm" + size, [&] { return dgmm<E>(left, m, m, a, m, x, 1, c, m); });
    }

    void batches(int side) const {
        const int elements = side * side;
        time("gemm_batch_" + std::to_string(side),
             [&] { return gemm_of_each<E>(N, N, side, side, side, &one, a, side, elements, b, side, elements, &zero, c, side, elements, count / elements); });
    }

    void all() const {
        vectors();
        for (const int m : {n, n / 4}) matrices_and_vectors(m), matrices(m);
        for (const int side : {8, 16, 32, 64, 128}) batches(side);
    }
};

int main(int count, char **arguments) {
    const int n = count > 1 ? atoi(arguments[1]) : 1024;
    CHECK(BLAS(Create)(&handle));
    Levels<float>(n).all();
    Levels<double>(n).all();
    CHECK(BLAS(Destroy)(handle));
}
