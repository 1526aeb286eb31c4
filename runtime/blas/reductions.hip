// reductions.hip: level 1's functions that make a number of vectors: dot, nrm2, asum, iamax and iamin, in all forms, and those of types that are
// arguments, DotEx, DotcEx and Nrm2Ex.
//
// Called by programs. Two kernels: blocks sum parts of the vectors up, and one block for each of them the parts, always in the same order.
#include <cstring>

#include "block.h"
#include "forms.h"
#include "squares.h"

namespace blas {

constexpr int threads = 256, most_blocks = 1024;
// Elements that a thread fetches before it needs the first: memory is far.
constexpr int ahead = 4;

// use(fetch(i), i) for every `step`th element from the first on, in order.
template <class Fetch, class Use> __device__ void over_elements(int64_t i, int64_t step, int64_t n, Fetch fetch, Use use) {
    for (; i + (ahead - 1) * step < n; i += ahead * step) {
        decltype(fetch(i)) fetched[ahead];
#pragma unroll
        for (int e = 0; e < ahead; e++) fetched[e] = fetch(i + e * step);
#pragma unroll
        for (int e = 0; e < ahead; e++) use(fetched[e], i + e * step);
    }
    for (; i < n; i += step) use(fetch(i), i);
}

// Reductions: Part is what is summed up, none() that of no elements, part(batch, first, step) of some, add joins two, result is the sum's meaning.
template <class T, bool conjugated, class Sum = Wide<T>, class R = T> struct Dot {
    using Part = Sum;
    using Result = R;
    int64_t n;
    View<const T> x, y;

    __device__ Part part(int64_t batch, int64_t first, int64_t step) const {
        const T *const a = start(x.at(batch), n, x.ld), *const b = start(y.at(batch), n, y.ld);
        Part sum = none();
        struct Both {
            T a, b;
        };
        over_elements(
            first, step, n, [&](int64_t i) { return Both{a[i * x.ld], b[i * y.ld]}; },
            [&](const Both &both, int64_t) { sum += conj_if(conjugated, Part(both.a)) * Part(both.b); });
        return sum;
    }
    __device__ static Part none() { return Part(0); }
    __device__ static Part add(Part a, Part b) { return a + b; }
    __device__ static Result result(Part sum) { return R(sum); }
};

template <class T> struct Asum {
    using Part = Real<T>;
    using Result = Real<T>;
    int64_t n;
    View<const T> x;

    __device__ Part part(int64_t batch, int64_t first, int64_t step) const {
        const T *const a = x.at(batch);
        Part sum = 0;
        over_elements(first, step, n, [&](int64_t i) { return a[i * x.ld]; }, [&](const T &value, int64_t) { sum += size(value); });
        return sum;
    }
    __device__ static Part none() { return Part(0); }
    __device__ static Part add(Part a, Part b) { return a + b; }
    __device__ static Result result(Part sum) { return sum; }
};

template <class T> struct Nrm2 {
    using Part = Squares;
    using Result = Real<T>;
    int64_t n;
    View<const T> x;

    __device__ Part part(int64_t batch, int64_t first, int64_t step) const {
        const T *const a = x.at(batch);
        Part sum = none();
        over_elements(first, step, n, [&](int64_t i) { return a[i * x.ld]; }, [&](const T &value, int64_t) { sum.add_element(Wide<T>(value)); });
        return sum;
    }
    __device__ static Part none() { return Squares::none(); }
    __device__ static Part add(Part a, Part b) { return Squares::add(a, b); }
    __device__ static Result result(Part sum) { return Result(Wide<Result>(sum.root())); }
};

template <class T, bool smallest, class I> struct Extreme : Best<Real<T>, smallest> {
    using typename Best<Real<T>, smallest>::Part;
    using Best<Real<T>, smallest>::none, Best<Real<T>, smallest>::add;
    using Result = I;
    int64_t n;
    View<const T> x;

    __device__ Part part(int64_t batch, int64_t first, int64_t step) const {
        const T *const a = x.at(batch);
        Part best = none();
        over_elements(first, step, n, [&](int64_t i) { return a[i * x.ld]; }, [&](const T &value, int64_t i) { best = add(best, {size(value), i + 1}); });
        return best;
    }
    __device__ static Result result(Part best) { return I(best.index); }
};

template <class Reduction> __global__ void sum_parts(Reduction reduction, int64_t batches, typename Reduction::Part *parts) {
    const int64_t first = blockIdx.x * int64_t(threads) + threadIdx.x, step = gridDim.x * int64_t(threads);
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z) {
        const auto sum = over_block<Reduction, threads>(reduction.part(batch, first, step));
        if (threadIdx.x == 0) parts[batch * gridDim.x + blockIdx.x] = sum;
    }
}

template <class Reduction>
__global__ void sum_of_parts(int64_t batches, const typename Reduction::Part *parts, unsigned count, typename Reduction::Result *results) {
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z) {
        auto mine = Reduction::none();
        for (unsigned i = threadIdx.x; i < count; i += threads) mine = Reduction::add(mine, parts[batch * count + i]);
        const auto sum = over_block<Reduction, threads>(mine);
        if (threadIdx.x == 0) results[batch] = Reduction::result(sum);
    }
}

template <class Reduction>
static hipblasStatus_t reduce(const Handle &handle, const Reduction &reduction, int64_t batches, typename Reduction::Result *results) {
    using Part = typename Reduction::Part;
    using Result = typename Reduction::Result;
    const bool to_host = handle.pointers == HIPBLAS_POINTER_MODE_HOST;
    const unsigned count = unsigned(std::min<int64_t>(divide_up(reduction.n, 4 * threads), most_blocks));
    const size_t parts_bytes = batches * count * sizeof(Part), results_bytes = batches * sizeof(Result);
    Temporary temporary(handle);
    BLAS_TRY(temporary.take(parts_bytes + results_bytes));
    Part *const parts = static_cast<Part *>(temporary.memory);
    Result *const there = to_host ? reinterpret_cast<Result *>(static_cast<char *>(temporary.memory) + parts_bytes) : results;
    BLAS_TRY(launch(handle, sum_parts<Reduction>, dim3(count, 1, batch_blocks(batches)), dim3(threads), reduction, batches, parts));
    BLAS_TRY(launch(handle, sum_of_parts<Reduction>, dim3(1, 1, batch_blocks(batches)), dim3(threads), batches, parts, count, there));
    if (!to_host) return HIPBLAS_STATUS_SUCCESS;
    // "If the pointer mode is host, the function waits for the result."
    BLAS_TRY(status_of(hipMemcpyAsync(results, there, results_bytes, hipMemcpyDeviceToHost, handle.stream)));
    return status_of(hipStreamSynchronize(handle.stream));
}

// What all of them check, in rocBLAS' order: "quick return, with result 0, if n <= 0" (or, of one vector, "incx <= 0").
template <class Reduction>
static hipblasStatus_t checked(hipblasHandle_t handle, const Reduction &reduction, int64_t batches, typename Reduction::Result *results, bool nothing,
                               bool null) {
    if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
    if (batches <= 0) return HIPBLAS_STATUS_SUCCESS;
    if (!results) return HIPBLAS_STATUS_INVALID_VALUE;
    const Handle &context = *static_cast<const Handle *>(handle);
    if (reduction.n <= 0 || nothing) {
        const size_t bytes = batches * sizeof *results;
        if (context.pointers == HIPBLAS_POINTER_MODE_DEVICE) return status_of(hipMemsetAsync(results, 0, bytes, context.stream));
        memset(results, 0, bytes);
        return HIPBLAS_STATUS_SUCCESS;
    }
    return null ? HIPBLAS_STATUS_INVALID_VALUE : reduce(context, reduction, batches, results);
}

template <class T, bool conjugated, class Sum = Wide<T>, class R = T>
static hipblasStatus_t dot(hipblasHandle_t handle, int64_t n, View<const T> x, View<const T> y, int64_t batches, void *result) {
    return checked(handle, Dot<T, conjugated, Sum, R>{n, x, y}, batches, static_cast<R *>(result), false, x.is_null() || y.is_null());
}
template <class T> static hipblasStatus_t asum(hipblasHandle_t handle, int64_t n, View<const T> x, int64_t batches, Real<T> *result) {
    return checked(handle, Asum<T>{n, x}, batches, result, x.ld <= 0, x.is_null());
}
template <class T> static hipblasStatus_t nrm2(hipblasHandle_t handle, int64_t n, View<const T> x, int64_t batches, void *result) {
    return checked(handle, Nrm2<T>{n, x}, batches, static_cast<Real<T> *>(result), x.ld <= 0, x.is_null());
}
template <bool smallest, class T, class I> static hipblasStatus_t extreme(hipblasHandle_t handle, int64_t n, View<const T> x, int64_t batches, I *result) {
    return checked(handle, Extreme<T, smallest, I>{{}, n, x}, batches, result, x.ld <= 0, x.is_null());
}

// The types that rocBLAS documents. Half floats are summed in floats, under HIP_R_16F too.
template <bool conjugated>
static hipblasStatus_t dot_ex(hipblasHandle_t handle, int64_t n, hipDataType x_type, View<const void> x, hipDataType y_type, View<const void> y,
                              int64_t batches, void *result, hipDataType result_type, hipDataType execution) {
    if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
#define TYPES(X, RESULT, EXECUTION, T, ...)                                                                                                 \
    if (x_type == X && y_type == X && result_type == RESULT && execution == EXECUTION)                                                       \
        return dot<T, conjugated && is_complex<T> __VA_ARGS__>(handle, n, cast<const T>(x), cast<const T>(y), batches, result);
    TYPES(HIP_R_16F, HIP_R_16F, HIP_R_16F, Half)
    TYPES(HIP_R_16F, HIP_R_16F, HIP_R_32F, Half)
    TYPES(HIP_R_16BF, HIP_R_16BF, HIP_R_32F, Bfloat16)
    TYPES(HIP_R_32F, HIP_R_32F, HIP_R_32F, float)
    TYPES(HIP_R_32F, HIP_R_64F, HIP_R_64F, float, , double, double)
    TYPES(HIP_R_64F, HIP_R_64F, HIP_R_64F, double)
    TYPES(HIP_C_32F, HIP_C_32F, HIP_C_32F, Complex<float>)
    TYPES(HIP_C_64F, HIP_C_64F, HIP_C_64F, Complex<double>)
#undef TYPES
    return missing(conjugated ? "hipblasDotcEx" : "hipblasDotEx", "this combination of types");
}
static hipblasStatus_t nrm2_ex(hipblasHandle_t handle, int64_t n, hipDataType x_type, View<const void> x, int64_t batches, void *result,
                               hipDataType result_type, hipDataType execution) {
    if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
#define TYPES(X, RESULT, EXECUTION, T)                                                                                                      \
    if (x_type == X && result_type == RESULT && execution == EXECUTION) return nrm2<T>(handle, n, cast<const T>(x), batches, result);
    TYPES(HIP_R_16F, HIP_R_16F, HIP_R_32F, Half)
    TYPES(HIP_R_16BF, HIP_R_16BF, HIP_R_32F, Bfloat16)
    TYPES(HIP_R_32F, HIP_R_32F, HIP_R_32F, float)
    TYPES(HIP_R_64F, HIP_R_64F, HIP_R_64F, double)
    TYPES(HIP_C_32F, HIP_R_32F, HIP_R_32F, Complex<float>)
    TYPES(HIP_C_64F, HIP_R_64F, HIP_R_64F, Complex<double>)
#undef TYPES
    return missing("hipblasNrm2Ex", "this combination of types");
}

}  // namespace blas

#define DOT_EX(N, E, list) BLAS_DEFINE_MIXED(N, E, list, blas::dot_ex<false>)
HIPBLAS_DOT_EX(DOT_EX)
#define DOTC_EX(N, E, list) BLAS_DEFINE_MIXED(N, E, list, blas::dot_ex<true>)
HIPBLAS_DOTC_EX(DOTC_EX)
#define NRM2_EX(N, E, list) BLAS_DEFINE_MIXED(N, E, list, blas::nrm2_ex)
HIPBLAS_NRM2_EX(NRM2_EX)
#define DOT(N, list, T, R) BLAS_DEFINE(N, list, T, R, (blas::dot<blas::Element<T>, false>))
HIPBLAS_DOT(DOT)
#define DOTC(N, list, T, R) BLAS_DEFINE(N, list, T, R, (blas::dot<blas::Element<T>, true>))
HIPBLAS_DOTC(DOTC)
#define ASUM(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::asum)
HIPBLAS_ASUM(ASUM)
#define NRM2(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::nrm2<blas::Element<T>>)
HIPBLAS_NRM2(NRM2)
#define IAMAX(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::extreme<false>)
HIPBLAS_IAMAX(IAMAX)
#define IAMIN(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::extreme<true>)
HIPBLAS_IAMIN(IAMIN)
