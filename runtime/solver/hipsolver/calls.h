// calls.h: rocSOLVER's functions by element type, hipSOLVER's statuses, and its settings of Jacobi's methods.
//
// Used by the files of this folder. A hipsolverHandle_t is a rocblas_handle, and so a hipblasHandle_t.
#pragma once

#define ROCM_MATHLIBS_API_USE_HIP_COMPLEX  // HIP's types for complex numbers, which lie in memory as rocBLAS' own
#include <hip/hip_runtime.h>
#include <hipblas/hipblas.h>
#include <hipsolver/hipsolver.h>
#include <rocsolver/rocsolver.h>

namespace solver {

using Status = hipsolverStatus_t;

inline Status of(rocblas_status status) {
    switch (status) {
        case rocblas_status_success: return HIPSOLVER_STATUS_SUCCESS;
        case rocblas_status_invalid_handle: return HIPSOLVER_STATUS_NOT_INITIALIZED;
        case rocblas_status_not_implemented: return HIPSOLVER_STATUS_NOT_SUPPORTED;
        case rocblas_status_invalid_pointer:
        case rocblas_status_invalid_size:
        case rocblas_status_invalid_value: return HIPSOLVER_STATUS_INVALID_VALUE;
        case rocblas_status_memory_error: return HIPSOLVER_STATUS_ALLOC_FAILED;
        case rocblas_status_internal_error: return HIPSOLVER_STATUS_INTERNAL_ERROR;
        default: return HIPSOLVER_STATUS_UNKNOWN;
    }
}
// hipBLAS' values are the same.
inline Status of(hipblasStatus_t status) { return status == HIPBLAS_STATUS_UNKNOWN ? HIPSOLVER_STATUS_UNKNOWN : Status(int(status)); }
inline Status of(hipError_t error) {
    return error == hipSuccess ? HIPSOLVER_STATUS_SUCCESS : error == hipErrorOutOfMemory ? HIPSOLVER_STATUS_ALLOC_FAILED : HIPSOLVER_STATUS_INTERNAL_ERROR;
}
#define HIPSOLVER_TRY(call)                                                                            \
    do {                                                                                               \
        if (const ::solver::Status status = (call); status != HIPSOLVER_STATUS_SUCCESS) return status; \
    } while (false)

inline rocblas_handle roc(hipsolverHandle_t handle) { return static_cast<rocblas_handle>(handle); }
inline hipStream_t stream_of(hipsolverHandle_t handle) {
    hipStream_t stream = nullptr;
    (void)hipblasGetStream(handle, &stream);
    return stream;
}

// Memory from the stream's pool: there when the stream comes to what follows, gone behind it.
struct Temporary {
    hipStream_t stream;
    void *memory = nullptr;

    explicit Temporary(hipsolverHandle_t handle) : stream(stream_of(handle)) {}
    Temporary(const Temporary &) = delete;
    ~Temporary() {
        if (memory) (void)hipFreeAsync(memory, stream);
    }
    Status take(size_t bytes) { return of(hipMallocAsync(&memory, bytes ? bytes : 1, stream)); }
};

// hipsolverSyevjInfo_t and hipsolverGesvdjInfo_t: what a program wants of Jacobi's methods, and what the last call has told.
struct Info {
    double tolerance = 0;
    int most_sweeps = 100;
    bool sorted = true;
    int capacity = 0;  // matrices that there is room for
    bool is_batched = false, is_float = false;
    void *residuals = nullptr;  // device memory
    int *sweeps = nullptr;

    ~Info() {
        (void)hipFree(residuals);
        (void)hipFree(sweeps);
    }
    Status prepare(int count, bool batched, bool in_float);
};

template <class T> struct Roc;
#define ROC(x, X, T, R, sy, g, m)                                                                                                           \
    template <> struct Roc<T> {                                                                                                             \
        using Real = R;                                                                                                                     \
        static constexpr auto getrf = rocsolver_##x##getrf;                                                                                 \
        static constexpr auto getrf_npvt = rocsolver_##x##getrf_npvt;                                                                       \
        static constexpr auto getrs = rocsolver_##x##getrs;                                                                                 \
        static constexpr auto gesv = rocsolver_##x##gesv;                                                                                   \
        static constexpr auto potrf = rocsolver_##x##potrf;                                                                                 \
        static constexpr auto potrf_batched = rocsolver_##x##potrf_batched;                                                                 \
        static constexpr auto potri = rocsolver_##x##potri;                                                                                 \
        static constexpr auto potrs = rocsolver_##x##potrs;                                                                                 \
        static constexpr auto potrs_batched = rocsolver_##x##potrs_batched;                                                                 \
        static constexpr auto sytrf = rocsolver_##x##sytrf;                                                                                 \
        static constexpr auto geqrf = rocsolver_##x##geqrf;                                                                                 \
        static constexpr auto gels = rocsolver_##x##gels;                                                                                   \
        static constexpr auto orgqr = rocsolver_##x##g##qr;                                                                                 \
        static constexpr auto orgbr = rocsolver_##x##g##br;                                                                                 \
        static constexpr auto orgtr = rocsolver_##x##g##tr;                                                                                 \
        static constexpr auto ormqr = rocsolver_##x##m##qr;                                                                                 \
        static constexpr auto ormtr = rocsolver_##x##m##tr;                                                                                 \
        static constexpr auto gebrd = rocsolver_##x##gebrd;                                                                                 \
        static constexpr auto sytrd = rocsolver_##x##sy##trd;                                                                               \
        static constexpr auto gesvd = rocsolver_##x##gesvd;                                                                                 \
        static constexpr auto gesvdj = rocsolver_##x##gesvdj_strided_batched;                                                               \
        static constexpr auto gesvdx = rocsolver_##x##gesvdx_strided_batched;                                                               \
        static constexpr auto syevd = rocsolver_##x##sy##evdj;                                                                              \
        static constexpr auto syevdx = rocsolver_##x##sy##evdx;                                                                             \
        static constexpr auto syevj = rocsolver_##x##sy##evj_strided_batched;                                                               \
        static constexpr auto sygvd = rocsolver_##x##sy##gvdj;                                                                              \
        static constexpr auto sygvdx = rocsolver_##x##sy##gvdx;                                                                             \
        static constexpr auto sygvj = rocsolver_##x##sy##gvj;                                                                               \
        static constexpr auto geam = hipblas##X##geamStridedBatched;                                                                        \
    };
ROC(s, S, float, float, sy, org, orm)
ROC(d, D, double, double, sy, org, orm)
ROC(c, C, hipFloatComplex, float, he, ung, unm)
ROC(z, Z, hipDoubleComplex, double, he, ung, unm)
template <class T> using Real = typename Roc<T>::Real;

// V = VH^H, of n rows and as many columns as VH has rows. cuSOLVER wants V where LAPACK has V^H.
template <class T>
Status adjoint(hipsolverHandle_t handle, int n, int columns, const T *vh, int ldvh, int64_t stride_vh, T *v, int ldv, int64_t stride_v, int batches) {
    hipblasPointerMode_t pointers;
    HIPSOLVER_TRY(of(hipblasGetPointerMode(handle, &pointers)));
    HIPSOLVER_TRY(of(hipblasSetPointerMode(handle, HIPBLAS_POINTER_MODE_HOST)));
    T one{}, zero{};
    reinterpret_cast<typename Roc<T>::Real &>(one) = 1;
    const hipblasStatus_t status =
        Roc<T>::geam(handle, HIPBLAS_OP_C, HIPBLAS_OP_N, n, columns, &one, vh, ldvh, stride_vh, &zero, v, ldv, stride_v, v, ldv, stride_v, batches);
    HIPSOLVER_TRY(of(hipblasSetPointerMode(handle, pointers)));
    return of(status);
}

}  // namespace solver
