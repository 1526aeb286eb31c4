// elementwise.hip: level 1's functions that change vectors element by element: axpy, copy, swap, scal, rot and rotm, in all forms.
//
// Called by programs. One kernel, which is told by an operation what to do with the elements of its threads.
#include "forms.h"

namespace blas {

// Operations: run(batch, first, step) takes elements first, first + step, ... of vector number `batch`.
template <class T> struct Axpy {
    int64_t n;
    Scalar<Wide<T>> alpha;
    View<const T> x;
    View<T> y;

    __device__ void run(int64_t batch, int64_t first, int64_t step) const {
        const Wide<T> factor = alpha.get();
        if (factor == Wide<T>(0)) return;  // rocBLAS: "y is unchanged, x is not read"
        const T *const from = start(x.at(batch), n, x.ld);
        T *const to = start(y.at(batch), n, y.ld);
        for (int64_t i = first; i < n; i += step) to[i * y.ld] = T(factor * Wide<T>(from[i * x.ld]) + Wide<T>(to[i * y.ld]));
    }
};

template <class T> struct Copy {
    int64_t n;
    View<const T> x;
    View<T> y;

    __device__ void run(int64_t batch, int64_t first, int64_t step) const {
        const T *const from = start(x.at(batch), n, x.ld);
        T *const to = start(y.at(batch), n, y.ld);
        for (int64_t i = first; i < n; i += step) to[i * y.ld] = from[i * x.ld];
    }
};

template <class T> struct Swap {
    int64_t n;
    View<T> x, y;

    __device__ void run(int64_t batch, int64_t first, int64_t step) const {
        T *const a = start(x.at(batch), n, x.ld), *const b = start(y.at(batch), n, y.ld);
        for (int64_t i = first; i < n; i += step) {
            const T old = a[i * x.ld];
            a[i * x.ld] = b[i * y.ld];
            b[i * y.ld] = old;
        }
    }
};

// S is T, or T's real type.
template <class T, class S> struct Scal {
    int64_t n;
    Scalar<S> alpha;
    View<T> x;

    __device__ void run(int64_t batch, int64_t first, int64_t step) const {
        const S factor = alpha.get();
        T *const a = x.at(batch);
        for (int64_t i = first; i < n; i += step) a[i * x.ld] = scaled(a[i * x.ld], factor);
    }
    __device__ static T scaled(T a, T factor) { return factor * a; }
    template <class R> __device__ static Complex<R> scaled(Complex<R> a, R factor) { return {factor * a.re, factor * a.im}; }
};

template <class T, class S> struct Rot {
    int64_t n;
    View<T> x, y;
    Scalar<Real<T>> c;
    Scalar<S> s;

    __device__ void run(int64_t batch, int64_t first, int64_t step) const {
        const T cosine = c.get(), sine = s.get();
        T *const a = start(x.at(batch), n, x.ld), *const b = start(y.at(batch), n, y.ld);
        for (int64_t i = first; i < n; i += step) {
            const T old_a = a[i * x.ld], old_b = b[i * y.ld];
            a[i * x.ld] = cosine * old_a + sine * old_b;
            b[i * y.ld] = cosine * old_b - conj_if(true, sine) * old_a;
        }
    }
};

// The five numbers of a modified rotation, by value where they lie in host memory.
template <class T> struct Modified {
    T flag, h11, h21, h12, h22;
};
template <class T> struct Rotm {
    int64_t n;
    View<T> x, y;
    View<const T> param;  // null where the numbers are `known`
    Modified<T> known;

    // BLAS: flag -1 has all of H; 0 ones on its diagonal; 1 has 1 and -1 beside it; -2 is the identity.
    __device__ void run(int64_t batch, int64_t first, int64_t step) const {
        const T *const p = param.first || param.each ? param.at(batch) : nullptr;
        const Modified<T> m = p ? Modified<T>{p[0], p[1], p[2], p[3], p[4]} : known;
        if (m.flag == T(-2)) return;
        const T h11 = m.flag == T(0) ? T(1) : m.h11, h22 = m.flag == T(0) ? T(1) : m.h22;
        const T h12 = m.flag == T(1) ? T(1) : m.h12, h21 = m.flag == T(1) ? T(-1) : m.h21;
        T *const a = start(x.at(batch), n, x.ld), *const b = start(y.at(batch), n, y.ld);
        for (int64_t i = first; i < n; i += step) {
            const T old_a = a[i * x.ld], old_b = b[i * y.ld];
            a[i * x.ld] = h11 * old_a + h12 * old_b;
            b[i * y.ld] = h21 * old_a + h22 * old_b;
        }
    }
};

template <class Operation> __global__ void each_element(Operation operation, int64_t batches) {
    const int64_t first = blockIdx.x * int64_t(blockDim.x) + threadIdx.x, step = gridDim.x * int64_t(blockDim.x);
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z) operation.run(batch, first, step);
}

template <class Operation> static hipblasStatus_t run(hipblasHandle_t handle, const Operation &operation, int64_t batches) {
    const dim3 grid(std::min<int64_t>(divide_up(operation.n, 256), 4096), 1, batch_blocks(batches));
    return launch(*static_cast<const Handle *>(handle), each_element<Operation>, grid, dim3(256), operation, batches);
}

// rocBLAS: "quick return if n <= 0 or batch_count <= 0"; then "invalid_pointer" for what is null.
#define BLAS_CHECK_VECTORS(nothing, null)                                                                                                   \
    if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;                                                                                      \
    if (n <= 0 || batches <= 0 || (nothing)) return HIPBLAS_STATUS_SUCCESS;                                                                  \
    if (null) return HIPBLAS_STATUS_INVALID_VALUE

template <class T>
static hipblasStatus_t axpy(hipblasHandle_t handle, int64_t n, const void *alpha, View<const T> x, View<T> y, int64_t batches) {
    BLAS_CHECK_VECTORS(false, !alpha);
    const auto factor = scalar<Wide<T>>(*static_cast<const Handle *>(handle), alpha, stored_as<T>);
    BLAS_CHECK_VECTORS(factor.is(Wide<T>(0)), x.is_null() || y.is_null());
    return run(handle, Axpy<T>{n, factor, x, y}, batches);
}
template <class T> static hipblasStatus_t copy(hipblasHandle_t handle, int64_t n, View<const T> x, View<T> y, int64_t batches) {
    BLAS_CHECK_VECTORS(false, x.is_null() || y.is_null());
    return run(handle, Copy<T>{n, x, y}, batches);
}
template <class T> static hipblasStatus_t swap(hipblasHandle_t handle, int64_t n, View<T> x, View<T> y, int64_t batches) {
    BLAS_CHECK_VECTORS(false, x.is_null() || y.is_null());
    return run(handle, Swap<T>{n, x, y}, batches);
}
// "quick return if n <= 0 or incx <= 0".
template <class S, class T> static hipblasStatus_t scal(hipblasHandle_t handle, int64_t n, const void *alpha, View<T> x, int64_t batches) {
    BLAS_CHECK_VECTORS(x.ld <= 0, !alpha || x.is_null());
    return run(handle, Scal<T, S>{n, scalar<S>(*static_cast<const Handle *>(handle), alpha), x}, batches);
}
template <class S, class T>
static hipblasStatus_t rot(hipblasHandle_t handle, int64_t n, View<T> x, View<T> y, const void *c, const void *s, int64_t batches) {
    BLAS_CHECK_VECTORS(false, !c || !s || x.is_null() || y.is_null());
    const Handle &context = *static_cast<const Handle *>(handle);
    return run(handle, Rot<T, S>{n, x, y, scalar<Real<T>>(context, c), scalar<S>(context, s)}, batches);
}
// In host mode numbers that are the same for all vectors lie in host memory, as rocBLAS has it; those of batches are in device memory.
template <class T> static hipblasStatus_t rotm(hipblasHandle_t handle, int64_t n, View<T> x, View<T> y, View<const T> param, int64_t batches) {
    BLAS_CHECK_VECTORS(false, x.is_null() || y.is_null() || param.is_null());
    Rotm<T> operation = {n, x, y, param, {}};
    if (param.first && param.stride == 0 && static_cast<const Handle *>(handle)->pointers == HIPBLAS_POINTER_MODE_HOST) {
        operation.known = {param.first[0], param.first[1], param.first[2], param.first[3], param.first[4]};
        operation.param = {};
    }
    return run(handle, operation, batches);
}

}  // namespace blas

#define AXPY(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::axpy<blas::Element<T>>)
HIPBLAS_AXPY(AXPY)
#define COPY(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::copy<blas::Element<T>>)
HIPBLAS_COPY(COPY)
#define SWAP(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::swap<blas::Element<T>>)
HIPBLAS_SWAP(SWAP)
#define SCAL(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::scal<blas::Element<T>>)
HIPBLAS_SCAL(SCAL)
#define CSSCAL(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::scal<R>)
HIPBLAS_CSSCAL(CSSCAL)
#define ROT(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::rot<blas::Element<T>>)
HIPBLAS_ROT(ROT)
#define CSROT(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::rot<R>)
HIPBLAS_CSROT(CSROT)
#define ROTM(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::rotm<T>)
HIPBLAS_ROTM(ROTM)
