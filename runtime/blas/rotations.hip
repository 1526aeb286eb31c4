// rotations.hip: hipblas[SDCZ]rotg and hipblas[SD]rotmg, which find the rotation (or modified rotation) that makes a vector's second element zero,
// in all forms.
//
// Called by programs. In host mode everything is in host memory, a batch's array of addresses too, and the host calculates.
#include "forms.h"

namespace blas {

// |a|, which neither overflows nor underflows on the way.
template <class R> BLAS_BOTH R modulus(Complex<R> a) {
    const R more = fmax(fabs(a.re), fabs(a.im)), less = fmin(fabs(a.re), fabs(a.im)), ratio = more == R(0) ? R(0) : less / more;
    return more * R(sqrt(1 + ratio * ratio));
}

template <class T> struct Rotg {
    View<T> a, b;
    View<Real<T>> c;
    View<T> s;

    BLAS_BOTH void run(int64_t batch) const {
        T of_a = element_at<T>(a.at(batch)), of_b = element_at<T>(b.at(batch)), of_s = T(0);
        find(of_a, of_b, *c.at(batch), of_s);
        put_element(a.at(batch), of_a), put_element(b.at(batch), of_b), put_element(s.at(batch), of_s);
    }
    // rocBLAS: r has the sign of the larger one; z, from which c and s can be had again, takes b's place.
    template <class R> BLAS_BOTH static void find(R &a, R &b, R &c, R &s) {
        const bool a_is_larger = fabs(a) > fabs(b);
        const R r = copysign(modulus(Complex<R>{a, b}), a_is_larger ? a : b);
        c = r == R(0) ? R(1) : a / r;
        s = r == R(0) ? R(0) : b / r;
        a = r;
        b = r == R(0) ? R(0) : a_is_larger ? s : c == R(0) ? R(1) : R(1) / c;
    }
    // BLAS: b is left as it is.
    template <class R> BLAS_BOTH static void find(Complex<R> &a, Complex<R> &b, R &c, Complex<R> &s) {
        const R size_a = modulus(a);
        if (size_a == R(0)) {
            c = R(0), s = {R(1), R(0)}, a = b;
            return;
        }
        const R norm = modulus(Complex<R>{size_a, modulus(b)});
        const Complex<R> direction = {a.re / size_a, a.im / size_a}, t = direction * conj_if(true, b);
        c = size_a / norm;
        s = {t.re / norm, t.im / norm};
        a = {direction.re * norm, direction.im * norm};
    }
};

template <class T> struct Rotmg {
    View<T> d1, d2, x1;
    View<const T> y1;
    View<T> param;

    BLAS_BOTH void run(int64_t batch) const { find(*d1.at(batch), *d2.at(batch), *x1.at(batch), *y1.at(batch), param.at(batch)); }

    // A factor d (which keeps between 2^-24 and 2^24 by steps of `gamma` squared) with the row of H, and x, that are scaled with it.
    BLAS_BOTH static void scale(T &d, T &x, T &h1, T &h2, T &flag, T (&h)[4]) {
        constexpr T gamma = 4096, square = gamma * gamma;
        while (d != T(0) && !isinf(d) && (fabs(d) <= 1 / square || fabs(d) >= square)) {
            // H is written in full from now on: its ones count too.
            if (flag == T(0)) h[0] = T(1), h[3] = T(1);
            if (flag == T(1)) h[1] = T(-1), h[2] = T(1);
            flag = T(-1);
            const bool small = fabs(d) <= 1 / square;
            const T factor = small ? 1 / gamma : gamma;
            d *= small ? square : 1 / square;
            x *= factor, h1 *= factor, h2 *= factor;
        }
    }
    BLAS_BOTH static void find(T &d1, T &d2, T &x1, T y1, T *param) {
        T flag = -1, h[4] = {0, 0, 0, 0}, unused = 0;  // h11, h21, h12, h22
        const T p1 = d1 * x1, p2 = d2 * y1, q1 = p1 * x1, q2 = p2 * y1;
        if (d1 >= T(0) && p2 == T(0)) {
            param[0] = T(-2);
            return;
        }
        T u = 0;
        if (d1 >= T(0) && fabs(q1) > fabs(q2)) {
            h[1] = -y1 / x1, h[2] = p2 / p1, u = 1 - h[2] * h[1];
            if (u > T(0)) flag = T(0), d1 /= u, d2 /= u, x1 *= u;
        } else if (d1 >= T(0) && q2 >= T(0)) {
            h[0] = p1 / p2, h[3] = x1 / y1, u = 1 + h[0] * h[3];
            const T old = d1;
            flag = T(1), d1 = d2 / u, d2 = old / u, x1 = y1 * u;
        }
        if (flag == T(-1)) d1 = d2 = x1 = h[1] = h[2] = T(0);
        scale(d1, x1, h[0], h[2], flag, h);
        scale(d2, unused, h[1], h[3], flag, h);
        param[0] = flag;
        if (flag != T(0)) param[1] = h[0], param[4] = h[3];
        if (flag != T(1)) param[2] = h[1], param[3] = h[2];
    }
};

template <class Operation> __global__ void each_rotation(Operation operation, int64_t batches) {
    const int64_t step = gridDim.x * int64_t(blockDim.x);
    for (int64_t batch = blockIdx.x * int64_t(blockDim.x) + threadIdx.x; batch < batches; batch += step) operation.run(batch);
}

template <class Operation> static hipblasStatus_t run(hipblasHandle_t handle, const Operation &operation, bool null, int64_t batches) {
    if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
    if (batches <= 0) return HIPBLAS_STATUS_SUCCESS;
    if (null) return HIPBLAS_STATUS_INVALID_VALUE;
    const Handle &context = *static_cast<const Handle *>(handle);
    if (context.pointers == HIPBLAS_POINTER_MODE_DEVICE)
        return launch(context, each_rotation<Operation>, dim3(std::min<int64_t>(divide_up(batches, 64), 4096)), dim3(64), operation, batches);
    // "This function blocks the CPU until the GPU has finished": what is read may be on its way to the host.
    BLAS_TRY(status_of(hipStreamSynchronize(context.stream)));
    for (int64_t batch = 0; batch < batches; batch++) operation.run(batch);
    return HIPBLAS_STATUS_SUCCESS;
}

template <class T>
static hipblasStatus_t rotg(hipblasHandle_t handle, View<T> a, View<T> b, View<Real<T>> c, View<T> s, int64_t batches) {
    return run(handle, Rotg<T>{a, b, c, s}, a.is_null() || b.is_null() || c.is_null() || s.is_null(), batches);
}
template <class T>
static hipblasStatus_t rotmg(hipblasHandle_t handle, View<T> d1, View<T> d2, View<T> x1, View<const T> y1, View<T> param, int64_t batches) {
    return run(handle, Rotmg<T>{d1, d2, x1, y1, param}, d1.is_null() || d2.is_null() || x1.is_null() || y1.is_null() || param.is_null(), batches);
}

}  // namespace blas

#define ROTG(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::rotg<blas::Element<T>>)
HIPBLAS_ROTG(ROTG)
#define ROTMG(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::rotmg<T>)
HIPBLAS_ROTMG(ROTMG)
