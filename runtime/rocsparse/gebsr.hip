// gebsr.hip: rocSPARSE's products of matrices in blocks of any shape, with a vector and with a dense matrix. hipSPARSE has conversions of such matrices alone,
// so that they become CSR ones for the time.
//
// Called by programs.
#include "device.h"

namespace rocsparse {
namespace {

template <class T> struct Blocks {
    rocsparse_direction dir;
    int mb, nb, count;
    rocsparse_mat_descr descr;
    const T *values;
    const int *offsets, *columns;
    int height, width;
};

struct Descr {
    hipsparseMatDescr_t hip = nullptr;
    Descr() = default;
    Descr(const Descr &) = delete;
    ~Descr() {
        if (hip) (void)hipsparseDestroyMatDescr(hip);
    }
};

// Rows from 0 on, from the stream's pool.
template <class T> struct Rows {
    const Context &context;
    int *offsets = nullptr, *columns = nullptr;
    T *values = nullptr;
    Descr descr;

    explicit Rows(const Context &context) : context(context) {}
    Rows(const Rows &) = delete;
    ~Rows() {
        for (void *memory : {static_cast<void *>(offsets), static_cast<void *>(columns), static_cast<void *>(values)}) if (memory) (void)hipFreeAsync(memory, context.stream);
    }
    Status take(int64_t rows, int64_t entries) {
        ROC_TRY(take(offsets, rows + 1));
        ROC_TRY(take(columns, entries));
        return take(values, entries);
    }
    template <class E> Status take(E *&to, int64_t count) {
        return status_of(hipMallocAsync(reinterpret_cast<void **>(&to), size_t(count > 0 ? count : 1) * sizeof(E), context.stream));
    }
};

template <class T> Status check(rocsparse_handle handle, const Blocks<T> &a, bool transposed, const char *function) {
    if (!handle) return rocsparse_status_invalid_handle;
    if (!is_enum(a.dir)) return rocsparse_status_invalid_value;
    if (!a.descr) return rocsparse_status_invalid_pointer;
    if (transposed) return missing(function);
    ROC_TRY(check_descr(a.descr, function));
    if (a.mb < 0 || a.nb < 0 || a.count < 0 || a.height < 1 || a.width < 1) return rocsparse_status_invalid_size;
    return (a.mb && !a.offsets) || (a.count && (!a.values || !a.columns)) ? rocsparse_status_invalid_pointer : OK;
}

template <class T, class Convert> Status convert(rocsparse_handle handle, Convert gebsr2csr, const Blocks<T> &a, Rows<T> &rows) {
    ROC_TRY(rows.take(int64_t(a.mb) * a.height, int64_t(a.count) * a.height * a.width));
    ROC_TRY(converted(hipsparseCreateMatDescr(&rows.descr.hip)));
    return converted(gebsr2csr(to(handle), to(a.dir), a.mb, a.nb, a.descr->hip, a.values, a.offsets, a.columns, a.height, a.width, rows.descr.hip, rows.values,
                               rows.offsets, rows.columns));
}

template <class T, class Convert, class Multiply>
Status times_vector(rocsparse_handle handle, Convert gebsr2csr, Multiply csrmv, const Blocks<T> &a, rocsparse_operation trans, const T *alpha, const T *x,
                    const T *beta, T *y) {
    if (handle && !is_enum(trans)) return rocsparse_status_invalid_value;
    ROC_TRY(check(handle, a, trans != rocsparse_operation_none, "gebsrmv but of matrices that are general and not transposed"));
    if (a.mb == 0) return OK;
    if (!alpha || !beta || !y || (a.count && !x)) return rocsparse_status_invalid_pointer;
    const Context context(handle);
    Rows<T> rows(context);
    ROC_TRY(convert(handle, gebsr2csr, a, rows));
    return converted(csrmv(to(handle), HIPSPARSE_OPERATION_NON_TRANSPOSE, a.mb * a.height, a.nb * a.width, a.count * a.height * a.width, alpha,
                           rows.descr.hip, rows.values, rows.offsets, rows.columns, x, beta, y));
}
template <class T, class Convert, class Multiply>
Status times_matrix(rocsparse_handle handle, Convert gebsr2csr, Multiply csrmm, const Blocks<T> &a, rocsparse_operation trans_a, rocsparse_operation trans_b, int n,
                    const T *alpha, const T *b, int ldb, const T *beta, T *c, int ldc) {
    if (handle && (!is_enum(trans_a) || !is_enum(trans_b))) return rocsparse_status_invalid_value;
    const bool transposed = trans_a != rocsparse_operation_none || trans_b == rocsparse_operation_conjugate_transpose;
    ROC_TRY(check(handle, a, transposed, "gebsrmm but of general A as it is and B as it is or transposed"));
    if (n < 0) return rocsparse_status_invalid_size;
    if (a.mb == 0 || n == 0) return OK;
    if (!alpha || !beta || !c || (a.count && !b)) return rocsparse_status_invalid_pointer;
    const int m = a.mb * a.height, k = a.nb * a.width;
    if (ldc < m || ldb < (trans_b == rocsparse_operation_none ? k : n)) return rocsparse_status_invalid_size;
    const Context context(handle);
    Rows<T> rows(context);
    ROC_TRY(convert(handle, gebsr2csr, a, rows));
    return converted(csrmm(to(handle), HIPSPARSE_OPERATION_NON_TRANSPOSE, to(trans_b), m, n, k, a.count * a.height * a.width, alpha, rows.descr.hip, rows.values,
                           rows.offsets, rows.columns, b, ldb, beta, c, ldc));
}

}  // namespace
}  // namespace rocsparse

using namespace rocsparse;

extern "C" {

#define BLOCKS(T, nb) rocsparse::Blocks<T>{dir, mb, nb, nnzb, descr, bsr_val, bsr_row_ptr, bsr_col_ind, row_block_dim, col_block_dim}
#define GEBSRMV(name, list, T, R, S)                                                                                                              \
    rocsparse_status name ROCSPARSE_##list(T, R) {                                                                                                \
        return times_vector(handle, hipsparse##S##gebsr2csr, hipsparse##S##csrmv, BLOCKS(T, nb), trans, alpha, x, beta, y);                       \
    }
ROCSPARSE_SDCZ(GEBSRMV, gebsrmv)
#define GEBSRMM(name, list, T, R, S)                                                                                                              \
    rocsparse_status name ROCSPARSE_##list(T, R) {                                                                                                \
        return times_matrix(handle, hipsparse##S##gebsr2csr, hipsparse##S##csrmm2, BLOCKS(T, kb), trans_A, trans_B, n, alpha, B, ldb, beta, C, ldc); \
    }
ROCSPARSE_SDCZ(GEBSRMM, gebsrmm)

}  // extern "C"
