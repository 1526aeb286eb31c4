// refactor.hip: rocsolver_[sd]csrrf_*, LU and Cholesky factors of a sparse matrix whose pattern is that of one that was factored before.
//
// Called by programs and by hipSOLVER (hipsolver/refactor.hip, hipsolver/cholesky.hip). The factors' pattern T is known, so that an incomplete
// factorisation in it is the whole one, and hipSPARSE does it, and the triangles. Here are permutations, and both factors in one matrix.
#include <hipsparse/hipsparse.h>

#include <new>

#include "context.h"

struct rocsolver_rfinfo_ {
    rocsolver_rfinfo_mode mode = rocsolver_rfinfo_mode_lu, analyzed_mode = rocsolver_rfinfo_mode_lu;
    bool is_analyzed = false;
    hipsparseHandle_t sparse = nullptr;
    hipsparseMatDescr_t whole = nullptr, lower = nullptr, upper = nullptr;
    csrilu02Info_t lu = nullptr;
    csric02Info_t cholesky = nullptr;
    csrsm2Info_t first = nullptr, second = nullptr;  // L, and U or L's transpose
};

namespace solver {

static rocblas_status of(hipsparseStatus_t status) {
    switch (status) {
        case HIPSPARSE_STATUS_SUCCESS: return rocblas_status_success;
        case HIPSPARSE_STATUS_ALLOC_FAILED: return rocblas_status_memory_error;
        case HIPSPARSE_STATUS_INVALID_VALUE: return rocblas_status_invalid_value;
        case HIPSPARSE_STATUS_NOT_SUPPORTED: return rocblas_status_not_implemented;
        default: return rocblas_status_internal_error;
    }
}
#define REFACTOR_TRY(call)                                                                        \
    do {                                                                                          \
        if (const rocblas_status status = (call); status != rocblas_status_success) return status; \
    } while (false)
#define SPARSE_TRY(call) REFACTOR_TRY(of(call))

// hipSPARSE's functions by element type.
template <class T> struct Sparse;
#define SPARSE_FUNCTIONS(T, x)                                                          \
    template <> struct Sparse<T> {                                                      \
        static constexpr auto lu_size = hipsparse##x##csrilu02_bufferSize;              \
        static constexpr auto lu_analysis = hipsparse##x##csrilu02_analysis;            \
        static constexpr auto lu = hipsparse##x##csrilu02;                              \
        static constexpr auto cholesky_size = hipsparse##x##csric02_bufferSize;         \
        static constexpr auto cholesky_analysis = hipsparse##x##csric02_analysis;       \
        static constexpr auto cholesky = hipsparse##x##csric02;                         \
        static constexpr auto triangle_size = hipsparse##x##csrsm2_bufferSizeExt;       \
        static constexpr auto triangle_analysis = hipsparse##x##csrsm2_analysis;        \
        static constexpr auto triangle = hipsparse##x##csrsm2_solve;                    \
    }
SPARSE_FUNCTIONS(float, S);
SPARSE_FUNCTIONS(double, D);

static constexpr auto policy = HIPSPARSE_SOLVE_POLICY_USE_LEVEL;

// A matrix of sorted rows.
template <class T> struct Csr {
    int n, count;
    int *rows, *columns;
    T *values;
};

static int blocks_of(int n) { return int(divide_up(n, 256)); }
__device__ static int thread() { return int(blockIdx.x * blockDim.x + threadIdx.x); }

// T = (L - I) + U; in L's rows the last element is the diagonal's.
template <class T> __global__ __launch_bounds__(256) void bundle(Csr<T> l, Csr<T> u, Csr<T> t) {
    const int i = thread();
    if (i > l.n) return;
    int at = l.rows[i] - i + u.rows[i];
    t.rows[i] = at;
    if (i == l.n) return;
    for (int k = l.rows[i]; k < l.rows[i + 1] - 1; k++, at++) t.columns[at] = l.columns[k], t.values[at] = l.values[k];
    for (int k = u.rows[i]; k < u.rows[i + 1]; k++, at++) t.columns[at] = u.columns[k], t.values[at] = u.values[k];
}

// The other way round. One block: each thread has some rows, and says how many of L's elements are in them.
template <class T> __global__ __launch_bounds__(256) void split(Csr<T> t, Csr<T> l, Csr<T> u) {
    __shared__ int before[257];
    const int each = (t.n + 255) / 256, first = min(int(threadIdx.x) * each, t.n), end = min(first + each, t.n);
    int lower = 0;
    for (int i = first; i < end; i++) for (int k = t.rows[i]; k < t.rows[i + 1]; k++) lower += t.columns[k] < i;
    before[threadIdx.x + 1] = lower;
    __syncthreads();
    if (threadIdx.x == 0) {
        before[0] = 0;
        for (int k = 1; k <= 256; k++) before[k] += before[k - 1];
        l.rows[t.n] = before[256] + t.n;
        u.rows[t.n] = t.rows[t.n] - t.rows[0] - before[256];
    }
    __syncthreads();
    int at_l = before[threadIdx.x] + first, at_u = t.rows[first] - t.rows[0] - before[threadIdx.x];
    for (int i = first; i < end; i++) {
        l.rows[i] = at_l, u.rows[i] = at_u;
        for (int k = t.rows[i]; k < t.rows[i + 1]; k++) {
            const Csr<T> &to = t.columns[k] < i ? l : u;
            int &at = t.columns[k] < i ? at_l : at_u;
            to.columns[at] = t.columns[k], to.values[at++] = t.values[k];
        }
        l.columns[at_l] = i, l.values[at_l++] = T(1);
    }
}

__global__ __launch_bounds__(256) static void invert(int n, const int *order, int *inverse) {
    if (const int i = thread(); i < n) inverse[order[i]] = i;
}

// T's element (i, j) gets A's (p[i], q[j]); of a symmetric A only the lower triangle is read, and what comes to lie above T's diagonal lies below.
template <class T> __global__ __launch_bounds__(256) void permute(Csr<T> a, Csr<T> t, const int *p, const int *inverse_q, bool symmetric) {
    const int i = thread();
    if (i >= a.n) return;
    const int from = p[i];
    for (int k = a.rows[from]; k < a.rows[from + 1]; k++) {
        const int column = a.columns[k];
        if (symmetric && column > from) continue;
        int row = i, j = inverse_q[column];
        if (symmetric && row < j) row = j, j = i;
        int least = t.rows[row], most = t.rows[row + 1];
        while (least < most) {
            const int middle = least + (most - least) / 2;
            if (t.columns[middle] < j) least = middle + 1;
            else most = middle;
        }
        if (least < t.rows[row + 1] && t.columns[least] == j) t.values[least] = a.values[k];
    }
}

// Rows of B by a permutation, and back.
template <class T> __global__ __launch_bounds__(256) void gather(int n, const int *order, const T *b, int64_t ldb, T *x) {
    if (const int i = thread(); i < n) x[int64_t(blockIdx.y) * n + i] = b[int64_t(blockIdx.y) * ldb + order[i]];
}
template <class T> __global__ __launch_bounds__(256) void scatter(int n, const int *order, const T *x, T *b, int64_t ldb) {
    if (const int i = thread(); i < n) b[int64_t(blockIdx.y) * ldb + order[i]] = x[int64_t(blockIdx.y) * n + i];
}

template <class T> static bool is_there(const Csr<T> &m) { return m.rows && (!m.count || (m.columns && m.values)); }

template <class T> static rocblas_status sumlu(rocblas_handle handle, Csr<T> l, Csr<T> u, Csr<T> t) {
    SOLVER_BEGIN(true, l.n >= 0 && l.count >= l.n && u.count >= 0, is_there(l) && is_there(u) && t.rows && ((l.count == l.n && !u.count) || (t.columns && t.values)));
    if (l.n == 0) return rocblas_status_success;
    return public_status(launch(context, bundle<T>, dim3(blocks_of(l.n + 1)), dim3(256), l, u, t));
}
template <class T> static rocblas_status splitlu(rocblas_handle handle, Csr<T> t, Csr<T> l, Csr<T> u) {
    SOLVER_BEGIN(true, t.n >= 0 && t.count >= 0,
                 l.rows && u.rows && is_there(t) && (!t.count || (u.columns && u.values)) && ((!t.n && !t.count) || (l.columns && l.values)));
    if (t.n == 0) return rocblas_status_success;
    return public_status(launch(context, split<T>, dim3(1), dim3(256), t, l, u));
}

// What hipSPARSE wants for a triangle of T: L's second one is transposed.
struct Triangle {
    hipsparseOperation_t op;
    hipsparseMatDescr_t descriptor;
    csrsm2Info_t info;
};
static Triangle first(rocsolver_rfinfo rf) { return {HIPSPARSE_OPERATION_NON_TRANSPOSE, rf->lower, rf->first}; }
static Triangle second(rocsolver_rfinfo rf) {
    if (rf->mode == rocsolver_rfinfo_mode_lu) return {HIPSPARSE_OPERATION_NON_TRANSPOSE, rf->upper, rf->second};
    return {HIPSPARSE_OPERATION_TRANSPOSE, rf->lower, rf->second};
}

static void destroy_infos(rocsolver_rfinfo rf) {
    if (rf->lu) (void)hipsparseDestroyCsrilu02Info(rf->lu);
    if (rf->cholesky) (void)hipsparseDestroyCsric02Info(rf->cholesky);
    for (csrsm2Info_t *info : {&rf->first, &rf->second}) {
        if (*info) (void)hipsparseDestroyCsrsm2Info(*info);
        *info = nullptr;
    }
    rf->lu = nullptr, rf->cholesky = nullptr;
}
static rocblas_status create_infos(rocsolver_rfinfo rf) {
    destroy_infos(rf);
    SPARSE_TRY(hipsparseCreateCsrilu02Info(&rf->lu));
    SPARSE_TRY(hipsparseCreateCsric02Info(&rf->cholesky));
    SPARSE_TRY(hipsparseCreateCsrsm2Info(&rf->first));
    return of(hipsparseCreateCsrsm2Info(&rf->second));
}

// Analyses a triangle or solves it, as `run` does.
template <class T, class Run>
static rocblas_status with_triangle(const Handle &context, rocsolver_rfinfo rf, Triangle triangle, Csr<T> t, int sides, T *b, int ldb, Run run) {
    const T one = 1;
    const auto none = HIPSPARSE_OPERATION_NON_TRANSPOSE;
    size_t bytes = 0;
    SPARSE_TRY(Sparse<T>::triangle_size(rf->sparse, 0, triangle.op, none, t.n, sides, t.count, &one, triangle.descriptor, t.values, t.rows, t.columns, b,
                                        ldb, triangle.info, policy, &bytes));
    Temporary buffer(context);
    REFACTOR_TRY(public_status(buffer.take(std::max<size_t>(bytes, 1))));
    return of(run(rf->sparse, 0, triangle.op, none, t.n, sides, t.count, &one, triangle.descriptor, t.values, t.rows, t.columns, b, ldb, triangle.info, policy,
                  buffer.memory));
}

// The whole factorisation in T's pattern, analysed or done.
template <class T> static rocblas_status factors(const Handle &context, rocsolver_rfinfo rf, Csr<T> t, bool analyse) {
    using S = Sparse<T>;
    const bool lu = rf->mode == rocsolver_rfinfo_mode_lu;
    int bytes = 0;
    SPARSE_TRY(lu ? S::lu_size(rf->sparse, t.n, t.count, rf->whole, t.values, t.rows, t.columns, rf->lu, &bytes)
                  : S::cholesky_size(rf->sparse, t.n, t.count, rf->whole, t.values, t.rows, t.columns, rf->cholesky, &bytes));
    Temporary buffer(context);
    REFACTOR_TRY(public_status(buffer.take(std::max(bytes, 1))));
    const auto run = [&](auto function, auto info) {
        return of(function(rf->sparse, t.n, t.count, rf->whole, t.values, t.rows, t.columns, info, policy, buffer.memory));
    };
    if (analyse) return lu ? run(S::lu_analysis, rf->lu) : run(S::cholesky_analysis, rf->cholesky);
    return lu ? run(S::lu, rf->lu) : run(S::cholesky, rf->cholesky);
}

template <class T>
static rocblas_status analysis(rocblas_handle handle, int sides, Csr<T> m, Csr<T> t, int *p, int *q, T *b, int ldb, rocsolver_rfinfo rf) {
    SOLVER_BEGIN(true, m.n >= 0 && m.count >= 0 && t.count >= 0 && sides >= 0 && ldb >= m.n,
                 rf && is_there(m) && is_there(t) && (!m.n || !sides || b) && (!m.n || ((rf->mode == rocsolver_rfinfo_mode_cholesky || p) && q)));
    if (m.n == 0) return rocblas_status_success;
    rf->is_analyzed = false;
    REFACTOR_TRY(create_infos(rf));
    SPARSE_TRY(hipsparseSetStream(rf->sparse, context.stream));
    REFACTOR_TRY(factors(context, rf, t, true));
    if (sides) {
        REFACTOR_TRY(with_triangle(context, rf, first(rf), t, sides, b, ldb, Sparse<T>::triangle_analysis));
        REFACTOR_TRY(with_triangle(context, rf, second(rf), t, sides, b, ldb, Sparse<T>::triangle_analysis));
    }
    rf->is_analyzed = true;
    rf->analyzed_mode = rf->mode;
    return rocblas_status_success;
}

// rocSOLVER: analysis and what follows must have "the same rfinfo mode [...] otherwise the workflow will result in an error".
static bool is_ready(rocsolver_rfinfo rf, rocsolver_rfinfo_mode mode) { return rf->is_analyzed && rf->analyzed_mode == mode && rf->mode == mode; }

template <class T>
static rocblas_status refactor(rocblas_handle handle, Csr<T> a, Csr<T> t, int *p, int *q, rocsolver_rfinfo rf, rocsolver_rfinfo_mode mode) {
    SOLVER_BEGIN(true, a.n >= 0 && a.count >= 0 && t.count >= 0, rf && is_there(a) && is_there(t) && (!a.n || (p && q)));
    if (a.n == 0) return rocblas_status_success;
    if (!is_ready(rf, mode)) return rocblas_status_internal_error;
    Temporary inverse(context);
    REFACTOR_TRY(public_status(inverse.take(a.n * sizeof(int))));
    int *const inverse_q = static_cast<int *>(inverse.memory);
    REFACTOR_TRY(public_status(launch(context, invert, dim3(blocks_of(a.n)), dim3(256), a.n, q, inverse_q)));
    REFACTOR_TRY(public_status(clear(context, t.values, t.count * sizeof(T))));
    const bool symmetric = mode == rocsolver_rfinfo_mode_cholesky;
    REFACTOR_TRY(public_status(launch(context, permute<T>, dim3(blocks_of(a.n)), dim3(256), a, t, p, inverse_q, symmetric)));
    SPARSE_TRY(hipsparseSetStream(rf->sparse, context.stream));
    return factors(context, rf, t, false);
}

template <class T> static rocblas_status solve(rocblas_handle handle, int sides, Csr<T> t, int *p, int *q, T *b, int ldb, rocsolver_rfinfo rf) {
    SOLVER_BEGIN(true, t.n >= 0 && sides >= 0 && t.count >= 0 && ldb >= t.n,
                 rf && is_there(t) && (!t.n || !sides || b) && (!t.n || ((rf->mode == rocsolver_rfinfo_mode_cholesky || p) && q)));
    if (t.n == 0 || sides == 0) return rocblas_status_success;
    if (!is_ready(rf, rf->mode)) return rocblas_status_internal_error;
    Temporary memory(context);
    REFACTOR_TRY(public_status(memory.take(sizeof(T) * t.n * sides)));
    T *const x = static_cast<T *>(memory.memory);
    const dim3 grid(blocks_of(t.n), sides);
    const int *const order = rf->mode == rocsolver_rfinfo_mode_cholesky ? q : p;
    REFACTOR_TRY(public_status(launch(context, gather<T>, grid, dim3(256), t.n, order, b, ldb, x)));
    SPARSE_TRY(hipsparseSetStream(rf->sparse, context.stream));
    REFACTOR_TRY(with_triangle(context, rf, first(rf), t, sides, x, t.n, Sparse<T>::triangle));
    REFACTOR_TRY(with_triangle(context, rf, second(rf), t, sides, x, t.n, Sparse<T>::triangle));
    return public_status(launch(context, scatter<T>, grid, dim3(256), t.n, q, x, b, ldb));
}

static rocblas_status create(rocsolver_rfinfo rf) {
    SPARSE_TRY(hipsparseCreate(&rf->sparse));
    for (hipsparseMatDescr_t *descriptor : {&rf->whole, &rf->lower, &rf->upper}) SPARSE_TRY(hipsparseCreateMatDescr(descriptor));
    SPARSE_TRY(hipsparseSetMatFillMode(rf->lower, HIPSPARSE_FILL_MODE_LOWER));
    SPARSE_TRY(hipsparseSetMatDiagType(rf->lower, HIPSPARSE_DIAG_TYPE_UNIT));
    SPARSE_TRY(hipsparseSetMatFillMode(rf->upper, HIPSPARSE_FILL_MODE_UPPER));
    return create_infos(rf);
}
static void destroy(rocsolver_rfinfo rf) {
    destroy_infos(rf);
    for (hipsparseMatDescr_t descriptor : {rf->whole, rf->lower, rf->upper}) if (descriptor) (void)hipsparseDestroyMatDescr(descriptor);
    if (rf->sparse) (void)hipsparseDestroy(rf->sparse);
    delete rf;
}

}  // namespace solver

rocblas_status rocsolver_create_rfinfo(rocsolver_rfinfo *rfinfo, rocblas_handle handle) {
    if (!handle) return rocblas_status_invalid_handle;
    if (!rfinfo) return rocblas_status_invalid_pointer;
    rocsolver_rfinfo made = new (std::nothrow) rocsolver_rfinfo_;
    if (!made) return rocblas_status_memory_error;
    if (const rocblas_status status = solver::create(made); status != rocblas_status_success) {
        solver::destroy(made);
        return status;
    }
    *rfinfo = made;
    return rocblas_status_success;
}
rocblas_status rocsolver_destroy_rfinfo(rocsolver_rfinfo rfinfo) {
    if (!rfinfo) return rocblas_status_invalid_pointer;
    solver::destroy(rfinfo);
    return rocblas_status_success;
}
rocblas_status rocsolver_set_rfinfo_mode(rocsolver_rfinfo rfinfo, rocsolver_rfinfo_mode mode) {
    if (!rfinfo) return rocblas_status_invalid_pointer;
    if (mode != rocsolver_rfinfo_mode_lu && mode != rocsolver_rfinfo_mode_cholesky) return rocblas_status_invalid_value;
    rfinfo->mode = mode;
    const bool lu = mode == rocsolver_rfinfo_mode_lu;
    return solver::of(hipsparseSetMatDiagType(rfinfo->lower, lu ? HIPSPARSE_DIAG_TYPE_UNIT : HIPSPARSE_DIAG_TYPE_NON_UNIT));
}
rocblas_status rocsolver_get_rfinfo_mode(rocsolver_rfinfo rfinfo, rocsolver_rfinfo_mode *mode) {
    if (!rfinfo || !mode) return rocblas_status_invalid_pointer;
    *mode = rfinfo->mode;
    return rocblas_status_success;
}

using solver::Csr;

#define ARGUMENTS_csrrf_sumlu(T) Csr<T>{n, nnzL, ptrL, indL, valL}, Csr<T>{n, nnzU, ptrU, indU, valU}, Csr<T>{n, nnzL - n + nnzU, ptrT, indT, valT}
#define ARGUMENTS_csrrf_splitlu(T) Csr<T>{n, nnzT, ptrT, indT, valT}, Csr<T>{n, 0, ptrL, indL, valL}, Csr<T>{n, 0, ptrU, indU, valU}
#define ARGUMENTS_csrrf_analysis(T) nrhs, Csr<T>{n, nnzM, ptrM, indM, valM}, Csr<T>{n, nnzT, ptrT, indT, valT}, pivP, pivQ, B, ldb, rfinfo
#define ARGUMENTS_csrrf_refactlu(T) Csr<T>{n, nnzA, ptrA, indA, valA}, Csr<T>{n, nnzT, ptrT, indT, valT}, pivP, pivQ, rfinfo, rocsolver_rfinfo_mode_lu
#define ARGUMENTS_csrrf_refactchol(T) \
    Csr<T>{n, nnzA, ptrA, indA, valA}, Csr<T>{n, nnzT, ptrT, indT, valT}, pivQ, pivQ, rfinfo, rocsolver_rfinfo_mode_cholesky
#define ARGUMENTS_csrrf_solve(T) nrhs, Csr<T>{n, nnzT, ptrT, indT, valT}, pivP, pivQ, B, ldb, rfinfo

#define DEFINE(N, list, T, R, function) \
    rocblas_status N(rocblas_handle handle ROCSOLVER_##list(ROCSOLVER_PLAIN_, T, R)) { return solver::function(handle, ARGUMENTS_##list(T)); }
#define SUMLU(N, list, T, R) DEFINE(N, list, T, R, sumlu)
ROCSOLVER_SD(SUMLU, csrrf_sumlu, csrrf_sumlu)
#define SPLITLU(N, list, T, R) DEFINE(N, list, T, R, splitlu)
ROCSOLVER_SD(SPLITLU, csrrf_splitlu, csrrf_splitlu)
#define ANALYSIS(N, list, T, R) DEFINE(N, list, T, R, analysis)
ROCSOLVER_SD(ANALYSIS, csrrf_analysis, csrrf_analysis)
#define REFACTLU(N, list, T, R) DEFINE(N, list, T, R, refactor)
ROCSOLVER_SD(REFACTLU, csrrf_refactlu, csrrf_refactlu)
#define REFACTCHOL(N, list, T, R) DEFINE(N, list, T, R, refactor)
ROCSOLVER_SD(REFACTCHOL, csrrf_refactchol, csrrf_refactchol)
#define SOLVE(N, list, T, R) DEFINE(N, list, T, R, solve)
ROCSOLVER_SD(SOLVE, csrrf_solve, csrrf_solve)
