// compress.hip: matrices of what is larger than a number: nnz_compress, csr2csr_compress and the functions prune*.
//
// Called by programs.
#include <algorithm>
#include <cmath>

#include "dense.h"

namespace sparse {

// Which elements stay.
template <class T> struct Keeps {
    Scalar<Real<T>> above;

    __device__ bool operator()(T value) const {
        if constexpr (is_complex<T>) return hypot(double(value.re), double(value.im)) > double(above.get());
        else return fabs(value) > above.get();
    }
};

// The elements of a line of a matrix, which is sparse or dense.
template <class T> struct SparseLines {
    Rows rows;
    const T *values;

    int64_t count() const { return rows.rows; }
    template <class F> __device__ void each(int64_t row, F f) const {
        for (int64_t k = rows.begin(row); k < rows.end(row); k++) f(rows.column[rows.place(k)], values[rows.place(k)]);
    }
};
template <class T> struct DenseLines {
    Dense<const T> elements;
    int64_t rows, columns;

    int64_t count() const { return rows; }
    template <class F> __device__ void each(int64_t row, F f) const {
        for (int64_t column = 0; column < columns; column++) f(column, elements.at(row, column));
    }
};

template <class T, class Lines> static __global__ void count_kept(Lines lines, int64_t n, Keeps<T> keeps, IndicesOut counts) {
    const int64_t row = global_index();
    if (row >= n) return;
    int64_t count = 0;
    lines.each(row, [&](int64_t, T value) { count += keeps(value); });
    counts.set(row, count);
}
template <class T, class Lines> static __global__ void copy_kept(Lines lines, int64_t n, Keeps<T> keeps, Indices offsets, IndicesOut column, T *to) {
    const int64_t row = global_index();
    if (row >= n) return;
    int64_t k = offsets[row];
    lines.each(row, [&](int64_t at, T value) {
        if (!keeps(value)) return;
        column.set(k, at);
        to[k++] = value;
    });
}

// Writes offsets and the number of what is kept.
template <class T, class Lines>
static Status count_all(const Handle &handle, const Lines &lines, const Keeps<T> &keeps, const IndicesOut &offsets, int *total) {
    Memory memory(handle);
    int64_t *counts, sum;
    SPARSE_TRY(memory.take(counts, lines.count()));
    SPARSE_TRY(launch_each(handle, count_kept<T, Lines>, lines.count(), lines, lines.count(), keeps, indices_out(counts)));
    SPARSE_TRY(offsets_of_counts(handle, indices(counts), lines.count(), offsets, &sum));
    if (sum >= INT_MAX) return missing("pruning", "more than 2^31 - 2 entries");
    return give_number(handle, total, int(sum));
}
template <class T, class Lines>
static Status copy_all(const Handle &handle, const Lines &lines, const Keeps<T> &keeps, const Indices &offsets, const IndicesOut &column, T *to) {
    return launch_each(handle, copy_kept<T, Lines>, lines.count(), lines, lines.count(), keeps, offsets, column, to);
}

// No columns are looked at.
template <class T> struct ValuesOfLines {
    SparseLines<T> lines;
    int64_t count() const { return lines.count(); }
    template <class F> __device__ void each(int64_t row, F f) const {
        for (int64_t k = lines.rows.begin(row); k < lines.rows.end(row); k++) f(0, lines.values[k]);
    }
};
template <class T> static Status count_compressed(const Handle &handle, const SparseLines<T> &lines, const Keeps<T> &keeps, int *counts, int *total) {
    const ValuesOfLines<T> values = {lines};
    SPARSE_TRY(launch_each(handle, count_kept<T, ValuesOfLines<T>>, lines.count(), values, lines.count(), keeps, indices_out(counts, 0)));
    int64_t sum;
    SPARSE_TRY(offsets_of_counts(handle, indices(counts, 0), lines.count(), {}, &sum));
    return give_number(handle, total, int(sum));
}

// |elements| sorted, the one that so many percent do not exceed. Waits for the device.
template <class T> static Status percentile(std::vector<T> elements, T percentage, T &threshold) {
    threshold = 0;
    if (elements.empty()) return HIPSPARSE_STATUS_SUCCESS;
    for (T &element : elements) element = std::fabs(element);
    const int64_t last = int64_t(elements.size()) - 1;
    const int64_t at = std::clamp<int64_t>(int64_t(std::ceil(double(elements.size()) * (double(percentage) / 100))) - 1, 0, last);
    std::nth_element(elements.begin(), elements.begin() + at, elements.end());
    threshold = elements[at];
    return HIPSPARSE_STATUS_SUCCESS;
}
template <class T> static Status percentile_of_csr(const Handle &handle, int count, const T *values, T percentage, T &threshold) {
    std::vector<T> elements(count);
    if (count > 0) SPARSE_TRY(fetch(handle, elements.data(), values, count));
    return percentile(std::move(elements), percentage, threshold);
}
template <class T> static Status percentile_of_dense(const Handle &handle, int m, int n, const T *a, int ld, T percentage, T &threshold) {
    std::vector<T> elements(size_t(m) * n);
    if (!elements.empty()) {
        SPARSE_TRY(status_of(hipMemcpy2DAsync(elements.data(), m * sizeof(T), a, ld * sizeof(T), m * sizeof(T), n, hipMemcpyDeviceToHost, handle.stream)));
        SPARSE_TRY(status_of(hipStreamSynchronize(handle.stream)));
    }
    return percentile(std::move(elements), percentage, threshold);
}

static Status give_buffer_size(hipsparseHandle_t handle, bool wrong, size_t *size) {
    SPARSE_CHECK(wrong || !size);
    *size = buffer_bytes;
    return HIPSPARSE_STATUS_SUCCESS;
}
template <class T> static SparseLines<T> lines_of_csr(int m, int n, int count, const hipsparseMatDescr_t descr, const T *values, const int *offsets,
                                                      const int *columns) {
    return {csr_rows(m, n, count, offsets, columns, descr_of(descr).base), values};
}
template <class T> static bool is_percentage(T value) { return value >= 0 && value <= 100; }

}  // namespace sparse

// The first step of a function by percentage finds the threshold, which the second one needs.
struct pruneInfo {
    double threshold = 0;
};
hipsparseStatus_t hipsparseCreatePruneInfo(pruneInfo_t *info) {
    if (!info) return HIPSPARSE_STATUS_INVALID_VALUE;
    *info = new (std::nothrow) pruneInfo;
    return *info ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_ALLOC_FAILED;
}
hipsparseStatus_t hipsparseDestroyPruneInfo(pruneInfo_t info) {
    delete info;
    return HIPSPARSE_STATUS_SUCCESS;
}

using sparse::elements;
using sparse::indices;
using sparse::indices_out;
using sparse::Keeps;
#define HANDLE *sparse::handle_of(handle)
#define BASE(descr) int(sparse::descr_of(descr).base)

// compress: what is at most `tol` goes, of which a complex one's real part counts.
#define TOLERANCE(E) sparse::Scalar<sparse::Real<E>>::known(blas::real(*elements(&tol)))
#define SPARSE_BODY_nnz_compress(T, R)                                                                                                      \
    using E = sparse::Element<T>;                                                                                                            \
    SPARSE_CHECK(m < 0 || !descrA || !(TOLERANCE(E).value >= 0) || (m > 0 && (!csrRowPtrA || !nnzPerRow)) || !nnzC);                         \
    SPARSE_TRY(sparse::check_general(__func__, {descrA}));                                                                                   \
    const auto lines = sparse::lines_of_csr(m, INT_MAX, 0, descrA, elements(csrValA), csrRowPtrA, nullptr);                                  \
    return sparse::count_compressed(HANDLE, lines, Keeps<E>{TOLERANCE(E)}, nnzPerRow, nnzC);
#define SPARSE_BODY_csr2csr_compress(T, R)                                                                                                  \
    using E = sparse::Element<T>;                                                                                                            \
    SPARSE_CHECK(m < 0 || n < 0 || nnzA < 0 || !descrA || !(TOLERANCE(E).value >= 0) || (m > 0 && (!csrRowPtrA || !nnzPerRow)) ||            \
                 !csrRowPtrC || (nnzA > 0 && (!csrValA || !csrColIndA || !csrValC || !csrColIndC)));                                         \
    SPARSE_TRY(sparse::check_general(__func__, {descrA}));                                                                                   \
    SPARSE_TRY(sparse::offsets_of_counts(HANDLE, indices(nnzPerRow, 0), m, indices_out(csrRowPtrC, BASE(descrA)), nullptr));                 \
    return sparse::copy_all(HANDLE, sparse::lines_of_csr(m, n, nnzA, descrA, elements(csrValA), csrRowPtrA, csrColIndA),                     \
                            Keeps<E>{TOLERANCE(E)}, indices(csrRowPtrC, BASE(descrA)), indices_out(csrColIndC, BASE(descrA)),                \
                            elements(csrValC));

HIPSPARSE_SDCZ(SPARSE_DEFINE, nnz_compress)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csr2csr_compress)

// prune, of a CSR matrix and of a dense one; by a threshold, or by a percentage of elements that go.
#define CSR_WRONG (m < 0 || n < 0 || nnzA < 0 || !descrA || !descrC || (m > 0 && !csrRowPtrA) || (nnzA > 0 && (!csrValA || !csrColIndA)))
#define DENSE_WRONG (m < 0 || n < 0 || lda < m || lda < 1 || !descr || (m > 0 && n > 0 && !A))
#define CSR_LINES sparse::lines_of_csr(m, n, nnzA, descrA, csrValA, csrRowPtrA, csrColIndA)
#define DENSE_LINES(T) sparse::DenseLines<T>{sparse::dense(A, lda, false), m, n}
#define BY_THRESHOLD(T) Keeps<T>{sparse::scalar<T>(HANDLE, threshold)}
#define BY_INFO(T) Keeps<T>{sparse::Scalar<T>::known(T(info->threshold))}

#define COUNT(wrong, lines, keeps, base)                                                                     \
    SPARSE_CHECK(wrong || !csrRowPtr_ || !nnzTotalDevHostPtr);                                               \
    return sparse::count_all(HANDLE, lines, keeps, indices_out(csrRowPtr_, base), nnzTotalDevHostPtr);
#define COPY(wrong, lines, keeps, base, columns, values)                                                     \
    SPARSE_CHECK(wrong || !csrRowPtr_ || !(columns) || !(values));                                           \
    return sparse::copy_all(HANDLE, lines, keeps, indices(csrRowPtr_, base), indices_out(columns, base), values);

#define SPARSE_BODY_pruneCsr2csrNnz(T, R)                                    \
    int *const csrRowPtr_ = csrRowPtrC;                                      \
    COUNT(CSR_WRONG || !threshold, CSR_LINES, BY_THRESHOLD(T), BASE(descrC))
#define SPARSE_BODY_pruneCsr2csr(T, R)                                       \
    const int *const csrRowPtr_ = csrRowPtrC;                                \
    COPY(CSR_WRONG || !threshold, CSR_LINES, BY_THRESHOLD(T), BASE(descrC), csrColIndC, csrValC)
#define SPARSE_BODY_pruneDense2csrNnz(T, R)                                  \
    int *const csrRowPtr_ = csrRowPtr;                                       \
    COUNT(DENSE_WRONG || !threshold, DENSE_LINES(T), BY_THRESHOLD(T), BASE(descr))
#define SPARSE_BODY_pruneDense2csr(T, R)                                     \
    const int *const csrRowPtr_ = csrRowPtr;                                 \
    COPY(DENSE_WRONG || !threshold, DENSE_LINES(T), BY_THRESHOLD(T), BASE(descr), csrColInd, csrVal)

#define SPARSE_BODY_pruneCsr2csrNnzByPercentage(T, R)                                                        \
    int *const csrRowPtr_ = csrRowPtrC;                                                                      \
    SPARSE_CHECK(CSR_WRONG || !info || !sparse::is_percentage(percentage));                                  \
    T found;                                                                                                 \
    SPARSE_TRY(sparse::percentile_of_csr(HANDLE, nnzA, csrValA, percentage, found));                         \
    info->threshold = found;                                                                                 \
    COUNT(false, CSR_LINES, BY_INFO(T), BASE(descrC))
#define SPARSE_BODY_pruneCsr2csrByPercentage(T, R)                           \
    const int *const csrRowPtr_ = csrRowPtrC;                                \
    COPY(CSR_WRONG || !info || !sparse::is_percentage(percentage), CSR_LINES, BY_INFO(T), BASE(descrC), csrColIndC, csrValC)
#define SPARSE_BODY_pruneDense2csrNnzByPercentage(T, R)                                                      \
    int *const csrRowPtr_ = csrRowPtr;                                                                       \
    SPARSE_CHECK(DENSE_WRONG || !info || !sparse::is_percentage(percentage));                                \
    T found;                                                                                                 \
    SPARSE_TRY(sparse::percentile_of_dense(HANDLE, m, n, A, lda, percentage, found));                        \
    info->threshold = found;                                                                                 \
    COUNT(false, DENSE_LINES(T), BY_INFO(T), BASE(descr))
#define SPARSE_BODY_pruneDense2csrByPercentage(T, R)                         \
    const int *const csrRowPtr_ = csrRowPtr;                                 \
    COPY(DENSE_WRONG || !info || !sparse::is_percentage(percentage), DENSE_LINES(T), BY_INFO(T), BASE(descr), csrColInd, csrVal)
HIPSPARSE_SD(SPARSE_DEFINE, pruneCsr2csrNnz)
HIPSPARSE_SD(SPARSE_DEFINE, pruneCsr2csr)
HIPSPARSE_SD(SPARSE_DEFINE, pruneDense2csrNnz)
HIPSPARSE_SD(SPARSE_DEFINE, pruneDense2csr)
HIPSPARSE_SD(SPARSE_DEFINE, pruneCsr2csrNnzByPercentage)
HIPSPARSE_SD(SPARSE_DEFINE, pruneCsr2csrByPercentage)
HIPSPARSE_SD(SPARSE_DEFINE, pruneDense2csrNnzByPercentage)
HIPSPARSE_SD(SPARSE_DEFINE, pruneDense2csrByPercentage)

#define CSR_SIZE(wrong) return sparse::give_buffer_size(handle, CSR_WRONG || (wrong), pBufferSizeInBytes);
#define DENSE_SIZE(wrong) return sparse::give_buffer_size(handle, DENSE_WRONG || (wrong), pBufferSizeInBytes);
#define SPARSE_BODY_pruneCsr2csr_bufferSize(T, R) CSR_SIZE(!threshold)
#define SPARSE_BODY_pruneCsr2csr_bufferSizeExt(T, R) CSR_SIZE(!threshold)
#define SPARSE_BODY_pruneCsr2csrByPercentage_bufferSize(T, R) CSR_SIZE(!info || !sparse::is_percentage(percentage))
#define SPARSE_BODY_pruneCsr2csrByPercentage_bufferSizeExt(T, R) CSR_SIZE(!info || !sparse::is_percentage(percentage))
#define SPARSE_BODY_pruneDense2csr_bufferSize(T, R) DENSE_SIZE(!threshold)
#define SPARSE_BODY_pruneDense2csr_bufferSizeExt(T, R) DENSE_SIZE(!threshold)
#define SPARSE_BODY_pruneDense2csrByPercentage_bufferSize(T, R) DENSE_SIZE(!info || !sparse::is_percentage(percentage))
#define SPARSE_BODY_pruneDense2csrByPercentage_bufferSizeExt(T, R) DENSE_SIZE(!info || !sparse::is_percentage(percentage))
HIPSPARSE_SD(SPARSE_DEFINE, pruneCsr2csr_bufferSize)
HIPSPARSE_SD(SPARSE_DEFINE, pruneCsr2csr_bufferSizeExt)
HIPSPARSE_SD(SPARSE_DEFINE, pruneCsr2csrByPercentage_bufferSize)
HIPSPARSE_SD(SPARSE_DEFINE, pruneCsr2csrByPercentage_bufferSizeExt)
HIPSPARSE_SD(SPARSE_DEFINE, pruneDense2csr_bufferSize)
HIPSPARSE_SD(SPARSE_DEFINE, pruneDense2csr_bufferSizeExt)
HIPSPARSE_SD(SPARSE_DEFINE, pruneDense2csrByPercentage_bufferSize)
HIPSPARSE_SD(SPARSE_DEFINE, pruneDense2csrByPercentage_bufferSizeExt)
