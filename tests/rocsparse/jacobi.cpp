// jacobi.cpp: rocSPARSE's csritsv, round by round what the host's iterations give, with the rounds' norms, the round that is near enough, and pivots.
#include "rocsparse_check.h"

template <class T> struct By;
#define BY(T, x)                                                            \
    template <> struct By<T> {                                              \
        static constexpr auto size = rocsparse_##x##csritsv_buffer_size;    \
        static constexpr auto analysis = rocsparse_##x##csritsv_analysis;   \
        static constexpr auto solve = rocsparse_##x##csritsv_solve;         \
    };
SOME_TYPES(BY)

constexpr auto REUSE = rocsparse_analysis_policy_reuse, FORCE = rocsparse_analysis_policy_force;
constexpr auto AUTO = rocsparse_solve_policy_auto;
constexpr int N = 300;

// Rows of some entries whose diagonals are larger than the rest.
template <class T> static Matrix<T> matrix() {
    Matrix<T> m{N, N, {}, {}, {}};
    for (int i = 0; i < N; i++)
        for (int j = std::max(0, i - 7); j < std::min(N, i + 8); j++)
            if (i == j) m.add(i, j, T(4 + i % 3));
            else if ((i * 5 + j * 3) % 4 == 0) m.add(i, j, Random<T>::number() / T(4));
    return m;
}

struct Case {
    int op;
    bool upper, unit;
};

// One round on the host, in doubles: y becomes the next, and the norm is told.
static double round_of(const Case &of, const std::vector<c64> &part, const std::vector<c64> &x, c64 alpha, std::vector<c64> &y) {
    std::vector<c64> r(N);
    double norm = 0;
    for (int i = 0; i < N; i++) {
        r[i] = alpha * x[i];
        for (int j = 0; j < N; j++) r[i] -= part[size_t(i) * N + j] * y[j];
        norm = std::max(norm, std::abs(r[i]));
    }
    for (int i = 0; i < N; i++) y[i] += r[i] / part[size_t(i) * N + i];
    return norm;
}

template <class T> static bool check(rocsparse_handle handle, const Case &of, bool on_device, bool tolerant) {
    using R = decltype(std::real(T()));
    const Matrix<T> m = matrix<T>();
    Matrix<T> triangle{N, N, {}, {}, {}};
    for (int k = 0; k < m.count(); k++)
        if (m.row[k] == m.column[k] ? !of.unit : (m.column[k] > m.row[k]) == of.upper) triangle.add(m.row[k], m.column[k], m.value[k]);
    for (int i = 0; of.unit && i < N; i++) triangle.add(i, i, T(1));
    const std::vector<c64> part = triangle.dense(operations[of.op]);

    const OnDevice<T> a(m, 1);
    const RocDescr descr(1);
    const RocInfo info;
    ROC(rocsparse_set_mat_fill_mode(descr, rocsparse_fill_mode(of.upper)));
    ROC(rocsparse_set_mat_diag_type(descr, rocsparse_diag_type(of.unit)));
    const std::vector<T> x = numbers<T>(N), start = numbers<T>(N);
    const T alpha = T(0.5);
    const Device<T> on_x(x), y(start), factor(std::vector<T>{alpha});
    const auto op = ROC_OPERATIONS[of.op];
    size_t size = 0;
    ROC(By<T>::size(handle, op, N, m.count(), descr, hip(a.value), a.offset, a.column, info, &size));
    const Device<char> buffer(size);
    ROC(By<T>::analysis(handle, op, N, m.count(), descr, hip(a.value), a.offset, a.column, info, REUSE, AUTO, buffer.memory));
    std::vector<R> history(40, R(-1));
    const R tolerance = R(1e-3);
    int rounds = tolerant ? 40 : 5, position = 0;
    ROC(rocsparse_set_pointer_mode(handle, rocsparse_pointer_mode(on_device)));
    ROC(By<T>::solve(handle, &rounds, tolerant ? &tolerance : nullptr, history.data(), op, N, m.count(), on_device ? hip(factor) : hip(&alpha), descr,
                     hip(a.value), a.offset, a.column, info, hip(on_x), hip(y), AUTO, buffer.memory));
    ROC(rocsparse_set_pointer_mode(handle, rocsparse_pointer_mode_host));
    ROC(rocsparse_csritsv_zero_pivot(handle, descr, info, &position));

    std::vector<c64> want = widened(start);
    bool ok = position == -1;
    int round = 0;
    for (bool is_near = false; round < (tolerant ? 40 : 5) && !is_near; round++) {
        const double norm = round_of(of, part, widened(x), wide(alpha), want);
        ok = ok && std::abs(history[round] - norm) <= 1000 * epsilon<T>() * (1 + norm);
        is_near = tolerant && norm <= 1e-3;
    }
    ok = ok && rounds == round && history[round] == R(-1) && (!tolerant || round < 40);
    return ok && near(y.read(), want) && rocsparse_csritsv_clear(handle, descr, info) == rocsparse_status_success;
}

// Row 1 (2, from one) has nothing on its diagonal, which the analysis finds; then there is a zero, which a solve finds, which leaves y alone.
static void pivots(rocsparse_handle handle) {
    const Matrix<float> gap{3, 3, {0, 1, 2}, {0, 0, 2}, {1, 1, 1}}, zero{3, 3, {0, 1, 1, 2}, {0, 0, 1, 2}, {1, 1, 0, 1}};
    bool ok = true;
    for (const Matrix<float> &m : {gap, zero}) {
        const OnDevice<float> a(m, 1);
        const RocDescr descr(1);
        const RocInfo info;
        const Device<float> x(std::vector<float>{1, 1, 1}), y(std::vector<float>{7, 8, 9});
        const float one = 1;
        int position = 5, rounds = 3;
        size_t size = 0;
        const auto none = rocsparse_operation_none;
        const auto solve = [&] {
            return rocsparse_scsritsv_solve(handle, &rounds, nullptr, nullptr, none, 3, m.count(), &one, descr, a.value, a.offset, a.column, info, x, y, AUTO,
                                            y.memory);
        };
        ok = ok && solve() == rocsparse_status_invalid_pointer;  // no analysis was made
        ROC(rocsparse_scsritsv_buffer_size(handle, none, 3, m.count(), descr, a.value, a.offset, a.column, info, &size));
        const Device<char> buffer(size);
        ROC(rocsparse_scsritsv_analysis(handle, none, 3, m.count(), descr, a.value, a.offset, a.column, info, FORCE, AUTO, buffer.memory));
        const bool is_gap = m.count() == 3;
        const auto told = rocsparse_csritsv_zero_pivot(handle, descr, info, &position);
        ok = ok && (is_gap ? told == rocsparse_status_zero_pivot && position == 2 : told == rocsparse_status_success && position == -1);
        ROC(rocsparse_scsritsv_solve(handle, &rounds, nullptr, nullptr, none, 3, m.count(), &one, descr, a.value, a.offset, a.column, info, x, y, AUTO,
                                     buffer.memory));
        ok = ok && rocsparse_csritsv_zero_pivot(handle, descr, info, &position) == rocsparse_status_zero_pivot && position == 2;
        ok = ok && y.read() == std::vector<float>({7, 8, 9});
    }
    result("csritsv_zero_pivot", ok);
}

template <class T> static void solves(rocsparse_handle handle) {
    bool rounds = true, until = true;
    for (int op = 0; op < 3; op++)
        for (const bool upper : {false, true})
            for (const bool unit : {false, true}) {
                rounds = rounds && check<T>(handle, {op, upper, unit}, op == 1, false);
                until = until && check<T>(handle, {op, upper, unit}, op != 1, true);
            }
    result(Type<T>::name + std::string("csritsv"), rounds);
    result(Type<T>::name + std::string("csritsv_tolerance"), until);
}

int main() {
    const RocContext handle;
#define CHECK(T, x) solves<T>(handle);
    SOME_TYPES(CHECK)
    pivots(handle);
    return failures != 0;
}
