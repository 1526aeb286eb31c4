// forms.cpp: rocSPARSE's matrices in further forms: HYB ones, pruned ones, blocks turned and of another shape; pivots that are too small, permutations, and
// the history of an incomplete factorisation by iterations. Against the host's.
#include "rocsparse_check.h"

template <class T> struct By;
#define BY(T, x)                                                        \
    template <> struct By<T> {                                          \
        static constexpr auto csr2hyb = rocsparse_##x##csr2hyb;         \
        static constexpr auto hyb2csr = rocsparse_##x##hyb2csr;         \
        static constexpr auto hybmv = rocsparse_##x##hybmv;             \
        static constexpr auto turn_size = rocsparse_##x##gebsr2gebsc_buffer_size; \
        static constexpr auto turn = rocsparse_##x##gebsr2gebsc;        \
        static constexpr auto shape_size = rocsparse_##x##gebsr2gebsr_buffer_size; \
        static constexpr auto shape = rocsparse_##x##gebsr2gebsr;       \
        static constexpr auto mv = rocsparse_##x##gebsrmv;              \
        static constexpr auto mm = rocsparse_##x##gebsrmm;              \
        static constexpr auto boost = rocsparse_##x##csrilu0_numeric_boost; \
        static constexpr auto size = rocsparse_##x##csrilu0_buffer_size; \
        static constexpr auto analysis = rocsparse_##x##csrilu0_analysis; \
        static constexpr auto ilu0 = rocsparse_##x##csrilu0;            \
        static constexpr auto itilu0 = rocsparse_##x##csritilu0_compute; \
        static constexpr auto history = rocsparse_##x##csritilu0_history; \
    };
SOME_TYPES(BY)

static void expect(const char *what, rocsparse_status got, rocsparse_status want) {
    if (got != want) printf("%s: %s\n", what, rocsparse_get_status_name(got));
    result(what, got == want);
}

constexpr int ROWS = 500, COLUMNS = 310;

template <class T> static void hybrid(rocsparse_handle handle) {
    const std::string name = Type<T>::name;
    for (const int base : {0, 1}) {
        Matrix<T> m = some_matrix<T>(ROWS, COLUMNS, 4, false);
        m.sort_all();
        const OnDevice<T> a(m, base);
        const RocDescr descr(base);
        rocsparse_hyb_mat hyb;
        ROC(rocsparse_create_hyb_mat(&hyb));
        const auto partition = base ? rocsparse_hyb_partition_user : rocsparse_hyb_partition_auto;
        ROC(By<T>::csr2hyb(handle, ROWS, COLUMNS, descr, hip(a.value), a.offset, a.column, hyb, 3, partition));
        const Device<int> starts{size_t(ROWS + 1)}, column{size_t(m.count())};
        const Device<T> value{size_t(m.count())};
        size_t size = 0;
        ROC(rocsparse_hyb2csr_buffer_size(handle, descr, hyb, starts, &size));
        const Device<char> buffer(size);
        ROC(By<T>::hyb2csr(handle, descr, hyb, hip(value), starts, column, buffer.memory));
        result(name + "hyb2csr", starts.read() == a.offset.read() && column.read() == a.column.read() && value.read() == m.value);
        for (int op = 0; op < 3; op++) {
            const int from = op ? ROWS : COLUMNS, to = op ? COLUMNS : ROWS;
            const std::vector<T> x = numbers<T>(from), y = numbers<T>(to);
            const Device<T> on_x(x), on_y(y);
            const T alpha = T(1.5), beta = T(-0.5);
            ROC(By<T>::hybmv(handle, ROC_OPERATIONS[op], hip(&alpha), descr, hyb, hip(on_x), hip(&beta), hip(on_y)));
            result(name + "hybmv", near(on_y.read(), joined(alpha, m.dense(operations[op]), widened(x), beta, widened(y), to, from, 1)));
        }
        ROC(rocsparse_destroy_hyb_mat(hyb));
    }
}

static void pruned(rocsparse_handle handle) {
    Matrix<double> m = some_matrix<double>(50, 60, 5, false);
    m.sort_all();
    const RocDescr descr;
    const OnDevice<double> a(m, 0);
    const Device<int> offset(size_t(51)), column(size_t(m.count()));
    const Device<double> value(size_t(m.count()));
    double threshold = 0.5;
    const auto is = [&](int count, double above) {
        Matrix<double> large{50, 60, {}, {}, {}};
        for (int k = 0; k < m.count(); k++) if (std::abs(m.value[k]) > above) large.add(m.row[k], m.column[k], m.value[k]);
        auto columns = column.read();
        auto values = value.read();
        columns.resize(large.count()), values.resize(large.count());
        return count == large.count() && offset.read() == offsets(large.row, 50, 0) && columns == large.column && values == large.value;
    };
    size_t size = 0;
    int count = 0;
    ROC(rocsparse_dprune_csr2csr_buffer_size(handle, 50, 60, m.count(), descr, a.value, a.offset, a.column, &threshold, descr, value, offset, column, &size));
    Device<char> buffer(size);
    ROC(rocsparse_dprune_csr2csr_nnz(handle, 50, 60, m.count(), descr, a.value, a.offset, a.column, &threshold, descr, offset, &count, buffer.memory));
    ROC(rocsparse_dprune_csr2csr(handle, 50, 60, m.count(), descr, a.value, a.offset, a.column, &threshold, descr, value, offset, column, buffer.memory));
    result("prune_csr2csr", is(count, 0.5));

    std::vector<double> sizes, dense(50 * 60);
    for (const double x : m.value) sizes.push_back(std::abs(x));
    std::sort(sizes.begin(), sizes.end());
    const RocInfo info;
    ROC(rocsparse_dprune_csr2csr_by_percentage_buffer_size(handle, 50, 60, m.count(), descr, a.value, a.offset, a.column, 40, descr, value, offset, column, info, &size));
    Device<char> more(size);
    ROC(rocsparse_dprune_csr2csr_nnz_by_percentage(handle, 50, 60, m.count(), descr, a.value, a.offset, a.column, 40, descr, offset, &count, info, more.memory));
    ROC(rocsparse_dprune_csr2csr_by_percentage(handle, 50, 60, m.count(), descr, a.value, a.offset, a.column, 40, descr, value, offset, column, info, more.memory));
    result("prune_csr2csr_by_percentage", is(count, sizes[size_t(std::ceil(sizes.size() * 0.4)) - 1]));

    for (int k = 0; k < m.count(); k++) dense[m.row[k] + size_t(m.column[k]) * 50] = m.value[k];
    const Device<double> on_dense(dense);
    ROC(rocsparse_dprune_dense2csr_buffer_size(handle, 50, 60, on_dense, 50, &threshold, descr, value, offset, column, &size));
    const Device<char> third(size);
    ROC(rocsparse_dprune_dense2csr_nnz(handle, 50, 60, on_dense, 50, &threshold, descr, offset, &count, third.memory));
    ROC(rocsparse_dprune_dense2csr(handle, 50, 60, on_dense, 50, &threshold, descr, value, offset, column, third.memory));
    result("prune_dense2csr", is(count, 0.5));
}

// Blocks of 2 by 3, each row's elements one behind the other.
template <class T> static void blocks(rocsparse_handle handle) {
    const std::string name = Type<T>::name;
    const int mb = 4, nb = 6, height = 2, width = 3, m = mb * height, n = nb * width;
    std::vector<int> offset = {0}, column;
    std::vector<T> value;
    std::vector<c64> dense(size_t(m) * n);
    for (int i = 0; i < mb; i++) {
        for (int j = i % 2; j < nb; j += 2 + i) {
            column.push_back(j);
            for (int r = 0; r < height; r++)
                for (int c = 0; c < width; c++) value.push_back(Random<T>::number()), dense[size_t(i * height + r) * n + j * width + c] = wide(value.back());
        }
        offset.push_back(int(column.size()));
    }
    const int count = int(column.size());
    const Device<int> on_offset(offset), on_column(column), to_offset(size_t(nb + 1)), to_column{size_t(count)};
    const Device<T> on_value(value), to_value{value.size()};
    const auto way = rocsparse_direction_row;
    size_t size = 0;
    ROC(By<T>::turn_size(handle, mb, nb, count, hip(on_value), on_offset, on_column, height, width, &size));
    const Device<char> buffer(size);
    ROC(By<T>::turn(handle, mb, nb, count, hip(on_value), on_offset, on_column, height, width, hip(to_value), to_column, to_offset, rocsparse_action_numeric,
                    rocsparse_index_base_zero, buffer.memory));
    std::vector<c64> back(dense.size());
    const auto starts = to_offset.read(), rows = to_column.read();
    const auto values = to_value.read();
    for (int j = 0; j < nb; j++)
        for (int k = starts[j]; k < starts[j + 1]; k++)
            for (int e = 0; e < height * width; e++) back[size_t(rows[k] * height + e / width) * n + j * width + e % width] = wide(values[size_t(k) * height * width + e]);
    result(name + "gebsr2gebsc", starts[nb] == count && back == dense);

    // Blocks of 4 by 2.
    const RocDescr descr;
    const int other_height = 4, other_width = 2, rows_c = m / other_height;
    const Device<int> c_offset(size_t(rows_c + 1));
    int count_c = 0;
    ROC(By<T>::shape_size(handle, way, mb, nb, count, descr, hip(on_value), on_offset, on_column, height, width, other_height, other_width, &size));
    const Device<char> memory(size);
    ROC(rocsparse_gebsr2gebsr_nnz(handle, way, mb, nb, count, descr, on_offset, on_column, height, width, descr, c_offset, other_height, other_width, &count_c, memory.memory));
    const Device<int> c_column{size_t(count_c)};
    const Device<T> c_value{size_t(count_c) * other_height * other_width};
    ROC(By<T>::shape(handle, way, mb, nb, count, descr, hip(on_value), on_offset, on_column, height, width, descr, hip(c_value), c_offset, c_column, other_height, other_width,
                     memory.memory));
    std::vector<c64> again(dense.size());
    const auto c_starts = c_offset.read(), c_columns = c_column.read();
    const auto c_values = c_value.read();
    for (int i = 0; i < rows_c; i++)
        for (int k = c_starts[i]; k < c_starts[i + 1]; k++)
            for (int e = 0; e < 8; e++)
                again[size_t(i * other_height + e / other_width) * n + c_columns[k] * other_width + e % other_width] = wide(c_values[size_t(k) * 8 + e]);
    result(name + "gebsr2gebsr", again == dense);

    const int right = 5;
    const std::vector<T> x = numbers<T>(n), y = numbers<T>(m), b = numbers<T>(size_t(n) * right), c = numbers<T>(size_t(m) * right);
    const Device<T> on_x(x), on_y(y);
    const T alpha = T(1.5), beta = T(-0.5);
    ROC(By<T>::mv(handle, way, rocsparse_operation_none, mb, nb, count, hip(&alpha), descr, hip(on_value), on_offset, on_column, height, width, hip(on_x), hip(&beta), hip(on_y)));
    result(name + "gebsrmv", near(on_y.read(), joined(alpha, dense, widened(x), beta, widened(y), m, n, 1)));
    // Columns one behind the other, so that by rows they are transposed.
    for (const auto op : {rocsparse_operation_none, rocsparse_operation_transpose}) {
        const bool turned_b = op == rocsparse_operation_transpose;
        const Device<T> on_b(b), on_c(c);
        ROC(By<T>::mm(handle, way, rocsparse_operation_none, op, mb, right, nb, count, hip(&alpha), descr, hip(on_value), on_offset, on_column, height, width, hip(on_b),
                      turned_b ? right : n, hip(&beta), hip(on_c), m));
        const auto by_rows = turned_b ? widened(b) : turned(widened(b), right, n);
        result(name + "gebsrmm", near(turned(on_c.read(), right, m), joined(alpha, dense, by_rows, beta, turned(widened(c), right, m), m, n, right)));
    }
    expect("a transposed matrix of blocks", By<T>::mv(handle, way, rocsparse_operation_transpose, mb, nb, count, hip(&alpha), descr, hip(on_value), on_offset, on_column, height, width,
                                                      hip(on_x), hip(&beta), hip(on_y)), rocsparse_status_not_implemented);
}

// 2 by 2: the second pivot is zero, and becomes 4.
template <class T> static void boosted(rocsparse_handle handle) {
    const std::vector<T> value = {T(2), T(1), T(4), T(2)};
    const Device<int> offset(std::vector<int>{0, 2, 4}), column(std::vector<int>{0, 1, 0, 1});
    const Device<T> lu(value);
    const RocDescr descr;
    const RocInfo info;
    size_t size = 0;
    const auto tolerance = std::real(T(1e-3));
    const T boost = T(4);
    ROC(By<T>::size(handle, 2, 4, descr, hip(lu), offset, column, info, &size));
    const Device<char> buffer(size);
    ROC(By<T>::analysis(handle, 2, 4, descr, hip(lu), offset, column, info, rocsparse_analysis_policy_reuse, rocsparse_solve_policy_auto, buffer.memory));
    ROC(By<T>::boost(handle, info, 1, &tolerance, hip(&boost)));
    ROC(By<T>::ilu0(handle, 2, 4, descr, hip(lu), offset, column, info, rocsparse_solve_policy_auto, buffer.memory));
    result(Type<T>::name + std::string("csrilu0_numeric_boost"), lu.read() == std::vector<T>{T(2), T(1), T(2), T(4)});
    expect("a boost without a number", By<T>::boost(handle, info, 1, &tolerance, nullptr), rocsparse_status_invalid_pointer);
}

static void permutations(rocsparse_handle handle) {
    std::vector<int> order(1000), inverse(1000);
    for (int i = 0; i < 1000; i++) order[i] = i + 1;
    std::shuffle(order.begin(), order.end(), random_bits());
    for (int i = 0; i < 1000; i++) inverse[order[i] - 1] = i + 1;
    const Device<int> p(order), q(size_t(1000));
    ROC(rocsparse_inverse_permutation(handle, 1000, p, q, rocsparse_index_base_one));
    result("inverse_permutation", q.read() == inverse);
    const Device<int64_t> wide(size_t(1000));
    ROC(rocsparse_set_identity_permutation(handle, 1000, wide.memory, rocsparse_indextype_i64));
    bool ok = true;
    for (int i = 0; i < 1000; i++) ok = ok && wide.read()[i] == i;
    result("set_identity_permutation", ok);
    expect("an identity of no type", rocsparse_set_identity_permutation(handle, 10, wide.memory, rocsparse_indextype(77)), rocsparse_status_invalid_value);
}

// A full matrix' factorisation is exact but for roundings; in a pattern without room for what fills in, A - L U is nothing where A has elements.
template <class T> static void history(rocsparse_handle handle) {
    const int n = 40;
    Matrix<T> m{n, n, {}, {}, {}};
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) if (i == j || (i * 7 + j * 3) % 5 == 0) m.add(i, j, i == j ? T(40) : Random<T>::number());
    const OnDevice<T> a(m, 1);
    const Device<T> lu{m.value.size()};
    size_t size = 0;
    ROC(rocsparse_csritilu0_buffer_size(handle, rocsparse_itilu0_alg_default, 0, 10, n, m.count(), a.offset, a.column, rocsparse_index_base_one, datatype<T>(), &size));
    const Device<char> buffer(size);
    int iterations = 10, told = 0;
    const int option = rocsparse_itilu0_option_convergence_history | rocsparse_itilu0_option_compute_nrm_residual | rocsparse_itilu0_option_compute_nrm_correction;
    decltype(std::real(T())) data[20];
    std::fill(data, data + 20, -1);
    const auto tolerance = std::real(T(1e-6));
    ROC(By<T>::itilu0(handle, rocsparse_itilu0_alg_default, option, &iterations, tolerance, n, m.count(), a.offset, a.column, hip(a.value), hip(lu), rocsparse_index_base_one, size,
                      buffer.memory));
    ROC(By<T>::history(handle, rocsparse_itilu0_alg_default, &told, data, size, buffer.memory));
    result(Type<T>::name + std::string("csritilu0_history"), told == 1 && data[0] == 0 && data[1] > 0 && data[1] < epsilon<T>() && data[2] == -1);
    ROC(By<T>::itilu0(handle, rocsparse_itilu0_alg_default, 0, &iterations, tolerance, n, m.count(), a.offset, a.column, hip(a.value), hip(lu), rocsparse_index_base_one, size,
                      buffer.memory));
    expect("a history of nothing", By<T>::history(handle, rocsparse_itilu0_alg_default, &told, data, size, buffer.memory), rocsparse_status_internal_error);
}

int main() {
    const RocContext handle;
    hybrid<float>(handle);
    hybrid<c64>(handle);
    pruned(handle);
    blocks<float>(handle);
    blocks<c64>(handle);
    boosted<float>(handle);
    boosted<c64>(handle);
    permutations(handle);
    history<float>(handle);
    history<c64>(handle);
    expect("no HYB matrix", rocsparse_destroy_hyb_mat(nullptr), rocsparse_status_invalid_pointer);
    return failures != 0;
}
