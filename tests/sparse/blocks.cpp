// blocks.cpp: matrices of blocks: products, solves, factorisations and conversions; and matrices of larger elements alone, HYB, csru and colours.
#include "check.h"

// Functions by element type, which have prefixes for names.
template <class T> struct By;
#define BY(T, X)                                                                                                                    \
    template <> struct By<T> {                                                                                                       \
        static constexpr auto bsrmv = hipsparse##X##bsrmv;                                                                           \
        static constexpr auto bsrxmv = hipsparse##X##bsrxmv;                                                                         \
        static constexpr auto bsrmm = hipsparse##X##bsrmm;                                                                           \
        static constexpr auto gemvi = hipsparse##X##gemvi;                                                                           \
        static constexpr auto bsrsv2_analysis = hipsparse##X##bsrsv2_analysis;                                                       \
        static constexpr auto bsrsv2_solve = hipsparse##X##bsrsv2_solve;                                                             \
        static constexpr auto bsrsm2_analysis = hipsparse##X##bsrsm2_analysis;                                                       \
        static constexpr auto bsrsm2_solve = hipsparse##X##bsrsm2_solve;                                                             \
        static constexpr auto bsrilu02_analysis = hipsparse##X##bsrilu02_analysis;                                                   \
        static constexpr auto bsrilu02 = hipsparse##X##bsrilu02;                                                                     \
        static constexpr auto bsric02_analysis = hipsparse##X##bsric02_analysis;                                                     \
        static constexpr auto bsric02 = hipsparse##X##bsric02;                                                                       \
        static constexpr auto bsr2csr = hipsparse##X##bsr2csr;                                                                       \
        static constexpr auto csr2bsr = hipsparse##X##csr2bsr;                                                                       \
        static constexpr auto csr2gebsr = hipsparse##X##csr2gebsr;                                                                   \
        static constexpr auto gebsr2csr = hipsparse##X##gebsr2csr;                                                                   \
        static constexpr auto gebsr2gebsr = hipsparse##X##gebsr2gebsr;                                                               \
        static constexpr auto gebsr2gebsc = hipsparse##X##gebsr2gebsc;                                                               \
        static constexpr auto nnz_compress = hipsparse##X##nnz_compress;                                                             \
        static constexpr auto compress = hipsparse##X##csr2csr_compress;                                                             \
        static constexpr auto csr2hyb = hipsparse##X##csr2hyb;                                                                       \
        static constexpr auto hyb2csr = hipsparse##X##hyb2csr;                                                                       \
        static constexpr auto hybmv = hipsparse##X##hybmv;                                                                           \
        static constexpr auto csru2csr = hipsparse##X##csru2csr;                                                                     \
        static constexpr auto csr2csru = hipsparse##X##csr2csru;                                                                     \
        static constexpr auto csrcolor = hipsparse##X##csrcolor;                                                                     \
    };
EACH_TYPE(BY)

// A matrix of blocks, (height, width) each.
template <class T> struct Bsr {
    int rows, columns, height, width;  // rows and columns of blocks
    bool by_rows;
    Matrix<int> blocks;                // in memory's order
    std::vector<T> values;

    // The elements, one by one.
    Matrix<T> elements() const {
        Matrix<T> m{rows * height, columns * width, {}, {}, {}};
        for (int b = 0; b < blocks.count(); b++)
            for (int i = 0; i < height; i++)
                for (int j = 0; j < width; j++)
                    m.add(blocks.row[b] * height + i, blocks.column[b] * width + j,
                          values[size_t(b) * height * width + (by_rows ? i * width + j : j * height + i)]);
        return m;
    }
    hipsparseDirection_t way() const { return by_rows ? HIPSPARSE_DIRECTION_ROW : HIPSPARSE_DIRECTION_COLUMN; }
};
// With a diagonal of blocks if it is square; sorted by columns.
template <class T> static Bsr<T> some_blocks(int rows, int columns, int height, int width, bool by_rows) {
    Matrix<int> m{rows, columns, {}, {}, {}};
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            if ((i == j && rows == columns) || below(6) == 0) m.add(i, j, 0);
    Bsr<T> made{rows, columns, height, width, by_rows, m, numbers<T>(size_t(m.count()) * height * width)};
    return made;
}
template <class T> static std::vector<c64> widened(const std::vector<T> &from) {
    std::vector<c64> made;
    for (const T x : from) made.push_back(wide(x));
    return made;
}

template <class T> static void products(hipsparseHandle_t handle, bool by_rows) {
    const std::string name = Type<T>::name + std::string(by_rows ? "_by_rows_" : "_by_columns_");
    const Bsr<T> a = some_blocks<T>(14, 11, 3, 3, by_rows);
    const Device<int> offset(offsets(a.blocks.row, 14, 1)), column(based(a.blocks.column, 1));
    const Device<T> value(a.values);
    const Descr descr(1);
    const T alpha = T(2), beta = T(-0.5);
    const std::vector<c64> elements = a.elements().dense();
    const std::vector<T> x = numbers<T>(33), y = numbers<T>(42), b = numbers<T>(33 * 5), c = numbers<T>(42 * 5);
    const Device<T> on_x(x), on_y(y), on_b(b), on_c(c);
    const int count = a.blocks.count();
    SPARSE(By<T>::bsrmv(handle, a.way(), operations[0], 14, 11, count, hip(&alpha), descr, hip(value), offset, column, 3, hip(on_x), hip(&beta),
                        hip(on_y)));
    std::vector<c64> ax = product(elements, widened(x), 42, 33, 1), want(42);
    for (int i = 0; i < 42; i++) want[i] = wide(alpha) * ax[i] + wide(beta) * wide(y[i]);
    result(name + "bsrmv", near(on_y.read(), want));

    SPARSE(By<T>::bsrmm(handle, a.way(), operations[0], operations[1], 14, 5, 11, count, hip(&alpha), descr, hip(value), offset, column, 3, hip(on_b),
                        5, hip(&beta), hip(on_c), 42));
    const std::vector<c64> ab = product(elements, widened(b), 42, 33, 5);  // b by columns, transposed, is b by rows
    std::vector<c64> want_c(42 * 5);
    for (int i = 0; i < 42; i++)
        for (int j = 0; j < 5; j++) want_c[j * 42 + i] = wide(alpha) * ab[i * 5 + j] + wide(beta) * wide(c[j * 42 + i]);
    result(name + "bsrmm", near(on_c.read(), want_c));

    // Two rows of blocks alone.
    const std::vector<int> o = offsets(a.blocks.row, 14, 1);
    const Device<int> mask(std::vector<int>{3, 12}), begin(std::vector<int>(o.begin(), o.end() - 1)), end(std::vector<int>(o.begin() + 1, o.end()));
    const Device<T> again(y);
    SPARSE(By<T>::bsrxmv(handle, a.way(), operations[0], 2, 14, 11, count, hip(&alpha), descr, hip(value), mask, begin, end, column, 3, hip(on_x),
                         hip(&beta), hip(again)));
    for (int i = 0; i < 42; i++)
        if (i / 3 != 2 && i / 3 != 11) want[i] = wide(y[i]);
    result(name + "bsrxmv", near(again.read(), want));
}

template <class T> static void sparse_vector(hipsparseHandle_t handle) {
    const std::vector<T> a = numbers<T>(30 * 20), x = numbers<T>(4);
    const std::vector<int> index = {3, 19, 0, 7};
    const Device<T> on_a(a), on_x(x), y(size_t(30));
    const Device<int> on_index(based(index, 1));
    const T alpha = T(2), zero = T(0);
    SPARSE(By<T>::gemvi(handle, operations[0], 30, 20, hip(&alpha), hip(on_a), 30, 4, hip(on_x), on_index, hip(&zero), hip(y), HIPSPARSE_INDEX_BASE_ONE,
                        nullptr));
    std::vector<c64> want(30);
    for (int i = 0; i < 30; i++)
        for (int k = 0; k < 4; k++) want[i] += wide(alpha) * wide(a[index[k] * 30 + i]) * wide(x[k]);
    result(std::string(Type<T>::name) + "_gemvi", near(y.read(), want));
}

// Hermitian, with a large diagonal.
template <class T> static Bsr<T> dominant(int rows, int side, bool by_rows) {
    Bsr<T> a = some_blocks<T>(rows, rows, side, side, by_rows);
    const int n = rows * side;
    Matrix<int> both{rows, rows, {}, {}, {}};
    std::vector<bool> has(rows * rows);
    for (int b = 0; b < a.blocks.count(); b++) has[a.blocks.row[b] * rows + a.blocks.column[b]] = has[a.blocks.column[b] * rows + a.blocks.row[b]] = true;
    const std::vector<c64> old = a.elements().dense();
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < rows; j++)
            if (has[i * rows + j]) both.add(i, j, 0);
    a.blocks = both;
    a.values.assign(size_t(both.count()) * side * side, T(0));
    for (int b = 0; b < both.count(); b++)
        for (int i = 0; i < side; i++)
            for (int j = 0; j < side; j++) {
                const int r = both.row[b] * side + i, c = both.column[b] * side + j;
                const c64 x = r == c ? c64(60) : old[size_t(r) * n + c] + std::conj(old[size_t(c) * n + r]);
                T &to = a.values[size_t(b) * side * side + (by_rows ? i * side + j : j * side + i)];
                if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) to = T(x.real());
                else to = T(x);
            }
    return a;
}

template <class T> static void solves(hipsparseHandle_t handle, bool by_rows) {
    const std::string name = Type<T>::name + std::string(by_rows ? "_by_rows_" : "_by_columns_");
    const int rows = 12, side = 3, n = rows * side;
    const Bsr<T> a = dominant<T>(rows, side, by_rows);
    const int count = a.blocks.count();
    const Device<int> offset(offsets(a.blocks.row, rows, 0)), column(a.blocks.column);
    const Device<T> value(a.values), lu(a.values), cholesky(a.values);
    const auto policy = HIPSPARSE_SOLVE_POLICY_USE_LEVEL;
    const T alpha = T(1);
    bool right = true;
    for (const auto op : operations)
        for (const bool upper : {false, true}) {
            const Descr descr(0);
            SPARSE(hipsparseSetMatFillMode(descr, hipsparseFillMode_t(upper)));
            std::vector<c64> triangle = a.elements().dense(op);
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++)
                    if (i != j && (j > i) != (upper == (op == operations[0]))) triangle[i * n + j] = 0;
            const std::vector<T> b = numbers<T>(n * 2);
            const Device<T> on_b(b), x{size_t(n)}, xs{size_t(n) * 2};
            bsrsv2Info_t one;
            bsrsm2Info_t many;
            SPARSE(hipsparseCreateBsrsv2Info(&one));
            SPARSE(hipsparseCreateBsrsm2Info(&many));
            SPARSE(By<T>::bsrsv2_analysis(handle, a.way(), op, rows, count, descr, hip(value), offset, column, side, one, policy, nullptr));
            SPARSE(By<T>::bsrsv2_solve(handle, a.way(), op, rows, count, hip(&alpha), descr, hip(value), offset, column, side, one, hip(on_b), hip(x),
                                       policy, nullptr));
            SPARSE(By<T>::bsrsm2_analysis(handle, a.way(), op, operations[0], rows, 2, count, descr, hip(value), offset, column, side, many, policy,
                                          nullptr));
            SPARSE(By<T>::bsrsm2_solve(handle, a.way(), op, operations[0], rows, 2, count, hip(&alpha), descr, hip(value), offset, column, side, many,
                                       hip(on_b), n, hip(xs), n, policy, nullptr));
            SPARSE(hipsparseDestroyBsrsv2Info(one));
            SPARSE(hipsparseDestroyBsrsm2Info(many));
            const std::vector<T> all = xs.read(), second(all.begin() + n, all.end());
            right &= near(product(triangle, widened(x.read()), n, n, 1), widened(std::vector<T>(b.begin(), b.begin() + n)), 100 * epsilon<T>() / epsilon<c64>());
            right &= near(product(triangle, widened(second), n, n, 1), widened(std::vector<T>(b.begin() + n, b.end())), 100 * epsilon<T>() / epsilon<c64>());
        }
    result(name + "bsrsv2_and_bsrsm2", right);

    const Descr descr(0);
    bsrilu02Info_t ilu;
    bsric02Info_t ic;
    SPARSE(hipsparseCreateBsrilu02Info(&ilu));
    SPARSE(hipsparseCreateBsric02Info(&ic));
    SPARSE(By<T>::bsrilu02_analysis(handle, a.way(), rows, count, descr, hip(lu), offset, column, side, ilu, policy, nullptr));
    SPARSE(By<T>::bsrilu02(handle, a.way(), rows, count, descr, hip(lu), offset, column, side, ilu, policy, nullptr));
    SPARSE(By<T>::bsric02_analysis(handle, a.way(), rows, count, descr, hip(cholesky), offset, column, side, ic, policy, nullptr));
    SPARSE(By<T>::bsric02(handle, a.way(), rows, count, descr, hip(cholesky), offset, column, side, ic, policy, nullptr));
    int position = 0;
    right = hipsparseXbsrilu02_zeroPivot(handle, ilu, &position) == HIPSPARSE_STATUS_SUCCESS && position == -1 &&
            hipsparseXbsric02_zeroPivot(handle, ic, &position) == HIPSPARSE_STATUS_SUCCESS && position == -1;
    SPARSE(hipsparseDestroyBsrilu02Info(ilu));
    SPARSE(hipsparseDestroyBsric02Info(ic));
    Bsr<T> of_lu = a, of_c = a;
    of_lu.values = lu.read();
    of_c.values = cholesky.read();
    std::vector<c64> l = of_lu.elements().dense(), u = l, c = of_c.elements().dense(), turned(c.size());
    const std::vector<c64> want = a.elements().dense();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (i == j) l[i * n + j] = 1;
            else (j > i ? l : u)[i * n + j] = 0;
            if (j > i) c[i * n + j] = 0;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) turned[j * n + i] = std::conj(c[i * n + j]);
    const std::vector<c64> lu_product = product(l, u, n, n, n), c_product = product(c, turned, n, n, n);
    for (int b = 0; b < count; b++)
        for (int i = 0; i < side * side; i++) {
            const size_t at = size_t(a.blocks.row[b] * side + i / side) * n + a.blocks.column[b] * side + i % side;
            right &= std::abs(lu_product[at] - want[at]) < 1000 * epsilon<T>();
            right &= at / n < at % n || std::abs(c_product[at] - want[at]) < 1000 * epsilon<T>();
        }
    result(name + "bsrilu02_and_bsric02", right);
}

// The same elements, in other blocks.
template <class T> static void conversions(hipsparseHandle_t handle, bool by_rows) {
    const std::string name = Type<T>::name + std::string(by_rows ? "_by_rows_" : "_by_columns_");
    Matrix<T> m = some_matrix<T>(40, 31, 3, false);
    for (T &x : m.value)
        if (x == T(0)) x = T(1);
    m.sort_all();
    const Descr d0(0), d1(1);
    const auto way = by_rows ? HIPSPARSE_DIRECTION_ROW : HIPSPARSE_DIRECTION_COLUMN;
    const Device<int> offset(offsets(m.row, 40, 0)), column(m.column);
    const Device<T> value(m.value);
    const std::vector<c64> dense = m.dense();
    // Blocks of 3: 14 by 11 of them; then of 2 by 4 from them.
    const Device<int> b_offset(size_t(15));
    int count = 0;
    SPARSE(hipsparseXcsr2bsrNnz(handle, way, 40, 31, d0, offset, column, 3, d1, b_offset, &count));
    const Device<int> b_column{size_t(count)};
    const Device<T> b_value{size_t(count) * 9};
    SPARSE(By<T>::csr2bsr(handle, way, 40, 31, d0, hip(value), offset, column, 3, d1, hip(b_value), b_offset, b_column));
    const auto as_matrix = [](const std::vector<int> &offset, const std::vector<int> &column, const std::vector<T> &values, int base, int columns,
                              int height, int width, bool by_rows) {
        Bsr<T> made{int(offset.size()) - 1, columns, height, width, by_rows, {int(offset.size()) - 1, columns, {}, {}, {}}, values};
        for (int i = 0; i + 1 < int(offset.size()); i++)
            for (int k = offset[i] - base; k < offset[i + 1] - base; k++) made.blocks.add(i, column[k] - base, 0);
        return made;
    };
    const auto has_elements = [&](const Bsr<T> &made) {
        const std::vector<c64> got = made.elements().dense();
        const int columns = made.columns * made.width;
        bool right = made.rows * made.height >= 40 && columns >= 31;
        for (size_t at = 0; right && at < got.size(); at++) {
            const int i = int(at / columns), j = int(at % columns);
            right = got[at] == (i < 40 && j < 31 ? dense[size_t(i) * 31 + j] : c64(0));
        }
        return right;
    };
    result(name + "csr2bsr", has_elements(as_matrix(b_offset.read(), b_column.read(), b_value.read(), 1, 11, 3, 3, by_rows)));

    const Device<int> back_offset(size_t(43)), back_column{size_t(count) * 9};
    const Device<T> back_value{size_t(count) * 9};
    SPARSE(By<T>::bsr2csr(handle, way, 14, 11, d1, hip(b_value), b_offset, b_column, 3, d0, hip(back_value), back_offset, back_column));
    result(name + "bsr2csr", has_elements(as_matrix(back_offset.read(), back_column.read(), back_value.read(), 0, 33, 1, 1, true)));

    const Device<int> g_offset(size_t(22));
    int blocks = 0;
    SPARSE(hipsparseXgebsr2gebsrNnz(handle, way, 14, 11, count, d1, b_offset, b_column, 3, 3, d0, g_offset, 2, 4, &blocks, nullptr));
    const Device<int> g_column{size_t(blocks)};
    const Device<T> g_value{size_t(blocks) * 8};
    SPARSE(By<T>::gebsr2gebsr(handle, way, 14, 11, count, d1, hip(b_value), b_offset, b_column, 3, 3, d0, hip(g_value), g_offset, g_column, 2, 4,
                              nullptr));
    const Bsr<T> general = as_matrix(g_offset.read(), g_column.read(), g_value.read(), 0, 9, 2, 4, by_rows);
    result(name + "gebsr2gebsr", has_elements(general));

    const Device<int> c_offset(size_t(10)), c_row{size_t(blocks)};
    const Device<T> c_value{size_t(blocks) * 8};
    SPARSE(By<T>::gebsr2gebsc(handle, 21, 9, blocks, hip(g_value), g_offset, g_column, 2, 4, hip(c_value), c_row, c_offset, HIPSPARSE_ACTION_NUMERIC,
                              HIPSPARSE_INDEX_BASE_ZERO, nullptr));
    Bsr<T> by_columns = as_matrix(c_offset.read(), c_row.read(), c_value.read(), 0, 21, 2, 4, by_rows);
    std::swap(by_columns.blocks.row, by_columns.blocks.column);
    std::swap(by_columns.rows, by_columns.columns);
    result(name + "gebsr2gebsc", has_elements(by_columns));

    const Device<int> again_offset(size_t(21));
    int again = 0;
    SPARSE(hipsparseXcsr2gebsrNnz(handle, way, 40, 31, d0, offset, column, d1, again_offset, 2, 4, &again, nullptr));
    const Device<int> again_column{size_t(again)};
    const Device<T> again_value{size_t(again) * 8};
    SPARSE(By<T>::csr2gebsr(handle, way, 40, 31, d0, hip(value), offset, column, d1, hip(again_value), again_offset, again_column, 2, 4, nullptr));
    const Device<int> last_offset(size_t(41)), last_column{size_t(again) * 8};
    const Device<T> last_value{size_t(again) * 8};
    SPARSE(By<T>::gebsr2csr(handle, way, 20, 8, d1, hip(again_value), again_offset, again_column, 2, 4, d0, hip(last_value), last_offset, last_column));
    result(name + "csr2gebsr_and_gebsr2csr", has_elements(as_matrix(last_offset.read(), last_column.read(), last_value.read(), 0, 32, 1, 1, true)));
}

template <class T> static void others(hipsparseHandle_t handle) {
    const std::string name = Type<T>::name;
    Matrix<T> m = some_matrix<T>(50, 60, 5, false);
    m.sort_rows();
    const Descr descr(1);
    const Device<int> offset(offsets(m.row, 50, 1)), column(based(m.column, 1)), counts(size_t(50)), kept_offset(size_t(51));
    const Device<T> value(m.value);
    T tolerance = T(0.75);
    int count = 0;
    SPARSE(By<T>::nnz_compress(handle, 50, descr, hip(value), offset, counts, &count, *hip(&tolerance)));
    const Device<int> kept_column{size_t(count)};
    const Device<T> kept{size_t(count)};
    SPARSE(By<T>::compress(handle, 50, 60, descr, hip(value), column, offset, m.count(), counts, hip(kept), kept_column, kept_offset,
                           *hip(&tolerance)));
    Matrix<T> large{50, 60, {}, {}, {}};
    for (int k = 0; k < m.count(); k++)
        if (std::abs(m.value[k]) > std::abs(tolerance)) large.add(m.row[k], m.column[k], m.value[k]);
    result(name + "_csr2csr_compress", kept_offset.read() == offsets(large.row, 50, 1) && kept_column.read() == based(large.column, 1) &&
                                           kept.read() == large.value && count < m.count());

    hipsparseHybMat_t hyb;
    SPARSE(hipsparseCreateHybMat(&hyb));
    SPARSE(By<T>::csr2hyb(handle, 50, 60, descr, hip(value), offset, column, hyb, 0, HIPSPARSE_HYB_PARTITION_AUTO));
    const std::vector<T> x = numbers<T>(60);
    const Device<T> on_x(x), y(size_t(50)), back{size_t(m.count())};
    const Device<int> back_offset(size_t(51)), back_column{size_t(m.count())};
    const T one = T(1), zero = T(0);
    SPARSE(By<T>::hybmv(handle, operations[0], hip(&one), descr, hyb, hip(on_x), hip(&zero), hip(y)));
    SPARSE(By<T>::hyb2csr(handle, descr, hyb, hip(back), back_offset, back_column));
    SPARSE(hipsparseDestroyHybMat(hyb));
    result(name + "_hyb", near(y.read(), product(m.dense(), widened(x), 50, 60, 1)) && back.read() == m.value &&
                              back_offset.read() == offset.read() && back_column.read() == column.read());

    csru2csrInfo_t info;
    SPARSE(hipsparseCreateCsru2csrInfo(&info));
    const Device<T> moved(m.value);
    const Device<int> moved_column(based(m.column, 1));
    SPARSE(By<T>::csru2csr(handle, 50, 60, m.count(), descr, hip(moved), offset, moved_column, info, nullptr));
    Matrix<T> sorted = m;
    sorted.sort_all();
    bool right = moved.read() == sorted.value && moved_column.read() == based(sorted.column, 1);
    SPARSE(By<T>::csr2csru(handle, 50, 60, m.count(), descr, hip(moved), offset, moved_column, info, nullptr));
    SPARSE(hipsparseDestroyCsru2csrInfo(info));
    result(name + "_csru2csr_and_back", right && moved.read() == m.value && moved_column.read() == column.read());

    Matrix<T> square = some_matrix<T>(50, 50, 3, false);
    square.sort_rows();
    const Device<int> s_offset(offsets(square.row, 50, 1)), s_column(based(square.column, 1)), colours(size_t(50)), order(size_t(50));
    const Device<T> s_value(square.value);
    decltype(std::real(T())) fraction = 1;
    int ncolours = 0;
    hipsparseColorInfo_t colour;
    SPARSE(hipsparseCreateColorInfo(&colour));
    SPARSE(By<T>::csrcolor(handle, 50, square.count(), descr, hip(s_value), s_offset, s_column, &fraction, &ncolours, colours, order, colour));
    SPARSE(hipsparseDestroyColorInfo(colour));
    const std::vector<int> got = colours.read(), places = order.read();
    right = *std::max_element(got.begin(), got.end()) == ncolours - 1;
    for (int k = 0; k < square.count(); k++) right &= square.row[k] == square.column[k] || got[square.row[k]] != got[square.column[k]];
    std::vector<int> by_place(50, -1);
    for (int i = 0; i < 50; i++) by_place[places[i]] = got[i];
    result(name + "_csrcolor", right && std::is_sorted(by_place.begin(), by_place.end()) && by_place[0] == 0);
}

// Elements above a threshold, or a percentage of them.
static void pruned(hipsparseHandle_t handle) {
    Matrix<double> m = some_matrix<double>(50, 60, 5, false);
    m.sort_rows();
    const Descr descr(0);
    const Device<int> offset(offsets(m.row, 50, 0)), column(m.column), to_offset(size_t(51));
    const Device<double> value(m.value);
    double threshold = 0.5;
    int count = 0;
    const auto want = [&](double above) {
        Matrix<double> large{50, 60, {}, {}, {}};
        for (int k = 0; k < m.count(); k++)
            if (std::abs(m.value[k]) > above) large.add(m.row[k], m.column[k], m.value[k]);
        return large;
    };
    SPARSE(hipsparseDpruneCsr2csrNnz(handle, 50, 60, m.count(), descr, value, offset, column, &threshold, descr, to_offset, &count, nullptr));
    const Device<int> to_column{size_t(count)};
    const Device<double> to{size_t(count)};
    SPARSE(hipsparseDpruneCsr2csr(handle, 50, 60, m.count(), descr, value, offset, column, &threshold, descr, to, to_offset, to_column, nullptr));
    const Matrix<double> large = want(0.5);
    result("prune_csr", to_offset.read() == offsets(large.row, 50, 0) && to_column.read() == large.column && to.read() == large.value);

    std::vector<double> sizes;
    for (const double x : m.value) sizes.push_back(std::abs(x));
    std::sort(sizes.begin(), sizes.end());
    const Matrix<double> rest = want(sizes[size_t(std::ceil(sizes.size() * 0.4)) - 1]);
    pruneInfo_t info;
    SPARSE(hipsparseCreatePruneInfo(&info));
    SPARSE(hipsparseDpruneCsr2csrNnzByPercentage(handle, 50, 60, m.count(), descr, value, offset, column, 40, descr, to_offset, &count, info, nullptr));
    const Device<int> rest_column{size_t(count)};
    const Device<double> rest_value{size_t(count)};
    SPARSE(hipsparseDpruneCsr2csrByPercentage(handle, 50, 60, m.count(), descr, value, offset, column, 40, descr, rest_value, to_offset, rest_column,
                                              info, nullptr));
    SPARSE(hipsparseDestroyPruneInfo(info));
    result("prune_csr_by_percentage",
           to_offset.read() == offsets(rest.row, 50, 0) && rest_column.read() == rest.column && rest_value.read() == rest.value);

    // Dense, column-major; row by row in the result.
    const std::vector<double> a = {0.1, 2, -3, 0, 0.6, -0.4};
    const Device<double> dense(a), kept(size_t(3));
    const Device<int> two_offset(size_t(3)), two_column(size_t(3));
    SPARSE(hipsparseDpruneDense2csrNnz(handle, 2, 3, dense, 2, &threshold, descr, two_offset, &count, nullptr));
    SPARSE(hipsparseDpruneDense2csr(handle, 2, 3, dense, 2, &threshold, descr, kept, two_offset, two_column, nullptr));
    result("prune_dense", count == 3 && two_offset.read() == std::vector<int>{0, 2, 3} && two_column.read() == std::vector<int>{1, 2, 0} &&
                              kept.read() == std::vector<double>{-3, 0.6, 2});
}

template <class T> static void all(hipsparseHandle_t handle) {
    for (const bool by_rows : {false, true}) {
        products<T>(handle, by_rows);
        solves<T>(handle, by_rows);
        conversions<T>(handle, by_rows);
    }
    sparse_vector<T>(handle);
    others<T>(handle);
}

int main() {
    const Context handle;
    each_type([&](auto number) { all<decltype(number)>(handle); });
    pruned(handle);
    return failures != 0;
}
