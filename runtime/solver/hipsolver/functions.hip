// functions.hip: hipSOLVER's functions, by rocSOLVER's.
//
// Called by programs. Memory for intermediate results is taken from the stream's pool, and none is wanted of the program: buffers are told to have one
// element, and are not touched.
#include "calls.h"

#include <algorithm>

namespace solver {

#define ENUM(name, type, least, most) static bool is_enum(type name) { return name >= least && name <= most; }
ENUM(op, hipblasOperation_t, HIPBLAS_OP_N, HIPBLAS_OP_C)
ENUM(fill, hipblasFillMode_t, HIPBLAS_FILL_MODE_UPPER, HIPBLAS_FILL_MODE_LOWER)
ENUM(side, hipblasSideMode_t, HIPBLAS_SIDE_LEFT, HIPBLAS_SIDE_RIGHT)
ENUM(mode, hipsolverEigMode_t, HIPSOLVER_EIG_MODE_NOVECTOR, HIPSOLVER_EIG_MODE_VECTOR)
ENUM(type, hipsolverEigType_t, HIPSOLVER_EIG_TYPE_1, HIPSOLVER_EIG_TYPE_3)
ENUM(range, hipsolverEigRange_t, HIPSOLVER_EIG_RANGE_ALL, HIPSOLVER_EIG_RANGE_I)

static rocblas_operation roc(hipblasOperation_t op) { return rocblas_operation(op); }
static rocblas_fill roc(hipblasFillMode_t fill) { return rocblas_fill(fill); }
static rocblas_side roc(hipblasSideMode_t side) { return rocblas_side(side); }
// Q lies in columns, P in rows.
static rocblas_storev stored(hipblasSideMode_t side) { return side == HIPBLAS_SIDE_LEFT ? rocblas_column_wise : rocblas_row_wise; }
static rocblas_evect roc(hipsolverEigMode_t mode) { return mode == HIPSOLVER_EIG_MODE_VECTOR ? rocblas_evect_original : rocblas_evect_none; }
static rocblas_eform roc(hipsolverEigType_t type) { return rocblas_eform(rocblas_eform_ax + (type - HIPSOLVER_EIG_TYPE_1)); }
static rocblas_erange roc(hipsolverEigRange_t range) { return rocblas_erange(rocblas_erange_all + (range - HIPSOLVER_EIG_RANGE_ALL)); }

#define BEGIN(enums)                                         \
    if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;    \
    if (!(enums)) return HIPSOLVER_STATUS_INVALID_ENUM

template <class Size> static Status tell_size(hipsolverHandle_t handle, Size *lwork, bool enums, bool sizes) {
    BEGIN(enums);
    if (!lwork || !sizes) return HIPSOLVER_STATUS_INVALID_VALUE;
    *lwork = 1;
    return HIPSOLVER_STATUS_SUCCESS;
}

// Functions that LAPACK gives an info for their arguments' sake alone: they have none here, and it is zero.
static Status without_info(hipsolverHandle_t handle, rocblas_status status, int *info) {
    if (status != rocblas_status_success || !info) return of(status);
    return of(hipMemsetAsync(info, 0, sizeof *info, stream_of(handle)));
}

// A matrix from one place to another.
template <class T> static Status copy(hipsolverHandle_t handle, T *to, int64_t ld_to, const T *from, int64_t ld_from, int64_t rows, int64_t columns) {
    if (rows == 0 || columns == 0) return HIPSOLVER_STATUS_SUCCESS;
    return of(hipMemcpy2DAsync(to, ld_to * sizeof(T), from, ld_from * sizeof(T), rows * sizeof(T), columns, hipMemcpyDeviceToDevice, stream_of(handle)));
}

// "If devIpiv is a nullptr, the factorization is done without pivoting."
template <class T> static Status getrf(hipsolverHandle_t handle, int m, int n, T *a, int lda, int *pivots, int *info) {
    BEGIN(true);
    return of(pivots ? Roc<T>::getrf(roc(handle), m, n, a, lda, pivots, info) : Roc<T>::getrf_npvt(roc(handle), m, n, a, lda, info));
}
template <class T>
static Status getrs(hipsolverHandle_t handle, hipblasOperation_t op, int n, int sides, const T *a, int lda, const int *pivots, T *b, int ldb, int *info) {
    BEGIN(is_enum(op));
    return without_info(handle, Roc<T>::getrs(roc(handle), roc(op), n, sides, const_cast<T *>(a), lda, pivots, b, ldb), info);
}
template <class T> static Status gesv(hipsolverHandle_t handle, int n, int sides, T *a, int lda, int *pivots, T *b, int ldb, T *x, int ldx, int *info) {
    BEGIN(true);
    if (n < 0 || sides < 0 || ldb < n || ldx < n || (n && sides && (!b || !x))) return HIPSOLVER_STATUS_INVALID_VALUE;
    if (b != x) HIPSOLVER_TRY(copy(handle, x, ldx, b, ldb, n, sides));
    return of(Roc<T>::gesv(roc(handle), n, sides, a, lda, pivots, x, ldx, info));
}
// X has n rows, and what it is made in as many as the longer of both has.
template <class T> static Status gels(hipsolverHandle_t handle, int m, int n, int sides, T *a, int lda, T *b, int ldb, T *x, int ldx, int *info) {
    BEGIN(true);
    if (b == x) return of(Roc<T>::gels(roc(handle), rocblas_operation_none, m, n, sides, a, lda, b, ldb, info));
    if (m < 0 || n < 0 || sides < 0 || ldb < m || ldx < n || (sides && ((m && !b) || (n && !x)))) return HIPSOLVER_STATUS_INVALID_VALUE;
    const int longest = std::max({m, n, 1});
    Temporary memory(handle);
    HIPSOLVER_TRY(memory.take(sizeof(T) * longest * sides));
    T *const both = static_cast<T *>(memory.memory);
    HIPSOLVER_TRY(copy(handle, both, longest, b, ldb, m, sides));
    HIPSOLVER_TRY(of(Roc<T>::gels(roc(handle), rocblas_operation_none, m, n, sides, a, lda, both, longest, info)));
    return copy(handle, x, ldx, both, longest, n, sides);
}

template <class T> static Status potrf(hipsolverHandle_t handle, hipblasFillMode_t fill, int n, T *a, int lda, int *info) {
    BEGIN(is_enum(fill));
    return of(Roc<T>::potrf(roc(handle), roc(fill), n, a, lda, info));
}
template <class T> static Status sytrf(hipsolverHandle_t handle, hipblasFillMode_t fill, int n, T *a, int lda, int *pivots, int *info) {
    BEGIN(is_enum(fill));
    return of(Roc<T>::sytrf(roc(handle), roc(fill), n, a, lda, pivots, info));
}
template <class T> static Status potrf_batched(hipsolverHandle_t handle, hipblasFillMode_t fill, int n, T **a, int lda, int *info, int batches) {
    BEGIN(is_enum(fill));
    return of(Roc<T>::potrf_batched(roc(handle), roc(fill), n, a, lda, info, batches));
}
template <class T> static Status potri(hipsolverHandle_t handle, hipblasFillMode_t fill, int n, T *a, int lda, int *info) {
    BEGIN(is_enum(fill));
    return of(Roc<T>::potri(roc(handle), roc(fill), n, a, lda, info));
}
template <class T> static Status potrs(hipsolverHandle_t handle, hipblasFillMode_t fill, int n, int sides, const T *a, int lda, T *b, int ldb, int *info) {
    BEGIN(is_enum(fill));
    return without_info(handle, Roc<T>::potrs(roc(handle), roc(fill), n, sides, const_cast<T *>(a), lda, b, ldb), info);
}
template <class T>
static Status potrs_batched(hipsolverHandle_t handle, hipblasFillMode_t fill, int n, int sides, T **a, int lda, T **b, int ldb, int *info, int batches) {
    BEGIN(is_enum(fill));
    return without_info(handle, Roc<T>::potrs_batched(roc(handle), roc(fill), n, sides, a, lda, b, ldb, batches), info);
}

// Singular vectors by cuSOLVER's letters.
static rocblas_svect vectors_of(signed char job) {
    return job == 'A' ? rocblas_svect_all : job == 'S' ? rocblas_svect_singular : job == 'O' ? rocblas_svect_overwrite : job == 'N' ? rocblas_svect_none : rocblas_svect(0);
}
template <class T>
static Status gesvd(hipsolverHandle_t handle, signed char job_u, signed char job_v, int m, int n, T *a, int lda, Real<T> *values, T *u, int ldu, T *vh, int ldvh,
                    int *info) {
    BEGIN(true);
    if (!vectors_of(job_u) || !vectors_of(job_v)) return HIPSOLVER_STATUS_INVALID_VALUE;
    // What is between the diagonals of a bidiagonal matrix is there for rocSOLVER's check alone.
    Temporary memory(handle);
    HIPSOLVER_TRY(memory.take(sizeof(Real<T>)));
    return of(Roc<T>::gesvd(roc(handle), vectors_of(job_u), vectors_of(job_v), m, n, a, lda, values, u, ldu, vh, ldvh, static_cast<Real<T> *>(memory.memory),
                            rocblas_outofplace, info));
}

template <class T>
static Status gesvdj(hipsolverHandle_t handle, hipsolverEigMode_t mode, bool economic, int m, int n, T *a, int lda, Real<T> *values, T *u, int ldu, T *v, int ldv,
                     int *told, void *object, int batches, bool is_batched) {
    BEGIN(is_enum(mode));
    if (!object || m < 0 || n < 0 || batches < 0) return HIPSOLVER_STATUS_INVALID_VALUE;
    Info &info = *static_cast<Info *>(object);
    HIPSOLVER_TRY(info.prepare(std::max(batches, 1), is_batched, sizeof(Real<T>) == 4));
    const int order = std::min(m, n), rows = economic ? order : n, ld = std::max(rows, 1);
    const bool has_vectors = mode == HIPSOLVER_EIG_MODE_VECTOR && rows > 0 && batches > 0;
    if (has_vectors && (!v || ldv < n)) return HIPSOLVER_STATUS_INVALID_VALUE;
    Temporary memory(handle);
    HIPSOLVER_TRY(memory.take(has_vectors ? sizeof(T) * ld * n * batches : 0));
    T *const vh = static_cast<T *>(memory.memory);
    const rocblas_svect which = mode == HIPSOLVER_EIG_MODE_NOVECTOR ? rocblas_svect_none : economic ? rocblas_svect_singular : rocblas_svect_all;
    const int64_t stride_u = int64_t(ldu) * (economic ? order : m), stride_v = int64_t(ldv) * rows, stride_vh = int64_t(ld) * n;
    HIPSOLVER_TRY(of(Roc<T>::gesvdj(roc(handle), which, which, m, n, a, lda, int64_t(lda) * n, Real<T>(info.tolerance), static_cast<Real<T> *>(info.residuals),
                                    info.most_sweeps, info.sweeps, values, order, u, ldu, stride_u, vh, ld, stride_vh, told, batches)));
    if (!has_vectors) return HIPSOLVER_STATUS_SUCCESS;
    return adjoint(handle, n, rows, vh, ld, stride_vh, v, ldv, stride_v, batches);
}

template <class T> static Status syevd(hipsolverHandle_t handle, hipsolverEigMode_t mode, hipblasFillMode_t fill, int n, T *a, int lda, Real<T> *values, int *info) {
    BEGIN(is_enum(mode) && is_enum(fill));
    return of(Roc<T>::syevd(roc(handle), roc(mode), roc(fill), n, a, lda, values, info));
}
template <class T>
static Status syevj(hipsolverHandle_t handle, hipsolverEigMode_t mode, hipblasFillMode_t fill, int n, T *a, int lda, Real<T> *values, int *told, void *object,
                    int batches, bool is_batched) {
    BEGIN(is_enum(mode) && is_enum(fill));
    if (!object || batches < 0) return HIPSOLVER_STATUS_INVALID_VALUE;
    Info &info = *static_cast<Info *>(object);
    HIPSOLVER_TRY(info.prepare(std::max(batches, 1), is_batched, sizeof(Real<T>) == 4));
    return of(Roc<T>::syevj(roc(handle), info.sorted ? rocblas_esort_ascending : rocblas_esort_none, roc(mode), roc(fill), n, a, lda, int64_t(lda) * n,
                            Real<T>(info.tolerance), static_cast<Real<T> *>(info.residuals), info.most_sweeps, info.sweeps, values, n, told, batches));
}
template <class T>
static Status sygvd(hipsolverHandle_t handle, hipsolverEigType_t type, hipsolverEigMode_t mode, hipblasFillMode_t fill, int n, T *a, int lda, T *b, int ldb,
                    Real<T> *values, int *info) {
    BEGIN(is_enum(type) && is_enum(mode) && is_enum(fill));
    return of(Roc<T>::sygvd(roc(handle), roc(type), roc(mode), roc(fill), n, a, lda, b, ldb, values, info));
}
template <class T>
static Status sygvj(hipsolverHandle_t handle, hipsolverEigType_t type, hipsolverEigMode_t mode, hipblasFillMode_t fill, int n, T *a, int lda, T *b, int ldb,
                    Real<T> *values, int *told, void *object) {
    BEGIN(is_enum(type) && is_enum(mode) && is_enum(fill));
    if (!object) return HIPSOLVER_STATUS_INVALID_VALUE;
    Info &info = *static_cast<Info *>(object);
    HIPSOLVER_TRY(info.prepare(1, false, sizeof(Real<T>) == 4));
    return of(Roc<T>::sygvj(roc(handle), roc(type), roc(mode), roc(fill), n, a, lda, b, ldb, Real<T>(info.tolerance), static_cast<Real<T> *>(info.residuals),
                            info.most_sweeps, info.sweeps, values, told));
}

// The chosen vectors come into A's first columns, and their number to the host. call(counts, z, ldz) is rocSOLVER's function.
template <class T, class Call> static Status choose(hipsolverHandle_t handle, hipsolverEigMode_t mode, int n, T *a, int lda, int *count, Call call) {
    if (!count || n < 0) return HIPSOLVER_STATUS_INVALID_VALUE;
    Temporary memory(handle), counted(handle);
    const int ld = std::max(n, 1);
    HIPSOLVER_TRY(counted.take(sizeof(int)));
    HIPSOLVER_TRY(memory.take(mode == HIPSOLVER_EIG_MODE_VECTOR ? sizeof(T) * ld * n : 0));
    T *const z = static_cast<T *>(memory.memory);
    HIPSOLVER_TRY(of(call(static_cast<int *>(counted.memory), z, ld)));
    HIPSOLVER_TRY(of(hipMemcpyAsync(count, counted.memory, sizeof(int), hipMemcpyDeviceToHost, counted.stream)));
    HIPSOLVER_TRY(of(hipStreamSynchronize(counted.stream)));
    return mode == HIPSOLVER_EIG_MODE_VECTOR ? copy(handle, a, lda, z, ld, n, *count) : HIPSOLVER_STATUS_SUCCESS;
}
template <class T>
static Status syevdx(hipsolverHandle_t handle, hipsolverEigMode_t mode, hipsolverEigRange_t range, hipblasFillMode_t fill, int n, T *a, int lda, Real<T> low,
                     Real<T> high, int first, int last, int *count, Real<T> *values, int *info) {
    BEGIN(is_enum(mode) && is_enum(range) && is_enum(fill));
    return choose(handle, mode, n, a, lda, count, [&](int *counts, T *z, int ld) {
        return Roc<T>::syevdx(roc(handle), roc(mode), roc(range), roc(fill), n, a, lda, low, high, first, last, counts, values, z, ld, info);
    });
}
template <class T>
static Status sygvdx(hipsolverHandle_t handle, hipsolverEigType_t type, hipsolverEigMode_t mode, hipsolverEigRange_t range, hipblasFillMode_t fill, int n, T *a,
                     int lda, T *b, int ldb, Real<T> low, Real<T> high, int first, int last, int *count, Real<T> *values, int *info) {
    BEGIN(is_enum(type) && is_enum(mode) && is_enum(range) && is_enum(fill));
    return choose(handle, mode, n, a, lda, count, [&](int *counts, T *z, int ld) {
        return Roc<T>::sygvdx(roc(handle), roc(type), roc(mode), roc(range), roc(fill), n, a, lda, b, ldb, low, high, first, last, counts, values, z, ld, info);
    });
}

}  // namespace solver

// What each function does with the parameters of its list (hipsolver-functions.h), whose names these are.
#define SIZE(enums, sizes) solver::tell_size(handle, lwork, enums, sizes)
#define IS(name) solver::is_enum(name)
#define BODY_getrf_bufferSize(T) SIZE(true, m >= 0 && n >= 0 && lda >= m)
#define BODY_getrf(T) solver::getrf<T>(handle, m, n, A, lda, devIpiv, devInfo)
#define BODY_dn_getrf BODY_getrf
#define BODY_getrs_bufferSize(T) SIZE(IS(trans), n >= 0 && nrhs >= 0 && lda >= n && ldb >= n)
#define BODY_getrs(T) solver::getrs<T>(handle, trans, n, nrhs, A, lda, devIpiv, B, ldb, devInfo)
#define BODY_dn_getrs BODY_getrs
#define BODY_gesv_bufferSize(T) SIZE(true, n >= 0 && nrhs >= 0 && lda >= n && ldb >= n && ldx >= n)
#define BODY_dn_gesv_bufferSize BODY_gesv_bufferSize
#define BODY_gesv(T) solver::gesv<T>(handle, n, nrhs, A, lda, devIpiv, B, ldb, X, ldx, devInfo)
#define BODY_potrf_bufferSize(T) SIZE(IS(uplo), n >= 0 && lda >= n)
#define BODY_potrf(T) solver::potrf<T>(handle, uplo, n, A, lda, devInfo)
#define BODY_potri_bufferSize BODY_potrf_bufferSize
#define BODY_potri(T) solver::potri<T>(handle, uplo, n, A, lda, devInfo)
#define BODY_potrfBatched_bufferSize(T) SIZE(IS(uplo), n >= 0 && lda >= n && batch_count >= 0)
#define BODY_potrfBatched(T) solver::potrf_batched<T>(handle, uplo, n, A, lda, devInfo, batch_count)
#define BODY_dn_potrfBatched BODY_potrfBatched
#define BODY_potrs_bufferSize(T) SIZE(IS(uplo), n >= 0 && nrhs >= 0 && lda >= n && ldb >= n)
#define BODY_potrs(T) solver::potrs<T>(handle, uplo, n, nrhs, A, lda, B, ldb, devInfo)
#define BODY_dn_potrs BODY_potrs
#define BODY_potrsBatched_bufferSize(T) SIZE(IS(uplo), n >= 0 && nrhs >= 0 && lda >= n && ldb >= n && batch_count >= 0)
#define BODY_potrsBatched(T) solver::potrs_batched<T>(handle, uplo, n, nrhs, A, lda, B, ldb, devInfo, batch_count)
#define BODY_dn_potrsBatched BODY_potrsBatched
#define BODY_sytrf_bufferSize(T) SIZE(true, n >= 0 && lda >= n)
#define BODY_sytrf(T) solver::sytrf<T>(handle, uplo, n, A, lda, ipiv, devInfo)
#define BODY_geqrf_bufferSize(T) SIZE(true, m >= 0 && n >= 0 && lda >= m)
#define WITHOUT_INFO(call) handle ? solver::without_info(handle, call, devInfo) : HIPSOLVER_STATUS_NOT_INITIALIZED
#define WITH_ENUM(enums, call) !handle ? HIPSOLVER_STATUS_NOT_INITIALIZED : !(enums) ? HIPSOLVER_STATUS_INVALID_ENUM : solver::without_info(handle, call, devInfo)
#define BODY_geqrf(T) WITHOUT_INFO(solver::Roc<T>::geqrf(solver::roc(handle), m, n, A, lda, tau))
#define BODY_gels_bufferSize(T) SIZE(true, m >= 0 && n >= 0 && nrhs >= 0 && lda >= m && ldb >= m && ldx >= n)
#define BODY_dn_gels_bufferSize BODY_gels_bufferSize
#define BODY_gels(T) solver::gels<T>(handle, m, n, nrhs, A, lda, B, ldb, X, ldx, devInfo)
#define BODY_orgqr_bufferSize(T) SIZE(true, m >= 0 && n >= 0 && k >= 0 && n <= m && k <= n && lda >= m)
#define BODY_orgqr(T) WITHOUT_INFO(solver::Roc<T>::orgqr(solver::roc(handle), m, n, k, A, lda, const_cast<T *>(tau)))
#define BODY_orgbr_bufferSize(T) SIZE(IS(side), m >= 0 && n >= 0 && k >= 0 && lda >= m)
#define BODY_orgbr(T) WITH_ENUM(IS(side), solver::Roc<T>::orgbr(solver::roc(handle), solver::stored(side), m, n, k, A, lda, const_cast<T *>(tau)))
#define BODY_orgtr_bufferSize(T) SIZE(IS(uplo), n >= 0 && lda >= n)
#define BODY_orgtr(T) WITH_ENUM(IS(uplo), solver::Roc<T>::orgtr(solver::roc(handle), solver::roc(uplo), n, A, lda, const_cast<T *>(tau)))
#define BODY_ormqr_bufferSize(T) SIZE(IS(side) && IS(trans), m >= 0 && n >= 0 && k >= 0 && ldc >= m)
#define BODY_ormqr(T)                                                                                                                       \
    WITH_ENUM(IS(side) && IS(trans), solver::Roc<T>::ormqr(solver::roc(handle), solver::roc(side), solver::roc(trans), m, n, k,             \
                                                           const_cast<T *>(A), lda, const_cast<T *>(tau), C, ldc))
#define BODY_ormtr_bufferSize(T) SIZE(IS(side) && IS(uplo) && IS(trans), m >= 0 && n >= 0 && ldc >= m)
#define BODY_ormtr(T)                                                                                                                       \
    WITH_ENUM(IS(side) && IS(uplo) && IS(trans), solver::Roc<T>::ormtr(solver::roc(handle), solver::roc(side), solver::roc(uplo),           \
                                                                       solver::roc(trans), m, n, A, lda, tau, C, ldc))
#define BODY_gebrd_bufferSize(T) SIZE(true, m >= 0 && n >= 0)
#define BODY_gebrd(T) WITHOUT_INFO(solver::Roc<T>::gebrd(solver::roc(handle), m, n, A, lda, D, E, tauq, taup))
#define BODY_sytrd_bufferSize(T) SIZE(IS(uplo), n >= 0 && lda >= n)
#define BODY_sytrd(T) WITH_ENUM(IS(uplo), solver::Roc<T>::sytrd(solver::roc(handle), solver::roc(uplo), n, A, lda, D, E, tau))
#define BODY_gesvd_bufferSize(T) SIZE(true, solver::vectors_of(jobu) && solver::vectors_of(jobv) && m >= 0 && n >= 0)
#define BODY_dn_gesvd_bufferSize(T) SIZE(true, m >= 0 && n >= 0)
#define BODY_gesvd(T) solver::gesvd<T>(handle, jobu, jobv, m, n, A, lda, S, U, ldu, V, ldv, devInfo)
#define BODY_gesvdj_bufferSize(T) SIZE(IS(jobz), m >= 0 && n >= 0 && lda >= m && params)
#define BODY_gesvdj(T) solver::gesvdj<T>(handle, jobz, econ != 0, m, n, A, lda, S, U, ldu, V, ldv, devInfo, params, 1, false)
#define BODY_gesvdjBatched_bufferSize(T) SIZE(IS(jobz), m >= 0 && n >= 0 && lda >= m && params && batch_count >= 0)
#define BODY_gesvdjBatched(T) solver::gesvdj<T>(handle, jobz, false, m, n, A, lda, S, U, ldu, V, ldv, devInfo, params, batch_count, true)
#define BODY_syevd_bufferSize(T) SIZE(IS(jobz) && IS(uplo), n >= 0 && lda >= n)
#define BODY_syevd(T) solver::syevd<T>(handle, jobz, uplo, n, A, lda, D, devInfo)
#define BODY_syevdx_bufferSize(T) SIZE(IS(jobz) && IS(range) && IS(uplo), n >= 0 && lda >= n)
#define BODY_syevdx(T) solver::syevdx<T>(handle, jobz, range, uplo, n, A, lda, vl, vu, il, iu, nev, W, devInfo)
#define BODY_syevj_bufferSize(T) SIZE(IS(jobz) && IS(uplo), n >= 0 && lda >= n && params)
#define BODY_syevj(T) solver::syevj<T>(handle, jobz, uplo, n, A, lda, W, devInfo, params, 1, false)
#define BODY_syevjBatched_bufferSize(T) SIZE(IS(jobz) && IS(uplo), n >= 0 && lda >= n && params && batch_count >= 0)
#define BODY_syevjBatched(T) solver::syevj<T>(handle, jobz, uplo, n, A, lda, W, devInfo, params, batch_count, true)
#define BODY_sygvd_bufferSize(T) SIZE(IS(itype) && IS(jobz) && IS(uplo), n >= 0 && lda >= n && ldb >= n)
#define BODY_sygvd(T) solver::sygvd<T>(handle, itype, jobz, uplo, n, A, lda, B, ldb, W, devInfo)
#define BODY_sygvdx_bufferSize(T) SIZE(IS(itype) && IS(jobz) && IS(range) && IS(uplo), n >= 0 && lda >= n && ldb >= n)
#define BODY_sygvdx(T) solver::sygvdx<T>(handle, itype, jobz, range, uplo, n, A, lda, B, ldb, vl, vu, il, iu, nev, W, devInfo)
#define BODY_sygvj_bufferSize(T) SIZE(IS(itype) && IS(jobz) && IS(uplo), n >= 0 && lda >= n && ldb >= n && params)
#define BODY_sygvj(T) solver::sygvj<T>(handle, itype, jobz, uplo, n, A, lda, B, ldb, W, devInfo, params)

#define DEFINE(name, list, T, R) hipsolverStatus_t name(hipsolverHandle_t handle, HIPSOLVER_##list(, T, R)) { return BODY_##list(T); }
HIPSOLVER_FUNCTIONS(DEFINE)
#define DN_DEFINE(name, list, T, R) hipsolverStatus_t name(hipsolverHandle_t handle, HIPSOLVER_##list(const, T, R)) { return BODY_##list(T); }
HIPSOLVER_DN_FUNCTIONS(DN_DEFINE)
