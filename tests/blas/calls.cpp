// What hipBLAS' functions answer to wrong arguments and where there is nothing to do, triangular solves, work in stream order and in graphs, and
// types that are not there.
//
// Built against an installation and run by tests/tests/blas.rs.
#include "check.h"

#include <type_traits>

#include "../captured.h"

// What rocm-examples' her is written with.
static_assert(std::is_same<hipblasComplex, hipComplex>::value && std::is_same<hipblasDoubleComplex, hipDoubleComplex>::value,
              "ROCm 6's names");

static constexpr hipblasOperation_t N = HIPBLAS_OP_N, T = HIPBLAS_OP_T;

static hipblasStatus_t sgemm(hipblasHandle_t handle, hipblasOperation_t op, int m, int n, int k, const float *alpha, const float *a, int lda,
                             const float *b, int ldb, const float *beta, float *c, int ldc) {
    return hipblasSgemm(handle, op, N, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

static void arguments(hipblasHandle_t handle) {
    Array<float> matrix(16);
    float *const x = matrix.device;
    const float one = 1, zero = 0;
    const auto is = [](const char *what, hipblasStatus_t got, hipblasStatus_t want) {
        if (got != want) printf("%s: %s\n", what, hipblasStatusToString(got));
        result(what, got == want);
    };
    is("no_place_for_a_handle", hipblasCreate(nullptr), HIPBLAS_STATUS_HANDLE_IS_NULLPTR);
    is("destroy_null", hipblasDestroy(nullptr), HIPBLAS_STATUS_NOT_INITIALIZED);
    is("stream_of_null", hipblasSetStream(nullptr, nullptr), HIPBLAS_STATUS_NOT_INITIALIZED);
    is("pointer_mode", hipblasSetPointerMode(handle, hipblasPointerMode_t(7)), HIPBLAS_STATUS_INVALID_ENUM);
    is("null_handle", sgemm(nullptr, N, 2, 2, 2, &one, x, 2, x, 2, &zero, x, 2), HIPBLAS_STATUS_NOT_INITIALIZED);
    is("operation", sgemm(handle, hipblasOperation_t(5), 2, 2, 2, &one, x, 2, x, 2, &zero, x, 2), HIPBLAS_STATUS_INVALID_ENUM);
    is("negative_size", sgemm(handle, N, -1, 2, 2, &one, x, 2, x, 2, &zero, x, 2), HIPBLAS_STATUS_INVALID_VALUE);
    is("lda", sgemm(handle, N, 2, 2, 2, &one, x, 1, x, 2, &zero, x, 2), HIPBLAS_STATUS_INVALID_VALUE);
    is("lda_of_transposed", sgemm(handle, T, 2, 2, 3, &one, x, 2, x, 3, &zero, x, 2), HIPBLAS_STATUS_INVALID_VALUE);
    is("ldc", sgemm(handle, N, 2, 2, 2, &one, x, 2, x, 2, &zero, x, 1), HIPBLAS_STATUS_INVALID_VALUE);
    is("no_alpha", sgemm(handle, N, 2, 2, 2, nullptr, x, 2, x, 2, &zero, x, 2), HIPBLAS_STATUS_INVALID_VALUE);
    is("no_beta", sgemm(handle, N, 2, 2, 2, &one, x, 2, x, 2, nullptr, x, 2), HIPBLAS_STATUS_INVALID_VALUE);
    is("no_a", sgemm(handle, N, 2, 2, 2, &one, nullptr, 2, x, 2, &zero, x, 2), HIPBLAS_STATUS_INVALID_VALUE);
    is("no_c", sgemm(handle, N, 2, 2, 2, &one, x, 2, x, 2, &zero, nullptr, 2), HIPBLAS_STATUS_INVALID_VALUE);
    is("nothing_to_do", sgemm(handle, N, 0, 2, 2, nullptr, nullptr, 2, nullptr, 2, nullptr, nullptr, 2), HIPBLAS_STATUS_SUCCESS);
    is("a_is_not_read", sgemm(handle, N, 2, 2, 2, &zero, nullptr, 2, nullptr, 2, &one, nullptr, 2), HIPBLAS_STATUS_SUCCESS);
    is("batches", hipblasSgemmStridedBatched(handle, N, N, 2, 2, 2, &one, x, 2, 4, x, 2, 4, &zero, x, 2, 4, -1), HIPBLAS_STATUS_INVALID_VALUE);
    is("types", hipblasGemmEx(handle, N, N, 2, 2, 2, &one, x, HIP_R_64F, 2, x, HIP_R_32F, 2, &zero, x, HIP_R_32F, 2, HIPBLAS_COMPUTE_32F, HIPBLAS_GEMM_DEFAULT),
       HIPBLAS_STATUS_NOT_SUPPORTED);
    is("side", hipblasStrsm(handle, HIPBLAS_SIDE_BOTH, HIPBLAS_FILL_MODE_UPPER, N, HIPBLAS_DIAG_UNIT, 2, 2, &one, x, 2, x, 2), HIPBLAS_STATUS_INVALID_ENUM);
    is("lda_on_the_right", hipblasStrsm(handle, HIPBLAS_SIDE_RIGHT, HIPBLAS_FILL_MODE_UPPER, N, HIPBLAS_DIAG_UNIT, 2, 3, &one, x, 2, x, 2),
       HIPBLAS_STATUS_INVALID_VALUE);
    is("types_again", hipblasScalEx(handle, 2, &one, HIP_R_32F, x, HIP_R_8I, 1, HIP_R_32F), HIPBLAS_STATUS_NOT_SUPPORTED);
}

// op(A) X = alpha B or X op(A) = alpha B: put in, X gives alpha B up to the roundings of its back substitution (Higham, theorem 8.5).
template <class E, class F> static void solves(const char *name, F trsm) {
    int number = 0;
    for (auto side : {HIPBLAS_SIDE_LEFT, HIPBLAS_SIDE_RIGHT})
        for (auto fill : {HIPBLAS_FILL_MODE_UPPER, HIPBLAS_FILL_MODE_LOWER})
            for (auto op : {HIPBLAS_OP_N, HIPBLAS_OP_T, HIPBLAS_OP_C})
                for (auto diag : {HIPBLAS_DIAG_NON_UNIT, HIPBLAS_DIAG_UNIT}) {
                    const int m = 43, n = 70, size = side == HIPBLAS_SIDE_LEFT ? m : n, lda = size + 1, ldb = m + 2, batches = 2;
                    Array<E> a(size_t(lda) * size * batches), b(size_t(ldb) * n * batches);
                    for (size_t i = 0; i < a.host.size(); i++) {
                        const int row = i % lda, column = i / lda % size;
                        const bool inside = fill == HIPBLAS_FILL_MODE_UPPER ? row < column : row > column;
                        if (row == column && diag == HIPBLAS_DIAG_NON_UNIT) a.host[i] = Of<E>::from(Of<E>::exact(a.host[i]) + 3.0);
                        else if (inside) a.host[i] = Of<E>::from(Of<E>::exact(a.host[i]) * 0.1);
                        else a.host[i] = Of<E>::from(NAN);  // is not read
                    }
                    a.upload(), b.upload();
                    Number<E> alpha({1.5, 0.5}, number % 2);
                    const Pointers<E> each_a(a.device, size_t(lda) * size, batches), each_b(b.device, size_t(ldb) * n, batches);
                    BLAS(trsm(number % 2, side, fill, op, diag, m, n, alpha, each_a.device, lda, each_b.device, ldb, batches));
                    const std::vector<E> x = b.download();
                    bool ok = true;
                    const auto of_a = [&](int batch, int i, int j) -> Exact {  // op(A)(i, j)
                        if (op != N) std::swap(i, j);
                        if (i == j && diag == HIPBLAS_DIAG_UNIT) return 1;
                        if (fill == HIPBLAS_FILL_MODE_UPPER ? i > j : i < j) return 0;
                        const Exact value = Of<E>::exact(a.host[size_t(batch) * lda * size + i + size_t(j) * lda]);
                        return op == HIPBLAS_OP_C ? std::conj(value) : value;
                    };
                    for (int batch = 0; batch < batches; batch++)
                        for (int i = 0; i < m; i++)
                            for (int j = 0; j < n; j++) {
                                const size_t first = size_t(batch) * ldb * n;
                                Exact sum = 0;
                                double sizes = 0;
                                for (int l = 0; l < size; l++) {
                                    const bool left = side == HIPBLAS_SIDE_LEFT;
                                    const Exact p = left ? of_a(batch, i, l) : of_a(batch, l, j);
                                    if (p == 0.0) continue;
                                    const Exact q = Of<E>::exact(left ? x[first + l + size_t(j) * ldb] : x[first + i + size_t(l) * ldb]);
                                    sum += p * q, sizes += std::abs(p) * std::abs(q);
                                }
                                const Exact want = alpha.value() * Of<E>::exact(b.host[first + i + size_t(j) * ldb]);
                                ok = ok && within(sum, want, 1.1 * (size + 4) * 2 * Of<E>::unit * (sizes + std::abs(want)));
                            }
                    result(std::string(name) + std::to_string(number++), ok);
                }
}

// Two products, the second of the first's result, captured and launched twice: C = 2 C each time, without the handle waiting for anything.
static void in_stream_order(hipblasHandle_t handle) {
    constexpr int n = 40;
    Array<float> identity(n * n), c(n * n), d(n * n);
    for (int i = 0; i < n * n; i++) identity.host[i] = i % (n + 1) == 0;
    identity.upload(), c.upload();
    hipStream_t stream, got;
    HIP(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    BLAS(hipblasSetStream(handle, stream));
    BLAS(hipblasGetStream(handle, &got));
    result("stream", got == stream);
    BLAS(hipblasSetPointerMode(handle, HIPBLAS_POINTER_MODE_HOST));
    const Captured graph(stream, [&] {
        float two = 2;
        const float zero = 0, one = 1;
        BLAS(sgemm(handle, N, n, n, n, &two, identity.device, n, c.device, n, &zero, d.device, n));
        BLAS(sgemm(handle, T, n, n, n, &one, identity.device, n, d.device, n, &zero, c.device, n));
        two = 1000;  // host mode: the value counts that was there at the call
    });
    for (int i = 0; i < 2; i++) graph.launch();
    HIP(hipStreamSynchronize(stream));
    const std::vector<float> result_c = c.download();
    bool ok = true;
    for (int i = 0; i < n * n; i++) ok = ok && result_c[i] == 4 * c.host[i];
    result("graph", ok);
    BLAS(hipblasSetStream(handle, nullptr));
    HIP(hipStreamDestroy(stream));
}

// Least squares, whose many kernels and memory for intermediate results become a graph that is launched twice: X = 1 where B is the sum of A's columns.
static void in_a_graph(hipblasHandle_t handle) {
    constexpr int m = 90, n = 70;
    Array<double> a(m * n), b(m), old_a(m * n), old_b(m);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) old_b.host[i] = (j ? old_b.host[i] : 0) + old_a.host[i + j * m];
    old_a.upload(), old_b.upload();
    int *singular, info;
    HIP(hipMalloc(reinterpret_cast<void **>(&singular), sizeof(int)));
    hipStream_t stream;
    HIP(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    BLAS(hipblasSetStream(handle, stream));
    const Captured graph(stream, [&] {
        HIP(hipMemcpyAsync(a.device, old_a.device, m * n * sizeof(double), hipMemcpyDeviceToDevice, stream));
        HIP(hipMemcpyAsync(b.device, old_b.device, m * sizeof(double), hipMemcpyDeviceToDevice, stream));
        BLAS(hipblasDgels(handle, N, m, n, 1, a.device, m, b.device, m, &info, singular));
    });
    for (int i = 0; i < 2; i++) graph.launch();
    HIP(hipStreamSynchronize(stream));
    const std::vector<double> x = b.download();
    bool ok = info == 0;
    for (int i = 0; i < n; i++) ok = ok && std::abs(x[i] - 1) < 1e-9;
    result("least_squares_in_a_graph", ok);
    BLAS(hipblasSetStream(handle, nullptr));
    HIP(hipFree(singular));
    HIP(hipStreamDestroy(stream));
}

// A complex scalar's address is as good as its parts', in either mode: programs pass std::complex.
static void scalars_of_any_address(hipblasHandle_t handle) {
    const double scalar[3] = {7, 0.5, -2}, elements[4] = {1, 2, 3, 4};
    double *on_device, got[4];
    HIP(hipMalloc(reinterpret_cast<void **>(&on_device), sizeof scalar + sizeof elements + 8));
    double *const x = on_device + 4;
    HIP(hipMemcpy(on_device, scalar, sizeof scalar, hipMemcpyHostToDevice));
    HIP(hipMemcpy(x, elements, sizeof elements, hipMemcpyHostToDevice));
    // Of two neighbouring addresses one is no multiple of 16.
    struct alignas(16) { double filling, of[3]; } host = {0, {0.5, -2, 0}};
    BLAS(hipblasZscal(handle, 2, reinterpret_cast<const hipDoubleComplex *>(host.of), reinterpret_cast<hipDoubleComplex *>(x), 1));
    BLAS(hipblasSetPointerMode(handle, HIPBLAS_POINTER_MODE_DEVICE));
    BLAS(hipblasZscal(handle, 2, reinterpret_cast<const hipDoubleComplex *>(on_device + 1), reinterpret_cast<hipDoubleComplex *>(x), 1));
    BLAS(hipblasSetPointerMode(handle, HIPBLAS_POINTER_MODE_HOST));
    HIP(hipMemcpy(got, x, sizeof got, hipMemcpyDeviceToHost));
    bool ok = true;
    for (int i = 0; i < 4; i += 2) {
        // The square of 0.5 - 2i is -3.75 - 2i.
        ok = ok && got[i] == -3.75 * elements[i] + 2 * elements[i + 1] && got[i + 1] == -3.75 * elements[i + 1] - 2 * elements[i];
    }
    result("scalars_of_any_address", ok);
    HIP(hipFree(on_device));
}

// Every other element there and back.
static void copies() {
    std::vector<float> from = {1, 2, 3, 4, 5, 6}, to(6, -1);
    Array<float> x(6);
    x.upload();
    BLAS(hipblasSetVector(3, sizeof(float), from.data(), 2, x.device, 1));
    BLAS(hipblasGetVector(3, sizeof(float), x.device, 1, to.data(), 2));
    result("vectors", to == std::vector<float>({1, -1, 3, -1, 5, -1}));
    BLAS(hipblasSetMatrix(2, 2, sizeof(float), from.data(), 3, x.device, 2));
    BLAS(hipblasGetMatrix(2, 2, sizeof(float), x.device, 2, to.data(), 3));
    result("matrices", to == std::vector<float>({1, 2, 3, 4, 5, -1}));
    result("rows", hipblasSetMatrix(4, 2, sizeof(float), from.data(), 3, x.device, 4) == HIPBLAS_STATUS_INVALID_VALUE);
}

int main() {
    hipblasHandle_t handle;
    BLAS(hipblasCreate(&handle));
    arguments(handle);
#define SOLVES(E, X)                                                                                                     \
    solves<E>(#X "trsm", [handle](bool on_device, auto &&...arguments) {                                                  \
        BLAS(hipblasSetPointerMode(handle, on_device ? HIPBLAS_POINTER_MODE_DEVICE : HIPBLAS_POINTER_MODE_HOST));         \
        const auto status = hipblas##X##trsmBatched(handle, arguments...);                                                \
        HIP(hipDeviceSynchronize());                                                                                      \
        return status;                                                                                                    \
    })
    SOLVES(float, S);
    SOLVES(hipDoubleComplex, Z);
    in_stream_order(handle);
    in_a_graph(handle);
    scalars_of_any_address(handle);
    copies();
    BLAS(hipblasDestroy(handle));
    return failures != 0;
}
