// hipSOLVER: each function under both of its names does what rocSOLVER's does, where it has a way of its own to take arguments or to return results it is
// judged by them, and wrong calls are told.
//
// Built against an installation and run by tests/tests/solver.rs.
#include "check.h"

#include <hipsolver/hipsolver.h>

#include <algorithm>

#define OK(call)                                                                              \
    if (const hipsolverStatus_t status = (call); status != HIPSOLVER_STATUS_SUCCESS)          \
    (printf("%s:%d: %s: status %d\n", __FILE__, __LINE__, #call, int(status)), exit(1))
#define IS(call, want) result(std::string(#call).substr(0, 60), (call) == (want))

static hipsolverHandle_t solver;
static constexpr int n = 12, m = 20, sides = 3;

static Matrix random_matrix(int rows, int columns) {
    Matrix a(rows, columns);
    for (Exact &element : a.elements) element = Exact(float(next_number().real()), 0);
    return a;
}
static Matrix positive() {
    Matrix a = random_matrix(n, n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i <= j; i++) a.at(i, j) = a.at(j, i), a.at(j, j) = n + 1;
    return a;
}
static double *dev(Batch<double> &batch) { return batch.memory.device; }
static bool solves(const Matrix &a, const Matrix &x, const Matrix &b) { return is_small<double>(a * x - b, a.norm() * x.norm(), n); }

// A work buffer of the size that is told.
struct Work {
    Memory<double> memory;
    int size;
    explicit Work(int size) : memory(size), size(size) {}
};
#define WORK(call) [&] { int lwork = -1; OK(call); return lwork; }()

static void linear() {
    Batch<double> a({random_matrix(n, n)}), b({random_matrix(n, sides)}), x(n, sides, 1);
    Memory<int> pivots(n), info(1);
    Work work(WORK(hipsolverDgetrf_bufferSize(solver, n, n, dev(a), a.ld, &lwork)));
    OK(hipsolverDgetrf(solver, n, n, dev(a), a.ld, work.memory.device, work.size, pivots.device, info.device));
    OK(hipsolverDgetrs(solver, HIPSOLVER_OP_N, n, sides, dev(a), a.ld, pivots.device, dev(b), b.ld, work.memory.device, work.size, info.device));
    result("getrf", info.download()[0] == 0 && solves(a.was(0), b.are()[0], b.was(0)));

    Batch<double> dn_a({a.was(0)}), dn_b({b.was(0)});
    OK(hipsolverDnDgetrf(solver, n, n, dev(dn_a), dn_a.ld, work.memory.device, pivots.device, info.device));
    OK(hipsolverDnDgetrs(solver, HIPBLAS_OP_T, n, sides, dev(dn_a), dn_a.ld, pivots.device, dev(dn_b), dn_b.ld, info.device));
    result("Dn_getrf", info.download()[0] == 0 && solves(a.was(0).transposed(), dn_b.are()[0], b.was(0)));

    // X is another matrix, and B stays.
    Batch<double> gesv_a({a.was(0)}), gesv_b({b.was(0)});
    size_t bytes = 0;
    int rounds = 0;
    OK(hipsolverDDgesv_bufferSize(solver, n, sides, dev(gesv_a), gesv_a.ld, pivots.device, dev(gesv_b), gesv_b.ld, dev(x), x.ld, &bytes));
    OK(hipsolverDDgesv(solver, n, sides, dev(gesv_a), gesv_a.ld, pivots.device, dev(gesv_b), gesv_b.ld, dev(x), x.ld, nullptr, bytes, &rounds, info.device));
    result("gesv", solves(a.was(0), x.are()[0], b.was(0)) && (gesv_b.are()[0] - b.was(0)).norm() == 0 && x.is_clean());

    // Without pivots, of a matrix that needs none.
    Batch<double> strong({positive()});
    OK(hipsolverDgetrf(solver, n, n, dev(strong), strong.ld, nullptr, 0, nullptr, info.device));
    const Matrix lu = strong.are()[0];
    Matrix lower = lu.where([](int i, int j) { return i > j; });
    for (int i = 0; i < n; i++) lower.at(i, i) = 1;
    result("without_pivots", is_small<double>(lower * lu.where([](int i, int j) { return i <= j; }) - strong.was(0), strong.was(0).norm(), n));
}

static void cholesky() {
    Batch<double> a({positive()}), b({random_matrix(n, sides)}), inverse({a.was(0)});
    Memory<int> info(3);
    Work work(WORK(hipsolverDpotrf_bufferSize(solver, HIPSOLVER_FILL_MODE_LOWER, n, dev(a), a.ld, &lwork)));
    OK(hipsolverDpotrf(solver, HIPSOLVER_FILL_MODE_LOWER, n, dev(a), a.ld, work.memory.device, work.size, info.device));
    OK(hipsolverDnDpotrs(solver, HIPBLAS_FILL_MODE_LOWER, n, sides, dev(a), a.ld, dev(b), b.ld, info.device));
    result("potrf", info.download()[0] == 0 && solves(a.was(0), b.are()[0], b.was(0)));
    OK(hipsolverDnDpotri(solver, HIPBLAS_FILL_MODE_LOWER, n, dev(a), a.ld, work.memory.device, work.size, info.device));
    Matrix x = a.are()[0];
    for (int j = 0; j < n; j++)
        for (int i = 0; i < j; i++) x.at(i, j) = x.at(j, i);
    result("potri", is_small<double>(a.was(0) * x - Matrix::one(n), a.was(0).norm() * x.norm(), n));

    // Of a definite matrix no block has two columns, and factors without interchanges are Cholesky's but for their scale.
    Batch<double> ldl({a.was(0)}), dn_ldl({a.was(0)});
    Memory<int> pivots(n);
    Work ldl_work(WORK(hipsolverDsytrf_bufferSize(solver, n, dev(ldl), ldl.ld, &lwork)));
    OK(hipsolverDsytrf(solver, HIPSOLVER_FILL_MODE_LOWER, n, dev(ldl), ldl.ld, pivots.device, ldl_work.memory.device, ldl_work.size, info.device));
    const Matrix factor = ldl.are()[0];
    Matrix unit = factor.where([](int i, int j) { return i > j; }), diagonal = factor.where([](int i, int j) { return i == j; });
    for (int i = 0; i < n; i++) unit.at(i, i) = 1;
    bool straight = info.download()[0] == 0;
    for (int i = 0; i < n; i++) straight = straight && pivots.download()[i] == i + 1;
    result("sytrf", straight && is_small<double>(unit * diagonal * unit.transposed() - a.was(0), a.was(0).norm(), n));
    OK(hipsolverDnDsytrf(solver, HIPBLAS_FILL_MODE_LOWER, n, dev(dn_ldl), dn_ldl.ld, pivots.device, ldl_work.memory.device, ldl_work.size, info.device));
    result("Dn_sytrf", info.download()[0] == 0 && (dn_ldl.are()[0] - factor).norm() == 0);

    Batch<double> all({positive(), positive(), positive()}), right(n, sides, 3);
    OK(hipsolverDpotrfBatched(solver, HIPSOLVER_FILL_MODE_UPPER, n, all.each.device, all.ld, nullptr, 0, info.device, 3));
    OK(hipsolverDnDpotrsBatched(solver, HIPBLAS_FILL_MODE_UPPER, n, sides, all.each.device, all.ld, right.each.device, right.ld, info.device, 3));
    bool ok = true;
    for (int i = 0; i < 3; i++) ok = ok && solves(all.was(i), right.are()[i], right.was(i));
    result("potrfBatched", ok);
}

static void orthogonal() {
    Batch<double> a({random_matrix(m, n)}), b({random_matrix(m, sides)}), x(n, sides, 1), q(m, n, 1), c({random_matrix(m, sides)});
    Memory<double> tau(n);
    Memory<int> info(1);
    info.upload({-1});
    OK(hipsolverDgeqrf(solver, m, n, dev(a), a.ld, tau.device, nullptr, 0, info.device));
    const Matrix r = a.are()[0].part(0, 0, n, n).where([](int i, int j) { return i <= j; });
    HIP(hipMemcpy(dev(q), dev(a), a.host.size() * sizeof(double), hipMemcpyDeviceToDevice));
    OK(hipsolverDnDorgqr(solver, m, n, n, dev(q), q.ld, tau.device, nullptr, 0, info.device));
    const Matrix columns = q.are()[0];
    result("geqrf", info.download()[0] == 0 && is_orthogonal<double>(columns) && is_small<double>(columns * r - a.was(0), a.was(0).norm(), m));
    OK(hipsolverDormqr(solver, HIPSOLVER_SIDE_LEFT, HIPSOLVER_OP_T, m, sides, n, dev(a), a.ld, tau.device, dev(c), c.ld, nullptr, 0, info.device));
    result("ormqr", is_small<double>(c.are()[0].part(0, 0, n, sides) - columns.adjoint() * c.was(0), c.was(0).norm(), m));

    Batch<double> gels({a.was(0)});
    int rounds = 0;
    OK(hipsolverDDgels(solver, m, n, sides, dev(gels), gels.ld, dev(b), b.ld, dev(x), x.ld, nullptr, 0, &rounds, info.device));
    const Matrix residual = a.was(0) * x.are()[0] - b.was(0);
    result("gels", x.is_clean() && (b.are()[0] - b.was(0)).norm() == 0 && is_small<double>(columns.adjoint() * residual, b.was(0).norm(), m));
}

static bool are_pairs(const Matrix &a, const Matrix &v, const std::vector<double> &values, int count, bool orthogonal = true) {
    Matrix scaled = v.part(0, 0, n, count);
    for (int j = 0; j < count; j++)
        for (int i = 0; i < n; i++) scaled.at(i, j) *= values[j];
    return is_small<double>(a * v.part(0, 0, n, count) - scaled, a.norm(), n) && (!orthogonal || is_orthogonal<double>(v.part(0, 0, n, count)));
}
static void eigen() {
    const Matrix was = positive();
    Batch<double> d({was}), x({was}), j({was});
    Memory<double> values(n);
    Memory<int> info(3);
    OK(hipsolverDsyevd(solver, HIPSOLVER_EIG_MODE_VECTOR, HIPSOLVER_FILL_MODE_UPPER, n, dev(d), d.ld, values.device, nullptr, 0, info.device));
    const std::vector<double> all = values.download();
    result("syevd", are_pairs(was, d.are()[0], all, n));

    int count = -1;
    OK(hipsolverDnDsyevdx(solver, HIPSOLVER_EIG_MODE_VECTOR, HIPSOLVER_EIG_RANGE_I, HIPBLAS_FILL_MODE_UPPER, n, dev(x), x.ld, 0, 0, 3, 5, &count, values.device,
                          nullptr, 0, info.device));
    const std::vector<double> some = values.download();
    result("syevdx", count == 3 && std::equal(some.begin(), some.begin() + 3, all.begin() + 2) && are_pairs(was, x.are()[0], some, 3));

    hipsolverSyevjInfo_t params;
    double residual = -1;
    int sweeps = -1;
    OK(hipsolverCreateSyevjInfo(&params));
    OK(hipsolverXsyevjSetMaxSweeps(params, 15));
    OK(hipsolverDnXsyevjSetTolerance(params, 1e-14));
    IS(hipsolverXsyevjGetSweeps(solver, params, &sweeps), HIPSOLVER_STATUS_INTERNAL_ERROR);
    Work work(WORK(hipsolverDnDsyevj_bufferSize(solver, HIPSOLVER_EIG_MODE_VECTOR, HIPBLAS_FILL_MODE_LOWER, n, dev(j), j.ld, values.device, &lwork, params)));
    OK(hipsolverDnDsyevj(solver, HIPSOLVER_EIG_MODE_VECTOR, HIPBLAS_FILL_MODE_LOWER, n, dev(j), j.ld, values.device, work.memory.device, work.size, info.device, params));
    OK(hipsolverXsyevjGetSweeps(solver, params, &sweeps));
    OK(hipsolverDnXsyevjGetResidual(solver, params, &residual));
    result("syevj", are_pairs(was, j.are()[0], values.download(), n) && sweeps > 0 && sweeps < 15 && residual >= 0 && residual < 1e-12);

    // Matrices of a batch lie lda n elements behind each other.
    Memory<double> batch(3 * n * n), batch_values(3 * n);
    std::vector<double> host;
    for (int i = 0; i < 3; i++)
        for (Exact element : was.elements) host.push_back(double(element.real()) * (i + 1));
    batch.upload(host);
    OK(hipsolverDsyevjBatched(solver, HIPSOLVER_EIG_MODE_NOVECTOR, HIPSOLVER_FILL_MODE_LOWER, n, batch.device, n, batch_values.device, nullptr, 0, info.device, params, 3));
    bool ok = info.download() == std::vector<int>(3);
    for (int i = 0; i < 3 * n; i++) ok = ok && std::abs(batch_values.download()[i] - all[i % n] * (i / n + 1)) < 1e-12;
    result("syevjBatched", ok);
    IS(hipsolverXsyevjGetSweeps(solver, params, &sweeps), HIPSOLVER_STATUS_NOT_SUPPORTED);

    // A x = l x, with B = 1, whose factor is 1; and B given: the values of the second form are those of B A.
    Batch<double> a({was}), one({Matrix::one(n)}), b({positive()});
    OK(hipsolverDsygvd(solver, HIPSOLVER_EIG_TYPE_1, HIPSOLVER_EIG_MODE_VECTOR, HIPSOLVER_FILL_MODE_LOWER, n, dev(a), a.ld, dev(one), one.ld, values.device, nullptr, 0, info.device));
    result("sygvd", are_pairs(was, a.are()[0], values.download(), n));
    Batch<double> second({was});
    OK(hipsolverDsygvj(solver, HIPSOLVER_EIG_TYPE_2, HIPSOLVER_EIG_MODE_VECTOR, HIPSOLVER_FILL_MODE_LOWER, n, dev(second), second.ld, dev(b), b.ld, values.device, nullptr, 0,
                       info.device, params));
    Matrix product = was * b.was(0);
    result("sygvj", are_pairs(product, second.are()[0], values.download(), n, false));
    OK(hipsolverDestroySyevjInfo(params));
}

static void singular() {
    const Matrix was = random_matrix(m, n);
    Batch<double> a({was}), u(m, n, 1), vh(n, n, 1), j({was}), v(n, n, 1), whole(m, m, 1);
    Memory<double> values(n);
    Memory<int> info(1);
    int lwork = -1;
    OK(hipsolverDgesvd_bufferSize(solver, 'S', 'A', m, n, &lwork));
    OK(hipsolverDgesvd(solver, 'S', 'A', m, n, dev(a), a.ld, values.device, dev(u), u.ld, dev(vh), vh.ld, nullptr, lwork, nullptr, info.device));
    const auto is_product = [&](const Matrix &left, const Matrix &right) {
        Matrix scaled = left.part(0, 0, m, n);
        for (int column = 0; column < n; column++)
            for (int i = 0; i < m; i++) scaled.at(i, column) *= values.download()[column];
        return is_orthogonal<double>(left) && is_orthogonal<double>(right) && is_small<double>(scaled * right - was, was.norm(), m);
    };
    result("gesvd", is_product(u.are()[0], vh.are()[0]) && info.download()[0] == 0);
    // Here V comes as it is, and not as V^H.
    hipsolverGesvdjInfo_t params;
    OK(hipsolverDnCreateGesvdjInfo(&params));
    OK(hipsolverDnDgesvdj(solver, HIPSOLVER_EIG_MODE_VECTOR, 0, m, n, dev(j), j.ld, values.device, dev(whole), whole.ld, dev(v), v.ld, nullptr, 0, info.device, params));
    result("gesvdj", is_product(whole.are()[0], v.are()[0].adjoint()) && v.is_clean() && info.download()[0] == 0);
    double residual = -1;
    OK(hipsolverXgesvdjGetResidual(solver, params, &residual));
    result("residual", residual >= 0 && residual < 1e-12);
    OK(hipsolverDestroyGesvdjInfo(params));
}

template <class T> static Matrix random_of(int rows, int columns) {
    Matrix a(rows, columns);
    for (Exact &element : a.elements) element = Of<T>::exact(Of<T>::from(next_number()));
    return a;
}
// Functions whose types are arguments.
template <class T> static void typed(hipDataType type) {
    const std::string of = std::string(letter<T>) + "_X";
    hipsolverDnParams_t params;
    OK(hipsolverDnCreateParams(&params));
    Memory<int64_t> pivots(n);
    Memory<int> info(1);
    size_t on_device = 7, on_host = 7;
    Batch<T> a({random_of<T>(n, n)}), b({random_of<T>(n, sides)});
    OK(hipsolverDnXgetrf_bufferSize(solver, params, n, n, type, a.memory.device, a.ld, type, &on_device, &on_host));
    OK(hipsolverDnXgetrf(solver, params, n, n, type, a.memory.device, a.ld, pivots.device, type, nullptr, on_device, nullptr, on_host, info.device));
    OK(hipsolverDnXgetrs(solver, params, HIPSOLVER_OP_T, n, sides, type, a.memory.device, a.ld, pivots.device, type, b.memory.device, b.ld, info.device));
    const Matrix x = b.are()[0];
    result(of + "getrf", info.download()[0] == 0 && is_small<T>(a.was(0).transposed() * x - b.was(0), a.was(0).norm() * x.norm(), n) && b.is_clean());

    const Matrix half = random_of<T>(n, n);
    Matrix positive = half * half.adjoint();
    for (int i = 0; i < n; i++) positive.at(i, i) += 1;
    Batch<T> c({positive}), d({random_of<T>(n, sides)});
    OK(hipsolverDnXpotrf(solver, params, HIPSOLVER_FILL_MODE_LOWER, n, type, c.memory.device, c.ld, type, nullptr, 0, nullptr, 0, info.device));
    OK(hipsolverDnXpotrs(solver, params, HIPSOLVER_FILL_MODE_LOWER, n, sides, type, c.memory.device, c.ld, type, d.memory.device, d.ld, info.device));
    result(of + "potrf", is_small<T>(c.was(0) * d.are()[0] - d.was(0), c.was(0).norm() * d.are()[0].norm(), n));

    Batch<T> e({random_of<T>(m, n)});
    Memory<T> tau(n);
    OK(hipsolverDnXgeqrf(solver, params, m, n, type, e.memory.device, e.ld, type, tau.device, type, nullptr, 0, nullptr, 0, info.device));
    const Matrix r = e.are()[0].where([](int i, int j) { return i <= j; });
    result(of + "geqrf", is_small<T>(r.adjoint() * r - e.was(0).adjoint() * e.was(0), r.norm() * r.norm(), m));
    const hipDataType other = type == HIP_R_32F ? HIP_R_64F : HIP_R_32F;
    IS(hipsolverDnXgeqrf(solver, params, m, n, type, e.memory.device, e.ld, other, tau.device, type, nullptr, 0, nullptr, 0, info.device), HIPSOLVER_STATUS_INVALID_ENUM);
    IS(hipsolverDnXgetrf_bufferSize(solver, nullptr, n, n, type, a.memory.device, a.ld, type, &on_device, &on_host), HIPSOLVER_STATUS_INVALID_VALUE);
    IS(hipsolverDnXgetrf(solver, params, int64_t(1) << 31, n, type, a.memory.device, a.ld, pivots.device, type, nullptr, 0, nullptr, 0, info.device),
       HIPSOLVER_STATUS_NOT_SUPPORTED);
    OK(hipsolverDnDestroyParams(params));
}
static auto gesvda(int rank, int rows, int columns, Batch<double> &a, double *s, Batch<double> &u, Batch<double> &v, int *info) {
    int lwork;
    OK(hipsolverDnDgesvdaStridedBatched_bufferSize(solver, HIPSOLVER_EIG_MODE_VECTOR, rank, rows, columns, a.memory.device, a.ld, a.stride, s, rank, u.memory.device, u.ld,
                                                   u.stride, v.memory.device, v.ld, v.stride, &lwork, a.count));
    return hipsolverDnDgesvdaStridedBatched(solver, HIPSOLVER_EIG_MODE_VECTOR, rank, rows, columns, a.memory.device, a.ld, a.stride, s, rank, u.memory.device, u.ld, u.stride,
                                            v.memory.device, v.ld, v.stride, nullptr, lwork, info, nullptr, a.count);
}
static auto gesvda(int rank, int rows, int columns, Batch<rocblas_float_complex> &a, float *s, Batch<rocblas_float_complex> &u, Batch<rocblas_float_complex> &v, int *info) {
    const auto as = [](Batch<rocblas_float_complex> &batch) { return reinterpret_cast<hipFloatComplex *>(batch.memory.device); };
    return hipsolverDnCgesvdaStridedBatched(solver, HIPSOLVER_EIG_MODE_VECTOR, rank, rows, columns, as(a), a.ld, a.stride, s, rank, as(u), u.ld, u.stride, as(v), v.ld,
                                            v.stride, nullptr, 0, info, nullptr, a.count);
}
// The largest values of several matrices, of three values each that are not small.
template <class T> static void approximate(int rows, int columns) {
    const int rank = 3, count = 2;
    std::vector<Matrix> all;
    for (int i = 0; i < count; i++) all.push_back(random_of<T>(rows, rank) * random_of<T>(rank, columns));
    Batch<T> a(all), u(rows, rank, count), v(columns, rank, count);
    Memory<Real<T>> s(rank * count);
    Memory<int> info(count);
    OK(gesvda(rank, rows, columns, a, s.device, u, v, info.device));
    bool ok = a.is_clean() && u.is_clean() && v.is_clean();
    for (int i = 0; i < count; i++) {
        Matrix scaled = u.are()[i];
        for (int j = 0; j < rank; j++) for (int k = 0; k < rows; k++) scaled.at(k, j) *= (long double)s.download()[i * rank + j];
        ok = ok && is_orthogonal<T>(u.are()[i]) && is_orthogonal<T>(v.are()[i]) && is_small<T>(scaled * v.are()[i].adjoint() - a.was(i), a.was(i).norm(), rows) &&
             info.download()[i] == 0 && (a.are()[i] - a.was(i)).norm() == 0;
    }
    result(std::string(letter<T>) + "gesvda_" + std::to_string(rows), ok);
}

static void wrong() {
    Batch<double> a({positive()});
    Memory<int> info(1);
    int lwork = -1;
    IS(hipsolverCreate(nullptr), HIPSOLVER_STATUS_HANDLE_IS_NULLPTR);
    IS(hipsolverDpotrf(nullptr, HIPSOLVER_FILL_MODE_LOWER, n, dev(a), n, nullptr, 0, info.device), HIPSOLVER_STATUS_NOT_INITIALIZED);
    IS(hipsolverDpotrf(solver, hipblasFillMode_t(0), n, dev(a), n, nullptr, 0, info.device), HIPSOLVER_STATUS_INVALID_ENUM);
    IS(hipsolverDpotrf(solver, HIPSOLVER_FILL_MODE_LOWER, n, dev(a), n - 1, nullptr, 0, info.device), HIPSOLVER_STATUS_INVALID_VALUE);
    IS(hipsolverDpotrf(solver, HIPSOLVER_FILL_MODE_LOWER, n, nullptr, n, nullptr, 0, info.device), HIPSOLVER_STATUS_INVALID_VALUE);
    IS(hipsolverDgetrf_bufferSize(solver, n, n, dev(a), n, nullptr), HIPSOLVER_STATUS_INVALID_VALUE);
    IS(hipsolverDgesvd_bufferSize(solver, 'X', 'A', n, n, &lwork), HIPSOLVER_STATUS_INVALID_VALUE);
    IS(hipsolverDsyevj(solver, HIPSOLVER_EIG_MODE_VECTOR, HIPSOLVER_FILL_MODE_LOWER, n, dev(a), n, nullptr, nullptr, 0, info.device, nullptr), HIPSOLVER_STATUS_INVALID_VALUE);
    // rocSOLVER's order: handle, enumerations, sizes, pointers; nothing is asked of what is empty.
    const rocblas_handle roc = static_cast<rocblas_handle>(solver);
    IS(rocsolver_dpotrf(nullptr, rocblas_fill_lower, n, dev(a), n, info.device), rocblas_status_invalid_handle);
    IS(rocsolver_dpotrf(roc, rocblas_fill_full, -1, nullptr, 0, nullptr), rocblas_status_invalid_value);
    IS(rocsolver_dpotrf(roc, rocblas_fill_lower, -1, nullptr, 0, nullptr), rocblas_status_invalid_size);
    IS(rocsolver_dpotrf(roc, rocblas_fill_lower, n, nullptr, n, info.device), rocblas_status_invalid_pointer);
    IS(rocsolver_dpotrf(roc, rocblas_fill_lower, 0, nullptr, 0, info.device), rocblas_status_success);
    IS(rocsolver_dpotrf_batched(roc, rocblas_fill_lower, n, nullptr, n, nullptr, 0), rocblas_status_success);
    IS(rocsolver_dgeqrf(roc, 0, n, nullptr, 0, nullptr), rocblas_status_success);
    IS(rocsolver_dgels(roc, rocblas_operation_conjugate_transpose, n, n, 1, dev(a), n, dev(a), n, info.device), rocblas_status_invalid_value);
    IS(rocsolver_dgesvd(roc, rocblas_svect_overwrite, rocblas_svect_overwrite, n, n, dev(a), n, nullptr, nullptr, 1, nullptr, 1, nullptr, rocblas_outofplace, info.device),
       rocblas_status_invalid_value);
    char version[16] = "";
    IS(rocsolver_get_version_string(version, 3), rocblas_status_invalid_size);
    IS(rocsolver_get_version_string(version, sizeof version), rocblas_status_success);
    result("version", std::string(version) == "3.30.1.0");
}

int main() {
    OK(hipsolverCreate(&solver));
    hipStream_t stream, got;
    HIP(hipStreamCreate(&stream));
    OK(hipsolverSetStream(solver, stream));
    OK(hipsolverDnGetStream(solver, &got));
    result("stream", got == stream);
    linear();
    cholesky();
    orthogonal();
    eigen();
    singular();
    typed<float>(HIP_R_32F);
    typed<double>(HIP_R_64F);
    typed<rocblas_float_complex>(HIP_C_32F);
    typed<rocblas_double_complex>(HIP_C_64F);
    approximate<double>(20, 12);
    approximate<double>(8, 15);
    approximate<rocblas_float_complex>(16, 9);
    wrong();
    OK(hipsolverDestroy(solver));
    return failures != 0;
}
