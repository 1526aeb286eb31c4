// Sparse matrices whose factors' pattern is known: rocSOLVER's csrrf functions, and hipSOLVER's Rf by them, give the factors of permuted matrices and
// solve with them; hipSOLVER's Sp solves by Cholesky's method and by orthogonal factors in every order. Judged by what factors multiply to and solutions solve, in long double.
//
// Built against an installation and run by tests/tests/solver.rs.
#include "check.h"

#include <hipsolver/hipsolver.h>
#include <hipsparse/hipsparse.h>

#include <algorithm>
#include <numeric>

#define OK(call)                                                                              \
    if (const hipsolverStatus_t status = (call); status != HIPSOLVER_STATUS_SUCCESS)          \
    (printf("%s:%d: %s: status %d\n", __FILE__, __LINE__, #call, int(status)), exit(1))
#define SPARSE(call) if ((call) != HIPSPARSE_STATUS_SUCCESS) (printf("%s:%d: %s\n", __FILE__, __LINE__, #call), exit(1))
#define IS(call, want) result(std::string(#call).substr(0, 60), (call) == (want))

static constexpr int n = 300, sides = 3;
using Mask = std::vector<std::vector<bool>>;

// On the host and on the device; `keep` says which of a dense matrix' elements.
template <class T> struct Csr {
    std::vector<int> rows{0}, columns;
    std::vector<T> values;
    Memory<int> device_rows, device_columns;
    Memory<T> device_values;

    template <class Keep> static size_t count(Keep keep) {
        size_t all = 0;
        for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) all += keep(i, j);
        return all;
    }
    template <class Keep> Csr(const Matrix &a, Keep keep, int base = 0)
        : device_rows(n + 1), device_columns(count(keep)), device_values(count(keep)) {
        rows[0] = base;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) if (keep(i, j)) columns.push_back(j + base), values.push_back(Of<T>::from(a.at(i, j)));
            rows.push_back(int(columns.size()) + base);
        }
        device_rows.upload(rows), device_columns.upload(columns), device_values.upload(values);
    }
    int size() const { return int(columns.size()); }
    int *r() { return device_rows.device; }
    int *c() { return device_columns.device; }
    T *v() { return device_values.device; }
    // What is on the device, dense.
    Matrix now() const {
        const auto r = device_rows.download(), c = device_columns.download();
        const auto v = device_values.download();
        Matrix a(n, n);
        for (int i = 0; i < n; i++) for (int k = r[i]; k < r[i + 1]; k++) a.at(i, c[k]) = Of<T>::exact(v[k]);
        return a;
    }
};

static std::vector<int> shuffled() {
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    for (int i = n - 1; i > 0; i--) std::swap(order[i], order[int((next_number().real() + 1) / 2 * i)]);
    return order;
}

// Few elements off the diagonal, whose own elements are larger than all others of a row.
static Mask random_mask(bool symmetric) {
    Mask mask(n, std::vector<bool>(n));
    for (int i = 0; i < n; i++) mask[i][i] = true;
    for (int k = 0; k < 2 * n; k++) {
        const int i = int((next_number().real() + 1) / 2 * (n - 1)), j = int((next_number().real() + 1) / 2 * (n - 1));
        mask[i][j] = true;
        if (symmetric) mask[j][i] = true;
    }
    return mask;
}
static Matrix of_mask(const Mask &mask, bool symmetric) {
    Matrix a(n, n);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) if (mask[i][j]) a.at(i, j) = i == j ? 12 : symmetric && j < i ? a.at(j, i) : Exact(float(next_number().real()), 0);
    }
    return a;
}
// Where elimination leaves something.
static Mask filled(Mask mask) {
    for (int k = 0; k < n; k++) {
        for (int i = k + 1; i < n; i++) {
            if (mask[i][k]) for (int j = k + 1; j < n; j++) if (mask[k][j]) mask[i][j] = true;
        }
    }
    return mask;
}
// M is P A Q: A's element (p[i], q[j]) is M's (i, j).
static Matrix before(const Matrix &m, const std::vector<int> &p, const std::vector<int> &q) {
    Matrix a(n, n);
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a.at(p[i], q[j]) = m.at(i, j);
    return a;
}
static Mask before(const Mask &m, const std::vector<int> &p, const std::vector<int> &q) {
    Mask a(n, std::vector<bool>(n));
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[p[i]][q[j]] = m[i][j];
    return a;
}
static auto in(const Mask &mask) { return [&mask](int i, int j) { return bool(mask[i][j]); }; }
static auto lower_of(const Mask &mask) { return [&mask](int i, int j) { return mask[i][j] && j <= i; }; }
static auto upper_of(const Mask &mask) { return [&mask](int i, int j) { return mask[i][j] && j >= i; }; }

template <class T> struct Roc;
#define FUNCTIONS(T, x)                                                \
    template <> struct Roc<T> {                                        \
        static constexpr auto sumlu = rocsolver_##x##csrrf_sumlu;      \
        static constexpr auto splitlu = rocsolver_##x##csrrf_splitlu;  \
        static constexpr auto analysis = rocsolver_##x##csrrf_analysis; \
        static constexpr auto refactlu = rocsolver_##x##csrrf_refactlu; \
        static constexpr auto refactchol = rocsolver_##x##csrrf_refactchol; \
        static constexpr auto solve = rocsolver_##x##csrrf_solve;      \
    }
FUNCTIONS(float, s);
FUNCTIONS(double, d);

template <class T> static bool solves(const Matrix &a, const Matrix &x, const Matrix &b) { return is_small<T>(a * x - b, a.norm() * x.norm(), n); }

template <class T> static void lu() {
    const std::string of = letter<T>;
    const Mask mask = random_mask(false), fill = filled(mask);
    const auto p = shuffled(), q = shuffled();
    const Matrix m = of_mask(mask, false);
    Memory<int> dp(n), dq(n);
    dp.upload(p), dq.upload(q);
    const Mask mask_a = before(mask, p, q);
    Csr<T> a(before(m, p, q), in(mask_a));
    // Of the first matrix only the factors' patterns count.
    Matrix ones(n, n);
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) ones.at(i, j) = i == j ? 1 : i + 2 * j;
    Csr<T> l(ones, lower_of(fill)), u(ones, upper_of(fill)), t(Matrix(n, n), in(fill)), l_again(Matrix(n, n), lower_of(fill)), u_again(Matrix(n, n), upper_of(fill));
    const Csr<T> wanted(ones, in(fill));
    SOLVER(Roc<T>::sumlu(handle, n, l.size(), l.r(), l.c(), l.v(), u.size(), u.r(), u.c(), u.v(), t.r(), t.c(), t.v()));
    result(of + "csrrf_sumlu", t.device_rows.download() == wanted.rows && t.device_columns.download() == wanted.columns && t.device_values.download() == wanted.values);
    SOLVER(Roc<T>::splitlu(handle, n, t.size(), t.r(), t.c(), t.v(), l_again.r(), l_again.c(), l_again.v(), u_again.r(), u_again.c(), u_again.v()));
    result(of + "csrrf_splitlu", l_again.device_rows.download() == l.rows && l_again.device_columns.download() == l.columns && l_again.device_values.download() == l.values &&
                                     u_again.device_rows.download() == u.rows && u_again.device_values.download() == u.values);

    rocsolver_rfinfo info;
    SOLVER(rocsolver_create_rfinfo(&info, handle));
    const Matrix right = Matrix(n, sides) - [] { Matrix b(n, sides); for (Exact &e : b.elements) e = Exact(float(next_number().real()), 0); return b; }();
    Batch<T> b({right});
    IS(Roc<T>::refactlu(handle, n, a.size(), a.r(), a.c(), a.v(), t.size(), t.r(), t.c(), t.v(), dp.device, dq.device, info), rocblas_status_internal_error);
    SOLVER(Roc<T>::analysis(handle, n, sides, a.size(), a.r(), a.c(), a.v(), t.size(), t.r(), t.c(), t.v(), dp.device, dq.device, b.memory.device, b.ld, info));
    for (int round = 0; round < 2; round++) {
        const Matrix other = of_mask(mask, false);
        Csr<T> now(before(other, p, q), in(mask_a));
        SOLVER(Roc<T>::refactlu(handle, n, now.size(), now.r(), now.c(), now.v(), t.size(), t.r(), t.c(), t.v(), dp.device, dq.device, info));
        const Matrix both = t.now(), upper = both.where([](int i, int j) { return j >= i; });
        Matrix lower = both.where([](int i, int j) { return j < i; });
        for (int i = 0; i < n; i++) lower.at(i, i) = 1;
        result(of + "csrrf_refactlu", is_small<T>(lower * upper - other, other.norm(), n));
        Batch<T> x({right});
        SOLVER(Roc<T>::solve(handle, n, sides, t.size(), t.r(), t.c(), t.v(), dp.device, dq.device, x.memory.device, x.ld, info));
        result(of + "csrrf_solve", solves<T>(before(other, p, q), x.are()[0], x.was(0)) && x.is_clean());
    }
    IS(Roc<T>::refactchol(handle, n, a.size(), a.r(), a.c(), a.v(), t.size(), t.r(), t.c(), t.v(), dq.device, info), rocblas_status_internal_error);
    IS(Roc<T>::solve(nullptr, n, 1, t.size(), t.r(), t.c(), t.v(), dp.device, dq.device, b.memory.device, n, info), rocblas_status_invalid_handle);
    IS(Roc<T>::solve(handle, n, 1, t.size(), t.r(), t.c(), t.v(), dp.device, dq.device, b.memory.device, n - 1, info), rocblas_status_invalid_size);
    IS(Roc<T>::solve(handle, n, 1, t.size(), t.r(), t.c(), t.v(), nullptr, dq.device, b.memory.device, n, info), rocblas_status_invalid_pointer);
    IS(Roc<T>::sumlu(handle, n, n - 1, l.r(), l.c(), l.v(), u.size(), u.r(), u.c(), u.v(), t.r(), t.c(), t.v()), rocblas_status_invalid_size);
    SOLVER(rocsolver_destroy_rfinfo(info));
}

template <class T> static void cholesky() {
    const std::string of = letter<T>;
    const Mask mask = random_mask(true), fill = filled(mask);
    const auto q = shuffled();
    Memory<int> dq(n);
    dq.upload(q);
    const Matrix m = of_mask(mask, true);
    const Mask mask_a = before(mask, q, q);
    // Garbage above the diagonal is not read.
    Matrix given = before(m, q, q);
    for (int i = 0; i < n; i++) for (int j = i + 1; j < n; j++) if (mask_a[i][j]) given.at(i, j) = 1000;
    Csr<T> a(given, in(mask_a)), t(Matrix(n, n), lower_of(fill));
    rocsolver_rfinfo info;
    rocsolver_rfinfo_mode mode;
    SOLVER(rocsolver_create_rfinfo(&info, handle));
    SOLVER(rocsolver_get_rfinfo_mode(info, &mode));
    result("mode", mode == rocsolver_rfinfo_mode_lu);
    IS(rocsolver_set_rfinfo_mode(info, rocsolver_rfinfo_mode(0)), rocblas_status_invalid_value);
    SOLVER(rocsolver_set_rfinfo_mode(info, rocsolver_rfinfo_mode_cholesky));
    Matrix right(n, sides);
    for (Exact &e : right.elements) e = Exact(float(next_number().real()), 0);
    Batch<T> x({right});
    SOLVER(Roc<T>::analysis(handle, n, sides, a.size(), a.r(), a.c(), a.v(), t.size(), t.r(), t.c(), t.v(), nullptr, dq.device, x.memory.device, x.ld, info));
    SOLVER(Roc<T>::refactchol(handle, n, a.size(), a.r(), a.c(), a.v(), t.size(), t.r(), t.c(), t.v(), dq.device, info));
    const Matrix l = t.now();
    result(of + "csrrf_refactchol", is_small<T>(l * l.transposed() - m, m.norm(), n));
    SOLVER(Roc<T>::solve(handle, n, sides, t.size(), t.r(), t.c(), t.v(), nullptr, dq.device, x.memory.device, x.ld, info));
    result(of + "csrrf_solve_cholesky", solves<T>(before(m, q, q), x.are()[0], x.was(0)) && x.is_clean());
    SOLVER(rocsolver_destroy_rfinfo(info));
}

static void refactor(bool on_host) {
    const std::string of = on_host ? "RfSetupHost" : "RfSetupDevice";
    const Mask mask = random_mask(false), fill = filled(mask);
    auto p = shuffled(), q = shuffled();
    Memory<int> dp(n), dq(n);
    dp.upload(p), dq.upload(q);
    const Mask mask_a = before(mask, p, q);
    const Matrix m = of_mask(mask, false);
    Csr<double> a(before(of_mask(mask, false), p, q), in(mask_a)), now(before(m, p, q), in(mask_a));
    Matrix ones(n, n);
    for (Exact &e : ones.elements) e = 1;
    Csr<double> l(ones, lower_of(fill)), u(ones, upper_of(fill));
    const Csr<double> both(ones, in(fill));
    hipsolverRfHandle_t rf;
    OK(hipsolverRfCreate(&rf));
    IS(hipsolverRfAnalyze(rf), HIPSOLVER_STATUS_INTERNAL_ERROR);
    if (on_host) {
        OK(hipsolverRfSetupHost(n, a.size(), a.rows.data(), a.columns.data(), a.values.data(), l.size(), l.rows.data(), l.columns.data(), l.values.data(), u.size(),
                                u.rows.data(), u.columns.data(), u.values.data(), p.data(), q.data(), rf));
    } else {
        OK(hipsolverRfSetupDevice(n, a.size(), a.r(), a.c(), a.v(), l.size(), l.r(), l.c(), l.v(), u.size(), u.r(), u.c(), u.v(), dp.device, dq.device, rf));
    }
    OK(hipsolverRfAnalyze(rf));
    OK(hipsolverRfResetValues(n, now.size(), now.r(), now.c(), now.v(), dp.device, dq.device, rf));
    OK(hipsolverRfRefactor(rf));
    int count = 0, *rows, *columns, lower_count, *lower_rows, *lower_columns, upper_count, *upper_rows, *upper_columns;
    double *values, *lower_values, *upper_values;
    OK(hipsolverRfExtractBundledFactorsHost(rf, &count, &rows, &columns, &values));
    result(of + "_pattern", count == both.size() && std::equal(columns, columns + count, both.columns.begin()) && std::equal(rows, rows + n + 1, both.rows.begin()));
    OK(hipsolverRfExtractSplitFactorsHost(rf, &lower_count, &lower_rows, &lower_columns, &lower_values, &upper_count, &upper_rows, &upper_columns, &upper_values));
    Matrix lower(n, n), upper(n, n);
    for (int i = 0; i < n; i++) {
        for (int k = lower_rows[i]; k < lower_rows[i + 1]; k++) lower.at(i, lower_columns[k]) = lower_values[k];
        for (int k = upper_rows[i]; k < upper_rows[i + 1]; k++) upper.at(i, upper_columns[k]) = upper_values[k];
    }
    result(of + "_factors", lower_count == l.size() && upper_count == u.size() && is_small<double>(lower * upper - m, m.norm(), n));
    Matrix right(n, 2);
    for (Exact &e : right.elements) e = Exact(float(next_number().real()), 0);
    Batch<double> x({right});
    OK(hipsolverRfSolve(rf, dp.device, dq.device, 2, nullptr, n, x.memory.device, x.ld));
    result(of + "_solve", solves<double>(before(m, p, q), x.are()[0], x.was(0)));
    OK(hipsolverRfAccessBundledFactorsDevice(rf, &count, &rows, &columns, &values));
    double first;
    HIP(hipMemcpy(&first, values, sizeof first, hipMemcpyDeviceToHost));
    result(of + "_access", count == both.size() && first != 0);
    IS(hipsolverRfResetValues(n, now.size() - 1, now.r(), now.c(), now.v(), dp.device, dq.device, rf), HIPSOLVER_STATUS_INVALID_VALUE);
    IS(hipsolverRfSetAlgs(rf, HIPSOLVERRF_FACTORIZATION_ALG1, HIPSOLVERRF_TRIANGULAR_SOLVE_ALG2), HIPSOLVER_STATUS_NOT_SUPPORTED);
    IS(hipsolverRfBatchRefactor(rf), HIPSOLVER_STATUS_NOT_SUPPORTED);
    IS(hipsolverRfSolve(nullptr, nullptr, nullptr, 1, nullptr, n, x.memory.device, n), HIPSOLVER_STATUS_NOT_INITIALIZED);
    OK(hipsolverRfDestroy(rf));
}

static auto solve(hipsolverSpHandle_t sp, hipsparseMatDescr_t d, Csr<float> &a, const float *b, float least, int reorder, float *x, int *none, bool host) {
    return host ? hipsolverSpScsrlsvcholHost(sp, n, a.size(), d, a.values.data(), a.rows.data(), a.columns.data(), b, least, reorder, x, none)
                : hipsolverSpScsrlsvchol(sp, n, a.size(), d, a.v(), a.r(), a.c(), b, least, reorder, x, none);
}
static auto solve(hipsolverSpHandle_t sp, hipsparseMatDescr_t d, Csr<double> &a, const double *b, double least, int reorder, double *x, int *none, bool host) {
    return host ? hipsolverSpDcsrlsvcholHost(sp, n, a.size(), d, a.values.data(), a.rows.data(), a.columns.data(), b, least, reorder, x, none)
                : hipsolverSpDcsrlsvchol(sp, n, a.size(), d, a.v(), a.r(), a.c(), b, least, reorder, x, none);
}
template <class T> static void sparse(bool host, int base) {
    const Mask mask = random_mask(true);
    const Matrix m = of_mask(mask, true);
    Csr<T> a(m, in(mask), base);
    std::vector<T> b(n), x(n, T(-7));
    for (T &e : b) e = T(next_number().real());
    Memory<T> db(n), dx(n);
    db.upload(b);
    hipsolverSpHandle_t sp;
    hipsparseMatDescr_t d;
    OK(hipsolverSpCreate(&sp));
    SPARSE(hipsparseCreateMatDescr(&d));
    SPARSE(hipsparseSetMatIndexBase(d, hipsparseIndexBase_t(base)));
    Matrix right(n, 1), left(n, 1);
    for (int i = 0; i < n; i++) right.at(i, 0) = b[i];
    int none = 5;
    for (int reorder = 0; reorder < 4; reorder++) {
        dx.upload(x);
        std::vector<T> got(n);
        OK(solve(sp, d, a, host ? b.data() : db.device, T(0), reorder, host ? got.data() : dx.device, &none, host));
        if (!host) got = dx.download();
        for (int i = 0; i < n; i++) left.at(i, 0) = got[i];
        result(std::string(letter<T>) + "csrlsvchol" + (host ? "Host" : "") + "_" + std::to_string(reorder), none == -1 && solves<T>(m, left, right));
    }
    // A pivot that is not there; x stays.
    Matrix not_positive = m;
    not_positive.at(7, 7) = -1;
    Csr<T> bad(not_positive, in(mask), base);
    dx.upload(x);
    std::vector<T> got = x;
    OK(solve(sp, d, bad, host ? b.data() : db.device, T(0), 0, host ? got.data() : dx.device, &none, host));
    result("singularity", none == 7 && (host ? got : dx.download()) == x);
    OK(solve(sp, d, a, host ? b.data() : db.device, T(100), 0, host ? got.data() : dx.device, &none, host));
    result("tolerance", none == 0);
    IS(solve(sp, d, a, host ? b.data() : db.device, T(0), 4, host ? got.data() : dx.device, &none, host), HIPSOLVER_STATUS_INVALID_VALUE);
    SPARSE(hipsparseSetMatType(d, HIPSPARSE_MATRIX_TYPE_SYMMETRIC));
    IS(solve(sp, d, a, host ? b.data() : db.device, T(0), 0, host ? got.data() : dx.device, &none, host), HIPSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
    SPARSE(hipsparseDestroyMatDescr(d));
    OK(hipsolverSpDestroy(sp));
}

static auto solve_qr(hipsolverSpHandle_t sp, hipsparseMatDescr_t d, Csr<float> &a, const float *b, int reorder, float *x, int *none) {
    return hipsolverSpScsrlsvqr(sp, n, a.size(), d, a.v(), a.r(), a.c(), b, 0, reorder, x, none);
}
static auto solve_qr(hipsolverSpHandle_t sp, hipsparseMatDescr_t d, Csr<double> &a, const double *b, int reorder, double *x, int *none) {
    return hipsolverSpDcsrlsvqr(sp, n, a.size(), d, a.v(), a.r(), a.c(), b, 0, reorder, x, none);
}
static auto solve_qr(hipsolverSpHandle_t sp, hipsparseMatDescr_t d, Csr<rocblas_float_complex> &a, const rocblas_float_complex *b, int reorder,
                     rocblas_float_complex *x, int *none) {
    return hipsolverSpCcsrlsvqr(sp, n, a.size(), d, (hipFloatComplex *)a.v(), a.r(), a.c(), (const hipFloatComplex *)b, 0, reorder, (hipFloatComplex *)x, none);
}
static auto solve_qr(hipsolverSpHandle_t sp, hipsparseMatDescr_t d, Csr<rocblas_double_complex> &a, const rocblas_double_complex *b, int reorder,
                     rocblas_double_complex *x, int *none) {
    return hipsolverSpZcsrlsvqr(sp, n, a.size(), d, (hipDoubleComplex *)a.v(), a.r(), a.c(), (const hipDoubleComplex *)b, 0, reorder, (hipDoubleComplex *)x, none);
}
template <class T> static void by_qr(int base) {
    const auto p = shuffled(), q = shuffled();
    Mask mask = before(random_mask(false), p, q);
    Matrix m(n, n), right(n, 1);
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) if (mask[i][j]) m.at(i, j) = Of<T>::exact(Of<T>::from(next_number())) + Exact(i % 7 == 0 ? 2 : 0);
    for (int i = 0; i < n; i++) m.at(p[i], q[i]) += 4;
    for (int i = 0; i < n; i++) right.at(i, 0) = Of<T>::exact(Of<T>::from(next_number()));
    Csr<T> a(m, in(mask), base);
    Batch<T> b({right}), x(n, 1, 1);
    hipsolverSpHandle_t sp;
    hipsparseMatDescr_t d;
    OK(hipsolverSpCreate(&sp));
    SPARSE(hipsparseCreateMatDescr(&d));
    SPARSE(hipsparseSetMatIndexBase(d, hipsparseIndexBase_t(base)));
    int none = 5;
    for (int reorder = 0; reorder < 3; reorder++) {
        OK(solve_qr(sp, d, a, b.memory.device, reorder, x.memory.device, &none));
        result(std::string(letter<T>) + "csrlsvqr_" + std::to_string(reorder), none == -1 && solves<T>(m, x.are()[0], b.was(0)) && x.is_clean());
    }
    // A column of zeros.
    for (int i = 0; i < n; i++) m.at(i, 11) = 0;
    Csr<T> singular(m, in(mask), base);
    OK(solve_qr(sp, d, singular, b.memory.device, 0, x.memory.device, &none));
    result("singularity", none == 11);
    SPARSE(hipsparseDestroyMatDescr(d));
    OK(hipsolverSpDestroy(sp));
}

int main() {
    begin();
    lu<float>();
    lu<double>();
    cholesky<float>();
    cholesky<double>();
    refactor(false);
    refactor(true);
    sparse<float>(false, 0);
    sparse<double>(true, 0);
    sparse<double>(false, 1);
    sparse<float>(true, 1);
    by_qr<float>(0);
    by_qr<double>(1);
    by_qr<rocblas_float_complex>(1);
    by_qr<rocblas_double_complex>(0);
    return end();
}
