// vectors.hip: kernels of a sparse and a dense vector. An index stands in a vector once, so no thread writes what another one does.
//
// Called by vector_calls.hip.
#include "vectors.h"

namespace sparse {

template <class T> static __global__ void scale_all(Scalar<T> beta, T *y, int64_t size) {
    const int64_t i = global_index();
    if (i >= size) return;
    const T factor = beta.get();
    y[i] = factor == T(0) ? T(0) : factor * y[i];
}
template <class T> Status scale(const Handle &handle, const Scalar<T> &beta, T *y, int64_t size) {
    return beta.is(T(1)) ? HIPSPARSE_STATUS_SUCCESS : launch_each(handle, scale_all<T>, size, beta, y, size);
}

template <class T> static __global__ void add_scaled(int64_t n, Scalar<T> alpha, const T *x, Indices index, T *y) {
    const int64_t k = global_index();
    if (k < n) y[index[k]] += alpha.get() * x[k];
}
template <class T> Status axpy(const Handle &handle, int64_t n, const Scalar<T> &alpha, const T *x, const Indices &index, T *y) {
    return alpha.is(T(0)) ? HIPSPARSE_STATUS_SUCCESS : launch_each(handle, add_scaled<T>, n, n, alpha, x, index, y);
}

template <class T> static __global__ void take(int64_t n, T *y, T *x, Indices index, bool clears) {
    const int64_t k = global_index();
    if (k >= n) return;
    x[k] = y[index[k]];
    if (clears) y[index[k]] = T(0);
}
template <class T> Status gather(const Handle &handle, int64_t n, T *y, T *x, const Indices &index, bool clears) {
    return launch_each(handle, take<T>, n, n, y, x, index, clears);
}

template <class T> static __global__ void put(int64_t n, const T *x, Indices index, T *y) {
    const int64_t k = global_index();
    if (k < n) y[index[k]] = x[k];
}
template <class T> Status scatter(const Handle &handle, int64_t n, const T *x, const Indices &index, T *y) {
    return launch_each(handle, put<T>, n, n, x, index, y);
}

template <class T> static __global__ void rotate_each(int64_t n, T *x, Indices index, T *y, Scalar<T> c, Scalar<T> s) {
    const int64_t k = global_index();
    if (k >= n) return;
    const T cosine = c.get(), sine = s.get(), of_x = x[k], of_y = y[index[k]];
    x[k] = cosine * of_x + sine * of_y;
    y[index[k]] = cosine * of_y - sine * of_x;
}
template <class T> Status rotate(const Handle &handle, int64_t n, T *x, const Indices &index, T *y, const Scalar<T> &c, const Scalar<T> &s) {
    return launch_each(handle, rotate_each<T>, n, n, x, index, y, c, s);
}

// One block: each thread sums up every 256th product, and then all of them are added in pairs, always the same way.
template <class T> static __global__ void sum_products(int64_t n, const T *x, Indices index, const T *y, T *result, bool conjugated) {
    __shared__ T sums[threads];
    T sum = T(0);
    for (int64_t k = threadIdx.x; k < n; k += threads) sum += conj_if(conjugated, x[k]) * y[index[k]];
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int half = threads / 2; half > 0; half /= 2) {
        if (int(threadIdx.x) < half) sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) *result = sums[0];
}
template <class T> Status dot(const Handle &handle, int64_t n, const T *x, const Indices &index, const T *y, T *result, bool conjugated) {
    Memory memory(handle);
    T *sum;
    SPARSE_TRY(memory.take(sum, 1));
    SPARSE_TRY(launch(handle, sum_products<T>, 1, threads, n, x, index, y, sum, conjugated));
    return give(handle, result, sum);
}

#define VECTORS(T)                                                                                                    \
    template Status scale(const Handle &, const Scalar<T> &, T *, int64_t);                                            \
    template Status axpy(const Handle &, int64_t, const Scalar<T> &, const T *, const Indices &, T *);                 \
    template Status gather(const Handle &, int64_t, T *, T *, const Indices &, bool);                                  \
    template Status scatter(const Handle &, int64_t, const T *, const Indices &, T *);                                 \
    template Status rotate(const Handle &, int64_t, T *, const Indices &, T *, const Scalar<T> &, const Scalar<T> &);  \
    template Status dot(const Handle &, int64_t, const T *, const Indices &, const T *, T *, bool);
VECTORS(float)
VECTORS(double)
VECTORS(Complex<float>)
VECTORS(Complex<double>)

}  // namespace sparse
