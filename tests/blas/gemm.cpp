// Matrix products of all types against a product in double, with the bound that rounding has: (k + 3) roundings of sum |a||b|, one more of the result.
//
// Built against an installation and run by tests/tests/blas.rs.
#include "check.h"

static const hipblasOperation_t OPS[] = {HIPBLAS_OP_N, HIPBLAS_OP_T, HIPBLAS_OP_C};
enum Form { PLAIN, BATCHED, STRIDED };

struct Shape {
    int m, n, k, more;  // leading dimensions are larger than they must be by `more`
};

// op(X)(i, j) of a matrix whose first element is x[0].
template <class T> static Exact at(const T *x, int ld, hipblasOperation_t op, int i, int j) {
    const Exact value = Of<T>::exact(op == HIPBLAS_OP_N ? x[i + size_t(j) * ld] : x[j + size_t(i) * ld]);
    return op == HIPBLAS_OP_C ? std::conj(value) : value;
}

// A product as a test case has it: what the call needs, and the matrices.
template <class TA, class TC, class S> struct Product {
    hipblasHandle_t handle;
    hipblasOperation_t op_a, op_b;
    Shape s;
    int batches, lda, ldb, ldc;
    size_t stride_a, stride_b, stride_c;
    Array<TA> a, b;
    Array<TC> c;
    Number<S> alpha, beta;

    Product(hipblasHandle_t handle, hipblasOperation_t op_a, hipblasOperation_t op_b, Shape s, int batches, Exact alpha, Exact beta, bool on_device)
        : handle(handle), op_a(op_a), op_b(op_b), s(s), batches(batches), lda((op_a == HIPBLAS_OP_N ? s.m : s.k) + s.more),
          ldb((op_b == HIPBLAS_OP_N ? s.k : s.n) + s.more), ldc(s.m + s.more), stride_a(size_t(lda) * (op_a == HIPBLAS_OP_N ? s.k : s.m) + s.more),
          stride_b(size_t(ldb) * (op_b == HIPBLAS_OP_N ? s.n : s.k) + s.more), stride_c(size_t(ldc) * s.n + s.more), a(stride_a * batches),
          b(stride_b * batches), c(stride_c * batches), alpha(alpha, on_device), beta(beta, on_device) {
        BLAS(hipblasSetPointerMode(handle, on_device ? HIPBLAS_POINTER_MODE_DEVICE : HIPBLAS_POINTER_MODE_HOST));
        // BLAS: where beta is zero, C need not be set.
        if (beta == 0.0 && Of<TC>::last > 0)
            for (TC &element : c.host) element = Of<TC>::from(NAN);
        a.upload(), b.upload(), c.upload();
    }

    bool is_right() {
        const std::vector<TC> got = c.download();
        const Exact factor = alpha.value(), rest = beta.value();
        for (int batch = 0; batch < batches; batch++)
            for (int j = 0; j < s.n; j++)
                for (int i = 0; i < ldc && batch * stride_c + i + size_t(j) * ldc < got.size(); i++) {
                    const size_t place = batch * stride_c + i + size_t(j) * ldc;
                    const Exact old = Of<TC>::exact(c.host[place]);
                    if (i >= s.m) {  // between the columns nothing is written
                        if (memcmp(&got[place], &c.host[place], sizeof(TC))) return false;
                        continue;
                    }
                    Exact sum = 0;
                    double sizes = 0;
                    for (int l = 0; l < s.k; l++) {
                        const Exact x = at(&a.host[batch * stride_a], lda, op_a, i, l), y = at(&b.host[batch * stride_b], ldb, op_b, l, j);
                        sum += x * y, sizes += std::abs(x) * std::abs(y);
                    }
                    const Exact want = factor * sum + (rest == 0.0 ? 0.0 : rest * old);
                    const double all = std::abs(factor) * sizes + (rest == 0.0 ? 0.0 : std::abs(rest * old));
                    const double bound = 1.01 * ((s.k + 3) * Of<TA>::unit * all + Of<TC>::last * std::abs(want)) + (Of<TC>::last > 0 ? 1e-7 * Of<TC>::last : 0);
                    if (!within(Of<TC>::exact(got[place]), want, bound)) {
                        printf("(%d, %d) of %d: got %g, want %g, bound %g\n", i, j, batch, Of<TC>::exact(got[place]).real(), want.real(), bound);
                        return false;
                    }
                }
        return true;
    }
};

// hipblas?gemm of a type, in each form.
template <class T> struct Typed;
#define TYPED(T, X)                                                                                                                          \
    template <> struct Typed<T> {                                                                                                             \
        static constexpr const char *name = #X "gemm";                                                                                        \
        static hipblasStatus_t run(Product<T, T, T> &p, Form form) {                                                                          \
            const Shape s = p.s;                                                                                                              \
            if (form == PLAIN)                                                                                                                \
                return hipblas##X##gemm(p.handle, p.op_a, p.op_b, s.m, s.n, s.k, p.alpha, p.a.device, p.lda, p.b.device, p.ldb, p.beta, p.c.device, p.ldc); \
            if (form == STRIDED)                                                                                                              \
                return hipblas##X##gemmStridedBatched_64(p.handle, p.op_a, p.op_b, s.m, s.n, s.k, p.alpha, p.a.device, p.lda, p.stride_a,     \
                                                         p.b.device, p.ldb, p.stride_b, p.beta, p.c.device, p.ldc, p.stride_c, p.batches);    \
            const Pointers<T> a(p.a.device, p.stride_a, p.batches), b(p.b.device, p.stride_b, p.batches), c(p.c.device, p.stride_c, p.batches); \
            const auto status = hipblas##X##gemmBatched(p.handle, p.op_a, p.op_b, s.m, s.n, s.k, p.alpha, a.device, p.lda, b.device, p.ldb,   \
                                                        p.beta, c.device, p.ldc, p.batches);                                                  \
            HIP(hipDeviceSynchronize()); /* before the pointers go */                                                                         \
            return status;                                                                                                                    \
        }                                                                                                                                     \
    };
TYPED(float, S)
TYPED(double, D)
TYPED(hipComplex, C)
TYPED(hipDoubleComplex, Z)
TYPED(hipblasHalf, H)

template <class T> static void typed(hipblasHandle_t handle) {
    // From so many on a device takes the largest tiles, with long sums, and those for many small matrices.
    hipDeviceProp_t device;
    HIP(hipGetDeviceProperties(&device, 0));
    const int many = 4 * device.multiProcessorCount;
    const Shape small = {37, 29, 45, 3};
    int number = 0;
    for (hipblasOperation_t a : OPS)
        for (hipblasOperation_t b : OPS) {
            const Form form = Form(number % 3);
            const bool on_device = number++ % 2;
            Product<T, T, T> p(handle, a, b, small, form == PLAIN ? 1 : 3, {1.25, -0.5}, number % 4 ? Exact(-0.75, 0.25) : 0, on_device);
            BLAS(Typed<T>::run(p, form));
            result(std::string(Typed<T>::name) + "_" + std::to_string(a - HIPBLAS_OP_N) + std::to_string(b - HIPBLAS_OP_N), p.is_right());
        }
    // Enough blocks for the large tiles, with edges; nothing to multiply.
    for (Shape s : {Shape{250, 130, 9, 1}, Shape{5, 3, 0, 0}}) {
        Product<T, T, T> p(handle, HIPBLAS_OP_N, HIPBLAS_OP_T, s, 16, 1.5, s.k ? 0 : 0.5, false);
        BLAS(Typed<T>::run(p, STRIDED));
        result(std::string(Typed<T>::name) + "_" + std::to_string(s.m), p.is_right());
    }
    // One large tile is less than a device wants, four of half the size may do.
    Product<T, T, T> medium(handle, HIPBLAS_OP_N, HIPBLAS_OP_N, {100, 72, 28, 4}, 1, 1.5, 0, false);
    BLAS(Typed<T>::run(medium, PLAIN));
    result(std::string(Typed<T>::name) + "_medium", medium.is_right());
    // Few tiles and long sums: parts of those side by side (split.h); the last one is shorter.
    for (hipblasOperation_t a : {HIPBLAS_OP_N, HIPBLAS_OP_C})
        for (hipblasOperation_t b : {HIPBLAS_OP_N, HIPBLAS_OP_T}) {
            Product<T, T, T> p(handle, a, b, {37, 29, 1601, a == b ? 3 : 8}, 1, {1.5, 0.25}, a == b ? 0.5 : 0, false);
            BLAS(Typed<T>::run(p, PLAIN));
            result(std::string(Typed<T>::name) + "_deep_" + std::to_string(a - HIPBLAS_OP_N) + std::to_string(b - HIPBLAS_OP_N), p.is_right());
        }
    // Many matrices, each smaller than other tiles, and as large as the small ones'.
    for (Shape s : {Shape{8, 8, 8, 0}, Shape{3, 7, 21, 1}, Shape{16, 16, 17, 0}, Shape{11, 5, 2, 2}}) {
        const Form form = s.more ? BATCHED : STRIDED;
        Product<T, T, T> p(handle, s.more ? HIPBLAS_OP_C : HIPBLAS_OP_N, s.m % 2 ? HIPBLAS_OP_T : HIPBLAS_OP_N, s, std::max(many, 138) + 3, {1.5, 0.25}, s.more ? 0.5 : 0, false);
        BLAS(Typed<T>::run(p, form));
        result(std::string(Typed<T>::name) + "_many_" + std::to_string(s.m), p.is_right());
    }
    // 260 by 132 elements are six of the largest tiles.
    Product<T, T, T> large(handle, HIPBLAS_OP_N, HIPBLAS_OP_T, {260, 132, 1030, 4}, many / 6 + 1, 1.5, 0.5, false);
    BLAS(Typed<T>::run(large, STRIDED));
    result(std::string(Typed<T>::name) + "_large", large.is_right());
    // Enough for a large GPU, with tiles that lie within the matrices, at multiples of 16 bytes, whichever way they run; the last of k is a part of one.
    for (hipblasOperation_t a : {HIPBLAS_OP_N, HIPBLAS_OP_C})
        for (hipblasOperation_t b : {HIPBLAS_OP_N, HIPBLAS_OP_T}) {
            Product<T, T, T> p(handle, a, b, {260, 132, 28, 4}, 24, 1.5, 0.5, false);
            BLAS(Typed<T>::run(p, STRIDED));
            result(std::string(Typed<T>::name) + "_whole_" + std::to_string(a - HIPBLAS_OP_N) + std::to_string(b - HIPBLAS_OP_N), p.is_right());
        }
}

// Large enough for aligned copies where columns begin anywhere and matrix units want more (gemm_matrix_tiles.h); the edges are parts of every tile.
// `run` does it by hipblasGemmEx or a typed function.
template <class TA, class TC, class S, class Run> static void odd(hipblasHandle_t handle, const char *name, Run run) {
    for (hipblasOperation_t a : {HIPBLAS_OP_N, HIPBLAS_OP_T})
        for (hipblasOperation_t b : {HIPBLAS_OP_N, HIPBLAS_OP_T}) {
            const bool on_device = a == b;
            Product<TA, TC, S> p(handle, a, b, {267, 259, 517, a == HIPBLAS_OP_N ? 0 : 3}, 1, 0.75, b == HIPBLAS_OP_N ? 0.0 : 1.5, on_device);
            BLAS(run(p));
            result(std::string(name) + "_odd_" + std::to_string(a - HIPBLAS_OP_N) + std::to_string(b - HIPBLAS_OP_N), p.is_right());
        }
}

// hipblasGemmEx and its batched forms, with the types of ggml and of CuPy.
template <class TA, class TC, class S>
static void mixed(hipblasHandle_t handle, const char *name, hipDataType type_a, hipDataType type_c, hipblasComputeType_t compute) {
    for (int number = 0; number < 4; number++) {
        const Form form = Form(number % 3);
        const hipblasOperation_t op_a = OPS[number % 2], op_b = OPS[number / 2];
        Product<TA, TC, S> p(handle, op_a, op_b, {41, 22, 67, 2}, form == PLAIN ? 1 : 2, number % 2 ? 1.0 : 1.5, number % 3 ? 1.0 : 0.0, number % 2);
        const Shape s = p.s;
        if (form == PLAIN)
            BLAS(hipblasGemmEx(handle, op_a, op_b, s.m, s.n, s.k, p.alpha, p.a.device, type_a, p.lda, p.b.device, type_a, p.ldb, p.beta, p.c.device,
                               type_c, p.ldc, compute, HIPBLAS_GEMM_DEFAULT));
        if (form == STRIDED)
            BLAS(hipblasGemmStridedBatchedEx(handle, op_a, op_b, s.m, s.n, s.k, p.alpha, p.a.device, type_a, p.lda, p.stride_a, p.b.device, type_a,
                                             p.ldb, p.stride_b, p.beta, p.c.device, type_c, p.ldc, p.stride_c, p.batches, compute,
                                             HIPBLAS_GEMM_DEFAULT));
        if (form == BATCHED) {
            const Pointers<TA> a(p.a.device, p.stride_a, p.batches), b(p.b.device, p.stride_b, p.batches);
            const Pointers<TC> c(p.c.device, p.stride_c, p.batches);
            BLAS(hipblasGemmBatchedExWithFlags(handle, op_a, op_b, s.m, s.n, s.k, p.alpha, (const void **)a.device, type_a, p.lda,
                                               (const void **)b.device, type_a, p.ldb, p.beta, (void **)c.device, type_c, p.ldc, p.batches, compute,
                                               HIPBLAS_GEMM_DEFAULT, HIPBLAS_GEMM_FLAGS_NONE));
            HIP(hipDeviceSynchronize());
        }
        result(std::string(name) + "_" + std::to_string(number), p.is_right());
    }
    if (sizeof(TA) > 1)
        odd<TA, TC, S>(handle, name, [&](Product<TA, TC, S> &p) {
            const Shape s = p.s;
            return hipblasGemmEx(handle, p.op_a, p.op_b, s.m, s.n, s.k, p.alpha, p.a.device, type_a, p.lda, p.b.device, type_a, p.ldb, p.beta, p.c.device,
                                 type_c, p.ldc, compute, HIPBLAS_GEMM_DEFAULT);
        });
}

// Its name stands in GEMM_TYPES, or there is none: all.
bool wanted(const char *name) {
    const char *types = std::getenv("GEMM_TYPES");
    if (types == nullptr) return true;
    return (" " + std::string(types) + " ").find(" " + std::string(name) + " ") != std::string::npos;
}

int main() {
    hipblasHandle_t handle;
    BLAS(hipblasCreate(&handle));
    if (wanted("s")) {
        typed<float>(handle);
        mixed<float, float, float>(handle, "f32", HIP_R_32F, HIP_R_32F, HIPBLAS_COMPUTE_32F_FAST_TF32);
    }
    if (wanted("d")) typed<double>(handle);
    if (wanted("c")) typed<hipComplex>(handle);
    if (wanted("z")) typed<hipDoubleComplex>(handle);
    if (wanted("h")) {
        typed<hipblasHalf>(handle);
        mixed<hipblasHalf, hipblasHalf, hipblasHalf>(handle, "f16_16F", HIP_R_16F, HIP_R_16F, HIPBLAS_COMPUTE_16F);
        mixed<hipblasHalf, hipblasHalf, float>(handle, "f16_32F", HIP_R_16F, HIP_R_16F, HIPBLAS_COMPUTE_32F);
        mixed<hipblasHalf, float, float>(handle, "f16_f32", HIP_R_16F, HIP_R_32F, HIPBLAS_COMPUTE_32F);
    }
    if (wanted("mixed")) {
        mixed<hipblasBfloat16, hipblasBfloat16, float>(handle, "bf16", HIP_R_16BF, HIP_R_16BF, HIPBLAS_COMPUTE_32F);
        mixed<hipblasBfloat16, float, float>(handle, "bf16_f32", HIP_R_16BF, HIP_R_32F, HIPBLAS_COMPUTE_32F_FAST_16BF);
        mixed<int8_t, int32_t, int32_t>(handle, "i8", HIP_R_8I, HIP_R_32I, HIPBLAS_COMPUTE_32I);
    }
    BLAS(hipblasDestroy(handle));
    return failures != 0;
}
