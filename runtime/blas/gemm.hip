// gemm.hip: hipblas[SDCZH]gemm and hipblasGemmEx, in all forms.
//
// Called by programs. The kernel is gemm.h's; here stands for which types it is made.
#include "gemm.h"

#include "forms.h"

namespace blas {

template <class T>
static hipblasStatus_t typed_gemm(hipblasHandle_t handle, hipblasOperation_t op_a, hipblasOperation_t op_b, int64_t m, int64_t n, int64_t k,
                                  const void *alpha, View<const T> a, View<const T> b, const void *beta, View<T> c, int64_t batches) {
    return gemm<T, T, Wide<T>>(handle, op_a, op_b, m, n, k, alpha, a, b, beta, c, batches, stored_as<T>);
}

// The types that hipBLAS documents for GemmEx (A and B, C, compute type): half floats are calculated in floats under either compute type, of which
// "compute will be at least 16-bit precision" is true; the compute type says of what type alpha and beta are.
static hipblasStatus_t gemm_ex(hipblasHandle_t handle, hipblasOperation_t op_a, hipblasOperation_t op_b, int64_t m, int64_t n, int64_t k,
                               const void *alpha, hipDataType a_type, View<const void> a, hipDataType b_type, View<const void> b, const void *beta,
                               hipDataType c_type, View<void> c, int64_t batches, hipblasComputeType_t compute, hipblasGemmAlgo_t) {
    const bool f16 = compute == HIPBLAS_COMPUTE_16F || compute == HIPBLAS_COMPUTE_16F_PEDANTIC;
    const bool f32 = compute >= HIPBLAS_COMPUTE_32F && compute <= HIPBLAS_COMPUTE_32F_FAST_TF32;
    const bool f64 = compute == HIPBLAS_COMPUTE_64F || compute == HIPBLAS_COMPUTE_64F_PEDANTIC;
    const bool i32 = compute == HIPBLAS_COMPUTE_32I || compute == HIPBLAS_COMPUTE_32I_PEDANTIC;
    if (!f16 && !f32 && !f64 && !i32) return handle ? HIPBLAS_STATUS_INVALID_ENUM : HIPBLAS_STATUS_NOT_INITIALIZED;
    const Stored scalars = f16 ? Stored::half : Stored::plain;
#define TYPES(A, C, of_compute, TA, TC, Acc)                                                                                                \
    if (a_type == A && b_type == A && c_type == C && (of_compute))                                                                           \
        return gemm<TA, TC, Acc>(handle, op_a, op_b, m, n, k, alpha, cast<const TA>(a), cast<const TA>(b), beta, cast<TC>(c), batches, scalars);
    TYPES(HIP_R_16F, HIP_R_16F, f16 || f32, Half, Half, float)
    TYPES(HIP_R_16F, HIP_R_32F, f32, Half, float, float)
    TYPES(HIP_R_16BF, HIP_R_16BF, f32, Bfloat16, Bfloat16, float)
    TYPES(HIP_R_16BF, HIP_R_32F, f32, Bfloat16, float, float)
    TYPES(HIP_R_32F, HIP_R_32F, f32, float, float, float)
    TYPES(HIP_R_64F, HIP_R_64F, f64, double, double, double)
    TYPES(HIP_C_32F, HIP_C_32F, f32, Complex<float>, Complex<float>, Complex<float>)
    TYPES(HIP_C_64F, HIP_C_64F, f64, Complex<double>, Complex<double>, Complex<double>)
    TYPES(HIP_R_8I, HIP_R_32I, i32, int8_t, int32_t, int32_t)
#undef TYPES
    return handle ? missing("hipblasGemmEx", "this combination of types") : HIPBLAS_STATUS_NOT_INITIALIZED;
}

static hipblasStatus_t gemm_ex_with_flags(hipblasHandle_t handle, hipblasOperation_t op_a, hipblasOperation_t op_b, int64_t m, int64_t n, int64_t k,
                                          const void *alpha, hipDataType a_type, View<const void> a, hipDataType b_type, View<const void> b,
                                          const void *beta, hipDataType c_type, View<void> c, int64_t batches, hipblasComputeType_t compute,
                                          hipblasGemmAlgo_t algo, hipblasGemmFlags_t) {
    return gemm_ex(handle, op_a, op_b, m, n, k, alpha, a_type, a, b_type, b, beta, c_type, c, batches, compute, algo);
}

}  // namespace blas

#undef HIPBLAS_STRIDE
#define HIPBLAS_STRIDE long long
#define DEFINE(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::typed_gemm<blas::Element<T>>)
HIPBLAS_GEMM(DEFINE)
#undef HIPBLAS_STRIDE
#define HIPBLAS_STRIDE hipblasStride
#define DEFINE_EX(N, E, list) BLAS_DEFINE_MIXED(N, E, list, blas::gemm_ex)
HIPBLAS_GEMM_EX(DEFINE_EX)
#define DEFINE_EX_WITH_FLAGS(N, E, list) BLAS_DEFINE_MIXED(N, E, list, blas::gemm_ex_with_flags)
HIPBLAS_GEMM_EX_WITH_FLAGS(DEFINE_EX_WITH_FLAGS)
