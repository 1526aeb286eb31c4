// factors.hip: incomplete factorisations in the pattern of a CSR matrix: csrilu02 (LU) and csric02 (Cholesky's).
//
// Called by programs. A thread has a row; rows that a row needs are of levels before.
#include <cstring>
#include <new>

#include "levels.h"

namespace sparse {

// A small diagonal becomes another number, if a program wants that.
template <class T> struct Boost {
    bool is_on;
    Scalar<double> tolerance;
    Scalar<T> value;
};

// The elements of a row before its diagonal become L's, the others U's.
template <class T> struct LuRow {
    Rows a;
    T *values;
    const int64_t *diagonal;
    Boost<T> boost;
    int base;
    int *pivot;

    __device__ void operator()(int64_t row, int64_t) const {
        const int64_t end = a.end(row);
        for (int64_t k = a.begin(row); k < end; k++) {
            const int64_t column = a.column[a.place(k)];
            if (column >= row) break;
            const int64_t of_diagonal = diagonal[column];
            const T divisor = of_diagonal < 0 ? T(0) : values[a.place(of_diagonal)];
            if (divisor == T(0)) {
                found_zero(pivot, column, base);
                continue;
            }
            const T factor = values[a.place(k)] / divisor;
            values[a.place(k)] = factor;
            subtract(k + 1, end, of_diagonal + 1, a.end(column), factor);
        }
        finish(row);
    }

private:
    // What stands in both rows: both come by columns.
    __device__ void subtract(int64_t mine, int64_t end, int64_t other, int64_t other_end, T factor) const {
        while (mine < end && other < other_end) {
            const int64_t column = a.column[a.place(mine)], other_column = a.column[a.place(other)];
            if (column == other_column) values[a.place(mine)] = values[a.place(mine)] - factor * values[a.place(other)];
            mine += column <= other_column;
            other += other_column <= column;
        }
    }
    __device__ void finish(int64_t row) const {
        if (diagonal[row] < 0) return;
        T &element = values[a.place(diagonal[row])];
        if (boost.is_on && magnitude(element) <= boost.tolerance.get()) element = boost.value.get();
        if (element == T(0)) found_zero(pivot, row, base);
    }
    __device__ static double magnitude(T a) {
        if constexpr (is_complex<T>) return sqrt(double(a.re) * double(a.re) + double(a.im) * double(a.im));
        else return fabs(double(a));
    }
};

// The elements of a row up to its diagonal become L's; those behind it stay.
template <class T> struct CholeskyRow {
    Rows a;
    T *values;
    const int64_t *diagonal;
    int base;
    int *pivot;

    __device__ void operator()(int64_t row, int64_t) const {
        const int64_t begin = a.begin(row), end = a.end(row);
        for (int64_t k = begin; k < end; k++) {
            const int64_t column = a.column[a.place(k)];
            if (column > row) break;
            T &element = values[a.place(k)];
            if (column == row) {
                element = root(row, element - common(begin, k, begin, k));
                continue;
            }
            const int64_t of_diagonal = diagonal[column];
            const T divisor = of_diagonal < 0 ? T(0) : values[a.place(of_diagonal)];
            if (divisor == T(0)) {
                found_zero(pivot, column, base);
                continue;
            }
            element = (element - common(begin, k, a.begin(column), of_diagonal)) / divisor;
        }
    }

private:
    // The product of two pieces of rows, the second one conjugated.
    __device__ T common(int64_t mine, int64_t end, int64_t other, int64_t other_end) const {
        T sum = T(0);
        while (mine < end && other < other_end) {
            const int64_t column = a.column[a.place(mine)], other_column = a.column[a.place(other)];
            if (column == other_column) sum += values[a.place(mine)] * conj_if(true, values[a.place(other)]);
            mine += column <= other_column;
            other += other_column <= column;
        }
        return sum;
    }
    // No matrix that is positive definite has another diagonal.
    __device__ T root(int64_t row, T square) const {
        const Real<T> real = blas::real(square);
        if (!(real > 0)) found_zero(pivot, row, base);
        return T(sqrt(fabs(real)));
    }
};

static Status check(const char *function, hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descr, const void *values,
                    const int *offsets, const int *columns, const void *info) {
    SPARSE_CHECK(m < 0 || nnz < 0 || !descr || !info || (m > 0 && !offsets) || (nnz > 0 && (!values || !columns)));
    return check_general(function, {descr});
}
static Status analyse(const Handle &handle, int m, int nnz, const hipsparseMatDescr_t descr, const int *offsets, const int *columns, Levels &levels) {
    if (m == 0) return HIPSPARSE_STATUS_SUCCESS;
    const int base = descr_of(descr).base;
    return find_levels(handle, stored_csr(m, m, nnz, offsets, columns, base), HIPSPARSE_OPERATION_NON_TRANSPOSE, false, false, true, base, levels);
}

// row_of(rows) makes the work.
template <class MakeWork>
static Status factorise(const Handle &handle, int m, int nnz, const hipsparseMatDescr_t descr, const int *offsets, const int *columns, const Levels &levels,
                        MakeWork make_work) {
    if (m == 0) return HIPSPARSE_STATUS_SUCCESS;
    if (!levels.is_found || levels.rows.rows != m) return HIPSPARSE_STATUS_INVALID_VALUE;  // no analysis
    Memory memory(handle);
    Rows rows;
    SPARSE_TRY(current_rows(handle, stored_csr(m, m, nnz, offsets, columns, descr_of(descr).base), HIPSPARSE_OPERATION_NON_TRANSPOSE, levels, memory, rows));
    SPARSE_TRY(reset_pivot(handle, levels));
    return each_level(handle, levels, 1, make_work(rows));
}

template <class Size> static Status give_buffer_size(Status status, Size *size) {
    if (status != HIPSPARSE_STATUS_SUCCESS) return status;
    if (!size) return HIPSPARSE_STATUS_INVALID_VALUE;
    *size = buffer_bytes;
    return HIPSPARSE_STATUS_SUCCESS;
}

}  // namespace sparse

struct csrilu02Info {
    sparse::Levels levels;
    bool boosts = false;
    sparse::Scalar<double> tolerance = {0, nullptr};
    const void *boost_there = nullptr;             // in device memory, or
    alignas(16) char boost_value[16] = {};         // what it was at the call

    template <class T> sparse::Boost<T> boost() const {
        T value;
        memcpy(&value, boost_value, sizeof value);
        return {boosts, tolerance, {value, static_cast<const T *>(boost_there)}};
    }
};
struct csric02Info {
    sparse::Levels levels;
};

#define INFO(Name, name)                                                                             \
    hipsparseStatus_t hipsparseCreate##Name##Info(name##Info_t *info) {                               \
        if (!info) return HIPSPARSE_STATUS_INVALID_VALUE;                                             \
        *info = new (std::nothrow) name##Info;                                                        \
        return *info ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_ALLOC_FAILED;                      \
    }                                                                                                 \
    hipsparseStatus_t hipsparseDestroy##Name##Info(name##Info_t info) {                               \
        delete info;                                                                                  \
        return HIPSPARSE_STATUS_SUCCESS;                                                              \
    }                                                                                                 \
    hipsparseStatus_t hipsparseX##name##_zeroPivot(hipsparseHandle_t handle, name##Info_t info, int *position) { \
        SPARSE_CHECK(!info || !position);                                                             \
        return sparse::tell_pivot(*sparse::handle_of(handle), info->levels, position);                \
    }
INFO(Csrilu02, csrilu02)
INFO(Csric02, csric02)

using sparse::elements;
#define HANDLE *sparse::handle_of(handle)
#define CHECK(values) sparse::check(__func__, handle, m, nnz, descrA, values, csrSortedRowPtrA, csrSortedColIndA, info)
#define ANALYSE                                                            \
    SPARSE_TRY(CHECK(csrSortedValA));                                      \
    if (!sparse::is_enum(policy)) return HIPSPARSE_STATUS_INVALID_VALUE;   \
    return sparse::analyse(HANDLE, m, nnz, descrA, csrSortedRowPtrA, csrSortedColIndA, info->levels);

#define SPARSE_BODY_csrilu02_bufferSize(T, R) return sparse::give_buffer_size(CHECK(csrSortedValA), pBufferSizeInBytes);
#define SPARSE_BODY_csrilu02_bufferSizeExt(T, R) return sparse::give_buffer_size(CHECK(csrSortedValA), pBufferSizeInBytes);
#define SPARSE_BODY_csrilu02_analysis(T, R) ANALYSE
#define SPARSE_BODY_csric02_bufferSize(T, R) return sparse::give_buffer_size(CHECK(csrSortedValA), pBufferSizeInBytes);
#define SPARSE_BODY_csric02_bufferSizeExt(T, R) return sparse::give_buffer_size(CHECK(csrSortedValA), pBufferSizeInBytes);
#define SPARSE_BODY_csric02_analysis(T, R) ANALYSE
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrilu02_bufferSize)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrilu02_bufferSizeExt)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrilu02_analysis)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csric02_bufferSize)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csric02_bufferSizeExt)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csric02_analysis)

#define SPARSE_BODY_csrilu02_numericBoost(T, R)                                                        \
    SPARSE_CHECK(!info || (enable_boost && (!tol || !boost_val)));                                      \
    info->boosts = enable_boost != 0;                                                                   \
    if (!info->boosts) return HIPSPARSE_STATUS_SUCCESS;                                                 \
    const bool there = sparse::handle_of(handle)->pointers == HIPSPARSE_POINTER_MODE_DEVICE;            \
    info->tolerance = sparse::scalar<double>(HANDLE, tol);                                              \
    info->boost_there = there ? boost_val : nullptr;                                                    \
    if (!there) memcpy(info->boost_value, boost_val, sizeof *boost_val);                                \
    return HIPSPARSE_STATUS_SUCCESS;
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrilu02_numericBoost)

#define FACTORISE(Row, ...)                                                                                                                 \
    SPARSE_TRY(CHECK(csrSortedValA_valM));                                                                                                   \
    if (!sparse::is_enum(policy)) return HIPSPARSE_STATUS_INVALID_VALUE;                                                                     \
    const sparse::Levels &levels = info->levels;                                                                                             \
    const int base = sparse::descr_of(descrA).base;                                                                                          \
    return sparse::factorise(HANDLE, m, nnz, descrA, csrSortedRowPtrA, csrSortedColIndA, levels, [&](const sparse::Rows &rows) {             \
        return sparse::Row{rows, elements(csrSortedValA_valM), levels.diagonal, __VA_ARGS__ base, levels.pivot};                             \
    });
#define SPARSE_BODY_csrilu02(T, R) FACTORISE(LuRow<sparse::Element<T>>, info->boost<sparse::Element<T>>(), )
#define SPARSE_BODY_csric02(T, R) FACTORISE(CholeskyRow<sparse::Element<T>>, )
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrilu02)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csric02)
