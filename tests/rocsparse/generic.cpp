// generic.cpp: rocSPARSE's functions of descriptors, through all their stages, against dense host arithmetic.
#include "rocsparse_check.h"

constexpr auto NONE = rocsparse_operation_none;
constexpr auto I32 = rocsparse_indextype_i32;

// A function of three stages: the size of a buffer, what is found before, and the result.
template <class Stage, class F> static void stages(F f) {
    size_t size = 0;
    ROC(f(Stage(1), &size, nullptr));
    const Device<char> buffer(size);
    ROC(f(Stage(2), &size, buffer.memory));
    ROC(f(Stage(3), &size, buffer.memory));
}

template <class T> struct Vector {
    rocsparse_dnvec_descr descr;
    explicit Vector(const Device<T> &values) { ROC(rocsparse_create_dnvec_descr(&descr, values.n, values, datatype<T>())); }
    Vector(const Vector &) = delete;
    ~Vector() { ROC(rocsparse_destroy_dnvec_descr(descr)); }
    operator rocsparse_dnvec_descr() const { return descr; }
};
template <class T> struct Dense {
    rocsparse_dnmat_descr descr;
    Dense(const Device<T> &values, int rows, int columns, bool by_rows) {
        ROC(rocsparse_create_dnmat_descr(&descr, rows, columns, by_rows ? columns : rows, values, datatype<T>(),
                                         by_rows ? rocsparse_order_row : rocsparse_order_column));
    }
    Dense(const Dense &) = delete;
    ~Dense() { ROC(rocsparse_destroy_dnmat_descr(descr)); }
    operator rocsparse_dnmat_descr() const { return descr; }
};

// A matrix in each format: CSR, CSC and COO.
template <class T> struct Formats {
    Matrix<T> m, by_columns;
    OnDevice<T> a;
    Device<int> row, start, index;
    Device<T> value;
    rocsparse_spmat_descr descr[3];

    static Matrix<T> turned_over(Matrix<T> m) {
        m.sort_columns();
        return m;
    }
    explicit Formats(const Matrix<T> &m)
        : m(m), by_columns(turned_over(m)), a(m, 1), row(based(m.row, 1)), start(offsets(by_columns.column, m.columns, 1)), index(based(by_columns.row, 1)),
          value(by_columns.value) {
        const auto one = rocsparse_index_base_one;
        const auto type = datatype<T>();
        ROC(rocsparse_create_csr_descr(&descr[0], m.rows, m.columns, m.count(), a.offset, a.column, a.value, I32, I32, one, type));
        ROC(rocsparse_create_csc_descr(&descr[1], m.rows, m.columns, m.count(), start, index, value, I32, I32, one, type));
        ROC(rocsparse_create_coo_descr(&descr[2], m.rows, m.columns, m.count(), row, a.column, a.value, I32, one, type));
    }
    Formats(const Formats &) = delete;
    ~Formats() { for (const auto one : descr) ROC(rocsparse_destroy_spmat_descr(one)); }
};

template <class T> static Matrix<T> sorted(int rows, int columns) {
    Matrix<T> m = some_matrix<T>(rows, columns, 3, false);
    for (T &x : m.value) if (x == T(0)) x = T(1);
    m.sort_all();
    return m;
}

template <class T> static void products(rocsparse_handle handle) {
    const std::string name = Type<T>::name;
    const int rows = 23, columns = 31, sides = 5;
    const T alpha = T(0.5), beta = T(3);
    const Formats<T> a(sorted<T>(rows, columns));
    const auto type = datatype<T>();
    bool spmv = true, spmm = true;
    for (const auto mat : a.descr)
        for (int i = 0; i < 3; i++) {
            const auto op = ROC_OPERATIONS[i];
            const int to = i ? columns : rows, from = i ? rows : columns;
            const std::vector<T> x = numbers<T>(size_t(from) * sides), y = numbers<T>(size_t(to) * sides);
            const std::vector<T> x1(x.begin(), x.begin() + from), y1(y.begin(), y.begin() + to);
            const Device<T> on_x1(x1), on_y1(y1), on_x(x), on_y(y);
            const Vector<T> in(on_x1), out(on_y1);
            stages<rocsparse_spmv_stage>([&](auto stage, size_t *size, void *buffer) {
                return rocsparse_spmv(handle, op, &alpha, mat, in, &beta, out, type, rocsparse_spmv_alg_default, stage, size, buffer);
            });
            spmv = spmv && near(on_y1.read(), joined(wide(alpha), a.m.dense(operations[i]), widened(x1), wide(beta), widened(y1), to, from, 1));
            // B by rows and transposed, which is its columns; C by columns.
            const Dense<T> b(on_x, sides, from, true), c(on_y, to, sides, false);
            stages<rocsparse_spmm_stage>([&](auto stage, size_t *size, void *buffer) {
                return rocsparse_spmm(handle, op, rocsparse_operation_transpose, &alpha, mat, b, &beta, c, type, rocsparse_spmm_alg_default, stage, size, buffer);
            });
            const std::vector<c64> want = joined(wide(alpha), a.m.dense(operations[i]), turned(widened(x), sides, from), wide(beta),
                                                 turned(widened(y), sides, to), to, from, sides);
            spmm = spmm && near(on_y.read(), turned(want, to, sides));
        }
    result(name + "spmv", spmv);
    result(name + "spmm", spmm);
}

template <class T> static void solves(rocsparse_handle handle) {
    const std::string name = Type<T>::name;
    const int n = 26, sides = 3;
    const T alpha = T(2);
    Matrix<T> m{n, n, {}, {}, {}}, part = m;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i == j || (j > i && (j - i) % 7 == 1) || j == i - 2) m.add(i, j, i == j ? T(4) : T(-0.5));
    for (int k = 0; k < m.count(); k++) if (m.column[k] >= m.row[k]) part.add(m.row[k], m.column[k], m.value[k]);
    const Formats<T> a(m);
    const auto fill = rocsparse_fill_mode_upper;
    const auto diag = rocsparse_diag_type_non_unit;
    const auto mat = a.descr[0];
    ROC(rocsparse_spmat_set_attribute(mat, rocsparse_spmat_fill_mode, &fill, sizeof fill));
    ROC(rocsparse_spmat_set_attribute(mat, rocsparse_spmat_diag_type, &diag, sizeof diag));
    const std::vector<T> b = numbers<T>(size_t(n) * sides), b1(b.begin(), b.begin() + n);
    const std::vector<c64> nothing(n), nothings(size_t(n) * sides);
    for (int i = 0; i < 2; i++) {
        const auto op = ROC_OPERATIONS[i];
        const Device<T> on_b1(b1), x1{size_t(n)}, on_b(b), x{size_t(n) * sides};
        const Vector<T> right(on_b1), solution(x1);
        stages<rocsparse_spsv_stage>([&](auto stage, size_t *size, void *buffer) {
            return rocsparse_spsv(handle, op, &alpha, mat, right, solution, datatype<T>(), rocsparse_spsv_alg_default, stage, size, buffer);
        });
        result(name + "spsv", near(b1, joined(1. / wide(alpha), part.dense(operations[i]), widened(x1.read()), 0, nothing, n, n, 1)));
        // Far more rounds than it takes.
        const Device<T> guess(std::vector<T>(n, T(0)));
        const Vector<T> iterated(guess);
        stages<rocsparse_spitsv_stage>([&](auto stage, size_t *size, void *buffer) {
            int rounds = 60;
            return rocsparse_spitsv(handle, &rounds, nullptr, nullptr, op, &alpha, mat, right, iterated, datatype<T>(), rocsparse_spitsv_alg_default, stage, size, buffer);
        });
        result(name + "spitsv", near(guess.read(), widened(x1.read())));
        const Dense<T> rights(on_b, n, sides, false), solutions(x, n, sides, false);
        stages<rocsparse_spsm_stage>([&](auto stage, size_t *size, void *buffer) {
            return rocsparse_spsm(handle, op, NONE, &alpha, mat, rights, solutions, datatype<T>(), rocsparse_spsm_alg_default, stage, size, buffer);
        });
        const std::vector<c64> back = joined(1. / wide(alpha), part.dense(operations[i]), turned(widened(x.read()), sides, n), 0, nothings, n, n, sides);
        result(name + "spsm", near(b, turned(back, n, sides)));
    }
}

// alpha A B + beta D, whose size is counted before there is memory for it. A D without entries has no size either, as rocSPARSE's example has it.
template <class T> static void pairs(rocsparse_handle handle, bool added) {
    const int m = 18, n = 22, k = 25;
    const T alpha = T(1.5), beta = T(-2);
    const Formats<T> a(sorted<T>(m, k)), b(sorted<T>(k, n)), d(sorted<T>(m, n));
    const auto type = datatype<T>();
    const Device<int> offset{size_t(m + 1)};
    rocsparse_spmat_descr c, nothing;
    ROC(rocsparse_create_csr_descr(&nothing, 0, 0, 0, nullptr, nullptr, nullptr, I32, I32, rocsparse_index_base_zero, type));
    ROC(rocsparse_create_csr_descr(&c, m, n, 0, offset, nullptr, nullptr, I32, I32, rocsparse_index_base_zero, type));
    size_t size = 0;
    const auto stage = [&](rocsparse_spgemm_stage stage, void *buffer) {
        return rocsparse_spgemm(handle, NONE, NONE, &alpha, a.descr[0], b.descr[0], &beta, added ? d.descr[0] : nothing, c, type, rocsparse_spgemm_alg_default, stage, &size, buffer);
    };
    ROC(stage(rocsparse_spgemm_stage_buffer_size, nullptr));
    const Device<char> buffer(size);
    ROC(stage(rocsparse_spgemm_stage_nnz, buffer.memory));
    int64_t rows, columns, count;
    ROC(rocsparse_spmat_get_size(c, &rows, &columns, &count));
    const Device<int> column{size_t(count)};
    const Device<T> value{size_t(count)};
    ROC(rocsparse_csr_set_pointers(c, offset, column, value));
    ROC(stage(rocsparse_spgemm_stage_compute, buffer.memory));
    Matrix<T> got{m, n, {}, {}, {}};
    const std::vector<int> starts = offset.read(), at = column.read();
    const std::vector<T> x = value.read();
    for (int i = 0; i < m; i++) for (int p = starts[i]; p < starts[i + 1]; p++) got.add(i, at[p], x[p]);
    const std::vector<c64> want = joined(wide(alpha), a.m.dense(), b.m.dense(), added ? wide(beta) : 0, d.m.dense(), m, k, n), dense = got.dense();
    bool ok = rows == m && columns == n && count == starts[m];
    for (size_t i = 0; i < want.size(); i++) ok = ok && std::abs(dense[i] - want[i]) < 1e-4;
    result(Type<T>::name + std::string(added ? "spgemm" : "spgemm_alone"), ok);
    ROC(rocsparse_destroy_spmat_descr(c));
    ROC(rocsparse_destroy_spmat_descr(nothing));
}

template <class T> static void dense_matrices(rocsparse_handle handle) {
    const std::string name = Type<T>::name;
    const int rows = 14, columns = 17, inner = 6;
    const T alpha = T(2), beta = T(0.5);
    const auto type = datatype<T>();
    // At the entries of a matrix alone.
    const Formats<T> c(sorted<T>(rows, columns));
    const std::vector<T> a = numbers<T>(size_t(rows) * inner), b = numbers<T>(size_t(inner) * columns);
    const Device<T> on_a(a), on_b(b);
    const Dense<T> left(on_a, rows, inner, true), right(on_b, inner, columns, true);
    size_t size = 0;
    ROC(rocsparse_sddmm_buffer_size(handle, NONE, NONE, &alpha, left, right, &beta, c.descr[0], type, rocsparse_sddmm_alg_default, &size));
    const Device<char> buffer(size);
    ROC(rocsparse_sddmm_preprocess(handle, NONE, NONE, &alpha, left, right, &beta, c.descr[0], type, rocsparse_sddmm_alg_default, buffer.memory));
    ROC(rocsparse_sddmm(handle, NONE, NONE, &alpha, left, right, &beta, c.descr[0], type, rocsparse_sddmm_alg_default, buffer.memory));
    const std::vector<c64> all = joined(wide(alpha), widened(a), widened(b), wide(beta), c.m.dense(), rows, inner, columns);
    std::vector<c64> want;
    for (int k = 0; k < c.m.count(); k++) want.push_back(all[size_t(c.m.row[k]) * columns + c.m.column[k]]);
    result(name + "sddmm", near(c.a.value.read(), want));

    // All of a matrix, and its entries from there again.
    const Formats<T> from(sorted<T>(rows, columns));
    const Device<T> values{size_t(rows) * columns};
    const Dense<T> dense(values, rows, columns, true);
    ROC(rocsparse_sparse_to_dense(handle, from.descr[1], dense, rocsparse_sparse_to_dense_alg_default, &size, nullptr));
    ROC(rocsparse_sparse_to_dense(handle, from.descr[1], dense, rocsparse_sparse_to_dense_alg_default, &size, buffer.memory));
    result(name + "sparse_to_dense", widened(values.read()) == from.m.dense());
    const Device<int> offset{size_t(rows + 1)};
    rocsparse_spmat_descr to;
    ROC(rocsparse_create_csr_descr(&to, rows, columns, 0, offset, nullptr, nullptr, I32, I32, rocsparse_index_base_one, type));
    ROC(rocsparse_dense_to_sparse(handle, dense, to, rocsparse_dense_to_sparse_alg_default, &size, nullptr));
    ROC(rocsparse_dense_to_sparse(handle, dense, to, rocsparse_dense_to_sparse_alg_default, nullptr, buffer.memory));
    int64_t count;
    ROC(rocsparse_spmat_get_nnz(to, &count));
    const Device<int> column{size_t(count)};
    const Device<T> entries{size_t(count)};
    ROC(rocsparse_csr_set_pointers(to, offset, column, entries));
    ROC(rocsparse_dense_to_sparse(handle, dense, to, rocsparse_dense_to_sparse_alg_default, &size, buffer.memory));
    const bool same = count == from.m.count() && column.read() == from.a.column.read() && entries.read() == from.m.value && offset.read() == from.a.offset.read();
    result(name + "dense_to_sparse", same);
    ROC(rocsparse_destroy_spmat_descr(to));
}

template <class T> static void vectors(rocsparse_handle handle) {
    const std::string name = Type<T>::name;
    const int n = 12, count = 3;
    const std::vector<int64_t> index = {0, 5, 11};
    const T alpha = T(2), beta = T(-1);
    const std::vector<T> x = numbers<T>(count), y = numbers<T>(n);
    const Device<int64_t> on_index(index);
    const Device<T> on_x(x), gathered{size_t(count)}, on_y(y), scattered(y), summed(y);
    rocsparse_spvec_descr sparse, empty;
    ROC(rocsparse_create_spvec_descr(&sparse, n, count, on_index, on_x, rocsparse_indextype_i64, rocsparse_index_base_zero, datatype<T>()));
    ROC(rocsparse_create_spvec_descr(&empty, n, count, on_index, gathered, rocsparse_indextype_i64, rocsparse_index_base_zero, datatype<T>()));
    ROC(rocsparse_gather(handle, Vector<T>(on_y), empty));
    ROC(rocsparse_scatter(handle, sparse, Vector<T>(scattered)));
    ROC(rocsparse_axpby(handle, &alpha, sparse, &beta, Vector<T>(summed)));
    std::vector<c64> got, put = widened(y), sum;
    for (const T one : y) sum.push_back(wide(beta) * wide(one));
    c64 dot = 0;
    for (int i = 0; i < count; i++) {
        got.push_back(wide(y[index[i]]));
        dot += std::conj(wide(x[i])) * wide(y[index[i]]);
        put[index[i]] = wide(x[i]);
        sum[index[i]] += wide(alpha) * wide(x[i]);
    }
    T product;
    size_t size = 0;
    const Vector<T> dense(on_y);
    const auto op = rocsparse_operation_conjugate_transpose;
    ROC(rocsparse_spvv(handle, op, sparse, dense, &product, datatype<T>(), &size, nullptr));
    const Device<char> buffer(size);
    ROC(rocsparse_spvv(handle, op, sparse, dense, &product, datatype<T>(), &size, buffer.memory));
    HIP(hipDeviceSynchronize());
    result(name + "gather", near(gathered.read(), got));
    result(name + "scatter", near(scattered.read(), put));
    result(name + "axpby", near(summed.read(), sum));
    result(name + "spvv", near(std::vector<T>{product}, {dot}));
    ROC(rocsparse_destroy_spvec_descr(sparse));
    ROC(rocsparse_destroy_spvec_descr(empty));
}

int main() {
    const RocContext handle;
    const auto check = [&](auto t) {
        using T = decltype(t);
        products<T>(handle), solves<T>(handle), pairs<T>(handle, true), pairs<T>(handle, false), dense_matrices<T>(handle), vectors<T>(handle);
    };
    check(float()), check(c64());
    pairs<double>(handle, true), pairs<c32>(handle, true);  // which choose a function by the type
    return failures != 0;
}
