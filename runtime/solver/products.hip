// products.hip: see products.h.
//
// hipBLAS takes a batch either as matrices of one stride or as a list of addresses; a View may begin somewhere in the matrices of a list, whose addresses
// are then written anew, and one list makes lists of all.
#include "products.h"

namespace solver {

// What hipBLAS' functions are called for each element type, and which type they have there.
template <class T> struct Calls;
#define CALLS(X, rank_k, T, Element, RealElement)                                                                                           \
    template <> struct Calls<T> {                                                                                                           \
        using E = Element;                                                                                                                  \
        using R = RealElement;                                                                                                              \
        static constexpr auto gemm_strided = hipblas##X##gemmStridedBatched;                                                                \
        static constexpr auto gemm_batched = hipblas##X##gemmBatched;                                                                       \
        static constexpr auto trsm_strided = hipblas##X##trsmStridedBatched;                                                                \
        static constexpr auto trsm_batched = hipblas##X##trsmBatched;                                                                       \
        static constexpr auto trmm_strided = hipblas##X##trmmStridedBatched;                                                                \
        static constexpr auto trmm_batched = hipblas##X##trmmBatched;                                                                       \
        static constexpr auto square_strided = hipblas##X##rank_k##StridedBatched;                                                          \
        static constexpr auto square_batched = hipblas##X##rank_k##Batched;                                                                 \
        static constexpr auto trtri_strided = hipblas##X##trtriStridedBatched;                                                              \
        static constexpr auto trtri_batched = hipblas##X##trtriBatched;                                                                     \
    };
CALLS(S, syrk, float, float, float)
CALLS(D, syrk, double, double, double)
CALLS(C, herk, Complex<float>, hipComplex, float)
CALLS(Z, herk, Complex<double>, hipDoubleComplex, double)

// Addresses of the matrices of a View whose elements have so many bytes.
__global__ void write_addresses(char **to, View<char> matrices, int64_t batches) {
    const int64_t batch = blockIdx.x * int64_t(blockDim.x) + threadIdx.x;
    if (batch < batches) to[batch] = matrices.at(batch);
}

// A batch as a list of addresses, in memory of its own where it was none.
template <class T> struct List {
    Temporary memory;
    typename Calls<T>::E *const *each = nullptr;

    explicit List(const Handle &handle) : memory(handle) {}
    Status make(View<const T> a, int64_t batches) {
        if (a.each && a.offset == 0) {
            each = reinterpret_cast<typename Calls<T>::E *const *>(const_cast<T *const *>(a.each));
            return HIPBLAS_STATUS_SUCCESS;
        }
        SOLVER_TRY(memory.take(batches * sizeof(T *)));
        const int64_t bytes = sizeof(T);
        const View<char> matrices = {reinterpret_cast<char *>(const_cast<T *>(a.first)), reinterpret_cast<char *const *>(const_cast<T *const *>(a.each)), 1,
                                     a.stride * bytes, a.offset * bytes};
        char **const to = static_cast<char **>(memory.memory);
        SOLVER_TRY(launch(memory.handle, write_addresses, dim3(divide_up(batches, 64)), dim3(64), to, matrices, batches));
        each = reinterpret_cast<typename Calls<T>::E *const *>(to);
        return HIPBLAS_STATUS_SUCCESS;
    }
};

template <class T> static auto *scalar_of(const T &value) { return reinterpret_cast<const typename Calls<T>::E *>(&value); }
template <class T> static auto *first_of(View<T> a) {
    using E = typename Calls<std::remove_const_t<T>>::E;
    return reinterpret_cast<std::conditional_t<std::is_const_v<T>, const E, E> *>(a.first + a.offset);
}
// The leading dimension of a matrix of so many rows; one of a single column may have any.
static int ld_of(int64_t ld, int64_t rows) { return int(std::max<int64_t>({ld, rows, 1})); }
static hipblasHandle_t handle_of(const Handle &handle) { return const_cast<Handle *>(&handle); }

template <class T> Status multiply(const Handle &handle, const Product<T> &p) {
    if (p.m == 0 || p.n == 0 || p.batches == 0) return HIPBLAS_STATUS_SUCCESS;
    using C = Calls<T>;
    const int lda = ld_of(p.a.ld, p.of_a == HIPBLAS_OP_N ? p.m : p.k), ldb = ld_of(p.b.ld, p.of_b == HIPBLAS_OP_N ? p.k : p.n), ldc = ld_of(p.c.ld, p.m);
    const int m = int(p.m), n = int(p.n), k = int(p.k), batches = int(p.batches);
    if (!p.a.each && !p.b.each && !p.c.each)
        return C::gemm_strided(handle_of(handle), p.of_a, p.of_b, m, n, k, scalar_of(p.alpha), first_of(p.a), lda, p.a.stride, first_of(p.b), ldb, p.b.stride,
                               scalar_of(p.beta), first_of(p.c), ldc, p.c.stride, batches);
    List<T> a(handle), b(handle), c(handle);
    SOLVER_TRY(a.make(p.a, p.batches));
    SOLVER_TRY(b.make(p.b, p.batches));
    SOLVER_TRY(c.make(p.c, p.batches));
    return C::gemm_batched(handle_of(handle), p.of_a, p.of_b, m, n, k, scalar_of(p.alpha), a.each, lda, b.each, ldb, scalar_of(p.beta), c.each, ldc, batches);
}

template <class T> Status add_square(const Handle &handle, const Square<T> &p) {
    if (p.n == 0 || p.batches == 0) return HIPBLAS_STATUS_SUCCESS;
    using C = Calls<T>;
    const hipblasOperation_t op = !p.adjoint ? HIPBLAS_OP_N : is_complex<T> ? HIPBLAS_OP_C : HIPBLAS_OP_T;
    const int lda = ld_of(p.a.ld, p.adjoint ? p.k : p.n), ldc = ld_of(p.c.ld, p.n);
    if (!p.a.each && !p.c.each)
        return C::square_strided(handle_of(handle), p.fill, op, int(p.n), int(p.k), &p.alpha, first_of(p.a), lda, p.a.stride, &p.beta, first_of(p.c), ldc,
                                 p.c.stride, int(p.batches));
    List<T> a(handle), c(handle);
    SOLVER_TRY(a.make(p.a, p.batches));
    SOLVER_TRY(c.make(p.c, p.batches));
    return C::square_batched(handle_of(handle), p.fill, op, int(p.n), int(p.k), &p.alpha, a.each, lda, &p.beta, c.each, ldc, int(p.batches));
}

template <class T> Status multiply_triangle(const Handle &handle, const TriangleProduct<T> &p) {
    if (p.m == 0 || p.n == 0 || p.batches == 0) return HIPBLAS_STATUS_SUCCESS;
    using C = Calls<T>;
    const T one = T(1);
    const int lda = ld_of(p.a.ld, p.side == HIPBLAS_SIDE_LEFT ? p.m : p.n), ldc = ld_of(p.c.ld, p.m), m = int(p.m), n = int(p.n), batches = int(p.batches);
    if (!p.a.each && !p.c.each)
        return C::trmm_strided(handle_of(handle), p.side, p.fill, p.op, p.diag, m, n, scalar_of(one), first_of(p.a), lda, p.a.stride, first_of(p.c), ldc,
                               p.c.stride, first_of(p.c), ldc, p.c.stride, batches);
    List<T> a(handle), c(handle);
    SOLVER_TRY(a.make(p.a, p.batches));
    SOLVER_TRY(c.make(p.c, p.batches));
    return C::trmm_batched(handle_of(handle), p.side, p.fill, p.op, p.diag, m, n, scalar_of(one), a.each, lda, c.each, ldc, c.each, ldc, batches);
}

template <class T>
Status invert_triangle(const Handle &handle, hipblasFillMode_t fill, hipblasDiagType_t diag, int64_t n, View<const T> a, View<T> inverse, int64_t batches) {
    if (n == 0 || batches == 0) return HIPBLAS_STATUS_SUCCESS;
    using C = Calls<T>;
    const int lda = ld_of(a.ld, n), ld = ld_of(inverse.ld, n);
    if (!a.each && !inverse.each)
        return C::trtri_strided(handle_of(handle), fill, diag, int(n), first_of(a), lda, a.stride, first_of(inverse), ld, inverse.stride, int(batches));
    List<T> from(handle), to(handle);
    SOLVER_TRY(from.make(a, batches));
    SOLVER_TRY(to.make(inverse, batches));
    return C::trtri_batched(handle_of(handle), fill, diag, int(n), from.each, lda, to.each, ld, int(batches));
}

#define INSTANTIATE(T)                                                                                                    \
    template Status multiply<T>(const Handle &, const Product<T> &);                                                      \
    template Status add_square<T>(const Handle &, const Square<T> &);                                                     \
    template Status multiply_triangle<T>(const Handle &, const TriangleProduct<T> &);                                     \
    template Status invert_triangle<T>(const Handle &, hipblasFillMode_t, hipblasDiagType_t, int64_t, View<const T>, View<T>, int64_t);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(Complex<float>)
INSTANTIATE(Complex<double>)
#undef INSTANTIATE

}  // namespace solver

namespace blas {

template <class T> hipblasStatus_t solve_system(const Handle &handle, const System<T> &p) {
    if (p.m == 0 || p.n == 0 || p.batches == 0) return HIPBLAS_STATUS_SUCCESS;
    using C = solver::Calls<T>;
    const int lda = solver::ld_of(p.a.ld, p.side == HIPBLAS_SIDE_LEFT ? p.m : p.n), ldb = solver::ld_of(p.b.ld, p.m);
    const int m = int(p.m), n = int(p.n), batches = int(p.batches);
    const auto *const alpha = solver::scalar_of(p.alpha.value);
    if (!p.a.each && !p.b.each)
        return C::trsm_strided(solver::handle_of(handle), p.side, p.fill, p.op, p.diag, m, n, alpha, solver::first_of(p.a), lda, p.a.stride,
                               solver::first_of(p.b), ldb, p.b.stride, batches);
    solver::List<T> a(handle), b(handle);
    SOLVER_TRY(a.make(p.a, p.batches));
    SOLVER_TRY(b.make(p.b, p.batches));
    return C::trsm_batched(solver::handle_of(handle), p.side, p.fill, p.op, p.diag, m, n, alpha, a.each, lda, b.each, ldb, batches);
}

// What product.h's operand() has made of op(X), undone.
template <class T> static hipblasOperation_t operation_of(const Operand<T> &a) {
    return a.conjugate ? HIPBLAS_OP_C : a.row == 1 ? HIPBLAS_OP_N : HIPBLAS_OP_T;
}
template <class T> hipblasStatus_t multiply_matrices(const Handle &handle, const Gemm<T, T, T> &p) {
    const Operand<T> b = p.b.transposed();
    return solver::multiply(handle, solver::Product<T>{operation_of(p.a), operation_of(b), p.m, p.n, p.k, p.alpha.value, p.a.matrix, b.matrix, p.beta.value, p.c,
                                                       p.batches});
}

#define INSTANTIATE(T)                                                                                                    \
    template hipblasStatus_t solve_system<T>(const Handle &, const System<T> &);                                          \
    template hipblasStatus_t multiply_matrices<T>(const Handle &, const Gemm<T, T, T> &);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(Complex<float>)
INSTANTIATE(Complex<double>)

}  // namespace blas
