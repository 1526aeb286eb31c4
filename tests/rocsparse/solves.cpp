// solves.cpp: rocSPARSE's triangles, incomplete factorisations and banded systems by element type: what is solved is a solution, factors' products are the matrix.
#include "rocsparse_check.h"

template <class T> struct By;
#define BY(T, x)                                                                                                   \
    template <> struct By<T> {                                                                                     \
        static constexpr auto csrsv_buffer_size = rocsparse_##x##csrsv_buffer_size;                                \
        static constexpr auto csrsv_analysis = rocsparse_##x##csrsv_analysis;                                      \
        static constexpr auto csrsv_solve = rocsparse_##x##csrsv_solve;                                            \
        static constexpr auto csrsm_buffer_size = rocsparse_##x##csrsm_buffer_size;                                \
        static constexpr auto csrsm_analysis = rocsparse_##x##csrsm_analysis;                                      \
        static constexpr auto csrsm_solve = rocsparse_##x##csrsm_solve;                                            \
        static constexpr auto bsrsv_buffer_size = rocsparse_##x##bsrsv_buffer_size;                                \
        static constexpr auto bsrsv_analysis = rocsparse_##x##bsrsv_analysis;                                      \
        static constexpr auto bsrsv_solve = rocsparse_##x##bsrsv_solve;                                            \
        static constexpr auto csrilu0_buffer_size = rocsparse_##x##csrilu0_buffer_size;                            \
        static constexpr auto csrilu0_analysis = rocsparse_##x##csrilu0_analysis;                                  \
        static constexpr auto csrilu0 = rocsparse_##x##csrilu0;                                                    \
        static constexpr auto csric0_analysis = rocsparse_##x##csric0_analysis;                                    \
        static constexpr auto csric0 = rocsparse_##x##csric0;                                                      \
        static constexpr auto bsrilu0_analysis = rocsparse_##x##bsrilu0_analysis;                                  \
        static constexpr auto bsrilu0 = rocsparse_##x##bsrilu0;                                                    \
        static constexpr auto itilu0 = rocsparse_##x##csritilu0_compute;                                           \
        static constexpr auto gtsv_buffer_size = rocsparse_##x##gtsv_buffer_size;                                  \
        static constexpr auto gtsv = rocsparse_##x##gtsv;                                                          \
        static constexpr auto interleaved = rocsparse_##x##gtsv_interleaved_batch;                                 \
    };
SOME_TYPES(BY)

constexpr auto NONE = rocsparse_operation_none;
constexpr auto REUSE = rocsparse_analysis_policy_reuse;
constexpr auto AUTO = rocsparse_solve_policy_auto;

// A Hermitian matrix of three or five diagonals whose diagonal is large, of n rows: no entry of its factors is left away where it has three.
template <class T> static Matrix<T> band(int n, bool wide_band) {
    Matrix<T> m{n, n, {}, {}, {}};
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i == j) m.add(i, j, T(4 + i % 3));
            else if (std::abs(i - j) == 1 || (wide_band && std::abs(i - j) == 4)) m.add(i, j, T(-1));
    return m;
}
// One of its triangles, by rows.
template <class T> static std::vector<c64> triangle(const Matrix<T> &m, const std::vector<T> &values, bool upper, bool unit) {
    Matrix<T> part{m.rows, m.rows, {}, {}, {}};
    for (int k = 0; k < m.count(); k++)
        if (m.row[k] == m.column[k] ? !unit : (m.column[k] > m.row[k]) == upper) part.add(m.row[k], m.column[k], values[k]);
    for (int i = 0; unit && i < m.rows; i++) part.add(i, i, T(1));
    return part.dense();
}

// Whether factors' product is the matrix.
template <class T> static bool is_product(const std::vector<c64> &got, const Matrix<T> &m) {
    const std::vector<c64> want = m.dense();
    for (size_t i = 0; i < want.size(); i++) if (!(std::abs(got[i] - want[i]) < 100 * epsilon<T>())) return false;
    return true;
}

template <class T> static void triangles(rocsparse_handle handle) {
    const std::string name = Type<T>::name;
    const int n = 40, sides = 3;
    const T alpha = T(2);
    const Matrix<T> m = band<T>(n, true);
    const OnDevice<T> a(m, 1);
    const RocInfo info;  // one for all
    bool csrsv = true, csrsm = true, pivots = true;
    for (const bool upper : {false, true})
        for (const bool unit : {false, true}) {
            const RocDescr descr(1);
            ROC(rocsparse_set_mat_fill_mode(descr, rocsparse_fill_mode(upper)));
            ROC(rocsparse_set_mat_diag_type(descr, rocsparse_diag_type(unit)));
            const std::vector<T> b = numbers<T>(size_t(n) * sides), b1(b.begin(), b.begin() + n);
            const Device<T> on_b(b1), x{size_t(n)}, many(b);
            size_t size = 0;
            int position = 7;
            ROC(By<T>::csrsv_buffer_size(handle, NONE, n, m.count(), descr, hip(a.value), a.offset, a.column, info, &size));
            const Device<char> buffer(size);
            ROC(By<T>::csrsv_analysis(handle, NONE, n, m.count(), descr, hip(a.value), a.offset, a.column, info, REUSE, AUTO, buffer.memory));
            ROC(By<T>::csrsv_solve(handle, NONE, n, m.count(), hip(&alpha), descr, hip(a.value), a.offset, a.column, info, hip(on_b), hip(x), AUTO, buffer.memory));
            pivots = pivots && rocsparse_csrsv_zero_pivot(handle, descr, info, &position) == rocsparse_status_success && position == -1;
            const std::vector<c64> part = triangle(m, m.value, upper, unit);
            const std::vector<c64> nothing(n), nothings(size_t(n) * sides);
            csrsv = csrsv && near(b1, joined(1. / wide(alpha), part, widened(x.read()), 0, nothing, n, n, 1));

            ROC(By<T>::csrsm_buffer_size(handle, NONE, NONE, n, sides, m.count(), hip(&alpha), descr, hip(a.value), a.offset, a.column, hip(many), n, info,
                                         AUTO, &size));
            const Device<char> buffer_m(size);
            ROC(By<T>::csrsm_analysis(handle, NONE, NONE, n, sides, m.count(), hip(&alpha), descr, hip(a.value), a.offset, a.column, hip(many), n, info, REUSE,
                                      AUTO, buffer_m.memory));
            ROC(By<T>::csrsm_solve(handle, NONE, NONE, n, sides, m.count(), hip(&alpha), descr, hip(a.value), a.offset, a.column, hip(many), n, info, AUTO,
                                   buffer_m.memory));
            csrsm = csrsm && near(b, turned(joined(1. / wide(alpha), part, turned(widened(many.read()), sides, n), 0, nothings, n, n, sides), n, sides));
        }
    pivots = pivots && rocsparse_csrsv_clear(handle, RocDescr(1), info) == rocsparse_status_success;
    result(name + "csrsv", csrsv && pivots);
    result(name + "csrsm", csrsm);
}

// Blocks of two of the same matrix, whose triangle has a block's diagonal.
template <class T> static void block_triangles(rocsparse_handle handle) {
    const int blocks = 6, block = 2, n = blocks * block;
    const T alpha = T(1);
    Matrix<T> m{n, n, {}, {}, {}};
    std::vector<T> value;
    std::vector<int> offset = {0}, column;
    for (int i = 0; i < blocks; i++) {
        for (int j = std::max(0, i - 1); j < std::min(blocks, i + 2); j++) {
            column.push_back(j);
            for (int r = 0; r < block; r++)
                for (int c = 0; c < block; c++) {
                    value.push_back(i * block + r == j * block + c ? T(5) : T(-0.5) * T(1 + r));
                    m.add(i * block + r, j * block + c, value.back());
                }
        }
        offset.push_back(int(column.size()));
    }
    const Device<int> on_offset(offset), on_column(column);
    const Device<T> on_value(value), x{size_t(n)}, factors(value);
    const std::vector<T> b = numbers<T>(n);
    const Device<T> on_b(b);
    const RocDescr descr;
    const RocInfo info;
    ROC(rocsparse_set_mat_fill_mode(descr, rocsparse_fill_mode_lower));
    const auto way = rocsparse_direction_row;
    const int count = int(column.size());
    size_t size = 0;
    int position = 0;
    ROC(By<T>::bsrsv_buffer_size(handle, way, NONE, blocks, count, descr, hip(on_value), on_offset, on_column, block, info, &size));
    const Device<char> buffer(size);
    ROC(By<T>::bsrsv_analysis(handle, way, NONE, blocks, count, descr, hip(on_value), on_offset, on_column, block, info, REUSE, AUTO, buffer.memory));
    ROC(By<T>::bsrsv_solve(handle, way, NONE, blocks, count, hip(&alpha), descr, hip(on_value), on_offset, on_column, block, info, hip(on_b), hip(x), AUTO,
                           buffer.memory));
    ROC(rocsparse_bsrsv_zero_pivot(handle, info, &position));
    const std::vector<c64> nothing(n);
    result(Type<T>::name + std::string("bsrsv"), position == -1 && near(b, joined(1, triangle(m, m.value, false, false), widened(x.read()), 0, nothing, n, n, 1)));

    // Block-tridiagonal matrices have complete factors.
    ROC(By<T>::bsrilu0_analysis(handle, way, blocks, count, descr, hip(factors), on_offset, on_column, block, info, REUSE, AUTO, buffer.memory));
    ROC(By<T>::bsrilu0(handle, way, blocks, count, descr, hip(factors), on_offset, on_column, block, info, AUTO, buffer.memory));
    const std::vector<T> lu = factors.read();
    const std::vector<c64> zeros(size_t(n) * n);
    result(Type<T>::name + std::string("bsrilu0"), is_product<T>(joined(1, triangle(m, lu, false, true), triangle(m, lu, true, false), 0, zeros, n, n, n), m));
}

template <class T> static void factors(rocsparse_handle handle) {
    const std::string name = Type<T>::name;
    const int n = 30;
    const Matrix<T> m = band<T>(n, false);
    const OnDevice<T> a(m, 0);
    const Device<T> lu(m.value), cholesky(m.value), iterated{m.value.size()};
    const RocDescr descr;
    const RocInfo info;
    const std::vector<c64> zeros(size_t(n) * n);
    size_t size = 0;
    int position = 0, iterations = 10;
    ROC(By<T>::csrilu0_buffer_size(handle, n, m.count(), descr, hip(lu), a.offset, a.column, info, &size));
    const Device<char> buffer(size);
    ROC(By<T>::csrilu0_analysis(handle, n, m.count(), descr, hip(lu), a.offset, a.column, info, REUSE, AUTO, buffer.memory));
    ROC(By<T>::csrilu0(handle, n, m.count(), descr, hip(lu), a.offset, a.column, info, AUTO, buffer.memory));
    // hypre asks by csrsv's name.
    ROC(rocsparse_csrsv_zero_pivot(handle, descr, info, &position));
    const auto is_matrix = [&](const std::vector<T> &factors) {
        return is_product<T>(joined(1, triangle(m, factors, false, true), triangle(m, factors, true, false), 0, zeros, n, n, n), m);
    };
    result(name + "csrilu0", position == -1 && is_matrix(lu.read()));
    const auto tolerance = std::real(T(1e-6));
    ROC(By<T>::itilu0(handle, rocsparse_itilu0_alg_default, 0, &iterations, tolerance, n, m.count(), a.offset, a.column, hip(a.value), hip(iterated),
                      rocsparse_index_base_zero, size, buffer.memory));
    result(name + "csritilu0", iterations == 1 && is_matrix(iterated.read()));

    ROC(By<T>::csric0_analysis(handle, n, m.count(), descr, hip(cholesky), a.offset, a.column, info, REUSE, AUTO, buffer.memory));
    ROC(By<T>::csric0(handle, n, m.count(), descr, hip(cholesky), a.offset, a.column, info, AUTO, buffer.memory));
    ROC(rocsparse_csric0_zero_pivot(handle, info, &position));
    Matrix<T> l{n, n, {}, {}, {}};
    const std::vector<T> values = cholesky.read();
    for (int k = 0; k < m.count(); k++) if (m.column[k] <= m.row[k]) l.add(m.row[k], m.column[k], values[k]);
    result(name + "csric0", position == -1 && is_product<T>(joined(1, l.dense(), l.dense(operations[2]), 0, zeros, n, n, n), m));
}

// A zero on the diagonal is told by its row, from the base on, and by the status.
static void zero_pivots(rocsparse_handle handle) {
    const Matrix<float> m{3, 3, {0, 1, 1, 2}, {0, 0, 1, 2}, {1, 1, 0, 1}};
    const OnDevice<float> a(m, 1);
    const Device<float> lu(m.value);
    const RocDescr descr(1);
    const RocInfo info, nothing;
    int position = 5, none = 5;
    ROC(rocsparse_scsrilu0_analysis(handle, 3, 4, descr, lu, a.offset, a.column, info, REUSE, AUTO, nullptr));
    ROC(rocsparse_scsrilu0(handle, 3, 4, descr, lu, a.offset, a.column, info, AUTO, nullptr));
    const bool told = rocsparse_csrilu0_zero_pivot(handle, info, &position) == rocsparse_status_zero_pivot && position == 2;
    result("zero_pivot", told && rocsparse_csrilu0_zero_pivot(handle, nothing, &none) == rocsparse_status_success && none == -1);
}

// Three diagonals: alone, and several systems side by side with a gap behind each row of them.
template <class T> static void diagonals(rocsparse_handle handle) {
    const std::string name = Type<T>::name;
    const int n = 17, systems = 3, stride = 5;
    const std::vector<T> b = numbers<T>(n);
    std::vector<T> lower(n, T(-1)), diagonal(n, T(4)), upper(n, T(0.5));
    lower[0] = upper[n - 1] = T(0);
    const auto solves = [&](const std::vector<T> &x, const std::vector<T> &right) {
        std::vector<c64> ax(n);
        for (int i = 0; i < n; i++) ax[i] = 4. * wide(x[i]) - (i ? wide(x[i - 1]) : 0) + (i < n - 1 ? 0.5 * wide(x[i + 1]) : 0);
        return near(right, ax);
    };
    const Device<T> on_lower(lower), on_diagonal(diagonal), on_upper(upper), x(b);
    size_t size = 0;
    ROC(By<T>::gtsv_buffer_size(handle, n, 1, hip(on_lower), hip(on_diagonal), hip(on_upper), hip(x), n, &size));
    const Device<char> buffer(size);
    ROC(By<T>::gtsv(handle, n, 1, hip(on_lower), hip(on_diagonal), hip(on_upper), hip(x), n, buffer.memory));
    result(name + "gtsv", solves(x.read(), b));

    const auto spread = [&](const std::vector<T> &one) {
        std::vector<T> made(size_t(n) * stride, T(77));
        for (int i = 0; i < n; i++) for (int s = 0; s < systems; s++) made[size_t(i) * stride + s] = one[i];
        return made;
    };
    std::vector<T> rights = spread(b);
    for (int i = 0; i < n; i++) rights[size_t(i) * stride + 1] = T(2) * b[i];
    const Device<T> lowers(spread(lower)), diagonals(spread(diagonal)), uppers(spread(upper)), all(rights);
    ROC(By<T>::interleaved(handle, rocsparse_gtsv_interleaved_alg_default, n, hip(lowers), hip(diagonals), hip(uppers), hip(all), systems, stride, buffer.memory));
    bool ok = true;
    const std::vector<T> got = all.read();
    for (int s = 0; s < systems; s++) {
        std::vector<T> solution, right;
        for (int i = 0; i < n; i++) solution.push_back(got[size_t(i) * stride + s]), right.push_back(rights[size_t(i) * stride + s]);
        ok = ok && solves(solution, right);
    }
    for (int i = 0; i < n; i++) for (int s = systems; s < stride; s++) ok = ok && got[size_t(i) * stride + s] == T(77);
    result(name + "gtsv_interleaved_batch", ok);
}

int main() {
    const RocContext handle;
#define CHECK(T, x) triangles<T>(handle), block_triangles<T>(handle), factors<T>(handle), diagonals<T>(handle);
    SOME_TYPES(CHECK)
    zero_pivots(handle);
    return failures != 0;
}
