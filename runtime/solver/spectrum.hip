// spectrum.hip: see spectrum.h.
#include "spectrum.h"

#include "../blas/block.h"
#include "../blas/squares.h"

namespace solver {

constexpr int threads = 64, many_threads = 256;

template <class T>
__global__ __launch_bounds__(many_threads) void matrix_scales(View<const T> matrix, int rows, int columns, Real<T> *scales, int64_t batches) {
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z) {
        const T *const a = matrix.at(batch);
        Squares mine = Squares::none();
        const int64_t count = int64_t(rows) * columns;
        for (int64_t at = threadIdx.x; at < count; at += blockDim.x) {
            const T element = a[at % rows + at / rows * matrix.ld];
            mine.add_number(real(element));
            if constexpr (is_complex<T>) mine.add_number(element.im);
        }
        const double length = over_block<Squares, many_threads>(mine).root();
        int exponent = 0;
        if (length > 0 && length < HUGE_VAL) (void)frexp(length, &exponent);
        // Within what the type has: of subnormal numbers no more is made than that.
        const int largest = sizeof(Real<T>) == 4 ? 126 : 1022;
        exponent = exponent > largest ? largest : exponent < -largest ? -largest : exponent;
        if (threadIdx.x == 0) scales[batch] = Real<T>(ldexp(1.0, -exponent));
    }
}
template <class T> Status find_scales(const Handle &handle, View<const T> a, int64_t rows, int64_t columns, Real<T> *scales, int64_t batches) {
    return launch(handle, matrix_scales<T>, dim3(1, 1, batch_blocks(batches)), dim3(rows * columns <= 256 ? threads : many_threads), a, int(rows), int(columns),
                  scales, batches);
}

template <class T> __global__ void scale_elements(Scaled<T> p) {
    const int64_t i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= p.rows || j >= p.columns) return;
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z)
        p.to.at(batch)[i + j * p.to.ld] = p.from.at(batch)[i + j * p.from.ld] * T(p.scales[batch]) + T(i == j ? p.shift : 0);
}
template <class T> Status copy_scaled(const Handle &handle, const Scaled<T> &p) {
    return launch(handle, scale_elements<T>, grid_of(p.rows, p.columns, p.batches), element_block, p);
}

struct Sum {
    using Part = double;
    __device__ static double add(double a, double b) { return a + b; }
};
// A block has a column.
template <class T> __global__ __launch_bounds__(threads) void column_products(ColumnProducts<T> p) {
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        T *const x = p.x.at(batch) + blockIdx.x * p.x.ld;
        const T *const y = p.y.at(batch) + blockIdx.x * p.y.ld;
        double sum = 0;
        for (int64_t i = threadIdx.x; i < p.rows; i += threads) {
            if constexpr (is_complex<T>) sum += double(x[i].re) * double(y[i].re) + double(x[i].im) * double(y[i].im);
            else sum += double(x[i]) * double(y[i]);
        }
        sum = over_block<Sum, threads>(sum);
        if (p.root) sum = sqrt(sum);
        if (threadIdx.x == 0) p.products[batch * p.columns + blockIdx.x] = Real<T>(sum);
        if (!p.divide || !(sum > 0)) continue;
        for (int64_t i = threadIdx.x; i < p.rows; i += threads) {
            if constexpr (is_complex<T>) x[i] = {Real<T>(double(x[i].re) / sum), Real<T>(double(x[i].im) / sum)};
            else x[i] = T(double(x[i]) / sum);
        }
    }
}
template <class T> Status multiply_columns(const Handle &handle, const ColumnProducts<T> &p) {
    return launch(handle, column_products<T>, dim3(unsigned(p.columns), 1, batch_blocks(p.batches)), dim3(threads), p);
}

// Whether value a, number i, comes before value b, number j; what is not a number comes last.
template <class R> __device__ bool is_before(R a, int64_t i, R b, int64_t j, Order order) {
    if (order == Order::none) return i < j;
    const bool a_is_nan = a != a, b_is_nan = b != b;
    if (a_is_nan || b_is_nan) return a_is_nan && b_is_nan ? i < j : b_is_nan;
    return a == b ? i < j : (a < b) == (order == Order::ascending);
}
template <class R> __global__ __launch_bounds__(many_threads) void choose_values(Choice<R> p) {
    __shared__ int from, count;
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        const R *const values = p.values + batch * p.n;
        const R scale = p.scales[batch];
        int *const places = p.places + batch * p.n;
        if (threadIdx.x == 0) {
            from = p.wanted.kind == Wanted<R>::by_number ? p.wanted.first - 1 : 0;
            count = p.wanted.kind == Wanted<R>::by_number ? p.wanted.last - p.wanted.first + 1 : p.wanted.kind == Wanted<R>::all ? int(p.n) : 0;
        }
        __syncthreads();
        for (int64_t j = threadIdx.x; j < p.n; j += blockDim.x) {
            int place = 0;
            for (int64_t i = 0; i < p.n; i++) place += is_before(values[i], i, values[j], j, p.order);
            places[j] = place;
            if (p.wanted.kind != Wanted<R>::in_interval) continue;
            const R value = values[j] / scale;
            if (value > p.wanted.low && value <= p.wanted.high) atomicAdd(&count, 1);
            else if (p.order == Order::descending ? value > p.wanted.high : value <= p.wanted.low) atomicAdd(&from, 1);
        }
        __syncthreads();
        R *const to = p.to.at(batch);
        for (int64_t j = threadIdx.x; j < p.n; j += blockDim.x) {
            const int place = places[j] - from;
            if (place >= 0 && place < count) to[place] = values[j] / scale;
        }
        if (threadIdx.x == 0) {
            p.chosen[batch] = {from, count};
            if (p.counts) p.counts[batch] = count;
        }
        __syncthreads();
    }
}
template <class R> Status choose(const Handle &handle, const Choice<R> &p) {
    return launch(handle, choose_values<R>, dim3(1, 1, batch_blocks(p.batches)), dim3(p.n <= threads ? threads : many_threads), p);
}

template <class T> __global__ void place_elements(Vectors<T> p) {
    const int64_t i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= p.rows || j >= p.n) return;
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        const Chosen chosen = p.chosen ? p.chosen[batch] : Chosen{0, int(p.n)};
        const int64_t place = (p.places ? p.places[batch * p.n + j] : j) - chosen.from;
        if (place < 0 || place >= chosen.count) continue;
        T element = p.from.at(batch)[i + j * p.from.ld];
        if (!p.signs.is_null() && real(p.signs.at(batch)[j + j * p.signs.ld]) < 0) element = -element;
        p.to.at(batch)[p.adjoint ? place + i * p.to.ld : i + place * p.to.ld] = conj_if(p.adjoint, element);
    }
}
template <class T> Status place_vectors(const Handle &handle, const Vectors<T> &p) {
    if (p.rows == 0 || p.n == 0) return HIPBLAS_STATUS_SUCCESS;
    return launch(handle, place_elements<T>, grid_of(p.rows, p.n, p.batches), element_block, p);
}

template <class T> __device__ double squared(T a) {
    if constexpr (is_complex<T>) return double(a.re) * a.re + double(a.im) * a.im;
    else return double(a) * a;
}
// A block has a matrix.
template <class T>
__global__ __launch_bounds__(many_threads) void off_diagonal(View<const T> matrix, int n, const Real<T> *scales, Real<T> *lengths, int64_t batches) {
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z) {
        const T *const a = matrix.at(batch);
        double sum = 0;
        for (int64_t at = threadIdx.x; at < int64_t(n) * n; at += many_threads) {
            const int64_t i = at % n, j = at / n;
            if (i != j) sum += fmin(squared(a[i + j * matrix.ld]), squared(a[j + i * matrix.ld]));
        }
        sum = over_block<Sum, many_threads>(sum);
        if (threadIdx.x == 0) lengths[batch] = Real<T>(sqrt(sum) / scales[batch]);
    }
}
template <class T>
Status measure_off_diagonal(const Handle &handle, View<const T> a, int64_t n, const Real<T> *scales, Real<T> *lengths, int64_t batches) {
    return launch(handle, off_diagonal<T>, dim3(1, 1, batch_blocks(batches)), dim3(many_threads), a, int(n), scales, lengths, batches);
}

template <class R> __global__ void set_convergence(const int *sweeps, int most, const R *residuals, R tolerance, int *info, int64_t batches) {
    const int64_t batch = blockIdx.x * int64_t(blockDim.x) + threadIdx.x;
    if (batch < batches) info[batch] = sweeps[batch] > most && !(residuals && residuals[batch] <= tolerance);
}
template <class R>
Status tell_convergence(const Handle &handle, const int *sweeps, int most, const R *residuals, R tolerance, int *info, int64_t batches) {
    return launch(handle, set_convergence<R>, dim3(divide_up(batches, 64)), dim3(64), sweeps, most, residuals, tolerance, info, batches);
}

#define INSTANTIATE(T)                                                                                                    \
    template Status find_scales<T>(const Handle &, View<const T>, int64_t, int64_t, Real<T> *, int64_t);                  \
    template Status copy_scaled<T>(const Handle &, const Scaled<T> &);                                                    \
    template Status multiply_columns<T>(const Handle &, const ColumnProducts<T> &);                                       \
    template Status place_vectors<T>(const Handle &, const Vectors<T> &);                                                 \
    template Status measure_off_diagonal<T>(const Handle &, View<const T>, int64_t, const Real<T> *, Real<T> *, int64_t);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(Complex<float>)
INSTANTIATE(Complex<double>)
template Status choose<float>(const Handle &, const Choice<float> &);
template Status choose<double>(const Handle &, const Choice<double> &);
template Status tell_convergence<float>(const Handle &, const int *, int, const float *, float, int *, int64_t);
template Status tell_convergence<double>(const Handle &, const int *, int, const double *, double, int *, int64_t);

}  // namespace solver
