// ell.hip: matrices whose rows have all the same number of entries, `width`, the p-th of row i at i + p * rows; a row with fewer has columns below the base
// behind them (ELL). hipSPARSE has no such matrices: conversions from and to CSR, and the product with a vector.
//
// Called by programs.
#include "device.h"

namespace rocsparse {
namespace {

__global__ void find_width(int m, const int *offsets, int *width) {
    const int64_t i = global_index();
    if (i < m) atomicMax(width, offsets[i + 1] - offsets[i]);
}

template <class T>
__global__ void from_csr(int m, const T *values, const int *offsets, const int *columns, int base, int width, T *ell_values, int *ell_columns, int ell_base) {
    const int64_t i = global_index();
    if (i >= m) return;
    const int begin = offsets[i] - base, count = min(offsets[i + 1] - base - begin, width);
    for (int p = 0; p < width; p++) {
        const int64_t at = i + int64_t(p) * m;
        ell_columns[at] = p < count ? columns[begin + p] - base + ell_base : -1;
        ell_values[at] = p < count ? values[begin + p] : T(0);
    }
}

// offsets[i + 1] = how many entries row i has.
__global__ void count_entries(int m, int n, int width, const int *columns, int base, int *offsets) {
    const int64_t i = global_index();
    if (i >= m) return;
    int count = 0;
    for (int p = 0; p < width; p++) {
        const int j = columns[i + int64_t(p) * m] - base;
        count += j >= 0 && j < n;
    }
    offsets[i + 1] = count;
}

// Counts become offsets: one block, each of whose threads has a run of rows.
constexpr int summing = 256;
__global__ void sum_counts(int m, int base, int *offsets, int *total) {
    __shared__ int ends[summing];
    const int64_t run = (int64_t(m) + summing - 1) / summing, first = threadIdx.x * run, last = min(first + run, int64_t(m));
    int sum = 0;
    for (int64_t i = first; i < last; i++) sum += offsets[i + 1];
    ends[threadIdx.x] = sum;
    __syncthreads();
    int before = base;
    for (unsigned t = 0; t < threadIdx.x; t++) before += ends[t];
    for (int64_t i = first; i < last; i++) offsets[i + 1] = before += offsets[i + 1];
    if (threadIdx.x == 0) offsets[0] = base;
    if (threadIdx.x == summing - 1) *total = before - base;
}

template <class T>
__global__ void to_csr(int m, int n, int width, const T *ell_values, const int *ell_columns, int ell_base, T *values, const int *offsets, int *columns, int base) {
    const int64_t i = global_index();
    if (i >= m) return;
    int64_t k = offsets[i] - base;
    for (int p = 0; p < width; p++) {
        const int64_t at = i + int64_t(p) * m;
        const int j = ell_columns[at] - ell_base;
        if (j < 0 || j >= n) continue;
        columns[k] = j + base;
        values[k++] = ell_values[at];
    }
}

template <class T> __device__ T scaled(T beta, const T *y) { return beta == T(0) ? T(0) : beta * *y; }  // what y has is not read for zero

template <class T>
__global__ void multiply(int m, int n, int width, Scalar<T> alpha, const T *values, const int *columns, int base, const T *x, Scalar<T> beta, T *y) {
    const int64_t i = global_index();
    if (i >= m) return;
    T sum = T(0);
    for (int p = 0; p < width; p++) {
        const int64_t at = i + int64_t(p) * m;
        const int j = columns[at] - base;
        if (j >= 0 && j < n) sum += values[at] * x[j];
    }
    y[i] = scaled(beta.get(), y + i) + alpha.get() * sum;
}
template <class T> __global__ void scale(int n, Scalar<T> beta, T *y) {
    const int64_t i = global_index();
    if (i < n) y[i] = scaled(beta.get(), y + i);
}
template <class T>
__global__ void multiply_transposed(bool conjugate, int m, int n, int width, Scalar<T> alpha, const T *values, const int *columns, int base, const T *x, T *y) {
    const int64_t i = global_index();
    if (i >= m) return;
    const T factor = alpha.get() * x[i];
    for (int p = 0; p < width; p++) {
        const int64_t at = i + int64_t(p) * m;
        const int j = columns[at] - base;
        if (j >= 0 && j < n) add_to(y[j], conj_if(conjugate, values[at]) * factor);
    }
}

Status check_descrs(rocsparse_mat_descr a, rocsparse_mat_descr b) {
    ROC_TRY(check_descr(a, "ELL matrices that are not general"));
    return check_descr(b, "ELL matrices that are not general");
}

template <class T>
Status product(rocsparse_handle handle, rocsparse_operation trans, int m, int n, const T *alpha, rocsparse_mat_descr descr, const T *values, const int *columns,
               int width, const T *x, const T *beta, T *y) {
    using E = Element<T>;
    if (!handle) return rocsparse_status_invalid_handle;
    if (!descr) return rocsparse_status_invalid_pointer;
    if (!is_enum(trans)) return rocsparse_status_invalid_value;
    ROC_TRY(check_descr(descr, "ellmv of matrices that are not general"));
    if (m < 0 || n < 0 || width < 0 || ((m == 0 || n == 0) && width != 0)) return rocsparse_status_invalid_size;
    const bool transposed = trans != rocsparse_operation_none, nothing = m == 0 || n == 0 || width == 0;
    const int rows = transposed ? n : m;
    if (nothing && rows == 0) return OK;
    if (!beta || !y || (!nothing && (!alpha || !values || !columns || !x))) return rocsparse_status_invalid_pointer;
    const Context context(handle);
    const Scalar<E> b = context.scalar<E>(beta);
    if (nothing || transposed) ROC_TRY(context.each(scale<E>, rows, rows, b, elements(y)));
    if (nothing) return OK;
    const Scalar<E> a = context.scalar<E>(alpha);
    if (!transposed) return context.each(multiply<E>, m, m, n, width, a, elements(values), columns, base_of(descr), elements(x), b, elements(y));
    return context.each(multiply_transposed<E>, m, trans == rocsparse_operation_conjugate_transpose, m, n, width, a, elements(values), columns,
                        base_of(descr), elements(x), elements(y));
}

template <class T>
Status convert_from_csr(rocsparse_handle handle, int m, rocsparse_mat_descr csr, const T *values, const int *offsets, const int *columns,
                        rocsparse_mat_descr ell, int width, T *ell_values, int *ell_columns) {
    if (!handle) return rocsparse_status_invalid_handle;
    if (m < 0 || width < 0) return rocsparse_status_invalid_size;
    if (m == 0 || width == 0) return OK;
    ROC_TRY(check_descrs(csr, ell));
    if (!values || !offsets || !columns || !ell_values || !ell_columns) return rocsparse_status_invalid_pointer;
    return Context(handle).each(from_csr<Element<T>>, m, m, elements(values), offsets, columns, base_of(csr), width, elements(ell_values), ell_columns,
                                base_of(ell));
}

template <class T>
Status convert_to_csr(rocsparse_handle handle, int m, int n, rocsparse_mat_descr ell, int width, const T *ell_values, const int *ell_columns,
                      rocsparse_mat_descr csr, T *values, const int *offsets, int *columns) {
    if (!handle) return rocsparse_status_invalid_handle;
    ROC_TRY(check_descrs(ell, csr));
    if (m < 0 || n < 0 || width < 0) return rocsparse_status_invalid_size;
    if (m == 0 || n == 0 || width == 0) return OK;
    if (!ell_values || !ell_columns || !values || !offsets || !columns) return rocsparse_status_invalid_pointer;
    return Context(handle).each(to_csr<Element<T>>, m, m, n, width, elements(ell_values), ell_columns, base_of(ell), elements(values), offsets, columns,
                                base_of(csr));
}

}  // namespace
}  // namespace rocsparse

using namespace rocsparse;

extern "C" {

rocsparse_status rocsparse_csr2ell_width ROCSPARSE_csr2ell_width(void, void) {
    if (!handle) return rocsparse_status_invalid_handle;
    if (m < 0) return rocsparse_status_invalid_size;
    ROC_TRY(check_descrs(csr_descr, ell_descr));
    if ((m > 0 && !csr_row_ptr) || !ell_width) return rocsparse_status_invalid_pointer;
    const Context context(handle);
    int *width = nullptr;
    ROC_TRY(status_of(hipMallocAsync(reinterpret_cast<void **>(&width), sizeof *width, context.stream)));
    Status status = status_of(hipMemsetAsync(width, 0, sizeof *width, context.stream));
    if (status == OK) status = context.each(find_width, m, m, csr_row_ptr, width);
    if (status == OK) status = context.give(ell_width, width);
    (void)hipFreeAsync(width, context.stream);
    return status;
}

rocsparse_status rocsparse_ell2csr_nnz ROCSPARSE_ell2csr_nnz(void, void) {
    if (!handle) return rocsparse_status_invalid_handle;
    if (m < 0 || n < 0 || ell_width < 0) return rocsparse_status_invalid_size;
    ROC_TRY(check_descrs(ell_descr, csr_descr));
    const bool nothing = m == 0 || n == 0 || ell_width == 0;
    if ((m > 0 && !csr_row_ptr) || (!nothing && (!ell_col_ind || !csr_nnz))) return rocsparse_status_invalid_pointer;
    if (m == 0) return OK;
    const Context context(handle);
    int *total = nullptr;
    ROC_TRY(status_of(hipMallocAsync(reinterpret_cast<void **>(&total), sizeof *total, context.stream)));
    Status status = context.each(count_entries, m, m, n, ell_width, ell_col_ind, base_of(ell_descr), csr_row_ptr);
    if (status == OK) status = context.each(sum_counts, summing, m, base_of(csr_descr), csr_row_ptr, total);
    if (status == OK && csr_nnz) status = context.give(csr_nnz, total);
    (void)hipFreeAsync(total, context.stream);
    return status;
}

#define BODY_csr2ell return convert_from_csr(handle, m, csr_descr, csr_val, csr_row_ptr, csr_col_ind, ell_descr, ell_width, ell_val, ell_col_ind);
#define BODY_ell2csr return convert_to_csr(handle, m, n, ell_descr, ell_width, ell_val, ell_col_ind, csr_descr, csr_val, csr_row_ptr, csr_col_ind);
#define BODY_ellmv return product(handle, trans, m, n, alpha, descr, ell_val, ell_col_ind, ell_width, x, beta, y);
#define DEFINE(name, list, T, R, S) rocsparse_status name ROCSPARSE_##list(T, R) { BODY_##list }
ROCSPARSE_SDCZ(DEFINE, csr2ell)
ROCSPARSE_SDCZ(DEFINE, ell2csr)
ROCSPARSE_SDCZ(DEFINE, ellmv)

}  // extern "C"
