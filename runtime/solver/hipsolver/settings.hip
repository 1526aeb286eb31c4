// settings.hip: handles, and the objects that hold settings of Jacobi's methods.
//
// Called by programs; Info::prepare by functions.hip.
#include "calls.h"

#include <new>

namespace solver {

Status Info::prepare(int count, bool batched, bool in_float) {
    is_batched = batched, is_float = in_float;
    if (count <= capacity) return HIPSOLVER_STATUS_SUCCESS;
    (void)hipFree(residuals);
    (void)hipFree(sweeps);
    residuals = nullptr, sweeps = nullptr, capacity = 0;
    HIPSOLVER_TRY(of(hipMalloc(&residuals, count * sizeof(double))));
    HIPSOLVER_TRY(of(hipMalloc(reinterpret_cast<void **>(&sweeps), count * sizeof(int))));
    capacity = count;
    return HIPSOLVER_STATUS_SUCCESS;
}

static Status create_info(void **info) {
    if (!info) return HIPSOLVER_STATUS_INVALID_VALUE;
    *info = new (std::nothrow) Info;
    return *info ? HIPSOLVER_STATUS_SUCCESS : HIPSOLVER_STATUS_ALLOC_FAILED;
}
static Status destroy_info(void *info) {
    if (!info) return HIPSOLVER_STATUS_INVALID_VALUE;
    delete static_cast<Info *>(info);
    return HIPSOLVER_STATUS_SUCCESS;
}
// hipSOLVER: of several matrices nothing is told, and nothing before a call.
template <class Value> static Status tell(hipsolverHandle_t handle, void *object, Value *value) {
    if (!handle) return HIPSOLVER_STATUS_HANDLE_IS_NULLPTR;
    if (!object || !value) return HIPSOLVER_STATUS_INVALID_VALUE;
    const Info &info = *static_cast<const Info *>(object);
    if (info.is_batched) return HIPSOLVER_STATUS_NOT_SUPPORTED;
    if (info.capacity <= 0) return HIPSOLVER_STATUS_INTERNAL_ERROR;
    if constexpr (std::is_same_v<Value, int>) return of(hipMemcpy(value, info.sweeps, sizeof(int), hipMemcpyDeviceToHost));
    else if (!info.is_float) return of(hipMemcpy(value, info.residuals, sizeof(double), hipMemcpyDeviceToHost));
    else {
        float residual;
        HIPSOLVER_TRY(of(hipMemcpy(&residual, info.residuals, sizeof residual, hipMemcpyDeviceToHost)));
        *value = residual;
        return HIPSOLVER_STATUS_SUCCESS;
    }
}
static Status create(hipsolverHandle_t *handle) { return handle ? of(hipblasCreate(handle)) : HIPSOLVER_STATUS_HANDLE_IS_NULLPTR; }
// All results are the same in every run.
static Status set_determinism(hipsolverHandle_t handle, hipsolverDeterministicMode_t mode) {
    if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;
    if (mode != HIPSOLVER_DETERMINISTIC_RESULTS && mode != HIPSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS) return HIPSOLVER_STATUS_INVALID_ENUM;
    return of(hipblasSetAtomicsMode(handle, mode == HIPSOLVER_DETERMINISTIC_RESULTS ? HIPBLAS_ATOMICS_NOT_ALLOWED : HIPBLAS_ATOMICS_ALLOWED));
}
static Status get_determinism(hipsolverHandle_t handle, hipsolverDeterministicMode_t *mode) {
    if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;
    if (!mode) return HIPSOLVER_STATUS_INVALID_VALUE;
    hipblasAtomicsMode_t atomics;
    HIPSOLVER_TRY(of(hipblasGetAtomicsMode(handle, &atomics)));
    *mode = atomics == HIPBLAS_ATOMICS_ALLOWED ? HIPSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS : HIPSOLVER_DETERMINISTIC_RESULTS;
    return HIPSOLVER_STATUS_SUCCESS;
}

}  // namespace solver

using solver::Info;

#define DEFINE_INFO(P, name, Name)                                                                                                          \
    hipsolverStatus_t P##Create##Name##Info(hipsolver##Name##Info_t *info) { return solver::create_info(info); }                            \
    hipsolverStatus_t P##Destroy##Name##Info(hipsolver##Name##Info_t info) { return solver::destroy_info(info); }                           \
    hipsolverStatus_t P##X##name##SetMaxSweeps(hipsolver##Name##Info_t info, int max_sweeps) {                                              \
        if (!info || max_sweeps <= 0) return HIPSOLVER_STATUS_INVALID_VALUE;                                                                \
        static_cast<Info *>(info)->most_sweeps = max_sweeps;                                                                                \
        return HIPSOLVER_STATUS_SUCCESS;                                                                                                    \
    }                                                                                                                                       \
    hipsolverStatus_t P##X##name##SetSortEig(hipsolver##Name##Info_t info, int sort_eig) {                                                  \
        if (!info) return HIPSOLVER_STATUS_INVALID_VALUE;                                                                                   \
        static_cast<Info *>(info)->sorted = sort_eig != 0;                                                                                  \
        return HIPSOLVER_STATUS_SUCCESS;                                                                                                    \
    }                                                                                                                                       \
    hipsolverStatus_t P##X##name##SetTolerance(hipsolver##Name##Info_t info, double tolerance) {                                            \
        if (!info) return HIPSOLVER_STATUS_INVALID_VALUE;                                                                                   \
        static_cast<Info *>(info)->tolerance = tolerance;                                                                                   \
        return HIPSOLVER_STATUS_SUCCESS;                                                                                                    \
    }                                                                                                                                       \
    hipsolverStatus_t P##X##name##GetResidual(hipsolverHandle_t handle, hipsolver##Name##Info_t info, double *residual) {                   \
        return solver::tell(handle, info, residual);                                                                                        \
    }                                                                                                                                       \
    hipsolverStatus_t P##X##name##GetSweeps(hipsolverHandle_t handle, hipsolver##Name##Info_t info, int *executed_sweeps) {                 \
        return solver::tell(handle, info, executed_sweeps);                                                                                 \
    }
#define DEFINE_SETTINGS(P)                                                                                                                  \
    hipsolverStatus_t P##Create(hipsolverHandle_t *handle) { return solver::create(handle); }                                               \
    hipsolverStatus_t P##Destroy(hipsolverHandle_t handle) { return solver::of(hipblasDestroy(handle)); }                                   \
    hipsolverStatus_t P##SetStream(hipsolverHandle_t handle, hipStream_t stream) { return solver::of(hipblasSetStream(handle, stream)); }   \
    hipsolverStatus_t P##GetStream(hipsolverHandle_t handle, hipStream_t *stream) { return solver::of(hipblasGetStream(handle, stream)); }  \
    hipsolverStatus_t P##SetDeterministicMode(hipsolverHandle_t handle, hipsolverDeterministicMode_t mode) {                                \
        return solver::set_determinism(handle, mode);                                                                                       \
    }                                                                                                                                       \
    hipsolverStatus_t P##GetDeterministicMode(hipsolverHandle_t handle, hipsolverDeterministicMode_t *mode) {                               \
        return solver::get_determinism(handle, mode);                                                                                       \
    }                                                                                                                                       \
    DEFINE_INFO(P, gesvdj, Gesvdj)                                                                                                          \
    DEFINE_INFO(P, syevj, Syevj)
DEFINE_SETTINGS(hipsolver)
DEFINE_SETTINGS(hipsolverDn)
