// elementwise.h: what level 1's functions do with the elements of a thread: axpy, copy, swap, scal, rot and rotm.
//
// Used by elementwise.hip, whose one kernel is told by one of these what to do.
#pragma once

#include "handle.h"
#include "view.h"

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

// S is what T is calculated in, or its real type.
template <class T, class S> struct Scal {
    int64_t n;
    Scalar<S> alpha;
    View<T> x;

    __device__ void run(int64_t batch, int64_t first, int64_t step) const {
        const S factor = alpha.get();
        T *const a = x.at(batch);
        for (int64_t i = first; i < n; i += step) a[i * x.ld] = T(scaled(Wide<T>(a[i * x.ld]), factor));
    }
    __device__ static Wide<T> scaled(Wide<T> a, Wide<T> factor) { return factor * a; }
    template <class R> __device__ static Complex<R> scaled(Complex<R> a, R factor) { return {factor * a.re, factor * a.im}; }
};

template <class T, class S> struct Rot {
    int64_t n;
    View<T> x, y;
    Scalar<Real<Wide<T>>> c;
    Scalar<S> s;

    __device__ void run(int64_t batch, int64_t first, int64_t step) const {
        const Wide<T> cosine = c.get(), sine = s.get();
        T *const a = start(x.at(batch), n, x.ld), *const b = start(y.at(batch), n, y.ld);
        for (int64_t i = first; i < n; i += step) {
            const Wide<T> old_a(a[i * x.ld]), old_b(b[i * y.ld]);
            a[i * x.ld] = T(cosine * old_a + sine * old_b);
            b[i * y.ld] = T(cosine * old_b - conj_if(true, sine) * old_a);
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

}  // namespace blas
