// kept_forms.hip: forms of a matrix that the library keeps for itself: the HYB matrix (which is a CSR one here) and the order that csru2csr leaves for
// csr2csru; and colouring, which is done on the host.
//
// Called by programs.
#include <algorithm>
#include <new>
#include <set>

#include "product.h"

namespace sparse {

struct Hyb {
    Kept kept;
    int rows = 0, columns = 0, count = 0;
    hipDataType type = HIP_R_32F;
    int *offsets = nullptr, *column = nullptr;
    void *values = nullptr;
    bool is_filled = false;
};

template <class T> struct TypeOf;
template <> struct TypeOf<float> { static constexpr hipDataType value = HIP_R_32F; };
template <> struct TypeOf<double> { static constexpr hipDataType value = HIP_R_64F; };
template <> struct TypeOf<Complex<float>> { static constexpr hipDataType value = HIP_C_32F; };
template <> struct TypeOf<Complex<double>> { static constexpr hipDataType value = HIP_C_64F; };

static __global__ void copy_indices(Indices from, IndicesOut to, int64_t n) {
    const int64_t i = global_index();
    if (i < n) to.set(i, from[i]);
}
template <class T> static Status copy(const Handle &handle, T *to, const T *from, int64_t n) {
    if (n == 0) return HIPSPARSE_STATUS_SUCCESS;
    return status_of(hipMemcpyAsync(to, from, n * sizeof(T), hipMemcpyDeviceToDevice, handle.stream));
}

template <class T>
static Status keep_hyb(const Handle &handle, int m, int n, int base, const T *values, const int *offsets, const int *columns, Hyb &hyb) {
    int end = base;
    if (m > 0) SPARSE_TRY(fetch(handle, &end, offsets + m, 1));
    const int count = end - base;
    if (count < 0 || (count > 0 && (!values || !columns))) return HIPSPARSE_STATUS_INVALID_VALUE;
    Memory memory(handle);
    T *kept_values;
    SPARSE_TRY(memory.take(hyb.offsets, int64_t(m) + 1));
    SPARSE_TRY(memory.take(hyb.column, count));
    SPARSE_TRY(memory.take(kept_values, count));
    if (m > 0) SPARSE_TRY(launch_each(handle, copy_indices, int64_t(m) + 1, indices(offsets, base), indices_out(hyb.offsets, 0), int64_t(m) + 1));
    SPARSE_TRY(launch_each(handle, copy_indices, count, indices(columns, base), indices_out(hyb.column, 0), int64_t(count)));
    SPARSE_TRY(copy(handle, kept_values, values, count));
    SPARSE_TRY(status_of(hipStreamSynchronize(handle.stream)));
    hyb.kept.adopt(memory);
    hyb.rows = m;
    hyb.columns = n;
    hyb.count = count;
    hyb.type = TypeOf<T>::value;
    hyb.values = kept_values;
    hyb.is_filled = true;
    return HIPSPARSE_STATUS_SUCCESS;
}
template <class T> static bool is_hyb_of(hipsparseHybMat_t hyb) {
    return hyb && static_cast<Hyb *>(hyb)->is_filled && static_cast<Hyb *>(hyb)->type == TypeOf<T>::value;
}

// Values and columns of a CSR matrix, by columns within rows (`order`) or back to how they were.
template <class T> static __global__ void move_entries(const uint32_t *order, int64_t n, bool back, const T *values, const int *column, T *to, int *to_column) {
    const int64_t k = global_index();
    if (k >= n) return;
    const int64_t from = back ? k : order[k], at = back ? order[k] : k;
    to[at] = values[from];
    to_column[at] = column[from];
}
template <class T> static Status move_all(const Handle &handle, const uint32_t *order, int64_t n, bool back, T *values, int *column) {
    Memory memory(handle);
    T *old_values;
    int *old_column;
    SPARSE_TRY(memory.take(old_values, n));
    SPARSE_TRY(memory.take(old_column, n));
    SPARSE_TRY(copy(handle, old_values, values, n));
    SPARSE_TRY(copy(handle, old_column, column, n));
    return launch_each(handle, move_entries<T>, n, order, n, back, old_values, old_column, values, column);
}

// A scalar argument, on the host.
template <class R> static Status get(const Handle &handle, R *to, const R *from) {
    if (handle.pointers == HIPSPARSE_POINTER_MODE_DEVICE) return fetch(handle, to, from, 1);
    *to = *from;
    return HIPSPARSE_STATUS_SUCCESS;
}

// A row gets the first colour that no neighbour has, until so many rows have one; the others get colours of their own.
static Status colour(const Handle &handle, int m, int nnz, int base, const int *offsets, const int *columns, double fraction, int *ncolors, int *coloring,
                     int *reordering) {
    std::vector<int> offset(m + 1), column(nnz), colours(m, -1), order(m);
    if (m == 0) return give_number(handle, ncolors, 0);
    SPARSE_TRY(fetch(handle, offset.data(), offsets, m + 1));
    if (nnz > 0) SPARSE_TRY(fetch(handle, column.data(), columns, nnz));
    std::vector<std::vector<int>> neighbours(m);
    for (int i = 0; i < m; i++)
        for (int k = offset[i] - base; k < offset[i + 1] - base; k++) {
            const int j = k >= 0 && k < nnz ? column[k] - base : -1;
            if (j < 0 || j >= m) return HIPSPARSE_STATUS_INVALID_VALUE;
            if (j == i) continue;
            neighbours[i].push_back(j);
            neighbours[j].push_back(i);
        }
    int count = 0;
    const double wanted = fraction * m;
    for (int i = 0; i < m; i++) {
        std::set<int> taken;
        if (i < wanted)
            for (const int j : neighbours[i]) taken.insert(colours[j]);
        int first = i < wanted ? 0 : count;
        while (taken.count(first)) first++;
        colours[i] = first;
        count = std::max(count, first + 1);
    }
    SPARSE_TRY(status_of(hipMemcpyAsync(coloring, colours.data(), m * sizeof(int), hipMemcpyHostToDevice, handle.stream)));
    // Where each row goes so that rows of a colour come together.
    if (reordering) {
        std::vector<std::pair<int, int>> rows;
        for (int i = 0; i < m; i++) rows.push_back({colours[i], i});
        std::sort(rows.begin(), rows.end());
        for (int i = 0; i < m; i++) order[rows[i].second] = i;
        SPARSE_TRY(status_of(hipMemcpyAsync(reordering, order.data(), m * sizeof(int), hipMemcpyHostToDevice, handle.stream)));
    }
    SPARSE_TRY(status_of(hipStreamSynchronize(handle.stream)));
    return give_number(handle, ncolors, count);
}

}  // namespace sparse

struct csru2csrInfo {
    sparse::Kept kept;
    uint32_t *order = nullptr;
    int64_t count = -1;
};

hipsparseStatus_t hipsparseCreateCsru2csrInfo(csru2csrInfo_t *info) {
    if (!info) return HIPSPARSE_STATUS_INVALID_VALUE;
    *info = new (std::nothrow) csru2csrInfo;
    return *info ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_ALLOC_FAILED;
}
hipsparseStatus_t hipsparseDestroyCsru2csrInfo(csru2csrInfo_t info) {
    delete info;
    return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseCreateHybMat(hipsparseHybMat_t *hyb) {
    if (!hyb) return HIPSPARSE_STATUS_INVALID_VALUE;
    *hyb = new (std::nothrow) sparse::Hyb;
    return *hyb ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_ALLOC_FAILED;
}
hipsparseStatus_t hipsparseDestroyHybMat(hipsparseHybMat_t hyb) {
    delete static_cast<sparse::Hyb *>(hyb);
    return HIPSPARSE_STATUS_SUCCESS;
}
// Nothing is kept for colouring.
hipsparseStatus_t hipsparseCreateColorInfo(hipsparseColorInfo_t *info) {
    if (!info) return HIPSPARSE_STATUS_INVALID_VALUE;
    *info = new (std::nothrow) int(0);
    return *info ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_ALLOC_FAILED;
}
hipsparseStatus_t hipsparseDestroyColorInfo(hipsparseColorInfo_t info) {
    delete static_cast<int *>(info);
    return HIPSPARSE_STATUS_SUCCESS;
}

using sparse::elements;
#define HANDLE *sparse::handle_of(handle)
#define BASE(descr) int(sparse::descr_of(descr).base)

#define SPARSE_BODY_csr2hyb(T, R)                                                                                                           \
    SPARSE_CHECK(m < 0 || n < 0 || !descrA || !hybA || (m > 0 && !csrSortedRowPtrA) || partitionType < HIPSPARSE_HYB_PARTITION_AUTO ||       \
                 partitionType > HIPSPARSE_HYB_PARTITION_MAX || (partitionType == HIPSPARSE_HYB_PARTITION_USER && userEllWidth < 0));        \
    SPARSE_TRY(sparse::check_general(__func__, {descrA}));                                                                                   \
    return sparse::keep_hyb(HANDLE, m, n, BASE(descrA), elements(csrSortedValA), csrSortedRowPtrA, csrSortedColIndA,                         \
                            *static_cast<sparse::Hyb *>(hybA));
#define SPARSE_BODY_hyb2csr(T, R)                                                                                                           \
    using E = sparse::Element<T>;                                                                                                            \
    SPARSE_CHECK(!descrA || !sparse::is_hyb_of<E>(hybA) || !csrSortedRowPtrA || !csrSortedColIndA || !csrSortedValA);                        \
    const sparse::Hyb &hyb = *static_cast<const sparse::Hyb *>(hybA);                                                                        \
    SPARSE_TRY(sparse::launch_each(HANDLE, sparse::copy_indices, int64_t(hyb.rows) + 1, sparse::indices(hyb.offsets, 0),                     \
                                   sparse::indices_out(csrSortedRowPtrA, BASE(descrA)), int64_t(hyb.rows) + 1));                             \
    SPARSE_TRY(sparse::launch_each(HANDLE, sparse::copy_indices, hyb.count, sparse::indices(hyb.column, 0),                                  \
                                   sparse::indices_out(csrSortedColIndA, BASE(descrA)), int64_t(hyb.count)));                                \
    return sparse::copy(HANDLE, elements(csrSortedValA), static_cast<const E *>(hyb.values), hyb.count);
#define SPARSE_BODY_hybmv(T, R)                                                                                                             \
    using E = sparse::Element<T>;                                                                                                            \
    SPARSE_CHECK(!sparse::is_enum(transA) || !alpha || !beta || !descrA || !sparse::is_hyb_of<E>(hybA) || !x || !y);                         \
    SPARSE_TRY(sparse::check_general(__func__, {descrA}));                                                                                   \
    const sparse::Hyb &hyb = *static_cast<const sparse::Hyb *>(hybA);                                                                        \
    sparse::Memory memory(HANDLE);                                                                                                           \
    sparse::Rows rows;                                                                                                                       \
    SPARSE_TRY(sparse::rows_of(HANDLE, sparse::stored_csr(hyb.rows, hyb.columns, hyb.count, hyb.offsets, hyb.column, 0), transA, memory, rows)); \
    return sparse::multiply(HANDLE, rows, static_cast<const E *>(hyb.values), sparse::dense(elements(x), 1, false),                          \
                            sparse::dense(elements(y), 1, false), 1, sparse::scalar<E>(HANDLE, alpha), sparse::scalar<E>(HANDLE, beta));
HIPSPARSE_SDCZ(SPARSE_DEFINE, csr2hyb)
HIPSPARSE_SDCZ(SPARSE_DEFINE, hyb2csr)
HIPSPARSE_SDCZ(SPARSE_DEFINE, hybmv)

#define CSRU_WRONG (m < 0 || n < 0 || nnz < 0 || !info || (m > 0 && !csrRowPtr) || (nnz > 0 && (!csrColInd || !csrVal)))
#define SPARSE_BODY_csru2csr_bufferSizeExt(T, R)             \
    SPARSE_CHECK(CSRU_WRONG || !pBufferSizeInBytes);         \
    *pBufferSizeInBytes = sparse::buffer_bytes;              \
    return HIPSPARSE_STATUS_SUCCESS;
#define SPARSE_BODY_csru2csr(T, R)                                                                                                          \
    SPARSE_CHECK(CSRU_WRONG || !descrA);                                                                                                     \
    sparse::Memory memory(HANDLE);                                                                                                           \
    sparse::Rows rows = sparse::csr_rows(m, n, nnz, csrRowPtr, csrColInd, BASE(descrA));                                                     \
    SPARSE_TRY(sparse::sort_columns(HANDLE, memory, rows));                                                                                  \
    info->kept.adopt(memory);                                                                                                                \
    info->order = const_cast<uint32_t *>(rows.order);                                                                                        \
    info->count = nnz;                                                                                                                       \
    return sparse::move_all(HANDLE, info->order, nnz, false, elements(csrVal), csrColInd);
#define SPARSE_BODY_csr2csru(T, R)                                                                                                          \
    SPARSE_CHECK(CSRU_WRONG || !descrA || info->count != nnz);                                                                               \
    return sparse::move_all(HANDLE, info->order, nnz, true, elements(csrVal), csrColInd);
HIPSPARSE_SDCZ(SPARSE_DEFINE, csru2csr_bufferSizeExt)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csru2csr)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csr2csru)

#define SPARSE_BODY_csrcolor(T, R)                                                                                                          \
    SPARSE_CHECK(m < 0 || nnz < 0 || !descrA || !info || !fractionToColor || !ncolors || (m > 0 && (!csrRowPtrA || !coloring)) ||            \
                 (nnz > 0 && !csrColIndA));                                                                                                  \
    SPARSE_TRY(sparse::check_general(__func__, {descrA}));                                                                                   \
    R fraction = 1;                                                                                                                          \
    SPARSE_TRY(sparse::get(HANDLE, &fraction, fractionToColor));                                                                             \
    if (!(fraction >= 0 && fraction <= 1)) return HIPSPARSE_STATUS_INVALID_VALUE;                                                            \
    return sparse::colour(HANDLE, m, nnz, BASE(descrA), csrRowPtrA, csrColIndA, fraction, ncolors, coloring, reordering);
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrcolor)
