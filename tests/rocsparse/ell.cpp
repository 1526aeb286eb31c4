// ell.cpp: rocSPARSE's matrices of rows of equal length (ELL): made of CSR and back, each entry in its place, and products with vectors against the host's.
#include "rocsparse_check.h"

template <class T> struct By;
#define BY(T, x)                                                \
    template <> struct By<T> {                                  \
        static constexpr auto csr2ell = rocsparse_##x##csr2ell; \
        static constexpr auto ell2csr = rocsparse_##x##ell2csr; \
        static constexpr auto ellmv = rocsparse_##x##ellmv;     \
    };
SOME_TYPES(BY)

constexpr int ROWS = 700, COLUMNS = 310;  // more rows than a block has threads, a row of 300 entries, and some without any

template <class T> struct Ell {
    int base, width = -1;
    RocDescr descr;
    Device<int> column;
    Device<T> value;

    static int widest(const Matrix<T> &m) {
        const std::vector<int> starts = offsets(m.row, m.rows, 0);
        int found = 0;
        for (int i = 0; i < m.rows; i++) found = std::max(found, starts[i + 1] - starts[i]);
        return found;
    }
    Ell(rocsparse_handle handle, const Matrix<T> &m, const OnDevice<T> &a, int base)
        : base(base), descr(base), column(size_t(m.rows) * widest(m)), value(size_t(m.rows) * widest(m)) {
        const RocDescr csr(a.base);
        ROC(rocsparse_csr2ell_width(handle, m.rows, csr, a.offset, descr, &width));
        if (width == widest(m)) ROC(By<T>::csr2ell(handle, m.rows, csr, hip(a.value), a.offset, a.column, descr, width, hip(value), column));
    }
    // Whether every entry stands where it must, and nothing but padding elsewhere.
    bool is(const Matrix<T> &m) const {
        if (width != widest(m)) return false;
        const std::vector<int> columns = column.read();
        const std::vector<T> values = value.read();
        std::vector<int> filled(m.rows);
        bool ok = true;
        for (int k = 0; k < m.count(); k++) {
            const size_t at = m.row[k] + size_t(filled[m.row[k]]++) * m.rows;
            ok = ok && columns[at] == m.column[k] + base && values[at] == m.value[k];
        }
        for (int i = 0; i < m.rows; i++)
            for (int p = filled[i]; p < width; p++) ok = ok && columns[i + size_t(p) * m.rows] == -1 && values[i + size_t(p) * m.rows] == T(0);
        return ok;
    }
};

template <class T> static void conversions(rocsparse_handle handle) {
    bool there = true, back = true;
    for (const int base : {0, 1}) {
        Matrix<T> m = some_matrix<T>(ROWS, COLUMNS, 4, false);
        m.sort_all();
        const OnDevice<T> a(m, 1 - base);
        const Ell<T> ell(handle, m, a, base);
        there = there && ell.is(m);
        const RocDescr csr(1 - base);
        const Device<int> starts{size_t(ROWS + 1)}, column{size_t(m.count())};
        const Device<T> value{size_t(m.count())};
        int count = -1;
        ROC(rocsparse_ell2csr_nnz(handle, ROWS, COLUMNS, ell.descr, ell.width, ell.column, csr, starts, &count));
        if (count != m.count()) return result(Type<T>::name + std::string("ell2csr"), false);
        ROC(By<T>::ell2csr(handle, ROWS, COLUMNS, ell.descr, ell.width, hip(ell.value), ell.column, csr, hip(value), starts, column));
        back = back && starts.read() == a.offset.read() && column.read() == a.column.read() && value.read() == m.value;
    }
    result(Type<T>::name + std::string("csr2ell"), there);
    result(Type<T>::name + std::string("ell2csr"), back);
}

template <class T> static void products(rocsparse_handle handle) {
    Matrix<T> m = some_matrix<T>(ROWS, COLUMNS, 4, false);
    m.sort_all();
    const OnDevice<T> a(m, 0);
    const Ell<T> ell(handle, m, a, 1);
    bool ok = true;
    for (const T beta : {T(0), T(-0.5)})
        for (int op = 0; op < 3; op++)
            for (const bool on_device : {false, true}) {
                const int from = op ? ROWS : COLUMNS, rows = op ? COLUMNS : ROWS;
                const T scalars[] = {T(2), beta};
                const std::vector<T> x = numbers<T>(from), y = numbers<T>(rows);
                const Device<T> on_x(x), on_y(y), there(std::vector<T>(scalars, scalars + 2));
                if (beta == T(0)) HIP(hipMemset(on_y.memory, 0xff, rows * sizeof(T)));  // NaNs that nobody may read
                ROC(rocsparse_set_pointer_mode(handle, rocsparse_pointer_mode(on_device)));
                ROC(By<T>::ellmv(handle, ROC_OPERATIONS[op], ROWS, COLUMNS, on_device ? hip(there) : hip(scalars), ell.descr, hip(ell.value), ell.column,
                                 ell.width, hip(on_x), on_device ? hip(there) + 1 : hip(scalars + 1), hip(on_y)));
                const std::vector<c64> product = m.dense(operations[op]);
                ok = ok && near(on_y.read(), joined(2, product, widened(x), wide(beta), widened(y), rows, from, 1));
            }
    ROC(rocsparse_set_pointer_mode(handle, rocsparse_pointer_mode_host));
    result(Type<T>::name + std::string("ellmv"), ok);
}

static void errors(rocsparse_handle handle) {
    const Device<int> column(std::vector<int>{0, 1}), starts{3};
    const Device<float> value(std::vector<float>{1, 2}), x(std::vector<float>{1, 1}), y(std::vector<float>{3, 5});
    const RocDescr descr, symmetric, unsorted;
    ROC(rocsparse_set_mat_type(symmetric, rocsparse_matrix_type_symmetric));
    ROC(rocsparse_set_mat_storage_mode(unsorted, rocsparse_storage_mode_unsorted));
    const float one = 1, two = 2;
    int count = -1;
    const auto times = [&](rocsparse_handle handle, rocsparse_operation op, int m, int width, rocsparse_mat_descr descr, const float *value) {
        return rocsparse_sellmv(handle, op, m, 2, &one, descr, value, column, width, x, &two, y);
    };
    const auto none = rocsparse_operation_none;
    bool ok = times(nullptr, none, 2, 1, descr, value) == rocsparse_status_invalid_handle && times(handle, none, 2, 1, nullptr, value) == rocsparse_status_invalid_pointer;
    ok = ok && times(handle, rocsparse_operation(1), 2, 1, descr, value) == rocsparse_status_invalid_value;
    ok = ok && times(handle, none, 2, 1, symmetric, value) == rocsparse_status_not_implemented;
    ok = ok && times(handle, none, 2, 1, unsorted, value) == rocsparse_status_requires_sorted_storage;
    ok = ok && times(handle, none, -1, 1, descr, value) == rocsparse_status_invalid_size && times(handle, none, 0, 1, descr, value) == rocsparse_status_invalid_size;
    ok = ok && times(handle, none, 2, 1, descr, nullptr) == rocsparse_status_invalid_pointer;
    // Nothing in it: y is scaled all the same.
    ok = ok && times(handle, none, 2, 0, descr, nullptr) == rocsparse_status_success && y.read() == std::vector<float>({6, 10});
    ok = ok && rocsparse_ell2csr_nnz(handle, 2, 2, descr, 0, nullptr, descr, starts, &count) == rocsparse_status_success && count == 0 && starts.read()[2] == 0;
    ok = ok && rocsparse_csr2ell_width(handle, -1, descr, starts, descr, &count) == rocsparse_status_invalid_size;
    result("ell_errors", ok);
}

int main() {
    const RocContext handle;
#define CHECK(T, x) conversions<T>(handle), products<T>(handle);
    SOME_TYPES(CHECK)
    errors(handle);
    return failures != 0;
}
