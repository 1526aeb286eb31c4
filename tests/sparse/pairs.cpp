// pairs.cpp: sums and products of two sparse matrices, and of two dense ones at a sparse one's entries.
#include "check.h"

// Functions by element type, which have prefixes for names.
template <class T> struct By;
#define BY(T, X)                                                                                                                    \
    template <> struct By<T> {                                                                                                       \
        static constexpr auto csrgeam2 = hipsparse##X##csrgeam2;                                                                     \
        static constexpr auto csrgeam = hipsparse##X##csrgeam;                                                                       \
        static constexpr auto csrgemm = hipsparse##X##csrgemm;                                                                       \
        static constexpr auto csrgemm2 = hipsparse##X##csrgemm2;                                                                     \
        static constexpr auto csrgemm2_size = hipsparse##X##csrgemm2_bufferSizeExt;                                                  \
    };
EACH_TYPE(BY)

// A CSR matrix on the device.
template <class T> struct Csr {
    int rows, columns, base, count;
    Device<int> offset, column;
    Device<T> value;
    std::vector<c64> dense, marks;  // marks are one where there is an entry

    Csr(Matrix<T> m, int base) : Csr((m.sort_rows(), m), base, 0) {}

private:
    Csr(const Matrix<T> &m, int base, int)
        : rows(m.rows), columns(m.columns), base(base), count(m.count()), offset(offsets(m.row, m.rows, base)), column(based(m.column, base)),
          value(m.value), dense(m.dense()), marks(dense.size()) {
        for (int k = 0; k < m.count(); k++) marks[size_t(m.row[k]) * m.columns + m.column[k]] = 1;
    }
};

// Entries stand where they have to, sorted by column, and have these values.
template <class T>
static bool is_right(const std::vector<int> &offset, const std::vector<int> &column, const std::vector<T> &value, int base, int columns,
                     const std::vector<c64> &want, const std::vector<c64> &marks) {
    const int rows = int(offset.size()) - 1;
    std::vector<c64> got(want.size()), seen(want.size());
    bool right = offset[0] == base && offset[rows] - base == int(column.size());
    for (int i = 0; right && i < rows; i++)
        for (int k = offset[i] - base; k < offset[i + 1] - base; k++) {
            right &= k == offset[i] - base || column[k] > column[k - 1];
            const size_t at = size_t(i) * columns + (column[k] - base);
            got[at] = wide(value[k]);
            seen[at] = 1;
        }
    for (size_t i = 0; right && i < want.size(); i++)
        right = (std::abs(marks[i]) > 0) == (std::abs(seen[i]) > 0) && std::abs(got[i] - want[i]) <= 100 * epsilon<T>() * (1 + std::abs(want[i]));
    return right;
}

template <class T> static void sums(hipsparseHandle_t handle) {
    const std::string name = Type<T>::name;
    const Csr<T> a(some_matrix<T>(60, 90, 5, true), 0), b(some_matrix<T>(60, 90, 4, false), 1);
    const Descr da(0), db(1), dc(1);
    const T alpha = T(2), beta = T(-3);
    std::vector<c64> want(a.dense.size()), marks(want.size());
    for (size_t i = 0; i < want.size(); i++) {
        want[i] = wide(alpha) * a.dense[i] + wide(beta) * b.dense[i];
        marks[i] = a.marks[i] + b.marks[i];
    }
    const Device<int> offset(size_t(61));
    int count = 0;
    SPARSE(hipsparseXcsrgeam2Nnz(handle, 60, 90, da, a.count, a.offset, a.column, db, b.count, b.offset, b.column, dc, offset, &count, nullptr));
    const Device<int> column{size_t(count)};
    const Device<T> value{size_t(count)}, again{size_t(count)};
    SPARSE(By<T>::csrgeam2(handle, 60, 90, hip(&alpha), da, a.count, hip(a.value), a.offset, a.column, hip(&beta), db, b.count, hip(b.value),
                           b.offset, b.column, dc, hip(value), offset, column, nullptr));
    result(name + "_csrgeam2", is_right(offset.read(), column.read(), value.read(), 1, 90, want, marks));
    int other = 0;
    SPARSE(hipsparseXcsrgeamNnz(handle, 60, 90, da, a.count, a.offset, a.column, db, b.count, b.offset, b.column, dc, offset, &other));
    SPARSE(By<T>::csrgeam(handle, 60, 90, hip(&alpha), da, a.count, hip(a.value), a.offset, a.column, hip(&beta), db, b.count, hip(b.value),
                          b.offset, b.column, dc, hip(again), offset, column));
    result(name + "_csrgeam", other == count && again.read() == value.read());
}

static std::vector<c64> turned(const std::vector<c64> &a, int rows, int columns, hipsparseOperation_t op) {
    if (op == HIPSPARSE_OPERATION_NON_TRANSPOSE) return a;
    std::vector<c64> made(a.size());
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            made[size_t(j) * rows + i] = op == HIPSPARSE_OPERATION_TRANSPOSE ? a[size_t(i) * columns + j] : std::conj(a[size_t(i) * columns + j]);
    return made;
}

template <class T> static void products_by_type(hipsparseHandle_t handle) {
    const std::string name = Type<T>::name;
    const Descr d0(0), d1(1);
    for (const auto op : operations) {
        const bool is_turned = op != HIPSPARSE_OPERATION_NON_TRANSPOSE;
        const Csr<T> a(is_turned ? some_matrix<T>(70, 40, 4, true) : some_matrix<T>(40, 70, 4, true), 1), b(some_matrix<T>(70, 50, 3, false), 0);
        const std::vector<c64> want = product(turned(a.dense, a.rows, a.columns, op), b.dense, 40, 70, 50);
        const std::vector<c64> marks = product(turned(a.marks, a.rows, a.columns, op), b.marks, 40, 70, 50);
        const Device<int> offset(size_t(41));
        int count = 0;
        SPARSE(hipsparseXcsrgemmNnz(handle, op, operations[0], 40, 50, 70, d1, a.count, a.offset, a.column, d0, b.count, b.offset, b.column, d1,
                                    offset, &count));
        const Device<int> column{size_t(count)};
        const Device<T> value{size_t(count)};
        SPARSE(By<T>::csrgemm(handle, op, operations[0], 40, 50, 70, d1, a.count, hip(a.value), a.offset, a.column, d0, b.count, hip(b.value),
                              b.offset, b.column, d1, hip(value), offset, column));
        result(name + "_csrgemm_" + std::to_string(op), is_right(offset.read(), column.read(), value.read(), 1, 50, want, marks));
    }
    // alpha A B + beta D, alpha A B, and beta D.
    const Csr<T> a(some_matrix<T>(40, 70, 4, true), 1), b(some_matrix<T>(70, 50, 3, true), 0), d(some_matrix<T>(40, 50, 3, false), 1);
    const T alpha = T(0.5), beta = T(-2);
    const std::vector<c64> ab = product(a.dense, b.dense, 40, 70, 50), ab_marks = product(a.marks, b.marks, 40, 70, 50);
    for (const int parts : {1, 2, 3}) {
        const Hip<T> *const pa = parts & 1 ? hip(&alpha) : nullptr, *const pb = parts & 2 ? hip(&beta) : nullptr;
        std::vector<c64> want(ab.size()), marks(ab.size());
        for (size_t i = 0; i < ab.size(); i++) {
            want[i] = (pa ? wide(alpha) * ab[i] : 0.0) + (pb ? wide(beta) * d.dense[i] : 0.0);
            marks[i] = (pa ? ab_marks[i] : 0.0) + (pb ? d.marks[i] : 0.0);
        }
        csrgemm2Info_t info;
        SPARSE(hipsparseCreateCsrgemm2Info(&info));
        size_t bytes;
        SPARSE(By<T>::csrgemm2_size(handle, 40, 50, 70, pa, d1, a.count, a.offset, a.column, d0, b.count, b.offset, b.column, pb, d1, d.count,
                                    d.offset, d.column, info, &bytes));
        const Device<char> buffer(bytes);
        const Device<int> offset(size_t(41));
        int count = 0;
        SPARSE(hipsparseXcsrgemm2Nnz(handle, 40, 50, 70, d1, a.count, a.offset, a.column, d0, b.count, b.offset, b.column, d1, d.count, d.offset,
                                     d.column, d0, offset, &count, info, buffer.memory));
        const Device<int> column{size_t(count)};
        const Device<T> value{size_t(count)};
        SPARSE(By<T>::csrgemm2(handle, 40, 50, 70, pa, d1, a.count, hip(a.value), a.offset, a.column, d0, b.count, hip(b.value), b.offset, b.column,
                               pb, d1, d.count, hip(d.value), d.offset, d.column, d0, hip(value), offset, column, info, buffer.memory));
        SPARSE(hipsparseDestroyCsrgemm2Info(info));
        result(name + "_csrgemm2_" + std::to_string(parts), is_right(offset.read(), column.read(), value.read(), 0, 50, want, marks));
    }
}

template <class T> static hipsparseSpMatDescr_t descr_of(const Csr<T> &m) {
    hipsparseSpMatDescr_t made;
    SPARSE(hipsparseCreateCsr(&made, m.rows, m.columns, m.count, m.offset, m.column, m.value, HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_32I,
                              hipsparseIndexBase_t(m.base), Type<T>::data));
    return made;
}

template <class T> static void generic(hipsparseHandle_t handle, int in_row) {
    const std::string name = std::string(Type<T>::name) + "_spgemm_" + std::to_string(in_row);
    const auto op = operations[0];
    const Csr<T> a(some_matrix<T>(80, 70, in_row, true), 1), b(some_matrix<T>(70, 50, in_row, false), 0);
    const auto ma = descr_of(a), mb = descr_of(b);
    const Device<int> offset(size_t(81));
    hipsparseSpMatDescr_t mc;
    SPARSE(hipsparseCreateCsr(&mc, 80, 50, 0, offset, nullptr, nullptr, HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_BASE_ONE,
                              Type<T>::data));
    std::vector<c64> want = product(a.dense, b.dense, 80, 70, 50);
    const std::vector<c64> marks = product(a.marks, b.marks, 80, 70, 50);
    const T alpha = T(1.5), beta = T(0), one = T(1);
    for (c64 &x : want) x *= wide(alpha);
    hipsparseSpGEMMDescr_t descr;
    SPARSE(hipsparseSpGEMM_createDescr(&descr));
    size_t bytes1, bytes2;
    const auto alg = HIPSPARSE_SPGEMM_DEFAULT;
    SPARSE(hipsparseSpGEMM_workEstimation(handle, op, op, &alpha, ma, mb, &beta, mc, Type<T>::data, alg, descr, &bytes1, nullptr));
    const Device<char> buffer1(bytes1);
    SPARSE(hipsparseSpGEMM_workEstimation(handle, op, op, &alpha, ma, mb, &beta, mc, Type<T>::data, alg, descr, &bytes1, buffer1.memory));
    SPARSE(hipsparseSpGEMM_compute(handle, op, op, &alpha, ma, mb, &beta, mc, Type<T>::data, alg, descr, &bytes2, nullptr));
    const Device<char> buffer2(bytes2);
    SPARSE(hipsparseSpGEMM_compute(handle, op, op, &alpha, ma, mb, &beta, mc, Type<T>::data, alg, descr, &bytes2, buffer2.memory));
    int64_t rows, columns, count;
    SPARSE(hipsparseSpMatGetSize(mc, &rows, &columns, &count));
    const Device<int> column{size_t(count)};
    const Device<T> value{size_t(count)};
    SPARSE(hipsparseCsrSetPointers(mc, offset, column, value));
    SPARSE(hipsparseSpGEMM_copy(handle, op, op, &alpha, ma, mb, &beta, mc, Type<T>::data, alg, descr));
    SPARSE(hipsparseSpGEMM_destroyDescr(descr));
    result(name, is_right(offset.read(), column.read(), value.read(), 1, 50, want, marks));

    // The pattern again, with other values of A, added to what was there.
    SPARSE(hipsparseSpGEMM_createDescr(&descr));
    size_t sizes[5];
    SPARSE(hipsparseSpGEMMreuse_workEstimation(handle, op, op, ma, mb, mc, alg, descr, &sizes[0], nullptr));
    SPARSE(hipsparseSpGEMMreuse_workEstimation(handle, op, op, ma, mb, mc, alg, descr, &sizes[0], buffer1.memory));
    SPARSE(hipsparseSpGEMMreuse_nnz(handle, op, op, ma, mb, mc, alg, descr, &sizes[1], nullptr, &sizes[2], nullptr, &sizes[3], nullptr));
    SPARSE(hipsparseSpGEMMreuse_nnz(handle, op, op, ma, mb, mc, alg, descr, &sizes[1], buffer1.memory, &sizes[2], buffer1.memory, &sizes[3],
                                    buffer1.memory));
    SPARSE(hipsparseSpGEMMreuse_copy(handle, op, op, ma, mb, mc, alg, descr, &sizes[4], nullptr));
    SPARSE(hipsparseSpGEMMreuse_copy(handle, op, op, ma, mb, mc, alg, descr, &sizes[4], buffer1.memory));
    std::vector<T> doubled = a.value.read();
    for (T &x : doubled) x = T(2) * x;
    const Device<T> twice(doubled);
    SPARSE(hipsparseSpMatSetValues(ma, twice.memory));
    SPARSE(hipsparseSpGEMMreuse_compute(handle, op, op, &alpha, ma, mb, &one, mc, Type<T>::data, alg, descr));
    for (c64 &x : want) x *= 3;
    SPARSE(hipsparseSpGEMM_destroyDescr(descr));
    result(name + "_reuse", is_right(offset.read(), column.read(), value.read(), 1, 50, want, marks));
    SPARSE(hipsparseDestroySpMat(ma));
    SPARSE(hipsparseDestroySpMat(mb));
    SPARSE(hipsparseDestroySpMat(mc));
}

template <class T> static void sampled(hipsparseHandle_t handle) {
    const Csr<T> c(some_matrix<T>(40, 60, 5, false), 1);
    const auto mc = descr_of(c);
    const std::vector<T> a = numbers<T>(40 * 20), b = numbers<T>(60 * 20), old = c.value.read();
    const Device<T> on_a(a), on_b(b);
    hipsparseDnMatDescr_t ma, mb;
    SPARSE(hipsparseCreateDnMat(&ma, 40, 20, 40, on_a, Type<T>::data, HIPSPARSE_ORDER_COL));
    SPARSE(hipsparseCreateDnMat(&mb, 60, 20, 20, on_b, Type<T>::data, HIPSPARSE_ORDER_ROW));  // transposed
    const T alpha = T(2), beta = T(-1);
    SPARSE(hipsparseSDDMM(handle, operations[0], operations[2], &alpha, ma, mb, &beta, mc, Type<T>::data, HIPSPARSE_SDDMM_ALG_DEFAULT, nullptr));
    const std::vector<int> offset = c.offset.read(), column = c.column.read();
    std::vector<c64> want;
    for (int i = 0; i < 40; i++)
        for (int k = offset[i] - 1; k < offset[i + 1] - 1; k++) {
            c64 sum = 0;
            for (int l = 0; l < 20; l++) sum += wide(a[l * 40 + i]) * std::conj(wide(b[(column[k] - 1) * 20 + l]));
            want.push_back(wide(alpha) * sum + wide(beta) * wide(old[k]));
        }
    SPARSE(hipsparseDestroyDnMat(ma));
    SPARSE(hipsparseDestroyDnMat(mb));
    SPARSE(hipsparseDestroySpMat(mc));
    result(std::string(Type<T>::name) + "_sddmm", near(c.value.read(), want));
}

template <class T> static void all(hipsparseHandle_t handle) {
    sums<T>(handle);
    products_by_type<T>(handle);
    generic<T>(handle, 4);
    generic<T>(handle, 20);
    sampled<T>(handle);
}

int main() {
    const Context handle;
    each_type([&](auto number) { all<decltype(number)>(handle); });
    return failures != 0;
}
