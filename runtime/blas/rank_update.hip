// rank_update.hip: A = alpha x y' + A and its symmetric kin: ger, geru, gerc, syr, her, syr2, her2, spr, hpr, spr2, hpr2, in all forms.
//
// Called by programs. One kernel, a thread for a few elements of A.
#include "forms.h"
#include "shaped.h"
#include "strips.h"

namespace blas {

// S is T, or its real type where alpha is real.
template <class T, class S> struct RankUpdate {
    Shaped<T> a;  // where its elements are
    View<T> to;   // the same memory
    int64_t batches;
    View<const T> x, y;
    bool conjugate;  // y, and in the second product x
    bool twice;      // alpha y x' too (with alpha's conjugate where x is conjugated)
    Scalar<S> alpha;
};

template <class T, class S> __global__ __launch_bounds__(edge *threads_down) void rank_update(RankUpdate<T, S> p) {
    const int i = blockIdx.x * edge + threadIdx.x, first = blockIdx.y * edge + threadIdx.y;
    const T alpha = T(p.alpha.get());
    const auto is_there = [&](int j) {
        const bool whole = p.a.shape == Shape::general;
        return i < p.a.rows && j < p.a.columns && (whole || (p.a.upper ? i <= j : i >= j));
    };
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        const T *const x = start(p.x.at(batch), p.a.rows, p.x.ld), *const y = start(p.y.at(batch), p.a.columns, p.y.ld);
        T *const to = p.to.at(batch);
        T old[columns_of_thread];
#pragma unroll
        for (int c = 0; c < columns_of_thread; c++)
            if (const int j = first + c * threads_down; is_there(j)) old[c] = to[p.a.place(i, j)];
#pragma unroll
        for (int c = 0; c < columns_of_thread; c++) {
            const int j = first + c * threads_down;
            if (!is_there(j)) continue;
            T sum = alpha * x[i * p.x.ld] * conj_if(p.conjugate, y[j * p.y.ld]);
            if (p.twice) sum += conj_if(p.conjugate, alpha) * y[i * p.y.ld] * conj_if(p.conjugate, x[j * p.x.ld]);
            // BLAS: "the imaginary parts of the diagonal elements need not be set, they are assumed to be zero, and on exit they are set to zero".
            const bool is_real = p.a.shape == Shape::hermitian && i == j;
            to[p.a.place(i, j)] = is_real ? T(real(old[c]) + real(sum)) : old[c] + sum;
        }
    }
}

// rocBLAS' checks behind those of enumerators and sizes.
template <class S, class T>
static hipblasStatus_t update(hipblasHandle_t handle, const Shaped<T> &a, View<T> to, const void *alpha, View<const T> x, View<const T> y,
                              bool conjugate, bool twice, int64_t batches) {
    if (x.ld == 0 || y.ld == 0 || batches < 0) return HIPBLAS_STATUS_INVALID_VALUE;
    if (a.rows == 0 || a.columns == 0 || batches == 0) return HIPBLAS_STATUS_SUCCESS;
    if (!alpha) return HIPBLAS_STATUS_INVALID_VALUE;
    const Handle &context = *static_cast<const Handle *>(handle);
    const Scalar<S> factor = scalar<S>(context, alpha);
    if (factor.is(S(0))) return HIPBLAS_STATUS_SUCCESS;
    if (to.is_null() || x.is_null() || y.is_null()) return HIPBLAS_STATUS_INVALID_VALUE;
    return launch(context, rank_update<T, S>, strip_grid(a.rows, a.columns, batches), strip_block, RankUpdate<T, S>{a, to, batches, x, y, conjugate, twice, factor});
}

template <bool conjugate, class T>
static hipblasStatus_t ger(hipblasHandle_t handle, int64_t m, int64_t n, const void *alpha, View<const T> x, View<const T> y, View<T> a,
                           int64_t batches) {
    BLAS_CHECK_SIZES(true, m < 0 || n < 0 || !is_leading(a.ld, m), std::max(m, n));
    return update<T>(handle, Shaped<T>{a, int(m), int(n)}, a, alpha, x, y, conjugate, false, batches);
}
template <class T> static Shaped<T> half_of(View<T> a, int64_t n, Storage storage, bool hermitian, hipblasFillMode_t fill) {
    return {a, int(n), int(n), storage, hermitian ? Shape::hermitian : Shape::symmetric, fill == HIPBLAS_FILL_MODE_UPPER};
}
template <bool hermitian, class S, class T>
static hipblasStatus_t syr(hipblasHandle_t handle, hipblasFillMode_t fill, int64_t n, const void *alpha, View<const T> x, View<T> a, int64_t batches) {
    BLAS_CHECK_SIZES(is_enum(fill), n < 0 || !is_leading(a.ld, n), n);
    return update<S>(handle, half_of(a, n, Storage::full, hermitian, fill), a, alpha, x, x, hermitian, false, batches);
}
template <bool hermitian, class S, class T>
static hipblasStatus_t spr(hipblasHandle_t handle, hipblasFillMode_t fill, int64_t n, const void *alpha, View<const T> x, View<T> a, int64_t batches) {
    BLAS_CHECK_SIZES(is_enum(fill), n < 0, n);
    return update<S>(handle, half_of(a, n, Storage::packed, hermitian, fill), a, alpha, x, x, hermitian, false, batches);
}
template <bool hermitian, class T>
static hipblasStatus_t syr2(hipblasHandle_t handle, hipblasFillMode_t fill, int64_t n, const void *alpha, View<const T> x, View<const T> y, View<T> a,
                            int64_t batches) {
    BLAS_CHECK_SIZES(is_enum(fill), n < 0 || !is_leading(a.ld, n), n);
    return update<T>(handle, half_of(a, n, Storage::full, hermitian, fill), a, alpha, x, y, hermitian, true, batches);
}
template <bool hermitian, class T>
static hipblasStatus_t spr2(hipblasHandle_t handle, hipblasFillMode_t fill, int64_t n, const void *alpha, View<const T> x, View<const T> y, View<T> a,
                            int64_t batches) {
    BLAS_CHECK_SIZES(is_enum(fill), n < 0, n);
    return update<T>(handle, half_of(a, n, Storage::packed, hermitian, fill), a, alpha, x, y, hermitian, true, batches);
}

}  // namespace blas

#define GER(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::ger<false>)
HIPBLAS_GER(GER)
#define GERC(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::ger<true>)
HIPBLAS_GERC(GERC)
#define SYR(N, list, T, R) BLAS_DEFINE(N, list, T, R, (blas::syr<false, blas::Element<T>>))
HIPBLAS_SYR(SYR)
#define HER(N, list, T, R) BLAS_DEFINE(N, list, T, R, (blas::syr<true, R>))
HIPBLAS_HER(HER)
#define SPR(N, list, T, R) BLAS_DEFINE(N, list, T, R, (blas::spr<false, blas::Element<T>>))
HIPBLAS_SPR(SPR)
#define HPR(N, list, T, R) BLAS_DEFINE(N, list, T, R, (blas::spr<true, R>))
HIPBLAS_HPR(HPR)
#define SYR2(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::syr2<false>)
HIPBLAS_SYR2(SYR2)
#define HER2(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::syr2<true>)
HIPBLAS_HER2(HER2)
#define SPR2(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::spr2<false>)
HIPBLAS_SPR2(SPR2)
#define HPR2(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::spr2<true>)
HIPBLAS_HPR2(HPR2)
