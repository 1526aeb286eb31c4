// bunch_kaufman.hip: rocsolver_[sdcz]sytrf and sytf2: A = U D U^T or L D L^T of a symmetric matrix (complex ones too: not Hermitian), with blocks of
// one and of two on D's diagonal.
//
// Called by programs, and by hipSOLVER's functions of the name. LAPACK's sytf2, one block for a matrix: pivots and results are LAPACK's, but for rounding.
#include "../blas/block.h"
#include "forms.h"

namespace solver {

// The lower half of a matrix; of an upper one, whose factors begin with the last column, the other way round.
template <class T> struct Half {
    T *a;
    int64_t ld;
    int n;
    bool upper;
    __device__ int place(int i) const { return upper ? n - 1 - i : i; }
    __device__ T &at(int i, int j) const { return a[place(i) + place(j) * ld]; }
    // Of the symmetric matrix.
    __device__ T &either(int i, int j) const { return i >= j ? at(i, j) : at(j, i); }
};

// The largest element of row and column `which` of the matrix, from `first` on and beside its diagonal: the first in A's own order of several.
template <class T> __device__ Place<Real<T>> largest_beside(const Half<T> &h, int which, int first) {
    using Largest = Best<Real<T>, false>;
    Place<Real<T>> best = Largest::none();
    for (int i = first + threadIdx.x; i < h.n; i += blockDim.x)
        if (i != which) best = Largest::add(best, {size(h.either(i, which)), h.place(i) + 1});
    return over_block<Largest, most_column_threads>(best);
}

// What stands at `column`: blocks of one or two, of rows that were interchanged with `from`, or nothing to divide by.
struct Step {
    int width, from;
    bool is_zero;
};
template <class T> __device__ Step choose_pivot(const Half<T> &h, int column) {
    const Real<T> alpha = Real<T>(0.6403882032022076);  // (1 + sqrt(17)) / 8: elements grow least
    const Real<T> diagonal = size(h.at(column, column));
    const Place<Real<T>> beside = largest_beside(h, column, column + 1);
    const Real<T> most = beside.index ? beside.size : Real<T>(0);
    if (!(diagonal > 0 || most > 0) || diagonal != diagonal) return {1, column, true};
    if (diagonal >= alpha * most) return {1, column, false};
    const int other = h.place(int(beside.index) - 1);
    const Real<T> across = largest_beside(h, other, column).size;
    const Real<T> there = size(h.at(other, other));
    __syncthreads();  // all have read what an interchange moves
    if (diagonal >= alpha * most * (most / across)) return {1, column, false};
    return {there >= alpha * across ? 1 : 2, other, false};
}

template <class T> __device__ void exchange(T &a, T &b) {
    const T old = a;
    a = b;
    b = old;
}
// Rows and columns `to` and `from`, which is behind it, from `column` on.
template <class T> __device__ void interchange(const Half<T> &h, int column, int to, int from) {
    for (int i = to + 1 + threadIdx.x; i < h.n; i += blockDim.x)
        if (i != from) exchange(h.at(i, to), h.either(i, from));
    if (threadIdx.x == 0) {
        exchange(h.at(to, to), h.at(from, from));
        if (to != column) exchange(h.at(to, column), h.at(from, column));
    }
    __syncthreads();
}

// The rest less what the block at `column` stands for; its columns become the factor's.
template <class T> __device__ void eliminate_one(const Half<T> &h, int column) {
    const T inverse = T(1) / h.at(column, column);
    const int lane = threadIdx.x % column_lanes, group = threadIdx.x / column_lanes, groups = blockDim.x / column_lanes;
    for (int j = column + 1 + group; j < h.n; j += groups) {
        const T factor = h.at(j, column) * inverse;
        for (int i = j + lane; i < h.n; i += column_lanes) h.at(i, j) = h.at(i, j) - h.at(i, column) * factor;
    }
    __syncthreads();
    for (int i = column + 1 + threadIdx.x; i < h.n; i += blockDim.x) h.at(i, column) = h.at(i, column) * inverse;
    __syncthreads();
}
template <class T> __device__ void eliminate_two(const Half<T> &h, int column) {
    const int second = column + 1, lane = threadIdx.x % column_lanes, group = threadIdx.x / column_lanes, groups = blockDim.x / column_lanes;
    const T beside = h.at(second, column), d1 = h.at(second, second) / beside, d2 = h.at(column, column) / beside;
    const T scale = T(1) / (d1 * d2 - T(1)) / beside;
    const auto factor = [&](int j, T &one, T &two) {
        const T a = h.at(j, column), b = h.at(j, second);
        one = scale * (d1 * a - b);
        two = scale * (d2 * b - a);
    };
    T one, two;
    for (int j = column + 2 + group; j < h.n; j += groups) {
        factor(j, one, two);
        for (int i = j + lane; i < h.n; i += column_lanes) h.at(i, j) = h.at(i, j) - h.at(i, column) * one - h.at(i, second) * two;
    }
    __syncthreads();
    for (int j = column + 2 + threadIdx.x; j < h.n; j += blockDim.x) {
        factor(j, one, two);
        h.at(j, column) = one, h.at(j, second) = two;
    }
    __syncthreads();
}

template <class T> struct Matrices {
    View<T> a;
    View<int> pivots;
    int *info;
    int n;
    bool upper;
    int64_t batches;
};
template <class T> __global__ __launch_bounds__(most_column_threads) void factor_symmetric(Matrices<T> m) {
    for (int64_t batch = blockIdx.z; batch < m.batches; batch += gridDim.z) {
        const Half<T> h = {m.a.at(batch), m.a.ld, m.n, m.upper};
        int *const pivots = m.pivots.at(batch);
        int first_zero = 0;
        for (int column = 0, width; column < m.n; column += width) {
            const Step step = choose_pivot(h, column);
            width = step.width;
            const int last = column + width - 1, from = h.place(step.from) + 1;
            if (step.from != last) interchange(h, column, last, step.from);
            if (step.is_zero) first_zero = first_zero ? first_zero : h.place(column) + 1;
            else if (width == 1) eliminate_one(h, column);
            else eliminate_two(h, column);
            if (threadIdx.x == 0)
                for (int i = column; i <= last; i++) pivots[h.place(i)] = width == 1 ? from : -from;
        }
        if (threadIdx.x == 0) m.info[batch] = first_zero;
    }
}

template <class T>
static rocblas_status sytrf(rocblas_handle handle, rocblas_fill fill, int64_t n, View<T> a, View<int> pivots, int *info, int64_t batches) {
    const bool is_empty = n == 0 || batches == 0;
    SOLVER_BEGIN(is_enum(fill), n >= 0 && a.ld >= n && batches >= 0, (!batches || info) && (is_empty || (!a.is_null() && !pivots.is_null())));
    if (batches == 0) return rocblas_status_success;
    return public_status(launch(context, factor_symmetric<T>, dim3(1, 1, batch_blocks(batches)), dim3(column_threads(int(n))),
                                Matrices<T>{a, pivots, info, int(n), is_upper(fill), batches}));
}

}  // namespace solver

#define SYTRF(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::sytrf<blas::Element<T>>)
ROCSOLVER_SYTRF(SYTRF)
