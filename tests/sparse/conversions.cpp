// conversions.cpp: the same matrix in other forms: dense and sparse, by rows and by columns, sorted, as coordinates, with fewer entries.
#include "check.h"

// Functions by element type, which have prefixes for names.
template <class T> struct By;
#define BY(T, X)                                                                                                                    \
    template <> struct By<T> {                                                                                                       \
        static constexpr auto csr2csc = hipsparse##X##csr2csc;                                                                       \
        static constexpr auto nnz = hipsparse##X##nnz;                                                                               \
        static constexpr auto dense2csr = hipsparse##X##dense2csr;                                                                   \
        static constexpr auto dense2csc = hipsparse##X##dense2csc;                                                                   \
        static constexpr auto csr2dense = hipsparse##X##csr2dense;                                                                   \
        static constexpr auto csc2dense = hipsparse##X##csc2dense;                                                                   \
    };
EACH_TYPE(BY)

template <class T> static std::vector<c64> widened(const std::vector<T> &from) {
    std::vector<c64> made;
    for (const T x : from) made.push_back(wide(x));
    return made;
}

// Column-major memory, of leading dimension ld, of a matrix; what lies between columns is one.
template <class T> static std::vector<T> column_major(const Matrix<T> &m, int ld) {
    std::vector<T> made(size_t(ld) * m.columns, T(1));
    for (int j = 0; j < m.columns; j++)
        for (int i = 0; i < m.rows; i++) made[size_t(j) * ld + i] = T(0);
    for (int k = 0; k < m.count(); k++) made[size_t(m.column[k]) * ld + m.row[k]] += m.value[k];
    return made;
}

// csr2csc, with entries in no order and some twice: within a column they come by rows, and equal ones as they came.
template <class T> static void transposition(hipsparseHandle_t handle, int base) {
    Matrix<T> m = some_matrix<T>(123, 77, 6, true);
    m.sort_rows();
    const Device<int> offset(offsets(m.row, m.rows, base)), column(based(m.column, base)), to_offset(size_t(78)), to_row(size_t(m.count()));
    const Device<T> value(m.value), to_value(size_t(m.count()));
    SPARSE(By<T>::csr2csc(handle, 123, 77, m.count(), hip(value), offset, column, hip(to_value), to_row, to_offset, HIPSPARSE_ACTION_NUMERIC,
                          hipsparseIndexBase_t(base)));
    Matrix<T> want = m;
    want.sort_columns();
    result(std::string(Type<T>::name) + "_csr2csc", to_offset.read() == offsets(want.column, 77, base) && to_row.read() == based(want.row, base) &&
                                                        to_value.read() == want.value);
    const Device<T> again(size_t(m.count()));
    SPARSE(hipsparseCsr2cscEx2(handle, 123, 77, m.count(), value, offset, column, again, to_offset, to_row, Type<T>::data, HIPSPARSE_ACTION_NUMERIC,
                               hipsparseIndexBase_t(base), HIPSPARSE_CSR2CSC_ALG1, nullptr));
    result(std::string(Type<T>::name) + "_csr2csc_ex2", again.read() == want.value);
}

template <class T> static void by_type(hipsparseHandle_t handle, int base) {
    const std::string name = Type<T>::name;
    Matrix<T> m = some_matrix<T>(45, 67, 5, false);
    for (T &x : m.value)
        if (x == T(0)) x = T(1);
    m.sort_all();
    const int ld = 50, count = m.count();
    const std::vector<T> memory = column_major(m, ld);
    const Device<T> dense(memory), value(m.value), got_value{size_t(count)};
    const Descr descr(base);
    const Device<int> row_counts(size_t(45)), column_counts(size_t(67)), row_offset(size_t(46)), column_offset(size_t(68)), index{size_t(count)};
    int total = 0, by_columns = 0;
    SPARSE(By<T>::nnz(handle, HIPSPARSE_DIRECTION_ROW, 45, 67, descr, hip(dense), ld, row_counts, &total));
    SPARSE(By<T>::nnz(handle, HIPSPARSE_DIRECTION_COLUMN, 45, 67, descr, hip(dense), ld, column_counts, &by_columns));
    result(name + "_nnz", total == count && by_columns == count);
    SPARSE(By<T>::dense2csr(handle, 45, 67, descr, hip(dense), ld, row_counts, hip(got_value), row_offset, index));
    result(name + "_dense2csr",
           row_offset.read() == offsets(m.row, 45, base) && index.read() == based(m.column, base) && got_value.read() == m.value);
    const Device<T> back(std::vector<T>(size_t(ld) * 67, T(1)));
    SPARSE(By<T>::csr2dense(handle, 45, 67, descr, hip(got_value), row_offset, index, hip(back), ld));
    result(name + "_csr2dense", back.read() == memory);
    Matrix<T> c = m;
    c.sort_columns();
    SPARSE(By<T>::dense2csc(handle, 45, 67, descr, hip(dense), ld, column_counts, hip(got_value), index, column_offset));
    result(name + "_dense2csc",
           column_offset.read() == offsets(c.column, 67, base) && index.read() == based(c.row, base) && got_value.read() == c.value);
    const Device<T> again(std::vector<T>(size_t(ld) * 67, T(1)));
    SPARSE(By<T>::csc2dense(handle, 45, 67, descr, hip(got_value), index, column_offset, hip(again), ld));
    result(name + "_csc2dense", again.read() == memory);
}

// The generic functions, both ways, into each format, from both orders of elements.
template <class T, class I> static bool generic_is_right(hipsparseHandle_t handle, hipsparseFormat_t format, bool by_rows, int base) {
    Matrix<T> m = some_matrix<T>(31, 42, 4, false);
    for (T &x : m.value)
        if (x == T(0)) x = T(1);
    m.sort_all();
    if (format == HIPSPARSE_FORMAT_CSC) m.sort_columns();
    const int ld = by_rows ? 45 : 33;
    std::vector<T> memory = column_major(m, ld);
    if (by_rows) {
        memory.assign(size_t(ld) * 31, T(1));
        for (int i = 0; i < 31; i++) std::fill_n(memory.begin() + i * ld, 42, T(0));
        for (int k = 0; k < m.count(); k++) memory[size_t(m.row[k]) * ld + m.column[k]] = m.value[k];
    }
    const Device<T> dense(memory), back(std::vector<T>(memory.size(), T(1)));
    hipsparseDnMatDescr_t from, to;
    const auto order = by_rows ? HIPSPARSE_ORDER_ROW : HIPSPARSE_ORDER_COL;
    SPARSE(hipsparseCreateDnMat(&from, 31, 42, ld, dense, Type<T>::data, order));
    SPARSE(hipsparseCreateDnMat(&to, 31, 42, ld, back, Type<T>::data, order));
    const Device<I> offset(size_t(43));
    const auto type = sizeof(I) == 8 ? HIPSPARSE_INDEX_64I : HIPSPARSE_INDEX_32I;
    hipsparseSpMatDescr_t sparse;
    const auto start = hipsparseIndexBase_t(base);
    if (format == HIPSPARSE_FORMAT_CSR) SPARSE(hipsparseCreateCsr(&sparse, 31, 42, 0, offset, nullptr, nullptr, type, type, start, Type<T>::data));
    else if (format == HIPSPARSE_FORMAT_CSC) SPARSE(hipsparseCreateCsc(&sparse, 31, 42, 0, offset, nullptr, nullptr, type, type, start, Type<T>::data));
    else SPARSE(hipsparseCreateCoo(&sparse, 31, 42, 0, nullptr, nullptr, nullptr, type, start, Type<T>::data));
    size_t bytes;
    SPARSE(hipsparseDenseToSparse_bufferSize(handle, from, sparse, HIPSPARSE_DENSETOSPARSE_ALG_DEFAULT, &bytes));
    const Device<char> buffer(bytes);
    SPARSE(hipsparseDenseToSparse_analysis(handle, from, sparse, HIPSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer.memory));
    int64_t rows, columns, count;
    SPARSE(hipsparseSpMatGetSize(sparse, &rows, &columns, &count));
    if (count != m.count()) return false;
    const Device<I> first{size_t(count)}, second{size_t(count)};
    const Device<T> value{size_t(count)};
    if (format == HIPSPARSE_FORMAT_CSR) SPARSE(hipsparseCsrSetPointers(sparse, offset, second, value));
    else if (format == HIPSPARSE_FORMAT_CSC) SPARSE(hipsparseCscSetPointers(sparse, offset, second, value));
    else SPARSE(hipsparseCooSetPointers(sparse, first, second, value));
    SPARSE(hipsparseDenseToSparse_convert(handle, from, sparse, HIPSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer.memory));
    SPARSE(hipsparseSparseToDense(handle, sparse, to, HIPSPARSE_SPARSETODENSE_ALG_DEFAULT, buffer.memory));
    bool right = back.read() == memory && value.read() == m.value;
    right &= second.read() == based<I>(format == HIPSPARSE_FORMAT_CSC ? m.row : m.column, base);
    if (format == HIPSPARSE_FORMAT_COO) right &= first.read() == based<I>(m.row, base);
    SPARSE(hipsparseDestroySpMat(sparse));
    SPARSE(hipsparseDestroyDnMat(from));
    SPARSE(hipsparseDestroyDnMat(to));
    return right;
}

template <class T> static void all(hipsparseHandle_t handle) {
    for (const int base : {0, 1}) {
        transposition<T>(handle, base);
        by_type<T>(handle, base);
    }
    bool right = true;
    for (const auto format : {HIPSPARSE_FORMAT_CSR, HIPSPARSE_FORMAT_CSC, HIPSPARSE_FORMAT_COO})
        for (const bool by_rows : {false, true})
            right &= generic_is_right<T, int>(handle, format, by_rows, 0) && generic_is_right<T, int64_t>(handle, format, by_rows, 1);
    result(std::string(Type<T>::name) + "_dense_to_sparse_and_back", right);
}

// Sorting keeps entries of one place in their order, and takes a permutation along.
static void sorts(hipsparseHandle_t handle) {
    // Longer than a thread's chunk is short, and with indices of many digits.
    Matrix<float> m{3000, 70000, {}, {}, {}};
    for (int k = 0; k < 40000; k++) m.add(below(3000), below(k % 2 ? 70000 : 40), 0);
    const int count = m.count();
    std::vector<int> places(count);
    for (int k = 0; k < count; k++) places[k] = k;
    for (const bool by_column : {false, true}) {
        Matrix<int> sorted{m.rows, m.columns, m.row, m.column, places};
        if (by_column) sorted.sort_rows(), sorted.sort_columns();
        else sorted.sort_all();
        const Device<int> row(m.row), column(m.column), p{size_t(count)};
        size_t bytes;
        SPARSE(hipsparseXcoosort_bufferSizeExt(handle, 3000, 70000, count, row, column, &bytes));
        const Device<char> buffer(bytes);
        SPARSE(hipsparseCreateIdentityPermutation(handle, count, p));
        SPARSE((by_column ? hipsparseXcoosortByColumn : hipsparseXcoosortByRow)(handle, 3000, 70000, count, row, column, p, buffer.memory));
        result(by_column ? "coosort_by_column" : "coosort_by_row",
               row.read() == sorted.row && column.read() == sorted.column && p.read() == sorted.value);
        if (by_column) continue;
        // There and back: coordinates to offsets.
        const Device<int> offset(size_t(3001)), again{size_t(count)};
        SPARSE(hipsparseXcoo2csr(handle, row, count, 3000, offset, HIPSPARSE_INDEX_BASE_ZERO));
        SPARSE(hipsparseXcsr2coo(handle, offset, count, 3000, again, HIPSPARSE_INDEX_BASE_ZERO));
        result("coo2csr_and_csr2coo", offset.read() == offsets(sorted.row, 3000, 0) && again.read() == sorted.row);
    }
    for (const bool csc : {false, true}) {
        Matrix<int> lying{m.rows, m.columns, m.row, m.column, places};
        if (csc) lying.sort_columns();
        else lying.sort_rows();
        lying.value = places;
        Matrix<int> sorted = lying;
        if (csc) sorted.sort_rows(), sorted.sort_columns();
        else sorted.sort_all();
        const Descr descr(1);
        const Device<int> offset(csc ? offsets(lying.column, 70000, 1) : offsets(lying.row, 3000, 1)), index(based(csc ? lying.row : lying.column, 1));
        const Device<int> p(places);
        SPARSE((csc ? hipsparseXcscsort(handle, 3000, 70000, count, descr, offset, index, p, nullptr)
                    : hipsparseXcsrsort(handle, 3000, 70000, count, descr, offset, index, p, nullptr)));
        result(csc ? "cscsort" : "csrsort", index.read() == based(csc ? sorted.row : sorted.column, 1) && p.read() == sorted.value);
    }
}

int main() {
    const Context handle;
    each_type([&](auto number) { all<decltype(number)>(handle); });
    sorts(handle);
    return failures != 0;
}
