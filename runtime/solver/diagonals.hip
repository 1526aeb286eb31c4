// diagonals.hip: rocsolver_[sd]sytrd, [cz]hetrd and [sdcz]gebrd, with their unblocked names: orthogonal matrices that leave of a matrix two or three
// diagonals.
//
// Called by programs. Each reflector is found by one block, and multiplied with what is left of the matrix by all of them: A -= (A u) (tau u^H).
#include "../blas/block.h"
#include "../blas/squares.h"
#include "copies.h"
#include "forms.h"

namespace solver {

constexpr int threads = 256, line_threads = 64;

// Elements of a matrix at distances of `step`, from `at` on; conjugated where they lie in a row.
struct Line {
    int64_t at, step;
    bool conjugate;
};
template <class T> struct Reflection {
    View<T> a;
    Line line;
    int count;
    View<T> v;         // where the reflector comes, besides
    View<T> tau;       // and its factor
    View<Real<T>> to;  // and the number that the line becomes
    int64_t batches;
};

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

// LAPACK's larfg: H^H x = beta e, H = 1 - tau v v^H; a line that is such a number already has tau = 0.
template <class T> __global__ __launch_bounds__(threads) void reflect_line(Reflection<T> p) {
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        T *const x = p.a.at(batch) + p.line.at, *const v = p.v.at(batch);
        const bool conjugate = p.line.conjugate;
        Squares mine = Squares::none();
        for (int i = 1 + threadIdx.x; i < p.count; i += blockDim.x) mine.add_element(precise(x[i * p.line.step]));
        Squares squares = over_block<Squares, threads>(mine);
        const Precise<T> first = conj_if(conjugate, precise(x[0]));
        const bool is_done = squares.root() == 0 && first == Precise<T>(real(first));
        squares.add_element(first);
        const double length = squares.root(), beta = is_done ? real(first) : real(first) >= 0 ? -length : length;
        __syncthreads();  // all have read the first element
        const Precise<T> scale = is_done ? Precise<T>(0) : Precise<T>(1) / (first - Precise<T>(beta));
        for (int i = 1 + threadIdx.x; i < p.count; i += blockDim.x) {
            v[i] = rounded<T>(conj_if(conjugate, precise(x[i * p.line.step])) * scale);
            x[i * p.line.step] = conj_if(conjugate, v[i]);
        }
        if (threadIdx.x == 0) {
            v[0] = T(1);
            x[0] = T(Real<T>(beta));
            p.to.at(batch)[0] = Real<T>(beta);
            p.tau.at(batch)[0] = is_done ? T(0) : rounded<T>((Precise<T>(beta) - first) * Precise<T>(1 / beta));
        }
        __syncthreads();
    }
}

// Products of a matrix with a reflector, and the matrix less what they are multiplied with: from the left A - tau^* v (v^H A), or A - (A v) tau v^H.
template <class T> struct Application {
    View<T> a;
    int rows, columns;
    View<T> v, tau, products;
    bool left;
    int64_t batches;
};
struct Add {
    template <class P> struct Of {
        using Part = P;
        __device__ static P add(P a, P b) { return a + b; }
    };
};
// A block has a column, or a row.
template <class T> __global__ __launch_bounds__(line_threads) void multiply_lines(Application<T> p) {
    const int count = p.left ? p.rows : p.columns;
    const int64_t step = p.left ? 1 : p.a.ld, line = p.left ? p.a.ld : 1;
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        const T *const x = p.a.at(batch) + blockIdx.x * line, *const v = p.v.at(batch);
        T sum = T(0);
        for (int i = threadIdx.x; i < count; i += line_threads) sum += conj_if(p.left, v[i]) * x[i * step];
        sum = over_block<Add::Of<T>, line_threads>(sum);
        if (threadIdx.x == 0) p.products.at(batch)[blockIdx.x] = sum;
    }
}
template <class T> __global__ void subtract_products(Application<T> p) {
    const int64_t i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= p.rows || j >= p.columns) return;
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        const T *const v = p.v.at(batch), *const products = p.products.at(batch);
        const T tau = conj_if(p.left, p.tau.at(batch)[0]);
        T &element = p.a.at(batch)[i + j * p.a.ld];
        element = element - (p.left ? v[i] * (tau * products[j]) : products[i] * (tau * conj_if(true, v[j])));
    }
}
template <class T> static Status reflect(const Handle &handle, const Reflection<T> &p) {
    return launch(handle, reflect_line<T>, dim3(1, 1, batch_blocks(p.batches)), dim3(threads), p);
}
template <class T> static Status apply(const Handle &handle, const Application<T> &p) {
    if (p.rows <= 0 || p.columns <= 0) return HIPBLAS_STATUS_SUCCESS;
    SOLVER_TRY(launch(handle, multiply_lines<T>, dim3(unsigned(p.left ? p.columns : p.rows), 1, batch_blocks(p.batches)), dim3(line_threads), p));
    return launch(handle, subtract_products<T>, grid_of(p.rows, p.columns, p.batches), element_block, p);
}

// The real parts of a diagonal, and zeros behind their imaginary ones.
template <class T> __global__ void take_diagonal(View<T> a, View<Real<T>> to, int n, int64_t batches) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z) {
        T &element = a.at(batch)[i + i * a.ld];
        to.at(batch)[i] = real(element);
        element = T(real(element));
    }
}

// Three diagonals of a Hermitian matrix, both of whose halves are there, by reflectors from its first column on.
template <class T> static Status make_tridiagonal(const Handle &handle, int n, View<T> c, View<Real<T>> d, View<Real<T>> e, View<T> tau, int64_t batches) {
    Temporary memory(handle);
    SOLVER_TRY(memory.take(2 * batches * n * sizeof(T)));
    const View<T> v = {static_cast<T *>(memory.memory), nullptr, 1, n}, products = v.from(batches * n);
    for (int i = 0; i + 1 < n; i++) {
        const int rest = n - 1 - i;
        SOLVER_TRY(reflect(handle, Reflection<T>{c, {i + 1 + i * c.ld, 1, false}, rest, v, tau.from(i), e.from(i), batches}));
        for (const bool left : {true, false})
            SOLVER_TRY(apply(handle, Application<T>{c.from((i + 1) * (c.ld + 1)), rest, rest, v, tau.from(i), products, left, batches}));
    }
    return launch(handle, take_diagonal<T>, dim3(divide_up(n, line_threads), 1, batch_blocks(batches)), dim3(line_threads), c, d, n, batches);
}
// The other half's reflectors begin at the last column: those of the matrix with rows and columns in the other order.
template <class T>
static Status reduce(const Handle &handle, rocblas_fill fill, int64_t n, View<T> a, View<Real<T>> d, View<Real<T>> e, View<T> tau, int64_t batches) {
    const bool upper = is_upper(fill);
    Temporary memory(handle);
    SOLVER_TRY(memory.take(batches * n * n * sizeof(T)));
    const View<T> c = dense<T>(memory.memory, n, n);
    Copy<T> there = {a, c, n, n, batches, false, upper, Half::lower}, back = {c, a, n, n, batches, false, upper, half_of(fill)};
    SOLVER_TRY(copy(handle, there));
    SOLVER_TRY(mirror(handle, rocblas_fill_lower, c, n, batches));
    SOLVER_TRY(make_tridiagonal(handle, int(n), c, d, e, tau, batches));
    SOLVER_TRY(copy(handle, back));
    if (!upper) return HIPBLAS_STATUS_SUCCESS;
    SOLVER_TRY(turn(handle, d, n, batches));
    SOLVER_TRY(turn(handle, e, n - 1, batches));
    return turn(handle, tau, n - 1, batches);
}
template <class T>
static rocblas_status sytrd(rocblas_handle handle, rocblas_fill fill, int64_t n, View<T> a, View<Real<T>> d, View<Real<T>> e, View<T> tau, int64_t batches) {
    const bool is_empty = n == 0 || batches == 0;
    SOLVER_BEGIN(is_enum(fill), n >= 0 && a.ld >= n && batches >= 0,
                 is_empty || (!a.is_null() && !d.is_null() && (n == 1 || (!e.is_null() && !tau.is_null()))));
    return is_empty ? rocblas_status_success : public_status(reduce(context, fill, n, a, d, e, tau, batches));
}

// Two diagonals of a matrix that has no more columns than rows.
template <class T>
static Status make_bidiagonal(const Handle &handle, int m, int n, View<T> a, View<Real<T>> d, View<Real<T>> e, View<T> tau_q, View<T> tau_p, int64_t batches) {
    Temporary memory(handle);
    SOLVER_TRY(memory.take((2 * batches * m + batches) * sizeof(T)));
    const View<T> v = {static_cast<T *>(memory.memory), nullptr, 1, m}, products = v.from(batches * m);
    for (int i = 0; i < n; i++) {
        const View<T> inner = a.from((i + 1) * (a.ld + 1));
        const int rows = m - i, columns = n - 1 - i;
        SOLVER_TRY(reflect(handle, Reflection<T>{a, {i * (a.ld + 1), 1, false}, rows, v, tau_q.from(i), d.from(i), batches}));
        SOLVER_TRY(apply(handle, Application<T>{a.from(i + (i + 1) * a.ld), rows, columns, v, tau_q.from(i), products, true, batches}));
        if (columns > 0) {
            SOLVER_TRY(reflect(handle, Reflection<T>{a, {i + (i + 1) * a.ld, a.ld, true}, columns, v, tau_p.from(i), e.from(i), batches}));
            SOLVER_TRY(apply(handle, Application<T>{inner, rows - 1, columns, v, tau_p.from(i), products, false, batches}));
        }
    }
    // The last row has nothing to reflect.
    const int64_t stride = batches == 1 ? 1 : tau_p.stride;
    return status_of(hipMemset2DAsync(tau_p.from(n - 1).at(0), stride * sizeof(T), 0, sizeof(T), batches, handle.stream));
}
// A^H = P B^H Q^H is such a matrix where A has more columns, and B then has its second diagonal below.
template <class T>
static Status reduce(const Handle &handle, int64_t m, int64_t n, View<T> a, View<Real<T>> d, View<Real<T>> e, View<T> tau_q, View<T> tau_p, int64_t batches) {
    if (m >= n) return make_bidiagonal(handle, int(m), int(n), a, d, e, tau_q, tau_p, batches);
    Temporary memory(handle);
    SOLVER_TRY(memory.take(batches * m * n * sizeof(T)));
    const View<T> adjoint = dense<T>(memory.memory, n, m);
    SOLVER_TRY(copy(handle, Copy<T>{a, adjoint, n, m, batches, true}));
    SOLVER_TRY(make_bidiagonal(handle, int(n), int(m), adjoint, d, e, tau_p, tau_q, batches));
    return copy(handle, Copy<T>{adjoint, a, m, n, batches, true});
}
template <class T>
static rocblas_status gebrd(rocblas_handle handle, int64_t m, int64_t n, View<T> a, View<Real<T>> d, View<Real<T>> e, View<T> tau_q, View<T> tau_p,
                            int64_t batches) {
    const bool is_empty = m == 0 || n == 0 || batches == 0;
    SOLVER_BEGIN(true, m >= 0 && n >= 0 && a.ld >= m && batches >= 0,
                 is_empty || (!a.is_null() && !d.is_null() && !tau_q.is_null() && !tau_p.is_null() && (std::min(m, n) == 1 || !e.is_null())));
    return is_empty ? rocblas_status_success : public_status(reduce(context, m, n, a, d, e, tau_q, tau_p, batches));
}

}  // namespace solver

#define SYTRD(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::sytrd<blas::Element<T>>)
ROCSOLVER_SYTRD(SYTRD)
#define GEBRD(N, list, T, R) SOLVER_DEFINE(N, list, T, R, solver::gebrd<blas::Element<T>>)
ROCSOLVER_GEBRD(GEBRD)
