// conversions.cpp: rocSPARSE's conversions and sorts against the matrix' entries.
#include "rocsparse_check.h"

template <class T> struct By;
#define BY(T, x)                                                                                                   \
    template <> struct By<T> {                                                                                     \
        static constexpr auto csr2csc = rocsparse_##x##csr2csc;                                                    \
        static constexpr auto csr2dense = rocsparse_##x##csr2dense;                                                \
        static constexpr auto csc2dense = rocsparse_##x##csc2dense;                                                \
        static constexpr auto nnz = rocsparse_##x##nnz;                                                            \
        static constexpr auto dense2csr = rocsparse_##x##dense2csr;                                                \
        static constexpr auto dense2csc = rocsparse_##x##dense2csc;                                                \
        static constexpr auto nnz_compress = rocsparse_##x##nnz_compress;                                          \
        static constexpr auto csr2csr_compress = rocsparse_##x##csr2csr_compress;                                  \
        static constexpr auto csr2bsr = rocsparse_##x##csr2bsr;                                                    \
        static constexpr auto bsr2csr = rocsparse_##x##bsr2csr;                                                    \
        static constexpr auto gebsr_size = rocsparse_##x##csr2gebsr_buffer_size;                                   \
        static constexpr auto csr2gebsr = rocsparse_##x##csr2gebsr;                                                \
        static constexpr auto gebsr2csr = rocsparse_##x##gebsr2csr;                                                \
        static constexpr auto csrcolor = rocsparse_##x##csrcolor;                                                  \
    };
SOME_TYPES(BY)

constexpr int ROWS = 21, COLUMNS = 15;

// A matrix by rows or columns, from what the library wrote; empty entries of it are left away.
template <class T> static std::vector<c64> dense_of(const Device<int> &offset, const Device<int> &index, const Device<T> &value, int base, bool by_rows) {
    const std::vector<int> starts = offset.read(), at = index.read();
    const std::vector<T> x = value.read();
    std::vector<c64> all(size_t(ROWS) * COLUMNS);
    for (size_t line = 0; line + 1 < starts.size(); line++)
        for (int p = starts[line] - base; p < starts[line + 1] - base; p++) {
            const int other = at[p] - base, i = by_rows ? int(line) : other, j = by_rows ? other : int(line);
            if (i < ROWS && j < COLUMNS) all[size_t(i) * COLUMNS + j] += wide(x[p]);
        }
    return all;
}

template <class T> static Matrix<T> matrix() {
    Matrix<T> m = some_matrix<T>(ROWS, COLUMNS, 3, false);
    for (T &x : m.value) if (x == T(0)) x = T(1);
    m.sort_all();
    return m;
}

template <class T> static void to_columns_and_dense(rocsparse_handle handle) {
    const std::string name = Type<T>::name;
    const Matrix<T> m = matrix<T>();
    const std::vector<c64> want = m.dense();
    const OnDevice<T> a(m, 1);
    const int count = m.count(), ld = ROWS + 2;
    const auto one = rocsparse_index_base_one;
    const RocDescr descr(1);
    size_t size = 0;
    ROC(rocsparse_csr2csc_buffer_size(handle, ROWS, COLUMNS, count, a.offset, a.column, rocsparse_action_numeric, &size));
    const Device<char> buffer(size);
    const Device<int> starts{size_t(COLUMNS + 1)}, row{size_t(count)};
    const Device<T> value{size_t(count)};
    ROC(By<T>::csr2csc(handle, ROWS, COLUMNS, count, hip(a.value), a.offset, a.column, hip(value), row, starts, rocsparse_action_numeric, one, buffer.memory));
    result(name + "csr2csc", size > 0 && dense_of(starts, row, value, 1, false) == want);

    const Device<T> by_rows{size_t(ld) * COLUMNS}, by_columns{size_t(ld) * COLUMNS};
    ROC(By<T>::csr2dense(handle, ROWS, COLUMNS, descr, hip(a.value), a.offset, a.column, hip(by_rows), ld));
    ROC(By<T>::csc2dense(handle, ROWS, COLUMNS, descr, hip(value), starts, row, hip(by_columns), ld));
    bool same = true;
    const std::vector<T> first = by_rows.read(), second = by_columns.read();
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            const size_t at = size_t(j) * ld + i;
            same = same && wide(first[at]) == want[size_t(i) * COLUMNS + j] && wide(second[at]) == want[size_t(i) * COLUMNS + j];
        }
    result(name + "csr2dense", same);

    // And back.
    for (const bool rows : {true, false}) {
        const int lines = rows ? ROWS : COLUMNS;
        const Device<int> counts{size_t(lines)}, offset{size_t(lines + 1)}, index{size_t(count)};
        const Device<T> entries{size_t(count)};
        int total = 0;
        ROC(By<T>::nnz(handle, rows ? rocsparse_direction_row : rocsparse_direction_column, ROWS, COLUMNS, descr, hip(by_rows), ld, counts, &total));
        if (rows) ROC(By<T>::dense2csr(handle, ROWS, COLUMNS, descr, hip(by_rows), ld, counts, hip(entries), offset, index));
        else ROC(By<T>::dense2csc(handle, ROWS, COLUMNS, descr, hip(by_rows), ld, counts, hip(entries), offset, index));
        result(name + (rows ? "dense2csr" : "dense2csc"), total == count && dense_of(offset, index, entries, 1, rows) == want);
    }
}

// Entries of some size alone.
template <class T> static void compress(rocsparse_handle handle) {
    Matrix<T> m = matrix<T>(), kept{ROWS, COLUMNS, {}, {}, {}};
    for (int k = 0; k < m.count(); k++) if (std::abs(m.value[k]) > 1) kept.add(m.row[k], m.column[k], m.value[k]);
    const OnDevice<T> a(m, 0);
    const RocDescr descr;
    const T limit = T(1);
    const Device<int> counts{size_t(ROWS)};
    int total = 0;
    ROC(By<T>::nnz_compress(handle, ROWS, descr, hip(a.value), a.offset, counts, &total, *hip(&limit)));
    const Device<int> offset{size_t(ROWS + 1)}, column{size_t(total)};
    const Device<T> value{size_t(total)};
    ROC(By<T>::csr2csr_compress(handle, ROWS, COLUMNS, descr, hip(a.value), a.offset, a.column, m.count(), counts, hip(value), offset, column, *hip(&limit)));
    result(Type<T>::name + std::string("csr2csr_compress"), total == kept.count() && total < m.count() && dense_of(offset, column, value, 0, true) == kept.dense());
}

template <class T> static void blocks(rocsparse_handle handle) {
    const Matrix<T> m = matrix<T>();
    const OnDevice<T> a(m, 0);
    const RocDescr descr;
    const auto way = rocsparse_direction_row;
    for (const int width : {3, 2}) {  // squares of three, and blocks of three rows and two columns
        const int high = 3, mb = (ROWS + high - 1) / high, nb = (COLUMNS + width - 1) / width;
        const Device<int> offset{size_t(mb + 1)};
        int count = 0;
        size_t size = 16;
        if (width != high) ROC(By<T>::gebsr_size(handle, way, ROWS, COLUMNS, descr, hip(a.value), a.offset, a.column, high, width, &size));
        const Device<char> buffer(size);
        if (width == high) ROC(rocsparse_csr2bsr_nnz(handle, way, ROWS, COLUMNS, descr, a.offset, a.column, high, descr, offset, &count));
        else ROC(rocsparse_csr2gebsr_nnz(handle, way, ROWS, COLUMNS, descr, a.offset, a.column, descr, offset, high, width, &count, buffer.memory));
        const size_t elements = size_t(count) * high * width;
        const Device<int> column{size_t(count)}, rows{size_t(mb * high + 1)}, columns{elements};
        const Device<T> value{elements}, values{elements};
        if (width == high) {
            ROC(By<T>::csr2bsr(handle, way, ROWS, COLUMNS, descr, hip(a.value), a.offset, a.column, high, descr, hip(value), offset, column));
            ROC(By<T>::bsr2csr(handle, way, mb, nb, descr, hip(value), offset, column, high, descr, hip(values), rows, columns));
        } else {
            ROC(By<T>::csr2gebsr(handle, way, ROWS, COLUMNS, descr, hip(a.value), a.offset, a.column, descr, hip(value), offset, column, high, width, buffer.memory));
            ROC(By<T>::gebsr2csr(handle, way, mb, nb, descr, hip(value), offset, column, high, width, descr, hip(values), rows, columns));
        }
        result(Type<T>::name + std::string(width == high ? "csr2bsr" : "csr2gebsr"), count > 0 && dense_of(rows, columns, values, 0, true) == m.dense());
    }
}

// Sorts, of which the permutation is told; coordinates and offsets.
static void sorts(rocsparse_handle handle) {
    Matrix<float> m = matrix<float>();
    std::vector<int> order(m.count());
    for (int k = 0; k < m.count(); k++) order[k] = k;
    std::shuffle(order.begin(), order.end(), random_bits());
    m.reorder(order);
    const int count = m.count();
    const RocDescr descr;
    const auto is_sorted = [&](const std::vector<int> &row, const std::vector<int> &column, const std::vector<int> &from, const Matrix<float> &old, bool by_rows) {
        for (int k = 0; k < count; k++) {
            if (old.row[from[k]] != row[k] || old.column[from[k]] != column[k]) return false;
            if (k && (by_rows ? std::pair(row[k - 1], column[k - 1]) > std::pair(row[k], column[k]) : std::pair(column[k - 1], row[k - 1]) > std::pair(column[k], row[k]))) return false;
        }
        return true;
    };
    for (const bool by_rows : {true, false}) {
        const Device<int> row(m.row), column(m.column), place{size_t(count)};
        size_t size = 0;
        ROC(rocsparse_create_identity_permutation(handle, count, place));
        ROC(rocsparse_coosort_buffer_size(handle, ROWS, COLUMNS, count, row, column, &size));
        const Device<char> buffer(size);
        if (by_rows) ROC(rocsparse_coosort_by_row(handle, ROWS, COLUMNS, count, row, column, place, buffer.memory));
        else ROC(rocsparse_coosort_by_column(handle, ROWS, COLUMNS, count, row, column, place, buffer.memory));
        result(by_rows ? "coosort_by_row" : "coosort_by_column", is_sorted(row.read(), column.read(), place.read(), m, by_rows));
    }
    // Rows whose columns are in no order; and columns whose rows are.
    for (const bool by_rows : {true, false}) {
        Matrix<float> lines = m;
        if (by_rows) lines.sort_rows();
        else lines.sort_columns();
        const int n = by_rows ? ROWS : COLUMNS;
        const Device<int> offset(offsets(by_rows ? lines.row : lines.column, n, 0)), index(by_rows ? lines.column : lines.row), place{size_t(count)}, expanded{size_t(count)}, back{size_t(n + 1)};
        size_t size = 0;
        ROC(rocsparse_create_identity_permutation(handle, count, place));
        if (by_rows) ROC(rocsparse_csrsort_buffer_size(handle, ROWS, COLUMNS, count, offset, index, &size));
        else ROC(rocsparse_cscsort_buffer_size(handle, ROWS, COLUMNS, count, offset, index, &size));
        const Device<char> buffer(size);
        if (by_rows) ROC(rocsparse_csrsort(handle, ROWS, COLUMNS, count, descr, offset, index, place, buffer.memory));
        else ROC(rocsparse_cscsort(handle, ROWS, COLUMNS, count, descr, offset, index, place, buffer.memory));
        ROC(rocsparse_csr2coo(handle, offset, count, n, expanded, rocsparse_index_base_zero));
        ROC(rocsparse_coo2csr(handle, expanded, count, n, back, rocsparse_index_base_zero));
        const bool same = expanded.read() == (by_rows ? lines.row : lines.column) && back.read() == offset.read();
        result(by_rows ? "csrsort" : "cscsort", same && is_sorted(by_rows ? expanded.read() : index.read(), by_rows ? index.read() : expanded.read(), place.read(), lines, by_rows));
    }
}

// Neighbours have different colours.
static void colours(rocsparse_handle handle) {
    const int n = 20;
    Matrix<float> m{n, n, {}, {}, {}};
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) if (std::abs(i - j) <= 2) m.add(i, j, 1);
    const OnDevice<float> a(m, 0);
    const RocDescr descr;
    const RocInfo info;
    const Device<int> colour{size_t(n)}, order{size_t(n)};
    const float all = 1;
    int count = 0;
    ROC(By<float>::csrcolor(handle, n, m.count(), descr, a.value, a.offset, a.column, &all, &count, colour, order, info));
    const std::vector<int> got = colour.read();
    bool ok = count >= 3;
    for (int k = 0; k < m.count(); k++) ok = ok && (m.row[k] == m.column[k] || got[m.row[k]] != got[m.column[k]]) && got[m.row[k]] < count;
    result("csrcolor", ok);
}

int main() {
    const RocContext handle;
#define CHECK(T, x) to_columns_and_dense<T>(handle), compress<T>(handle), blocks<T>(handle);
    SOME_TYPES(CHECK)
    sorts(handle);
    colours(handle);
    return failures != 0;
}
