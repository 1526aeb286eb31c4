// qr.hip: A = Q R with Householder's reflectors.
//
// Called by geqrf.hip, gels.hip and rocSOLVER through reflectors.h; compiled into each of their libraries. One block factors a panel of columns, a
// small matrix at once; what a panel does to the columns behind it are products of matrices (reflectors.hip).
#include "block.h"
#include "reflectors.h"
#include "squares.h"

namespace blas {

// A matrix of up to `small` columns is one panel; others are panels of `panel_width`, of which a block does one reflector after the other.
constexpr int small = 64, panel_width = 32;

// What a reflector is found in, so that neither squares nor quotients leave the range of floats.
template <class T> using Precise = std::conditional_t<is_complex<T>, Complex<double>, double>;
template <class T> __device__ Precise<T> precise(T a) {
    if constexpr (is_complex<T>) return {double(a.re), double(a.im)};
    else return a;
}
template <class T> __device__ T rounded(Precise<T> a) {
    if constexpr (is_complex<T>) return {Real<T>(a.re), Real<T>(a.im)};
    else return T(a);
}

// Makes of column x the reflector that leaves its first `diagonal` elements alone and of the others one number. LAPACK's larfg: that number is real
// and of the other sign; a column that is such a number already has tau = 0. Returns tau.
template <class T> __device__ T make_reflector(T *x, int diagonal, int rows) {
    Squares mine = Squares::none();
    for (int i = diagonal + 1 + threadIdx.x; i < rows; i += blockDim.x) mine.add_element(precise(x[i]));
    Squares squares = over_block<Squares, most_column_threads>(mine);
    const Precise<T> first = precise(x[diagonal]);
    const bool is_done = squares.root() == 0 && first == Precise<T>(real(first));
    squares.add_element(first);
    const double length = squares.root(), result = real(first) >= 0 ? -length : length;
    __syncthreads();  // all have read the first element
    if (is_done) return T(0);
    const Precise<T> scale = Precise<T>(1) / (first - Precise<T>(result));
    for (int i = diagonal + 1 + threadIdx.x; i < rows; i += blockDim.x) x[i] = rounded<T>(precise(x[i]) * scale);
    if (threadIdx.x == 0) x[diagonal] = T(Real<T>(result));
    return rounded<T>((Precise<T>(result) - first) * Precise<T>(1 / result));
}

// Column j of the panel's others, from `column` + 1 to `end`: y -= tau^* v (v^H y). A group of threads has a column.
template <class T> __device__ void reflect(T *a, int64_t ld, int column, int end, int rows, T tau) {
    __shared__ T parts[2][most_column_threads / column_lanes][column_lanes];
    const int lane = threadIdx.x % column_lanes, group = threadIdx.x / column_lanes, groups = blockDim.x / column_lanes;
    const T *const v = a + column * ld;
    int now = 0;
    for (int first = column + 1; first < end; first += groups, now ^= 1) {
        const bool is_there = first + group < end;
        T *const y = a + (first + group) * ld;
        T sum = T(0);
        if (is_there) {
            if (lane == 0) sum = y[column];
            for (int i = column + 1 + lane; i < rows; i += column_lanes) sum += conj_if(true, v[i]) * y[i];
        }
        parts[now][group][lane] = sum;
        __syncthreads();  // one is enough: the next round writes the other parts
        sum = T(0);
        for (int i = 0; i < column_lanes; i++) sum += parts[now][group][i];
        const T factor = conj_if(true, tau) * sum;
        if (is_there) {
            if (lane == 0) y[column] = y[column] - factor;
            for (int i = column + 1 + lane; i < rows; i += column_lanes) y[i] = y[i] - v[i] * factor;
        }
    }
    __syncthreads();
}

// Reflectors from `first` to `end`, applied to the columns up to `last`.
template <class T> __global__ __launch_bounds__(most_column_threads) void reflect_panel(Reflectors<T> p, int first, int end, int last) {
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        T *const a = p.a.at(batch);
        for (int column = first; column < end; column++) {
            const T tau = make_reflector(a + column * p.a.ld, column, p.rows);
            if (threadIdx.x == 0) p.tau.at(batch)[column] = tau;
            __syncthreads();
            if (tau != T(0)) reflect(a, p.a.ld, column, last, p.rows, tau);
        }
    }
}

template <class T> hipblasStatus_t factor_qr(const Handle &handle, View<T> a, View<T> tau, int m, int n, int64_t batches) {
    const int count = std::min(m, n), width = n <= small ? n : panel_width;
    const Reflectors<T> all = {a, tau, m, batches};
    for (int first = 0; first < count; first += width) {
        const int end = std::min(first + width, count), last = std::min(first + width, n);
        BLAS_TRY(launch(handle, reflect_panel<T>, dim3(1, 1, batch_blocks(batches)), dim3(column_threads(std::min(m, n))), all, first, end, last));
        if (last < n) BLAS_TRY(apply_block(handle, all, first, end, true, a.from(last * a.ld), n - last));
    }
    return HIPBLAS_STATUS_SUCCESS;
}
template hipblasStatus_t factor_qr<float>(const Handle &, View<float>, View<float>, int, int, int64_t);
template hipblasStatus_t factor_qr<double>(const Handle &, View<double>, View<double>, int, int, int64_t);
template hipblasStatus_t factor_qr<Complex<float>>(const Handle &, View<Complex<float>>, View<Complex<float>>, int, int, int64_t);
template hipblasStatus_t factor_qr<Complex<double>>(const Handle &, View<Complex<double>>, View<Complex<double>>, int, int, int64_t);

}  // namespace blas
