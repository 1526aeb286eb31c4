// gemm.hip: hipblas[SDCZH]gemm and hipblasGemmEx, in all forms; and what rocBLAS has besides: a result beside C, and gemv of 16-bit elements.
//
// Called by programs. The kernel is gemm.h's; here stands for which types it is made.
#include "gemm.h"

#include "beyond.h"
#include "forms.h"
#include "matrix_parts.h"

namespace blas {

template <class T>
static hipblasStatus_t typed_gemm(hipblasHandle_t handle, hipblasOperation_t op_a, hipblasOperation_t op_b, int64_t m, int64_t n, int64_t k,
                                  const void *alpha, View<const T> a, View<const T> b, const void *beta, View<T> c, int64_t batches) {
    return gemm<T, T, Wide<T>>(handle, op_a, op_b, m, n, k, alpha, a, b, beta, c, batches, stored_as<T>);
}

// Where C is not what is written, it is copied there first, unless beta is known to be zero, when it is not read.
template <class Acc, class TC>
static hipblasStatus_t bring(hipblasHandle_t handle, const View<const void> *from, View<TC> to, int64_t m, int64_t n, const void *beta, Stored scalars,
                             int64_t batches) {
    if (!handle || !from || !beta) return HIPBLAS_STATUS_SUCCESS;
    if (to.first ? to.first == from->first : static_cast<const void *>(to.each) == from->each) return HIPBLAS_STATUS_SUCCESS;
    const Handle &context = *static_cast<const Handle *>(handle);
    if (scalar<Acc>(context, beta, scalars).is(Acc(0))) return HIPBLAS_STATUS_SUCCESS;
    return from->is_null() ? HIPBLAS_STATUS_INVALID_VALUE : copy_matrix(context, to, m, n, cast<const TC>(*from), batches);
}

// The types that hipBLAS documents for GemmEx (A and B, C, compute type): half floats are calculated in floats under either compute type, of which
// "compute will be at least 16-bit precision" is true; the compute type says of what type alpha and beta are.
static hipblasStatus_t gemm_ex(hipblasHandle_t handle, hipblasOperation_t op_a, hipblasOperation_t op_b, int64_t m, int64_t n, int64_t k,
                               const void *alpha, hipDataType a_type, View<const void> a, hipDataType b_type, View<const void> b, const void *beta,
                               hipDataType c_type, View<void> c, int64_t batches, hipblasComputeType_t compute, hipblasGemmAlgo_t,
                               const View<const void> *added = nullptr) {
    const bool f16 = compute == HIPBLAS_COMPUTE_16F || compute == HIPBLAS_COMPUTE_16F_PEDANTIC;
    const bool f32 = compute >= HIPBLAS_COMPUTE_32F && compute <= HIPBLAS_COMPUTE_32F_FAST_TF32;
    const bool f64 = compute == HIPBLAS_COMPUTE_64F || compute == HIPBLAS_COMPUTE_64F_PEDANTIC;
    const bool i32 = compute == HIPBLAS_COMPUTE_32I || compute == HIPBLAS_COMPUTE_32I_PEDANTIC;
    if (!f16 && !f32 && !f64 && !i32) return handle ? HIPBLAS_STATUS_INVALID_ENUM : HIPBLAS_STATUS_NOT_INITIALIZED;
    const Stored scalars = f16 ? Stored::half : Stored::plain;
#define TYPES(A, C, of_compute, TA, TC, Acc)                                                                                                \
    if (a_type == A && b_type == A && c_type == C && (of_compute)) {                                                                         \
        BLAS_TRY(bring<Acc>(handle, added, cast<TC>(c), m, n, beta, scalars, batches));                                                      \
        return gemm<TA, TC, Acc>(handle, op_a, op_b, m, n, k, alpha, cast<const TA>(a), cast<const TA>(b), beta, cast<TC>(c), batches, scalars); \
    }
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

// rocBLAS says what is calculated in by an element type, which is alpha's and beta's.
static hipblasStatus_t gemm_out_of_place(hipblasHandle_t handle, hipblasOperation_t op_a, hipblasOperation_t op_b, int64_t m, int64_t n, int64_t k,
                                         const void *alpha, hipDataType a_type, View<const void> a, hipDataType b_type, View<const void> b,
                                         const void *beta, hipDataType c_type, View<const void> c, hipDataType d_type, View<void> d, int64_t batches,
                                         hipDataType compute, int, int32_t, uint32_t) {
    const auto run = [&](hipblasComputeType_t type) {
        return gemm_ex(handle, op_a, op_b, m, n, k, alpha, a_type, a, b_type, b, beta, d_type, d, batches, type, HIPBLAS_GEMM_DEFAULT, &c);
    };
    const bool is_c32 = d_type == HIP_C_32F, is_c64 = d_type == HIP_C_64F;
    if (c_type != d_type) return missing("rocblas_gemm_ex", "C and D of different types");
    if (compute == HIP_R_16F) return run(HIPBLAS_COMPUTE_16F);
    if (compute == HIP_R_32I) return run(HIPBLAS_COMPUTE_32I);
    if (compute == (is_c32 ? HIP_C_32F : HIP_R_32F)) return run(HIPBLAS_COMPUTE_32F);
    if (compute == (is_c64 ? HIP_C_64F : HIP_R_64F)) return run(HIPBLAS_COMPUTE_64F);
    return missing("rocblas_gemm_ex", "this combination of types");
}

// y = alpha op(A) x + beta y as a product of one row: y^T = alpha x^T op(A)^T + beta y^T.
template <class T, class R>
static hipblasStatus_t gemv_short(hipblasHandle_t handle, hipblasOperation_t op, int64_t m, int64_t n, const void *alpha, View<const T> a,
                                  View<const T> x, const void *beta, View<R> y, int64_t batches) {
    BLAS_CHECK_SIZES(is_enum(op), m < 0 || n < 0 || !is_leading(a.ld, m) || x.ld == 0 || y.ld == 0 || batches < 0, std::max(m, n));
    if (m == 0 || n == 0 || batches == 0) return HIPBLAS_STATUS_SUCCESS;
    const bool is_n = op == HIPBLAS_OP_N;
    const int64_t columns = is_n ? m : n, depth = is_n ? n : m;
    const Handle &context = *static_cast<const Handle *>(handle);
    const Scalar<float> factor = scalar<float>(context, alpha), rest = scalar<float>(context, beta);
    bool done;
    BLAS_TRY(check_product(true, alpha, beta, factor, rest, a.is_null() || x.is_null(), y.is_null(), done));
    if (done) return HIPBLAS_STATUS_SUCCESS;
    // A vector's first element is its last in memory where the increment is negative.
    const auto first = [](int64_t count, int64_t inc) { return inc < 0 ? (1 - count) * inc : 0; };
    const Operand<T> row = {x.from(first(depth, x.ld)), 1, x.ld, false}, matrix = is_n ? Operand<T>{a, 1, a.ld, false} : Operand<T>{a, a.ld, 1, false};
    return launch_one_by_one(context, Gemm<T, R, float>{1, int(columns), int(depth), batches, row, matrix, y.from(first(columns, y.ld)), factor, rest});
}

}  // namespace blas

#define GEMV_SHORT(N, list, T, R) BLAS_FORMS(N, , _64, BLAS_CALL, (blas::gemv_short<blas::Element<T>, blas::Element<R>>), list, T, R, int64_t)
HIPBLAS_GEMV_SHORT(GEMV_SHORT)
BLAS_FORMS(hipvkGemm, OutOfPlaceEx, _64, BLAS_CALL, blas::gemm_out_of_place, GemmOutOfPlaceEx, int64_t)

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
