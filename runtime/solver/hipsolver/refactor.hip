// refactor.hip: hipsolverRf*, by rocSOLVER's csrrf functions.
//
// Called by programs. A handle keeps copies of the matrix and of its factors' pattern, as cuSOLVER's and AMD's do.
#include <new>
#include <vector>

#include "calls.h"

namespace solver {

// Device memory that is the handle's.
template <class T> struct Owned {
    T *data = nullptr;
    Owned() = default;
    Owned(const Owned &) = delete;
    ~Owned() { (void)hipFree(data); }
    // Of the program's, wherever that lies.
    Status copy(const T *from, int count) {
        HIPSOLVER_TRY(make(count));
        return of(hipMemcpy(data, from, sizeof(T) * count, hipMemcpyDefault));
    }
    Status make(int count) {
        (void)hipFree(data);
        data = nullptr;
        return of(hipMalloc(reinterpret_cast<void **>(&data), sizeof(T) * (count > 0 ? count : 1)));
    }
};

struct Rows {
    int count = 0;
    Owned<int> rows, columns;
    Owned<double> values;

    Status make(int n, int entries) {
        count = entries;
        HIPSOLVER_TRY(rows.make(n + 1));
        HIPSOLVER_TRY(columns.make(entries));
        return values.make(entries);
    }
    Status copy(int n, int entries, const int *from_rows, const int *from_columns, const double *from_values) {
        count = entries;
        HIPSOLVER_TRY(rows.copy(from_rows, n + 1));
        HIPSOLVER_TRY(columns.copy(from_columns, entries));
        return values.copy(from_values, entries);
    }
};

// What was extracted last.
struct OnHost {
    std::vector<int> rows, columns;
    std::vector<double> values;

    Status copy(int n, const Rows &from) {
        rows.resize(n + 1), columns.resize(from.count), values.resize(from.count);
        HIPSOLVER_TRY(of(hipMemcpy(rows.data(), from.rows.data, rows.size() * sizeof(int), hipMemcpyDeviceToHost)));
        if (from.count == 0) return HIPSOLVER_STATUS_SUCCESS;
        HIPSOLVER_TRY(of(hipMemcpy(columns.data(), from.columns.data, columns.size() * sizeof(int), hipMemcpyDeviceToHost)));
        return of(hipMemcpy(values.data(), from.values.data, values.size() * sizeof(double), hipMemcpyDeviceToHost));
    }
};

struct Refactor {
    hipblasHandle_t handle = nullptr;
    rocsolver_rfinfo info = nullptr;
    bool is_set = false;
    int n = 0, lower = 0, upper = 0;
    Rows a, both;
    Owned<int> p, q;
    OnHost bundled, l, u;

    rocblas_handle roc() const { return solver::roc(handle); }
    ~Refactor() {
        if (info) (void)rocsolver_destroy_rfinfo(info);
        if (handle) (void)hipblasDestroy(handle);
    }
};

static Refactor *refactor(hipsolverRfHandle_t handle) { return static_cast<Refactor *>(handle); }

struct Given {
    int count;
    const int *rows, *columns;
    const double *values;
    bool is_there() const { return rows && columns && values; }
};

static Status set_up(int n, Given a, Given l, Given u, const int *p, const int *q, hipsolverRfHandle_t handle) {
    if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;
    if (!a.is_there() || !l.is_there() || !u.is_there() || !p || !q || n < 0 || a.count < 0 || l.count < n || u.count < 0) return HIPSOLVER_STATUS_INVALID_VALUE;
    Refactor &rf = *refactor(handle);
    rf.is_set = false;
    rf.n = n, rf.lower = l.count, rf.upper = u.count;
    Rows lower, upper;
    HIPSOLVER_TRY(rf.a.copy(n, a.count, a.rows, a.columns, a.values));
    HIPSOLVER_TRY(lower.copy(n, l.count, l.rows, l.columns, l.values));
    HIPSOLVER_TRY(upper.copy(n, u.count, u.rows, u.columns, u.values));
    HIPSOLVER_TRY(rf.both.make(n, l.count - n + u.count));
    HIPSOLVER_TRY(rf.p.copy(p, n));
    HIPSOLVER_TRY(rf.q.copy(q, n));
    HIPSOLVER_TRY(of(rocsolver_dcsrrf_sumlu(rf.roc(), n, l.count, lower.rows.data, lower.columns.data, lower.values.data, u.count, upper.rows.data,
                                            upper.columns.data, upper.values.data, rf.both.rows.data, rf.both.columns.data, rf.both.values.data)));
    // The copies of L and U end here.
    HIPSOLVER_TRY(of(hipDeviceSynchronize()));
    rf.is_set = true;
    return HIPSOLVER_STATUS_SUCCESS;
}

static Status create(hipsolverRfHandle_t *handle) {
    if (!handle) return HIPSOLVER_STATUS_INVALID_VALUE;
    Refactor *made = new (std::nothrow) Refactor;
    if (!made) return HIPSOLVER_STATUS_ALLOC_FAILED;
    Status status = of(hipblasCreate(&made->handle));
    if (status == HIPSOLVER_STATUS_SUCCESS) status = of(rocsolver_create_rfinfo(&made->info, made->roc()));
    if (status != HIPSOLVER_STATUS_SUCCESS) {
        delete made;
        return status;
    }
    *handle = made;
    return HIPSOLVER_STATUS_SUCCESS;
}

static void tell(OnHost &host, int n, int *count, int **rows, int **columns, double **values) {
    *count = host.rows[n], *rows = host.rows.data(), *columns = host.columns.data(), *values = host.values.data();
}

static Status extract_bundled(hipsolverRfHandle_t handle, int *count, int **rows, int **columns, double **values) {
    if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;
    if (!count || !rows || !columns || !values) return HIPSOLVER_STATUS_INVALID_VALUE;
    Refactor &rf = *refactor(handle);
    if (!rf.is_set) return HIPSOLVER_STATUS_INTERNAL_ERROR;
    HIPSOLVER_TRY(rf.bundled.copy(rf.n, rf.both));
    tell(rf.bundled, rf.n, count, rows, columns, values);
    return HIPSOLVER_STATUS_SUCCESS;
}
static Status split(Refactor &rf) {
    Rows l, u;
    HIPSOLVER_TRY(l.make(rf.n, rf.lower));
    HIPSOLVER_TRY(u.make(rf.n, rf.upper));
    HIPSOLVER_TRY(of(rocsolver_dcsrrf_splitlu(rf.roc(), rf.n, rf.both.count, rf.both.rows.data, rf.both.columns.data, rf.both.values.data, l.rows.data,
                                              l.columns.data, l.values.data, u.rows.data, u.columns.data, u.values.data)));
    HIPSOLVER_TRY(rf.l.copy(rf.n, l));
    return rf.u.copy(rf.n, u);
}

// A question that the defaults answer, as nothing sets anything else.
template <class A, class B> static Status tell_default(hipsolverRfHandle_t handle, A *a, A of_a, B *b, B of_b) {
    if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;
    if (!a || !b) return HIPSOLVER_STATUS_INVALID_VALUE;
    *a = of_a, *b = of_b;
    return HIPSOLVER_STATUS_SUCCESS;
}

#define REFACTOR_BEGIN                                               \
    if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;            \
    ::solver::Refactor &rf = *::solver::refactor(handle);            \
    if (!rf.is_set) return HIPSOLVER_STATUS_INTERNAL_ERROR

}  // namespace solver

using solver::of;

hipsolverStatus_t hipsolverRfCreate(hipsolverRfHandle_t *handle) { return solver::create(handle); }
hipsolverStatus_t hipsolverRfDestroy(hipsolverRfHandle_t handle) {
    if (!handle) return HIPSOLVER_STATUS_INVALID_VALUE;
    delete solver::refactor(handle);
    return HIPSOLVER_STATUS_SUCCESS;
}
hipsolverStatus_t hipsolverRfSetupDevice(int n, HIPSOLVERRF_CSR(double *, A), HIPSOLVERRF_CSR(double *, L), HIPSOLVERRF_CSR(double *, U), int *P, int *Q,
                                         hipsolverRfHandle_t handle) {
    return solver::set_up(n, {nnzA, csrRowPtrA, csrColIndA, csrValA}, {nnzL, csrRowPtrL, csrColIndL, csrValL}, {nnzU, csrRowPtrU, csrColIndU, csrValU}, P, Q,
                          handle);
}
hipsolverStatus_t hipsolverRfSetupHost(int n, HIPSOLVERRF_HOST_CSR(double *, A), HIPSOLVERRF_HOST_CSR(double *, L), HIPSOLVERRF_HOST_CSR(double *, U),
                                       int *h_P, int *h_Q, hipsolverRfHandle_t handle) {
    return solver::set_up(n, {nnzA, h_csrRowPtrA, h_csrColIndA, h_csrValA}, {nnzL, h_csrRowPtrL, h_csrColIndL, h_csrValL},
                          {nnzU, h_csrRowPtrU, h_csrColIndU, h_csrValU}, h_P, h_Q, handle);
}
hipsolverStatus_t hipsolverRfAccessBundledFactorsDevice(hipsolverRfHandle_t handle, int *nnzM, int **Mp, int **Mi, double **Mx) {
    if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;
    if (!nnzM || !Mp || !Mi || !Mx) return HIPSOLVER_STATUS_INVALID_VALUE;
    REFACTOR_BEGIN;
    *nnzM = rf.both.count, *Mp = rf.both.rows.data, *Mi = rf.both.columns.data, *Mx = rf.both.values.data;
    return HIPSOLVER_STATUS_SUCCESS;
}
hipsolverStatus_t hipsolverRfAnalyze(hipsolverRfHandle_t handle) {
    REFACTOR_BEGIN;
    solver::Owned<double> side;  // of the size of one, whose values nothing asks
    HIPSOLVER_TRY(side.make(rf.n));
    return of(rocsolver_dcsrrf_analysis(rf.roc(), rf.n, 1, rf.a.count, rf.a.rows.data, rf.a.columns.data, rf.a.values.data, rf.both.count,
                                        rf.both.rows.data, rf.both.columns.data, rf.both.values.data, rf.p.data, rf.q.data, side.data, rf.n, rf.info));
}
hipsolverStatus_t hipsolverRfExtractBundledFactorsHost(hipsolverRfHandle_t handle, int *h_nnzM, int **h_Mp, int **h_Mi, double **h_Mx) {
    return solver::extract_bundled(handle, h_nnzM, h_Mp, h_Mi, h_Mx);
}
hipsolverStatus_t hipsolverRfExtractSplitFactorsHost(hipsolverRfHandle_t handle, int *h_nnzL, int **h_Lp, int **h_Li, double **h_Lx, int *h_nnzU,
                                                     int **h_Up, int **h_Ui, double **h_Ux) {
    if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;
    if (!h_nnzL || !h_Lp || !h_Li || !h_Lx || !h_nnzU || !h_Up || !h_Ui || !h_Ux) return HIPSOLVER_STATUS_INVALID_VALUE;
    REFACTOR_BEGIN;
    HIPSOLVER_TRY(solver::split(rf));
    solver::tell(rf.l, rf.n, h_nnzL, h_Lp, h_Li, h_Lx);
    solver::tell(rf.u, rf.n, h_nnzU, h_Up, h_Ui, h_Ux);
    return HIPSOLVER_STATUS_SUCCESS;
}
hipsolverStatus_t hipsolverRfGet_Algs(hipsolverRfHandle_t handle, hipsolverRfFactorization_t *fact_alg, hipsolverRfTriangularSolve_t *solve_alg) {
    return solver::tell_default(handle, fact_alg, HIPSOLVERRF_FACTORIZATION_ALG0, solve_alg, HIPSOLVERRF_TRIANGULAR_SOLVE_ALG1);
}
hipsolverStatus_t hipsolverRfGetMatrixFormat(hipsolverRfHandle_t handle, hipsolverRfMatrixFormat_t *format, hipsolverRfUnitDiagonal_t *diag) {
    return solver::tell_default(handle, format, HIPSOLVERRF_MATRIX_FORMAT_CSR, diag, HIPSOLVERRF_UNIT_DIAGONAL_STORED_L);
}
hipsolverStatus_t hipsolverRfGetNumericBoostReport(hipsolverRfHandle_t handle, hipsolverRfNumericBoostReport_t *report) {
    return solver::tell_default(handle, report, HIPSOLVERRF_NUMERIC_BOOST_NOT_USED, report, HIPSOLVERRF_NUMERIC_BOOST_NOT_USED);
}
hipsolverStatus_t hipsolverRfGetNumericProperties(hipsolverRfHandle_t handle, double *zero, double *boost) {
    return solver::tell_default(handle, zero, 0.0, boost, 0.0);
}
hipsolverStatus_t hipsolverRfGetResetValuesFastMode(hipsolverRfHandle_t handle, hipsolverRfResetValuesFastMode_t *fastMode) {
    return solver::tell_default(handle, fastMode, HIPSOLVERRF_RESET_VALUES_FAST_MODE_OFF, fastMode, HIPSOLVERRF_RESET_VALUES_FAST_MODE_OFF);
}
hipsolverStatus_t hipsolverRfRefactor(hipsolverRfHandle_t handle) {
    REFACTOR_BEGIN;
    return of(rocsolver_dcsrrf_refactlu(rf.roc(), rf.n, rf.a.count, rf.a.rows.data, rf.a.columns.data, rf.a.values.data, rf.both.count, rf.both.rows.data,
                                        rf.both.columns.data, rf.both.values.data, rf.p.data, rf.q.data, rf.info));
}
hipsolverStatus_t hipsolverRfResetValues(int n, HIPSOLVERRF_CSR(double *, A), int *P, int *Q, hipsolverRfHandle_t handle) {
    if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;
    if (!csrRowPtrA || !csrColIndA || !csrValA || !P || !Q) return HIPSOLVER_STATUS_INVALID_VALUE;
    solver::Refactor &rf = *solver::refactor(handle);
    if (rf.n != n || rf.a.count != nnzA) return HIPSOLVER_STATUS_INVALID_VALUE;
    if (!rf.is_set) return HIPSOLVER_STATUS_INTERNAL_ERROR;
    return of(hipMemcpy(rf.a.values.data, csrValA, sizeof(double) * nnzA, hipMemcpyDeviceToDevice));
}
hipsolverStatus_t hipsolverRfSolve(hipsolverRfHandle_t handle, int *, int *, int nrhs, double *, int, double *XF, int ldxf) {
    REFACTOR_BEGIN;
    return of(rocsolver_dcsrrf_solve(rf.roc(), rf.n, nrhs, rf.both.count, rf.both.rows.data, rf.both.columns.data, rf.both.values.data, rf.p.data,
                                     rf.q.data, XF, ldxf, rf.info));
}

// As in ROCm.
#define NOT_SUPPORTED(name, parameters) hipsolverStatus_t name parameters { return HIPSOLVER_STATUS_NOT_SUPPORTED; }
NOT_SUPPORTED(hipsolverRfSetAlgs, (hipsolverRfHandle_t, hipsolverRfFactorization_t, hipsolverRfTriangularSolve_t))
NOT_SUPPORTED(hipsolverRfSetMatrixFormat, (hipsolverRfHandle_t, hipsolverRfMatrixFormat_t, hipsolverRfUnitDiagonal_t))
NOT_SUPPORTED(hipsolverRfSetNumericProperties, (hipsolverRfHandle_t, double, double))
NOT_SUPPORTED(hipsolverRfSetResetValuesFastMode, (hipsolverRfHandle_t, hipsolverRfResetValuesFastMode_t))
NOT_SUPPORTED(hipsolverRfBatchSetupHost, (int, int, HIPSOLVERRF_HOST_CSR(double **, A), HIPSOLVERRF_HOST_CSR(double *, L),
                                          HIPSOLVERRF_HOST_CSR(double *, U), int *, int *, hipsolverRfHandle_t))
NOT_SUPPORTED(hipsolverRfBatchAnalyze, (hipsolverRfHandle_t))
NOT_SUPPORTED(hipsolverRfBatchRefactor, (hipsolverRfHandle_t))
NOT_SUPPORTED(hipsolverRfBatchResetValues, (int, int, HIPSOLVERRF_CSR(double **, A), int *, int *, hipsolverRfHandle_t))
NOT_SUPPORTED(hipsolverRfBatchSolve, (hipsolverRfHandle_t, int *, int *, int, double *, int, double *[], int))
NOT_SUPPORTED(hipsolverRfBatchZeroPivot, (hipsolverRfHandle_t, int *))
