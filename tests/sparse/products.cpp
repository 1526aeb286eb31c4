// products.cpp: sparse matrices of every format, base and width of index times vectors and dense matrices, and vectors with vectors.
#include "check.h"

const hipsparseFormat_t formats[] = {HIPSPARSE_FORMAT_CSR, HIPSPARSE_FORMAT_CSC, HIPSPARSE_FORMAT_COO, HIPSPARSE_FORMAT_COO_AOS};
const char *const format_names[] = {"", "csr", "csc", "coo", "aos"};

// A matrix on the device in one of the formats, with indices of type I.
template <class T, class I> struct OnDevice {
    hipsparseSpMatDescr_t descr = nullptr;
    Device<I> first, second;
    Device<T> value;

    static std::vector<I> first_indices(const Matrix<T> &m, hipsparseFormat_t format, int base) {
        if (format == HIPSPARSE_FORMAT_CSR) return offsets<I>(m.row, m.rows, base);
        if (format == HIPSPARSE_FORMAT_CSC) return offsets<I>(m.column, m.columns, base);
        if (format == HIPSPARSE_FORMAT_COO) return based<I>(m.row, base);
        std::vector<I> both;
        for (int k = 0; k < m.count(); k++) both.insert(both.end(), {I(m.row[k] + base), I(m.column[k] + base)});
        return both;
    }
    OnDevice(const Matrix<T> &m, hipsparseFormat_t format, int base)
        : first(first_indices(m, format, base)), second(based<I>(format == HIPSPARSE_FORMAT_CSC ? m.row : m.column, base)), value(m.value) {
        const auto type = sizeof(I) == 8 ? HIPSPARSE_INDEX_64I : HIPSPARSE_INDEX_32I;
        const auto from = hipsparseIndexBase_t(base);
        void *const f = first, *const s = second, *const v = value;
        switch (format) {
            case HIPSPARSE_FORMAT_CSR: SPARSE(hipsparseCreateCsr(&descr, m.rows, m.columns, m.count(), f, s, v, type, type, from, Type<T>::data)); break;
            case HIPSPARSE_FORMAT_CSC: SPARSE(hipsparseCreateCsc(&descr, m.rows, m.columns, m.count(), f, s, v, type, type, from, Type<T>::data)); break;
            case HIPSPARSE_FORMAT_COO: SPARSE(hipsparseCreateCoo(&descr, m.rows, m.columns, m.count(), f, s, v, type, from, Type<T>::data)); break;
            default: SPARSE(hipsparseCreateCooAoS(&descr, m.rows, m.columns, m.count(), f, v, type, from, Type<T>::data));
        }
    }
    ~OnDevice() { SPARSE(hipsparseDestroySpMat(descr)); }
};

// The order that entries have in memory: lines together where the format says so; COO in any order at all.
template <class T> Matrix<T> in_order_of(Matrix<T> m, hipsparseFormat_t format) {
    if (format == HIPSPARSE_FORMAT_CSR) m.sort_rows();
    else if (format == HIPSPARSE_FORMAT_CSC) m.sort_columns();
    else {
        std::vector<int> order(m.count());
        for (int k = 0; k < m.count(); k++) order[k] = k;
        std::shuffle(order.begin(), order.end(), random_bits());
        m.reorder(order);
    }
    return m;
}

template <class T, class I>
static bool spmv_is_right(hipsparseHandle_t handle, const Matrix<T> &matrix, hipsparseFormat_t format, int base, hipsparseOperation_t op, T alpha,
                          T beta, bool on_device) {
    const Matrix<T> m = in_order_of(matrix, format);
    const bool turned = op != HIPSPARSE_OPERATION_NON_TRANSPOSE;
    const int rows = turned ? m.columns : m.rows, columns = turned ? m.rows : m.columns;
    const OnDevice<T, I> a(m, format, base);
    const std::vector<T> x = numbers<T>(columns), y = beta == T(0) ? std::vector<T>(rows, T(NAN)) : numbers<T>(rows);
    const Device<T> on_x(x), on_y(y), scalars(std::vector<T>{alpha, beta});
    hipsparseDnVecDescr_t vx, vy;
    SPARSE(hipsparseCreateDnVec(&vx, columns, on_x, Type<T>::data));
    SPARSE(hipsparseCreateDnVec(&vy, rows, on_y, Type<T>::data));
    SPARSE(hipsparseSetPointerMode(handle, on_device ? HIPSPARSE_POINTER_MODE_DEVICE : HIPSPARSE_POINTER_MODE_HOST));
    const T *const pa = on_device ? scalars.memory : &alpha, *const pb = on_device ? scalars.memory + 1 : &beta;
    size_t bytes;
    SPARSE(hipsparseSpMV_bufferSize(handle, op, pa, a.descr, vx, pb, vy, Type<T>::data, HIPSPARSE_SPMV_ALG_DEFAULT, &bytes));
    const Device<char> buffer(bytes);
    // The second algorithms' sums have one order.
    const hipsparseSpMVAlg_t algorithms[] = {HIPSPARSE_SPMV_ALG_DEFAULT, HIPSPARSE_SPMV_COO_ALG2, HIPSPARSE_SPMV_CSR_ALG2};
    std::vector<std::vector<T>> got;
    for (const auto alg : algorithms) {
        HIP(hipMemcpy(on_y, y.data(), y.size() * sizeof(T), hipMemcpyHostToDevice));
        SPARSE(hipsparseSpMV(handle, op, pa, a.descr, vx, pb, vy, Type<T>::data, alg, buffer.memory));
        got.push_back(on_y.read());
    }
    SPARSE(hipsparseSetPointerMode(handle, HIPSPARSE_POINTER_MODE_HOST));
    SPARSE(hipsparseDestroyDnVec(vx));
    SPARSE(hipsparseDestroyDnVec(vy));
    std::vector<c64> wx, want;
    for (const T e : x) wx.push_back(wide(e));
    want = product(m.dense(op), wx, rows, columns, 1);
    for (int i = 0; i < rows; i++) want[i] = wide(alpha) * want[i] + (beta == T(0) ? c64(0) : wide(beta) * wide(y[i]));
    return near(got[0], want) && near(got[1], want) && (rows == 0 || !memcmp(got[1].data(), got[2].data(), rows * sizeof(T)));
}

template <class T> static void spmv(hipsparseHandle_t handle) {
    for (const auto format : formats) {
        bool right = true;
        for (const auto op : operations)
            for (const bool twice : {false, true}) {
                const Matrix<T> m = some_matrix<T>(211, 330, 8, twice);
                right &= spmv_is_right<T, int>(handle, m, format, 0, op, T(1.5), T(0), false);
                right &= spmv_is_right<T, int64_t>(handle, m, format, 1, op, T(-0.5), T(2), true);
            }
        result(std::string(Type<T>::name) + "_spmv_" + format_names[format], right);
        right = spmv_is_right<T, int>(handle, {7, 9, {}, {}, {}}, format, 1, operations[0], T(1), T(2), false) &&
                spmv_is_right<T, int>(handle, {7, 9, {}, {}, {}}, format, 0, operations[1], T(1), T(0), false) &&
                spmv_is_right<T, int>(handle, {0, 9, {}, {}, {}}, format, 0, operations[0], T(1), T(1), false) &&
                spmv_is_right<T, int>(handle, {5, 0, {}, {}, {}}, format, 0, operations[0], T(1), T(3), false);
        result(std::string(Type<T>::name) + "_spmv_of_nothing_" + format_names[format], right);
    }
}

// Rows of which a GPU's whole block takes one, beside short and empty ones.
template <class T> static void long_rows(hipsparseHandle_t handle) {
    Matrix<T> m = some_matrix<T>(40, 6000, 3, false);
    for (const auto &[row, count] : {std::pair(3, 5000), std::pair(4, 2500), std::pair(39, 2049)})
        for (int k = 0; k < count; k++) m.add(row, below(6000), Random<T>::number() / T(3));  // whose sums depend on their order
    bool right = true;
    for (const auto op : operations) right &= spmv_is_right<T, int>(handle, m, HIPSPARSE_FORMAT_CSR, 0, op, T(1.5), T(-1), false);
    result(std::string(Type<T>::name) + "_spmv_of_long_rows", right);
}

// C = alpha op(A) op(B) + beta C, in either order of elements, with room behind lines.
template <class T>
static bool spmm_is_right(hipsparseHandle_t handle, const Matrix<T> &matrix, hipsparseFormat_t format, hipsparseOperation_t op_a, hipsparseOperation_t op_b,
                          bool b_by_rows, bool c_by_rows) {
    const Matrix<T> m = in_order_of(matrix, format);
    const bool turned = op_a != HIPSPARSE_OPERATION_NON_TRANSPOSE, turned_b = op_b != HIPSPARSE_OPERATION_NON_TRANSPOSE;
    const int rows = turned ? m.columns : m.rows, inner = turned ? m.rows : m.columns, columns = 13;
    const int b_rows = turned_b ? columns : inner, b_columns = turned_b ? inner : columns;
    const int ldb = (b_by_rows ? b_columns : b_rows) + 3, ldc = (c_by_rows ? columns : rows) + 2;
    const OnDevice<T, int> a(m, format, 0);
    const std::vector<T> b = numbers<T>(size_t(ldb) * (b_by_rows ? b_rows : b_columns)), c = numbers<T>(size_t(ldc) * (c_by_rows ? rows : columns));
    const Device<T> on_b(b), on_c(c);
    hipsparseDnMatDescr_t mb, mc;
    SPARSE(hipsparseCreateDnMat(&mb, b_rows, b_columns, ldb, on_b, Type<T>::data, b_by_rows ? HIPSPARSE_ORDER_ROW : HIPSPARSE_ORDER_COL));
    SPARSE(hipsparseCreateDnMat(&mc, rows, columns, ldc, on_c, Type<T>::data, c_by_rows ? HIPSPARSE_ORDER_ROW : HIPSPARSE_ORDER_COL));
    const T alpha = T(0.5), beta = T(2);
    SPARSE(hipsparseSpMM(handle, op_a, op_b, &alpha, a.descr, mb, &beta, mc, Type<T>::data, HIPSPARSE_SPMM_ALG_DEFAULT, nullptr));
    SPARSE(hipsparseDestroyDnMat(mb));
    SPARSE(hipsparseDestroyDnMat(mc));
    std::vector<c64> right(size_t(inner) * columns);
    for (int i = 0; i < inner; i++)
        for (int j = 0; j < columns; j++) {
            const int r = turned_b ? j : i, s = turned_b ? i : j;
            const c64 x = wide(b[b_by_rows ? size_t(r) * ldb + s : size_t(s) * ldb + r]);
            right[size_t(i) * columns + j] = op_b == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? std::conj(x) : x;
        }
    const std::vector<c64> ab = product(m.dense(op_a), right, rows, inner, columns);
    std::vector<c64> want;
    for (const T x : c) want.push_back(wide(x));  // what stands between lines stays
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            c64 &x = want[c_by_rows ? size_t(i) * ldc + j : size_t(j) * ldc + i];
            x = wide(alpha) * ab[size_t(i) * columns + j] + wide(beta) * x;
        }
    return near(on_c.read(), want);
}

template <class T> static void spmm(hipsparseHandle_t handle) {
    for (const auto format : formats) {
        bool right = true;
        for (const auto op_a : operations)
            for (const auto op_b : operations) {
                const Matrix<T> m = some_matrix<T>(61, 77, 5, true);
                right &= spmm_is_right(handle, m, format, op_a, op_b, op_a != op_b, op_a == op_b);
                right &= spmm_is_right(handle, m, format, op_a, op_b, op_a == op_b, op_a == op_b);
            }
        result(std::string(Type<T>::name) + "_spmm_" + format_names[format], right);
    }
}

// One sparse matrix by several dense ones that lie one behind the other.
static void batches(hipsparseHandle_t handle) {
    Matrix<float> m = some_matrix<float>(20, 30, 4, false);
    m.sort_rows();
    const OnDevice<float, int> a(m, HIPSPARSE_FORMAT_CSR, 0);
    const std::vector<float> b = numbers<float>(3 * 30 * 4);
    const Device<float> on_b(b), on_c(size_t(3 * 20 * 4));
    hipsparseDnMatDescr_t mb, mc;
    SPARSE(hipsparseCreateDnMat(&mb, 30, 4, 30, on_b, HIP_R_32F, HIPSPARSE_ORDER_COL));
    SPARSE(hipsparseCreateDnMat(&mc, 20, 4, 20, on_c, HIP_R_32F, HIPSPARSE_ORDER_COL));
    SPARSE(hipsparseDnMatSetStridedBatch(mb, 3, 120));
    SPARSE(hipsparseDnMatSetStridedBatch(mc, 3, 80));
    const float one = 1, zero = 0;
    SPARSE(hipsparseSpMM(handle, operations[0], operations[0], &one, a.descr, mb, &zero, mc, HIP_R_32F, HIPSPARSE_SPMM_CSR_ALG1, nullptr));
    std::vector<c64> want;
    for (int column = 0; column < 12; column++) {
        std::vector<c64> x;
        for (int i = 0; i < 30; i++) x.push_back(b[column * 30 + i]);
        for (const c64 y : product(m.dense(), x, 20, 30, 1)) want.push_back(y);
    }
    SPARSE(hipsparseDestroyDnMat(mb));
    SPARSE(hipsparseDestroyDnMat(mc));
    result("spmm_in_batches", near(on_c.read(), want));
}

// Functions by element type, which have prefixes for names.
template <class T> struct By;
#define BY(T, X)                                                                                                                                     \
    template <> struct By<T> {                                                                                                                        \
        static constexpr auto csrmv = hipsparse##X##csrmv;                                                                                            \
        static constexpr auto csrmm2 = hipsparse##X##csrmm2;                                                                                          \
        static constexpr auto gemmi = hipsparse##X##gemmi;                                                                                            \
        static constexpr auto axpyi = hipsparse##X##axpyi;                                                                                            \
        static constexpr auto doti = hipsparse##X##doti;                                                                                              \
        static constexpr auto gthrz = hipsparse##X##gthrz;                                                                                            \
        static constexpr auto sctr = hipsparse##X##sctr;                                                                                              \
    };
EACH_TYPE(BY)

template <class T> static void by_type(hipsparseHandle_t handle) {
    const std::string name = Type<T>::name;
    Matrix<T> m = some_matrix<T>(100, 80, 6, true);
    m.sort_rows();
    const Descr descr(1);
    const Device<int> offset(offsets(m.row, m.rows, 1)), column(based(m.column, 1));
    const Device<T> value(m.value);
    const T alpha = T(2), beta = T(-1);
    bool right = true;
    for (const auto op : operations) {
        const int rows = op ? 80 : 100, columns = op ? 100 : 80;
        const std::vector<T> x = numbers<T>(columns), y = numbers<T>(rows);
        const Device<T> on_x(x), on_y(y);
        SPARSE(By<T>::csrmv(handle, op, 100, 80, m.count(), hip(&alpha), descr, hip(value), offset, column, hip(on_x), hip(&beta), hip(on_y)));
        std::vector<c64> wx;
        for (const T e : x) wx.push_back(wide(e));
        std::vector<c64> want = product(m.dense(op), wx, rows, columns, 1);
        for (int i = 0; i < rows; i++) want[i] = wide(alpha) * want[i] + wide(beta) * wide(y[i]);
        right &= near(on_y.read(), want);
        const Device<T> again(y);
        SPARSE(By<T>::csrmm2(handle, op, operations[0], 100, 1, 80, m.count(), hip(&alpha), descr, hip(value), offset, column, hip(on_x), columns,
                             hip(&beta), hip(again), rows));
        right &= near(again.read(), want);
    }
    result(name + "_csrmv_and_csrmm2", right);
    // The matrix as a CSC one with a base of zero is the transposed one: (3, 80) by (80, 100).
    const Device<int> offset0(offsets(m.row, m.rows, 0)), column0(m.column);
    const std::vector<T> a = numbers<T>(3 * 80);
    const Device<T> on_a(a), on_c(size_t(3 * 100));
    const T zero = T(0);
    SPARSE(By<T>::gemmi(handle, 3, 100, 80, m.count(), hip(&alpha), hip(on_a), 3, hip(value), offset0, column0, hip(&zero), hip(on_c), 3));
    const std::vector<c64> b = m.dense(HIPSPARSE_OPERATION_TRANSPOSE);
    std::vector<c64> want(300);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 100; j++)
            for (int l = 0; l < 80; l++) want[j * 3 + i] += wide(alpha) * wide(a[l * 3 + i]) * b[l * 100 + j];
    result(name + "_gemmi", near(on_c.read(), want));
}

template <class T> static void vectors(hipsparseHandle_t handle) {
    const std::string name = Type<T>::name;
    const std::vector<int> index = {7, 2, 500, 41, 998, 0, 3};
    const std::vector<T> x = numbers<T>(7), y = numbers<T>(1000);
    const Device<int> on_index(based(index, 1));
    const Device<T> on_x(x), on_y(y), sum(size_t(1));
    const T alpha = T(3), beta = T(0.5);
    hipsparseSpVecDescr_t vx;
    hipsparseDnVecDescr_t vy;
    SPARSE(hipsparseCreateSpVec(&vx, 1000, 7, on_index, on_x, HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_BASE_ONE, Type<T>::data));
    SPARSE(hipsparseCreateDnVec(&vy, 1000, on_y, Type<T>::data));
    T dot, conjugated;
    SPARSE(hipsparseSpVV(handle, operations[0], vx, vy, &dot, Type<T>::data, nullptr));
    SPARSE(hipsparseSpVV(handle, operations[2], vx, vy, &conjugated, Type<T>::data, nullptr));
    SPARSE(hipsparseSetPointerMode(handle, HIPSPARSE_POINTER_MODE_DEVICE));
    SPARSE(By<T>::doti(handle, 7, hip(on_x), on_index, hip(on_y), hip(sum), HIPSPARSE_INDEX_BASE_ONE));
    SPARSE(hipsparseSetPointerMode(handle, HIPSPARSE_POINTER_MODE_HOST));
    c64 want_dot, want_conjugated;
    for (int k = 0; k < 7; k++) {
        want_dot += wide(x[k]) * wide(y[index[k]]);
        want_conjugated += std::conj(wide(x[k])) * wide(y[index[k]]);
    }
    result(name + "_spvv", near<T>({dot, conjugated}, {want_dot, want_conjugated}) && near<T>(sum.read(), {want_dot}));

    SPARSE(hipsparseAxpby(handle, &alpha, vx, &beta, vy));
    SPARSE(By<T>::axpyi(handle, 7, hip(&alpha), hip(on_x), on_index, hip(on_y), HIPSPARSE_INDEX_BASE_ONE));
    std::vector<c64> want;
    for (const T e : y) want.push_back(wide(beta) * wide(e));
    for (int k = 0; k < 7; k++) want[index[k]] += 2.0 * wide(alpha) * wide(x[k]);
    result(name + "_axpby", near(on_y.read(), want));

    SPARSE(hipsparseRot(handle, &alpha, &beta, vx, vy));
    std::vector<c64> want_x(7);
    for (int k = 0; k < 7; k++) {
        const c64 a = wide(x[k]), b = want[index[k]];
        want_x[k] = wide(alpha) * a + wide(beta) * b;
        want[index[k]] = wide(alpha) * b - wide(beta) * a;
    }
    result(name + "_rot", near(on_y.read(), want) && near(on_x.read(), want_x));

    SPARSE(hipsparseScatter(handle, vx, vy));
    for (int k = 0; k < 7; k++) want[index[k]] = want_x[k];
    bool right = near(on_y.read(), want);
    SPARSE(By<T>::gthrz(handle, 7, hip(on_y), hip(on_x), on_index, HIPSPARSE_INDEX_BASE_ONE));
    right &= near(on_x.read(), want_x);
    for (int k = 0; k < 7; k++) want[index[k]] = 0;
    right &= near(on_y.read(), want);
    SPARSE(hipsparseGather(handle, vy, vx));
    result(name + "_gather_and_scatter", right && near(on_x.read(), std::vector<c64>(7)));
    SPARSE(hipsparseDestroySpVec(vx));
    SPARSE(hipsparseDestroyDnVec(vy));
}

template <class T> static void all(hipsparseHandle_t handle) {
    spmv<T>(handle);
    long_rows<T>(handle);
    spmm<T>(handle);
    by_type<T>(handle);
    vectors<T>(handle);
}

int main() {
    const Context handle;
    each_type([&](auto number) { all<decltype(number)>(handle); });
    batches(handle);
    return failures != 0;
}
