// dense64.hip: hipsolverDnX*, whose types are arguments and whose sizes and pivots have 64 bits, and hipsolverDn*gesvdaStridedBatched.
//
// Called by programs. The work is rocSOLVER's of 32 bits; pivots become longer or shorter by copies with a pitch.
#include <climits>
#include <initializer_list>
#include <new>

#include "calls.h"

namespace solver {

struct Params {
    hipsolverDnFunction_t function = HIPSOLVERDN_GETRF;
    hipsolverAlgMode_t algorithm = HIPSOLVER_ALG_0;
};

static Status check(hipsolverHandle_t handle, hipsolverDnParams_t params) {
    if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;
    return params ? HIPSOLVER_STATUS_SUCCESS : HIPSOLVER_STATUS_INVALID_VALUE;
}
static bool is_enum(hipsolverFillMode_t fill) { return fill == HIPBLAS_FILL_MODE_UPPER || fill == HIPBLAS_FILL_MODE_LOWER; }
static bool is_enum(hipsolverEigMode_t mode) { return mode == HIPSOLVER_EIG_MODE_NOVECTOR || mode == HIPSOLVER_EIG_MODE_VECTOR; }
static Status check_sizes(std::initializer_list<int64_t> sizes) {
    for (const int64_t size : sizes) if (size > INT_MAX) return HIPSOLVER_STATUS_NOT_SUPPORTED;
    for (const int64_t size : sizes) if (size < 0) return HIPSOLVER_STATUS_INVALID_VALUE;
    return HIPSOLVER_STATUS_SUCCESS;
}

// `function` of a null pointer to elements of the type that all of these are.
template <class Function> static Status of_type(std::initializer_list<hipDataType> types, Function function) {
    const hipDataType type = *types.begin();
    for (const hipDataType other : types) if (other != type) return HIPSOLVER_STATUS_INVALID_ENUM;
    switch (type) {
        case HIP_R_32F: return function(static_cast<float *>(nullptr));
        case HIP_R_64F: return function(static_cast<double *>(nullptr));
        case HIP_C_32F: return function(static_cast<hipFloatComplex *>(nullptr));
        case HIP_C_64F: return function(static_cast<hipDoubleComplex *>(nullptr));
        default: return HIPSOLVER_STATUS_INVALID_ENUM;
    }
}

static Status tell_sizes(hipsolverHandle_t handle, hipsolverDnParams_t params, std::initializer_list<hipDataType> types,
                         std::initializer_list<int64_t> sizes, size_t *on_device, size_t *on_host) {
    HIPSOLVER_TRY(check(handle, params));
    if (!on_device || !on_host) return HIPSOLVER_STATUS_INVALID_VALUE;
    *on_device = *on_host = 0;
    HIPSOLVER_TRY(of_type(types, [](auto *) { return HIPSOLVER_STATUS_SUCCESS; }));
    HIPSOLVER_TRY(check_sizes(sizes));
    *on_device = 1;
    return HIPSOLVER_STATUS_SUCCESS;
}

// Pivots of one width to another; what is longer is zero above.
static Status convert(hipsolverHandle_t handle, void *to, size_t width_to, const void *from, size_t width_from, int64_t count) {
    if (count == 0) return HIPSOLVER_STATUS_SUCCESS;
    if (width_to > sizeof(int)) HIPSOLVER_TRY(of(hipMemsetAsync(to, 0, width_to * count, stream_of(handle))));
    return of(hipMemcpy2DAsync(to, width_to, from, width_from, sizeof(int), count, hipMemcpyDeviceToDevice, stream_of(handle)));
}

template <class T> static Status getrf(hipsolverHandle_t handle, int m, int n, T *a, int lda, int64_t *pivots, int *info) {
    if (!pivots) return of(Roc<T>::getrf_npvt(roc(handle), m, n, a, lda, info));
    Temporary memory(handle);
    const int count = m < n ? m : n;
    HIPSOLVER_TRY(memory.take(sizeof(int) * count));
    HIPSOLVER_TRY(of(Roc<T>::getrf(roc(handle), m, n, a, lda, static_cast<int *>(memory.memory), info)));
    return convert(handle, pivots, sizeof *pivots, memory.memory, sizeof(int), count);
}
template <class T>
static Status getrs(hipsolverHandle_t handle, hipsolverOperation_t op, int n, int sides, const T *a, int lda, const int64_t *pivots, T *b, int ldb) {
    Temporary memory(handle);
    HIPSOLVER_TRY(memory.take(sizeof(int) * n));
    int *const narrow = pivots ? static_cast<int *>(memory.memory) : nullptr;
    if (pivots) HIPSOLVER_TRY(convert(handle, narrow, sizeof(int), pivots, sizeof *pivots, n));
    return of(Roc<T>::getrs(roc(handle), rocblas_operation(op), n, sides, const_cast<T *>(a), lda, narrow, b, ldb));
}
static Status no_info(hipsolverHandle_t handle, int *info) {
    return info ? of(hipMemsetAsync(info, 0, sizeof *info, stream_of(handle))) : HIPSOLVER_STATUS_SUCCESS;
}

// V is the adjoint of what rocSOLVER finds.
template <class T, class R>
static Status gesvda(hipsolverHandle_t handle, hipsolverEigMode_t mode, int rank, int m, int n, const T *a, int lda, int64_t stride_a, R *s, int64_t stride_s,
                     T *u, int ldu, int64_t stride_u, T *v, int ldv, int64_t stride_v, int *info, int batches) {
    if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;
    if (!is_enum(mode)) return HIPSOLVER_STATUS_INVALID_ENUM;
    const int order = m < n ? m : n;
    if (m < 0 || n < 0 || rank < 0 || rank > order || batches < 0) return HIPSOLVER_STATUS_INVALID_VALUE;
    const bool has_vectors = mode == HIPSOLVER_EIG_MODE_VECTOR && rank > 0 && batches > 0;
    if (has_vectors && (!v || ldv < n)) return HIPSOLVER_STATUS_INVALID_VALUE;
    Temporary memory(handle), vectors(handle);
    HIPSOLVER_TRY(memory.take(sizeof(int) * (size_t(batches) * (order + 1))));
    HIPSOLVER_TRY(vectors.take(has_vectors ? sizeof(T) * rank * n * size_t(batches) : 0));
    int *const counts = static_cast<int *>(memory.memory), *const failed = counts + batches;
    T *const vh = static_cast<T *>(vectors.memory);
    const rocblas_svect which = mode == HIPSOLVER_EIG_MODE_VECTOR ? rocblas_svect_singular : rocblas_svect_none;
    const int ld = rank > 0 ? rank : 1;
    HIPSOLVER_TRY(of(Roc<T>::gesvdx(roc(handle), which, which, rocblas_srange_index, m, n, const_cast<T *>(a), lda, stride_a, R(0), R(0), 1, rank, counts, s,
                                    stride_s, u, ldu > 0 ? ldu : 1, stride_u, vh, ld, int64_t(ld) * n, failed, order, info, batches)));
    if (!has_vectors) return HIPSOLVER_STATUS_SUCCESS;
    return adjoint(handle, n, rank, vh, ld, int64_t(ld) * n, v, ldv, stride_v, batches);
}

}  // namespace solver

using solver::of;
using solver::Roc;
using solver::roc;

#define DNX_BEGIN(...)                                    \
    HIPSOLVER_TRY(solver::check(handle, params));         \
    HIPSOLVER_TRY(solver::check_sizes({__VA_ARGS__}))
#define ELEMENT(pointer) using T = std::remove_pointer_t<decltype(pointer)>

hipsolverStatus_t hipsolverDnCreateParams(hipsolverDnParams_t *params) {
    if (!params) return HIPSOLVER_STATUS_INVALID_VALUE;
    *params = new (std::nothrow) solver::Params;
    return *params ? HIPSOLVER_STATUS_SUCCESS : HIPSOLVER_STATUS_ALLOC_FAILED;
}
hipsolverStatus_t hipsolverDnDestroyParams(hipsolverDnParams_t params) {
    if (!params) return HIPSOLVER_STATUS_INVALID_VALUE;
    delete static_cast<solver::Params *>(params);
    return HIPSOLVER_STATUS_SUCCESS;
}
hipsolverStatus_t hipsolverDnSetAdvOptions(hipsolverDnParams_t, hipsolverDnFunction_t, hipsolverAlgMode_t) { return HIPSOLVER_STATUS_NOT_SUPPORTED; }

hipsolverStatus_t hipsolverDnXgeqrf_bufferSize(HIPSOLVER_DNX, int64_t m, int64_t n, HIPSOLVER_DNX_MATRIX(const, A, lda), hipDataType dataTypeTau,
                                               const void *, HIPSOLVER_DNX_SIZES) {
    return solver::tell_sizes(handle, params, {dataTypeA, dataTypeTau, computeType}, {m, n, lda}, lworkOnDevice, lworkOnHost);
}
hipsolverStatus_t hipsolverDnXgeqrf(HIPSOLVER_DNX, int64_t m, int64_t n, HIPSOLVER_DNX_MATRIX(, A, lda), hipDataType dataTypeTau, void *tau,
                                    HIPSOLVER_DNX_WORK) {
    DNX_BEGIN(m, n, lda);
    HIPSOLVER_TRY(solver::no_info(handle, devInfo));
    return solver::of_type({dataTypeA, dataTypeTau, computeType}, [&](auto *element) {
        ELEMENT(element);
        return of(Roc<T>::geqrf(roc(handle), int(m), int(n), static_cast<T *>(A), int(lda), static_cast<T *>(tau)));
    });
}
hipsolverStatus_t hipsolverDnXgetrf_bufferSize(HIPSOLVER_DNX, int64_t m, int64_t n, HIPSOLVER_DNX_MATRIX(const, A, lda), HIPSOLVER_DNX_SIZES) {
    return solver::tell_sizes(handle, params, {dataTypeA, computeType}, {m, n, lda}, lworkOnDevice, lworkOnHost);
}
hipsolverStatus_t hipsolverDnXgetrf(HIPSOLVER_DNX, int64_t m, int64_t n, HIPSOLVER_DNX_MATRIX(, A, lda), int64_t *devIpiv, HIPSOLVER_DNX_WORK) {
    DNX_BEGIN(m, n, lda);
    return solver::of_type({dataTypeA, computeType}, [&](auto *element) {
        ELEMENT(element);
        return solver::getrf(handle, int(m), int(n), static_cast<T *>(A), int(lda), devIpiv, devInfo);
    });
}
hipsolverStatus_t hipsolverDnXgetrs(HIPSOLVER_DNX, hipsolverOperation_t trans, int64_t n, int64_t nrhs, HIPSOLVER_DNX_MATRIX(const, A, lda),
                                    const int64_t *devIpiv, HIPSOLVER_DNX_MATRIX(, B, ldb), int *devInfo) {
    DNX_BEGIN(n, nrhs, lda, ldb);
    if (trans != HIPBLAS_OP_N && trans != HIPBLAS_OP_T && trans != HIPBLAS_OP_C) return HIPSOLVER_STATUS_INVALID_ENUM;
    HIPSOLVER_TRY(solver::no_info(handle, devInfo));
    return solver::of_type({dataTypeA, dataTypeB}, [&](auto *element) {
        ELEMENT(element);
        return solver::getrs(handle, trans, int(n), int(nrhs), static_cast<const T *>(A), int(lda), devIpiv, static_cast<T *>(B), int(ldb));
    });
}
hipsolverStatus_t hipsolverDnXpotrf_bufferSize(HIPSOLVER_DNX, hipsolverFillMode_t, int64_t n, HIPSOLVER_DNX_MATRIX(const, A, lda), HIPSOLVER_DNX_SIZES) {
    return solver::tell_sizes(handle, params, {dataTypeA, computeType}, {n, lda}, lworkOnDevice, lworkOnHost);
}
hipsolverStatus_t hipsolverDnXpotrf(HIPSOLVER_DNX, hipsolverFillMode_t uplo, int64_t n, HIPSOLVER_DNX_MATRIX(, A, lda), HIPSOLVER_DNX_WORK) {
    DNX_BEGIN(n, lda);
    if (!solver::is_enum(uplo)) return HIPSOLVER_STATUS_INVALID_ENUM;
    return solver::of_type({dataTypeA, computeType}, [&](auto *element) {
        ELEMENT(element);
        return of(Roc<T>::potrf(roc(handle), rocblas_fill(uplo), int(n), static_cast<T *>(A), int(lda), devInfo));
    });
}
hipsolverStatus_t hipsolverDnXpotrs(HIPSOLVER_DNX, hipsolverFillMode_t uplo, int64_t n, int64_t nrhs, HIPSOLVER_DNX_MATRIX(const, A, lda),
                                    HIPSOLVER_DNX_MATRIX(, B, ldb), int *devInfo) {
    DNX_BEGIN(n, nrhs, lda, ldb);
    if (!solver::is_enum(uplo)) return HIPSOLVER_STATUS_INVALID_ENUM;
    HIPSOLVER_TRY(solver::no_info(handle, devInfo));
    return solver::of_type({dataTypeA, dataTypeB}, [&](auto *element) {
        ELEMENT(element);
        return of(Roc<T>::potrs(roc(handle), rocblas_fill(uplo), int(n), int(nrhs), static_cast<T *>(const_cast<void *>(A)), int(lda), static_cast<T *>(B),
                                int(ldb)));
    });
}

#define GESVDA(N, T, R)                                                                                                                       \
    hipsolverStatus_t N##_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int rank, int m, int n, const T *, int lda,           \
                                     long long int, const R *, long long int, const T *, int, long long int, const T *, int, long long int,   \
                                     int *lwork, int batch_count) {                                                                          \
        if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;                                                                                \
        if (!solver::is_enum(jobz)) return HIPSOLVER_STATUS_INVALID_ENUM;                                                                     \
        if (!lwork || m < 0 || n < 0 || lda < m || rank < 0 || rank > (m < n ? m : n) || batch_count < 0) return HIPSOLVER_STATUS_INVALID_VALUE; \
        *lwork = 1;                                                                                                                          \
        return HIPSOLVER_STATUS_SUCCESS;                                                                                                     \
    }                                                                                                                                        \
    hipsolverStatus_t N(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int rank, int m, int n, const T *A, int lda, long long int strideA, \
                        R *S, long long int strideS, T *U, int ldu, long long int strideU, T *V, int ldv, long long int strideV, T *, int,     \
                        int *devInfo, double *, int batch_count) {                                                                           \
        return solver::gesvda(handle, jobz, rank, m, n, A, lda, strideA, S, strideS, U, ldu, strideU, V, ldv, strideV, devInfo, batch_count); \
    }
GESVDA(hipsolverDnSgesvdaStridedBatched, float, float)
GESVDA(hipsolverDnDgesvdaStridedBatched, double, double)
GESVDA(hipsolverDnCgesvdaStridedBatched, hipFloatComplex, float)
GESVDA(hipsolverDnZgesvdaStridedBatched, hipDoubleComplex, double)
