// solves.cpp: triangles of sparse matrices, incomplete factorisations and banded systems.
#include "check.h"

// Functions by element type, which have prefixes for names.
template <class T> struct By;
#define BY(T, X)                                                                                                                    \
    template <> struct By<T> {                                                                                                       \
        static constexpr auto csrsv2_analysis = hipsparse##X##csrsv2_analysis;                                                       \
        static constexpr auto csrsv2_solve = hipsparse##X##csrsv2_solve;                                                             \
        static constexpr auto csrsm2_analysis = hipsparse##X##csrsm2_analysis;                                                       \
        static constexpr auto csrsm2_solve = hipsparse##X##csrsm2_solve;                                                             \
        static constexpr auto csrilu02_analysis = hipsparse##X##csrilu02_analysis;                                                   \
        static constexpr auto csrilu02 = hipsparse##X##csrilu02;                                                                     \
        static constexpr auto csrilu02_boost = hipsparse##X##csrilu02_numericBoost;                                                  \
        static constexpr auto csric02_analysis = hipsparse##X##csric02_analysis;                                                     \
        static constexpr auto csric02 = hipsparse##X##csric02;                                                                       \
        static constexpr auto gtsv2 = hipsparse##X##gtsv2;                                                                           \
        static constexpr auto gtsv2_nopivot = hipsparse##X##gtsv2_nopivot;                                                           \
        static constexpr auto strided = hipsparse##X##gtsv2StridedBatch;                                                             \
        static constexpr auto interleaved = hipsparse##X##gtsvInterleavedBatch;                                                      \
        static constexpr auto gpsv = hipsparse##X##gpsvInterleavedBatch;                                                             \
    };
EACH_TYPE(BY)

// A square matrix with a large diagonal, of n rows; `chain` has each row need the one before.
template <class T> static Matrix<T> square(int n, bool chain) {
    Matrix<T> m = some_matrix<T>(n, n, 3, true);
    for (T &x : m.value) x = x / T(chain ? 8 : 16);
    for (int i = 0; i < n; i++) {
        m.add(i, i, T(4));
        if (chain && i) m.add(i, i - 1, T(0.5)), m.add(i - 1, i, T(0.25));
    }
    std::vector<int> order(m.count());
    for (int k = 0; k < m.count(); k++) order[k] = k;
    std::shuffle(order.begin(), order.end(), random_bits());
    m.reorder(order);
    m.sort_rows();
    return m;
}

// The triangle of op(A) that is solved with, and its product with x.
template <class T> static std::vector<c64> triangle(const Matrix<T> &m, hipsparseOperation_t op, bool upper, bool unit) {
    std::vector<c64> all = m.dense(op);
    const bool is_upper = upper == (op == operations[0]);
    for (int i = 0; i < m.rows; i++)
        for (int j = 0; j < m.rows; j++) {
            c64 &x = all[size_t(i) * m.rows + j];
            if (i != j && (j > i) != is_upper) x = 0;
            if (i == j && unit) x = 1;
        }
    return all;
}

template <class T> static void triangles(hipsparseHandle_t handle, int n, bool chain) {
    const std::string name = Type<T>::name + std::string(chain ? "_chain_" : "_");
    const int sides = 5, base = chain;
    const Matrix<T> m = square<T>(n, chain);
    const Device<int> offset(offsets(m.row, n, base)), column(based(m.column, base));
    const Device<T> value(m.value);
    const T alpha = T(2);
    bool csrsv = true, csrsm = true, spsv = true, spsm = true;
    csrsv2Info_t info;
    SPARSE(hipsparseCreateCsrsv2Info(&info));  // one for all triangles
    for (const auto op : operations)
        for (const bool upper : {false, true})
            for (const bool unit : {false, true}) {
                const std::vector<c64> a = triangle(m, op, upper, unit);
                const std::vector<T> b = numbers<T>(size_t(n) * sides);
                // The first right side alone, by csrsv2 and SpSV.
                const std::vector<T> first(b.begin(), b.begin() + n);
                const auto solves = [&](const std::vector<T> &x, int columns, bool conjugated) {
                    for (int j = 0; j < columns; j++) {
                        const std::vector<T> one(x.begin() + size_t(j) * n, x.begin() + size_t(j + 1) * n);
                        std::vector<c64> w;
                        for (const T e : one) w.push_back(wide(e));
                        const std::vector<c64> ax = product(a, w, n, n, 1);
                        for (int i = 0; i < n; i++) {
                            const c64 e = wide(b[size_t(j) * n + i]);
                            if (!(std::abs(ax[i] - wide(alpha) * (conjugated ? std::conj(e) : e)) < 1000 * epsilon<T>())) return false;
                        }
                    }
                    return true;
                };
                const Device<T> on_b(b), x{size_t(n)}, all{size_t(n) * sides};
                const Descr descr(base);
                SPARSE(hipsparseSetMatFillMode(descr, hipsparseFillMode_t(upper)));
                SPARSE(hipsparseSetMatDiagType(descr, hipsparseDiagType_t(unit)));
                const auto policy = HIPSPARSE_SOLVE_POLICY_USE_LEVEL;
                SPARSE(By<T>::csrsv2_analysis(handle, op, n, m.count(), descr, hip(value), offset, column, info, policy, nullptr));
                SPARSE(By<T>::csrsv2_solve(handle, op, n, m.count(), hip(&alpha), descr, hip(value), offset, column, info, hip(on_b), hip(x), policy,
                                           nullptr));
                int position = 7;
                csrsv &= hipsparseXcsrsv2_zeroPivot(handle, info, &position) == HIPSPARSE_STATUS_SUCCESS && position == -1;
                csrsv &= solves(x.read(), 1, false);

                csrsm2Info_t many;
                SPARSE(hipsparseCreateCsrsm2Info(&many));
                const Device<T> in_place(b);
                SPARSE(By<T>::csrsm2_analysis(handle, 0, op, operations[0], n, sides, m.count(), hip(&alpha), descr, hip(value), offset, column,
                                              hip(in_place), n, many, policy, nullptr));
                SPARSE(By<T>::csrsm2_solve(handle, 0, op, operations[0], n, sides, m.count(), hip(&alpha), descr, hip(value), offset, column,
                                           hip(in_place), n, many, policy, nullptr));
                csrsm &= solves(in_place.read(), sides, false);
                SPARSE(hipsparseDestroyCsrsm2Info(many));

                hipsparseSpMatDescr_t ma;
                SPARSE(hipsparseCreateCsr(&ma, n, n, m.count(), offset, column, value, HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_32I,
                                          hipsparseIndexBase_t(base), Type<T>::data));
                const auto fill = hipsparseFillMode_t(upper);
                const auto diag = hipsparseDiagType_t(unit);
                SPARSE(hipsparseSpMatSetAttribute(ma, HIPSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
                SPARSE(hipsparseSpMatSetAttribute(ma, HIPSPARSE_SPMAT_DIAG_TYPE, &diag, sizeof diag));
                hipsparseDnVecDescr_t vb, vx;
                SPARSE(hipsparseCreateDnVec(&vb, n, on_b, Type<T>::data));
                SPARSE(hipsparseCreateDnVec(&vx, n, x, Type<T>::data));
                HIP(hipMemset(x, 0xee, n * sizeof(T)));
                hipsparseSpSVDescr_t one_side;
                SPARSE(hipsparseSpSV_createDescr(&one_side));
                SPARSE(hipsparseSpSV_analysis(handle, op, &alpha, ma, vb, vx, Type<T>::data, HIPSPARSE_SPSV_ALG_DEFAULT, one_side, nullptr));
                SPARSE(hipsparseSpSV_solve(handle, op, &alpha, ma, vb, vx, Type<T>::data, HIPSPARSE_SPSV_ALG_DEFAULT, one_side));
                spsv &= solves(x.read(), 1, false);
                SPARSE(hipsparseSpSV_destroyDescr(one_side));

                // The right sides by rows, conjugated: as their own conjugate transposed.
                hipsparseDnMatDescr_t mb, mx;
                SPARSE(hipsparseCreateDnMat(&mb, sides, n, n, on_b, Type<T>::data, HIPSPARSE_ORDER_ROW));
                SPARSE(hipsparseCreateDnMat(&mx, n, sides, n, all, Type<T>::data, HIPSPARSE_ORDER_COL));
                hipsparseSpSMDescr_t several;
                SPARSE(hipsparseSpSM_createDescr(&several));
                SPARSE(hipsparseSpSM_analysis(handle, op, operations[2], &alpha, ma, mb, mx, Type<T>::data, HIPSPARSE_SPSM_ALG_DEFAULT, several, nullptr));
                SPARSE(hipsparseSpSM_solve(handle, op, operations[2], &alpha, ma, mb, mx, Type<T>::data, HIPSPARSE_SPSM_ALG_DEFAULT, several, nullptr));
                spsm &= solves(all.read(), sides, true);
                SPARSE(hipsparseSpSM_destroyDescr(several));
                SPARSE(hipsparseDestroyDnMat(mb));
                SPARSE(hipsparseDestroyDnMat(mx));
                SPARSE(hipsparseDestroyDnVec(vb));
                SPARSE(hipsparseDestroyDnVec(vx));
                SPARSE(hipsparseDestroySpMat(ma));
            }
    SPARSE(hipsparseDestroyCsrsv2Info(info));
    result(name + "csrsv2", csrsv);
    result(name + "csrsm2", csrsm);
    result(name + "spsv", spsv);
    result(name + "spsm", spsm);
}

// A Hermitian matrix with a large diagonal, each place once.
template <class T> static Matrix<T> hermitian(int n) {
    const Matrix<T> some = some_matrix<T>(n, n, 2, false);
    std::vector<c64> all(size_t(n) * n);
    for (int k = 0; k < some.count(); k++) all[size_t(some.row[k]) * n + some.column[k]] = wide(some.value[k]);
    Matrix<T> m{n, n, {}, {}, {}};
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const c64 x = all[size_t(i) * n + j] + std::conj(all[size_t(j) * n + i]);
            T value;
            if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) value = T(x.real());
            else value = T(x);
            if (i == j) m.add(i, j, T(300));
            else if (x != c64(0)) m.add(i, j, value);
        }
    return m;
}

// On a row's entries in no order, as memory may have them.
template <class T> static void factors(hipsparseHandle_t handle, bool sorted) {
    const std::string name = Type<T>::name + std::string(sorted ? "_" : "_unsorted_");
    const int n = 90;
    Matrix<T> m = hermitian<T>(n);
    if (!sorted) {
        std::vector<int> order(m.count());
        for (int k = 0; k < m.count(); k++) order[k] = k;
        std::shuffle(order.begin(), order.end(), random_bits());
        m.reorder(order);
        m.sort_rows();
    }
    const Descr descr(1);
    const Device<int> offset(offsets(m.row, n, 1)), column(based(m.column, 1));
    const Device<T> lu(m.value), cholesky(m.value);
    const auto policy = HIPSPARSE_SOLVE_POLICY_NO_LEVEL;
    csrilu02Info_t ilu;
    SPARSE(hipsparseCreateCsrilu02Info(&ilu));
    SPARSE(By<T>::csrilu02_analysis(handle, n, m.count(), descr, hip(lu), offset, column, ilu, policy, nullptr));
    SPARSE(By<T>::csrilu02(handle, n, m.count(), descr, hip(lu), offset, column, ilu, policy, nullptr));
    int position = 0;
    const bool no_pivot = hipsparseXcsrilu02_zeroPivot(handle, ilu, &position) == HIPSPARSE_STATUS_SUCCESS && position == -1;
    SPARSE(hipsparseDestroyCsrilu02Info(ilu));
    csric02Info_t ic;
    SPARSE(hipsparseCreateCsric02Info(&ic));
    SPARSE(By<T>::csric02_analysis(handle, n, m.count(), descr, hip(cholesky), offset, column, ic, policy, nullptr));
    SPARSE(By<T>::csric02(handle, n, m.count(), descr, hip(cholesky), offset, column, ic, policy, nullptr));
    SPARSE(hipsparseXcsric02_zeroPivot(handle, ic, &position));
    SPARSE(hipsparseDestroyCsric02Info(ic));

    // The definitions: (LU)(i, j) and (LL*)(i, j) are A's where A has an entry.
    std::vector<bool> has(size_t(n) * n);
    for (int k = 0; k < m.count(); k++) has[size_t(m.row[k]) * n + m.column[k]] = true;
    const std::vector<c64> a = m.dense();
    Matrix<T> l{n, n, m.row, m.column, lu.read()}, u = l, c{n, n, m.row, m.column, cholesky.read()};
    bool upper_stays = true;
    for (int k = 0; k < m.count(); k++) {
        if (m.row[k] == m.column[k]) l.value[k] = T(1);
        else if (m.row[k] > m.column[k]) u.value[k] = T(0);
        else {
            l.value[k] = T(0);
            upper_stays &= c.value[k] == m.value[k];
            c.value[k] = T(0);
        }
    }
    const std::vector<c64> of_lu = product(l.dense(), u.dense(), n, n, n), of_c = product(c.dense(), c.dense(operations[2]), n, n, n);
    bool right_lu = no_pivot, right_c = upper_stays && position == -1;
    for (size_t i = 0; i < a.size(); i++)
        if (has[i]) {
            right_lu &= std::abs(of_lu[i] - a[i]) < 1000 * epsilon<T>();
            right_c &= i / n < i % n || std::abs(of_c[i] - a[i]) < 3000 * epsilon<T>();
        }
    result(name + "csrilu02", right_lu);
    result(name + "csric02", right_c);
}

// Where the diagonal has no entry, or a zero, functions say so, and a boost mends it.
static void pivots(hipsparseHandle_t handle) {
    const Descr descr(1);
    const Device<int> offset(std::vector<int>{1, 2, 4, 6}), column(std::vector<int>{1, 1, 2, 1, 2});
    const Device<double> value(std::vector<double>{2, 4, 3, 6, 5}), x(std::vector<double>{2, 4, 6});
    const auto policy = HIPSPARSE_SOLVE_POLICY_USE_LEVEL;
    csrsv2Info_t sv;
    SPARSE(hipsparseCreateCsrsv2Info(&sv));
    SPARSE(hipsparseDcsrsv2_analysis(handle, operations[0], 3, 5, descr, value, offset, column, sv, policy, nullptr));
    int position = 0;
    bool right = hipsparseXcsrsv2_zeroPivot(handle, sv, &position) == HIPSPARSE_STATUS_ZERO_PIVOT && position == 3;
    SPARSE(hipsparseDestroyCsrsv2Info(sv));
    // The second row becomes 4 / 2 and 3 - 2 * 1.5 = 0.
    const Device<int> full_offset(std::vector<int>{1, 3, 5}), full_column(std::vector<int>{1, 2, 1, 2});
    const Device<double> full(std::vector<double>{2, 1.5, 4, 3});
    csrilu02Info_t ilu;
    SPARSE(hipsparseCreateCsrilu02Info(&ilu));
    SPARSE(hipsparseDcsrilu02_analysis(handle, 2, 4, descr, full, full_offset, full_column, ilu, policy, nullptr));
    right &= hipsparseXcsrilu02_zeroPivot(handle, ilu, &position) == HIPSPARSE_STATUS_SUCCESS && position == -1;
    SPARSE(hipsparseDcsrilu02(handle, 2, 4, descr, full, full_offset, full_column, ilu, policy, nullptr));
    right &= hipsparseXcsrilu02_zeroPivot(handle, ilu, &position) == HIPSPARSE_STATUS_ZERO_PIVOT && position == 2;
    right &= full.read() == std::vector<double>{2, 1.5, 2, 0};
    const Device<double> again(std::vector<double>{2, 1.5, 4, 3});
    double tolerance = 1e-3, boost = 0.25;
    SPARSE(hipsparseDcsrilu02_numericBoost(handle, ilu, 1, &tolerance, &boost));
    SPARSE(hipsparseDcsrilu02(handle, 2, 4, descr, again, full_offset, full_column, ilu, policy, nullptr));
    right &= hipsparseXcsrilu02_zeroPivot(handle, ilu, &position) == HIPSPARSE_STATUS_SUCCESS && position == -1;
    right &= again.read() == std::vector<double>{2, 1.5, 2, 0.25};
    SPARSE(hipsparseDestroyCsrilu02Info(ilu));
    result("zero_pivots", right);
}

// diagonals[d](row, system) times x is b, for diagonals from -L to L.
template <class T, int L> static bool solves_band(const std::vector<T> (&diagonals)[2 * L + 1], const std::vector<T> &x, const std::vector<T> &b, int rows,
                                                  int systems, int step, int stride, int matrix_stride) {
    for (int s = 0; s < systems; s++)
        for (int i = 0; i < rows; i++) {
            c64 sum = 0;
            double size = 1;
            for (int d = -L; d <= L; d++)
                if (i + d >= 0 && i + d < rows) {
                    const c64 term = wide(diagonals[d + L][size_t(i) * step + size_t(s) * matrix_stride]) * wide(x[size_t(i + d) * step + size_t(s) * stride]);
                    sum += term;
                    size += std::abs(term);
                }
            if (!(std::abs(sum - wide(b[size_t(i) * step + size_t(s) * stride])) < 100 * size * epsilon<T>())) return false;
        }
    return true;
}

template <class T> static void bands(hipsparseHandle_t handle) {
    const std::string name = Type<T>::name;
    const int n = 70, systems = 9;
    const auto diagonal = [&](size_t count, double shift) {
        std::vector<T> made = numbers<T>(count);
        for (T &x : made) x = x / T(2) + T(shift);
        return made;
    };
    {
        // No diagonal at all in some rows: nothing but a choice of pivots solves it.
        std::vector<T> of[3] = {diagonal(n, 2), diagonal(n, 0), diagonal(n, 2)};
        for (int i = 0; i < n; i += 7) of[1][i] = T(0);
        const std::vector<T> b = numbers<T>(size_t(n + 2) * systems);
        const Device<T> dl(of[0]), d(of[1]), du(of[2]), x(b);
        SPARSE(By<T>::gtsv2(handle, n, systems, hip(dl), hip(d), hip(du), hip(x), n + 2, nullptr));
        result(name + "_gtsv2", solves_band<T, 1>(of, x.read(), b, n, systems, 1, n + 2, 0));
    }
    {
        const std::vector<T> of[3] = {diagonal(n, 0), diagonal(n, 4), diagonal(n, 0)};
        const std::vector<T> b = numbers<T>(size_t(n) * systems);
        const Device<T> dl(of[0]), d(of[1]), du(of[2]), x(b);
        SPARSE(By<T>::gtsv2_nopivot(handle, n, systems, hip(dl), hip(d), hip(du), hip(x), n, nullptr));
        result(name + "_gtsv2_nopivot", solves_band<T, 1>(of, x.read(), b, n, systems, 1, n, 0));
    }
    {
        const size_t count = size_t(n + 3) * systems;
        const std::vector<T> of[3] = {diagonal(count, 0), diagonal(count, 4), diagonal(count, 0)}, b = numbers<T>(count);
        const Device<T> dl(of[0]), d(of[1]), du(of[2]), x(b);
        SPARSE(By<T>::strided(handle, n, hip(dl), hip(d), hip(du), hip(x), systems, n + 3, nullptr));
        result(name + "_gtsv2_strided", solves_band<T, 1>(of, x.read(), b, n, systems, 1, n + 3, n + 3));
    }
    {
        const size_t count = size_t(n) * systems;
        const std::vector<T> of[5] = {diagonal(count, 0), diagonal(count, 0.5), diagonal(count, 5), diagonal(count, 0), diagonal(count, 0.5)};
        const std::vector<T> b = numbers<T>(count), three[3] = {of[1], of[2], of[3]};
        const Device<T> ds(of[0]), dl(of[1]), d(of[2]), du(of[3]), dw(of[4]), x(b), y(b);
        SPARSE(By<T>::interleaved(handle, 1, n, hip(dl), hip(d), hip(du), hip(x), systems, nullptr));
        result(name + "_gtsv_interleaved", solves_band<T, 1>(three, x.read(), b, n, systems, systems, 1, 1));
        SPARSE(By<T>::gpsv(handle, 0, n, hip(ds), hip(dl), hip(d), hip(du), hip(dw), hip(y), systems, nullptr));
        result(name + "_gpsv_interleaved", solves_band<T, 2>(of, y.read(), b, n, systems, systems, 1, 1));
    }
}

template <class T> static void all(hipsparseHandle_t handle) {
    triangles<T>(handle, 150, false);
    triangles<T>(handle, 120, true);
    factors<T>(handle, true);
    factors<T>(handle, false);
    bands<T>(handle);
}

int main() {
    const Context handle;
    each_type([&](auto number) { all<decltype(number)>(handle); });
    pivots(handle);
    return failures != 0;
}
