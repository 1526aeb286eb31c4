// products.cpp: rocSPARSE's products and vectors by element type against dense host arithmetic.
#include "rocsparse_check.h"

template <class T> struct By;
#define BY(T, x)                                                                                                   \
    template <> struct By<T> {                                                                                     \
        static constexpr auto csrmv_analysis = rocsparse_##x##csrmv_analysis;                                      \
        static constexpr auto csrmv = rocsparse_##x##csrmv;                                                        \
        static constexpr auto coomv = rocsparse_##x##coomv;                                                        \
        static constexpr auto csrmm = rocsparse_##x##csrmm;                                                        \
        static constexpr auto csr2bsr = rocsparse_##x##csr2bsr;                                                    \
        static constexpr auto bsrmv = rocsparse_##x##bsrmv;                                                        \
        static constexpr auto bsrmm = rocsparse_##x##bsrmm;                                                        \
        static constexpr auto gemmi = rocsparse_##x##gemmi;                                                        \
        static constexpr auto gemvi_buffer_size = rocsparse_##x##gemvi_buffer_size;                                \
        static constexpr auto gemvi = rocsparse_##x##gemvi;                                                        \
        static constexpr auto axpyi = rocsparse_##x##axpyi;                                                        \
        static constexpr auto doti = rocsparse_##x##doti;                                                          \
        static constexpr auto gthr = rocsparse_##x##gthr;                                                          \
        static constexpr auto gthrz = rocsparse_##x##gthrz;                                                        \
        static constexpr auto sctr = rocsparse_##x##sctr;                                                          \
        static constexpr auto csrgeam = rocsparse_##x##csrgeam;                                                    \
        static constexpr auto csrgemm_buffer_size = rocsparse_##x##csrgemm_buffer_size;                            \
        static constexpr auto csrgemm = rocsparse_##x##csrgemm;                                                    \
    };
SOME_TYPES(BY)

// By rows and as coordinates, once in each direction.
template <class T> static void vectors_and_matrices(rocsparse_handle handle) {
    const std::string name = Type<T>::name;
    const int rows = 37, columns = 29, sides = 4;
    const T alpha = T(1.5), beta = T(-0.5);
    Matrix<T> m = some_matrix<T>(rows, columns, 3, false);
    m.sort_all();
    const OnDevice<T> a(m, 1);
    const Device<int> row(based(m.row, 1));
    const RocDescr descr(1);
    const RocInfo info;
    bool csrmv = true, coomv = true, csrmm = true;
    for (int i = 0; i < 3; i++) {
        const auto op = ROC_OPERATIONS[i];
        const int to = i ? columns : rows, from = i ? rows : columns;
        const std::vector<c64> dense = m.dense(operations[i]);
        const std::vector<T> x = numbers<T>(size_t(from) * sides), y = numbers<T>(size_t(to) * sides);
        const std::vector<T> x1(x.begin(), x.begin() + from), y1(y.begin(), y.begin() + to);
        const std::vector<c64> want = joined(wide(alpha), dense, widened(x1), wide(beta), widened(y1), to, from, 1);
        const Device<T> on_x(x), by_rows(y1), by_entries(y1), many(y);
        ROC(By<T>::csrmv_analysis(handle, op, rows, columns, m.count(), descr, hip(a.value), a.offset, a.column, info));
        ROC(By<T>::csrmv(handle, op, rows, columns, m.count(), hip(&alpha), descr, hip(a.value), a.offset, a.column, info, hip(on_x), hip(&beta), hip(by_rows)));
        ROC(By<T>::coomv(handle, op, rows, columns, m.count(), hip(&alpha), descr, hip(a.value), row, a.column, hip(on_x), hip(&beta), hip(by_entries)));
        csrmv = csrmv && near(by_rows.read(), want);
        coomv = coomv && near(by_entries.read(), want);
        // Columns are right sides.
        ROC(By<T>::csrmm(handle, op, rocsparse_operation_none, rows, sides, columns, m.count(), hip(&alpha), descr, hip(a.value), a.offset, a.column,
                         hip(on_x), from, hip(&beta), hip(many), to));
        const std::vector<c64> all = joined(wide(alpha), dense, turned(widened(x), sides, from), wide(beta), turned(widened(y), sides, to), to, from, sides);
        csrmm = csrmm && near(many.read(), turned(all, to, sides));
    }
    result(name + "csrmv", csrmv);
    result(name + "coomv", coomv);
    result(name + "csrmm", csrmm);
}

// The same matrix in blocks of three.
template <class T> static void blocks(rocsparse_handle handle) {
    const std::string name = Type<T>::name;
    const int blocks = 7, block = 3, n = blocks * block, sides = 2;
    const T alpha = T(2), beta = T(0.5);
    Matrix<T> m = some_matrix<T>(n, n, 2, false);
    m.sort_all();
    const OnDevice<T> a(m, 0);
    const RocDescr descr;
    const RocInfo info;
    const auto way = rocsparse_direction_column;
    const Device<int> offset{size_t(blocks + 1)};
    int count = 0;
    ROC(rocsparse_csr2bsr_nnz(handle, way, n, n, descr, a.offset, a.column, block, descr, offset, &count));
    const Device<int> column{size_t(count)};
    const Device<T> value{size_t(count) * block * block};
    ROC(By<T>::csr2bsr(handle, way, n, n, descr, hip(a.value), a.offset, a.column, block, descr, hip(value), offset, column));
    const std::vector<T> x = numbers<T>(size_t(n) * sides), y = numbers<T>(size_t(n) * sides);
    const Device<T> on_x(x), on_y(y), many(y);
    ROC(By<T>::bsrmv(handle, way, rocsparse_operation_none, blocks, blocks, count, hip(&alpha), descr, hip(value), offset, column, block, info, hip(on_x),
                     hip(&beta), hip(on_y)));
    ROC(By<T>::bsrmm(handle, way, rocsparse_operation_none, rocsparse_operation_none, blocks, sides, blocks, count, hip(&alpha), descr, hip(value), offset,
                     column, block, hip(on_x), n, hip(&beta), hip(many), n));
    const std::vector<c64> all =
        turned(joined(wide(alpha), m.dense(), turned(widened(x), sides, n), wide(beta), turned(widened(y), sides, n), n, n, sides), n, sides);
    std::vector<T> first = on_y.read();
    first.resize(n);
    result(name + "bsrmv", near(first, std::vector<c64>(all.begin(), all.begin() + n)));
    result(name + "bsrmm", near(many.read(), all));
}

// Dense matrices with sparse ones and vectors on their right.
template <class T> static void from_the_right(rocsparse_handle handle) {
    const std::string name = Type<T>::name;
    const int m = 11, n = 8, k = 13;
    const T alpha = T(1.25), beta = T(-1);
    Matrix<T> b = some_matrix<T>(n, k, 2, false);  // rocSPARSE multiplies by its transposed
    b.sort_all();
    const OnDevice<T> on_b(b, 0);
    const RocDescr descr;
    const std::vector<T> a = numbers<T>(size_t(m) * k), c = numbers<T>(size_t(m) * n);
    const Device<T> on_a(a), on_c(c);
    ROC(By<T>::gemmi(handle, rocsparse_operation_none, rocsparse_operation_transpose, m, n, k, b.count(), hip(&alpha), hip(on_a), m, descr, hip(on_b.value),
                     on_b.offset, on_b.column, hip(&beta), hip(on_c), m));
    const std::vector<c64> want = joined(wide(alpha), turned(widened(a), k, m), b.dense(operations[1]), wide(beta), turned(widened(c), n, m), m, k, n);
    result(name + "gemmi", near(on_c.read(), turned(want, m, n)));

    const std::vector<int> index = {1, 4, 12};
    const std::vector<T> x = numbers<T>(index.size()), y = numbers<T>(m);
    std::vector<c64> dense_x(k);
    for (size_t i = 0; i < index.size(); i++) dense_x[index[i] - 1] = wide(x[i]);
    const Device<int> on_index(index);
    const Device<T> on_x(x), on_y(y);
    size_t size = 0;
    ROC(By<T>::gemvi_buffer_size(handle, rocsparse_operation_none, m, k, int(index.size()), &size));
    const Device<char> buffer(size);
    ROC(By<T>::gemvi(handle, rocsparse_operation_none, m, k, hip(&alpha), hip(on_a), m, int(index.size()), hip(on_x), on_index, hip(&beta), hip(on_y),
                     rocsparse_index_base_one, buffer.memory));
    result(name + "gemvi", size > 0 && near(on_y.read(), joined(wide(alpha), turned(widened(a), k, m), dense_x, wide(beta), widened(y), m, k, 1)));
}

template <class T> static void sparse_vectors(rocsparse_handle handle) {
    const std::string name = Type<T>::name;
    const std::vector<int> index = {2, 3, 7, 10};
    const int n = 12, count = 4;
    const auto one = rocsparse_index_base_one;
    const T alpha = T(-3);
    const std::vector<T> x = numbers<T>(count), y = numbers<T>(n);
    const Device<int> on_index(index);
    const Device<T> on_x(x), added(y), scattered(y), gathered{size_t(count)}, taken{size_t(count)}, emptied(y);
    std::vector<c64> sum = widened(y), put = sum, got, left = sum;
    c64 dot = 0;
    for (int i = 0; i < count; i++) {
        const int j = index[i] - 1;
        got.push_back(wide(y[j]));
        dot += wide(x[i]) * wide(y[j]);
        sum[j] += wide(alpha) * wide(x[i]);
        put[j] = wide(x[i]);
        left[j] = 0;
    }
    T product;
    ROC(By<T>::axpyi(handle, count, hip(&alpha), hip(on_x), on_index, hip(added), one));
    ROC(By<T>::doti(handle, count, hip(on_x), on_index, hip(Device<T>(y)), hip(&product), one));
    HIP(hipDeviceSynchronize());
    ROC(By<T>::gthr(handle, count, hip(emptied), hip(gathered), on_index, one));
    ROC(By<T>::gthrz(handle, count, hip(emptied), hip(taken), on_index, one));
    ROC(By<T>::sctr(handle, count, hip(on_x), on_index, hip(scattered), one));
    result(name + "axpyi", near(added.read(), sum));
    result(name + "doti", near(std::vector<T>{product}, {dot}));
    result(name + "gthr", near(gathered.read(), got) && near(taken.read(), got) && near(emptied.read(), left));
    result(name + "sctr", near(scattered.read(), put));
}

// Sums and products of two sparse matrices.
template <class T> static void pairs(rocsparse_handle handle) {
    const std::string name = Type<T>::name;
    const int m = 24, n = 19, k = 31;
    const T alpha = T(0.75), beta = T(2);
    Matrix<T> a = some_matrix<T>(m, k, 2, false), b = some_matrix<T>(k, n, 2, false), d = some_matrix<T>(m, n, 2, false), e = some_matrix<T>(m, n, 3, false);
    a.sort_all(), b.sort_all(), d.sort_all(), e.sort_all();
    const OnDevice<T> on_a(a, 0), on_b(b, 1), on_d(d, 0), on_e(e, 1);
    const RocDescr zero(0), one(1);
    const auto none = rocsparse_operation_none;
    const Device<int> offset{size_t(m + 1)};
    // What was written, as a dense matrix.
    const auto dense = [&](const Device<int> &column, const Device<T> &value, int base) {
        const std::vector<int> starts = offset.read(), at = column.read();
        const std::vector<T> x = value.read();
        Matrix<T> c{m, n, {}, {}, {}};
        for (int i = 0; i < m; i++)
            for (int p = starts[i] - base; p < starts[i + 1] - base; p++) c.add(i, at[p] - base, x[p]);
        return c.dense();
    };
    int count = 0;
    ROC(rocsparse_csrgeam_nnz(handle, m, n, zero, d.count(), on_d.offset, on_d.column, one, e.count(), on_e.offset, on_e.column, one, offset, &count));
    {
        const Device<int> column{size_t(count)};
        const Device<T> value{size_t(count)};
        ROC(By<T>::csrgeam(handle, m, n, hip(&alpha), zero, d.count(), hip(on_d.value), on_d.offset, on_d.column, hip(&beta), one, e.count(),
                           hip(on_e.value), on_e.offset, on_e.column, one, hip(value), offset, column));
        std::vector<c64> want = d.dense();
        const std::vector<c64> more = e.dense(), got = dense(column, value, 1);
        bool ok = true;
        for (size_t i = 0; i < want.size(); i++) ok = ok && std::abs(got[i] - wide(alpha) * want[i] - wide(beta) * more[i]) < 1e-4;
        result(name + "csrgeam", ok && count > 0);
    }
    bool all = true;
    for (const bool added : {false, true}) {
        const RocInfo info;
        const rocsparse_mat_descr of_d = added ? zero.descr : nullptr;
        const int *const d_offset = added ? on_d.offset.memory : nullptr, *const d_column = added ? on_d.column.memory : nullptr;
        const int d_count = added ? d.count() : 0;
        size_t size = 0;
        ROC(By<T>::csrgemm_buffer_size(handle, none, none, m, n, k, hip(&alpha), zero, a.count(), on_a.offset, on_a.column, one, b.count(), on_b.offset,
                                       on_b.column, added ? hip(&beta) : nullptr, of_d, d_count, d_offset, d_column, info, &size));
        const Device<char> buffer(size);
        ROC(rocsparse_csrgemm_nnz(handle, none, none, m, n, k, zero, a.count(), on_a.offset, on_a.column, one, b.count(), on_b.offset, on_b.column, of_d,
                                  d_count, d_offset, d_column, zero, offset, &count, info, buffer.memory));
        const Device<int> column{size_t(count)};
        const Device<T> value{size_t(count)};
        ROC(By<T>::csrgemm(handle, none, none, m, n, k, hip(&alpha), zero, a.count(), hip(on_a.value), on_a.offset, on_a.column, one, b.count(),
                           hip(on_b.value), on_b.offset, on_b.column, added ? hip(&beta) : nullptr, of_d, d_count, added ? hip(on_d.value) : nullptr,
                           d_offset, d_column, zero, hip(value), offset, column, info, buffer.memory));
        const std::vector<c64> want = joined(wide(alpha), a.dense(), b.dense(), added ? wide(beta) : 0, d.dense(), m, k, n), got = dense(column, value, 0);
        for (size_t i = 0; i < want.size(); i++) all = all && std::abs(got[i] - want[i]) < 1e-4;
        all = all && count > 0;
    }
    result(name + "csrgemm", all);
}

int main() {
    const RocContext handle;
#define CHECK(T, x) vectors_and_matrices<T>(handle), blocks<T>(handle), from_the_right<T>(handle), sparse_vectors<T>(handle), pairs<T>(handle);
    SOME_TYPES(CHECK)
    return failures != 0;
}
