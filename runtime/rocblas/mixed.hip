// mixed.hip: rocBLAS' functions of element types that are arguments, and its lists of ways to do a product.
//
// Called by programs.
#include "../blas/beyond.h"
#include "forms.h"

ROCBLAS_MIXED(ROCBLAS_DEFINE_MIXED)
ROCBLAS_CALL_FORMS(rocblas_gemm, _ex, _64, hipvkGemm, OutOfPlaceEx_64, gemm_ex, int64_t)
ROCBLAS_WIDEN_FORMS(rocblas_gemm, _ex, gemm_ex, rocblas_int)
ROCBLAS_CALL_FORMS(rocblas_trsm, _ex, , hipblasTrsm, Ex, trsm_ex, rocblas_int)

rocblas_status rocblas_geam_ex(rocblas_handle handle, rocblas_operation transA, rocblas_operation transB, rocblas_int m, rocblas_int n, rocblas_int k,
                               const void *alpha, const void *A, rocblas_datatype a_type, rocblas_int lda, const void *B, rocblas_datatype b_type,
                               rocblas_int ldb, const void *beta, const void *C, rocblas_datatype c_type, rocblas_int ldc, void *D,
                               rocblas_datatype d_type, rocblas_int ldd, rocblas_datatype compute_type, rocblas_geam_ex_operation operation) {
    using namespace rocblas;
    constexpr int batch_count = 1;
    ROCBLAS_CHECK_HANDLE;
    ROCBLAS_CHECK_geam_ex;
    const bool one_type = a_type == b_type && a_type == c_type && a_type == d_type && a_type == compute_type;
    if (!one_type) return missing("rocblas_geam_ex", "this combination of types");
    return status_of(hipvkGeamEx(handle, as(transA), as(transB), m, n, k, alpha, A, lda, B, ldb, beta, C, ldc, D, ldd, as(compute_type),
                                 operation == rocblas_geam_ex_operation_plus_min));
}

// rocBLAS: without an array, the size is set to how many there are; with one, so many are written. There is no other than the library's own choice.
static rocblas_status no_solutions(rocblas_handle handle, rocblas_int *size) {
    ROCBLAS_CHECK_HANDLE;
    ROCBLAS_POINTERS(!size);
    *size = 0;
    return rocblas_status_success;
}
#define NO_SOLUTIONS(form, R)                                                                                              \
    rocblas_status R(rocblas_handle handle ROCBLAS_gemm_solutions(ROCBLAS_##form##_, rocblas_int)) {                       \
        return no_solutions(handle, list_size);                                                                            \
    }
NO_SOLUTIONS(PLAIN, rocblas_gemm_ex_get_solutions)
NO_SOLUTIONS(BATCHED, rocblas_gemm_batched_ex_get_solutions)
NO_SOLUTIONS(STRIDED, rocblas_gemm_strided_batched_ex_get_solutions)
rocblas_status rocblas_gemm_ex_get_solutions_by_type(rocblas_handle handle, rocblas_datatype, rocblas_datatype, rocblas_datatype, uint32_t,
                                                     rocblas_int *, rocblas_int *list_size) {
    return no_solutions(handle, list_size);
}
rocblas_status rocblas_gemm_batched_ex_get_solutions_by_type(rocblas_handle handle, rocblas_datatype, rocblas_datatype, rocblas_datatype, uint32_t,
                                                             rocblas_int *, rocblas_int *list_size) {
    return no_solutions(handle, list_size);
}
