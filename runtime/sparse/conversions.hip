// conversions.hip: functions that sort entries, or say where they are in another way: coo2csr, csr2coo, csr2csc and the sorts.
//
// Called by programs. Indices here are ints.
#include "rows.h"

namespace sparse {

// to[k] = from[order[k]], of elements of any size in words of 1, 4, 8 or 16 bytes.
template <class Word> static __global__ void take_in_order(Word *to, const Word *from, const uint32_t *order, int64_t n) {
    const int64_t k = global_index();
    if (k < n) to[k] = from[order[k]];
}
static __global__ void take_columns(Rows rows, IndicesOut out, int64_t n) {
    const int64_t k = global_index();
    if (k < n) out.set(k, rows.column[rows.place(k)]);
}
static __global__ void copy_indices(Indices from, IndicesOut to, int64_t n) {
    const int64_t k = global_index();
    if (k < n) to.set(k, from[k]);
}

static Status transpose(const Handle &handle, int m, int n, int nnz, const void *values, const int *offsets, const int *columns, void *to_values,
                        int *to_rows, int *to_offsets, int bytes, bool copies, int base) {
    Memory memory(handle);
    Rows rows;
    SPARSE_TRY(rows_of(handle, stored_csr(m, n, nnz, offsets, columns, base), HIPSPARSE_OPERATION_TRANSPOSE, memory, rows));
    SPARSE_TRY(launch_each(handle, copy_indices, n + 1, rows.offsets, indices_out(to_offsets, base), int64_t(n) + 1));
    SPARSE_TRY(launch_each(handle, take_columns, nnz, rows, indices_out(to_rows, base), int64_t(nnz)));
    if (!copies) return HIPSPARSE_STATUS_SUCCESS;
    const auto take = [&](auto word) {
        using Word = decltype(word);
        return launch_each(handle, take_in_order<Word>, nnz, static_cast<Word *>(to_values), static_cast<const Word *>(values), rows.order, int64_t(nnz));
    };
    switch (bytes) {
        case 1: return take(uint8_t());
        case 2: return take(uint16_t());
        case 4: return take(uint32_t());
        case 8: return take(uint64_t());
        default: return take(uint4());
    }
}

static int bytes_of(hipDataType type) {
    switch (type) {
        case HIP_R_8I: return 1;
        case HIP_R_16F:
        case HIP_R_16BF: return 2;
        case HIP_R_32F:
        case HIP_R_32I: return 4;
        case HIP_R_64F:
        case HIP_C_32F: return 8;
        case HIP_C_64F: return 16;
        default: return 0;
    }
}

static Status transpose_checked(hipsparseHandle_t handle, int m, int n, int nnz, const void *values, const int *offsets, const int *columns,
                                void *to_values, int *to_rows, int *to_offsets, int bytes, hipsparseAction_t action, hipsparseIndexBase_t base) {
    const bool copies = action == HIPSPARSE_ACTION_NUMERIC;
    SPARSE_CHECK(m < 0 || n < 0 || nnz < 0 || !is_enum(base) || !is_enum(action) || !offsets || !to_offsets ||
                 (nnz > 0 && (!columns || !to_rows || (copies && (!values || !to_values)))));
    return transpose(*handle_of(handle), m, n, nnz, values, offsets, columns, to_values, to_rows, to_offsets, bytes, copies, base);
}

// Sorts entries by `second`, and then by `first` or within the rows that `offsets` say; `other`, if there is one, and P go with them.
static Status sort_entries(const Handle &handle, int64_t n, const Indices &first, int64_t first_bound, int64_t second_bound, int *sorted, int *other,
                           int *permutation) {
    Memory memory(handle);
    uint32_t *order, *spare;
    SPARSE_TRY(memory.take(order, n));
    SPARSE_TRY(memory.take(spare, n));
    SPARSE_TRY(identity(handle, order, n));
    // Indices here are sorted as they are, whatever their base.
    SPARSE_TRY(sort(handle, indices(sorted, 0), second_bound + 1, order, spare, n));
    SPARSE_TRY(sort(handle, first, first_bound + 1, order, spare, n));
    for (int *const array : {sorted, other, permutation}) {
        if (!array) continue;
        SPARSE_TRY(status_of(hipMemcpyAsync(spare, array, n * sizeof(int), hipMemcpyDeviceToDevice, handle.stream)));
        SPARSE_TRY(launch_each(handle, take_in_order<uint32_t>, n, reinterpret_cast<uint32_t *>(array), static_cast<const uint32_t *>(spare),
                               static_cast<const uint32_t *>(order), n));
    }
    return HIPSPARSE_STATUS_SUCCESS;
}

static Status sort_within(hipsparseHandle_t handle, int lines, int length, int nnz, const hipsparseMatDescr_t descr, const int *offsets, int *minor,
                          int *permutation) {
    SPARSE_CHECK(lines < 0 || length < 0 || nnz < 0 || !descr || !offsets || (nnz > 0 && !minor));
    const Handle &context = *handle_of(handle);
    if (nnz == 0 || lines == 0) return HIPSPARSE_STATUS_SUCCESS;
    Memory memory(context);
    int64_t *line;
    SPARSE_TRY(memory.take(line, nnz));
    SPARSE_TRY(expand_offsets(context, indices(offsets, descr_of(descr).base), lines, indices_out(line), nnz));
    return sort_entries(context, nnz, indices(line), lines, length, minor, nullptr, permutation);
}
static Status sort_coo(hipsparseHandle_t handle, int firsts, int seconds, int nnz, int *first, int *second, int *permutation) {
    SPARSE_CHECK(firsts < 0 || seconds < 0 || nnz < 0 || (nnz > 0 && (!first || !second)));
    return nnz == 0 ? HIPSPARSE_STATUS_SUCCESS
                    : sort_entries(*handle_of(handle), nnz, indices(first, 0), firsts, seconds, second, first, permutation);
}
static Status give_buffer_size(hipsparseHandle_t handle, bool wrong, size_t *size) {
    SPARSE_CHECK(wrong || !size);
    *size = buffer_bytes;
    return HIPSPARSE_STATUS_SUCCESS;
}

}  // namespace sparse

using sparse::handle_of;

hipsparseStatus_t hipsparseXcoo2csr(hipsparseHandle_t handle, const int *rows, int nnz, int m, int *offsets, hipsparseIndexBase_t base) {
    SPARSE_CHECK(nnz < 0 || m < 0 || !sparse::is_enum(base) || (nnz > 0 && !rows) || !offsets);
    return sparse::offsets_of(*handle_of(handle), sparse::indices(rows, base), nullptr, nnz, sparse::indices_out(offsets, base), m);
}
hipsparseStatus_t hipsparseXcsr2coo(hipsparseHandle_t handle, const int *offsets, int nnz, int m, int *rows, hipsparseIndexBase_t base) {
    SPARSE_CHECK(nnz < 0 || m < 0 || !sparse::is_enum(base) || (nnz > 0 && (!rows || !offsets)));
    return sparse::expand_offsets(*handle_of(handle), sparse::indices(offsets, base), m, sparse::indices_out(rows, base), nnz);
}
hipsparseStatus_t hipsparseCreateIdentityPermutation(hipsparseHandle_t handle, int n, int *p) {
    SPARSE_CHECK(n < 0 || (n > 0 && !p));
    return sparse::identity(*handle_of(handle), reinterpret_cast<uint32_t *>(p), n);
}

hipsparseStatus_t hipsparseXcsrsort_bufferSizeExt(hipsparseHandle_t handle, int m, int n, int nnz, const int *offsets, const int *columns,
                                                  size_t *size) {
    return sparse::give_buffer_size(handle, m < 0 || n < 0 || nnz < 0 || !offsets || (nnz > 0 && !columns), size);
}
hipsparseStatus_t hipsparseXcsrsort(hipsparseHandle_t handle, int m, int n, int nnz, const hipsparseMatDescr_t descr, const int *offsets,
                                    int *columns, int *p, void *) {
    return sparse::sort_within(handle, m, n, nnz, descr, offsets, columns, p);
}
hipsparseStatus_t hipsparseXcscsort_bufferSizeExt(hipsparseHandle_t handle, int m, int n, int nnz, const int *offsets, const int *rows, size_t *size) {
    return sparse::give_buffer_size(handle, m < 0 || n < 0 || nnz < 0 || !offsets || (nnz > 0 && !rows), size);
}
hipsparseStatus_t hipsparseXcscsort(hipsparseHandle_t handle, int m, int n, int nnz, const hipsparseMatDescr_t descr, const int *offsets, int *rows,
                                    int *p, void *) {
    return sparse::sort_within(handle, n, m, nnz, descr, offsets, rows, p);
}
hipsparseStatus_t hipsparseXcoosort_bufferSizeExt(hipsparseHandle_t handle, int m, int n, int nnz, const int *rows, const int *columns, size_t *size) {
    return sparse::give_buffer_size(handle, m < 0 || n < 0 || nnz < 0 || (nnz > 0 && (!rows || !columns)), size);
}
hipsparseStatus_t hipsparseXcoosortByRow(hipsparseHandle_t handle, int m, int n, int nnz, int *rows, int *columns, int *p, void *) {
    return sparse::sort_coo(handle, m, n, nnz, rows, columns, p);
}
hipsparseStatus_t hipsparseXcoosortByColumn(hipsparseHandle_t handle, int m, int n, int nnz, int *rows, int *columns, int *p, void *) {
    return sparse::sort_coo(handle, n, m, nnz, columns, rows, p);
}

hipsparseStatus_t hipsparseCsr2cscEx2_bufferSize(hipsparseHandle_t handle, int m, int n, int nnz, const void *, const int *offsets, const int *columns,
                                                 void *, int *, int *, hipDataType type, hipsparseAction_t action, hipsparseIndexBase_t base,
                                                 hipsparseCsr2CscAlg_t, size_t *size) {
    if (handle && !sparse::bytes_of(type)) return sparse::missing(__func__, "this type of elements");
    return sparse::give_buffer_size(handle, m < 0 || n < 0 || nnz < 0 || !sparse::is_enum(action) || !sparse::is_enum(base) || !offsets ||
                                                (nnz > 0 && !columns), size);
}
hipsparseStatus_t hipsparseCsr2cscEx2(hipsparseHandle_t handle, int m, int n, int nnz, const void *values, const int *offsets, const int *columns,
                                      void *to_values, int *to_offsets, int *to_rows, hipDataType type, hipsparseAction_t action,
                                      hipsparseIndexBase_t base, hipsparseCsr2CscAlg_t, void *) {
    if (handle && !sparse::bytes_of(type)) return sparse::missing(__func__, "this type of elements");
    return sparse::transpose_checked(handle, m, n, nnz, values, offsets, columns, to_values, to_rows, to_offsets, sparse::bytes_of(type), action, base);
}
#define SPARSE_BODY_csr2csc(T, R)                                                                                                           \
    return sparse::transpose_checked(handle, m, n, nnz, csrSortedVal, csrSortedRowPtr, csrSortedColInd, cscSortedVal, cscSortedRowInd,       \
                                     cscSortedColPtr, sizeof(T), copyValues, idxBase);
HIPSPARSE_SDCZ(SPARSE_DEFINE, csr2csc)
