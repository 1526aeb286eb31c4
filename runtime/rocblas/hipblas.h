// hipblas.h: rocBLAS' arguments and types as hipBLAS', which does the work, and hipBLAS' answers as rocBLAS'.
//
// Used by every file of this folder. Enumerations have the same values, and both libraries' complex numbers are HIP's here.
#pragma once

#define ROCM_MATHLIBS_API_USE_HIP_COMPLEX
#define ROCBLAS_BETA_FEATURES_API
#include <hipblas/hipblas.h>
#include <rocblas/rocblas.h>

#include "../blas/handle.h"

namespace rocblas {

// A rocblas_handle is the object that a hipblasHandle_t is.
inline blas::Handle &context(rocblas_handle handle) { return *reinterpret_cast<blas::Handle *>(handle); }

template <class T> T as(T value) { return value; }
inline hipblasOperation_t as(rocblas_operation value) { return hipblasOperation_t(value); }
inline hipblasFillMode_t as(rocblas_fill value) { return hipblasFillMode_t(value); }
inline hipblasDiagType_t as(rocblas_diagonal value) { return hipblasDiagType_t(value); }
inline hipblasSideMode_t as(rocblas_side value) { return hipblasSideMode_t(value); }
#define ROCBLAS_AS_ELEMENT(from, to)                                                                                  \
    inline to *as(from *value) { return reinterpret_cast<to *>(value); }                                              \
    inline const to *as(const from *value) { return reinterpret_cast<const to *>(value); }                            \
    inline to *const *as(from *const *value) { return reinterpret_cast<to *const *>(value); }                         \
    inline const to *const *as(const from *const *value) { return reinterpret_cast<const to *const *>(value); }
ROCBLAS_AS_ELEMENT(rocblas_half, hipblasHalf)
ROCBLAS_AS_ELEMENT(rocblas_bfloat16, hipblasBfloat16)
#undef ROCBLAS_AS_ELEMENT

// What hipBLAS has no type for becomes one that it knows no function of.
inline hipDataType as(rocblas_datatype type) {
    switch (type) {
        case rocblas_datatype_f16_r: return HIP_R_16F;
        case rocblas_datatype_f32_r: return HIP_R_32F;
        case rocblas_datatype_f64_r: return HIP_R_64F;
        case rocblas_datatype_f16_c: return HIP_C_16F;
        case rocblas_datatype_f32_c: return HIP_C_32F;
        case rocblas_datatype_f64_c: return HIP_C_64F;
        case rocblas_datatype_i8_r: return HIP_R_8I;
        case rocblas_datatype_u8_r: return HIP_R_8U;
        case rocblas_datatype_i32_r: return HIP_R_32I;
        case rocblas_datatype_u32_r: return HIP_R_32U;
        case rocblas_datatype_bf16_r: return HIP_R_16BF;
        case rocblas_datatype_bf16_c: return HIP_C_16BF;
        default: return HIP_R_4I;
    }
}

// Sizes have been checked when hipBLAS is called: what it calls invalid then is a null pointer.
inline rocblas_status status_of(hipblasStatus_t status) {
    switch (status) {
        case HIPBLAS_STATUS_SUCCESS: return rocblas_status_success;
        case HIPBLAS_STATUS_NOT_INITIALIZED: return rocblas_status_invalid_handle;
        case HIPBLAS_STATUS_HANDLE_IS_NULLPTR: return rocblas_status_invalid_handle;
        case HIPBLAS_STATUS_ALLOC_FAILED: return rocblas_status_memory_error;
        case HIPBLAS_STATUS_INVALID_VALUE: return rocblas_status_invalid_pointer;
        case HIPBLAS_STATUS_INVALID_ENUM: return rocblas_status_invalid_value;
        case HIPBLAS_STATUS_NOT_SUPPORTED: return rocblas_status_not_implemented;
        default: return rocblas_status_internal_error;
    }
}
inline rocblas_status status_of(hipError_t error) {
    return error == hipSuccess ? rocblas_status_success : error == hipErrorOutOfMemory ? rocblas_status_memory_error : rocblas_status_internal_error;
}

// Says once, on stderr, that `what` of a function is not there.
rocblas_status missing(const char *function, const char *what);

}  // namespace rocblas
